"""The letters of the derived formulas, and what one derivation is.

The letters are those of the formulas in the catalogue. A point is on a step: `x` (or the lattice
point `i`) is at least 0 and on step `j`, and the derived formula holds for every such pair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy

b, gamma, D, epsilon, t = sympy.symbols("b gamma D epsilon t", positive=True)
g, m = sympy.symbols("g m", integer=True, positive=True)
x, y, r, p, alpha = sympy.symbols("x y r p alpha", nonnegative=True)
i, j, l, k, s = sympy.symbols("i j l k s", integer=True, nonnegative=True)  # noqa: E741
shift, u, v = sympy.symbols("shift u v", nonnegative=True)
h, mean, lower, upper = sympy.symbols("h mean lower upper", real=True)
A, C, P, TV = sympy.symbols("A C P TV", positive=True)  # values that were found before
J = sympy.Symbol("J", integer=True)  # the signed step of x
diagonal = sympy.Symbol("k", integer=True)  # (x + y) / D of either sign


@dataclass(frozen=True)
class Derivation:
    """The derivation of one quantity: how it is found, in one line, and the function that finds
    it.
    """

    how: str
    find: Callable[..., sympy.Expr]


# the point at which `tidy` reads signs; other letters are 1
_INSIDE = {
    b: sympy.Rational(1, 3),
    gamma: sympy.Rational(1, 2),
    t: sympy.Rational(1, 3),
    j: 1,
    h: 0,
}


def tidy(expression: sympy.Expr | int) -> sympy.Expr:
    """Returns the expression as one fraction, cancelled and factored.

    Each factor is written with the sign that makes it positive inside the range of the letters.
    """
    sign, factors = sympy.Integer(1), []
    for factor in sympy.Mul.make_args(
        sympy.factor(sympy.expand_power_exp(sympy.sympify(expression)))
    ):
        base, power = factor.as_base_exp()
        value = base.subs(_INSIDE).subs(dict.fromkeys(base.free_symbols, 1))
        turned = base.is_Add and power.is_Integer and value.is_negative
        if factor.is_Rational:
            sign *= factor
        else:
            sign *= (-1) ** power if turned else 1
            factors.append((-base) ** power if turned else factor)
    return sympy.Mul(sign, *factors)
