"""The mean of vectors whose norms are clipped at a public threshold (instance Equation (2))."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...programs.program import Program, Step
from ...programs.table import Table
from .clipping import OfIntegers, factor, noisy_mean


@dataclass(frozen=True)
class NormClippedMean(OfIntegers):
    """The mean of records whose norms are clipped at a public threshold C, with Gaussian noise.

    Definition.  (sum of min{C/||x||, 1} x + K/steps)/n, where every coordinate of a clipped record is truncated toward
                 zero to a multiple of 1/steps, and K are discrete Gaussian integers with sigma^2 =
                 2 C^2 steps^2/rho. With constants = exact sigma^2 is half of that, or a quarter
                 where d = 1, because no coordinate is negative. With noise = gaussian the noise is
                 normal with the same variance.
    Bias.        It is at most the mean of max{||x|| - C, 0}, plus less than sqrt(d)/steps times the share of clipped
                 records from the truncation.
    Neighbors.   replace one record; n is public.
    Guarantee.   rho-zCDP.
    Source.      instance Equation (2), Lemma 3.1.
    """

    name = "norm_clipped_mean"
    summary = "vectors: norms clipped at a public threshold"
    required = ("rho", "u", "d", "n", "threshold")
    optional = ("steps", "constants", "noise")

    threshold: Fraction
    steps: int = 1
    constants: str = "paper"
    noise: str = "discrete_gaussian"

    @property
    def probes(self) -> tuple[Any, ...]:
        """Returns vectors of one number, from 0 to the largest integer."""
        return ["0"], [str(self.u // 2)], [str(self.u)]

    def program(self, data: Iterable[Any] | Table) -> Program:
        """Yields the steps clipped, sum, noisy_sum, mean; draws noise_1, ..., noise_d."""
        mean = yield from noisy_mean(
            self.records(data),
            self.threshold**2,
            self.steps,
            factor(self.constants, self.d),
            self.rho,
            self.noise,
        )
        yield Step("mean", mean)
        return tuple(mean)
