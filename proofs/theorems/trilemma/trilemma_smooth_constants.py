"""Better constants in Theorem E.6: other degrees of freedom, beta and tau for the unbiased mean of
unknown size.

Claim.       Let d >= 3 and 0 < beta < eps/d. With tau sqrt(d) = (d + 1)/(2 sqrt((eps - d beta)(eps + beta))) the mean
             plus tau S Z, Z Student's t with d degrees of freedom, S the bound of
             `trilemma_smooth`, is eps-DP, and errs by at most 1/n + C S^2, C = (d + 1)^2/(4 (d -
             2)(eps - d beta)(eps + beta)). For the paper's beta = eps/12 that is 225/(52 eps^2),
             4.33 in place of 9, at d = 4, and no other d gives less (d = 3: 64/(13 eps^2)). As beta
             -> 0 it is least at d = 5, where it tends to 3/eps^2. If n >= n0 is public, beta =
             log(n0)/(n0 - 1) makes S = (b - a)/n for all n >= n0, without the exponential term.
Source.      This project; trilemma Theorem E.6 has d = 3, beta = eps/12, tau = sqrt 3/eps and 9/eps^2.
Derivation.  The exact loss is the greater of L(0) and L(beta) (`trilemma_student_t`), L(u) = (d - 1) u/2 + (d + 1)/2
             arcosh(cosh u + k e^-u), k = 1/(2 d tau^2) = 2 (eps - d beta)(eps + beta)/(d + 1)^2.
             (1) Let y = (2 eps - (d - 1) beta)/(d + 1): then (d - 1) beta/2 + (d + 1) y/2 = eps, y
             > beta, and k = (y^2 - beta^2)/2. (2) cosh y - y^2/2 grows for y >= 0, so cosh beta + k
             e^-beta <= cosh beta + k <= cosh y: L(beta) <= eps. (3) k <= 2 eps^2/(d + 1)^2 and cosh
             s >= 1 + s^2/2 at s = 2 eps/(d + 1): L(0) <= eps. (4) The variance is tau^2 d/(d - 2).
             (5) log(n)/(n - 1) falls with n, so e^(-beta (n - 1)) <= 1/n from n0 on.
Trusted.     monotone_by_derivative, exp_and_log; the exact loss is that of trilemma_student_t.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from dpmean.distributions import student_t
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import exp
from dpmean.mechanisms.trilemma import smooth

from ...kernel.formulas import NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive
from ...theorem import Theorem

E = Ring({"d": POSITIVE, "v": POSITIVE, "g": POSITIVE})  # beta = v, eps = d v + g
X = Ring({"h": NONNEGATIVE, "k": NONNEGATIVE})
D = Ring({"f": NONNEGATIVE})  # d = 3 + f


def constant(d: Any, epsilon: Any, beta: Any) -> Any:
    """Return C, by which S^2 is multiplied: (d + 1)^2/(4 (d - 2)(eps - d beta)(eps + beta))."""
    return (d + 1) ** 2 / (4 * (d - 2) * (epsilon - d * beta) * (epsilon + beta))


def squared_scale(d: Any, epsilon: Any, beta: Any) -> Any:
    """Return d tau^2 = (d + 1)^2/(4 (eps - d beta)(eps + beta))."""
    return (d + 1) ** 2 / (4 * (epsilon - d * beta) * (epsilon + beta))


def arch(d: Any, epsilon: Any, beta: Any) -> Any:
    """Return y = (2 eps - (d - 1) beta)/(d + 1), the arcosh that the budget leaves at u = beta."""
    return (2 * epsilon - (d - 1) * beta) / (d + 1)


def is_enough(case: tuple[int, Fraction, Fraction, Fraction]) -> bool:
    """Tell whether the shipped exact loss is at most eps, at `share` of tau and at beta = x eps.

    tau is rounded up in its sixteenth decimal.
    """
    d, epsilon, x, share = case
    squared = squared_scale(Fraction(d), epsilon, x * epsilon) / d
    scaled = squared * 10**32
    tau = Fraction(isqrt(scaled.numerator // scaled.denominator) + 1, 10**16)
    return compare(student_t.privacy_loss(d, x * epsilon, tau * share, "exact"), epsilon) <= 0


def no_exponential(case: tuple[int, int]) -> bool:
    """Check that S(n) = (b - a)/n for n >= n0, at a rational beta just above log(n0)/(n0 - 1)."""
    first, n = case
    beta = next(
        Fraction(i, 10**4)
        for i in range(10**4 + 1)
        if compare(exp(-Fraction(i, 10**4) * (first - 1)), Fraction(1, first)) <= 0
    )
    return (
        compare(
            smooth.at_size(n, exp(-beta * (n - 1)), Fraction(1)),
            smooth.local(Fraction(1), Fraction(n)),
        )
        == 0
    )


STEPS = (
    identity(
        "the budget at u = beta: (d - 1) beta/2 + (d + 1) y/2 = eps",
        E,
        lambda d, v, g: (student_t.loss(d, v, arch(d, d * v + g, v)), d * v + g),
    ),
    identity(
        "y is above beta, by 2 (eps - d beta)/(d + 1)",
        E,
        lambda d, v, g: (arch(d, d * v + g, v) - v, 2 * g / (d + 1)),
    ),
    identity(
        "k = (y^2 - beta^2)/2",
        E,
        lambda d, v, g: (
            student_t.kappa(squared_scale(d, d * v + g, v)),
            (arch(d, d * v + g, v) ** 2 - v**2) / 2,
        ),
    ),
    positive(
        "cosh y - y^2/2 grows for y >= 0: its slope sinh y - y does, by cosh y >= 1, from 0 "
        "on; e^y = 1 + h",
        X,
        lambda h: ((1 + h) + 1 / (1 + h)) / 2 - 1,
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "cosh beta + k e^-beta <= cosh beta + k, e^beta = 1 + h",
        X,
        lambda h, k: (
            student_t.spread(1 + 0 * h, k)
            - 1
            + ((1 + h) + 1 / (1 + h)) / 2
            - student_t.spread(1 + h, k)
        ),
        strict=False,
        trusts=("exp_and_log",),
    ),
    identity(
        "the budget at u = 0: (d + 1)/2 times 2 eps/(d + 1) is eps",
        E,
        lambda d, v, g: (student_t.loss(d, 0 * v, 2 * (d * v + g) / (d + 1)), d * v + g),
    ),
    positive(
        "and k <= 2 eps^2/(d + 1)^2, half the square of that, for d = 1 + e",
        E,
        lambda d, v, g: (
            (2 * ((1 + d) * v + g) / (2 + d)) ** 2 / 2
            - student_t.kappa(squared_scale(1 + d, (1 + d) * v + g, v))
        ),
    ),
    exhaustive(
        "the noise's variance tau^2 d/(d - 2) is C, d = 3, .., 12",
        lambda: range(3, 13),
        lambda d: all(
            squared_scale(Fraction(d), e, b) / d * student_t.variance(d)
            == constant(Fraction(d), e, b)
            for e in (Fraction(1, 3), Fraction(2))
            for b in (e / (2 * d), e / (9 * d))
        ),
    ),
    exhaustive(
        "the shipped exact loss of that tau is at most eps",
        lambda: product(
            (3, 4, 5, 8),
            (Fraction(1, 10), Fraction(1), Fraction(4), Fraction(12)),
            (Fraction(1, 12), Fraction(1, 100)),
            (Fraction(1),),
        ),
        is_enough,
    ),
    counterexample(
        "and of 99/100 of it is not, at d = 3, eps = 1/10, beta = eps/12",
        is_enough,
        (3, Fraction(1, 10), Fraction(1, 12), Fraction(99, 100)),
    ),
    exhaustive(
        "at beta = eps/12: 225/52 at d = 4 and no less at d = 3, .., 11, all that beta < eps/d "
        "allows",
        lambda: range(3, 12),
        lambda d: (
            constant(Fraction(4), Fraction(12), Fraction(1)) * 144
            == Fraction(225, 52)
            <= constant(Fraction(d), Fraction(12), Fraction(1)) * 144
        ),
    ),
    exhaustive(
        "d = 3: 64/13, below the printed 9",
        lambda: [Fraction(12)],
        lambda e: constant(Fraction(3), e, Fraction(1)) * e**2 == Fraction(64, 13) < 9,
    ),
    decomposition(
        "beta -> 0: (d + 1)^2 - 12 (d - 2) = (d - 5)^2, so C is 3/eps^2 at d = 5 and more at "
        "others",
        D,
        lambda f: ((4 + f) ** 2 - 12 * (1 + f), [(Fraction(1), f - 2)]),
    ),
    positive(
        "log(n)/(n - 1) falls: log n - (1 - 1/n) has the slope 1/n - 1/n^2 >= 0, n = 1 + h",
        X,
        lambda h: 1 / (1 + h) - 1 / (1 + h) ** 2,
        strict=False,
        trusts=("monotone_by_derivative", "exp_and_log"),
    ),
    exhaustive(
        "the shipped S is (b - a)/n from n0 on",
        lambda: ((n0, n0 + i) for n0 in (3, 10, 100) for i in (0, 1, 5, 50)),
        no_exponential,
    ),
)


def holds(epsilon: Fraction, m: int, extra: Fraction) -> bool:
    """Check d = 3, .., 8 at any eps, and beta up to eps/d."""
    d = 3 + m % 6
    return is_enough((d, epsilon, (extra + Fraction(1, 9)) / (2 * d), Fraction(1)))


THEOREM = Theorem(
    id="trilemma_smooth_constants",
    title="Better constants in Theorem E.6",
    statement="for d >= 3 and beta < eps/d the unbiased mean of unknown size errs by at most 1/n + "
    "(d + 1)^2/(4 (d - 2)(eps - d beta)(eps + beta)) S^2: 225/(52 eps^2) at d = 4 and beta "
    "= eps/12, where 9/eps^2 is printed; at d = 5 it tends to 3/eps^2 as beta -> 0",
    source="this project; trilemma Theorem E.6",
    steps=STEPS,
    depends_on=("trilemma_student_t", "trilemma_smooth"),
    holds=holds,
)
