"""A beta-smooth bound of the local sensitivity of a mean of records in [a, b], 0 between a and b, when the number of
records is private (trilemma Theorem E.6).

Formulas are functions of the number n of records and of power = e^(-beta (n - 1)); the mean of no record is 0.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact.enclosure import compare
from ...exact.reals import Number, Scalar


def local(width: Scalar, most: Scalar) -> Scalar:
    """(b - a)/max{n, n', 1}: how far apart the means of two neighbours of n and n' records may be."""
    return width / most


def of_one(width: Scalar, power: Scalar) -> Scalar:
    """(b - a) e^(-beta (n - 1)): what data sets of one record, n - 1 steps away, demand."""
    return width * power


DEGREES = 3  # the paper's; what it does not say about others is ours


def beta(epsilon: Scalar, d: int = DEGREES) -> Scalar:
    """epsilon / (3 (d + 1)), epsilon/12 at d = 3: a third of the budget for the changing scale."""
    return epsilon / (3 * (d + 1))


def scale(epsilon: Scalar, d: int = DEGREES) -> Scalar:
    """tau sqrt d = 3 (d + 1)/(4 epsilon): the rest of the budget for the shift."""
    return 3 * (d + 1) / (4 * epsilon)


def tau(epsilon: Scalar, root: Scalar, d: int = DEGREES) -> Scalar:
    """sqrt 3 / epsilon at d = 3; root = sqrt d."""
    return scale(epsilon, d) / root


def squared_error(n: Scalar, epsilon: Scalar, most: Scalar) -> Scalar:
    """1/n + 9 S^2/epsilon^2, most = S^2: the variance of the mean of n records of variance 1, and that of the noise."""
    return 1 / n + 9 * most / epsilon**2


def at_size(n: int, power: Number, width: Fraction) -> Number:
    """S(n) for n >= 1, power = e^(-beta (n - 1)); and b - a for no record, where the printed bound is e^beta times
    that.
    """
    if n <= 1:
        return width
    far: Number = of_one(width, power)
    near: Number = local(width, Fraction(n))
    return far if compare(far, near) > 0 else near
