"""Draws of any law of a program in columns: `draw(law, stream, count)`, exactly the law that
`law.sample` has.

Which sampler a law has is decided by its very class: one that inherits from a law may draw
otherwise, and has none. Only wide Polya shares and very wide rounded Laplace noise are drawn row by
row with their own `sample`, which is slow and just as exact. Samplers are kept for each law, since
a program draws the same laws again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from ...errors import InvalidInput
from ...exact.enclosure import floor
from ...randomness.bits import StreamBits
from ...randomness.stream import Stream
from ..discrete_gaussian import DiscreteGaussian
from ..discrete_hourglass import DiscreteHourglass
from ..discrete_laplace import DiscreteLaplace
from ..discrete_staircase import DiscreteStaircase
from ..finite import (
    Bernoulli,
    OrderedSample,
    PowerOfTwo,
    Sign,
    Uniform,
    UniformInteger,
    UniformLattice,
    Uniforms,
)
from ..gaussian import Gaussian
from ..hourglass import Hourglass
from ..laplace import Laplace
from ..law import Law
from ..polya import NoiseShare, Polya
from ..published_gaussian import PublishedGaussian
from ..rounded_laplace import RoundedLaplace
from ..staircase import Staircase
from ..staircase2d import Staircase2D
from ..student_t import StudentT
from . import choices, continuous, formulas
from .drawn import plain
from .geometric import WIDE, WIDEST, Shares, TwoSided, noise_share, wide_laplace
from .laws import LATTICE, Bulk, lookup
from .lookup import Lookup
from .outcomes import Outcome, integers
from .positions import MOST as MOST_CELLS
from .rejection import WideGaussian
from .wide_lattice import WideHourglass, WideStaircase

KEPT = 256  # samplers
MOST_ROUNDED = 1 << 12  # the scale of a rounded Laplace law up to which a table is made
WIDE_GAUSSIAN = 1 << 24  # a variance from which rejection is


class Sampler(Protocol):
    """A sampler of one law in columns."""

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        ...


class Tables:
    """A sampler of a lattice law by the tables of `laws.py`."""

    def __init__(self, bulk: Bulk) -> None:
        """`bulk` is the sampler by tables; all coordinates of its law have one unit."""
        self._bulk = bulk

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        columns = [plain(column) for column in self._bulk.draw(stream, count)]
        return integers(*columns, unit=self._bulk.units[0], single=len(columns) == 1)


class Plain:
    """A sampler of a law on the integers, from one that returns an array."""

    def __init__(self, numbers: TwoSided | Lookup) -> None:
        """`numbers` is the sampler of integers, which are the outcomes themselves: the unit is
        1.
        """
        self._numbers = numbers

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        return integers(self._numbers.draw(stream, count))


class RowByRow:
    """A sampler of a law on the integers by its own `sample`: exact, and as slow as that."""

    def __init__(self, law: Law) -> None:
        """`law` is a law of single integers."""
        self._law = law

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        bits = StreamBits(stream)
        return integers(np.array([int(self._law.sample(bits)) for _ in range(count)], np.int64))


def _tables(law: Any) -> Sampler:
    return Tables(LATTICE[law.name][1](law))


def _steps(wide: Callable[[Any], Sampler]) -> Callable[[Any], Sampler]:
    """Returns what makes the sampler of a law with steps on a lattice: by tables where they are
    small, or `wide`.
    """
    return lambda law: (
        wide(law) if floor(1 / law.decay.epsilon) > WIDE or law.m > MOST_CELLS else _tables(law)
    )


def _laplace(law: DiscreteLaplace) -> Sampler:
    return (
        Plain(wide_laplace(law))
        if floor(law.sensitivity / law.decay.epsilon) > WIDE
        else _tables(law)
    )


def _rounded(law: RoundedLaplace) -> Sampler:
    if floor(law.sensitivity / law.decay.epsilon) > MOST_ROUNDED:
        return RowByRow(law)
    return Plain(lookup(formulas.rounded_upper, (law.root,)))


def _gaussian(law: DiscreteGaussian) -> Sampler:
    return WideGaussian(law) if law.sigma_squared > WIDE_GAUSSIAN else _tables(law)


def _shares(law: NoiseShare | Polya) -> Sampler:
    try:
        return noise_share(law) if isinstance(law, NoiseShare) else Shares(law, difference=False)
    except InvalidInput as error:
        polya = law.polya if isinstance(law, NoiseShare) else law
        if error.code != "out_of_range" or floor(polya.sensitivity / polya.decay.epsilon) > WIDEST:
            raise  # beyond 2^56 an outcome may be too large for a column
        return RowByRow(law)


SAMPLERS: dict[type[Law], Callable[[Any], Sampler]] = {
    Bernoulli: lambda law: choices.Coin(law.p),
    Sign: lambda _: choices.Signs(),
    UniformInteger: lambda law: choices.UniformIntegers(law.size),
    PowerOfTwo: lambda law: choices.UniformIntegers(1 << law.width),
    Uniforms: lambda law: choices.UniformIntegers(law.modulus, law.count),
    UniformLattice: lambda law: choices.OddMultiples(law.m),
    OrderedSample: lambda law: choices.Samples(law.size, law.count, law.ascending),
    DiscreteLaplace: _laplace,
    RoundedLaplace: _rounded,
    DiscreteGaussian: _gaussian,
    PublishedGaussian: _gaussian,
    DiscreteStaircase: _steps(WideStaircase),
    DiscreteHourglass: _steps(WideHourglass),
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
    """Returns the sampler of a law; LookupError if it has none, InvalidInput if its tables would
    not fit.
    """
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
