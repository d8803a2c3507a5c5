"""The mean of a Gaussian law from samples: the shifted clipped mean on buckets (instance Section
3.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

from ...errors import InvalidInput
from ...exact.enclosure import ceil
from ...exact.numbers import datum
from ...programs.table import Rows, coordinate, rows_of
from .private_threshold import BETA
from .quantile import failure, positive
from .real import RealVectors, statistical_bucket
from .tails import gaussian_radius


@dataclass(frozen=True)
class GaussianMean(RealVectors):
    """The mean of a Gaussian law from n samples.

    The mean of the law is known to lie in the ball of `radius` around 0, and its standard
    deviations in every direction between sigma_min and sigma_max.

    Definition.  Norms are clipped at R' = radius + 2 sigma_max sqrt(d + log(4 n/beta)), raised to a multiple of the
                 bucket, which is one over the least integer that is at least sqrt(n)/sigma_min. A
                 clipped record is truncated toward zero on the lattice of the bucket, and others
                 are rounded to the nearest multiples, ties to even. Then comes the shifted clipped
                 mean with u = 2 R'/bucket.
    Privacy.     For every data set, Gaussian or not.
    Neighbors.   replace one record; n is public; a missing coordinate counts as 0, an infinite one as R'.
    Guarantee.   rho-zCDP.
    Source.      instance Section 3.4, Corollary 3.1.
    """

    name = "gaussian_mean"
    summary = "samples of a Gaussian law: as quantized_mean"
    required = ("rho", "d", "n", "radius", "sigma_min", "sigma_max")
    optional = ("beta", "constants", "noise")

    radius: Fraction
    sigma_min: Fraction
    sigma_max: Fraction
    beta: Fraction = BETA
    constants: str = "paper"
    noise: str = "discrete_gaussian"

    def __post_init__(self) -> None:
        positive(self.rho)
        failure(self.beta)
        if self.sigma_min > self.sigma_max:
            raise InvalidInput(
                "bounds_order", "sigma_min must not be greater than sigma_max", argument="sigma_min"
            )
        _ = self.inner

    @cached_property
    def half(self) -> int:
        """The bound R' of a coordinate in units of the bucket, rounded up to an integer."""
        return ceil(
            gaussian_radius(self.n, self.d, self.radius, self.sigma_max, self.beta)
            / self.bucket_width
        )

    @cached_property
    def bucket_width(self) -> Fraction:
        """The width of a bucket, at most sigma_min/sqrt(n)."""
        return statistical_bucket(self.n, self.sigma_min)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records."""
        return (
            f"norms are clipped at {self.half * self.bucket_width}, coordinates rounded to "
            f"multiples of {self.bucket_width}",
            *self.inner.told,
        )

    def rounded(self, data: Iterable[Any]) -> Rows:
        """Returns the records, clipped in norm, as integers in units of the bucket."""
        return Rows([self.one(row) for row in rows_of(data, self.n, self.d)], self.d)

    def one(self, row: list[Any]) -> list[int]:
        """Returns one record, clipped in norm, in units of the bucket."""
        exact = [datum(v) for v in row]
        size = self.half * self.bucket_width
        finite = [
            Fraction(0)
            if v is None
            else v
            if isinstance(v, Fraction)
            else (size if v == "inf" else -size)
            for v in exact
        ]
        norm = sum((v * v for v in finite), Fraction(0))
        if norm <= size**2:
            return [coordinate(v, -self.half, self.half, self.bucket_width) for v in finite]
        shares = [self.half**2 * v * v / norm for v in finite]
        return [
            -isqrt(int(s)) if v < 0 else isqrt(int(s)) for s, v in zip(shares, finite, strict=True)
        ]
