"""The lifts E (Y - y)+ and E (Y - y)+^2 of a density in falling steps, in closed form.

The density of staircase noise is the same on a middle step, of half-width gamma D, and falls by the
factor b from each step of width D to the next one, on both sides. Hourglass noise (X, Z) on the
diagonal x + z = k D is a staircase too, around k D/2, with the half-width (|k|/2 + gamma) D and the
factor b^2. What lies beyond an edge is a sum of r^m (e + m D)^p over m >= 0, and a thousand steps
cost no more than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from ..exact.enclosure import compare, floor
from ..exact.reals import Number, Scalar

_ZERO = Fraction(0)


@dataclass(frozen=True)
class Steps:
    """A symmetric density: `height` up to `middle` from 0, and by `ratio` lower on each further
    step of a width.

    `sums` are the sums over m >= 0 of m^i ratio^m for i = 0, ..., 3.
    """

    middle: Number
    height: Number
    ratio: Number
    width: Fraction
    sums: Sequence[Number]

    @cached_property
    def half(self) -> Number:
        """Returns E Y^2 over Y > 0."""
        return self.beyond(_ZERO)[2]

    def beyond(self, y: Number) -> tuple[Number, Number, Number]:
        """Returns E 1, E Y, E Y^2 over Y > y >= 0: of the rest of the step of y, and of the steps
        beyond it.
        """
        step = floor((y - self.middle) / self.width) + 1 if compare(y, self.middle) > 0 else 0
        edge, height = self.middle + step * self.width, self.height * self.ratio**step
        one, first, second = (
            height
            * (
                (edge ** (i + 1) - y ** (i + 1)) / (i + 1)
                + beyond_edge(i, edge, self.ratio, self.width, self.sums)
            )
            for i in range(3)
        )
        return one, first, second

    def lifts(self, y: Number) -> tuple[Number, Number]:
        """Returns E (Y - y)+ and E (Y - y)+^2."""
        if compare(y, _ZERO) >= 0:
            one, first, second = self.beyond(y)
            return first - y * one, second - 2 * y * first + y * y * one
        one, first, second = self.beyond(-y)
        # (Y - y)+ is Y - y + (-Y + y)+, and -Y has the law of Y
        lift, square = first + y * one, second + 2 * y * first + y * y * one
        return lift - y, 2 * self.half + y * y - square


def beyond_edge(
    order: int, edge: Scalar, ratio: Scalar, width: Scalar, sums: Sequence[Scalar]
) -> Scalar:
    """Returns the integral of z^order from an edge on, over steps of a width and of heights ratio,
    ratio^2, ...

    With p = order + 1 it is the sum over m >= 1 of ratio^m ((edge + m width)^p - (edge + (m - 1)
    width)^p)/p. In the sums over m >= 0 of m^i ratio^m, i = 0, ..., p, it has no term edge^p: (1 -
    ratio) sum ratio^m - 1 is 0.
    """
    p = order + 1
    total = width**p * sums[p]
    for i in range(1, p):
        total = total + comb(p, i) * edge ** (p - i) * width**i * sums[i]
    return total * (1 - ratio) / p
