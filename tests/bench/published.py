"""The published exact samplers, from their paper: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020).

Algorithms 1 to 3 in rational arithmetic, with the system's randomness, one draw at a time: what exactness cost so far.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, isqrt
from random import SystemRandom

RANDOM = SystemRandom()


def bernoulli(p: Fraction) -> bool:
    """1 with probability p, rational."""
    return RANDOM.randrange(p.denominator) < p.numerator


def bernoulli_exp(gamma: Fraction) -> bool:
    """Algorithm 1: 1 with probability e^-gamma, gamma >= 0."""
    while gamma > 1:
        if not _bernoulli_exp(Fraction(1)):
            return False
        gamma -= 1
    return _bernoulli_exp(gamma)


def _bernoulli_exp(gamma: Fraction) -> bool:
    k = 1
    while bernoulli(gamma / k):
        k += 1
    return k % 2 == 1


def discrete_laplace(scale: Fraction) -> int:
    """Algorithm 2: P(X = x) proportional to e^(-|x| / scale), scale = t/s."""
    t, s = scale.numerator, scale.denominator
    while True:
        u = RANDOM.randrange(t)
        if not bernoulli_exp(Fraction(u, t)):
            continue
        v = 0
        while bernoulli_exp(Fraction(1)):
            v += 1
        y = (u + t * v) // s
        negative = bernoulli(Fraction(1, 2))
        if not (negative and y == 0):
            return -y if negative else y


def discrete_gaussian(sigma_squared: Fraction) -> int:
    """Algorithm 3: P(X = x) proportional to e^(-x^2 / (2 sigma^2))."""
    t = isqrt(floor(sigma_squared)) + 1
    while True:
        y = discrete_laplace(Fraction(t))
        if bernoulli_exp((abs(y) - sigma_squared / t) ** 2 / (2 * sigma_squared)):
            return y
