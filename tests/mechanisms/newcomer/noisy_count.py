"""A private count: the number of records plus discrete Laplace noise, as a program over draws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ...distributions.discrete_laplace import DiscreteLaplace
from ...exact.decay import Decay
from ...privacy.guarantees import Guarantee, PureDP
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism
from ...programs.program import Draw, Program, Step


@dataclass(frozen=True)
class NoisyCount(Mechanism):
    """The number n of records plus discrete Laplace noise of sensitivity 1.

    Definition.  n + K, K ~ DLap(1/epsilon).
    Neighbors.   add or remove one record.
    Guarantee.   epsilon-DP.
    Source.      Ghosh, Roughgarden, Sundararajan (2009).
    """

    name = "noisy_count"
    summary = "the number of records + discrete Laplace"
    required = ("epsilon",)

    decay: Decay

    relation: ClassVar[Neighbors] = Neighbors.ADD_OR_REMOVE_ONE
    missing: ClassVar[str] = "counted"
    clips_to_bounds: ClassVar[bool] = False

    @property
    def guarantee(self) -> Guarantee:
        """Pure epsilon-DP when one record is added or removed."""
        return Guarantee(PureDP(self.decay.epsilon), self.relation)

    @cached_property
    def law(self) -> DiscreteLaplace:
        """The law of the noise."""
        return DiscreteLaplace(self.decay)

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps count, noisy_count; one draw, noise."""
        count = Fraction(len(list(data)))
        yield Step("count", count)
        noisy = count + (yield Draw("noise", self.law))
        yield Step("noisy_count", noisy)
        return noisy
