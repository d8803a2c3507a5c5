"""The moments of a clipped quotient of two uniform noises, of which one alone is in the
denominator, in closed form.

For C = clip(N/D, [l, h]) and D = v > 0, N is uniform between two affine functions L < U of v, and
with y+ = max(y, 0)

    v C = l v + (N - l v)+ - (N - h v)+,  v^2 C^2 = l^2 v^2 + (N - l v)+^2 + 2 l v (N - l v)+ - the same with h.

Integrated over N and then over v these are integrals of powers of affine functions over v or v^2,
on the part of an interval where the affine function is positive: rational terms and a logarithm.
Where v goes to 0, the terms of l and h have logarithms and poles that cancel; they are left out on
both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..exact import reals
from ..exact.enclosure import compare
from ..exact.reals import Number, balanced_sum
from .postprocess import Uncertain
from .unknowns import Unknown

_ZERO = Fraction(0)
Line = tuple[Fraction, Number]  # (a, c), the affine function a v + c


@dataclass(frozen=True)
class Reach:
    """A number constant + share R + other S, for the half-widths R and S of two uniform laws, which
    may be the same.

    Its sign is that of a rational wherever R and S cancel or are rational.
    """

    constant: Fraction
    share: Fraction
    other: Fraction
    widths: tuple[Number, Number]

    @property
    def number(self) -> Number:
        """Returns the number itself."""
        r, s = self.widths
        if r is s:
            return r * (self.share + self.other) + self.constant
        return r * self.share + s * self.other + self.constant


def fits(value: Uncertain, names: list[Unknown]) -> bool:
    """Returns whether a quotient is one of two uniform noises around 0, of which one alone is in
    the denominator.
    """
    below, above = value.denominator.terms, value.numerator.terms
    return (
        value.bounds is not None
        and len(names) == 2
        and all(u.law.half_width is not None for u in names)
        and len(below) == 1
        and any(u not in below for u in above)
    )


def moments(value: Uncertain, names: list[Unknown]) -> tuple[Number, Number]:
    """Returns E C and E C^2 of C = clip(N/D), where `fits` holds."""
    assert value.bounds is not None
    low, high = value.bounds
    assert high is not None
    ((w, c),) = value.denominator.terms.items()
    u = next(x for x in names if x is not w)
    r, s = w.law.half_width, u.law.half_width
    assert r is not None
    assert s is not None
    widths = (r, s)
    c, b = abs(c), abs(value.numerator.terms[u])
    # w = (v - d0)/c for D = v, and the middle of N is a v + m
    d0, a = (
        value.denominator.constant,
        value.numerator.terms.get(w, _ZERO) / value.denominator.terms[w],
    )
    m = value.numerator.constant - a * d0
    first: list[Number] = []
    second: list[Number] = []
    for sign in (1, -1):  # where D < 0, N/D is -N/-D, and the middle of -N is a v - m for v = -D
        ends = [Reach(sign * d0, side * c, _ZERO, widths).number for side in (-1, 1)]
        if compare(ends[1], _ZERO) <= 0:
            continue
        cut = compare(ends[0], _ZERO) <= 0
        v0, v1 = _ZERO if cut else ends[0], ends[1]
        for power, parts in ((1, first), (2, second)):
            parts.append(low**power * (v1 - v0))
            for bound, above in ((low, 1), (high, -1)):
                slope = a - bound
                lines = [
                    (slope, Reach(sign * m, _ZERO, side * b, widths).number) for side in (-1, 1)
                ]
                at = [
                    [
                        Reach(sign * m + slope * d, slope * e, side * b, widths).number
                        for d, e in ((_ZERO, _ZERO) if cut else (sign * d0, -c), (sign * d0, c))
                    ]
                    for side in (-1, 1)
                ]
                parts.append(above * _lifted(lines, at, bound, v0, v1, power) / (2 * b * widths[1]))
    reach = 2 * c * widths[0]
    return balanced_sum(first) / reach, balanced_sum(second) / reach


def _lifted(
    lines: Sequence[Line],
    at: Sequence[Sequence[Number]],
    bound: Fraction,
    v0: Number,
    v1: Number,
    order: int,
) -> Number:
    """Returns the integral over v and N of (N - b v)+/v, or of (N - b v)+^2/v^2 + 2 b (N - b v)+/v,
    b the bound.

    N - b v lies between two lines, which have the values `at` for v0 and v1.
    """
    parts: list[Number] = []
    for sign, line, ends in zip((-1, 1), lines, at, strict=True):
        if order == 1:
            parts.append(sign * over_power(line, ends, 2, 1, v0, v1) / 2)
        else:
            parts.append(sign * over_power(line, ends, 3, 2, v0, v1) / 3)
            if bound:
                parts.append(sign * bound * over_power(line, ends, 2, 1, v0, v1))
    return balanced_sum(parts)


def over_power(
    line: Line, at: Sequence[Number], power: int, k: int, v0: Number, v1: Number
) -> Number:
    """Returns the integral from v0 to v1 of (a v + c)+^power/v^k, for (power, k) = (2, 1) or (3,
    2).

    Without the terms in log v and 1/v at v0 = 0. `at` has the values of a v + c at both ends.
    """
    a, c = line
    at0, at1 = (compare(y, _ZERO) for y in at)
    if at0 <= 0 and at1 <= 0:
        return _ZERO
    if at0 < 0:
        v0 = -c / a
    elif at1 < 0:
        v1 = -c / a
    # (a v + c)^3/v^2 = a (a^2 v + 3 a c) + 3 a c^2/v + c^3/v^2
    flat, rate, pole = (
        (2 * a * c, c * c, _ZERO) if k == 1 else (3 * a * a * c, 3 * a * c * c, c * c * c)
    )
    from_zero = isinstance(v0, Fraction) and not v0
    found = (v1 * v1 - v0 * v0) * a**power / 2 + (v1 - v0) * flat
    found = found + reals.log(v1 if from_zero else v1 / v0) * rate
    return found - (1 / v1 if from_zero else 1 / v1 - 1 / v0) * pole
