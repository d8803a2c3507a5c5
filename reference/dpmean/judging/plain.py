"""The judge of a kind that has none of its own: the output has the numbers that the vector expects,
exactly.
"""

from __future__ import annotations

from typing import Any

from ..suite.kinds import kind_of
from ..suite.vectors import Vector
from .answers import judge_value
from .evidence import Seen
from .judge import Judge, wrong_status
from .verdict import Problem


class Plain(Judge):
    """One number, or several, equal to those of the vector."""

    def __init__(self, name: str) -> None:
        """The judge of the kind of that name, which says in a few words what is checked."""
        self.words = kind_of(name).words

    def problem(self, vector: Vector, reply: dict[str, Any]) -> Problem | None:
        """The first number that differs, or a wrong number of them."""
        if (wrong := wrong_status(vector, reply)) is not None or reply["status"] == "rejected":
            return wrong
        expected = vector.expect.get("values") or [vector.expect["value"]]
        given = (
            reply["output"].get("values")
            if "values" in vector.expect
            else [reply["output"].get("value")]
        )
        if not isinstance(given, list) or len(given) != len(expected):
            return Problem(f"expected {len(expected)} values", Seen.UNREADABLE)
        found = (
            judge_value(got, {"exact": want}) for got, want in zip(given, expected, strict=True)
        )
        return next((problem for problem in found if problem), None)
