"""What evidence says, in sentences for people: the last step, which nothing reads back.

A sentence is made from a statement (`evidence.py`) and names its assumption and how surely it holds.
"""

from __future__ import annotations

from ..suite.flags import FLAGS
from ..suite.vectors import Vector
from .draws.claims import Claim
from .draws.support_inputs import claim_of
from .evidence import ASSUMED, SILENT, Assuming, Follows, Seen, Statement
from .verdict import Verdict

MEANS = {
    Follows.LEAKS: "these outputs tell two neighbouring inputs apart beyond the claimed guarantee",
    Follows.STATUS_LEAKS: "one record decides whether there is a finite answer, without any noise",
    Follows.LOSS: "the draws themselves exceed the claimed epsilon",
    Follows.NO_NOISE: "no noise was seen: every draw is the same number",
    Follows.NOT_FRESH: "the noise is not fresh: who knows some releases knows the noise of others",
    Follows.UNBOUNDED: "a record beyond the bounds moves the answer farther than any record within "
    "them: its influence is not bounded as the noise supposes",
    Follows.UNCLIPPED: "a record beyond the bounds moves the answer, the farther it lies the more: "
    "its influence is not bounded",
    Follows.LESS_NOISE: "less noise than the law has: less privacy than stated",
    Follows.PROMISES_TOO_MUCH: "the stated number promises more privacy than there is",
    Follows.MORE_NOISE: "more noise than the law has: estimates are worse than stated",
    Follows.BIASED: "the draws are moved to one side: estimates are biased",
    Follows.ANOTHER_LAW: "another law than the one asked for; whether its guarantee holds is not "
    "decided by these draws",
    Follows.ANOTHER_NUMBER: "another number than the right one",
    Follows.NOT_A_NUMBER: "the answer is no finite number",
    Follows.ROUNDED_WRONG_WAY: "the number is rounded the wrong way: only the other side of the "
    "truth is safe",
    Follows.SAYS_LITTLE: "the right number lies in the enclosure, which is too wide to be an answer",
    Follows.UNDECLARED_GRID: "the draws lie on a grid that the reply does not declare",
    Follows.ACCEPTS_NONSENSE: "a request that makes no sense was answered",
    Follows.REFUSES_SENSE: "a request that makes sense was refused",
    Follows.GAVE_UP: "a request that was answered before was not answered again",
    Follows.CRASHED: "the program ended instead of answering; its numbers are not known",
    Follows.SLOW: "no answer came within the time limit; its numbers are not known",
    Follows.ADAPTER_FAILED: "the adapter reported an error of its own; the implementation's numbers "
    "are not known",
    Follows.UNREADABLE: "the reply could not be read; the implementation's numbers are not known",
}


def sentence(statement: Statement, vector: Vector) -> str:
    """Return a statement in words, with its assumption and its error."""
    told = MEANS[statement.follows]
    if statement.follows is Follows.LOSS:
        told = _loss(statement, vector)
    if statement.assuming is Assuming.NOTHING:
        return told
    return f"{ASSUMED[statement.assuming]}: {told}"


def _loss(statement: Statement, vector: Vector) -> str:
    """Return what counts show of the loss of privacy, beside what is claimed."""
    by = "two neighbouring inputs show" if statement.seen is Seen.TOLD_APART else "counts show"
    claim, wrong = claim_of(vector), f"(wrong with probability at most {statement.error:.0e})"
    if statement.epsilon is None:
        return f"{by} a larger loss of privacy than {claim.words} allows {wrong}"
    own = vector.params.get("epsilon")
    claimed = f"epsilon {own} was claimed" if own else f"{claim.words} is {_about(claim)}"
    return f"{by} that it is no better than {statement.epsilon:.3g}-DP where {claimed} {wrong}"


def _about(claim: Claim) -> str:
    return f"{float(claim.levels[0].epsilon):.4g}"


def meaning(v: Verdict) -> str:
    """Return what a failure means, as far as it was seen: never the effect of a bug that is only
    guessed.
    """
    return "" if v.statement is None else sentence(v.statement, v.vector)


def guesses(v: Verdict) -> list[str]:
    """Return the hypotheses about a failure: from counts where there are some, else from flags."""
    if v.guesses:
        return list(v.guesses)
    silent = v.statement is None or v.statement.follows in {
        *SILENT,
        Follows.ROUNDED_WRONG_WAY,
        Follows.SAYS_LITTLE,
    }
    if silent or v.vector.kind not in ("exact", "transcript", "tape"):
        return []
    return [f"this vector is aimed at a known bug: {FLAGS[f][0]}" for f in v.vector.flags[:2]]
