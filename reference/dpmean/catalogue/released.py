"""`MECHANISM.mse` and `MECHANISM.bias` on given records: what a user of `dpmean value` may ask of a
release.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..errors import InvalidInput
from ..exact.enclosure import Interval, interval
from ..exact.numbers import datum, rational
from ..exact.reals import Number, balanced_sum
from ..programs import door
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


def records_of(given: object, mechanism: Any) -> list[Any]:
    """Returns the records that a text such as `0,1/2,1` spells, or, where they are vectors,
    `0,1;1,0`; of anything else, what a release takes.

    Records in a text are exact numbers; nan and inf are records like any other.
    """
    vectors = mechanism.vectors
    if not isinstance(given, str):
        return list(door.rows(given, mechanism.d) if vectors else door.column(given))
    text = given
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
    data = records_of(given["data"], mechanism)
    law = law_of(mechanism, data, least=Fraction(0))
    rows = [x if _is_row(x) else [x] for x in data]
    targets = _targets(mechanism, rows, given.get("target"))
    if quantity == "bias":
        return [_less(law.mean(j), t) for j, t in enumerate(targets)]
    return [_sum([law.mean_squared_error(t, j) for j, t in enumerate(targets)])]


def _is_row(record: object) -> bool:
    return hasattr(record, "__len__") and not isinstance(record, str)


def _targets(mechanism: Any, rows: list[Any], given: object) -> list[Fraction]:
    dimension = mechanism.outputs or 1
    if given is not None:
        parts = given.split(",") if isinstance(given, str) else _listed(given)
        found = [rational(part, "target") for part in parts]
        if len(found) != dimension:
            raise InvalidInput("size_mismatch", f"target: {dimension} numbers", argument="target")
        return found
    if not mechanism.estimates_mean:
        raise InvalidInput(
            "missing_parameter",
            "target: needed, as this does not estimate a mean",
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


def _listed(given: object) -> list[object]:
    return list(given) if isinstance(given, list | tuple) else [given]


def _less(value: Value, target: Fraction) -> Value:
    if isinstance(value, Interval):
        return Interval(value.lower - target, value.upper - target)
    return value if isinstance(value, str) else value - target


def _sum(values: list[Value]) -> Value:
    if any(isinstance(v, str) for v in values):
        return INFINITE if INFINITE in values else ABSENT
    if any(isinstance(v, Interval) for v in values):
        ends = [
            v if isinstance(v, Interval) else interval(v, 192)
            for v in values
            if not isinstance(v, str)
        ]
        return Interval(
            sum((e.lower for e in ends), Fraction(0)), sum((e.upper for e in ends), Fraction(0))
        )
    return balanced_sum([v for v in values if not isinstance(v, str | Interval)])
