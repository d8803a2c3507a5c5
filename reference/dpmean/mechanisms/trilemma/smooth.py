"""A beta-smooth bound of the local sensitivity of a mean when the number of records is private
(trilemma Theorem E.6).

Records lie in [a, b], with 0 between a and b. Formulas are functions of the number n of records and
of power = e^(-beta (n - 1)); the mean of no record is 0.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact.enclosure import compare
from ...exact.reals import Number, Scalar


def local(width: Scalar, most: Scalar) -> Scalar:
    """Returns (b - a)/max{n, n', 1}, how far apart the means of two neighbours of n and n' records
    may be.

    width = b - a, most = max{n, n', 1}.
    """
    return width / most


def of_one(width: Scalar, power: Scalar) -> Scalar:
    """Returns (b - a) e^(-beta (n - 1)), the bound that data sets of one record, n - 1 steps away,
    demand.
    """
    return width * power


DEGREES = 3  # the paper's number of degrees of freedom; for others the formulas are this project's


def beta(epsilon: Scalar, d: int = DEGREES) -> Scalar:
    """Returns beta = epsilon / (3 (d + 1)), a third of the budget for the changing scale;
    epsilon/12 at d = 3.
    """
    return epsilon / (3 * (d + 1))


def scale(epsilon: Scalar, d: int = DEGREES) -> Scalar:
    """Returns tau sqrt(d) = 3 (d + 1)/(4 epsilon), for which the rest of the budget pays the
    shift.
    """
    return 3 * (d + 1) / (4 * epsilon)


def tau(epsilon: Scalar, root: Scalar, d: int = DEGREES) -> Scalar:
    """Returns tau, sqrt(3) / epsilon at d = 3; root = sqrt(d)."""
    return scale(epsilon, d) / root


def squared_error(n: Scalar, epsilon: Scalar, most: Scalar) -> Scalar:
    """Returns 1/n + 9 S^2/epsilon^2, where most = S^2: the squared error for d = 3 and records of
    variance 1.
    """
    return 1 / n + 9 * most / epsilon**2


def at_size(n: int, power: Number, width: Fraction) -> Number:
    """Returns the smooth bound S(n); power = e^(-beta (n - 1)), width = b - a.

    For no record it is b - a, where the printed bound is e^beta times that.
    """
    if n <= 1:
        return width
    far: Number = of_one(width, power)
    near: Number = local(width, Fraction(n))
    return far if compare(far, near) > 0 else near
