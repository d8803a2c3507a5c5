"""What a claimed guarantee allows an event of probability q under one input to have under a neighbouring one.

Each claim is a list of pairs (factor, delta) of which all hold: P(E) <= factor Q(E) + delta for every event E. Pure and
approximate DP are one pair. rho-zCDP is a pair for every epsilon (Canonne, Kamath and Steinke, *The discrete Gaussian
for differential privacy*, Proposition 12): delta = e^((a - 1)(a rho - epsilon)) (1 - 1/a)^a / (a - 1) for any a > 1. All
numbers are rational upper bounds, so that no rounding accuses anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, log, sqrt

from ...exact import reals
from ...exact.enclosure import interval
from ...exact.reals import Number

SLACK = 1 + Fraction(1, 1 << 30)  # an input that is rounded to a grid of 2^-31 of the sensitivity is no leak
LEVELS = 24  # pairs that stand for rho-zCDP


@dataclass(frozen=True)
class Claim:
    """A guarantee in words, and its pairs (factor, delta)."""

    words: str
    pairs: tuple[tuple[Fraction, Fraction], ...]

    def allows(self, share: Fraction) -> Fraction:
        """Return the most that an event may have under an input whose neighbour gives it at most this share."""
        return min(Fraction(1), *(factor * share + delta for factor, delta in self.pairs))

    @property
    def factor(self) -> Fraction:
        """Return the factor of the first pair, for reports."""
        return self.pairs[0][0]


def _growth(epsilon: Number) -> Fraction:
    """Return an upper bound of e^epsilon."""
    return interval(reals.exp(interval(epsilon).upper if not isinstance(epsilon, Fraction) else epsilon)).upper * SLACK


def approximate(epsilon: Number, delta: Fraction = Fraction(0), words: str = "") -> Claim:
    """Return the claim of (epsilon, delta)-DP; epsilon may be any real."""
    return Claim(words or (f"epsilon = {epsilon}" + (f", delta = {delta}" if delta else "")),
        ((_growth(epsilon), delta),))


@lru_cache(maxsize=64)
def concentrated(rho: Fraction) -> Claim:
    """Return the claim of rho-zCDP, at LEVELS values of epsilon between rho and where delta is about 10^-9."""
    pairs = []
    for k in range(1, LEVELS + 1):
        epsilon = rho + Fraction(ceil(2 * sqrt(rho) * 4.6 * k / LEVELS * 1024), 1024)
        pairs.append((_growth(epsilon), _delta(rho, epsilon)))
    return Claim(f"rho = {rho}", tuple(pairs))


def _delta(rho: Fraction, epsilon: Fraction) -> Fraction:
    """Return an upper bound of delta at this epsilon, at the best a among some; every a gives one."""

    def rough(a: float) -> float:
        return (a - 1) * (a * float(rho) - float(epsilon)) + a * log(1 - 1 / a) - log(a - 1)

    around = (float(epsilon / rho) + 1) / 2
    best = min((1 + max(around - 1, 0.01) * 2 ** (i / 8) for i in range(-24, 25)), key=rough)
    a = 1 + Fraction(ceil((best - 1) * 4096), 4096)
    if rough(float(a)) < log(1e-12):
        return Fraction(1, 10**9)
    exponent = (a - 1) * (a * rho - epsilon) + a * interval(reals.log(1 - 1 / a)).upper - interval(
        reals.log(a - 1)).lower
    return min(Fraction(1), interval(reals.exp(Fraction(ceil(exponent * (1 << 20)), 1 << 20))).upper)


def nearly(claim: Claim) -> tuple[tuple[float, float], ...]:
    """Return the pairs in doubles, for choosing events."""
    return tuple((float(factor), float(delta)) for factor, delta in claim.pairs)

