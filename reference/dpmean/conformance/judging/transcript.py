"""The judge of transcripts: the steps that an implementation names, in order, and the output."""

from __future__ import annotations

from typing import Any

from ...suite.vectors import Vector
from .answers import judge_value
from .judge import Judge, wrong_status


class Transcript(Judge):
    """A release on given records and given noise, compared step by step."""

    words = "a release on given records and given noise"

    def problem(self, vector: Vector, reply: dict[str, Any]) -> str | None:
        """The first step that differs, or the output."""
        if (wrong := wrong_status(vector, reply)) is not None or reply["status"] == "rejected":
            return wrong
        return difference(vector, reply["output"])


def difference(vector: Vector, output: dict[str, Any]) -> str | None:
    """Steps that the implementation names are compared in the vector's order; the first divergence is reported."""
    ulps = vector.accept["ulps"]
    steps = output.get("steps", [])
    if not isinstance(steps, list) or not all(isinstance(s, list) and len(s) == 2 for s in steps):
        return "steps must be a list of [name, value]"
    given = {str(name): value for name, value in steps}
    for name, want in vector.expect["steps"]:
        if name not in given:
            continue
        got = given[name]
        problem = _same(got, want, ulps)
        if problem is not None:
            return f"step {name}: {problem}"
    key = "values" if "values" in vector.expect else "value"
    problem = _same(output.get(key), vector.expect[key], ulps)
    return None if problem is None else f"output: {problem}"


def _same(got: object, want: Any, ulps: str) -> str | None:
    """What differs between two values, or lists of them of any depth; None when nothing does."""
    if not isinstance(want, list):
        return judge_value(got, want, "within", ulps)
    if not isinstance(got, list) or len(got) != len(want):
        return f"expected {len(want)} values"
    return next((p for p in (_same(g, w, ulps) for g, w in zip(got, want, strict=True)) if p), None)


JUDGE = Transcript()
