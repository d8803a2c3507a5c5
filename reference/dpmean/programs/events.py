"""Events of an output as constraints on what is unknown.

An event asks on which side of a number a coordinate of the output lies, or their sum, their
product, or a size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..distributions.samplers.refine import Affine
from ..errors import InvalidInput
from ..exact.enclosure import compare
from ..exact.reals import Number
from .constraints import Constraint, constraint
from .postprocess import Uncertain

_ZERO = Fraction(0)
Cases = list[list[Constraint]]  # any of them, no two at once; all constraints of it
ON = ("x", "y", "sum", "product", "abs", "abs_x", "abs_y", "abs_sum", "all", "none")
RELATIONS = ("le", "lt", "ge", "gt", "eq", "multiple")


@dataclass(frozen=True)
class Where:
    """An event such as x <= 3: a statistic of the output (`on`), a relation, and a number (`at`).

    `on` = "none" is the event that there is no answer, and `on` = "all" the event that the output
    is a list of numbers: the relation is then "eq", and `at` has the numbers.
    """

    on: str = "x"
    relation: str = "le"
    at: Any = _ZERO

    def __post_init__(self) -> None:
        if self.on not in ON or self.relation not in RELATIONS:
            raise InvalidInput(
                "unknown_name",
                f"event: on one of {', '.join(ON)}; relation one of {', '.join(RELATIONS)}",
                argument="event",
            )


def cases(output: tuple[Any, ...], event: Where) -> Cases:
    """Returns the cases in which the event happens, given an output of the program."""
    on, relation, at = event.on, event.relation, event.at
    if on == "all":
        return _list(output, at)
    if on.startswith("abs"):
        value = total(output) if on == "abs_sum" else output[1] if on == "abs_y" else output[0]
        return _size(value, relation, at)
    if on == "product":
        return _product(output[0], output[1], relation, at)
    value = total(output) if on == "sum" else output[1 if on == "y" else 0]
    return when(value, relation, at)


def total(output: Sequence[Any]) -> Any:
    """Returns the sum of the numbers of an output; InvalidInput where one of them is a quotient."""
    if any(isinstance(o, Uncertain) for o in output):
        raise InvalidInput("unsupported_combination", "event: the sum of two quotients")
    forms = [o for o in output if isinstance(o, Affine)]
    return sum(
        [*forms[1:], *(o for o in output if not isinstance(o, Affine))],
        forms[0] if forms else _ZERO,
    )


def when(value: Affine | Uncertain | Number, relation: str, at: Fraction) -> Cases:
    """Returns the cases in which a value is below, at or above a number, as the relation says."""
    if isinstance(value, Uncertain):
        return _quotient(value, relation, at)
    if relation == "multiple":
        if isinstance(value, Affine):
            if all(u.lattice for u in value.terms):
                raise InvalidInput(
                    "unsupported_combination", "event: multiples of a number that is unknown"
                )
            return []  # countably many points of a continuous law
        return [[]] if isinstance(value, Fraction) and (value / at).denominator == 1 else []
    if not isinstance(value, Affine):
        order = compare(value, at)
        holds = (
            order == 0
            if relation == "eq"
            else order
            in (
                (-1, 0)
                if relation == "le"
                else (0, 1)
                if relation == "ge"
                else (-1,)
                if relation == "lt"
                else (1,)
            )
        )
        return [[]] if holds else []
    sign = 0 if relation == "eq" else -1 if relation in ("le", "lt") else 1
    return [[constraint(value, at, sign, relation in ("le", "ge"))]]


def _quotient(value: Uncertain, relation: str, at: Fraction) -> Cases:
    """Returns the cases for an outcome offset + factor clip(numerator / denominator).

    First it is asked on which side of the clipping the number lies, then which sign the denominator
    has.
    """
    y = (at - value.offset) / value.factor
    if value.bounds is not None:
        low, high = value.bounds
        if relation == "eq" and y in (low, high) and (high is None or low < high):
            return cases_of(value, "le" if y == low else "ge", y)
        if y < low or (y == low and relation in ("lt", "ge")):
            return [[]] if relation in ("ge", "gt") else []
        if high is not None and (y > high or (y == high and relation in ("le", "gt"))):
            return [[]] if relation in ("le", "lt") else []
    return cases_of(value, relation, y)


def cases_of(value: Uncertain, relation: str, y: Fraction) -> Cases:
    """Returns the cases in which numerator / denominator, before clipping, stands in the relation
    to y.

    Where the denominator is 0, the number `undefined` is compared in place of the quotient.
    """
    above, below = value.numerator, value.denominator
    form = above + below * (-y)
    weak = relation in ("le", "ge")
    sign = 0 if relation == "eq" else -1 if relation in ("le", "lt") else 1
    if not below.terms:
        side = compare(below.constant, _ZERO)
        return (
            [[constraint(form, _ZERO, sign * side, weak)]]
            if side
            else when(value.undefined, relation, y)
        )
    found = [
        [constraint(below, _ZERO, s), constraint(form, _ZERO, sign * s, weak)] for s in (1, -1)
    ]
    return found + [
        [constraint(below, _ZERO, 0), *case] for case in when(value.undefined, relation, y)
    ]


def _size(value: Affine | Uncertain | Number, relation: str, at: Fraction) -> Cases:
    if relation in ("ge", "gt"):
        return (
            [[]]
            if at < 0 or (at == 0 and relation == "ge")
            else when(value, relation, at) + when(value, "le" if relation == "ge" else "lt", -at)
        )
    if at < 0 or (at == 0 and relation == "lt"):
        return []
    if relation == "eq":
        return when(value, "eq", at) + (when(value, "eq", -at) if at else [])
    return both(when(value, relation, at), when(value, "ge" if relation == "le" else "gt", -at))


def _list(output: Sequence[Any], at: Sequence[Fraction]) -> Cases:
    found: Cases = [[]] if len(output) == len(at) else []
    for value, number in zip(output, at, strict=False):
        found = both(found, when(value, "eq", number))
    return found


def both(left: Cases, right: Cases) -> Cases:
    """Returns the cases in which two events happen at once."""
    return [[*a, *b] for a in left for b in right]


def _product(
    x: Affine | Uncertain | Number, y: Affine | Uncertain | Number, relation: str, at: Fraction
) -> Cases:
    if at:
        raise InvalidInput("unsupported_combination", "event: the product is compared with 0 only")
    signs = {"ge": (0, 1), "gt": (1,), "le": (-1, 0), "lt": (-1,), "eq": (0,)}[relation]
    names = {-1: "lt", 0: "eq", 1: "gt"}
    found: Cases = []
    for a in (-1, 0, 1):
        for b in (-1, 0, 1):
            if a * b in signs:
                found += both(when(x, names[a], _ZERO), when(y, names[b], _ZERO))
    return found


def number(value: Number | int | str) -> Fraction:
    """Returns the threshold of an event as a rational number."""
    return Fraction(value)  # type: ignore[arg-type]
