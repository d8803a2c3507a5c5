"""Draws of a `stat` vector asked for and read: one batch, in as many requests as it needs, or the
verdict that ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...catalogue.mechanisms import MECHANISMS
from ...suite.vectors import Vector
from ...wire.session import Session
from .. import verdict_on
from ..evidence import Seen
from ..judge import failure
from ..results import Run
from ..verdict import Problem, Verdict
from .batch import PLANAR, Batch, joined
from .reading import read, unit_of

REQUEST = 1 << 18  # draws of one request; larger batches are made of several


def width_of(vector: Vector) -> int:
    """Return how many numbers a draw has."""
    planar = any(e["on"] in PLANAR for e in vector.expect["events"])
    return int(vector.input.get("width", "2" if planar else "1"))


def batch_of(vector: Vector, output: dict[str, Any]) -> Batch | Problem:
    """Return the batch of a reply to this vector, or what is wrong with it."""
    n, width, p = int(vector.input["draws"]), width_of(vector), vector.params
    silent = (
        vector.object in MECHANISMS
        and MECHANISMS[vector.object].may_not_answer
        and "observe" not in vector.input
    )
    if "lower" not in p:
        return read(output, n, width, unit_of(p), silent=silent)
    low, high = Fraction(p["lower"]), Fraction(p["upper"])
    return read(output, n, width, unit_of(p), (low, high, (low + high) / 2), silent=silent)


def tolerant(vector: Vector, tolerance: Fraction) -> Vector:
    """Return the vector with every probability widened by a declared distance in total variation
    from the law.
    """
    if not tolerance:
        return vector

    def widened(tests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {
                **t,
                "p": {
                    "lo": str(max(Fraction(0), Fraction(t["p"]["lo"]) - tolerance)),
                    "hi": str(min(Fraction(1), Fraction(t["p"]["hi"]) + tolerance)),
                },
            }
            for t in tests
        ]

    expect = {
        name: widened(value) if name in ("events", "cdf") else value
        for name, value in vector.expect.items()
    }
    return replace(vector, expect=expect)


def center(vector: Vector) -> Fraction:
    """Return the value to which the noise is added."""
    return Fraction(vector.input.get("center", "0"))


def ask(
    session: Session, vector: Vector, result: Run, *, again: bool, times: int = 1
) -> Batch | Verdict:
    """Return the batch that was drawn, so many times what the vector asks for, or the verdict that
    ends the check; what was answered once is supported.

    No request is larger for it: what one may take was measured for the vector's own size.
    """
    n = int(vector.input["draws"])
    total, most = n * times, min(n, REQUEST)
    batches: list[Batch] = []
    for done in range(0, total, most):
        draws = str(min(most, total - done))
        part = replace(vector, input={**vector.input, "draws": draws})
        reply = session.ask(part.prompt())
        if (again or batches) and session.gave_up(reply):
            why = str(reply.get("reason", "no reason given"))[:200]
            told = f"answered once, then unsupported: {why}"
            return failure(vector, Problem(told, Seen.GAVE_UP))
        if reply["status"] != "ok":
            return replace(verdict_on(part, reply), vector=vector)
        batch = batch_of(part, reply["output"])
        if isinstance(batch, Problem):
            return failure(vector, batch)
        result.draws += batch.n
        batches.append(batch)
    return batches[0] if len(batches) == 1 else joined(batches)
