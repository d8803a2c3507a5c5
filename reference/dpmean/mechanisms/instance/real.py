"""What means of real vectors share: records are rounded to buckets and handed to the shifted
clipped mean.

`quantized_mean.py` takes any records (instance Remark 3.2), `gaussian_mean.py` Gaussian samples
(Section 3.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import ceil
from ...parameters.declared import UNIVERSE_MOST
from ...programs.program import Program, Step
from ...programs.table import Rows, Table, taken
from .of_vectors import OfVectors
from .private_threshold import BETA
from .shifted_clipped_mean import ShiftedClippedMean


def statistical_bucket(n: int, sigma_min: Fraction) -> Fraction:
    """Returns a bucket width of at most alpha/sqrt(d) = sigma_min/sqrt(n).

    It is one over the least integer that is at least sqrt(n)/sigma_min.
    """
    return Fraction(1, ceil(reals.root(Fraction(n), 2) / sigma_min))


@dataclass(frozen=True)
class RealVectors(OfVectors):
    """The base of both means: the shifted clipped mean of integers from 0 to 2 half, in units of
    the bucket.
    """

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
        """The width of a bucket, in the units of the records."""
        raise NotImplementedError  # pragma: no cover - both define it

    @cached_property
    def inner(self) -> ShiftedClippedMean:
        """The shifted clipped mean of the integers."""
        if 2 * self.half > UNIVERSE_MOST:
            raise InvalidInput(
                "out_of_range",
                "radius: more than 10^30 buckets; take wider buckets or a smaller radius",
                argument="radius",
            )
        return ShiftedClippedMean(
            self.rho,
            2 * self.half,
            self.d,
            self.n,
            self.beta,
            self.steps,
            self.constants,
            self.noise,
        )

    @property
    def default_grid(self) -> Fraction | None:
        """The grid of the result: None (exact rationals) for noise on a lattice, otherwise 10^-9 of
        a bucket.
        """
        return None if self.inner.default_grid is None else self.bucket_width / 10**9

    def rounded(self, data: Iterable[Any]) -> Rows:
        """Returns the records as integers from -half to half, in units of the bucket."""
        raise NotImplementedError  # pragma: no cover - both define it

    def records(self, data: Iterable[Any] | Table) -> Table:
        """Returns the records as integers from 0 to 2 half; a ready-made table has such integers
        already.
        """
        if isinstance(data, Table):
            return taken(data, self.n, self.d, 0, 2 * self.half)
        return self.inner.prepared(
            [[v + self.half for v in row] for row in self.rounded(data).rows]
        )

    def program(self, data: Iterable[Any] | Table) -> Program:
        """Yields the step buckets, then the steps of the shifted clipped mean, then mean; has the
        same draws.
        """
        table = self.records(data)
        if (rows := table.shown()) is not None:
            yield Step("buckets", [[v - self.half for v in row] for row in rows])
        found = yield from self.inner.program(table)
        mean = [(v + Fraction(-self.half)) * self.bucket_width for v in found]
        yield Step("mean", mean)
        return tuple(mean)
