"""Profile `cks-1`: the published exact samplers of Canonne, Kamath, Steinke (2020), Algorithms 1 to
3.

They use rational arithmetic. Everything is made of uniform integers below n; with `below(bits)`
those take ceil(log2 n) bits at a time, until the number is below n.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor, isqrt

from ...randomness.bits import Bits

Below = Callable[[int], int]  # n -> uniform on 0..n-1


def below(bits: Bits) -> Below:
    """Returns a function that draws uniform integers below n from bits, by rejection; n = 1 takes
    none.
    """

    def draw(n: int) -> int:
        width = (n - 1).bit_length()
        while True:
            k = bits.peek(width)
            bits.skip(width)
            if k < n:
                return k

    return draw


def bernoulli(draw: Below, p: Fraction) -> bool:
    """Returns True with probability p."""
    return draw(p.denominator) < p.numerator


def bernoulli_exp(draw: Below, gamma: Fraction) -> bool:
    """Returns True with probability e^-gamma, gamma >= 0 (Algorithm 1)."""
    while gamma > 1:
        if not _bernoulli_exp(draw, Fraction(1)):
            return False
        gamma -= 1
    return _bernoulli_exp(draw, gamma)


def _bernoulli_exp(draw: Below, gamma: Fraction) -> bool:
    k = 1
    while bernoulli(draw, gamma / k):
        k += 1
    return k % 2 == 1


def discrete_laplace(draw: Below, scale: Fraction) -> int:
    """Returns x with probability in proportion to e^(-|x| / scale), where scale = t/s in lowest
    terms (Algorithm 2).
    """
    t, s = scale.numerator, scale.denominator
    while True:
        u = draw(t)
        if not bernoulli_exp(draw, Fraction(u, t)):
            continue
        v = 0
        while bernoulli_exp(draw, Fraction(1)):
            v += 1
        x = (u + t * v) // s
        negative = bernoulli(draw, Fraction(1, 2))
        if not (negative and x == 0):
            return -x if negative else x


def discrete_gaussian(draw: Below, sigma_squared: Fraction) -> int:
    """Returns x with probability in proportion to e^(-x^2 / (2 sigma^2)) (Algorithm 3)."""
    t = isqrt(floor(sigma_squared)) + 1
    while True:
        y = discrete_laplace(draw, Fraction(t))
        if bernoulli_exp(draw, (abs(y) - sigma_squared / t) ** 2 / (2 * sigma_squared)):
            return y
