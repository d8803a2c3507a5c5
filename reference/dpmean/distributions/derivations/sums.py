"""Exact sums: a polynomial times a geometric sequence, from the one series 1/(1 - r) by differentiation.

Inside the radius of convergence a power series is differentiated term by term, so for 0 < r < 1
sum over n >= 0 of n^p r^n = (r d/dr)^p 1/(1 - r). Nothing here calls the shipped sums of `distributions.series`.
"""

from __future__ import annotations

from functools import cache

import sympy

_r = sympy.Dummy("r")


@cache
def power_series(order: int) -> sympy.Expr:
    """Returns the sum over n >= 0 of n^order r^n as a function of the module's letter r: (r d/dr)^order 1/(1 - r)."""
    if order == 0:
        return 1 / (1 - _r)
    return sympy.factor(_r * sympy.diff(power_series(order - 1), _r))


def geometric(term: sympy.Expr | int, index: sympy.Symbol, ratio: sympy.Expr, start: sympy.Expr | int = 0
        ) -> sympy.Expr:
    """Returns the sum over index >= start of ratio^index term, where term is a polynomial in index.

    The ratio lies between 0 and 1.
    """
    moved = sympy.Poly(sympy.sympify(term).subs(index, index + start), index)
    total = sum((c * power_series(n).subs(_r, ratio) for (n,), c in moved.terms()), sympy.Integer(0))
    return ratio**start * total


def two_sided(term: sympy.Expr | int, index: sympy.Symbol, ratio: sympy.Expr) -> sympy.Expr:
    """Returns the sum over all integers of ratio^|index| term."""
    term = sympy.sympify(term)
    return geometric(term, index, ratio) + geometric(term.subs(index, -index), index, ratio, 1)


def integral(f: sympy.Expr | int, z: sympy.Symbol, low: sympy.Expr | int, high: sympy.Expr | int) -> sympy.Expr:
    """Returns the integral of a polynomial in z over [low, high]."""
    return sympy.integrate(sympy.expand(f), (z, low, high))


def lattice_sum(f: sympy.Expr | int, z: sympy.Symbol, low: sympy.Expr | int, high: sympy.Expr | int) -> sympy.Expr:
    """Returns the sum of a polynomial in z over the integers low <= z < high; SymPy sums the powers of z."""
    terms = sympy.Poly(f, z).terms()
    return sum((c * sympy.summation(z**n, (z, low, high - 1)) for (n,), c in terms), sympy.Integer(0))
