"""What means of numbers with one epsilon for everybody share: public bounds, and what a missing
record becomes.

All take `lower < upper`, clip records to the bounds, and return a number of the data's units. Where
a noisy count is exactly 0, a quotient is undefined; the policy here is the midpoint of the bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ...distributions.laplace import Laplace
from ...exact.decay import Decay
from ...exact.enclosure import interval
from ...privacy.guarantees import Guarantee, PureDP
from ...privacy.neighbors import Neighbors
from ...programs.records import Bounded, prepare


@dataclass(frozen=True)
class OneEpsilon(Bounded):
    """The base of the means of numbers with one epsilon for everybody, public bounds, and a policy
    for a missing record.
    """

    decay: Decay
    lower: Fraction
    upper: Fraction

    relation: ClassVar[Neighbors] = Neighbors.ADD_OR_REMOVE_ONE
    missing: ClassVar[str] = "drop"
    divides_by_count: ClassVar[bool] = True

    @property
    def guarantee(self) -> Guarantee:
        """Pure epsilon-DP under the mechanism's neighbouring relation."""
        return Guarantee(PureDP(self.decay.epsilon), self.relation)

    def records(self, data: Iterable[object]) -> Sequence[Fraction]:
        """Returns the records, clipped to [lower, upper]; a missing one becomes what the policy
        `missing` says.
        """
        return prepare(data, self.lower, self.upper, self.missing)


def peak(law: Laplace) -> tuple[Fraction, Fraction]:
    """Returns upper bounds of the density of Laplace noise at 0, and of its mean absolute value,
    1/2 over it.
    """
    height = interval(law.density(Fraction(0)))
    return height.upper, 1 / (2 * height.lower)


def quotient_density(sum_law: Laplace, count_law: Laplace, n: int) -> Fraction:
    """Returns a bound of the density of (s + Zs) / (n + Zn): at r it is E |N| f(r N - s) over the
    noisy count N, which is at most the sup of f times E |N|.
    """
    return peak(sum_law)[0] * (n + peak(count_law)[1])
