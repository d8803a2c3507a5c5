"""The baseline COINPRESS for a known covariance (MVMRec of Biswas, Dong, Kamath and Ullman 2020).

A ball that holds the mean shrinks from step to step. All lengths are integers or certified reals in
units of the bucket. `refined` is the algorithm for any unit; `coinpress_scaled_mean.py` uses it on
whitened records.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from ...distributions.published_gaussian import noise_law
from ...exact import reals
from ...exact.enclosure import ceil, compare
from ...exact.reals import Number, Scalar
from ...programs.postprocess import by_value, law_by_value
from ...programs.program import Draw, Program, Step, whole
from ...programs.table import Rows, Table
from .clipping import lattice_variance
from .tails import norm_radius, squared_spread

FACTOR, STEPS = 4, 10
TAILS = ("together", "each")


def shares(rho: Fraction, t: int) -> list[Fraction]:
    """Returns the budget of each of t steps, which add up to rho.

    The last step spends three quarters, and the others share the rest equally; a single step spends
    all.
    """
    return [rho] if t == 1 else [rho / (4 * (t - 1))] * (t - 1) + [3 * rho / 4]


def variance(clip: int, rho: Fraction) -> Fraction:
    """Returns V = 2 C^2/rho, sigma^2 of the noise of each coordinate of a sum of records within C
    of the centre.
    """
    found: Fraction = lattice_variance(Fraction(FACTOR), Fraction(clip**2), 1, rho)
    return found


def ball(radius: Scalar, length: Scalar, sigma: Scalar, half: Scalar) -> Scalar:
    """Returns r + sigma l + sqrt(d)/2, the largest distance of a rounded record from the centre.

    This holds if the mean lies within r of the centre and no record is farther than sigma l from
    the mean; half = sqrt(d)/2 is for the rounding.
    """
    return radius + sigma * length + half


def squared_ball(radius: Scalar, length: Scalar, sigma: Scalar, spread: Scalar) -> Scalar:
    """Returns r^2 + 2 r sigma z + (sigma l)^2, a squared distance from the centre; l = length, z =
    spread.

    No record is farther if |mu - c| <= r, |x - mu| <= sigma l and (x - mu)(mu - c) <= r sigma z.
    With z = l it is the square of r + sigma l.
    """
    return radius**2 + 2 * radius * sigma * spread + (sigma * length) ** 2


def squared_deviation(sigma_squared: Scalar, noise: Scalar, n: Scalar) -> Scalar:
    """Returns sigma^2/n + V/n^2, the variance of a coordinate of the noisy mean of n records."""
    return sigma_squared / n + noise / n**2


def shrunk(length: Scalar, deviation: Scalar, half: Scalar) -> Scalar:
    """Returns l s + sqrt(d), the largest distance of the next centre from the mean; s = deviation,
    l = length.

    Records are rounded, and so is the centre, which costs half = sqrt(d)/2 each.
    """
    return length * deviation + 2 * half


@dataclass(frozen=True)
class Refinement:
    """The plan of t steps from a ball around 0, which is public, or follows from what has been
    released.

    It has the radii of clipping, the variances of the noise, and the radii of the balls that are
    left. `first` is the radius C_1 of clipping where it is known already; in columns of many
    releases, that of each. `tails` says what beta bounds: all tails of all steps `together`, or
    `each` by itself.
    """

    rho: Fraction
    d: int
    n: int
    radius: Number
    sigma: Number
    beta: Fraction
    t: int
    first: int | None = None
    tails: str = TAILS[0]

    @cached_property
    def clips(self) -> list[int]:
        """The clipping radius C of each step.

        Together, each step fails with probability at most beta/t, half of it for the records and
        half for their noisy mean.
        """
        found = [self.widest(self.radius) if self.first is None else self.first]
        for rho in shares(self.rho, self.t)[:-1]:
            found.append(by_value(partial(self._next, rho), found[-1]))
        return found

    @cached_property
    def stages(self) -> list[tuple[int, Fraction, Number]]:
        """The clipping radius C, the variance V and the radius r that is left, (C, V, r), for each
        step.
        """
        return [
            (clip, variance(clip, rho), self.left(clip, rho))
            for clip, rho in zip(self.clips, shares(self.rho, self.t), strict=True)
        ]

    @cached_property
    def _lengths(self) -> tuple[Number, Number, Number]:
        """Returns sqrt(d)/2, and the lengths l of the records and of the noisy mean of a step."""
        part = self.beta / self.t
        of_record, of_noise = (
            (part / (2 * self.n), part / 2) if self.tails == "together" else (self.beta, self.beta)
        )
        return (
            reals.root(Fraction(self.d), 2) / 2,
            norm_radius(self.d, of_record),
            norm_radius(self.d, of_noise),
        )

    def _next(self, rho: Fraction, clip: int) -> int:
        """Returns the clipping radius of the step after one that clips at C and spends rho."""
        return self.widest(self.left(clip, rho))

    def widest(self, radius: Number) -> int:
        """Returns the clipping radius C of a step from a ball of that radius."""
        half, of_records, _ = self._lengths
        if self.tails == "together":
            return ceil(ball(radius, of_records, self.sigma, half))
        spread = reals.root(squared_spread(reals.log(1 / self.beta)), 2)
        return ceil(reals.root(squared_ball(radius, of_records, self.sigma, spread), 2) + half)

    def left(self, clip: int, rho: Fraction) -> Number:
        """Returns the radius r that is left after a step that clips at C and spends rho."""
        half, _, of_noise = self._lengths
        deviation = reals.root(
            squared_deviation(self.sigma * self.sigma, variance(clip, rho), self.n), 2
        )
        found: Number = shrunk(of_noise, deviation, half)
        return found

    @property
    def unproved(self) -> tuple[str, ...]:
        """A sentence for users if nothing is proved of the accuracy; otherwise nothing."""
        return (
            ()
            if self.tails == "together"
            else (
                "some records of a sample are clipped, and how far the estimate is "
                "from the mean is not proved",
            )
        )

    @property
    def grown(self) -> tuple[str, ...]:
        """A sentence for users if the radii do not shrink, which is public; otherwise nothing."""
        return (
            ()
            if compare(self.stages[-1][2], self.radius) < 0
            else (
                "so few records for so much noise that the "
                "last ball is wider than the first: the estimate may be anywhere",
            )
        )

    @property
    def reach(self) -> int:
        """The clipping radius C_1 of the first step, in units of the bucket.

        Larger coordinates are moved to it beforehand; the first step would clip such a record
        anyway.
        """
        return self.clips[0]


def refined(table: Table, plan: Refinement) -> Program:
    """The program of the mean after all steps, in units of the bucket.

    Draws noise_i_j; steps clipped_i, sum_i, noisy_sum_i, and center_i but for the last i.
    """
    center = [0] * table.d
    for i, (clip, rho) in enumerate(zip(plan.clips, shares(plan.rho, plan.t), strict=True), 1):
        noisy = yield from noisy_sum(table.minus(center), i, clip, rho)
        if i < plan.t:
            center = [
                c + round(v * Fraction(1, table.n)) for c, v in zip(center, noisy, strict=True)
            ]
            yield Step(f"center_{i}", [Fraction(c) for c in center], (i, *center))
    return [c + v * Fraction(1, table.n) for c, v in zip(center, noisy, strict=True)]


def noisy_sum(around: Table, i: int, clip: int, rho: Fraction) -> Program:
    """The program of step i: clips the records around the centre, sums them, and adds the noise."""
    squared: Any = clip * clip
    if isinstance(around, Rows):
        yield Step(
            f"clipped_{i}", [[Fraction(v) for v in row] for row in around.clipped(squared, 1)]
        )
    sums = around.clipped_sum(squared, 1)
    yield Step(f"sum_{i}", [Fraction(v) for v in sums])
    law, noisy = law_by_value(lambda c: noise_law("discrete_gaussian", variance(c, rho)), clip), []
    assert law is not None  # C is positive
    for j, v in enumerate(sums, 1):
        noisy.append(v + whole((yield Draw(f"noise_{i}_{j}", law))))
    yield Step(f"noisy_sum_{i}", [Fraction(v) for v in noisy])
    return noisy
