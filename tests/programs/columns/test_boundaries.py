"""Rows on, just below and just above boundaries of rounding and of decisions, for every mechanism.

A row whose cell contains a boundary must go to the exact interpreter, with its draws; every other row must be what that
makes of 64 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.coverage import EXAMPLES
from dpmean.catalogue.mechanisms import build
from dpmean.distributions.bulk.outcomes import Reals
from dpmean.programs.columns import releases
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.randomness.stream import ShakeStreamForTesting
from tests.helpers.columns_forced import Base, Forced, asking, numbers_around
from tests.helpers.columns_recorded import check, module, recording

SLOW = ("local_clipped_mean", "shuffled_clipped_mean", "coinpress_scaled_mean")
MOST = 4  # forced draws of a row
FINE = ("quantile_clipped_mean", {"rho": "40", "u": "4", "d": "1", "n": "30", "beta": "9/10"}, [["1"], ["4"], ["2"]] * 10)
CASES = [*(e for e in EXAMPLES if e[0] not in SLOW and e[0] != FINE[0]), FINE,
    (FINE[0], {**FINE[1], "noise": "gaussian"}, FINE[2])]


@pytest.mark.parametrize(("name", "params", "data"), CASES,
    ids=[f"{i}-{name}-{params.get('noise', '')}" for i, (name, params, _) in enumerate(CASES)])
def test_rows_on_boundaries(name: str, params: dict[str, str], data: list[Any]) -> None:
    mechanism = build(name, params)
    seed, grid = name.encode(), mechanism.default_grid
    known, slow = module._records(mechanism, data, module.NONE), mechanism.records(data)
    program = lambda: mechanism.program(slow)
    with recording() as records:
        list(releases(mechanism, data, 40, stream=ShakeStreamForTesting(seed), bits=Shake128ForTesting(seed)))
    (first,) = records
    decided = [row for row in range(40) if row not in first.exact]
    undecided = continuous = forced = 0
    for row in decided[:2]:
        base = Base(first.laws[row], [o.take(np.array([place])) for o, place in first.given[row]])
        for j, column in base.forced()[:MOST]:
            numbers = numbers_around(base, j, column, program, grid)
            pools = Forced(ShakeStreamForTesting(seed), base, j, column, numbers)
            with asking(pools), recording() as again:
                lot = module._Lot(len(numbers), lambda: mechanism.program(known), grid, pools, Shake128ForTesting(seed),
                    {})
                batch = lot.run()
            check(again[0], program, grid)
            forced += 1
            continuous += isinstance(column, Reals)
            undecided += batch.undecided
    assert forced or name in ("name_and_shame", "local_coordinate_mean")
    assert undecided >= continuous
