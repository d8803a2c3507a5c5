"""The clipped mean of a given bias (trilemma Proposition 3.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ...exact.reals import Number
from ...programs.program import Program, Step
from . import margins as clipping
from .beyond_bounds import Margined, located


@dataclass(frozen=True)
class ClippedMean(Margined):
    """The noisy mean of records clipped to [lower - margin, upper + margin]; its bias is at most
    `bias`.

    Definition.  mean of the clipped records + Lap((u - l + 2 margin)/(n epsilon)), margin = bias^(-1/(lambda - 1));
                 with `constants=exact` margin = (lambda - 1)/lambda (lambda bias)^(-1/(lambda -
                 1)).
    Bias.        It is at most `bias` for every law with E|X - mean|^lambda <= 1, lambda >= 2, and a mean in [lower,
                 upper].
    Neighbors.   replace one record; n is public and a missing record is the midpoint.
    Guarantee.   epsilon-DP.
    Lattice.     With noise = discrete_laplace, clipped records are rounded to multiples of 1/m, margins outwards; the
                 estimate is (sum + K/m)/n, K discrete Laplace with D = m times the width.
    Source.      trilemma Proposition 3.5.
    """

    name = "clipped_mean"
    summary = "clipped beyond the bounds, which are those of the mean, for a given bias"
    required = ("epsilon", "bias", "lambda", "lower", "upper", "n")
    optional = ("constants", "noise", "m")

    bias: Fraction = Fraction(1)

    def exact_margin(self) -> Number:
        """Returns the margin of the definition, before it is raised to a rational."""
        return clipping.clipped_margin(self.bias, self.moment, self.constants)

    def records(self, data: Iterable[object]) -> list[Fraction]:
        """Returns the records, clipped to [lower - margin, upper + margin], on the lattice if there
        is one.
        """
        return self.clipped(located(data, self))

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, exact_mean, mean; one draw, noise."""
        mean = yield from self.noisy_mean(self.records(data))
        yield Step("mean", mean)
        return mean
