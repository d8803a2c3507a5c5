"""One `stat` vector against an implementation: a batch of the size that its speed allows, in two
looks on fresh draws.

A vector fails only if p <= 1e-3 in the first look and p <= alpha / 1e-3 in the second: its false
alarms have probability at most alpha, and 99.9 % of conforming runs pay for one look. What shows
that draws are not fresh (`freshness.py`) spends one hundredth of alpha more, and single draws
(`singles.py`), which are made once for every sampler, alpha again, twice where the program is
quick.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...suite.pvalues import looks
from ...suite.vectors import Vector
from ...wire.session import Session
from ..results import Run
from ..verdict import FAIL, PASS, Verdict
from .asking import REUSED, ask, batch_of, center, tolerant
from .batch import Batch
from .bits import common_grid
from .freshness import ON_A_GRID, stale
from .singles import Others, one_by_one
from .statistics import Tested, test


def look(vector: Vector, output: dict[str, Any]) -> Tested | str:
    """Return the tests of one reply, or what is wrong with it."""
    batch = batch_of(vector, output)
    return batch if isinstance(batch, str) else test(vector.expect, batch, center(vector))


def sample(
    session: Session,
    vector: Vector,
    result: Run,
    alpha: Fraction,
    others: Others | None = None,
    before: Callable[[Session, Vector, Run], None] = lambda *_: None,
    single: Callable[[Session, Vector, Run, Fraction, Others], Verdict] = one_by_one,
) -> Verdict:
    """Return the verdict on one stat vector; with `others`, which may come between, also on single
    draws (`single`).

    `before` asks for what comes before anything else, and for nothing that is judged.
    """
    before(session, vector, result)
    vector = tolerant(
        session.sized(vector), session.hello.tolerance.get(vector.object, Fraction(0))
    )
    result.tiers[vector.id] = int(vector.input["draws"])
    result.false_alarm += alpha * (1 + REUSED)
    tested = None
    for limit in looks(alpha):
        batch = ask(session, vector, result, again=tested is not None)
        if isinstance(batch, Verdict):
            return batch
        tested = test(vector.expect, batch, center(vector))
        if problem := stale(vector, batch, alpha * REUSED / 2):
            if ON_A_GRID in problem:
                return on_a_grid(vector, batch, problem, alpha * REUSED / 2)
            return Verdict(
                vector,
                FAIL,
                problem,
                ("NoiseReused", *tested.flags(alpha)),
                evidence=tested.evidence,
            )
        if tested.worst.p > limit:
            break
    else:
        assert tested is not None
        return failed(vector, tested, limit, "twice")
    return (
        Verdict(vector, PASS) if others is None else single(session, vector, result, alpha, others)
    )


def on_a_grid(vector: Vector, batch: Batch, problem: str, alpha: Fraction) -> Verdict:
    """Return the failure of draws on a grid that the reply does not declare: their law is the
    graver one, if it is wrong with the grid too.
    """
    tested = test(vector.expect, replace(batch, grid=common_grid(batch.columns)), center(vector))
    if tested.worst.p <= alpha:
        return failed(vector, tested, alpha, "once")
    return Verdict(vector, FAIL, problem, seen="grid")


def failed(vector: Vector, tested: Tested, limit: Fraction, often: str) -> Verdict:
    """Return a failure that shows the worst test, and names the bugs of all whose p-value is at
    most `limit`.
    """
    return Verdict(
        vector, FAIL, tested.worst.told(often), tested.flags(limit), evidence=tested.evidence
    )
