"""Columns are the slow way on the same bits: every row of every mechanism is what
`interpret.release` makes of it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpmean.catalogue.coverage import EXAMPLES, missing
from dpmean.catalogue.mechanisms import build
from tests.helpers.columns_recorded import checked

F = Fraction
SLOW = {"coinpress_scaled_mean": 12}  # rows
POINTS = [["0", "1"], ["3", "-2"], ["1", "1"]]
PLANE = {"rho": "4", "u": "3", "d": "2", "n": "3"}
FAR = {"rho": "8", "d": "2", "n": "3", "radius": "3", "sigma_max": "1", "beta": "9/10"}
NORMAL = {"noise": "gaussian"}
# vectors of several coordinates, several rounds, and grids that are not the default ones
FURTHER: tuple[tuple[str, dict[str, str], list[Any], str | None], ...] = (
    ("norm_clipped_mean", {**PLANE, "threshold": "2"}, POINTS, None),
    ("norm_clipped_mean", {**PLANE, "threshold": "2", **NORMAL}, POINTS, None),
    ("quantile_clipped_mean", {**PLANE, "beta": "9/10"}, POINTS, None),
    ("quantile_clipped_mean", {**PLANE, "beta": "9/10", **NORMAL}, POINTS, None),
    ("shifted_clipped_mean", {**PLANE, "beta": "9/10"}, POINTS, None),
    ("shifted_clipped_mean", {**PLANE, "beta": "9/10", **NORMAL}, POINTS, None),
    (
        "quantized_mean",
        {"rho": "8", "d": "2", "n": "3", "radius": "3", "bucket": "1", "beta": "9/10"},
        POINTS,
        None,
    ),
    (
        "quantized_mean",
        {"rho": "8", "d": "2", "n": "3", "radius": "3", "bucket": "1", "beta": "9/10", **NORMAL},
        POINTS,
        None,
    ),
    ("gaussian_mean", {**FAR, "sigma_min": "1"}, POINTS, None),
    ("coinpress_mean", {**FAR, "iterations": "2"}, POINTS, None),
    ("local_coordinate_mean", FAR, POINTS, None),
    (
        "coinpress_scaled_mean",
        {
            "rho": "4000",
            "d": "2",
            "n": "6",
            "radius": "4",
            "sigma_min": "1",
            "sigma_max": "2",
            "iterations": "2",
            "beta": "9/10",
        },
        POINTS + POINTS,
        "1/1048576",
    ),
    ("local_clipped_mean", {**PLANE, "rho": "40", "steps": "3"}, POINTS, None),
    (
        "shuffled_clipped_mean",
        {
            "epsilon": "60",
            "delta": "1/2",
            "u": "3",
            "d": "2",
            "n": "3",
            "beta": "9/10",
            "messages": "26",
            "constants": "exact",
        },
        POINTS,
        None,
    ),
    (
        "independent_mean",
        {"epsilon": "1", "lower": "-1/3", "upper": "1/2"},
        ["0", "1/2", "1"],
        "1/6",
    ),
    (
        "sized_mean",
        {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"},
        ["0", "1"],
        "1/2",
    ),
    ("adpm", {"epsilons": "1/100,2", "lower": "-2", "upper": "1"}, ["0", "1"], "1"),
    (
        "clipped_mean",
        {"epsilon": "1", "lower": "0", "upper": "1", "bias": "1/4", "lambda": "2", "n": "3"},
        ["0", "1/2", "1"],
        "1/4",
    ),
    (
        "dpumean",
        {"epsilon": "2", "delta": "1/8", "clip": "1/2", "n1": "2", "n2": "1"},
        ["0", "1/4", "1"],
        "1/8",
    ),
    (
        "privquant",
        {"rho": "1", "low": "-20", "high": "20", "rank": "2", "n": "3", **NORMAL},
        ["1", "2", "4"],
        None,
    ),
)
CASES = [*((*e, None) for e in EXAMPLES), *FURTHER]


def test_every_mechanism_is_compared() -> None:
    assert not missing()


@pytest.mark.share(6)
@pytest.mark.parametrize(
    ("name", "params", "data", "grid"),
    CASES,
    ids=[f"{i}-{name}-{params.get('noise', '')}" for i, (name, params, _, _) in enumerate(CASES)],
)
def test_rows_are_those_of_the_slow_way(
    name: str, params: dict[str, str], data: list[Any], grid: str | None
) -> None:
    """Most rows are decided by columns, except where nearly every row takes decisions of its
    own.
    """
    count = SLOW.get(name, 120)
    records = checked(
        build(name, params), data, count, name.encode(), grid=None if grid is None else F(grid)
    )
    alone = (name in SLOW and grid is None) or (
        name == "local_coordinate_mean" and params["d"] == "2"
    )
    assert alone or sum(len(r.exact) for r in records) < count // 3


def test_batches_and_stock_hand_out_every_outcome_once() -> None:
    """No word of a continuous draw comes twice, over groups, batches and refills of the stock."""
    mean = build("dpumean", {"epsilon": "2", "delta": "1/8", "clip": "1/2", "n1": "2", "n2": "1"})
    records = checked(mean, ["0", "1/4", "1"], 90, b"stock", batch=40)
    assert [r.batch.count for r in records if r.batch] == [40, 40, 10]
    seen = [
        word for r in records for row in range(40) for _, words in r.begun(row) for _, word in words
    ]
    assert len(seen) > 200
    assert len({*seen}) == len(seen)
