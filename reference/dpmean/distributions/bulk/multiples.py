"""Noise on the multiples of a unit in columns: that on the integers, with the unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...errors import InvalidInput
from ...randomness.stream import Stream
from ..law import Law
from ..multiples import Multiples
from . import lattices
from .outcomes import Coordinate, Outcome, Sampler


@dataclass(frozen=True)
class Scaled:
    """A sampler of a law on the integers, whose outcomes are multiplied by a unit."""

    law: Multiples
    steps: Sampler

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        found = self.steps.draw(stream, count)
        return replace(
            found,
            coordinates=tuple(
                Coordinate(
                    c.constant * self.law.unit,
                    tuple((q * self.law.unit, column) for q, column in c.terms),
                )
                for c in found.coordinates
            ),
            whole=False,
        )


def _scaled(law: Multiples) -> Sampler:
    make = lattices.SAMPLERS.get(type(law.steps))
    if make is None:
        raise InvalidInput("unsupported_combination", "this noise is not drawn in columns")
    return Scaled(law, make(law.steps))


SAMPLERS: Mapping[type[Law], Callable[[Any], Sampler]] = {Multiples: _scaled}
