"""The laws in bulk: which integers are looked up, and how an outcome is made of them.

- A law on the integers is looked up as it is.
- A staircase is its signed step, an integer, and a uniform position in it; given the step all
  positions are alike.
- An hourglass is a staircase X and K - J, which is discrete Laplace and independent of X (J the
  signed step of X).

`proofs/theorems/laws/bulk_laws.py` proves that these have the law.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, isqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...errors import InvalidInput, did_you_mean
from ...exact.balls import ball
from ...exact.numbers import rational
from ...exact.reals import Number, complement
from ...exact.theta import gaussian_sums
from ...parameters.signature import Signature
from ...randomness.stream import Stream
from .. import discrete_gaussian
from ..discrete_gaussian import DiscreteGaussian
from ..discrete_hourglass import DiscreteHourglass
from ..discrete_laplace import DiscreteLaplace
from ..discrete_staircase import DiscreteStaircase
from ..hourglass import Hourglass
from ..law import NoiseLaw
from ..samplers.inversion import Inversion
from ..staircase import Staircase
from . import formulas
from .drawn import cells
from .lookup import Lookup
from .places import Places, is_wide
from .positions import Positions
from .thresholds import MOST, of_formula, symmetric

GRID = Fraction(1, 1 << 20)  # the grid of continuous coordinates, in units of the query
Columns = tuple[NDArray[np.signedinteger], ...]


class Bulk(Protocol):
    """A bulk sampler of one law: it returns columns of integers, and has the unit of each."""

    units: tuple[Fraction, ...]

    def draw(self, stream: Stream, count: int) -> Columns:
        """Returns `count` independent draws, one array for each coordinate.

        The arrays have whatever signed type holds the draws, int8 included: convert before you
        calculate (`.astype(int)`). Column i counts units of `units[i]`. Added to doubles it warns
        of `CellsInDoubles` (`drawn.py`).
        """
        ...


def lookup(upper: Callable[[int, Any], Any], parameters: tuple[Number, ...]) -> Lookup:
    """Returns the look-up of a symmetric integer law, where `upper(k, parameters)` = P(K >= k) for
    k >= 1.
    """

    def cdf(k: int) -> Number:
        return complement(upper(k + 1, parameters)) if k >= 0 else upper(-k, parameters)

    return Lookup(
        symmetric(of_formula(upper, parameters), lambda k: upper(k, parameters)),
        Inversion(cdf).find,
    )


class BulkIntegers:
    """A bulk sampler of a law on the integers."""

    def __init__(self, table: Lookup | Places) -> None:
        """`table` is the look-up of the integers, which are the outcomes themselves."""
        self.table, self.units = table, (Fraction(1),)

    def draw(self, stream: Stream, count: int) -> Columns:
        """Returns `count` independent draws: see `Bulk.draw`."""
        return (cells(self.table.draw(stream, count)),)


class BulkStaircase:
    """A bulk sampler of a staircase, either continuous (cells of a grid) or on its lattice (its
    points).
    """

    def __init__(
        self,
        table: Lookup,
        step: Callable[[int], tuple[Number, Number]],
        period: Fraction,
        unit: Fraction,
    ) -> None:
        """`step(s)` returns the left end and the width of the signed step s, in units."""
        self.table, self.units = table, (unit,)
        self.positions = Positions(step, period, table.first, table.last)

    def draw(self, stream: Stream, count: int) -> Columns:
        """Returns `count` independent draws: see `Bulk.draw`."""
        return (cells(self.draw_steps(stream, count)[0]),)

    def draw_steps(
        self, stream: Stream, count: int
    ) -> tuple[NDArray[np.int64], NDArray[np.signedinteger]]:
        """Returns `count` positions, with their signed steps."""
        steps = self.table.draw(stream, count)
        return self.positions.draw(stream, steps), steps


class BulkHourglass:
    """A bulk sampler of an hourglass: a staircase X, and the diagonal K = J + discrete Laplace."""

    def __init__(
        self, marginal: BulkStaircase, offset: Lookup | Places, per_diagonal: int | None
    ) -> None:
        """`per_diagonal` is the number of lattice steps in a sensitivity, for an hourglass on a
        lattice.

        If it is None, the second column is K, in units of the sensitivity.
        """
        self.marginal, self.offset, self._per_diagonal = marginal, offset, per_diagonal
        self.units: tuple[Fraction, ...] = ()

    def draw(self, stream: Stream, count: int) -> Columns:
        """Returns `count` independent draws: (x, y) on a lattice, otherwise (cell of x, k), where y
        = k D - x.
        """
        x, steps = self.marginal.draw_steps(stream, count)
        offset = self.offset.draw(stream, count)
        small = self._per_diagonal is None and max(offset.itemsize, steps.itemsize) <= 2
        # half the memory to touch, where no sum can overflow
        k = np.add(offset, steps, dtype=np.int32 if small else np.int64)
        if self._per_diagonal is not None:
            k *= self._per_diagonal
            k -= x
        return cells(x), cells(k)


def _laplace(law: DiscreteLaplace) -> Lookup | Places:
    return Places(law, _narrow) if is_wide(law) else _narrow(law.t)


def _narrow(t: Number) -> Lookup:
    return lookup(formulas.laplace_upper, (t,))


def _gaussian(law: DiscreteGaussian) -> Lookup:
    def make() -> Callable[[int], Any]:
        reach = isqrt(ceil(64 / law.rate)) + 2  # less than 2^-64 of the mass lies beyond it
        if reach > MOST:
            return lambda _k: ball(1)
        sums = gaussian_sums(law.rate, reach)
        return lambda k: discrete_gaussian.tail(sums[min(k, reach)], sums[1]) / 2

    return Lookup(symmetric(make, lambda k: law.tail(k) / 2), Inversion(law.cdf).find)


def _staircase(law: Staircase, grid: Fraction) -> BulkStaircase:
    d, g = law.sensitivity / grid, law.gamma
    return BulkStaircase(
        lookup(formulas.staircase_upper, (law.decay.b, g)),
        lambda s: formulas.step(s, g, d),
        d,
        grid,
    )


def _lattice_staircase(law: DiscreteStaircase) -> BulkStaircase:
    m, g = law.m, int(law.gamma * law.m)
    table = lookup(formulas.lattice_upper, (law.decay.b, Fraction(g), Fraction(m)))
    return BulkStaircase(table, lambda s: formulas.lattice_step(s, g, m), Fraction(m), law.lattice)


def _hourglass(law: Hourglass, grid: Fraction) -> BulkHourglass:
    found = BulkHourglass(_staircase(law.marginal, grid), _laplace(law.offset), None)
    found.units = (grid, law.sensitivity)
    return found


def _lattice_hourglass(law: DiscreteHourglass) -> BulkHourglass:
    found = BulkHourglass(_lattice_staircase(law.marginal), _laplace(law.offset), law.m)
    found.units = (law.lattice, law.lattice)
    return found


LATTICE: dict[str, tuple[type[NoiseLaw], Callable[[Any], Any]]] = {
    "discrete_laplace": (DiscreteLaplace, lambda law: BulkIntegers(_laplace(law))),
    "discrete_gaussian": (DiscreteGaussian, lambda law: BulkIntegers(_gaussian(law))),
    "discrete_staircase": (DiscreteStaircase, _lattice_staircase),
    "discrete_hourglass": (DiscreteHourglass, _lattice_hourglass),
}
CONTINUOUS: dict[str, tuple[type[NoiseLaw], Callable[[Any, Fraction], Any]]] = {
    "staircase": (Staircase, _staircase),
    "hourglass": (Hourglass, _hourglass),
}


def bulk(name: str, given: Mapping[str, object], grid: object = GRID) -> Bulk:
    """Returns the bulk sampler of a law with these (unparsed) parameters.

    Continuous coordinates are truncated to `grid`, a power of 2 in units of the query: the outcome
    is the cell floor(x / grid) in which the real outcome lies. Raises InvalidInput for parameters
    that the law refuses, and for tables that would not fit.
    """
    if name not in LATTICE and name not in CONTINUOUS:
        raise InvalidInput(
            "unknown_name",
            f"no bulk sampler of '{name[:60]}'"
            + did_you_mean(
                name, (*LATTICE, *CONTINUOUS), f"there are {', '.join((*LATTICE, *CONTINUOUS))}"
            ),
            argument="name",
        )
    step = rational(grid, "grid")
    if (
        step <= 0
        or step.numerator & (step.numerator - 1)
        or step.denominator & (step.denominator - 1)
    ):
        raise InvalidInput(
            "grid_not_positive", "grid: must be a power of 2, such as 1/1024", argument="grid"
        )
    law = (LATTICE[name] if name in LATTICE else CONTINUOUS[name])[0]
    made = law(**Signature(name, law.REQUIRED, law.OPTIONAL).parse(given))
    return LATTICE[name][1](made) if name in LATTICE else CONTINUOUS[name][1](made, step)
