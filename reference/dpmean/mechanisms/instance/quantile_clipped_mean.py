"""The mean of vectors whose norms are clipped at a private quantile of theirs (instance Section
3.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...privacy.guarantees import Guarantee, ZeroConcentratedDP
from ...programs.program import Program, Step
from ...programs.table import Table
from .clipping import OfIntegers, factor
from .private_threshold import BETA, Plan
from .quantile import failure


@dataclass(frozen=True)
class QuantileClippedMean(OfIntegers):
    """The clipped mean whose threshold is a private quantile of the norms.

    Definition.  C^2 = PrivQuant of the squared norms over [0, d u^2] at rank n - max{floor(s), ceil(tau)} with rho/4,
                 then the clipped mean with 3 rho/4. s = sqrt(2 d/(3 rho/4)) makes C optimal for the
                 noise that is really added, and tau is the rank error for failure beta (1/10 by
                 default). The estimate is 0 where that rank is below 1. With constants = exact, s
                 and the noise are those for records without negative coordinates, and tau is
                 one-sided. With edition = printed, PrivQuant is as printed, s = sqrt(2 d/rho), tau
                 is the paper's, and the rank is at least 1.
    Neighbors.   replace one record; n is public.
    Guarantee.   rho-zCDP (corrected).
    Source.      instance Section 3.2, Theorem 3.2.
    """

    name = "quantile_clipped_mean"
    summary = "vectors: norms clipped at a private quantile of theirs"
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
    def plan(self) -> Plan:
        """The public plan of the selection and the mean."""
        return Plan(
            self.rho,
            self.d * self.u**2,
            self.d,
            self.n,
            self.beta,
            factor(self.constants, self.d),
            self.constants,
            self.edition,
            self.u,
        )

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: rho-zCDP; for the printed edition, with the rho that its noise really
        gives.
        """
        return Guarantee(
            ZeroConcentratedDP(self.rho if self.edition != "printed" else self.plan.real_rho),
            self.relation,
        )

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users on what happens to records, and on parameters for which they are not
        looked at.
        """
        return (
            *super().further_policies,
            *self.plan.told("the estimate is 0, whatever the records are"),
        )

    def program(self, data: Iterable[Any] | Table) -> Program:
        """Yields the step squared_norms, the steps of the selection, then those of the clipped
        mean.

        Draws threshold_1, ..., noise_1, ...
        """
        table = self.records(data)
        shown = table.shown()
        if shown is not None:
            yield Step("squared_norms", [sum((v * v for v in row), Fraction(0)) for row in shown])
        mean = yield from self.plan.program(table, self.steps, self.noise)
        yield Step("mean", mean)
        return tuple(mean)
