"""A batch of draws from a reply, and exact counts of events in it.

Doubles are NumPy columns, and lattice outcomes are kept as counts. No rounding decides an event:
sums of doubles carry their rounding error, and what lies within one double of a threshold is
settled with rationals. Where a reply declares the grid to which it rounds its outputs, a count
becomes a range.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from ...suite.vectors import rational
from .happening import Outcome, happens, observe

Column = npt.NDArray[np.float64]
PLANAR = ("y", "abs_y", "sum", "abs_sum", "norm", "product")
SUMS = ("sum", "abs_sum")
# a grid this fine moves less mass onto a lattice than the slack of its events
FINE = Fraction(1, 1 << 36)
LONG = 4096  # bits of a common denominator


class Ranked:
    """Exact values with counts in rising order, as integers over one denominator where there is a
    short one, so that an event is two searches.
    """

    def __init__(self, observed: Sequence[tuple[Fraction, int]]) -> None:
        """Sort the values."""
        below = _common({v.denominator for v, _ in observed})
        pairs: list[tuple[Any, int]]
        self._below, pairs = (
            below or 1,
            sorted(
                observed
                if below is None
                else ((v.numerator * (below // v.denominator), c) for v, c in observed)
            ),
        )
        self._values = [v for v, _ in pairs]
        self._until = [0, *accumulate(c for _, c in pairs)]

    def count(self, relation: str, at: Fraction) -> int:
        """Return how many values are at least, at most or exactly `at`."""
        place = at * self._below
        first, last = bisect_left(self._values, place), bisect_right(self._values, place)
        if relation == "ge":
            return self._until[-1] - self._until[first]
        return (
            self._until[last]
            if relation == "le"
            else self._until[max(first, last)] - self._until[first]
        )


def _common(denominators: Collection[int]) -> int | None:
    """Return the least common multiple; None where it is so long that integers over it would fill
    the memory.
    """
    found = 1
    for d in denominators:
        found = math.lcm(found, d)
        if found.bit_length() > LONG:
            return None
    return found


@dataclass(frozen=True)
class Batch:
    """n draws, either as columns of doubles (x, and y in the plane) or as exact outcomes with their
    counts.

    `none` of them have no answer: they are in neither.
    """

    n: int
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[Outcome, int], ...] = ()
    grid: Fraction = Fraction(0)
    none: int = 0

    @cached_property
    def exact(self) -> tuple[tuple[Outcome, int], ...]:
        """Return every outcome with its count, as rationals."""
        if self.rows:
            return self.rows
        return tuple(
            (tuple(map(Fraction, map(float, row))), 1) for row in zip(*self.columns, strict=True)
        )

    def shuffled(self) -> list[Column]:
        """Return the draws as columns of doubles in random order; exact outcomes are rounded."""
        if self.columns:
            found = list(self.columns)
        else:
            rows = [outcome for outcome, often in self.rows for _ in range(often)]
            found = [np.array([float(v) for v in column]) for column in zip(*rows, strict=True)]
        order = np.random.default_rng(0).permutation(len(found[0]))
        return [column[order] for column in found]

    def spikes(self, most: int, away: Fraction) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield of the values that come oftenest in one half of the draws how often they come in
        the other, and how often what lies so far away, on either side, but for rounding.
        """
        chosen, counted = np.array_split(self.shuffled()[0], 2)
        values, often = np.unique(chosen, return_counts=True)
        for value in values[np.argsort(-often, kind="stable")[:most]].tolist():
            left, right = (float(Fraction(value) + x) for x in (-away, away))
            near = 4 * math.ulp(max(abs(left), abs(right)))
            beside = (int(np.count_nonzero(np.abs(counted - x) <= near)) for x in (left, right))
            yield int(np.count_nonzero(counted == value)), (next(beside), next(beside))

    def repeats(self, center: Fraction, atoms: Sequence[Fraction] = ()) -> int:
        """Return how many draws are as far from the centre as an earlier one (in the plane: have
        the same |x|).

        Those at `atoms`, which have a probability of their own, are left out.
        """
        if self.columns:
            x = self.columns[0]
            kept = x[~np.isin(x, [float(a) for a in atoms])] if atoms else x
            return len(kept) - len(np.unique(np.abs(kept - float(center))))
        return (
            self.n
            - self.none
            - len({abs(outcome[0] - center) for outcome, count in self.rows if count})
        )

    def count(self, event: Mapping[str, Any], center: Fraction) -> tuple[int, int]:
        """Return the least and the greatest number of draws in which the event occurred.

        The two are equal unless a grid is declared.
        """
        on, relation = event["on"], event["relation"]
        if on == "none":  # 1 where there is no answer
            return self.none, self.none
        if on == "all":
            count = 0 if self.grid else self._equal(tuple(map(Fraction, event["at"])))
            return count, self.n if self.grid else count
        at = rational(event["at"])
        if not self.grid or (relation in ("multiple", "off") and self.grid <= FINE * at):
            count = self._count(on, relation, at, center)
            return count, count
        if relation in ("ge", "le"):
            moved = self._rounded(on)
            inner, outer = (
                (at + moved, at - moved) if relation == "ge" else (at - moved, at + moved)
            )
            return self._count(on, relation, inner, center), self._count(
                on, relation, outer, center
            )
        if relation == "eq":
            return 0, self._count(on, relation, at, center)
        near = self._near(on, at, center)  # a draw may be rounded to a multiple, or from one
        return (0, near) if relation == "multiple" else (self.n - near, self.n)

    def _near(self, on: str, at: Fraction, center: Fraction) -> int:
        """Return how many draws, at most, are no farther from a multiple of `at` than the grid
        rounds.
        """
        moved = self._rounded(on)
        if self.columns:
            head = self._parts(on, center)[0]
            away = np.abs(head - float(at) * np.rint(head / float(at)))
            return int(np.count_nonzero(away <= float(moved) + np.abs(head) * 2.0**-40))
        seen = self._observed(on, center)
        return sum(c for v, c in seen if abs(v - at * round(v / at)) <= moved)

    def _rounded(self, on: str) -> Fraction:
        """Return how far the grid may have moved a statistic."""
        width = len(self.columns) or len(self.rows[0][0] if self.rows else ())
        return self.grid / 2 * (width if on in ("sum", "abs_sum", "norm") else 1)

    def _equal(self, outcome: Outcome) -> int:
        """Return how many draws are this list of numbers."""
        if not self.columns:
            return sum(c for o, c in self.rows if o == outcome)
        same = np.full(self.n, all(map(_is_double, outcome)))
        for column, number in zip(self.columns, outcome, strict=True):
            same &= column == float(number)
        return int(np.count_nonzero(same))

    def _count(self, on: str, relation: str, at: Fraction, center: Fraction) -> int:
        happened = self.happened(on, relation, at, center)
        if happened is not None:
            return int(np.count_nonzero(happened))
        if relation in ("ge", "le", "eq"):
            return self._ranked(on, center).count(relation, at)
        return sum(c for v, c in self._observed(on, center) if happens(relation, at, v))

    def happened(
        self, on: str, relation: str, at: Fraction, center: Fraction
    ) -> npt.NDArray[np.bool_] | None:
        """Return for every draw, in order, whether the event occurred; None where rationals must
        decide each.
        """
        if (
            not self.columns
            or (on == "product" and at)
            or (on == "abs" and not _is_double(center))
            or (relation in ("multiple", "off") and not _is_double(at))
        ):
            return None
        if on in SUMS and self._total is None:
            return None if relation in ("multiple", "off") else self._by_hand(on, relation, at)
        head, rest = self._parts(on, center)
        if relation == "multiple":
            whole = np.fmod(head, float(at)) == 0
            return whole if rest is None else whole & (rest == 0)
        if relation == "off":
            steps = head / float(at)
            return np.asarray(np.abs(steps - np.rint(steps)) > 2.0**-20)
        return _compared(head, rest, at, relation)

    def _by_hand(self, on: str, relation: str, at: Fraction) -> npt.NDArray[np.bool_]:
        """Return where a sum of many numbers is at least, at most or exactly `at`: by rounded sums away
        from it, by rationals as near as they may be wrong.
        """
        table = np.column_stack(self.columns)
        total = table.sum(axis=1)
        value = total if on == "sum" else np.abs(total)
        wrong = (np.abs(table).sum(axis=1) + abs(float(at))) * len(self.columns) * 2.0**-51
        found = {"ge": value >= float(at), "le": value <= float(at)}.get(relation)
        found = np.zeros(len(value), bool) if found is None else found
        for i in np.flatnonzero(np.abs(value - float(at)) <= wrong):
            outcome = tuple(map(Fraction, map(float, table[i])))
            found[i] = happens(relation, at, observe(on, outcome, Fraction(0)))
        return found

    def _parts(self, on: str, center: Fraction) -> tuple[Column, Column | None]:
        """Return the statistic as `_statistic` does, kept for further events; without a rest that
        is 0 everywhere.
        """
        if (on, center) not in self._kept:
            head, rest = self._statistic(on, center)
            self._kept[on, center] = head, rest if rest is not None and rest.any() else None
        return self._kept[on, center]

    @cached_property
    def _kept(self) -> dict[tuple[str, Fraction], tuple[Column, Column | None]]:
        return {}

    def _ranked(self, on: str, center: Fraction) -> Ranked:
        """Return the statistic of all outcomes in rising order, made once for all events on it."""
        if (on, center) not in self._ranks:
            self._ranks[on, center] = Ranked(self._observed(on, center))
        return self._ranks[on, center]

    @cached_property
    def _ranks(self) -> dict[tuple[str, Fraction], Ranked]:
        return {}

    def _observed(self, on: str, center: Fraction) -> list[tuple[Fraction, int]]:
        """Return the statistic of every outcome, which many events share."""
        if (on, center) not in self._known:
            self._known[on, center] = [(observe(on, o, center), c) for o, c in self.exact]
        return self._known[on, center]

    @cached_property
    def _known(self) -> dict[tuple[str, Fraction], list[tuple[Fraction, int]]]:
        return {}

    def _statistic(self, on: str, center: Fraction) -> tuple[Column, Column | None]:
        """Return the statistic as an unevaluated sum: the nearest double and what was rounded off,
        exactly.
        """
        x = self.columns[0]
        if on in ("x", "abs_x"):
            return (x if on == "x" else np.abs(x)), None
        if on == "abs":
            return _absolute(*two_sum(x, np.full_like(x, -float(center))))
        y = self.columns[1]
        if on in ("y", "abs_y"):
            return (y if on == "y" else np.abs(y)), None
        if on == "product":
            return np.sign(x) * np.sign(y), None
        if on == "norm":
            return two_sum(np.abs(x), np.abs(y))
        total = self._total
        assert total is not None
        return total if on == "sum" else _absolute(*total)

    @cached_property
    def _total(self) -> tuple[Column, Column] | None:
        """The sum of all numbers of each draw as the nearest double and what was rounded off; None
        where two doubles do not hold it.
        """
        head, rest = two_sum(*self.columns[:2])
        for column in self.columns[2:]:
            head, more = two_sum(head, column)
            rest, lost = two_sum(rest, more)
            if lost.any():
                return None
            head, rest = two_sum(head, rest)
        return head, rest


def _is_double(q: Fraction) -> bool:
    return Fraction(float(q)) == q


def two_sum(a: Column, b: Column) -> tuple[Column, Column]:
    """Return head and rest with a + b = head + rest exactly, head being the nearest double (Knuth's
    two-sum).
    """
    head = a + b
    part = head - a
    return head, (a - (head - part)) + (b - part)


def _absolute(head: Column, rest: Column) -> tuple[Column, Column]:
    sign = np.where((head < 0) | ((head == 0) & (rest < 0)), -1.0, 1.0)
    return head * sign, rest * sign


def _compared(
    head: Column, rest: Column | None, at: Fraction, relation: str
) -> npt.NDArray[np.bool_]:
    """Return where head + rest >= at (or <=, or ==).

    Without a rest the doubles next to `at` decide. With one, the head decides away from them, and
    there rationals do.
    """
    near = float(at)
    low = near if Fraction(near) <= at else math.nextafter(near, -math.inf)
    high = near if Fraction(near) >= at else math.nextafter(near, math.inf)
    if relation == "ge":
        found = head >= high
    elif relation == "le":
        found = head <= low
    else:
        found = (head == near) if low == high else np.zeros(len(head), bool)
    if rest is None:
        return found
    close = np.flatnonzero((head >= low) & (head <= high))
    if len(close):
        pairs, where = np.unique(
            np.column_stack((head[close], rest[close])), axis=0, return_inverse=True
        )
        decided = [happens(relation, at, Fraction(float(h)) + Fraction(float(r))) for h, r in pairs]
        found[close] = np.array(decided, dtype=bool)[where.ravel()]
    return found


def joined(batches: Sequence[Batch]) -> Batch:
    """Return several batches as one."""
    n, grid, none = (
        sum(b.n for b in batches),
        max(b.grid for b in batches),
        sum(b.none for b in batches),
    )
    answered = [b for b in batches if b.columns or b.rows]
    if all(b.columns for b in answered):
        return Batch(
            n,
            tuple(
                np.concatenate(parts) for parts in zip(*(b.columns for b in answered), strict=True)
            ),
            grid=grid,
            none=none,
        )
    table: Counter[Outcome] = Counter()
    for batch in answered:
        table.update(dict(batch.rows) if batch.rows else Counter(o for o, _ in batch.exact))
    return Batch(n, rows=tuple(sorted(table.items())), grid=grid, none=none)
