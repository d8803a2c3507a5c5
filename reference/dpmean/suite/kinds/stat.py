"""The kind `stat`: draws of a law or a mechanism, judged by pre-registered events whose
probabilities are certified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .. import draws
from ..kind import Kind
from ..pvalues import TOTAL
from ..vectors import Vector


class Stat(Kind):
    """Draws of a law or a mechanism, tested against events whose probabilities are certified."""

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return draws with the system's randomness."""
        return draws.answer(request)

    def problems(self, vectors: Sequence[Vector], known: set[str]) -> Iterable[str]:
        """Yield a complaint where the false alarms of all vectors together are too likely."""
        del known
        spent = sum((Fraction(v.expect["alpha"]) for v in vectors), Fraction(0))
        if spent > TOTAL:
            yield f"the stat vectors spend a false-alarm probability of {spent}, more than {TOTAL}"


KIND = Stat()
