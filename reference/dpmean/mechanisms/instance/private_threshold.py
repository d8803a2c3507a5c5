"""The public plan of a clipped mean with a private threshold (instance Section 3.2).

A quarter of the budget is for the threshold, the rest for the mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...exact import reals
from ...exact.enclosure import ceil, compare, floor
from ...exact.reals import Number, Scalar
from ...programs.program import Program, Step, whole
from ...programs.table import Table
from .clipping import noise_weight, noisy_mean
from .quantile import printed_log, printed_squared_rank_error, rank_error, real_rho, search

BETA = Fraction(1, 10)


def threshold_share(rho: Scalar) -> Scalar:
    """Returns rho/4, the budget of the selection of the threshold."""
    return rho / 4


def mean_share(rho: Scalar) -> Scalar:
    """Returns 3 rho/4, the budget of the clipped mean."""
    return 3 * rho / 4


def printed_rank_error(d: int, u: int, rho: Fraction, beta: Fraction) -> Number:
    """Returns tau = 2 sqrt(log(d u) log(log(d u)/beta)/rho) as printed, with logarithms log(d u) of
    base 2.

    It is 0 where the inner logarithm is not positive.
    """
    log_du = printed_log(d * u)
    if compare(log_du, beta) <= 0:
        return Fraction(0)
    return 2 * reals.root(2 * printed_squared_rank_error(log_du, reals.log(log_du / beta), rho), 2)


@dataclass(frozen=True)
class Plan:
    """The public plan of a clipped mean with a private threshold.

    This is the rank of the norm, the range of the squared norms, and the budgets.
    """

    rho: Fraction
    high: int
    d: int
    n: int
    beta: Fraction
    factor: int
    constants: str
    edition: str
    u: int

    @property
    def weight(self) -> Number:
        """The weight s = sqrt(factor d/(2 rho')), where rho' is the budget of the mean; as printed,
        rho' is all of rho.
        """
        spent = self.rho if self.edition == "printed" else mean_share(self.rho)
        return reals.root(noise_weight(Fraction(self.factor), self.d, spent), 2)

    @property
    def error(self) -> Number:
        """The rank error tau of the selection of the threshold."""
        if self.edition == "printed":
            return printed_rank_error(self.d, self.u, self.rho, self.beta)
        return rank_error(self.high + 1, threshold_share(self.rho), self.beta, self.constants)

    @property
    def rank(self) -> int:
        """The rank n - max{floor(s), ceil(tau)} of the threshold; where it is below 1, the estimate
        is 0.

        As printed it is max{n - ceil(max{s, tau}), 1}.
        """
        if self.edition == "printed":
            return max(self.n - max(ceil(self.weight), ceil(self.error)), 1)
        return self.n - max(floor(self.weight), ceil(self.error))

    @property
    def real_rho(self) -> Number:
        """The rho that selection and mean together really have for every data set; 0 where there is
        no rank.
        """
        if self.rank < 1:
            return Fraction(0)
        return real_rho(0, self.high, threshold_share(self.rho), self.edition) + mean_share(
            self.rho
        )

    def told(self, otherwise: str) -> tuple[str, ...]:
        """Returns a sentence for users where the parameters leave no rank, which is public;
        `otherwise` ends it.
        """
        return () if self.rank >= 1 else (f"too few records for these parameters: {otherwise}",)

    def program(self, table: Table, steps: int, noise: str) -> Program:
        """The program of the mean of the records, in units of the table, or zeros where n is too
        small.

        Yields the selection's draws threshold_1, ... and steps, then threshold_squared and those of
        the noisy mean.
        """
        if self.rank < 1:
            return [Fraction(0)] * table.d
        column = table.squared_norms()
        selection = search(0, self.high, self.rank, threshold_share(self.rho), noise, self.edition)
        squared = whole((yield from selection.program(column, "threshold")))
        yield Step("threshold_squared", Fraction(squared))
        return (
            yield from noisy_mean(table, squared, steps, self.factor, mean_share(self.rho), noise)
        )
