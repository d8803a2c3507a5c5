"""Numbers given by special functions and by series: error functions, integrals, quantiles, sums of
Gaussian masses.
"""

from __future__ import annotations

from fractions import Fraction

from ..errors import InvalidInput
from .reals import Number, Real, exp, log, pi, root

_ZERO, _ONE = Fraction(0), Fraction(1)
SUM_CAP = 10**12  # of the exponent of the first term of a Gaussian sum


def entire_integral(x: Number) -> Number:
    """Returns Ein(x), the integral of (1 - e^-t)/t from 0 to x."""
    return _ZERO if isinstance(x, Fraction) and not x else Real("entire_integral", (x,))


def exponential_integral(x: Number) -> Number:
    """Returns E_1(x), the integral of e^-t/t from x > 0 on."""
    return Real("exponential_integral", (x,))


def erf(x: Number) -> Number:
    """Returns the error function of x, 2/sqrt(pi) times the integral of e^(-t^2) from 0 to x."""
    return _ZERO if isinstance(x, Fraction) and not x else Real("erf", (x,))


def erfc(x: Number) -> Number:
    """Returns 1 - erf(x), to full relative accuracy where it is small."""
    return _ONE if isinstance(x, Fraction) and not x else Real("erfc", (x,))


def normal_tail(x: Number) -> Number:
    """Returns P(Z >= x) for a standard normal Z."""
    return erfc(x / root(Fraction(2), 2)) / 2


def normal_quantile(p: Fraction) -> Number:
    """Returns the x with P(Z <= x) = p, 0 < p < 1, for a standard normal Z."""
    if p > Fraction(1, 2):
        return -normal_quantile(1 - p)
    return _ZERO if p == Fraction(1, 2) else -root(Fraction(2), 2) * Real("erfcinv", (2 * p,))


def normal_cdf(x: Number) -> Number:
    """Returns P(Z <= x) for a standard normal Z."""
    return (1 + erf(x / root(Fraction(2), 2))) / 2


def normal_density(x: Fraction) -> Number:
    """Returns the density of a standard normal variable at a rational, e^(-x^2/2) / sqrt(2 pi)."""
    return exp(-x * x / 2) / root(2 * pi(), 2)


def arcosh(x: Number) -> Number:
    """Returns the y >= 0 with cosh y = x, for x >= 1."""
    return log(x + root(x**2 - 1, 2))


def cosh(x: Number) -> Number:
    """Returns (e^x + e^-x) / 2 for a rational x."""
    if not isinstance(x, Fraction):
        raise TypeError("cosh takes a rational; write the sum of exponentials for another")
    return (exp(x) + exp(-x)) / 2


def student_quantile(p: Fraction, degrees: int) -> Number:
    """Returns the y with F(y) = p, 0 < p < 1.

    F has the density proportional to (1 + y^2)^(-(degrees + 1)/2).
    """
    return _ZERO if p == Fraction(1, 2) else Real("student_quantile", (p,), degrees)


def incomplete_beta(x: Number, first: Fraction, second: Fraction) -> Number:
    """Returns I_x(first, second), the distribution function of the beta law at x in (0, 1), for
    positive rationals.
    """
    return Real("incomplete_beta", (x,), (first, second))


def gaussian_sum(rate: Fraction, start: int, order: int = 0) -> Number:
    """Returns the sum over integers j >= start >= 0 of j^order e^(-rate j^2), rate > 0.

    It is irrational (a theta series).
    """
    if rate * start**2 > SUM_CAP:
        raise InvalidInput(
            "out_of_range",
            f"k^2 / (2 sigma^2) is beyond {SUM_CAP}: e to that power is out of reach",
            argument="k",
        )
    return Real("gaussian_sum", (), (rate, start, order))


def centred_sum(rate: Fraction, center: Fraction) -> Number:
    """Returns the sum over all integers j of e^(-rate (j - center)^2), rate > 0.

    It has period 1 in the centre and is even.
    """
    share = center % 1
    share = min(share, 1 - share)
    return 1 + 2 * gaussian_sum(rate, 1) if not share else Real("centred_sum", (), (rate, share))
