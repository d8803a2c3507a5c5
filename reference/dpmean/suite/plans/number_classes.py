"""The `exact` vectors that fill the grid of classes: parameters of an object at a class of numbers
at which no other plan asks any of its quantities.

The rows are found by `python -m tests.lab.grid`, which looks at all other plans; each is a question
that is asked before, with one or several of its parameters at another class.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...catalogue.quantities import CATALOGUE
from ..classes import BY_NAME
from ..evaluate import make
from ..vectors import Vector
from .tables import rows

ROWS: tuple[tuple[str, str, tuple[str, ...], dict[str, str]], ...] = rows(
    __file__, "at", "name number parameters params"
)
CATCHES = "catches a number that is kept in a shorter type or rounded"


def small(params: dict[str, str]) -> tuple[str, ...]:
    """Return the flag of a small epsilon, where there is one."""
    epsilon = Fraction(params.get("epsilon", "1")) / Fraction(params.get("sensitivity", "1"))
    return ("SmallEpsilon",) if epsilon <= Fraction(1, 100) else ()


def exact_vectors() -> Iterator[Vector]:
    """Yield a vector for every row."""
    for name, number, parameters, params in ROWS:
        found = BY_NAME[number]
        why = f"{' and '.join(parameters)}: {found.why}; {CATCHES}"
        yield make(CATALOGUE[name], params, why, (*found.flags, *small(params)))
