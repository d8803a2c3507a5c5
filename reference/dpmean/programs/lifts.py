"""The moments of clipped noise over a constant, from its lifts E (X - t)+ and E (X - t)+^2, in
closed form.

With y+ = max(y, 0) the clipped number clip(Y, [l, h]) is l + (Y - l)+ - (Y - h)+, and its square is
l^2 + (Y - l)+^2 + 2 l (Y - l)+ - (Y - h)+^2 - 2 h (Y - h)+.

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
from functools import cached_property, lru_cache
from math import comb

from ..distributions.hourglass import Hourglass
from ..distributions.laplace import Laplace
from ..distributions.samplers.refine import Affine
from ..distributions.series import geometric_moments
from ..distributions.staircase import Staircase
from ..exact import reals
from ..exact.enclosure import compare, floor
from ..exact.reals import Number, Scalar
from .draws import OnDiagonal

_ZERO, _HALF = Fraction(0), Fraction(1, 2)
Liftable = Laplace | Staircase | OnDiagonal


def fits(form: Affine) -> bool:
    """Returns whether a form has one noise, of a law of which the lifts are known."""
    return [isinstance(u.law, Liftable) for u in form.terms] == [True]


def clipped(form: Affine, below: Fraction, low: Fraction, high: Fraction) -> tuple[Number, Number]:
    """Returns E C and E C^2 of C = clip(form/below, [low, high]), where `fits` holds."""
    ((u, a),) = form.terms.items()
    slope, start = a / below, form.constant / below
    (first, square), (first_high, square_high) = (
        _of_line(u.law, slope, t - start) for t in (low, high)
    )
    return (
        low + first - first_high,
        low * low + square + 2 * low * first - square_high - 2 * high * first_high,
    )


def _of_line(law: Liftable, slope: Fraction, t: Number) -> tuple[Number, Number]:
    """Returns E (slope X - t)+ and E (slope X - t)+^2."""
    if slope < 0:
        law, slope = OnDiagonal(law.law, -law.k) if isinstance(law, OnDiagonal) else law, -slope
    first, square = laplace(law, t / slope) if isinstance(law, Laplace) else steps(law, t / slope)
    return slope * first, slope * slope * square


def laplace(law: Laplace, t: Number) -> tuple[Number, Number]:
    """Returns E (X - t)+ and E (X - t)+^2 of Laplace noise of scale s.

    They are s e^(-t/s)/2 and s^2 e^(-t/s) for t >= 0, and -t + s e^(t/s)/2 and t^2 + 2 s^2 - s^2
    e^(t/s) below.
    """
    side = compare(t, _ZERO)
    scale = 1 / law.rate
    power = (
        law.decay.power(abs(t) / law.sensitivity)
        if isinstance(t, Fraction)
        else reals.exponential(-side * t * law.rate)
    )
    if side >= 0:
        return scale * power / 2, scale * scale * power
    return scale * power / 2 - t, t * t + scale * scale * (2 - power)


def steps(law: Staircase | OnDiagonal, t: Number) -> tuple[Number, Number]:
    """Returns E (X - t)+ and E (X - t)+^2 of staircase noise, or of hourglass noise on a
    diagonal.
    """
    if isinstance(law, Staircase):
        of, y = _staircase(law), t
    else:
        # from the middle of the diagonal
        of, y = (_diagonal(law.law, abs(law.k)), t - law.law.sensitivity * law.k / 2)
    if compare(y, _ZERO) >= 0:
        one, first, second = of.beyond(y)
        return first - y * one, second - 2 * y * first + y * y * one
    one, first, second = of.beyond(-y)
    # (Y - y)+ is Y - y + (-Y + y)+, and -Y has the law of Y
    lift, square = first + y * one, second + 2 * y * first + y * y * one
    return lift - y, 2 * of.half + y * y - square


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


@lru_cache(maxsize=1024)
def _staircase(law: Staircase) -> Steps:
    b, d = law.decay.b, law.sensitivity
    return Steps(law.gamma * d, law.normalizer(), b, d, geometric_moments(3, b))


@lru_cache(maxsize=1 << 14)
def _diagonal(law: Hourglass, k: int) -> Steps:
    middle = (law.marginal.gamma + k * _HALF) * law.sensitivity
    height = law.normalizer() / law.sum_pmf(k) * law.decay.b**k
    ratio, sums = _squared(law)
    return Steps(middle, height, ratio, law.sensitivity, sums)


@lru_cache(maxsize=1024)
def _squared(law: Hourglass) -> tuple[Number, Sequence[Number]]:
    ratio = law.decay.b**2
    return ratio, geometric_moments(3, ratio)


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
