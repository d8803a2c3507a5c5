"""The `reject` vectors whose status must not depend on a record: pairs of neighbouring data sets, both answered.

For the add-or-remove-one mechanisms the second data set has one record more; for the mean of public size one record is
replaced. A library that raises for one of the two tells everybody that the record is there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..kinds.reject import neighbours
from ..vectors import Vector
from .tables import rows

RECORDS: tuple[tuple[str, str, str, str], ...] = rows(__file__, "record", "name record why level")
MEANS: tuple[tuple[str, dict[str, str]], ...] = rows(__file__, "mean", "object params")


def data_vectors() -> Iterator[Vector]:
    """Yield all pairs of neighbouring data sets."""
    base = {"epsilon": "1", "lower": "0", "upper": "4"}
    for object_, more in MEANS:
        params = {**base, **more}
        for i, (name, record, why, level) in enumerate(RECORDS):
            others = [f"{2 * i + 1}/4", "2"]
            yield from neighbours(object_, params, [*others, record], others, name, why, level)
        yield from neighbours(object_, params, [], ["1"], "empty",
            "there is no record at all: n = 0 is a data set like others", "must")
        yield from neighbours(object_, params, ["nan"], [], "onlynan",
            "the only record is NaN: dropped, it leaves the empty data set, which is answered too", "should")
    for noise in ("laplace", "truncated_laplace"):
        params = {**base, "n": "3", "noise": noise}
        for i, (name, record, why, level) in enumerate(RECORDS):
            others = [f"{2 * i + 1}/4", "2"]
            yield from neighbours("sized_mean", params, [*others, record], [*others, "3"], name, why, level)
