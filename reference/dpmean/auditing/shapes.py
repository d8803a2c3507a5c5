"""What outputs for two neighbouring data sets look like, beside each other: their middles, their
spreads, how far apart they are. These are estimates, by which a cause is told; they refute nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from .looks import repeating
from .outputs import Column, Outputs

LEAST = 12  # numbers of which a shape is told
SURE = 3.5  # standard deviations
EDGE = 0.2  # the lowest twentieth is so short beside the highest, where a law ends on one side
ENDS = 0.35  # the outer twentieths are so short beside the middle half, where a law ends on both
EXACT = 1e-9  # of the spread: differences of numbers that have the same noise

# outputs of which it is told by their values; how far from a whole number of steps a distance is on
# no grid; of one data set's values in the other
MANY, UNEVEN, RARELY = 60, 0.01, 0.02
# of an atom: least outputs, least share of them; how many of the others must differ
OFTEN, ATOM, UNLIKE = 8, 0.015, 0.9
DECIMALS = range(-3, 7)


@dataclass(frozen=True)
class Shape:
    """Numbers of one leaf for one data set."""

    count: int
    constant: bool
    middle: float
    spread: float  # of the middle half
    low: float  # the least, and the ends of the outer twentieths
    near_low: float
    near_high: float
    high: float
    repeats: bool
    two_valued: bool

    @property
    def one_sided(self) -> bool:
        """Tells whether the law seems to end on one side, and not on the other."""
        below, above = self.near_low - self.low, self.high - self.near_high
        return min(below, above) <= EDGE * max(below, above) and not self.constant

    @property
    def bounded(self) -> bool:
        """Tells whether the law seems to end on both sides."""
        below, above = self.near_low - self.low, self.high - self.near_high
        return not self.constant and max(below, above) <= ENDS * self.spread


def shape(column: Column) -> Shape | None:
    """Returns the shape of the finite numbers of a column; nothing where there are too few."""
    x = np.sort(column[np.isfinite(column)])
    if len(x) < LEAST:
        return None
    at = [float(x[min(len(x) - 1, int(q * len(x)))]) for q in (0.05, 0.25, 0.5, 0.75, 0.95)]
    return Shape(
        len(x),
        bool(x[0] == x[-1]),
        at[2],
        at[3] - at[1],
        float(x[0]),
        at[0],
        at[4],
        float(x[-1]),
        repeating(x),
        len(np.unique(x)) == 2,
    )


def ratio(one: Shape, other: Shape) -> float | None:
    """Returns how many times as wide the first law is as the second, where they surely differ;
    infinity or 0 where one has no spread at all.
    """
    if one.constant or other.constant:
        return None if one.constant and other.constant else 0.0 if one.constant else float("inf")
    if not one.spread or not other.spread:
        return None
    found = one.spread / other.spread
    return found if abs(log(found)) > SURE * ratio_error(one, other) else None


def ratio_error(one: Shape, other: Shape) -> float:
    """Returns the relative error of a ratio of spreads: that of a middle half is about
    1.6 / sqrt(count) at most.
    """
    return 1.6 * sqrt(1 / one.count + 1 / other.count)


def apart(one: Outputs, other: Outputs, leaf: int | None) -> tuple[float, float]:
    """Returns how far apart two samples are by one leaf, and by their kinds where there is none: the
    greatest difference of the shares of an event, and what differences chance has.
    """
    if not len(one) or not len(other):
        return 0.0, 1.0
    chance = SURE / 2 * sqrt(1 / len(one) + 1 / len(other))
    if leaf is None or leaf >= min(len(one.columns), len(other.columns)):
        codes = np.unique(np.concatenate([one.kinds, other.kinds]))
        parts = [np.searchsorted(codes, o.kinds) for o in (one, other)]
        a, b = (np.bincount(p, minlength=len(codes)) / len(p) for p in parts)
        return float(np.abs(a - b).sum()) / 2, chance
    x, y = (
        np.sort(np.where(np.isnan(o.columns[leaf]), np.inf, o.columns[leaf])) for o in (one, other)
    )
    every = np.concatenate([x, y])
    gaps = np.abs(
        np.searchsorted(x, every, "right") / len(x) - np.searchsorted(y, every, "right") / len(y)
    )
    return float(gaps.max()), chance


def same_noise(outputs: Outputs, one: int, other: int) -> bool:
    """Tells whether the difference or the sum of two leaves is the same in every output, though each
    is spread.
    """
    x, y = outputs.columns[one], outputs.columns[other]
    known = np.isfinite(x) & np.isfinite(y)
    if np.count_nonzero(known) < LEAST:
        return False
    x, y = x[known], y[known]
    return bool(np.ptp(x) > 0 and min(np.ptp(x - y), np.ptp(x + y)) <= EXACT * np.ptp(x))


def atom(column: Column) -> float | None:
    """Returns the number that comes again and again among others of which hardly any does; not one
    at an end, where answers are clamped.
    """
    x = column[np.isfinite(column)]
    if len(x) < MANY:
        return None
    values, counts = np.unique(x, return_counts=True)
    place = int(counts.argmax())
    rest = len(x) - int(counts[place])
    often = int(counts[place]) >= max(OFTEN, ATOM * len(x)) and 0 < place < len(values) - 1
    return float(values[place]) if often and len(values) - 1 >= UNLIKE * rest > 0 else None


def _decimals(x: Column) -> int | None:
    """Returns to how many decimals all numbers are rounded, negative for tens; nothing where there is
    no such number, or hardly any other number than one.
    """
    if len(np.unique(x)) < LEAST:
        return None
    return next((d for d in DECIMALS if np.array_equal(np.round(x, d), x)), None)


def digits_differ(columns: Sequence[Column]) -> bool:
    """Tells whether the numbers of one column are rounded to fewer decimals than those of the other,
    which have all digits beyond.
    """
    known = sorted(
        ((d, x) for x in (c[np.isfinite(c)] for c in columns) if (d := _decimals(x)) is not None),
        key=lambda found: found[0],
    )
    if len(known) < len(columns) or known[0][0] == known[1][0]:
        return False
    (coarse, _), (fine, x) = known
    digits = np.round(x * 10.0**fine) % 10 ** (fine - coarse)
    return len(np.unique(digits)) > 2


def kept(columns: Sequence[Column]) -> bool:
    """Tells whether numbers come again and again that are on no grid: most of their distances are no
    multiples of the least one.
    """
    for column in columns:
        x = column[np.isfinite(column)]
        gaps = np.diff(np.unique(x))
        if len(x) < MANY or not repeating(x) or not len(gaps):
            return False
        steps = gaps / gaps.min()
        if np.mean(np.abs(steps - np.rint(steps)) > UNEVEN) <= 1 / 2:
            return False
    return True


def apart_by_value(columns: Sequence[Column]) -> bool:
    """Tells whether outputs of both data sets come again and again, and hardly ever for both."""
    one, other = (c[np.isfinite(c)] for c in columns)
    if min(len(one), len(other)) < MANY or not (repeating(one) and repeating(other)):
        return False
    within = min(one.max(), other.max()) > max(
        one.min(), other.min()
    )  # and not one beyond the other
    return bool(
        within and np.isin(one, other).mean() <= RARELY and np.isin(other, one).mean() <= RARELY
    )


def beyond(columns: Sequence[Column]) -> float:
    """Returns the greatest share of one data set's numbers that lie beyond all of the other's."""
    one, other = (c[np.isfinite(c)] for c in columns)
    if not len(one) or not len(other):
        return 0.0
    return max(
        float(np.mean((x < y.min()) | (x > y.max()))) for x, y in ((one, other), (other, one))
    )
