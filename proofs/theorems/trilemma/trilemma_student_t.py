"""Student's t as the noise of smooth sensitivity: normaliser, moments, and the exact loss.

The exact loss is below the printed one.

Claim.       The density is proportional to (1 + y^2)^(-(d + 1)/2), y = z/sqrt d; E Z^2 = d/(d - 2) for d > 2. f + tau S
             Z, S a beta-smooth bound, loses exactly the greater of L(0) and L(beta), L(u) = (d - 1)
             u/2 + (d + 1)/2 arcosh(cosh u + k e^-u), k = 1/(2 d tau^2), at most d beta + (d + 1)/(2
             tau sqrt d), hence at most the printed (d + 1)(beta + 1/(2 tau sqrt d)).
Source.      trilemma Lemma E.5 (there cited from Nissim, Raskhodnikova, Smith 2007 and Bun, Steinke 2019); the exact
             loss: this project.
Derivation.  (1) y = tan(angle): dy (1 + y^2)^(-(d + 1)/2) = cos^(d - 1); C_k = (cos^(k - 1) sin + (k - 1) C_(k - 2))/k
             has derivative cos^k; y^2 cos^(d - 1) = cos^(d - 3) - cos^(d - 1), which has an
             integral for d > 2. (2) S' = S e^-u, x = e^u, a = |f - f'|/(tau sqrt d S): the
             log-ratio is -u + (d + 1)/2 log((1 + x^2 (y + a)^2)/(1 + y^2)). By Young (y + a)^2 <=
             (1 + h) y^2 + (1 + 1/h) a^2, with equality at h y = a; h = (R - x)/x makes both
             coefficients x R, where R + 1/R = x + 1/x + x a^2: so the supremum is u + log R. (3) a
             <= e^-u/(tau sqrt d) for u >= 0, and a <= 1/(tau sqrt d) for u < 0, where log R is as
             for -u and the loss smaller by (d - 1) |u|. (4) q^2 = 1 + 2k: X = cosh u + k e^-u = (x
             + q^2/x)/2 has X^2 - X'^2 = q^2 and X'' = X, so arcosh X has second derivative (q^2 -
             1) X/(X^2 - 1)^(3/2) > 0 and a slope below 1. (5) So L is convex, and L(u) <= L(0) + d
             u; arcosh(1 + s^2/2) <= s.
Trusted.     primitive, monotone_by_derivative, convexity, densities_decide, fubini.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions import student_t
from dpmean.exact.enclosure import compare

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive
from ...theorem import Theorem, rows

A = Ring({"a": POSITIVE, "s": POSITIVE, "c": POSITIVE, "f": POSITIVE})
P = Ring({"c": UNIT}, powers="k", base="c")
X = Ring({"h": NONNEGATIVE, "k": POSITIVE, "m": NONNEGATIVE})  # x = 1 + h
Q = Ring(
    {
        "x": POSITIVE,
        "r": POSITIVE,
        "k": POSITIVE,
        "u": NONNEGATIVE,
        "l": NONNEGATIVE,
        "d": POSITIVE,
        "t": POSITIVE,
    }
)
Y = Ring({"h": POSITIVE, "y": ANY, "a": ANY})
DEGREES = range(1, 11)


def shift(x: Any, r: Any) -> Any:
    """Return a^2 for which R + 1/R = x + 1/x + x a^2, where R = x + r."""
    big = x + r
    return r * (x * big - 1) / (big * x**2)


def variance_is_positive(d: int) -> bool:
    """Tell whether the variance d/(d - 2) is positive for every d, as printed."""
    try:
        return student_t.variance(d) > 0
    except ZeroDivisionError:
        return False


def exact_is_below(case: tuple[int, Fraction, Fraction]) -> bool:
    """Check the shipped exact loss against d beta + (d + 1)/(2 tau sqrt d) and the printed one."""
    d, beta, tau = case
    exact, printed = (
        student_t.privacy_loss(d, beta, tau, constants) for constants in ("exact", "paper")
    )
    return compare(exact, printed - beta) < 0


STEPS = (
    identity(
        "C_0 is the angle, C_1 the sine",
        A,
        lambda a, s, c: (
            student_t.cosine_integral(0, a, s, c) + student_t.cosine_integral(1, a, s, c),
            a + s,
        ),
    ),
    *(
        identity(
            f"C_{k} by C_{k - 2}",
            A,
            lambda a, s, c, k=k: (
                student_t.cosine_integral(k, a, s, c) * k,
                c ** (k - 1) * s + (k - 1) * student_t.cosine_integral(k - 2, a, s, c),
            ),
        )
        for k in range(2, 12)
    ),
    identity(
        "then the derivative is cos^k: by the product rule, sin^2 = 1 - cos^2",
        P,
        lambda c, k: (
            (c ** (k + 2) - (k + 1) * c**k * (1 - c**2) + (k + 1) * c**k) / (k + 2),
            c ** (k + 2),
        ),
        ("primitive",),
    ),
    *(
        identity(
            f"d = {d}: the density in the angle is cos^{d - 1}",
            A,
            lambda c, f, d=d: (student_t.density(d, f, 1 / c) / c**2, c ** (d - 1) / (2 * f)),
        )
        for d in DEGREES
    ),
    *(
        identity(
            f"d = {d}: the normaliser is C_{d - 1} at the right angle, (d - 2)/(d - 1) times "
            "that of d - 2",
            A,
            lambda a, d=d: (
                student_t.half_mass(d, a),
                Fraction(d - 2, d - 1) * student_t.half_mass(d - 2, a),
            ),
        )
        for d in range(3, 13)
    ),
    identity(
        "y^2 cos^k = cos^(k-2) - cos^k",
        P,
        lambda c, k: ((1 / c**2 - 1) * c**k, c ** (k - 2) - c**k),
    ),
    *(
        identity(
            f"d = {d}: E Z^2 = d (half(d - 2)/half(d) - 1)",
            A,
            lambda a, d=d: (
                d * (student_t.half_mass(d - 2, a) / student_t.half_mass(d, a) - 1),
                student_t.variance(d) + 0 * a,
            ),
        )
        for d in range(3, 13)
    ),
    counterexample("d/(d - 2) is no variance for d = 1", variance_is_positive, 1),
    decomposition(
        "Young: (y + a)^2 <= (1 + h) y^2 + (1 + 1/h) a^2, equality where h y = a",
        Y,
        lambda h, y, a: ((1 + h) * y**2 + (1 + 1 / h) * a**2 - (y + a) ** 2, [(1 / h, h * y - a)]),
    ),
    identity(
        "both coefficients are x R at h = (R - x)/x",
        Q,
        lambda x, r: (
            ((1 + x**2 * shift(x, r) * (1 + x / r)) - x * (x + r)) ** 2
            + (x**2 * (1 + r / x) - x * (x + r)) ** 2,
            0 * x,
        ),
    ),
    identity(
        "and the ratio is x R where h y = a: the supremum is attained",
        X,
        lambda h, k: (
            (1 + (1 + h) ** 2 * shift(1 + h, k) * (1 + (1 + h) / k) ** 2)
            / (1 + shift(1 + h, k) * ((1 + h) / k) ** 2),
            (1 + h) * (1 + h + k),
        ),
    ),
    identity(
        "cosh log R is the shipped spread at k = (x a)^2/2",
        Q,
        lambda x, r: (((x + r) + 1 / (x + r)) / 2, student_t.spread(x, x**2 * shift(x, r) / 2)),
    ),
    identity(
        "(x a)^2/2 = k where |f - f'| = S'", Q, lambda t: (2 * student_t.kappa(t**2), (1 / t) ** 2)
    ),
    positive(
        "a larger shift loses more",
        X,
        lambda h, k, m: student_t.spread(1 + h, k + m) - student_t.spread(1 + h, k),
        strict=False,
    ),
    identity(
        "the loss is (d + 1)/2 (u + log R) - u",
        Q,
        lambda d, u, l: (student_t.loss(d, u, l), (d + 1) * (u + l) / 2 - u),
        ("densities_decide",),
    ),
    identity(
        "u < 0: the same R for |f - f'| = S as for -u",
        Q,
        lambda x, k: ((1 / x + x) / 2 + 1 / x * (2 * k) / 2, student_t.spread(x, k)),
    ),
    positive(
        "and a smaller loss",
        Q,
        lambda d, u, l: student_t.loss(d + 1, u, l) - student_t.loss(d + 1, -u, l),
        strict=False,
    ),
    positive(
        "the slope of arcosh X is below 1: X^2 - 1 - X'^2 = 2k",
        X,
        lambda h, k: (
            student_t.spread(1 + h, k) ** 2
            - 1
            - ((1 + h) * student_t.spread(1 + h, k).derivative("h")) ** 2
        ),
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "arcosh X is convex: X'' (X^2 - 1) - X X'^2 > 0",
        X,
        lambda h, k: (
            (1 + h)
            * ((1 + h) * student_t.spread(1 + h, k).derivative("h")).derivative("h")
            * (student_t.spread(1 + h, k) ** 2 - 1)
            - student_t.spread(1 + h, k)
            * ((1 + h) * student_t.spread(1 + h, k).derivative("h")) ** 2
        ),
        trusts=("convexity",),
    ),
    identity(
        "so L(u) <= L(0) + d u",
        Q,
        lambda d, u, l: (student_t.loss(d, u, l + u), student_t.loss(d, 0 * u, l) + d * u),
    ),
    identity(
        "L(0) is (d + 1)/2 arcosh(1 + s^2/2), s = 1/(tau sqrt d)",
        Q,
        lambda t: (student_t.spread(1 + 0 * t, student_t.kappa(t**2)), 1 + (1 / t) ** 2 / 2),
    ),
    positive(
        "cosh s >= 1 + s^2/2: the second derivative of the difference, e^s = 1 + h",
        X,
        lambda h: ((1 + h) + 1 / (1 + h)) / 2 - 1,
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "the printed loss is that bound and another beta",
        Q,
        lambda d, u, t: (student_t.printed_loss(d, u, t), student_t.loss(d, u, 1 / t + u) + u),
    ),
    identity("a dilation alone costs d beta", Q, lambda d, u: (student_t.loss(d, u, u), d * u)),
    exhaustive(
        "the shipped exact loss, 45 cases",
        lambda: (
            (d, Fraction(1, b), Fraction(t, 2))
            for d in (1, 2, 3, 4, 9)
            for b in (1, 10, 100)
            for t in (1, 2, 9)
        ),
        exact_is_below,
    ),
)


def holds(m: int, width: Fraction, order: int) -> bool:
    """Check any d up to 12, with any tau and beta."""
    return exact_is_below((m, Fraction(order + 1, 7), width))


THEOREM = Theorem(
    id="trilemma_student_t",
    title="Student's t under smooth sensitivity: normaliser, variance, exact loss",
    statement="the shipped normaliser and variance are right; f + tau S Z loses exactly max{L(0), "
    "L(beta)}, at most d beta + (d + 1)/(2 tau sqrt d), which is beta less than printed",
    source="trilemma Lemma E.5",
    steps=STEPS,
    covers=(
        "student_t.density",
        "student_t.log_density",
        "student_t.cdf",
        "student_t.quantile",
        "student_t.variance",
        "student_t.privacy_loss",
    ),
    programs=("student_t_mean",),
    holds=holds,
    claims=rows(__file__),
)
