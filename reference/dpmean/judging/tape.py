"""The judge of tapes: the outcomes and the number of bits consumed, exactly."""

from __future__ import annotations

from typing import Any

from ..errors import InvalidInput
from ..exact.numbers import rational, spell
from ..suite.vectors import Vector
from .judge import Judge, wrong_status
from .verdict import Problem


class Tape(Judge):
    """Outcomes from given random bits: equal, or not."""

    words = "outcomes from given random bits"

    def problem(self, vector: Vector, reply: dict[str, Any]) -> Problem | None:
        """The first member of the output that differs."""
        if (wrong := wrong_status(vector, reply)) is not None or reply["status"] == "rejected":
            return wrong
        return difference(vector, reply["output"])


def _reduced(value: Any) -> Any:
    """Rationals in lowest terms, as vectors spell them; what is none stays as it is."""
    if isinstance(value, list):
        return [_reduced(v) for v in value]
    try:
        return spell(rational(value, "value")) if isinstance(value, str) and "/" in value else value
    except InvalidInput:
        return value


def difference(vector: Vector, output: dict[str, Any]) -> Problem | None:
    """The first member of an output that differs."""
    for key in ("values", "shake128_of_lines", "bits"):
        if key in vector.expect and _reduced(output.get(key)) != vector.expect[key]:
            return Problem(
                f"{key}: got {str(output.get(key))[:120]}, want {str(vector.expect[key])[:120]}"
            )
    return None


JUDGE = Tape()
