"""Declared policies: what is exactly declared is no failure, anything else still is, and no
guarantee is excused.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpmean.judging import verdict_on
from dpmean.judging.evidence import Follows, Seen, only
from dpmean.judging.policies import concerning, excused, other_law, undecided
from dpmean.judging.reject import paired
from dpmean.judging.severity import severity_of
from dpmean.judging.verdict import DECLARED, FAIL, INCONCLUSIVE, KNOWN, PASS, Verdict
from dpmean.suite.files import load
from dpmean.suite.kinds import kind_of
from dpmean.suite.vectors import Vector
from dpmean.wire.protocol import Hello
from tests.helpers.reports_for_tests import statement

VECTORS = {v.id: v for v in load()}


def hello(**policies: str) -> Hello:
    return Hello("acme", "1", protocol=2, policies=policies)


def reply_of(vector: Vector, **changed: Any) -> dict[str, Any]:
    """What a right program with other input replies to a vector."""
    request = vector.prompt()
    return {
        "status": "ok",
        "output": kind_of("transcript").answer({**request, "input": {**vector.input, **changed}}),
    }


def status(vector: Vector, reply: dict[str, Any], **policies: str) -> str:
    return excused(verdict_on(vector, reply), hello(**policies), reply).status


def test_a_missing_record_that_counts_as_the_middle_is_a_policy_only_where_it_is_declared() -> None:
    """Kills a policy that excuses every failure of its vectors, one of another value, and one of
    protocol 1.
    """
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "transcript"
        and v.object == "shifted_mean"
        and "missing" in concerning(v)
        and v.params.get("noise", "laplace") == "laplace"
    )
    mid = str((Fraction(vector.params["lower"]) + Fraction(vector.params["upper"])) / 2)
    reply = reply_of(vector, data=[mid if x == "nan" else x for x in vector.input["data"]])
    assert status(vector, reply) == FAIL
    assert status(vector, reply, missing="midpoint") == KNOWN
    assert (
        status(vector, reply, missing="refused")
        == status(vector, reply, infinite="dropped")
        == FAIL
    )
    other = {"status": "ok", "output": {**reply["output"], "value": "12345"}}
    assert status(vector, other, missing="midpoint") == FAIL
    old = replace(hello(missing="midpoint"), protocol=1)
    assert excused(verdict_on(vector, reply), old, reply).status == FAIL


def test_a_refusal_or_a_nan_is_a_policy_where_it_is_declared() -> None:
    vector = next(
        v for v in VECTORS.values() if v.kind == "transcript" and "missing" in concerning(v)
    )
    refusal: dict[str, Any] = {"status": "rejected"}
    nan = {"status": "ok", "output": {"value": {"f64": "7ff8000000000000"}}}
    assert [
        status(vector, r, missing=p) for r in (refusal, nan) for p in ("refused", "propagated")
    ] == [KNOWN, FAIL, FAIL, KNOWN]
    found = excused(verdict_on(vector, refusal), hello(missing="refused"), refusal)
    assert (found.category, found.known, severity_of(found)) == (
        DECLARED,
        "the adapter declares the policy missing: refused",
        "policy",
    )


def test_a_count_of_at_least_one_is_recognised_by_its_numbers() -> None:
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "transcript"
        and v.object == "shifted_mean"
        and "count" in concerning(v)
        and not {"missing", "infinite", "outside"} & set(concerning(v))
        and v.expect["value"] not in (v.params["lower"], v.params["upper"])
    )
    count = Fraction(dict(vector.expect["steps"])["count"])
    reply = reply_of(vector, outcomes={**vector.input["outcomes"], "noise_count": str(1 - count)})
    assert status(vector, reply) == FAIL
    assert status(vector, reply, count="at_least_one") == KNOWN


def test_an_output_that_is_not_clipped_is_recognised_by_its_number() -> None:
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "transcript"
        and v.object == "independent_mean"
        and dict(v.expect["steps"])["ratio"] != v.expect["value"]
    )
    reply = {"status": "ok", "output": {"value": dict(vector.expect["steps"])["ratio"]}}
    assert [status(vector, reply), status(vector, reply, output="as_drawn")] == [FAIL, KNOWN]


def test_no_policy_excuses_a_broken_guarantee() -> None:
    """Kills a declared refusal that hides that one record decides the status."""
    one = VECTORS["sized_mean-reject-laplace-neighbours-nan"]
    twin = VECTORS[one.expect["twin"]]
    refused = verdict_on(one, {"status": "rejected"})
    seen, _ = paired([refused, Verdict(twin, PASS)])
    assert excused(seen, hello(missing="refused")).status == FAIL
    alone, _ = paired([refused, verdict_on(twin, {"status": "rejected"})])
    assert (severity_of(alone), excused(alone, hello(missing="refused")).status) == (
        "contract",
        KNOWN,
    )


@pytest.mark.parametrize(
    ("policy", "value", "object_", "asked"),
    [
        ("output", "as_drawn", "independent_mean", False),
        ("output", "clipped", "independent_mean", True),
        ("output", "as_drawn", "laplace", True),
        ("count", "at_least_one", "shifted_mean", False),
        ("count", "at_least_one", "bounded_mean", True),
        ("count", "as_drawn", "bounded_mean", False),
        ("count_noise", "integer", "shifted_mean", False),
        ("count_noise", "integer", "bounded_mean", True),
        ("missing", "midpoint", "shifted_mean", True),
    ],
)
def test_draws_of_another_law_by_a_policy_are_no_failure(
    policy: str, value: str, object_: str, asked: bool
) -> None:
    """Kills a failure of who does what it declares, and a policy that hides draws which it does not
    change.
    """
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "stat"
        and v.object == object_
        and "observe" not in v.input
        and not {"missing", "infinite", "outside", "empty"} & set(concerning(v))
    )
    reason = other_law(vector, hello(**{policy: value}))
    assert reason == (
        None if asked else f"answered otherwise by the declared policy {policy}: {value}"
    )
    fewer = Verdict(vector, FAIL, "seen", follows=(statement(Follows.LESS_NOISE),))
    found = undecided(fewer, hello(**{policy: value}))
    assert (found.status, found.detail) == (
        (FAIL, "seen")
        if asked
        else (INCONCLUSIVE, f"draws of another law, as they may have: {reason}")
    )
    stale = replace(
        fewer, follows=(only(Seen.RECURRED),)
    )  # draws that repeat are excused by no policy
    assert undecided(stale, hello(**{policy: value})) == stale
    listed = replace(fewer, status=KNOWN)
    assert undecided(listed, hello(**{policy: value})) == listed


@pytest.mark.parametrize(
    ("value", "asked"), [("dropped", True), ("midpoint", False), ("refused", False)]
)
def test_draws_from_missing_records_are_those_of_the_vector_where_they_are_dropped(
    value: str, asked: bool
) -> None:
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "stat" and v.object == "shifted_mean" and "missing" in concerning(v)
    )
    assert (other_law(vector, hello(missing=value)) is None) is asked
    assert other_law(replace(vector, kind="reject"), hello(missing=value)) is None


@pytest.mark.parametrize(
    "policy", ["missing", "infinite", "outside", "empty", "size", "count", "count_noise", "output"]
)
def test_every_policy_concerns_some_vectors_and_not_all(policy: str) -> None:
    some = [v for v in VECTORS.values() if policy in concerning(v)]
    assert 0 < len(some) < len(VECTORS) / 3
