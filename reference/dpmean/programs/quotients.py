"""The first two moments of a clipped quotient of two noises, over the event that it is not
clipped.
"""

from __future__ import annotations

from fractions import Fraction

from ..distributions.intervals import pmf_at
from ..distributions.law import densities
from ..errors import InvalidInput
from ..exact import curves as exponential
from ..exact import reals, special
from ..exact.curves import Curve, Piece, Unit
from ..exact.enclosure import compare
from ..exact.reals import Number, balanced_sum
from .postprocess import Uncertain
from .projection import Ridge, project
from .unknowns import Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)
MOST_PAIRS = 1 << 21


def on_lattice(value: Uncertain, names: list[Unknown]) -> tuple[Number, Number]:
    """Returns E C and E C^2 for noises on a lattice, summed over all outcomes for which the
    quotient is not clipped.

    Where the denominator is 0, the number that the policy gives counts, if it lies strictly between
    the bounds.
    """
    assert value.bounds is not None
    low, high = value.bounds
    assert high is not None
    ranges = [range(low_, high_ + 1) for low_, high_ in (u.law.reach() for u in names)]
    if (
        len(names) > 2
        or any(not u.lattice for u in names)
        or len(ranges[0]) * len(ranges[-1]) > MOST_PAIRS
    ):
        raise InvalidInput(
            "out_of_range",
            "the noise is so wide that too many outcomes would have to be summed over",
        )
    first, second = [], []
    for k in ranges[0]:
        one, two = [], []
        for j in ranges[1] if len(names) > 1 else (0,):
            at = dict(zip(names, (Fraction(k), Fraction(j)), strict=False))
            n, d = (
                f.constant + sum((a * at[u] for u, a in f.terms.items()), _ZERO)
                for f in (value.numerator, value.denominator)
            )
            y = n / d if d else value.undefined
            if low < y < high:
                p = pmf_at(names[1].law, j) if len(names) > 1 else _ONE
                one.append(p * y)
                two.append(p * y * y)
        if one:
            first.append(pmf_at(names[0].law, k) * balanced_sum(one))
            second.append(pmf_at(names[0].law, k) * balanced_sum(two))
    return (balanced_sum(first), balanced_sum(second)) if first else (_ZERO, _ZERO)


def of_two(value: Uncertain, names: list[Unknown]) -> tuple[Number, Number]:
    """Returns E C and E C^2 for two continuous noises, over the event that the quotient is not
    clipped.

    Raises InvalidInput where the densities of the noises have no closed form in a common unit.
    """
    assert value.bounds is not None
    low, high = value.bounds
    assert high is not None
    known = densities([u.law for u in names])
    if known is None or len(names) != 2:
        raise InvalidInput(
            "unsupported_combination", "the moments of a quotient of these noises are not known"
        )
    unit, curves = known[0], dict(zip(names, known[1], strict=True))
    w = next(iter(value.denominator.terms))
    u = next(x for x in names if x is not w)
    c, e = value.denominator.terms[w], value.denominator.terms.get(u, _ZERO)
    # w = (v - e u - d0)/c for D = v; N = slope u + share v + start
    share = value.numerator.terms.get(w, _ZERO) / c
    slope = value.numerator.terms.get(u, _ZERO) - share * e
    start = value.numerator.constant - share * value.denominator.constant
    one = Curve(unit, (Piece(None, None, {(1, _ZERO): _ONE}),))
    up = exponential.step(unit)
    found = []
    for k in (1, 2):
        parts: list[Number] = []
        for side in (1, -1):
            ridges = [
                Ridge(curves[u], _ONE, _ZERO, _ZERO),
                Ridge(curves[w], -e / c, 1 / c, -value.denominator.constant / c),
                Ridge(up, side * slope, side * (share - low), side * start),
                Ridge(up, -side * slope, -side * (share - high), -side * start),
                *[Ridge(one, slope, share, start)] * k,
            ]
            curve = project(ridges, unit)
            half = curve.within(_ZERO, None) if side > 0 else curve.within(None, _ZERO)
            parts += [over_power(p, k, unit) / abs(c) for p in half.pieces]
        found.append(balanced_sum(parts))
    return found[0], found[1]


def over_power(piece: Piece, k: int, unit: Unit) -> Number:
    """Returns the integral of a piece divided by v^k, k = 1 or 2; singular terms at 0 cancel in the
    sum of all pieces.
    """
    regular = {(i - k, q): c for (i, q), c in piece.terms.items() if i >= k}
    above = exponential.antiderivative(regular, unit)
    parts = [
        exponential.value(above, piece.high, unit, 1),
        -exponential.value(above, piece.low, unit, -1),
    ]
    simple = {q: c for (i, q), c in piece.terms.items() if k - i == 1}
    for (i, q), c in piece.terms.items():
        if k - i == 2:  # by parts: -e^(q v)/v, and q e^(q v)/v is left
            rate = q * unit.size
            parts += [-c * _over(q, piece.high, unit, rate), c * _over(q, piece.low, unit, rate)]
            simple[q] = simple[q] + c * rate if q in simple else c * rate
    for q, c in simple.items():
        parts.append(c * _logarithmic(q * unit.size, piece.low, piece.high))
    return balanced_sum(parts)


def _over(q: Fraction, v: Number | None, unit: Unit, rate: Number) -> Number:
    """Returns e^(q v)/v at an end v; at 0, where the sum of all such terms is regular, its regular
    part q.
    """
    if v is None:
        return _ZERO
    return rate if isinstance(v, Fraction) and not v else unit.power(q, v) / v


def _logarithmic(rate: Number, low: Number | None, high: Number | None) -> Number:
    """Returns the integral of e^(rate v)/v between two ends of one sign.

    From or to 0, without the part that cancels in the sum of all pieces.
    """
    if high is None:  # E_1(x) = -log x - constant + Ein(x), and the constants cancel
        at_zero = low is not None and compare(low, _ZERO) == 0
        return -reals.log(-rate) if at_zero else special.exponential_integral(-rate * low)  # type: ignore[operator]
    if low is None:
        return (
            reals.log(rate)
            if compare(high, _ZERO) == 0
            else -special.exponential_integral(-rate * high)
        )
    if compare(low, _ZERO) == 0:
        return -special.entire_integral(-rate * high)
    if compare(high, _ZERO) == 0:
        return special.entire_integral(-rate * low)
    # it decays away from 0: logarithms would cancel, as rate v in digits
    if compare(rate * low, _ZERO) < 0:
        near = special.exponential_integral(-rate * low)
        return near - special.exponential_integral(-rate * high)
    return (
        reals.log(high / low)
        - special.entire_integral(-rate * high)
        + special.entire_integral(-rate * low)
    )
