"""What every mean of vectors has in common, and every one under zero-concentrated DP.

It is what `release` and the suite ask such a mechanism about itself.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from ...distributions.published_gaussian import NOISES
from ...privacy.guarantees import Guarantee, ZeroConcentratedDP
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism


class VectorMean(Mechanism):
    """The mean of n records of d coordinates; n is public, one record is replaced."""

    d: int
    n: int

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "zero_coordinate"
    clips_to_bounds: ClassVar[bool] = False
    vectors: ClassVar[bool] = True


class OfVectors(VectorMean):
    """A mechanism that is rho-zCDP when one of n records is replaced, where n is public."""

    rho: Fraction
    steps: int = 1  # a coordinate of a clipped record is a multiple of 1/steps

    noises: ClassVar = dict.fromkeys(NOISES, ())
    profile: ClassVar[str | None] = "release-3"

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee: rho-zCDP when one of n records is replaced, where n is public."""
        return Guarantee(ZeroConcentratedDP(self.rho), self.relation)
