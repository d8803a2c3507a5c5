"""The derivation of one name of the catalogue: definition, checked steps, result, and the shipped
formula.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy

from ..catalogue.quantities import find
from ..distributions.derivations import DERIVATIONS
from ..distributions.derivations.record import Refuted, Step, recorded, same
from ..distributions.derivations.symbols import D, b, gamma, j
from ..errors import InvalidInput
from .definitions import DEFINITIONS
from .points import AT_POINTS, agree
from .shipped import AT_NUMBERS, BY_FIRST_BALL, LOGARITHMS, OPTIONAL, SHIPPED

MOST = 12  # the highest order of a moment, and most degrees of freedom, that are derived


@dataclass(frozen=True)
class Comparison:
    """What the shipped functions give, where, and that it is what was derived."""

    calls: tuple[str, ...]
    formula: sympy.Expr | None  # None where only numbers were compared
    where: str


@dataclass(frozen=True)
class Derived:
    """A derivation that has been checked from its first step to its last."""

    name: str
    summary: str
    source: str
    definition: str
    how: str
    steps: tuple[Step, ...]
    formula: sympy.Expr
    shipped: tuple[Comparison, ...]


class _Calls:
    """Calls shipped functions, and remembers what was called with what."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        place = function.__module__.rpartition("dpmean.")[2]
        self.made.append(f"{place}.{function.__qualname__}({', '.join(str(a) for a in arguments)})")
        return function(*arguments)


def _require(name: str, shipped: Any, formula: Any) -> sympy.Expr:
    if not same(shipped, formula):
        raise Refuted(f"{name}: shipped is {shipped}, derived {formula}")
    return sympy.sympify(shipped)


def compare(name: str, formula: sympy.Expr, **options: Any) -> tuple[Comparison, ...]:
    """Returns the comparisons of a derived formula with the shipped functions; one that fails
    raises Refuted.
    """
    call = _Calls()
    if options:
        shipped = _require(name, OPTIONAL[name](call, **options), formula)
        return (Comparison(tuple(call.made), shipped, ""),)
    if name in SHIPPED:
        shipped = _require(name, SHIPPED[name](call), formula)
        return (Comparison(tuple(call.made), shipped, ""),)
    if name in BY_FIRST_BALL:
        found = []
        for first in (0, 1):
            call = _Calls()
            shipped = _require(name, BY_FIRST_BALL[name](call, first), formula.subs(j, first))
            found.append(Comparison(tuple(call.made), shipped, f"j = {first}"))
        return tuple(found)
    if name in LOGARITHMS:
        argument, exponent = LOGARITHMS[name]
        inside = argument(call)
        _require(name, inside, sympy.exp(formula + exponent))
        return (Comparison(tuple(call.made), sympy.log(inside) - exponent, ""),)
    if name in AT_NUMBERS:
        numbers, function = AT_NUMBERS[name]
        shipped = _require(name, function(call), formula.subs(numbers))
        at = ", ".join(
            f"{letter} = {number}" for letter, number in numbers.items() if letter != number
        )
        return (Comparison(tuple(call.made), shipped, at or "at numbers of the sensitivity space"),)
    if name == "staircase2d.optimal_gamma":
        return (_planar(formula),)
    places = agree(name, formula, AT_POINTS[name])
    return (Comparison((f"catalogue.quantities.value('{name}')",), None, places),)


def _planar(formula: sympy.Expr) -> Comparison:
    """The derived polynomial is the shipped one times what does not contain gamma."""
    from ..distributions import optimal_gamma

    call = _Calls()
    shipped = sum(
        value * gamma**n for n, value in enumerate(call(optimal_gamma.planar_polynomial, b))
    )
    factor = sympy.cancel(formula / shipped)
    if factor.has(gamma) or factor.has(D) or not factor.subs(b, sympy.Rational(1, 2)) > 0:
        raise Refuted(f"staircase2d.optimal_gamma: shipped is {shipped}, derived {formula}")
    return Comparison(tuple(call.made), shipped, f"times {factor}, which is not 0 and has no gamma")


def derivation(name: str, **options: Any) -> Derived:
    """Returns the checked derivation of a name of the catalogue; a step that is not true raises
    Refuted.

    Options are those of OPTIONAL: order, noise, objective, degrees.
    """
    entry, derived = find(name), DERIVATIONS[name]
    _allow(name, options)
    with recorded() as steps:
        formula = sympy.sympify(derived.find(**options))
    return Derived(
        name,
        entry.summary,
        entry.source,
        DEFINITIONS[name.partition(".")[0]],
        derived.how,
        tuple(steps),
        formula,
        compare(name, formula, **options),
    )


def _allow(name: str, options: dict[str, Any]) -> None:
    """Raises InvalidInput for an option that this derivation does not have, or a value that is none
    of its own.
    """
    known = (*inspect.signature(DERIVATIONS[name].find).parameters,) if name in OPTIONAL else ()
    for option, given in options.items():
        if option not in known:
            hint = (
                f"; it has {', '.join(known)}"
                if known
                else "; it has none, as its letters are symbols"
            )
            raise InvalidInput(
                "unknown_parameter",
                f"{option[:40]}: no option of the derivation of {name}{hint}",
                argument=option,
            )
        even = name == "gaussian.moment"
        if option in ("order", "degrees") and not (
            isinstance(given, int) and 1 <= given <= MOST and not (even and given % 2)
        ):
            raise InvalidInput(
                "out_of_range",
                f"{option}: {'even, ' if even else ''}from 1 to {MOST} here",
                argument=option,
            )
        if option == "objective" and given not in ("mse", "absolute"):
            raise InvalidInput("unknown_name", "objective: mse or absolute", argument=option)
