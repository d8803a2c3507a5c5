"""Lower bounds of epsilon from bets: every epsilon is refuted against which the same bets would
have won enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, inf, log

from ..judging.draws.claims import Level, approximate
from .betting import Positions

MOST = Fraction(64)  # epsilons beyond are not told apart
STEPS = 18


@dataclass(frozen=True)
class Bound:
    """Epsilon is above `epsilon`; 0 says nothing. `pair` and `row` say where the bets won most."""

    epsilon: float
    pair: int = 0
    row: int = 0


Curve = list[tuple[Fraction, Bound]]


@lru_cache(maxsize=4096)
def level_of(epsilon: Fraction, delta: Fraction) -> Level:
    """Returns the level of one epsilon and delta."""
    return approximate(epsilon, delta).levels[0]


def wealth(positions: Sequence[Positions | None], level: Level) -> float:
    """Returns the logarithm of the wealth of all pairs together."""
    logs = [0.0 if p is None else p.log_mixture(level) for p in positions]
    top = max(logs)
    return top + log(sum(exp(x - top) for x in logs) / len(logs))


def at_least(positions: Sequence[Positions | None], delta: Fraction, alpha: Fraction) -> Bound:
    """Returns the largest epsilon found, to 2^-14, that the bets refute with error alpha.

    For every epsilon the wealth is a test martingale if it holds at this delta. So all epsilons
    that are refuted are below the true one, but for an error of alpha.
    """
    limit, low, high = -log(float(alpha)), Fraction(0), Fraction(1, 64)
    if all(p is None for p in positions) or wealth(positions, level_of(low, delta)) < limit:
        return Bound(0.0)
    while high < MOST and wealth(positions, level_of(high, delta)) >= limit:
        low, high = high, 2 * high
    for _ in range(STEPS):
        middle = (low + high) / 2
        if high - low < Fraction(1, 1 << 14):
            break
        if wealth(positions, level_of(middle, delta)) >= limit:
            low = middle
        else:
            high = middle
    level = level_of(low, delta)
    logs = [-inf if p is None else p.log_mixture(level) for p in positions]
    best = logs.index(max(logs))
    found = positions[best]
    assert found is not None
    return Bound(float(low), best, found.best(level)[0])
