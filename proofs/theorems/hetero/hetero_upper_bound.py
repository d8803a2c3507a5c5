"""Theorem 1, Table I and what the paper reads into them: saturation, limits, and a minimax error of
1/4.

Claim.       For two groups the weights of `adpm_weights` are Table I's; their squared error U is (5) = (6) up to e2 = R
             e1, where it meets (7) = (8) with a common tangent, and falls until there; the limits
             of Section II-B are as stated. Shrunk by 1/(1 + 4 U) towards the midpoint the estimate
             errs by at most U/(1 + 4 U) < min(U, 1/4): the minimax error is never 1/4, and ADPM is
             never exactly optimal.
Source.      hetero Theorem 1, Lemma 3, Table I, Algorithm 1, Remark 1, Equations (4)-(8) and (17)-(24), Sections I, II
             and III-A, Appendix B.
Derivation.  (1) Tangency (22), (23) with w2 = R w1 is the equation of R. The constraint w >= 0, missing in (18)-(21),
             does not bind: the objective is convex where some w_i > 0, and the minimum of
             `adpm_weights` is inside. (2) (6) - (7) is a square times f (1 - f). (3) A P on [-1/2,
             1/2] has variance at most 1/4 - mu^2, so c (w.x + Z) errs by at most c^2 U + (1 -
             c)^2/4, least at c = 1/(1 + 4 U); post-processing costs no privacy. (4) Algorithm 1
             releases any real number, and M_eps are estimators into [-1/2, 1/2]: projecting brings
             nothing farther from the mean.
Trusted.     post_processing, expectation_is_monotone, monotone_by_derivative.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dpmean.mechanisms.hetero import minimax as hetero
from dpmean.mechanisms.hetero import weights

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

G = Ring({"n": POSITIVE, "f": UNIT, "e": POSITIVE, "d": POSITIVE, "r": POSITIVE})
F = Ring({"n": POSITIVE, "f": UNIT_CLOSED, "e": POSITIVE, "t": NONNEGATIVE})
H = Ring({"n": POSITIVE, "f": UNIT_CLOSED, "h": POSITIVE, "x": FULL})
L = Ring({"n": POSITIVE, "f": UNIT, "s": NONNEGATIVE, "h": POSITIVE})
U = Ring({"u": POSITIVE, "c": POSITIVE})
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def equation_6(n: Any, f: Any, big: Any, r: Any) -> Any:
    """Return U in the printed form of Equation (6)."""
    return (f * big + (1 - f) * r**2) / (4 * n * (f + (1 - f) * r) ** 2)


def equation_8(n: Any, f: Any, e: Any) -> Any:
    """Return U when saturated, in the printed form of Equation (8)."""
    return (n * f * e**2 + 8) / (4 * n * (n * f * e**2 + 8 * (1 - f)))


def table_1(n: Any, f: Any, low: Any, high: Any) -> tuple[Any, Any]:
    """Return a row of Table I: weights proportional to (low, high)."""
    return low / (n * (f * low + (1 - f) * high)), high / (n * (f * low + (1 - f) * high))


def groups() -> Iterator[tuple[int, int, Fraction, Fraction | None]]:
    """Yield n, n f, e1 and e2."""
    for n in (2, 3, 5):
        for k in range(1, n):
            for low in (Fraction(1, 3), Fraction(1), Fraction(3)):
                for high in (low, low + 1, low + 8 / (low * k), low + 8 / (low * k) + 1, None):
                    yield n, k, low, high


def as_in_table_1(case: tuple[int, int, Fraction, Fraction | None]) -> bool:
    """Tell whether the shipped weights are those of Table I."""
    n, k, low, high = case
    f = Fraction(k, n)
    critical = hetero.critical_epsilon(n, f, low)
    w = weights.weights([low] * k + [high] * (n - k))
    return (w[0], w[-1]) == table_1(
        n, f, low, critical if high is None else min(high, critical)
    ) and hetero.upper_bound(n, f, low, high) == min(
        QUARTER, weights.objective([low] * k + [high] * (n - k))
    )


def is_trivial(epsilon: int) -> bool:
    """Tell whether the minimax error is 1/4 for one user whose objective exceeds 1/4."""
    u = weights.objective([Fraction(epsilon)])
    return u <= QUARTER or hetero.shrunk(u) >= QUARTER


STEPS = (
    exhaustive(
        "the shipped weights and bounds of two groups are Table I's and Theorem 1's",
        groups,
        as_in_table_1,
    ),
    identity(
        "Lemma 3 (B): Table I's weights at e2 = R e1",
        G,
        lambda n, f, e, r: (
            table_1(n, f, e, hetero.ratio_form(n, f, e) * e)[1]
            + r * table_1(n, f, e, hetero.ratio_form(n, f, e) * e)[0],
            (hetero.ratio_form(n, f, e) + r) / (n * (f + (1 - f) * hetero.ratio_form(n, f, e))),
        ),
    ),
    identity(
        "(19): both rows fulfil the constraint",
        G,
        lambda n, f, e, d: (f * table_1(n, f, e, d)[0] + (1 - f) * table_1(n, f, e, d)[1], 1 / n),
    ),
    identity(
        "(22)-(24): the tangents agree where w2 = R w1",
        G,
        lambda n, f, e, d: (
            n / 2 * (f * d + (1 - f) * (hetero.ratio_form(n, f, e) * d) * (-f / (1 - f)))
            + 4 * d / e**2,
            0 * d,
        ),
    ),
    decomposition(
        "the mean square exceeds the square of the mean by f (1 - f)(e2 - e1)^2",
        G,
        lambda f, e, d: (
            f * e**2 + (1 - f) * d**2 - (f * e + (1 - f) * d) ** 2,
            [(f * (1 - f), d - e)],
        ),
    ),
    identity(
        "(5) = (6)",
        G,
        lambda n, f, e, r: (
            hetero.proportional(n, f, e, r * e),
            equation_6(n, f, hetero.ratio_form(n, f, e), r),
        ),
    ),
    identity(
        "(7) = (8)",
        F,
        lambda n, f, e: (hetero.saturated(n, f, hetero.ratio_form(n, f, e)), equation_8(n, f, e)),
    ),
    identity(
        "(6) less (7) is a square times f (1 - f)",
        H,
        lambda n, f, h, x: (
            equation_6(n, f, 1 + h, 1 + x) - hetero.saturated(n, f, 1 + h),
            f
            * (1 - f)
            * (h - x) ** 2
            / (4 * n * (f + (1 - f) * (1 + x)) ** 2 * (f + (1 - f) * (1 + h))),
        ),
    ),
    positive(
        "U falls until e2 = R e1: r = 1 + h x",
        H,
        lambda n, f, h, x: -equation_6(n, f, 1 + h, 1 + h * x).derivative("x"),
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "the weight of the second group grows with e2 until there",
        G,
        lambda n, f, e, d: table_1(n, f, e, d)[1].derivative("d"),
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "and when saturated it gives R e1",
        G,
        lambda n, f, e: (
            table_1(n, f, e, hetero.ratio_form(n, f, e) * e)[1]
            * (n * (f * e + (1 - f) * hetero.ratio_form(n, f, e) * e)),
            hetero.ratio_form(n, f, e) * e,
        ),
    ),
    decomposition(
        "shrinking by c: c^2 U + (1 - c)^2/4 is least U/(1 + 4 U)",
        U,
        lambda u, c: (
            c**2 * u + (1 - c) ** 2 / 4 - hetero.shrunk(u),
            [(u + QUARTER, c - 1 / (1 + 4 * u))],
        ),
        ("post_processing", "expectation_is_monotone"),
    ),
    positive("which is less than 1/4", U, lambda u: QUARTER - hetero.shrunk(u)),
    positive("and less than U", U, lambda u: u - hetero.shrunk(u)),
    counterexample(
        "one user with eps = 1: the objective is 9/4, the minimax error at most 9/40",
        lambda e: is_trivial(e),
        1,
    ),
    smt(
        "projecting to [-1/2, 1/2] brings nothing farther from a mean there",
        {"x": REAL, "mu": REAL},
        lambda v: abs(v.mu) <= HALF,
        lambda v: abs(max(-HALF, min(v.x, HALF)) - v.mu) <= abs(v.x - v.mu),
        lambda v: abs(max(-HALF, min(v.x, HALF)) - v.mu) < abs(v.x - v.mu),
    ),
    positive(
        "a law on [-1/2, 1/2] has variance at most 1/4 - mu^2: (1/2)^2 - (x - 1/2)^2 >= 0",
        H,
        lambda x: QUARTER - (x - HALF) ** 2,
        strict=False,
        trusts=("expectation_is_monotone",),
    ),
    identity(
        "one group: 1/(4n) + 2/(n e)^2",
        F,
        lambda n, e: (hetero.proportional(n, 1, e, e), 1 / (4 * n) + 2 / (n * e) ** 2),
    ),
    identity(
        "f = 0",
        F,
        lambda n, e, t: (hetero.proportional(n, 0, t, e), 1 / (4 * n) + 2 / (n * e) ** 2),
    ),
    identity(
        "e1 = e2",
        F,
        lambda n, f, e: (hetero.proportional(n, f, e, e), 1 / (4 * n) + 2 / (n * e) ** 2),
    ),
    identity(
        "e1 = 0",
        G,
        lambda n, f, e: (
            hetero.proportional(n, f, 0, e),
            1 / (4 * n * (1 - f)) + 2 / (n * (1 - f) * e) ** 2,
        ),
    ),
    identity(
        "f = 1, e2 infinite", F, lambda n, e: (equation_8(n, 1, e), 1 / (4 * n) + 2 / (n * e) ** 2)
    ),
    positive(
        "one group errs less with a greater epsilon",
        F,
        lambda n, e: -hetero.proportional(n, 1, e, e).derivative("e"),
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "and from eps^2 = 8/n on at most twice as much as with public data",
        F,
        lambda n, t: 2 / (4 * n) - (1 / (4 * n) + 2 / (n**2 * (8 / n + t))),
        strict=False,
    ),
    identity(
        "e2 infinite, e1 -> 0: what is missing from 1/(4 n (1 - f))",
        G,
        lambda n, f, e: (
            1 / (4 * n * (1 - f)) - equation_8(n, f, e),
            f**2 * e**2 / (4 * (1 - f) * (n * f * e**2 + 8 * (1 - f))),
        ),
    ),
    identity(
        "case (A) in s = e1/e2 and h = 1/e2",
        L,
        lambda n, f, s, h: (
            hetero.proportional(n, f, s / h, 1 / h),
            ((f * s**2 + 1 - f) / (4 * n) + 2 * h**2 / n**2) / (f * s + 1 - f) ** 2,
        ),
    ),
    identity(
        "at s = h = 0 it is 1/(4 n (1 - f))",
        L,
        lambda n, f: ((1 - f) / (4 * n) / (1 - f) ** 2, 1 / (4 * n * (1 - f))),
    ),
    counterexample(
        "with e1 > 0 it is less than 1/(4 n (1 - f)): n = 2, f = 1/2, e1 = 1",
        lambda e: equation_8(2, HALF, Fraction(e)) >= QUARTER,
        1,
        lambda: [0],
    ),
    positive(
        "the factor of 1/(4n) is at least 1",
        F,
        lambda n, f, e: 4 * n * equation_8(n, f, e) - 1,
        strict=False,
    ),
    positive("and at most 1/(1 - f)", G, lambda n, f, e: 1 / (1 - f) - 4 * n * equation_8(n, f, e)),
    identity(
        "c public users, f = 1 - c/n",
        G,
        lambda n, r, e: (
            equation_8(n + r, n / (n + r), e),
            (n * e**2 + 8) / (4 * (n + r) * (n * e**2 + 8 * r / (n + r))),
        ),
    ),
    positive(
        "proportional weights leave at least (w of the one user)^2/4",
        F,
        lambda n, e, t: (
            hetero.proportional(n + 1, n / (n + 1), e, e + t) - ((e + t) / (n * e + e + t)) ** 2 / 4
        ),
    ),
    identity(
        "which tends to 1/4: what is missing is O(1/e2)",
        F,
        lambda n, e, t: (
            QUARTER - ((e + t) / (n * e + e + t)) ** 2 / 4,
            n * e * (n * e + 2 * (e + t)) / (4 * (n * e + e + t) ** 2),
        ),
    ),
    counterexample(
        "it is below 1/4 at finite e2 for n = 3, e1 = 1, e2 = 10^3",
        lambda e: ((e) / (2 + e)) ** 2 / 4 >= QUARTER,
        Fraction(1000),
    ),
    exhaustive(
        "Figure 2: R = 3, and 1.48e-2 < R e1 < 1e-1",
        lambda: [hetero.ratio(80000, HALF, Fraction(1, 100))],
        lambda r: r == 3 and Fraction(148, 10**4) < Fraction(3, 100) == r / 100 < Fraction(1, 10),
    ),
    exhaustive(
        "Figure 1 (B): R e1 = 3/14",
        lambda: [1],
        lambda _: (
            hetero.critical_epsilon(1000, Fraction(7, 10), Fraction(1, 10)) == Fraction(3, 14)
        ),
    ),
)


def holds(epsilon: Fraction, mean: Fraction, alpha: Fraction, shares: list[Fraction]) -> bool:
    """Check a law on three points of [-1/2, 1/2]: ADPM's shrunk estimate errs by less than its
    bound, exactly.
    """
    epsilons = [epsilon, *(s * 4 for s in shares)]
    u, w = weights.objective(epsilons), weights.weights(epsilons)
    mu = max(-HALF, min(mean / 6, HALF))
    variance = alpha * (QUARTER - mu**2)  # every smaller variance occurs
    c = 1 / (1 + 4 * u)
    return (
        c**2 * (variance * sum(x * x for x in w) + 2 * weights.noise_scale(epsilons) ** 2)
        + (1 - c) ** 2 * mu**2
        <= hetero.shrunk(u)
        < min(u, QUARTER)
    )


THEOREM = Theorem(
    id="hetero_upper_bound",
    title="Theorem 1, saturation and its limits; the minimax error is never 1/4",
    statement="Table I, Theorem 1 and the limits read into it are right; the minimax error is at "
    "most U/(1 + 4 U) < min(U, 1/4)",
    source="hetero Theorem 1, Lemma 3, Table I, Remark 1, Sections I-III, Appendix B",
    steps=STEPS,
    covers=("hetero.ratio", "hetero.critical_epsilon", "hetero.upper_bound"),
    depends_on=("adpm_weights",),
    holds=holds,
    claims=rows(__file__),
)
