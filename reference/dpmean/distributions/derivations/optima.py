"""The optimal gamma and the constants of the mean estimator, derived from the derived variances.

The variance of the staircase is a function of c = b + gamma (1 - b) alone (b fixed), and the
numerator of its derivative is a binomial in c; for E|X| the numerator is a quadratic in gamma,
whose root in (0, 1) is found with s = sqrt(b).
"""

from __future__ import annotations

import sympy

from ...errors import InvalidInput
from . import hourglasses, laplaces, staircase2d, staircases
from .record import equal, found, keep, recording, same
from .steps import LATTICE, LINE
from .symbols import D, Derivation, alpha, b, epsilon, gamma, lower, m, mean, tidy, upper

c = sympy.Symbol("c", positive=True)
root_of_b = sympy.Symbol("s", positive=True)


def variance_in_c() -> sympy.Expr:
    """Returns E X^2 of the staircase with D = 1 at gamma = (c - b)/(1 - b)."""
    variance = staircases.moment(LINE).subs(D, 1)
    return found(
        "E X^2 at D = 1 and gamma = (c - b)/(1 - b)", variance.subs(gamma, (c - b) / (1 - b))
    )


def critical_c() -> sympy.Expr:
    """Returns the only positive zero of the derivative in c; the numerator is a multiple of c^3 -
    constant.
    """
    slope = tidy(sympy.diff(variance_in_c(), c))
    numerator = sympy.Poly(sympy.numer(slope), c)
    leading, *middle, constant = numerator.all_coeffs()
    assert numerator.degree() == 3
    assert not any(middle)
    cube = tidy(-constant / leading)
    equal(
        "its derivative is this, which is 0 at one c > 0 alone",
        sympy.Derivative(variance_in_c(), c).doit(),
        leading * (c**3 - cube) / sympy.denom(slope),
    )
    return equal("the cube root", sympy.root(cube, 3), sympy.root(cube, 3), "c")


def optimal_gamma(objective: str = "mse") -> sympy.Expr:
    """Returns the gamma at which the derivative of E X^2 (mse) or E|X| (absolute) is zero."""
    if objective == "mse":
        best = (critical_c() - b) / (1 - b)
        return equal("gamma = (c - b)/(1 - b)", best, best)
    absolute = staircases.moment(LINE, 1).subs(b, root_of_b**2)
    numerator = sympy.numer(tidy(sympy.diff(absolute, gamma)))
    free = sympy.Symbol("gamma")  # without the assumption: the other root is negative
    roots = sympy.roots(sympy.Poly(numerator.subs(gamma, free), free))
    (inside,) = (z for z in roots if 0 < z.subs(root_of_b, sympy.Rational(1, 2)) < 1)
    if recording():
        keep(
            "in s = sqrt(b): a root of the derivative's numerator, the other one is negative",
            gamma,
            tidy(inside),
            "substitution",
            same(numerator.subs(gamma, tidy(inside)), 0),
        )
    return tidy(inside).subs(root_of_b, sympy.sqrt(b))


def planar_condition() -> sympy.Expr:
    """Returns the polynomial in gamma whose root is optimal in two dimensions, the numerator of
    d/dgamma of E X^2.
    """
    slope = tidy(sympy.diff(staircase2d.moment().subs(D, 1), gamma))
    return equal(
        "the derivative in gamma at D = 1, times its denominator",
        slope * sympy.denom(slope),
        sympy.numer(slope),
    )


def sigma_squared() -> sympy.Expr:
    """Returns the derived variance at the derived optimum; c^3 is replaced by its value, then c by
    the root.
    """
    root = critical_c()
    numerator, denominator = sympy.fraction(variance_in_c())
    # E X^2 = N(c) / (q c): multiply by c^2 / c^2, reduce powers of c from the third on, and divide
    # c^3 out
    reduced = sympy.rem(sympy.Poly(numerator * c**2, c), sympy.Poly(c**3 - root**3, c))
    top = tidy(reduced.as_expr() / root**3)
    bottom = tidy(denominator / c)
    value = tidy(top / bottom)
    if recording():
        left = sympy.Poly(sympy.numer(sympy.together(variance_in_c() - value)), c)
        keep(
            "E X^2 there, reduced by c^3 = b (1 + b)/2",
            variance_in_c(),
            value,
            "division",
            sympy.rem(left, sympy.Poly(c**3 - root**3, c)).is_zero,
        )
    return value.subs(c, root)


def weighted(z1: sympy.Expr, z2: sympy.Expr) -> sympy.Expr:
    """Returns ((1 - alpha) z1 - alpha z2)^2, the square whose mean is a leading constant."""
    return ((1 - alpha) * z1 - alpha * z2) ** 2


def independent(variance: sympy.Expr) -> sympy.Expr:
    """Returns E of the square for independent centred coordinates of this variance.

    The monomials z1^2 and z2^2 count, z1 z2 does not.
    """
    z1, z2 = sympy.symbols("z1 z2")
    terms = sympy.Poly(weighted(z1, z2), z1, z2).terms()
    return found(
        "E of the square: z1^2 and z2^2 have this mean, z1 z2 has 0",
        sum((value * variance for powers, value in terms if powers != (1, 1)), sympy.Integer(0)),
    )


def leading_constant(noise: str = "hourglass") -> sympy.Expr:
    """Returns E[((1 - alpha) Z1 - alpha Z2)^2] from the joint law of the noise with D = 1."""
    if noise == "hourglass":
        return hourglasses.expectation(LINE, weighted).subs(D, 1)
    if noise == "discrete_hourglass":
        return hourglasses.expectation(LATTICE, weighted).subs(D, 1)
    if noise == "staircase2d":
        return staircase2d.expectation(weighted).subs(D, 1)
    if noise == "laplace":
        return independent(laplaces.moment().subs(D, 1))
    if noise == "discrete_laplace":  # on the lattice 1/m: an integer law of sensitivity m
        return independent(laplaces.discrete_moment() / m**2)
    raise InvalidInput("unknown_name", f"noise: no law named '{noise[:40]}'", argument="noise")


def laplace_pair(bound: sympy.Expr, centre: sympy.Expr | int) -> sympy.Expr:
    """Returns E[(Zs - (mean - centre) Zn)^2].

    Zs and Zn are Laplace noise of epsilon/2 for a sum of sensitivity `bound` and for a count.
    """
    variance = laplaces.moment().subs(epsilon, epsilon / 2)
    total = variance.subs(D, bound) + (mean - centre) ** 2 * variance.subs(D, 1)
    return equal("noise of the sum and of the count, at epsilon/2 each", total, total)


_C = (
    "E X^2 of the staircase in terms of c = b + gamma (1 - b); the numerator of d/dc is a "
    "multiple of c^3 - b (1 + b)/2"
)
DERIVATIONS = {
    "staircase.optimal_gamma": Derivation(
        f"{_C}; gamma = (c - b)/(1 - b). For E|X| the same way: s/(1 + s), s = sqrt(b)",
        optimal_gamma,
    ),
    "hourglass.optimal_gamma": Derivation(
        f"the marginal is the staircase; {_C}; gamma = (c - b)/(1 - b)", optimal_gamma
    ),
    "staircase2d.optimal_gamma": Derivation(
        "optimal gamma is a root of this polynomial, the numerator of d/dgamma of the derived "
        "E X^2",
        planar_condition,
    ),
    "minimax.sigma_squared": Derivation(f"{_C}; E X^2 there, D = 1", sigma_squared),
    "transformed_mean.leading_constant": Derivation(
        "E[((1 - alpha) Z1 - alpha Z2)^2] summed over the joint law, D = 1; noise hourglass "
        "unless given",
        leading_constant,
    ),
    "independent_mean.leading_constant": Derivation(
        "derived variances at epsilon/2 of Zs (sensitivity max(|lower|, "
        "|upper|)) and of mean Zn (sensitivity 1), added",
        lambda: laplace_pair(sympy.Max(sympy.Abs(lower), sympy.Abs(upper)), 0),
    ),
    "shifted_mean.leading_constant": Derivation(
        "records moved by their midpoint: derived variances at epsilon/2 of Zs "
        "(sensitivity (upper - lower)/2) and of (mean - midpoint) Zn, added",
        lambda: laplace_pair((upper - lower) / 2, (lower + upper) / 2),
    ),
}
