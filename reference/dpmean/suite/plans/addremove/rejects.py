"""The `reject` vectors of `addremove`: invalid parameters of its means and bounds, and neighbouring
data sets.

For the add-or-remove-one mechanisms the second data set has one record more; for the mean of public
size one record is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.reject import neighbours, pair
from ...vectors import Vector
from ..hostile import BAD_EPSILON, RECORDS
from ..tables import rows

MEAN_PARAMS: dict[str, dict[str, str]] = {
    "independent_mean": {},
    "shifted_mean": {},
    "bounded_mean": {},
    "transformed_mean": {"noise": "hourglass", "gamma": "1/2"},
    "sized_mean": {"n": "4", "noise": "laplace"},
}
MEANS: tuple[tuple[str, dict[str, str]], ...] = rows(__file__, "mean", "object params")
QUANTITIES: tuple[tuple[str, str, dict[str, str], str, str, str, str, str, str], ...] = rows(
    __file__, "quantity", "object quantity params parameter bad valid why flag code"
)


def _means() -> Iterator[Vector]:
    for object_, quantity, params, name, bad, good, why, flag, code in QUANTITIES:
        yield from pair(
            object_, params, {name: bad}, {name: good}, why, flag, code, quantity=quantity
        )
    four = {"data": ["1", "2", "3", "4"], "grid": "1/1024"}
    for object_, more in MEAN_PARAMS.items():
        params = {"epsilon": "1", "lower": "0", "upper": "4", **more}
        for bad, code, why, flag, good in BAD_EPSILON:
            yield from pair(
                object_, params, {"epsilon": bad}, {"epsilon": good}, why, flag, code, four
            )
        for change, why, flag, code in (
            ({"lower": "4"}, "equal bounds: the sensitivity is 0", "BoundsOrder", "bounds_order"),
            (
                {"lower": "5"},
                "swapped bounds: the sensitivity is negative",
                "BoundsOrder",
                "bounds_order",
            ),
            ({"upper": "inf"}, "an infinite bound", "NotFinite", "not_finite"),
            ({"lower": "nan"}, "a NaN bound", "NotANumber", "not_a_number"),
            (
                {"lower": "-inf"},
                "an infinite lower bound: clipping to it does nothing",
                "NotFinite",
                "not_finite",
            ),
        ):
            yield from pair(
                object_, params, change, {k: params[k] for k in change}, why, flag, code, four
            )
        off = {**four, "grid": "3"}
        yield from pair(
            object_,
            params,
            {},
            {},
            "a grid that misses a bound: rounding leaves the interval",
            "Rounding",
            "grid_misses_bounds",
            four,
            bad_given=off,
            note="grid3",
            requires=("profile:release-1",),
        )
        beside = {**params, "lower": "1", "upper": "5"}
        why = "a grid that divides the width and misses both bounds: rounding leaves the interval"
        yield from pair(
            object_,
            beside,
            {},
            {},
            why,
            "Rounding",
            "grid_misses_bounds",
            {**four, "grid": "1"},
            bad_given={**four, "grid": "2"},
            note="grid2",
            requires=("profile:release-1",),
        )
    sized = {"epsilon": "1", "lower": "0", "upper": "4", "noise": "truncated_laplace", "n": "4"}
    for n, why in (
        ("3", "more records than the public number n: the noise is made for n"),
        ("5", "fewer records than the public number n: a mean of what is not there"),
    ):
        yield from pair(
            "sized_mean",
            {**sized, "noise": "laplace"},
            {"n": n},
            {"n": "4"},
            why,
            "SensitivityUnit",
            "size_mismatch",
            four,
        )
    empty = {"data": [], "grid": "1/1024"}
    yield from pair(
        "sized_mean",
        sized,
        {"n": "0"},
        {"n": "4"},
        "n = 0 in a mean of public size",
        "EmptyData",
        "count_not_positive",
        four,
        bad_given=empty,
    )
    for bad, code, why, flag, good in BAD_EPSILON[:4]:
        yield from pair(
            "sized_mean", sized, {"epsilon": bad}, {"epsilon": good}, why, flag, code, four
        )
    yield from pair(
        "sized_mean",
        sized,
        {"n": "-4"},
        {"n": "4"},
        "a negative number of records: a negative sensitivity",
        "NotPositive",
        "count_not_positive",
        four,
    )


def _neighbours() -> Iterator[Vector]:
    """Yield all pairs of neighbouring data sets."""
    base = {"epsilon": "1", "lower": "0", "upper": "4"}
    for object_, more in MEANS:
        params = {**base, **more}
        for i, (name, record, why, level) in enumerate(RECORDS):
            others = [f"{2 * i + 1}/4", "2"]
            yield from neighbours(object_, params, [*others, record], others, name, why, level)
        yield from neighbours(
            object_,
            params,
            [],
            ["1"],
            "empty",
            "there is no record at all: n = 0 is a data set like others",
            "must",
        )
        yield from neighbours(
            object_,
            params,
            ["nan"],
            [],
            "onlynan",
            "the only record is NaN: dropped, it leaves the empty data set, which is answered too",
            "should",
        )
    for noise in ("laplace", "truncated_laplace"):
        params = {**base, "n": "3", "noise": noise}
        for i, (name, record, why, level) in enumerate(RECORDS):
            others = [f"{2 * i + 1}/4", "2"]
            yield from neighbours(
                "sized_mean", params, [*others, record], [*others, "3"], name, why, level
            )


def reject_vectors() -> Iterator[Vector]:
    yield from _means()
    yield from _neighbours()
