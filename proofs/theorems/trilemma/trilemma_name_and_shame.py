"""Name and shame, its combination with the clipped mean, and the upper bound with its constants.

Claim.       Name and shame is unbiased and (0, delta)-DP with the printed squared error. Combined with the noisy
             clipped mean it is unbiased with squared error exactly Var X/n + (1/delta - 1) E R^2/n
             plus the noise's variance, R = X - clip(X), for every law; so Proposition 3.7 holds,
             and `constants=exact` is below it by more than 1/n. Theorem 1.3 holds with the constant
             25/2.
Source.      trilemma Propositions 3.6 and 3.7, Theorem 1.3, Section 1.4.
Derivation.  (1) A(x) has mean x and mean square x^2/delta; its laws for x and x' share the mass 1 - delta. (2) Given X
             the mean of A(R) is R, so Cov(C, A(R)) = Cov(C, R): the identity for Var(C + A(R)) is
             algebra in moments. (3) |R| <= max{0, |X - mu| - c}, whose square is at most K^2 |X -
             mu|^l/c^(l - 2) by Lemma 3.1 at l/2. (4) u^-k >= 1 - k (u - 1) (e^x >= 1 + x) gives the
             c that minimises. (5) z e^-z <= 1/e gives (l/(l - 2))^(1 - 2/l) <= e^(1/e) < 3/2.
Trusted.     exp_and_log, expectation_is_monotone, fubini, total_variation, post_processing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.distributions import laplace
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma import margins as clipping
from dpmean.programs.records import clip_record

from ...kernel.balls import Ball
from ...kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import (
    counterexample,
    decomposition,
    exhaustive,
    identity,
    positive,
    positive_in_balls,
    smt,
)
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

A = Ring({"n": POSITIVE, "d": UNIT_CLOSED, "mean": ANY, "v": ANY, "x": ANY, "p": FULL, "q": FULL})
# E C^2, E C, E R^2, E R, E C R
M = Ring({"d": UNIT_CLOSED, "cc": ANY, "c": ANY, "rr": ANY, "r": ANY, "cr": ANY})
# m = lambda - 2
C = Ring(
    {
        "n": POSITIVE,
        "e": POSITIVE,
        "d": UNIT,
        "m": POSITIVE,
        "w": POSITIVE,
        "c": POSITIVE,
        "k": POSITIVE,
        "u": UNIT_CLOSED,
        "y": POSITIVE,
        "z": NONNEGATIVE,
    }
)
R = Ring(
    {
        "n": POSITIVE,
        "e": POSITIVE,
        "d": UNIT_CLOSED,
        "m": POSITIVE,
        "w": POSITIVE,
        "psi": POSITIVE,
        "root": POSITIVE,
        "u": UNIT_CLOSED,
        "z": ANY,
        "g": POSITIVE,
    }
)
# n = h^2, delta = d^2
H = Ring({"h": POSITIVE, "e": POSITIVE, "d": POSITIVE, "psi": POSITIVE, "b": UNIT_CLOSED})
U = Ring({"n": POSITIVE, "d": UNIT_CLOSED, "x": FULL, "y": FULL})

Law = tuple[tuple[Fraction, Fraction], ...]


def error_of(
    n: int, law: Law, a: Fraction, b: Fraction, delta: Fraction
) -> tuple[Fraction, Fraction]:
    """Return bias and squared error of the combination without its noise, by adding up all samples
    and all namings.
    """
    mean = sum((p * x for x, p in law), Fraction(0))
    bias = square = Fraction(0)
    for sample in product(law, repeat=n):
        for named in product((0, 1), repeat=n):
            weight, total = Fraction(1), Fraction(0)
            for (x, p), name in zip(sample, named, strict=True):
                c = clip_record(x, a, b)
                weight *= p * (delta if name else 1 - delta)
                total += c + ((x - c) / delta if name else 0)
            bias += weight * (total / n - mean)
            square += weight * (total / n - mean) ** 2
    return bias, square


def variance(law: Law) -> Fraction:
    """Return Var X."""
    return (
        sum((p * x**2 for x, p in law), Fraction(0))
        - sum((p * x for x, p in law), Fraction(0)) ** 2
    )


def as_shipped(case: tuple[int, Law, Fraction, Fraction, Fraction]) -> bool:
    """Check that the enumerated error is the shipped equation, its noise taken away."""
    n, law, a, b, delta = case
    tail = sum((p * (x - clip_record(x, a, b)) ** 2 for x, p in law), Fraction(0))
    return error_of(n, law, a, b, delta) == (
        Fraction(0),
        clipping.combined_error_exactly(
            Fraction(n), Fraction(1), Fraction(0), delta, variance(law), tail
        ),
    )


def cases() -> Iterator[tuple[int, Law, Fraction, Fraction, Fraction]]:
    """Yield one and two records, with laws on three points."""
    for n, delta, p, far in product(
        (1, 2),
        (Fraction(1, 3), Fraction(1)),
        (Fraction(1, 4), Fraction(1, 2)),
        (Fraction(-5), Fraction(7, 2)),
    ):
        yield (
            n,
            ((Fraction(0), 1 - p), (Fraction(1), p / 3), (far, 2 * p / 3)),
            Fraction(-1),
            Fraction(1),
            delta,
        )


def printed_last_term(k: int) -> bool:
    """Tell whether E(A(X - clip_[a, b](X)) - (mu - mu_hat))^2 <= E A(X - clip_[a - c, b + c](X))^2.

    X is fair on {-k, 1 + k}, [a, b] = [0, 1], c = 1, delta = 1.
    """
    law, left, right, centre = (
        (Fraction(-k), Fraction(1 + k)),
        Fraction(0),
        Fraction(0),
        Fraction(0),
    )
    for x in law:
        centre += (x - clip_record(x, Fraction(-1), Fraction(2))) / 2
    for x in law:
        left += (x - clip_record(x, Fraction(0), Fraction(1)) - centre) ** 2 / 2
        right += (x - clip_record(x, Fraction(-1), Fraction(2))) ** 2 / 2
    return left <= right


def name_privately(case: tuple[Fraction, Fraction, Fraction]) -> bool:
    """Check that no event of A(x) and A(x') differs by more than delta in probability."""
    delta, x, y = case
    one: dict[Fraction, Fraction] = {}
    for point, sign in ((x, 1), (y, -1)):
        one[Fraction(0)] = one.get(Fraction(0), Fraction(0)) + sign * (1 - delta)
        one[point / delta] = one.get(point / delta, Fraction(0)) + sign * delta
    return sum((v for v in one.values() if v > 0), Fraction(0)) <= delta


def least_of_three() -> list[tuple[Any, Any, int]]:
    """Return the shipped bound and the least of its three terms, each the least somewhere."""
    found: list[tuple[Any, Any, int]] = []
    for n, delta, bias, psi in (
        (100, Fraction(1, 10**9), Fraction(1, 10), Fraction(2)),
        (100, Fraction(1, 100), Fraction(1, 10**6), Fraction(2)),
        (4, Fraction(9, 10), Fraction(1, 10**6), Fraction(9)),
    ):
        d = Decay.from_epsilon(Fraction(1, 2))
        terms = [
            clipping.clipped_mse_bound(n, d, bias, Fraction(2)),
            clipping.combined_mse_bound(n, d, delta, psi, Fraction(4)),
            clipping.named_mse(n, delta, Fraction(1), Fraction(1)),
        ]
        found.append((clipping.upper_bound(n, d, delta, bias, psi), terms, len(found)))
    return found


def is_least(case: tuple[Any, Any, int]) -> bool:
    """Check that the stated one of the three terms is the bound, which is no greater than any."""
    value, terms, place = case
    return all(compare(value, t) <= 0 for t in terms) and compare(value, terms[place]) == 0


def shipped() -> list[tuple[Any, Any]]:
    """Return shipped values where the roots are rational, and what they must be."""
    d = Decay.from_epsilon(2)
    return [
        (clipping.combined_margin(16, d, Fraction(1, 8), Fraction(3), Fraction(4)), 6),
        (clipping.combined_margin(64, d, Fraction(1, 17), Fraction(3), Fraction(4), "exact"), 6),
        (clipping.tail_constant(Fraction(4)), Fraction(1, 16)),
        (
            clipping.combined_mse_bound(
                16, d, Fraction(1, 4), Fraction(3), Fraction(4), Fraction(-1), Fraction(2)
            ),
            Fraction(2, 16) + 4 * Fraction(3, 32) ** 2 + 24 * Fraction(3, 32) ** 2 * 4,
        ),
        (
            clipping.combined_mse_bound(
                64, d, Fraction(1, 17), Fraction(3), Fraction(4), Fraction(0), Fraction(1), "exact"
            ),
            Fraction(1, 64)
            + Fraction(16, 64) * (Fraction(1, 16) * 81 / 36)
            + 2 * Fraction(13, 128) ** 2,
        ),
    ]


STEPS = (
    identity("A is unbiased", A, lambda d, x: ((1 - d) * 0 + d * (x / d), x)),
    identity("E A(x)^2 = x^2/delta", A, lambda d, x: ((1 - d) * 0 + d * (x / d) ** 2, x**2 / d)),
    identity(
        "Proposition 3.6: (E A(X)^2 - mu^2)/n",
        A,
        lambda n, d, mean, v: (
            clipping.named_error(n, d, mean, v),
            ((v + mean**2) / d - mean**2) / n,
        ),
        ("fubini",),
    ),
    identity(
        "its intermediate line",
        A,
        lambda n, d, mean, v: (
            ((v + mean**2) / d - mean**2) / n,
            ((v + mean**2) - d * mean**2) / (d * n),
        ),
    ),
    positive(
        "(0, delta)-DP: an event has (1 - delta) 1[0 in S] + delta 1[x/delta in S], which "
        "changes by at most delta",
        A,
        lambda d, p, q: d - d * (p - q),
        strict=False,
        trusts=("total_variation",),
    ),
    exhaustive(
        "no event differs by more, nine pairs of records, three deltas",
        lambda: product(
            (Fraction(1, 10), Fraction(1, 2), Fraction(1)),
            (Fraction(0), Fraction(1), Fraction(-3)),
            (Fraction(0), Fraction(1), Fraction(2)),
        ),
        name_privately,
        ("total_variation",),
    ),
    identity(
        "Section 1.4's variant names one random record with probability delta n: unbiased",
        A,
        lambda n, d, mean: (d * n * (mean / (d * n)), mean),
    ),
    identity(
        "its variance is E X^2/(delta n) - mu^2, which is less than Proposition 3.6's by (1 - "
        "1/n) mu^2",
        A,
        lambda n, d, mean, v: (
            clipping.named_error(n, d, mean, v) - (1 - 1 / n) * mean**2,
            d * n * (v + mean**2) / (d * n) ** 2 - mean**2,
        ),
    ),
    identity(
        "the variance of C + A(R) is Var X + (1/delta - 1) E R^2, whatever the law",
        M,
        lambda d, cc, c, rr, r, cr: (
            (cc - c**2) + (rr / d - r**2) + 2 * (cr - c * r),
            (cc + 2 * cr + rr - (c + r) ** 2) + (1 / d - 1) * rr,
        ),
        ("fubini",),
    ),
    identity(
        "the shipped equation is that over n, plus the noise's variance",
        R,
        lambda n, e, d, w, psi, root: (
            clipping.combined_error_exactly(n, e, w, d, psi, root),
            (psi + (1 / d - 1) * root) / n + laplace.moment(2, n * e / w),
        ),
    ),
    exhaustive(
        "one and two records, all samples and all namings: unbiased, and the shipped equation",
        cases,
        as_shipped,
    ),
    decomposition(
        "(U + V)^2 <= 2 U^2 + 2 V^2",
        M,
        lambda c, r: (2 * c**2 + 2 * r**2 - (c + r) ** 2, [(1, c - r)]),
    ),
    identity(
        "E(A(R) - E R)^2 = E A(R)^2 - (E R)^2",
        M,
        lambda d, rr, r: (rr / d - 2 * r * r + r**2, rr / d - r**2),
    ),
    smt(
        "clipping at c beyond [a, b] leaves less than clipping at c from the mean",
        {"x": REAL, "a": REAL, "b": REAL, "mu": REAL, "c": REAL},
        lambda v: v.a <= v.mu and v.mu <= v.b and v.c >= 0,
        lambda v: abs(v.x - min(max(v.x, v.a - v.c), v.b + v.c)) <= max(0, abs(v.x - v.mu) - v.c),
        lambda v: abs(v.x - min(max(v.x, v.a - v.c), v.b + v.c)) < abs(v.x - v.mu) - v.c,
        ("expectation_is_monotone",),
    ),
    smt(
        "which leaves max{0, |x - mu| - c}",
        {"t": REAL, "c": REAL},
        lambda v: v.c >= 0,
        lambda v: abs(v.t - min(max(v.t, -v.c), v.c)) == max(0, abs(v.t) - v.c),
        lambda v: abs(v.t - min(max(v.t, -v.c), v.c)) == abs(v.t) - v.c,
    ),
    counterexample(
        "the last term with clip_[a, b] for clip_[a - c, b + c]: 1 <= 0 for X fair on {-1, 2}",
        lambda k: printed_last_term(k),
        1,
        lambda: [0],
    ),
    identity(
        "Lemma 3.1 at l/2: the base of its power is (l - 2)/l",
        R,
        lambda m: (((2 + m) / 2 - 1) / ((2 + m) / 2), m / (2 + m)),
    ),
    positive(
        "its constant is at most 1/(l/2)",
        R,
        lambda m, u: 2 / (2 + m) - clipping.excess_constant((2 + m) / 2, u),
        strict=False,
    ),
    identity(
        "its square is the shipped K, u^2 = ((l - 2)/l)^(l - 2)",
        R,
        lambda m, u: (
            clipping.excess_constant((2 + m) / 2, u) ** 2,
            clipping.tail_factor(2 + m, u**2),
        ),
    ),
    positive(
        "K <= 4/l^2",
        R,
        lambda m, u: 4 / (2 + m) ** 2 - clipping.tail_factor(2 + m, u),
        strict=False,
    ),
    identity(
        "K |x - mu|^l/c^(l - 2) = K psi^l c^2/c^l",
        R,
        lambda w, psi, root: (clipping.tail_square(w, psi, root), w * psi**2 / root),
    ),
    decomposition(
        "(b - a + 2 c)^2 <= 2 (b - a)^2 + 8 c^2",
        C,
        lambda n, e, w, c: (
            4 * w**2 / (n * e) ** 2
            + 16 * c**2 / (n * e) ** 2
            - laplace.moment(2, n * e / clipping.widened(0, w, c)),
            [(2 / (n * e) ** 2, w - 2 * c)],
        ),
    ),
    identity(
        "Proposition 3.7's c: the last two terms make 16 c^2/(n eps)^2 l/(l - 2)",
        R,
        lambda n, e, d, m, w: (
            16 * w**2 / (n * e) ** 2
            + 2
            / n
            / d
            * clipping.tail_square(4 / (2 + m) ** 2, w, clipping.margin_printed(n, e, d, 2 + m)),
            16 * w**2 / (n * e) ** 2 * (2 + m) / m,
        ),
    ),
    identity(
        "and any other c is worse: u = (c'/c)^2, u^(1 - l/2) = 1 - (l - 2)/2 (u - 1) + z, z >= 0",
        R,
        lambda n, e, d, m, w, root, z: (
            16 * w**2 * root / (n * e) ** 2
            + 2
            / n
            / d
            * clipping.tail_square(4 / (2 + m) ** 2, w, clipping.margin_printed(n, e, d, 2 + m))
            * (1 - m / 2 * (root - 1) + z)
            - 16 * w**2 / (n * e) ** 2 * (2 + m) / m,
            32 * w**2 * z / ((n * e) ** 2 * m),
        ),
        ("exp_and_log",),
    ),
    identity(
        "(c/psi)^l is the base of the printed power times (l - 2)/l",
        R,
        lambda n, e, d, m: (
            clipping.margin_printed(n, e, d, 2 + m),
            clipping.combined_base(n, e, d, 2 + m) * m / (2 + m),
        ),
    ),
    identity(
        "so with G = (l/(l - 2))^(1 - 2/l), c^2 = psi^2 root G (l - 2)/l, they are 16 psi^2 "
        "root G/(n eps)^2",
        R,
        lambda n, e, m, psi, root, g: (
            16 * (psi**2 * root * g * m / (2 + m)) / (n * e) ** 2 * (2 + m) / m,
            16 * psi**2 * root * g / (n * e) ** 2,
        ),
    ),
    identity("G = (1 - 2/l)^(-1 + 2/l)", R, lambda m: (1 / (1 - 2 / (2 + m)), (2 + m) / m)),
    identity(
        "z e^-z <= 1/e, from e^(z - 1) >= z",
        R,
        lambda g, z: ((g - z) / g, 1 - z / g),
        ("exp_and_log",),
    ),
    positive_in_balls(
        "e^(1/e) < 3/2",
        {"x": (Fraction(1), Fraction(1))},
        lambda x: Fraction(3, 2) - (Ball(1) / x.exp()).exp(),
    ),
    positive(
        "Proposition 3.7 for G <= 3/2",
        R,
        lambda n, e, w, psi, root, u: (
            clipping.combined_error(n, e, w, psi, root)
            - (
                2 / n
                + 4 * w**2 / (n * e) ** 2
                + 16 * psi**2 * root * (Fraction(3, 2) * u) / (n * e) ** 2
            )
        ),
        strict=False,
    ),
    decomposition(
        "constants=exact: at the sharper c the bound is at most 1/n + 4 (b - a)^2/(n eps)^2 + "
        "16 c^2/(n eps)^2 l/(l - 2)",
        C,
        lambda n, e, d, m, w, c, k: (
            1 / n
            + 4 * w**2 / (n * e) ** 2
            + 16 * c**2 / (n * e) ** 2 * (2 + m) / m
            - clipping.combined_error_exactly(
                n,
                e,
                clipping.widened(0, w, c),
                d,
                1,
                clipping.tail_square(k, c, clipping.margin_sharper(n, e, d, 2 + m, k)),
            ),
            [(2 / (n * e) ** 2, w - 2 * c)],
        ),
    ),
    identity(
        "which any other c makes greater",
        C,
        lambda n, e, d, m, c, k, y, z: (
            16 * c**2 * y / (n * e) ** 2
            + (1 / d - 1)
            / n
            * clipping.tail_square(k, c, clipping.margin_sharper(n, e, d, 2 + m, k))
            * (1 - m / 2 * (y - 1) + z)
            - 16 * c**2 / (n * e) ** 2 * (2 + m) / m,
            32 * c**2 * z / ((n * e) ** 2 * m),
        ),
        ("exp_and_log",),
    ),
    identity(
        "the sharper c is (half of (1 - delta) ((l - 2)/l)^(l - 2))^(1/l) of the printed one",
        C,
        lambda n, e, d, m, u: (
            clipping.margin_sharper(n, e, d, 2 + m, clipping.tail_factor(2 + m, u)),
            clipping.margin_printed(n, e, d, 2 + m) * (1 - d) * u / 2,
        ),
    ),
    positive(
        "so it is smaller, and the bound too, by more than 1/n",
        C,
        lambda n, d, u: (1 - (1 - d) * u / 2) + (2 / n - 1 / n),
    ),
    exhaustive(
        "the shipped margins and bounds where the roots are rational",
        shipped,
        lambda pair: compare(pair[0], Fraction(pair[1])) == 0,
    ),
    identity(
        "Theorem 1.3, second term: l = 4, root^2 = n eps^2/(16 delta)",
        H,
        lambda h, e, d: (clipping.combined_base(h**2, e, d**2, 4), (h * e / (4 * d)) ** 2),
    ),
    identity(
        "it is 2/n + 4/(n eps)^2 + 6 psi^2/(n^(3/2) eps delta^(1/2))",
        H,
        lambda h, e, d, psi: (
            clipping.combined_error(h**2, e, 1, psi, h * e / (4 * d)),
            2 / h**2 + 4 / (h**2 * e) ** 2 + 6 * psi**2 / (h**3 * e * d),
        ),
    ),
    positive(
        "third term: at most 2/(n delta) for |mu| <= 1 and variance at most 1",
        U,
        lambda n, d, x, y: 2 / (n * d) - clipping.named_error(n, d, x, y),
        strict=False,
    ),
    positive(
        "first term, beta = b/2: 25/2 times it",
        H,
        lambda h, e, b: (
            Fraction(25, 2) * (1 / h**2 + (b / 2) ** 2 + 1 / (h**2 * e * b / 2) ** 2)
            - clipping.clipped_error(h**2, b / 2, e, clipping.widened(0, 1, 2 / b))
        ),
    ),
    positive(
        "beta > 1/2: the constant 1/2 has bias at most 1/2 and squared error at most 1/4",
        U,
        lambda x, y: (Fraction(1, 2) + y) ** 2 - (x - Fraction(1, 2)) ** 2,
        strict=False,
    ),
    positive(
        "delta >= 1: every estimate is (eps, delta)-DP, since a probability is at most 1",
        U,
        lambda x, y: 1 + y - x,
        strict=False,
    ),
    counterexample(
        "Proposition 3.7's proof: c <= mu(P) - a fails at mu(P) = a",
        lambda above: (
            compare(
                clipping.combined_margin(
                    16, Decay.from_epsilon(2), Fraction(1, 8), Fraction(3), Fraction(4)
                ),
                above,
            )
            <= 0
        ),
        Fraction(0),
    ),
    exhaustive("the shipped bound is the least of the three terms", least_of_three, is_least),
    identity(
        "the second terms of the two theorems differ by psi^2 sqrt n",
        H,
        lambda h, e, d, psi: (psi**2 / (h**3 * e * d) / (1 / (h**4 * e * d)), psi**2 * h),
    ),
    smt(
        "composition: P(U, V in S) <= P(U, V' in S) + delta, by total variation given U, and "
        "P(U, V' in S) <= e^eps P(U', V' in S), given V'",
        {"p": REAL, "q": REAL, "r": REAL, "d": REAL},
        lambda v: v.p <= v.q + v.d and v.q <= v.r,
        lambda v: v.p <= v.r + v.d,
        lambda v: v.p <= v.r,
        ("total_variation", "fubini", "post_processing"),
    ),
)


def holds(shares: list[Fraction], offsets: list[int], alpha: Fraction) -> bool:
    """Check that the enumerated error of the combination is the shipped equation, for any law on
    three points.

    There are at most two records.
    """
    points = [*(Fraction(o) for o in offsets), Fraction(0), Fraction(1), Fraction(5)][:3]
    masses = [*(s + Fraction(1, 7) for s in shares), Fraction(1), Fraction(2), Fraction(1)][:3]
    law = tuple((x, p / sum(masses)) for x, p in zip(points, masses, strict=True))
    return as_shipped((1 + len(shares) % 2, law, Fraction(-1), Fraction(2), (1 + 6 * alpha) / 7))


THEOREM = Theorem(
    id="trilemma_name_and_shame",
    title="Name and shame, combined with the clipped mean",
    statement="the combination is unbiased with squared error Var X/n + (1/delta - 1) E R^2/n + 2 "
    "(width/(n eps))^2 exactly; Proposition 3.7 and Theorem 1.3 follow, with constants",
    source="trilemma Propositions 3.6 and 3.7, Theorem 1.3",
    steps=STEPS,
    covers=(
        "name_and_shame.mse",
        "trilemma.combined_mean_mse_bound",
        "trilemma.combined_mean_margin",
        "trilemma.upper_bound",
    ),
    depends_on=("trilemma_clipping", "laplace_laws"),
    programs=("name_and_shame", "combined_mean"),
    holds=holds,
    claims=rows(__file__),
)
