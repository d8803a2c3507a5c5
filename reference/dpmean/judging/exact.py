"""The judge of quantities: a value within the tolerance that the vector states."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..catalogue.promises import dangerous
from ..suite.vectors import Vector
from .answers import Asked, judge_value, parse
from .evidence import Seen
from .judge import Judge, Trial, wrong_status
from .verdict import PASS, Problem, Verdict


class Exact(Judge):
    """Every value lies within so many units in the last place, or at most a tenth above where it
    must not be below.
    """

    words = "a quantity's value"
    by_quantity = True

    def check(self, vector: Vector, trial: Trial) -> Verdict:
        """The verdict on one reply; a quantity that is declared to be an upper bound must not be
        below the truth.
        """
        excess = trial.session.hello.upper_bounds.get(vector.quantity or "")
        if excess is not None:
            # the ulps of the vector are what rounding may do, in either direction
            bound = {"rule": "at_least", "ulps": vector.accept["ulps"], "excess": str(excess)}
            vector = replace(vector, accept=bound)
        verdict = super().check(vector, trial)
        if excess is None or verdict.status != PASS or trial.reply is None:
            return verdict
        return replace(verdict, excess=_excess(vector, trial.reply.get("output", {})))

    def problem(self, vector: Vector, reply: dict[str, Any]) -> Problem | None:
        """The first value that is off, or a wrong number of them."""
        if (wrong := wrong_status(vector, reply)) is not None or reply["status"] == "rejected":
            return wrong
        return difference(vector, reply["output"])


def difference(vector: Vector, output: dict[str, Any]) -> Problem | None:
    """The first value of an output that is off."""
    expected = vector.expect.get("values") or [vector.expect["value"]]
    given = output.get("values") if "values" in vector.expect else [output.get("value")]
    if not isinstance(given, list) or len(given) != len(expected):
        return Problem(f"expected {len(expected)} values", Seen.UNREADABLE)
    asked = Asked(**vector.accept, dangerous=dangerous(vector.quantity))
    for want, got in zip(expected, given, strict=True):
        problem = judge_value(got, want, asked)
        if problem is not None:
            return problem
    return None


def _excess(vector: Vector, output: dict[str, Any]) -> Fraction:
    """How far above the truth the first value of an accepted answer is; 0 if it is not."""
    want = vector.expect.get("value") or vector.expect["values"][0]
    answer = parse(output.get("value") or output["values"][0])
    if isinstance(answer, Problem) or not isinstance(want, dict):
        return Fraction(0)
    truth = Fraction(want["exact"] if "exact" in want else want["hi"])
    return max(Fraction(0), answer.low - truth)


JUDGE = Exact()
