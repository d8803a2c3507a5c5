"""Laws on a lattice in columns: by tables where they are small, by digits or by rejection where they
are wide. Only wide Polya shares and very wide rounded Laplace noise are drawn row by row with their
own `sample`, which is slow and just as exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ...errors import InvalidInput
from ...exact.enclosure import floor
from ...randomness.bits import StreamBits
from ...randomness.stream import Stream
from ..discrete_gaussian import DiscreteGaussian
from ..discrete_hourglass import DiscreteHourglass
from ..discrete_laplace import DiscreteLaplace
from ..discrete_staircase import DiscreteStaircase
from ..law import Law
from ..polya import NoiseShare, Polya
from ..published_gaussian import PublishedGaussian
from ..rounded_laplace import RoundedLaplace
from . import formulas
from .drawn import plain
from .geometric import WIDE, WIDEST, Shares, TwoSided, noise_share, wide_laplace
from .laws import LATTICE, Bulk, lookup
from .lookup import Lookup
from .outcomes import Outcome, Sampler, integers
from .positions import MOST as MOST_CELLS
from .rejection import WideGaussian
from .wide_lattice import WideHourglass, WideStaircase

MOST_ROUNDED = 1 << 12  # the scale of a rounded Laplace law up to which a table is made
WIDE_GAUSSIAN = 1 << 24  # a variance from which rejection is


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


SAMPLERS: Mapping[type[Law], Callable[[Any], Sampler]] = {
    DiscreteLaplace: _laplace,
    RoundedLaplace: _rounded,
    DiscreteGaussian: _gaussian,
    PublishedGaussian: _gaussian,
    DiscreteStaircase: _steps(WideStaircase),
    DiscreteHourglass: _steps(WideHourglass),
    Polya: _shares,
    NoiseShare: _shares,
}
