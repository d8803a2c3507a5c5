"""The `reject` vectors of a count and of a bounded sum: parameters without a meaning, and neighbouring
data sets.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.reject import neighbours, pair
from ...vectors import Vector
from ..hostile import BAD_EPSILON, RECORDS
from ..tables import rows

Params = dict[str, str]
BAD: tuple[tuple[str, Params, Params, Params, str, str, str, str], ...] = rows(
    __file__, "bad", "object params change back note why flag code"
)
QUANTITIES: tuple[tuple[str, str, Params, Params, Params, str, str, str, str], ...] = rows(
    __file__, "quantity", "object quantity params change back note why flag code"
)
DATA_SETS: tuple[tuple[str, Params], ...] = rows(__file__, "data_set", "object params")
GIVEN = {"data": ["1", "2", "3", "4"], "grid": "1/1024"}


def reject_vectors() -> Iterator[Vector]:
    """Yield invalid requests, each with the nearest valid one, and neighbouring data sets."""
    for object_, params in (
        ("count", {"noise": "laplace"}),
        ("bounded_sum", {"lower": "0", "upper": "4", "noise": "laplace"}),
    ):
        for bad, code, why, flag, good in BAD_EPSILON:
            full = {**params, "epsilon": good}
            yield from pair(
                object_, full, {"epsilon": bad}, {"epsilon": good}, why, flag, code, GIVEN
            )
    for object_, params, change, back, note, why, flag, code in BAD:
        yield from pair(object_, params, change, back, why, flag, code, GIVEN, note=note)
    for object_, quantity, params, change, back, note, why, flag, code in QUANTITIES:
        yield from pair(
            object_, params, change, back, why, flag, code, quantity=quantity, note=note
        )
    for object_, params in DATA_SETS:
        for i, (name, record, why, level) in enumerate(RECORDS):
            others = [f"{2 * i + 1}/4", "2"]
            yield from neighbours(object_, params, [*others, record], others, name, why, level)
        yield from neighbours(
            object_,
            params,
            [],
            ["1"],
            "empty",
            "there is no record at all: a count or a sum of 0 is like others",
        )
