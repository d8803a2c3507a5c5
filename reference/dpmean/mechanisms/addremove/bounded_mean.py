"""The bounded mean of Google's libraries: as Algorithm 2 of addremove with a whole noisy count,
never below 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ...distributions.laplace import Laplace
from ...distributions.rounded_laplace import RoundedLaplace
from ...programs.postprocess import choose, clip, quotient
from ...programs.program import Draw, Program, Step
from ...programs.records import each, summed
from .one_epsilon import OneEpsilon


@dataclass(frozen=True)
class BoundedMean(OneEpsilon):
    """The mean that Google's libraries (C++, Go, Java) and PyDP call BoundedMean, with Laplace
    noise.

    Definition.  clip((s + Zs) / max(n + K, 1) + m, [lower, upper]), s the sum of the records minus m, m = (lower +
                 upper)/2, w = upper - lower, Zs ~ Lap(w/epsilon), K ~ Lap(2/epsilon) rounded to the
                 nearest integer.
    Neighbors.   add or remove one record.
    Guarantee.   epsilon-DP: half of epsilon each; to round the count's noise and to set a count below 1 to 1 is
                 post-processing.
    Source.      Google's differential privacy library, BoundedMean, after Li, Lyu, Su and Yang (2016), Algorithm 2.4,
                 which gives the midpoint at a noisy count of at most 1.
    """

    name = "bounded_mean"
    summary = "Google's BoundedMean: as Algorithm 2, with a whole noisy count of at least 1"
    required = ("epsilon", "lower", "upper")
    divides_by_count: ClassVar[bool] = False  # never by 0
    least_count: ClassVar[Fraction] = Fraction(1)  # what a noisy count below it becomes

    @classmethod
    def counted(cls) -> Mapping[str, str]:
        """Returns that the count is whole, and at least 1."""
        return {"count": "at_least_one", "count_noise": "integer"}

    @cached_property
    def laws(self) -> tuple[RoundedLaplace, Laplace]:
        """The laws of K and Zs, with sensitivities 1 and w/2, each at epsilon / 2."""
        return RoundedLaplace(self.decay, Fraction(2)), Laplace(self.decay, self.width)

    @property
    def further_policies(self) -> tuple[str, ...]:
        """What becomes of the noisy count."""
        return ("the noisy count is a whole number, and one below 1 becomes 1",)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, sum, count, noisy_count, divisor, noisy_sum, ratio, mean (sum
        of the records - m).
        """
        records = self.records(data)
        yield Step("clipped", records)
        total, count = summed(each(lambda x: x - self.midpoint, records)), Fraction(len(records))
        yield Step("sum", total)
        yield Step("count", count)
        count_law, sum_law = self.laws
        noisy_count = count + (yield Draw("noise_count", count_law))
        yield Step("noisy_count", noisy_count)
        divisor = choose(noisy_count < self.least_count, self.least_count, noisy_count)
        yield Step("divisor", divisor)
        noisy_sum = total + (yield Draw("noise_sum", sum_law))
        yield Step("noisy_sum", noisy_sum)
        ratio = quotient(noisy_sum, divisor, undefined=Fraction(0))
        yield Step("ratio", ratio)
        mean = clip(ratio, -self.width / 2, self.width / 2) + self.midpoint
        yield Step("mean", mean)
        return mean
