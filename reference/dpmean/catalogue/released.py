"""`MECHANISM.mse` and `MECHANISM.bias` on given records: what a user of `dpmean value` may ask of a
release.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..errors import InvalidInput
from ..exact.enclosure import Interval
from ..exact.numbers import datum, rational
from ..exact.reals import Number, balanced_sum
from ..programs.law_of import law_of
from ..programs.moments import ABSENT, INFINITE
from .mechanisms import MECHANISMS, build

QUANTITIES = ("mse", "bias")
MEANING = {
    "mse": "E |output - target|^2 on these records, given that there is an answer; target: their "
    "mean, or as given",
    "bias": "E output - target on these records, given that there is an answer; target: their "
    "mean, or as given",
}
Value = Number | Interval | str


def asked(name: str, given: Mapping[str, object]) -> bool:
    """Returns whether a name is a quantity of a release on records."""
    mechanism, _, quantity = name.partition(".")
    return "data" in given and quantity in QUANTITIES and mechanism in MECHANISMS


def records_of(text: str, vectors: bool) -> list[Any]:
    """Returns the records that a text such as `0,1/2,1` spells, or, where they are vectors,
    `0,1;1,0`.

    Records are exact numbers; nan and inf are records like any other.
    """
    cells = [
        [part.strip() for part in row.split(",")]
        for row in text.split(";" if vectors else ",")
        if row.strip()
    ]
    for i, row in enumerate(cells, start=1):
        for cell in row:
            if datum(cell) is None and cell.lower() not in ("nan", ""):
                raise InvalidInput(
                    "not_a_number", f"data: record {i} is not a number", argument="data"
                )
    return cells if vectors else [cell for (cell,) in cells]


def released(name: str, given: Mapping[str, object]) -> list[Value]:
    """Returns the values of the quantity; the bias of a mean of vectors has a value for every
    coordinate.
    """
    object_, _, quantity = name.partition(".")
    rest = {k: v for k, v in given.items() if k not in ("data", "target")}
    mechanism = build(object_, rest)
    vectors = mechanism.vectors
    data = records_of(str(given["data"]), vectors)
    law = law_of(mechanism, data, least=Fraction(0))
    rows = data if vectors else [[x] for x in data]
    targets = _targets(mechanism, rows, given.get("target"))
    if quantity == "bias":
        return [_less(law.mean(j), t) for j, t in enumerate(targets)]
    return [_sum([law.mean_squared_error(t, j) for j, t in enumerate(targets)])]


def _targets(mechanism: Any, rows: list[list[str]], given: object) -> list[Fraction]:
    dimension = mechanism.d if mechanism.vectors else 1
    if given is not None:
        found = [rational(part, "target") for part in str(given).split(",")]
        if len(found) != dimension:
            raise InvalidInput("size_mismatch", f"target: {dimension} numbers", argument="target")
        return found
    if hasattr(mechanism, "rank"):
        raise InvalidInput(
            "missing_parameter",
            "target: needed, as a quantile does not estimate a mean",
            argument="target",
        )
    columns = [
        [x for row in rows if isinstance(x := datum(row[j] if j < len(row) else None), Fraction)]
        for j in range(dimension)
    ]
    if not all(columns):
        raise InvalidInput(
            "missing_parameter", "target: needed where no record is a number", argument="target"
        )
    return [sum(c, Fraction(0)) / len(c) for c in columns]


def _less(value: Value, target: Fraction) -> Value:
    if isinstance(value, Interval):
        return Interval(value.lower - target, value.upper - target)
    return value if isinstance(value, str) else value - target


def _sum(values: list[Value]) -> Value:
    if any(isinstance(v, str) for v in values):
        return INFINITE if INFINITE in values else ABSENT
    if any(isinstance(v, Interval) for v in values):
        ends = [
            v if isinstance(v, Interval) else Interval(v, v)
            for v in values
            if isinstance(v, Interval | Fraction)
        ]
        if len(ends) < len(values):
            raise InvalidInput(
                "unsupported_combination",
                "some coordinates are enclosed, others exact: ask for one of them",
            )
        return Interval(
            sum((e.lower for e in ends), Fraction(0)), sum((e.upper for e in ends), Fraction(0))
        )
    return balanced_sum([v for v in values if not isinstance(v, str | Interval)])
