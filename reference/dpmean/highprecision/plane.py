"""The staircase of the plane: its weight depends on r = |x| + |y|, and a point is (s, r - |s|) up
to the sign of y.

dx dy = ds dr on each of the four sides, so every mass is an integral over s and one over r, cell by
cell: both of polynomials. A draw inverts the masses of the annuli, then the area within its
annulus, and goes round the square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from .law import LEVELS, Draw, HighLaw
from .numbers import FAINT, MP, Number, Uniforms, over_polynomial
from .table import Table

Annulus = tuple[Number, Number, Number]  # from what radius to what radius, and the weight there


class HighStaircase2D(HighLaw):
    """Weight e^(-epsilon j), j = floor((|x| + |y|)/D - gamma) + 1 (addremove Definition 3, without
    its normaliser).
    """

    name = "staircase2d"
    statistics = ("|X| + |Y|", "X", "Y", "X + Y")
    mistakes = (("gamma", "9/10"), ("sensitivity", "101/100"), ("epsilon", "6/5"))

    def weight(self, point: Draw) -> Number:
        """Returns e^(-epsilon j)."""
        radius = abs(point[0]) + abs(point[1])
        j = MP.floor(radius / self.given("sensitivity") - self.given("gamma")) + 1
        return MP.exp(-self.given("epsilon") * j)

    def _annuli(self) -> Iterator[Annulus]:
        width, gamma, epsilon = (
            self.given("sensitivity"),
            self.given("gamma"),
            self.given("epsilon"),
        )
        low, j = MP.mpf(0), 0
        while True:
            high, height = (j + gamma) * width, MP.exp(-epsilon * j)
            if height < FAINT:
                return
            yield low, high, height
            low, j = high, j + 1

    @cached_property
    def annuli(self) -> tuple[Annulus, ...]:
        """Returns the annuli whose mass is not faint, from the centre."""
        return tuple(self._annuli())

    def _over_sides(
        self, slices: Callable[[Number], Number], low: Number = 0, high: Number = MP.inf
    ) -> Number:
        """Returns the sum over the annuli of weight times the integral of slices(r) over low < r <
        high.
        """
        parts = ((max(a, low), min(b, high), height) for a, b, height in self.annuli)
        return MP.fsum(height * over_polynomial(slices, a, b) for a, b, height in parts if a < b)

    @cached_property
    def table(self) -> Table[Annulus]:
        """Returns the annuli with their masses: four sides of length r in s, integrated over r."""
        return Table.of(
            ((a, b, height), height * over_polynomial(lambda r: 4 * r, a, b))
            for a, b, height in self.annuli
        )

    @property
    def mass(self) -> Number:
        """Returns the mass of all annuli."""
        return self.table.total

    def moment(self, order: int) -> Number:
        """Returns E|X|^order: |s|^order integrated over [0, r] on four sides, and then over r."""
        return (
            self._over_sides(lambda r: 4 * over_polynomial(lambda s: s**order, MP.mpf(0), r))
            / self.mass
        )

    def product(self) -> Number:
        """Returns E XY, with all four sides."""

        def slices(r: Number) -> Number:
            signs = (a * c for a in (1, -1) for c in (1, -1))
            return sum(
                sign * over_polynomial(lambda s: s * (r - s), MP.mpf(0), r) for sign in signs
            )

        return self._over_sides(slices) / self.mass

    def sum_square(self) -> Number:
        """Returns E (X + Y)^2: on two sides x + y is r or -r, on the other two it goes from -r to
        r.
        """
        return (
            self._over_sides(
                lambda r: 2 * r**3 + 2 * over_polynomial(lambda s: (2 * s - r) ** 2, 0, r)
            )
            / self.mass
        )

    def marginal(self, x: Number) -> Number:
        """Returns the density of X at x: the weight integrated over y, cell by cell."""
        across = (max(high - abs(x), 0) - max(low - abs(x), 0) for low, high, _ in self.annuli)
        both = zip(across, self.annuli, strict=True)
        return 2 * MP.fsum(width * height for width, (_, _, height) in both) / self.mass

    def draw(self, first: Number, more: Uniforms) -> Draw:
        """Returns |X| + |Y|, X, Y and X + Y of a draw."""
        (low, high, _), share = self.table.find(first)
        radius = MP.sqrt(low**2 + share * (high**2 - low**2))
        around = 4 * more.next()
        side = int(around)
        along = around - side
        x, y = radius * along, radius * (1 - along)
        x, y = (x if side % 2 else -x), (y if side < 2 else -y)
        return radius, x, y, x + y

    def below(self, statistic: int, threshold: Number) -> Number:
        """Returns the probability that |X| + |Y|, or one of X, Y and X + Y, is not above the
        threshold.
        """
        if statistic == 0:
            return self._over_sides(lambda r: 4 * r, high=threshold) / self.mass
        far = abs(threshold)
        # beyond t: two sides have |s| > t, each r - t long; of x + y two opposite sides are whole,
        # the others in part
        if statistic < 3:
            beyond = self._over_sides(lambda r: 2 * (r - far), low=far) / self.mass
        else:
            beyond = self._over_sides(lambda r: r + (r - far), low=far) / self.mass
        return beyond if threshold < 0 else 1 - beyond

    def thresholds(self, statistic: int) -> Sequence[Number]:
        """Returns the radii at the levels of the table, or parts of them of both signs."""
        radii = []
        for level in LEVELS:
            (low, high, _), share = self.table.find(level)
            radii.append(low + share * (high - low))
        return tuple(radii) if statistic == 0 else (*(-r for r in radii[5:12:2]), *radii[4:13:2])
