"""What draws of another law show: less noise, more, a bias, or only that the law is another one.

Only events that a right program cannot explain speak. A tail that is too thin on a side, with
nothing too thick opposite, is less noise; a thin one opposite a thick one is a bias. For noise that
is added to a value, thin tails prove more: with a pure epsilon P(|Z| >= a) <= e^(k epsilon) P(|Z|
>= a + k D), D being the sensitivity, so counts of two tails give a lower bound of epsilon that
holds with probability 1 - 10^-9 (Chernoff's bound, exact for every size).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..suite.vectors import Vector

# p-values up to here speak (the limit of the second look where a check may spend all of its share)
SURE = 1e-6
WRONG = 1e-9  # the probability that a bound of epsilon is wrong
PURE = ("laplace", "staircase", "discrete_laplace", "discrete_staircase")
DISTANCES = ("abs", "abs_x", "abs_y", "norm", "abs_sum")


@dataclass(frozen=True)
class Shown:
    """What was seen, a word of severity.py, and the least epsilon that the draws allow (0: nothing
    is known).
    """

    word: str
    epsilon: float = 0.0


def shown(vector: Vector, evidence: Mapping[str, Any]) -> Shown:
    """Return what the evidence of a failed law shows."""
    least = least_epsilon(vector, evidence)
    if least > float(Fraction(vector.params.get("epsilon", "0"))) > 0:
        return Shown("loss", least)
    sides = _moved(vector, evidence)
    thin, thick = (
        {side for side, more in sides if more is which and side != "sign"}
        for which in (False, True)
    )
    if thin and thick:
        return Shown("law" if thin & thick or "both" in thin | thick else "bias")
    if thick:
        return Shown("more noise")
    signs = any(side == "sign" for side, _ in sides)
    if (
        "both" in thin
        or {"left", "right"} <= thin
        or (thin and not signs and "center" in vector.input)
    ):
        return Shown("less noise")
    return Shown("bias" if signs else "law")


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
    return "", False  # a mass at one point says nothing of the tails; `least_epsilon` looks at it


def least_epsilon(vector: Vector, evidence: Mapping[str, Any]) -> float:
    """Return a lower bound of epsilon for noise on a value, by the counts of its tails; 0 where
    there is none.
    """
    if vector.object not in PURE or "center" not in vector.input:
        return 0.0
    center, d = Fraction(vector.input["center"]), Fraction(vector.params.get("sensitivity", "1"))
    registered = {e["name"]: e for e in vector.expect["events"]}
    tails: list[tuple[Fraction, int, int]] = []
    atoms: dict[Fraction, tuple[int, int]] = {}
    n = evidence["n"]
    for event in evidence["events"]:
        about = registered[event["name"]]
        at, fewest, most = (
            Fraction(about["at"]),
            event.get("fewest", event["count"]),
            event["count"],
        )
        if about["on"] == "abs" and about["relation"] == "ge":
            tails.append((at, fewest, most))
        if about["on"] == "x" and about["relation"] == "eq":
            atoms[at - center] = fewest, most
    tails = sorted([(Fraction(0), n, n), *tails])
    pairs = [
        (fewest, most, math.ceil((b - a) / d))
        for i, (a, fewest, _) in enumerate(tails)
        for b, _, most in tails[i + 1 :]
    ]
    if (middle := atoms.get(Fraction(0))) is not None:
        pairs += [(middle[0], most, 1) for x, (_, most) in atoms.items() if x and abs(x) <= d]
    error = WRONG / (2 * max(1, len(pairs)))
    return max(
        (
            math.log(low / _bound(n, most, error, upper=True)) / k
            for fewest, most, k in pairs
            if k and (low := _bound(n, fewest, error, upper=False)) > 0
        ),
        default=0.0,
    )


def _bound(n: int, count: int, error: float, *, upper: bool) -> float:
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
