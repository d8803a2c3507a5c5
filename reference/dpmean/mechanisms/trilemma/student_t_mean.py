"""The mean of bounded records whose number is private, with Student's t noise (trilemma Theorem
E.6).

It has pure DP and is without bias.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ...distributions.student_t import StudentT, degrees
from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.enclosure import compare, up
from ...exact.reals import Number
from ...privacy.neighbors import Neighbors
from ...programs.program import Draw, Program, Step
from ...programs.records import summed
from ..addremove.one_epsilon import OneEpsilon
from . import smooth

_ZERO = Fraction(0)


def exact_kappa(d: int, decay: Decay) -> Number:
    """Returns the greatest 1/(2 d tau^2) at which the exact loss is epsilon, with beta as in the
    paper.
    """
    still = cosh(decay, Fraction(2, d + 1)) - 1
    moved = (
        cosh(decay, Fraction(2, d + 1) * (1 - Fraction(d - 1, 6 * (d + 1))))
        - cosh(decay, Fraction(1, 3 * (d + 1)))
    ) * decay.power(-Fraction(1, 3 * (d + 1)))
    return still if compare(still, moved) <= 0 else moved


def cosh(decay: Decay, times: Fraction) -> Number:
    """Returns cosh(u) = (e^u + e^-u)/2 for u = times epsilon."""
    return (decay.power(times) + decay.power(-times)) / 2


def noise_root(d: int, decay: Decay, constants: str = "paper") -> Number:
    """Returns tau sqrt(d), the scale of the noise of density in proportion to (1 + y^2)^(-(d +
    1)/2).

    It is relative to the smooth bound. With constants = exact it is raised to a multiple of 2^-40.
    """
    degrees(d)
    if constants == "paper":
        found: Number = smooth.scale(decay.epsilon, d)
        return found
    return up(reals.root(1 / (2 * exact_kappa(d, decay)), 2))


@dataclass(frozen=True)
class StudentTMean(OneEpsilon):
    """The mean of the clipped records, 0 if there are none, plus Student's t noise.

    The scale of the noise is smooth in the number of records.

    Definition.  mean + tau S Z, where Z is Student's t with d degrees of freedom, S = (u - l) max{e^(-beta (n - 1)),
                 1/n} (u - l for n = 0), beta = epsilon/(3 (d + 1)) and tau = 3 (d + 1)/(4 sqrt(d)
                 epsilon), that is epsilon/12 and sqrt(3)/epsilon at d = 3. With `constants=exact`
                 tau is the least at which the exact loss is epsilon (tau sqrt(d) raised to a
                 multiple of 2^-40).
    Unbiased.    For every law on [lower, upper], n >= 1 and d >= 2; for d = 1 the noise has no mean. lower <= 0 <=
                 upper.
    Neighbors.   add, remove or replace one record.
    Guarantee.   epsilon-DP.
    Source.      trilemma Theorem E.6.
    """

    name = "student_t_mean"
    summary = (
        "bounded records, private n: Student's t noise, pure DP, without bias; lower <= 0 <= upper"
    )
    required = ("epsilon", "lower", "upper")
    optional = ("degrees", "constants")

    d: int = 3
    constants: str = "paper"

    relation: ClassVar[Neighbors] = Neighbors.ADD_REMOVE_OR_REPLACE_ONE
    missing: ClassVar[str] = "drop"
    divides_by_count: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        degrees(self.d)
        if not self.lower <= 0 <= self.upper:
            argument = "lower" if self.lower > 0 else "upper"
            raise InvalidInput(
                "out_of_range",
                f"{argument}: the bounds must contain 0, the mean of no records",
                argument=argument,
            )

    @property
    def further_policies(self) -> tuple[str, ...]:
        """A sentence for users on what the estimate is without records."""
        return ("the estimate is not clipped; without records it is noise around 0",)

    @cached_property
    def root(self) -> Number:
        """The scale of the noise times sqrt(d), in units of the smooth bound: tau sqrt(d)."""
        return noise_root(self.d, self.decay, self.constants)

    @cached_property
    def _laws(self) -> dict[int, StudentT]:
        return {}

    def law(self, n: int) -> StudentT:
        """Returns the law of the noise for n records."""
        if n not in self._laws:
            self._laws[n] = StudentT(
                self.d, self.root * self.smooth(n) / reals.root(Fraction(self.d), 2)
            )
        return self._laws[n]

    def smooth(self, n: int) -> Number:
        """Returns S, the smooth bound of the local sensitivity for n records."""
        return smooth.at_size(
            n, self.decay.power(Fraction(max(n - 1, 0), 3 * (self.d + 1))), self.width
        )

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, exact_mean, mean; one draw, noise (its scale depends on the
        number of records).
        """
        records = self.records(data)
        yield Step("clipped", records)
        exact = summed(records) / max(len(records), 1)
        yield Step("exact_mean", exact)
        mean: Any = exact + (yield Draw("noise", self.law(len(records))))
        yield Step("mean", mean)
        return mean
