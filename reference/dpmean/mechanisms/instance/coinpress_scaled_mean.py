"""The baseline COINPRESS for an unknown covariance (MVCRec, then MVMRec).

The records are whitened by a private covariance, then comes their mean, and the whitening is
undone. The whitening is a lower triangular matrix A (any A with A Sigma A' near I serves; the paper
takes the symmetric one). Whitened records are integers in steps of 2^-20.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...distributions.published_gaussian import noise_law
from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import LATTICE, ceil, up
from ...exact.reals import Scalar
from ...programs.postprocess import by_value, confined
from ...programs.program import Draw, Program, Step, whole
from ...programs.table import read, rows_of_numbers, truncated
from .coinpress import STEPS, Refinement, refined, shares
from .of_vectors import OfVectors
from .private_threshold import BETA
from .quantile import failure, positive
from .real import statistical_bucket
from .tails import norm_radius
from .whitening import Matrix, applied, down, factor, solved, squared_size, whitened

FINE = 1 << 20
PASSES = 3


def product_variance(clip: Scalar, rho: Scalar) -> Scalar:
    """Returns C^4/rho, sigma^2 of each entry on and below the diagonal of the sum of w w'; no w is
    longer than C.

    For the sum over all entries, ||w w' - v v'||^2 = ||w||^4 + ||v||^4 - 2 (w v)^2 <= 2 C^4, and so
    for those of a triangle; hence sigma^2 = 2 C^4/(2 rho).
    """
    return clip**4 / rho


def sampling_error(root_d: Scalar, root_log: Scalar) -> Scalar:
    """Returns 2 x + x^2 with x = sqrt(d/m) + sqrt(2 log(1/beta)/m), the two roots being the
    arguments.

    It bounds the distance between the covariance of m standard normal vectors and I.
    """
    x = root_d + root_log
    return 2 * x + x * x


def noise_error(sigma: Scalar, root_d: Scalar, root_log: Scalar) -> Scalar:
    """Returns 2 sigma (sqrt(d) + sqrt(log(1/beta))), a bound for eigenvalues of a symmetric matrix
    of normal noise.
    """
    return 2 * sigma * (root_d + root_log)


@dataclass(frozen=True)
class CoinpressScaledMean(OfVectors):
    """The mean of a law whose covariance is unknown, between sigma_min^2 I and sigma_max^2 I.

    Records are whitened by t private covariances with half of rho; then comes the mean of
    `coinpress_mean` in ten steps.

    Definition.   The m = floor(n/2) differences y_k = x_(2k-1) - x_2k have covariance 2 Sigma. A_0 = I/(sqrt(2)
                  sigma_max). Pass i: w = A y, truncated and clipped at C; Z = the mean of w w' with
                  noise; L L' = Z + (sampling error + noise error) I; A_i = L^-1 A_(i-1). The
                  estimate is the mean of A x, multiplied by A^-1.
    Sensitivity.  A record lies in at most one difference. C = l(beta_i/m) for beta_i = beta/(6 t), with l as for
                  coinpress_mean.
    Accuracy.     None is proved here: the mean's radii take the covariance of A x to be at most I/2, and leave out what
                  rounding records to buckets does.
    Privacy.      For every data set, whatever its law.
    Neighbors.    replace one record; n is public; a missing coordinate counts as 0.
    Guarantee.    rho-zCDP.
    Source.       instance Section 6.1, MVCRec-MVMRec of Biswas, Dong, Kamath, Ullman (2020).
    """

    name = "coinpress_scaled_mean"
    summary = "samples, baseline: as coinpress_mean, after whitening by private covariances"
    required = ("rho", "d", "n", "radius", "sigma_min", "sigma_max")
    optional = ("iterations", "beta")
    profile = None

    rho: Fraction
    d: int
    n: int
    radius: Fraction
    sigma_min: Fraction
    sigma_max: Fraction
    iterations: int = PASSES
    beta: Fraction = BETA

    def __post_init__(self) -> None:
        positive(self.rho)
        failure(self.beta)
        if self.sigma_min > self.sigma_max:
            raise InvalidInput(
                "bounds_order", "sigma_min must not be greater than sigma_max", argument="sigma_min"
            )
        if self.n < 2:
            raise InvalidInput(
                "out_of_range", "n: at least two records, for one difference", argument="n"
            )

    @cached_property
    def bucket_width(self) -> Fraction:
        """The width b of a bucket, at most sigma_min/sqrt(n)."""
        return statistical_bucket(self.n, self.sigma_min)

    @property
    def pairs(self) -> int:
        """The number m = floor(n/2) of differences of two records."""
        return self.n // 2

    @property
    def each(self) -> Fraction:
        """The probability beta_i = beta/(6 t) of failure of each part of a pass: norms, sampling,
        noise.
        """
        return self.beta / (6 * self.iterations)

    @cached_property
    def reach(self) -> int:
        """A bound on every coordinate of the samples in units of b, except with a small
        probability.
        """
        return (
            ceil(
                (self.radius + self.sigma_max * norm_radius(self.d, self.each / self.n))
                / self.bucket_width
            )
            + 1
        )

    @cached_property
    def clip(self) -> int:
        """The norm C at which whitened differences are clipped, in steps of 2^-20."""
        return ceil(FINE * norm_radius(self.d, self.each / self.pairs))

    @cached_property
    def variances(self) -> list[Fraction]:
        """The variance parameter sigma^2 of the noise on an entry of the sum of products, for each
        pass, in units of 2^-80.
        """
        return [
            Fraction(product_variance(Fraction(self.clip), rho))
            for rho in shares(self.rho / 2, self.iterations)
        ]

    @property
    def first(self) -> Matrix:
        """The first whitening A_0 = I/(sqrt(2) sigma_max), for records in units of b."""
        size = down(1 / up(reals.root(Fraction(2), 2) * (self.sigma_max / self.bucket_width)))
        return [[size if i == j else Fraction(0) for j in range(self.d)] for i in range(self.d)]

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records, and on the range of the estimate."""
        return (
            f"coordinates are rounded to multiples of {self.bucket_width}, ties to even, and "
            f"moved into [-{self.reach * self.bucket_width}, {self.reach * self.bucket_width}]",
            "the estimate is not confined to the radius",
        )

    def slack(self, variance: Fraction) -> Fraction:
        """Returns what a pass adds to the diagonal of its covariance, raised to a multiple of
        2^-40.
        """
        d, m, log_term = Fraction(self.d), self.pairs, reals.log(1 / self.each)
        sampled = sampling_error(reals.root(d / m, 2), reals.root(log_term * Fraction(2, m), 2))
        return up(
            sampled
            + noise_error(
                reals.root(variance, 2) / (m * FINE**2), reals.root(d, 2), reals.root(log_term, 2)
            )
        )

    def covariance(self, whitened_pairs: list[list[int]], variance: Fraction, i: int) -> Program:
        """The program of the noisy covariance Z of one pass, a symmetric matrix.

        Draws product_i_j_k for k <= j; yields the steps products_i and noisy_products_i, row by row
        of the triangle.
        """
        places = [(j, k) for j in range(self.d) for k in range(j + 1)]
        sums = [sum(w[j] * w[k] for w in whitened_pairs) for j, k in places]
        yield Step(f"products_{i}", [Fraction(v) for v in sums])
        law, noisy = noise_law("discrete_gaussian", variance), []
        assert law is not None  # C is positive
        for (j, k), v in zip(places, sums, strict=True):
            noisy.append(v + whole((yield Draw(f"product_{i}_{j + 1}_{k + 1}", law))))
        yield Step(f"noisy_products_{i}", [Fraction(v) for v in noisy])
        found = {
            place: v * Fraction(1, self.pairs * FINE**2)
            for place, v in zip(places, noisy, strict=True)
        }
        return [[found[max(j, k), min(j, k)] for k in range(self.d)] for j in range(self.d)]

    def whitening(self, rows: list[list[int]]) -> Program:
        """The program of the whitening A after all passes; each pass i yields the step
        whitening_i.
        """
        differences = [
            [v - w for v, w in zip(rows[2 * k], rows[2 * k + 1], strict=True)]
            for k in range(self.pairs)
        ]
        a = self.first
        for i, variance in enumerate(self.variances, 1):
            near = [truncated(applied(a, y, FINE), Fraction(self.clip**2), 1) for y in differences]
            z = yield from self.covariance(near, variance, i)
            slack = self.slack(variance)
            raised = [[v + slack * (j == k) for k, v in enumerate(row)] for j, row in enumerate(z)]
            a = whitened(factor(raised, slack), a)
            yield Step(f"whitening_{i}", a)
        return a

    def inner(self, a: Matrix) -> Refinement:
        """Returns the plan for the mean of A x, in steps of 2^-20.

        The mean of A x is not longer than ||A|| times the radius, and standard deviations are taken
        to be at most 1/sqrt(2).
        """

        def plan(size: Fraction, first: int | None = None) -> Refinement:
            radius = reals.root(size, 2) * (FINE * self.radius / self.bucket_width)
            return Refinement(
                self.rho / 2,
                self.d,
                self.n,
                radius,
                reals.root(Fraction(FINE**2, 2), 2),
                self.beta / 2,
                STEPS,
                first,
            )

        clip = by_value(lambda k: plan(Fraction(k, LATTICE**2)).reach, squared_size(a) * LATTICE**2)
        return plan(Fraction(0), clip)

    def program(self, data: Iterable[Any]) -> Program:
        """Yields the step buckets, the steps of the passes, those of `refined`, then mean.

        Draws product_i_j_k, then noise_i_j.
        """
        rows = [
            list(row)
            for row in read(data, self.n, self.d, -self.reach, self.reach, self.bucket_width).rows
        ]
        yield Step("buckets", [[Fraction(v) for v in row] for row in rows])
        a = yield from self.whitening(rows)
        plan = self.inner(a)
        moved = [
            [confined(v, -plan.reach, plan.reach) for v in applied(a, row, FINE)] for row in rows
        ]
        found = yield from refined(rows_of_numbers(moved, self.d), plan)
        mean = [v * self.bucket_width for v in solved(a, [v / FINE for v in found])]
        yield Step("mean", mean)
        return tuple(mean)
