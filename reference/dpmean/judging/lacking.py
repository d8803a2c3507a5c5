"""Which kinds of noise a program does not have: it refused every request of one, and answered others.

Whoever lacks an object does not declare it; the noises of an object are not declared, and a library
that is asked for one that it lacks refuses the word. That is no broken contract, as long as nothing
with that noise was answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..suite.vectors import Vector
from .evidence import Seen
from .verdict import FAIL, KNOWN, PASS, UNSUPPORTED, Verdict


def noises_lacking(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts of a run; refusals of a noise that a program refused each time, and whose
    object it answered with another, as unsupported.
    """
    answered = {_noise(v.vector) for v in verdicts if _was_answered(v)}
    objects = {object_ for object_, noise in answered if noise}
    return [
        replace(
            v,
            status=UNSUPPORTED,
            detail=f"noise {noise} of {object_} refused each time",
            follows=(),
        )
        if noise and object_ in objects and (object_, noise) not in answered and _was_refused(v)
        else v
        for v in verdicts
        for object_, noise in [_noise(v.vector)]
    ]


def may_lack(verdict: Verdict, before: Sequence[Verdict]) -> bool:
    """Tell whether a failure may turn out to be the refusal of a noise that the program lacks."""
    object_, noise = _noise(verdict.vector)
    return (
        bool(noise)
        and _was_refused(verdict)
        and not any(_noise(v.vector) == (object_, noise) and _was_answered(v) for v in before)
    )


def _noise(vector: Vector) -> tuple[str, str]:
    return vector.object, vector.params.get("noise", "")


def _was_answered(v: Verdict) -> bool:
    """Tell whether a request was answered, rightly or wrongly."""
    if v.status == PASS:
        return v.vector.expect.get("status") != "rejected"
    return v.status in (FAIL, KNOWN) and not _was_refused(v)


def _was_refused(v: Verdict) -> bool:
    return v.status == FAIL and {s.seen for s in v.follows} == {Seen.REFUSED}
