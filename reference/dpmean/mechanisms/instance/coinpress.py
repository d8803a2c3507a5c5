"""The baseline COINPRESS for a known covariance (MVMRec of Biswas, Dong, Kamath and Ullman 2020).

A ball that holds the mean shrinks from step to step. All lengths are integers or certified reals in units of the
bucket. `refined` is the algorithm for any unit; `coinpress_covariance.py` uses it on whitened records.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...distributions.published_gaussian import noise_law
from ...exact import reals
from ...exact.enclosure import ceil, compare
from ...exact.reals import Number, Scalar
from ...programs.program import Draw, Program, Step, whole
from ...programs.table import Rows, Table, read, taken
from .clipping import lattice_variance
from .of_vectors import OfVectors
from .private_threshold import BETA
from .quantile import failure, positive
from .real import statistical_bucket
from .tails import norm_radius

FACTOR, STEPS = 4, 10


def shares(rho: Fraction, t: int) -> list[Fraction]:
    """Returns the budget of each of t steps, which add up to rho.

    The last step spends three quarters, and the others share the rest equally; a single step spends all.
    """
    return [rho] if t == 1 else [rho / (4 * (t - 1))] * (t - 1) + [3 * rho / 4]


def variance(clip: int, rho: Fraction) -> Fraction:
    """Returns V = 2 C^2/rho, sigma^2 of the noise of each coordinate of a sum of records within C of the centre."""
    found: Fraction = lattice_variance(Fraction(FACTOR), Fraction(clip**2), 1, rho)
    return found


def ball(radius: Scalar, length: Scalar, sigma: Scalar, half: Scalar) -> Scalar:
    """Returns r + sigma l + sqrt(d)/2, the largest distance of a rounded record from the centre.

    This holds if the mean lies within r of the centre and no record is farther than sigma l from the mean; half =
    sqrt(d)/2 is for the rounding.
    """
    return radius + sigma * length + half


def squared_deviation(sigma_squared: Scalar, noise: Scalar, n: Scalar) -> Scalar:
    """Returns sigma^2/n + V/n^2, the variance of a coordinate of the noisy mean of n records."""
    return sigma_squared / n + noise / n**2


def shrunk(length: Scalar, deviation: Scalar, half: Scalar) -> Scalar:
    """Returns l s + sqrt(d), the largest distance of the next centre from the mean; s = deviation, l = length.

    Records are rounded, and so is the centre, which costs half = sqrt(d)/2 each.
    """
    return length * deviation + 2 * half


@dataclass(frozen=True)
class Refinement:
    """The public plan of t steps from a ball around 0.

    It has the radii of clipping, the variances of the noise, and the radii of the balls that are left.
    """

    rho: Fraction
    d: int
    n: int
    radius: Number
    sigma: Number
    beta: Fraction
    t: int

    @cached_property
    def stages(self) -> list[tuple[int, Fraction, Number]]:
        """The clipping radius C, the variance V and the radius r that is left, (C, V, r), for each step.

        Each step fails with probability at most beta/t, half of it for the records and half for their noisy mean.
        """
        found: list[tuple[int, Fraction, Number]] = []
        half, each, r = reals.root(Fraction(self.d), 2) / 2, self.beta / self.t, self.radius
        for rho in shares(self.rho, self.t):
            clip = ceil(ball(r, norm_radius(self.d, each / (2 * self.n)), self.sigma, half))
            noise = variance(clip, rho)
            r = shrunk(norm_radius(self.d, each / 2),
                reals.root(squared_deviation(self.sigma * self.sigma, noise, self.n), 2), half)
            found.append((clip, noise, r))
        return found

    @property
    def grown(self) -> tuple[str, ...]:
        """A sentence for users if the radii do not shrink, which is public; otherwise nothing."""
        return () if compare(self.stages[-1][2], self.radius) < 0 else ("so few records for so much noise that the "
            "last ball is wider than the first: the estimate may be anywhere",)

    @property
    def reach(self) -> int:
        """The clipping radius C_1 of the first step, in units of the bucket.

        Larger coordinates are moved to it beforehand; the first step would clip such a record anyway.
        """
        return self.stages[0][0]


def refined(table: Table, plan: Refinement) -> Program:
    """The program of the mean after all steps, in units of the bucket.

    Draws noise_i_j; steps clipped_i, sum_i, noisy_sum_i, and center_i but for the last i.
    """
    center = [0] * table.d
    for i, (clip, noise, _) in enumerate(plan.stages, 1):
        noisy = yield from noisy_sum(table.minus(center), i, clip, noise)
        if i < plan.t:
            center = [c + round(v * Fraction(1, table.n)) for c, v in zip(center, noisy, strict=True)]
            yield Step(f"center_{i}", [Fraction(c) for c in center], (i, *center))
    return [c + v * Fraction(1, table.n) for c, v in zip(center, noisy, strict=True)]


def noisy_sum(around: Table, i: int, clip: int, noise: Fraction) -> Program:
    """The program of step i: clips the records around the centre, sums them, and adds the noise."""
    squared = Fraction(clip**2)
    if isinstance(around, Rows):
        yield Step(f"clipped_{i}", [[Fraction(v) for v in row] for row in around.clipped(squared, 1)])
    sums = around.clipped_sum(squared, 1)
    yield Step(f"sum_{i}", [Fraction(v) for v in sums])
    law, noisy = noise_law("discrete_gaussian", noise), []
    assert law is not None  # C is positive
    for j, v in enumerate(sums, 1):
        noisy.append(v + whole((yield Draw(f"noise_{i}_{j}", law))))
    yield Step(f"noisy_sum_{i}", [Fraction(v) for v in noisy])
    return noisy


@dataclass(frozen=True)
class CoinpressMean(OfVectors):
    """The mean of a law with standard deviations of at most sigma_max, by t steps from a ball of `radius` around 0.

    Definition.  r_0 = radius. Step i clips the records at distance C_i from c_(i-1), adds discrete Gaussian noise to
                 their sum, and moves the centre to their noisy mean. C_i = r_(i-1) + sigma_max l(beta/(2 n t)) and r_i
                 = l(beta/(2 t)) sqrt(sigma_max^2/n + V_i/n^2), each plus what the roundings cost, with l(b) = sqrt(d +
                 2 sqrt(d log(1/b)) + 2 log(1/b)). All steps but the last share rho/4 equally, and the last has 3 rho/4.
                 Records are integers in units of 1/ceil(sqrt(n)/sigma_max).
    Accuracy.    For n samples of N(mu, Sigma) with ||Sigma|| <= sigma_max^2 and ||mu|| <= radius, mu is within r_t of
                 the result with probability at least 1 - beta.
    Privacy.     For every data set, whatever its law.
    Neighbors.   replace one record; n is public; a missing coordinate counts as 0.
    Guarantee.   rho-zCDP.
    Source.      instance Section 6.1, MVMRec of Biswas, Dong, Kamath, Ullman (2020).
    """

    name = "coinpress_mean"
    summary = "samples, baseline: a ball around the mean that shrinks from step to step"
    required = ("rho", "d", "n", "radius", "sigma_max")
    optional = ("iterations", "beta")
    profile = None

    rho: Fraction
    d: int
    n: int
    radius: Fraction
    sigma_max: Fraction
    iterations: int = STEPS
    beta: Fraction = BETA

    def __post_init__(self) -> None:
        positive(self.rho)
        failure(self.beta)

    @cached_property
    def bucket_width(self) -> Fraction:
        """The width of a bucket, at most sigma_max/sqrt(n)."""
        return statistical_bucket(self.n, self.sigma_max)

    @cached_property
    def plan(self) -> Refinement:
        """The public plan of the steps, in units of the bucket."""
        b = self.bucket_width
        return Refinement(self.rho, self.d, self.n, self.radius / b, self.sigma_max / b, self.beta, self.iterations)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records, and on the range of the estimate."""
        reach = self.plan.reach * self.bucket_width
        return (f"coordinates are rounded to multiples of {self.bucket_width}, ties to even, and moved into [-{reach}, "
            f"{reach}]", "the estimate is not confined to the radius", *self.plan.grown)

    def records(self, data: Iterable[Any] | Table) -> Table:
        """Returns the records as integers in units of the bucket; a ready-made table has such integers already."""
        reach = self.plan.reach
        return taken(data, self.n, self.d, -reach, reach) if isinstance(data, Table) else read(data, self.n, self.d,
            -reach, reach, self.bucket_width)

    def program(self, data: Iterable[Any] | Table) -> Program:
        """Yields the step buckets, the steps of `refined`, then mean; draws noise_i_j."""
        table = self.records(data)
        if (rows := table.shown()) is not None:
            yield Step("buckets", rows)
        mean = [v * self.bucket_width for v in (yield from refined(table, self.plan))]
        yield Step("mean", mean)
        return tuple(mean)
