"""The stretching mechanism: records are shrunk by their epsilons (hetero Example 2), a biased
baseline of ADPM.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .affine import Affine


@dataclass(frozen=True)
class Stretching(Affine):
    """The stretching mechanism: each record shrunk towards the midpoint by epsilon_i / max epsilon,
    then the mean.

    It is biased.

    Definition.  mid + sum of epsilon_i (x_i - mid) / (n e) + Lap(w / (n e)), e = max epsilon_i, finite.
    Neighbors.   replace the record of a given user.
    Guarantee.   epsilon_i-DP for user i, exactly.
    Source.      hetero Example 2 (Alaggan, Gambs, Kermarrec).
    """

    name = "stretching"
    summary = "one epsilon per user: records shrunk towards the midpoint; biased; none may be inf"
    required = ("epsilons", "lower", "upper")

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.finite("stretching")

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights epsilon_i / (n e), which do not add up to 1."""
        whole = len(self.epsilons) * max(self.finite("stretching"))
        return tuple(e / whole for e in self.finite("stretching"))

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / (n e) of the noise, in the units of the records."""
        return self.width / (len(self.epsilons) * max(self.finite("stretching")))
