"""What a claimed guarantee allows an event of probability q under one input to have under a
neighbouring one.

Each claim is a list of levels of which all hold: P(E) <= e^epsilon Q(E) + delta for every event E.
Pure and approximate DP are one level. rho-zCDP is one for every epsilon (Canonne, Kamath and
Steinke, *The discrete Gaussian for differential privacy*, Proposition 12): delta = e^((a - 1)(a rho
- epsilon)) (1 - 1/a)^a / (a - 1) for any a > 1. All numbers are rational upper bounds, so that no
rounding accuses anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, log, sqrt
from typing import NamedTuple

from ...exact import reals
from ...exact.digits import promised
from ...exact.enclosure import binomial_tail, interval
from ...exact.reals import Number

# an input that is rounded to a grid of 2^-31 of the sensitivity is no leak
SLACK = 1 + Fraction(1, 1 << 30)
LEVELS = 24  # of rho-zCDP
MOST_TIMES = 1 << 500  # its square is still a double, and no count tells such a factor from more
UP = 1 << 20  # irrational numbers are rounded up to multiples of 1/UP


class Level(NamedTuple):
    """One (epsilon, delta), and an upper bound of e^epsilon."""

    epsilon: Fraction
    factor: Fraction
    delta: Fraction

    @property
    def times(self) -> float:
        """Return the factor as a double, for words and for choosing events; at most MOST_TIMES."""
        return float(min(self.factor, Fraction(MOST_TIMES)))

    def allows(self, share: Fraction) -> Fraction:
        """Return the most that an event may have under an input whose neighbour gives it at most
        this share.
        """
        return min(Fraction(1), self.factor * share + self.delta)


@dataclass(frozen=True)
class Claim:
    """A guarantee: its levels, in words where it is more than (epsilon, delta)-DP."""

    levels: tuple[Level, ...]
    words: str = ""

    def binding(self, share: Fraction) -> Level:
        """Return the level that allows least where the neighbour has this share."""
        return min(self.levels, key=lambda level: level.allows(share))

    def allows(self, share: Fraction) -> Fraction:
        """Return the most that an event may have under an input whose neighbour gives it at most
        this share.
        """
        return self.binding(share).allows(share)

    def told(self, share: Fraction) -> str:
        """Return in words what is claimed, and what it allows where the neighbour has this
        share.
        """
        level = self.binding(share)
        more = f" and {float(level.delta):.4g} more" if level.delta else ""
        return (
            f"{self.words or f'epsilon = {level.epsilon}'} allows a factor "
            f"{level.times:.{'3f' if level.times < MOST_TIMES else '3g'}}{more}"
        )


def _level(epsilon: Number, delta: Fraction) -> Level:
    if not isinstance(epsilon, Fraction):
        epsilon = Fraction(ceil(interval(epsilon).upper * UP), UP)
    return Level(epsilon, interval(reals.exp(epsilon)).upper * SLACK, delta)


def approximate(epsilon: Number, delta: Fraction = Fraction(0), words: str = "") -> Claim:
    """Return the claim of (epsilon, delta)-DP; epsilon may be any real."""
    return Claim(
        (_level(epsilon, delta),),
        words or (f"epsilon = {epsilon}, delta = {promised(delta)}" if delta else ""),
    )


@lru_cache(maxsize=64)
def concentrated(rho: Fraction) -> Claim:
    """Return the claim of rho-zCDP, at LEVELS values of epsilon between rho and where delta is
    about 10^-9.
    """
    levels = []
    for k in range(1, LEVELS + 1):
        epsilon = rho + Fraction(ceil(2 * sqrt(rho) * 4.6 * k / LEVELS * 1024), 1024)
        levels.append(_level(epsilon, _delta(rho, epsilon)))
    return Claim(tuple(levels), f"rho = {rho}")


def _delta(rho: Fraction, epsilon: Fraction) -> Fraction:
    """Return an upper bound of delta at this epsilon, at the best a among some; every a gives
    one.
    """

    def rough(a: float) -> float:
        return (a - 1) * (a * float(rho) - float(epsilon)) + a * log(1 - 1 / a) - log(a - 1)

    around = (float(epsilon / rho) + 1) / 2
    best = min((1 + max(around - 1, 0.01) * 2 ** (i / 8) for i in range(-24, 25)), key=rough)
    a = 1 + Fraction(ceil((best - 1) * 4096), 4096)
    if rough(float(a)) < log(1e-12):
        return Fraction(1, 10**9)
    exponent = (
        (a - 1) * (a * rho - epsilon)
        + a * interval(reals.log(1 - 1 / a)).upper
        - interval(reals.log(a - 1)).lower
    )
    return min(Fraction(1), interval(reals.exp(Fraction(ceil(exponent * UP), UP))).upper)


class Seen(NamedTuple):
    """How often an event was seen: `often` in n draws of one input, `other` times in m of its
    neighbour.
    """

    often: int
    n: int
    other: int
    m: int


def contradicts(seen: Seen, claim: Claim, error: Fraction) -> bool:
    """Tell whether the counts of an event contradict a claim; where it holds, they do with
    probability at most `error`.

    The neighbour's probability is above h with a chance of at most error/2, and if it is not, that
    of the other input is at most what the claim allows at h, under which so many draws have a
    chance of at most error/2 too.
    """
    return (
        binomial_tail(seen.n, seen.often, claim.allows(at_most(seen.other, seen.m, error / 2)))
        <= error / 2
    )


def at_most(count: int, n: int, error: Fraction) -> Fraction:
    """Return an upper confidence bound of a probability, little above the sharp one of Clopper and
    Pearson.
    """
    seen, nats = count / n, log(1 / float(error))
    high = Fraction(ceil((seen + sqrt(2 * nats * seen / n) + 2 * nats / n) * (1 << 40)), 1 << 40)
    if high >= 1 or binomial_tail(n, n - count, 1 - high) > error:
        high = Fraction(1)
    low = Fraction(count, n)
    for _ in range(8):
        middle = (low + high) / 2
        if binomial_tail(n, n - count, 1 - middle) <= error:
            high = middle
        else:
            low = middle
    return high


def nearly(claim: Claim) -> tuple[tuple[float, float], ...]:
    """Return factor and delta of every level in doubles, for choosing events."""
    return tuple((level.times, float(level.delta)) for level in claim.levels)
