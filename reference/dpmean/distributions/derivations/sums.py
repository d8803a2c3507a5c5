"""Exact sums and integrals of polynomials, of polynomials times a geometric sequence, and times an
exponential.

Inside the radius of convergence a power series is differentiated term by term, so for 0 < r < 1 sum
over n >= 0 of n^p r^n = (r d/dr)^p 1/(1 - r). Nothing here calls the shipped sums of
`distributions.series`. Each is a step of the record with a check of its own (see `record`), which
does not use how the value was found.
"""

from __future__ import annotations

from functools import cache

import sympy

from .record import keep, recording, same
from .symbols import tidy

_r = sympy.Dummy("r")
_N = sympy.Dummy("N", integer=True, nonnegative=True)


@cache
def power_series(order: int) -> sympy.Expr:
    """Returns the sum over n >= 0 of n^order r^n as a function of the module's letter r: (r
    d/dr)^order 1/(1 - r).
    """
    if order == 0:
        return 1 / (1 - _r)
    return sympy.factor(_r * sympy.diff(power_series(order - 1), _r))


def _geometric(
    term: sympy.Expr, index: sympy.Symbol, ratio: sympy.Expr, start: sympy.Expr | int
) -> sympy.Expr:
    moved = sympy.Poly(term.subs(index, index + start), index)
    total = sum(
        (c * power_series(n).subs(_r, ratio) for (n,), c in moved.terms()), sympy.Integer(0)
    )
    return ratio**start * total


def geometric(
    term: sympy.Expr | int, index: sympy.Symbol, ratio: sympy.Expr, start: sympy.Expr | int = 0
) -> sympy.Expr:
    """Returns the sum over index >= start of ratio^index term, where term is a polynomial in index.

    The ratio lies between 0 and 1.
    """
    term = sympy.sympify(term)
    total = _geometric(term, index, ratio, start)
    if recording():
        total = tidy(total)
        beyond = _geometric(term, index, ratio, _N)
        holds = same(beyond - beyond.subs(_N, _N + 1), ratio**_N * term.subs(index, _N))
        holds = holds and sympy.expand(sympy.cancel(beyond / ratio**_N)).is_polynomial(_N)
        holds = holds and same(beyond.subs(_N, start), total)
        keep(
            "sum",
            sympy.Sum(ratio**index * term, (index, start, sympy.oo)),
            total,
            "telescoping",
            holds,
        )
    return total


def two_sided(term: sympy.Expr | int, index: sympy.Symbol, ratio: sympy.Expr) -> sympy.Expr:
    """Returns the sum over all integers of ratio^|index| term."""
    term = sympy.sympify(term)
    return geometric(term, index, ratio) + geometric(term.subs(index, -index), index, ratio, 1)


def integral(
    f: sympy.Expr | int, z: sympy.Symbol, low: sympy.Expr | int, high: sympy.Expr | int
) -> sympy.Expr:
    """Returns the integral of a polynomial in z over [low, high]."""
    value = sympy.integrate(sympy.expand(f), (z, low, high))
    if recording():
        value = tidy(value)
        inside = sympy.integrate(sympy.expand(f), z)
        holds = same(sympy.diff(inside, z), f) and same(
            inside.subs(z, high) - inside.subs(z, low), value
        )
        keep("integrate", sympy.Integral(f, (z, low, high)), value, "antiderivative", holds)
    return value


def lattice_sum(
    f: sympy.Expr | int, z: sympy.Symbol, low: sympy.Expr | int, high: sympy.Expr | int
) -> sympy.Expr:
    """Returns the sum of a polynomial in z over the integers low <= z < high; SymPy sums the powers
    of z.
    """
    terms = sympy.Poly(f, z).terms()

    def between(least: sympy.Expr | int, end: sympy.Expr | int) -> sympy.Expr:
        return sum(
            (c * sympy.summation(z**n, (z, least, end - 1)) for (n,), c in terms), sympy.Integer(0)
        )

    value = between(low, high)
    if recording():
        value = tidy(value)
        before = between(0, _N)
        holds = same(before.subs(_N, _N + 1) - before, sympy.sympify(f).subs(z, _N))
        holds = holds and same(before.subs(_N, high) - before.subs(_N, low), value)
        keep("sum", sympy.Sum(f, (z, low, high - 1)), value, "difference", holds)
    return value


def exponential(
    f: sympy.Expr | int,
    z: sympy.Symbol,
    rate: sympy.Expr,
    low: sympy.Expr | int,
    high: sympy.Expr = sympy.oo,
) -> sympy.Expr:
    """Returns the integral of f(z) e^(-rate z) over [low, high], f a polynomial and rate > 0; high
    may be infinity.
    """
    f = sympy.sympify(f)
    factor, derivative, power = sympy.Integer(0), f, rate
    while derivative != 0:
        factor, derivative, power = (
            factor - derivative / power,
            sympy.diff(derivative, z),
            power * rate,
        )
    inside = factor * sympy.exp(-rate * z)
    upper = sympy.Integer(0) if high is sympy.oo else inside.subs(z, high)
    value = upper - inside.subs(z, low)
    if recording():
        holds = same(sympy.diff(inside, z), f * sympy.exp(-rate * z)) and sympy.expand(
            factor
        ).is_polynomial(z)
        keep(
            "integrate",
            sympy.Integral(f * sympy.exp(-rate * z), (z, low, high)),
            value,
            "antiderivative",
            holds,
        )
    return value
