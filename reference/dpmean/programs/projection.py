"""The integral over one variable of a product of curves of affine forms in two variables, exactly
and piece by piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import comb

from ..exact.curves import Curve, End, Piece, Terms, Unit, add, antiderivative, rising
from ..exact.enclosure import compare
from ..exact.reals import Number

_ZERO, _ONE = Fraction(0), Fraction(1)
Line = tuple[Fraction, Number]  # u = slope v + offset


@dataclass(frozen=True)
class Ridge:
    """The function of u and v that is a curve of the affine form u_factor u + v_factor v +
    constant.
    """

    curve: Curve
    u_factor: Fraction
    v_factor: Fraction
    constant: Number


Joint = dict[tuple[int, int, Fraction, Fraction], Number]  # u^i v^j e^(p u + q v) -> coefficient


def _composed(terms: Terms, ridge: Ridge) -> Joint:
    """Returns the terms of a curve, evaluated at the affine form of a ridge, as terms in u and
    v.
    """
    a, b, c, unit = ridge.u_factor, ridge.v_factor, ridge.constant, ridge.curve.unit
    found: Joint = {}
    for (k, q), factor in terms.items():
        scale = factor * unit.power(q, c)
        for i in range(k + 1 if a else 1):
            for j in range(k - i + 1 if b else 1):
                left = k - i - j
                weight = comb(k, i) * comb(k - i, j) * a**i * b**j
                if not weight or (left and isinstance(c, Fraction) and not c):
                    continue
                key = (i, j, q * a, q * b)
                part = scale * weight * c**left if left else scale * weight
                found[key] = found[key] + part if key in found else part
    return found


def _product(left: Joint, right: Joint) -> Joint:
    found: Joint = {}
    for (i, j, p, q), c in left.items():
        for (k, m, r, s), d in right.items():
            key = (i + k, j + m, p + r, q + s)
            found[key] = found[key] + c * d if key in found else c * d
    return found


def _along(terms: Joint, slope: Fraction, offset: Number, unit: Unit) -> Terms:
    """Returns terms in u and v, evaluated at u = slope v + offset, as terms in v."""
    found: Terms = {}
    for (i, j, p, q), c in terms.items():
        scale = c * unit.power(p, offset)
        for m in range(i + 1 if slope else 1):
            left = i - m
            if left and isinstance(offset, Fraction) and not offset:
                continue
            part = scale * (comb(i, m) * slope**m) * offset**left if left else scale * slope**m
            add(found, (j + m, p * slope + q), part)
    return found


def project(ridges: Sequence[Ridge], unit: Unit) -> Curve:
    """Returns the integral over u of a product of curves of affine forms in u and v, as a curve in
    v.

    The curves have breakpoints along lines. Between two neighbouring lines, and between two
    neighbouring crossings of lines, the product is a sum of terms, whose antiderivative in u is
    evaluated at the lines.
    """
    across = [
        (-r.v_factor / r.u_factor, (e - r.constant) / r.u_factor)
        for r in ridges
        if r.u_factor
        for e in r.curve.ends
    ]
    crossings: list[Number] = [(d - b) / (a - c) for (a, b), (c, d) in _pairs(across) if a != c]
    crossings += [
        (e - r.constant) / r.v_factor for r in ridges if not r.u_factor for e in r.curve.ends
    ]
    points: list[End] = [None, *rising(crossings), None]
    pieces = []
    for low, high in pairwise(points):
        terms = _cell(ridges, across, _inside(low, high), unit)
        if terms:
            pieces.append(Piece(low, high, terms))
    return Curve(unit, tuple(pieces))


def _pairs(lines: Sequence[Line]) -> list[tuple[Line, Line]]:
    return [(lines[i], lines[j]) for i in range(len(lines)) for j in range(i)]


def _inside(low: End, high: End) -> Number:
    """Returns a point between two ends."""
    if low is None:
        return _ZERO if high is None else high - 1
    return low + 1 if high is None else (low + high) / 2


def _cell(ridges: Sequence[Ridge], lines: Sequence[Line], v: Number, unit: Unit) -> Terms:
    """Returns the integral over u as terms in v, valid around one value of v."""

    def at(line: Line) -> Number:
        return line[0] * v + line[1]

    def order(x: Line, y: Line) -> int:
        return compare(at(x), at(y))

    ordered: list[Line] = []
    for known in sorted(lines, key=cmp_to_key(order)):
        if not ordered or compare(at(ordered[-1]), at(known)) < 0:
            ordered.append(known)
    found: Terms = {}
    for low, high in pairwise([None, *ordered, None]):
        u = _inside(None if low is None else at(low), None if high is None else at(high))
        product: Joint = {(0, 0, _ZERO, _ZERO): _ONE}
        for r in ridges:
            product = _product(
                product, _composed(r.curve.at(r.u_factor * u + r.v_factor * v + r.constant), r)
            )
        if product:
            above = _antiderivative_in_u(product, unit)
            for line, side in ((high, 1), (low, -1)):
                for key, c in _at_line(above, line, side, unit).items():
                    add(found, key, c * side)
    return found


def _at_line(terms: Joint, line: Line | None, side: int, unit: Unit) -> Terms:
    if line is not None:
        return _along(terms, *line, unit)
    if any(
        not p or (p > 0) is (side > 0)
        for (_, _, p, _), c in terms.items()
        if not isinstance(c, Fraction) or c
    ):
        raise ArithmeticError("a product that does not vanish at infinity has no integral")
    return {}


def _antiderivative_in_u(terms: Joint, unit: Unit) -> Joint:
    found: Joint = {}
    by_v: dict[tuple[int, Fraction], Terms] = {}
    for (i, j, p, q), c in terms.items():
        by_v.setdefault((j, q), {})[i, p] = c
    for (j, q), own in by_v.items():
        for (i, p), c in antiderivative(own, unit).items():
            found[i, j, p, q] = c
    return found
