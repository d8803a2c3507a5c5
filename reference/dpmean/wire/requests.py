"""How a request is written: the one place that knows protocol 2, in which the runner thinks, and
protocol 1.

A request is a vector without its id and expectation, and in protocol 2 its `input` is the vector's
own. Protocol 1 had other names for two members (`n` for `draws`, `draws` for `outcomes`) and knew
neither runs of equal records nor steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import AdapterError, InvalidInput

Request = dict[str, Any]
NEWEST, OLDEST = 2, 1  # the protocols that the runner speaks
FORMERLY = {"draws": "n", "outcomes": "draws"}  # the names of protocol 1
# numbers of a data set that are written out one by one; a million take about 8 MB
MOST_CELLS = 1 << 20


def encode(asked: Request, protocol: int) -> Request:
    """Return the request as this protocol writes it; AdapterError where protocol 1 has no words for
    it (see `beyond`).
    """
    if protocol == NEWEST or "input" not in asked:
        return asked
    given: dict[str, Any] = asked["input"]
    if (reason := beyond(given, protocol)) is not None:
        raise AdapterError("protocol", reason)
    older: dict[str, Any] = {}
    for name, value in given.items():
        if name == "records":
            older["data"] = expanded(value)
        elif name != "in_a_row":
            older[FORMERLY.get(name, name)] = value
    return {**asked, "input": older}


def beyond(given: Mapping[str, Any], protocol: int) -> str | None:
    """Return why this `input` cannot be asked for in this protocol, or None."""
    if protocol == NEWEST:
        return None
    if "observe" in given:
        return f"protocol {protocol} cannot ask for a step"
    if "center_y" in given:
        return f"protocol {protocol} cannot ask for a centre in the plane"
    if "records" in given and (many := cells(given["records"])) > MOST_CELLS:
        return (
            f"protocol {protocol} has no runs of equal records, and {many:,} numbers are too "
            "many to write out"
        )
    return None


def cells(runs: Sequence[Mapping[str, Any]]) -> int:
    """Return how many numbers the records of these runs have, all coordinates counted."""
    return sum(
        int(run["times"]) * (len(run["value"]) if isinstance(run["value"], list) else 1)
        for run in runs
    )


def expanded(runs: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return the records of these runs one by one, in their order.

    InvalidInput is raised when they have more than MOST_CELLS numbers.
    """
    if cells(runs) > MOST_CELLS:
        raise InvalidInput(
            "out_of_range",
            f"records: at most {MOST_CELLS:,} numbers are written out",
            argument="records",
        )
    return [run["value"] for run in runs for _ in range(int(run["times"]))]


def data(given: Mapping[str, Any]) -> list[Any] | None:
    """Return the records of an `input` of protocol 2 one by one, however they are written; None
    when it has none.
    """
    return expanded(given["records"]) if "records" in given else given.get("data")
