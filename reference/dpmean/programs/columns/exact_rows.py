"""Rows that columns leave open: `interpret.release`, with the outcomes and the first 64 bits that a
row has had.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...randomness.bits import Bits
from .. import interpret
from ..program import Program


@dataclass(frozen=True)
class Left:
    """Rows that left: their places in the lot, and the outcomes of their draws, in columns of as
    many rows.
    """

    rows: Any
    outcomes: Sequence[Any]


def decided(
    left: Left, program: Callable[[], Program], bits: Bits, grid: Fraction | None
) -> list[interpret.Output]:
    """Returns the output of every row that left."""
    found = []
    for place in range(len(left.rows)):
        begun = [had for outcome in left.outcomes if (had := outcome.row(place)) is not None]
        found.append(interpret.release(program(), bits, grid, begun=begun))
    return found


def gathered(
    lots: Sequence[Left], program: Callable[[], Program], bits: Bits, grid: Fraction | None
) -> tuple[Any, list[interpret.Output]]:
    """Returns the places of all rows that left, and their outputs."""
    rows = np.concatenate([left.rows for left in lots]) if lots else np.zeros(0, np.int64)
    return rows, [o for left in lots for o in decided(left, program, bits, grid)]
