"""One vector sampled, with every number known by hand: looks, single draws, what is spent and
shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.sampling import sample
from dpmean.judging.draws.singles import NAMES, SINGLE, Others, alike
from dpmean.judging.results import Run
from dpmean.judging.verdict import FAIL, PASS, UNSUPPORTED
from dpmean.suite.pvalues import AGAIN
from dpmean.suite.vectors import Vector
from dpmean.wire.protocol import Hello
from dpmean.wire.sizes import Sizes

F = Fraction
ALPHA = F(1, 10**9)  # looks at 1e-3 and at 1e-6
POSITIVE = {
    "name": "positive",
    "on": "x",
    "relation": "ge",
    "at": "0",
    "p": {"lo": "1/4", "hi": "1/2"},
    "flag": "SignBias",
}
FAR = {
    "name": "far",
    "on": "abs",
    "relation": "ge",
    "at": "8",
    "p": {"lo": "1/8", "hi": "1/8"},
    "flag": "TailCut",
}
CDF = [{"x": "0", "p": {"lo": "0.25", "hi": "0.35"}}, {"x": "3", "p": {"lo": "0.5", "hi": "0.75"}}]


def close(p: Fraction, truth: Fraction) -> bool:
    """An upper bound, and a sharp one."""
    return truth <= p <= truth * (1 + F(1, 10**9))


def table(*rows: tuple[str, int]) -> Batch:
    return Batch(sum(c for _, c in rows), rows=tuple(((F(v),), c) for v, c in rows))


# ---------------------------------------------------------------- the looks

STAT = Vector(
    "an-id",
    "stat",
    "laplace",
    "because",
    "source",
    {"epsilon": "1"},
    {"events": [{**POSITIVE, "p": {"lo": "1/2", "hi": "1/2"}}]},
    input={"draws": "16", "center": "0"},
)
# p = 1, 3e-5, 5e-10
FAIR, MEDIOCRE, BAD = ([["1", "8"], ["-1", "8"]], [["1", "16"]], [["1", "32"]])


class Scripted:
    """A session that answers with these outputs (or replies) in turn, and remembers what was
    asked.
    """

    two = "two starts of the program"

    def __init__(self, n: int, *answers: Any) -> None:
        self.n, self.answers, self.asked, self.starts = n, list(answers), [], []  # type: ignore[var-annotated]

    def sized(self, vector: Vector) -> Vector:
        return replace(vector, input={**vector.input, "draws": str(self.n)})

    def gave_up(self, reply: dict[str, Any]) -> bool:
        return reply["status"] == "unsupported"

    hello, sizes = Hello("scripted", "1"), Sizes(single=2048)
    plan: tuple[str, ...] = (NAMES["started"],)  # the single draws that are made

    def pinned(self, name: str, otherwise: int) -> int:
        """No record says how many single draws there are."""
        return otherwise if name.endswith(self.plan) else 0

    @contextmanager
    def fresh(self) -> Iterator[tuple[list[Start], None]]:
        yield [Start(self, 1), Start(self, 2)], None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(request["input"]["draws"])
        # a second input, which is looked at where the first has failed, has no answer in a script
        over = {"status": "unsupported", "reason": "the script is over"}
        answer = self.answers.pop(0) if self.answers else over
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


def sampled(
    session: Scripted, *, singly: bool = False, vector: Vector = STAT
) -> tuple[str, str, tuple[str, ...], Run]:
    result = Run(hello=None)  # type: ignore[arg-type]
    verdict = sample(session, vector, result, ALPHA, Others() if singly else None)  # type: ignore[arg-type]
    assert result.tiers["an-id"] == session.n
    return verdict.status, verdict.detail, verdict.flags, result


def test_a_good_first_look_is_enough() -> None:
    session = Scripted(16, {"counts": FAIR})
    status, _, _, result = sampled(session)
    assert (status, session.asked, result.draws, result.false_alarm) == (
        PASS,
        ["16"],
        16,
        ALPHA * F(101, 100),
    )


def test_a_bad_first_look_gets_a_second_on_fresh_draws() -> None:
    session = Scripted(16, {"counts": MEDIOCRE}, *[{"counts": FAIR}] * AGAIN)
    status, _, _, result = sampled(session)
    assert (status, session.asked, result.draws) == (PASS, ["16"] * (1 + AGAIN), 16 * (1 + AGAIN))
    # 3e-5 is not below 1e-6, and what is not so far off in more draws is not either
    one_bad = [{"counts": MEDIOCRE}, *[{"counts": FAIR}] * (AGAIN - 1)]
    assert sampled(Scripted(16, {"counts": MEDIOCRE}, *one_bad))[0] == PASS
    status, detail, flags, _ = sampled(Scripted(32, *[{"counts": BAD}] * (1 + AGAIN)))
    assert (status, detail, flags) == (
        FAIL,
        "positive: seen in 128 of 128 draws; the law gives 64.0, give or take 5.7; "
        "a right program is as far off with probability 5.9e-39 (twice)",
        ("SignBias",),
    )


def test_p_values_below_every_double_are_shown() -> None:
    status, detail, _, _ = sampled(Scripted(4096, *[{"counts": [["1", "4096"]]}] * (1 + AGAIN)))
    assert (status, "probability below 1e-300 (twice)" in detail) == (FAIL, True)


@pytest.mark.parametrize("place", [0, 1])
def test_a_reply_that_is_no_batch_ends_the_looks(place: int) -> None:
    before = [{"counts": MEDIOCRE}] * place
    said = (FAIL, "answered once, then unsupported: tired") if place else (UNSUPPORTED, "tired")
    assert sampled(Scripted(16, *before, {"status": "unsupported", "reason": "tired"}))[:2] == said
    assert sampled(Scripted(16, *before, {"status": "rejected", "code": "c"}))[:2] == (
        FAIL,
        "got rejected (c ), want ok",
    )
    assert sampled(Scripted(16, *before, {"counts": BAD}))[:2] == (
        FAIL,
        "the counts do not sum to 16",
    )


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
        detail == "in 128 requests of one draw each, every draw is the same number, though those "
        "of a batch differ"
    )
    ones = [{"counts": [[x, "1"]]} for x in ["1"] * (SINGLE - 1) + ["-1"]]
    status, detail, flags, _ = sampled(Scripted(16, {"counts": FAIR}, *ones), singly=True)
    assert (status, flags) == (FAIL, ("SignBias",))
    assert detail.startswith(
        "in 128 requests of one draw each, positive: seen in 127 of 128 draws; the law gives 64.0, "
        "give or take 5.7; a right program is as far off with probability "
    )
    # kills: no single draws, no check
    assert (
        sampled(Scripted(16, {"counts": FAIR}, {"status": "unsupported"}), singly=True)[0] == FAIL
    )
    short = Scripted(16, {"counts": FAIR}, {"counts": []})
    verdict = sample(short, STAT, Run(hello=None), ALPHA, Others())  # type: ignore[arg-type]
    assert (verdict.status, verdict.detail, verdict.vector.input["draws"]) == (
        FAIL,
        "the counts do not sum to 1",
        "16",
    )


def test_equal_draws_of_continuous_noise_are_another_law() -> None:
    from dpmean.judging.draws.reading import pack

    continuous = replace(STAT, expect={**STAT.expect, "density_at_most": "1/2"})
    equal = {"samples": pack([1.2345678901234567, -1.2345678901234567] * 8)}
    status, detail, flags, _ = sampled(Scripted(16, equal), vector=continuous)
    assert (status, flags) == (FAIL, ())
    assert (
        detail == "15 of 16 draws equal an earlier one or its mirror image: continuous noise does "
        "not repeat"
    )
    counted = {"counts": [["5/4", "8"], ["-5/4", "8"], *([str(i), "0"] for i in range(20))]}
    assert sampled(Scripted(16, counted), vector=continuous)[1] == detail
    assert sampled(Scripted(16, equal))[0] == PASS  # a law with atoms may repeat
    assert (
        sampled(
            Scripted(16, {"samples": pack([i + 0.25 if i % 2 else -i - 0.25 for i in range(16)])}),
            vector=continuous,
        )[0]
        == PASS
    )


def test_single_draws_of_continuous_noise_do_not_repeat_either() -> None:
    """Kills a generator that is seeded by a clock in each request: some requests are alike, and
    their law is right.
    """
    from dpmean.judging.draws.reading import pack

    continuous = replace(STAT, expect={**STAT.expect, "density_at_most": "1/2"})
    fair = {"samples": pack([i + 0.25 if i % 2 else -i - 0.25 for i in range(16)])}
    ones = [{"samples": pack([sign * (i + 0.25)])} for i, sign in enumerate(SIGNS)]
    assert sampled(Scripted(16, fair, *ones), singly=True, vector=continuous)[0] == PASS
    twice = [ones[(i + 1) // 2] for i in range(SINGLE)]
    status, detail, flags, _ = sampled(Scripted(16, fair, *twice), singly=True, vector=continuous)
    assert (status, flags) == (FAIL, ("NoiseReused",))
    assert detail.startswith(
        "in 128 requests of one draw each, of 63 pairs of draws 1 apart, 63 are equal"
    )


def test_what_two_starts_draw_alike_is_a_constant() -> None:
    """Kills a generator whose seed is a constant of the program: every law is right, and every
    noise is known.
    """
    ones = [{"counts": [[str(SIGNS[i // 2]), "1"]]} for i in range(SINGLE)]
    status, detail, flags, _ = sampled(Scripted(16, {"counts": FAIR}, *ones), singly=True)
    assert (status, flags) == (FAIL, ("NoiseReused",))
    assert (
        detail == "two starts of the program gave the same 64 draws, one by one: who starts it too "
        "knows the noise"
    )
    ones[1] = {"counts": [[str(-SIGNS[0]), "1"]]}  # but one
    status, detail, _, _ = sampled(Scripted(16, {"counts": FAIR}, *ones), singly=True)
    assert (status, detail) == (
        FAIL,
        "in 128 requests of one draw each, of 64 pairs of draws next to each other, 63 agree "
        "about 'positive', where about 32 independent ones would: draws depend on one another",
    )
    ones[1::2] = [
        {"counts": [[str(sign), "1"]]} for sign in Random(6).choices((-1, 1), k=SINGLE // 2)
    ]
    assert sampled(Scripted(16, {"counts": FAIR}, *ones), singly=True)[0] == PASS


@pytest.mark.parametrize(
    ("often", "alpha", "said"),
    [
        (48, F(1, 10**15), True),
        (49, F(1, 10**15), False),
        (48, F(1, 10**16), False),
        (1, F(1, 10**15), True),
    ],
)
def test_equal_draws_that_chance_explains_are_not_held_against_a_program(
    often: int, alpha: Fraction, said: bool
) -> None:
    draws = [Batch(1, rows=(((F(max(i - often, -1)),), 1),)) for i in range(64)]
    assert alike(draws, list(draws), alpha) is said
    assert F(1, 10**16) < F(3**48, 4**64) < F(1, 10**15)


class Spare(Scripted):
    """Leaves a spare draw of one object to the next: what follows a draw with other parameters is
    always positive.
    """

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


def test_what_one_object_leaves_to_the_next_shows_among_draws_of_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kills single draws that are all made with the same parameters; a slow program is not asked
    for so many.
    """
    other = replace(STAT, id="other", params={**STAT.params, "epsilon": "5"})
    session, result = Spare(16), Run(hello=None)  # type: ignore[arg-type]
    verdict = sample(session, STAT, result, ALPHA, Others([other]))  # type: ignore[arg-type]
    assert (verdict.status, verdict.flags) == (FAIL, ("SignBias",))
    assert verdict.detail.startswith(
        "in 2048 requests of one draw each, among requests for other things, positive: seen in"
    )
    assert session.asked.count("5") == 1 + sum(  # once beside the first draws
        (i % 3 == 1 or i % 5 == 3) and i // 8 % 2 == 0 for i in range(2048)
    )
    assert result.tiers[STAT.id + NAMES["among"]] == 2048
    monkeypatch.setattr(Spare, "leaves", False)
    assert sample(Spare(16), STAT, Run(hello=None), ALPHA, Others([other])).status == PASS  # type: ignore[arg-type]
    slow = Spare(16)
    slow.sizes = Sizes(single=128)
    sample(slow, STAT, Run(hello=None), ALPHA, Others([other]))  # type: ignore[arg-type]
    assert slow.asked.count("5") == 1
