"""From what is wrong with a batch to its verdict: the looks at one batch, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from ...suite.vectors import Vector
from ...wire.session import Session
from ..evidence import Follows, Seen, Statement, only
from ..results import Run
from ..verdict import FAIL, Verdict
from .asking import center
from .batch import Batch
from .entailed import constant, entailed, losses
from .freshness import stale, ties
from .hypotheses import told
from .moved import moved
from .neighbours import told_apart
from .second import second_input
from .statistics import Tested, test


@dataclass(frozen=True)
class Found:
    """What is wrong with a batch: its tests, what is told of it, the flags of the bugs that it may
    be, and what follows beside what its counts entail. `law` tells whether the counts speak at all.
    """

    tested: Tested
    detail: str
    flags: tuple[str, ...]
    follows: tuple[Statement, ...] = ()
    law: bool = True


def looked_at(
    vector: Vector, batch: Batch, tested: Tested, sure: Fraction, alpha: Fraction
) -> Found | None:
    """Return what one batch shows beyond its law: draws that are not fresh, or ties; false with
    probability at most `sure`. Its law speaks beside them where it has a p-value below alpha.
    """
    flags = tested.flags(alpha)
    if (problem := stale(vector, batch, sure / 2)) is not None:
        # counts of draws that depend on one another say nothing that their errors hold for
        follows = (Statement(problem.seen, Follows.NOT_FRESH),)
        return Found(tested, problem.words, ("NoiseReused", *flags), follows, law=False)
    if (tied := ties(vector, batch, sure / 2)) is None:
        return None
    if tied.grid:  # the law is the graver one, if it is wrong with the grid too
        tested = test(vector.expect, replace(batch, grid=tied.grid), center(vector))
        if tested.worst.p <= sure:
            return Found(tested, tested.worst.told("once"), tested.flags(sure))
        return Found(tested, tied.problem.words, (), (only(Seen.GRID),), law=False)
    if tested.worst.p <= alpha:
        return Found(tested, tested.worst.told("once"), flags)
    follows = (Statement(Seen.TIES, Follows.ANOTHER_LAW),)
    return Found(tested, tied.problem.words, flags, follows, law=False)


def concluded(
    session: Session | None, vector: Vector, batch: Batch, result: Run, found: Found
) -> Verdict:
    """Return the failure of a batch, with what follows: of epsilon by a second input or by
    neighbouring data, and of a mean by what a record beyond its bounds does. Without a session
    nothing further is looked at.
    """
    evidence = found.tested.evidence
    follows = found.follows
    if found.law:
        second = None if session is None else second_input(session, vector, batch, result)
        beyond = None if session is None else moved(session, vector, result)
        apart = None if session is None else told_apart(session, vector, batch, result)
        counted = entailed(vector, evidence, batch, second, apart)
        follows = (*follows, *(() if beyond is None else (beyond,)), *counted)
    elif any(s.seen is Seen.TIES for s in follows):
        second = None if session is None else second_input(session, vector, batch, result)
        follows = (*losses(vector, batch, second), *follows)
    # no scale is fitted to draws that failed for another reason than their counts, nor to one number
    guesses = () if found.follows or constant(batch) else tuple(told(vector, evidence))
    return Verdict(
        vector,
        FAIL,
        found.detail,
        found.flags,
        evidence=evidence,
        follows=follows,
        guesses=guesses,
    )
