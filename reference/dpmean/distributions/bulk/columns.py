"""Draws of any law of a program in columns: `draw(law, stream, count)`, exactly the law that `law.sample` has.

Which sampler a law has is decided by its very class: one that inherits from a law may draw otherwise, and has none. A
law on a lattice whose tables would not fit is drawn row by row with its own `sample`, which is slow and just as exact.
Samplers are kept for each law, since a program draws the same laws again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from ...errors import InvalidInput
from ...exact.enclosure import floor
from ...exact.reals import Number
from ...randomness.bits import StreamBits
from ...randomness.stream import Stream
from ..discrete_gaussian import DiscreteGaussian
from ..discrete_hourglass import DiscreteHourglass
from ..discrete_laplace import DiscreteLaplace
from ..discrete_staircase import DiscreteStaircase
from ..finite import Bernoulli, OrderedSample, PowerOfTwo, Sign, Uniform, UniformInteger, UniformLattice, Uniforms
from ..gaussian import Gaussian
from ..hourglass import Hourglass
from ..laplace import Laplace
from ..law import Law, PlaneLaw
from ..polya import NoiseShare, Polya
from ..published_gaussian import PublishedGaussian
from ..staircase import Staircase
from ..staircase2d import Staircase2D
from ..student_t import StudentT
from . import choices, continuous
from .geometric import WIDEST, Shares, noise_share, wide_laplace
from .laws import LATTICE, Bulk
from .outcomes import Outcome, integers
from .rejection import WideGaussian

KEPT = 256  # samplers
WIDE_LAPLACE = 512  # a scale from which digits are quicker than a table
WIDE_GAUSSIAN = 1 << 24  # a variance from which rejection is


class Sampler(Protocol):
    """A sampler of one law in columns."""

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        ...


class Tables:
    """A sampler of a lattice law by the tables of `laws.py`."""

    def __init__(self, bulk: Bulk) -> None:
        """The coordinates of the law have one unit."""
        self._bulk = bulk

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        columns = self._bulk.draw(stream, count)
        return integers(*columns, unit=self._bulk.units[0], single=len(columns) == 1)


class RowByRow:
    """A sampler of a law on a lattice by its own `sample`: exact, and as slow as that."""

    def __init__(self, law: Law, lattice: Fraction, steps: Number) -> None:
        """Every outcome is a multiple of `lattice`, and `steps` is the scale of their sizes in units of it.

        Raises InvalidInput for a scale beyond 2^56: 64 times that fits into 62 bits, and more has a chance below 2^-80.
        """
        if floor(steps) > WIDEST:
            raise InvalidInput("out_of_range", "noise in columns has a scale of at most 2^56 steps")
        self._law, self._lattice = law, lattice

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        bits, plane = StreamBits(stream), isinstance(self._law, PlaneLaw)
        drawn = [self._law.sample(bits) for _ in range(count)]
        indices = [[int(x / self._lattice) for x in (row if plane else (row,))] for row in drawn]
        columns = np.array(indices, np.int64).reshape(count, 2 if plane else 1).T
        return integers(*columns, unit=self._lattice, single=not plane)


def _lattice(law: Any) -> Sampler:
    """Returns the tables of a lattice law, or its own `sample` where they would not fit."""
    try:
        return Tables(LATTICE[law.name][1](law))
    except InvalidInput as error:
        if error.code != "out_of_range":
            raise
        return RowByRow(law, law.lattice, law.sensitivity / law.lattice * (1 + 1 / law.decay.epsilon))


def _laplace(law: DiscreteLaplace) -> Sampler:
    return wide_laplace(law) if floor(law.sensitivity / law.decay.epsilon) > WIDE_LAPLACE else _lattice(law)


def _gaussian(law: DiscreteGaussian) -> Sampler:
    return WideGaussian(law) if law.sigma_squared > WIDE_GAUSSIAN else _lattice(law)


def _shares(law: NoiseShare | Polya) -> Sampler:
    try:
        return noise_share(law) if isinstance(law, NoiseShare) else Shares(law, difference=False)
    except InvalidInput as error:
        if error.code != "out_of_range":
            raise
        polya = law.polya if isinstance(law, NoiseShare) else law
        return RowByRow(law, law.lattice, polya.sensitivity / polya.decay.epsilon)


SAMPLERS: dict[type[Law], Callable[[Any], Sampler]] = {
    Bernoulli: lambda law: choices.Coin(law.p),
    Sign: lambda _: choices.Signs(),
    UniformInteger: lambda law: choices.UniformIntegers(law.size),
    PowerOfTwo: lambda law: choices.UniformIntegers(1 << law.width),
    Uniforms: lambda law: choices.UniformIntegers(law.modulus, law.count),
    UniformLattice: lambda law: choices.OddMultiples(law.m),
    OrderedSample: lambda law: choices.Samples(law.size, law.count, law.ascending),
    DiscreteLaplace: _laplace,
    DiscreteGaussian: _gaussian,
    PublishedGaussian: _gaussian,
    DiscreteStaircase: _lattice,
    DiscreteHourglass: _lattice,
    Polya: _shares,
    NoiseShare: _shares,
    Uniform: continuous.uniform,
    Laplace: continuous.laplace,
    Gaussian: continuous.gaussian,
    StudentT: continuous.student_t,
    Staircase: continuous.Staircases,
    Hourglass: continuous.Hourglasses,
    Staircase2D: continuous.Staircases2D,
}


@lru_cache(maxsize=KEPT)
def sampler(law: Law) -> Sampler:
    """Returns the sampler of a law; LookupError if it has none, InvalidInput if its tables would not fit."""
    if type(law) in SAMPLERS:
        return SAMPLERS[type(law)](law)
    if "support" not in vars(type(law)):
        raise LookupError(f"{type(law).__name__} is not drawn in columns")
    return choices.Listed(law)


def supported(law: Law) -> bool:
    """Returns whether `draw` has the law; the sampler that it makes for the answer is kept."""
    try:
        sampler(law)
    except (LookupError, InvalidInput):
        return False
    return True


def draw(law: Law, stream: Stream, count: int) -> Outcome:
    """Returns `count` independent draws of the law in columns; errors as for `sampler`."""
    return sampler(law).draw(stream, count)
