"""Integer vectors, one for each record: what the means of vectors ask of their data.

The arithmetic here is on whole data sets, in exact integers of any size. `numpy_table.py` does the
same on NumPy arrays, with the same answers; a mechanism cannot tell them apart.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from math import isqrt
from typing import Any, Protocol, runtime_checkable

from ..errors import InvalidInput
from ..exact import rotation
from ..exact.numbers import datum


class Column(Protocol):
    """A column of n integers that can be counted."""

    def at_most(self, top: int) -> int:
        """Returns how many of the integers are at most `top`."""
        ...


@runtime_checkable
class Table(Protocol):
    """A table of n integer vectors of dimension d, which is never changed: every operation makes
    another.
    """

    n: int
    d: int

    def column(self, j: int) -> Column:
        """Returns coordinate j of every record, j = 0, ..., d - 1."""
        ...

    def squared_norms(self) -> Column:
        """Returns the squared norm of every record."""
        ...

    def rotated(self, signs: Sequence[int]) -> Table:
        """Returns the table of H D x for every record x, padded with zeros to the number of the
        signs.

        The number of the signs is a power of two.
        """
        ...

    def minus(self, center: Sequence[int]) -> Table:
        """Returns the table of x - center for every record x."""
        ...

    def within(self, low: int, high: int) -> Table:
        """Returns the table with every coordinate moved into [low, high]."""
        ...

    def clipped_sum(self, squared: Fraction, steps: int) -> list[int]:
        """Returns the sum of the clipped records, in units of 1/steps: see `truncated`."""
        ...

    def shown(self) -> list[list[Fraction]] | None:
        """Returns the records for a transcript, or None if they are too many to be looked at."""
        ...


def rows_of_numbers(rows: Sequence[Sequence[Any]], d: int) -> Table:
    """Returns the table of rows of d integers, which in columns of many releases may be numbers of
    each of them.
    """
    for number in chain.from_iterable(rows):
        if hasattr(number, "table"):
            found: Table = number.table(rows, d)
            return found
    return Rows(rows, d)


class Integers:
    """A column of n integers as a sorted list."""

    def __init__(self, values: Iterable[int]) -> None:
        """`values` are integers in any order."""
        self.values = sorted(values)

    def at_most(self, top: int) -> int:
        """Returns how many of the integers are at most `top`."""
        if hasattr(top, "among"):  # a number of each of many releases
            found: int = top.among(self.values)
            return found
        return bisect_right(self.values, top)


def truncated(x: Sequence[int], squared: Fraction | int, steps: int) -> list[int]:
    """Returns steps min{1, C/||x||} x with every coordinate truncated toward zero, where C^2 =
    squared.

    A coordinate is an integer quotient under a root, so its floor is an integer root. No norm
    grows: ||result|| <= steps C, and a record inside is exact.
    """
    for drawn in (*x, squared):
        if hasattr(drawn, "truncated"):  # numbers of each of many releases
            found: list[int] = drawn.truncated(x, squared, steps)
            return found
    norm = sum(v * v for v in x)
    if norm <= squared:
        return [steps * v for v in x]
    top, bottom = squared.numerator * steps**2, squared.denominator * norm
    return [_signed(isqrt(top * v * v // bottom), v) for v in x]


def _signed(size: int, like: int) -> int:
    return -size if like < 0 else size


class Rows:
    """A table of n integer vectors as lists of Python's integers."""

    def __init__(self, rows: Sequence[Sequence[int]], d: int) -> None:
        """`rows` has n sequences of d integers."""
        self.rows, self.n, self.d = rows, len(rows), d

    def column(self, j: int) -> Integers:
        """Returns coordinate j of every record."""
        return Integers(row[j] for row in self.rows)

    def squared_norms(self) -> Integers:
        """Returns the squared norm of every record."""
        return Integers(sum(v * v for v in row) for row in self.rows)

    def rotated(self, signs: Sequence[int]) -> Rows:
        """Returns the table of H D x for every record x, padded with zeros to the number of the
        signs.
        """
        return Rows([rotation.rotate(row, signs) for row in self.rows], len(signs))

    def minus(self, center: Sequence[int]) -> Rows:
        """Returns the table of x - center for every record x."""
        return Rows(
            [[v - c for v, c in zip(row, center, strict=True)] for row in self.rows], self.d
        )

    def within(self, low: int, high: int) -> Rows:
        """Returns the table with every coordinate moved into [low, high]."""
        return Rows([[max(low, min(v, high)) for v in row] for row in self.rows], self.d)

    def clipped(self, squared: Fraction, steps: int) -> list[list[int]]:
        """Returns every record clipped and truncated, in units of 1/steps: see `truncated`."""
        return [truncated(row, squared, steps) for row in self.rows]

    def clipped_sum(self, squared: Fraction, steps: int) -> list[int]:
        """Returns the sum of the clipped records, in units of 1/steps."""
        return [sum(column) for column in zip(*self.clipped(squared, steps), strict=True)] or [
            0
        ] * self.d

    def shown(self) -> list[list[Fraction]]:
        """Returns the records for a transcript."""
        return [[Fraction(v) for v in row] for row in self.rows]


def read(
    data: Iterable[Any], n: int, d: int, low: int, high: int, bucket: Fraction | None = None
) -> Rows:
    """Returns the n records of d coordinates as integers of [low, high], in units of the bucket (1
    for integers).

    The number of records and of coordinates is public: another one is refused. A coordinate is
    rounded to the nearest integer, ties to even, and moved into the range; a missing one counts as
    the integer of the range nearest to 0. Whether the data are accepted does not depend on a value.
    """
    return Rows([[coordinate(v, low, high, bucket) for v in row] for row in rows_of(data, n, d)], d)


def taken(data: Table, n: int, d: int, low: int, high: int) -> Table:
    """Returns a ready-made table after a check of n and d, with its coordinates moved into the
    range.
    """
    if (data.n, data.d) != (n, d):
        raise InvalidInput("size_mismatch", f"data: {n} records of {d} coordinates", argument="n")
    return data.within(low, high)


def rows_of(data: Iterable[Any], n: int, d: int) -> list[list[Any]]:
    """Returns n records of d cells each; any other number of either, both public, raises
    InvalidInput.

    A record that is one missing cell is missing in every coordinate.
    """
    rows = [_cells(row, d) for row in data]
    if len(rows) != n:
        raise InvalidInput(
            "size_mismatch", f"data: the number of records is not the public one, {n}", argument="n"
        )
    if any(len(row) != d for row in rows):
        raise InvalidInput(
            "size_mismatch", f"data: every record must have {d} coordinates", argument="d"
        )
    return rows


def _cells(row: Any, d: int) -> list[Any]:
    if isinstance(row, Iterable) and not isinstance(row, str | bytes):
        # an array without axes claims to be iterable, but raises TypeError
        with suppress(TypeError):
            return list(row)
    return [row] * (d if datum(row) is None else 1)


def coordinate(value: object, low: int, high: int, bucket: Fraction | None = None) -> int:
    """Returns one coordinate as an integer in units of the bucket: rounded, then moved into [low,
    high].
    """
    exact = datum(value)
    if exact is None:
        return max(low, min(0, high))
    if isinstance(exact, str):
        return high if exact == "inf" else low
    return max(low, min(round(exact if bucket is None else exact / bucket), high))
