"""The two-stage estimators of Section 4 of trilemma: parameters, the bias of clipping, a certified bias of KV.

The bias of clipping is that around a given centre, and KV's bias is certified where one bin wins. For N(mu, 1) records
clipped to [k sigma - c, k sigma + c] the bias is a closed form. KV's bias is its mean over the bin k that wins; where a
bin wins but with probability q the bias lies within |that bin's bias| q + sqrt(q) (sigma/2 + c + sqrt(n1)) of it, as
the centre is within sigma/2 of some record (Cauchy and Schwarz, E max^2 <= n1). By symmetry it is 0 where mu is a
multiple of sigma/2, and at mu + sigma what it is at mu.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...exact import reals, special
from ...exact.enclosure import binomial_tail
from ...exact.reals import Number
from ..points import Enclosed

UNIT = 1 << 200  # probabilities are rounded up to multiples of 1/this


@dataclass(frozen=True)
class Way:
    """The parameters of Algorithm 2 of trilemma.

    The paper's experiments print n = n1 + n2 = 400 and no other.
    """

    n1: int = 200
    n2: int = 200
    epsilon: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 10**6)
    c: Fraction = Fraction(2)
    sigma: Fraction = Fraction(1)

    def __str__(self) -> str:
        return (
            f"n1 = {self.n1}, n2 = {self.n2}, epsilon = {self.epsilon}, delta = {float(self.delta):g}, c = "
            f"{float(self.c):g}, sigma = {float(self.sigma):g}"
        )


def clipping_bias(d: Fraction, c: Fraction) -> Number:
    """Return the mean of a standard normal variable clipped to [a, b] = [d - c, d + c].

    It is a Phi(a) + b (1 - Phi(b)) + phi(a) - phi(b).
    """
    a, b = d - c, d + c
    inside = a * special.normal_cdf(a) + b * special.normal_cdf(-b)
    found: Number = inside + special.normal_density(a) - special.normal_density(b)
    return found


def outside(mu: Fraction, way: Way) -> Fraction:
    """Return the chance of a record beyond bin 0, rounded up."""
    inside: Number = special.normal_cdf(way.sigma / 2 - mu) - special.normal_cdf(-way.sigma / 2 - mu)
    return Fraction(-(-(1 - Enclosed.of(inside).lower) * UNIT // 1), UNIT)


def not_zero(mu: Fraction, way: Way) -> Fraction:
    """Return a bound of the chance that bin 0 does not win.

    Then more than m records are outside, or noise makes up for n1 - 2 m or for what the threshold leaves; the best m is
    taken.
    """

    def tail(x: Number) -> Fraction:
        """Return P(Laplace noise of scale 2/epsilon > x), rounded up, for x rational or not."""
        at = Enclosed.of(x).lower * way.epsilon / 2
        return Enclosed.of(reals.exp(-Fraction(at * 10**9 // 1, 10**9))).upper / 2 if at > 0 else Fraction(1)

    threshold = 2 + 2 * reals.log(1 / way.delta) / way.epsilon
    p = outside(mu, way)
    bounds = (binomial_tail(way.n1, m + 1, p) + (m + 1) * tail(Fraction(way.n1 - 2 * m, 2))
        + tail(way.n1 - m - threshold) for m in range(way.n1 // 2))
    return min(Fraction(1), *bounds)


def certified(mu: Fraction, way: Way) -> tuple[Enclosed, Fraction]:
    """Return KV's bias at mu in [-sigma/2, sigma/2], and the bound of the chance that bin 0 does not win."""
    q = not_zero(mu, way)
    bias = Enclosed.of(clipping_bias(-mu, way.c))
    slack = max(abs(bias.lower), abs(bias.upper)) * q + Enclosed.of(reals.root(q, 2)).upper * (way.sigma / 2 + way.c
        + Enclosed.of(reals.root(Fraction(way.n1), 2)).upper)
    return Enclosed(bias.lower - slack, bias.upper + slack), q
