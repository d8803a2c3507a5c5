"""The mean of a public number of records that libraries offer as their bounded mean, as a program
over draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...privacy.neighbors import Neighbors
from ...programs.postprocess import clip
from ...programs.program import Draw, Program, Step
from ...programs.records import summed
from .one_epsilon import OneEpsilon, peak


@dataclass(frozen=True)
class SizedMean(OneEpsilon):
    """The mean of a public number n of records plus Laplace noise: what libraries call their
    bounded mean.

    Definition.  mean of the clipped records + Lap((upper - lower) / (n epsilon)); with noise = truncated_laplace the
                 sum is then moved into [lower, upper] (a projection with atoms at the bounds, not a
                 conditioned law).
    Neighbors.   replace one record; n is public and a missing record is the midpoint.
    Guarantee.   epsilon-DP.
    Source.      the baseline of the swap model (addremove Section 1.2).
    """

    name = "sized_mean"
    summary = "mean of n (public) records + Laplace; replace-one"
    required = ("epsilon", "lower", "upper", "n", "noise")
    noises: ClassVar = {"laplace": (), "truncated_laplace": ()}

    n: int = 1
    noise: str = "laplace"

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "midpoint"
    divides_by_count: ClassVar[bool] = False
    probed_twice: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_noise(self.noise)

    @property
    def sensitivity(self) -> Fraction:
        """The sensitivity (upper - lower) / n of the mean when one record is replaced."""
        return self.width / self.n

    @cached_property
    def law(self) -> Laplace:
        """The law of the noise: Laplace with the sensitivity of the mean."""
        return Laplace(self.decay, self.sensitivity)

    def density_at_most(self, n: int) -> Fraction:
        """Returns a bound of the density of the noise."""
        del n
        return peak(self.law)[0]

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, exact_mean, noisy_mean, mean; one draw, noise."""
        records = self.records(data)
        if len(records) != self.n:
            raise InvalidInput(
                "size_mismatch", "data: the number of records is not the public n", argument="n"
            )
        yield Step("clipped", records)
        exact = summed(records) / self.n
        yield Step("exact_mean", exact)
        noisy = exact + (yield Draw("noise", self.law))
        yield Step("noisy_mean", noisy)
        mean = clip(noisy, self.lower, self.upper) if self.noise == "truncated_laplace" else noisy
        yield Step("mean", mean)
        return mean
