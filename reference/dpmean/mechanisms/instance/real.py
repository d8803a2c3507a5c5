"""Means of real vectors: rounded to buckets and handed to the shifted clipped mean (instance Remark 3.2).

The statistical version is for Gaussian samples (Section 3.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import ceil
from ...exact.numbers import datum
from ...parameters.declared import UNIVERSE_MOST
from ...programs.program import Program, Step
from ...programs.table import Rows, Table, coordinate, read, rows_of, taken
from .of_vectors import OfVectors
from .private_threshold import BETA
from .quantile import failure, positive
from .shifted import ShiftedClippedMean
from .tails import gaussian_radius


def statistical_bucket(n: int, sigma_min: Fraction) -> Fraction:
    """Returns a bucket width of at most alpha/sqrt(d) = sigma_min/sqrt(n).

    It is one over the least integer that is at least sqrt(n)/sigma_min.
    """
    return Fraction(1, ceil(reals.root(Fraction(n), 2) / sigma_min))


@dataclass(frozen=True)
class _Real(OfVectors):
    """What both means share: the shifted clipped mean of integers from 0 to 2 half, in units of the bucket."""

    rho: Fraction
    d: int
    n: int

    beta = BETA  # the three are parameters of both
    constants = "paper"
    noise = "discrete_gaussian"

    @property
    def half(self) -> int:
        """The number of buckets from 0 to the largest coordinate."""
        raise NotImplementedError  # pragma: no cover - both define it

    @property
    def bucket_width(self) -> Fraction:
        """The width of a bucket."""
        raise NotImplementedError  # pragma: no cover - both define it

    @cached_property
    def inner(self) -> ShiftedClippedMean:
        """The shifted clipped mean of the integers."""
        if 2 * self.half > UNIVERSE_MOST:
            raise InvalidInput("out_of_range",
                "radius: more than 10^30 buckets; take wider buckets or a smaller radius", argument="radius")
        return ShiftedClippedMean(self.rho, 2 * self.half, self.d, self.n, self.beta, self.steps,
            self.constants, self.noise)

    @property
    def default_grid(self) -> Fraction | None:
        """The grid of the result: None (exact rationals) for noise on a lattice, otherwise 10^-9 of a bucket."""
        return None if self.inner.default_grid is None else self.bucket_width / 10**9

    def rounded(self, data: Iterable[Any]) -> Rows:
        """Returns the records as integers from -half to half, in units of the bucket."""
        raise NotImplementedError  # pragma: no cover - both define it

    def records(self, data: Iterable[Any] | Table) -> Table:
        """Returns the records as integers from 0 to 2 half; a ready-made table has such integers already."""
        if isinstance(data, Table):
            return taken(data, self.n, self.d, 0, 2 * self.half)
        return self.inner.prepared([[v + self.half for v in row] for row in self.rounded(data).rows])

    def program(self, data: Iterable[Any] | Table) -> Program:
        """Yields the step buckets, then the steps of the shifted clipped mean, then mean; has the same draws."""
        table = self.records(data)
        if (rows := table.shown()) is not None:
            yield Step("buckets", [[v - self.half for v in row] for row in rows])
        found = yield from self.inner.program(table)
        mean = [(v + Fraction(-self.half)) * self.bucket_width for v in found]
        yield Step("mean", mean)
        return tuple(mean)


@dataclass(frozen=True)
class QuantizedMean(_Real):
    """The shifted clipped mean of real vectors.

    Coordinates are moved into [-radius, radius] and rounded to the nearest multiple of the bucket, ties to even.

    Error.       rounding moves a record by at most bucket sqrt(d)/2, and the diameter grows by at most twice that.
    Neighbors.   replace one record; n is public; a missing coordinate counts as 0.
    Guarantee.   rho-zCDP.
    Source.      instance Remark 3.2.
    """

    name = "quantized_mean"
    summary = "real vectors: the same on buckets"
    required = ("rho", "d", "n", "radius", "bucket")
    optional = ("beta", "steps", "constants", "noise")

    radius: Fraction
    bucket: Fraction
    beta: Fraction = BETA
    steps: int = 1
    constants: str = "paper"
    noise: str = "discrete_gaussian"

    def __post_init__(self) -> None:
        if (self.radius / self.bucket).denominator != 1:
            raise InvalidInput("off_lattice", "radius: must be a multiple of bucket", argument="radius")
        _ = self.inner

    @property
    def half(self) -> int:
        """radius/bucket, an integer."""
        return (self.radius / self.bucket).numerator

    @property
    def bucket_width(self) -> Fraction:
        """The width of a bucket, as given."""
        return self.bucket

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records."""
        return (f"coordinates are rounded to multiples of {self.bucket}, ties to even, and moved into [-{self.radius}, "
            f"{self.radius}]", *self.inner.told)

    def rounded(self, data: Iterable[Any]) -> Rows:
        """Returns the records as integers from -half to half, in units of the bucket."""
        return read(data, self.n, self.d, -self.half, self.half, self.bucket)


@dataclass(frozen=True)
class GaussianMean(_Real):
    """The mean of a Gaussian law from n samples.

    The mean of the law is known to lie in the ball of `radius` around 0, and its standard deviations in every direction
    between sigma_min and sigma_max.

    Definition.  Norms are clipped at R' = radius + 2 sigma_max sqrt(d + log(4 n/beta)), raised to a multiple of the
                 bucket, which is one over the least integer that is at least sqrt(n)/sigma_min. A clipped record is
                 truncated toward zero on the lattice of the bucket, and others are rounded to the nearest multiples,
                 ties to even. Then comes the shifted clipped mean with u = 2 R'/bucket.
    Privacy.     For every data set, Gaussian or not.
    Neighbors.   replace one record; n is public; a missing coordinate counts as 0, an infinite one as R'.
    Guarantee.   rho-zCDP.
    Source.      instance Section 3.4, Corollary 3.1.
    """

    name = "gaussian_mean"
    summary = "samples of a Gaussian law: the same"
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
            raise InvalidInput("bounds_order", "sigma_min must not be greater than sigma_max", argument="sigma_min")
        _ = self.inner

    @cached_property
    def half(self) -> int:
        """R'/bucket, rounded up."""
        return ceil(gaussian_radius(self.n, self.d, self.radius, self.sigma_max, self.beta) / self.bucket_width)

    @cached_property
    def bucket_width(self) -> Fraction:
        """The width of a bucket, at most sigma_min/sqrt(n)."""
        return statistical_bucket(self.n, self.sigma_min)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records."""
        return (f"norms are clipped at {self.half * self.bucket_width}, coordinates rounded to multiples of "
            f"{self.bucket_width}", *self.inner.told)

    def rounded(self, data: Iterable[Any]) -> Rows:
        """Returns the records, clipped in norm, as integers in units of the bucket."""
        return Rows([self.one(row) for row in rows_of(data, self.n, self.d)], self.d)

    def one(self, row: list[Any]) -> list[int]:
        """Returns one record, clipped in norm, in units of the bucket."""
        exact = [datum(v) for v in row]
        size = self.half * self.bucket_width
        finite = [Fraction(0) if v is None else v if isinstance(v, Fraction) else (size if v == "inf" else -size)
            for v in exact]
        norm = sum((v * v for v in finite), Fraction(0))
        if norm <= size**2:
            return [coordinate(v, -self.half, self.half, self.bucket_width) for v in finite]
        shares = [self.half**2 * v * v / norm for v in finite]
        return [-isqrt(int(s)) if v < 0 else isqrt(int(s)) for s, v in zip(shares, finite, strict=True)]
