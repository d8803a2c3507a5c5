"""The probability that a law gives an interval."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..exact.enclosure import ceil, compare, floor
from ..exact.reals import Number
from .law import Law

_ZERO, _ONE = Fraction(0), Fraction(1)
FAR = Fraction(1, 1 << 1000)  # what `Law.negligible` promises


@dataclass(frozen=True)
class Bounds:
    """An interval of the real line; None stands for an infinite end."""

    low: Number | None = None
    high: Number | None = None
    low_closed: bool = True
    high_closed: bool = True

    def below(self, x: Number, closed: bool) -> Bounds:
        """Returns the part of the interval below x; `closed` says whether x itself belongs to
        it.
        """
        order = 1 if self.high is None else compare(self.high, x)
        if order < 0 or (order == 0 and not self.high_closed):
            return self
        return Bounds(self.low, x, self.low_closed, closed)

    def above(self, x: Number, closed: bool) -> Bounds:
        """Returns the part of the interval above x; `closed` says whether x itself belongs to
        it.
        """
        order = -1 if self.low is None else compare(self.low, x)
        if order > 0 or (order == 0 and not self.low_closed):
            return self
        return Bounds(x, self.high, closed, self.high_closed)

    @property
    def whole(self) -> bool:
        """Returns whether the interval is the whole line."""
        return self.low is None and self.high is None

    def integers(self) -> tuple[int | None, int | None]:
        """Returns the least and the greatest integer of the interval; None where it has none of
        them.
        """
        low = (
            None if self.low is None else ceil(self.low) if self.low_closed else floor(self.low) + 1
        )
        high = (
            None
            if self.high is None
            else floor(self.high)
            if self.high_closed
            else ceil(self.high) - 1
        )
        return low, high


EVERYTHING = Bounds()


@lru_cache(maxsize=1 << 16)
def cdf_at(law: Law, k: int) -> Number:
    """Returns P(K <= k) of a law on a lattice, computed once."""
    return law.cdf(k)


@lru_cache(maxsize=1 << 16)
def pmf_at(law: Law, k: int) -> Number:
    """Returns P(K = k) of a law on a lattice, computed once."""
    return law.pmf(k)


def mass(law: Law, bounds: Bounds) -> Number:
    """Returns P(X in the interval).

    What lies above the middle of a symmetric law is taken from below it, where nothing cancels.
    """
    if bounds.low is not None and law.symmetric and compare(bounds.low, _ZERO) > 0:
        end = None if bounds.high is None else -bounds.high
        bounds = Bounds(end, -bounds.low, bounds.high_closed, bounds.low_closed)
    if law.lattice is not None:
        low, high = bounds.integers()
        if low is not None and high is not None:
            if high < low:
                return _ZERO
            if low == high:
                return pmf_at(law, low)
        below = _ZERO if low is None else cdf_at(law, low - 1)
        above = _ONE if high is None else cdf_at(law, high)
    else:
        if (
            bounds.low is not None
            and bounds.high is not None
            and compare(bounds.low, bounds.high) >= 0
        ):
            return _ZERO
        below = _ZERO if bounds.low is None else law.cdf(bounds.low)
        above = _ONE if bounds.high is None else law.cdf(bounds.high)
    return above if isinstance(below, Fraction) and not below else above - below


def beyond_all(law: Law, bounds: Bounds) -> bool:
    """Returns whether an interval lies so far out that its probability is less than FAR = 2^-1000,
    without computing it.
    """
    ends = [bounds.low, None if bounds.high is None else -bounds.high]
    x = next((e for e in ends if isinstance(e, Fraction) and e > 0), None)
    return x is not None and law.negligible(x)
