"""The mean of real vectors, which are rounded to buckets (instance Remark 3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...errors import InvalidInput
from ...programs.table import Rows, read
from .private_threshold import BETA
from .real import RealVectors


@dataclass(frozen=True)
class QuantizedMean(RealVectors):
    """The shifted clipped mean of real vectors.

    Coordinates are moved into [-radius, radius] and rounded to the nearest multiple of the bucket,
    ties to even.

    Error.       rounding moves a record by at most bucket sqrt(d)/2, and the diameter grows by at most twice that.
    Neighbors.   replace one record; n is public; a missing coordinate counts as 0.
    Guarantee.   rho-zCDP.
    Source.      instance Remark 3.2.
    """

    name = "quantized_mean"
    summary = "real vectors: as shifted_clipped_mean, on buckets"
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
            raise InvalidInput(
                "off_lattice", "radius: must be a multiple of bucket", argument="radius"
            )
        _ = self.inner

    @property
    def half(self) -> int:
        """The bound `radius` of a coordinate in units of the bucket, which is an integer."""
        return (self.radius / self.bucket).numerator

    @property
    def bucket_width(self) -> Fraction:
        """The width of a bucket, as given."""
        return self.bucket

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records."""
        return (
            f"coordinates are rounded to multiples of {self.bucket}, ties to even, and moved "
            f"into [-{self.radius}, {self.radius}]",
            *self.inner.told,
        )

    def rounded(self, data: Iterable[Any]) -> Rows:
        """Returns the records as integers from -half to half, in units of the bucket."""
        return read(data, self.n, self.d, -self.half, self.half, self.bucket)
