"""Which tails of a batch are thin or thick, as a fact: only events that a right program cannot
explain speak.

A tail is thin or thick where an event of it came surely less or more often than by the law. What
thin tails say of the loss of privacy is in `loss.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...suite.pvalues import binomial_p
from ...suite.vectors import Vector
from .asking import center
from .batch import Batch

# p-values up to here speak (the limit of the second look where a check may spend all of its share)
SURE = 1e-6
DISTANCES = ("abs", "abs_x", "abs_y", "norm", "abs_sum")


@dataclass(frozen=True)
class Tails:
    """The sides ("left", "right", "both") on which tails are surely thin or thick, and whether the
    sign of draws is surely off.
    """

    thin: frozenset[str]
    thick: frozenset[str]
    signs: bool

    @property
    def less(self) -> bool:
        """Whether no tail is thick, and those of both sides are thin."""
        return not self.thick and ("both" in self.thin or {"left", "right"} <= self.thin)

    @property
    def moved(self) -> bool:
        """Whether one side is thin and the other thick, or the signs are off and no side is both."""
        if self.thin & self.thick & {"left", "right"}:
            return False
        thin, thick = self.thin - {"both"}, self.thick - {"both"}
        return self.signs or (bool(thin) and bool(thick) and "both" not in self.thin | self.thick)


def tails(vector: Vector, evidence: Mapping[str, Any], batch: Batch) -> Tails:
    """Return which tails of a batch are surely not those of the law."""
    sides = _moved(vector, evidence)
    thin, thick = (
        frozenset(side for side, more in sides if more is which and side != "sign")
        for which in (False, True)
    )
    signs = any(side == "sign" for side, _ in sides) and lopsided(vector, batch)
    return Tails(thin, thick, signs)


def lopsided(vector: Vector, batch: Batch) -> bool:
    """Tell whether draws lie surely oftener on one side of the centre than on the other; draws at
    the centre itself lie on neither. In the plane the registered events say so alone.
    """
    if "center" not in vector.input or len(batch.columns) > 1:
        return True
    middle = center(vector)
    at = {"on": "x", "at": str(middle)}
    sides = [
        (batch.n - most, batch.n - fewest)
        for fewest, most in (batch.count({**at, "relation": r}, middle) for r in ("le", "ge"))
    ]
    half = Fraction(1, 2)
    return any(
        binomial_p(fewest + other, fewest, fewest, half, half) <= SURE
        for (fewest, _), (_, other) in (sides, sides[::-1])
        if fewest > other
    )


def _moved(vector: Vector, evidence: Mapping[str, Any]) -> set[tuple[str, bool]]:
    """Return the sides whose tail is surely not that of the law, each with whether it is too
    thick.
    """
    registered = {e["name"]: e for e in vector.expect.get("events", ())}
    found: set[tuple[str, bool]] = set()
    events = evidence.get("events", ())
    for event in events:
        about = registered.get(event["name"])
        if about is None or event["p"] > SURE:
            continue
        more = event["count"] / event["n"] > event["expected"]
        side, inside = _side(about, event["expected"])
        if side:
            found.add((side, more is not inside))
    n = evidence.get("n", 0)
    far = math.sqrt(math.log(4 / SURE) / (2 * n)) if n else 1.0
    points = evidence.get("points", ())
    if max((abs(p["seen"] - p["expected"]) for p in points), default=0.0) > far:
        for point in points:  # once one is surely off, a third of that tells how the others lie
            if (
                abs(point["seen"] - point["expected"]) > far / 3
                and abs(point["expected"] - 0.5) > far
            ):
                left = point["expected"] < 0.5
                found.add(
                    ("left" if left else "right", (point["seen"] > point["expected"]) is left)
                )
    return found


def _side(event: Mapping[str, Any], expected: float) -> tuple[str, bool]:
    """Return the side on which an event lies, and whether it is the inner part; no side where it is
    neither.
    """
    on, relation = event["on"], event["relation"]
    if on in DISTANCES:
        return ("both", relation == "le") if relation in ("ge", "le") else ("", False)
    if on in ("x", "y", "sum") and relation in ("ge", "le"):
        if abs(expected - 0.5) < 1e-3 or event["flag"] == "SignBias":
            return "sign", False
        upper = relation == "ge"
        return (
            ("right" if upper else "left", False)
            if expected < 0.5
            else ("left" if upper else "right", True)
        )
    # a mass at one point says nothing of the tails; `loss.py` looks at it
    return "", False
