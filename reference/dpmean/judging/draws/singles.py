"""One draw at a time, as releases are made: by programs that were just started, and among other
requests.

A generator that is seeded anew in each request or start (by a constant, or by a clock that has not
moved on), a first draw that is not random, a spare draw, a table or a result that one request
leaves to the next: these show in nothing else. How many draws are made follows from the tier of the
run; it is kept in its record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ...suite.vectors import Vector
from ...wire.session import PAUSE, Session
from ..evidence import Follows, Seen, Statement, only
from ..results import Run
from ..verdict import FAIL, PASS, Verdict
from . import freshness
from .asking import ask, center
from .batch import Batch, joined
from .concluding import Found, concluded, looked_at
from .entailed import constant
from .matching import matching_p
from .plan import REUSED
from .shared_noise import named, shared_noise
from .statistics import test

# draws of two programs in turn: an event of probability 1/4 that never happens has p < 1e-15
SINGLE = 128
RECURRING = 512  # draws of a batch that is asked for again
AMONG = 512  # draws among other requests: those of the tier, where it has so many
# such draws for other kinds of parameters, by how many these are
OF_A_VARIANT = {2048: 512, 512: 256}
ALIKE = Fraction(3, 4)  # nothing is said of draws among which one value has a larger share
MOST_COMPARED = 2  # other parameters whose first draws are compared with these
# of the numbers in a record
NAMES = {"among": " among others", "started": " just started", "again": " again"}


@dataclass(frozen=True)
class Others:
    """Requests that may come between: other parameters or data of the same object, other objects,
    and a refusal.
    """

    same: Sequence[Vector] = ()
    different: Sequence[Vector] = ()
    refused: Sequence[Vector] = ()

    def requests(self, one: Vector) -> list[dict[str, Any]]:
        """Return them in the order in which they come between draws of `one`."""
        between = [replace(v, input={**v.input, "draws": "1"}).prompt() for v in self.same]
        between += [elsewhere(one).prompt(), *(v.prompt() for v in self.refused[:1])]
        return between + [
            replace(v, input={**v.input, "draws": "1"}).prompt() for v in self.different
        ]


def one_by_one(
    session: Session, vector: Vector, result: Run, alpha: Fraction, others: Others
) -> Verdict:
    """Return the verdict on single draws of a sampler whose batches have passed."""
    verdict, look = _started(session, vector, result, alpha, others), "started"
    if verdict.status == PASS and result.tiers.get(vector.id + NAMES["again"]):
        verdict, look = _again(session, vector, result, alpha), "again"
    if verdict.status == PASS and result.tiers.get(vector.id + NAMES["among"]):
        verdict, look = _among(session, vector, others, result, alpha), "among"
    return replace(verdict, look=look)


def of_a_variant(
    session: Session, vector: Vector, result: Run, alpha: Fraction, others: Others
) -> Verdict:
    """Return the verdict on single draws, among other requests, of a sampler whose single draws
    were judged for other kinds of parameters: a program may have a way of its own for one draw, and
    forget a parameter there.
    """
    name, prefix = vector.id + NAMES["among"], f"{vector.object}-"
    most = max(
        (
            n
            for key, n in result.tiers.items()
            if key.startswith(prefix) and key.endswith(NAMES["among"])
        ),
        default=0,
    )
    count = session.pinned(name, OF_A_VARIANT.get(most, 0))
    if not count:
        return Verdict(vector, PASS)
    result.tiers[name] = count
    return replace(_among(session, vector, others, result, alpha), look="among")


def _started(
    session: Session, vector: Vector, result: Run, alpha: Fraction, others: Others
) -> Verdict:
    """Let two programs that were started at the same instant answer in turn, and once in a run a
    third, later one; and compare the first draws of one with its first ones of other requests.
    """
    one = replace(vector, input={**vector.input, "draws": "1", "in_a_row": str(SINGLE // 2)})
    result.false_alarm += alpha
    with session.fresh() as (starts, later):
        batches: list[Batch] = []

        singles = session.sizes.singles_of(vector.id, int(result.tiers[vector.id]))
        count = session.pinned(vector.id + NAMES["started"], min(SINGLE, singles))
        for i in range(count):
            batch = ask(starts[i % 2], one, result, again=True)
            if isinstance(batch, Verdict):
                return replace(batch, vector=vector)
            batches.append(batch)
        again = min(RECURRING, int(result.tiers[vector.id]))
        for name, number in (
            ("started", count),
            ("among", singles if singles >= AMONG else 0),
            ("again", again if again > 4 else 0),
        ):
            result.tiers[vector.id + NAMES[name]] = session.pinned(vector.id + NAMES[name], number)
        if same := recurred(batches[::2], batches[1::2], alpha * REUSED / 8):
            return _reused(
                vector,
                f"{session.two} gave the same {_of(same, count // 2)}, one by one: who starts it "
                "too knows the noise",
            )
        among = [*others.same[:MOST_COMPARED], *others.different[:1]]
        if other := shared_noise(starts[0], batches[::2], result, alpha * REUSED / 8, among):
            return _reused(
                vector,
                f"its first {len(batches[::2])} draws and those for {named(other)} rise and fall "
                "alike: one release has the noise of another",
            )
        if later is not None:
            third = [ask(later(), one, result, again=True) for _ in batches[::2]]
            if bad := next((b for b in third if isinstance(b, Verdict)), None):
                return replace(bad, vector=vector)
            thirds = [b for b in third if isinstance(b, Batch)]
            if same := recurred(batches[::2], thirds, alpha * REUSED / 8):
                return _reused(
                    vector,
                    f"a program that was started {PAUSE:g} s later gave the same "
                    f"{_of(same, count // 2)}, one by one: who starts it knows the noise",
                )
    return _fresh(vector, batches, alpha, result, "requests of one draw each")


def _again(session: Session, vector: Vector, result: Run, alpha: Fraction) -> Verdict:
    """Ask for the same small batch twice, with another request between."""
    few = replace(
        vector, input={**vector.input, "draws": str(result.tiers[vector.id + NAMES["again"]])}
    )
    result.false_alarm += alpha * REUSED
    first = ask(session, few, result, again=True)
    session.ask(elsewhere(replace(vector, input={**vector.input, "draws": "1"})).prompt())
    second = ask(session, few, result, again=True)
    for batch in (first, second):
        if isinstance(batch, Verdict):
            return replace(batch, vector=vector)
    assert isinstance(first, Batch)
    assert isinstance(second, Batch)
    if freshness.recurs(first, second, alpha * REUSED / 2):
        told = f"two requests for {first.n} draws were answered with the same {first.n} draws"
        return _reused(vector, told)
    if first.columns and second.columns and not first.none | second.none:
        same = _at_equal_places(first.exact, second.exact, alpha * REUSED / 2)
        if same:
            told = f"two requests for {first.n} draws gave {same} equal ones at equal places"
            return _reused(vector, told)
    return Verdict(vector, PASS)


def _among(
    session: Session, vector: Vector, others: Others, result: Run, alpha: Fraction
) -> Verdict:
    """Make requests of one draw each with others between them."""
    one = replace(vector, input={**vector.input, "draws": "1"})
    between = others.requests(one)
    result.false_alarm += alpha
    batches = []
    for i in range(result.tiers[vector.id + NAMES["among"]]):
        batch = ask(session, one, result, again=True)
        if isinstance(batch, Verdict):
            return replace(batch, vector=vector)
        batches.append(batch)
        if i % 3 == 1 or i % 5 == 3:
            session.ask(between[i // 8 % len(between)])
    requests = "requests of one draw each, among requests for other things,"
    return _fresh(vector, batches, alpha, result, requests)


def elsewhere(vector: Vector) -> Vector:
    """Return the same request for another centre, or for the records in the reverse order with
    another last one.
    """
    given = vector.input
    if "center" in given:
        return replace(vector, input={**given, "center": str(Fraction(given["center"]) + 1024)})
    if "lower" in vector.params and given.get("data"):
        last = (
            vector.params["upper"]
            if given["data"][0] != vector.params["upper"]
            else vector.params["lower"]
        )
        return replace(vector, input={**given, "data": [*given["data"][:0:-1], last]})
    return vector


def _fresh(
    vector: Vector, batches: list[Batch], alpha: Fraction, result: Run, requests: str
) -> Verdict:
    """Return the verdict on draws that were made one by one, in this order."""
    batch = joined(batches)
    tested = test(vector.expect, batch, center(vector))
    if constant(batch) and tested.worst.p <= alpha and not _at_center(vector, batch):
        told = (
            f"in {batch.n} {requests.rstrip(',')}, every draw is the same number, though those of a "
            "batch differ"
        )
        follows = (Statement(Seen.CONSTANT, Follows.NOT_FRESH),)
        return Verdict(
            vector, FAIL, told, ("NoiseReused",), evidence=tested.evidence, follows=follows
        )
    sure = alpha * REUSED / 2
    found = looked_at(vector, batch, tested, sure, alpha * (1 - REUSED))
    if found is None and not batch.columns:  # counts have lost the order
        outcomes = [b.exact[0][0] for b in batches if not b.none]
        for event in freshness.usual(vector.expect):
            order = freshness.sequence(outcomes, event, center(vector))
            if told := freshness.neighbours(event, order, sure / 2):
                law = tested.worst.p <= alpha
                ordered = (Statement(Seen.ORDERED, Follows.NOT_FRESH),)
                found = Found(tested, told, ("NoiseReused", *tested.flags(alpha)), ordered, law)
                break
    if found is None:
        if tested.worst.p > alpha * (1 - REUSED):
            return Verdict(vector, PASS)
        found = Found(tested, tested.worst.told("once"), tested.flags(alpha))
    found = replace(found, detail=f"in {batch.n} {requests.rstrip(',')}, {found.detail}")
    tied = freshness.ties(vector, batch, sure / 2)
    if tied is not None and not tied.grid:  # batches have none: an answer is kept, perhaps
        repeated = found.follows or (Statement(Seen.TIES, Follows.ANOTHER_LAW),)
        return Verdict(
            vector, FAIL, found.detail, found.flags, evidence=tested.evidence, follows=repeated
        )
    return concluded(None, vector, batch, result, found)


def _at_center(vector: Vector, batch: Batch) -> bool:
    """Tell whether the draws of a law are its centre, which no noise was added to."""
    return "center" in vector.input and batch.exact[0][0] == (center(vector),)


def _of(same: int, draws: int) -> str:
    return f"{draws} draws" if same == draws else f"{same} of {draws} draws"


def _reused(vector: Vector, told: str) -> Verdict:
    """Return the failure of draws that came again at equal places."""
    return Verdict(vector, FAIL, told, ("NoiseReused",), follows=(only(Seen.RECURRED),))


def recurred(one: list[Batch], other: list[Batch], alpha: Fraction) -> int:
    """Return how many draws of two sequences of single draws are equal at equal places, where that
    is no chance for any law; else 0.
    """
    first, second = ([b.exact for b in those] for those in (one, other))
    if alike(one, other, alpha / 2):
        return len(one)
    return _at_equal_places(first, second, alpha / 2)


def _at_equal_places(one: Sequence[Any], other: Sequence[Any], alpha: Fraction) -> int:
    """Return how many of two lists are equal place by place, if more than in any other order."""
    times = [*Counter([*one, *other]).values()]
    same = sum(a == b for a, b in zip(one, other, strict=True))
    return same if matching_p(len(one), same, times) <= alpha else 0


def alike(one: list[Batch], other: list[Batch], alpha: Fraction) -> bool:
    """Tell whether two sequences of single draws are equal without that being chance.

    It is no chance where no value is more than a share ALIKE of them. Given the one, with shares f
    of its values, the other equals it with probability at most the product of f^(n f) (Gibbs);
    where no share is above ALIKE that is largest for two values, of which one has as nearly the
    share ALIKE as n draws can.
    """
    draws, again = [b.exact for b in one], [b.exact for b in other]
    n = len(draws)
    most = int(ALIKE * n)
    chance = Fraction(most, n) ** most * Fraction(n - most, n) ** (n - most)
    return draws == again and max(Counter(draws).values()) <= ALIKE * n and chance <= alpha
