"""Our own answers to requests for draws: the grid follows the scale of a law, and counts are
spelled exactly.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.laws import LAWS
from dpmean.errors import InvalidInput
from dpmean.programs.columns.batch import Batch
from dpmean.suite import draws


@pytest.mark.parametrize(
    ("object_", "params", "scale"),
    [
        ("laplace", {"epsilon": "1", "sensitivity": "65536"}, F(65536)),
        ("laplace", {"epsilon": "1024"}, F(1, 1024)),
        ("gaussian", {"sigma_squared": "4294967296"}, F(65536)),
        ("gaussian", {"sigma_squared": "8"}, F(2)),
        ("student_t", {"degrees": "3", "scale": "10"}, F(8)),
        ("hourglass", {"epsilon": "2", "gamma": "3/4", "sensitivity": "7/4"}, F(1, 2)),
    ],
)
def test_the_grid_follows_the_scale(object_: str, params: dict[str, str], scale: F) -> None:
    """Kills one grid for all: cells of a wide law are wider than its steps, a narrow one is lost in
    it.
    """
    request: dict[str, Any] = {"object": object_, "params": params, "input": {"draws": "256"}}
    found = draws.answer(request)["samples"]
    numbers = np.frombuffer(bytes.fromhex(found), ">f8")
    steps = numbers / float(scale * draws.STAT_GRID)
    assert (steps == np.rint(steps)).all()
    assert (steps / 2 != np.rint(steps / 2)).any()
    given = draws.answer({**request, "input": {"draws": "256", "grid": "1/2"}})["samples"]
    assert set(np.frombuffer(bytes.fromhex(given), ">f8") * 2 % 1) == {0.0}


@pytest.mark.parametrize(
    ("x", "power"),
    [
        (F(1), F(1)),
        (F(3, 2), F(1)),
        (F(2), F(2)),
        (F(3, 4), F(1, 2)),
        (F(1, 4), F(1, 4)),
        (F(7), F(4)),
    ],
)
def test_powers_of_two_below(x: F, power: F) -> None:
    assert draws.power_below(x) == power


def test_counts_are_those_of_fractions_in_rising_order() -> None:
    answered = np.array([True, True, False, True, True])
    columns = [np.array([3, -1, 9, 3, 1 << 40]), np.array([0, 2, 5, 0, -7])]
    for width in (1, 2):
        for grid, center in ((F(1), F(0)), (F(1), F(5)), (F(3, 4), F(1, 3)), (F(7), F(-1, 2))):
            batches = [
                Batch(5, answered, [c.astype(kind) for c in columns[:width]], grid)
                for kind in (np.int64, object)
            ]
            slow = draws._counts(sum((b.counts(center) for b in batches), Counter()))
            assert draws._counted(batches, center) == slow
            told = {o if width == 1 else tuple(o): int(n) for o, n in slow["counts"]}
            first = F(3) * grid + center
            assert told[str(first) if width == 1 else (str(first), str(center))] == 4


@pytest.mark.parametrize("name", LAWS)
def test_a_law_without_its_parameters_or_with_others_is_refused(name: str) -> None:
    """Kills a request that ends in an error of ours, where the implementation refuses."""
    for params in ({}, {**dict.fromkeys(LAWS[name].REQUIRED, "1"), "colour": "1"}):
        with pytest.raises(InvalidInput) as refused:
            draws.answer({"object": name, "params": params, "input": {"draws": "1"}})
        assert refused.value.code in ("missing_parameter", "unknown_parameter")
