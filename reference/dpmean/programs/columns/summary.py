"""What is kept of very many releases: exact counts, exact sums of powers, and counts between edges.

Units.   Every release is an integer times `Summary.unit`, the grid of the batches; where batches have different grids
         (noise on a lattice, released as it is), the unit is their greatest common one.
Edges.   The releases of the first batches, up to KEPT of them, are kept until there are KEPT. Then edges are chosen
         from them, once: at most EDGES of their order statistics, evenly spaced in rank, and the
         edges of the histogram. The kept releases are counted like all later ones. A cell is what
         lies above one edge and not above the next; its least and its greatest release are kept, so
         that an order statistic is known to lie between two releases whatever the edges are.
Memory.  It does not grow with the number of releases, but for the digits of the sums.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

import numpy as np

from ...errors import InvalidInput
from .batch import Batch
from .values import Numbers, common, plus, times

KEPT = 1 << 16  # releases from which the edges are chosen
EDGES = 1 << 13
# the histogram has equal bins between the order statistics that leave one in TAIL beyond at each
# end
TAIL = 1000
LONGEST = 1 << 12  # bits of the denominator of a unit: beyond, the lattice has no use
_HALF_WORD, _LOW = 31, (1 << 31) - 1
Powers = tuple[int, int, int, int]


def power_sums(numbers: Numbers) -> Powers:
    """Returns the sums of the first four powers of integers, exactly."""
    if numbers.dtype == object:
        return _slowly(numbers)
    near = (numbers > -_LOW) & (numbers < _LOW)
    if near.all():
        return _quickly(numbers)
    a, b = _quickly(numbers[near]), _slowly(numbers[~near].astype(object))
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


def _slowly(numbers: Numbers) -> Powers:
    squares = numbers * numbers
    return (
        int(numbers.sum()),
        int(squares.sum()),
        int((squares * numbers).sum()),
        int((squares * squares).sum()),
    )


def _quickly(numbers: Numbers) -> Powers:
    """Returns the sums of the first four powers of integers of fewer than 31 bits.

    A square is cut in two halves, so that no product overflows.
    """
    squares = numbers * numbers
    high, low = squares >> _HALF_WORD, squares & _LOW
    return (
        _total(numbers),
        _total(squares),
        (_total(high * numbers) << _HALF_WORD) + _total(low * numbers),
        (_total(high * high) << 2 * _HALF_WORD)
        + (_total(high * low) << _HALF_WORD + 1)
        + _total(low * low),
    )


def _total(numbers: Numbers) -> int:
    """Returns the sum of up to 2^31 integers of at most 62 bits, which may have more than 64."""
    return (int((numbers >> _HALF_WORD).sum()) << _HALF_WORD) + int((numbers & _LOW).sum())


@dataclass
class Sums:
    """A count of integers, and the sums of the first four powers of their differences from
    `center`.
    """

    center: int
    count: int = 0
    powers: Powers = (0, 0, 0, 0)

    def add(self, numbers: Numbers) -> None:
        """Adds integers to the count and to the sums."""
        a, b = self.powers, power_sums(plus(numbers, -self.center))
        self.count += len(numbers)
        self.powers = a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]

    def rescale(self, factor: int) -> None:
        """Multiplies every integer by a factor, also those that have been counted."""
        self.center *= factor
        a = self.powers
        self.powers = a[0] * factor, a[1] * factor**2, a[2] * factor**3, a[3] * factor**4

    def about(self, target: Fraction) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """Returns the sums of the first four powers of the differences from `target`."""
        m, n, (a, b, c, d) = self.center - target, self.count, self.powers
        return (
            a + n * m,
            b + 2 * m * a + n * m**2,
            c + 3 * m * b + 3 * m**2 * a + n * m**3,
            d + 4 * m * c + 6 * m**2 * b + 4 * m**3 * a + n * m**4,
        )


@dataclass
class Cells:
    """Counts of integers between edges, and the least and the greatest integer in every cell."""

    edges: Numbers
    counts: Numbers = field(init=False)
    least: Numbers = field(init=False)
    greatest: Numbers = field(init=False)

    def __post_init__(self) -> None:
        self.counts, self.least, self.greatest = (
            np.zeros(len(self.edges) + 1, np.int64) for _ in range(3)
        )

    def add(self, numbers: Numbers) -> None:
        """Adds integers to the counts of their cells."""
        ordered = np.sort(numbers)
        ends = np.append(np.searchsorted(ordered, self.edges, side="right"), len(ordered))
        starts = np.insert(ends[:-1], 0, 0)
        here = np.flatnonzero(ends > starts)
        low, high = ordered[starts[here]], ordered[ends[here] - 1]
        if ordered.dtype == object:
            self.least, self.greatest = self.least.astype(object), self.greatest.astype(object)
        new = self.counts[here] == 0
        self.least[here] = np.where(new, low, np.minimum(self.least[here], low))
        self.greatest[here] = np.where(new, high, np.maximum(self.greatest[here], high))
        self.counts += ends - starts

    def rescale(self, factor: int) -> None:
        """Multiplies every edge and every least or greatest integer by a factor."""
        self.edges, self.least, self.greatest = (
            times(a, factor) for a in (self.edges, self.least, self.greatest)
        )

    def order_statistic(self, rank: int) -> tuple[int, int]:
        """Returns two integers between which the integer of a rank lies; rank 1 belongs to the
        least of all.
        """
        cell = int(np.searchsorted(np.cumsum(self.counts), rank))
        return int(self.least[cell]), int(self.greatest[cell])

    def between(self, edges: list[int]) -> list[int]:
        """Returns the counts up to the first of some rising edges, between each and the next, and
        beyond the last.

        They must be among `self.edges`.
        """
        upto = np.append(0, np.cumsum(self.counts))
        places = [int(np.searchsorted(self.edges, e)) + 1 for e in edges]
        sums = [0, *(int(upto[p]) for p in places), int(upto[-1])]
        return [b - a for a, b in pairwise(sums)]


def histogram_edges(ordered: Numbers, bins: int) -> tuple[list[int], bool]:
    """Returns rising edges for a histogram of integers in rising order, and whether they are single
    values.

    Where few different integers lie in the middle, every one of them is an edge: it has a bin of
    its own. Otherwise there are `bins` bins of the same width, up to a unit. In the middle are all
    but one in TAIL at each end.
    """
    beyond = len(ordered) // TAIL
    middle = ordered[beyond : len(ordered) - beyond]
    different = np.unique(middle)
    if len(different) <= bins + 1:
        return [int(v) for v in different], True
    low, high = int(middle[0]), int(middle[-1])
    return list(dict.fromkeys(low + (high - low) * i // bins for i in range(bins + 1))), False


@dataclass
class Summary:
    """What is kept of the releases: `add` takes them batch by batch, and `close` comes after the
    last.
    """

    coordinate: int = 0  # whose cells are counted; sums are kept of all
    bins: int = 60
    count: int = 0
    silent: int = 0  # releases without an answer
    undecided: int = 0
    few: int = 0
    unit: Fraction | None = None
    sums: list[Sums] = field(default_factory=list)
    cells: Cells | None = None
    edges: list[int] = field(default_factory=list)  # of the histogram
    by_value: bool = False  # whether every edge is a value with a bin of its own
    kept: list[Numbers] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """Returns how many releases have an answer."""
        return self.count - self.silent

    def add(self, batch: Batch) -> None:
        """Adds the releases of a batch to all that is kept."""
        answered = int(np.count_nonzero(batch.answered))
        self.count += batch.count
        self.silent += batch.count - answered
        self.undecided += batch.undecided
        self.few += batch.few
        if not answered:
            return
        if not 0 <= self.coordinate < len(batch.indices):
            raise InvalidInput(
                "out_of_range", f"coordinate: from 1 to {len(batch.indices)}", argument="coordinate"
            )
        factor = self._factor(batch.grid)
        columns = [
            times(i if answered == batch.count else i[batch.answered], factor)
            for i in batch.indices
        ]
        if not self.sums:
            self.sums = [Sums(int(np.sort(c)[len(c) // 2])) for c in columns]
        for sums, column in zip(self.sums, columns, strict=True):
            sums.add(column)
        if self.cells is None:
            self.kept.append(columns[self.coordinate])
            if sum(map(len, self.kept)) >= KEPT:
                self.close()
        else:
            self.cells.add(columns[self.coordinate])

    def close(self) -> None:
        """Chooses the edges, if that has not been done, and counts what was kept for it."""
        if self.cells is not None or not self.kept:
            return
        ordered = np.sort(np.concatenate(self.kept))
        self.edges, self.by_value = histogram_edges(ordered, self.bins)
        different = np.unique(ordered)
        if len(different) > EDGES:
            different = np.unique(ordered[:: -(-len(ordered) // EDGES)])
        own = np.array(self.edges, ordered.dtype)
        self.cells = Cells(np.unique(np.concatenate([different, own])))
        self.cells.add(ordered)
        self.kept = []

    def _factor(self, grid: Fraction) -> int:
        """Returns how many units a step of a batch's grid has, after the unit has become finer
        where it must.
        """
        if grid.denominator.bit_length() > LONGEST:
            raise InvalidInput(
                "out_of_range",
                "grid: the releases have no common denominator of moderate size; name a grid "
                "to round them to",
                argument="grid",
            )
        if self.unit is None:
            self.unit = grid
        elif (grid / self.unit).denominator != 1:
            unit = common([self.unit, grid])
            self._rescale(int(self.unit / unit))
            self.unit = unit
        return int(grid / self.unit)

    def _rescale(self, factor: int) -> None:
        for sums in self.sums:
            sums.rescale(factor)
        if self.cells is not None:
            self.cells.rescale(factor)
        self.edges = [e * factor for e in self.edges]
        self.kept = [times(k, factor) for k in self.kept]


__all__ = ["Cells", "Summary", "Sums", "histogram_edges", "power_sums"]
