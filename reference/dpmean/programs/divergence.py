"""The hockey-stick divergence sup_E P(E) - e^epsilon Q(E) between two laws of a release, enclosed
from both sides.

exact   there are finitely many outputs; or there is one noise, shifted, whose law has its divergence in closed form
sums    outputs lie on a lattice: the positive parts of P(x) - e^epsilon Q(x) are summed over all points but for what
        lies beyond those that are looked at
cells   the density of the output cannot change fast: the line is cut into cells (cells.py)
bounds  below: the best of many events; above: the joint law of all noises, of which the release is a function
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from ..distributions.samplers.refine import Affine
from ..errors import InvalidInput
from ..exact import reals
from ..exact.enclosure import compare, interval
from ..exact.reals import Number, balanced_sum
from .cells import enclosed
from .events import Where
from .postprocess import Uncertain
from .unknowns import Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)
MOST_POINTS = 1 << 14


@dataclass(frozen=True)
class Divergence:
    """A divergence D, enclosed by lower <= D <= upper.

    `exact` is D itself where it has a closed form; `how` says in words where the bounds come from.
    """

    lower: Fraction
    upper: Fraction
    how: str
    exact: Number | None = None


def hockey_stick(one: Any, other: Any, epsilon: Fraction) -> Divergence:
    """Returns the divergence sup_E P(E) - e^epsilon Q(E), over all events E, from the law `one` (P)
    to the law `other` (Q).

    Both are laws of releases of one number, or of no answer; InvalidInput for other laws.
    """
    if any(len(x.output) > 1 for law in (one, other) for x in law.leaves if x.output is not None):
        raise InvalidInput(
            "unsupported_combination",
            "exact laws are compared for releases of one number: audit outputs, by a command or "
            "with --outputs",
        )
    ratio = reals.exp(epsilon)
    lost = one.lost + other.lost * interval(ratio).upper
    found = _shift(one, other, ratio)
    if found is not None:
        return _exact(found, "one noise, shifted", lost)
    above = min(_joint(one, other, epsilon), _absorbed(one, other, epsilon))
    if not above:  # no event can have a gain
        return Divergence(_ZERO, min(_ONE, lost), "the joint law of the noises")
    points = _points(one, other)
    if points is not None:
        values, complete = points
        terms = [_gain(one, other, ratio, Where("x", "eq", v)) for v in values] + [
            _gain(one, other, ratio, Where("none"))
        ]
        total = balanced_sum([t for t in terms if t is not None] or [_ZERO])
        if complete:
            return _exact(total, "all outputs", lost)
        inside = interval(total, 160)
        beyond = interval(
            _ONE
            - balanced_sum([one.probability(Where("x", "eq", v)) for v in values])
            - one.no_answer,
            160,
        ).upper
        return Divergence(
            max(_ZERO, inside.lower - lost),
            min(_ONE, inside.upper + beyond + lost),
            "sums over a lattice",
        )
    cut = enclosed(one, other, epsilon)
    if cut is not None:
        return Divergence(
            max(_ZERO, cut[0] - lost), min(_ONE, above + lost, cut[1] + lost), "cells of the line"
        )
    return Divergence(
        max(_ZERO, _events(one, other, ratio) - lost),
        min(_ONE, above + lost),
        "below: events; above: the joint law of the noises",
    )


def _exact(value: Number, how: str, lost: Fraction) -> Divergence:
    found = interval(value, 160)
    return Divergence(
        max(_ZERO, found.lower - lost), min(_ONE, found.upper + lost), how, None if lost else value
    )


def _gain(one: Any, other: Any, ratio: Number, event: Where) -> Number | None:
    gain: Number = one.probability(event) - ratio * other.probability(event)
    return gain if compare(gain, _ZERO) > 0 else None


def _single(law: Any) -> tuple[Fraction, Unknown, Fraction] | None:
    """Returns (constant, unknown, factor) of a law that is one noise, scaled and shifted; None for
    other laws.
    """
    if len(law.leaves) != 1 or law.leaves[0].output is None or law.leaves[0].constraints:
        return None
    (value,) = law.leaves[0].output
    if not isinstance(value, Affine) or len(value.terms) != 1:
        return None
    ((u, a),) = value.terms.items()
    return value.constant, u, a


def _shift(one: Any, other: Any, ratio: Number) -> Number | None:
    left, right = _single(one), _single(other)
    if left is None or right is None or left[1].law != right[1].law or left[2] != right[2]:
        return None
    by = (right[0] - left[0]) / left[2]
    if left[1].lattice and by.denominator != 1:
        return _ONE  # they have no output in common
    return left[1].law.divergence(by, ratio)


def _points(one: Any, other: Any) -> tuple[list[Fraction], bool] | None:
    """Returns the outputs with a positive probability, and whether these are all of them.

    It is None where an output is not on a lattice, or where the points are too many.
    """
    values: set[Fraction] = set()
    complete = True
    for x in (*one.leaves, *other.leaves):
        if x.output is None:
            continue
        (value,) = x.output
        if isinstance(value, Fraction):
            values.add(value)
            continue
        if not isinstance(value, Affine) or not all(u.lattice for u in value.terms):
            return None
        complete = False
        below = lcm(value.constant.denominator, *(a.denominator for a in value.terms.values()))
        unit = Fraction(gcd(*(int(a * below) for a in value.terms.values())), below)
        wide = sum(
            (abs(a) * max(abs(e) for e in u.law.reach()) for u, a in value.terms.items()), _ZERO
        )
        count = int(wide / unit)
        if count > MOST_POINTS:
            return None
        values |= {value.constant + i * unit for i in range(-count, count + 1)}
        if len(values) > 2 * MOST_POINTS:
            return None
    return sorted(values), complete


def _events(one: Any, other: Any, ratio: Number) -> Fraction:
    """Returns a lower bound of the divergence: the largest of its gains over half lines and single
    points.
    """
    found = _ZERO
    for at in _places((*one.leaves, *other.leaves)):
        for relation in ("le", "ge", "eq"):
            event = Where("x", relation, at)
            gain = interval(one.probability(event) - ratio * other.probability(event), 160)
            found = max(found, gain.lower)
    return found


def _places(leaves: Sequence[Any]) -> list[Fraction]:
    """Returns the thresholds of the events that are tried, in rising order.

    They are points of the interval to which an output is clipped, points around the constant of a
    form, and constants.
    """
    found: set[Fraction] = set()
    for x in leaves:
        for value in x.output or ():
            if isinstance(value, Uncertain) and value.bounds is not None:
                low, high = (
                    None if b is None else b * value.factor + value.offset for b in value.bounds
                )
                assert low is not None
                if high is None:
                    found |= {low, *_around(value.numerator * (1 / value.denominator.constant))}
                else:
                    found |= {low + (high - low) * Fraction(i, 16) for i in range(17)}
            elif isinstance(value, Affine):
                found |= _around(value)
            elif isinstance(value, Fraction):
                found.add(value)
    return sorted(found)


def _around(form: Affine) -> set[Fraction]:
    """Returns points around the constant of a form, in steps of its largest coefficient."""
    step = max(abs(a) for a in form.terms.values())
    return {form.constant + i * step for i in range(-4, 5)}


def _joint(one: Any, other: Any, epsilon: Fraction) -> Fraction:
    """Returns an upper bound of the divergence: that between the joint laws of the forms of which
    the release is a function.

    Both laws must be the same function of the same noises, shifted. Among all pairs of laws with a
    given privacy loss, randomised response has the largest divergence. The bound is 1 where nothing
    is known.
    """
    if len(one.leaves) != 1 or len(other.leaves) != 1:
        return _ONE
    left, right = _forms(one.leaves[0]), _forms(other.leaves[0])
    if left is None or right is None or left[1] != right[1]:
        return _ONE
    loss: Number | None = _loss(left[0], right[0])
    if loss is None:
        return _ONE
    return _of_loss(loss, epsilon)


def _of_loss(loss: Number, epsilon: Fraction) -> Fraction:
    """Returns the divergence of randomised response with this loss: no pair of laws with it has a
    larger one.
    """
    if compare(loss, epsilon) <= 0:
        return _ZERO
    growth = reals.exponential(loss)
    return interval((growth - reals.exp(epsilon)) / (growth + 1), 160).upper


def _absorbed(one: Any, other: Any, epsilon: Fraction) -> Fraction:
    """Returns an upper bound of the divergence between two sums of the same noises with other
    constants.

    Any one of the noises may take the whole difference upon itself; what is added afterwards
    reveals no more. The bound is 1 where the outputs are no such sums.
    """
    if (
        len(one.leaves) != 1
        or len(other.leaves) != 1
        or one.leaves[0].constraints
        or other.leaves[0].constraints
    ):
        return _ONE
    found = [x.output[0] for law in (one, other) for x in law.leaves if x.output is not None]
    outputs = [o for o in found if isinstance(o, Affine)]
    if len(outputs) < 2:
        return _ONE
    left, right = ([(u.law, a) for u, a in o.terms.items()] for o in outputs)
    if left != right:
        return _ONE
    moved, ratio = outputs[1].constant - outputs[0].constant, reals.exp(epsilon)
    bounds = [_ONE]
    for law, a in left:
        by = moved / a
        if law.lattice is None or by.denominator == 1:
            closed = law.divergence(by, ratio)
            loss = law.loss(by) if closed is None else None
            bounds += [interval(closed, 160).upper] if closed is not None else []
            bounds += [_of_loss(loss, epsilon)] if loss is not None else []
    return min(bounds)


def _forms(x: Any) -> tuple[list[Affine], Any] | None:
    if x.output is None or x.constraints or not isinstance(x.output[0], Uncertain):
        return None
    value = x.output[0]
    return [value.numerator, value.denominator], (
        value.bounds,
        value.factor,
        value.offset,
        value.undefined,
    )


def _loss(left: Sequence[Affine], right: Sequence[Affine]) -> Number | None:
    """Returns the sum of the losses of one or two noises whose shifts turn the forms of one law into
    those of the other.

    It is None for noises without such a bound, or where no such shifts exist.
    """
    names = [list(dict.fromkeys(u for f in forms for u in f.terms)) for forms in (left, right)]
    if len(names[0]) not in (1, 2) or len(names[1]) != len(names[0]):
        return None
    if any(
        u.law != v.law
        or any(
            f.terms.get(u, _ZERO) != g.terms.get(v, _ZERO) for f, g in zip(left, right, strict=True)
        )
        for u, v in zip(*names, strict=True)
    ):
        return None
    factors = [[f.terms.get(u, _ZERO) for u in names[0]] for f in left]
    moved = [g.constant - f.constant for f, g in zip(left, right, strict=True)]
    shifts = _shifts(factors, moved)
    if shifts is None or any(
        u.lattice and s.denominator != 1 for u, s in zip(names[0], shifts, strict=True)
    ):
        return None
    losses = [u.law.loss(s) for u, s in zip(names[0], shifts, strict=True)]
    known = [loss for loss in losses if loss is not None]
    return balanced_sum(known) if len(known) == len(losses) else None


def _shifts(
    factors: Sequence[Sequence[Fraction]], moved: Sequence[Fraction]
) -> tuple[Fraction, ...] | None:
    """Returns the x with factors x = moved, for one or two unknowns in two equations; None where
    none or many solve it.
    """
    (a, *b), (c, *d) = factors
    first, second = moved
    if not b:
        x = first / a if a else second / c
        return (x,) if (a * x, c * x) == (first, second) else None
    determinant = a * d[0] - b[0] * c
    if not determinant:
        return None
    return (d[0] * first - b[0] * second) / determinant, (a * second - c * first) / determinant


__all__ = ["Divergence", "hockey_stick"]
