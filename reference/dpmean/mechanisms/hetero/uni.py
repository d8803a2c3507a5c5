"""UNI: the plain mean under the smallest epsilon of all users, the simplest baseline of hetero
(Section IV-A).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...errors import InvalidInput
from .affine import Affine
from .weights import Epsilon

_ZERO = Fraction(0)


@dataclass(frozen=True)
class Uni(Affine):
    """UNI: the plain mean under the smallest epsilon of all.

    Definition.  mean of the records + Lap(w / (n e)), e = min epsilon_i > 0; no noise when all records are public.
    Neighbors.   replace the record of a given user.
    Guarantee.   e-DP for everybody.
    Source.      hetero Section IV-A.
    """

    name = "uni"
    summary = "one epsilon per user: the plain mean under the smallest; no epsilon may be 0"
    required = ("epsilons", "lower", "upper")

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(e == 0 for e in self.epsilons):
            raise InvalidInput(
                "epsilon_not_positive",
                "epsilons: uni gives everybody the least one, which must be greater than 0; "
                "leave such users out",
                argument="epsilons",
            )

    @property
    def least(self) -> Epsilon:
        """The smallest epsilon e of all users, or None when all are infinite."""
        return min((e for e in self.epsilons if e is not None), default=None)

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights 1/n, one for each user."""
        return (Fraction(1, len(self.epsilons)),) * len(self.epsilons)

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / (n e) of the noise, in the units of the records."""
        return _ZERO if self.least is None else self.width / (len(self.epsilons) * self.least)

    @property
    def granted(self) -> tuple[Epsilon, ...]:
        """The smallest epsilon e, for everybody."""
        return (self.least,) * len(self.epsilons)
