"""What was seen, how severe it is, what it means and what is only guessed: from draws of wrong
samplers, and by hand.

A wrong word about right draws cannot come up: words are made for failures alone. Seeds are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.judging import verdict_on
from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.hypotheses import NOTHING
from dpmean.judging.draws.statistics import test as run_tests
from dpmean.judging.reject import paired
from dpmean.judging.severity import (
    SEEN,
    SEVERITIES,
    at_least,
    guesses,
    meaning,
    seen_in,
    severity_of,
)
from dpmean.judging.shown import least_epsilon
from dpmean.judging.verdict import ADAPTER, FAIL, KNOWN, PASS, UNSUPPORTED, Verdict
from dpmean.suite.files import load
from dpmean.suite.flags import FLAGS
from dpmean.suite.plans.laws.stat import line

VECTORS = {v.id: v for v in load()}
N = 1 << 16
Draws = Callable[[np.random.Generator], Any]
LAPLACE, LATTICE = (
    line("laplace", {"epsilon": "1", "sensitivity": "4"}),
    line("discrete_laplace", {"epsilon": "1"}),
)


def failure(vector: Any, draws: Draws) -> Verdict:
    """The failure of draws, as the runner makes it; every draw below is of another law."""
    batch = Batch(N, (np.asarray(draws(np.random.default_rng(1)), dtype=float),))
    tested = run_tests(vector.expect, batch, Fraction(0))
    assert tested.worst.p < Fraction(1, 10**6)
    return Verdict(
        vector, FAIL, tested.worst.told("twice"), ("WrongScale",), evidence=tested.evidence
    )


def laplace(scale: float) -> Draws:
    return lambda rng: rng.laplace(0, scale, N)


def geometric(epsilon: float) -> Draws:
    t = math.exp(-epsilon)
    return lambda rng: rng.geometric(1 - t, N) - rng.geometric(1 - t, N)


def one_zero_of_two_signs(rng: np.random.Generator) -> Any:
    return (rng.geometric(1 - math.exp(-1), N) - 1) * rng.choice([-1, 1], N)


# the vector, the draws, what is seen, the first guess
DRAWN: dict[str, tuple[Any, Draws, str, str]] = {
    "half the noise": (
        LAPLACE,
        lambda rng: rng.laplace(0, 2, N),
        "loss",
        "looks like scale 2, which is epsilon 2",
    ),
    "a little less": (
        LAPLACE,
        lambda rng: rng.laplace(0, 3.75, N),
        "less noise",
        "looks like scale ",
    ),
    "more noise": (
        LAPLACE,
        lambda rng: rng.laplace(0, 6, N),
        "more noise",
        "looks like scale 6, which is epsilon 2/3",
    ),
    "no sensitivity": (
        LAPLACE,
        lambda rng: rng.laplace(0, 1, N),
        "loss",
        "looks like a known bug: the sensitivity is left out",
    ),
    "a cut tail": (LAPLACE, lambda rng: np.clip(rng.laplace(0, 4, N), -12, 12), "loss", NOTHING),
    "moved": (
        LAPLACE,
        lambda rng: rng.laplace(0, 4, N) + 0.2,
        "bias",
        "looks like a known bug: 52 % of the signs",
    ),
    "more of one sign": (
        LAPLACE,
        lambda rng: abs(rng.laplace(0, 4, N)) * np.where(rng.random(N) < 0.55, 1, -1),
        "bias",
        NOTHING,
    ),
    "rounded": (
        LATTICE,
        lambda rng: np.round(rng.laplace(0, 1, N)),
        "more noise",
        "looks like a known bug: rounded continuous noise",
    ),
    "zero of both signs": (
        LATTICE,
        one_zero_of_two_signs,
        "loss",
        "looks like a known bug: zero from both signs",
    ),
    "lattice, half": (LATTICE, geometric(2), "loss", "looks like scale 1/2, which is epsilon 2"),
    "Gaussian": (LAPLACE, lambda rng: rng.normal(0, 4 * math.sqrt(2), N), "loss", NOTHING),
}


@pytest.mark.parametrize("name", DRAWN)
def test_draws_are_told_by_what_they_show_and_the_likeliest_bug_is_a_guess(name: str) -> None:
    """Kills: a flag for what was seen, "too little noise" said of too much, the effect of a bug
    that no count fits.
    """
    vector, draws, seen, guess = DRAWN[name]
    found = failure(vector, draws)
    assert seen_in(found) == seen
    assert severity_of(found) == ("guarantee" if seen in ("loss", "less noise") else "result")
    assert guesses(found)[0].startswith(guess)
    assert ("DP" in meaning(found)) is (seen == "loss")


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
    assert isinstance(guesses(Verdict(vector, FAIL, "", evidence=seen)), list | tuple)


def test_a_bound_of_epsilon_never_exceeds_the_epsilon_of_the_draws() -> None:
    """Kills a bound without the sensitivity in its steps, and one that is an estimate: wrong with
    probability 1e-9.
    """
    for epsilon in (0.5, 1.0, 2.0, 3.0):
        for vector, draws in ((LAPLACE, laplace(4 / epsilon)), (LATTICE, geometric(epsilon))):
            batch = Batch(N, (np.asarray(draws(np.random.default_rng(2)), dtype=float),))
            bound = least_epsilon(vector, run_tests(vector.expect, batch, Fraction(0)).evidence)
            assert 0.5 * epsilon < bound < epsilon
    found = failure(LAPLACE, lambda rng: rng.laplace(0, 2, N))
    assert "no better than 1.7" in meaning(found) and "epsilon 1 was claimed" in meaning(found)


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

    def seen(shares: list[Fraction]) -> Verdict:
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
        return Verdict(
            vector, FAIL, "x", evidence={"type": "law", "n": N, "center": "0", "events": shown}
        )

    fits = [Fraction(p) for p in under]
    assert guesses(seen(fits)) == ["looks like a known bug: the count is kept in eight bits"]
    assert guesses(seen([2 * fits[0], *fits[1:]])) == [NOTHING]


EXACT = VECTORS["laplace-variance-epsilon1"]
ONE_SIDED = next(
    v for v in VECTORS.values() if v.accept.get("rule") == "at_least" and "value" in v.expect
)
CLIPPED = VECTORS["sized_mean-reject-laplace-neighbours-nan"]
REFUSAL = VECTORS["laplace-reject-epsilon0"]
REPLIES = {
    "value": (EXACT, {"status": "ok", "output": {"value": "3"}}),
    "below": (ONE_SIDED, {"status": "ok", "output": {"value": "1/1000000"}}),
    "not finite": (EXACT, {"status": "ok", "output": {"value": {"f64": "7ff8000000000000"}}}),
    "protocol": (EXACT, {"status": "ok", "output": {}}),
    "refused": (EXACT, {"status": "rejected"}),
    "error": (EXACT, {"status": "error", "traceback": "KeyError"}),
    "accepted": (REFUSAL, {"status": "ok", "output": {"samples": "3ff0000000000000"}}),
}


@pytest.mark.parametrize("word", REPLIES)
def test_a_reply_is_told_by_what_it_is(word: str) -> None:
    """Kills a refusal, an error or a NaN that is called by the effect of the bug at which the
    vector is aimed.
    """
    vector, reply = REPLIES[word]
    found = verdict_on(vector, reply)
    assert (found.status, seen_in(found), meaning(found)) == (FAIL, word, SEEN[word][1])
    assert severity_of(found) == SEEN[word][0]
    effects = [FLAGS[f][1] for f in vector.flags]
    assert not any(
        effect in text for effect in effects for text in (meaning(found), *guesses(found))
    )
    assert bool(guesses(found)) is (word in ("value", "below") and bool(vector.flags))


@pytest.mark.parametrize(
    ("told", "word"),
    [
        ("the program ended (exit code 0) instead of replying", "crash"),
        ("no reply within 60 s", "slow"),
        ("the program did not read its input within 1 s", "slow"),
        ("a reply is not JSON: b'x'", "protocol"),
    ],
)
def test_a_program_that_breaks_is_told_by_how_it_broke(told: str, word: str) -> None:
    found = Verdict(EXACT, FAIL, told, (ADAPTER,))
    assert (seen_in(found), severity_of(found), guesses(found)) == (word, "contract", [])


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
    for value, word in (
        (str(Fraction(vector.params["upper"]) + 9), "unclipped"),
        (vector.params["lower"], "value"),
    ):
        steps = [["clipped", [value if x != value else vector.params["upper"] for x in right]]]
        found = verdict_on(
            vector, {"status": "ok", "output": {"steps": steps, "value": vector.expect["value"]}}
        )
        assert (found.status, seen_in(found)) == (FAIL, word)


def of(vector: Any, status: str, word: str = "") -> Verdict:
    return Verdict(vector, status, word, seen=word)


def test_a_refusal_counts_if_its_twin_was_answered() -> None:
    """Kills a program that refuses everything and earns a pass for each refusal."""
    twin = VECTORS[REFUSAL.expect["twin"]]
    for other, status in (
        (of(twin, PASS), PASS),
        (of(twin, FAIL, "refused"), UNSUPPORTED),
        (of(twin, UNSUPPORTED), UNSUPPORTED),
    ):
        assert [v.status for v in paired([of(REFUSAL, PASS), other])] == [status, other.status]
    assert (
        paired([of(REFUSAL, PASS)])[0].detail
        == "refused, which says nothing: its valid twin was not judged"
    )
    assert paired([of(REFUSAL, FAIL, "accepted")])[0].status == FAIL


def test_a_record_that_decides_the_status_is_seen_by_its_neighbour() -> None:
    """Kills "dependence on data" said of a program that refuses both neighbours, and a leak taken
    for a refusal.
    """
    twin = VECTORS[CLIPPED.expect["twin"]]
    for word in ("refused", "not finite"):
        one, _ = paired([of(CLIPPED, FAIL, word), of(twin, PASS)])
        assert (seen_in(one), severity_of(one)) == ("status", "guarantee")
        one, _ = paired([of(CLIPPED, FAIL, word), of(twin, FAIL, word)])
        assert seen_in(one) == word


def test_a_list_can_explain_but_not_what_draws_have_shown() -> None:
    """Kills a documented leak that is a policy, and a severity of a list that is not used."""
    plain = replace(of(EXACT, KNOWN, "value"), category="defect")
    assert severity_of(plain) == "result"
    assert severity_of(replace(plain, category="documented")) == "policy"
    assert severity_of(replace(plain, facts={"severity": "contract"})) == "contract"
    assert severity_of(replace(plain, category="documented", breaks=True)) == "guarantee"
    leak = replace(
        plain,
        category="documented",
        facts={"severity": "policy"},
        seen="",
        evidence={"type": "leak"},
    )
    assert severity_of(leak) == "guarantee"


def test_severities_are_ordered_and_every_word_has_one() -> None:
    assert [s for s in SEVERITIES if at_least(s, "result")] == ["guarantee", "result"]
    assert {severity for severity, _ in SEEN.values()} <= set(SEVERITIES)
