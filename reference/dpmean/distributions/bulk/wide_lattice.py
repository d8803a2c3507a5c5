"""Staircases and hourglasses on a lattice in columns where tables would be too large: digits, and a
place in the step.

The signed step J is drawn by digits (`geometric.py`), and given it all lattice points of the step
are equally likely. The diagonal of an hourglass is J and a discrete Laplace offset, independent of
X given J.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ...errors import InvalidInput
from ...exact.enclosure import floor
from ...randomness.stream import Stream
from ..discrete_hourglass import DiscreteHourglass
from ..discrete_staircase import DiscreteStaircase, lattice_gamma
from . import formulas
from .choices import below
from .geometric import Column, SignedSteps, wide_laplace
from .outcomes import Outcome, integers

MOST = 1 << 55  # lattice points in the scale; 64 times that fits


class WideStaircase:
    """A sampler of a staircase on its lattice."""

    def __init__(self, law: DiscreteStaircase) -> None:
        """Raises InvalidInput for a lattice point that no integer of 62 bits may hold."""
        scale = floor(1 / law.decay.epsilon) + 1
        if scale * law.m > MOST:
            raise InvalidInput(
                "out_of_range", f"noise in columns has at most {MOST} lattice points in its scale"
            )
        self.law, self.m, self.g = law, law.m, lattice_gamma(law.gamma, law.m)
        beyond = 2 * formulas.lattice_upper(1, (law.decay.b, Fraction(self.g), Fraction(self.m)))
        self.steps = SignedSteps(beyond, law.decay.power, scale)

    def indices(self, stream: Stream, count: int) -> tuple[Column, Column]:
        """Returns `count` independent lattice points, with their signed steps: see
        `cells.lattice_points`.
        """
        j = self.steps.draw(stream, count)
        place = below(stream, self.m, count)
        first = np.where(j > 0, (j - 1) * self.m + self.g, j * self.m - self.g + 1)
        central = np.flatnonzero(j == 0)
        place[central] = below(stream, 2 * self.g - 1, len(central))
        return first + place, j

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        return integers(self.indices(stream, count)[0], unit=self.law.lattice)


class WideHourglass:
    """A sampler of an hourglass on its lattice."""

    def __init__(self, law: DiscreteHourglass) -> None:
        """Raises InvalidInput for a lattice point that no integer of 62 bits may hold."""
        self.marginal, self.offset = WideStaircase(law.marginal), wide_laplace(law.offset)

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        x, j = self.marginal.indices(stream, count)
        y = (j + self.offset.draw(stream, count)) * self.marginal.m - x
        return integers(x, y, unit=self.marginal.law.lattice, single=False)
