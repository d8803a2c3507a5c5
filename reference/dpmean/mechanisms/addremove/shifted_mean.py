"""Algorithm 2 of addremove: as Algorithm 1 after moving the midpoint of the bounds to 0, as a
program over draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...distributions.laplace import Laplace
from ...programs.postprocess import clip, quotient
from ...programs.program import Draw, Program, Step
from ...programs.records import each, summed
from .one_epsilon import OneEpsilon, quotient_density


@dataclass(frozen=True)
class ShiftedMean(OneEpsilon):
    """Algorithm 2: as Algorithm 1 after moving the midpoint of the bounds to 0, which halves the
    sum's sensitivity.

    Definition.  clip((s + Zs) / (n + Zn), [-w/2, w/2]) + m on the records minus m, m = (lower + upper)/2, w = upper -
                 lower, Zs ~ Lap(w/epsilon), Zn ~ Lap(2/epsilon).
    Neighbors.   add or remove one record.
    Guarantee.   epsilon-DP.
    Source.      addremove Algorithm 2.
    """

    name = "shifted_mean"
    summary = "Algorithm 2: noisy sum / noisy count, after centring the bounds"
    required = ("epsilon", "lower", "upper")

    @cached_property
    def laws(self) -> tuple[Laplace, Laplace]:
        """The laws of Zs and Zn, with sensitivities w/2 and 1, each at epsilon / 2."""
        return Laplace(self.decay, self.width), Laplace(self.decay, Fraction(2))

    def unclipped(self, ratio: Fraction) -> Fraction:
        """Returns the quotient, moved back to the bounds."""
        return ratio + self.midpoint

    def density_at_most(self, n: int) -> Fraction:
        """Returns a bound of the density of the estimate on n records strictly between the
        bounds.
        """
        return quotient_density(*self.laws, n)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, sum, count, noisy_sum, noisy_count, ratio, mean (sum of the
        shifted records).
        """
        records = self.records(data)
        yield Step("clipped", records)
        total, count = summed(each(lambda x: x - self.midpoint, records)), Fraction(len(records))
        yield Step("sum", total)
        yield Step("count", count)
        sum_law, count_law = self.laws
        noisy_sum = total + (yield Draw("noise_sum", sum_law))
        noisy_count = count + (yield Draw("noise_count", count_law))
        yield Step("noisy_sum", noisy_sum)
        yield Step("noisy_count", noisy_count)
        ratio = quotient(noisy_sum, noisy_count, undefined=Fraction(0))
        yield Step("ratio", ratio)
        mean = clip(ratio, -self.width / 2, self.width / 2) + self.midpoint
        yield Step("mean", mean)
        return mean
