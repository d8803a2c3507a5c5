"""What a run of so many draws would have shown, and what no run of this size can show."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, inf, log

import numpy as np

from ..judging.draws.claims import Level
from .betting import COMMON, STAKE_WEIGHTS, STAKES
from .book import MAIN
from .families import LEADERS

PROBABILITY = 0.9
RUNS = 400
STEPS = 12
HOPELESS = 1 << 50  # outputs: 35 years at a million in a second
NEAR = MAIN * LEADERS[0][3]  # the capital of the bets that follow the best half lines


@lru_cache(maxsize=64)
def shown(draws: int, pairs: int, epsilon: float, delta: float, alpha: float) -> float:
    """Returns the loss that `draws` draws of one of `pairs` pairs would have shown to exceed a
    claim, with probability 0.9; infinity where they would have shown none.

    The laws are those of Laplace noise, of which each input has half of its draws on its side of
    both centres.
    """
    if draws < least(pairs, epsilon, delta, alpha):
        return inf
    low, high = epsilon, epsilon + 1.0
    while not _seen(draws, pairs, high, epsilon, delta, alpha):
        low, high = high, high + (high - epsilon) * 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _seen(draws, pairs, middle, epsilon, delta, alpha):
            high = middle
        else:
            low = middle
    return high


@lru_cache(maxsize=256)
def least(pairs: int, epsilon: float, delta: float, alpha: float) -> int:
    """Returns how many draws of one of `pairs` pairs would have shown a loss without limit, with
    probability 0.9: with fewer nothing would have been shown. More than HOPELESS stands for any
    number.

    So many are enough, with what is spent on finding events, to refute a mechanism of which no
    output is possible for both inputs (`tests/auditing/test_status.py`).
    """
    high = 1
    while not _seen(high, pairs, inf, epsilon, delta, alpha):
        high *= 2
        if high > HOPELESS:
            return high
    low = high // 2
    while high - low > max(1, low // 256):
        middle = (low + high) // 2
        if _seen(middle, pairs, inf, epsilon, delta, alpha):
            high = middle
        else:
            low = middle
    return high


def _seen(draws: int, pairs: int, loss: float, epsilon: float, delta: float, alpha: float) -> bool:
    # the same for every loss, so that more loss is seen more often
    random = np.random.default_rng(0)
    hits = random.binomial(draws, 0.5, RUNS)
    misses = random.binomial(draws, 0.5 * exp(-loss), RUNS)
    stakes = np.array([float(s) for s in STAKES])
    stake = stakes * exp(-epsilon)
    logs = (
        hits[:, None] * np.log1p(stake)
        + misses[:, None] * np.log1p(-stakes)
        - draws * np.log1p(stake * delta)
    )
    top = logs.max(axis=1)
    wealth = top + np.log(np.exp(logs - top[:, None]) @ STAKE_WEIGHTS[COMMON])
    return bool(np.mean(wealth >= log(pairs / NEAR / alpha)) >= PROBABILITY)


def rarest(draws: int, pairs: int, level: Level, alpha: Fraction) -> float:
    """Returns how often an event must come under one input, if it never does under the other, for
    `draws` draws of its pair to refute a claim in about half of all runs, once it is known where to
    look.
    """
    factor = level.times
    hits = ceil((log(pairs / float(alpha)) + 5) / log1p_largest(factor))
    return float(level.delta) + hits / max(1, draws / 2)


def log1p_largest(factor: float) -> float:
    """Returns what one hit adds to the logarithm of the wealth at the largest stake."""
    return float(np.log1p(float(max(STAKES)) / factor))
