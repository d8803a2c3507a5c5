"""Every formula that `dpmean value` prints is read from its text and gives what the shipped function gives."""

from __future__ import annotations

import pytest

from dpmean.catalogue.quantities import CATALOGUE
from tests.catalogue.evaluating_formulas import values_of
from tests.catalogue.points import ENOUGH, agree, points

FEWER = dict.fromkeys([f"transformation.{q}" for q in ("matrix", "inverse", "radius", "ball_area")], 3)  # 3 algorithms


@pytest.mark.parametrize("name", CATALOGUE)
def test_formula_gives_the_shipped_value(name: str) -> None:
    found, missing = points(name)
    for point in found:
        assert agree(point.found, point.certified) or agree(values_of(name, point.params, digits=200), point.certified), (
            point.params, CATALOGUE[name].formula)
    assert len(found) >= FEWER.get(name, ENOUGH)
    assert not missing
