"""PropDPM: weights in proportion to the epsilons (hetero Sections III-A and IV-A), a baseline of
ADPM.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .affine import Affine

_ZERO = Fraction(0)


@dataclass(frozen=True)
class PropDpm(Affine):
    """PropDPM: weights proportional to the epsilons.

    Definition.  w_i = epsilon_i / S, S = sum of epsilon_i, all finite; Z ~ Lap(w / S).
    Neighbors.   replace the record of a given user.
    Guarantee.   epsilon_i-DP for user i, exactly.
    Source.      hetero Sections III-A and IV-A.
    """

    name = "propdpm"
    summary = "one epsilon per user: weights proportional to them; none may be inf"
    required = ("epsilons", "lower", "upper")

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.finite("propdpm")

    @property
    def total(self) -> Fraction:
        """The sum S of all epsilons."""
        return sum(self.finite("propdpm"), _ZERO)

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights epsilon_i / S, one for each user."""
        total = self.total
        return tuple(e / total for e in self.finite("propdpm"))

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / S of the noise, in the units of the records."""
        return self.width / self.total
