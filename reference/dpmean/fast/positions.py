"""Where in its step a draw lies: cells of left + width V, V uniform on [0, 1), in bulk.

Steps are numbered from the centre: step 0 is [-c, c), step s >= 1 is [c + (s - 1) p, c + s p), step -s its mirror image, all in cells of the
output grid (the period p is a rational, c may be irrational). The outcome is floor(left + width V), or of points its lattice twin.

From 32 bits of V the position is known to lie in [x, x + slack) of fixed point, x rounded down; unless a cell ends there that is the cell, else
64 bits at a time are added to V and the position is evaluated exactly. So the cell is that of the real number left + width V.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ..enclosure import ceil, floor
from ..errors import InvalidInput
from ..reals import Number
from .stream import Stream, words

BITS = 32  # of V that are looked at first
MOST = 1 << 24  # cells in a step
Integers = NDArray[np.int64]


class Positions:
    """Cells of uniform positions in the steps first..last; `step(s)` is (left, width), exactly."""

    def __init__(self, step: Callable[[int], tuple[Number, Number]], period: Fraction, first: int, last: int) -> None:
        """`step(s + 1)` is `step(s)` moved by `period`, but at the centre."""
        self._step, self._first, self._last = step, first, last
        widest = max(ceil(step(s)[1]) for s in (-1, 0, 1))
        if widest > MOST:
            raise InvalidInput("out_of_range", f"grid: a step would have {widest} cells, at most {MOST} fit; take a coarser grid", argument="grid")
        self._total = 62 - widest.bit_length()  # bits below the unit of the fixed point
        unit = Fraction(1 << self._total)
        numbers = range(first, last + 1)
        lefts = _lefts(step, period, numbers, unit)
        self._base, self._low = (np.array(column, np.int64) for column in zip(*lefts, strict=True))
        scaled = {s: step(s)[1] * unit / (1 << BITS) for s in (0, 1)}
        self._centre, self._other = floor(scaled[0]), floor(scaled[1])
        # x + slack: one more for each rounding, the width once for the next V, and the width's own error 2^32 times
        inexact = max(ceil(scaled[s]) - floor(scaled[s]) for s in (0, 1))
        slack = 1 + max(map(ceil, scaled.values())) + (inexact << BITS)
        self._mask, self._limit = (1 << self._total) - 1, (1 << self._total) - slack
        self._flat = not self._low.any()
        self._known: dict[tuple[int, int], tuple[int, int, int, int, int]] = {}  # a few hundred steps are ever asked for

    def draw(self, stream: Stream, steps: NDArray[np.signedinteger]) -> Integers:
        """The cell of one uniform position in each step."""
        x = words(stream, len(steps), 4).astype(np.int64)
        v = x.copy()
        x *= np.where(steps == 0, self._centre, self._other)
        inside = (steps >= self._first) & (steps <= self._last)
        at = steps.astype(np.intp) - self._first if inside.all() else np.where(inside, steps, 0).astype(np.intp) - self._first
        if not self._flat:
            x += np.take(self._low, at, mode="clip")
        unsure = (x & self._mask) > self._limit
        out = np.take(self._base, at, mode="clip") + (x >> self._total)
        for i in np.flatnonzero(unsure | ~inside):
            out[i] = self._exact(stream, int(steps[i]), int(v[i]))
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
        """Left end and width of a step in fixed point, each rounded down and up, and the bits below the unit of left 2^bits + width V."""
        if (s, bits) not in self._known:
            left, width = self._step(s)
            extra = bits + 64
            scaled = [x * (1 << extra) for x in (left, width)]
            self._known[s, bits] = (floor(scaled[0]), ceil(scaled[0]), floor(scaled[1]), ceil(scaled[1]), extra + bits)
        return self._known[s, bits]


def _lefts(step: Callable[[int], tuple[Number, Number]], period: Fraction, numbers: range, unit: Fraction) -> list[tuple[int, int]]:
    """(cell, floor of the rest in fixed point) of every step's left end; computed once on each side where the period is whole."""
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
