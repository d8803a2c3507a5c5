"""The true means that releases are compared with: of the records as given, and as the mechanism
reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...exact.numbers import datum
from ...programs.mechanism import Mechanism
from ...programs.records import clip_record
from ...programs.table import Table

GIVEN, READ = "given", "read"
MEANING = {
    GIVEN: "of the records as given",
    READ: "of the records as the mechanism reads them: clipped, completed, rounded",
}


@dataclass(frozen=True)
class Target:
    """A true mean, coordinate by coordinate, and which one it is: GIVEN or READ."""

    what: str
    mean: tuple[Fraction, ...]


def targets(mechanism: Mechanism, data: Any) -> list[Target]:
    """Return the true means, those that are equal once.

    Of the records as given the numbers count; what is missing, infinite or text has no part in the
    mean. The mechanism reads what its policies make of these and of the others (clipped, replaced,
    rounded to its lattice). There is no true mean for a mechanism that estimates a quantile, and
    none of no numbers.
    """
    if not mechanism.estimates_mean:
        return []
    given = None if isinstance(data, Table) else _means(_columns(mechanism, data))
    read = _read(mechanism, data)
    found = [
        Target(what, mean) for what, mean in ((GIVEN, given), (READ, read)) if mean is not None
    ]
    return found[:1] if len(found) == 2 and found[0].mean == found[1].mean else found


def _columns(mechanism: Any, data: Any) -> list[list[Fraction]]:
    rows = data if mechanism.vectors else [(x,) for x in data]
    dimension = mechanism.d if mechanism.vectors else 1
    return [
        [x for row in rows if isinstance(x := datum(row[j] if j < len(row) else None), Fraction)]
        for j in range(dimension)
    ]


def _means(columns: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...] | None:
    return tuple(sum(c, Fraction(0)) / len(c) for c in columns) if all(columns) else None


def _read(mechanism: Mechanism, data: Any) -> tuple[Fraction, ...] | None:
    """Return the mean of the records as the mechanism reads them, where it is known in the units of
    the data.
    """
    if mechanism.vectors:
        if not hasattr(mechanism, "u"):  # records in units of a bucket
            return None
        shown = mechanism.records(data)
        rows = shown.shown() if isinstance(shown, Table) else None
        return None if rows is None else _means(list(zip(*rows, strict=True)))
    exact = [datum(x) for x in mechanism.records(data)]
    if mechanism.public_bounds:
        exact = [None if x is None else clip_record(x, *mechanism.public_bounds) for x in exact]
    numbers = [x for x in exact if isinstance(x, Fraction)]
    return _means([numbers]) if len(numbers) == len(exact) else None
