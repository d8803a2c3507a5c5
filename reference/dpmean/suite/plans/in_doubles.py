"""The `exact` vectors that doubles hold, for implementations that read no fractions: they are asked
only these, so each quantity has some, and each class of numbers that has doubles.

The rows are found by `python -m tests.lab.grid --doubles`, which looks at all other plans; each is a
question that is asked before, rounded, with one or several of its parameters at a class.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue.quantities import CATALOGUE
from ..classes import BY_NAME
from ..evaluate import make
from ..vectors import Vector
from .number_classes import small
from .tables import rows

ROWS: tuple[tuple[str, str, tuple[str, ...], dict[str, str]], ...] = rows(
    __file__, "at", "name number parameters params"
)
CATCHES = "every number is a double, as implementations have them that read no fractions"


def exact_vectors() -> Iterator[Vector]:
    """Yield a vector for every row."""
    for name, number, parameters, params in ROWS:
        found = BY_NAME[number] if number else None
        why = f"{' and '.join(parameters)}: {found.why}; {CATCHES}" if found else CATCHES
        flags = (*(found.flags if found else ()), *small(params))
        yield make(CATALOGUE[name], params, why, flags)
