"""What a guarantee for one record says about several, and conversions between kinds of guarantees.

They are groups, post-processing, replacement from removal and addition, and pure, concentrated and
approximate DP.

Claim.       k records: (k eps, (e^(k eps) - 1)/(e^eps - 1) delta), attained; k delta where eps = 0; k^2 rho; a
             replacement: (2 eps, (1 + e^eps) delta). Post-processing costs nothing. eps-DP is
             (eps^2/2)-zCDP; rho-zCDP is (rho + 2 sqrt(rho log(1/delta)), delta)-DP for delta <= 1.
             |E X| <= sqrt(E Y^2 e^D2), |E X - E Y| <= sqrt(Var(Y) (e^D2 - 1)).
Source.      trilemma Lemmas 2.9, 4.3, D.2, D.3, Proposition D.4, Definition D.1 and the conversions after it, the
             remark of Appendix E; the corrected D.3 is Lemma C.2 of Bun and Steinke (2016).
Derivation.  (1) P_0 <= g P_1 + delta along a chain of k steps: induction. (2) E h = the integral of P(h > s): a
             randomised function is a mixture of events. (3) Groups for zCDP: Hoelder with the
             exponents p = (k a - 1)/(a (k - 1)) and (k a - 1)/(a - 1) gives D_a(P, Q) <= k a/(k a -
             1) D_a'(P, R) + D_(k a)(R, Q), a' = (k a - 1)/(k - 1); induction gives a k^2 rho. (4)
             The likelihood ratio r lies in [1/g, g] and has mean 1 under Q: r^(t + 1) is convex, so
             E r^(t + 1) <= (g^(t + 1) + g g^-(t + 1))/(1 + g) = cosh((t + 1/2) eps)/cosh(eps/2);
             tanh x <= x integrates to t (t + 1) eps^2/2. (5) P(L > eps) <= E e^(t (L - eps)) at t =
             sqrt(rho log(1/delta))/rho. (6) Cauchy-Schwarz for y and r, and for y - E Y and r - 1;
             E r^2 = e^D2 under Y's law.
Trusted.     fubini, holder, convexity, monotone_by_derivative, expectation_is_monotone, cauchy_schwarz,
             densities_decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from dpmean.mechanisms.trilemma import tradeoff as trilemma
from dpmean.privacy import conversions, groups

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive
from ...theorem import Theorem, rows

G = Ring({"b": UNIT, "d": POSITIVE, "q": NONNEGATIVE, "e": POSITIVE}, powers="k")
L = Ring(
    {
        "g": POSITIVE,
        "d": NONNEGATIVE,
        "x": FULL,
        "y": FULL,
        "s": NONNEGATIVE,
        "u": NONNEGATIVE,
        "v": NONNEGATIVE,
        "w": NONNEGATIVE,
    }
)
Z = Ring({"t": POSITIVE, "h": POSITIVE, "r": POSITIVE})  # alpha = 1 + t, k = 1 + h
C = Ring(
    {
        "s": POSITIVE,
        "w": POSITIVE,
        "t": POSITIVE,
        "e": POSITIVE,
        "r": POSITIVE,
        "q": POSITIVE,
        "h": NONNEGATIVE,
    }
)
V = Ring({"p": UNIT, "q": UNIT, "x": NONNEGATIVE, "y": NONNEGATIVE})


def alphas(t: Any, h: Any) -> tuple[Any, Any, Any]:
    """Return alpha, alpha' and k of the induction step, from alpha - 1 = t and k - 1 = h."""
    alpha, k = 1 + t, 1 + h
    return alpha, (k * alpha - 1) / (k - 1), k


def hoelder(t: Any, h: Any) -> tuple[Any, Any]:
    """Return 1 over Hoelder's exponents."""
    alpha, _, k = alphas(t, h)
    return alpha * (k - 1) / (k * alpha - 1), (alpha - 1) / (k * alpha - 1)


def misfit(t: Any, h: Any) -> Any:
    """Return the squared misfits of the exponents of p, r and q.

    They are of (p^a' r^(1-a'))^(1/first) (r^(ka) q^(1-ka))^(1/second) against p^a q^(1-a).
    """
    alpha, other, k = alphas(t, h)
    first, second = hoelder(t, h)
    return (
        (other * first - alpha) ** 2
        + ((1 - other) * first + k * alpha * second) ** 2
        + ((1 - k * alpha) * second - (1 - alpha)) ** 2
    )


def coefficients(t: Any, h: Any) -> tuple[Any, Any]:
    """Return the coefficients of D_alpha'(P, R) and D_(k alpha)(R, Q) in the bound of D_alpha(P,
    Q).
    """
    alpha, other, k = alphas(t, h)
    first, second = hoelder(t, h)
    return first * (other - 1) / (alpha - 1), second * (k * alpha - 1) / (alpha - 1)


def one_more(t: Any, h: Any, r: Any) -> tuple[Any, Any]:
    """Return the bound for k records from those for k - 1 and for 1, and alpha k^2 rho."""
    alpha, other, k = alphas(t, h)
    first, second = coefficients(t, h)
    return first * other * groups.group_rho(r, k - 1) + second * k * alpha * groups.group_rho(
        r, 1
    ), alpha * groups.group_rho(r, k)


def chain_is_private(case: tuple[Fraction, Fraction, int]) -> bool:
    """Check an event that has probability delta_i at the i-th of k + 1 data sets.

    Neighbours are (epsilon, delta)-close, and the ends meet the bound.
    """
    growth, delta, k = case
    p = [groups.group_delta(growth, growth**i, delta) for i in range(k + 1)]
    steps = all(
        y <= growth * x + delta
        and 1 - x <= growth * (1 - y) + delta
        and x <= growth * y + delta
        and 1 - y <= growth * (1 - x) + delta
        for x, y in pairwise(p)
    )
    return (
        steps
        and 0 <= p[-1] <= 1
        and p[-1] == growth**k * p[0] + groups.group_delta(growth, growth**k, delta)
    )


def chains() -> Iterator[tuple[Fraction, Fraction, int]]:
    """Yield small growths, deltas and groups for which the probabilities stay below 1/(1 +
    e^eps).
    """
    for growth, k in product((Fraction(3, 2), Fraction(2), Fraction(5)), (1, 2, 3, 4)):
        for m in (1, 2, 7):
            yield growth, (growth - 1) / (m * growth**k * (growth + 1)), k


def defined_at(epsilon: int) -> bool:
    """Tell whether the printed delta of a group of 2 exists at e^epsilon = 1 + epsilon."""
    try:
        groups.group_delta(Fraction(1 + epsilon), Fraction(1 + epsilon) ** 2, Fraction(1, 9))
    except ZeroDivisionError:
        return False
    return True


def moments(
    case: tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]],
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return E X, E Y, E Y^2 and e^D2 for laws p of X and q of Y on the points."""
    p, q, points = case
    first, second = (
        sum((w * y for w, y in zip(law, points, strict=True)), Fraction(0)) for law in (p, q)
    )
    square = sum((w * y**2 for w, y in zip(q, points, strict=True)), Fraction(0))
    return first, second, square, sum((x**2 / y for x, y in zip(p, q, strict=True)), Fraction(0))


def printed_d3(value: int) -> bool:
    """Tell whether Lemma D.3 holds as printed for X = Y = value."""
    first, _, square, growth = moments(((Fraction(1),), (Fraction(1),), (Fraction(value),)))
    return bool(first**2 <= trilemma.concentrated_mean_printed(growth, square))


def printed_d4(value: int) -> bool:
    """Tell whether Proposition D.4 holds as printed for n = 1, rho = 0 and the estimate that is
    always `value`.
    """
    return bool(
        Fraction(value) ** 2
        <= trilemma.concentrated_mean_printed(Fraction(1), Fraction(value) ** 2)
    )


def corrected_d3(
    case: tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]],
) -> bool:
    """Check both corrected forms of Lemma D.3."""
    first, second, square, growth = moments(case)
    return bool(
        first**2 <= trilemma.concentrated_mean(growth, square)
        and (first - second) ** 2 <= trilemma.concentrated_mean_printed(growth, square - second**2)
    )


def laws() -> Iterator[tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """Yield all pairs of laws with denominator 5 on three points, no mass of Y being 0."""
    parts = [
        tuple(Fraction(i, 5) for i in (a, b, 5 - a - b)) for a in range(6) for b in range(6 - a)
    ]
    for p, q in product(parts, parts):
        if all(q):
            yield p, q, (Fraction(-1), Fraction(0), Fraction(3))


STEPS = (
    identity(
        "one more record: delta_(k+1) = e^eps delta_k + delta, whatever the probability",
        G,
        lambda b, d, q, k: (
            (b ** (-k) * q + groups.group_delta(1 / b, b ** (-k), d)) / b + d,
            b ** (-(k + 1)) * q + groups.group_delta(1 / b, b ** (-(k + 1)), d),
        ),
    ),
    identity(
        "no record: no loss", G, lambda b, d: (groups.group_delta(1 / b, 1 + 0 * b, d), 0 * b)
    ),
    identity(
        "(k + 1) eps = k eps + eps",
        G,
        lambda e, k: (groups.group_epsilon(e, k + 1), groups.group_epsilon(e, k) + e),
    ),
    exhaustive("chains of at most four steps attain it", chains, chain_is_private),
    counterexample("at eps = 0 the printed fraction is 0/0", defined_at, 0, lambda: [1, 2]),
    identity(
        "eps = 0: P <= Q + k delta, one more record",
        G,
        lambda q, d, k: (q + k * d + d, q + (k + 1) * d),
    ),
    identity(
        "a replacement is a group of two",
        G,
        lambda b, d, e: (
            groups.replacement_delta(1 / b, d) + groups.group_epsilon(e, 2),
            groups.group_delta(1 / b, b ** (-2), d) + e + e,
        ),
    ),
    positive(
        "post-processing: two layers of a function into [0, 1], P_i = g Q_i + delta - s_i",
        L,
        lambda g, d, x, y, s, u, v, w: (
            g * (x * u + (1 - x) * y * v)
            + d
            - (x * (g * u + d - s) + (1 - x) * y * (g * v + d - w))
        ),
        strict=False,
        trusts=("fubini",),
    ),
    identity(
        "Hoelder's exponents", Z, lambda t, h: (hoelder(t, h)[0] + hoelder(t, h)[1], 1 + 0 * t)
    ),
    identity(
        "the exponents of p, r and q in the two factors",
        Z,
        lambda t, h: (misfit(t, h), 0 * t),
        ("holder",),
    ),
    positive("and alpha' is above 1", Z, lambda t, h: alphas(t, h)[1] - 1),
    identity(
        "the coefficients of the two divergences: k alpha/(k alpha - 1) and 1",
        Z,
        lambda t, h: (
            coefficients(t, h)[0] + coefficients(t, h)[1],
            (1 + h) * (1 + t) / ((1 + h) * (1 + t) - 1) + 1,
        ),
    ),
    identity("one more record: alpha k^2 rho", Z, one_more),
    identity(
        "the mean of a likelihood ratio on {1/g, g} is 1 at the weight 1/(1 + g)",
        G,
        lambda b: (b / (1 + b) / b + b / (1 + b), 1 + 0 * b),
    ),
    identity(
        "E r^(t+1) there is cosh((t + 1/2) eps)/cosh(eps/2): s = e^(eps/2), w = s^(2t+1)",
        C,
        lambda s, w: ((w * s + s**2 / (w * s)) / (1 + s**2), (w + 1 / w) / (s + 1 / s)),
        ("convexity",),
    ),
    positive(
        "tanh x <= x: the derivative of the difference, w = e^x = 1 + h",
        C,
        lambda h: 1 - (1 + h) * (((1 + h) ** 2 - 1) / ((1 + h) ** 2 + 1)).derivative("h"),
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "the integral of x from eps/2 to (t + 1/2) eps is t (t + 1) rho",
        C,
        lambda t, e: (
            (((t + Fraction(1, 2)) * e) ** 2 - (e / 2) ** 2) / 2,
            t * (t + 1) * conversions.rho_of_pure(e),
        ),
    ),
    identity(
        "Chernoff: t (t + 1) rho - t eps = log delta at t = q/rho, q^2 = -rho log delta",
        C,
        lambda r, q: (
            q / r * (q / r + 1) * r - q / r * conversions.epsilon_of_rho(r, q),
            -(q**2) / r,
        ),
        ("expectation_is_monotone", "densities_decide"),
    ),
    counterexample(
        "Lemma D.3 as printed for X = Y = 1: 1 <= 0", lambda v: printed_d3(v), 1, lambda: [0]
    ),
    counterexample("Proposition D.4 as printed for the estimate 1", printed_d4, 1, lambda: [0]),
    decomposition(
        "|E X|^2 <= E Y^2 e^D2, two points",
        V,
        lambda p, q, x, y: (
            trilemma.concentrated_mean(p**2 / q + (1 - p) ** 2 / (1 - q), q * x**2 + (1 - q) * y**2)
            - (p * x + (1 - p) * y) ** 2,
            [(q * (1 - q), x * (1 - p) / (1 - q) - y * p / q)],
        ),
        ("cauchy_schwarz",),
    ),
    identity(
        "|E X - E Y|^2 = Var(Y) (e^D2 - 1) for two points",
        V,
        lambda p, q, x, y: (
            trilemma.concentrated_mean_printed(
                p**2 / q + (1 - p) ** 2 / (1 - q), q * (1 - q) * (x - y) ** 2
            ),
            ((p - q) * (x - y)) ** 2,
        ),
        ("cauchy_schwarz",),
    ),
    exhaustive(
        "both corrected forms for all laws with denominator 5 on three points", laws, corrected_d3
    ),
    identity(
        "n records, order 2: the exponent is 2 n^2 rho",
        Z,
        lambda h, r: (2 * groups.group_rho(r, h), 2 * h**2 * r),
    ),
)


def holds(shares: list[Fraction], x: Fraction, extra: Fraction) -> bool:
    """Check the corrected Lemma D.3 for any laws on three points."""
    if len(shares) < 2 or not 0 < shares[0] * shares[1] < 1 or shares[0] == 1:
        return True
    a, b = shares[0], shares[1]
    q = (a * b, a * (1 - b), 1 - a)
    if not all(q):
        return True
    return corrected_d3(
        ((extra, (1 - extra) / 2, (1 - extra) / 2), q, (x, Fraction(1), Fraction(-2)))
    )


THEOREM = Theorem(
    id="trilemma_groups",
    title="Groups, post-processing, and between the kinds of guarantee",
    statement="group privacy for approximate and concentrated DP with its exact delta, a replacement "
    "as a removal and an addition, pure to concentrated to approximate DP, and the two "
    "bounds of a mean by D2",
    source="trilemma Lemmas 2.9, 4.3, D.2, D.3, Proposition D.4, Appendices D and E",
    steps=STEPS,
    covers=(
        "group.epsilon",
        "group.delta",
        "group.rho",
        "replacement.epsilon",
        "replacement.delta",
        "zcdp.rho",
        "zcdp.epsilon",
        "trilemma.zcdp_mean_bound",
    ),
    holds=holds,
    claims=rows(__file__),
)
