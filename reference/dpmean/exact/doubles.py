"""Columns of certified real numbers, each the unevaluated sum of two doubles with an error radius.

For a program that runs on thousands of draws at a time: what a column decides is certain, and a row
that it does not decide is for exact arithmetic. `errorfree.py` computes the centres and proves how
far they may be off, `radii.py` the radii, and this file keeps away what their proofs exclude. An
operation never gives a wrong row: where a number would be too large or too small for the proofs,
the row is unknown, with an infinite radius.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import errorfree, radii
from .errorfree import Column, chunks
from .pairs import LEAST, LIMIT, Pairs, measures
from .radii import ENLARGED, TINY
from .reals import Number, Real

# products of high parts, and high parts, of at least 2 to this power do not underflow
SMALL, SMALLEST = (-790, -900)
NORMAL = 2.0**-780  # the least terms and results of a division


class Balls(Pairs):
    """A column of certified reals with the operations of a field; the other operand may be a
    rational number or a Real.

    Every row of a result contains the result for all numbers of the operands' rows. See `Pairs` for
    the fields.
    """

    __slots__ = ()
    __array_ufunc__ = None  # an array of NumPy leaves operations with a column to the column

    def sign(self) -> NDArray[np.int8]:
        """Returns 1 or -1 where that is certainly the sign of the number, and 0 elsewhere.

        It is certain where |hi| > rad (1 + 2^-51), rounded, as |hi + lo| >= |hi| (1 - u); where
        |hi| < 2^-1021, lo = 0.
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
        """Returns the absolute values: ||v| - |hi + lo|| <= rad, and the sign of hi is that of hi +
        lo.
        """
        lo = None if self.lo is None else self.lo * np.copysign(1.0, self.hi)
        return Balls._made(
            np.abs(self.hi), lo, self.rad, self.count, self._top, self._grid, self._reach
        )

    def times_power_of_two(self, k: int) -> Balls:
        """Returns the numbers times 2^k, exactly unless they become too large or too small."""
        if k == 0:
            return self
        known = self._grid if self._grid + k >= LEAST else measures(self.hi, self.lo, 0.0)[1]
        if (
            abs(k) > 1000
            or max(self._top, self._reach) > math.ldexp(LIMIT, -k if k > 0 else 0)
            or known + k < LEAST
        ):
            return self._scaled_rows(k)
        factor = math.ldexp(1.0, k)
        lo = None if self.lo is None else self.lo * factor
        exact = isinstance(self.rad, float) and not self.rad
        rad = 0.0 if exact else self.rad * factor + (0.0 if k > 0 else TINY)
        return Balls._made(
            self.hi * factor,
            lo,
            rad,
            self.count,
            self._top * factor,
            known + k,
            self._reach * factor + (0.0 if exact or k > 0 else TINY),
        )

    def _scaled_rows(self, k: int) -> Balls:
        """Returns the same as `times_power_of_two`, row by row.

        An inexact row is off by less than 2^-1070: by 2^-1075 an operation.
        """
        # as far as from the least double to beyond the greatest, and back
        k = max(-5000, min(k, 5000))
        with np.errstate(all="ignore"):
            lo = np.zeros_like(self.hi) if self.lo is None else self.lo
            hi_, lo_, rad = np.ldexp(self.hi, k), np.ldexp(lo, k), np.ldexp(self.rad, k)
            exact = (
                (np.ldexp(hi_, -k) == self.hi)
                & (np.ldexp(lo_, -k) == lo)
                & (np.ldexp(rad, -k) == self.rad)
            )
            scaled = Balls(hi_, lo_, np.where(exact, rad, (rad + 2.0**-1070) * ENLARGED))
        scaled.count = self.count
        return scaled

    def __add__(self, other: Balls | Number | int) -> Balls:
        return self._plus(other, negative=False)

    def __sub__(self, other: Balls | Number | int) -> Balls:
        return self._plus(other, negative=True)

    def __rsub__(self, other: Any) -> Balls:
        b = self._like(other)
        return NotImplemented if b is None else b - self

    __radd__ = __add__

    def _plus(self, other: Balls | Number | int, negative: bool) -> Balls:
        """Returns a + b, or a - b: see `errorfree.sums` and `radii.of_sum`."""
        a, b = self, self._like(other)
        if b is None:
            return NotImplemented
        top, grid = (a._top + b._top) * ENLARGED, min(a._grid, b._grid)
        if not top <= LIMIT:
            bad = ~(np.maximum(np.abs(a.hi), np.abs(b.hi)) <= LIMIT / 4)
            return a._cleared(bad)._plus(b._cleared(bad), negative)._lost(bad)
        hi, lo, error = _empty(a, b), None, 0.0
        if a.lo is None and b.lo is None and top <= math.ldexp(1.0, min(53 + grid, 1000)):
            # multiples of 2^grid, at most 2^53 of them: a double
            (np.subtract if negative else np.add)(a.hi, b.hi, out=hi)
        else:
            lo = np.empty_like(hi)
            for i in chunks(len(hi)):
                errorfree.sums(
                    _cut(a, i), _cut(b, i), negative, hi[i], lo[i], *errorfree.space(2, i)
                )
            error = (
                0.0
                if errorfree.exact_sum(a.lo, b.lo, top, grid)
                else errorfree.SUM * errorfree.UNIT
            )
        with np.errstate(over="ignore"):
            rad = radii.of_sum(a.hi, b.hi, a.rad, b.rad, error, top)
        return Balls._made(hi, lo, rad, a.count, top, grid, None)

    def __mul__(self, other: Balls | Number | int) -> Balls:
        if (k := _power_of_two(other)) is not None:
            return self.times_power_of_two(k)
        a, b = self, self._like(other)
        if b is None:
            return NotImplemented
        if len(a.hi) == 1:
            a, b = b, a
        if not max(a._top, b._top, a._top * b._top * ENLARGED) <= LIMIT:
            return a._times_rows(b)
        # as in a sum
        if (
            a.lo is None
            and b.lo is None
            and a._grid + b._grid >= LEAST
            and a._top * b._top * ENLARGED <= math.ldexp(1.0, min(53 + a._grid + b._grid, 1000))
        ):
            hi = np.multiply(a.hi, b.hi, out=_empty(a, b))
            return a._product(b, hi, None, 0.0)
        for _ in range(2):
            if min(a._grid, b._grid) >= SMALLEST and a._grid + b._grid >= SMALL:
                return a._times(b)
            a, b = a._measured(), b._measured()
        return a._times_rows(b)

    __rmul__ = __mul__

    def _times(self, b: Balls) -> Balls:
        """Returns a b where nothing overflows or underflows: see `errorfree.products` and
        `radii.of_product`.
        """
        a, hi, lo = self, _empty(self, b), _empty(self, b)
        whole = errorfree.parts_of(b.hi) if len(b.hi) == 1 else None
        for i in chunks(len(hi)):
            x, y, *halves = errorfree.space(6, i)
            errorfree.split(a.hi[i], halves[0], halves[1])
            if whole is None:
                errorfree.split(b.hi[i], halves[2], halves[3])
            parts = (halves[0], halves[1]), whole or (halves[2], halves[3])
            errorfree.products(_cut(a, i), _cut(b, i), parts, hi[i], lo[i], x, y)
        exact = errorfree.exact_product(a.lo, b.lo, a._top * b._top, a._grid + b._grid)
        return a._product(b, hi, lo, 0.0 if exact else errorfree.PRODUCT * errorfree.UNIT)

    def _product(self, b: Balls, hi: Column, lo: Column | None, error: float) -> Balls:
        """Returns the column of a b, given its centres; 0 times an infinite radius is no number,
        and becomes infinite.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            rad = radii.of_product(self.hi, b.hi, self.rad, b.rad, error, self._top)
        return Balls._made(
            hi, lo, rad, self.count, self._top * b._top * ENLARGED, self._grid + b._grid, None
        )

    def _times_rows(self, b: Balls) -> Balls:
        """Returns a b row by row.

        A row is unknown where it is too large, and 0 with radius (|a| + ra) (|b| + rb) where it is
        too small for the proof.
        """
        a = self
        with np.errstate(all="ignore"):
            x, y = np.abs(a.hi), np.abs(b.hi)
            bad = ~(np.maximum(np.maximum(x, y), x * y) <= LIMIT / 4)
            small = ~bad & (x > 0) & (y > 0)
            small &= (np.minimum(x, y) < 2.0**SMALLEST) | (x * y < 2.0 ** (SMALL + 1))
            around = (x * ENLARGED + a.rad) * (y * ENLARGED + b.rad) * ENLARGED + TINY
            product = a._cleared(bad | small)._times(b._cleared(bad | small))
        product.rad = np.where(small, around, product.rad)
        return product._lost(bad)

    def __truediv__(self, other: Balls | Number | int) -> Balls:
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
        if least > 0 and nearest >= NORMAL and max(a._top, b._top) <= LIMIT:
            a = a if a._grid - math.frexp(b._top)[1] >= -779 and a._grid >= -780 else a._measured()
            top = a._top / nearest * ENLARGED
            if top <= LIMIT and a._grid - math.frexp(b._top)[1] >= -779 and a._grid >= -780:
                return a._over(b, m, top)
        return a._over_rows(b)

    def __rtruediv__(self, other: Any) -> Balls:
        b = self._like(other)
        return NotImplemented if b is None else b / self

    def _over(self, b: Balls, m: Column, top: float) -> Balls:
        """Returns a / b where nothing overflows or underflows and |b| >= m > 0:
        `errorfree.quotients`, `radii.of_quotient`.

        A nonzero quotient q of high parts is at least 2^(grid of a) / top of b; what remains, r, is
        a multiple of the smaller of the grids of a and of q b, and r / b is a multiple of its own
        ulp, likewise.
        """
        a, hi, lo = self, _empty(self, b), _empty(self, b)
        for i in chunks(len(hi)):
            errorfree.quotients(_cut(a, i), _cut(b, i), hi[i], lo[i], errorfree.space(7, i))
        down = math.frexp(b._top)[1] + 54
        grid = min(a._grid, a._grid - down + b._grid) - down
        with np.errstate(over="ignore"):
            rad = radii.of_quotient(hi, m, a.rad, b.rad, errorfree.QUOTIENT * errorfree.UNIT)
        return Balls._made(hi, lo, rad, a.count, top, grid if grid > -1000 else LEAST, None)

    def _over_rows(self, b: Balls) -> Balls:
        """Returns a / b row by row: unknown where b may be 0, or a number is too large or too small
        for the proof.
        """
        a = self
        with np.errstate(all="ignore"):
            x, y = np.abs(a.hi), np.abs(b.hi)
            m = y * (1 - 2.0**-51) - b.rad
            q = x / y
            good = (m > 0) & (y >= NORMAL) & (np.maximum(x, y) <= LIMIT) & (q <= LIMIT / 2)
            good &= ((x >= NORMAL) & (q >= 2 * NORMAL)) | (x == 0)
        bad = ~good
        quotient = a._cleared(bad)._over(b._cleared(bad, 1.0), np.where(bad, 1.0, m), LIMIT)
        return quotient._lost(bad)

    def floor(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Returns the floors, and where they are certain: see `errorfree.floors`.

        Most rows need less: with the floor n of hi, it is certain where hi - n is not within rad +
        u top + 2^-52 of 0 or 1; the subtraction is off by 2^-54 at most.
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
                slack = (self.rad + (self._top * 2.0**-53 + 2.0**-52)) * ENLARGED
                sure = d >= slack
                sure &= d <= 1 - slack
                if len(rest := np.flatnonzero(~sure)):
                    lo = None if self.lo is None else self.lo[rest]
                    rad = self.rad if isinstance(self.rad, float) else self.rad[rest]
                    values[rest], sure[rest] = errorfree.floors(self.hi[rest], lo, rad)
        return (
            (values, sure)
            if len(values) == self.count
            else (np.broadcast_to(values, self.count), np.broadcast_to(sure, self.count))
        )

    def _like(self, other: Balls | Number | int) -> Balls | None:
        """Returns the other operand as a column; None for what is no number."""
        if isinstance(other, Balls):
            if other.count != self.count:
                raise ValueError("columns of different lengths")
            return other
        return (
            Balls.constant(other, self.count) if isinstance(other, int | Fraction | Real) else None
        )


def _cut(a: Balls, rows: slice) -> errorfree.Double:
    """Returns the rows of a column as double-doubles; a single row stands for all."""
    return (a.hi, a.lo) if len(a.hi) == 1 else (a.hi[rows], None if a.lo is None else a.lo[rows])


def _empty(a: Balls, b: Balls) -> Column:
    """Returns room for the high or low parts of a result."""
    return np.empty(len(a.hi) if len(b.hi) == 1 else len(b.hi))


def _power_of_two(x: Balls | Number | int) -> int | None:
    """Returns the k of a rational 2^k; None for anything else."""
    if not isinstance(x, int | Fraction) or x <= 0:
        return None
    above, below = x.numerator, x.denominator
    return (
        None
        if above & (above - 1) or below & (below - 1)
        else above.bit_length() - below.bit_length()
    )
