"""Laws on finite sets from which mechanisms draw: a coin, a number, a permutation, a sample without
replacement.

The uniform number of [0, 1) is here too. In profile inversion-1, equally likely outcomes come in
rising order, one integer after the other; a set of one outcome takes no bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from math import comb, perm
from typing import Any

from ..errors import InvalidInput
from ..exact import curves
from ..exact.curves import Curve, Unit
from ..exact.enclosure import compare
from ..exact.reals import Number
from ..randomness.bits import Bits
from .law import Law
from .samplers import refine
from .samplers.inversion import Inversion
from .samplers.refine import Affine

_ZERO, _ONE = Fraction(0), Fraction(1)
MOST_SAMPLES = 1 << 16  # that are listed one by one


@dataclass(frozen=True)
class Listed(Law):
    """The law of finitely many outcomes, of which the probabilities are given; it is never drawn
    from.
    """

    listed: tuple[tuple[Any, Number], ...]

    def support(self) -> list[tuple[Any, Number]]:
        """Returns all outcomes with their probabilities."""
        return list(self.listed)


@dataclass(frozen=True)
class Spread(Law):
    """The uniform law on (-radius, radius)."""

    radius: Number

    symmetric = True

    def cdf(self, x: Number) -> Number:
        """Returns P(X <= x)."""
        return self.curve(Unit()).within(None, x).integral()

    def curve(self, unit: Unit) -> Curve:
        """Returns the density as a curve of one piece."""
        return curves.uniform(-self.radius, self.radius, unit)

    @property
    def half_width(self) -> Number:
        """Returns the radius."""
        return self.radius

    def variance(self) -> Number:
        """Returns radius^2/3."""
        return self.radius * self.radius / 3


@dataclass(frozen=True)
class Bernoulli(Law):
    """The law of 1 with probability p, 0 <= p <= 1, and 0 otherwise.

    Profile inversion-1 has 0 first, so that p = 0 and p = 1 take no bits.
    """

    p: Number

    lattice = Fraction(1)

    @cached_property
    def _sampler(self) -> Inversion:
        return Inversion(lambda k: 1 - self.p if k < 1 else Fraction(1), least=0)

    def support(self) -> list[tuple[int, Number]]:
        """Returns all outcomes with their probabilities."""
        return [(0, 1 - self.p), (1, self.p)]

    def sample(self, bits: Bits) -> int:
        """Returns one exact draw."""
        return self._sampler.draw(bits)


@dataclass(frozen=True)
class Sign(Law):
    """The law of -1 or 1, equally likely.

    Profile inversion-1 has -1 first: it takes one bit, which is 0 for -1.
    """

    lattice = Fraction(1)

    def support(self) -> list[tuple[int, Number]]:
        """Returns all outcomes with their probabilities."""
        return [(-1, Fraction(1, 2)), (1, Fraction(1, 2))]

    def sample(self, bits: Bits) -> int:
        """Returns one exact draw."""
        return 2 * UniformInteger(2).sample(bits) - 1


@dataclass(frozen=True)
class UniformInteger(Law):
    """The uniform law on 0, ..., size - 1."""

    size: int

    @cached_property
    def _sampler(self) -> Inversion:
        return Inversion(lambda k: Fraction(min(k + 1, self.size), self.size), least=0)

    def support(self) -> list[tuple[int, Number]]:
        """Returns all outcomes with their probabilities."""
        return [(k, Fraction(1, self.size)) for k in range(self.size)]

    def sample(self, bits: Bits) -> int:
        """Returns one exact draw."""
        return self._sampler.draw(bits)


@dataclass(frozen=True)
class OrderedSample(Law):
    """A uniform sample of `count` different numbers out of 1, ..., size, in random or in rising
    order.

    The first drawn is the one at a uniform place among what is left, in rising order, and so on.
    """

    size: int
    count: int
    ascending: bool = False  # the numbers in rising order instead, as a set is written

    lattice = Fraction(1)

    def support(self) -> list[tuple[tuple[int, ...], Number]]:
        """Returns all samples with their probability; raises InvalidInput for more than
        MOST_SAMPLES.
        """
        size, count = int(self.size), int(self.count)
        ways = comb(size, count) if self.ascending else perm(size, count)
        if ways > MOST_SAMPLES:
            raise InvalidInput(
                "out_of_range",
                f"a sample of {count} out of {size} has more than {MOST_SAMPLES} outcomes",
            )
        places = (combinations if self.ascending else permutations)(range(1, size + 1), count)
        return [(p, Fraction(1, ways)) for p in places]

    @property
    def in_order(self) -> Listed:
        """Returns the law of 1, ..., count, which a sampler draws that takes the first records."""
        return Listed(((tuple(range(1, int(self.count) + 1)), Fraction(1)),))

    def sample(self, bits: Bits) -> tuple[int, ...]:
        """Returns one exact draw."""
        left = list(range(1, self.size + 1))
        found = [left.pop(UniformInteger(len(left)).sample(bits)) for _ in range(self.count)]
        return tuple(sorted(found) if self.ascending else found)


@dataclass(frozen=True)
class UniformLattice(Law):
    """The uniform law on the odd multiples of 1/(2 m) between 0 and 1.

    It is symmetric around 1/2, and off the lattice of 1/m.
    """

    m: int

    def support(self) -> list[tuple[Fraction, Number]]:
        """Returns all outcomes with their probabilities."""
        return [(Fraction(2 * j + 1, 2 * self.m), Fraction(1, self.m)) for j in range(self.m)]

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw."""
        return Fraction(2 * UniformInteger(self.m).sample(bits) + 1, 2 * self.m)


@dataclass(frozen=True)
class Uniform(Law):
    """The uniform law on [0, 1); a draw is refined as far as it is asked for."""

    flat = (_ZERO, _ONE)

    def cdf(self, x: Number) -> Number:
        """Returns P(X <= x)."""
        return _ZERO if compare(x, _ZERO) <= 0 else _ONE if compare(x, _ONE) >= 0 else x

    def curve(self, unit: Unit) -> Curve:
        """Returns the density as a curve of one piece."""
        return curves.uniform(_ZERO, _ONE, unit)

    def sample(self, bits: Bits) -> Affine:
        """Returns one variable; no bit is taken before it is needed."""
        del bits
        return refine.single(refine.identity)


@dataclass(frozen=True)
class PowerOfTwo(Law):
    """The uniform law on 0, ..., 2^width - 1: the next `width` bits, as profile inversion-1 has
    it.
    """

    width: int

    lattice = Fraction(1)

    def support(self) -> list[tuple[int, Number]]:
        """Returns all outcomes with their probabilities."""
        return [(k, Fraction(1, 1 << self.width)) for k in range(1 << self.width)]

    def sample(self, bits: Bits) -> int:
        """Returns one exact draw."""
        found = bits.peek(self.width)
        bits.skip(self.width)
        return found


@dataclass(frozen=True)
class Uniforms(Law):
    """The law of `count` independent integers, each uniform on 0, ..., q - 1, drawn one after the
    other.
    """

    modulus: int
    count: int

    lattice = Fraction(1)
    cancels = True

    @cached_property
    def one(self) -> PowerOfTwo | UniformInteger:
        """Returns the law of each of the integers."""
        width = (self.modulus - 1).bit_length()
        return PowerOfTwo(width) if self.modulus == 1 << width else UniformInteger(self.modulus)

    def outcomes(self) -> list[tuple[tuple[int, ...], Number]]:
        """Returns zeros: uniform parts of a split message cancel in the sum modulo q, whatever they
        are.
        """
        return [((0,) * self.count, _ONE)]

    def parts(self) -> tuple[Law, ...]:
        """Returns the law of each of the integers."""
        return (self.one,) * self.count

    def sample(self, bits: Bits) -> tuple[int, ...]:
        """Returns one exact draw."""
        return tuple(self.one.sample(bits) for _ in range(self.count))
