"""Sums of independent integers by certified convolution: of two exactly, of more in integers of 128
binary digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from ..exact.reals import Number, balanced_sum
from .intervals import Bounds, cdf_at, mass, pmf_at
from .law import Law

_ZERO, _ONE = Fraction(0), Fraction(1)
DIGITS = 128  # of a mass, after the binary point
SLOT = 3 * DIGITS  # binary digits for a coefficient of a product


@dataclass(frozen=True)
class LatticeSum(Law):
    """The law of a sum of independent integers, each times an integer; `addends` are the pairs (law,
    factor).

    All laws but one are cut where at most 2^-60 lies beyond.
    """

    addends: tuple[tuple[Law, int], ...]

    lattice = _ONE

    @property
    def _closed(self) -> bool:
        """Returns whether the sum has two addends of which each probability is a short formula, so
        that a convolution is a short sum.
        """
        return len(self.addends) == 2 and not any(law.tabled for law, _ in self.addends)

    def _over(self, k: int, one: Callable[[Law, int, int], Number]) -> Number:
        (law, factor), (rest, other) = self.addends
        low, high = law.reach()
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
        for law, factor in self.addends:
            low, high = law.reach()
            own = law.table(low, high, DIGITS)
            first = low if factor > 0 else high
            spaced = [0] * ((len(own) - 1) * abs(factor) + 1)
            spaced[:: abs(factor)] = own if factor > 0 else own[::-1]
            least, masses = least + factor * first, product(masses, spaced)
        return least, masses, list(accumulate(masses))


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


def _at_most(law: Law, factor: int, k: int) -> Number:
    return cdf_at(law, k // factor) if factor > 0 else mass(law, Bounds(low=Fraction(k, factor)))


def _equal(law: Law, factor: int, k: int) -> Number:
    return pmf_at(law, k // factor) if k % factor == 0 else _ZERO
