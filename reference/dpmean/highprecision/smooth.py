"""Laws with a smooth density: Laplace, Gaussian, Student's t, integrated by Gauss and Legendre on
cells.

The Gaussian and Student's t are drawn as one coordinate of a law of the plane that does not depend
on the angle, its radius from the first uniform number and its angle from another one; the radius is
counted too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise

from .law import Draw, HighLaw
from .numbers import DIGITS, MP, Number, Uniforms, over_polynomial

NODES = 40  # a cell: exact to more than 60 digits for the weights here


def _by_cells(f: Callable[[Number], Number], high: Number, width: Number) -> Number:
    """Returns the integral of f from 0 to high, in cells of at most this width."""
    parts = max(1, int(MP.ceil(high / width)))
    ends = [high * k / parts for k in range(parts + 1)]
    return MP.fsum(over_polynomial(f, low, end, NODES) for low, end in pairwise(ends))


class HighLaplace(HighLaw):
    """Weight e^(-epsilon |x|/D)."""

    name = "laplace"
    statistics = ("X",)
    mistakes = (("sensitivity", "101/100"), ("epsilon", "2"))

    @property
    def scale(self) -> Number:
        """Returns D/epsilon, over which the weight falls by e."""
        return self.given("sensitivity") / self.given("epsilon")

    def weight(self, point: Draw) -> Number:
        """Returns e^(-epsilon |x|/D)."""
        return MP.exp(-abs(point[0]) / self.scale)

    def _half(self, f: Callable[[Number], Number], high: Number | None = None) -> Number:
        """Returns the integral of f times the weight from 0 on: what is beyond 68 log 10 + 60
        scales is faint.
        """
        end = (DIGITS + 8) * MP.log(10) + 60
        return _by_cells(
            lambda z: f(z) * self.weight((z,)),
            self.scale * end if high is None else high,
            6 * self.scale,
        )

    @cached_property
    def mass(self) -> Number:
        """Returns the integral of the weight."""
        return 2 * self._half(lambda _: MP.mpf(1))

    def moment(self, order: int) -> Number:
        """Returns E|X|^order."""
        return 2 * self._half(lambda z: z**order) / self.mass

    def draw(self, first: Number, more: Uniforms) -> Draw:
        """Returns a sign and an exponential variable, both from one uniform number."""
        del more
        return (
            self.scale * MP.log(2 * first)
            if first < MP.mpf(1) / 2
            else -self.scale * MP.log(2 * (1 - first)),
        )

    def below(self, statistic: int, threshold: Number) -> Number:
        """Returns P(X <= threshold)."""
        del statistic
        part = (
            self._half(lambda _: MP.mpf(1), abs(threshold)) / self.mass if threshold else MP.mpf(0)
        )
        return MP.mpf(1) / 2 + part * MP.sign(threshold)

    def thresholds(self, statistic: int) -> Sequence[Number]:
        """Returns thresholds between minus and plus five scales."""
        del statistic
        return tuple(
            self.scale * MP.mpf(k) / 4 for k in (-20, -12, -8, -5, -3, -1, 0, 1, 2, 4, 6, 10, 16)
        )


class _Round(HighLaw):
    """A coordinate X of a law of the plane that depends on the radius R alone."""

    statistics = ("R", "X")

    @property
    def unit(self) -> Number:
        """Returns the unit in which thresholds are set."""
        raise NotImplementedError

    @property
    def cell(self) -> Number:
        """Returns the width of a cell on which the rule is exact to 60 digits: half a unit, as t
        has poles at i.
        """
        return self.unit / 2

    def radius(self, u: Number) -> Number:
        """Returns the radius that is exceeded with probability 1 - u."""
        raise NotImplementedError

    def plane(self, radius: Number) -> Number:
        """Returns the weight of the law of the plane at a radius."""
        raise NotImplementedError

    @property
    def plane_mass(self) -> Number:
        """Returns the integral of radius times that weight."""
        raise NotImplementedError

    def draw(self, first: Number, more: Uniforms) -> Draw:
        """Returns the radius, and the coordinate at a uniform angle."""
        radius = self.radius(first)
        return radius, radius * MP.cospi(2 * more.next())

    def below(self, statistic: int, threshold: Number) -> Number:
        """Returns P(R <= threshold) or P(X <= threshold)."""
        if statistic == 0:
            return _by_cells(lambda r: r * self.plane(r), threshold, self.cell) / self.plane_mass
        part = _by_cells(lambda z: self.weight((z,)), abs(threshold), self.cell) / self.mass
        return MP.mpf(1) / 2 + part * MP.sign(threshold)

    def thresholds(self, statistic: int) -> Sequence[Number]:
        """Returns thresholds of up to three and a half units."""
        quarters = (
            (1, 2, 3, 4, 5, 6, 8, 10, 14)
            if statistic == 0
            else (-10, -8, -6, -4, -2, 0, 1, 3, 5, 7, 9)
        )
        return tuple(self.unit * MP.mpf(k) / 4 for k in quarters)


class HighGaussian(_Round):
    """Weight e^(-x^2/(2 sigma^2)); the plane has the same with r for x."""

    name = "gaussian"
    mistakes = (("sigma_squared", "51/50"), ("sigma_squared", "3/2"))

    @cached_property
    def unit(self) -> Number:
        """Returns sigma."""
        return MP.sqrt(self.given("sigma_squared"))

    @property
    def cell(self) -> Number:
        """Returns sigma: the weight has no poles."""
        return self.unit

    def weight(self, point: Draw) -> Number:
        """Returns e^(-x^2/(2 sigma^2))."""
        return MP.exp(-(point[0] ** 2) / (2 * self.given("sigma_squared")))

    def plane(self, radius: Number) -> Number:
        """Returns the weight, which is that of the line."""
        return self.weight((radius,))

    def radius(self, u: Number) -> Number:
        """Returns sigma sqrt(-2 log(1 - u))."""
        return self.unit * MP.sqrt(-2 * MP.log(1 - u))

    @cached_property
    def mass(self) -> Number:
        """Returns the integral of the weight; beyond 18 sigma it is faint."""
        return 2 * _by_cells(lambda z: self.weight((z,)), 20 * self.unit, self.cell)

    @cached_property
    def plane_mass(self) -> Number:
        """Returns the integral of r times the weight."""
        return _by_cells(lambda r: r * self.plane(r), 20 * self.unit, self.cell)

    def moment(self, order: int) -> Number:
        """Returns E|X|^order."""
        return (
            2
            * _by_cells(lambda z: z**order * self.weight((z,)), 20 * self.unit, self.cell)
            / self.mass
        )


class HighStudent(_Round):
    """Weight (1 + y^2)^(-(d + 1)/2), y = x/(scale sqrt d); the plane has (1 + r^2/(scale^2 d))^(-(d
    + 2)/2).
    """

    name = "student_t"
    mistakes = (("scale", "101/100"), ("degrees", "2"))

    @cached_property
    def d(self) -> int:
        """Returns the number of degrees of freedom."""
        return int(self.parameters["degrees"].partition("/")[0])

    @cached_property
    def unit(self) -> Number:
        """Returns scale sqrt(d), the unit of y."""
        return self.given("scale") * MP.sqrt(self.d)

    def weight(self, point: Draw) -> Number:
        """Returns (1 + y^2)^(-(d + 1)/2)."""
        return (1 + (point[0] / self.unit) ** 2) ** (-MP.mpf(self.d + 1) / 2)

    def plane(self, radius: Number) -> Number:
        """Returns (1 + y^2)^(-(d + 2)/2)."""
        return (1 + (radius / self.unit) ** 2) ** (-MP.mpf(self.d + 2) / 2)

    def radius(self, u: Number) -> Number:
        """Returns the radius of which (1 + y^2)^(-d/2) is 1 - u."""
        return self.unit * MP.sqrt((1 - u) ** (-MP.mpf(2) / self.d) - 1)

    def _whole(self, f: Callable[[Number], Number]) -> Number:
        """Returns the integral of f over y > 0: over (0, 1], and over 1/y in (0, 1]."""
        one, quarter = MP.mpf(1), MP.mpf(1) / 4
        return self.unit * (
            _by_cells(lambda y: f(self.unit * y), one, quarter)
            + _by_cells(lambda w: f(self.unit / w) / w**2, one, quarter)
        )

    @cached_property
    def mass(self) -> Number:
        """Returns the integral of the weight."""
        return 2 * self._whole(lambda z: self.weight((z,)))

    @cached_property
    def plane_mass(self) -> Number:
        """Returns the integral of r times the weight of the plane."""
        return self._whole(lambda r: r * self.plane(r))

    def moment(self, order: int) -> Number:
        """Returns E|X|^order, for an order below d."""
        return 2 * self._whole(lambda z: z**order * self.weight((z,))) / self.mass
