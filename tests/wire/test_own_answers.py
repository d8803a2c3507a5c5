"""Our own implementation against every vector that is decided with certainty, in process, one test
an object and kind.

Fast (each well under three seconds), so it is also the first selection of `make mutation`: a
changed formula, sampler or policy of a law or mechanism fails here at once, with the vector's id.
"""

from __future__ import annotations

from itertools import groupby

import pytest

from dpmean.judging import verdict_on
from dpmean.judging.verdict import PASS
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire import own

CERTAIN = {
    key: list(group)
    for key, group in groupby(
        (v for v in load() if v.kind != "stat"), lambda v: f"{v.object}-{v.kind}"
    )
}


def failures(vectors: list[Vector]) -> list[str]:
    """What is wrong with the first vector that fails, if any does."""
    for vector in vectors:
        verdict = verdict_on(vector, own.answer(vector.prompt() | {"seq": "1"}))
        if verdict.status != PASS:
            return [f"{vector.id}: {verdict.detail}"]
    return []


@pytest.mark.parametrize("group", CERTAIN)
def test_our_own_answers_are_right(group: str) -> None:
    """Kills any change of a shipped formula that a vector sees."""
    assert failures(CERTAIN[group]) == []
