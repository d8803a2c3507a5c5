"""The error constants of Algorithms 1 to 3 and the bounds made of them, derived from the moments of
the noise.

A leading constant is E[(Zs - a Zn)^2] of the noise of sum and count, a how far the mean is from
where the records were moved to, in the data's units squared; the paper's statements divide it by
n^2.
"""

from __future__ import annotations

import sympy

from . import laplaces, staircase2d
from .optima import independent, laplace_pair, sigma_squared, weighted
from .record import equal, found, remembered, stage
from .sums import exponential, geometric, integral
from .symbols import D, Derivation, P, alpha, b, epsilon, lower, mean, t, upper

n, size = sympy.symbols("n size", positive=True)
V, F = sympy.symbols("V F", positive=True)  # E C^2 and a bound of E F^2 in Lemma 1
fourth, covariance = sympy.symbols("q c", real=True)
_k = sympy.Dummy("k", integer=True)
_z = sympy.Dummy("z", positive=True)
_x = sympy.Dummy("x", positive=True)
width = upper - lower
middle = (lower + upper) / 2


@remembered
def rounded_variance() -> sympy.Expr:
    """Returns E K^2 of Laplace noise rounded to integers: P(|K| >= k) = t^(k - 1/2), summed with 2
    k - 1.
    """
    tails = geometric(2 * _k - 1, _k, t, 1) / sympy.sqrt(t)
    return found("E K^2 = sum of (2 k - 1) P(|K| >= k), P(|K| >= k) = t^(k - 1/2)", tails)


def bounded() -> sympy.Expr:
    """Returns the constant of the bounded mean: Algorithm 2 with a whole noisy count, sensitivity 2
    at epsilon.
    """
    noise = laplaces.moment().subs(D, width)
    count = rounded_variance().subs(t, sympy.sqrt(b))
    total = noise + (mean - middle) ** 2 * count
    return equal(
        "noise of the sum, and the count's noise times how far the mean is from the middle",
        total,
        total,
    )


def transformed() -> sympy.Expr:
    """Returns (u - l)^2 E[((1 - alpha) Z1 - alpha Z2)^2] for two independent Laplace variables of
    epsilon.
    """
    form = independent(laplaces.moment().subs(D, 1))
    at = (mean - lower) / width
    value = width**2 * form.subs(alpha, at)
    return equal(
        "times the width squared, alpha = (mean - lower)/(upper - lower)",
        value,
        (width**2 + 4 * (mean - middle) ** 2) / epsilon**2,
    )


def shifted() -> sympy.Expr:
    """Returns the leading constant of Algorithm 2."""
    return laplace_pair(width / 2, middle)


def over_n(value: sympy.Expr) -> sympy.Expr:
    """Returns a leading constant over n^2."""
    return equal("over n^2", value / n**2, value / n**2)


def minimax() -> sympy.Expr:
    """Returns (u - l)^2 sigma^2(epsilon): noise and error scale with the width of the bounds."""
    value = width**2 * sigma_squared()
    return equal("times the width squared", value, value)


def planar() -> sympy.Expr:
    """Returns Lemma 5's constant: E[(...)^2] <= E X^2, as (1 - alpha)^2 + alpha^2 <= 1, at the
    optimal gamma.
    """
    weights = sum(
        (
            c
            for powers, c in sympy.Poly(
                weighted(*sympy.symbols("z1 z2")), *sympy.symbols("z1 z2")
            ).terms()
            if powers != (1, 1)
        ),
        sympy.Integer(0),
    )
    equal(
        "one less the factor of E X^2 is 2 alpha (1 - alpha) >= 0",
        1 - weights,
        2 * alpha * (1 - alpha),
    )
    value = width**2 * staircase2d.moment().subs(D, 1)
    return equal("times the width squared, gamma the optimal one", value, value)


def lemma1(
    variance: sympy.Expr, other: sympy.Expr, chance: sympy.Expr, bound: sympy.Expr | int = 1
) -> sympy.Expr:
    """Returns E C^2 + E F^2 + 2 sqrt(E C^2 E F^2) + 4 M^2 P, of (C + F)^2 by Cauchy and Schwarz,
    and of clipping.
    """
    one, two = sympy.symbols("X Y", real=True)
    equal(
        "the mean of (X + Y)^2 for the errors C and F, that of X Y by Cauchy and Schwarz",
        (one + two) ** 2,
        one**2 + two**2 + 2 * one * two,
    )
    return variance + other + 2 * sympy.sqrt(variance * other) + 4 * bound**2 * chance


def laplace_fourth() -> sympy.Expr:
    """Returns 8 (E Zb^4 + E Za^2 Zb^2)/n^4, Za = Z1 and Zb = Z1 + Z2 independent Laplace variables
    of epsilon.
    """
    second, fourth_moment = (laplaces.moment(order).subs(D, 1) for order in (2, 4))
    z1, z2 = sympy.symbols("z1 z2")
    value = sympy.Integer(0)
    moments = {0: sympy.Integer(1), 2: second, 4: fourth_moment}
    for (p, q), c in sympy.Poly((z1 + z2) ** 4 + z1**2 * (z1 + z2) ** 2, z1, z2).terms():
        value += c * moments[p] * moments[q] if p % 2 == 0 and q % 2 == 0 else 0
    return found("8 (E (Z1 + Z2)^4 + E Z1^2 (Z1 + Z2)^2)/n^4", 8 * value / n**4, "F")


def laplace_sum_tail(at: sympy.Expr) -> sympy.Expr:
    """Returns P(Z1 + Z2 > x/epsilon) in units of 1/epsilon: Z1 below 0, between 0 and x, and above
    x.
    """
    with stage("Z1 = -z < 0, Z2 > x + z"):
        below = sympy.exp(-_x) * exponential(1, _z, sympy.Integer(2), 0) / 4
    with stage("0 < Z1 = z < x, Z2 > x - z"):
        between = sympy.exp(-_x) * integral(1, _z, 0, _x) / 4
    with stage("Z1 > x: one less what Z2 is below x - Z1"):
        above = sympy.exp(-_x) * (
            exponential(1, _z, sympy.Integer(1), 0) / 2
            - exponential(1, _z, sympy.Integer(2), 0) / 4
        )
    return equal(
        "P(Z1 + Z2 > x/epsilon)", below + between + above, sympy.exp(-_x) * (2 + _x) / 4, "P"
    ).subs(_x, at)


def laplace_mse_bound() -> sympy.Expr:
    """Returns Lemma 1 for Algorithm 3 with Laplace noise, in the data's units squared."""
    value = lemma1(
        over_n(transformed() / width**2), laplace_fourth(), laplace_sum_tail(epsilon * n / 2)
    )
    return equal(
        "Lemma 1 at M = 1 and x = n epsilon/2, times the width squared",
        width**2 * value,
        width**2 * value,
    )


def exchangeable_mse_bound() -> sympy.Expr:
    """Returns Lemma 1 for Algorithm 3 with noise of the plane: v, c, q its variance, covariance,
    fourth moment.
    """
    x, y = sympy.symbols("x y", real=True)
    equal(
        "8 (x^4 + y^4) - (x + y)^4, not negative",
        8 * (x**4 + y**4) - (x + y) ** 4,
        (x - y) ** 2 * (5 * (x + y) ** 2 + 2 * (x**2 + y**2)),
    )
    equal(
        "3 x^4 + y^4 - x^2 (x + y)^2 is a sum of squares",
        3 * x**4 + y**4 - x**2 * (x + y) ** 2,
        x**2 * (x - y) ** 2 + (x**2 - y**2) ** 2,
    )
    other = found(
        "8 (E (Z1 + Z2)^4 + E Z1^2 (Z1 + Z2)^2)/n^4 <= 8 (16 + 4) q/n^4",
        8 * (16 + 4) * fourth / n**4,
        "F",
    )
    variance = found(
        "E C^2, exchangeable coordinates of variance V and covariance c",
        (((1 - alpha) ** 2 + alpha**2) * V - 2 * alpha * (1 - alpha) * covariance) / n**2,
    )
    value = lemma1(variance, other, P)
    return equal("Lemma 1 at M = 1, times the width squared", width**2 * value, width**2 * value)


def sized_sensitivity() -> sympy.Expr:
    """Returns the change of the mean of n records when one goes from one bound to the other."""
    others = sympy.Symbol("R", real=True)
    return found(
        "one record goes from lower to upper, the others add up to R",
        (others + upper) / n - (others + lower) / n,
    )


def sized_scale() -> sympy.Expr:
    """Returns the scale of Laplace noise for that sensitivity."""
    return found("over epsilon", sized_sensitivity() / epsilon)


_PAIR = "Z1, Z2 independent Laplace variables of epsilon"
DERIVATIONS = {
    "bounded_mean.leading_constant": Derivation(
        "derived variances at epsilon/2 of the sum's Laplace noise and of the "
        "count's rounded Laplace noise, t = sqrt(b)",
        bounded,
    ),
    "minimax.r_swap": Derivation("the minimax constant in units of the bounds' width", minimax),
    "minimax.r_add_remove": Derivation(
        "the minimax constant in units of the bounds' width", minimax
    ),
    "addremove.lemma1": Derivation(
        "V = variance_c, F = variance_f; size = bound_m, P = probability",
        lambda: lemma1(V, F, P, size),
    ),
    "addremove.lemma2": Derivation(
        "the derived leading constant of Algorithm 2 over n^2", lambda: over_n(shifted())
    ),
    "addremove.theorem1": Derivation(
        f"(u - l)^2 E[((1 - alpha) Z1 - alpha Z2)^2]/n^2, {_PAIR}", lambda: over_n(transformed())
    ),
    "addremove.lemma5": Derivation(
        "the derived E X^2 of the staircase of the plane, times the width squared, over n^2",
        lambda: over_n(planar()),
    ),
    "addremove.theorem3": Derivation(
        "the minimax constant in units of the bounds' width, over n^2", lambda: over_n(minimax())
    ),
    "transformed_mean.laplace_mse_bound": Derivation(
        f"Lemma 1 with the moments and the tail of {_PAIR}", laplace_mse_bound
    ),
    "transformed_mean.mse_bound": Derivation(
        "Lemma 1 for noise of the plane: V variance, c covariance, q fourth moment, P = P(|Z1| "
        ">= n/4); of the hourglass unless with Laplace noise (laplace_mse_bound)",
        exchangeable_mse_bound,
    ),
    "sized_mean.sensitivity": Derivation(
        "the mean of n records when one goes from one bound to the other", sized_sensitivity
    ),
    "sized_mean.scale": Derivation("the derived sensitivity over epsilon", sized_scale),
}
