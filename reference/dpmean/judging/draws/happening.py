"""What a draw says to an event: the statistic `on` of its numbers, and whether it stands in the
relation to `at`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

Outcome = tuple[Fraction, ...]


def observe(on: str, outcome: Outcome, center: Fraction) -> Fraction:
    """Return the statistic of an event at one outcome; `abs` is taken around the centre."""
    return STATISTICS[on](outcome, center)


STATISTICS: dict[str, Callable[[Outcome, Fraction], Fraction]] = {
    "x": lambda o, _center: o[0],
    "y": lambda o, _center: o[1],
    "abs": lambda o, center: abs(o[0] - center),
    "abs_x": lambda o, _center: abs(o[0]),
    "abs_y": lambda o, _center: abs(o[1]),
    "norm": lambda o, _center: sum(map(abs, o[:2]), Fraction(0)),
    "product": lambda o, _center: o[0] * o[1],
    "sum": lambda o, _center: sum(o, Fraction(0)),
    "abs_sum": lambda o, _center: abs(sum(o, Fraction(0))),
}


def happens(relation: str, at: Fraction, value: Fraction) -> bool:
    """Tell whether the event occurs at this value of its statistic."""
    if relation == "ge":
        return value >= at
    if relation == "le":
        return value <= at
    if relation == "off":  # it is not within 2^-20 of a multiple
        return abs(value / at - round(value / at)) * (1 << 20) > 1
    return value == at if relation == "eq" else (value / at).denominator == 1
