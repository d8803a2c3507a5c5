"""The support check: whether the released doubles themselves contradict the claimed guarantee.

Floating-point noise may be distributed well and still tell neighbours apart by the *set* of doubles
it can produce. Draws are asked for on several neighbouring inputs (`draws/support_inputs.py`), as many as
a stated leak needs (`draws/support_power.py`), and judged by events of their bits (`draws/leak.py`).
An implementation that is too slow for so many is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..suite.vectors import Vector
from ..wire.session import Session
from ..wire.sizes import CALIBRATED
from . import verdict_on
from .draws.asking import REQUEST, batch_of
from .draws.batch import Batch, Column, joined
from .draws.claims import Claim
from .draws.leak import Leak, check
from .draws.support_inputs import SUPPORT, Plan, claim_of, plan, support_vectors
from .draws.support_power import least
from .evidence import Follows, Seen, Statement
from .judge import Judge, Trial, failure, wrong_status
from .results import Run
from .verdict import FAIL, NOT_ASKED, PASS, UNSUPPORTED, Problem, Verdict

# a batch may take so many times as long as that of a stat vector, or is so small a part of it
PATIENCE, SHARE = (4, 4)
AGAIN = ", again"
# a centre in the plane that shows in few draws whether it is taken
FAR, FEW = (("1048576", "-1048576"), "32")


def size_of(session: Session, vector: Vector, needed: int) -> int:
    """Return how many draws of each input are asked for; 0 where the implementation is too slow for
    those needed.
    """
    # in a record this stands under the name of the check, unless the size of a batch does
    if not session.pinned(vector.id + CALIBRATED, 1):
        return session.pinned(vector.id, 0)
    # in records of suite 1.0.0 what seemed too slow was measured once more
    looks = ("",) if session.sizes.fixed is None else ("", AGAIN)
    usual = 0
    for look in looks:
        if PATIENCE * usual < needed:
            asked = replace(vector, id=vector.id + look, kind="stat")
            usual = max(usual, int(session.sized(asked).input["draws"]))
    return max(needed, usual // SHARE) if PATIENCE * usual >= needed else 0


def support_check(session: Session, vector: Vector, result: Run, alpha: Fraction) -> Verdict:
    """Return the verdict of one support check."""
    made, claim = plan(vector), claim_of(vector)
    needed = least(claim, alpha)
    if "center_y" in vector.input and not _takes_centers(session, vector):
        return Verdict(vector, UNSUPPORTED, "the draws do not follow a centre in the plane")
    n = size_of(session, vector, needed)
    result.tiers[vector.id] = n
    if not n:
        told = f"too slow for the support check: {needed:,} draws of each input needed"
        return Verdict(vector, NOT_ASKED, told)
    batches: list[Batch] = []
    for given in made.inputs:
        batch = _asked(session, vector, given, n, result, first=not batches)
        if isinstance(batch, Verdict):
            return batch
        batches.append(batch)
    result.false_alarm += alpha
    shuffle = np.random.default_rng(
        0
    ).permutation  # draws may come in order of size, as counts do: halves must not
    columns = [
        [c[order] for c in _columns(b)] for b in batches if (order := shuffle(b.n)) is not None
    ]
    leak = check(columns, made.pairs, claim, alpha, [float(c) for c in made.centers])
    return _verdict(vector, made, claim, leak)


def _takes_centers(session: Session, vector: Vector) -> bool:
    """Tell whether the draws of a law of the plane follow the centre that is asked for, in both
    coordinates.
    """
    request = _request(vector, dict(zip(("center", "center_y"), FAR, strict=True)), int(FEW))
    reply = session.ask(request.prompt())
    batch = batch_of(request, reply["output"]) if reply["status"] == "ok" else ""
    return isinstance(batch, Batch) and all(
        float(np.median(c)) / float(far) > 0.5 for c, far in zip(_columns(batch), FAR, strict=True)
    )


def _request(vector: Vector, given: Mapping[str, Any], draws: int) -> Vector:
    kept = {k: v for k, v in vector.input.items() if k not in ("grid", "records", "data", "center")}
    return replace(vector, kind="stat", input={**kept, **given, "draws": str(draws)})


def _asked(
    session: Session, vector: Vector, given: Mapping[str, Any], n: int, result: Run, *, first: bool
) -> Batch | Verdict:
    """Return the draws of one input, or the verdict that ends the check."""
    batches: list[Batch] = []
    for done in range(0, n, REQUEST):
        request = _request(vector, given, min(REQUEST, n - done))
        reply = session.ask(request.prompt())
        if session.gave_up(reply) and (batches or not first):
            told = "answered for one input, unsupported for its neighbour"
            return failure(vector, Problem(told, Seen.STATUS), ("StatusLeak",))
        if reply["status"] != "ok":
            return replace(verdict_on(request, reply), vector=vector)
        batch = batch_of(request, reply["output"])
        if isinstance(batch, Problem):
            return failure(vector, batch)
        result.draws += batch.n
        batches.append(batch)
    return batches[0] if len(batches) == 1 else joined(batches)


def _columns(batch: Batch) -> list[Column]:
    """Return a batch as columns of doubles, in which exact outcomes are rounded to the nearest."""
    if batch.columns:
        return list(batch.columns)
    return [
        np.array([float(v) for v in column])
        for column in zip(*(o for o, c in batch.rows for _ in range(c)), strict=True)
    ]


def _verdict(vector: Vector, made: Plan, claim: Claim, leak: Leak) -> Verdict:
    if not leak.alarm:
        return Verdict(vector, PASS)
    one, other = (_told(made.inputs[i]) for i in leak.pair)
    detail = (
        f"{leak.event}: {leak.share:.4f} of the outputs for {one}, {leak.neighbor_share:.4f} "
        f"for {other}; {claim.told(Fraction(leak.neighbor_share))}"
    )
    follows = (Statement(Seen.TOLD_APART, Follows.LEAKS),)
    return Verdict(vector, FAIL, detail, vector.flags, evidence=leak.evidence, follows=follows)


def _told(given: Mapping[str, Any]) -> str:
    """Return an input of ours, which is no data of anybody, in a few words."""
    if "data" not in given:
        return "centre " + (
            f"({given['center']}, {given['center_y']})" if "center_y" in given else given["center"]
        )
    return f"records {', '.join(str(x[0] if isinstance(x, list) else x) for x in given['data'])}"


class Support(Judge):
    """The released doubles themselves; the runner makes these checks of `stat` vectors."""

    words = "do the doubles themselves betray the input?"
    asks = "stat"
    draws = True

    def problem(self, vector: Vector, reply: dict[str, Any]) -> Problem | None:
        """A refusal; draws are judged as a batch."""
        return wrong_status(vector, reply)

    def check(self, vector: Vector, trial: Trial) -> Verdict:
        """Return the verdict of the support check of one vector: see `support_check`."""
        return support_check(trial.session, vector, trial.run, trial.alpha)

    def wanted(self, vector: Vector) -> str:
        """Return the claimed guarantee, in words."""
        words = claim_of(vector).told(Fraction(1, 100))
        return f"no set of doubles much likelier under one input than under its neighbour: {words}"


JUDGE = Support()

__all__ = ["JUDGE", "SUPPORT", "support_check", "support_vectors"]
