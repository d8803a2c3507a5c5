"""Renyi divergences of shifted discrete Gaussian noise: a square is completed and theta(c), the sum
over all integers k of e^(-(k - c)^2/(2 s)), is left: theta(c)/theta(0) at c = (1 - a) shift. By
Poisson summation theta(c) is sqrt(2 pi s) times the sum over n of e^(-2 pi^2 s n^2) cos(2 pi n c),
for a wide law; for a narrow one the few terms near c are added, the nearest taken out.
"""

from fractions import Fraction

from gaussian import WIDE, gaussian
from mpmath import iv, mp
from normal_law import order_of
from quantities import sharpest
from values import ends, ivf, number, require


def waves(s, c):
    """theta(c)/sqrt(2 pi s)."""
    rate, total, n = 2 * iv.pi**2 * ivf(s), iv.mpf(1), 0
    while True:
        n += 1
        term = iv.exp(-rate * n * n)
        total += 2 * term * iv.cos(2 * iv.pi * ivf(n * c % 1))
        if ends(term)[1] < mp.mpf(2) ** (-iv.prec - 8):
            rest = ends(term)[1]  # below 2 term (1/4 + 1/16 + ...), as rate > 9
            return total + iv.mpf([-rest, rest])


def peaks(s, c):
    """theta(c) e^(c^2/(2 s)) for |c| <= 1/2: the terms k = 0, +-1, ..., each against that of k = 0;
    a fifth of the one before, or less.
    """
    total, k = iv.mpf(1), 0
    while True:
        k += 1
        pair = [iv.exp(ivf((2 * k * sign * c - k * k) / (2 * s))) for sign in (1, -1)]
        total += pair[0] + pair[1]
        rest = ends(pair[0] + pair[1])[1]
        if rest < mp.mpf(2) ** (-iv.prec - 8):
            return total + iv.mpf([0, rest])


def divergence(params):
    s, a, t = gaussian(params).s2, order_of(params), number(params, "shift")
    require(t.denominator == 1, "shift", "shift must be an integer")
    square = a * t * t / (2 * s)
    c = (1 - a) * t
    c -= round(c)  # theta has period 1
    if c == 0:
        return square
    if s >= WIDE:
        return ivf(square) + iv.log(waves(s, c) / waves(s, Fraction(0))) / ivf(a - 1)
    return ivf(square - c * c / (2 * s) / (a - 1)) + iv.log(
        peaks(s, c) / peaks(s, Fraction(0))
    ) / ivf(a - 1)


def answer(params):
    return sharpest(lambda: divergence(params))
