"""On which side of the continuous Gaussian law's even moments those of the discrete one lie.

They are so near (a relative e^(-2 pi^2 sigma^2): 2^-284000 at sigma = 100) that no evaluation tells
them apart. Poisson summation does: E K^(2m) is the mean of sigma^(2m) h(y) with weights e^(-y/2)
over y = 4 pi^2 sigma^2 n^2, n an integer, where h(y) = (-1)^m He_2m(sqrt(y)) and h(0) = (2m - 1)!!.
Where h(y) - h(0) has one sign for every y from 4 pi^2 sigma^2 on, so has the difference of the
moments.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

from ..exact.reals import Scalar

LESS_THAN_4_PI_SQUARED = Fraction(39)


def continuous(order: int, sigma_squared: Scalar) -> Scalar:
    """Returns E Z^order = (order - 1)!! sigma^order of the Gaussian law, for an even order."""
    m = order // 2
    return Fraction(factorial(order), factorial(m) * 2**m) * sigma_squared**m


def hermite(m: int) -> list[int]:
    """Returns the coefficients, constant term first, of h(y) = (-1)^m He_2m(sqrt(y))."""
    return [
        (-1) ** j * factorial(2 * m) // (factorial(m - j) * factorial(2 * j) * 2 ** (m - j))
        for j in range(m + 1)
    ]


def side(order: int, sigma_squared: Fraction) -> int:
    """Returns -1 or 1 if E K^order is below or above the continuous law's, 0 if that is not known.

    `order` is even.
    """
    c = [0, *hermite(order // 2)[1:]]
    at = LESS_THAN_4_PI_SQUARED * sigma_squared
    # h(at + t) - h(0) as a polynomial in t: coefficients of one sign leave it no root from t = 0 on
    shifted = [
        sum(c[i] * comb(i, j) * at ** (i - j) for i in range(j, len(c))) for j in range(len(c))
    ]
    return 1 if min(shifted) > 0 else -1 if max(shifted) < 0 else 0
