"""The hourglass on the line and on a lattice: weight b^(|J| + |k - J|) at x on the signed step J, x
+ y = k D.

Its steps are those of the staircase (`steps.py`). Every sum over the diagonals and the steps is
made term by term; that the two marginals are staircases is nowhere used, and is what is checked. A
draw takes the step of x, then the diagonal, each from a table, and x within its step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from .law import Draw, HighLaw
from .numbers import FAINT, MP, Number, Uniforms
from .steps import Cell, HighDiscreteStaircase, HighStaircase, Stepped
from .table import Table

VISIBLE = MP.mpf(10) ** -20  # what a count of draws can see of a weight


class HighHourglass(HighLaw):
    """Weight b^(|J| + |k - J|), b = e^-epsilon (addremove Section 4.1, A_k and B_k(i) in one
    expression).
    """

    name = "hourglass"
    statistics = ("X", "Y", "(X + Y)/D")
    mistakes = (("gamma", "9/10"), ("sensitivity", "101/100"), ("epsilon", "6/5"))
    steps: type[Stepped] = HighStaircase

    @cached_property
    def shape(self) -> Stepped:
        """Returns the steps of x, of which only the places are used."""
        return self.steps(self.parameters)

    @cached_property
    def signed(self) -> tuple[tuple[int, Cell], ...]:
        """Returns the signed steps from left to right, each with its place; the heights are not
        used.
        """
        half = len(self.shape.cells) // 2
        return tuple((place - half, cell) for place, cell in enumerate(self.shape.cells))

    @cached_property
    def _powers(self) -> list[Number]:
        """Returns b^0, b^1, ... until they are faint."""
        found: list[Number] = []
        epsilon = self.given("epsilon")
        while not found or found[-1] > FAINT:
            found.append(MP.exp(-epsilon * len(found)))
        return found

    def power(self, exponent: int) -> Number:
        """Returns b^exponent, or 0 where it is faint."""
        return self._powers[exponent] if exponent < len(self._powers) else MP.mpf(0)

    def step(self, x: Number) -> int:
        """Returns the signed step of x, by the definition and not by cells."""
        height = self.shape.weight((x,))
        j = int(MP.nint(-MP.log(height) / self.given("epsilon")))
        return -j if x < 0 else j

    def weight(self, point: Draw) -> Number:
        """Returns b^(|J| + |k - J|) at (x, y); 0 off the diagonals."""
        diagonal = (point[0] + point[1]) / self.given("sensitivity")
        k = int(MP.nint(diagonal))
        if abs(diagonal - k) > MP.mpf(10) ** (5 - MP.dps):
            return MP.mpf(0)
        j = self.step(point[0])
        return MP.exp(-self.given("epsilon") * (abs(j) + abs(k - j)))

    @cached_property
    def diagonals(self) -> range:
        """Returns the diagonals that are not faint beside the centre."""
        return range(-len(self._powers), len(self._powers) + 1)

    def across(self, j: int) -> Number:
        """Returns the sum over the diagonals of the weight at a point of step j."""
        return MP.fsum(self.power(abs(j) + abs(k - j)) for k in self.diagonals)

    @cached_property
    def table(self) -> Table[tuple[int, Cell]]:
        """Returns the signed steps with their masses: length or points times the sum over the
        diagonals.
        """
        return Table.of(
            ((j, cell), cell.mass / cell.height * self.across(j)) for j, cell in self.signed
        )

    @property
    def mass(self) -> Number:
        """Returns the mass of everything."""
        return self.table.total

    @cached_property
    def _offsets(self) -> Table[int]:
        """Returns the diagonals beside the one of the step, which given the step have weight b^|k -
        J|.
        """
        most = len(self._powers) - 1
        return Table.of((n, self.power(abs(n))) for n in range(-most, most + 1))

    def moment(self, order: int) -> Number:
        """Returns E|X|^order."""
        return (
            MP.fsum(cell.power(order) / cell.height * self.across(j) for j, cell in self.signed)
            / self.mass
        )

    def product(self) -> Number:
        """Returns E XY, y = k D - x, term by term."""
        width, total = self.given("sensitivity"), []
        for j, cell in self.signed:
            middle = (cell.low + cell.high) / 2  # of a step, or of its points: the mean of x
            mean, square = middle, cell.power(2) / cell.mass
            terms = (
                self.power(abs(j) + abs(k - j)) * (k * width * mean - square)
                for k in self.diagonals
            )
            total.append(cell.mass / cell.height * MP.fsum(terms))
        return MP.fsum(total) / self.mass

    def sum_square(self) -> Number:
        """Returns E (X + Y)^2, diagonal by diagonal."""
        squares = MP.fsum(k**2 * mass for k, mass in self._by_diagonal.items())
        return squares * self.given("sensitivity") ** 2 / self.mass

    def marginal(self, x: Number) -> Number:
        """Returns the density, or the mass, of X at x: the weight summed over the diagonals."""
        return self.across(self.step(x)) / self.mass

    def other_marginal(self, y: Number) -> Number:
        """Returns the density, or the mass, of Y at y: on each diagonal k the weight at x = k D -
        y.
        """
        width = self.given("sensitivity")
        steps = ((k, self.step(k * width - y)) for k in self.diagonals)
        return MP.fsum(self.power(abs(j) + abs(k - j)) for k, j in steps) / self.mass

    def draw(self, first: Number, more: Uniforms) -> Draw:
        """Returns X, Y and the diagonal (X + Y)/D of a draw."""
        (j, cell), share = self.table.find(first)
        x = cell.at(share)
        k = j + self._offsets.find(more.next())[0]
        return x, k * self.given("sensitivity") - x, MP.mpf(k)

    @cached_property
    def _by_diagonal(self) -> dict[int, Number]:
        """Returns the mass of every diagonal, steps added up."""
        sizes = [(j, cell.mass / cell.height) for j, cell in self.signed]
        return {
            k: MP.fsum(size * self.power(abs(j) + abs(k - j)) for j, size in sizes)
            for k in self.diagonals
        }

    def below(self, statistic: int, threshold: Number) -> Number:
        """Returns P(X <= t), P(Y <= t) or P(X + Y <= t D), cell by cell; that of Y to 18 digits."""
        if statistic == 0:
            parts = (
                mass * cell.share(threshold)
                for (_, cell), mass in zip(self.table.cells, self.table.masses, strict=True)
            )
            return MP.fsum(parts) / self.mass
        if statistic == 1:
            return MP.fsum(self._left(threshold)) / self.mass
        return MP.fsum(mass for k, mass in self._by_diagonal.items() if k <= threshold) / self.mass

    def _left(self, threshold: Number) -> list[Number]:
        """Returns, for every step and every diagonal, the mass with y = k D - x <= threshold, x >=
        k D - threshold.
        """
        width, found = self.given("sensitivity"), []
        most = sum(power > VISIBLE for power in self._powers)
        for j, cell in self.signed:
            size, far = cell.mass / cell.height, most - abs(j)
            for k in range(j - far, j + far + 1):
                found.append(
                    size * self.power(abs(j) + abs(k - j)) * (1 - cell.share(k * width - threshold))
                )
        return found

    def thresholds(self, statistic: int) -> Sequence[Number]:
        """Returns the thresholds of the steps, or the diagonals -2, ..., 3."""
        if statistic < 2:
            return self.shape.thresholds(0)
        return tuple(MP.mpf(k) for k in range(-2, 4))


class HighDiscreteHourglass(HighHourglass):
    """The same at the points of the lattice D/m."""

    name = "discrete_hourglass"
    mistakes = (("sensitivity", "3/2"), ("epsilon", "101/100"), ("epsilon", "6/5"))
    steps = HighDiscreteStaircase
