"""Tables of integer vectors on NumPy: the arithmetic of `table` on whole arrays, with the same
answers bit for bit.

There is no randomness in this file: the program, its draws and its tape are the same as on Python's
integers. Every operation checks beforehand that 64 bits hold all it computes, and refuses what they
do not hold; `fits` says so without trying.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np

from ..errors import InvalidInput

MOST = (1 << 62) - 1  # half of 63 bits: sums of two never wrap
SMALL = (1 << 30) - 1
UNSURE = 2.0**-48  # more than the relative error of five correctly rounded operations
Array = np.ndarray[Any, Any]


def _check(most: int) -> int:
    if most > MOST:
        raise InvalidInput(
            "out_of_range",
            "data: sums beyond 64 bits; take the slow path, or a smaller u",
            argument="u",
        )
    return most


class Integers:
    """A column of n integers in a NumPy array."""

    def __init__(self, values: Array) -> None:
        """`values` is an array of integers in any order."""
        self.values, self.kind = values, np.iinfo(values.dtype)

    def at_most(self, top: int) -> int:
        """Returns how many of the integers are at most `top`."""
        if hasattr(top, "among"):  # a number of each of many releases
            found: int = top.among(np.sort(self.values))
            return found
        if top < self.kind.min:
            return 0
        return int(np.count_nonzero(self.values <= self.values.dtype.type(min(top, self.kind.max))))


class Columns:
    """A table as an array of d rows and n columns: a coordinate of all records lies in one piece.

    `most` bounds the size of every coordinate. It is public: it comes from u and the steps that
    were taken, never from the data.
    """

    def __init__(self, values: Array, most: int) -> None:
        """`values[j, i]` is coordinate j of record i."""
        _check(most)
        self.values = values.astype(np.int32 if most <= SMALL else np.int64, copy=False)
        self.d, self.n = values.shape
        self.most = most

    @staticmethod
    def fits(n: int, d: int, u: int, steps: int = 1) -> bool:
        """Returns whether 64 bits hold everything that a shifted clipped mean computes.

        This means squared norms of up to d' (2 d u)^2, and sums of n clipped coordinates.
        """
        padded = 1 << (d - 1).bit_length()
        return padded * (2 * d * u) ** 2 <= MOST and n * steps * 2 * d * u * padded <= MOST

    def column(self, j: int) -> Integers:
        """Returns coordinate j of every record."""
        return Integers(self.values[j])

    def squared_norms(self) -> Integers:
        """Returns the squared norm of every record."""
        return Integers(self._squares())

    def _squares(self) -> Array:
        _check(self.d * self.most**2)
        total = np.zeros(self.n, np.int64)
        for row in self.values:
            wide = row.astype(np.int64)
            total += wide * wide
        return total

    def rotated(self, signs: Sequence[int]) -> Columns:
        """Returns the table of H D x for every record x, padded with zeros."""
        most = _check(self.d * self.most)
        turned = np.zeros((len(signs), self.n), np.int32 if most <= SMALL else np.int64)
        for j, row in enumerate(self.values):
            np.multiply(row, signs[j], out=turned[j], casting="unsafe")
        half = 1
        while half < len(signs):
            blocks = turned.reshape(len(signs) // (2 * half), 2, half, self.n)
            for block in blocks:
                difference = block[0] - block[1]
                block[0] += block[1]
                block[1] = difference
            half *= 2
        return Columns(turned, most)

    def minus(self, center: Sequence[int]) -> Columns:
        """Returns the table of x - center for every record x."""
        most = _check(self.most + max((abs(c) for c in center), default=0))
        kind = np.int32 if most <= SMALL else np.int64
        moved: Array = np.subtract(
            self.values.astype(kind, copy=False), np.array(center, kind)[:, None]
        )
        return Columns(moved, most)

    def within(self, low: int, high: int) -> Columns:
        """Returns the table with every coordinate moved into [low, high]; the same array where none
        is outside.
        """
        most = _check(max(abs(low), abs(high)))
        if not self.values.size or (self.values.min() >= low and self.values.max() <= high):
            return Columns(self.values, most)
        return Columns(np.clip(self.values.astype(np.int64), low, high), most)

    def clipped_sum(self, squared: Fraction, steps: int) -> list[int]:
        """Returns the sum of the clipped records, in units of 1/steps."""
        _check(self.n * self.most * steps)
        norms = self._squares()
        outside = norms > min(squared.numerator // squared.denominator, MOST)
        sums = [int(row[~outside].sum(dtype=np.int64)) * steps for row in self.values]
        if not outside.any():
            return sums
        far = norms[outside]
        ratios = np.sqrt(float(squared) / far.astype(np.float64)) * steps
        for j, row in enumerate(self.values):
            sums[j] += self._truncated(row[outside].astype(np.int64), far, ratios, squared, steps)
        return sums

    def _truncated(
        self, values: Array, norms: Array, ratios: Array, squared: Fraction, steps: int
    ) -> int:
        """Returns the sum of steps C/||x|| v, each term truncated toward zero.

        Doubles are used where they are certain of the floor, integer roots elsewhere.
        """
        size = np.abs(values)
        close = size * ratios
        floors = np.floor(close)
        margin = close * UNSURE
        sure = (close - floors > margin) & (floors + 1 - close > margin) & (close < 2.0**52)
        sure |= size == 0
        total = int((np.sign(values) * np.where(sure, floors, 0).astype(np.int64)).sum())
        for i in np.flatnonzero(~sure):
            root = isqrt(
                squared.numerator
                * steps**2
                * int(size[i]) ** 2
                // (squared.denominator * int(norms[i]))
            )
            total += root if values[i] > 0 else -root
        return total

    def shown(self) -> None:
        """Returns None: there are too many records to be looked at."""
        return


def from_rows(rows: Sequence[Sequence[int]], d: int, most: int) -> Columns:
    """Returns the table of rows of Python's integers as an array; `most` bounds their size."""
    _check(most)
    return Columns(np.array(rows, np.int64).reshape(len(rows), d).T.copy(), most)


def from_columns(columns: Sequence[Array], low: int, high: int) -> Columns:
    """Returns the table of columns of integers of any width, moved into [low, high]."""
    _check(max(abs(low), abs(high)))
    kind = np.int32 if max(abs(low), abs(high)) <= SMALL else np.int64
    found = np.empty((len(columns), len(columns[0])), kind)
    for j, column in enumerate(columns):
        top = np.iinfo(column.dtype).max
        # int64 holds the column and the range together; values of a column that it does not hold
        # are first moved to the end of its range
        wide = (
            np.minimum(column, np.uint64(np.iinfo(np.int64).max))
            if top > np.iinfo(np.int64).max
            else column
        )
        found[j] = np.clip(wide.astype(np.int64), low, high)
    return Columns(found, max(abs(low), abs(high)))
