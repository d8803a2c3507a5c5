"""The moments of clipped noise over a constant, from its lifts E (X - t)+ and E (X - t)+^2, in
closed form.

With y+ = max(y, 0) the clipped number clip(Y, [l, h]) is l + (Y - l)+ - (Y - h)+, and its square is
l^2 + (Y - l)+^2 + 2 l (Y - l)+ - (Y - h)+^2 - 2 h (Y - h)+. Without an upper end the terms of h are
left out. A law says its lifts itself.
"""

from __future__ import annotations

from fractions import Fraction

from ..distributions.law import Law
from ..distributions.samplers.refine import Affine
from ..exact.reals import Number

_ZERO = Fraction(0)


def fits(form: Affine) -> bool:
    """Returns whether a form has one noise, of a law of which the lifts are known."""
    return [u.law.lifts(_ZERO) is None for u in form.terms] == [False]


def clipped(
    form: Affine, below: Fraction, low: Fraction, high: Fraction | None
) -> tuple[Number, Number]:
    """Returns E C and E C^2 of C = clip(form/below, [low, high]), where `fits` holds; without an
    upper end C = max(low, form/below).
    """
    ((u, a),) = form.terms.items()
    slope, start = a / below, form.constant / below
    first, square = _of_line(u.law, slope, low - start)
    if high is None:
        return low + first, low * low + square + 2 * low * first
    first_high, square_high = _of_line(u.law, slope, high - start)
    return (
        low + first - first_high,
        low * low + square + 2 * low * first - square_high - 2 * high * first_high,
    )


def _of_line(law: Law, slope: Fraction, t: Number) -> tuple[Number, Number]:
    """Returns E (slope X - t)+ and E (slope X - t)+^2."""
    if slope < 0:
        law, slope = law.mirrored(), -slope
    found = law.lifts(t / slope)
    assert found is not None
    first, square = found
    return slope * first, slope * slope * square
