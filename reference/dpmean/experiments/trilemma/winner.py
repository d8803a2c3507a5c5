"""Which bin wins the coarse estimate of KV, and with it KV's bias and squared error on normal
records, enclosed.

n1 records of N(mu, 1) fall into bins [j - 1/2, j + 1/2]. Each bin that is not empty gets Laplace
noise L of scale s = 2/epsilon on its count, and the greatest noisy count wins if it exceeds t = 2 +
2 log(1/delta)/epsilon. The counts are multinomial: what they do is n1! times the coefficient of
x^n1 of a product over the bins, which is

    for P(all noisy counts <= z)   the product of G_j(x) = 1 + sum over m >= 1 of (p_j x)^m/m! P(m + L <= z),
    for E v(winner)                the integral over z > t of the sum over k of v_k f_k times the other G_j,

f_k being the sum of (p_k x)^m/m! times the density of m + L at z. Given the winner k, the second
stage is a mean of independent records clipped to [k - c, k + c], whose mean and variance are closed
forms.

What is left out has probability q = 1 - (all that is computed): records far from mu, counts that
are too rare, noisy counts above n1. There the winner is some record's bin, which `left_out` turns
into bounds.

The integral is taken from integer to integer, by the rule of Gauss and Legendre with K points.
Between two integers the integrand is a sum of c_i e^(l_i z), z counted from the middle. The rule
errs on an interval of length w <= 1 by w^(2K+1) (K!)^4/((2K+1) (2K)!^3) times a derivative of order
2K, and |l|^(2K) <= (2K)! r^(-2K) e^(r |l|) for each r > 0; so by at most (K!)^4/((2K+1) (2K)!^2)
r^(-2K) times the sum of |c_i| e^(|l_i| (r + 1/2)). That sum is at most what the product gives at
the middle with e^(-|z - m|/s) multiplied by e^((r + 1/2)/s), 1 + x for 1 - x and |v| for v.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial

from ...errors import InvalidInput
from ...exact import reals, special
from ...exact.balls import Ball, Series, ball, ends, gauss, precision, series, times
from ...exact.enclosure import floor
from ...exact.reals import Number
from ..points import Enclosed, about
from .coarse import Way, clipped_moments

Part = tuple[Series, list[Series]]
BITS = 64
# the bins that are looked at on each side, and counts that are too rare: chosen, not trusted
NEAR, RARE = (7, 1e-13)
POINTS, REACH = 5, 3  # K, and r in scales of the noise: where the enclosures are narrow
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Outcome:
    """What KV does on N(mu, 1): bias, mean squared error, P(no bin wins), and P(k wins) for the
    bins asked for.
    """

    bias: Enclosed
    squared: Enclosed
    fails: Enclosed
    wins: dict[int, Enclosed]

    @property
    def deviation(self) -> float:
        """Return the standard deviation of the estimate, for people."""
        return float((about(self.squared) - about(self.bias) ** 2) ** 0.5)


def share(j: int, mu: Fraction) -> Number:
    """Return the chance of a record in bin j, as a difference of small tails."""
    low, high = j - mu - HALF, j - mu + HALF
    if low > 0:
        low, high = -high, -low
    found: Number = special.normal_cdf(high) - special.normal_cdf(low)
    return found


def most(p: float, n: int) -> int:
    """Return the greatest count of a bin of chance p that is looked at: above its mean, until it is
    too rare.
    """
    return next(
        (k for k in range(int(n * p) + 1, n) if comb(n, k) * p**k * (1 - p) ** (n - k) < RARE), n
    )


class Race:
    """The race of the bins: `weights[j][m]` = p_j^m/m!, and `values[i][j]` = v_j of the expectation
    number i.
    """

    def __init__(
        self,
        weights: Sequence[Sequence[Ball]],
        values: Sequence[Sequence[Ball]],
        n: int,
        scale: Ball,
    ) -> None:
        self.weights, self.values, self.n, self.scale = weights, values, n, scale

    def at(self, z: Ball, below: int, stretch: Ball | None = None) -> Part:
        """Return the product of all G, and for each v the sum of v_k f_k times the other G, at
        below <= z <= below + 1.

        With `stretch`, there are bounds of all terms in place of the terms.
        """
        tails = [(-abs(z - m) / self.scale).exp() / 2 * (stretch or 1) for m in range(self.n + 1)]
        laws = [(1 + x if stretch else 1 - x) if m <= below else x for m, x in enumerate(tails)]
        parts: list[Part] = []
        for j, w in enumerate(self.weights):
            density = series(
                [w[m] * tails[m] / self.scale if m else ball(0) for m in range(len(w))]
            )
            parts.append(
                (
                    series([w[m] * laws[m] if m else ball(1) for m in range(len(w))]),
                    [density * (abs(v[j]) if stretch else v[j]) for v in self.values],
                )
            )
        while len(parts) > 1:
            parts = [
                self._both(*parts[i : i + 2]) if i + 1 < len(parts) else parts[i]
                for i in range(0, len(parts), 2)
            ]
        return parts[0]

    def _both(self, one: Part, other: Part) -> Part:
        return times(one[0], other[0], self.n), [
            times(a, other[0], self.n) + times(one[0], b, self.n)
            for a, b in zip(one[1], other[1], strict=True)
        ]

    def beyond(self, t: Ball, first: int) -> tuple[Ball, list[Ball]]:
        """Return P(no noisy count exceeds t), and each E v(winner) for winners between t and n;
        first = floor(t).
        """
        total = [ball(0) for _ in self.values]
        reach = REACH * self.scale
        worst = ball(
            Fraction(factorial(POINTS) ** 4, (2 * POINTS + 1) * factorial(2 * POINTS) ** 2)
        ) / reach ** (2 * POINTS)
        stretch = (REACH + ball(HALF) / self.scale).exp()
        for below in range(first, self.n):
            low = t if below == first else ball(below)
            half, middle = (below + 1 - low) / 2, (below + 1 + low) / 2
            for x, weight in gauss(POINTS):
                for i, found in enumerate(self.at(middle + half * x, below)[1]):
                    total[i] += found[self.n] * weight * half
            for i, found in enumerate(self.at(middle, below, stretch)[1]):
                error = worst * found[self.n]
                total[i] += error.union(-error)
        whole = ball(factorial(self.n))
        return self.at(t, first)[0][self.n] * whole, [x * whole for x in total]


def outcome(mu: Fraction, way: Way, named: Sequence[int] = ()) -> Outcome:
    """Return what KV does on N(mu, 1) with bins of width 1; `named` are bins whose chance to win is
    asked for.
    """
    if way.sigma != 1:
        raise InvalidInput("out_of_range", "sigma: bins of one deviation only", argument="sigma")
    center = round(mu)
    bins = range(center - NEAR, center + NEAR + 1)
    moments = [clipped_moments(k - mu, way.c) for k in bins]
    noise = 8 * (way.c / (way.n2 * way.epsilon)) ** 2
    threshold = 2 + 2 * reals.log(1 / way.delta) / way.epsilon
    # of the share of the records that stands in where no bin wins
    fallback = ((mu * mu + 1) * (1 / way.delta - 1) + 1) / way.n2
    with precision(BITS):
        weights = [
            [p**m / factorial(m) for m in range(most(float(p), way.n1) + 1)]
            for p in (ball(share(j, mu)) for j in bins)
        ]
        values = [
            [ball(1) for _ in bins],
            [ball(mean) for mean, _ in moments],
            [ball(variance / way.n2 + mean * mean + noise) for mean, variance in moments],
            *([ball(int(j == k)) for j in bins] for k in named),
        ]
        race = Race(weights, values, way.n1, ball(2 / way.epsilon))
        fails, (won, bias, squared, *wins) = race.beyond(ball(threshold), floor(threshold))
        q = max(Fraction(0), ends(1 - won - fails)[1])
        squared += fails * ball(fallback)
    first, second = left_out(q, NEAR + HALF - abs(mu - center), way)
    return Outcome(
        widened(bias, first, first),
        widened(squared, Fraction(0), second + fallback * q),
        widened(fails, Fraction(0), q),
        {k: widened(x, Fraction(0), q) for k, x in zip(named, wins, strict=True)},
    )


def left_out(q: Fraction, reach: Fraction, way: Way) -> tuple[Fraction, Fraction]:
    """Return bounds of the bias and of the squared error on what was left out and has a winner, of
    probability q.

    With S the sum of the distances d of records beyond `reach`, the centre is within reach + 1/2 +
    S of mu, and r = reach + 1/2 + c: so r q + E S, and (2 r^2 + the variance given a winner) q + 2
    E S^2. E S^2 <= n1 E d^2 + (n1 E d)^2, and for a normal record E d = 2 phi(reach), E d^2 = 2
    (reach phi(reach) + Phi(-reach)).
    """
    r, density = reach + HALF + way.c, special.normal_density(reach)
    far, square = (
        way.n1 * Enclosed.of(x).upper
        for x in (2 * density, 2 * (reach * density + special.normal_cdf(-reach)))
    )
    spread = 8 * (way.c / (way.n2 * way.epsilon)) ** 2 + Fraction(1, way.n2)
    return r * q + far, (2 * r * r + spread) * q + 2 * (square + far * far)


def widened(x: Ball, down: Fraction, up: Fraction) -> Enclosed:
    """Return the ends of a ball, moved outwards."""
    low, high = ends(x)
    return Enclosed(low - down, high + up)
