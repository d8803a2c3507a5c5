"""The baseline COINPRESS for a known covariance (instance Section 6.1), as a mechanism."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...programs.program import Program, Step
from ...programs.table import Table, read, taken
from .coinpress import STEPS, TAILS, Refinement, refined
from .of_vectors import OfVectors
from .private_threshold import BETA
from .quantile import failure, positive
from .real import statistical_bucket


@dataclass(frozen=True)
class CoinpressMean(OfVectors):
    """The mean of a law with standard deviations of at most sigma_max, by t steps from a ball of
    `radius` around 0.

    Definition.  r_0 = radius. Step i clips the records at distance C_i from c_(i-1), adds discrete Gaussian noise to
                 their sum, and moves the centre to their noisy mean. C_i = r_(i-1) + sigma_max
                 l(beta/(2 n t)) and r_i = l(beta/(2 t)) sqrt(sigma_max^2/n + V_i/n^2), each plus
                 what the roundings cost, with l(b) = sqrt(d + 2 sqrt(d log(1/b)) + 2 log(1/b)). All
                 steps but the last share rho/4 equally, and the last has 3 rho/4. Records are
                 integers in units of 1/ceil(sqrt(n)/sigma_max).
    Accuracy.    For n samples of N(mu, Sigma) with ||Sigma|| <= sigma_max^2 and ||mu|| <= radius, mu is within r_t of
                 the result with probability at least 1 - beta.
    Tails.       So it is for tails = together, as the paper of COINPRESS has it: beta is for all records and all steps.
                 For tails = each, all lengths are l(beta), and C_i = sqrt(r^2 + 2 r sigma_max
                 sqrt(2 log(1/beta)) + (sigma_max l)^2) with r = r_(i-1). A record of a sample is
                 then clipped with probability at most 2 beta in the first step, and nothing is
                 proved of the others: their centres depend on the record, so (x - mu)(mu - c) is no
                 normal variable. With beta = 1/100 this is what COINPRESS's published program does
                 (it writes 3 for sqrt(2 log 100) = 3.03, and does not round). It clips closer and
                 so adds less noise: at n = 1000, d = 50, rho = 1/2, radius = 10 sqrt(d) the squared
                 error with tails = together is 19 to 29 % larger than the program's, with tails =
                 each 2 % at most (`dpmean experiment instance settings`).
    Privacy.     For every data set, whatever its law, and for every C_i that does not depend on the records.
    Neighbors.   replace one record; n is public; a missing coordinate counts as 0.
    Guarantee.   rho-zCDP.
    Source.      instance Section 6.1, MVMRec of Biswas, Dong, Kamath, Ullman (2020).
    """

    name = "coinpress_mean"
    summary = "samples, baseline: a ball around the mean that shrinks from step to step"
    required = ("rho", "d", "n", "radius", "sigma_max")
    optional = ("iterations", "beta", "tails")
    profile = None

    rho: Fraction
    d: int
    n: int
    radius: Fraction
    sigma_max: Fraction
    iterations: int = STEPS
    beta: Fraction = BETA
    tails: str = TAILS[0]

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
        return Refinement(
            self.rho,
            self.d,
            self.n,
            self.radius / b,
            self.sigma_max / b,
            self.beta,
            self.iterations,
            tails=self.tails,
        )

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records, and on the range of the estimate."""
        reach = self.plan.reach * self.bucket_width
        return (
            f"coordinates are rounded to multiples of {self.bucket_width}, ties to even, and "
            f"moved into [-{reach}, {reach}]",
            "the estimate is not confined to the radius",
            *self.plan.unproved,
            *self.plan.grown,
        )

    def records(self, data: Iterable[Any] | Table) -> Table:
        """Returns the records as integers in units of the bucket; a ready-made table has such
        integers already.
        """
        reach = self.plan.reach
        return (
            taken(data, self.n, self.d, -reach, reach)
            if isinstance(data, Table)
            else read(data, self.n, self.d, -reach, reach, self.bucket_width)
        )

    def program(self, data: Iterable[Any] | Table) -> Program:
        """Yields the step buckets, the steps of `refined`, then mean; draws noise_i_j."""
        table = self.records(data)
        if (rows := table.shown()) is not None:
            yield Step("buckets", rows)
        mean = [v * self.bucket_width for v in (yield from refined(table, self.plan))]
        yield Step("mean", mean)
        return tuple(mean)
