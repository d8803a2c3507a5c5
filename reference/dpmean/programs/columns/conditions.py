"""Comparisons in columns: the signs of every row, and conditions on them.

A `Condition` splits the group of rows when the program asks for its truth, and selects row by row
in `postprocess.choose`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..program import Compare
from .forms import Group


class Signs:
    """The signs of a form minus a number, row by row, looked at when somebody asks."""

    def __init__(self, group: Group, request: Compare) -> None:
        """`request` has the form, the number and what 0 counts as."""
        self.group, self.request = group, request
        self.found: NDArray[np.int8] | None = None

    def column(self) -> NDArray[np.int8]:
        """Returns the signs of the rows of the group, from which undecided rows have been taken."""
        if self.found is None:
            self.found = self.group.signs(self.request)
            self.group.live.append(self)
        return self.found

    def narrow(self, rows: Any) -> None:
        """Keeps the signs of the rows that are given by their indices or by a mask."""
        if self.found is not None:
            self.found = self.found[rows]

    def _where(self, zero: object, *wanted: int) -> Condition:
        if zero != 0:
            raise TypeError("signs are compared with 0")
        return Condition(self, wanted)

    def __lt__(self, zero: int) -> Condition:
        return self._where(zero, -1)

    def __le__(self, zero: int) -> Condition:
        return self._where(zero, -1, 0)

    def __gt__(self, zero: int) -> Condition:
        return self._where(zero, 1)

    def __ge__(self, zero: int) -> Condition:
        return self._where(zero, 0, 1)

    def __eq__(self, zero: object) -> Any:
        return self._where(zero, 0)

    def __ne__(self, zero: object) -> Any:
        return self._where(zero, -1, 1)

    __hash__ = None  # type: ignore[assignment]


class Condition:
    """The condition that a sign is among the wanted ones; used as a truth value, it splits a group
    where rows differ.
    """

    def __init__(self, signs: Signs, wanted: tuple[int, ...]) -> None:
        """`wanted` are the signs that make the condition true."""
        self.signs, self.wanted = signs, wanted

    def column(self) -> NDArray[np.bool_]:
        """Returns the truth of each row."""
        found = self.signs.column()
        if len(self.wanted) == 1:
            return np.asarray(found == self.wanted[0])
        (other,) = {-1, 0, 1} - {*self.wanted}
        return np.asarray(found != other)

    def __bool__(self) -> bool:
        return bool(self.signs.group.decide(self.column))

    def some(self) -> bool:
        """Returns whether a loop with this condition goes on, which it does while it holds in a
        row.
        """
        return self.signs.group.some(self.column)

    def chosen(self, then: Any, otherwise: Any) -> Any:
        """Returns `then` in the rows where it is true, and `otherwise` in the others."""
        return self.signs.group.chosen(self.column, then, otherwise)
