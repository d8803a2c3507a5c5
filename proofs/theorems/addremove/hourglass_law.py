"""The hourglass: normaliser, marginals, conditional law, symmetries, covariance, variance of the
sum.

Claim.       The shipped density C b^(|J| + |k - J|) integrates to 1; X and Y are staircases with the same gamma; given
             X = x, K - J is two-sided geometric with ratio b, that is Y is y_0(x) plus it; the
             density is even and symmetric under exchange at every point; Cov(X, Y), Var(X + Y) and
             P(X + Y = k D) are the shipped closed forms; and Cov = 0 exactly at the gamma that is
             optimal for the variance.
Source.      addremove Section 4.1, Lemmas 3 and 4, Appendix D.1.
Derivation.  (1) sum over k of b^|k - J| = (1 + b)/(1 - b); (2) so C (1 + b)/(1 - b) is the staircase's A, and X a
             staircase; (3) |J(x)| + |k - J(x)| is unchanged under x -> k - x, so Y has the law of
             X; (4) E[K | X] = D J, so E XY = D E|X||J| - E X^2, and E|X||J| = 2 A D^3 sum over j >=
             1 of j b^j times the shell ((j+g)^2 - (j-1+g)^2)/2; (5) Var(K) = E J^2 + 2b/(1 - b)^2,
             P(|J| = j) = 2 A D b^j; (6) P(K = k) = sum over J of P(J) P(k - J), in four parts.
Trusted.     fubini, primitive, powers_decay.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

from dpmean.distributions import cells, discrete_laplace, hourglass, optimal_gamma, staircase
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.series import geometric_moments
from dpmean.exact import enclosure
from dpmean.exact.decay import Decay

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, identity, positive, smt, telescopes
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows
from .staircase_steps import exponent, gamma_inside

R = Ring({"b": UNIT, "g": UNIT_CLOSED, "d": POSITIVE}, powers="jk")
T = Ring({"b": UNIT, "g": UNIT_CLOSED, "k": NONNEGATIVE, "w": POSITIVE})
O = Ring({"b": UNIT, "u": POSITIVE}).relate("u", 3, lambda b: optimal_gamma.cube(b))
ON_DIAGONAL = {"x": REAL, "k": INT, "g": REAL}


def first_moment(b: Any) -> Any:
    """Return the sum over j >= 1 of j b^j."""
    return geometric_moments(2, b)[1]


def second_moment(b: Any) -> Any:
    """Return the sum over j >= 1 of j^2 b^j."""
    return geometric_moments(2, b)[2]


def y_0(x: Any, g: Any) -> Any:
    """Return Lemma 4's centre y_0(x), for Delta = 1."""
    return -x + floor(x + (1 - g)) if x >= 0 else -x - floor(-x + (1 - g))


def printed_sum(point: tuple[Fraction, Fraction]) -> bool:
    """Tell whether partial sums of b^|y| are at most (1 - b)/(1 + b), printed in Appendix D.1 as
    the sum over all y.
    """
    b, _ = point
    return sum(b ** abs(y) for y in range(-20, 21)) <= (1 - b) / (1 + b)


STEPS = (
    telescopes("sum of b^k is 1/(1 - b)", T, lambda w: w, lambda b, w: w / (1 - b), lambda b: b),
    telescopes(
        "sum of b^(2k) is 1/(1 - b^2)", T, lambda w: w, lambda b, w: w / (1 - b**2), lambda b: b**2
    ),
    telescopes(
        "sum of k b^k",
        T,
        lambda k, w: k * w,
        lambda b, k, w: w * (k / (1 - b) + first_moment(b)),
        lambda b: b,
    ),
    telescopes(
        "sum of k^2 b^k",
        T,
        lambda k, w: k**2 * w,
        lambda b, k, w: w * (k**2 / (1 - b) + 2 * k * first_moment(b) + second_moment(b)),
        lambda b: b,
    ),
    identity(
        "on the diagonals through x the density adds up to the staircase's",
        R,
        lambda b, g, d, j: (
            hourglass.weight(j, b, g, d) * (1 + 2 * b / (1 - b)),
            staircase.weight(j, b, g, d),
        ),
        ("fubini",),
    ),
    identity(
        "the normaliser of Appendix D.1",
        R,
        lambda b, g, d: (
            hourglass.normalizer(b, g, d),
            (1 - b) ** 2 / (2 * d * (1 + b) * (g + b * (1 - g))),
        ),
    ),
    identity(
        "given X the weights are geometric",
        R,
        lambda b, g, d, j, k: (
            hourglass.weight(j + k, b, g, d) / staircase.weight(j, b, g, d),
            discrete_laplace.pmf(b, b**k),
        ),
    ),
    smt(
        "Lemma 4's centre is the signed step: y - y_0 = k - J",
        ON_DIAGONAL,
        gamma_inside,
        lambda v: v.k - v.x - y_0(v.x, v.g) == v.k - cells.signed_level(v.x, v.g),
        lambda v: v.k - v.x - y_0(v.x, v.g) == v.k + cells.signed_level(v.x, v.g),
    ),
    smt(
        "the density is even",
        ON_DIAGONAL,
        gamma_inside,
        lambda v: exponent(-v.x, -v.k, v.g) == exponent(v.x, v.k, v.g),
        lambda v: exponent(-v.x, v.k, v.g) == exponent(v.x, v.k, v.g),
    ),
    smt(
        "the density is symmetric under exchange of x and y = k - x",
        ON_DIAGONAL,
        gamma_inside,
        lambda v: exponent(v.k - v.x, v.k, v.g) == exponent(v.x, v.k, v.g),
        lambda v: exponent(v.k - v.x, v.k, v.g) == exponent(v.x, v.k, v.g) + 1,
    ),
    identity(
        "E XY = D E|X||J| - E X^2",
        R,
        lambda b, g, d: (
            d**3
            * staircase.normalizer(b, g, d)
            * (2 * second_moment(b) + (2 * g - 1) * first_moment(b))
            - staircase.moment(2, b, g, d),
            hourglass.covariance(b, g, d),
        ),
        ("fubini", "primitive"),
    ),
    identity(
        "Var(X + Y) = D^2 (E J^2 + 2b/(1 - b)^2)",
        R,
        lambda b, g, d: (
            d**2
            * (
                2 * staircase.normalizer(b, g, d) * d * second_moment(b)
                + discrete_laplace.moment(2, b)
            ),
            hourglass.sum_variance(b, g, d),
        ),
        ("fubini",),
    ),
    identity(
        "Var(X + Y) = 2 Var X + 2 Cov",
        R,
        lambda b, g, d: (
            2 * staircase.moment(2, b, g, d) + 2 * hourglass.covariance(b, g, d),
            hourglass.sum_variance(b, g, d),
        ),
    ),
    identity(
        "P(X + Y = k D): J < 0, J = 0, 1 <= J <= k and J > k",
        R,
        lambda b, g, k: (
            staircase.normalizer(b, g, 1)
            * discrete_laplace.normalizer(b)
            * (b**k * (b**2 / (1 - b**2)) + 2 * g * b**k + k * b**k + b**k * b**2 / (1 - b**2)),
            hourglass.sum_pmf(k, b, g),
        ),
        ("fubini",),
    ),
    identity(
        "the covariance at the optimal gamma is 0",
        O,
        lambda b, u: (hourglass.covariance(b, optimal_gamma.mse(b, u), 1), 0 * b),
    ),
    identity(
        "the covariance at gamma = 1/2 is -D^2/12 for every epsilon",
        R,
        lambda b, d: (hourglass.covariance(b, Fraction(1, 2), d), -(d**2) / 12),
    ),
    positive("X + Y has atoms: P(X + Y = 0) > 0", R, lambda b, g: hourglass.sum_pmf(0, b, g)),
    positive(
        "Var X + Cov >= 0: Var(X + Y) > 0", R, lambda b, g, d: hourglass.sum_variance(b, g, d)
    ),
    smt(
        "Lemma 3's two sums, in exponents: 2j - k on k <= j - 1, k on k >= j",
        {**ON_DIAGONAL, "j": INT},
        lambda v: (
            gamma_inside(v) and v.j >= 0 and v.x >= 0 and v.x >= v.j - 1 + v.g and v.x < v.j + v.g
        ),
        lambda v: exponent(v.x, v.k, v.g) == (2 * v.j - v.k if v.k <= v.j - 1 else v.k),
        lambda v: exponent(v.x, v.k, v.g) == v.k,
    ),
    identity(
        "Lemma 3's two sums, added",
        R,
        lambda b, j: (b**j * b / (1 - b) + b**j / (1 - b), b**j * (1 + b) / (1 - b)),
    ),
    counterexample(
        "at eps = 1 and |D| = 1 the noisy count is 0 with probability above 0.18, not at most",
        lambda n: (
            enclosure.compare(
                Hourglass(Decay.from_epsilon(1), "optimal").sum_pmf(-n), Fraction(18, 100)
            )
            <= 0
        ),
        1,
    ),
    counterexample(
        "the sum printed in Appendix D.1 is inverted",
        lambda p: printed_sum(p),
        (Fraction(1, 2), Fraction(1)),
    ),
    counterexample(
        "beyond gamma the marginal is not a(gamma)",
        lambda x: cells.level(x, Fraction(1, 2)) == 0,
        Fraction(1, 2),
        lambda: (Fraction(0), Fraction(1, 4), Fraction(49, 100)),
    ),
    counterexample(
        "(0, y) is not in A_y for y = -1",
        lambda y: exponent(Fraction(0), y, Fraction(1, 2)) == y,
        -1,
        lambda: (0, 1),
    ),
)


def holds(decay: Fraction, gamma: Fraction, x: Fraction, k: int) -> bool:
    """Check the marginal by summing diagonals (a finite part and its exact rest), and Lemma 4's
    conditional law.
    """
    j = cells.signed_level(x, gamma)
    reach = abs(j) + 5
    middle = sum(
        hourglass.weight(cells.hourglass_exponent(j, i), decay, gamma, 1)
        for i in range(-reach, reach + 1)
    )
    rest = sum(
        hourglass.weight(cells.hourglass_exponent(j, s * (reach + 1)), decay, gamma, 1)
        / (1 - decay)
        for s in (-1, 1)
    )
    marginal = staircase.weight(abs(j), decay, gamma, 1)
    one = hourglass.weight(cells.hourglass_exponent(j, k), decay, gamma, 1)
    distance = abs((k - x) - y_0(x, gamma))
    return middle + rest == marginal and one == marginal * discrete_laplace.pmf(
        decay, decay ** int(distance)
    )


THEOREM = Theorem(
    id="hourglass_law",
    title="The hourglass: normaliser, marginals, conditional law, covariance",
    statement="mass 1, staircase marginals, geometric conditionals, even and exchangeable at every "
    "point, closed covariance that vanishes at the optimal gamma",
    source="addremove Section 4.1, Lemmas 3 and 4, Appendix D.1",
    steps=STEPS,
    covers=(
        "hourglass.normalizer",
        "hourglass.marginal_density",
        "hourglass.conditional_pmf",
        "hourglass.sum_pmf",
        "hourglass.covariance",
        "hourglass.sum_variance",
        "hourglass.variance",
    ),
    depends_on=("staircase_steps", "staircase_law", "staircase_optimal_gamma"),
    holds=holds,
    claims=rows(__file__),
)
