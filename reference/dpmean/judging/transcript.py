"""The judge of transcripts: the steps that an implementation names, in order, and the output."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..suite.vectors import Vector
from .answers import Asked, judge_value, parse
from .evidence import Seen
from .judge import Judge, wrong_status
from .verdict import Problem


class Transcript(Judge):
    """A release on given records and given noise, compared step by step."""

    words = "a release on given records and given noise"

    def problem(self, vector: Vector, reply: dict[str, Any]) -> Problem | None:
        """The first step that differs, or the output."""
        if (wrong := wrong_status(vector, reply)) is not None or reply["status"] == "rejected":
            return wrong
        return difference(vector, reply["output"])


def _beyond(vector: Vector, clipped: Any) -> bool:
    """Tell whether one of these numbers is beyond the largest or least of those that are right, by
    a thousandth.
    """
    right = list(
        _numbers(next(value for name, value in vector.expect["steps"] if name == "clipped"))
    )
    bounds = [Fraction(vector.params[name]) for name in ("lower", "upper") if name in vector.params]
    if not right or len(bounds) < 2 or not min(bounds) <= min(right) <= max(right) <= max(bounds):
        return False
    more = (max(bounds) - min(bounds)) / 1000
    return any(not min(bounds) - more <= x <= max(bounds) + more for x in _numbers(clipped))


def _numbers(value: Any) -> Iterator[Fraction]:
    """Yield the numbers in a step, lists of any depth written out; what is no number is left
    out.
    """
    if isinstance(value, list):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, dict) and "exact" in value:
        yield Fraction(value["exact"])
    elif not isinstance(answer := parse(value), Problem):
        yield answer.low


def difference(vector: Vector, output: dict[str, Any]) -> Problem | None:
    """Steps that the implementation names are compared in the vector's order; the first divergence
    is reported.
    """
    ulps = vector.accept["ulps"]
    steps = output.get("steps", [])
    if not isinstance(steps, list) or not all(isinstance(s, list) and len(s) == 2 for s in steps):
        return Problem("steps must be a list of [name, value]", Seen.UNREADABLE)
    given = {str(name): value for name, value in steps}
    for name, want in vector.expect["steps"]:
        if name not in given:
            continue
        problem = _same(given[name], want, ulps)
        if problem is not None:
            unclipped = name == "clipped" and _beyond(vector, given[name])
            seen = Seen.CLIPPED if unclipped else problem.seen
            return Problem(f"step {name}: {problem}", seen)
    key = "values" if "values" in vector.expect else "value"
    problem = _same(output.get(key), vector.expect[key], ulps)
    return None if problem is None else replace(problem, words=f"output: {problem}")


def _same(got: object, want: Any, ulps: str) -> Problem | None:
    """What differs between two values, or lists of them of any depth; None when nothing does."""
    if not isinstance(want, list):
        return judge_value(got, want, Asked(ulps=ulps))
    if not isinstance(got, list) or len(got) != len(want):
        return Problem(f"expected {len(want)} values", Seen.UNREADABLE)
    return next((p for p in (_same(g, w, ulps) for g, w in zip(got, want, strict=True)) if p), None)


JUDGE = Transcript()
