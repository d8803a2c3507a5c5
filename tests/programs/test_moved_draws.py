"""Releases in columns plus a centre, as doubles: the nearest ones, whichever way they are
computed.
"""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from dpmean.programs.columns.batch import Batch

INDICES = {
    "small": [0, 1, -1, 7, -12345],
    "as far as doubles hold integers": [1 << 53, 1 - (1 << 53), (1 << 53) - 1, 3, -5],
    "beyond": [(1 << 53) + 1, (1 << 62) - 1, -(1 << 61) - 1, 3, 0],
}
GRIDS = (F(1), F(3), F(1, 1 << 40), F(1, 10), F(3, 8), F(1 << 20))
CENTERS = (F(0), F(1), F(-5, 2), F(1, 3), F(1, 1 << 60), F(10**20))


@pytest.mark.parametrize("name", INDICES)
@pytest.mark.parametrize("kind", [np.int64, object])
def test_moved_draws_are_correctly_rounded(name: str, kind: type) -> None:
    """Kills a double that was rounded twice, or a centre that was lost on the fast way."""
    indices = INDICES[name]
    for grid in GRIDS:
        batch = Batch(len(indices), np.ones(len(indices), bool), [np.array(indices, kind)], grid)
        for center in CENTERS:
            exact = [i * grid + center for i in indices]
            assert batch.doubles(center)[:, 0].tolist() == [
                x.numerator / x.denominator for x in exact
            ]
