"""The two-stage estimators of Section 4 of trilemma: their parameters, and what clipping does to a
normal record.

For N(mu, 1) records clipped to [k - c, k + c] around a centre k the mean and the variance are
closed forms.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...exact import special
from ...exact.reals import Number


@dataclass(frozen=True)
class Way:
    """The parameters of Algorithm 2 of trilemma; these are those of the published program of the
    experiments.

    The paper prints n1 + n2 = 400 and no other. c and sigma are in standard deviations of a record.
    """

    n1: int = 100
    n2: int = 300
    epsilon: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 4000)
    c: Fraction = Fraction(1)
    sigma: Fraction = Fraction(1)

    def __str__(self) -> str:
        return (
            f"n1 = {self.n1}, n2 = {self.n2}, epsilon = {self.epsilon}, delta = "
            f"{float(self.delta):g}, c = {float(self.c):g}, sigma = {float(self.sigma):g}"
        )


def clipped_moments(d: Fraction, c: Fraction) -> tuple[Number, Number]:
    """Return the mean and the variance of a standard normal variable clipped to [a, b] = [d - c, d
    + c].

    The mean is a Phi(a) + b Phi(-b) + phi(a) - phi(b); the mean square is a^2 Phi(a) + b^2 Phi(-b)
    + Phi(b) - Phi(a) + a phi(a) - b phi(b).
    """
    a, b = d - c, d + c
    below, above = special.normal_cdf(a), special.normal_cdf(-b)
    at_a, at_b = special.normal_density(a), special.normal_density(b)
    mean: Number = a * below + b * above + at_a - at_b
    square: Number = a * a * below + b * b * above + (1 - below - above) + a * at_a - b * at_b
    return mean, square - mean * mean
