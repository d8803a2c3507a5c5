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
COUNTED = 6  # pairs whose wealth is counted: those that won most


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


def mixed(logs: Sequence[float], shares: Sequence[float]) -> float:
    """Returns the logarithm of the wealth of all pairs together, from that of each and the share of
    the capital with which it started.
    """
    kept = [x + log(share) for x, share in zip(logs, shares, strict=True) if share]
    top = max(kept, default=-inf)
    return -inf if top == -inf else top + log(sum(exp(x - top) for x in kept))


def at_least(
    positions: Sequence[Positions | None],
    delta: Fraction,
    alpha: Fraction,
    shares: Sequence[float] | None = None,
    known: float = 0.0,
) -> Bound:
    """Returns the largest epsilon found, to 2^-14, that the bets refute with error alpha; each pair
    has its share of the capital, by default the same. `known` is an epsilon that was refuted before:
    what is less is not looked for.

    For every epsilon the wealth is a test martingale if it holds at this delta. So all epsilons
    that are refuted are below the true one, but for an error of alpha.
    """
    of_each = [1 / len(positions)] * len(positions) if shares is None else list(shares)
    limit, low = -log(float(alpha)), Fraction(int(known * (1 << 14)), 1 << 14)
    every = [
        (p.log_mixture(level_of(low, delta)) + log(s), p, s)
        for p, s in zip(positions, of_each, strict=True)
        if s and p is not None
    ]
    # a part of the capital is no more than all of it, and of few pairs there is nearly all
    usable = sorted(every, key=lambda one: -one[0])[:COUNTED]

    def won(epsilon: Fraction) -> bool:
        logs = [p.log_mixture(level_of(epsilon, delta)) for _, p, _ in usable]
        return mixed(logs, [s for *_, s in usable]) >= limit

    if not usable or mixed([x - log(s) for x, _, s in every], [s for *_, s in every]) < limit:
        return Bound(0.0)
    step = Fraction(1, 64)
    high = low + step
    while high < MOST and won(high):
        step *= 2
        low, high = high, high + step
    for _ in range(STEPS):
        middle = (low + high) / 2
        if high - low < Fraction(1, 1 << 14):
            break
        if won(middle):
            low = middle
        else:
            high = middle
    level = level_of(low, delta)
    found = max((p for _, p, _ in usable), key=lambda p: p.log_mixture(level))
    best = next(i for i, p in enumerate(positions) if p is found)
    return Bound(float(low), best, found.best(level)[0])
