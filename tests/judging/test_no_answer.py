"""A release that may not answer: its refusals are judged as its draws are, whichever way "no
answer" is spelled.
"""

from __future__ import annotations

from typing import Any

import pytest

from dpmean.judging.draws.reading import pack
from dpmean.judging.reject import JUDGE
from dpmean.suite.files import load

VALID = {
    v.object: v
    for v in load()
    if v.kind == "reject" and v.expect["status"] == "ok" and v.quantity is None
}


@pytest.mark.parametrize(
    ("output", "silent"),
    [
        ({"value": "none"}, True),
        ({"samples": "", "none": "1"}, True),
        ({"counts": [], "none": "1"}, True),
        ({"samples": pack([float("nan")])}, True),
        ({"samples": ""}, False),
        ({"samples": pack([float("inf")])}, False),
        ({"samples": pack([float("inf")]), "none": "1"}, False),
    ],
)
def test_no_answer_is_an_answer_of_what_may_not_answer_alone(
    output: dict[str, Any], silent: bool
) -> None:
    """Kills a judge that calls a right program's silence malformed, and one to which any emptiness
    is silence.
    """
    reply = {"status": "ok", "output": output}
    assert (JUDGE.problem(VALID["dpucoarse"], reply) is None) is silent
    assert JUDGE.problem(VALID["shifted_mean"], reply) is not None
