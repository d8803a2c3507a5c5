"""The `transcript` vectors that fill the grid of classes for records: one record of a run that is
asked before, at a class of numbers at which no other plan asks a record of the mechanism.

The rows are found by `python -m tests.lab.grid`, which looks at all other plans.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..classes import RECORD_BY_NAME
from ..kinds.transcript import make
from ..vectors import Vector
from .tables import rows

Draws = dict[str, Any]
ROWS: tuple[tuple[str, str, dict[str, str], tuple[Any, ...], Draws], ...] = rows(
    __file__, "at", "object number params data draws"
)
CATCHES = "catches a record that is kept in a shorter type, or moved into its range too late"


def written(cell: Any) -> Any:
    """Return lists for tuples, as vectors have them."""
    return [written(c) for c in cell] if isinstance(cell, tuple | list) else cell


def transcript_vectors() -> Iterator[Vector]:
    """Yield a vector for every row."""
    for object_, number, params, data, draws in ROWS:
        found = RECORD_BY_NAME[number]
        name = f"record-{number.replace(' ', '-').replace('^', '')}"
        outcomes = {label: written(d) for label, d in draws.items()}
        yield make(
            object_,
            params,
            written(data),
            outcomes,
            name,
            f"a record: {found.why}; {CATCHES}",
            found.flags,
        )
