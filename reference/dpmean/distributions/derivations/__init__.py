"""Symbolic derivations: each law's quantities, derived in SymPy from its density or probability
mass function.

They use integrals and sums over steps. Every derivation starts from the density up to a factor and
the definition of the steps. None calls a shipped formula: `tests/distributions/test_derivations.py`
proves that the two agree as rational functions. This is the only place that imports SymPy.
`derive(name)` is what `dpmean value NAME --symbolic` prints; `derived(name)` is the expression.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy

from ...errors import InvalidInput, near_name
from . import (
    estimators,
    gaussians,
    hourglasses,
    laplaces,
    losses,
    optima,
    staircase2d,
    staircases,
    students,
)
from .record import recording
from .symbols import Derivation

_MODULES = (
    laplaces,
    staircases,
    staircase2d,
    hourglasses,
    gaussians,
    students,
    losses,
    optima,
    estimators,
)
DERIVATIONS: dict[str, Derivation] = {
    name: derivation for module in _MODULES for name, derivation in module.DERIVATIONS.items()
}


def _find(name: str) -> Derivation:
    if name in DERIVATIONS:
        return DERIVATIONS[name]
    near = near_name(name, DERIVATIONS, 60)
    hint = (
        f"; the nearest name that has one is {near}"
        if near
        else f"; its formula is in `dpmean value {name[:60]}`"
    )
    raise InvalidInput(
        "unsupported_combination", f"{name[:60]}: no symbolic derivation{hint}", argument="name"
    )


def derived(name: str, **options: Any) -> sympy.Expr:
    """Returns the derived SymPy expression of a name of the catalogue.

    Options: order (moments), objective (optimal gamma in one dimension), noise (leading constant).

    >>> derived("staircase.normalizer")
    (1 - b)/(2*D*(-b*gamma + b + gamma))
    """
    if recording():
        return _find(name).find(**options)
    return _derived(name, tuple(sorted(options.items())))


@cache
def _derived(name: str, options: tuple[tuple[str, Any], ...]) -> sympy.Expr:
    return _find(name).find(**dict(options))


def derive(name: str, **options: Any) -> dict[str, str]:
    """Returns the derived formula as text and as LaTeX, and how it was derived.

    >>> derive("discrete_laplace.variance")["formula"]
    '2*t/(1 - t)**2'
    """
    expression = derived(name, **options)
    return {
        "formula": str(expression),
        "latex": sympy.latex(expression),
        "derivation": _find(name).how,
    }


__all__ = ["DERIVATIONS", "Derivation", "derive", "derived"]
