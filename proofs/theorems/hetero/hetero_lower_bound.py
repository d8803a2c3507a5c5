"""The lower bound for two groups: every step from Lemma 2 to (50); the constants 1048 and 1560.

Claim.       L >= min(U, 1/4)/1048 if e2 >= R e1, and >= min(U, 1/4)/1560 if e1 <= e2 <= R e1, U the squared error of
             Theorem 1.
Source.      hetero Lemmas 2, 4 and 5, Theorem 2, Equations (14)-(16), (25)-(74), Appendices A and C.
Derivation.  (1) Lemma 2: a release with epsilon changes a probability by at most tanh(eps/2), which is at most 1 -
             e^-eps and at most eps/2. (2) Lemma 5: data from P1^n, from P1^k P2^(n - k), from P2^n.
             The first two differ by a product of n - k laws on both sides, so by Pinsker, or by
             Cauchy-Schwarz from the affinity sqrt(1 - d^2)^(n - k), their releases do by at most d
             sqrt(n - k). Between the last two one record at a time is drawn anew: given the others,
             the mean of a function of it that varies by at most tanh(eps_i/2) changes by at most d
             tanh(eps_i/2). (3) Le Cam: the mean of the squared risks at both means is at least
             (d/2)^2 (1 - TV) pointwise. (4) The best d for k = 0, n f and n gives (37), (38), (39);
             the rest is algebra. (43) does not follow from a convex combination of minima (min is
             concave: the sum of the minima is the smaller side), but from the larger of the two
             bounds.
Trusted.     bayes, fubini, cauchy_schwarz, total_variation, pinsker, exp_and_log, monotone_by_derivative.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from dpmean.mechanisms.hetero import minimax as hetero

from ...kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

P = Ring({"b": UNIT_CLOSED, "p": ANY, "q": ANY})
B = Ring({"b": UNIT_CLOSED})
C = Ring({"a": POSITIVE, "c": POSITIVE, "g": ANY, "t": ANY})
S = Ring({"a": POSITIVE, "s": NONNEGATIVE, "t": POSITIVE})
M = Ring({"b": UNIT_CLOSED}, powers="m")
N = Ring({"n": POSITIVE, "f": UNIT_CLOSED, "e": POSITIVE, "r": POSITIVE})
H = Ring({"n": POSITIVE, "f": UNIT_CLOSED, "h": POSITIVE, "x": FULL})
D = Ring({"x": FULL, "l": ANY})
QUARTER = Fraction(1, 4)


def l3(n: Any, f: Any, big: Any, r: Any) -> Any:
    """Return L3(r) of Appendix C."""
    return f * (big - 1) / (4 * n * (f + r * (1 - f)) ** 2)


def rest(n: Any, f: Any, r: Any) -> Any:
    """Return U(r) - L3(r)."""
    return (f + (1 - f) * r**2) / (4 * n * (f + (1 - f) * r) ** 2)


def public_term(n: Any, f: Any, e: Any) -> Any:
    """Return n f e^2 + 8 (1 - f)."""
    return n * f * e**2 + 8 * (1 - f)


def removable(m: int) -> bool:
    """Tell whether e^-eps lambda >= 1 - e^eps + e^eps lambda at lambda = 1, eps = log m, as Lemma
    2's proof says.
    """
    return Fraction(1, m) >= 1 - m + m


def printed_combination(e: Fraction) -> bool:
    """Tell whether (43) follows from (37) and (42) with n = f = 1 by the printed weights.

    That is, whether the combination of the minima is at least the minimum of the combination.
    """
    a, first, second = Fraction(6, 262), Fraction(1, 6), 1 / (32 * e**2)
    return a * min(first, QUARTER) + (1 - a) * min(second, QUARTER) >= min(
        a * first + (1 - a) * second, QUARTER
    )


def hybrids() -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    """Yield up to four users by their decays, and d."""
    for size in range(1, 5):
        for decays in combinations_with_replacement(
            [Fraction(q) for q in ("1", "2/3", "1/4", "0")], size
        ):
            for d in (Fraction(1, 3), Fraction(1)):
                yield decays, d


def randomised_responses_obey(case: tuple[tuple[Fraction, ...], Fraction]) -> bool:
    """Check that the total variation of the randomised responses is at most d T_k, for every k.

    The responses give user i her epsilon exactly.
    """
    decays, d = case
    total = Fraction(0)
    for bits in product((0, 1), repeat=len(decays)):
        one = two = Fraction(1)
        for b, bit in zip(decays, bits, strict=True):
            up, keep = (1 + d) / 2, 1 / (1 + b)
            high = up * keep + (1 - up) * (1 - keep)
            one, two = one * (high if bit else 1 - high), two * (1 - high if bit else high)
        total += abs(one - two) / 2
    for k in range(len(decays) + 1):
        left = total - d * sum((hetero.tanh_half(b) for b in decays[:k]), Fraction(0))
        if left > 0 and left**2 > d**2 * (len(decays) - k):
            return False
    return True


STEPS = (
    identity(
        "Lemma 2: the second bound of (15) is the definition for the complement",
        P,
        lambda b, p, q: ((1 - b + b * q) - p, (1 - p) - b * (1 - q)),
    ),
    identity(
        "(16): 1 - b - (p - q) is that plus (1 - b) q",
        P,
        lambda b, p, q: (1 - b - (p - q), ((1 - p) - b * (1 - q)) + (1 - b) * q),
    ),
    identity(
        "(16): 1 - b - (q - p) is p - b q plus (1 - b)(1 - q)",
        P,
        lambda b, p, q: (1 - b - (q - p), (p - b * q) + (1 - b) * (1 - q)),
    ),
    identity(
        "tanh: 1 - b - (1 + b)(p - q) is the sum of what two of the conditions say is not negative",
        P,
        lambda b, p, q: (
            hetero.tanh_half(b) * (1 + b) - (1 + b) * (p - q),
            (q - b * p) + ((1 - p) - b * (1 - q)),
        ),
    ),
    positive("tanh(eps/2) <= 1 - e^-eps", B, lambda b: (1 - b) - hetero.tanh_half(b), strict=False),
    identity(
        "randomised response attains tanh(eps/2)",
        B,
        lambda b: (1 / (1 + b) - b / (1 + b), hetero.tanh_half(b)),
    ),
    positive(
        "tanh(eps/2) <= eps/2: the derivative of the difference, db/deps = -b",
        B,
        lambda b: Fraction(1, 2) + b * hetero.tanh_half(b).derivative("b"),
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "1 - e^-eps <= eps: the derivative of the difference",
        B,
        lambda b: 1 - b,
        strict=False,
        trusts=("exp_and_log",),
    ),
    positive("1 - e^-eps <= e^eps - 1", B, lambda b: (1 / b - 1) - (1 - b), strict=False),
    counterexample(
        "proof of Lemma 2: the other lower bound is not the weaker one at lambda = 1",
        removable,
        2,
        lambda: [1],
    ),
    decomposition(
        "Le Cam: a (t - g)^2 + c (t + g)^2 is least 4 g^2 a c/(a + c)",
        C,
        lambda a, c, g, t: (
            a * (t - g) ** 2 + c * (t + g) ** 2 - 4 * g**2 * a * c / (a + c),
            [(a + c, t - g * (a - c) / (a + c))],
        ),
        ("bayes", "fubini"),
    ),
    positive(
        "2 a c/(a + c) >= min(a, c): c = a + s",
        S,
        lambda a, s: 2 * a * (a + s) / (2 * a + s) - a,
        strict=False,
    ),
    identity(
        "so the risk is at least g^2 (1 - TV), g = d/2; (28) is half of it",
        S,
        lambda s, t: (hetero.le_cam(s, t), (s / 2) ** 2 * (1 - s * t)),
        ("total_variation",),
    ),
    identity(
        "the two means are d/2 and -d/2, and the laws differ by d",
        S,
        lambda s: (((1 + s) / 2 - (1 - s) / 2) / 2, s / 2),
    ),
    identity(
        "TV^2 <= 1 - affinity^2, by Cauchy-Schwarz",
        S,
        lambda t: ((2 - 2 * t) * (2 + 2 * t) / 4, 1 - t**2),
        ("cauchy_schwarz", "fubini"),
    ),
    identity(
        "the squared affinity of the two laws is 1 - d^2",
        S,
        lambda s: (4 * ((1 + s) / 2) * ((1 - s) / 2), 1 - s**2),
    ),
    identity(
        "1 - b^m, b = 1 - d^2, grows by b^m d^2",
        M,
        lambda b, m: ((1 - b ** (m + 1)) - (1 - b**m), b**m * (1 - b)),
    ),
    identity(
        "and d^2 - b^m d^2 = d^2 (1 - b^m): so 1 - b^m <= m d^2",
        M,
        lambda b, m: (
            (m + 1) * (1 - b) - (1 - b ** (m + 1)) - (m * (1 - b) - (1 - b**m)),
            (1 - b) * (1 - b**m),
        ),
    ),
    exhaustive(
        "up to four randomised responses: TV <= d T_k for every k",
        hybrids,
        randomised_responses_obey,
        ("total_variation",),
    ),
    identity(
        "KL(P1, P2) is d log((1 + d)/(1 - d))",
        D,
        lambda x, l: ((1 + x / 2) / 2 * l + (1 - x / 2) / 2 * -l, x / 2 * l),
    ),
    positive(
        "KL <= 3 d^2 for d <= 1/2: the derivative of 3 d - log((1 + d)/(1 - d))",
        D,
        lambda x: 3 - (1 / (1 + x / 2) + 1 / (1 - x / 2)),
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "(52), (54) to (29): (n - k)/2 times 3 d^2",
        N,
        lambda n, r: (n / 2 * (3 * r**2), 3 * n / 2 * r**2),
        ("pinsker", "total_variation"),
    ),
    positive("(32): 4 times 8 is more than 3/2", N, lambda n: (4 * 8 - Fraction(3, 2)) * n),
    positive(
        "(37)-(39): d^2/8 (1 - d T) >= d^2/16 where 2 d T <= 1",
        S,
        lambda s, t: hetero.le_cam(1 / (2 * t + s), t) / 2 - (1 / (2 * t + s)) ** 2 / 16,
        strict=False,
    ),
    identity("(34) and (37): (2 T)^2 = 6 n for T^2 = 3 n/2", N, lambda n: (4 * (3 * n / 2), 6 * n)),
    identity(
        "(36) and (39): (2 T)^2 = 16 n^2 e-bar^2",
        N,
        lambda n, f, e, r: (
            (2 * (2 * n * (f * e + (1 - f) * r))) ** 2,
            16 * n**2 * (f * e + (1 - f) * r) ** 2,
        ),
    ),
    identity(
        "(40)",
        N,
        lambda n, f, e, r: (
            1 / (16 * n**2 * (f * e + (1 - f) * r * e) ** 2),
            f * (hetero.ratio_form(n, f, e) - 1) / (128 * n * (f + (1 - f) * r) ** 2),
        ),
    ),
    smt(
        "(41): a factor out of a minimum",
        {"x": REAL},
        lambda v: v.x >= 0,
        lambda v: min(v.x / 32, QUARTER) >= min(v.x, QUARTER) / 32,
        lambda v: min(v.x / 32, QUARTER) >= min(v.x, QUARTER) / 16,
    ),
    decomposition(
        "(42): (x + y)^2 <= 2 (x^2 + y^2)",
        C,
        lambda g, t: (2 * (g**2 + t**2) - (g + t) ** 2, [(1, g - t)]),
    ),
    positive(
        "(42): f <= 1",
        N,
        lambda n, f, e: (
            32 * (n**2 * f * e**2 + 8 * n * (1 - f))
            - 2 * ((4 * n * f * e) ** 2 + 16 * 8 * n * (1 - f))
        ),
        strict=False,
    ),
    identity(
        "(43): the combination with weights 6/(6 + 256 f) and 256 f/(6 + 256 f)",
        N,
        lambda n, f, e: (
            6 / (6 + 256 * f) / (6 * n)
            + 256 * f / (6 + 256 * f) / (32 * (n**2 * f * e**2 + 8 * n * (1 - f))),
            (n * f * e**2 + 8) / ((6 + 256 * f) * n * public_term(n, f, e)),
        ),
    ),
    positive("(43): 6 + 256 f <= 262", N, lambda f: 262 - (6 + 256 * f), strict=False),
    counterexample(
        "(43) by a convex combination of minima fails at n = f = 1, e1 = 1/3",
        lambda k: printed_combination(Fraction(1, k)),
        3,
        lambda: (1, 2),
    ),
    smt(
        "(43): the greater of two minima is at least the minimum of anything between",
        {"a": REAL, "b": REAL, "c": REAL},
        lambda v: v.a <= v.c and v.c <= v.b,
        lambda v: max(min(v.a, QUARTER), min(v.b, QUARTER)) >= min(v.c, QUARTER),
        lambda v: min(v.a, QUARTER) >= min(v.c, QUARTER),
    ),
    identity(
        "(44), (45): 4/262 of Theorem 1 (B)",
        N,
        lambda n, f, e: (
            (n * f * e**2 + 8) / (262 * n * public_term(n, f, e)),
            Fraction(4, 262) * hetero.saturated(n, f, hetero.ratio_form(n, f, e)),
        ),
    ),
    smt(
        "(45): that factor out of a minimum",
        {"x": REAL},
        lambda v: v.x >= 0,
        lambda v: min(v.x * 4 / 262, QUARTER) >= min(v.x, QUARTER) * 4 / 262,
        lambda v: min(v.x * 4 / 262, QUARTER) >= min(v.x, QUARTER) * 5 / 262,
    ),
    smt(
        "(46): L >= p/1048 and L >= q/512, both cut at 1/4, give the sum over 1560",
        {"l": REAL, "p": REAL, "q": REAL},
        lambda v: (
            v.p >= 0
            and v.q >= 0
            and v.l >= min(v.p, QUARTER) / 1048
            and v.l >= min(v.q, QUARTER) / 512
        ),
        lambda v: v.l >= min(v.p + v.q, QUARTER) / 1560,
        lambda v: v.l >= min(v.p + v.q, QUARTER) / 1500,
    ),
    exhaustive(
        "the shipped constants are 512 + 1048 and 16 * 262/4",
        lambda: [hetero.PRINTED],
        lambda c: c == (512 + 1048, Fraction(16 * 262, 4)) and c[0] == 1560 and c[1] == 1048,
    ),
    identity(
        "U(r) - L3(r)",
        N,
        lambda n, f, e, r: (
            hetero.proportional(n, f, e, r * e) - l3(n, f, hetero.ratio_form(n, f, e), r),
            rest(n, f, r),
        ),
    ),
    identity(
        "(47) by the quotient rule",
        N,
        lambda n, f, r: (
            (2 * (1 - f) * r * (f + (1 - f) * r) - 2 * (f + (1 - f) * r**2) * (1 - f))
            / (4 * n * (f + (1 - f) * r) ** 3),
            (1 - f) * f * (r - 1) / (2 * n * (f + r * (1 - f)) ** 3),
        ),
    ),
    positive(
        "(47): U - L3 grows for r >= 1",
        H,
        lambda n, f, h: rest(n, f, 1 + h).derivative("h"),
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "(49)",
        H,
        lambda n, f, h: (
            rest(n, f, 1 + h) - hetero.saturated(n, f, 1 + h),
            f * -h / (4 * n * (f + (1 + h) * (1 - f)) ** 2),
        ),
    ),
    positive(
        "(50): U(r) <= L2 + L3(r) for r = 1 + h x, R = 1 + h",
        H,
        lambda n, f, h, x: hetero.saturated(n, f, 1 + h) - rest(n, f, 1 + h * x),
    ),
)


def holds(shares: list[Fraction], alpha: Fraction) -> bool:
    """Check randomised responses with any decays, ascending epsilons, and d."""
    return randomised_responses_obey((tuple(sorted(shares, reverse=True)[:4]), alpha))


KL = (
    "KL(P1, P2) is d log((1 + d)/(1 - d))",
    "KL <= 3 d^2 for d <= 1/2: the derivative of 3 d - log((1 + d)/(1 - d))",
)


THEOREM = Theorem(
    id="hetero_lower_bound",
    title="The lower bound for two groups of users",
    statement="the minimax error for two groups is at least min(U, 1/4)/1560, and min(U, 1/4)/1048 "
    "where saturated, U the squared error of Theorem 1",
    source="hetero Lemmas 2, 4, 5, Theorem 2, Appendices A and C",
    steps=STEPS,
    covers=("hetero.lower_bound",),
    depends_on=("adpm_weights",),
    holds=holds,
    claims=rows(__file__),
)
