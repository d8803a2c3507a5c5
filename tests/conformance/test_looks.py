"""One batch tested and one vector sampled, with every number known by hand: p-values, shares, looks, what is spent and
shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpmean.conformance.connection.protocol import Hello
from dpmean.conformance.connection.session import Run
from dpmean.conformance.judging import singles
from dpmean.conformance.judging.batch import Batch
from dpmean.conformance.judging.sampling import sample
from dpmean.conformance.judging.singles import NAMES, SINGLE, Others, alike
from dpmean.conformance.judging.statistics import test as run_tests
from dpmean.conformance.judging.verdict import FAIL, PASS, UNSUPPORTED
from dpmean.suite.pvalues import binomial_p, clopper_pearson, looks, repeats_p, share
from dpmean.suite.vectors import Vector

F = Fraction
ALPHA = F(1, 10**9)  # looks at 1e-3 and at 1e-6
POSITIVE = {"name": "positive", "on": "x", "relation": "ge", "at": "0", "p": {"lo": "1/4", "hi": "1/2"},
    "flag": "SignBias"}
FAR = {"name": "far", "on": "abs", "relation": "ge", "at": "8", "p": {"lo": "1/8", "hi": "1/8"}, "flag": "TailCut"}
CDF = [{"x": "0", "p": {"lo": "0.25", "hi": "0.35"}}, {"x": "3", "p": {"lo": "0.5", "hi": "0.75"}}]


def close(p: Fraction, truth: Fraction) -> bool:
    """An upper bound, and a sharp one."""
    return truth <= p <= truth * (1 + F(1, 10**9))


def table(*rows: tuple[str, int]) -> Batch:
    return Batch(sum(c for _, c in rows), rows=tuple(((F(v),), c) for v, c in rows))


# ---------------------------------------------------------------- the tests of a batch


def test_each_test_has_its_share_its_figures_and_its_flag() -> None:
    """16 draws of 1: P(all positive) <= 2^-16, two-sided, times two events, times two groups."""
    tested = run_tests({"events": [POSITIVE, FAR], "cdf": CDF}, table(("1", 16)), F(0))
    positive, far, curve = tested.findings
    assert close(positive.p, F(1, 2**13))
    assert (positive.name, positive.seen, positive.expected, positive.flag) == ("positive", "seen in 16 of 16 draws",
        "the law gives 6.0, give or take 1.9", "SignBias")
    assert close(far.p, 8 * F(7, 8) ** 16)
    assert (far.seen, far.expected, far.flag) == ("seen in 0 of 16 draws",
        "the law gives 2.0, give or take 1.3", "TailCut")
    # at 0 none is below, at least a quarter should be; at 3 all are, at most 3/4 should be
    assert close(curve.p, 2 * 2 * 2 * F(3, 4) ** 16)  # two groups, two points, two sides; the first of equals is told
    assert (curve.name, curve.seen, curve.expected, curve.flag) == ("at most 0", "seen in 0 of 16 draws",
        "the law gives 4.8, give or take 1.8", "WrongScale")
    assert tested.worst is positive
    assert (positive.more, far.more, curve.more) == (True, False, False)
    shown = tested.evidence
    assert [(e["name"], e["count"], e["n"], e["expected"], e["p"], e["flag"]) for e in shown["events"]] == [
        ("positive", 16, 16, 0.375, float(positive.p), "SignBias"),
        ("far", 0, 16, 0.125, float(far.p), "TailCut"),
    ]
    assert shown["points"] == [{"x": "0", "seen": 0.0, "expected": 0.3}, {"x": "3", "seen": 1.0, "expected": 0.625}]
    assert (shown["type"], shown["n"], shown["center"], shown["band"]) == ("law", 16, "0", pytest.approx(0.35355339))


def test_p_values_that_no_look_would_reject_are_not_worked_out() -> None:
    """400 draws, 1/2 each: 230 are three standard deviations off, and 2 P(X >= 230) = 0.0031; 231 is worked out."""
    fair = {**POSITIVE, "p": {"lo": "1/2", "hi": "1/2"}}
    for more, p in ((230, F(1)), (231, None)):
        counts = table(("1", more), ("-1", 400 - more))
        (found,) = run_tests({"events": [fair]}, counts, F(0)).findings
        assert found.p == p if p else F(1, 1000) < found.p < F(3, 1000)


def test_without_a_curve_the_events_have_all_and_nothing_is_drawn() -> None:
    tested = run_tests({"events": [POSITIVE]}, table(("1", 16)), F(3, 2))
    (positive,) = tested.findings
    assert close(positive.p, F(1, 2**15))
    assert (tested.evidence["points"], tested.evidence["band"], tested.evidence["center"]) == ([], 0.0, "3/2")


def test_a_batch_as_expected_has_p_values_of_1() -> None:
    tested = run_tests({"events": [POSITIVE, FAR], "cdf": CDF}, table(("-1", 10), ("1", 2), ("9", 4)), F(0))
    assert [f.p for f in tested.findings[:2]] == [1, 1]
    curve = tested.findings[-1]
    tail = sum((math.comb(16, k) * F(7, 20) ** k * F(13, 20) ** (16 - k) for k in range(10, 17)), F(0))
    assert curve.seen == "seen in 10 of 16 draws"
    assert close(curve.p, 8 * tail)
    inside = run_tests({"events": [POSITIVE], "cdf": CDF}, table(("-1", 3), ("1", 3), ("9", 4)), F(0)).findings[-1]
    assert (inside.seen, inside.p) == ("nothing unusual", 1)


def test_a_declared_grid_counts_in_the_implementations_favour() -> None:
    """On a grid of 1/8 a draw of 0 may have been rounded from either side of the threshold."""
    rounded = replace(table(("0", 16)), grid=F(1, 8))
    (positive,) = run_tests({"events": [POSITIVE]}, rounded, F(0)).findings
    assert (positive.p, positive.seen) == (1, "seen in 0 to 16 of 16 draws")
    curve = run_tests({"events": [POSITIVE], "cdf": CDF}, rounded, F(0)).findings[-1]
    assert (curve.name, curve.seen) == ("at most 3", "seen in 16 of 16 draws")


# ---------------------------------------------------------------- the p-values


def test_p_values_and_bounds_by_hand() -> None:
    assert close(binomial_p(4, 4, 4, F(1, 2), F(1, 2)), F(1, 8))
    assert close(binomial_p(4, 0, 0, F(1, 2), F(3, 4)), F(1, 8))  # the end of the range that is nearest to the count
    assert close(binomial_p(4, 4, 4, F(1, 4), F(1, 2)), F(1, 8))
    assert binomial_p(4, 2, 2, F(1, 2), F(1, 2)) == 1
    assert share(F(1, 10**6), 0) == share(F(1, 10**6), 1000) == F(1, 10**9)
    assert share(F(1, 10**6), 4000) == F(1, 4 * 10**9)
    assert looks(ALPHA) == (F(1, 1000), F(1, 10**6))


@pytest.mark.parametrize("error", [F(1, 50), F(1, 3)])
def test_confidence_bounds_by_hand(error: Fraction) -> None:
    """One draw: the bounds are `error` and 1 - `error`, rounded outward by less than 2^-39; none: nothing is known."""
    for n, count, upper, truth in ((1, 1, False, error), (1, 0, True, 1 - error), (1, 1, True, F(1)),
            (1, 0, False, F(0)), (2, 2, False, None)):
        bound = clopper_pearson(n, count, error, upper=upper)
        if truth is None:
            assert 0 <= error - bound**2 < F(1, 2**38)  # the square root of the error
        else:
            assert 0 <= (bound - truth if upper else truth - bound) < F(1, 2**39)


def test_the_bound_of_repeats_by_hand() -> None:
    """Binomial(10, 1/100): at least one with 1 - (99/100)^10, all ten with 10^-20."""
    assert 0 <= repeats_p(10, 1, F(1, 1000)) - (1 - F(99, 100) ** 10) < F(1, 10**18)
    assert 0 <= repeats_p(10, 10, F(1, 1000)) - F(1, 10**20) < F(1, 10**38)
    assert repeats_p(10, 0, F(1, 1000)) == 1


# ---------------------------------------------------------------- the looks

STAT = Vector("an-id", "stat", "laplace", "because", "source", {"epsilon": "1"},
    {"events": [{**POSITIVE, "p": {"lo": "1/2", "hi": "1/2"}}]}, input={"draws": "16", "center": "0"})
FAIR, MEDIOCRE, BAD = ([["1", "8"], ["-1", "8"]], [["1", "16"]], [["1", "32"]])  # p = 1, 3e-5, 5e-10


class Scripted:
    """A session that answers with these outputs (or replies) in turn, and remembers what was asked."""

    def __init__(self, n: int, *answers: Any) -> None:
        self.n, self.answers, self.asked, self.starts = n, list(answers), [], []  # type: ignore[var-annotated]

    def sized(self, vector: Vector) -> Vector:
        return replace(vector, input={**vector.input, "draws": str(self.n)})

    def gave_up(self, reply: dict[str, Any]) -> bool:
        return reply["status"] == "unsupported"

    hello = Hello("scripted", "1")
    plan: tuple[str, ...] = (NAMES["started"],)  # the single draws that are made

    def pinned(self, name: str, otherwise: int) -> int:
        """No record says how many single draws there are."""
        return otherwise if name.endswith(self.plan) else 0

    @contextmanager
    def fresh(self) -> Iterator[tuple[list[Start], None]]:
        yield [Start(self, 1), Start(self, 2)], None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(request["input"]["draws"])
        answer = self.answers.pop(0)
        return answer if "status" in answer else {"status": "ok", "output": answer}


SIGNS = Random(5).choices((-1, 1), k=SINGLE)


class Start:
    """A further start of the program, of which the session remembers that it was asked."""

    def __init__(self, session: Scripted, number: int) -> None:
        self.session, self.number = session, number

    def processor_seconds(self) -> None: ...

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self.session.starts.append(self.number)
        return self.session.ask(request)

    def gave_up(self, reply: dict[str, Any]) -> bool:
        return self.session.gave_up(reply)


def sampled(session: Scripted, *, singly: bool = False, vector: Vector = STAT) -> tuple[str, str, tuple[str, ...], Run]:
    result = Run(hello=None)  # type: ignore[arg-type]
    verdict = sample(session, vector, result, ALPHA, Others() if singly else None)  # type: ignore[arg-type]
    assert result.tiers["an-id"] == session.n
    return verdict.status, verdict.detail, verdict.flags, result


def test_a_good_first_look_is_enough() -> None:
    session = Scripted(16, {"counts": FAIR})
    status, _, _, result = sampled(session)
    assert (status, session.asked, result.draws, result.false_alarm) == (PASS, ["16"], 16, ALPHA * F(101, 100))


def test_a_bad_first_look_gets_a_second_on_fresh_draws() -> None:
    session = Scripted(16, {"counts": MEDIOCRE}, {"counts": FAIR})
    status, _, _, result = sampled(session)
    assert (status, session.asked, result.draws) == (PASS, ["16", "16"], 32)
    assert sampled(Scripted(16, {"counts": MEDIOCRE}, {"counts": MEDIOCRE}))[0] == PASS  # 3e-5 is not below 1e-6
    status, detail, flags, _ = sampled(Scripted(32, {"counts": BAD}, {"counts": BAD}))
    assert (status, detail, flags) == (FAIL, "positive: seen in 32 of 32 draws; the law gives 16.0, give or take 2.8; "
        "a right program is as far off with probability 4.7e-10 (twice)", ("SignBias",))


def test_p_values_below_every_double_are_shown() -> None:
    status, detail, _, _ = sampled(Scripted(4096, {"counts": [["1", "4096"]]}, {"counts": [["1", "4096"]]}))
    assert (status, "probability below 1e-300 (twice)" in detail) == (FAIL, True)


@pytest.mark.parametrize("place", [0, 1])
def test_a_reply_that_is_no_batch_ends_the_looks(place: int) -> None:
    before = [{"counts": MEDIOCRE}] * place
    said = (FAIL, "answered once, then unsupported: tired") if place else (UNSUPPORTED, "tired")
    assert sampled(Scripted(16, *before, {"status": "unsupported", "reason": "tired"}))[:2] == said
    assert sampled(Scripted(16, *before, {"status": "rejected", "code": "c"}))[:2] == (FAIL,
        "got rejected (c ), want ok")
    assert sampled(Scripted(16, *before, {"counts": BAD}))[:2] == (FAIL, "the counts do not sum to 16")


def test_single_draws_are_asked_for_and_tested_as_one_batch() -> None:
    ones = [{"counts": [[str(sign), "1"]]} for sign in SIGNS]
    session = Scripted(16, {"counts": FAIR}, *ones)
    status, _, _, result = sampled(session, singly=True)
    assert (status, session.asked) == (PASS, ["16", *["1"] * SINGLE])
    assert session.starts == [1, 2] * (SINGLE // 2)
    assert (result.draws, result.false_alarm) == (16 + SINGLE, ALPHA * F(201, 100))
    ones = [{"counts": [["1", "1"]]}] * SINGLE
    status, detail, flags, _ = sampled(Scripted(16, {"counts": FAIR}, *ones), singly=True)
    assert (status, flags) == (FAIL, ("NoiseReused",))
    assert (
        detail == "128 requests of one draw each are not 128 fresh draws: positive: seen in 128 of 128 draws; "
        "the law gives 64.0, give or take 5.7; a right program is as far off with probability "
        f"{float(F(1, 2**127)):.1e} (once)"
    )
    # kills: no single draws, no check
    assert sampled(Scripted(16, {"counts": FAIR}, {"status": "unsupported"}), singly=True)[0] == FAIL
    short = Scripted(16, {"counts": FAIR}, {"counts": []})
    verdict = sample(short, STAT, Run(hello=None), ALPHA, Others())  # type: ignore[arg-type]
    assert (verdict.status, verdict.detail, verdict.vector.input["draws"]) == (FAIL, "the counts do not sum to 1", "16")


def test_equal_draws_of_continuous_noise_are_not_fresh() -> None:
    from dpmean.conformance.judging.reading import pack

    continuous = replace(STAT, expect={**STAT.expect, "density_at_most": "1/2"})
    equal = {"samples": pack([1.25, -1.25] * 8)}
    status, detail, flags, _ = sampled(Scripted(16, equal), vector=continuous)
    assert (status, flags) == (FAIL, ("NoiseReused",))
    assert detail == "15 of 16 draws equal an earlier one or its mirror image: continuous noise does not repeat"
    counted = {"counts": [["5/4", "8"], ["-5/4", "8"], *([str(i), "0"] for i in range(20))]}
    assert sampled(Scripted(16, counted), vector=continuous)[1] == detail
    assert sampled(Scripted(16, equal))[0] == PASS  # a law with atoms may repeat
    assert sampled(Scripted(16, {"samples": pack([i + 0.25 if i % 2 else -i - 0.25 for i in range(16)])}),
        vector=continuous)[0] == PASS


def test_single_draws_of_continuous_noise_do_not_repeat_either() -> None:
    """Kills a generator that is seeded by a clock in each request: some requests are alike, and their law is right."""
    from dpmean.conformance.judging.reading import pack

    continuous = replace(STAT, expect={**STAT.expect, "density_at_most": "1/2"})
    fair = {"samples": pack([i + 0.25 if i % 2 else -i - 0.25 for i in range(16)])}
    ones = [{"samples": pack([sign * (i + 0.25)])} for i, sign in enumerate(SIGNS)]
    assert sampled(Scripted(16, fair, *ones), singly=True, vector=continuous)[0] == PASS
    twice = [ones[(i + 1) // 2] for i in range(SINGLE)]
    status, detail, flags, _ = sampled(Scripted(16, fair, *twice), singly=True, vector=continuous)
    assert (status, flags) == (FAIL, ("NoiseReused",))
    assert detail.startswith("in 128 requests of one draw each, 63 of 128 draws equal an earlier one")


def test_what_two_starts_draw_alike_is_a_constant() -> None:
    """Kills a generator whose seed is a constant of the program: every law is right, and every noise is known."""
    ones = [{"counts": [[str(SIGNS[i // 2]), "1"]]} for i in range(SINGLE)]
    status, detail, flags, _ = sampled(Scripted(16, {"counts": FAIR}, *ones), singly=True)
    assert (status, flags) == (FAIL, ("NoiseReused",))
    assert detail == "two starts of the program gave the same 64 draws, one by one: who starts it too knows the noise"
    ones[1] = {"counts": [[str(-SIGNS[0]), "1"]]}  # but one
    status, detail, _, _ = sampled(Scripted(16, {"counts": FAIR}, *ones), singly=True)
    assert (status, detail) == (FAIL, "in 128 requests of one draw each, of 64 pairs of draws next to each other, 63 "
        "agree about 'positive', where about 32 independent ones would: draws depend on one another")
    ones[1::2] = [{"counts": [[str(sign), "1"]]} for sign in Random(6).choices((-1, 1), k=SINGLE // 2)]
    assert sampled(Scripted(16, {"counts": FAIR}, *ones), singly=True)[0] == PASS


@pytest.mark.parametrize(("often", "alpha", "said"),
    [(48, F(1, 10**15), True), (49, F(1, 10**15), False), (48, F(1, 10**16), False), (1, F(1, 10**15), True)])
def test_equal_draws_that_chance_explains_are_not_held_against_a_program(often: int, alpha: Fraction,
        said: bool) -> None:
    draws = [Batch(1, rows=(((F(max(i - often, -1)),), 1),)) for i in range(64)]
    assert alike(draws, list(draws), alpha) is said
    assert F(1, 10**16) < F(3**48, 4**64) < F(1, 10**15)


class Spare(Scripted):
    """Leaves a spare draw of one object to the next: what follows a draw with other parameters is always positive."""

    spoilt, plan = False, tuple(NAMES.values())

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.signs = Random(7)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """A fair sign, but after a request of other parameters."""
        self.asked.append(request["params"]["epsilon"])
        n, other = int(request["input"]["draws"]), request["params"] != STAT.params
        sign = 1 if self.spoilt and self.leaves else self.signs.choice((-1, 1))
        self.spoilt = other
        counts = [["-1", str(n // 2)], ["1", str(n - n // 2)]] if n > 1 else [[str(sign), "1"]]
        return {"status": "ok", "output": {"counts": counts}}

    leaves = True


def test_what_one_object_leaves_to_the_next_shows_among_draws_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills single draws that are all made with the same parameters; a slow program is not asked for so many."""
    other = replace(STAT, id="other", params={**STAT.params, "epsilon": "5"})
    session, result = Spare(16), Run(hello=None)  # type: ignore[arg-type]
    verdict = sample(session, STAT, result, ALPHA, Others([other]))  # type: ignore[arg-type]
    assert (verdict.status, verdict.flags) == (FAIL, ("NoiseReused",))
    assert "2048 requests of one draw each, among requests for other things, are not 2048 fresh draws" in verdict.detail
    assert session.asked.count("5") == sum((i % 3 == 1 or i % 5 == 3) and i // 8 % 2 == 0 for i in range(2048))
    assert result.tiers[STAT.id + NAMES["among"]] == 2048
    monkeypatch.setattr(Spare, "leaves", False)
    assert sample(Spare(16), STAT, Run(hello=None), ALPHA, Others([other])).status == PASS  # type: ignore[arg-type]
    monkeypatch.setattr(singles, "AMONG_SECONDS", 0.0)
    slow = Spare(16)
    sample(slow, STAT, Run(hello=None), ALPHA, Others([other]))  # type: ignore[arg-type]
    assert "5" not in slow.asked
