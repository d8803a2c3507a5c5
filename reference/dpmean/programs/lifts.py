"""The moments of clipped noise over a constant, from its lifts E (X - t)+ and E (X - t)+^2, in closed form.

With y+ = max(y, 0) the clipped number clip(Y, [l, h]) is l + (Y - l)+ - (Y - h)+, and its square is l^2 + (Y - l)+^2 +
2 l (Y - l)+ - (Y - h)+^2 - 2 h (Y - h)+.

Hourglass noise (X, Z) on the diagonal x + z = k D is a staircase around k D/2: it is the same on the middle step, of
half-width (|k|/2 + gamma) D, and falls by the factor b^2 from each step of width D to the next one, on both sides. So
what lies beyond an edge is a sum of b^(2 m) (e + m D)^p over m >= 0, and a thousand steps cost no more than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from ..distributions.laplace import Laplace
from ..distributions.samplers.refine import Affine
from ..distributions.series import geometric_moments
from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import compare, floor
from ..exact.reals import Number, Scalar
from .draws import OnDiagonal

_ZERO, _HALF = Fraction(0), Fraction(1, 2)
Liftable = Laplace | OnDiagonal


def fits(form: Affine) -> bool:
    """Returns whether a form has one noise, of a law of which the lifts are known."""
    return [isinstance(u.law, Liftable) for u in form.terms] == [True]


def clipped(form: Affine, below: Fraction, low: Fraction, high: Fraction) -> tuple[Number, Number]:
    """Returns E C and E C^2 of C = clip(form/below, [low, high]), where `fits` holds."""
    ((u, a),) = form.terms.items()
    slope, start = a / below, form.constant / below
    (first, square), (first_high, square_high) = (_of_line(u.law, slope, t - start) for t in (low, high))
    return (low + first - first_high,
        low * low + square + 2 * low * first - square_high - 2 * high * first_high)


def _of_line(law: Liftable, slope: Fraction, t: Number) -> tuple[Number, Number]:
    """Returns E (slope X - t)+ and E (slope X - t)+^2."""
    if slope < 0:
        law, slope = OnDiagonal(law.law, -law.k) if isinstance(law, OnDiagonal) else law, -slope
    first, square = laplace(law, t / slope) if isinstance(law, Laplace) else diagonal(law, t / slope)
    return slope * first, slope * slope * square


def laplace(law: Laplace, t: Number) -> tuple[Number, Number]:
    """Returns E (X - t)+ and E (X - t)+^2 of Laplace noise of scale s.

    They are s e^(-t/s)/2 and s^2 e^(-t/s) for t >= 0, and -t + s e^(t/s)/2 and t^2 + 2 s^2 - s^2 e^(t/s) below.
    """
    side = compare(t, _ZERO)
    scale = 1 / law.rate
    power = law.decay.power(abs(t) / law.sensitivity) if isinstance(t, Fraction) else reals.exponential(
        -side * t * law.rate)
    if side >= 0:
        return scale * power / 2, scale * scale * power
    return scale * power / 2 - t, t * t + scale * scale * (2 - power)


def diagonal(law: OnDiagonal, t: Number) -> tuple[Number, Number]:
    """Returns E (X - t)+ and E (X - t)+^2 of the first coordinate of hourglass noise on a diagonal."""
    y = t - law.law.sensitivity * law.k / 2  # from the middle of the diagonal
    if compare(y, _ZERO) >= 0:
        one, first, second = _tail(law, y)
        return first - y * one, second - 2 * y * first + y * y * one
    one, first, second = _tail(law, -y)
    whole = 2 * _tail(law, _ZERO)[2]
    # (Y - y)+ is Y - y + (-Y + y)+, and -Y has the law of Y
    lift, square = first + y * one, second + 2 * y * first + y * y * one
    return lift - y, whole + y * y - square


def _tail(law: OnDiagonal, y: Number) -> tuple[Number, Number, Number]:
    """Returns E 1, E Y, E Y^2 over Y > y >= 0: of the rest of the step of y, and of the steps beyond it."""
    noise, k = law.law, abs(law.k)
    d, (ratio, sums) = noise.sensitivity, _ratio(noise.decay)
    middle = (noise.marginal.gamma + k * _HALF) * d
    step = floor((y - middle) / d) + 1 if compare(y, middle) > 0 else 0
    edge = middle + step * d
    height = noise.normalizer() / noise.sum_pmf(k) * noise.decay.b ** (k + 2 * step)
    one, first, second = (height * ((edge ** (i + 1) - y ** (i + 1)) / (i + 1) + beyond_edge(i, edge, ratio, d, sums))
        for i in range(3))
    return one, first, second


@lru_cache(maxsize=64)
def _ratio(decay: Decay) -> tuple[Number, list[Number]]:
    """Returns b^2, and the sums over m >= 0 of m^i b^(2 m) for i = 0, ..., 3."""
    ratio = decay.b**2
    return ratio, geometric_moments(3, ratio)


def beyond_edge(order: int, edge: Scalar, ratio: Scalar, width: Scalar, sums: Sequence[Scalar]) -> Scalar:
    """Returns the integral of z^order from an edge on, over steps of a width and of heights ratio, ratio^2, ...

    With p = order + 1 it is the sum over m >= 1 of ratio^m ((edge + m width)^p - (edge + (m - 1) width)^p)/p. In the
    sums over m >= 0 of m^i ratio^m, i = 0, ..., p, it has no term edge^p: (1 - ratio) sum ratio^m - 1 is 0.
    """
    p = order + 1
    total = width**p * sums[p]
    for i in range(1, p):
        total = total + comb(p, i) * edge ** (p - i) * width**i * sums[i]
    return total * (1 - ratio) / p
