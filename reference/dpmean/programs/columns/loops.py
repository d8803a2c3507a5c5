"""Loops that rows leave one after the other (`postprocess.some`): a group stays together until the
last has left.

What is drawn in a turn is drawn for all rows. The rows that have left do not use it, so that it is
no outcome of theirs: the exact interpreter, which runs each row's own turns, is not given it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...distributions.bulk.outcomes import Coordinate, Outcome


@dataclass
class Going:
    """Which rows of a group are still in the loop; None outside of loops."""

    rows: NDArray[np.bool_] | None = None

    def narrow(self, rows: Any) -> None:
        """Keeps some rows."""
        if self.rows is not None:
            self.rows = self.rows[rows]


@dataclass(frozen=True, eq=False)
class Turn:
    """The outcome of a draw in a loop, and which rows were still in it."""

    outcome: Outcome
    going: NDArray[np.bool_]

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Those of the outcome."""
        return self.outcome.coordinates

    @property
    def single(self) -> bool:
        """Whether a draw is a number and not a tuple."""
        return self.outcome.single

    def take(self, rows: Any) -> Turn:
        """Returns some of the rows."""
        return Turn(self.outcome.take(rows), self.going[rows])

    def row(self, i: int) -> Any:
        """Returns what row i has had, or None if it had left."""
        return self.outcome.row(i) if self.going[i] else None
