"""The `reject` vectors whose status must not depend on a record: pairs of neighbouring data sets, both answered.

For the add-or-remove-one mechanisms the second data set has one record more; for the mean of public size one record is
replaced. A library that raises for one of the two tells everybody that the record is there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..kinds.reject import neighbours
from ..vectors import Vector

HUGE, TINY = str(2**1023), f"1/{2**1074}"

# (name, the record, why, level): libraries that document "data must be finite" have a reason, if not an excuse
RECORDS = (
    ("nan", "nan", "one record is NaN: refusing it, or answering NaN, reveals it", "should"),
    ("inf", "inf", "one record is infinite: refusing it, or answering NaN, reveals it", "should"),
    ("neginf", "-inf", "one record is minus infinity: refusing it reveals it", "should"),
    ("huge", HUGE, "one record is 2^1023: a sum that overflows before the clip gives an infinite answer", "must"),
    ("tiny", TINY, "one record is the smallest subnormal: dividing by it overflows", "must"),
    ("outside", "-1000000", "one record lies far outside the bounds: it is clipped, not refused", "must"),
    ("atbound", "4", "one record lies exactly on the upper bound, which belongs to the interval", "must"),
)
MEANS: tuple[tuple[str, dict[str, str]], ...] = (
    ("independent_mean", {}),
    ("shifted_mean", {}),
    ("transformed_mean", {"noise": "hourglass", "gamma": "1/2"}),
    ("transformed_mean", {"noise": "laplace"}),
)


def data_vectors() -> Iterator[Vector]:
    """All pairs of neighbouring data sets."""
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
