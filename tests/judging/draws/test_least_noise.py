"""Draws that are judged on one side: the least noise which is enough for an epsilon and a delta, and
everything above it, is right; less is a broken guarantee.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.judging.draws.sampling import sample
from dpmean.judging.evidence import Assuming, Follows, Severity
from dpmean.judging.results import Run
from dpmean.judging.severity import severity_of
from dpmean.judging.verdict import FAIL, PASS
from dpmean.suite.bugs import law_with
from dpmean.suite.events import NOISE_UP_TO
from dpmean.suite.plans.stat_rows import Known, Row, rows
from dpmean.suite.pvalues import CHECK
from tests.judging.draws.test_statistics import VECTORS, Simulated
from tests.lab.simulators.answers import right

ROWS = {row["id"]: row for _, row in rows() if NOISE_UP_TO in row}
N = 1 << 16


def judged(id_: str, factor: str) -> Any:
    """The verdict on draws with so many times the least noise."""
    vector, rng = VECTORS[id_], np.random.default_rng(7)

    def draw(given: Any, n: int) -> Any:
        return right(vector.object, {**vector.params, "noise factor": factor}, given, rng, n)

    return sample(Simulated(draw, N), vector, Run(hello=None), CHECK)  # type: ignore[arg-type]


@pytest.mark.parametrize("id_", ROWS)
@pytest.mark.parametrize("times", ["1", "17/16", "3", "40", "1023"])
def test_every_noise_between_has_its_probabilities_in_the_ranges(id_: str, times: str) -> None:
    """Kills a range between the ends of an event that moves there and back."""
    row = Row(ROWS[id_])
    law = Known(
        law_with(
            {"draws": {"noise": {"scale": times}}}, row.object, row.params, row.data, row.least
        )
    )
    events, points = row.events()
    for event in (*events, *points):
        low, high = event.range(Known(row.law()))
        within = replace(event, other=None).range(law)
        assert low <= within[0]
        assert within[1] <= high


@pytest.mark.parametrize("id_", ROWS)
@pytest.mark.parametrize("factor", ["1", "5/4", "4", "1000"])
def test_more_noise_is_as_right(id_: str, factor: str) -> None:
    """Fails with probability at most 1e-9. Kills a test on both sides."""
    assert judged(id_, factor).status == PASS


@pytest.mark.parametrize("id_", ROWS)
@pytest.mark.parametrize("factor", ["9/10", "1/2"])
def test_less_noise_breaks_the_guarantee(id_: str, factor: str) -> None:
    """Kills a range that has no end, and a verdict that calls too little noise another law."""
    found = judged(id_, factor)
    assert found.status == FAIL
    if VECTORS[id_].params.get("clamp", "none") == "none":
        assert (Follows.LESS_NOISE, Assuming.NORMAL) in [
            (s.follows, s.assuming) for s in found.follows
        ]
        assert severity_of(found) is Severity.GUARANTEE


@pytest.mark.parametrize("id_", ROWS)
def test_a_failure_says_the_range(id_: str) -> None:
    assert " or more, up to " in judged(id_, "1/2").detail


def test_what_is_expected_is_the_nearest_of_the_range() -> None:
    """Kills tails that are called thin by the middle of a range."""
    found = judged(next(iter(ROWS)), "1/2").evidence["events"]
    law = VECTORS[next(iter(ROWS))].expect["events"]
    far = next(i for i, e in enumerate(law) if e["name"] == "far above")
    assert found[far]["expected"] == float(Fraction(law[far]["p"]["lo"]))
