"""The moments of a clipped quotient of two uniform noises, of which one alone is in the denominator, in closed form.

For C = clip(N/D, [l, h]) and D = v > 0, N is uniform between two affine functions L < U of v, and with y+ = max(y, 0)

    v C = l v + (N - l v)+ - (N - h v)+,  v^2 C^2 = l^2 v^2 + (N - l v)+^2 + 2 l v (N - l v)+ - the same with h.

Integrated over N and then over v these are integrals of powers of affine functions over v or v^2, on the part of an
interval where the affine function is positive: rational terms and a logarithm. Where v goes to 0, the terms of l and h
have logarithms and poles that cancel; they are left out on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..exact import reals
from ..exact.enclosure import compare
from ..exact.reals import Number, balanced_sum
from .postprocess import Uncertain
from .sums import Spread
from .unknowns import Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)
Line = tuple[Number, Number]  # (a, c), the affine function a v + c


def fits(value: Uncertain, names: list[Unknown]) -> bool:
    """Returns whether a quotient is one of two uniform noises around 0, of which one alone is in the denominator."""
    below, above = value.denominator.terms, value.numerator.terms
    return (value.bounds is not None and len(names) == 2 and all(isinstance(u.law, Spread) for u in names)
        and len(below) == 1 and any(u not in below for u in above))


def moments(value: Uncertain, names: list[Unknown]) -> tuple[Number, Number]:
    """Returns E C and E C^2 of C = clip(N/D), where `fits` holds."""
    assert value.bounds is not None
    low, high = value.bounds
    ((w, c),) = value.denominator.terms.items()
    u = next(x for x in names if x is not w)
    reach, half = abs(c) * w.law.radius, abs(value.numerator.terms[u]) * u.law.radius
    # w = (v - d0)/c for D = v, and the middle of N is a v + m
    a = value.numerator.terms.get(w, _ZERO) / c
    m = value.numerator.constant - a * value.denominator.constant
    first, second = [], []
    for v0, v1, sign in _sides(value.denominator.constant - reach, value.denominator.constant + reach):
        # where D < 0, N/D is -N/-D; the middle of -N is a v - m in v = -D
        lines = [(a, sign * m - half), (a, sign * m + half)]
        span = v1 - v0
        first += [low * span, _lifted(lines, low, v0, v1, 1, half), -_lifted(lines, high, v0, v1, 1, half)]
        second += [low * low * span, _lifted(lines, low, v0, v1, 2, half), -_lifted(lines, high, v0, v1, 2, half)]
    return balanced_sum(first) / (2 * reach), balanced_sum(second) / (2 * reach)


def _sides(low: Number, high: Number) -> Iterator[tuple[Number, Number, int]]:
    """Yields the intervals of |D| on both sides of 0, with the sign of D."""
    if compare(high, _ZERO) > 0:
        yield low if compare(low, _ZERO) > 0 else _ZERO, high, 1
    if compare(low, _ZERO) < 0:
        yield -high if compare(high, _ZERO) < 0 else _ZERO, -low, -1


def _lifted(lines: Sequence[Line], bound: Fraction, v0: Number, v1: Number, order: int, half: Number) -> Number:
    """Returns the integral over v of the mean over N of (N - b v)+/v, or of (N - b v)+^2/v^2 + 2 b (N - b v)+/v.

    N is uniform between two lines, 2 half apart, and b is the bound.
    """
    parts: list[Number] = []
    for sign, (a, c) in zip((-1, 1), lines, strict=True):
        line = (a - bound, c)
        if order == 1:
            parts.append(sign * over_power(line, 2, 1, v0, v1) / 2)
        else:
            parts.append(sign * over_power(line, 3, 2, v0, v1) / 3)
            if bound:
                parts.append(sign * bound * over_power(line, 2, 1, v0, v1))
    return balanced_sum(parts) / (2 * half)


def over_power(line: Line, power: int, k: int, v0: Number, v1: Number) -> Number:
    """Returns the integral from v0 to v1 of (a v + c)+^power/v^k, for (power, k) = (2, 1) or (3, 2).

    Without the terms in log v and 1/v at v0 = 0.
    """
    a, c = line
    at0, at1 = (compare(a * v + c, _ZERO) for v in (v0, v1))
    if at0 <= 0 and at1 <= 0:
        return _ZERO
    if at0 < 0:
        v0 = -c / a
    elif at1 < 0:
        v1 = -c / a
    # (a v + c)^3/v^2 = a (a^2 v + 3 a c) + 3 a c^2/v + c^3/v^2
    flat, rate, pole = (2 * a * c, c * c, _ZERO) if k == 1 else (3 * a * a * c, 3 * a * c * c, c * c * c)
    from_zero = isinstance(v0, Fraction) and not v0
    found = (a**power) * (v1 * v1 - v0 * v0) / 2 + flat * (v1 - v0)
    found = found + rate * reals.log(v1 if from_zero else v1 / v0)
    return found - pole * (1 / v1 if from_zero else 1 / v1 - 1 / v0)
