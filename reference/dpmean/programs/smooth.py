"""Two continuous noises whose densities are analytic: probabilities and moments of clipped quotients
by certified quadrature.

One noise is integrated over; given its value, what is asked of the other is its distribution
function, or its lifts, at affine functions of that value. What lies beyond a far end, and quotients
over a denominator next to 0, are a doubt that the result is widened by: less than 2^-bits of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise

from ..distributions.law import Analytic, Law
from ..exact import quadrature
from ..exact.balls import Ball, ball, precision
from ..exact.enclosure import compare, interval
from ..exact.reals import Number, Scalar, computed
from .constraints import Constraint
from .postprocess import Uncertain
from .unknowns import Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)


def fits(names: Sequence[Unknown]) -> bool:
    """Returns whether unknowns are two, both with a density that is analytic."""
    return len(names) == 2 and all(u.law.analytic(ball) is not None for u in names)


def _known(law: Law) -> Analytic:
    found = law.analytic(ball)
    assert found is not None
    return found


def _far(law: Law, bits: int) -> Fraction:
    """Returns a number beyond which, on both sides, a law has no more than 2^-bits."""
    x = _ONE
    while compare(law.cdf(-x) + 1 - law.cdf(x), Fraction(1, 1 << bits)) > 0:
        x *= 2
    return x


@dataclass(frozen=True)
class Line:
    """The affine function slope w + start."""

    slope: Fraction
    start: Fraction

    def at(self, w: Fraction) -> Fraction:
        """Returns the value at a number."""
        return w * self.slope + self.start

    def on(self, w: Scalar) -> Scalar:
        """Returns the value on a ball."""
        return w * ball(self.slope) + ball(self.start)


def probability(names: Sequence[Unknown], group: Sequence[Constraint]) -> Number | None:
    """Returns the probability that two noises satisfy constraints, where `fits` holds; None where a
    constant of the constraints is irrational.
    """
    u, w = names
    above: list[Line] = []  # of u, as functions of w
    below: list[Line] = []
    ends: set[Fraction] = set()
    within: list[tuple[Fraction, int]] = []  # w is below (-1) or above (1) these
    for c in group:
        if not isinstance(c.constant, Fraction):
            return None
        a, b = (next((k for v, k in c.terms if v is name), _ZERO) for name in (u, w))
        if a:
            (above if a > 0 else below).append(Line(-b / a, -c.constant / a))
        else:
            within.append((-c.constant / b, -1 if b > 0 else 1))
            ends.add(-c.constant / b)
    for one, other in combinations([*above, *below], 2):
        if one.slope != other.slope:
            ends.add((other.start - one.start) / (one.slope - other.slope))
    found = []
    for low, high in pairwise([None, *sorted(ends), None]):
        middle = _inside(low, high)
        if any((middle - x) * side < 0 for x, side in within):
            continue
        under = max(below, key=lambda line: line.at(middle), default=None)
        over = min(above, key=lambda line: line.at(middle), default=None)
        if under is None or over is None or under.at(middle) < over.at(middle):
            found.append((low, high, under, over))
    return computed(partial(_chance, u.law, w.law, tuple(found)))


def _inside(low: Fraction | None, high: Fraction | None) -> Fraction:
    if low is None or high is None:
        return low + 1 if low is not None else high - 1 if high is not None else _ZERO
    return (low + high) / 2


Part = tuple[Fraction | None, Fraction | None, Line | None, Line | None]


def _chance(law: Law, of: Law, parts: Sequence[Part], bits: int) -> Ball:
    with precision(bits + quadrature.GUARD):
        (one, other), far = (_known(law), _known(of)), _far(of, bits)

        def chance(under: Line | None, over: Line | None, w: Scalar) -> Scalar:
            most = 1 if over is None else one.cdf(over.on(w))
            return other.density(w) * (most if under is None else most - one.cdf(under.on(w)))

        found = []
        for low, high, under, over in parts:
            ends = max(-far, -far if low is None else low), min(far, far if high is None else high)
            if ends[0] < ends[1]:
                found.append(quadrature.integral(partial(chance, under, over), *ends))
        return quadrature.total(found, Fraction(1, 1 << bits))


def quotient_fits(value: Uncertain, names: Sequence[Unknown]) -> bool:
    """Returns whether a clipped quotient has two noises, of which one alone is in the denominator,
    and the lifts of the other are known.
    """
    below, above = value.denominator.terms, value.numerator.terms
    if value.bounds is None or len(below) != 1 or not fits(names):
        return False
    over = [u for u in above if u not in below]
    return len(over) == 1 and over[0].law.symmetric


def moments(value: Uncertain, names: Sequence[Unknown]) -> tuple[Number, Number]:
    """Returns E C and E C^2 of a clipped quotient C = clip(N/D), where `quotient_fits` holds."""
    first, second = (computed(partial(_moment, value, tuple(names), order)) for order in (1, 2))
    return first, second


def _moment(value: Uncertain, names: Sequence[Unknown], order: int, bits: int) -> Ball:
    """Returns a ball of E C^order, C = clip(N/D).

    Given D = d, N/d is a multiple of the other noise U, of the sign of a d for N = a U + ..., plus a
    constant; its clipped moments are differences of lifts.
    """
    assert value.bounds is not None
    low, high = value.bounds
    assert high is not None
    ((w, c),) = value.denominator.terms.items()
    u = next(x for x in names if x is not w)
    a = value.numerator.terms[u]
    top = Line(value.numerator.terms.get(w, _ZERO), value.numerator.constant)
    bottom = Line(c, value.denominator.constant)
    near = Fraction(1, 1 << bits)  # how near to 0 a denominator is left out
    largest = max(abs(low), abs(high), _ONE) ** order
    # the quotient of a difference next to 0 by a power of it loses as many bits
    with precision((order + 1) * bits + quadrature.GUARD):
        one, other, far = _known(u.law), _known(w.law), _far(w.law, bits)

        of_u, bounds = ball(a), [ball(low), ball(high)]

        def moment(side: int, z: Scalar) -> Scalar:
            d, s = bottom.on(z), side if a > 0 else -side
            slope = of_u / d * s
            ends = [(d * t - top.on(z)) / of_u * s for t in bounds]
            at_low, at_high = (slope * one.lifts[0](end) for end in ends)
            if order == 1:
                return other.density(z) * (bounds[0] + at_low - at_high)
            square = slope * slope * (one.lifts[1](ends[0]) - one.lifts[1](ends[1]))
            linear = 2 * (bounds[0] * at_low - bounds[1] * at_high)
            return other.density(z) * (bounds[0] ** 2 + square + linear)

        found = []
        for side in (1, -1):  # of the denominator
            edge = (near * side - bottom.start) / c
            ends = (max(edge, -far), far) if side * c > 0 else (-far, min(edge, far))
            if ends[0] < ends[1]:
                found.append(quadrature.integral(partial(moment, side), *ends))
        edges = sorted((near * side - bottom.start) / c for side in (1, -1))
        left_out = interval(w.law.cdf(edges[1]) - w.law.cdf(edges[0]), 2 * bits).upper
        return quadrature.total(found, (left_out + Fraction(1, 1 << bits)) * largest)


__all__ = ["fits", "moments", "probability", "quotient_fits"]
