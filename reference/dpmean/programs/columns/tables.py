"""Tables of vectors in columns of releases: what is drawn (signs, centres) makes another table in every row.

`Records` is the table that the caller has, the same in all rows, until a release turns or moves it; `Moved` has one
table for each row, as one array. Both answer what `programs.table.Table` asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import numpy_table
from ..table import Table
from .arithmetic import Unfit
from .forms import Column
from .group import Group
from .values import MOST

UNSURE = 2.0**-48  # more than the relative error of five correctly rounded operations
Array = NDArray[np.int64]
_ONE = Fraction(1)


class Records:
    """The caller's table of records, the same in all rows of a group."""

    def __init__(self, table: Table) -> None:
        """`table` is read only: it is never changed."""
        self.table, self.n, self.d = table, table.n, table.d

    def column(self, j: int) -> Any:
        """Returns coordinate j of every record."""
        return self.table.column(j)

    def squared_norms(self) -> Any:
        """Returns the squared norm of every record."""
        return self.table.squared_norms()

    def within(self, low: int, high: int) -> Records:
        """Returns the table with every coordinate moved into [low, high]."""
        return Records(self.table.within(low, high))

    def rotated(self, signs: Sequence[Any]) -> Any:
        """Returns the table of H D x for every record x; another one in every row where signs are drawn."""
        group = _group(signs)
        return Records(self.table.rotated(signs)) if group is None else self._array(group).rotated(signs)

    def minus(self, center: Sequence[Any]) -> Any:
        """Returns the table of x - center for every record x; another one in every row where the centre is drawn."""
        group = _group(center)
        return Records(self.table.minus(center)) if group is None else self._array(group).minus(center)

    def clipped_sum(self, squared: Fraction, steps: int) -> list[int]:
        """Returns the sum of the clipped records, in units of 1/steps."""
        return self.table.clipped_sum(squared, steps)

    def shown(self) -> Any:
        """Returns the records, or None if they are too many to be looked at."""
        return self.table.shown()

    def _array(self, group: Group) -> Moved:
        if isinstance(self.table, numpy_table.Columns):
            return Moved(group, self.table.values.T[None].astype(np.int64), self.table.most)
        shown = self.table.shown()
        if shown is None:
            raise Unfit("a table of arrays")
        most = max((abs(int(v)) for row in shown for v in row), default=0)
        if most > MOST:
            raise Unfit("integers beyond 64 bits")
        rows = np.array([[int(v) for v in row] for row in shown], np.int64).reshape(1, self.n, self.d)
        return Moved(group, rows, most)


class Moved:
    """One table for each row of a group: `values[i, k, j]` is coordinate j of record k in row i."""

    def __init__(self, group: Group, values: Array, most: int) -> None:
        """`most` bounds every size; an array with one row stands for all rows."""
        if values.shape[1] * max(1, values.shape[2]) * most * most > MOST:
            raise Unfit("sums of squares beyond 64 bits")
        self.group, self.values, self.most = group, values, most
        self.n, self.d = values.shape[1:]
        if len(values) != 1:
            group.live.append(self)

    def narrow(self, rows: Any) -> None:
        """Keeps the tables of the rows that are given by their indices or by a mask."""
        self.values = self.values[rows]

    def column(self, j: int) -> _Counted:
        """Returns coordinate j of every record."""
        return _Counted(self.group, np.ascontiguousarray(self.values[:, :, j]))

    def squared_norms(self) -> _Counted:
        """Returns the squared norm of every record."""
        return _Counted(self.group, self._squares())

    def _squares(self) -> Array:
        return np.einsum("ikj,ikj->ik", self.values, self.values)

    def within(self, low: int, high: int) -> Moved:
        """Returns the table with every coordinate moved into [low, high]."""
        return Moved(self.group, np.clip(self.values, low, high), self.most)

    def rotated(self, signs: Sequence[Any]) -> Moved:
        """Returns the table of H D x for every record x, padded with zeros to the number of the signs."""
        columns = self._columns(signs)
        turned = np.zeros((len(columns), self.n, len(signs)), np.int64)
        np.multiply(self.values, columns[:, None, : self.d], out=turned[:, :, : self.d])
        half = 1
        while half < len(signs):
            blocks = turned.reshape(len(turned), self.n, len(signs) // (2 * half), 2, half)
            upper, lower = blocks[:, :, :, 0] + blocks[:, :, :, 1], blocks[:, :, :, 0] - blocks[:, :, :, 1]
            blocks[:, :, :, 0], blocks[:, :, :, 1] = upper, lower
            half *= 2
        return Moved(self.group, turned, self.most * self.d)

    def minus(self, center: Sequence[Any]) -> Moved:
        """Returns the table of x - center for every record x."""
        columns = self._columns(center)
        size = int(np.abs(columns).max(initial=0))
        return Moved(self.group, self.values - columns[:, None, :], self.most + size)

    def clipped_sum(self, squared: Fraction, steps: int) -> list[Any]:
        """Returns the forms of the sums of the clipped records, in units of 1/steps."""
        if self.n * self.most * steps > MOST:
            raise Unfit("sums beyond 64 bits")
        norms = self._squares()
        found = self.values * steps
        rows, places = np.nonzero(norms > min(squared.numerator // squared.denominator, MOST))
        if len(rows):
            found[rows, places] = _truncated(self.values[rows, places], norms[rows, places], squared, steps)
        sums = found.sum(axis=1)
        if len(sums) == 1:
            return [int(v) for v in sums[0]]
        return [self.group.whole(sums[:, j], _ONE) for j in range(self.d)]

    def shown(self) -> None:
        """Returns None: nobody looks at the steps of many releases."""
        return

    def _columns(self, numbers: Sequence[Any]) -> Array:
        found = np.empty((self.group.size, len(numbers)), np.int64)
        for j, v in enumerate(numbers):
            found[:, j] = self.group.integers(v)
        return found


class _Counted:
    """A column of integers in every row."""

    def __init__(self, group: Group, values: Array) -> None:
        self.group, self.values = group, values
        if len(values) != 1:
            group.live.append(self)

    def narrow(self, rows: Any) -> None:
        self.values = self.values[rows]

    def at_most(self, top: Any) -> Any:
        """Returns the form of how many of the row's integers are at most the row's `top`."""
        tops = self.group.integers(top) if isinstance(top, Column) else np.array([top])
        return self.group.whole(np.count_nonzero(self.values <= tops[:, None], axis=1), _ONE)


def _truncated(values: Array, norms: Array, squared: Fraction, steps: int) -> Array:
    """Returns steps C/||x|| x for records outside, truncated toward zero: by doubles where they are certain."""
    size = np.abs(values)
    close = size * (np.sqrt(float(squared) / norms.astype(np.float64)) * steps)[:, None]
    floors = np.floor(close)
    margin = close * UNSURE
    sure = (close - floors > margin) & (floors + 1 - close > margin) & (close < 2.0**52) | (size == 0)
    found = np.where(sure, floors, 0).astype(np.int64)
    for i, j in zip(*np.nonzero(~sure), strict=True):
        found[i, j] = isqrt(squared.numerator * steps**2 * int(size[i, j]) ** 2
            // (squared.denominator * int(norms[i])))
    return np.sign(values) * found


def _group(numbers: Sequence[Any]) -> Any:
    """Returns the group of the first drawn number, or None where none is drawn."""
    return next((v.group for v in numbers if isinstance(v, Column)), None)
