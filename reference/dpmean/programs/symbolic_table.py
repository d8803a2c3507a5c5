"""A table that remembers its answers: runs of one program ask the same of their records again and again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .table import Column, Table

MOST = 1 << 16  # answers of one table


class RememberedColumn:
    """Counts by their bound."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.values: Any = getattr(column, "values", ())
        self._counts: dict[int, int] = {}

    def at_most(self, top: int) -> int:
        """See Column."""
        if top not in self._counts:
            self._counts[top] = self.column.at_most(top)
        return self._counts[top]


class Remembered:
    """See Table."""

    def __init__(self, table: Table) -> None:
        self.table, self.n, self.d = table, table.n, table.d
        self._known: dict[Any, Any] = {}

    def _once(self, key: Any, make: Any) -> Any:
        if key not in self._known:
            if len(self._known) > MOST:
                self._known.clear()
            self._known[key] = make()
        return self._known[key]

    def column(self, j: int) -> Column:
        """See Table."""
        return self._once(("column", j), lambda: RememberedColumn(self.table.column(j)))

    def squared_norms(self) -> Column:
        """See Table."""
        return self._once("norms", lambda: RememberedColumn(self.table.squared_norms()))

    def rotated(self, signs: Sequence[int]) -> Table:
        """See Table."""
        return self._once(("rotated", *signs), lambda: Remembered(self.table.rotated(signs)))

    def minus(self, center: Sequence[int]) -> Table:
        """See Table."""
        return self._once(("minus", *center), lambda: Remembered(self.table.minus(center)))

    def within(self, low: int, high: int) -> Table:
        """See Table."""
        return self._once(("within", low, high), lambda: Remembered(self.table.within(low, high)))

    def clipped_sum(self, squared: Fraction, steps: int) -> list[int]:
        """See Table."""
        return self._once(("sum", squared, steps), lambda: self.table.clipped_sum(squared, steps))

    def shown(self) -> list[list[Fraction]] | None:
        """See Table."""
        return self._once("shown", self.table.shown)


def remembered(table: Table) -> Table:
    """The same table, which remembers."""
    return table if isinstance(table, Remembered) else Remembered(table)
