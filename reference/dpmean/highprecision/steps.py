"""Laws on the line that are constant on cells: the staircases, and the laws on the integers, where
a cell is a point.

A cell is (low, high) on the line, or (first, last) of lattice points with their unit. Its mass is
an integral or a sum of the weight, its share what the table of all cells says, and a draw inverts
that table with one uniform number.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from .law import LEVELS, Draw, HighLaw
from .numbers import FAINT, MP, Number, Uniforms, over_polynomial
from .table import Table


@dataclass(frozen=True)
class Cell:
    """Where the weight is constant: an interval, or lattice points first, ..., last in a unit."""

    low: Number
    high: Number
    height: Number
    points: int = 0  # how many lattice points; 0 on the line

    @property
    def mass(self) -> Number:
        """Returns the integral, or the sum, of the weight over the cell."""
        if self.points:
            return self.points * self.height
        return over_polynomial(lambda _: self.height, self.low, self.high)

    def at(self, share: Number) -> Number:
        """Returns the point of the cell at a share of its mass."""
        if self.points <= 1:
            return self.low + share * (self.high - self.low)
        step = (self.high - self.low) / (self.points - 1)
        return self.low + step * min(int(MP.floor(share * self.points)), self.points - 1)

    def share(self, threshold: Number) -> Number:
        """Returns what share of the cell is not above the threshold."""
        if threshold >= self.high:
            return MP.mpf(1)
        if threshold < self.low:
            return MP.mpf(0)
        if not self.points:
            return (threshold - self.low) / (self.high - self.low)
        step = (self.high - self.low) / max(self.points - 1, 1)
        return (MP.floor((threshold - self.low) / step) + 1) / self.points

    def power(self, order: int) -> Number:
        """Returns the integral, or the sum, of |x|^order times the weight over a cell of one sign
        or around 0.
        """
        if self.points:
            step = (self.high - self.low) / max(self.points - 1, 1)
            return self.height * sum(abs(self.low + k * step) ** order for k in range(self.points))
        ends = (
            (self.low, self.high) if self.low * self.high >= 0 else (self.low, MP.mpf(0), self.high)
        )
        return sum(
            over_polynomial(lambda z: self.height * abs(z) ** order, *part, points=8)
            for part in pairwise(ends)
        )


class Stepped(HighLaw):
    """A law on the line by its cells, from left to right."""

    statistics = ("X",)

    @property
    def between(self) -> Number:
        """Returns half the distance of lattice points, 0 on the line."""
        return MP.mpf(0)

    @abstractmethod
    def right(self) -> Iterator[Cell]:
        """Yields the central cell, and then those to the right of it, for ever."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Returns the cells whose mass is not faint, from left to right; those on the left are
        mirrored.
        """
        found: list[Cell] = []
        for cell in self.right():
            if cell.height < FAINT:
                break
            found.append(cell)
        mirrored = [Cell(-c.high, -c.low, c.height, c.points) for c in reversed(found[1:])]
        return (*mirrored, *found)

    @cached_property
    def table(self) -> Table[Cell]:
        """Returns the cells with their masses."""
        return Table.of((cell, cell.mass) for cell in self.cells)

    @property
    def mass(self) -> Number:
        """Returns the mass of all cells."""
        return self.table.total

    def weight(self, point: Draw) -> Number:
        """Returns the weight at a point."""
        return self.height(point[0])

    @abstractmethod
    def height(self, x: Number) -> Number:
        """Returns the weight at x, by the definition of the steps and not by cells."""

    def moment(self, order: int) -> Number:
        """Returns E|X|^order, cell by cell."""
        return MP.fsum(cell.power(order) for cell in self.cells) / self.mass

    def draw(self, first: Number, more: Uniforms) -> Draw:
        """Returns a draw by inversion."""
        del more
        cell, share = self.table.find(first)
        return (cell.at(share),)

    def below(self, statistic: int, threshold: Number) -> Number:
        """Returns P(X <= threshold), cell by cell."""
        del statistic
        return MP.fsum(cell.mass * cell.share(threshold) for cell in self.cells) / self.mass

    def thresholds(self, statistic: int) -> Sequence[Number]:
        """Returns the points at the levels of the table, or between them and the next lattice
        points.
        """
        del statistic
        places = (self.table.find(level) for level in LEVELS)
        return tuple(dict.fromkeys(cell.at(share) + self.between for cell, share in places))


class HighStaircase(Stepped):
    """Weight e^(-epsilon j), j = floor(|x|/D - gamma) + 1 (addremove Definition 2)."""

    name = "staircase"
    mistakes = (("gamma", "9/10"), ("sensitivity", "101/100"), ("epsilon", "6/5"))

    def right(self) -> Iterator[Cell]:
        """Yields |x| < gamma D, and then (j - 1 + gamma) D <= x < (j + gamma) D."""
        width, gamma, epsilon = (
            self.given("sensitivity"),
            self.given("gamma"),
            self.given("epsilon"),
        )
        yield Cell(-gamma * width, gamma * width, MP.mpf(1))
        j = 1
        while True:
            yield Cell((j - 1 + gamma) * width, (j + gamma) * width, MP.exp(-epsilon * j))
            j += 1

    def height(self, x: Number) -> Number:
        """Returns e^(-epsilon j)."""
        j = MP.floor(abs(x) / self.given("sensitivity") - self.given("gamma")) + 1
        return MP.exp(-self.given("epsilon") * j)


class HighDiscreteStaircase(Stepped):
    """The same at the multiples i D/m: step 0 is |i| < gamma m, and j = floor((|i| - gamma m)/m) +
    1.
    """

    name = "discrete_staircase"
    mistakes = (("sensitivity", "3/2"), ("epsilon", "101/100"), ("epsilon", "6/5"))

    @cached_property
    def _lattice(self) -> tuple[int, int, Number]:
        m = int(self.parameters["m"])
        return m, int(MP.nint(self.given("gamma") * m)), self.given("sensitivity") / m

    @property
    def between(self) -> Number:
        """Returns half the distance of lattice points."""
        return self._lattice[2] / 2

    def right(self) -> Iterator[Cell]:
        """Yields the points -(g - 1), ..., g - 1, and then m points a step, g = gamma m."""
        m, g, unit = self._lattice
        yield Cell(-(g - 1) * unit, (g - 1) * unit, MP.mpf(1), 2 * g - 1)
        j = 1
        while True:
            first = (j - 1) * m + g
            yield Cell(first * unit, (first + m - 1) * unit, MP.exp(-self.given("epsilon") * j), m)
            j += 1

    def height(self, x: Number) -> Number:
        """Returns e^(-epsilon j) at a point of the lattice."""
        m, g, unit = self._lattice
        j = (int(MP.nint(abs(x) / unit)) - g) // m + 1
        return MP.exp(-self.given("epsilon") * j)


class HighDiscreteLaplace(Stepped):
    """Weight e^(-epsilon |k|/D) at the integers."""

    name = "discrete_laplace"
    mistakes = (("epsilon", "101/100"), ("epsilon", "6/5"))

    @property
    def between(self) -> Number:
        """Returns one half."""
        return MP.mpf(1) / 2

    def right(self) -> Iterator[Cell]:
        """Yields one point a cell."""
        k = 0
        while True:
            yield Cell(MP.mpf(k), MP.mpf(k), self.height(MP.mpf(k)), 1)
            k += 1

    def height(self, x: Number) -> Number:
        """Returns e^(-epsilon |x|/D)."""
        return MP.exp(-self.given("epsilon") * abs(x) / self.given("sensitivity"))


class HighDiscreteGaussian(HighDiscreteLaplace):
    """Weight e^(-k^2/(2 sigma^2)) at the integers."""

    name = "discrete_gaussian"
    mistakes = (("sigma_squared", "51/50"), ("sigma_squared", "3/2"))

    def height(self, x: Number) -> Number:
        """Returns e^(-x^2/(2 sigma^2))."""
        return MP.exp(-(x**2) / (2 * self.given("sigma_squared")))
