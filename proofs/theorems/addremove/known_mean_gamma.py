"""The best gamma of the hourglass for a mean whose place between the bounds is known beforehand.

Claim.       With alpha = (mu - l)/(u - l) and s = alpha (1 - alpha), the leading constant of Algorithm 3 with hourglass
             noise, in units of w^2/n^2, is (c^2/3 + b (1 - 2s) + b (1 + b)(1/3 - s)/c)/(1 - b)^2, c
             = b + gamma (1 - b). Over c > 0 it is least where c^3 = b (1 + b)(1 - 3s)/2, and there
             it is (c^2 + b (1 - 2s))/(1 - b)^2. That c is above b, so that gamma = (c - b)/(1 - b)
             is positive, exactly for 2 b^2 < (1 + b)(1 - 3s); else the constant falls with gamma
             down to gamma = 0, which is no hourglass. For alpha in {0, 1} (s = 0) it is the paper's
             gamma and sigma^2; s = 1/4, a mean in the middle, has a quarter of c^3. For all alpha
             together the paper's gamma is the best.
Source.      This project; addremove Theorem 3 has the worst alpha.
Derivation.  The constant is V - 2s (V + Cov) (`error_constants`). In c it is a sum of a square, a constant and a
             multiple of 1/c; its excess over the value at the best c is a square with a positive
             weight. It is linear in s, and falls with s as V + Cov > 0: so at any gamma it is
             largest at s = 0.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions import hourglass, optimal_gamma, staircase
from dpmean.mechanisms.addremove import mean_bounds as addremove

from ...kernel.formulas import FULL, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, decomposition, identity, positive
from ...theorem import Theorem

A = Ring({"b": UNIT, "g": POSITIVE, "a": FULL})
C = Ring({"b": UNIT, "c": POSITIVE, "u": POSITIVE, "x": FULL})


def best_cube(b: Any, s: Any) -> Any:
    """Return the cube of the best c: b (1 + b)(1 - 3 s)/2, s = alpha (1 - alpha)."""
    return optimal_gamma.cube(b) * (1 - 3 * s)


U = Ring({"b": UNIT, "c": POSITIVE, "u": POSITIVE, "x": FULL}).relate(
    "u", 3, lambda b, x: best_cube(b, x / 4)
)


def constant(c: Any, b: Any, s: Any) -> Any:
    """Return the leading constant at c = b + gamma (1 - b)."""
    return (c**2 / 3 + b * (1 - 2 * s) + b * (1 + b) * (Fraction(1, 3) - s) / c) / (1 - b) ** 2


def shipped(g: Any, b: Any, a: Any) -> Any:
    """Return the shipped constant with hourglass noise of this gamma, at alpha = a."""
    return addremove.quadratic_form(a, staircase.moment(2, b, g, 1), hourglass.covariance(b, g, 1))


def below(case: tuple[Fraction, Fraction, Fraction]) -> bool:
    """Tell whether gamma is at least as good for alpha = 1/2 as the second gamma."""
    b, gamma, other = case
    return bool(shipped(gamma, b, Fraction(1, 2)) <= shipped(other, b, Fraction(1, 2)))


STEPS = (
    identity(
        "the shipped constant in terms of c",
        A,
        lambda b, g, a: (shipped(g, b, a), constant(b + g * (1 - b), b, a * (1 - a))),
    ),
    decomposition(
        "its excess over the value at the best c is a square with positive weight",
        U,
        lambda b, c, u, x: (
            constant(c, b, x / 4) - constant(u, b, x / 4),
            [((c + 2 * u) / (3 * c * (1 - b) ** 2), c - u)],
        ),
    ),
    identity(
        "the least value",
        U,
        lambda b, u, x: (constant(u, b, x / 4), (u**2 + b * (1 - x / 2)) / (1 - b) ** 2),
    ),
    identity(
        "gamma is positive for b^3 < c^3, that is 2 b^2 < (1 + b)(1 - 3 s)",
        C,
        lambda b, x: (2 * (best_cube(b, x / 4) - b**3) / b, (1 + b) * (1 - 3 * x / 4) - 2 * b**2),
    ),
    positive(
        "and always at most 1/2: c < (1 + b)/2",
        C,
        lambda b, x: ((1 + b) / 2) ** 3 - best_cube(b, x / 4),
    ),
    identity(
        "at s = 0 the cube is the paper's",
        C,
        lambda b: (best_cube(b, 0 * b), optimal_gamma.cube(b)),
    ),
    identity(
        "at s = 1/4 it is a quarter of the paper's cube",
        C,
        lambda b: (4 * best_cube(b, Fraction(1, 4) + 0 * b), optimal_gamma.cube(b)),
    ),
    positive(
        "the constant falls with s: b + b (1 + b)/(2c) > 0",
        C,
        lambda b, c: (
            (constant(c, b, 0 * b) - constant(c, b, Fraction(1, 4) + 0 * b)) * 2 * (1 - b) ** 2
        ),
    ),
    counterexample(
        "the paper's gamma, 0.32.. at b = 1/9, is not the best for a mean in the middle: 1/3 "
        "loses to 1/6",
        below,
        (Fraction(1, 9), Fraction(1, 3), Fraction(1, 6)),
    ),
)


def holds(decay: Fraction, gamma: Fraction, alpha: Fraction) -> bool:
    """Check that no gamma does better, through cubes: ((constant (1 - b)^2 - b (1 - 2s)))^3 >=
    (c^3)^2.
    """
    s = alpha * (1 - alpha)
    excess = shipped(gamma, decay, alpha) * (1 - decay) ** 2 - decay * (1 - 2 * s)
    return excess > 0 and excess**3 >= best_cube(decay, s) ** 2


THEOREM = Theorem(
    id="known_mean_gamma",
    title="The best gamma for a mean whose place is known",
    statement="the hourglass's constant at alpha is least at gamma = (c - b)/(1 - b), c^3 = b (1 + "
    "b)(1 - 3 alpha (1 - alpha))/2, where it is (c^2 + b (1 - 2 alpha (1 - alpha)))/(1 - "
    "b)^2; for all alpha together the paper's gamma",
    source="this project; addremove Theorem 3",
    steps=STEPS,
    covers=("hourglass.optimal_gamma",),
    depends_on=("error_constants", "hourglass_law"),
    holds=holds,
)
