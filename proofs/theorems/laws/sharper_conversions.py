"""Sharper conversions: the least rho of pure DP, and of zero-concentrated DP the epsilon and delta
of the best order.

Claim.       epsilon-DP is (epsilon tanh(epsilon/2))-zCDP, and rho-zCDP for no smaller rho in general. rho-zCDP is (h,
             delta)-DP for every real h with the shipped `log_delta` of every order 1 + y > 1; of
             all orders that with `best_epsilon` = h has the least delta, e^-`best_cost`, and no
             delta (or epsilon) is above the printed one.
Source.      Canonne, Kamath, Steinke 2020, Proposition 12; Steinke 2024 (the least rho).
Derivation.  (1) Let L be the loss under P. P(S) - e^h Q(S) is at most E (1 - w)^+, w = e^(h - L). For 0 < w < 1, (1 -
             w) w^y is largest at w = y/(1 + y), so (1 - w)^+ <= y^y/(1 + y)^(1 + y) w^-y, and E
             w^-y = e^(-y h) E e^(y L) <= e^(-y h) e^(y (1 + y) rho). (2) In y the logarithm has the
             slope best_epsilon - h, which grows, from -infinity at 0 to infinity for rho > 0: it
             has one zero, the minimum. There the logarithm is -best_cost. (3) Along y epsilon and
             log(1/delta) grow, so what is least at one is least at the other. (4) The printed pair
             is what the order 1 + q/rho shows if y log y - (1 + y) log(1 + y) <= 0 is left out. (5)
             The moment of order a is at most cosh t/cosh h, t = (a - 1/2) epsilon, h = epsilon/2
             (trilemma_groups, best_composition). tanh(t)/t falls, so the derivative of (t^2 - h^2)
             tanh(h)/(2 h) - log cosh t, t (tanh(h)/h - tanh(t)/t), is not negative from t = h on.
             For a -> 1 the divergence of a coin of e^epsilon : 1 tends to that of order 1, which is
             that rho. (6) rho = 0: the laws are equal, and P - e^h Q = 1 - e^h.
Trusted.     monotone_by_derivative, product_rule, expectation_is_monotone, power_series, intermediate_value.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.catalogue.quantities import value
from dpmean.distributions.gaussian import Gaussian
from dpmean.exact import reals
from dpmean.exact.enclosure import compare, interval
from dpmean.privacy import conversions

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, positive
from ...theorem import Theorem

# u = log y, v = log(1 + y)
Y = Ring({"y": POSITIVE, "r": POSITIVE, "h": ANY, "u": ANY, "v": ANY, "w": UNIT})
# v = log(1 + y), s = v - log y
N = Ring({"q": POSITIVE, "r": POSITIVE, "s": NONNEGATIVE, "v": NONNEGATIVE})
H = Ring(
    {
        "h": POSITIVE,
        "t": POSITIVE,
        "f": UNIT,
        "u": NONNEGATIVE,
        "v": NONNEGATIVE,
        "g": POSITIVE,
        "e": POSITIVE,
    }
)
# sinh t, cosh t
S = Ring({"s": POSITIVE, "t": POSITIVE, "c": POSITIVE}).relate("c", 2, lambda s: 1 + s**2)
RHOS, ORDERS = (
    (Fraction(1, 8), Fraction(1, 2), Fraction(3)),
    (Fraction(1, 3), Fraction(1), Fraction(5, 2)),
)


def near(x: Any, y: Any) -> bool:
    """Tell whether two numbers agree to 30 digits."""
    return compare((x - y) ** 2, Fraction(1, 10**60)) < 0


def is_best(case: tuple[Fraction, Fraction]) -> bool:
    """Check the shipped delta at the epsilon at which the order 1 + y is best: its own, and below
    other orders'.
    """
    rho, y = case
    ratio = reals.exp((2 * y + 1) * rho) * y / (1 + y)
    delta = conversions.least_delta(rho, ratio)
    others = [
        reals.exponential(
            conversions.log_delta(rho, reals.log(ratio), z, reals.log(z), reals.log(1 + z))
        )
        for z in (y * Fraction(7, 8), y * 2, y / 9)
    ]
    return near(delta, reals.exp(-rho * y**2) / (1 + y)) and all(
        compare(delta, other) < 0 for other in others
    )


def is_least(case: tuple[Fraction, Fraction]) -> bool:
    """Check the shipped epsilon at a delta: not below 0, less than every order's, and with that
    delta if positive.
    """
    rho, delta = case
    found = value(
        "zcdp.epsilon", {"rho": str(rho), "delta": str(delta), "constants": "exact"}
    ).values[0]
    at_zero = conversions.least_delta(rho, Fraction(1))
    if compare(at_zero, delta) <= 0:
        return found == 0
    for z in ORDERS:  # the logarithm falls by z where epsilon grows by 1
        above = conversions.log_delta(
            rho, Fraction(0), z, reals.log(z), reals.log(1 + z)
        ) - reals.log(delta)
        if compare(found, above / z) >= 0:
            return False
    return compare(found, Fraction(0)) > 0 and near(
        conversions.least_delta(rho, reals.exponential(found)), delta
    )


def of_equal_laws(ratio: Fraction) -> bool:
    """Check rho = 0: the laws are equal, so the divergence is 1 - e^h, or 0."""
    given = {"rho": "0", "delta": "1/9", "constants": "exact"}
    return (
        conversions.least_delta(Fraction(0), ratio) == max(1 - ratio, Fraction(0))
        and value("zcdp.epsilon", given).values[0] == 0
    )


def names_convert(epsilon: Fraction) -> bool:
    """Check the printed and the least rho of the catalogue, and the printed epsilon at delta =
    e^-1, to 30 digits.
    """
    given, growth = {"epsilon": str(epsilon)}, reals.exp(epsilon)
    (printed,), (least,) = (
        value("zcdp.rho", {**given, "constants": word}).values for word in ("paper", "exact")
    )
    (at,) = value("zcdp.epsilon", {"rho": str(epsilon), "delta": "1/7"}).values
    return (
        printed == epsilon**2 / 2
        and near(least * (growth + 1), epsilon * (growth - 1))
        and near((at - epsilon) ** 2, 4 * epsilon * reals.log(Fraction(7)))
    )


STEPS = (
    identity(
        "(1 - w) w^y: the slope of its logarithm is 0 at w = y/(1 + y) only",
        Y,
        lambda y, w: (y / w - 1 / (1 - w), (y - (1 + y) * w) / (w * (1 - w))),
        ("monotone_by_derivative",),
    ),
    identity("there 1 - w = 1/(1 + y)", Y, lambda y: (1 - y / (1 + y), 1 / (1 + y))),
    identity(
        "and its logarithm, log(1 - w) + y log w, is the shipped one at rho = h = 0",
        Y,
        lambda y, u, v: (conversions.log_delta(0 * y, 0 * y, y, u, v), -v + y * (u - v)),
    ),
    identity(
        "the moment of order 1 + y and e^(-y h) are added",
        Y,
        lambda y, r, h, u, v: (
            conversions.log_delta(r, h, y, u, v),
            conversions.log_delta(0 * y, 0 * y, y, u, v) + y * ((1 + y) * r - h),
        ),
        ("expectation_is_monotone",),
    ),
    identity(
        "as Proposition 12 and its corollary have it, a = 1 + y",
        Y,
        lambda y, r, h, u, v: (
            conversions.log_delta(r, h, (1 + y) - 1, u, v),
            ((1 + y) - 1) * ((1 + y) * r - h) - u + (1 + y) * (u - v),
        ),
    ),
    identity(
        "its slope in y: (log y)' = 1/y, (log(1 + y))' = 1/(1 + y)",
        Y,
        lambda y, r, h, u, v: (
            (1 + 2 * y) * r - h - 1 / y + (u - v) + (1 + y) * (1 / y - 1 / (1 + y)),
            conversions.best_epsilon(r, y, v - u) - h,
        ),
        ("product_rule",),
    ),
    identity(
        "the slope of best_epsilon, (log(1 + 1/y))' = -1/(y (1 + y))",
        Y,
        lambda y: (1 / (1 + y) - 1 / y, -1 / (y * (1 + y))),
    ),
    positive(
        "it grows",
        Y,
        lambda y, r: 2 * r + 1 / (y * (1 + y)),
        trusts=("monotone_by_derivative", "intermediate_value"),
    ),
    identity(
        "at its zero the logarithm of delta is -best_cost",
        Y,
        lambda y, r, u, v: (
            conversions.log_delta(r, conversions.best_epsilon(r, y, v - u), y, u, v),
            -conversions.best_cost(r, y, v),
        ),
    ),
    positive(
        "best_cost grows with y",
        Y,
        lambda y, r: 2 * r * y + 1 / (1 + y),
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "the printed pair: at y = q/r, q^2 = -r log delta, the order shows no more than delta",
        N,
        lambda q, r, s, v: (
            -(q**2) / r
            - conversions.log_delta(r, conversions.epsilon_of_rho(r, q), q / r, v - s, v)
        ),
        strict=False,
    ),
    identity(
        "a (a - 1) rho with t = (2 a - 1) h, f = tanh h, epsilon = 2 h",
        H,
        lambda h, t, f: (
            (t / h + 1)
            / 2
            * ((t / h - 1) / 2)
            * conversions.least_rho_of_pure(2 * h, (1 + f) / (1 - f)),
            (t**2 - h**2) * f / (2 * h),
        ),
    ),
    identity(
        "the slope of tanh(t)/t, times -t^2, is (sinh t cosh t - t)/cosh^2 t",
        S,
        lambda s, t, c: (s / c - t * (1 - (s / c) ** 2), (s * c - t) / c**2),
    ),
    positive(
        "and that is not negative: sinh t = t + u, cosh t = 1 + v",
        H,
        lambda t, u, v: (t + u) * (1 + v) - t,
        strict=False,
        trusts=("power_series", "monotone_by_derivative"),
    ),
    identity(
        "the divergence of order 1 of a coin of e^epsilon : 1 is that rho",
        H,
        lambda e, g: (g / (1 + g) * e + 1 / (1 + g) * -e, conversions.least_rho_of_pure(e, g)),
    ),
    positive(
        "never above epsilon^2/2: h = tanh h + u",
        H,
        lambda f, u: (
            conversions.rho_of_pure(2 * (f + u))
            - conversions.least_rho_of_pure(2 * (f + u), (1 + f) / (1 - f))
        ),
        strict=False,
        trusts=("power_series",),
    ),
    exhaustive(
        "the shipped delta at the epsilon at which 1 + y is best is e^(-rho y^2)/(1 + y), less "
        "than any other",
        lambda: product(RHOS, ORDERS),
        is_best,
    ),
    exhaustive(
        "the shipped epsilon at a delta is the least of all orders, and 0 where that is negative",
        lambda: product(RHOS, (Fraction(1, 1000), Fraction(1, 10), Fraction(2, 3))),
        is_least,
    ),
    exhaustive(
        "rho = 0: no loss", lambda: (Fraction(1, 3), Fraction(1), Fraction(2)), of_equal_laws
    ),
    exhaustive(
        "the names of the catalogue convert so",
        lambda: (Fraction(1, 9), Fraction(2)),
        names_convert,
    ),
)


def holds(epsilon: Fraction, sigma_squared: Fraction) -> bool:
    """Check with Gaussian noise, which is (1/(2 sigma^2))-zCDP: its exact delta is not above, and
    both are inverse.

    The epsilon of the delta is epsilon again, to 30 digits, and not above the printed one.
    """
    rho, ratio = 1 / (2 * sigma_squared), reals.exp(epsilon)
    delta = conversions.least_delta(rho, ratio)
    if compare(Gaussian(sigma_squared).hockey_stick(Fraction(1), ratio), delta) > 0:
        return False
    found = interval(delta, 400)
    near = (found.lower + found.upper) / 2
    if not 0 < near < 1 or near.denominator.bit_length() > 3000:
        return True
    again = conversions.least_epsilon(rho, near)
    printed = conversions.epsilon_of_rho(rho, reals.root(-rho * reals.log(near), 2))
    return compare((again - epsilon) ** 2, Fraction(1, 10**60)) < 0 and compare(again, printed) < 0


THEOREM = Theorem(
    id="sharper_conversions",
    title="Sharper conversions between pure, concentrated and approximate DP",
    statement="the least rho of pure DP is epsilon tanh(epsilon/2); of rho-zCDP the best order's "
    "epsilon and delta are the shipped ones, and never above the printed ones",
    source="Canonne, Kamath, Steinke 2020; Steinke 2024",
    steps=STEPS,
    covers=("zcdp.rho", "zcdp.epsilon", "zcdp.delta"),
    depends_on=("trilemma_groups",),
    holds=holds,
)
