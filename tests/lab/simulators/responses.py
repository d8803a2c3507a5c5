"""A fast simulator of randomized response, right or with a named bug, from its definition in
vectors/parts.md alone.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp

import numpy as np

from tests.lab.simulators.instance import Draws, number
from tests.lab.simulators.records import Runs

OBJECTS = ("randomized_response",)


def category(record: str, last: int) -> int:
    """The category of a record."""
    if record in ("nan", "inf", "-inf"):
        return last if record == "inf" else 0
    return round(max(Fraction(0), min(Fraction(record), Fraction(last))))


def coin(p: dict[str, str], k: int) -> float:
    """What the own category has beyond the others, with odds e^epsilon to 1 against each."""
    odds = exp(number(p["epsilon"]))
    return (odds - 1) / (odds + k - 1)


def release(p: dict[str, str], records: Runs, rng: np.random.Generator, n: int) -> Draws:
    """n answers. Bugs: "kept with", the probability of the coin; "random below", how many categories
    a random answer has; "instead", another record.
    """
    k = int(p["categories"])
    ((record, _),) = records
    own = category(p.get("instead", record), k - 1)
    kept = rng.random(n) < number(p["kept with"] if "kept with" in p else repr(coin(p, k)))
    return (np.where(kept, own, rng.integers(0, int(p.get("random below", k)), n)).astype(float),)
