"""What the bulk samplers are made of, as branch-free formulas: they run on exact numbers, on balls,
and in `proofs/`.

`upper(k, parameters)` = P(K >= k), k >= 1, of the symmetric integer that is looked up; `step` =
(left end, width) of a signed step.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...exact.reals import Scalar
from .. import cells, discrete_laplace, discrete_staircase, rounded_laplace, staircase


def laplace_upper(k: Scalar, parameters: tuple[Any, ...]) -> Scalar:
    """Returns P(K >= k) of the discrete Laplace law, with parameters (t,)."""
    (t,) = parameters
    return discrete_laplace.tail(t, t**k) / 2


def rounded_upper(k: Scalar, parameters: tuple[Any, ...]) -> Scalar:
    """Returns P(K >= k) of Laplace noise rounded to an integer, with parameters (h,), h =
    t^(1/2).
    """
    (h,) = parameters
    return rounded_laplace.upper(h ** (2 * k - 1))


def staircase_upper(j: Scalar, parameters: tuple[Any, ...]) -> Scalar:
    """Returns P(J >= j) of the signed step J of a staircase of sensitivity 1, with parameters (b,
    gamma).

    It is half the tail of the staircase at the left end of the step.
    """
    b, g = parameters
    return staircase.tail(j - 1 + g, j, b, g, 1) / 2


def lattice_upper(j: Scalar, parameters: tuple[Any, ...]) -> Scalar:
    """Returns P(J >= j) of the signed step J of a staircase on the lattice, with parameters (b, g,
    m).

    It is half the tail from the first point of step j on.
    """
    b, g, m = parameters
    return discrete_staircase.tail((j - 1) * m + g, j, b, g, m) / 2


def geometric_upper(k: Scalar, parameters: tuple[Any, ...]) -> Scalar:
    """Returns P(G >= k) = q^k of the geometric law on 0, 1, ..., with parameters (q,)."""
    (q,) = parameters
    return q**k


def digit_upper(j: Scalar, parameters: tuple[Any, ...]) -> Scalar:
    """Returns P(digit >= j), 0 <= j <= B, of the last digit of a geometric number in base B, with
    parameters (q, q^B).

    The masses are in proportion to q^j, j < B.
    """
    q, beyond = parameters
    return (q**j - beyond) / (1 - beyond)


def rejection_exponent(size: Scalar, scale: Scalar, sigma_squared: Scalar) -> Scalar:
    """Returns x = (|y| - sigma^2/T)^2/(2 sigma^2), where |y| = size of a proposal, which is kept
    with chance e^-x.

    Proposals have the discrete Laplace law of scale T; what is kept has the discrete Gaussian law.
    """
    return (size - sigma_squared / scale) ** 2 / (2 * sigma_squared)


def step(s: Scalar, g: Scalar, d: Scalar) -> tuple[Scalar, Scalar]:
    """Returns the left end and the width of the signed step s of a staircase with sensitivity d."""
    if s == 0:
        return -(g * d), g * (2 * d)
    return (g + (s - 1)) * d if s > 0 else (s - g) * d, d


def lattice_step(s: int, g: int, m: int) -> tuple[Fraction, Fraction]:
    """Returns the first lattice point and the number of points of the signed step s."""
    points = cells.lattice_points(s, m, g)
    return Fraction(points.start), Fraction(len(points))
