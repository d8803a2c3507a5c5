"""The mean and the mean squared error of a release, given that there is an answer.

They are exact for noises in closed form, and enclosed where tails were cut.

A clipped quotient N/D of continuous noises is integrated over N first, for D = v. What is left are
terms v^i e^(q v)/v^k, whose integrals are logarithms and exponential integrals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ..distributions.intervals import EVERYTHING, Bounds, pmf_at
from ..distributions.law import CUT, Law, densities
from ..distributions.samplers.refine import Affine
from ..errors import InvalidInput
from ..exact.enclosure import Interval, interval
from ..exact.reals import Number, balanced_sum
from . import boxes, lifts, quotients, smooth
from .constraints import bounds
from .events import cases_of
from .postprocess import Uncertain
from .regions import factors_of, integrate, probability
from .sums import sum_of
from .unknowns import Unknown

_ZERO, _ONE = Fraction(0), Fraction(1)
INFINITE, ABSENT = "infinite", "does not exist"
Moments = tuple[Number, Number, Number]  # E 1, E X, E X^2


class Unbounded(Exception):
    """Raised for a moment that is not finite; `order` is the order of the moment."""

    def __init__(self, order: int) -> None:
        super().__init__(str(order))
        self.order = order


def mean(law: Any, coordinate: int = 0) -> Number | Interval | str:
    """Returns the mean of a coordinate: a number, an enclosure, or ABSENT."""
    found = _sums(law, coordinate, 1)
    return ABSENT if found is None else _given(law, coordinate, found[1], 1, _ZERO)


def mean_squared_error(law: Any, target: Fraction, coordinate: int = 0) -> Number | Interval | str:
    """Returns E (coordinate - target)^2: a number, an enclosure, or INFINITE."""
    found = _sums(law, coordinate, 2)
    if found is None:
        return INFINITE if any(x.output is not None for x in law.leaves) else ABSENT
    one, first, second = found
    return _given(law, coordinate, second - 2 * target * first + target**2 * one, 2, target)


def _sums(law: Any, coordinate: int, order: int) -> Moments | None:
    """Returns the sums over the leaves with an answer of weight times E 1, E X, E X^2.

    They are None where a moment up to `order` is not finite, or nothing has an answer. They are
    computed once for a law, the mean together with the second moment wherever there is one.
    """
    known = law.known_moments
    for k in dict.fromkeys((2, order)):
        if (coordinate, k) not in known:
            answered = [x for x in law.leaves if x.output is not None]
            try:
                found = [(x.weight, _of(x, coordinate, k)) for x in answered]
                one, first, second = (balanced_sum([w * m[i] for w, m in found]) for i in range(3))
                known[coordinate, k] = (one, first, second) if found else None
            except Unbounded:
                known[coordinate, k] = None
        if known[coordinate, k] is not None:
            break
    return known[coordinate, k]


def _given(
    law: Any, coordinate: int, total: Number, order: int, target: Fraction
) -> Number | Interval:
    """Returns a moment given that there is an answer, from its sum over the leaves that have
    one.
    """
    answered = [x for x in law.leaves if x.output is not None]
    if len(answered) < len(law.leaves):
        total = total / balanced_sum([x.weight * x.given for x in answered])
    cut = sum(2 * CUT if _is_cut(x.output[coordinate]) else _ZERO for x in answered)
    off = law.left_out + cut
    return total if not off else _enclosed(total, off, answered, coordinate, order, target)


def _enclosed(
    total: Number,
    off: Fraction,
    answered: Sequence[Any],
    coordinate: int,
    order: int,
    target: Fraction,
) -> Interval:
    """Returns an enclosure of a moment: what was left out weighs at most `off`, and lies in the
    range of the output.
    """
    ends = [_range(x.output[coordinate]) for x in answered]
    if any(e is None for e in ends):
        raise InvalidInput(
            "unsupported_combination",
            "far tails or unlikely runs were left out, and the output is not bounded, so that its "
            "moments are not certain; `dpmean simulate` estimates them",
        )
    most = max(abs(y - target) ** order for e in ends if e for y in e)
    found = interval(total, 192)
    return Interval(found.lower - off * most, found.upper + off * most)


def _range(value: Affine | Uncertain | Fraction) -> tuple[Fraction, Fraction] | None:
    if isinstance(value, Fraction):
        return value, value
    if isinstance(value, Uncertain) and value.bounds is not None:
        low, high = value.bounds
        if high is None:
            return None
        return low * value.factor + value.offset, high * value.factor + value.offset
    return None


def _is_cut(value: Affine | Uncertain | Fraction) -> bool:
    return isinstance(value, Uncertain) and any(u.lattice for u in value.denominator.terms)


def _of(leaf: Any, coordinate: int, order: int) -> Moments:
    """Returns E 1, E Y, E Y^2 of an output Y, over the event that the leaf's constraints hold."""
    value = leaf.output[coordinate]
    if isinstance(value, Affine):
        return affine(value, leaf.constraints, order)
    if not isinstance(value, Uncertain):
        return leaf.given, leaf.given * value, leaf.given * value * value
    given, c, a = leaf.given, value.offset, value.factor
    first, second = _clipped(value, leaf, order)
    return given, first * a + given * c, second * a * a + first * (2 * a * c) + given * c * c


def affine(form: Affine, constraints: Sequence[Any], order: int) -> Moments:
    """Returns E 1, E X, E X^2 of an affine form X over the event that the constraints hold.

    The unknowns of the form are independent, each in an interval, or they were compared with
    others.
    """
    mine = {*form.terms}
    tied = [c for c in constraints if len(c.terms) > 1 and any(u in mine for u, _ in c.terms)]
    if tied:
        return _compared(form, list(constraints))
    whole = probability(constraints)
    center: Number = form.constant
    spread: Number = _ZERO
    for u, a in form.terms.items():
        own = [c for c in constraints if any(v is u for v, _ in c.terms)]
        one, first, second = of_unknown(u.law, bounds(own) if own else EVERYTHING, order)
        middle = first / one
        center = center + a * middle
        spread = spread + a * a * (second / one - middle * middle)
    return whole, whole * center, whole * (spread + center * center)


def of_unknown(law: Law, at: Bounds, order: int) -> Moments:
    """Returns E 1, E X, E X^2 of one unknown X over the event that it lies in an interval."""
    if law.moments is not None and (at.low is None or at.high is None) and law.moments < order:
        raise Unbounded(law.moments + 1)
    if at.whole and law.symmetric:
        finite = law.moments is None or law.moments > 1
        return _ONE, _ZERO, law.variance() if finite else _ZERO
    if law.lattice is not None:
        low, high = at.integers()
        if low is None or high is None:
            raise InvalidInput(
                "unsupported_combination",
                "the moments of a noise on a lattice beyond a point are not known",
            )
        masses = [(k, pmf_at(law, k)) for k in range(low, high + 1)]
        sums = [
            balanced_sum([p * k**j for k, p in masses if k or not j]) if masses else _ZERO
            for j in range(3)
        ]
        return sums[0], sums[1], sums[2]
    curve = law.between(at.low, at.high)
    if curve is None:
        raise InvalidInput(
            "unsupported_combination", "the moments of this noise in an interval are not known"
        )
    return curve.integral(), curve.times_power(1).integral(), curve.times_power(2).integral()


def _compared(form: Affine, constraints: list[Any]) -> Moments:
    """Returns the moments of a form whose unknowns were compared with others: integrals over all of
    them at once.
    """
    names = list(dict.fromkeys([*form.terms, *(u for c in constraints for u, _ in c.terms)]))
    factors, unit = factors_of(names, constraints)
    whole = integrate(factors, names, unit)

    def times(*unknowns: Unknown) -> Number:
        changed = list(factors)
        for u in unknowns:
            i = next(i for i, f in enumerate(changed) if f.terms == ((u, _ONE),))
            changed[i] = type(changed[i])(
                changed[i].curve.times_power(1), changed[i].terms, changed[i].constant
            )
        return integrate(changed, names, unit)

    c, terms = form.constant, list(form.terms.items())
    linear = balanced_sum([a * times(u) for u, a in terms])
    square = balanced_sum([a * b * times(u, v) for u, a in terms for v, b in terms])
    return whole, linear + c * whole, square + 2 * c * linear + c * c * whole


def _clipped(value: Uncertain, leaf: Any, order: int) -> tuple[Number, Number]:
    """Returns E C and E C^2 of C = clip(N/D)."""
    if value.bounds is None:
        if value.denominator.terms:
            raise Unbounded(1)
        found = affine(value.numerator * (1 / value.denominator.constant), leaf.constraints, order)
        return found[1], found[2]
    low, high = value.bounds
    if (whole := _in_one_go(value, leaf)) is not None:
        return whole
    if high is None:
        raise InvalidInput(
            "unsupported_combination",
            "the moments of this noise, clipped on one side, are not known",
        )
    ends = [_ends(value, leaf, low, "le"), _ends(value, leaf, high, "ge")]
    inside = _inside(value, leaf, order)
    return ends[0] * low + ends[1] * high + inside[0], ends[0] * low**2 + ends[
        1
    ] * high**2 + inside[1]


def _in_one_go(value: Uncertain, leaf: Any) -> tuple[Number, Number] | None:
    """Returns E C and E C^2 of C = clip(N/D) where one closed form has what is clipped and what is
    not; else None.
    """
    assert value.bounds is not None
    low, high = value.bounds
    above, below = value.numerator, value.denominator
    if high is None:
        return (
            None
            if leaf.constraints or below.terms or not lifts.fits(above)
            else lifts.clipped(above, below.constant, low, None)
        )
    if lifts.fits(above) and (count := _count_of(value, leaf)) is not None:
        at_zero = max(low, min(value.undefined, high))
        return _over_count(
            value, count, leaf, lambda d: lifts.clipped(above, d, low, high), at_zero
        )
    if leaf.constraints:
        return None
    if not below.terms and lifts.fits(above):
        return lifts.clipped(above, below.constant, low, high)
    names = list(dict.fromkeys([*above.terms, *below.terms]))
    if boxes.fits(value, names):
        return boxes.moments(value, names)
    if densities([u.law for u in names]) is None and smooth.quotient_fits(value, names):
        return smooth.moments(value, names)
    return None


def _ends(value: Uncertain, leaf: Any, at: Fraction, relation: str) -> Number:
    found = [probability((*leaf.constraints, *case)) for case in cases_of(value, relation, at)]
    return balanced_sum(found) if found else _ZERO


def _inside(value: Uncertain, leaf: Any, order: int) -> tuple[Number, Number]:
    """Returns E C and E C^2 of C = clip(N/D) over the event that nothing is clipped."""
    assert value.bounds is not None
    low, high = value.bounds
    assert high is not None
    below = value.denominator
    if not below.terms:
        if leaf.constraints:
            raise InvalidInput(
                "unsupported_combination", "the moments of this clipped noise are not known"
            )
        return _of_form(value.numerator * (1 / below.constant), low, high, order)
    names = list(dict.fromkeys([*value.numerator.terms, *below.terms]))
    if (count := _count_of(value, leaf)) is not None and names != [count]:
        at_zero = value.undefined if low < value.undefined < high else _ZERO
        return _over_count(
            value,
            count,
            leaf,
            lambda d: _of_form(value.numerator * (1 / d), low, high, order),
            at_zero,
        )
    if leaf.constraints:
        raise InvalidInput("unsupported_combination", "the moments of this quotient are not known")
    on_lattice = any(u.lattice for u in names)
    return quotients.on_lattice(value, names) if on_lattice else quotients.of_two(value, names)


def _count_of(value: Uncertain, leaf: Any) -> Unknown | None:
    """Returns the number on a lattice that alone decides the denominator, and alone is constrained;
    None if there is none.
    """
    lattice = [u for u in {**value.numerator.terms, **value.denominator.terms} if u.lattice]
    if lattice != [*value.denominator.terms] or len(lattice) != 1:
        return None
    return (
        lattice[0] if all(u is lattice[0] for c in leaf.constraints for u, _ in c.terms) else None
    )


def _of_form(form: Affine, low: Fraction, high: Fraction, order: int) -> tuple[Number, Number]:
    """Returns E X and E X^2 of a form X over the event that it lies between two numbers."""
    law = sum_of(form.terms)
    if law is None:
        raise InvalidInput(
            "unsupported_combination", "the moments of this clipped noise are not known"
        )
    a, c = law.factor, form.constant
    ends = sorted([(low - c) / a, (high - c) / a])
    one, first, second = of_unknown(law.law, Bounds(ends[0], ends[1], False, False), order)
    return first * a + one * c, second * a * a + first * (2 * a * c) + one * c * c


def _over_count(
    value: Uncertain,
    count: Unknown,
    leaf: Any,
    over: Callable[[Fraction], tuple[Number, Number]],
    at_zero: Fraction,
) -> tuple[Number, Number]:
    """Returns two moments as sums over the outcomes of a number on a lattice, which decides the
    denominator d.

    They are those that `over` gives for d, or the powers of `at_zero` where d is 0.
    """
    first, last = count.law.reach()
    at_least, at_most = bounds(leaf.constraints).integers() if leaf.constraints else (None, None)
    parts: tuple[list[Number], list[Number]] = ([], [])
    for k in range(
        first if at_least is None else max(first, at_least),
        (last if at_most is None else min(last, at_most)) + 1,
    ):
        below = value.denominator.constant + value.denominator.terms[count] * k
        found = over(below) if below else (at_zero, at_zero**2)
        for part, moment in zip(parts, found, strict=True):
            part.append(pmf_at(count.law, k) * moment)
    return balanced_sum(parts[0] or [_ZERO]), balanced_sum(parts[1] or [_ZERO])
