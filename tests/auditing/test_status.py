"""What an audit says of a claim follows from what was seen, and from no sentence; and how the command
ends follows from that.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing import power, report
from dpmean.auditing.claims import claimed
from dpmean.auditing.enough import Sight
from dpmean.auditing.freshness import Dependence
from dpmean.auditing.pairs import candidates, first
from dpmean.auditing.report import ExactReport, Report
from dpmean.auditing.run import LOOK, Audit, proceed
from dpmean.auditing.sources.function import Function
from dpmean.auditing.status import Lack, Status, Stop, exit_of
from dpmean.exits import Exit
from dpmean.privacy.neighbors import Neighbors

PAIR = ([0.0, 1.0], [0.0])
RANDOM = np.random.default_rng()


def laplace(records: list[float], scale: float = 1.25) -> float:
    """With room to spare: at the edge of a claim one right program in a few hundred is suspicious."""
    return float(np.round((sum(records) + RANDOM.laplace(0, scale)) * 2**30) / 2**30)


def audited(
    function: Callable[[list[float]], Any], claim: Any = "epsilon=1", **more: Any
) -> Report:
    found = dpmean.audit(function, claim, **{"data": PAIR, "draws": 2000, **more})
    assert isinstance(found, Report)
    return found


def raises(records: list[float]) -> float:
    raise ValueError("broken")


SEEN: dict[str, tuple[Callable[[list[float]], Any], Status, tuple[Lack, ...], Exit]] = {
    "right noise": (laplace, Status.NOT_REFUTED, (), Exit.OK),
    "too little noise": (lambda r: laplace(r, 1 / 8), Status.REFUTED, (), Exit.FAILED),
    "right noise in a text": (
        lambda r: f"mean = {laplace(r):.3f} years",
        Status.NOT_REFUTED,
        (),
        Exit.OK,
    ),
    "too little noise in a text": (
        lambda r: f"mean = {laplace(r, 1 / 8):.6f}",
        Status.REFUTED,
        (),
        Exit.FAILED,
    ),
    "words that come again": (
        lambda r: secrets.choice(["yes", "no"]),
        Status.NOT_REFUTED,
        (),
        Exit.OK,
    ),
    "words that never come again": (
        lambda r: secrets.token_hex(8).translate(str.maketrans("0123456789", "ghijklmnop")),
        Status.INCONCLUSIVE,
        (Lack.PARTS,),
        Exit.INCONCLUSIVE,
    ),
    "a number and an object": (
        lambda r: [laplace(r), object()],
        Status.INCONCLUSIVE,
        (Lack.PARTS,),
        Exit.INCONCLUSIVE,
    ),
    "lists of other lengths": (
        lambda r: [laplace(r)] * int(RANDOM.integers(1, 3)),
        Status.NOT_REFUTED,
        (),
        Exit.OK,
    ),
    "lists of other lengths with too little noise": (
        lambda r: [0.0] * int(RANDOM.integers(1, 3)) + [laplace(r, 1 / 8)],
        Status.REFUTED,
        (),
        Exit.FAILED,
    ),
    "more digits than a double": (
        lambda r: Fraction(laplace(r)) + Fraction(1, 3**50),
        Status.INCONCLUSIVE,
        (Lack.PARTS,),
        Exit.INCONCLUSIVE,
    ),
    "one word": (lambda r: "done", Status.INCONCLUSIVE, (Lack.RELEASE,), Exit.INCONCLUSIVE),
    "no answer": (lambda r: None, Status.INCONCLUSIVE, (Lack.RELEASE,), Exit.INCONCLUSIVE),
    "nothing but errors": (
        raises,
        Status.INCONCLUSIVE,
        (Lack.WORKING, Lack.OUTPUTS),
        Exit.BROKE,
    ),
}


@pytest.mark.parametrize("name", SEEN)
def test_the_status_follows_from_what_was_seen(name: str) -> None:
    """Kills a pass on nothing, on texts in which nothing was looked at, and on objects."""
    function, status, lacks, code = SEEN[name]
    found = audited(function)
    claim = found.audit.claims[0]
    assert (found.status(claim), found.lacks(claim), found.exit) == (status, lacks, code)
    assert found.data["claims"][0]["status"] == status.value
    assert found.data["claims"][0]["lacks"] == [lack.value for lack in lacks]
    if status is Status.INCONCLUSIVE:
        assert "epsilon=1: inconclusive: " in str(found)
        assert "compatible" not in str(found) and "not refuted" not in str(found)


def test_a_part_that_is_seldom_not_looked_at_is_no_matter() -> None:
    """Kills "inconclusive" for one strange output in a thousand, of which so few outputs could have
    shown nothing; and a pass where one in two is strange.
    """
    for share, status in ((0.001, Status.NOT_REFUTED), (0.5, Status.INCONCLUSIVE)):
        found = audited(
            lambda r, share=share: object() if RANDOM.random() < share else laplace(r), draws=3000
        )
        assert found.status(found.audit.claims[0]) is status


@pytest.mark.parametrize("draws", [1, 20, 100, 131, 132, 400])
def test_too_few_outputs_for_one_pair_are_inconclusive(draws: int) -> None:
    """Kills a pass on few outputs: at epsilon = 1 and an error of 10^-6, 131 outputs of one pair
    would not have shown even a gross leak 9 times in 10, and 132 would.
    """
    found = audited(laplace, draws=draws)
    status = Status.NOT_REFUTED if draws >= 132 else Status.INCONCLUSIVE
    assert found.status(found.audit.claims[0]) is status
    assert (found.exit is Exit.OK) == (draws >= 132)
    assert isfinite(found.could["loss"]) == (draws >= 132)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("claim", "pairs"),
    [("epsilon=1", 1), ("epsilon=1/2", 20), ("epsilon=2", 5), ("epsilon=1,delta=1/100", 1)],
)
def test_what_is_called_enough_shows_a_gross_leak_and_half_of_it_does_not(
    claim: str, pairs: int
) -> None:
    """Kills a number that is none of this audit: a mechanism of which no output is possible for both
    data sets is refuted in nearly all audits with as many outputs as are called enough, and with
    half of them in none. 9 in 10 are claimed; fewer than 8 of 12 then have probability below 0.005.
    """
    level = claimed(claim).levels(None)[0]
    least = power.least(pairs, float(level.epsilon), float(level.delta), 1e-6)
    asked = candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, 4)[:1]
    for size, least_, most in ((least, 8, 12), (least // 2, 0, 0)):
        hits = 0
        for _ in range(12):
            alpha = Fraction(1, 10**6 * pairs)  # as though there were so many pairs
            state = Audit("f", [claimed(claim)], "replace-one", asked, alpha)
            proceed(state, Function(lambda r: sum(r) * 4 + float(RANDOM.random())), size, 60)
            hits += bool(state.refuted)
        assert least_ <= hits <= most, (size, hits)


def test_every_pair_must_have_been_looked_at() -> None:
    """Kills a pass after a long look at the first pair, and none at the others."""
    pairs = first(candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, 4))
    state = Audit("f", [claimed("epsilon=1")], "replace-one", pairs, Fraction(1, 10**6))
    proceed(state, Function(lambda r: 0.0), 5000, 60)
    sight = Sight(state, state.claims[0])
    assert sight.missing == 0 and sight.lacks == ()
    state.books[3].draws = 100
    few = Sight(state, state.claims[0])
    needed = power.least(round(1 / min(state.shares)), 1.0, 0.0, 1e-6)
    assert needed < LOOK
    assert few.missing == needed - 100
    assert few.lacks == (Lack.OUTPUTS,)


@pytest.mark.parametrize("epsilon", [1, 3])
def test_at_no_moment_is_a_gross_leak_of_one_pair_called_not_refuted(epsilon: int) -> None:
    """Kills "not refuted" after a look at other pairs: this mechanism gives its third record away,
    and has noise that just keeps the claim for all others.
    """

    def release(records: list[float], count: int) -> Any:
        x = [0.5 if r != r else min(1.0, max(0.0, r)) for r in records]
        noise = RANDOM.laplace(0, 1 / epsilon, count)
        return np.round((sum(x) + 100 * x[2] + noise) * 2**20) / 2**20

    pairs = first(candidates(Neighbors.REPLACE_ONE, 0.0, 1.0, 4))
    claim = claimed(f"epsilon={epsilon}")
    state, passed = Audit("f", [claim], "replace-one", pairs, Fraction(1, 10**6)), []

    def say(audit: Audit) -> None:
        if audit.draws and not audit.refuted and not Sight(audit, claim).lacks:
            passed.append(audit.draws)

    proceed(state, Function(release, many=True), 20_000, 60, say)
    assert state.refuted and not passed


def test_a_claim_of_a_large_epsilon_needs_more_outputs_and_the_report_says_how_many() -> None:
    """Kills "compatible" for a hundred thousand outputs that could have shown nothing."""
    found = audited(laplace, ["epsilon=8", "epsilon=1"], draws=3000)
    statuses = [found.status(claim) for claim in found.audit.claims]
    assert statuses == [Status.INCONCLUSIVE, Status.NOT_REFUTED]
    assert found.exit is Exit.INCONCLUSIVE
    missing = power.least(1, 8.0, 0.0, 1e-6) - 3000
    assert f"{missing:,} more would" in str(found)


def test_no_sentence_decides_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a status, an exit code or a word of JSON that is read from a sentence."""
    reports = [
        *(audited(function, draws=400) for function, *_ in SEEN.values()),
        audited(lambda r: 0.0, draws=10),
    ]
    before = [(r.data, r.exit, r.refuted) for r in reports]
    for where, name in (
        (Report, "__str__"),
        (Report, "_told"),
        (Report, "_why"),
        (Dependence, "__str__"),
        (ExactReport, "__str__"),
    ):
        monkeypatch.setattr(where, name, lambda *_: secrets.token_hex(9))
    for name in ("SILENT", "INSTEAD"):
        monkeypatch.setattr(report, name, secrets.token_hex(9))
    assert [(r.data, r.exit, r.refuted) for r in map(lambda r: Report(r.audit), reports)] == before


def test_how_the_command_ends_follows_from_the_statuses() -> None:
    """Kills another order: what is certain comes first, then that the program broke, that you
    stopped it, and that too little was seen.
    """
    refuted, not_, open_ = Status.REFUTED, Status.NOT_REFUTED, Status.INCONCLUSIVE
    rows: list[tuple[list[Status], list[Lack], Stop | None, Exit]] = [
        ([not_], [], None, Exit.OK),
        ([not_], [], Stop.TIME, Exit.OK),
        ([not_, open_], [Lack.OUTPUTS], Stop.TIME, Exit.INCONCLUSIVE),
        ([open_], [Lack.FRESHNESS], None, Exit.INCONCLUSIVE),
        ([open_], [Lack.WORKING, Lack.OUTPUTS], Stop.BROKE, Exit.BROKE),
        ([open_], [Lack.WORKING], Stop.INTERRUPTED, Exit.BROKE),
        ([open_], [Lack.OUTPUTS], Stop.INTERRUPTED, Exit.INTERRUPTED),
        ([not_], [], Stop.INTERRUPTED, Exit.INTERRUPTED),
        ([open_, refuted], [Lack.OUTPUTS], Stop.INTERRUPTED, Exit.FAILED),
        ([Status.HOLDS, Status.ALMOST, Status.WITHIN], [], None, Exit.OK),
        ([Status.HOLDS, Status.UNDECIDED], [], None, Exit.INCONCLUSIVE),
        ([Status.UNDECIDED, refuted], [], None, Exit.FAILED),
    ]
    for statuses, lacks, stop, code in rows:
        assert exit_of(statuses, lacks, stop) is code


def test_words_of_older_records_are_read() -> None:
    assert Status("no evidence") is Status.INCONCLUSIVE
    with pytest.raises(ValueError, match="compatible"):
        Status("compatible")


def test_an_interrupted_audit_says_what_it_saw() -> None:
    """Kills a pass of an audit that was stopped before it had seen anything, and a step that is half
    bet on.
    """

    def stops(records: list[float]) -> float:
        if RANDOM.random() < 1 / 40:
            raise KeyboardInterrupt
        return 0.0

    found = audited(stops, draws=100_000)
    assert found.audit.stopped is Stop.INTERRUPTED
    assert found.exit is Exit.INTERRUPTED
    assert found.status(found.audit.claims[0]) is Status.INCONCLUSIVE
    assert "interrupted" in str(found)


def test_a_claim_that_protects_nobody_here_is_inconclusive() -> None:
    """Kills "not refuted" for a user who has no epsilon."""
    data, near = ([0.0, 1.0], [0.0, 0.0]), "replace-given-user"
    found = audited(laplace, "epsilons=1;inf", data=data, neighbors=near, draws=400)
    assert found.lacks(found.audit.claims[0]) == (Lack.OUTPUTS,)
    assert "no pair of data sets to which it applies" in str(found)


@pytest.mark.parametrize(
    "claim", ["epsilon=40", "epsilon=1000", "epsilon=1000,delta=1/10", "rho=2000"]
)
def test_a_claim_that_allows_everything_cannot_be_refuted(claim: str) -> None:
    """Kills a number beyond doubles that ends an audit, and "10^18 more would" of a claim that no
    outputs contradict: not those of a function without noise either.
    """
    found = dpmean.audit(sum, claim, draws=600, data=([0, 1], [0, 1, 3]))
    assert isinstance(found, Report)
    assert found.status(found.audit.claims[0]) is Status.INCONCLUSIVE
    assert "no number of outputs within reach" in str(found)
