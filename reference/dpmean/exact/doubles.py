"""Columns of certified real numbers, each the unevaluated sum of two doubles with an error radius.

For a program that runs on thousands of draws at a time: what a column decides is certain, and a row that it does not
decide is for exact arithmetic. `errorfree.py` computes the centres and proves how far they may be off, `radii.py`
the radii, and this file keeps away what their proofs exclude. An operation never gives a wrong row: where a number would be too large or too small for the proofs, the row
is unknown, with an infinite radius.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Undecided
from . import errorfree, radii
from .enclosure import CAP, interval
from .errorfree import CHUNK, Column, chunks
from .radii import ENLARGED as _ENLARGED
from .radii import TINY as _TINY
from .radii import Radius
from .reals import Number, Real

_LIMIT = 2.0**990  # of all that is computed; beyond it a row is unknown
_SMALL, _SMALLEST = -790, -900  # products of high parts, and high parts, of at least 2 to this power do not underflow
_NORMAL = 2.0**-780  # the least terms and results of a division
_LEAST = -1074  # every double is a multiple of 2^-1074


class Balls:
    """A column of real numbers v with |v - (hi + lo)| <= rad, exactly, in every row.

    `hi`, and `lo` unless it is None, which stands for zeros, have one entry for each row, or a single one for all; `rad`
    has as many, or is a float for all. hi is the double nearest to hi + lo. A row with an infinite radius is unknown. The
    arrays are never changed, and columns may share them.
    """

    # |hi| <= _top; hi and lo are multiples of 2^_grid; rad <= _reach
    __slots__ = ("_grid", "_reach", "_top", "count", "hi", "lo", "rad")
    __array_ufunc__ = None  # an array of NumPy leaves operations with a column to the column
    hi: Column
    lo: Column | None
    rad: Radius
    count: int
    _top: float
    _grid: int
    _reach: float

    def __init__(self, hi: Column, lo: Column | None = None, rad: Radius = 0.0) -> None:
        """Takes any doubles, normalised or not; a row is unknown where one is not finite, too large, or rad < 0."""
        with np.errstate(all="ignore"):
            hi = np.array(hi, np.float64, ndmin=1)
            low = np.zeros_like(hi) if lo is None else np.array(lo, np.float64, ndmin=1)
            radius = np.broadcast_to(np.asarray(rad, np.float64), hi.shape)
            known = (np.abs(hi) <= _LIMIT) & (np.abs(low) <= _LIMIT) & (radius >= 0) & (radius <= _LIMIT)
            hi, low = np.where(known, hi, 0.0), np.where(known, low, 0.0)
        self.count = len(hi)
        self.lo = None
        if lo is not None:
            self.lo, self.hi, x, y = (np.empty_like(hi) for _ in range(4))
            errorfree.sums((hi, None), (low, None), False, self.hi, self.lo, x, y)
        else:
            self.hi = hi
        self.rad = float(radius.flat[0]) if np.ndim(rad) == 0 and known.all() else np.where(known, radius, math.inf)
        self._top, self._grid, self._reach = _measures(self.hi, self.lo, self.rad)

    @classmethod
    def _made(cls, hi: Column, lo: Column | None, rad: Radius, count: int, top: float, grid: int, reach: float | None,
            ) -> Balls:
        """A column of arrays that are normalised, with bounds that are known; a reach of None is measured."""
        made = cls.__new__(cls)
        made.hi, made.lo, made.count = hi, lo, count
        made.rad = rad = rad if isinstance(rad, float) or len(rad) != 1 else float(rad[0])
        made._top, made._grid = top, max(grid, _LEAST)
        made._reach = radii.largest(rad) if reach is None else reach
        return made

    @classmethod
    def of_integers(cls, values: NDArray[np.int64]) -> Balls:
        """The integers themselves: radius 0."""
        top = max(-int(values.min()), int(values.max())) if len(values) else 0
        if top <= 1 << 53:
            return cls._made(values.astype(np.float64), None, 0.0, len(values), float(top), 0, 0.0)
        # 2^32 of the upper half and the lower half are exact doubles, and the first is 0 or the larger one
        upper, lower = np.ldexp((values >> 32).astype(np.float64), 32), (values & 0xFFFFFFFF).astype(np.float64)
        hi, x = np.empty_like(upper), np.empty_like(upper)
        errorfree.fast_two_sum(upper, lower, hi, lower, x)
        return cls._made(hi, lower, 0.0, len(values), float(top), 0, 0.0)

    @classmethod
    def of_words(cls, words: NDArray[np.uint64]) -> Balls:
        """The cells (w / 2^64, (w + 1) / 2^64): the centre (2 w + 1) / 2^65 is exact, and the radius is 2^-65.

        The leading 53 bits of w, over 2^53, are a double, 0 or at least 2^-53; (2 times the other 11, and 1) / 2^65 is a
        smaller one.
        """
        upper = np.multiply((words >> 11).view(np.int64), 2.0**-53)
        lower = np.multiply((words & 2047).view(np.int64), 2.0**-64)
        np.add(lower, 2.0**-65, out=lower)
        hi, x = np.empty_like(upper), np.empty_like(upper)
        errorfree.fast_two_sum(upper, lower, hi, lower, x)
        return cls._made(hi, lower, 2.0**-65, len(words), 1.0, -65, 2.0**-65)

    @classmethod
    def constant(cls, x: Number | int, count: int) -> Balls:
        """The number x in `count` rows, of which one is stored: hi, lo are the nearest doubles to x and what remains.

        rad is 0 where x = hi + lo, and about 2^-107 |x| otherwise, or what an enclosure of x leaves open.
        """
        lower, upper = _enclosed(x) if isinstance(x, Real) else (Fraction(x), Fraction(x))
        middle = (lower + upper) / 2
        if abs(middle) > _LIMIT or upper - middle > _LIMIT:
            return cls._made(np.zeros(1), None, math.inf, count, 0.0, 0, math.inf)
        hi = float(middle)
        lo = float(middle - Fraction(hi))
        rad = radii.above(abs(middle - Fraction(hi) - Fraction(lo)) + (upper - lower) / 2)
        pair = np.array([hi]), np.array([lo]) if lo else None
        top, grid, _ = _measures(*pair, rad)
        return cls._made(*pair, rad, count, top, grid, rad)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, rows: Any) -> Balls:
        """The rows of an index, a slice, an array of row numbers or of truth values, as a column."""
        if isinstance(rows, int | np.integer):
            rows = slice(int(rows), int(rows) + 1 or None)
        alone = len(self.hi) == 1 and self.count != 1
        hi = self.hi if alone else self.hi[rows]
        count = len(np.broadcast_to(self.hi, self.count)[rows]) if alone else len(hi)
        lo = self.lo if alone or self.lo is None else self.lo[rows]
        rad = self.rad if alone or isinstance(self.rad, float) else self.rad[rows]
        return Balls._made(hi, lo, rad, count, self._top, self._grid, self._reach)

    def exact_ends(self, i: int) -> tuple[Fraction, Fraction]:
        """The ends of the interval of row i; `Undecided` where the row is unknown."""
        row = self[i]
        rad = row.rad if isinstance(row.rad, float) else float(row.rad[0])
        if not math.isfinite(rad):
            raise Undecided("undecided", "nothing is known of this row")
        middle = Fraction(float(row.hi[0])) + (Fraction(float(row.lo[0])) if row.lo is not None else 0)
        return middle - Fraction(rad), middle + Fraction(rad)

    def sign(self) -> NDArray[np.int8]:
        """1 or -1 where that is certainly the sign, else 0.

        It is certain where |hi| > rad (1 + 2^-51), rounded, as |hi + lo| >= |hi| (1 - u); where |hi| < 2^-1021, lo = 0.
        """
        if isinstance(self.rad, float):
            above, below = self.hi > self.rad * (1 + 2.0**-51), self.hi < -self.rad * (1 + 2.0**-51)
        else:
            least = np.multiply(self.rad, 1 + 2.0**-51)
            above = self.hi > least
            below = self.hi < np.negative(least, out=least)
        signs = np.subtract(above.view(np.int8), below.view(np.int8))
        return signs if len(signs) == self.count else np.broadcast_to(signs, self.count)

    def __neg__(self) -> Balls:
        lo = None if self.lo is None else -self.lo
        return Balls._made(-self.hi, lo, self.rad, self.count, self._top, self._grid, self._reach)

    def __abs__(self) -> Balls:
        """||v| - |hi + lo|| <= rad, and the sign of hi is that of hi + lo."""
        lo = None if self.lo is None else self.lo * np.copysign(1.0, self.hi)
        return Balls._made(np.abs(self.hi), lo, self.rad, self.count, self._top, self._grid, self._reach)

    def times_power_of_two(self, k: int) -> Balls:
        """The numbers times 2^k: exact, unless the numbers become too large or too small."""
        if k == 0:
            return self
        known = self._grid if self._grid + k >= _LEAST else _measures(self.hi, self.lo, 0.0)[1]
        if abs(k) > 1000 or max(self._top, self._reach) > math.ldexp(_LIMIT, -k if k > 0 else 0) or known + k < _LEAST:
            return self._scaled_rows(k)
        factor = math.ldexp(1.0, k)
        lo = None if self.lo is None else self.lo * factor
        exact = isinstance(self.rad, float) and not self.rad
        rad = 0.0 if exact else self.rad * factor + (0.0 if k > 0 else _TINY)
        return Balls._made(self.hi * factor, lo, rad, self.count, self._top * factor, known + k, self._reach * factor
            + (0.0 if exact or k > 0 else _TINY))

    def _scaled_rows(self, k: int) -> Balls:
        """As `times_power_of_two`, row by row: an inexact row is off by less than 2^-1070 (at most 2^-1075 an operation).
        """
        k = max(-5000, min(k, 5000))  # as far as from the least double to beyond the greatest, and back
        with np.errstate(all="ignore"):
            lo = np.zeros_like(self.hi) if self.lo is None else self.lo
            hi_, lo_, rad = np.ldexp(self.hi, k), np.ldexp(lo, k), np.ldexp(self.rad, k)
            exact = (np.ldexp(hi_, -k) == self.hi) & (np.ldexp(lo_, -k) == lo)
            scaled = Balls(hi_, lo_, rad + np.where(exact & (np.ldexp(rad, -k) == self.rad), 0.0, 2.0**-1070))
        scaled.count = self.count
        return scaled

    def __add__(self, other: Any) -> Balls:
        return self._plus(other, negative=False)

    def __sub__(self, other: Any) -> Balls:
        return self._plus(other, negative=True)

    def __rsub__(self, other: Any) -> Balls:
        b = self._like(other)
        return NotImplemented if b is None else b - self

    __radd__ = __add__

    def _plus(self, other: Any, negative: bool) -> Balls:
        """a + b, or a - b: see `errorfree.sums` and `radii.of_sum`."""
        a, b = self, self._like(other)
        if b is None:
            return NotImplemented
        top, grid = (a._top + b._top) * _ENLARGED, min(a._grid, b._grid)
        if not max(top, a._reach + b._reach) <= _LIMIT:
            bad = ~(np.maximum(a._sizes(), b._sizes()) <= _LIMIT / 4)
            return a._cleared(bad)._plus(b._cleared(bad), negative)._lost(bad)
        hi, lo, exact = _empty(a, b), None, a.lo is None and b.lo is None
        if exact and top <= math.ldexp(1.0, min(53 + grid, 1000)):  # multiples of 2^grid, at most 2^53 of them: a double
            (np.subtract if negative else np.add)(a.hi, b.hi, out=hi)
        else:
            lo, (x, y) = np.empty_like(hi), np.empty((2, min(len(hi), CHUNK)))
            for i in chunks(len(hi)):
                m = i.stop - i.start
                errorfree.sums(_cut(a, i), _cut(b, i), negative, hi[i], lo[i], x[:m], y[:m])
        error = 0.0 if exact else errorfree.SUM * errorfree.UNIT
        rad = radii.of_sum(a.hi, b.hi, a.rad, b.rad, error, top)
        return Balls._made(hi, lo, rad, a.count, top, grid, None)

    def __mul__(self, other: Any) -> Balls:
        if (k := _power_of_two(other)) is not None:
            return self.times_power_of_two(k)
        a, b = self, self._like(other)
        if b is None:
            return NotImplemented
        if len(a.hi) == 1:
            a, b = b, a
        sizes = max(a._top, a._reach), max(b._top, b._reach)
        if not 4 * sizes[0] * sizes[1] <= _LIMIT or max(sizes) > _LIMIT:
            return a._times_rows(b)
        if a.lo is None and b.lo is None and a._grid + b._grid >= _LEAST and a._top * b._top * _ENLARGED <= math.ldexp(1.0,
                min(53 + a._grid + b._grid, 1000)):  # as in a sum
            hi = np.multiply(a.hi, b.hi, out=_empty(a, b))
            rad = radii.of_product(a.hi, b.hi, a.rad, b.rad, 0.0, a._top)
            return Balls._made(hi, None, rad, a.count, a._top * b._top * _ENLARGED, a._grid + b._grid, None)
        for _ in range(2):
            if min(a._grid, b._grid) >= _SMALLEST and a._grid + b._grid >= _SMALL:
                return a._times(b)
            a, b = a._measured(), b._measured()
        return a._times_rows(b)

    __rmul__ = __mul__

    def _times(self, b: Balls) -> Balls:
        """a b where nothing overflows or underflows: see `errorfree.products` and `radii.of_product`."""
        a, hi, lo = self, _empty(self, b), _empty(self, b)
        space = np.empty((6, min(len(hi), CHUNK)))
        whole = errorfree.parts_of(b.hi) if len(b.hi) == 1 else None
        for i in chunks(len(hi)):
            x, y, *halves = space[:, : i.stop - i.start]
            errorfree.split(a.hi[i], halves[0], halves[1])
            if whole is None:
                errorfree.split(b.hi[i], halves[2], halves[3])
            parts = (halves[0], halves[1]), whole or (halves[2], halves[3])
            errorfree.products(_cut(a, i), _cut(b, i), parts, hi[i], lo[i], x, y)
        error = 0.0 if a.lo is None and b.lo is None else errorfree.PRODUCT * errorfree.UNIT
        rad = radii.of_product(a.hi, b.hi, a.rad, b.rad, error, a._top)
        return Balls._made(hi, lo, rad, a.count, a._top * b._top * _ENLARGED, a._grid + b._grid, None)

    def _times_rows(self, b: Balls) -> Balls:
        """a b row by row: too large is unknown, and too small for the proof is 0 with the radius (|a| + ra) (|b| + rb)."""
        a = self
        with np.errstate(all="ignore"):
            x, y = np.abs(a.hi), np.abs(b.hi)
            bad = ~((4 * a._sizes() * b._sizes() <= _LIMIT) & (a._sizes() <= _LIMIT) & (b._sizes() <= _LIMIT))
            small = ~bad & (x > 0) & (y > 0)
            small &= (np.minimum(x, y) < 2.0**_SMALLEST) | (x * y < 2.0 ** (_SMALL + 1))
            around = ((x * _ENLARGED + a.rad) * (y * _ENLARGED + b.rad)) * _ENLARGED + _TINY
            product = a._cleared(bad | small)._times(b._cleared(bad | small))
        product.rad = np.where(small, around, product.rad)
        return product._lost(bad)

    def __truediv__(self, other: Any) -> Balls:
        if isinstance(other, int | Fraction):
            return self * (1 / Fraction(other))
        a, b = self, self._like(other)
        if b is None:
            return NotImplemented
        if len(b.hi) == 1 < len(a.hi):
            return a * (Balls.constant(1, b.count) / b)
        y = np.abs(b.hi)
        m = y if isinstance(b.rad, float) and not b.rad else y * (1 - 2.0**-51) - b.rad
        least, nearest = (float(m.min()), float(y.min())) if len(y) else (1.0, 1.0)
        sizes = a._top, b._top, a._reach, b._reach
        if least > 0 and nearest >= _NORMAL and max(sizes) <= _LIMIT:
            a = a if a._grid - math.frexp(b._top)[1] >= -779 and a._grid >= -780 else a._measured()
            top = a._top / nearest * _ENLARGED
            if top <= _LIMIT and (a._reach + top * b._reach) / least <= _LIMIT and (
                    a._grid - math.frexp(b._top)[1] >= -779 and a._grid >= -780):
                return a._over(b, m, top)
        return a._over_rows(b)

    def __rtruediv__(self, other: Any) -> Balls:
        b = self._like(other)
        return NotImplemented if b is None else b / self

    def _over(self, b: Balls, m: Column, top: float) -> Balls:
        """a / b where nothing overflows or underflows and |b| >= m > 0: `errorfree.quotients`, `radii.of_quotient`.

        A nonzero quotient q of high parts is at least 2^(grid of a) / top of b; what remains, r, is a multiple of the
        smaller of the grids of a and of q b, and r / b is a multiple of its own ulp, likewise.
        """
        a, hi, lo = self, _empty(self, b), _empty(self, b)
        space = np.empty((7, min(len(hi), CHUNK)))
        for i in chunks(len(hi)):
            errorfree.quotients(_cut(a, i), _cut(b, i), hi[i], lo[i], space[:, : i.stop - i.start])
        down = math.frexp(b._top)[1] + 54
        grid = min(a._grid, a._grid - down + b._grid) - down
        rad = radii.of_quotient(hi, m, a.rad, b.rad, errorfree.QUOTIENT * errorfree.UNIT)
        return Balls._made(hi, lo, rad, a.count, top, grid if grid > -1000 else _LEAST, None)

    def _over_rows(self, b: Balls) -> Balls:
        """a / b row by row: unknown where b may be 0, or a number is too large or too small for the proof."""
        a = self
        with np.errstate(all="ignore"):
            x, y = np.abs(a.hi), np.abs(b.hi)
            m = y * (1 - 2.0**-51) - b.rad
            q = x / y
            good = (m > 0) & (y >= _NORMAL) & (np.maximum(a._sizes(), b._sizes()) <= _LIMIT) & (q <= _LIMIT / 2)
            good &= ((x >= _NORMAL) & (q >= 2 * _NORMAL)) | (x == 0)
            good &= (a.rad + q * b.rad) / m <= _LIMIT / 2
        bad = ~good
        quotient = a._cleared(bad)._over(b._cleared(bad, 1.0), np.where(bad, 1.0, m), _LIMIT)
        return quotient._lost(bad)

    def floor(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The floors, and where they are certain: see `errorfree.floors`.

        Most rows need less: with the floor n of hi, it is certain where hi - n is not within rad + u top + 2^-52 of 0 or 1;
        the subtraction is off by 2^-54 at most.
        """
        if not self._top < 2.0**52:
            values, sure = errorfree.floors(self.hi, self.lo, self.rad)
        else:
            n = np.floor(self.hi)
            values = n.astype(np.int64)
            if self.lo is None and isinstance(self.rad, float) and not self.rad:
                sure = np.ones(len(values), np.bool_)
            else:
                d = np.subtract(self.hi, n, out=n)
                slack = (self.rad + (self._top * 2.0**-53 + 2.0**-52)) * _ENLARGED
                sure = d >= slack
                sure &= d <= 1 - slack
                if len(rest := np.flatnonzero(~sure)):
                    lo = None if self.lo is None else self.lo[rest]
                    rad = self.rad if isinstance(self.rad, float) else self.rad[rest]
                    values[rest], sure[rest] = errorfree.floors(self.hi[rest], lo, rad)
        return (values, sure) if len(values) == self.count else (
            np.broadcast_to(values, self.count), np.broadcast_to(sure, self.count))

    def _like(self, other: Any) -> Balls | None:
        """The other operand as a column; None for what is no number."""
        if isinstance(other, Balls):
            if other.count != self.count:
                raise ValueError("columns of different lengths")
            return other
        return Balls.constant(other, self.count) if isinstance(other, int | Fraction | Real) else None

    def _sizes(self) -> Column:
        """The larger of |hi| and rad, in each row."""
        return np.maximum(np.abs(self.hi), self.rad)

    def _measured(self) -> Balls:
        """The same column, with its bounds measured anew."""
        made = Balls._made(self.hi, self.lo, self.rad, self.count, 0.0, 0, 0.0)
        made._top, made._grid, made._reach = _measures(self.hi, self.lo, self.rad)
        return made

    def _cleared(self, bad: NDArray[np.bool_], value: float = 0.0) -> Balls:
        """The column with `value`, exactly, in the rows `bad`."""
        lo = None if self.lo is None else np.where(bad, 0.0, self.lo)
        rad = np.where(bad, 0.0, self.rad)
        return Balls._made(np.where(bad, value, self.hi), lo, rad, self.count, 0.0, 0, 0.0)._measured()

    def _lost(self, bad: NDArray[np.bool_]) -> Balls:
        """The column with the rows `bad` unknown."""
        rad = np.where(bad, math.inf, self.rad)
        return Balls._made(self.hi, self.lo, rad, self.count, 0.0, 0, 0.0)._measured()


def _cut(a: Balls, rows: slice) -> errorfree.Double:
    """The rows of a column as double-doubles; a single row stands for all."""
    return (a.hi, a.lo) if len(a.hi) == 1 else (a.hi[rows], None if a.lo is None else a.lo[rows])


def _empty(a: Balls, b: Balls) -> Column:
    """Room for the high or low parts of a result."""
    return np.empty(len(a.hi) if len(b.hi) == 1 else len(b.hi))


def _measures(hi: Column, lo: Column | None, rad: Radius) -> tuple[float, int, float]:
    """Bounds of a column: |hi| <= the first, all parts are multiples of 2^the second, rad <= the third."""
    sizes = np.abs(hi)
    top = float(sizes.max()) if len(hi) else 0.0
    least = float(sizes.min(where=sizes > 0, initial=math.inf))
    if lo is not None:
        np.abs(lo, out=sizes)
        least = min(least, float(sizes.min(where=sizes > 0, initial=math.inf)))
    return top, max(math.frexp(least)[1] - 53, _LEAST) if least < math.inf else 0, radii.largest(rad)


def _power_of_two(x: Any) -> int | None:
    """The k of a rational 2^k; None for anything else."""
    if not isinstance(x, int | Fraction) or x <= 0:
        return None
    above, below = x.numerator, x.denominator
    return None if above & (above - 1) or below & (below - 1) else above.bit_length() - below.bit_length()


def _enclosed(x: Real) -> tuple[Fraction, Fraction]:
    """The ends of an interval that contains x, of a relative width of at most 2^-110 where the precision cap allows."""
    bits, lower, upper = 192, -Fraction(2) ** 1000, Fraction(2) ** 1000
    while bits <= CAP and upper - lower > max(abs(lower), abs(upper)) / (1 << 110):
        found = interval(x, bits)
        if found.lower <= found.upper:
            lower, upper = found.lower, found.upper
        bits *= 2
    return lower, upper
