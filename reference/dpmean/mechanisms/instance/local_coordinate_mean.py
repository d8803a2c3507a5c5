"""The baseline of the local model, with every coordinate by itself (KnownVar of Gaboardi, Rogers
and Sheffet 2019).

An interval comes from some users, and the mean from the others. That paper has (epsilon, delta)-DP;
the same messages are accounted for here in zero-concentrated DP, where the parts of the budget
simply add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...distributions.law import Law
from ...distributions.published_gaussian import noise_law
from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import ceil
from ...exact.reals import Scalar
from ...privacy.guarantees import Guarantee, Scope, ZeroConcentratedDP
from ...programs.program import Draw, Program, Step, whole
from ...programs.table import coordinate, rows_of
from .local_response import Response, keep_for
from .of_vectors import OfVectors
from .private_threshold import BETA
from .quantile import failure, positive
from .real import statistical_bucket
from .users import SIMULATED

MOST_BINS = 10**4  # bins on either side of 0, at most


def bit_share(rho: Scalar, d: Scalar) -> Scalar:
    """Returns rho/(2 d), the budget of one bit of the histogram.

    In each of d coordinates at most two bits change with the record.
    """
    return rho / (2 * d)


def variance(width: Scalar, d: Scalar, rho: Scalar) -> Scalar:
    """Returns 2 A^2 d/rho, sigma^2 of the noise of a coordinate in [-A, A], where width = A.

    The squared distance of two records is at most d (2 A)^2.
    """
    return d * (2 * width) ** 2 / (2 * rho)


def half_width(sigma: Scalar, root: Scalar) -> Scalar:
    """Returns A = 2 sigma + sigma sqrt(2 log(8 n/beta)); root is the last factor."""
    return 2 * sigma + sigma * root


@dataclass(frozen=True)
class LocalCoordinateMean(OfVectors):
    """The mean of a law with standard deviation sigma_max in every coordinate, from users who
    protect what they send.

    Definition.  The first floor(n/2) users send, for each coordinate, one bit for each bin of width sigma_max around
                 its multiples in [-radius, radius], by randomised response; o = the bin with most
                 ones. Every other user sends each coordinate, moved into [o - A, o + A], with
                 discrete Gaussian noise; A = 2 sigma_max + sigma_max sqrt(2 log(8 n/beta)). The
                 estimate is o plus the mean of what they send.
    Bins.        n/2 users for the interval, as the numbers that the theorems of the cited paper ask for are more than
                 all users in every setting of Figures 10 to 12.
    Neighbors.   replace the record of one user; n is public; a missing coordinate counts as 0.
    Guarantee.   rho-zCDP for all her messages together: one round for each user.
    Source.      instance Section 6.2; Gaboardi, Rogers, Sheffet (2019).
    """

    name = "local_coordinate_mean"
    summary = (
        "samples, local model, baseline: each coordinate by itself, an interval and then the mean"
    )
    required = ("rho", "d", "n", "radius", "sigma_max")
    optional = ("beta", "constants")
    profile = None

    rho: Fraction
    d: int
    n: int
    radius: Fraction
    sigma_max: Fraction
    beta: Fraction = BETA
    constants: str = "paper"

    def __post_init__(self) -> None:
        positive(self.rho)
        failure(self.beta)
        if self.n < 2:
            raise InvalidInput(
                "out_of_range", "n: at least two users, one for each of two groups", argument="n"
            )
        if self.radius > MOST_BINS * self.sigma_max:
            raise InvalidInput(
                "out_of_range",
                f"radius: at most {MOST_BINS} times sigma_max; every user sends a bit for each "
                "interval of that width",
                argument="radius",
            )

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: rho-zCDP for the messages of each user, in the local model."""
        return Guarantee(ZeroConcentratedDP(self.rho), self.relation, scope=Scope.LOCAL)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records."""
        return (
            f"coordinates are rounded to multiples of {self.sigma_max} for the bins, of "
            f"{self.bucket_width} for the mean",
            SIMULATED,
        )

    @cached_property
    def bucket_width(self) -> Fraction:
        """The width b of a bucket, at most sigma_max/sqrt(n)."""
        return statistical_bucket(self.n, self.sigma_max)

    @cached_property
    def side(self) -> int:
        """The number of bins on either side of 0: bins are numbered from -side to side."""
        return ceil(self.radius / self.sigma_max)

    @cached_property
    def half(self) -> int:
        """Half the width A of the interval of a coordinate, in units of b and rounded up."""
        return ceil(
            half_width(self.sigma_max, reals.root(2 * reals.log(8 * self.n / self.beta), 2))
            / self.bucket_width
        )

    @cached_property
    def response(self) -> Response:
        """The randomised response on one bit of the histogram."""
        return Response(keep_for(bit_share(self.rho, self.d), self.constants))

    @property
    def noise(self) -> Fraction:
        """The variance parameter sigma^2 of the noise of a user of the second group, in squared
        units of b.
        """
        return Fraction(variance(Fraction(self.half), self.d, self.rho))

    def bits(self, row: Sequence[Any], name: str) -> Program:
        """The message of a user of the first group: for each coordinate a bit for every bin, each
        kept or turned.

        Draws `name`_bin_j_k_kept.
        """
        found = []
        for j, cell in enumerate(row, 1):
            at, sent = coordinate(cell, -self.side, self.side, self.sigma_max), []
            for k in range(-self.side, self.side + 1):
                kept = whole(
                    (yield Draw(f"{name}_bin_{j}_{k + self.side + 1}_kept", self.response.law))
                )
                sent.append(kept if k == at else 1 - kept)
            found.append(sent)
        return found

    def values(self, row: Sequence[Any], center: Sequence[int], law: Law, name: str) -> Program:
        """The message of a user of the second group: each coordinate around its centre, in units of
        b, with noise.

        Draws `name`_noise_j.
        """
        found = []
        for j, (cell, c) in enumerate(zip(row, center, strict=True), 1):
            near = coordinate(cell, c - self.half, c + self.half, self.bucket_width) - c
            found.append(near + whole((yield Draw(f"{name}_noise_{j}", law))))
        return found

    def program(self, data: Iterable[Any]) -> Program:
        """Yields the draws of each user in turn; steps user_i_bins, bins, user_i_values, mean."""
        rows, first, second = rows_of(data, self.n, self.d), [], []
        for i, row in enumerate(rows[: self.n // 2], 1):
            first.append((yield from self.bits(row, f"user_{i}")))
            yield Step(f"user_{i}_bins", [[Fraction(v) for v in bits] for bits in first[-1]])
        bins = [self.fullest([bits[j] for bits in first]) for j in range(self.d)]
        yield Step("bins", [Fraction(o) for o in bins], tuple(bins))
        center = [round(o * self.sigma_max / self.bucket_width) for o in bins]
        law = noise_law("discrete_gaussian", self.noise)
        assert law is not None  # the interval has a width
        for i, row in enumerate(rows[self.n // 2 :], self.n // 2 + 1):
            second.append((yield from self.values(row, center, law, f"user_{i}")))
            yield Step(f"user_{i}_values", [Fraction(v) for v in second[-1]])
        mean = [
            (c + sum(column) * Fraction(1, len(second))) * self.bucket_width
            for c, column in zip(center, zip(*second, strict=True), strict=True)
        ]
        yield Step("mean", mean)
        return tuple(mean)

    def fullest(self, answers: Sequence[Sequence[int]]) -> int:
        """Returns the bin with most ones, the lowest of several; the estimated counts rise with the
        number of ones.
        """
        totals = [sum(column) for column in zip(*answers, strict=True)]
        return totals.index(max(totals)) - self.side
