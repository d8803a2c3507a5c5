"""The gamma that is optimal for an objective: closed forms in 1-D, an isolated root of a quintic in
2-D.

1-D, mean squared error (Geng and Viswanath 2014, Eq. 50): gamma = (c - b) / (1 - b), c = (b (1 + b)
/ 2)^(1/3). 1-D, absolute error: gamma = s / (1 + s), s = sqrt(b). 2-D, mean squared error: E X^2 is
proportional to S_4(gamma) / S_2(gamma), S_p(g) = sum of b^k (k + g)^p, so a critical point is a
root of 2 S_3 S_2 - S_4 S_1, a monic quintic in gamma up to a positive factor. It has at most one
sign change from - to + in (0, 1); that the one found is the only one is certified here, by
Bernstein coefficients.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

from ..errors import Undecided
from ..exact import reals
from ..exact.enclosure import sign
from ..exact.reals import Number, Scalar
from .series import geometric_moments


def mse(b: Scalar, c: Scalar) -> Scalar:
    """Returns (c - b) / (1 - b), where c^3 = b (1 + b) / 2."""
    return (c - b) / (1 - b)


def absolute(s: Scalar) -> Scalar:
    """Returns s / (1 + s), where s^2 = b."""
    return s / (1 + s)


def cube(b: Scalar) -> Scalar:
    """Returns b (1 + b) / 2, which is c^3 for `mse`."""
    return b * (1 + b) / 2


def staircase(b: Number, objective: str) -> Number:
    """Returns the optimal gamma of the one-dimensional staircase."""
    if objective == "absolute":
        return absolute(reals.root(b, 2))
    return mse(b, reals.root(cube(b), 3))


def planar_polynomial(b: Scalar) -> list[Scalar]:
    """Returns the coefficients (constant first) of 2 S_3 S_2 - S_4 S_1 as a polynomial in gamma."""
    t = geometric_moments(4, b)
    s = {p: [comb(p, i) * t[p - i] for i in range(p + 1)] for p in (1, 2, 3, 4)}
    result = [0 * b] * 6
    for i, u in enumerate(s[3]):
        for j, v in enumerate(s[2]):
            result[i + j] = result[i + j] + 2 * u * v
    for i, u in enumerate(s[4]):
        for j, v in enumerate(s[1]):
            result[i + j] = result[i + j] - u * v
    return result


def staircase2d(b: Number) -> Number:
    """Returns the gamma in (0, 1] that minimises E X^2 of the two-dimensional staircase.

    S_4/S_2 has the same value at 0 and 1 and increases at both ends, so a minimum lies inside; if
    the derivative's sign changes on (0, 1) are one + to - and then one - to +, the second is the
    minimiser.
    """
    scale = (1 - b) ** 6
    polynomial = [c * scale for c in planar_polynomial(b)]
    grid = 8
    # the minimum tends to b^(1/4): look in [1/8, 1], then in [1/64, 1/8], ...
    while grid <= 1 << 240:
        falling = [i for i in range(1, 8) if sign(evaluated(polynomial, Fraction(i, grid))) < 0]
        if falling:
            split = Fraction(falling[-1], grid)
            if (
                sign_changes(polynomial, Fraction(0), split) == 1
                and sign_changes(polynomial, split, Fraction(1)) == 1
            ):
                return reals.poly_root(tuple(polynomial), split, Fraction(1))
        grid *= 8
    raise Undecided(
        "undecided",
        "the optimal gamma of the 2-D staircase was not isolated; epsilon is beyond what is "
        "certified",
    )


def evaluated(polynomial: list[Number], x: Fraction) -> Number:
    """Returns the value at x of a polynomial, given by its coefficients, constant first."""
    value: Number = polynomial[-1]
    for c in reversed(polynomial[:-1]):
        value = value * x + c
    return value


def sign_changes(polynomial: list[Number], lower: Fraction, upper: Fraction) -> int:
    """Returns the number of sign changes of the Bernstein coefficients on [lower, upper].

    1 means exactly one root inside (Descartes).
    """
    n, width = len(polynomial) - 1, upper - lower
    shifted = []
    for j in range(n + 1):  # coefficients of the polynomial in s, x = lower + width s
        total: Number = Fraction(0)
        for i in range(j, n + 1):
            total = total + polynomial[i] * (comb(i, j) * lower ** (i - j) * width**j)
        shifted.append(total)
    signs = []
    for i in range(n + 1):
        total = Fraction(0)
        for j in range(i + 1):
            total = total + shifted[j] * Fraction(comb(i, j), comb(n, j))
        signs.append(sign(total))
    nonzero = [s for s in signs if s]
    return sum(1 for a, c in pairwise(nonzero) if a != c)
