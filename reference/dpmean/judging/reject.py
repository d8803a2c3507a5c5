"""The judge of refusals: an invalid request is refused, its valid twin is answered with finite
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..catalogue.mechanisms import MECHANISMS
from ..suite.vectors import Vector
from .answers import NO_ANSWER, parse
from .draws.reading import doubles
from .evidence import JUDGED, Seen, only
from .judge import Judge
from .verdict import FAIL, INCONCLUSIVE, PASS, Problem, Verdict


class Reject(Judge):
    """Invalid parameters are refused, valid ones answered; which code a refusal has is not
    judged.
    """

    words = "invalid parameters refused, valid ones answered"

    def problem(self, vector: Vector, reply: dict[str, Any]) -> Problem | None:
        """An answer where a refusal is due, a refusal of a valid request, or an answer of no finite
        numbers.
        """
        wanted = vector.expect["status"]
        if reply["status"] == wanted:
            silent = may_not_answer(vector.object) and _no_answer(reply.get("output", {}))
            if wanted == "ok" and not silent and (bad := _not_finite(reply["output"])):
                return replace(bad, words=f"a valid request was answered with {bad}")
            return None
        if wanted == "rejected":
            bad = _not_finite(reply["output"])
            told = f"accepted: {vector.why}" + (f"; it answered {bad}" if bad else "")
            return Problem(told, Seen.ACCEPTED)
        code, message = reply.get("code", ""), str(reply.get("message", ""))[:120]
        return Problem(f"refused a valid request: {code} {message}".strip(), Seen.REFUSED)

    def wanted(self, vector: Vector) -> str:
        """Return whether a refusal or an answer is expected, in words."""
        return (
            "a refusal" if vector.expect["status"] == "rejected" else "an answer of finite numbers"
        )


def paired(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts of a run, those on refusals and on neighbours in the light of their
    twins.

    A refusal shows that nonsense is recognised only if the valid twin was answered: a program that
    refuses everything earns nothing. Of two neighbours, one that is answered and one that is not
    (or not by a finite number) show that a record decides the status.
    """
    by_id = {v.vector.id: v for v in verdicts if v.vector.kind == "reject"}
    return [
        beside(v, by_id.get(v.vector.expect["twin"])) if v.vector.kind == "reject" else v
        for v in verdicts
    ]


def beside(verdict: Verdict, twin: Verdict | None) -> Verdict:
    """Return the verdict on one `reject` vector in the light of that on its twin; None: the twin
    was not judged.
    """
    expect = verdict.vector.expect
    if (
        verdict.status == PASS
        and expect["status"] == "rejected"
        and (twin is None or twin.status != PASS)
    ):
        why = (
            "was not judged"
            if twin is None or twin.status not in JUDGED
            else "was not answered either"
        )
        told = f"refused, which says nothing: its valid twin {why}"
        return replace(verdict, status=INCONCLUSIVE, detail=told)
    neighbours = twin is not None and expect["status"] == twin.vector.expect["status"] == "ok"
    if (
        verdict.status == FAIL
        and neighbours
        and twin is not None
        and twin.status == PASS
        and {s.seen for s in verdict.follows} & {Seen.REFUSED, Seen.NOT_FINITE}
    ):
        told = f"{verdict.detail}; the neighbour was answered"
        return replace(verdict, detail=told, follows=(only(Seen.STATUS),))
    return verdict


def may_not_answer(object_: str) -> bool:
    """Tell whether "no answer" is an answer of this object."""
    return object_ in MECHANISMS and MECHANISMS[object_].may_not_answer


def _no_answer(output: dict[str, Any]) -> bool:
    """Tell whether a reply says that there is no answer: by a value, or as a batch of one draw says
    it.
    """
    samples = output.get("samples")
    values = doubles(samples) if isinstance(samples, str) else None
    return (
        output.get("value") == NO_ANSWER
        or (output.get("none") == "1" and not samples and not output.get("counts"))
        or (values is not None and len(values) > 0 and bool(np.isnan(values).all()))
    )


def _not_finite(output: dict[str, Any]) -> Problem | None:
    """What is wrong with the answer to a valid request: nothing in it, or something that is not a
    finite number.
    """
    samples = output.get("samples")
    if isinstance(samples, str):
        values = doubles(samples)
        if values is None or not len(values):
            return Problem("malformed samples", Seen.UNREADABLE)
        bad = values[~np.isfinite(values)]
        return Problem(str(bad[0]), Seen.NOT_FINITE) if len(bad) else None
    counts = output.get("counts")
    if isinstance(counts, list):
        given = [
            v
            for row in counts
            if isinstance(row, list) and row
            for v in (row[0] if isinstance(row[0], list) else [row[0]])
        ]
    else:
        given = (
            output["values"]
            if isinstance(output.get("values"), list)
            else [output[k] for k in ("value",) if k in output]
        )
    if not given:
        return Problem("nothing", Seen.UNREADABLE)
    problems = (p for p in map(parse, given) if isinstance(p, Problem))
    if (first := next(problems, None)) is None:
        return None
    seen = first.seen if first.seen is Seen.UNREADABLE else Seen.NOT_FINITE
    return Problem(first.words.removeprefix("got "), seen)


JUDGE = Reject()
