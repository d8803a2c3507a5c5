"""One `stat` vector against an implementation: a batch of the size that its speed allows, and if it
is unlikely a second one, of fresh draws and AGAIN times as many, unless the first leaves no doubt.

A vector fails only if p <= 1e-3 in the first look and p <= alpha / 1e-3 in the second: its false
alarms have probability at most alpha, and 99.9 % of conforming runs pay for one look. What shows
that draws are not fresh (`freshness.py`) spends one hundredth of alpha more, and single draws
(`singles.py`), which are made once for every sampler, alpha again, twice where the program is
quick.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...suite.pvalues import AGAIN, NO_DOUBT, looks
from ...suite.vectors import Vector
from ...wire.session import Session
from ..results import Run
from ..verdict import PASS, Problem, Verdict
from .asking import ask, batch_of, center, tolerant
from .batch import Batch
from .concluding import Found, concluded, looked_at
from .plan import share
from .singles import Others, one_by_one
from .statistics import Tested, test


def look(vector: Vector, output: dict[str, Any]) -> Tested | Problem:
    """Return the tests of one reply, or what is wrong with it."""
    batch = batch_of(vector, output)
    return batch if isinstance(batch, Problem) else test(vector.expect, batch, center(vector))


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
    result.false_alarm += alpha * share("law", "fresh")
    tested, sure = None, alpha * share("fresh") / 2
    for limit in looks(alpha):
        doubt = tested is not None and tested.worst.p > NO_DOUBT
        times = AGAIN if doubt else 1
        batch = ask(session, vector, result, again=tested is not None, times=times)
        if isinstance(batch, Verdict):
            return batch
        tested = test(vector.expect, batch, center(vector))
        if (found := looked_at(vector, batch, tested, sure, alpha)) is not None:
            return concluded(session, vector, batch, result, found)
        if tested.worst.p > limit:
            break
    else:
        assert tested is not None
        assert isinstance(batch, Batch)
        found = Found(tested, tested.worst.told("twice"), tested.flags(limit))
        return concluded(session, vector, batch, result, found)
    return (
        Verdict(vector, PASS) if others is None else single(session, vector, result, alpha, others)
    )
