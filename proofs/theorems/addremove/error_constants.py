"""The leading constants of Algorithms 2 and 3, exactly, as functions of alpha = s1/n, and where
they are greatest.

Claim.       n^2 E C^2 of Lemma 1 is: Algorithm 2, (2w^2 + 8 (mu - m)^2)/epsilon^2, at most 4w^2/epsilon^2, attained at
             mu = l, u; Algorithm 3 with exchangeable noise, w^2 (((1 - alpha)^2 + alpha^2) V - 2
             alpha (1 - alpha) Cov), which is V - 2 alpha (1 - alpha)(V + Cov): at most V w^2,
             attained exactly at alpha = 0 and 1 (V + Cov > 0), least at 1/2. With Laplace noise V =
             2/epsilon^2; with the hourglass at its optimal gamma V = sigma^2 and Cov = 0, so the
             constant is sigma^2 ((1 - alpha)^2 + alpha^2).
Source.      addremove Lemma 2, Theorem 1, Lemma 5, Theorem 3, Appendices C, E, F.
Derivation.  (1) expand the squares; means are 0 and moments are those of the laws' own theorems; (2) subtract.
Trusted.     expectation_is_monotone.
"""

from __future__ import annotations

from fractions import Fraction

from dpmean.distributions import hourglass, laplace, staircase, staircase2d
from dpmean.mechanisms.addremove import mean_bounds as addremove

from ...kernel.formulas import ANY, FULL, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive
from ...theorem import Theorem, rows

R = Ring({"e": POSITIVE, "mu": ANY, "l": ANY, "w": POSITIVE, "a": FULL, "v": ANY, "c": ANY})
B = Ring({"b": UNIT, "g": UNIT_CLOSED, "a": UNIT, "n": POSITIVE})


def printed_chain(point: tuple[Fraction, int]) -> bool:
    """Tell whether the second line of Appendices E and F holds as printed, with s = 1.

    It is n^-2 (1-a)^2 s + a^2 s + 2 (1-a) a s <= s/n^2.
    """
    a, n = point
    return (1 - a) ** 2 / Fraction(n) ** 2 + a**2 + 2 * (1 - a) * a <= Fraction(1, n**2)


STEPS = (
    identity(
        "Algorithm 2: E (Zs - (mu - m) Zn)^2",
        R,
        lambda e, mu, l, w: (
            addremove.shifted_form(mu, l, l + w, e),
            laplace.moment(2, e / w) + (mu - (2 * l + w) / 2) ** 2 * laplace.moment(2, e / 2),
        ),
    ),
    identity(
        "the bounded mean: E (Zs - (mu - m) K)^2",
        Ring({"e": POSITIVE, "mu": ANY, "l": ANY, "w": POSITIVE, "v": ANY}),
        lambda e, mu, l, w, v: (
            addremove.bounded_form(mu, l, l + w, e, v),
            laplace.moment(2, e / w) + (mu - (2 * l + w) / 2) ** 2 * v,
        ),
    ),
    identity(
        "Algorithm 1: E (Zs - mu Zn)^2",
        R,
        lambda e, mu, w: (
            addremove.independent_form(mu, w, e),
            laplace.moment(2, e / (2 * w)) + mu**2 * laplace.moment(2, e / 2),
        ),
    ),
    identity(
        "Algorithm 2's bound: 4 w^2/eps^2 less its constant is 8 alpha (1 - alpha) w^2/eps^2",
        R,
        lambda e, l, w, a: (
            4 * w**2 / e**2 - addremove.shifted_form(l + a * w, l, l + w, e),
            8 * a * (1 - a) * w**2 / e**2,
        ),
    ),
    identity(
        "Algorithm 3, Laplace: ((1 - alpha)^2 + alpha^2) 2/eps^2 = 1/eps^2 + 4 (alpha - "
        "1/2)^2/eps^2",
        R,
        lambda e, a: (
            addremove.quadratic_form(a, laplace.moment(2, e), 0 * e),
            addremove.transformed_form(a, 0 * e, 1 + 0 * e, e),
        ),
    ),
    identity(
        "Algorithm 3, Laplace, any bounds",
        R,
        lambda e, l, w, a: (
            addremove.transformed_form(l + a * w, l, l + w, e),
            w**2 * addremove.quadratic_form(a, laplace.moment(2, e), 0 * e),
        ),
    ),
    identity(
        "Theorem 1's bound: 2 w^2/eps^2 less its constant is 4 alpha (1 - alpha) w^2/eps^2",
        R,
        lambda e, l, w, a: (
            2 * w**2 / e**2 - addremove.transformed_form(l + a * w, l, l + w, e),
            4 * a * (1 - a) * w**2 / e**2,
        ),
    ),
    identity(
        "E ((1 - alpha) Z1 - alpha Z2)^2 for exchangeable noise",
        R,
        lambda a, v, c: (
            addremove.quadratic_form(a, v, c),
            (1 - a) ** 2 * v + a**2 * v - 2 * a * (1 - a) * c,
        ),
    ),
    identity(
        "it is V - 2 alpha (1 - alpha)(V + Cov)",
        R,
        lambda a, v, c: (v - addremove.quadratic_form(a, v, c), 2 * a * (1 - a) * (v + c)),
    ),
    identity(
        "it is least at 1/2: the excess is 2 (alpha - 1/2)^2 (V + Cov)",
        R,
        lambda a, v, c: (
            addremove.quadratic_form(a, v, c) - addremove.quadratic_form(Fraction(1, 2), v, c),
            2 * (a - Fraction(1, 2)) ** 2 * (v + c),
        ),
    ),
    positive(
        "V + Cov > 0 for the hourglass, every epsilon and gamma",
        B,
        lambda b, g: staircase.moment(2, b, g, 1) + hourglass.covariance(b, g, 1),
    ),
    positive(
        "V > 0 for the 2-D staircase (Cov = 0)", B, lambda b, g: staircase2d.moment(2, b, g, 1)
    ),
    exhaustive(
        "the corner values: V at alpha = 0 and 1",
        lambda: [(Fraction(v), Fraction(c)) for v in (1, 2) for c in (-1, 0, 1)],
        lambda x: (
            addremove.quadratic_form(Fraction(0), *x) == x[0]
            and addremove.quadratic_form(Fraction(1), *x) == x[0]
        ),
    ),
    counterexample(
        "the chain printed in Appendices E and F lacks two factors 1/n^2",
        lambda c: printed_chain(c),
        (Fraction(1, 2), 2),
        lambda: [(Fraction(a), 1) for a in (0, 1)] + [(Fraction(1, 2), 1), (Fraction(0), 2)],
    ),
    counterexample(
        "Lemma 5's and Theorem 3's constant is not attained at alpha = 1/2",
        lambda a: addremove.quadratic_form(a, Fraction(1), Fraction(0)) == 1,
        Fraction(1, 2),
        lambda: (Fraction(0), Fraction(1)),
    ),
    identity(
        "the mean in terms of s1",
        Ring({"w": POSITIVE, "n": POSITIVE, "t": ANY, "l": ANY}),
        lambda w, n, t, l: (t / n, l + ((t - n * l) / w) * w / n),
    ),
    counterexample(
        "v1: mu = l + s1/n fails for w = 2",
        lambda w: Fraction(w) * Fraction(1, 2) == Fraction(1, 2),
        2,
        lambda: (1,),
    ),
    counterexample(
        "the second moment of 1/N, N with a positive density at 0, is not at most 10: the "
        "integral of 1/x^2 over [d, 1] is 1/d - 1",
        lambda d: 1 / d - 1 <= 10,
        Fraction(1, 12),
        lambda: (Fraction(1, n) for n in range(1, 12)),
    ),
    counterexample(
        "without clipping the ratio has no second moment: P(n + Z1 + Z2 = 0) > 0 with the "
        "hourglass",
        lambda n: hourglass.sum_pmf(n, Fraction(1, 2), Fraction(1)) != Fraction(11, 72),
        1,
    ),
)


def holds(decay: Fraction, gamma: Fraction, alpha: Fraction) -> bool:
    """Check that at every alpha the constant is at most V, with equality at the ends.

    This is for the hourglass and for the 2-D staircase.
    """
    ok = True
    for variance, covariance in (
        (staircase.moment(2, decay, gamma, 1), hourglass.covariance(decay, gamma, 1)),
        (staircase2d.moment(2, decay, gamma, 1), Fraction(0)),
    ):
        value = addremove.quadratic_form(alpha, variance, covariance)
        ok = ok and value <= variance and (value < variance) == (0 < alpha < 1)
    return ok


THEOREM = Theorem(
    id="error_constants",
    title="The leading constants of the mean estimators, as functions of alpha",
    statement="n^2 E C^2 exactly for every algorithm and noise; Algorithm 3's is V - 2 alpha (1 - "
    "alpha)(V + Cov), largest at alpha = 0 and 1 only",
    source="addremove Lemma 2, Theorem 1, Lemma 5, Theorem 3",
    steps=STEPS,
    covers=(
        "transformed_mean.leading_constant",
        "shifted_mean.leading_constant",
        "independent_mean.leading_constant",
        "bounded_mean.leading_constant",
        "addremove.lemma2",
        "addremove.theorem1",
        "addremove.theorem3",
    ),
    depends_on=(
        "laplace_laws",
        "rounded_laplace_law",
        "hourglass_law",
        "staircase2d_law",
        "lemma1",
    ),
    holds=holds,
    claims=rows(__file__),
)
