"""Algorithm 1 of addremove: a noisy sum over a noisy count, as a program over draws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...distributions.laplace import Laplace
from ...programs.postprocess import clip, quotient
from ...programs.program import Draw, Program, Step
from ...programs.records import summed
from .one_epsilon import OneEpsilon, quotient_density


@dataclass(frozen=True)
class IndependentMean(OneEpsilon):
    """Algorithm 1: noisy sum over noisy count, half of epsilon each.

    Definition.  clip((s + Zs) / (n + Zn), [lower, upper]), Zs ~ Lap(2w/epsilon), Zn ~ Lap(2/epsilon), w = max(|lower|,
                 |upper|).
    Neighbors.   add or remove one record.
    Guarantee.   epsilon-DP.
    Source.      addremove Algorithm 1.
    """

    name = "independent_mean"
    summary = "Algorithm 1: noisy sum / noisy count"
    required = ("epsilon", "lower", "upper")

    @cached_property
    def laws(self) -> tuple[Laplace, Laplace]:
        """The laws of Zs and Zn.

        Their sensitivities are w and 1, each at epsilon / 2, that is, twice the sensitivity at
        epsilon.
        """
        return Laplace(self.decay, 2 * max(abs(self.lower), abs(self.upper))), Laplace(
            self.decay, Fraction(2)
        )

    def unclipped(self, ratio: Fraction) -> Fraction:
        """Returns the quotient as it is."""
        return ratio

    def density_at_most(self, n: int) -> Fraction:
        """Returns a bound of the density of the estimate on n records strictly between the
        bounds.
        """
        return quotient_density(*self.laws, n)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, sum, count, noisy_sum, noisy_count, ratio, mean."""
        records = self.records(data)
        yield Step("clipped", records)
        total, count = summed(records), Fraction(len(records))
        yield Step("sum", total)
        yield Step("count", count)
        sum_law, count_law = self.laws
        noisy_sum = total + (yield Draw("noise_sum", sum_law))
        noisy_count = count + (yield Draw("noise_count", count_law))
        yield Step("noisy_sum", noisy_sum)
        yield Step("noisy_count", noisy_count)
        ratio = quotient(noisy_sum, noisy_count, undefined=self.midpoint)
        yield Step("ratio", ratio)
        mean = clip(ratio, self.lower, self.upper)
        yield Step("mean", mean)
        return mean
