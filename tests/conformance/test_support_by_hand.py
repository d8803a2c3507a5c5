"""The support check with every number known by hand: events, halves, bounds, replies, what is shown."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.conformance.connection.session import Run
from dpmean.conformance.judging.reading import pack
from dpmean.conformance.judging.support import (
    Pattern,
    _candidates,
    _lowest_bits,
    check,
    features,
    support_check,
    support_vectors,
)
from dpmean.conformance.judging.verdict import FAIL, PASS, UNSUPPORTED
from dpmean.exact.digits import bits_of
from dpmean.suite.files import load

VECTORS = {v.id: v for v in support_vectors(load())}
ERROR = Fraction(1, 10**9)
N = 20000


def test_events_are_counted_and_named_as_they_are() -> None:
    seen = features(np.array([0.0, 1.0, 1.5, -0.75, 3.0, -1.25]))
    for event, count, name in (
        (Pattern(-1), 4, "x is a multiple of 2^-1"),
        (Pattern(-1, False), 2, "x is not a multiple of 2^-1"),
        (Pattern(-1, True, 0), 2, "x is a multiple of 2^-1 and 2^0 <= |x| < 2^1"),
        (Pattern(-1, False, -1), 1, "x is not a multiple of 2^-1 and 2^-1 <= |x| < 2^0"),
        (Pattern(0, True, 1), 1, "x is a multiple of 2^0 and 2^1 <= |x| < 2^2"),
        (Pattern(value=1.5), 1, "x is exactly 1.5"),
    ):
        assert (event.count(seen), str(event)) == (count, name)
    assert [list(seen.half(first).value) for first in (True, False)] == [[0.0, 1.0, 1.5], [-0.75, 3.0, -1.25]]


def halves(first: float, second: float, n: int = 1000) -> Any:
    return np.array([first] * n + [second] * n)


def test_the_event_is_chosen_on_one_half_and_judged_on_the_other() -> None:
    """Kills a check that judges on the draws that it chose by, which alarms on right implementations."""
    other = halves(1.0, 1.0)
    changed = check(halves(0.25, 1.0), other, Fraction(1), Fraction(0), ERROR)
    assert (changed.alarm, changed.share) == (False, changed.neighbor_share)
    for one, two in ((halves(0.25, 0.25), other), (other, halves(0.25, 0.25))):
        same = check(one, two, Fraction(1), Fraction(0), ERROR)
        assert (same.alarm, same.share, same.neighbor_share) == (True, 1.0, 0.0)
        assert same.factor == pytest.approx(2.718281828)
        assert {k: same.evidence[k] for k in ("type", "event", "epsilon", "share",
            "neighbor_share")} == {"type": "leak", "event": same.event, "epsilon": "1", "share": 1.0,
            "neighbor_share": 0.0}
        assert sorted((b["input"], b["neighbor"]) for b in same.evidence["lowest_bits"]) == [(0.0, 1.0), (1.0, 0.0)]
        assert [b["exponent"] for b in same.evidence["lowest_bits"]] == [-2, 0]


@pytest.mark.parametrize(("delta", "alarm"), [("0", True), ("1/50", True), ("1/10", False)])
def test_delta_is_allowed_and_no_more(delta: str, alarm: bool) -> None:
    """An output of probability 1/20 that the neighbour never has."""
    ours = np.array(([0.25] + [1.0] * 19) * 1000)
    assert check(ours, np.full(20000, 1.0), Fraction(1), Fraction(delta), ERROR).alarm is alarm


@pytest.mark.parametrize(("count", "alarm"), [(40, False), (60, True)])
def test_an_alarm_is_beyond_both_confidence_bounds(count: int, alarm: bool) -> None:
    """Of 2000 draws the neighbour's none may be up to about 1 %, times e: so 2 % are no contradiction and 6 % are."""
    ours = np.array([0.25] * count + [1.0] * (1000 - count))
    assert check(np.concatenate([ours, ours]), np.full(2000, 1.0), Fraction(1, 100), Fraction(0), ERROR).alarm is alarm


class Scripted:
    """A session that answers with these replies in turn."""

    def __init__(self, *replies: dict[str, Any]) -> None:
        self.replies, self.asked = list(replies), []  # type: ignore[var-annotated]

    def sized(self, vector: Any) -> Any:
        return replace(vector, input={**vector.input, "draws": "2000"})

    def gave_up(self, reply: dict[str, Any]) -> bool:
        return reply["status"] == "unsupported"

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked.append((request["kind"], request["input"]["center"]))
        return self.replies.pop(0)


def counts(*rows: tuple[str, int]) -> dict[str, Any]:
    return {"status": "ok", "output": {"counts": [[v, str(c)] for v, c in rows]}}


SPLIT = counts(("1/4", 1000), ("1", 1000))


@pytest.mark.parametrize(
    ("replies", "status", "detail", "draws", "spent"),
    [
        ((SPLIT, SPLIT), PASS, "", 4000, 1),
        ((SPLIT, {"status": "error", "traceback": "x"}), FAIL, "error: x", 2000, 0),
        (({"status": "unsupported", "reason": "none"},), UNSUPPORTED, "none", 0, 0),
        ((counts(("1", 3)),), FAIL, "the counts do not sum to 2000", 0, 0),
    ],
    ids=["silent", "error", "unsupported", "malformed"],
)
def test_the_verdict_of_two_batches(replies: tuple[dict[str, Any], ...], status: str, detail: str, draws: int,
        spent: int) -> None:
    vector, result, session = VECTORS["laplace-support"], Run(hello=None), Scripted(*replies)  # type: ignore[arg-type]
    found = support_check(session, vector, result, ERROR)  # type: ignore[arg-type]
    assert (found.vector, found.status, found.detail) == (vector, status, detail)
    assert (result.draws, result.false_alarm, result.tiers) == (draws, spent * ERROR, {vector.id: 2000})
    assert session.asked == [("stat", "0"), ("stat", "1")][: len(replies)]


def test_a_leak_is_told_with_both_shares() -> None:
    result = Run(hello=None)  # type: ignore[arg-type]
    found = support_check(Scripted(counts(("1/4", 2000)), counts(("1", 2000))), VECTORS["laplace-support"], result,
        ERROR)  # type: ignore[arg-type]
    assert (found.status, found.flags) == (FAIL, ("FloatLeak",))
    assert found.detail.endswith(
        ": 1.0000 of the outputs for one input, 0.0000 for its neighbour; epsilon allows a factor 2.718")


class Answering(Scripted):
    """A session that gives these outputs for the two inputs, or says that it has none."""

    def __init__(self, *outputs: dict[str, Any] | None) -> None:
        super().__init__(*({"status": "unsupported", "reason": "no"} if output is None
            else {"status": "ok", "output": output} for output in outputs))

    def sized(self, vector: Any) -> Any:
        return replace(vector, input={**vector.input, "draws": str(N)})


def answered(*outputs: dict[str, Any] | None) -> Any:
    return support_check(Answering(*outputs), VECTORS["laplace-support"], Run(hello=None),
        ERROR)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["in order", "sorted", "counts"])
def test_draws_in_order_of_size_are_judged_like_others(form: str) -> None:
    """Kills halves by place: of sorted draws (counts are) the first half chooses an event that the second cannot have.
    """
    rng = np.random.default_rng(1)

    def output(draws: Any) -> dict[str, Any]:
        if form == "counts":
            values, counts = np.unique(draws, return_counts=True)
            return {"counts": [[str(Fraction(v)), str(c)] for v, c in zip(values, counts, strict=True)]}
        return {"samples": pack((np.sort(draws) if form == "sorted" else draws).tolist())}

    right, other = np.rint(rng.laplace(size=(2, N)) * 1024) / 1024
    leaking = np.where(rng.random(N) < 0.05, -3.0, right)
    assert answered(output(leaking), output(other)).status == FAIL
    assert answered(output(right), output(other)).status == PASS


def test_a_neighbour_that_is_not_supported_is_a_leak() -> None:
    """Kills a check that calls it unsupported when one of two neighbouring inputs gets no answer."""
    verdict = answered({"samples": bits_of(0.5) * N}, None)
    assert (verdict.status, verdict.flags) == (FAIL, ("StatusLeak",))
    assert answered(None).status == UNSUPPORTED


def test_the_events_that_are_tried_by_hand() -> None:
    """1 to 16 in steps of 1/16: grids from 2^-4 up and one above each of the three coarsest, the lowest bits of every
    binade, what is frequent.
    """
    values = np.concatenate([np.arange(16, 257) / 16, np.zeros(9), np.full(15, 3.0), np.full(16, 5.0)])
    both = [features(values), features(values[:0])]
    events = _candidates(both)
    grids = {(e.grid, e.inside) for e in events if e.binade is None and e.value is None}
    assert grids == {(g, inside) for g in (-4, -3, -2, -1, 0, 1, 2, 3, 4, 5) for inside in (True, False)}
    binades = {(e.binade, e.grid) for e in events if e.binade is not None}
    assert binades == {(b, b - 52 + t) for b in (0, 1, 2, 3, 4) for t in (1, 2, 3, 4, 6, 8)}
    assert [e.value for e in events if e.value is not None] == [5.0, 3.0]  # 17 and 16 times; 0 only nine times


def test_rare_bits_are_not_shown() -> None:
    """A bit that is the lowest in one of 4,000 outputs says nothing in a picture; one in 1,000 does."""
    common, rare = np.ones(3995), np.array([0.5, 0.25, 0.25, 0.25, 0.25])
    shown = _lowest_bits(features(np.concatenate([common, rare])), features(np.ones(4000)))
    assert [(s["exponent"], s["input"], s["neighbor"]) for s in shown] == [(-2, 0.001, 0.0), (0, 0.99875, 1.0)]
