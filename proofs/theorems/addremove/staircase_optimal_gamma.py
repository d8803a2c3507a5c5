"""The gamma that minimises the variance of the staircase, and that the minimum is sigma^2(epsilon).

Claim.       With c = b + gamma (1 - b): Var = D^2 (c^3 + 3bc + b(1 + b))/(3c(1 - b)^2). It has one minimum on gamma in
             (0, 1], at c^3 = b (1 + b)/2, that is gamma = (c - b)/(1 - b), which lies in (b/2, 1/2)
             and in [p - b, p (1 + b)^(1/3)], p = (b/2)^(1/3): it tends to 1/2 as epsilon -> 0 and
             is p (1 + O(b^(2/3))) for large epsilon; its value is sigma^2 of equation (2). The
             absolute error is least at gamma = s/(1 + s), s = sqrt(b).
Source.      addremove Equation (2), Theorem 3; Geng and Viswanath (2014), Equation (50).
Derivation.  (1) the variance in terms of c; (2) with u^3 = b (1 + b)/2: Var(c) - Var(u) = (c - u)^2
             (c + 2u)/(3c(1 - b)^2), a square with a positive weight; (3) b^3 < b (1 + b)/2 < ((1 +
             b)/2)^3, so b < u < (1 + b)/2; (4) Var(u) = (u^2 + b)/(1 - b)^2, which is equation (2)
             since u^2 = 2^(-2/3) b^(2/3) (1 + b)^(2/3).
Trusted.     none.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions import optimal_gamma, staircase
from dpmean.mechanisms.addremove import mean_bounds as addremove

from ...kernel.formulas import POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import decomposition, identity, positive
from ...theorem import Theorem, rows

R = Ring({"b": UNIT, "g": UNIT_CLOSED, "d": POSITIVE})
C = Ring({"b": UNIT, "c": POSITIVE, "u": POSITIVE}).relate("u", 3, lambda b: optimal_gamma.cube(b))
E2 = Ring({"b": UNIT, "p": POSITIVE, "q": POSITIVE, "h": POSITIVE}).relate("q", 3, lambda b: 1 + b)
S = Ring({"s": UNIT, "g": UNIT_CLOSED})


def variance_at(c: Any, b: Any) -> Any:
    """Return the shipped variance at gamma = (c - b)/(1 - b), Delta = 1."""
    return staircase.moment(2, b, optimal_gamma.mse(b, c), 1)


STEPS = (
    identity(
        "the variance in terms of c",
        R,
        lambda b, g, d: (
            staircase.moment(2, b, g, d),
            (lambda c: d**2 * (c**3 + 3 * b * c + b * (1 + b)) / (3 * c * (1 - b) ** 2))(
                b + g * (1 - b)
            ),
        ),
    ),
    decomposition(
        "Var(c) - Var(u) is a square with positive weight",
        C,
        lambda b, c, u: (
            variance_at(c, b) - variance_at(u, b),
            [((c + 2 * u) / (3 * c * (1 - b) ** 2), c - u)],
        ),
    ),
    identity(
        "the least variance is sigma^2",
        C,
        lambda b, u: (variance_at(u, b), addremove.sigma_squared(b, u)),
    ),
    positive("b < u: gamma is positive", R, lambda b: optimal_gamma.cube(b) - b**3),
    positive(
        "u < (1 + b)/2: gamma is below 1/2", R, lambda b: ((1 + b) / 2) ** 3 - optimal_gamma.cube(b)
    ),
    positive(
        "b/2 < gamma: u > b + b (1 - b)/2, so gamma -> 1/2 as epsilon -> 0",
        R,
        lambda b: optimal_gamma.cube(b) - (b + b * (1 - b) / 2) ** 3,
    ),
    positive("p - b <= gamma with p^3 = b/2: u >= p", R, lambda b: optimal_gamma.cube(b) - b / 2),
    positive("gamma <= u: u <= 1", R, lambda b: 1 - optimal_gamma.cube(b)),
    # p^3 = b, q^3 = 1 + b, h^3 = 1/2 as variables: equation (2) is h^2 p^2 q^2 + b over (1 - b)^2,
    # and u = h p q
    identity(
        "equation (2) is (u^2 + b)/(1 - b)^2 with u = (b (1 + b)/2)^(1/3)",
        E2,
        lambda b, p, q, h: (
            addremove.sigma_squared(b, h * p * q),
            (h**2 * p**2 * q**2 + b) / (1 - b) ** 2,
        ),
    ),
    identity(
        "and the cube of h p q is b (1 + b)/2",
        E2,
        lambda p, q, h, b: ((h * p * q) ** 3 / (h**3 * p**3), 2 * optimal_gamma.cube(b) / b),
    ),
    decomposition(
        "E|X| at gamma less E|X| at s/(1 + s) is a square with positive weight",
        S,
        lambda s, g: (
            staircase.moment(1, s**2, g, 1)
            - staircase.moment(1, s**2, optimal_gamma.absolute(s), 1),
            [((1 - s**2) / (2 * (s**2 + g * (1 - s**2))), g - optimal_gamma.absolute(s))],
        ),
    ),
)


def holds(decay: Fraction, gamma: Fraction) -> bool:
    """Check that no gamma does better than sigma^2, exactly through cubes: Var(gamma) (1 - b)^2 - b
    >= u^2.
    """
    excess = staircase.moment(2, decay, gamma, 1) * (1 - decay) ** 2 - decay
    return excess > 0 and excess**3 >= optimal_gamma.cube(decay) ** 2


THEOREM = Theorem(
    id="staircase_optimal_gamma",
    title="The optimal gamma of the staircase, and sigma^2",
    statement="Var has a unique minimum over gamma, at (u - b)/(1 - b) with u^3 = b (1 + b)/2, in "
    "(0, 1/2), of value sigma^2(epsilon)",
    source="addremove Equation (2); Geng and Viswanath (2014), Equation (50)",
    steps=STEPS,
    covers=(
        "staircase.variance",
        "staircase.optimal_gamma",
        "hourglass.optimal_gamma",
        "minimax.sigma_squared",
    ),
    depends_on=("staircase_law",),
    holds=holds,
    claims=rows(__file__),
)
