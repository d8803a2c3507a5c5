"""Post-processing that works on exact outcomes and on outcomes known only to a box: quotient, clip,
scale and shift.

With numbers these are plain arithmetic. With `Affine` outcomes of continuous draws they build an
`Uncertain`, whose `range` is the exact range over the open box, because every step is monotone: a
quotient of affine forms takes its extremes at vertices of the box wherever its denominator keeps
its sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import floor, isqrt
from typing import Any

from ..distributions.samplers.refine import Affine, End, Variable
from ..exact.enclosure import compare, sign
from ..exact.reals import Number, Scalar

Range = tuple[Number, Number]


class Uncertain:
    """The outcome offset + factor * clip(numerator / denominator), over affine forms; factor >
    0.
    """

    def __init__(
        self,
        numerator: Affine,
        denominator: Affine,
        bounds: tuple[Fraction, Fraction | None] | None,
        factor: Fraction,
        offset: Fraction,
        undefined: Fraction = Fraction(0),
    ) -> None:
        """`bounds` is None while nothing has been clipped, and its upper end where there is none
        above; `undefined` is the quotient where the denominator is 0.
        """
        self.undefined = undefined
        self.numerator, self.denominator = numerator, denominator
        self.bounds, self.factor, self.offset = bounds, factor, offset

    def __add__(self, shift: Fraction) -> Uncertain:
        return Uncertain(
            self.numerator,
            self.denominator,
            self.bounds,
            self.factor,
            self.offset + shift,
            self.undefined,
        )

    def __mul__(self, factor: Fraction) -> Uncertain:
        if factor <= 0:
            raise ValueError("an Uncertain is scaled by positive numbers only")
        return Uncertain(
            self.numerator,
            self.denominator,
            self.bounds,
            self.factor * factor,
            self.offset * factor,
            self.undefined,
        )

    __radd__, __rmul__ = __add__, __mul__

    def clip(self, lower: Fraction, upper: Fraction | None) -> Uncertain:
        """Returns the outcome with its value (before any later scaling) clipped to [lower, upper],
        or to what is at least `lower`.
        """
        if self.bounds is not None or self.factor != 1 or self.offset != 0:
            raise ValueError("clip comes once, directly after the quotient")
        return Uncertain(
            self.numerator,
            self.denominator,
            (lower, upper),
            self.factor,
            self.offset,
            self.undefined,
        )

    def range(self, boxes: Mapping[Variable, tuple[End, End]]) -> Range | None:
        """Returns (inf, sup) over the box.

        It is None while an end is infinite or the denominator does not keep its sign.
        """
        variables = list(dict.fromkeys([*self.numerator.terms, *self.denominator.terms]))
        ends = [boxes[v] for v in variables]
        if any(e is None for pair in ends for e in pair):
            return None
        if not self.denominator.terms:
            return self._affine_range(dict(zip(variables, ends, strict=True)))
        quotients: list[Number] = []
        signs = set()
        for vertex in product(*ends):
            at: dict[Variable, Any] = dict(zip(variables, vertex, strict=True))
            below = self.denominator.at(at)
            signs.add(sign(below))
            if len(signs) > 1 or 0 in signs:
                return None
            quotients.append(self.numerator.at(at) / below)
        return self._finish(_least(quotients, -1), _least(quotients, 1))

    def _affine_range(self, ends: Mapping[Variable, Any]) -> Range:
        """Returns the range over a constant denominator, where the signs of the coefficients say
        which ends count.

        No two numbers of the range are compared for it.
        """
        below = self.denominator.constant
        rising = {v: (c > 0) is (below > 0) for v, c in self.numerator.terms.items()}
        low = self.numerator.at({v: ends[v][0 if up else 1] for v, up in rising.items()}) / below
        high = self.numerator.at({v: ends[v][1 if up else 0] for v, up in rising.items()}) / below
        return self._finish(low, high)

    def _finish(self, low: Number, high: Number) -> Range:
        """Returns the range of the quotient clipped, scaled and shifted."""
        if self.bounds is not None:
            low, high = clip(low, *self.bounds), clip(high, *self.bounds)
        return low * self.factor + self.offset, high * self.factor + self.offset


def _least(values: Sequence[Number], direction: int) -> Number:
    best = values[0]
    for v in values[1:]:
        if v is not best and compare(v, best) == direction:
            best = v
    return best


def quotient(numerator: Scalar, denominator: Scalar, undefined: Fraction) -> Scalar:
    """Returns numerator / denominator, or `undefined` where the denominator is exactly 0.

    The papers say nothing of that case.
    """
    if isinstance(denominator, Affine) and not denominator.terms:
        denominator = denominator.constant
    if isinstance(denominator, Affine) or isinstance(numerator, Affine):
        if not isinstance(denominator, Affine) and denominator == 0:
            return undefined
        below = denominator if isinstance(denominator, Affine) else Affine(denominator)
        above = numerator if isinstance(numerator, Affine) else Affine(numerator)
        return Uncertain(above, below, None, Fraction(1), Fraction(0), undefined)
    return undefined if sign(denominator) == 0 else numerator / denominator


def clip(x: Scalar, lower: Fraction, upper: Fraction | None) -> Scalar:
    """Returns max(lower, min(x, upper)); without an upper end max(lower, x)."""
    if isinstance(x, Affine):
        x = quotient(x, Fraction(1), Fraction(0))
    if isinstance(x, Uncertain):
        return x.clip(lower, upper)
    if compare(x, lower) <= 0:
        return lower
    return upper if upper is not None and compare(x, upper) >= 0 else x


def by_value(function: Callable[[int], int], x: Any) -> Any:
    """Returns function(x) for an integer x; in columns of many releases, the function of each row's
    integer.
    """
    return x.mapped(function) if hasattr(x, "mapped") else function(int(x))


def law_by_value(make: Callable[[Any], Any], x: Any) -> Any:
    """Returns the law make(x) for a number x; in columns of many releases, the law of each row's
    integer.
    """
    return x.law_by_value(make) if hasattr(x, "law_by_value") else make(x)


def some(condition: Any) -> bool:
    """Returns whether a loop goes on: the truth of its condition; in columns, whether it holds in a
    row.

    What a turn of the loop changes must be a `choose` by the condition, so that rows that have left
    it are not changed.
    """
    return condition.some() if hasattr(condition, "some") else bool(condition)


def integer_root(x: Any) -> Any:
    """Returns the greatest integer whose square is at most x >= 0; in columns of many releases, in
    each row.
    """
    return x.integer_root() if hasattr(x, "integer_root") else isqrt(x)


def toward_zero(x: Any) -> Any:
    """Returns x without what is behind the point; in columns of many releases, in each row."""
    return choose(x < 0, -floor(-x), floor(x))


def at_least(x: Any, low: Any) -> Any:
    """Returns the greater of two numbers; in columns of many releases, in each row."""
    return choose(x < low, low, x)


def confined(x: Any, low: Any, high: Any) -> Any:
    """Returns the number of [low, high] that is nearest to x; in columns of many releases, in each
    row.
    """
    return choose(x < low, low, choose(x > high, high, x))


def choose(condition: Any, then: Any, otherwise: Any) -> Any:
    """Returns `then` where the condition holds, otherwise `otherwise`.

    In columns of many releases both may be numbers of each row, and the condition its truth in each
    row.
    """
    if hasattr(condition, "chosen"):
        return condition.chosen(then, otherwise)
    return then if condition else otherwise
