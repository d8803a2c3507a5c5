"""One `stat` vector against an implementation: batches sized by its speed, two looks on fresh draws, repeated draws.

A vector fails only if p <= 1e-3 in the first look and p <= alpha / 1e-3 in the second: its false alarms have
probability at most alpha, and 99.9 % of conforming runs pay for one look. Repeats spend one hundredth of alpha more,
and requests of one draw each, which are made once for every object, alpha again, twice where the program is quick.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...suite.kinds.tape import LATTICE_LAWS
from ...suite.pvalues import looks, repeats_allowed
from ...suite.vectors import Vector
from ..connection.session import Run, Session
from . import verdict_on
from .batch import PLANAR, Batch, joined, read
from .statistics import Finding, Tested, test
from .verdict import FAIL, PASS, Verdict

ON_GRIDS = Fraction(1, 1 << 39)  # the probability of a value and its mirror image where a grid follows the scale
FINEST = Fraction(1, 1 << 40)  # a grid that nobody needs to declare
REQUEST = 1 << 18  # draws of one request; larger batches are made of several
REUSED = Fraction(1, 100)  # of alpha, for the check on repeated draws
MORE = "more noise than the law has, or another law: estimates are worse than stated"
AMONG = " among others"  # the name in a record of how many single draws are made among requests of other parameters
ALIKE = Fraction(3, 4)  # nothing is said of draws among which one value has a larger share
SINGLE = 128  # requests of one draw each: an event of probability 1/4 that never happens has p < 1e-15
MIXED, MIXED_SECONDS = 1024, 1.0  # further ones, among requests of others, where they take no longer


def width_of(vector: Vector) -> int:
    """Return how many numbers a draw has."""
    planar = any(e["on"] in PLANAR for e in vector.expect["events"])
    return int(vector.input.get("width", "2" if planar else "1"))


def batch_of(vector: Vector, output: dict[str, Any]) -> Batch | str:
    """Return the batch of a reply to this vector, or what is wrong with it."""
    width, p = width_of(vector), vector.params
    if "lower" not in p:
        return read(output, int(vector.input["draws"]), width, Fraction(p.get("sensitivity", "1")))
    low, high = Fraction(p["lower"]), Fraction(p["upper"])
    return read(output, int(vector.input["draws"]), width, high - low, (low, high, (low + high) / 2))


def look(vector: Vector, output: dict[str, Any]) -> Tested | str:
    """Return the tests of one reply, or what is wrong with it."""
    batch = batch_of(vector, output)
    return batch if isinstance(batch, str) else test(vector.expect, batch, center(vector))


def center(vector: Vector) -> Fraction:
    """Return the value to which the noise is added."""
    return Fraction(vector.input.get("center", "0"))


def sample(session: Session, vector: Vector, result: Run, alpha: Fraction, *, singly: bool,
        other: Vector | None = None) -> Verdict:
    """Return the verdict on one stat vector; with `singly`, also on requests of one draw each.

    `other` has other parameters: its requests come between such single ones.
    """
    vector = session.sized(vector)
    result.tiers[vector.id] = int(vector.input["draws"])
    result.false_alarm += alpha * (1 + REUSED)
    tested = None
    for limit in looks(alpha):
        batch = _ask(session, vector, result, again=tested is not None)
        if isinstance(batch, Verdict):
            return batch
        tested = test(vector.expect, batch, center(vector))
        if problem := reused(vector, batch, alpha * REUSED / 2):
            return Verdict(vector, FAIL, problem, ("NoiseReused", *tested.flags(alpha)), evidence=tested.evidence)
        if tested.worst.p > limit:
            break
    else:
        assert tested is not None
        return failed(vector, tested, limit, "twice")
    if not singly:
        return Verdict(vector, PASS)
    verdict = _singly(session, vector, result, alpha)
    if verdict.status == PASS and other is not None and result.tiers.get(f"{vector.id}{AMONG}"):
        return _among(session, vector, other, result, alpha)
    return verdict


def _ask(session: Session, vector: Vector, result: Run, *, again: bool) -> Batch | Verdict:
    """Return the batch of one request, or the verdict that ends the check; what was answered once is supported."""
    n = int(vector.input["draws"])
    batches: list[Batch] = []
    for done in range(0, n, REQUEST):
        part = vector if n <= REQUEST else replace(vector, input={**vector.input, "draws": str(min(REQUEST, n - done))})
        reply = session.ask(part.prompt())
        if (again or batches) and session.gave_up(reply):
            return Verdict(vector, FAIL,
                f"answered once, then unsupported: {str(reply.get('reason', 'no reason given'))[:200]}")
        if reply["status"] != "ok":
            return replace(verdict_on(part, reply), vector=vector)
        batch = batch_of(part, reply["output"])
        if isinstance(batch, str):
            return Verdict(vector, FAIL, batch)
        result.draws += batch.n
        batches.append(batch)
    return batches[0] if len(batches) == 1 else joined(batches)


def _singly(session: Session, vector: Vector, result: Run, alpha: Fraction) -> Verdict:
    """Make SINGLE requests of one draw, as releases are made, and test them like a batch.

    Two programs started anew answer in turn. A generator that is seeded anew in each request (by a constant, or by a
    clock that has not moved on), or by a constant when the program starts, or a first draw that is not random, shows in
    nothing else.
    """
    one = replace(vector, input={**vector.input, "draws": "1", "in_a_row": str(SINGLE // 2)})
    result.false_alarm += alpha
    batches, start = [], time.monotonic()
    for i in range(SINGLE):
        batch = _ask(session.further()[i % 2], one, result, again=True)
        if isinstance(batch, Verdict):
            return replace(batch, vector=vector)
        batches.append(batch)
    quick = (time.monotonic() - start) * MIXED <= MIXED_SECONDS * SINGLE
    result.tiers[f"{vector.id}{AMONG}"] = session.pinned(f"{vector.id}{AMONG}", MIXED if quick else 0)
    if alike(batches[::2], batches[1::2], alpha * REUSED / 2):
        return Verdict(vector, FAIL, f"two starts of the program gave the same {SINGLE // 2} draws, one by one: who "
            "starts it too knows the noise", ("NoiseReused",))
    return _fresh(vector, joined(batches), alpha, "requests of one draw each")


def _among(session: Session, vector: Vector, other: Vector, result: Run, alpha: Fraction) -> Verdict:
    """Make MIXED requests of one draw each with requests of another vector's parameters between them, and with requests
    of these parameters for other values.

    A spare draw, a table, a seed or a result that one object leaves to the next shows in nothing else.
    """
    one = replace(vector, input={**vector.input, "draws": "1"})
    between = [replace(other, input={**other.input, "draws": "1"}), elsewhere(one)]
    result.false_alarm += alpha
    batches = []
    for i in range(MIXED):
        batch = _ask(session, one, result, again=True)
        if isinstance(batch, Verdict):
            return replace(batch, vector=vector)
        batches.append(batch)
        if i % 3 == 1 or i % 5 == 3:
            session.ask(between[i // 8 % 2].prompt())
    return _fresh(vector, joined(batches), alpha, f"requests of one draw each, among draws with {_told(other)},")


def elsewhere(vector: Vector) -> Vector:
    """Return the same request for another centre, or for the records in the reverse order with another last one."""
    given = vector.input
    if "center" in given:
        return replace(vector, input={**given, "center": str(Fraction(given["center"]) + 1024)})
    if "lower" in vector.params and given.get("data"):
        last = vector.params["upper"] if given["data"][0] != vector.params["upper"] else vector.params["lower"]
        return replace(vector, input={**given, "data": [*given["data"][:0:-1], last]})
    return vector


def _told(vector: Vector) -> str:
    return " ".join(f"{name}={value}" for name, value in sorted(vector.params.items()))


def _fresh(vector: Vector, batch: Batch, alpha: Fraction, requests: str) -> Verdict:
    """Return the verdict on draws that were made one by one."""
    if problem := reused(vector, batch, alpha * REUSED / 2):
        return Verdict(vector, FAIL, f"in {requests.rstrip(',')}, {problem}", ("NoiseReused",))
    tested = test(vector.expect, batch, center(vector))
    if tested.worst.p > alpha * (1 - REUSED):
        return Verdict(vector, PASS)
    w = tested.worst
    detail = (
        f"{batch.n} {requests} are not {batch.n} fresh draws: {w.name}: {w.seen}, expected {w.expected} "
        f"(p {_short(w.p)})"
    )
    return Verdict(vector, FAIL, detail, ("NoiseReused",), evidence=tested.evidence)


def alike(one: list[Batch], other: list[Batch], alpha: Fraction) -> bool:
    """Tell whether two sequences of single draws are equal without that being chance.

    It is no chance where no value is more than a share ALIKE of them. Given the one, with shares f of its values, the
    other equals it with probability at most the product of f^(n f) (Gibbs); where no share is above ALIKE that is
    largest for the two shares ALIKE and 1 - ALIKE.
    """
    draws, again = [b.exact for b in one], [b.exact for b in other]
    n = len(draws)
    chance = ALIKE ** int(ALIKE * n) * (1 - ALIKE) ** (n - int(ALIKE * n))
    return draws == again and max(Counter(draws).values()) <= ALIKE * n and chance <= alpha


def failed(vector: Vector, tested: Tested, limit: Fraction, often: str) -> Verdict:
    """Return a failure that shows the worst test, and names the bugs of all whose p-value is at most `limit`.

    That a tail or a scale is too small is not said where more was seen than expected.
    """
    w: Finding = tested.worst
    matters = MORE if w.more and w.flag in ("WrongScale", "TailCut") else ""
    detail = f"{w.name}: {w.seen}, expected {w.expected} (p {_short(w.p)}, {often})"
    return Verdict(vector, FAIL, detail, tested.flags(limit), evidence=tested.evidence, matters=matters)


def _short(p: Fraction) -> str:
    """Return a p-value for people; many are smaller than every double."""
    return f"= {float(p):.1e}" if p > Fraction(1, 10**300) else "< 1e-300"


def reused(vector: Vector, batch: Batch, alpha: Fraction) -> str:
    """Return what shows that draws are not fresh, or nothing.

    Too many continuous draws are equal, or draws come in opposite pairs.
    """
    if vector.object in LATTICE_LAWS and batch.opposite(center(vector)) <= alpha:
        return "every outcome came as often as its mirror image: the draws come in opposite pairs"
    density = vector.expect.get("density_at_most")
    if density is None:
        return ""
    allowed = repeats_allowed(batch.n, max(2 * Fraction(density) * max(batch.grid, FINEST), ON_GRIDS), alpha)
    repeats = batch.repeats(center(vector))
    if allowed is not None and repeats > allowed:
        return (
            f"{repeats} of {batch.n} draws equal an earlier one or its mirror image: continuous noise does not repeat"
        )
    return ""
