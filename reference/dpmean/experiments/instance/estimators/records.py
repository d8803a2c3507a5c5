"""Records and random numbers: normal vectors, covariances with a spread of eigenvalues, rotations,
trimmed means.

A trimmed mean of errors comes with an interval, and signs of differences say what is more often
less. This file holds samplers, and what is done with the
errors of many trials, but no estimator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from ....exact.digits import binary64
from ....exact.special import student_quantile
from ...simulation import Doubles, Source

TRIM = 0.1  # the share of the trials that is cut off at each end


def normals(source: Source, *shape: int) -> Doubles:
    """Return standard normal variables, two from each pair of uniforms (Box and Muller)."""
    size = int(np.prod(shape))
    half = (size + 1) // 2
    radius, angle = np.sqrt(-2 * np.log(source.uniforms(half))), 2 * np.pi * source.uniforms(half)
    return np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])[:size].reshape(shape)


def signs(source: Source, count: int) -> Doubles:
    """Return `count` signs that are -1 or 1 with equal probability."""
    return np.where(source.uniforms(count) < 0.5, -1.0, 1.0)


def rotation(source: Source, d: int) -> Doubles:
    """Return a uniform rotation or reflection.

    It is Q of a normal matrix, with the signs that make R's diagonal positive.
    """
    q, r = np.linalg.qr(normals(source, d, d))
    return np.asarray(q * np.where(np.diag(r) < 0, -1.0, 1.0))


@dataclass(frozen=True)
class Normal:
    """The law N(mu 1, root root^T), where root = A diag(sigma)."""

    mu: float
    sigma: Doubles
    a: Doubles | None = None

    def coloured(self, z: Doubles) -> Doubles:
        """Return records of the law from standard normal rows."""
        stretched = z * self.sigma
        return np.asarray((stretched if self.a is None else stretched @ self.a.T) + self.mu)

    def whitened(self, x: Doubles) -> Doubles:
        """Return Sigma^(-1/2) x up to a rotation, whose length is the Mahalanobis norm."""
        return np.asarray((x if self.a is None else x @ self.a) / self.sigma)


def spherical(mu: float, d: int) -> Normal:
    """Return the law N(mu 1, I) in d dimensions."""
    return Normal(mu, np.ones(d))


def spread(mu: float, d: int, kappa: float, source: Source) -> Normal:
    """Return the law N(mu 1, Sigma(kappa)), which is redrawn in every trial.

    The eigenvalues of Sigma(kappa) are uniform on [1, kappa], turned by a random rotation.
    """
    return Normal(mu, np.sqrt(1 + (kappa - 1) * source.uniforms(d)), rotation(source, d))


def trimmed(errors: Sequence[float]) -> float:
    """Return the mean of m errors without the floor(TRIM m) least and as many greatest."""
    x = np.sort(np.array(errors))
    cut = int(TRIM * len(x))
    return float(x[cut : len(x) - cut].mean())


@cache
def deviations(freedom: int) -> float:
    """Return the deviations of Student's law with `freedom` degrees of freedom that hold 99.99 %;
    beyond MANY degrees those of MANY, which hold a little more.
    """
    freedom = min(freedom, MANY)
    return sqrt(freedom) * binary64(student_quantile(1 - OUTSIDE / 2, freedom))


def around(values: Sequence[float]) -> tuple[Fraction, Fraction, Fraction]:
    """Return Student's interval of 99.99 % around the trimmed mean, in its middle the mean itself.

    It is Tukey and McLaughlin's, from the winsorised variance: right for normal errors, and about
    right for many others where trials are many.
    """
    x = np.sort(np.array(values))
    m = len(x)
    cut = int(TRIM * m)
    winsorised = np.clip(x, x[cut], x[m - 1 - cut])
    half = deviations(m - 2 * cut - 1) * float(winsorised.std(ddof=1)) * sqrt(m) / (m - 2 * cut)
    middle = trimmed(values)
    return Fraction(middle - half), Fraction(middle), Fraction(middle + half)


class Side(Enum):
    """On which side of 0 most trials lie, as far as their signs tell."""

    BELOW = "below"
    ABOVE = "above"
    UNSURE = "unsure"
    TOO_FEW = "too few"  # so few trials that no signs could tell


def side(values: Sequence[float]) -> Side:
    """Return the side of 0 on which a value lies more often than not, by the sign test.

    If neither side had more than half of the probability, it would be named with probability at
    most OUTSIDE, whatever the law of the values.
    """
    m, below, above = len(values), sum(v < 0 for v in values), sum(v > 0 for v in values)
    if m < LEAST_TRIALS:
        return Side.TOO_FEW
    if _tail(m, max(below, above)) > OUTSIDE / 2:
        return Side.UNSURE
    return Side.BELOW if below > above else Side.ABOVE


def _tail(m: int, k: int) -> Fraction:
    """Return the probability that k or more of m fair coins show heads."""
    return Fraction(sum(comb(m, i) for i in range(k, m + 1)), 2**m)


def apart(one: Sequence[float], other: Sequence[float]) -> Side:
    """Return whether values of `one` tend to be below or above those of `other`, by the rank-sum test
    of Mann and Whitney.

    If both had one law, a side would be named with probability at most OUTSIDE.
    """
    m, n = len(one), len(other)
    ways = _rank_sums(m, n)
    if 2 * ways[0] > OUTSIDE * sum(ways):
        return Side.TOO_FEW
    above, below = (
        sum(x > y for x in values for y in others)
        for values, others in ((one, other), (other, one))
    )
    if 2 * sum(ways[max(above, below) :]) > OUTSIDE * sum(ways):
        return Side.UNSURE
    return Side.ABOVE if above > below else Side.BELOW


@cache
def _rank_sums(m: int, n: int) -> tuple[int, ...]:
    """Return in how many of the orders of m and n values the former exceed the latter u times, for
    every u: the coefficients of the Gaussian binomial.
    """
    ways = [1] + [0] * (m * n)
    for i in range(1, m + 1):
        for u in range(m * n, n + i - 1, -1):
            ways[u] -= ways[u - n - i]
        for u in range(i, m * n + 1):
            ways[u] += ways[u - i]
    return tuple(ways)


OUTSIDE, MANY = Fraction(1, 10_000), 200
LEAST_TRIALS = next(m for m in range(1, 99) if _tail(m, m) <= OUTSIDE / 2)


def length(x: NDArray[np.float64]) -> float:
    """Return the Euclidean norm of a vector."""
    return float(np.sqrt(x @ x))
