"""Sums over the steps of a staircase, in closed form: branch-free arithmetic over Q(b, g).

The laws here are mixtures of uniform laws on nested balls of radius (k + gamma) D with weights
proportional to b^k, so every moment and tail is a sum of b^k (k + g)^p over k >= 0.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from ..exact.reals import Scalar


def geometric_moments(order: int, b: Scalar) -> list[Scalar]:
    """Returns [sum over k >= 0 of k^i b^k for i = 0..order]; b sum_k (k+1)^i b^k gives each from
    the ones before.
    """
    rest = 1 - b
    sums, ratio = [1 / rest], b / rest
    for i in range(1, order + 1):
        total = sums[0]
        for j in range(1, i):
            total = total + comb(i, j) * sums[j]
        sums.append(ratio * total)
    return sums


def power_sum(order: int, b: Scalar, g: Scalar) -> Scalar:
    """Returns the sum over k >= 0 of b^k (k + g)^order."""
    sums = geometric_moments(order, b)
    total = sums[order]
    for i in range(order):
        total = total + comb(order, i) * g ** (order - i) * sums[i]
    return total


@lru_cache(maxsize=64)
def power_polynomial(order: int) -> tuple[Fraction, ...]:
    """Returns the coefficients c_0..c_(order+1) of sum over i = 1..n of i^order as a polynomial in
    n (Faulhaber).
    """
    # S(n) - S(n - 1) = n^order and S(0) = 0 fix the coefficients from the top down.
    size = order + 2
    c = [Fraction(0)] * size
    for power in range(order, -1, -1):
        # coefficient of n^power in S(n) - S(n-1) = sum_j c_j (n^j - (n-1)^j)
        known = sum(
            (c[j] * -comb(j, power) * (-1) ** (j - power) for j in range(power + 2, size)),
            Fraction(0),
        )
        target = Fraction(1 if power == order else 0)
        c[power + 1] = (target - known) / (power + 1)
    return tuple(c)
