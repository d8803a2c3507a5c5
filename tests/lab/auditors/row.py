"""A row of the catalogue: a mechanism as a function of records, and the exact laws of its outputs
for one pair of neighbours.

Draws are on a grid of 2^-30 except where the row is about floating point, because the last bits of
doubles would refute everything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from dpmean.auditing.claims import claimed

from .limits import Limit, Masses, excess, growth, loss

Draws = npt.NDArray[np.float64]
Records = tuple[float, ...]
Mechanism = Callable[[Records, int, np.random.Generator], Draws]
Cells = Callable[[], tuple[Masses, Masses]]
GRID = 2.0**30


def on_grid(x: Draws) -> Draws:
    """Numbers rounded to multiples of 2^-30; 0 has no sign."""
    return np.rint(x * GRID) / GRID + 0.0


@dataclass(frozen=True)
class Row:
    """One mechanism, its claim, and the pair of neighbours on which it is looked at."""

    name: str
    mechanism: Mechanism
    cells: Cells
    claim: str = "epsilon=1"
    one: Records = (0.0,)
    other: Records = (1.0,)
    relation: str = "replace-one"
    law: str = ""  # the named law, where it has one
    size: int = 1  # records of the pairs that are searched
    endless: bool = (
        False  # whether the true epsilon is infinite though every cell has mass under both
    )

    def masses(self) -> tuple[Masses, Masses]:
        """The exact masses of cells under both data sets."""
        p, q = self.cells()
        return np.maximum(np.asarray(p, float), 0), np.maximum(np.asarray(q, float), 0)

    @property
    def level(self) -> tuple[float, float]:
        """The epsilon and delta that are claimed."""
        level = claimed(self.claim).levels(0)[0]
        return float(level.epsilon), float(level.delta)

    def limit(self) -> Limit:
        """The growth of the best test."""
        return growth(*self.masses(), *self.level)

    def truth(self) -> tuple[float, float]:
        """The true epsilon at delta = 0, and the true delta at the claimed epsilon."""
        p, q = self.masses()
        return inf if self.endless else loss(p, q), excess(p, q, self.level[0])

    def draw(self, side: int, count: int, random: np.random.Generator) -> Draws:
        """Releases for the first data set or the second."""
        return self.mechanism((self.one, self.other)[side], count, random)
