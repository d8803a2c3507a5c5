"""Integer vectors, one a record: what the mechanisms of this folder ask of their data, in exact integers of any size.

What may be put here: the arithmetic on whole data sets. `numpy_table.py` does the same on NumPy arrays, with the
same answers; a mechanism cannot tell them apart.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import isqrt
from typing import Any, Protocol, runtime_checkable

from ..errors import InvalidInput
from ..exact import rotation
from ..exact.numbers import datum


class Column(Protocol):
    """n integers, of which is asked how many are at most a number."""

    def at_most(self, top: int) -> int:
        """How many are at most `top`."""
        ...


@runtime_checkable
class Table(Protocol):
    """n integer vectors of dimension d. A table is never changed: what changes it makes another."""

    n: int
    d: int

    def column(self, j: int) -> Column:
        """Coordinate j of every record, j = 0, ..., d - 1."""
        ...

    def squared_norms(self) -> Column:
        """The squared norm of every record."""
        ...

    def rotated(self, signs: Sequence[int]) -> Table:
        """H D x for every record x, padded with zeros to the length of the signs, which is a power of two."""
        ...

    def minus(self, center: Sequence[int]) -> Table:
        """x - center for every record x."""
        ...

    def within(self, low: int, high: int) -> Table:
        """Every coordinate moved into [low, high]."""
        ...

    def clipped_sum(self, squared: Fraction, steps: int) -> list[int]:
        """The sum of the clipped records, in units of 1/steps: see `truncated`."""
        ...

    def shown(self) -> list[list[Fraction]] | None:
        """The records for a transcript; None: too many to be looked at."""
        ...


class Integers:
    """A column as a sorted list."""

    def __init__(self, values: Iterable[int]) -> None:
        """`values` in any order."""
        self.values = sorted(values)

    def at_most(self, top: int) -> int:
        """See Column."""
        return bisect_right(self.values, top)


def truncated(x: Sequence[int], squared: Fraction, steps: int) -> list[int]:
    """steps min{1, C/||x||} x, every coordinate truncated toward zero; C^2 = squared.

    A coordinate is an integer quotient under a root, so its floor is an integer root. No norm grows: ||result|| <=
    steps C, and a record inside is exact.
    """
    norm = sum(v * v for v in x)
    if norm <= squared:
        return [steps * v for v in x]
    top, bottom = squared.numerator * steps**2, squared.denominator * norm
    return [_signed(isqrt(top * v * v // bottom), v) for v in x]


def _signed(size: int, like: int) -> int:
    return -size if like < 0 else size


class Rows:
    """A table of Python's integers."""

    def __init__(self, rows: Sequence[Sequence[int]], d: int) -> None:
        """Every row has d integers."""
        self.rows, self.n, self.d = rows, len(rows), d

    def column(self, j: int) -> Integers:
        """See Table."""
        return Integers(row[j] for row in self.rows)

    def squared_norms(self) -> Integers:
        """See Table."""
        return Integers(sum(v * v for v in row) for row in self.rows)

    def rotated(self, signs: Sequence[int]) -> Rows:
        """See Table."""
        return Rows([rotation.rotate(row, signs) for row in self.rows], len(signs))

    def minus(self, center: Sequence[int]) -> Rows:
        """See Table."""
        return Rows([[v - c for v, c in zip(row, center, strict=True)] for row in self.rows], self.d)

    def within(self, low: int, high: int) -> Rows:
        """See Table."""
        return Rows([[max(low, min(v, high)) for v in row] for row in self.rows], self.d)

    def clipped(self, squared: Fraction, steps: int) -> list[list[int]]:
        """Every record clipped and truncated, in units of 1/steps."""
        return [truncated(row, squared, steps) for row in self.rows]

    def clipped_sum(self, squared: Fraction, steps: int) -> list[int]:
        """See Table."""
        return [sum(column) for column in zip(*self.clipped(squared, steps), strict=True)] or [0] * self.d

    def shown(self) -> list[list[Fraction]]:
        """See Table."""
        return [[Fraction(v) for v in row] for row in self.rows]


def read(data: Iterable[Any], n: int, d: int, low: int, high: int, bucket: Fraction | None = None) -> Rows:
    """The n records of d coordinates as integers of [low, high], in units of the bucket (1 for integers).

    The number of records and of coordinates is public: another one is refused. A coordinate is rounded to the nearest
    integer, ties to even, and moved into the range;
    a missing one counts as the integer of the range nearest to 0. No status depends on a value.
    """
    return Rows([[coordinate(v, low, high, bucket) for v in row] for row in rows_of(data, n, d)], d)


def taken(data: Table, n: int, d: int, low: int, high: int) -> Table:
    """A ready-made table, held to what is public: n, d, and the range of a coordinate."""
    if (data.n, data.d) != (n, d):
        raise InvalidInput("size_mismatch", f"data: {n} records of {d} coordinates", argument="n")
    return data.within(low, high)


def rows_of(data: Iterable[Any], n: int, d: int) -> list[list[Any]]:
    """n records of d cells each, or an error: both numbers are public.

    A record that is one missing cell is missing in every coordinate.
    """
    rows = [_cells(row, d) for row in data]
    if len(rows) != n:
        raise InvalidInput("size_mismatch", f"data: the number of records is not the public one, {n}", argument="n")
    if any(len(row) != d for row in rows):
        raise InvalidInput("size_mismatch", f"data: every record must have {d} coordinates", argument="d")
    return rows


def _cells(row: Any, d: int) -> list[Any]:
    if isinstance(row, Iterable) and not isinstance(row, str | bytes):
        with suppress(TypeError):  # an array without axes says that it can be iterated over
            return list(row)
    return [row] * (d if datum(row) is None else 1)


def coordinate(value: object, low: int, high: int, bucket: Fraction | None = None) -> int:
    """One coordinate: rounded, then moved into [low, high]."""
    exact = datum(value)
    if exact is None:
        return max(low, min(0, high))
    if isinstance(exact, str):
        return high if exact == "inf" else low
    return max(low, min(round(exact if bucket is None else exact / bucket), high))
