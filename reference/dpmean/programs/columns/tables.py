"""Tables of vectors in columns of releases: what is drawn (signs, centres) makes another table in
every row.

`Records` is the table that the caller has, the same in all rows, until a release turns or moves it;
`Moved` has one table for each row, as one array. Both answer what `programs.table.Table` asks.
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
from .roots import truncated, whole_limits
from .values import MOST

MANY = 64  # rows for each threshold, from which on sums are made threshold by threshold
MOST_SUMS = 1 << 14  # that are kept
SMALL = (1 << 31) - 1
CHUNK = 64  # rows that are turned at once, so that they stay in a cache
Array = NDArray[np.signedinteger[Any]]
_ONE = Fraction(1)


class Records:
    """The caller's table of records, the same in all rows of a group."""

    def __init__(self, table: Table) -> None:
        """`table` is read only: it is never changed."""
        self.table, self.n, self.d = table, table.n, table.d
        self._known: dict[
            tuple[int, int], list[int]
        ] = {}  # sums of clipped records, by the squared threshold

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
        """Returns the table of H D x for every record x; another one in every row where signs are
        drawn.
        """
        group = _group(signs)
        return (
            Records(self.table.rotated(signs))
            if group is None
            else self._array(group).rotated(signs)
        )

    def minus(self, center: Sequence[Any]) -> Any:
        """Returns the table of x - center for every record x; another one in every row where the
        centre is drawn.
        """
        group = _group(center)
        return (
            Records(self.table.minus(center)) if group is None else self._array(group).minus(center)
        )

    def clipped_sum(self, squared: Any, steps: int) -> list[Any]:
        """Returns the sum of the clipped records, in units of 1/steps; forms where the threshold is
        drawn.
        """
        if not isinstance(squared, Column):
            return self.table.clipped_sum(squared, steps)
        group: Any = squared.group
        values, places = np.unique(group.integers(squared), return_inverse=True)
        if len(values) > group.size // MANY:
            return self._array(group).clipped_sum(squared, steps)
        sums = [self._sums(int(v), steps) for v in values]
        return [
            group.whole(np.array([s[j] for s in sums], np.int64)[places], _ONE)
            for j in range(self.d)
        ]

    def _sums(self, squared: int, steps: int) -> list[int]:
        """Returns the sum of the clipped records for a number, which is kept."""
        if (squared, steps) not in self._known:
            if len(self._known) > MOST_SUMS:
                self._known.clear()
            self._known[squared, steps] = self.table.clipped_sum(Fraction(squared), steps)
        return self._known[squared, steps]

    def shown(self) -> Any:
        """Returns the records, or None if they are too many to be looked at."""
        return self.table.shown()

    def _array(self, group: Group) -> Moved:
        if isinstance(self.table, numpy_table.Columns):
            return Moved(group, self.table.values[None].astype(np.int64), self.table.most)
        shown = self.table.shown()
        if shown is None:
            raise Unfit("a table of arrays")
        most = max((abs(int(v)) for row in shown for v in row), default=0)
        if most > MOST:
            raise Unfit("integers beyond 64 bits")
        rows = np.array([[int(v) for v in row] for row in shown], np.int64).reshape(
            1, self.n, self.d
        )
        return Moved(group, rows.transpose(0, 2, 1), most)


class Moved:
    """One table for each row of a group: `values[i, j, k]` is coordinate j of record k in row i."""

    def __init__(self, group: Group, values: Array, most: int) -> None:
        """`most` bounds every size; an array with one row stands for all rows."""
        if values.shape[1] * most * most > MOST:
            raise Unfit("sums of squares beyond 64 bits")
        self.group, self.values, self.most = group, values, most
        self.d, self.n = values.shape[1:]
        if len(values) != 1:
            group.live.append(self)

    def narrow(self, rows: Any) -> None:
        """Keeps the tables of the rows that are given by their indices or by a mask."""
        self.values = self.values[rows]

    def column(self, j: int) -> _Counted:
        """Returns coordinate j of every record."""
        return _Counted(self.group, self.values[:, j])

    def squared_norms(self) -> _Counted:
        """Returns the squared norm of every record."""
        return _Counted(self.group, self._squares())

    def _squares(self) -> Array:
        values = (
            self.values
            if self.d * self.most**2 <= SMALL
            else self.values.astype(np.int64, copy=False)
        )
        return np.einsum("ijk,ijk->ik", values, values).astype(np.int64, copy=False)

    def within(self, low: int, high: int) -> Moved:
        """Returns the table with every coordinate moved into [low, high]."""
        return Moved(self.group, np.clip(self.values, low, high), self.most)

    def rotated(self, signs: Sequence[Any]) -> Moved:
        """Returns the table of H D x for every record x, padded with zeros to the number of the
        signs.
        """
        columns = self._columns(signs)[:, :, None]
        turned = np.zeros((len(columns), len(signs), self.n), _kind(self.most * self.d))
        for start in range(0, len(columns), CHUNK):
            part = turned[start : start + CHUNK]
            table = self.values if len(self.values) == 1 else self.values[start : start + CHUNK]
            np.multiply(
                table,
                columns[start : start + CHUNK, : self.d],
                out=part[:, : self.d],
                casting="unsafe",
            )
            half = 1
            while half < len(signs):
                blocks = part.reshape(len(part), len(signs) // (2 * half), 2, half, self.n)
                difference = blocks[:, :, 0] - blocks[:, :, 1]
                blocks[:, :, 0] += blocks[:, :, 1]
                blocks[:, :, 1] = difference
                half *= 2
        return Moved(self.group, turned, self.most * self.d)

    def minus(self, center: Sequence[Any]) -> Moved:
        """Returns the table of x - center for every record x; rows leave whose squares 64 bits
        would not hold.
        """
        columns = self._columns(center)
        sizes = np.abs(columns).max(axis=1, initial=0)
        columns = columns[self.group.keep(sizes <= isqrt(MOST // self.d) - self.most, few=True)]
        size = int(np.abs(columns).max(initial=0))
        kind = _kind(self.most + size)
        moved = np.subtract(self.values.astype(kind, copy=False), columns[:, :, None].astype(kind))
        return Moved(self.group, moved, self.most + size)

    def clipped_sum(self, squared: Any, steps: int) -> list[Any]:
        """Returns the forms of the sums of the clipped records, in units of 1/steps."""
        if self.n * self.most * steps > MOST:
            raise Unfit("sums beyond 64 bits")
        norms, values = self._squares(), self.values
        if isinstance(squared, Column):  # a threshold for each row
            above, below = self.group.integers(squared), 1
            values = np.broadcast_to(values, (self.group.size, self.d, self.n))
            norms = np.broadcast_to(norms, (self.group.size, self.n))
        else:
            above, below = np.array([squared.numerator], object), squared.denominator
        limits = whole_limits(above, below)
        sums = self.values.sum(axis=2, dtype=np.int64) * steps
        if len(sums) < len(values):
            sums = np.repeat(sums, len(values), axis=0)
        rows, places = np.nonzero(norms > limits[:, None])
        if len(rows):
            outside = values[rows, :, places].astype(np.int64)
            tops = above[rows] if len(above) > 1 else above
            clipped = truncated(outside, norms[rows, places], tops, below, steps)
            np.add.at(sums, rows, clipped - outside * steps)
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
        self.group, self.values = group, np.sort(values, axis=1)
        if len(values) != 1:
            group.live.append(self)

    def narrow(self, rows: Any) -> None:
        self.values = self.values[rows]

    def at_most(self, top: Any) -> Any:
        """Returns the form of how many of the row's integers are at most the row's `top`."""
        tops = (
            self.group.integers(top) if isinstance(top, Column) else np.full(len(self.values), top)
        )
        return self.group.whole(counts(self.values, tops), _ONE)


def counts(rising: Array, tops: Array) -> NDArray[np.int64]:
    """Returns how many integers of each row, in rising order, are at most the row's top: bisection
    of all rows.
    """
    rows, n = rising.shape[0] if len(rising) > 1 else len(tops), rising.shape[1]
    found = np.zeros(rows, np.int64)
    begins = np.arange(rows) * n - 1 if len(rising) > 1 else np.full(rows, -1)
    step = 1 << n.bit_length() - 1 if n else 0
    flat = rising.reshape(-1)
    while step:
        ahead = found + step
        found += step * ((ahead <= n) & (flat[begins + np.minimum(ahead, n)] <= tops))
        step >>= 1
    return found


def _kind(most: int) -> type[np.signedinteger[Any]]:
    """Returns the type of integers of at most that size, whose sums of two fit too."""
    return np.int32 if most <= SMALL // 2 else np.int64


def _group(numbers: Sequence[Any]) -> Any:
    """Returns the group of the first drawn number, or None where none is drawn."""
    return next((v.group for v in numbers if isinstance(v, Column)), None)
