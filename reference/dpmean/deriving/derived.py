"""The derivation of one name of the catalogue: definition, checked steps, result, and the shipped
formula.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

import sympy

from ..catalogue.quantities import find
from ..distributions.derivations import DERIVATIONS, optima
from ..distributions.derivations.record import Refuted, Step, recorded, same
from ..distributions.derivations.symbols import b, gamma
from ..errors import InvalidInput
from ..exact.decay import Decay
from .definitions import DEFINITIONS
from .letters import PolynomialRoot
from .letters import formula as read
from .points import AT_POINTS, agree
from .shipped import OPTIONAL, Called, Letters, Place, arguments, called, places

MOST = 12  # the highest order of a moment, and most degrees of freedom, that are derived


@dataclass(frozen=True)
class Comparison:
    """What the shipped function of the name gives, where, and that it is what was derived."""

    call: str
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
    called: Called
    shipped: tuple[Comparison, ...]


def compare(name: str, formula: sympy.Expr, **options: Any) -> tuple[Comparison, ...]:
    """Returns the comparisons of a derived formula with what the shipped function of the name
    returns, none if it is not called; one that fails raises Refuted.
    """
    how = called(name)
    if how is Called.NUMBERS:
        where = agree(name, formula, AT_POINTS[name])
        return (Comparison(f"catalogue.quantities.value('{name}')", None, where),)
    if how is Called.NEVER:
        return ()
    return tuple(_compared(name, formula, place) for place in places(name, options))


def _compared(name: str, formula: sympy.Expr, place: Place) -> Comparison:
    """The shipped function at letters returns the derived formula."""
    given = arguments(name, place)
    shipped = _settled(read(find(name).compute(**given).values[0]), place.steps)
    if shipped.has(PolynomialRoot):
        shipped = _planar(name, shipped)
        formula = gamma if name == "staircase2d.optimal_gamma" else formula
    if not _equal(shipped, derived := formula.subs(place.here)):
        raise Refuted(f"{name}: shipped is {shipped}, derived {derived}")
    words = ", ".join(
        f"{'at_ratio' if word == 'ratio' else word}={_shown(value)}"
        for word, value in given.items()
    )
    return Comparison(f"catalogue.quantities.value('{name}', {words})", shipped, place.where)


def _shown(value: Any) -> str:
    return str(value.b) if isinstance(value, Decay) else str(value)


def _settled(shipped: sympy.Expr, steps: Letters) -> sympy.Expr:
    """Returns the formula in the letters of the derivation, every floor being one of its steps."""
    expanded = {
        key.func(sympy.expand(key.args[0])): value
        for key, value in steps.items()
        if isinstance(key, sympy.floor)
    }
    plain = shipped.replace(sympy.floor, lambda inside: sympy.floor(sympy.expand(inside)))
    return plain.xreplace(expanded).xreplace(dict(steps)).subs(dict(steps))


def _equal(shipped: sympy.Expr, derived: sympy.Expr) -> bool:
    """Tells whether two formulas are the same; of logarithms, whether their numbers are."""
    if same(shipped, derived):
        return True
    return shipped.has(sympy.log) and same(sympy.exp(sympy.expand(shipped - derived)), 1)


def _planar(name: str, shipped: sympy.Expr) -> sympy.Expr:
    """Returns the shipped formula with gamma for a root, whose polynomial must be the derived one
    times what has no gamma.
    """
    condition = optima.planar_condition()
    for root in shipped.atoms(PolynomialRoot):
        polynomial = sum(value * gamma**n for n, value in enumerate(root.args))
        factor = sympy.cancel(polynomial / condition)
        if factor.has(gamma) or not factor.subs(b, sympy.Rational(1, 2)).is_positive:
            raise Refuted(f"{name}: shipped is a root of {polynomial}, derived of {condition}")
        shipped = shipped.xreplace({root: gamma})
    return shipped


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
        called(name),
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
