"""Known bugs of samplers that are right wherever numbers are short: the laws that they make of the
right one, so that every event of a vector has a probability under them.

- `Folded`: noise on one side only, |Z|;
- `low_bits`: numerator and denominator of every parameter are kept in 32 bits;
- `ShortUniform`: the uniform number of a discrete Laplace draw has 32 bits, where it needs more;
- `Doubles`: whole numbers are computed in doubles, so that beyond 2^53 all of them are even.

A law that a bug has made knows what events ask for, `pmf`, `tail`, `cdf`, `above` and `even`, and
nothing else. The functions `above` and `even` ask any law.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ....catalogue.laws import LAWS
from ....distributions.discrete_laplace import DiscreteLaplace
from ....errors import InvalidInput
from ....exact import reals
from ....exact.digits import binary64
from ....exact.numbers import spell
from ....exact.reals import Number
from ....parameters.declared import parse
from ...events import Bug

BITS = 32
WORD = 1 << BITS
WHOLE = 1 << 53  # up to here every integer is a double
SINGLE_WIDE = 1 << 30
FEW = 16  # of so many scales beyond the centre hardly any draw is
ONE_SIDE = "noise on one side only"
PARAMETERS = "parameters in 32 bits"
UNIFORM = "uniform numbers of 32 bits"
DOUBLES = "whole numbers computed in doubles"
NAMES = (ONE_SIDE, PARAMETERS, UNIFORM, DOUBLES)
KEPT = ("epsilon", "sensitivity", "sigma_squared", "scale")


class Made:
    """A law that a bug has made of one on the line."""

    lattice: Fraction | None = Fraction(1)

    def above(self) -> Number:
        """Returns the probability of more than the centre."""
        raise NotImplementedError  # pragma: no cover

    def even(self) -> Number:
        """Returns the probability of an even number of steps."""
        raise NotImplementedError  # pragma: no cover


def above(law: Any) -> Number:
    """Return the probability of more than the centre, which a right law has on either side."""
    if isinstance(law, Made):
        return law.above()
    if law.lattice is None:
        return Fraction(1, 2)
    found: Number = (1 - law.pmf(0 if law.integers else Fraction(0))) / 2
    return found


def even(law: Any) -> Number:
    """Return the probability of an even number of steps, of discrete Laplace noise and what bugs
    make of it: (1 + t^2) / (1 + t)^2.
    """
    if isinstance(law, Made):
        return law.even()
    t = law.t
    found: Number = (1 + t**2) / (1 + t) ** 2
    return found


@dataclass(frozen=True)
class Folded(Made):
    """|Z|: as of a sampler that forgets the sign, or draws it from a bit that is always 0."""

    law: Any

    @property
    def lattice(self) -> Fraction | None:  # type: ignore[override]
        """Returns the lattice of the law."""
        found: Fraction | None = self.law.lattice
        return found

    def pmf(self, x: Any) -> Number:
        """Returns P(|Z| = x)."""
        mass: Number = self.law.pmf(x)
        return Fraction(0) if x < 0 else 2 * mass if x else mass

    def tail(self, x: Any) -> Number:
        """Returns P(|Z| >= x), as of the law itself."""
        found: Number = self.law.tail(x)
        return found

    def cdf(self, x: Any) -> Number:
        """Returns P(|Z| <= x), for a point of the lattice where there is one."""
        if x < 0 or (not x and self.lattice is None):
            return Fraction(0)
        return reals.complement(self.tail(type(x)(x + (self.lattice or 0))))

    def above(self) -> Number:
        """Returns P(Z != 0)."""
        return 2 * above(self.law)

    def even(self) -> Number:
        """Returns the probability of an even number of steps, as of the law itself."""
        return even(self.law)


@dataclass(frozen=True)
class Symmetric(Made):
    """A symmetric law on the integers that says P(|K| >= k)."""

    law: DiscreteLaplace

    def tail(self, k: int) -> Number:
        """Returns P(|K| >= k)."""
        raise NotImplementedError  # pragma: no cover

    def pmf(self, k: int) -> Number:
        """Returns P(K = k)."""
        mass = self.tail(abs(k)) - self.tail(abs(k) + 1)
        return mass / 2 if k else mass

    def cdf(self, k: int) -> Number:
        """Returns P(K <= k)."""
        return reals.complement(self.tail(k + 1) / 2) if k >= 0 else self.tail(-k) / 2

    def above(self) -> Number:
        """Returns P(K > 0)."""
        return self.tail(1) / 2


@dataclass(frozen=True)
class ShortUniform(Symmetric):
    """Algorithm 2 of Canonne, Kamath and Steinke (profile `cks-1`) at scale t/s, where the uniform
    number below t has 32 bits.

    |K| = floor((u + t v) / s), with P(u) proportional to e^(-u/t), u < 2^32 (or t, which is more
    than that), and P(v) to e^-v; a negative zero is drawn again.
    """

    @cached_property
    def scale(self) -> Fraction:
        """Returns t/s."""
        assert isinstance(self.law.decay.epsilon, Fraction)
        return self.law.sensitivity / self.law.decay.epsilon

    def _beyond(self, k: int) -> Number:
        """Returns P(u + t v >= s k)."""
        t, s = self.scale.numerator, self.scale.denominator
        v, u = divmod(s * k, t)
        further = reals.exp(Fraction(-v - 1))
        if u >= (most := min(t, WORD)):
            return further
        end, at = (reals.exp(Fraction(-x, t)) for x in (most, u))
        return further + (reals.exp(Fraction(-v)) - further) * (at - end) / (1 - end)

    @cached_property
    def _again(self) -> Number:
        """Returns the probability of a negative zero."""
        return (1 - self._beyond(1)) / 2

    def tail(self, k: int) -> Number:
        """Returns P(|K| >= k)."""
        return Fraction(1) if k <= 0 else self._beyond(k) / (1 - self._again)

    def even(self) -> Number:
        """Returns the probability of an even number, for an even whole scale: that u is even."""
        assert has_odd(self.law)
        return (1 / (1 + reals.exp(-1 / self.scale)) - self._again) / (1 - self._again)


@dataclass(frozen=True)
class Doubles(Symmetric):
    """Noise that is rounded to the nearest double, ties to even."""

    def tail(self, k: int) -> Number:
        """Returns P(|K| >= k) of what is rounded."""
        return self.law.tail(rounds_to(k))

    def pmf(self, k: int) -> Number:
        """Returns P(K = k) of what is rounded."""
        return self.law.pmf(k) if abs(k) < WHOLE else super().pmf(k)

    def even(self) -> Number:
        """Returns P(|K| >= 2^53) + P(K even, |K| < 2^53)."""
        t, power = self.law.t, self.law.decay.power(WHOLE / self.law.sensitivity)
        near = self.law.normalizer() * (1 + 2 * (t**2 - power) / (1 - t**2))
        found: Number = self.law.tail(WHOLE) + near
        return found


def rounds_to(k: int) -> int:
    """Return the least integer whose nearest double is at least k >= 0."""
    if k <= WHOLE:
        return k
    gap = 1 << k.bit_length() - 53
    low, high = k - gap, k + gap
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if binary64(Fraction(middle)) >= k else (middle, high)
    return high


def low_bits(params: dict[str, str]) -> dict[str, str] | None:
    """Return parameters of which numerators and denominators are kept in 32 bits; None where that
    leaves them as they are, or 0.
    """
    found = dict(params)
    for name in KEPT:
        if name in params:
            number = Fraction(params[name])
            top, bottom = number.numerator % WORD, number.denominator % WORD
            if not top or not bottom:
                return None
            found[name] = spell(Fraction(top, bottom))
    return None if found == params else found


def sampler_bugs(object_: str, params: dict[str, str], law: Any) -> Iterator[Bug]:
    """Yield the known bugs of a law at its parameters, each with the law that it makes."""
    if not LAWS[object_].plane:
        yield Bug(ONE_SIDE, "SignBias", Folded(law))
    if (short := low_bits(params)) is not None:
        with suppress(InvalidInput):  # no such law: a request that is refused is no bug of draws
            yield Bug(PARAMETERS, "WrongScale", LAWS[object_](**parse(short)))
    if not isinstance(law, DiscreteLaplace) or not isinstance(law.decay.epsilon, Fraction):
        return
    scale = law.sensitivity / law.decay.epsilon
    if scale.numerator > WORD:
        yield Bug(UNIFORM, "WrongScale", ShortUniform(law))
    if scale * FEW > WHOLE:
        yield Bug(DOUBLES, "FloatLeak", Doubles(law))


def wide_steps(law: Any) -> bool:
    """Tell whether a law is so wide that in single precision hardly any outcome is odd, and so
    narrow that doubles have all that come.
    """
    if not isinstance(law, DiscreteLaplace) or not isinstance(law.decay.epsilon, Fraction):
        return False
    return SINGLE_WIDE <= law.sensitivity / law.decay.epsilon <= WORD


def has_odd(law: Any) -> bool:
    """Tell whether a law is so wide that whether its outcomes are even says something of whoever
    draws it: discrete Laplace noise of an even whole scale beyond 32 bits.
    """
    if not isinstance(law, DiscreteLaplace) or not isinstance(law.decay.epsilon, Fraction):
        return False
    scale = law.sensitivity / law.decay.epsilon
    return scale > WORD and scale.denominator == 1 and scale % 2 == 0
