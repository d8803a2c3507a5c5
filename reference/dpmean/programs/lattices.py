"""Sums of independent integers by certified convolution: of two exactly, of more in integers of 128
binary digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar

from ..distributions.polya import Polya, coefficient, step
from ..exact import reals, special
from ..exact.enclosure import interval
from ..exact.reals import Number, balanced_sum
from .laws import Bounds, cdf_at, mass, pmf_at, reach

_ZERO, _ONE = Fraction(0), Fraction(1)
DIGITS = 128  # of a mass, after the binary point
SLOT = 3 * DIGITS  # binary digits for a coefficient of a product


@dataclass(frozen=True)
class Shares:
    """The sum of `count` independent Polya variables, n of which add up to a geometric variable.

    P(K = k) = c_k t^k (1 - t)^r with r = count/n.
    """

    polya: Polya
    count: int

    lattice: ClassVar[Fraction | None] = _ONE

    @property
    def r(self) -> Fraction:
        """Returns the exponent r = count/n."""
        return Fraction(self.count, self.polya.n)

    @cached_property
    def _mass(self) -> Number:
        return self.polya.normalizer() ** self.count

    def pmf(self, k: int) -> Number:
        """Returns P(K = k)."""
        if k < 0:
            return _ZERO
        power = self.polya.decay.power(k / self.polya.sensitivity)
        return coefficient(k, self.r) * power * self._mass

    def cdf(self, k: int) -> Number:
        """Returns P(K <= k) = I_(1 - t)(r, k + 1), a regularized incomplete beta function."""
        if k < 0:
            return _ZERO
        if not k:
            return self._mass
        return reals.strictly(
            special.incomplete_beta(1 - self.polya.t, self.r, Fraction(k + 1)), _ONE, -1
        )

    def masses(self, last: int) -> list[int]:
        """Returns P(K = 0), ..., P(K = last) as integers in units of 2^-128, rounded down.

        Each coefficient is computed from the one before.
        """
        found, digits = [], 4 * DIGITS
        coefficient_ = Fraction(1 << digits)
        for k in range(last + 1):
            power = self.polya.decay.power(k / self.polya.sensitivity)
            found.append(
                int(interval(power * self._mass, 2 * DIGITS).lower * coefficient_)
                >> (digits - DIGITS)
            )
            coefficient_ = Fraction(int(coefficient_ * step(k, self.r)))
        return found


@dataclass(frozen=True)
class LatticeSum:
    """The law of a sum of independent integers, each times an integer; `parts` are the pairs (law,
    factor).

    All laws but one are cut where at most 2^-60 lies beyond.
    """

    parts: tuple[tuple[Any, int], ...]

    lattice: ClassVar[Fraction | None] = _ONE

    @property
    def _closed(self) -> bool:
        """Returns whether the sum has two parts, neither of which is a sum of shares, so that a
        convolution is a short sum.
        """
        return len(self.parts) == 2 and not any(isinstance(law, Shares) for law, _ in self.parts)

    def _over(self, k: int, one: Callable[[Any, int, int], Number]) -> Number:
        (law, factor), (rest, other) = self.parts
        low, high = reach(law)
        terms = [pmf_at(law, j) * one(rest, other, k - factor * j) for j in range(low, high + 1)]
        kept = [t for t in terms if not isinstance(t, Fraction) or t]
        return balanced_sum(kept) if kept else _ZERO

    def cdf(self, k: int) -> Number:
        """Returns P(S <= k)."""
        if self._closed:
            return self._over(k, _at_most)
        least, _, below = self._table
        return Fraction(below[min(k - least, len(below) - 1)], 1 << DIGITS) if k >= least else _ZERO

    def pmf(self, k: int) -> Number:
        """Returns P(S = k)."""
        if self._closed:
            return self._over(k, _equal)
        least, masses, _ = self._table
        return Fraction(masses[k - least], 1 << DIGITS) if 0 <= k - least < len(masses) else _ZERO

    @cached_property
    def _table(self) -> tuple[int, list[int], list[int]]:
        """Returns (the least value of the sum, the masses from it on, their partial sums) in units
        of 2^-128, rounded down.
        """
        least, masses = 0, [1 << DIGITS]
        for law, factor in self.parts:
            low, high = reach(law)
            own = law.masses(high)[low:] if isinstance(law, Shares) else _masses(law, low, high)
            first = low if factor > 0 else high
            spaced = [0] * ((len(own) - 1) * abs(factor) + 1)
            spaced[:: abs(factor)] = own if factor > 0 else own[::-1]
            least, masses = least + factor * first, product(masses, spaced)
        return least, masses, list(accumulate(masses))


def _masses(law: Any, low: int, high: int) -> list[int]:
    return [
        int(interval(pmf_at(law, j), 2 * DIGITS).lower * (1 << DIGITS))
        for j in range(low, high + 1)
    ]


def product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Returns the coefficients of the product of two polynomials, all in units of 2^-128 and
    rounded down.

    The coefficients that are given lie in [0, 2^128]; the product is one multiplication of
    integers.
    """
    whole = _packed(left) * _packed(right)
    data = whole.to_bytes((len(left) + len(right)) * SLOT // 8, "little")
    size = SLOT // 8
    return [
        int.from_bytes(data[i * size : (i + 1) * size], "little") >> DIGITS
        for i in range(len(left) + len(right) - 1)
    ]


def _packed(values: Sequence[int]) -> int:
    return int.from_bytes(b"".join(v.to_bytes(SLOT // 8, "little") for v in values), "little")


def _at_most(law: Any, factor: int, k: int) -> Number:
    return cdf_at(law, k // factor) if factor > 0 else mass(law, Bounds(low=Fraction(k, factor)))


def _equal(law: Any, factor: int, k: int) -> Number:
    return pmf_at(law, k // factor) if k % factor == 0 else _ZERO
