"""A beta-smooth bound of the local sensitivity of a mean of records in [a, b], 0 between a and b, when the number of records is private (trilemma Theorem E.6).

Formulas are functions of the number n of records and of power = e^(-beta (n - 1)); the mean of no record is 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .. import reals
from ..enclosure import compare
from ..reals import Number

DEGREES = 3


def local(width: Any, most: Any) -> Any:
    """(b - a)/max{n, n', 1}: how far apart the means of two neighbours of n and n' records may be."""
    return width / most


def of_one(width: Any, power: Any) -> Any:
    """(b - a) e^(-beta (n - 1)): what data sets of one record, n - 1 steps away, demand."""
    return width * power


def beta(epsilon: Any) -> Any:
    """epsilon / 12."""
    return epsilon / 12


def tau(epsilon: Any, root: Any) -> Any:
    """sqrt 3 / epsilon, root = sqrt 3."""
    return root / epsilon


def squared_error(n: Any, epsilon: Any, most: Any) -> Any:
    """1/n + 9 S^2/epsilon^2, most = S^2: the variance of the mean of n records of variance 1, and that of the noise."""
    return 1 / n + 9 * most / epsilon**2


def bound(n: int, rate: Fraction, width: Fraction) -> Number:
    """S(n) = (b - a) max{e^(-beta (n - 1)), 1/max(n, 1)}."""
    far: Number = of_one(width, reals.exp(-rate * (n - 1)) if n != 1 else Fraction(1))
    near: Number = local(width, Fraction(max(n, 1)))
    return far if compare(far, near) > 0 else near
