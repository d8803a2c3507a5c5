"""What every mean of vectors under zero-concentrated DP has in common.

What may be put here: what `release` and the suite ask such a mechanism about itself.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from ...distributions.published_gaussian import NOISES
from ...privacy.guarantees import Guarantee, ZeroConcentratedDP
from ...privacy.neighbors import Neighbors


class OfVectors:
    """rho-zCDP when one of n records, n public, is replaced."""

    rho: Fraction

    relation: ClassVar[Neighbors] = Neighbors.REPLACE_ONE
    missing: ClassVar[str] = "zero_coordinate"
    clips_to_bounds: ClassVar[bool] = False
    vectors: ClassVar[bool] = True
    NEEDS: ClassVar = dict.fromkeys(NOISES, ())

    @property
    def guarantee(self) -> Guarantee:
        """rho-zCDP."""
        return Guarantee(ZeroConcentratedDP(self.rho), self.relation)
