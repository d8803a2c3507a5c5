"""The judge of quantities: a value within the tolerance that the vector states."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..suite.vectors import Vector
from .answers import BELOW, judge_value
from .judge import Judge, Trial, wrong_status
from .verdict import Verdict


class Exact(Judge):
    """Every value lies within so many units in the last place, or at most a tenth above where it
    must not be below.
    """

    words = "a quantity's value"
    by_quantity = True

    def seen(self, vector: Vector, reply: dict[str, Any], problem: str) -> str:
        """Return `below` for a number that may only err upwards and does not."""
        return "below" if BELOW in problem else super().seen(vector, reply, problem)

    def check(self, vector: Vector, trial: Trial) -> Verdict:
        """The verdict on one reply; a quantity that is declared to be an upper bound must not be
        below the truth.
        """
        excess = trial.session.hello.upper_bounds.get(vector.quantity or "")
        if excess is not None:
            slack = vector.accept["ulps"] if vector.accept["rule"] == "within" else "0"
            vector = replace(
                vector, accept={"rule": "at_least", "ulps": slack, "excess": str(excess)}
            )
        return super().check(vector, trial)

    def problem(self, vector: Vector, reply: dict[str, Any]) -> str | None:
        """The first value that is off, or a wrong number of them."""
        if (wrong := wrong_status(vector, reply)) is not None or reply["status"] == "rejected":
            return wrong
        return difference(vector, reply["output"])


def difference(vector: Vector, output: dict[str, Any]) -> str | None:
    """The first value of an output that is off."""
    expected = vector.expect.get("values") or [vector.expect["value"]]
    given = output.get("values") if "values" in vector.expect else [output.get("value")]
    if not isinstance(given, list) or len(given) != len(expected):
        return f"expected {len(expected)} values"
    rule, ulps = vector.accept["rule"], vector.accept["ulps"]
    for want, got in zip(expected, given, strict=True):
        problem = judge_value(got, want, rule, ulps, vector.accept.get("excess", "0"))
        if problem is not None:
            return problem
    return None


JUDGE = Exact()
