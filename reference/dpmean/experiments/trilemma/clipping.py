"""The clipped mean of Section 2 of trilemma: its bias, standard error and root mean squared error
(RMSE).

The threshold that makes the RMSE least is found too. Records X >= 0 are clipped to [0, T], averaged
over n and Laplace noise of scale T/(epsilon n) is added. With b = E X - E min(X, T), S = P(X > T)
and v the factor of the variance (1/n, or (N - n)/((N - 1) n) for a sample without replacement from
N), the squared error is b^2 + v Var min(X, T) + 2 T^2/(epsilon n)^2. Its derivative in T is -2 S
g(T) with g = b - v (T - E min(X, T)) - 2 T/((epsilon n)^2 S). As T grows, b and S do not rise and T
- E min(X, T) does not fall, so g falls: where g changes its sign lies the only minimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from ...exact import reals
from ...exact.enclosure import sign
from ...exact.reals import Number, Scalar
from ...exact.search import last

N = 500  # the number of records of every sample in Section 2
# those of Table 1
EPSILONS = (
    Fraction(1, 100),
    Fraction(1, 20),
    Fraction(1, 10),
    Fraction(1),
    Fraction(2),
    Fraction(4),
)


class Law(Protocol):
    """The law of the records, as far as the errors of clipping depend on it."""

    @property
    def mean(self) -> Number:
        """Return the mean E X of a record."""

    @property
    def share(self) -> Fraction:
        """Return n times the variance of a mean of n records over the variance of one: 1 where they
        are independent.
        """

    def first(self, t: Fraction) -> Number:
        """Return the clipped mean E min(X, t)."""

    def second(self, t: Fraction) -> Number:
        """Return the clipped second moment E min(X, t)^2."""

    def tail(self, t: Fraction) -> Number:
        """Return the probability P(X > t) that a record is clipped."""


def noise_variance(t: Scalar, epsilon: Scalar, n: Scalar) -> Scalar:
    """Return the variance of Laplace noise of scale t/(epsilon n)."""
    return 2 * t**2 / (epsilon * n) ** 2


@dataclass(frozen=True)
class Errors:
    """The errors at one threshold and one epsilon: bias, and the variances of sampling and of
    noise.

    The bias is never negative: it is how much too low the estimate is.
    """

    bias: Number
    sampling: Number
    noise: Number

    @property
    def standard_error(self) -> Number:
        """Return the standard error of sampling and noise together."""
        return reals.root(self.sampling + self.noise, 2)

    @property
    def squared(self) -> Number:
        """Return the mean squared error."""
        return self.bias**2 + self.sampling + self.noise

    @property
    def rmse(self) -> Number:
        """Return the root of the mean squared error."""
        return reals.root(self.squared, 2)


def errors(law: Law, t: Fraction, epsilon: Fraction) -> Errors:
    """Return the errors of the clipped mean at threshold t."""
    first = law.first(t)
    return Errors(
        law.mean - first, (law.second(t) - first**2) * law.share / N, noise_variance(t, epsilon, N)
    )


def falls(law: Law, t: Fraction, epsilon: Fraction) -> bool:
    """Tell whether the squared error still falls at t, to the right of it: g(t) > 0, certified."""
    tail, first = law.tail(t), law.first(t)
    if tail == 0:
        return False
    return (
        sign(
            (law.mean - first - (t - first) * law.share / N) * tail
            - noise_variance(1, epsilon, N) * t
        )
        > 0
    )


def bracket(
    law: Law, epsilon: Fraction, high: int, unit: Fraction = Fraction(1)
) -> tuple[Fraction, Fraction]:
    """Return two neighbouring multiples of `unit` between which the best threshold lies.

    They are certified by the sign of the derivative; `high` units are beyond the best threshold.
    """
    assert falls(law, unit, epsilon)
    assert not falls(law, high * unit, epsilon)
    k = last(lambda i: falls(law, i * unit, epsilon), 1, high)
    return k * unit, (k + 1) * unit
