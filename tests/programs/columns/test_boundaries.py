"""Rows on, just below and just above boundaries of rounding and of decisions, for every mechanism.

A row whose cell contains a boundary must go to the exact interpreter, with its draws; every other
row must be what that makes of 64 bits.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.coverage import EXAMPLES
from dpmean.catalogue.mechanisms import build
from dpmean.distributions.bulk.outcomes import Reals
from dpmean.programs.columns import releases
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.randomness.stream import ShakeStreamForTesting
from tests.helpers.columns_forced import FINITE, Base, Forced, asking, numbers_around
from tests.helpers.columns_recorded import check, module, recording

MOST, FINITE_MOST = 4, 2  # forced noises, and forced answers, levels and signs, of a row
# whose rows take long, one by one: half as many
FEW = ("coinpress_scaled_mean", "shuffled_clipped_mean")
LINES, POINTS = [["1"], ["4"], ["2"]] * 10, [["0", "1"], ["3", "-2"], ["1", "1"]]
FINE = (
    "quantile_clipped_mean",
    {"rho": "40", "u": "4", "d": "1", "n": "30", "beta": "9/10"},
    LINES,
)
PLANE = (
    "norm_clipped_mean",
    {"rho": "4", "u": "3", "d": "2", "n": "3", "threshold": "2", "noise": "gaussian"},
    POINTS,
)
# users who send messages, in one coordinate and in two
LOCAL = ("local_clipped_mean", {"rho": "40", "u": "3", "d": "2", "n": "3", "steps": "3"}, POINTS)
SHUFFLED = (
    "shuffled_clipped_mean",
    {
        "epsilon": "60",
        "delta": "1/2",
        "u": "1",
        "d": "2",
        "n": "3",
        "beta": "9/10",
        "messages": "26",
        "constants": "exact",
    },
    POINTS,
)
WHITENED = (
    "coinpress_scaled_mean",
    {"rho": "4000", "radius": "4", "sigma_max": "2", "sigma_min": "1", "n": "6", "beta": "9/10"},
)
SCALED = [
    (WHITENED[0], {**WHITENED[1], "d": str(len(data[0])), "iterations": t}, data)
    for data, t in ((LINES[:6], "1"), (POINTS + POINTS, "2"))
]
CASES = [
    *(e for e in EXAMPLES if e[0] not in (FINE[0], WHITENED[0])),
    FINE,
    (FINE[0], {**FINE[1], "noise": "gaussian"}, LINES),
    PLANE,
    LOCAL,
    SHUFFLED,
    *SCALED,
]
GRIDS = {WHITENED[0]: F(1, 1 << 20)}  # the exact rationals have no common denominator


def spread(found: list[Any], most: int) -> list[Any]:
    """Returns at most so many of a list, from its first to its last."""
    return (
        found
        if len(found) <= most
        else [found[i * (len(found) - 1) // (most - 1)] for i in range(most)]
    )


@pytest.mark.share(8)
@pytest.mark.parametrize(
    ("name", "params", "data"),
    CASES,
    ids=[f"{i}-{name}-{params.get('noise', '')}" for i, (name, params, _) in enumerate(CASES)],
)
def test_rows_on_boundaries(name: str, params: dict[str, str], data: list[Any]) -> None:
    mechanism = build(name, params)
    seed, grid = name.encode(), GRIDS.get(name, mechanism.default_grid)
    known, slow = module._records(mechanism, data, module.NONE), mechanism.records(data)
    program = lambda: mechanism.program(slow)
    share = 2 if name in FEW else 1
    count = 40 // share**2
    with recording() as records:
        list(
            releases(
                mechanism,
                data,
                count,
                grid=grid,
                stream=ShakeStreamForTesting(seed),
                bits=Shake128ForTesting(seed),
            )
        )
    (first,) = records
    decided = [row for row in range(count) if row not in first.exact]
    undecided = continuous = forced = 0
    for row in decided[: 2 // share]:
        base = Base(first.laws[row], [o.take(np.array([place])) for o, place in first.given[row]])
        for j, column in [
            *spread(base.forced(), MOST // share),
            *spread(base.forced(FINITE), FINITE_MOST),
        ]:
            numbers = numbers_around(base, j, column, program, grid)
            pools = Forced(ShakeStreamForTesting(seed), base, j, column, numbers)
            with asking(pools), recording() as again:
                lot = module._Lot(
                    len(numbers),
                    lambda: mechanism.program(known),
                    grid,
                    pools,
                    Shake128ForTesting(seed),
                    {},
                )
                batch = lot.run()
            check(again[0], program, grid)
            forced += 1
            continuous += isinstance(column, Reals)
            undecided += batch.undecided
    assert forced or name in ("name_and_shame", "local_coordinate_mean")
    assert undecided >= continuous
