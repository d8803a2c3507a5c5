"""Outputs that are no fresh draws: an audit says so, and gives no epsilon; and what is fresh is not
accused, whatever its law.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from fractions import Fraction
from math import exp
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing import freshness
from dpmean.auditing.freshness import Way, cycle, in_order, ordered, same_starts
from dpmean.auditing.outputs import Outputs, Reader
from dpmean.auditing.report import Report
from dpmean.judging.draws.recurrence import alike


def read(raw: Any) -> Outputs:
    return Reader().read(np.asarray(raw, dtype=np.float64))


def test_the_chance_of_equal_halves_is_exact() -> None:
    # of the 4!/(2! 2!) = 6 orders of a a b b, those with equal halves are ab|ab and ba|ba
    orders = set(itertools.permutations("aabb"))
    equal = [o for o in orders if o[:2] == o[2:]]
    assert exp(alike(["a", "b"], ["a", "b"])) == pytest.approx(len(equal) / len(orders))
    assert alike(["a", "a"], ["a", "a"]) == 0.0
    assert alike(["a", "b"], ["b", "a"]) == 0.0


def test_two_equal_starts_are_told_and_those_of_a_constant_are_not() -> None:
    x = np.random.default_rng().random(64)
    assert same_starts([read(x), read(x)])
    assert not same_starts([read(x), read(np.random.default_rng().random(64))])
    assert not same_starts([read(np.ones(64)), read(np.ones(64))])


def test_a_cycle_is_told() -> None:
    # of shorter stretches one in some hundreds is missed: a sixteenth of all places is looked at
    x = np.random.default_rng().random(400)
    assert "repeat" in str(cycle(read(np.concatenate([x, x]))))
    assert not cycle(read(np.random.default_rng().random(300)))


@pytest.mark.parametrize("lag", [1, 2])
def test_outputs_that_depend_on_those_before_are_told(lag: int) -> None:
    x = np.random.default_rng().random(2000)
    walk = x + np.roll(x, lag)
    assert "depend on one another" in str(ordered(read(walk), Reader()))
    assert not ordered(read(x), Reader())


def test_an_audit_of_outputs_that_recur_gives_no_epsilon() -> None:
    turns = itertools.cycle(np.random.default_rng().random(300))

    def release(records: list[float]) -> float:
        return next(turns)

    found = dpmean.audit(release, "epsilon=1", data=([0.0], []), draws=5000)
    assert isinstance(found, Report)
    assert found.audit.stale
    assert found.epsilon == 0
    assert not found.refuted
    assert "no epsilon is given" in str(found)


def test_a_slow_program_is_not_asked_for_a_thousand_outputs_before_anything_is_said() -> None:
    """Kills minutes of silence where every output is a start of a program."""
    asked = []

    def slow(records: list[float]) -> float:
        asked.append(len(records))
        time.sleep(0.011)
        return float(np.random.default_rng().random() + sum(records))

    report = dpmean.audit(slow, data=([0.0, 1.0], [0.0]), draws=20_000, seconds=60, first=True)
    assert isinstance(report, Report)
    assert report.audit.draws > 0
    assert len(asked) < 300


Law = Callable[[np.random.Generator, int], list[Any]]
TOKENS = "0123456789abcdef"


def some(*outputs: Any, p: list[float] | None = None) -> Law:
    """Outputs of few values."""
    return lambda random, n: [outputs[i] for i in random.choice(len(outputs), n, p=p)]


# independent outputs: laws with ties of every kind, texts, and values that never repeat
LAWS: dict[str, Law] = {
    "one value": some(2.5),
    "one text": some("none"),
    "two values": some(0.0, 1.0),
    "two values, one of them seldom": some(0.0, 1.0, p=[0.03, 0.97]),
    "two words": some("yes", "no", p=[0.7, 0.3]),
    "three words, one of them seldom": some("a", "b", "c", p=[0.02, 0.5, 0.48]),
    "no answer most often": some(None, 1.5, p=[0.95, 0.05]),
    "doubles": lambda random, n: random.laplace(size=n).tolist(),
    "rounded to integers": lambda random, n: np.rint(random.laplace(0, 20, n)).tolist(),
    "rounded in a text": lambda random, n: [f"mean = {x:.3f}" for x in random.laplace(size=n)],
    "rounded in a unit": lambda random, n: [f"{x:.1f}kg" for x in random.laplace(0, 9, n)],
    "heavy ties": lambda random, n: random.zipf(1.3, n).clip(0, 10**6).astype(float).tolist(),
    "words that seldom come again": lambda random, n: [
        f"w{chr(97 + i % 26) * (int(i) + 1)}" for i in random.zipf(1.2, n).clip(0, 5000)
    ],
    "tokens": lambda random, n: [
        "".join(TOKENS[i] for i in row) for row in random.integers(0, 16, (n, 16))
    ],
    "letters": lambda random, n: [
        "".join(chr(97 + i) for i in row) for row in random.integers(0, 26, (n, 12))
    ],
    "a number and a token": lambda random, n: [
        {"mean": x, "id": f"id{int(i)}x"}
        for x, i in zip(random.laplace(size=n), random.integers(0, 10**9, n), strict=True)
    ],
    "lists of many lengths": lambda random, n: [[1.5] * int(i) for i in random.integers(1, 9, n)],
}
RUNS, EACH = 60, 1200


@pytest.mark.share(3)
@pytest.mark.parametrize("name", LAWS)
def test_independent_outputs_of_any_law_are_seldom_accused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a check that takes ties, rounding, or the time at which a text first came for
    dependence. At an error of 1/20 more than 15 of 60 runs are accused with probability below
    3e-8, of all laws together below 5e-7; the published error is 10^-9.
    """
    monkeypatch.setattr(freshness, "ALPHA", Fraction(1, 20))
    random, accused = np.random.default_rng(list(name.encode())), 0
    for _ in range(RUNS):
        reader = Reader()
        one, other = (reader.read(LAWS[name](random, EACH)) for _ in range(2))
        accused += bool(in_order(one, reader) or same_starts([one.part(0, 64), other.part(0, 64)]))
    assert accused <= 15


def copies(law: Law, lag: int, first: int) -> Law:
    """Each output comes again `lag` places later; those before the first pair are dropped."""

    def made(random: np.random.Generator, n: int) -> list[Any]:
        drawn = law(random, n)
        groups = [drawn[i : i + lag] * 2 for i in range(0, n, lag)]
        return list(itertools.chain.from_iterable(groups))[first : first + n]

    return made


INFORMATIVE = [name for name in LAWS if name not in ("one value", "one text")]


@pytest.mark.parametrize("name", INFORMATIVE)
@pytest.mark.parametrize(("lag", "first"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 3)])
def test_outputs_that_are_copies_of_those_before_are_told(name: str, lag: int, first: int) -> None:
    """Kills a check that sees numbers only, or copies only where the first of them is the first of
    all; at the error of an audit over 24 pairs.
    """
    if name in ("two values, one of them seldom", "no answer most often"):
        size = 20_000  # little is known of what nearly always is the same
    else:
        size = 3000
    reader, random = Reader(), np.random.default_rng(list(f"{name}{lag}{first}".encode()))
    outputs = reader.read(copies(LAWS[name], lag, first)(random, size))
    found = ordered(outputs, reader, 55)
    assert found is not None
    assert found.way is Way.ORDER


@pytest.mark.parametrize("name", INFORMATIVE)
def test_a_generator_that_begins_again_is_told(name: str) -> None:
    """Kills a cycle that is looked for among numbers only."""
    reader, random = Reader(), np.random.default_rng(list(name.encode()))
    drawn = LAWS[name](random, 2000)
    found = in_order(reader.read(drawn + drawn), reader, 55)
    assert found is not None
    assert found.way is Way.CYCLE


@pytest.mark.parametrize("name", INFORMATIVE)
def test_equal_starts_are_told(name: str) -> None:
    """Kills starts that are compared by their numbers only; and one that accuses starts which are
    alike because nearly all outputs are.
    """
    reader, random = Reader(), np.random.default_rng(list(name.encode()))
    one = reader.read(LAWS[name](random, 2000))
    assert same_starts([one, one], 55) is not None
    alike = reader.read(["yes"] * 63 + ["no"])
    assert same_starts([alike, alike], 55) is None


def test_the_event_of_an_order_is_that_of_no_order() -> None:
    """Kills an event that depends on when outputs came: the same ones in another order are the same
    half.
    """
    random = np.random.default_rng(3)
    for law in LAWS.values():
        drawn, order = law(random, 500), random.permutation(500)
        one, other = Reader(), Reader()
        happened, name = freshness.event(one.read(drawn), one)
        again, same = freshness.event(other.read([drawn[i] for i in order]), other)
        if len(happened) == len(again) == 500 and name == same:
            assert np.array_equal(happened[order], again)


@pytest.mark.parametrize(
    ("release", "way"),
    [
        (lambda turns: f"mean = {next(turns):.2f}", Way.CYCLE),
        (lambda turns: f"{next(turns):.17f}"[2:].replace("1", "one"), Way.CYCLE),
    ],
)
def test_an_audit_of_texts_that_recur_gives_no_epsilon(
    release: Callable[[Any], str], way: Way
) -> None:
    turns = itertools.cycle(np.random.default_rng(5).random(300).tolist())
    found = dpmean.audit(lambda records: release(turns), data=([0.0], []), draws=5000)
    assert isinstance(found, Report)
    assert found.audit.stale is not None
    assert found.audit.stale.way is way
    assert found.data["not_fresh"]["way"] == way.value
    assert (found.epsilon, found.refuted, found.data["claims"][0]["status"]) == (
        0,
        False,
        "inconclusive",
    )


def test_outputs_that_are_recorded_in_pairs_are_not_fresh_however_few_they_are() -> None:
    """Kills an order that is looked at only after a thousand outputs."""
    random = np.random.default_rng(7)
    kept = iter(np.repeat(random.random(4000), 2).tolist())
    found = dpmean.audit(lambda records: next(kept) + len(records), data=([0.0], []), draws=900)
    assert isinstance(found, Report)
    assert found.audit.stale is not None
    assert not found.refuted


KEPT: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "one answer for each start": lambda rng: (np.full(64, rng.normal()), np.full(64, rng.normal())),
    "noise of its own, and more that is kept": lambda rng: (
        rng.normal(size=64) * 1e-3 + 1.25,
        rng.normal(size=64) * 1e-3 - 0.5,
    ),
    "one word for each start": lambda rng: (np.full(64, np.inf), np.full(64, -np.inf)),
}


@pytest.mark.parametrize("name", KEPT)
def test_an_answer_that_is_kept_is_not_fresh(name: str) -> None:
    """Kills an audit that counts copies of one output as so many releases: a mechanism that is
    private at each call was refuted, with an error of 1e-6.
    """
    one, other = KEPT[name](np.random.default_rng(1))
    found = same_starts([read(one), read(other)])
    assert found is not None
    assert found.way is Way.KEPT
    assert "kept" in str(found)


def test_two_starts_of_independent_outputs_are_seldom_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At an error of 1/20 more than 25 of 200 are accused with probability below 1e-4; few values,
    many ties and rare kinds are no sign.
    """
    monkeypatch.setattr(freshness, "ALPHA", Fraction(freshness.CHECKS, 20))
    rng = np.random.default_rng(5)
    for draws in (
        lambda: rng.normal(size=64),
        lambda: rng.integers(0, 2, 64).astype(float),
        lambda: rng.integers(0, 3, 64) / 3,
        lambda: np.where(rng.random(64) < 0.1, np.nan, rng.normal(size=64)),
        lambda: np.where(rng.random(64) < 0.02, 1.0, 0.0),
    ):
        assert (
            sum(same_starts([read(draws()), read(draws())]) is not None for _ in range(200)) <= 25
        )


def test_a_function_that_keeps_its_noise_in_each_process_is_not_fresh() -> None:
    """Kills "both processes release the same outputs" of forks that release others, each its own."""
    noise: list[float] = []

    def release(records: list[float]) -> float:
        if len(noise) < 2:  # the first release is another one
            noise.append(float(np.random.default_rng().normal()))
        return sum(records) + noise[-1]

    found = dpmean.audit(release, "epsilon=1", draws=2000, data=([0, 1], [0, 1, 1]))
    assert isinstance(found, Report)
    assert found.audit.stale is not None
    assert found.audit.stale.way is Way.KEPT
    assert not found.audit.notes
