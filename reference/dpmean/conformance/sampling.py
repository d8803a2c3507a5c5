"""One `stat` vector against an implementation: batches sized by its speed, two looks on fresh draws, repeated draws.

A vector fails only if p <= 1e-3 in the first look and p <= alpha / 1e-3 in the second: its false alarms have probability
at most alpha, and 99.9 % of conforming runs pay for one look. Repeats spend one hundredth of alpha more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..suite.pvalues import looks, repeats_allowed
from ..suite.vectors import Vector
from .batch import PLANAR, Batch, read
from .session import Run, Session
from .statistics import Finding, Tested, repeated, test
from .verdict import FAIL, PASS, Verdict, judge

FINEST = Fraction(1, 1 << 36)  # doubles and usual grids are finer: how often continuous draws may coincide
REUSED = Fraction(1, 100)  # of alpha, for the checks on repeated draws


def batch_of(vector: Vector, output: dict[str, Any]) -> Batch | str:
    """The batch of a reply to this vector, or what is wrong with it."""
    planar = any(e["on"] in PLANAR for e in vector.expect["events"])
    p = vector.params
    unit = Fraction(p["upper"]) - Fraction(p["lower"]) if "lower" in p else Fraction(p.get("sensitivity", "1"))
    return read(output, int(vector.input["n"]), planar, unit)


def look(vector: Vector, output: dict[str, Any]) -> Tested | str:
    """The tests of one reply, or what is wrong with it."""
    batch = batch_of(vector, output)
    return batch if isinstance(batch, str) else test(vector.expect, batch, center(vector))


def center(vector: Vector) -> Fraction:
    """The value to which the noise is added."""
    return Fraction(vector.input.get("center", "0"))


def sample(session: Session, vector: Vector, result: Run, alpha: Fraction, *, again: bool) -> Verdict:
    """The verdict on one stat vector; with `again`, a second batch is always drawn and compared with the first."""
    vector = session.sized(vector)
    result.tiers[vector.id] = int(vector.input["n"])
    result.false_alarm += alpha * (1 + REUSED)
    before: Batch | None = None
    tested = None
    for limit in looks(alpha):
        reply = session.ask(vector.prompt())
        if reply["status"] != "ok":
            return judge(vector, reply)
        batch = batch_of(vector, reply["output"])
        if isinstance(batch, str):
            return Verdict(vector, FAIL, batch)
        if problem := reused(vector, batch, before, alpha * REUSED / 2):
            return Verdict(vector, FAIL, problem, ("NoiseReused",))
        before = batch
        result.draws += batch.n
        tested = test(vector.expect, batch, center(vector))
        if tested.worst.p > limit:
            break
    else:
        assert tested is not None
        return failed(vector, tested, "twice")
    if again and limit == looks(alpha)[0]:
        return _second_batch(session, vector, before, result, alpha)
    return Verdict(vector, PASS)


def failed(vector: Vector, tested: Tested, often: str) -> Verdict:
    """A failure that shows the worst test."""
    w: Finding = tested.worst
    return Verdict(vector, FAIL, f"{w.name}: {w.seen}, expected {w.expected} (p {_short(w.p)}, {often})", (w.flag,), evidence=tested.evidence)


def _short(p: Fraction) -> str:
    """A p-value for people; many are smaller than every double."""
    return f"= {float(p):.1e}" if p > Fraction(1, 10**300) else "< 1e-300"


def _second_batch(session: Session, vector: Vector, before: Batch, result: Run, alpha: Fraction) -> Verdict:
    reply = session.ask(vector.prompt())
    if reply["status"] != "ok":
        return judge(vector, reply)
    batch = batch_of(vector, reply["output"])
    if isinstance(batch, str):
        return Verdict(vector, FAIL, batch)
    result.draws += batch.n
    problem = reused(vector, batch, before, alpha * REUSED / 2)
    return Verdict(vector, FAIL, problem, ("NoiseReused",)) if problem else Verdict(vector, PASS)


def reused(vector: Vector, batch: Batch, before: Batch | None, alpha: Fraction) -> str:
    """What shows that draws are not fresh, or nothing: a batch that comes again, or too many equal draws within it."""
    if before is not None and repeated(vector.expect, before, batch, alpha):
        return "two requests were answered with the same draws: the generator is seeded anew in each request"
    density = vector.expect.get("density_at_most")
    if density is None or not batch.columns:
        return ""
    allowed = repeats_allowed(batch.n, Fraction(density) * max(batch.grid, FINEST), alpha)
    if allowed is not None and batch.repeats > allowed:
        return f"{batch.repeats} of {batch.n} draws equal an earlier one: continuous noise does not repeat"
    return ""
