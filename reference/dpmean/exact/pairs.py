"""Columns of certified real numbers: how they are made, stored and read. Their arithmetic is that
of `doubles.py`.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ..errors import Undecided
from . import errorfree, radii
from .enclosure import CAP, interval
from .errorfree import Column
from .radii import Radius
from .reals import Number, Real

LIMIT = 2.0**990  # of all that is computed; beyond it a row is unknown
LEAST = -1074  # every double is a multiple of 2^-1074


class Pairs:
    """A column of real numbers v with |v - (hi + lo)| <= rad, exactly, in every row.

    `hi`, and `lo` unless it is None, which stands for zeros, have one entry for each row, or a
    single one for all; `rad` has as many, or is a float for all. |lo| is at most half an ulp of hi.
    A row with an infinite radius is unknown. The arrays are never changed, and columns may share
    them.
    """

    # |hi| <= _top; hi and lo are multiples of 2^_grid; rad <= _reach
    __slots__ = ("_grid", "_reach", "_top", "count", "hi", "lo", "rad")
    hi: Column
    lo: Column | None
    rad: Radius
    count: int
    _top: float
    _grid: int
    _reach: float

    def __init__(self, hi: Column, lo: Column | None = None, rad: Radius = 0.0) -> None:
        """Takes any doubles, normalised or not; a row is unknown where one is not finite, too
        large, or rad < 0.
        """
        with np.errstate(all="ignore"):
            hi = np.array(hi, np.float64, ndmin=1)
            low = np.zeros_like(hi) if lo is None else np.array(lo, np.float64, ndmin=1)
            radius = np.broadcast_to(np.asarray(rad, np.float64), hi.shape)
            known = (
                (np.abs(hi) <= LIMIT) & (np.abs(low) <= LIMIT) & (radius >= 0) & (radius <= LIMIT)
            )
            hi, low = np.where(known, hi, 0.0), np.where(known, low, 0.0)
        self.count = len(hi)
        self.lo = None
        if lo is not None:
            self.lo, self.hi, x, y = (np.empty_like(hi) for _ in range(4))
            errorfree.sums((hi, None), (low, None), False, self.hi, self.lo, x, y)
        else:
            self.hi = hi
        radius = np.where(known, radius, math.inf)
        uniform = len(radius) == 1 or (np.ndim(rad) == 0 and len(radius) > 0 and bool(known.all()))
        self.rad = float(radius[0]) if uniform else radius
        self._top, self._grid, self._reach = measures(self.hi, self.lo, self.rad)

    @classmethod
    def _made(
        cls,
        hi: Column,
        lo: Column | None,
        rad: Radius,
        count: int,
        top: float,
        grid: int,
        reach: float | None,
    ) -> Self:
        """Returns a column of arrays that are normalised, with bounds that are known; a reach of
        None is measured.
        """
        made = cls.__new__(cls)
        made.hi, made.lo, made.count = hi, lo, count
        made.rad = rad = rad if isinstance(rad, float) or len(rad) != 1 else float(rad[0])
        made._top, made._grid = top, max(grid, LEAST)
        made._reach = radii.largest(rad) if reach is None else reach
        if reach is None and not made._reach <= LIMIT:  # too large, or 0 times infinity
            made.rad = radii.lost_beyond(LIMIT, rad)
            made._reach = math.inf
        return made

    @classmethod
    def of_integers(cls, values: NDArray[np.int64]) -> Self:
        """Returns the integers themselves, with radius 0."""
        top = max(-int(values.min()), int(values.max())) if len(values) else 0
        if top <= 1 << 53:
            return cls._made(values.astype(np.float64), None, 0.0, len(values), float(top), 0, 0.0)
        # 2^32 of the upper half and the lower half are exact doubles, and the first is 0 or the
        # larger one
        upper, lower = (
            np.ldexp((values >> 32).astype(np.float64), 32),
            (values & 0xFFFFFFFF).astype(np.float64),
        )
        hi, x = np.empty_like(upper), np.empty_like(upper)
        errorfree.fast_two_sum(upper, lower, hi, lower, x)
        return cls._made(hi, lower, 0.0, len(values), float(top), 0, 0.0)

    @classmethod
    def of_words(cls, words: NDArray[np.uint64]) -> Self:
        """Returns the cells (w / 2^64, (w + 1) / 2^64): the centre (2 w + 1) / 2^65 is exact, and
        the radius is 2^-65.

        The leading 53 bits of w, over 2^53, are a double, 0 or at least 2^-53; (2 times the other
        11, and 1) / 2^65 is a smaller one.
        """
        upper = np.multiply((words >> 11).view(np.int64), 2.0**-53)
        lower = np.multiply((words & 2047).view(np.int64), 2.0**-64)
        np.add(lower, 2.0**-65, out=lower)
        hi, x = np.empty_like(upper), np.empty_like(upper)
        errorfree.fast_two_sum(upper, lower, hi, lower, x)
        return cls._made(hi, lower, 2.0**-65, len(words), 1.0, -65, 2.0**-65)

    @classmethod
    def constant(cls, x: Number | int, count: int) -> Self:
        """Returns the number x in `count` rows, of which one is stored: hi, lo are the nearest
        doubles to x and what remains.

        rad is 0 where x = hi + lo, and about 2^-107 |x| otherwise, or what an enclosure of x leaves
        open.
        """
        lower, upper = _enclosed(x) if isinstance(x, Real) else (Fraction(x), Fraction(x))
        middle = (lower + upper) / 2
        if abs(middle) > LIMIT or upper - middle > LIMIT:
            return cls._made(np.zeros(1), None, math.inf, count, 0.0, 0, math.inf)
        hi = float(middle)
        lo = float(middle - Fraction(hi))
        rad = radii.above(abs(middle - Fraction(hi) - Fraction(lo)) + (upper - lower) / 2)
        pair = np.array([hi]), np.array([lo]) if lo else None
        grid = min((_last_bit(part) for part in (hi, lo) if part), default=0)
        return cls._made(*pair, rad, count, abs(hi), grid, rad)

    def spread(self, count: int) -> Self:
        """Returns the number of a column with one row, in `count` rows."""
        return self._made(self.hi, self.lo, self.rad, count, self._top, self._grid, self._reach)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, rows: int | np.integer[Any] | slice | NDArray[Any]) -> Self:
        """Returns the rows of an index, a slice, an array of row numbers or of truth values, as a
        column.
        """
        if isinstance(rows, int | np.integer):
            rows = slice(int(rows), int(rows) + 1 or None)
        alone = len(self.hi) == 1 and self.count != 1
        hi = self.hi if alone else self.hi[rows]
        count = len(np.broadcast_to(self.hi, self.count)[rows]) if alone else len(hi)
        lo = self.lo if alone or self.lo is None else self.lo[rows]
        rad = self.rad if alone or isinstance(self.rad, float) else self.rad[rows]
        return self._made(hi, lo, rad, count, self._top, self._grid, self._reach)

    def exact_ends(self, i: int) -> tuple[Fraction, Fraction]:
        """Returns the ends of the interval of row i; raises `Undecided` where the row is
        unknown.
        """
        row = self[i]
        rad = row.rad if isinstance(row.rad, float) else float(row.rad[0])
        if not math.isfinite(rad):
            raise Undecided("undecided", "nothing is known of this row")
        middle = Fraction(float(row.hi[0])) + (
            Fraction(float(row.lo[0])) if row.lo is not None else 0
        )
        return middle - Fraction(rad), middle + Fraction(rad)

    def _measured(self) -> Self:
        """Returns the same column, with its bounds measured anew."""
        made = self._made(self.hi, self.lo, self.rad, self.count, 0.0, 0, 0.0)
        made._top, made._grid, made._reach = measures(self.hi, self.lo, self.rad)
        return made

    def _cleared(self, bad: NDArray[np.bool_], value: float = 0.0) -> Self:
        """Returns the column with `value`, exactly, in the rows `bad`."""
        lo = None if self.lo is None else np.where(bad, 0.0, self.lo)
        rad = np.where(bad, 0.0, self.rad)
        return self._made(
            np.where(bad, value, self.hi), lo, rad, self.count, 0.0, 0, 0.0
        )._measured()

    def _lost(self, bad: NDArray[np.bool_]) -> Self:
        """Returns the column with the rows `bad` unknown."""
        rad = np.where(bad, math.inf, self.rad)
        return self._made(self.hi, self.lo, rad, self.count, 0.0, 0, 0.0)._measured()


def measures(hi: Column, lo: Column | None, rad: Radius) -> tuple[float, int, float]:
    """Returns bounds of a column: |hi| <= the first, all parts are multiples of 2^the second, rad
    <= the third.
    """
    sizes = np.abs(hi)
    top, least = float(sizes.max()) if len(hi) else 0.0, _least(sizes)
    if lo is not None:
        least = min(least, _least(np.abs(lo, out=sizes)))
    return top, max(math.frexp(least)[1] - 53, LEAST) if least < math.inf else 0, radii.largest(rad)


def _least(sizes: Column) -> float:
    """Returns the least number of a column of numbers >= 0 that is not 0, or infinity.

    Doubles >= 0 have the order of their bits; the bits of 0, less 1, wrap around to the greatest.
    """
    bits = sizes.view(np.uint64) - np.uint64(1)
    least = bits.min(initial=np.iinfo(np.uint64).max, keepdims=True)
    return (
        math.inf if int(least[0]) >= 1 << 63 else float((least + np.uint64(1)).view(np.float64)[0])
    )


def _last_bit(x: float) -> int:
    """Returns the greatest k for which x, which is not 0, is a multiple of 2^k."""
    above, below = x.as_integer_ratio()
    return (above & -above).bit_length() - below.bit_length()


def _enclosed(x: Real) -> tuple[Fraction, Fraction]:
    """Returns the ends of an interval that contains x, of a relative width of at most 2^-110 where
    the precision cap allows.
    """
    bits, lower, upper = 192, -(Fraction(2) ** 1000), Fraction(2) ** 1000
    while bits <= CAP and upper - lower > max(abs(lower), abs(upper)) / (1 << 110):
        found = interval(x, bits)
        if found.lower <= found.upper:
            lower, upper = found.lower, found.upper
        bits *= 2
    return lower, upper
