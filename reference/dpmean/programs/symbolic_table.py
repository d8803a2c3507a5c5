"""A table that remembers its answers: the runs of one program ask the same questions of their
records again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any

from .table import Column, Table

MOST = 1 << 16  # answers of one table


class RememberedColumn:
    """A column that remembers how many of its integers are at most each bound that was asked
    for.
    """

    def __init__(self, column: Column) -> None:
        self.column = column
        self.values: Any = getattr(column, "values", ())
        self._counts: dict[int, int] = {}

    def at_most(self, top: int) -> int:
        """Returns how many of the integers are at most `top`."""
        if top not in self._counts:
            self._counts[top] = self.column.at_most(top)
        return self._counts[top]


class Remembered:
    """A table that computes each answer once, and otherwise answers what the table that it is made
    of answers.
    """

    def __init__(self, table: Table) -> None:
        self.table, self.n, self.d = table, table.n, table.d
        self._known: dict[Any, Any] = {}

    def _once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in self._known:
            if len(self._known) > MOST:
                self._known.clear()
            self._known[key] = make()
        return self._known[key]

    def column(self, j: int) -> Column:
        """Returns coordinate j of every record, j = 0, ..., d - 1."""
        return self._once(("column", j), lambda: RememberedColumn(self.table.column(j)))

    def squared_norms(self) -> Column:
        """Returns the squared norm of every record."""
        return self._once("norms", lambda: RememberedColumn(self.table.squared_norms()))

    def rotated(self, signs: Sequence[int]) -> Table:
        """Returns the table of H D x for every record x, padded with zeros to the number of the
        signs.
        """
        return self._once(("rotated", *signs), lambda: Remembered(self.table.rotated(signs)))

    def minus(self, center: Sequence[int]) -> Table:
        """Returns the table of x - center for every record x."""
        return self._once(("minus", *center), lambda: Remembered(self.table.minus(center)))

    def within(self, low: int, high: int) -> Table:
        """Returns the table with every coordinate moved into [low, high]."""
        return self._once(("within", low, high), lambda: Remembered(self.table.within(low, high)))

    def clipped_sum(self, squared: Fraction, steps: int) -> list[int]:
        """Returns the sum of the clipped records, in units of 1/steps."""
        return self._once(("sum", squared, steps), lambda: self.table.clipped_sum(squared, steps))

    def shown(self) -> list[list[Fraction]] | None:
        """Returns the records for a transcript, or None if they are too many to be looked at."""
        return self._once("shown", self.table.shown)


def remembered(table: Table) -> Table:
    """Returns a table with the same answers that computes each of them once."""
    return table if isinstance(table, Remembered) else Remembered(table)
