"""Rules by which one reply is judged: distance from the enclosure, one-sided quantities, the first diverging step."""

from __future__ import annotations

import json
from typing import Any

from dpmean.conformance.answers import judge_value
from dpmean.conformance.verdict import FAIL, PASS, judge
from dpmean.digits import bits_of
from dpmean.suite.files import load

VECTORS = {v.id: v for v in load()}

TWO = {"lo": "1.99999999999999999", "hi": "2.00000000000000001"}


def test_values_are_judged_by_distance_from_the_enclosure() -> None:
    assert judge_value("2", TWO) is None
    assert judge_value({"f64": bits_of(2.0)}, TWO) is None
    assert judge_value({"lo": "1.9999999999999999999", "hi": "2"}, TWO) is None
    assert judge_value("3", TWO) is not None
    assert judge_value({"f64": bits_of(2.0 + 2**-51 * 9)}, TWO, ulps="4") is not None
    assert judge_value({"f64": bits_of(2.0 + 2**-51 * 3)}, TWO, ulps="4") is None
    for junk in (2, None, "two", {"f64": "xyz"}, {"f64": bits_of(float("nan"))}, {"lo": "0", "hi": "5"}, {"lo": "3", "hi": "1"}, [], "9" * 10**6, {"lo": 1, "hi": 2}, "1e4999", "9" * 4999, {"f64": "7fefffffffffffff"}, {"f64": "ffefffffffffffff"}):
        assert judge_value(junk, TWO) is not None, junk


def test_privacy_relevant_quantities_may_only_err_upwards() -> None:
    assert judge_value({"f64": bits_of(2.5)}, TWO, "at_least", "2") is None
    assert judge_value({"f64": bits_of(1.999)}, TWO, "at_least", "2") is not None
    assert judge_value({"f64": bits_of(2 - 2**-52)}, TWO, "at_least", "0") is not None
    assert judge_value({"lo": "1.999999", "hi": "2"}, TWO, "at_least", "2") is not None
    assert judge_value({"lo": "0", "hi": "1e-40"}, {"lo": "1e-60", "hi": "1.1e-60"}) is not None
    assert judge_value({"lo": "-1e-30", "hi": "1e-30"}, {"lo": "0", "hi": "0", "exact": "0"}) is None
    assert judge_value("1", TWO, "at_least", "2") is not None


def test_the_first_diverging_step_is_reported() -> None:
    vector = next(v for v in VECTORS.values() if v.kind == "transcript" and v.object == "shifted_mean" and len(v.input["data"]) == 3)
    steps = [list(s) for s in vector.expect["steps"]]
    good: dict[str, Any] = {"seq": "1", "status": "ok", "output": {"steps": steps, "value": vector.expect["value"]}}
    assert judge(vector, good).status == PASS
    wrong = json.loads(json.dumps(good))
    wrong["output"]["steps"][1][1] = "1/7"
    verdict = judge(vector, wrong)
    assert verdict.status == FAIL
    assert steps[1][0] in verdict.detail
    assert judge(vector, good | {"output": {"value": "99"}}).status == FAIL
