"""A batch of draws from a reply, and exact counts of events in it.

Doubles are NumPy columns, and lattice outcomes are kept as counts. No rounding decides an event: sums of doubles carry
their rounding error, and what lies within one double of a threshold is settled with rationals. Where a reply declares
the grid to which it rounds its outputs, a count becomes a range.
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .answers import parse
from .happening import Outcome, happens, observe

Column = npt.NDArray[np.float64]
PLANAR = ("y", "abs_y", "sum", "abs_sum", "norm", "product")
FINE = Fraction(1, 1 << 36)  # a grid this fine moves less mass onto a lattice than the slack of its events
EXCUSED = Fraction(1, 1 << 30)  # of the same unit as COARSEST: a finer grid excuses nothing, whether it is there or not
COARSEST = Fraction(1, 16)  # of the sensitivity, or of the width of the bounds: a coarser grid is another law


@dataclass(frozen=True)
class Batch:
    """n draws, either as columns of doubles (x, and y in the plane) or as exact outcomes with their counts."""

    n: int
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[Outcome, int], ...] = ()
    grid: Fraction = Fraction(0)

    @cached_property
    def exact(self) -> tuple[tuple[Outcome, int], ...]:
        """Return every outcome with its count, as rationals."""
        if self.rows:
            return self.rows
        return tuple((tuple(map(Fraction, map(float, row))), 1) for row in zip(*self.columns, strict=True))

    def repeats(self, center: Fraction) -> int:
        """Return how many draws are as far from the centre as an earlier one (in the plane: have the same |x|)."""
        if self.columns:
            return self.n - len(np.unique(np.abs(self.columns[0] - float(center))))
        return self.n - len({abs(outcome[0] - center) for outcome, count in self.rows if count})

    def opposite(self, center: Fraction) -> Fraction:
        """Return a bound of the chance that fresh draws of a symmetric law are balanced like this.

        It is 1 unless every outcome came as often as its mirror image. Given that x or its mirror image came N times, x
        came exactly k times with probability at most C(N, N/2) / 2^N, which is at most 1 / sqrt(3 j + 1), where 2 j is
        the even number from N up. The first and the last draw may have lost their partners.
        """
        counts = Counter[Outcome]()
        distinct, often = np.unique(np.column_stack(self.columns), axis=0, return_counts=True) if self.columns else ((),
            ())
        for outcome, count in self.rows or [(tuple(map(Fraction, map(float, row))), int(c)) for row,
                c in zip(distinct, often, strict=True)]:
            counts[(outcome[0] - center, *outcome[1:])] += count
        chance, points, apart = Fraction(1), 0, 0
        for outcome, count in counts.items():
            mirror = tuple(-v for v in outcome)
            if outcome > mirror or (outcome < mirror and mirror not in counts):
                points += 1
                apart += abs(count - counts.get(mirror, 0))
                chance /= math.isqrt(3 * ((count + counts.get(mirror, 0) + 1) // 2) + 1)
            if apart > 2:
                return Fraction(1)
        return min(Fraction(1), chance * ((2 * points + 1) ** 2 if apart else 1))

    def count(self, event: Mapping[str, Any], center: Fraction) -> tuple[int, int]:
        """Return the least and the greatest number of draws in which the event occurred.

        The two are equal unless a grid is declared.
        """
        on, relation = event["on"], event["relation"]
        if on == "all":
            count = 0 if self.grid else self._equal(tuple(map(Fraction, event["at"])))
            return count, self.n if self.grid else count
        at = Fraction(event["at"])
        if not self.grid or (relation in ("multiple", "off") and self.grid <= FINE * at):
            count = self._count(on, relation, at, center)
            return count, count
        if relation in ("ge", "le"):
            width = len(self.columns) or len(self.rows[0][0])
            moved = self.grid / 2 * (width if on in ("sum", "abs_sum", "norm") else 1)
            inner, outer = (at + moved, at - moved) if relation == "ge" else (at - moved, at + moved)
            return self._count(on, relation, inner, center), self._count(on, relation, outer, center)
        return 0, self._count(on, relation, at, center) if relation == "eq" else self.n

    def _equal(self, outcome: Outcome) -> int:
        """Return how many draws are this list of numbers."""
        if not self.columns:
            return sum(c for o, c in self.rows if o == outcome)
        same = np.full(self.n, all(map(_is_double, outcome)))
        for column, number in zip(self.columns, outcome, strict=True):
            same &= column == float(number)
        return int(np.count_nonzero(same))

    def _count(self, on: str, relation: str, at: Fraction, center: Fraction) -> int:
        if not self.columns or len(self.columns) > 2 or (on == "product" and at) or (on == "abs"
                and not _is_double(center)) or (relation in ("multiple", "off") and not _is_double(at)):
            return sum(c for v, c in self._observed(on, center) if happens(relation, at, v))
        head, rest = self._statistic(on, center)
        if relation == "multiple":
            return int(np.count_nonzero((np.fmod(head, float(at)) == 0) & (rest == 0)))
        if relation == "off":
            steps = head / float(at)
            return int(np.count_nonzero(np.abs(steps - np.rint(steps)) > 2.0**-20))
        side = _side(head, rest, at)
        return int(np.count_nonzero(side >= 0 if relation == "ge" else side <= 0 if relation == "le" else side == 0))

    def _observed(self, on: str, center: Fraction) -> list[tuple[Fraction, int]]:
        """Return the statistic of every outcome, which many events share."""
        if (on, center) not in self._known:
            self._known[on, center] = [(observe(on, o, center), c) for o, c in self.exact]
        return self._known[on, center]

    @cached_property
    def _known(self) -> dict[tuple[str, Fraction], list[tuple[Fraction, int]]]:
        return {}

    def _statistic(self, on: str, center: Fraction) -> tuple[Column, Column]:
        """Return the statistic as an unevaluated sum: the nearest double and what was rounded off, exactly."""
        x = self.columns[0]
        zero = np.zeros_like(x)
        if on in ("x", "abs_x"):
            return (x if on == "x" else np.abs(x)), zero
        if on == "abs":
            return _absolute(*_two_sum(x, np.full_like(x, -float(center))))
        y = self.columns[1]
        if on in ("y", "abs_y"):
            return (y if on == "y" else np.abs(y)), zero
        if on == "product":
            return np.sign(x) * np.sign(y), zero
        if on == "norm":
            return _two_sum(np.abs(x), np.abs(y))
        total = _two_sum(x, y)
        return total if on == "sum" else _absolute(*total)


def _is_double(q: Fraction) -> bool:
    return Fraction(float(q)) == q


def _two_sum(a: Column, b: Column) -> tuple[Column, Column]:
    """Return head and rest with a + b = head + rest exactly, head being the nearest double (Knuth's two-sum)."""
    head = a + b
    part = head - a
    return head, (a - (head - part)) + (b - part)


def _absolute(head: Column, rest: Column) -> tuple[Column, Column]:
    sign = np.where((head < 0) | ((head == 0) & (rest < 0)), -1.0, 1.0)
    return head * sign, rest * sign


def _side(head: Column, rest: Column, at: Fraction) -> npt.NDArray[np.int8]:
    """Return the sign of head + rest - at.

    Away from the doubles next to `at` the head decides, and there rationals do.
    """
    near = float(at)
    low = near if Fraction(near) <= at else math.nextafter(near, -math.inf)
    high = near if Fraction(near) >= at else math.nextafter(near, math.inf)
    side = np.where(head > high, 1, np.where(head < low, -1, 0)).astype(np.int8)
    close = np.flatnonzero((head >= low) & (head <= high))
    if not len(close):
        return side
    pairs, where = np.unique(np.column_stack((head[close], rest[close])), axis=0, return_inverse=True)
    decided = [_sign(Fraction(float(h)) + Fraction(float(r)) - at) for h, r in pairs]
    side[close] = np.array(decided, dtype=np.int8)[where.ravel()]
    return side


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def read(output: Mapping[str, Any], n: int, width: int, unit: Fraction,
        atoms: Sequence[Fraction] = ()) -> Batch | str:
    """Return the batch of a reply, or what is wrong with it.

    A draw has `width` numbers. `unit` is the scale against which a declared grid is measured. Draws must lie on the
    grid that is declared, which excuses them, or at `atoms` (the bounds of a mean, and their midpoint).
    """
    grid = Fraction(0)
    if "grid" in output:
        given = parse(output["grid"])
        if isinstance(given, str) or given.low != given.high or not 0 < given.low <= COARSEST * unit:
            return f"grid: a rational above 0 and at most {COARSEST * unit} (coarser is another law)"
        grid = given.low
    if isinstance(output.get("samples"), str):
        batch = _samples(output["samples"], n, width, grid)
    elif isinstance(output.get("counts"), list):
        batch = _counts(output["counts"], n, width, grid)
    else:
        return "expected samples or counts"
    if grid > EXCUSED * unit and isinstance(batch, Batch) and not _on_grid(batch, atoms):
        return f"grid: a draw is no multiple of {grid}, the grid that the reply declares"
    return batch


def _on_grid(batch: Batch, atoms: Sequence[Fraction]) -> bool:
    """Tell whether all draws lie on the batch's grid; a thousandth of it is allowed for rounding to doubles."""
    columns = batch.columns or [np.array([float(x) for x in column])
        for column in zip(*(o for o, _ in batch.rows), strict=True)]
    for column in columns:
        steps = column / float(batch.grid)
        if not np.isin(column[np.abs(steps - np.rint(steps)) > 2.0**-10], [float(a) for a in atoms]).all():
            return False
    return True


def _samples(text: str, n: int, width: int, grid: Fraction) -> Batch | str:
    if len(text) != 16 * n * width:
        return f"expected {n} draws of {16 * width} hexadecimal digits"
    values = doubles(text)
    if values is None:
        return "samples must be hexadecimal"
    if not np.isfinite(values).all():
        return f"a draw was {values[~np.isfinite(values)][0]}"
    return Batch(n, tuple(values[i::width] for i in range(width)), grid=grid)


def doubles(text: str) -> Column | None:
    """Return the doubles of concatenated bit patterns of 16 hexadecimal digits, or None when they are not such."""
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        return None
    if not text or len(text) != 2 * len(raw) or len(raw) % 8:  # spaces between the digits are read over
        return None
    return np.frombuffer(raw, dtype=">f8").astype(np.float64)


def _counts(rows: list[Any], n: int, width: int, grid: Fraction) -> Batch | str:
    table: dict[Outcome, int] = {}
    for row in rows:
        if not isinstance(row, list) or len(row) != 2 or not _is_count(row[1]):
            return "counts must be a list of [value, count]"
        given = row[0] if isinstance(row[0], list) else [row[0]]
        answers = [parse(v) for v in given]
        if len(given) != width or any(isinstance(a, str) for a in answers):
            return "counts: a value is not a rational"
        outcome = tuple(a.low for a in answers if not isinstance(a, str))
        table[outcome] = table.get(outcome, 0) + int(row[1])
    if sum(table.values()) != n:
        return f"the counts do not sum to {n}"
    return Batch(n, rows=tuple(sorted(table.items())), grid=grid)


def joined(batches: Sequence[Batch]) -> Batch:
    """Return several batches as one."""
    n, grid = sum(b.n for b in batches), max(b.grid for b in batches)
    if all(b.columns for b in batches):
        return Batch(n, tuple(np.concatenate(parts) for parts in zip(*(b.columns for b in batches), strict=True)),
            grid=grid)
    table: Counter[Outcome] = Counter()
    for batch in batches:
        table.update(dict(batch.rows) if batch.rows else Counter(o for o, _ in batch.exact))
    return Batch(n, rows=tuple(sorted(table.items())), grid=grid)


def _is_count(text: object) -> bool:
    return isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 19


def pack(values: list[float]) -> str:
    """Return doubles as a reply spells them."""
    return struct.pack(f">{len(values)}d", *values).hex()
