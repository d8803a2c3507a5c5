"""Where in its step a draw lies: cells of left + width V, V uniform on [0, 1), in bulk.

Steps are numbered from the centre: step 0 is [-c, c), step s >= 1 is [c + (s - 1) p, c + s p), step
-s its mirror image, all in cells of the output grid (the period p is a rational, c may be
irrational). The outcome is floor(left + width V), or of points its lattice version.

From 32 bits of V the position is known to lie in [x, x + slack) of fixed point, x rounded down;
unless a cell ends there that is the cell, else 64 bits at a time are added to V and the position is
evaluated exactly. So the cell is that of the real number left + width V.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ...errors import InvalidInput
from ...exact.enclosure import ceil, floor
from ...exact.reals import Number
from ...randomness.stream import Stream, words

BITS = 32  # of V that are looked at first
MOST = 1 << 24  # cells in a step
CHUNK = 1 << 14  # positions at once
REMEMBERED = 1 << 12  # steps whose ends are kept for the exact way
Integers = NDArray[np.int64]


class Positions:
    """Cells of uniform positions in the steps first..last; `step(s)` is (left, width), exactly."""

    def __init__(
        self, step: Callable[[int], tuple[Number, Number]], period: Fraction, first: int, last: int
    ) -> None:
        """`step(s + 1)` must be `step(s)` moved by `period`, except at the centre."""
        self._step, self._period, self._first, self._last = step, period, first, last
        widest = max(ceil(step(s)[1]) for s in (-1, 0, 1))
        if widest > MOST:
            raise InvalidInput(
                "out_of_range",
                f"grid: a step would have {widest} cells, at most {MOST} fit; take a coarser grid",
                argument="grid",
            )
        self._total = 62 - widest.bit_length()  # bits below the unit of the fixed point
        unit = Fraction(1 << self._total)
        numbers = range(first, last + 1)
        lefts = _lefts(step, period, numbers, unit)
        self._base, self._low = (np.array(column, np.int64) for column in zip(*lefts, strict=True))
        scaled = {s: step(s)[1] * unit / (1 << BITS) for s in (0, 1)}
        self._width = np.full(len(self._base), floor(scaled[1]), np.int64)
        self._width[-first] = floor(scaled[0])
        # slack: one for each rounding, the width once for the next V, and the width's own error
        # 2^32 times
        slack = {s: 1 + ceil(w) + ((ceil(w) - floor(w)) << BITS) for s, w in scaled.items()}
        self._mask = (1 << self._total) - 1
        self._limit, self._limit_at_0 = (
            (1 << self._total) - slack[1],
            (1 << self._total) - max(slack.values()),
        )
        self._flat = not self._low.any()
        self._known: dict[tuple[int, int], tuple[int, int, int, int, int]] = {}

    def draw(self, stream: Stream, steps: NDArray[np.signedinteger]) -> Integers:
        """Returns the cell of one uniform position in each step.

        The first bits of all positions are taken first, then what the open ones need.
        """
        out = np.empty(len(steps), np.int64)
        inside = not len(steps) or (self._first <= steps.min() and steps.max() <= self._last)
        # wrap is quicker where nothing is outside
        mode: Literal["wrap", "clip"] = "wrap" if inside else "clip"
        at_, x_, y_, unsure_ = (
            np.empty(CHUNK, np.intp),
            np.empty(CHUNK, np.int64),
            np.empty(CHUNK, np.int64),
            np.empty(CHUNK, np.bool_),
        )
        open_: list[tuple[int, int]] = []
        for start in range(0, len(steps), CHUNK):
            part, s = out[start : start + CHUNK], steps[start : start + CHUNK]
            at, x, y, unsure = at_[: len(s)], x_[: len(s)], y_[: len(s)], unsure_[: len(s)]
            v = words(stream, len(s), 4)
            np.subtract(s, self._first, out=at, dtype=np.intp)
            np.take(self._width, at, out=x, mode=mode)
            np.multiply(x, v, out=x)
            if not self._flat:
                np.take(self._low, at, out=y, mode=mode)
                x += y
            np.bitwise_and(x, self._mask, out=y)
            np.greater(y, self._limit, out=unsure)
            if self._limit_at_0 < self._limit:
                unsure |= (y > self._limit_at_0) & (s == 0)
            np.right_shift(x, self._total, out=x)
            np.take(self._base, at, out=part, mode=mode)
            part += x
            if not inside:
                unsure |= (s < self._first) | (s > self._last)
            open_ += [(start + i, int(v[i])) for i in np.flatnonzero(unsure).tolist()]
        for i, first_bits in open_:
            out[i] = self._exact(stream, int(steps[i]), first_bits)
        return out

    def _exact(self, stream: Stream, s: int, v: int) -> int:
        bits = BITS
        while True:
            least, most, narrow, wide, below = self._ends(s, bits)
            low = ((least << bits) + narrow * v) >> below
            high = -(-((most << bits) + wide * (v + 1)) >> below) - 1
            if low == high:
                return low
            v, bits = v << 64 | int(words(stream, 1, 8)[0]), bits + 64

    def _ends(self, s: int, bits: int) -> tuple[int, int, int, int, int]:
        """Returns the left end and the width of a step in fixed point, each rounded down and up.

        The last number is that of the bits below the unit of left 2^bits + width V.
        """
        side, extra = (
            ((s > 0) - (s < 0), bits + 64) if self._period.denominator == 1 else (s, bits + 64)
        )
        found = self._known.get((side, bits))
        if found is None:
            left, width = (x * (1 << extra) for x in self._step(side))
            found = (floor(left), ceil(left), floor(width), ceil(width), extra + bits)
            if len(self._known) < REMEMBERED:
                self._known[side, bits] = found
        least, most, narrow, wide, below = found
        moved = int((s - side) * self._period) << extra
        return least + moved, most + moved, narrow, wide, below


def _lefts(
    step: Callable[[int], tuple[Number, Number]], period: Fraction, numbers: range, unit: Fraction
) -> list[tuple[int, int]]:
    """Returns (cell, floor of the rest in fixed point) for the left end of every step.

    Where the period is whole, it is computed once on each side.
    """
    known: dict[int, tuple[int, int]] = {}

    def split(s: int) -> tuple[int, int]:
        left, _ = step(s)
        cell = floor(left)
        return cell, floor((left - cell) * unit)

    if period.denominator != 1:
        return [split(s) for s in numbers]
    known = {s: split(s) for s in (-1, 0, 1)}
    side = {s: (s > 0) - (s < 0) for s in numbers}
    return [(known[side[s]][0] + (s - side[s]) * int(period), known[side[s]][1]) for s in numbers]
