"""Records and random numbers: normal vectors, covariances with a spread of eigenvalues, rotations,
trimmed means.

A trimmed mean of errors comes with an interval. This file holds samplers, and what is done with the
errors of many trials, but no estimator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ...simulation import DEVIATIONS, Doubles, Source

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


def deviations(freedom: int) -> float:
    """Return the deviations of Student's law that hold as much as DEVIATIONS of the normal one.

    It has `freedom` degrees of freedom (nine or more). This is Fisher's expansion, to three terms.
    """
    z = DEVIATIONS
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def around(values: Sequence[float]) -> tuple[Fraction, Fraction, Fraction]:
    """Return an interval of 99.99 % around the trimmed mean, in its middle the mean itself.

    It is Tukey and McLaughlin's, from the winsorised variance.
    """
    x = np.sort(np.array(values))
    m = len(x)
    cut = int(TRIM * m)
    winsorised = np.clip(x, x[cut], x[m - 1 - cut])
    half = (
        deviations(max(m - 2 * cut - 1, 9))
        * float(winsorised.std(ddof=1))
        * sqrt(m)
        / (m - 2 * cut)
    )
    middle = trimmed(values)
    return Fraction(middle - half), Fraction(middle), Fraction(middle + half)


def length(x: NDArray[np.float64]) -> float:
    """Return the Euclidean norm of a vector."""
    return float(np.sqrt(x @ x))
