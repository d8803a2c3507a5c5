"""Cells in a row, each with its mass: what a draw by inversion looks up."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from .numbers import MP, Number

Cell = TypeVar("Cell")


@dataclass(frozen=True)
class Table(Generic[Cell]):
    """Cells in their order with masses that need not add up to 1."""

    cells: tuple[Cell, ...]
    masses: tuple[Number, ...]

    @classmethod
    def of(cls, pairs: Iterable[tuple[Cell, Number]]) -> Table[Cell]:
        """Returns the table of these cells and masses."""
        cells, masses = zip(*pairs, strict=True)
        return cls(cells, masses)

    @cached_property
    def total(self) -> Number:
        """Returns the mass of all cells."""
        return MP.fsum(self.masses)

    @cached_property
    def _ends(self) -> list[Number]:
        ends, sum_ = [], MP.mpf(0)
        for mass in self.masses:
            sum_ += mass
            ends.append(sum_ / self.total)
        return ends

    def below(self, cell: int) -> Number:
        """Returns the share of the cells before the one at this place."""
        return self._ends[cell - 1] if cell else MP.mpf(0)

    def find(self, u: Number) -> tuple[Cell, Number]:
        """Returns the cell at u of (0, 1), and where in it u is: a number of [0, 1), uniform if u
        is.
        """
        place = min(bisect_right(self._ends, u), len(self.cells) - 1)
        low = self.below(place)
        return self.cells[place], (u - low) / (self._ends[place] - low)
