"""What was seen, what follows, how grave it is and what is only guessed: from draws of wrong
samplers, from programs that are private although their draws are another law, and by hand.

A wrong word about right draws cannot come up: words are made for failures alone. Seeds are fixed.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.errors import AdapterError, Broke
from dpmean.exits import Exit
from dpmean.judging import sentences, verdict_on
from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.concluding import Found, concluded, looked_at
from dpmean.judging.draws.entailed import assumption, entailed
from dpmean.judging.draws.hypotheses import NOTHING, told
from dpmean.judging.draws.loss import least_epsilon
from dpmean.judging.draws.reading import pack
from dpmean.judging.draws.second import compared
from dpmean.judging.draws.statistics import test as run_tests
from dpmean.judging.draws.tails import lopsided
from dpmean.judging.evidence import (
    ASSUMED,
    SEVERITIES,
    TABLE,
    Assuming,
    Follows,
    Seen,
    Severity,
    Statement,
    only,
    worst,
)
from dpmean.judging.judge import failure
from dpmean.judging.outcome import Job, Target, conform
from dpmean.judging.reject import paired
from dpmean.judging.results import Run
from dpmean.judging.run import run
from dpmean.judging.sentences import MEANS, guesses, meaning
from dpmean.judging.severity import severity_of
from dpmean.judging.verdict import (
    FAIL,
    INCONCLUSIVE,
    KNOWN,
    PASS,
    UNSUPPORTED,
    Problem,
    Verdict,
)
from dpmean.reports import machine
from dpmean.reports.headline import headline
from dpmean.reports.remedies import REMEDIES
from dpmean.suite.files import load
from dpmean.suite.flags import FLAGS
from dpmean.suite.plans.laws.stat import line
from dpmean.wire.function import Called, Forked, greeting
from dpmean.wire.protocol import Hello
from dpmean.wire.sizes import Sizes
from tests.helpers.reports_for_tests import statement

VECTORS = {v.id: v for v in load()}
N = 1 << 16
Draws = Callable[[np.random.Generator], Any]
LAPLACE, LATTICE, GAUSSIAN = (
    line("laplace", {"epsilon": "1", "sensitivity": "4"}),
    line("discrete_laplace", {"epsilon": "1"}),
    line("gaussian", {"sigma_squared": "4"}),
)


def failed(vector: Any, draws: Draws) -> Verdict:
    """The failure of draws, as the runner makes it of samples; every draw below is of another
    law.
    """
    batch = Batch(N, (np.asarray(draws(np.random.default_rng(1)), dtype=float),))
    tested = run_tests(vector.expect, batch, Fraction(0))
    assert tested.worst.p < Fraction(1, 10**6)
    found = Found(tested, tested.worst.told("twice"), ("WrongScale",))
    return concluded(None, vector, batch, Run(Hello("x", "")), found)


def laplace(scale: float) -> Draws:
    return lambda rng: rng.laplace(0, scale, N)


def geometric(epsilon: float) -> Draws:
    t = math.exp(-epsilon)
    return lambda rng: rng.geometric(1 - t, N) - rng.geometric(1 - t, N)


def one_zero_of_two_signs(rng: np.random.Generator) -> Any:
    return (rng.geometric(1 - math.exp(-1), N) - 1) * rng.choice([-1, 1], N)


# the vector, the draws, what follows first, the first guess
DRAWN: dict[str, tuple[Any, Draws, Follows, str]] = {
    "half the noise": (
        LAPLACE,
        lambda rng: rng.laplace(0, 2, N),
        Follows.LOSS,
        "looks like scale 2, which is epsilon 2",
    ),
    "a little less": (
        LAPLACE,
        lambda rng: rng.laplace(0, 3.75, N),
        Follows.LESS_NOISE,
        "looks like scale in 3.7",
    ),
    "more noise": (
        LAPLACE,
        lambda rng: rng.laplace(0, 6, N),
        Follows.MORE_NOISE,
        "looks like scale 6, which is epsilon 2/3",
    ),
    "no sensitivity": (
        LAPLACE,
        lambda rng: rng.laplace(0, 1, N),
        Follows.LOSS,
        "looks like a known bug: the sensitivity is left out",
    ),
    "no noise": (LAPLACE, lambda _: np.zeros(N), Follows.NO_NOISE, ""),
    "a cut tail": (
        LAPLACE,
        lambda rng: np.clip(rng.laplace(0, 4, N), -12, 12),
        Follows.LOSS,
        NOTHING,
    ),
    "moved": (
        LAPLACE,
        lambda rng: rng.laplace(0, 4, N) + 0.2,
        Follows.BIASED,
        NOTHING,
    ),
    "more of one sign": (
        LAPLACE,
        lambda rng: abs(rng.laplace(0, 4, N)) * np.where(rng.random(N) < 0.55, 1, -1),
        Follows.BIASED,
        NOTHING,
    ),
    "rounded": (
        LATTICE,
        lambda rng: np.round(rng.laplace(0, 1, N)),
        Follows.MORE_NOISE,
        "looks like a known bug: rounded continuous noise",
    ),
    "zero of both signs": (
        LATTICE,
        one_zero_of_two_signs,
        Follows.LOSS,
        "looks like a known bug: zero from both signs",
    ),
    "one side only": (
        LATTICE,
        lambda rng: rng.geometric(1 - math.exp(-1), N) - 1,
        Follows.LOSS,
        NOTHING,
    ),
    "one side of the line": (
        LAPLACE,
        lambda rng: rng.exponential(4, N),
        Follows.LOSS,
        "looks like a known bug: noise on one side only",
    ),
    "one side of a Gaussian": (
        GAUSSIAN,
        lambda rng: abs(rng.normal(0, 2, N)),
        Follows.LOSS,
        "looks like a known bug: noise on one side only",
    ),
    "moved a little": (
        LAPLACE,
        lambda rng: rng.laplace(0, 4, N) + 1.5,
        Follows.BIASED,
        NOTHING,
    ),
    "a Gaussian, moved": (
        GAUSSIAN,
        lambda rng: rng.normal(0.3, 2, N),
        Follows.BIASED,
        NOTHING,
    ),
    "half a Gaussian": (
        GAUSSIAN,
        lambda rng: rng.normal(0, 1, N),
        Follows.LOSS,
        "looks like sigma^2 in 0.9",
    ),
    "lattice, half": (
        LATTICE,
        geometric(2),
        Follows.LOSS,
        "looks like scale 1/2, which is epsilon 2",
    ),
    "Gaussian": (
        LAPLACE,
        lambda rng: rng.normal(0, 4 * math.sqrt(2), N),
        Follows.LOSS,
        NOTHING,
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_draws_are_told_by_what_they_show_and_the_likeliest_bug_is_a_guess(name: str) -> None:
    """Kills: a flag for what was seen, "too little noise" said of too much, the effect of a bug
    that no count fits, a statement about one input that does not say what it assumes.
    """
    vector, draws, follows, guess = DRAWN[name]
    found = failed(vector, draws)
    assert found.statement is not None
    assert found.statement.follows is follows
    grave = follows in (Follows.LOSS, Follows.LESS_NOISE, Follows.NO_NOISE)
    assert severity_of(found) is (Severity.GUARANTEE if grave else Severity.RESULT)
    assert found.statement.assuming is (Assuming.ADDED if grave else Assuming.NOTHING)
    assert meaning(found).startswith(ASSUMED[Assuming.ADDED]) is grave
    assert guesses(found)[0].startswith(guess) if guess else guesses(found) == []
    told = ("rho = 1/8" if vector is GAUSSIAN else "DP") in meaning(found)
    assert told is (follows is Follows.LOSS)


@pytest.mark.share(8)
@pytest.mark.parametrize(
    "id_",
    [
        v.id
        for v in VECTORS.values()
        if v.kind == "stat"
        and "events" in v.expect
        and v.object
        in ("gaussian", "discrete_gaussian", "laplace", "discrete_laplace", "staircase")
    ],
)
def test_guesses_about_a_law_at_the_end_of_its_range_are_none_rather_than_an_error(
    id_: str,
) -> None:
    """Kills the fit of a scale that leaves the range which a law is known for: it ended the run
    without a verdict.
    """
    vector = VECTORS[id_]
    none = [{"name": e["name"], "count": 0, "fewest": 0} for e in vector.expect["events"]]
    seen = {"type": "law", "n": N, "events": none}
    assert isinstance(told(vector, seen), list)


def test_a_bound_of_epsilon_never_exceeds_the_epsilon_of_the_draws() -> None:
    """Kills a bound without the sensitivity in its steps, and one that is an estimate: wrong with
    probability 1e-9.
    """
    for epsilon in (0.5, 1.0, 2.0, 3.0):
        for vector, draws in ((LAPLACE, laplace(4 / epsilon)), (LATTICE, geometric(epsilon))):
            batch = Batch(N, (np.asarray(draws(np.random.default_rng(2)), dtype=float),))
            assert 0.5 * epsilon < least_epsilon(vector, batch) < epsilon
    found = failed(LAPLACE, lambda rng: rng.laplace(0, 2, N))
    assert "no better than 1.7" in meaning(found)
    assert "epsilon 1 was claimed" in meaning(found)


def test_a_count_in_eight_bits_is_told_by_its_own_law() -> None:
    """Kills a mechanism's hypothesis that is not compared with the counts: twice as many in one
    event, none fits.
    """
    vector = next(v for v in VECTORS.values() if v.kind == "stat" and v.object == "sized_mean")
    events = vector.expect["events"]
    under = [str(Fraction(e["p"]["lo"]) / 2) for e in events]
    bugs = [
        {"bug": "the count is kept in eight bits", "flag": "Narrow", "at_least": {}, "p": under}
    ]
    vector = replace(vector, expect={**vector.expect, "power": bugs})

    def seen(shares: list[Fraction]) -> list[str]:
        shown = [
            {
                "name": e["name"],
                "count": int(N * p),
                "n": N,
                "expected": 0.5,
                "p": 0.0,
                "flag": e["flag"],
            }
            for e, p in zip(events, shares, strict=True)
        ]
        return told(vector, {"type": "law", "n": N, "center": "0", "events": shown})

    fits = [Fraction(p) for p in under]
    assert seen(fits) == ["looks like a known bug: the count is kept in eight bits"]
    assert seen([2 * fits[0], *fits[1:]]) == [NOTHING]


@pytest.mark.parametrize("seed", range(6))
def test_a_fitted_scale_comes_as_an_interval_that_has_the_truth(seed: int) -> None:
    """Kills six digits of a rung of a ladder, printed as the parameter: the variance of the draws
    themselves excluded it by ten standard errors.
    """
    rng = np.random.default_rng(seed)
    gaussian = line("gaussian", {"sigma_squared": "375.554"})
    for truth in (46.944, 2 * 375.554, 375.554 / 4 * float(rng.uniform(0.9, 1.1))):
        batch = Batch(60_000, (rng.normal(0, math.sqrt(truth), 60_000),))
        evidence = run_tests(gaussian.expect, batch, Fraction(0)).evidence
        (first, *_) = told(gaussian, evidence)
        low, high = map(float, re.findall(r"([0-9.e+]+) to ([0-9.e+]+)", first)[0])
        assert low <= truth <= high, first
        assert high / low < 1.5, first


# ---------------------------------------------------------------- programs, with a second input


class Release:
    """An implementation of discrete Laplace noise as a function of the centre and of fresh noise."""

    def __init__(self, release: Callable[[np.random.Generator, int, int], Any]) -> None:
        self.release, self.rng = release, np.random.default_rng(11)

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        n, center = int(request["input"]["draws"]), int(request["input"]["center"])
        values, often = np.unique(self.release(self.rng, center, n), return_counts=True)
        return {
            "status": "ok",
            "output": {"counts": [[str(v), str(c)] for v, c in zip(values, often, strict=True)]},
        }


def noise(rng: np.random.Generator, epsilon: float, n: int) -> Any:
    t = 1 - math.exp(-epsilon)
    return rng.geometric(t, n) - rng.geometric(t, n)


# a release, whether it is 1-DP for integers that differ by 1, and what has to follow from its draws
RELEASES: dict[str, tuple[Callable[[np.random.Generator, int, int], Any], bool]] = {
    # a count that is forced to be no less than 0 (opendp/opendp#2749): exactly 1-DP
    "no less than 0": (lambda rng, c, n: np.maximum(0, c + noise(rng, 1, n)), True),
    "within public bounds": (lambda rng, c, n: np.clip(c + noise(rng, 1, n), -2, 3), True),
    "rounded to even": (lambda rng, c, n: (c + noise(rng, 1, n)) // 2 * 2, True),
    "nothing but 0": (lambda _, __, n: np.zeros(n, int), True),
    "noise without the centre": (lambda rng, _, n: noise(rng, 2, n), True),
    "half the noise": (lambda rng, c, n: c + noise(rng, 2, n), False),
    "one side only": (lambda rng, c, n: c + rng.geometric(1 - math.exp(-1), n) - 1, False),
    "no noise": (lambda _, c, n: np.full(n, c), False),
    "cut off at three": (lambda rng, c, n: c + np.clip(noise(rng, 1, n), -3, 3), False),
}
SAID = {
    Follows.LOSS,
    Follows.LESS_NOISE,
    Follows.NO_NOISE,
    Follows.LEAKS,
    Follows.STATUS_LEAKS,
    Follows.NOT_FRESH,
}


def judged(release: Callable[[np.random.Generator, int, int], Any], center: str) -> Verdict:
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "stat"
        and v.object == "discrete_laplace"
        and v.params == {"epsilon": "1"}
        and v.input.get("center", "0") == "0"
        and "observe" not in v.input
    )
    vector = replace(vector, input={**vector.input, "center": center})
    served = greeting(Release(release), "r", ("stat",), ("discrete_laplace",), "os")
    found = run(lambda: Called(served), [vector], sizes=Sizes(tier=1 << 14))
    return found.verdicts[0]


@pytest.mark.parametrize("name", RELEASES)
def test_an_adapter_is_told_that_it_is_not_private_only_if_it_is_not(name: str) -> None:
    """Kills a certified accusation of a private program: what is said of epsilon came from one
    input, as if a release were the value plus noise.
    """
    release, private = RELEASES[name]
    verdict = judged(release, "0")
    assert verdict.status == FAIL
    grave = [s for s in verdict.follows if s.severity is Severity.GUARANTEE]
    if private:
        assert not grave, (verdict.detail, grave)
    else:
        assert grave[0].assuming is Assuming.NOTHING, grave
        assert {s.follows for s in grave} <= SAID


def test_a_constant_beside_draws_that_differ_is_no_lack_of_noise() -> None:
    """Kills "no noise" of a count that is forced to be no less than 0 and is hardly ever above it."""
    vector = next(v for v in VECTORS.values() if v.id == "discrete_laplace-stat-epsilon8--1")
    served = greeting(
        Release(lambda rng, c, n: np.maximum(0, c + noise(rng, 8, n))),
        "r",
        ("stat",),
        ("discrete_laplace",),
        "os",
    )
    found = run(lambda: Called(served), [vector], sizes=Sizes(tier=1 << 16)).verdicts[0]
    assert found.status == FAIL
    assert not {s.follows for s in found.follows} & SAID
    assert found.guesses == ()  # no scale, and no interval of one, is fitted to one number


def test_a_second_input_bounds_the_loss_from_below_and_never_above_the_truth() -> None:
    """Kills a bound from the draws that chose the event: wrong with probability 1e-9."""
    for epsilon in (0.5, 1.0, 2.0):
        for seed in range(3):
            rng = np.random.default_rng(seed)
            first, other = (Batch(N, ((c + noise(rng, epsilon, N)).astype(float),)) for c in (0, 1))
            found = compared(LATTICE, first, other, Fraction(1))
            assert (found.loss is None) is (epsilon <= 1)
            assert found.loss is None or 1 < (found.loss.epsilon or 0) < epsilon
            assert found.added
            assert found.moved
    rng = np.random.default_rng(5)
    first, other = (Batch(N, ((c + noise(rng, 3, N)).astype(float),)) for c in (0, 1))
    loss = compared(LATTICE, first, other, Fraction(1)).loss
    assert loss is not None
    assert loss.epsilon is not None
    assert 2.5 < loss.epsilon < 3


# ---------------------------------------------------------------- replies

EXACT = VECTORS["laplace-variance-epsilon1"]
ONE_SIDED = next(
    v for v in VECTORS.values() if v.accept.get("rule") == "at_least" and "value" in v.expect
)
PROMISE = next(
    v
    for v in VECTORS.values()
    if v.object == "zcdp" and v.quantity == "epsilon" and Fraction(v.expect["value"]["hi"]) < 1000
)
SHARE = next(v for v in VECTORS.values() if v.quantity == "coordinate_epsilon")
CLIPPED = VECTORS["sized_mean-reject-laplace-neighbours-nan"]
REFUSAL = VECTORS["laplace-reject-epsilon0"]
TINY, HUGE = "1/1000000", "1000000"
REPLIES: dict[str, tuple[Any, dict[str, Any], Follows]] = {
    "value": (EXACT, {"status": "ok", "output": {"value": "3"}}, Follows.ANOTHER_NUMBER),
    "less noise than asked": (
        ONE_SIDED,
        {"status": "ok", "output": {"value": TINY}},
        Follows.PROMISES_TOO_MUCH,
    ),
    "a promise below": (
        PROMISE,
        {"status": "ok", "output": {"value": TINY}},
        Follows.PROMISES_TOO_MUCH,
    ),
    "a promise above": (
        PROMISE,
        {"status": "ok", "output": {"value": HUGE}},
        Follows.ANOTHER_NUMBER,
    ),
    "a share above": (
        SHARE,
        {"status": "ok", "output": {"value": HUGE}},
        Follows.PROMISES_TOO_MUCH,
    ),
    "a share below": (SHARE, {"status": "ok", "output": {"value": TINY}}, Follows.ANOTHER_NUMBER),
    "an enclosure that says little": (
        EXACT,
        {"status": "ok", "output": {"value": {"lo": "0", "hi": "1000000"}}},
        Follows.SAYS_LITTLE,
    ),
    "not finite": (
        EXACT,
        {"status": "ok", "output": {"value": {"f64": "7ff8000000000000"}}},
        Follows.NOT_A_NUMBER,
    ),
    "nothing": (EXACT, {"status": "ok", "output": {}}, Follows.UNREADABLE),
    "refused": (EXACT, {"status": "rejected"}, Follows.REFUSES_SENSE),
    "error": (EXACT, {"status": "error", "traceback": "KeyError"}, Follows.ADAPTER_FAILED),
    "accepted": (
        REFUSAL,
        {"status": "ok", "output": {"samples": "3ff0000000000000"}},
        Follows.ACCEPTS_NONSENSE,
    ),
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_is_told_by_what_it_is(name: str) -> None:
    """Kills a refusal, an error or a NaN that is called by the effect of the bug at which the
    vector is aimed; an accountant that understates, called "another number".
    """
    vector, reply, follows = REPLIES[name]
    found = verdict_on(vector, reply)
    assert [s.follows for s in found.follows] == [follows]
    assert (found.status, meaning(found)) == (FAIL, MEANS[follows])
    assert severity_of(found) == SEVERITIES[follows]
    effects = [FLAGS[f][1] for f in vector.flags]
    assert not any(
        effect in text for effect in effects for text in (meaning(found), *guesses(found))
    )
    number = follows in (Follows.ANOTHER_NUMBER, Follows.PROMISES_TOO_MUCH)
    assert bool(guesses(found)) is (number and bool(vector.flags))


@pytest.mark.parametrize(
    ("broke", "follows"),
    [
        (Broke.ENDED, Follows.CRASHED),
        (Broke.LATE, Follows.SLOW),
        (Broke.UNREADABLE, Follows.UNREADABLE),
    ],
)
def test_a_program_that_breaks_is_told_by_how_it_broke(broke: Broke, follows: Follows) -> None:
    """Kills a word that is read from the sentence: the sentence here says nothing."""

    def answer(_: dict[str, Any]) -> dict[str, Any]:
        raise AdapterError("protocol", "a sentence", broke=broke)

    class Breaking(Called):
        def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
            if request.get("op") == "hello":
                return super().ask(request, seconds)
            return answer(request)

    served = greeting(answer, "r", ("exact",), ("laplace",), "os")
    (verdict,) = run(lambda: Breaking(served), [EXACT]).verdicts
    assert [s.follows for s in verdict.follows] == [follows]
    assert (severity_of(verdict), guesses(verdict)) == (Severity.CONTRACT, [])


def test_a_record_beyond_the_bounds_is_seen_in_the_step() -> None:
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "transcript"
        and v.object == "sized_mean"
        and "inf" not in v.input["data"]
        and "nan" not in v.input["data"]
        and v.params["noise"] == "laplace"
    )
    right = dict(vector.expect["steps"])["clipped"]
    for value, follows in (
        (str(Fraction(vector.params["upper"]) + 9), Follows.UNCLIPPED),
        (vector.params["lower"], Follows.ANOTHER_NUMBER),
    ):
        steps = [["clipped", [value if x != value else vector.params["upper"] for x in right]]]
        found = verdict_on(
            vector, {"status": "ok", "output": {"steps": steps, "value": vector.expect["value"]}}
        )
        assert found.status == FAIL
        assert [s.follows for s in found.follows] == [follows]


def of(vector: Any, status: Any, seen: Seen = Seen.NUMBER) -> Verdict:
    return Verdict(vector, status, follows=(only(seen),) if status in (FAIL, KNOWN) else ())


def test_a_refusal_counts_if_its_twin_was_answered() -> None:
    """Kills a program that refuses everything and earns a pass for each refusal."""
    twin = VECTORS[REFUSAL.expect["twin"]]
    for other, status in (
        (of(twin, PASS), PASS),
        (of(twin, FAIL, Seen.REFUSED), INCONCLUSIVE),
        (of(twin, UNSUPPORTED), INCONCLUSIVE),
    ):
        assert [v.status for v in paired([of(REFUSAL, PASS), other])] == [status, other.status]
    assert (
        paired([of(REFUSAL, PASS)])[0].detail
        == "refused, which says nothing: its valid twin was not judged"
    )
    assert paired([of(REFUSAL, FAIL, Seen.ACCEPTED)])[0].status == FAIL


def test_a_record_that_decides_the_status_is_seen_by_its_neighbour() -> None:
    """Kills "dependence on data" said of a program that refuses both neighbours, and a leak taken
    for a refusal.
    """
    twin = VECTORS[CLIPPED.expect["twin"]]
    for seen in (Seen.REFUSED, Seen.NOT_FINITE):
        one, _ = paired([of(CLIPPED, FAIL, seen), of(twin, PASS)])
        assert [s.follows for s in one.follows] == [Follows.STATUS_LEAKS]
        assert severity_of(one) is Severity.GUARANTEE
        one, _ = paired([of(CLIPPED, FAIL, seen), of(twin, FAIL, seen)])
        assert one.follows == (only(seen),)


def test_a_list_can_explain_but_not_what_two_inputs_have_shown() -> None:
    """Kills a documented leak that is a policy, and a severity of a list that is not used."""
    plain = replace(of(EXACT, KNOWN), category="defect")
    assert severity_of(plain) is Severity.RESULT
    assert severity_of(replace(plain, category="documented")) is Severity.POLICY
    assert severity_of(replace(plain, severity=Severity.CONTRACT)) is Severity.CONTRACT
    documented = replace(plain, category="documented", breaks=True)
    assert severity_of(documented) is Severity.GUARANTEE
    leak = replace(
        plain,
        category="documented",
        severity=Severity.POLICY,
        follows=(statement(Follows.LEAKS),),
    )
    assert severity_of(leak) is Severity.GUARANTEE


# ---------------------------------------------------------------- the table


def test_the_table_has_all_that_can_be_seen_and_said() -> None:
    """Kills a statement without a sentence, a remedy or a severity, and evidence from which nothing
    follows.
    """
    assert {rule.seen for rule in TABLE} == set(Seen)
    assert {rule.follows for rule in TABLE} == set(Follows) == set(MEANS) == set(REMEDIES)
    severities: dict[Follows, set[Severity]] = {}
    for rule in TABLE:
        severities.setdefault(rule.follows, set()).add(rule.severity)
    assert all(len(found) == 1 for found in severities.values())
    assert set(ASSUMED) == set(Assuming) - {Assuming.NOTHING}
    assert worst([Severity.CONTRACT, Severity.RESULT]) is Severity.RESULT
    assert [s for s in Severity if s.at_least(Severity.RESULT)] == [
        Severity.GUARANTEE,
        Severity.RESULT,
    ]


def test_what_no_row_entails_cannot_be_said() -> None:
    """Kills a statement about epsilon from one input that names no assumption."""
    for seen in Seen:
        for follows in Follows:
            for assuming in Assuming:
                rows = [r for r in TABLE if r.seen is seen and r.follows is follows]
                if any(assuming in r.assuming for r in rows):
                    assert Statement(seen, follows, assuming).severity is rows[0].severity
                else:
                    with pytest.raises(ValueError, match="no row"):
                        Statement(seen, follows, assuming)
    with pytest.raises(ValueError, match="no row"):
        Statement(Seen.COUNTS, Follows.LOSS)
    with pytest.raises(ValueError, match="nothing follows"):
        Verdict(EXACT, FAIL, "a sentence and no evidence")


@pytest.mark.parametrize("seed", [1, 2])
def test_no_verdict_depends_on_a_sentence(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills whatever decides by words: every sentence is replaced by random text, and no verdict,
    exit code or word in JSON changes.
    """
    chosen = [
        v
        for v in VECTORS.values()
        if v.object in ("discrete_laplace", "sized_mean")
        and (v.kind != "stat" or v.params.get("epsilon") == "1")
    ]
    chosen = [v for i, v in enumerate(chosen) if v.kind in ("stat", "reject") or i % 7 == 0]

    def wrong(request: dict[str, Any]) -> dict[str, Any]:
        """A program that is wrong in many ways, and always in the same ones."""
        from dpmean.wire import own

        kind = request.get("kind")
        if kind == "stat":
            n = int(request["input"]["draws"])
            return {"status": "ok", "output": {"counts": [["0", str(n)]]}}
        reply = own.answer(request)
        place = sum(map(ord, str(request.get("params")))) % 6
        if place == 0 and kind == "exact":
            return {**reply, "output": {"value": "1/1000003"}}
        if place == 1:
            raise ValueError("a word")
        if place == 2 and kind == "reject":
            return {**reply, "status": "ok", "output": {"samples": "7ff8000000000000"}}
        if place == 3:
            return {**reply, "status": "rejected", "code": "c", "message": "m", "output": None}
        return reply

    def everything() -> tuple[Exit, Any]:
        served = greeting(
            wrong,
            "w",
            ("exact", "reject", "stat", "transcript"),
            ("discrete_laplace", "sized_mean"),
            "os",
        )
        job = Job(chosen, complete=False, sizes=Sizes(tier=2048))
        found = conform(Target("w", lambda: Called(served)), job)
        data = machine.run_json(found)
        words = [
            {
                k: v.get(k)
                for k in ("id", "status", "severity", "seen", "follows", "flags", "class", "breaks")
            }
            for v in data["verdicts"]
        ]
        head = headline(data)
        return found.code, (words, data["end"], data["counts"], head.state)

    before = everything()
    assert before[0] is Exit.FAILED
    assert len({s["what"] for v in before[1][0] for s in v["follows"] or ()}) >= 6
    rng = random.Random(seed)

    def scrambled(text: str) -> str:
        return "".join(rng.choice("abc xyz: ") for _ in range(1 + len(text) % 40))

    def scramble(kind: type, name: str) -> None:
        plain = kind.__init__

        def made(self: Any, *args: Any, **given: Any) -> None:
            plain(self, *args, **given)
            object.__setattr__(self, name, scrambled(str(getattr(self, name))))

        monkeypatch.setattr(kind, "__init__", made)

    scramble(Problem, "words")
    scramble(Verdict, "detail")
    scramble(Verdict, "known")
    monkeypatch.setattr(AdapterError, "__str__", lambda _: scrambled("broke"))
    monkeypatch.setattr(sentences, "MEANS", {f: scrambled(str(f)) for f in Follows})
    after = everything()
    assert after == before
    assert failure(EXACT, Problem("a sentence")).detail != "a sentence"  # the words were replaced


def looked(vector: Any, draws: Draws) -> Verdict:
    """The failure of draws of which the looks at one batch say something."""
    batch = Batch(N, (np.asarray(draws(np.random.default_rng(1)), dtype=float),))
    tested = run_tests(vector.expect, batch, Fraction(0))
    sure = Fraction(1, 10**9)
    found = looked_at(vector, batch, tested, sure, 1000 * sure)
    assert found is not None
    return concluded(None, vector, batch, Run(Hello("x", "")), found)


def test_a_value_that_comes_too_often_bounds_the_loss_where_nothing_else_is_off() -> None:
    """Kills "not decided by these draws" of a number that no draw one sensitivity away equals."""
    found = looked(LAPLACE, lambda rng: np.where(rng.random(N) < 0.01, 0.37, rng.laplace(0, 4, N)))
    assert [s.follows for s in found.follows] == [Follows.LOSS, Follows.ANOTHER_LAW]
    assert found.follows[0].assuming is Assuming.ADDED


@pytest.mark.parametrize("twice", [2, 8])
def test_draws_that_are_not_fresh_bound_nothing(twice: int) -> None:
    """Kills a bound of epsilon, with its error, from draws that depend on one another."""
    found = looked(LAPLACE, lambda rng: np.repeat(rng.laplace(0, 2, N // twice), twice))
    assert {s.follows for s in found.follows} == {Follows.NOT_FRESH}


QUOTIENTS = [
    v
    for v in {
        v.object: v for v in VECTORS.values() if v.kind == "stat" and "x" in str(v.expect)
    }.values()
    if v.object in ("bounded_mean", "shifted_mean", "independent_mean", "transformed_mean")
]


@pytest.mark.parametrize("vector", QUOTIENTS, ids=lambda v: v.object)
def test_less_spread_of_a_quotient_is_no_less_privacy(vector: Any) -> None:
    """Kills "if a release is the right mean plus this noise" of a quotient of two noisy sums, which
    is never that.
    """
    assert assumption(vector) is None
    middle = sum(map(Fraction, (vector.params["lower"], vector.params["upper"]))) / 2
    batch = Batch(N, (np.random.default_rng(1).normal(float(middle), 1e-3, N),))
    tested = run_tests(vector.expect, batch, Fraction(0))
    said = {s.follows for s in entailed(vector, tested.evidence, batch)}
    assert not said & {Follows.LESS_NOISE, Follows.LOSS}


class Singly:
    """Laplace noise on a public grid, whose single draws are made in another way."""

    def __init__(self, one: Callable[[Fraction], float]) -> None:
        self.one = one

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        given = request["input"]
        c, n = Fraction(given["center"]), int(given["draws"])
        scale = float(1 / Fraction(request["params"]["epsilon"]))
        noise_ = self.one(c) if n == 1 else np.random.default_rng().laplace(0, scale, n)
        x = np.round(np.atleast_1d(noise_) * 2**20) / 2**20 + float(c)
        return {"status": "ok", "output": {"samples": pack(x.tolist()), "grid": "1/1048576"}}


def remembering() -> Callable[[Fraction], float]:
    """A single draw that is made once for every centre and kept: in each copy of the program."""
    kept: dict[Fraction, float] = {}
    return lambda c: kept.setdefault(c, float(np.random.default_rng().laplace(0, 1)))


@pytest.mark.parametrize("kind", ["seeded", "kept"])
def test_single_draws_that_come_again_are_not_fresh_and_bound_nothing(kind: str) -> None:
    """Kills "no noise was seen" of a generator that each request seeds alike, and "less noise", a
    bias or a bound of epsilon from an answer that is kept.
    """
    one = remembering() if kind == "kept" else lambda _: 0.8125
    answer = greeting(Singly(one), "s", ("stat",), ("laplace",), "os")
    connect = (lambda a=answer: Forked(a)) if kind == "kept" else (lambda a=answer: Called(a))
    found = run(connect, [VECTORS["laplace-stat-epsilon1-0"]], sizes=Sizes(tier=1 << 11))
    (verdict,) = found.verdicts
    assert verdict.status == FAIL
    assert {s.follows for s in verdict.follows} == {Follows.NOT_FRESH}, verdict


def test_a_table_of_noise_is_told_apart_by_its_values() -> None:
    """Kills a second input that nobody asks for where draws repeat, and values that come so seldom
    that they are no events: noise of 10,000 numbers is another law whose support moves.
    """
    table = np.round(np.random.default_rng(7).laplace(0, 1, 10_000) * 2**20) / 2**20

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        given = request["input"]
        x = np.random.default_rng().choice(table, int(given["draws"])) + float(
            Fraction(given["center"])
        )
        return {"status": "ok", "output": {"samples": pack(x.tolist()), "grid": "1/1048576"}}

    served = greeting(answer, "t", ("stat",), ("laplace",), "os")
    vector = VECTORS["laplace-stat-epsilon1-0"]
    verdict = run(lambda: Called(served), [vector], sizes=Sizes(tier=1 << 16)).verdicts[0]
    assert Follows.LOSS in {s.follows for s in verdict.follows if s.seen is Seen.TOLD_APART}


def test_a_mean_whose_centre_nobody_passed_is_not_biased() -> None:
    """Kills a bias of draws that are symmetric and often equal to the centre."""
    rng = np.random.default_rng(3)
    vector = line("laplace", {"epsilon": "8", "sensitivity": "1/1024"})
    x = np.round(rng.laplace(0, 1 / 8192, N), 3)
    assert not lopsided(vector, Batch(N, (x,)))
    assert not lopsided(vector, Batch(N, (np.zeros(N),)))
    assert lopsided(vector, Batch(N, (np.abs(x),)))
    assert lopsided(vector, Batch(N, (rng.laplace(0, 1, N) + 0.1,)))


def test_single_draws_of_a_cache_in_no_order_bound_nothing() -> None:
    """Kills a bound of epsilon, a bias or less noise from answers that are kept, ten of them, and
    given in random order: they are no independent draws, and nothing shows how they depend.
    """
    for seed in range(4):
        rng = np.random.default_rng(seed)
        kept = rng.laplace(0, 1, 10)
        answer = Singly(lambda _, kept=kept, rng=rng: float(rng.choice(kept)))
        served = greeting(answer, "s", ("stat",), ("laplace",), "os")
        vector = VECTORS["laplace-stat-epsilon1-0"]
        (found,) = run(lambda s=served: Called(s), [vector], sizes=Sizes(tier=1 << 11)).verdicts
        assert found.status == FAIL
        assert {s.follows for s in found.follows} <= {Follows.ANOTHER_LAW, Follows.NOT_FRESH}, found
