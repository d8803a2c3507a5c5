"""Rules by which one reply is judged: distance from the enclosure, one-sided quantities, the first
diverging step.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpmean.exact.digits import bits_of
from dpmean.judging import verdict_on
from dpmean.judging.answers import Asked, judge_value, parse, ulps_off
from dpmean.judging.verdict import FAIL, PASS, UNSUPPORTED
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector

VECTORS = {v.id: v for v in load()}

TWO = {"lo": "1.99999999999999999", "hi": "2.00000000000000001"}


def test_values_are_judged_by_distance_from_the_enclosure() -> None:
    assert judge_value("2", TWO) is None
    assert judge_value({"f64": bits_of(2.0)}, TWO) is None
    assert judge_value({"lo": "1.9999999999999999999", "hi": "2"}, TWO) is None
    assert judge_value("3", TWO) is not None
    assert judge_value({"f64": bits_of(2.0 + 2**-51 * 9)}, TWO, Asked(ulps="4")) is not None
    assert judge_value({"f64": bits_of(2.0 + 2**-51 * 3)}, TWO, Asked(ulps="4")) is None
    for junk in (
        2,
        None,
        "two",
        {"f64": "xyz"},
        {"f64": bits_of(float("nan"))},
        {"lo": "0", "hi": "5"},
        {"lo": "3", "hi": "1"},
        [],
        "9" * 10**6,
        {"lo": 1, "hi": 2},
        "1e4999",
        "9" * 4999,
        {"f64": "7fefffffffffffff"},
        {"f64": "ffefffffffffffff"},
    ):
        assert judge_value(junk, TWO) is not None, junk


def test_privacy_relevant_quantities_may_only_err_upwards() -> None:
    assert judge_value({"f64": bits_of(2.1)}, TWO, Asked("at_least", "2")) is None
    assert judge_value({"f64": bits_of(1.999)}, TWO, Asked("at_least", "2")) is not None
    assert judge_value({"f64": bits_of(2 - 2**-52)}, TWO, Asked("at_least", "0")) is not None
    assert judge_value({"lo": "1.999999", "hi": "2"}, TWO, Asked("at_least", "2")) is not None
    assert judge_value({"lo": "0", "hi": "1e-40"}, {"lo": "1e-60", "hi": "1.1e-60"}) is not None
    assert (
        judge_value({"lo": "-1e-30", "hi": "1e-30"}, {"lo": "0", "hi": "0", "exact": "0"}) is None
    )
    assert judge_value("1", TWO, Asked("at_least", "2")) is not None


def test_the_first_diverging_step_is_reported() -> None:
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "transcript" and v.object == "shifted_mean" and len(v.input["data"]) == 3
    )
    steps = [list(s) for s in vector.expect["steps"]]
    good: dict[str, Any] = {
        "seq": "1",
        "status": "ok",
        "output": {"steps": steps, "value": vector.expect["value"]},
    }
    assert verdict_on(vector, good).status == PASS
    wrong = json.loads(json.dumps(good))
    wrong["output"]["steps"][1][1] = "1/7"
    verdict = verdict_on(vector, wrong)
    assert verdict.status == FAIL
    assert steps[1][0] in verdict.detail
    assert verdict_on(vector, good | {"output": {"value": "99"}}).status == FAIL


# ---------------------------------------------------------------- at the ends of the tolerances: one step inside, one
# outside

F = Fraction
ULP = F(1, 2**51)  # of 2


def f64(x: float) -> dict[str, str]:
    return {"f64": bits_of(x)}


@pytest.mark.parametrize(
    "expected", ["2", {"lo": "2", "hi": "2"}, {"lo": "1", "hi": "9", "exact": "2"}]
)
def test_a_double_may_be_so_many_ulps_off_and_no_more(expected: Any) -> None:
    """Kills a tolerance that is counted from the wrong end, in the ulps of another number, or one
    too generous.
    """
    for ulps in ("0", "1", "4"):
        most = int(ulps)
        assert judge_value(f64(float(2 + most * ULP)), expected, Asked(ulps=ulps)) is None
        assert judge_value(f64(float(2 - most * ULP)), expected, Asked(ulps=ulps)) is None
        said = (
            f"got {float(2 + (most + 1) * ULP)!r}, want {shown(expected)}, off by {most + 1} "
            f"ulp, {ulps} allowed"
        )
        assert (
            str(judge_value(f64(float(2 + (most + 1) * ULP)), expected, Asked(ulps=ulps))) == said
        )
        # doubles lie twice as close below 2
        assert (
            judge_value(f64(float(2 - (most + F(1, 2)) * ULP)), expected, Asked(ulps=ulps))
            is not None
        )


def shown(expected: Any) -> str:
    return (
        expected
        if isinstance(expected, str)
        else expected.get("exact") or f"[{expected['lo']}, {expected['hi']}]"
    )


def test_the_distance_is_from_the_nearest_end_in_that_ends_ulps() -> None:
    low, high = F(1), F(4)
    for x, distance in (
        (1.0, F(0)),
        (4.0, F(0)),
        (2.5, F(0)),
        (4.0 + 2**-50, F(1)),
        (1.0 - 2**-52, F(1)),
        (-1.0, F(2) * 2**52),
    ):
        assert ulps_off(parse(f64(x)), low, high) == distance, x  # type: ignore[arg-type]
    for large in (4096, 10**6, 2**900):  # the units are those of the number's own size
        assert ulps_off(parse(f64(math.nextafter(large, math.inf))), F(large), F(large)) == 1  # type: ignore[arg-type]
    # beyond the doubles: the distance is measured in the largest ulps there are
    huge = F(2) ** 1030
    assert ulps_off(parse(f64(1.0)), huge, huge) == (huge - 1) / F(math.ulp(1.7e308))  # type: ignore[arg-type]
    assert ulps_off(parse(f64(-1.0)), -huge, -huge) == (huge - 1) / F(math.ulp(1.7e308))  # type: ignore[arg-type]


def test_the_distance_is_told_with_two_digits_rounded_up() -> None:
    truth = 2 + F(33, 7) * ULP
    assert str(judge_value(f64(2.0), str(truth))).endswith("off by 4.8 ulp, 4 allowed")
    # where ulps say nothing
    assert (
        str(judge_value(f64(0.25), "1/2"))
        == "got 0.25, want 1/2, 0.5 times the true value, 4 ulp allowed"
    )
    assert str(judge_value(f64(0.999), "1")).endswith("off by 4600000000000 ulp, 4 allowed")
    assert "times" not in str(judge_value(f64(0.25), "0"))  # nothing is a multiple of 0


WIDTHS: list[tuple[str, str, Any, bool]] = [
    # lo, hi, the truth, accepted
    ("2", "2.000000002", "2", True),
    ("2", "2.0000000021", "2", False),
    ("-2.000000002", "-2", "-2", True),
    ("-2.0000000021", "-2", "-2", False),
    ("0", "1e-20", "0", True),
    ("0", "1.1e-20", "0", False),
    ("2.000000001", "2.000000002", "2", False),  # narrow, beside the truth
    ("1.999999998", "1.999999999", "2", False),
    ("1.999999999", "2", {"lo": "2", "hi": "2.1"}, True),  # they touch
    ("2.1", "2.1000000001", {"lo": "2", "hi": "2.1"}, True),
    ("2.2", "2.2", {"lo": "2", "hi": "2.1"}, False),
    ("1.9", "1.9", {"lo": "2", "hi": "2.1"}, False),
]


@pytest.mark.parametrize(("low", "high", "truth", "accepted"), WIDTHS)
def test_an_enclosure_must_meet_the_truth_and_say_something(
    low: str, high: str, truth: Any, accepted: bool
) -> None:
    assert (judge_value({"lo": low, "hi": high}, truth) is None) is accepted


AT_LEAST: list[tuple[Any, bool]] = [
    ("2", True),
    ("11/5", True),
    ("221/100", False),
    ("1999999999/1000000000", False),
    (f64(2.0), True),
    (f64(2.1), True),
    (f64(1e300), False),
    (f64(2 - 2**-52), True),
    (f64(2 - 2**-50), True),
    (f64(2 - 2**-50 - 2**-52), False),
    ({"lo": "2", "hi": "100"}, True),
    ({"lo": "3", "hi": "4"}, False),
    ({"lo": "1.99999999999999999999", "hi": "2.00000000000000000001"}, True),
    ({"lo": "1.99999999999999999999", "hi": "1.999999999999999999999"}, False),
    ({"lo": "1.99999999", "hi": "2"}, False),
    ({"lo": "1.99999999999999999998", "hi": "2.00000000000000000004"}, False),
]


@pytest.mark.parametrize(("given", "accepted"), AT_LEAST, ids=str)
def test_what_may_only_err_upwards_at_its_end(given: Any, accepted: bool) -> None:
    # beyond the doubles: a verdict, no crash
    assert judge_value(given, "1" + "0" * 400, Asked("at_least", "2")) is not None
    told = judge_value(given, "2", Asked("at_least", "2"))
    assert (told is None) is accepted
    assert (
        accepted
        or "below 2: it may only err upwards" in str(told)
        or "more than a tenth above 2" in str(told)
    )


ANSWERS: list[tuple[Any, str]] = [
    (f64(math.inf), "got inf"),
    (f64(-math.inf), "got -inf"),
    (f64(math.nan), "got nan"),
    ({"f64": "00"}, "f64 must be 16 hexadecimal digits"),
    ({"f64": "zz" * 8}, "f64 must be 16 hexadecimal digits"),
    ({"f64": "0" * 17}, "f64 must be 16 hexadecimal digits"),
    ({"f64": 1}, 'a value is "p/q", {"f64": ...} or {"lo": ..., "hi": ...}'),
    ({"lo": "1"}, 'a value is "p/q", {"f64": ...} or {"lo": ..., "hi": ...}'),
    (3, 'a value is "p/q", {"f64": ...} or {"lo": ..., "hi": ...}'),
    ({"lo": 1, "hi": 2}, "lo and hi must be decimals"),
    ({"lo": "1", "hi": "x"}, "lo and hi must be decimals"),
    ({"lo": "2", "hi": "1"}, "lo is above hi"),
    ("one", "got 'one', which is not a rational"),
    ("x" * 50, f"got '{'x' * 40}', which is not a rational"),
    ("9" * 4001, "a rational of 4001 characters; at most 4000 are read"),
]


@pytest.mark.parametrize(("value", "told"), ANSWERS, ids=lambda v: str(v)[:40])
def test_what_is_no_answer_is_told_in_a_sentence(value: Any, told: str) -> None:
    assert str(parse(value)) == told
    assert str(judge_value(value, "2")) == told


def test_answers_are_shown_short() -> None:
    assert [
        str(parse(v))
        for v in ("2/6", f64(0.1), {"lo": "1", "hi": "1.5"}, {"lo": "0.50", "hi": "0.5"})
    ] == ["1/3", "0.1", "[1, 3/2]", "1/2"]
    assert str(parse("1" + "0" * 39)) == "1" + "0" * 39
    assert str(parse("1/" + "7" * 100)) == "about 1.28571428571e-100"


# ---------------------------------------------------------------- one reply against one vector


def vector(kind: str, expect: dict[str, Any], **more: Any) -> Vector:
    return Vector(
        "an-id",
        kind,
        "laplace",
        "because",
        "source",
        {},
        expect,
        accept={"rule": "within", "ulps": "4"},
        **more,
    )


def ok(**output: Any) -> dict[str, Any]:
    return {"status": "ok", "output": output}


ONE, MANY = vector("exact", {"value": "2"}), vector("exact", {"values": ["2", "3"]})
REFUSAL, TWIN = vector("reject", {"status": "rejected"}), vector("reject", {"status": "ok"})
TAPE = vector("tape", {"values": ["1", "2"], "bits": "7"})
EXHAUSTED = vector("tape", {"status": "rejected", "code": "tape_exhausted"})
STEPS = vector(
    "transcript",
    {"steps": [["clipped", ["1", "2"]], ["sum", "3"], ["mean", "3/2"]], "value": "3/2"},
)
REPLIES: list[tuple[Vector, dict[str, Any], str, str]] = [
    # the vector, the reply, the verdict, what it says
    (ONE, ok(value="2"), PASS, ""),
    (ONE, ok(value="3"), FAIL, "got 3, want 2"),
    (ONE, ok(), FAIL, 'a value is "p/q", {"f64": ...} or {"lo": ..., "hi": ...}'),
    (ONE, {"status": "unsupported", "reason": "x" * 300}, UNSUPPORTED, "x" * 200),
    (ONE, {"status": "unsupported"}, UNSUPPORTED, "no reason given"),
    (ONE, {"status": "error", "traceback": "first\nlast\n"}, FAIL, "error: last"),
    (ONE, {"status": "error", "traceback": "  "}, FAIL, "error: no traceback"),
    (
        ONE,
        {"status": "rejected", "code": "c", "message": "m" * 200},
        FAIL,
        f"got rejected (c {'m' * 100}), want ok",
    ),
    (MANY, ok(values=["2", "3"]), PASS, ""),
    (MANY, ok(values=["2", "4"]), FAIL, "got 4, want 3"),
    (MANY, ok(values=["2"]), FAIL, "expected 2 values"),
    (MANY, ok(values="23"), FAIL, "expected 2 values"),
    (MANY, ok(value="2"), FAIL, "expected 2 values"),
    (EXHAUSTED, {"status": "rejected", "code": "another"}, PASS, ""),
    (EXHAUSTED, ok(values=[]), FAIL, "got ok, want rejected"),
    (TAPE, ok(values=["1", "2"], bits="7"), PASS, ""),
    (TAPE, ok(values=["1", "2"], bits="8"), FAIL, "bits: got 8, want 7"),
    (TAPE, ok(values=["2", "1"], bits="7"), FAIL, "values: got ['2', '1'], want ['1', '2']"),
    (TAPE, ok(bits="7"), FAIL, "values: got None, want ['1', '2']"),
    (STEPS, ok(value="3/2"), PASS, ""),
    (
        STEPS,
        ok(value="3/2", steps=[["mean", "3/2"], ["more", "9"], ["clipped", ["1", "2"]]]),
        PASS,
        "",
    ),
    (STEPS, ok(value="3/2", steps=[["mean", "9"], ["sum", "8"]]), FAIL, "step sum: got 8, want 3"),
    (STEPS, ok(value="3/2", steps=[["clipped", ["1", "3"]]]), FAIL, "step clipped: got 3, want 2"),
    (STEPS, ok(value="3/2", steps=[["clipped", ["1"]]]), FAIL, "step clipped: expected 2 values"),
    (STEPS, ok(value="3/2", steps=[["clipped", "12"]]), FAIL, "step clipped: expected 2 values"),
    (STEPS, ok(value="3/2", steps={"sum": "3"}), FAIL, "steps must be a list of [name, value]"),
    (STEPS, ok(value="3/2", steps=[["sum"]]), FAIL, "steps must be a list of [name, value]"),
    (STEPS, ok(value="3/2", steps=["xy"]), FAIL, "steps must be a list of [name, value]"),
    (STEPS, ok(value="2", steps=[["sum", "3"]]), FAIL, "output: got 2, want 3/2"),
    (REFUSAL, {"status": "rejected"}, PASS, ""),
    (REFUSAL, ok(value="1"), FAIL, "accepted: because"),
    (REFUSAL, ok(value=f64(math.nan)), FAIL, "accepted: because; it answered nan"),
    (REFUSAL, ok(), FAIL, "accepted: because; it answered nothing"),
    (TWIN, ok(value="1"), PASS, ""),
    (TWIN, ok(values=["1", f64(2.5)]), PASS, ""),
    (TWIN, ok(samples=bits_of(1.5) + bits_of(-2.0)), PASS, ""),
    (TWIN, ok(counts=[["1", "2"], [["0", "3"], "4"]]), PASS, ""),
    (
        TWIN,
        {"status": "rejected", "code": "c", "message": "m" * 200},
        FAIL,
        f"refused a valid request: c {'m' * 120}",
    ),
    (TWIN, {"status": "rejected"}, FAIL, "refused a valid request:"),
    (TWIN, ok(), FAIL, "a valid request was answered with nothing"),
    (TWIN, ok(values=[]), FAIL, "a valid request was answered with nothing"),
    (TWIN, ok(counts=[]), FAIL, "a valid request was answered with nothing"),
    (
        TWIN,
        ok(counts=[["nan", "2"]]),
        FAIL,
        "a valid request was answered with 'nan', which is not a rational",
    ),
    (TWIN, ok(samples=""), FAIL, "a valid request was answered with malformed samples"),
    (TWIN, ok(samples="00"), FAIL, "a valid request was answered with malformed samples"),
    (
        TWIN,
        ok(samples=bits_of(1.0) + bits_of(math.inf)),
        FAIL,
        "a valid request was answered with inf",
    ),
    (TWIN, ok(value=f64(math.inf)), FAIL, "a valid request was answered with inf"),
    (TWIN, {"status": "unsupported", "reason": "none"}, UNSUPPORTED, "none"),
]


@pytest.mark.parametrize(
    ("asked", "reply", "status", "told"),
    REPLIES,
    ids=lambda v: v.kind if isinstance(v, Vector) else str(v)[:30],
)
def test_every_kind_of_reply_has_its_verdict(
    asked: Vector, reply: dict[str, Any], status: str, told: str
) -> None:
    """Kills a rule that is too lax or too strict, and a verdict that says something else than what
    was wrong.
    """
    found = verdict_on(asked, reply)
    assert (found.status, found.detail) == (status, told)


def test_a_one_sided_rule_is_the_vectors() -> None:
    one_sided = replace(ONE, accept={"rule": "at_least", "ulps": "2"})
    assert [verdict_on(v, ok(value="21/10")).status for v in (ONE, one_sided)] == [FAIL, PASS]
    strict = replace(ONE, accept={"rule": "within", "ulps": "0"})
    assert [verdict_on(v, ok(value=f64(2 + 2**-51))).status for v in (ONE, strict)] == [PASS, FAIL]


def test_more_values_than_asked_for_are_no_answer() -> None:
    vector = VECTORS["laplace-variance-epsilon1"]
    lists = next(v for v in VECTORS.values() if "values" in v.expect and v.kind == "exact")
    assert (
        verdict_on(vector, {"status": "ok", "output": {"value": vector.expect["value"]}}).status
        == PASS
    )
    for values in ([], lists.expect["values"][:-1], [*lists.expect["values"], "0"]):
        verdict = verdict_on(lists, {"status": "ok", "output": {"values": values}})
        assert (verdict.status, verdict.detail) == (
            FAIL,
            f"expected {len(lists.expect['values'])} values",
        )
