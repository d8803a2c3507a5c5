"""What counts of draws show, as facts: which tails are thin or thick, and how large epsilon has to be.

Only events that a right program cannot explain speak. A tail is thin or thick where an event of it
came surely less or more often than by the law. For noise that is added to a value, thin tails prove
more: with a pure epsilon P(|Z| >= a) <= e^(k epsilon) P(|Z| >= a + k D), D being the sensitivity,
so counts of two tails, or of two atoms of a lattice, give a lower bound of epsilon that holds with
probability 1 - WRONG (Chernoff's bound, exact for every size).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...catalogue.laws import LAWS
from ...suite.vectors import Vector
from .batch import Batch

# p-values up to here speak (the limit of the second look where a check may spend all of its share)
SURE = 1e-6
WRONG = 1e-9  # the probability that a bound of epsilon is wrong
DISTANCES = ("abs", "abs_x", "abs_y", "norm", "abs_sum")
ATOMS = 64  # of a lattice, on either side of the centre, whose counts are compared


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


def tails(vector: Vector, evidence: Mapping[str, Any]) -> Tails:
    """Return which tails of a batch are surely not those of the law."""
    sides = _moved(vector, evidence)
    thin, thick = (
        frozenset(side for side, more in sides if more is which and side != "sign")
        for which in (False, True)
    )
    return Tails(thin, thick, any(side == "sign" for side, _ in sides))


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
    # a mass at one point says nothing of the tails; `least_epsilon` looks at it
    return "", False


def claimed(vector: Vector) -> Fraction | None:
    """Return the pure epsilon that noise of a law claims for its sensitivity; None without one."""
    if vector.object not in LAWS or "epsilon" not in vector.params or "center" not in vector.input:
        return None
    return Fraction(vector.params["epsilon"])


def least_epsilon(vector: Vector, evidence: Mapping[str, Any], batch: Batch | None = None) -> float:
    """Return a lower bound of epsilon for noise on a value, by the counts of its tails and atoms; 0
    where there is none.
    """
    if claimed(vector) is None:
        return 0.0
    d = Fraction(vector.params.get("sensitivity", "1"))
    registered = {e["name"]: e for e in vector.expect["events"]}
    n = evidence["n"]
    found: list[tuple[Fraction, int, int]] = []
    for event in evidence["events"]:
        about = registered[event["name"]]
        if about["on"] == "abs" and about["relation"] == "ge":
            least = event.get("fewest", event["count"])
            found.append((Fraction(about["at"]), least, event["count"]))
    found = sorted([(Fraction(0), n, n), *found])
    pairs = [
        (fewest, most, math.ceil((b - a) / d))
        for i, (a, fewest, _) in enumerate(found)
        for b, _, most in found[i + 1 :]
    ]
    if batch is not None:
        pairs += _atoms(vector, batch, d)
    error = WRONG / (2 * max(1, len(pairs)))
    return max(
        (
            math.log(low / bound(n, most, error, upper=True)) / k
            for fewest, most, k in pairs
            if k and (low := bound(n, fewest, error, upper=False)) > 0
        ),
        default=0.0,
    )


def _atoms(vector: Vector, batch: Batch, d: Fraction) -> Iterator[tuple[int, int, int]]:
    """Yield the counts of every two points of a lattice that are one sensitivity or less apart."""
    law = LAWS[vector.object]
    if not law.on_lattice or law.plane or batch.grid:
        return
    step, center = Fraction(1, int(vector.params.get("m", "1"))), Fraction(vector.input["center"])

    def count(k: int) -> int:
        return batch.count({"on": "x", "relation": "eq", "at": str(center + k * step)}, center)[0]

    counts = {k: count(k) for k in range(-ATOMS, ATOMS + 1)}
    for away in {1, int(d / step)}:
        for k, often in counts.items():
            for other in (k - away, k + away):
                if other in counts:
                    yield often, counts[other], 1


def bound(n: int, count: int, error: float, *, upper: bool) -> float:
    """Return a confidence bound of a probability by Chernoff: n KL(share, p) is at least
    log(1/error) beyond it.
    """
    share, nats = count / n, math.log(1 / error) / n
    if (upper and count == n) or (not upper and count == 0):
        return 1.0 if upper else 0.0
    low, high = (share, 1.0) if upper else (0.0, share)
    for _ in range(60):
        middle = (low + high) / 2
        if (_kl(share, middle) < nats) is upper:
            low = middle
        else:
            high = middle
    return min(1.0, high * (1 + 1e-9)) if upper else low * (1 - 1e-9)


def _kl(p: float, q: float) -> float:
    """Return the divergence of a coin of chance q from one of chance p, in nats."""
    if q <= 0 or q >= 1:
        return math.inf
    return (p * math.log(p / q) if p else 0.0) + (
        (1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0
    )
