"""The shifted clipped mean (instance Section 3.3).

It takes a random rotation, private medians of the coordinates, and the clipped mean of what is left
around them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...distributions.finite import Sign
from ...exact import rotation
from ...exact.reals import Number, Scalar
from ...privacy.guarantees import Guarantee, ZeroConcentratedDP
from ...programs.program import Draw, Program, Step, whole
from ...programs.table import Table
from .clipping import OfIntegers
from .private_threshold import BETA, Plan
from .quantile import failure, real_rho, search


def median_share(rho: Scalar, d: Scalar) -> Scalar:
    """Returns rho/(4 d), the budget of the median of one coordinate."""
    return rho / (4 * d)


def rest_share(rho: Scalar) -> Scalar:
    """Returns 3 rho/4, the budget of the clipped mean around the medians, its own threshold
    included.
    """
    return 3 * rho / 4


def coordinate_bound(d: Scalar, u: Scalar) -> Scalar:
    """Returns d u: no coordinate of H D x is larger in size, for d coordinates from 0 to u."""
    return d * u


def squared_norm_bound(padded: Scalar, d: Scalar, u: Scalar) -> Scalar:
    """Returns d' (2 d u)^2: no squared norm is larger after a shift by medians of that range."""
    return padded * (2 * coordinate_bound(d, u)) ** 2


def median_rank(n: int) -> int:
    """Returns ceil(n/2), the rank of the median."""
    return (n + 1) // 2


@dataclass(frozen=True)
class ShiftedClippedMean(OfIntegers):
    """The mean of vectors, with an error in proportion to their diameter instead of their norms.

    Definition.  xh = H D x with d' random signs D, where d' is the least power of two >= d and x is padded with zeros.
                 c_j = PrivQuant of coordinate j over [-d u, d u] at rank ceil(n/2) with rho/(4 d').
                 y = the clipped mean of xh - c with 3 rho/4, a quarter of it for the threshold over
                 [0, d' (2 d u)^2]. The estimate is the first d coordinates of D H (y + c)/d'.
    Randomness.  The signs need not be secret: every choice of them is rho-zCDP.
    Neighbors.   replace one record; n is public.
    Guarantee.   rho-zCDP (corrected).
    Source.      instance Section 3.3, Theorem 3.3, Remark 3.1.
    """

    name = "shifted_clipped_mean"
    summary = "vectors: rotated, shifted by private medians, then clipped"
    required = ("rho", "u", "d", "n")
    optional = ("beta", "steps", "constants", "noise", "edition")

    beta: Fraction = BETA
    steps: int = 1
    constants: str = "paper"
    noise: str = "discrete_gaussian"
    edition: str = "corrected"

    def __post_init__(self) -> None:
        super().__post_init__()
        failure(self.beta)

    @property
    def padded(self) -> int:
        """The padded dimension d', the least power of two that is at least d."""
        return rotation.padded(self.d)

    @property
    def plan(self) -> Plan:
        """The public plan of the clipped mean around the medians.

        As printed, the range of its squared norms is d u^2, as before the shift.
        """
        printed = self.edition == "printed"
        high = (
            self.padded * self.u**2 if printed else squared_norm_bound(self.padded, self.d, self.u)
        )
        return Plan(
            rest_share(self.rho),
            high,
            self.padded,
            self.n,
            self.beta,
            4,
            self.constants,
            self.edition,
            self.u,
        )

    @property
    def real_rho(self) -> Number:
        """The rho that medians, threshold and mean together really have for every data set."""
        reach = coordinate_bound(self.d, self.u)
        return (
            self.padded * real_rho(-reach, reach, median_share(self.rho, self.padded), self.edition)
            + self.plan.real_rho
        )

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: rho-zCDP; for the printed edition, with the rho that its noise really
        gives.
        """
        return Guarantee(
            ZeroConcentratedDP(self.rho if self.edition != "printed" else self.real_rho),
            self.relation,
        )

    @property
    def told(self) -> tuple[str, ...]:
        """A sentence for users where the estimate is made of the medians alone; otherwise
        nothing.
        """
        return self.plan.told("the estimate is made of the private medians alone")

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records, and on parameters for which only their
        medians are used.
        """
        return (*super().further_policies, *self.told)

    def program(self, data: Iterable[Any] | Table) -> Program:
        """The program of the estimate.

        Draws sign_1, ..., median_1_1, ... (coordinate, iteration), threshold_1, ..., noise_1, ...;
        yields the steps rotated, those of the medians, center, shifted, those of the clipped mean,
        estimate.
        """
        table = self.records(data)
        signs = []
        for j in range(self.padded):
            signs.append(whole((yield Draw(f"sign_{j + 1}", Sign()))))
        turned = table.rotated(signs)
        if (rows := turned.shown()) is not None:
            yield Step("rotated", rows)
        center = yield from self.medians(turned)
        yield Step("center", [Fraction(c) for c in center])
        around = turned.minus(center)
        if (rows := around.shown()) is not None:
            yield Step("shifted", rows)
        mean = yield from self.plan.program(around, self.steps, self.noise)
        yield Step("mean_around_center", mean)
        estimate = rotation.back([m + c for m, c in zip(mean, center, strict=True)], signs, self.d)
        yield Step("estimate", estimate)
        return tuple(estimate)

    def medians(self, turned: Table) -> Program:
        """The program of the private medians of all coordinates, as a list."""
        reach = coordinate_bound(self.d, self.u)
        selection = search(
            -reach,
            reach,
            median_rank(self.n),
            median_share(self.rho, self.padded),
            self.noise,
            self.edition,
        )
        center = []
        for j in range(self.padded):
            center.append((yield from selection.program(turned.column(j), f"median_{j + 1}")))
        return center
