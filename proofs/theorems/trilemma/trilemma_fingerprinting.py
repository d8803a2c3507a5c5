"""Fingerprinting: from the derivative lemma to Theorem 2.1, every inequality of its proof.

Claim.       An (epsilon, delta)-DP estimator with the three conditions has mean absolute error at least 1/(32 n
             sinh(epsilon) g^(1/(l - 1)) + 16 n tau/g) for 16 bias <= g <= 1/5, g > 0; for l >= 2
             and 6 bias <= g at least 1/(11 n sinh(epsilon) g^(1/(l - 1)) + 11/2 n tau/g). The third
             condition holds with tau = delta^(1
             - 1/kappa).
Source.      trilemma Theorem 2.1, Lemmas 2.2 and 2.5, Equation (5), Section 1.4.
Derivation.  (1) Lemma 2.5: E f is affine in the probability of each record, where p (1 - p) d/dp is E f (X - p), and
             the records' derivatives add up; or by induction, by the product rule. (2) Averaged
             over P with density 1/(Z p (1 - p)) that is (g(b) - g(a))/Z, Z = log(b (1 - a)/(a (1 -
             b))). (3) Tails of U = (M
             - v p)(X/v - p) are compared with those for a fresh record, point by point: both sides
             pay min{delta, P(|M - v p| > x)}. (4) The rest is algebra, g^(l/(l - 1)) = g h with h =
             g^(1/(l
             - 1)). (5) Lemma 2.2 without Hoelder: min{delta, P} is at most delta below c and P
             above, and Lemma 3.1 bounds E max{0, |Y| - c}; its c is the best.
Trusted.     product_rule, primitive, fubini, expectation_is_monotone, exp_and_log, power_series.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma import margins as clipping
from dpmean.mechanisms.trilemma import tradeoff as trilemma

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
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

VALUES = [f"f{i}" for i in range(16)]
F = Ring({"p": UNIT, **dict.fromkeys(VALUES, ANY)})
W = Ring({"p": UNIT, "w": ANY, "s": ANY, "big": POSITIVE, "t": POSITIVE, "v": POSITIVE})
B = Ring({"p": FULL, "x": FULL, "y": FULL, "u": POSITIVE, "v": POSITIVE})
# m = kappa - 1, root = delta^(1/kappa), w = ((kappa - 1)/kappa)^(kappa - 1)
K = Ring({"m": POSITIVE, "a": POSITIVE, "d": POSITIVE, "root": POSITIVE, "w": UNIT_CLOSED})
# h = g^(1/(lambda - 1)), l a logarithm
C = Ring(
    {
        "n": POSITIVE,
        "s": POSITIVE,
        "tau": NONNEGATIVE,
        "g": POSITIVE,
        "h": POSITIVE,
        "t": NONNEGATIVE,
        "x": FULL,
        "l": UNIT_CLOSED,
    }
)
Z = Ring(
    {
        "n": POSITIVE,
        "s": POSITIVE,
        "tau": NONNEGATIVE,
        "v": POSITIVE,
        "a": POSITIVE,
        "b": POSITIVE,
        "bias": NONNEGATIVE,
        "l": POSITIVE,
    }
)
U = Ring({"x": FULL, "y": FULL, "e": UNIT_CLOSED})
E = Ring({"growth": POSITIVE, "p": UNIT, "plus": NONNEGATIVE, "minus": NONNEGATIVE})
S = Ring({"mean": ANY, "square": ANY, "y": ANY})

# n, e^epsilon, p, outputs, probabilities
Mechanism = tuple[
    int, Fraction, Fraction, tuple[Fraction, ...], dict[tuple[int, ...], tuple[Fraction, ...]]
]


def derivative_lemma(n: int) -> Callable[..., Any]:
    """Return both sides of Lemma 2.5 for n records and an arbitrary f."""

    def weights(p: Any) -> list[Any]:
        return [prod((p if bit else 1 - p) for bit in bits) for bits in product((0, 1), repeat=n)]

    def build(
        p: Any,
        f0: Any,
        f1: Any,
        f2: Any,
        f3: Any,
        f4: Any,
        f5: Any,
        f6: Any,
        f7: Any,
        f8: Any,
        f9: Any,
        f10: Any,
        f11: Any,
        f12: Any,
        f13: Any,
        f14: Any,
        f15: Any,
    ) -> Any:
        f = (f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15)
        if isinstance(p, Fraction):  # on numbers: the derivative of a product, factor by factor
            slopes = [
                sum(
                    prod(
                        (1 if bits[j] else -1) if i == j else (p if bits[i] else 1 - p)
                        for i in range(n)
                    )
                    for j in range(n)
                )
                for bits in product((0, 1), repeat=n)
            ]
            left = sum(f[k] * slope for k, slope in enumerate(slopes)) * p * (1 - p)
        else:
            left = (
                sum((f[k] * w for k, w in enumerate(weights(p))), 0 * p).derivative("p")
                * p
                * (1 - p)
            )
        return left, sum(
            f[k] * w * (sum(bits) - n * p)
            for k, (bits, w) in enumerate(zip(product((0, 1), repeat=n), weights(p), strict=True))
        )

    return build


def least_delta(mechanism: Mechanism) -> Fraction:
    """Return the least delta at that epsilon: the largest hockey stick of neighbours."""
    n, growth, _, _, table = mechanism
    pairs = [
        (x, y)
        for x in product((0, 1), repeat=n)
        for y in product((0, 1), repeat=n)
        if sum(a != b for a, b in zip(x, y, strict=True)) == 1
    ]
    return max(
        sum(
            (
                max(one - growth * two, Fraction(0))
                for one, two in zip(table[x], table[y], strict=True)
            ),
            Fraction(0),
        )
        for x, y in pairs
    )


def correlation_is_bounded(mechanism: Mechanism) -> bool:
    """Check the bound of E (M - p)(X_i - p), all of it by adding up.

    It is 2 sinh(eps) p (1 - p) E|M - p| + (1 + e^-eps) times the third condition's integral.
    """
    n, growth, p, outputs, table = mechanism
    chance = {x: prod((p if bit else 1 - p) for bit in x) for x in product((0, 1), repeat=n)}
    law = [sum((chance[x] * table[x][k] for x in chance), Fraction(0)) for k in range(len(outputs))]
    away = sorted({abs(y - p) for y in outputs})
    delta, integral, below = least_delta(mechanism), Fraction(0), Fraction(0)
    for level in away:
        integral += (level - below) * min(
            delta,
            sum((q for q, y in zip(law, outputs, strict=True) if abs(y - p) >= level), Fraction(0)),
        )
        below = level
    absolute = sum((q * abs(y - p) for q, y in zip(law, outputs, strict=True)), Fraction(0))
    bound = (
        2 * trilemma.half_difference(growth, 1 / growth) * p * (1 - p) * absolute
        + (1 + 1 / growth) * integral
    )
    return all(
        sum(
            (
                chance[x] * table[x][k] * (y - p) * (x[i] - p)
                for x in chance
                for k, y in enumerate(outputs)
            ),
            Fraction(0),
        )
        <= bound
        for i in range(n)
    )


def mechanisms() -> Iterator[Mechanism]:
    """Yield mechanisms of one or two records, with three outputs and rational probabilities."""
    rows = [
        (Fraction(a, 4), Fraction(b, 4), Fraction(4 - a - b, 4))
        for a, b in ((4, 0), (0, 4), (1, 1), (2, 1), (0, 1), (1, 3))
    ]
    outputs = (Fraction(-1), Fraction(1, 3), Fraction(2))
    for growth, p in product(
        (Fraction(1), Fraction(3, 2), Fraction(4)), (Fraction(1, 5), Fraction(1, 2))
    ):
        for zero, one in product(rows, repeat=2):
            yield 1, growth, p, outputs, {(0,): zero, (1,): one}
            yield (
                2,
                growth,
                p,
                outputs,
                {(0, 0): zero, (0, 1): rows[2], (1, 0): rows[3], (1, 1): one},
            )


def shipped() -> list[tuple[Any, Any]]:
    """Return shipped values with rational roots, and what they must be."""
    d = Decay.from_decay(Fraction(1, 2))  # sinh = 3/4
    return [
        (trilemma.third_condition(Fraction(1, 16), Fraction(2)), Fraction(1, 4)),
        (trilemma.third_condition(Fraction(1, 27), Fraction(3)), Fraction(1, 9)),
        (trilemma.third_condition(Fraction(0), Fraction(3)), 0),
        (trilemma.sinh(d), Fraction(3, 4)),
        (
            trilemma.general_lower_bound(5, d, Fraction(3, 200), Fraction(0), Fraction(2)),
            trilemma.tradeoff(
                5, Fraction(3, 4), Fraction(3, 200), Fraction(1, 10), Fraction(1, 10)
            ),
        ),
        (
            trilemma.general_lower_bound(5, d, Fraction(3, 200), Fraction(1, 90), Fraction(2)),
            trilemma.tradeoff(
                5, Fraction(3, 4), Fraction(3, 200), Fraction(16, 90), Fraction(16, 90)
            ),
        ),
        (
            trilemma.general_lower_bound(5, d, Fraction(10), Fraction(0), Fraction(2)),
            trilemma.tradeoff(5, Fraction(3, 4), Fraction(10), Fraction(1, 5), Fraction(1, 5)),
        ),
    ]


STEPS = (
    *(identity(f"Lemma 2.5 for n = {n} and every f", F, derivative_lemma(n)) for n in (1, 2, 3, 4)),
    identity(
        "Lemma 2.5, induction: D = w S is kept by a record 1, D = p (1 - p) w'",
        W,
        lambda p, w, s: (w * s * p + p * (1 - p) * w, w * p * (s + 1 - p)),
        ("product_rule",),
    ),
    identity(
        "and by a record 0",
        W,
        lambda p, w, s: (w * s * (1 - p) - p * (1 - p) * w, w * (1 - p) * (s - p)),
        ("product_rule",),
    ),
    identity(
        "the score of a record has mean 0", W, lambda p: (p * (1 - p) + (1 - p) * (0 - p), 0 * p)
    ),
    identity(
        "of v Bernoulli(p), mean v p, it is (x/v - p)/(v p (1 - p)): for x = v the slope of "
        "log p over v",
        W,
        lambda p, v: ((v / v - p) / (v * p * (1 - p)), 1 / p / v),
    ),
    identity(
        "and for x = 0 that of log(1 - p)",
        W,
        lambda p, v: ((0 - p) / (v * p * (1 - p)), -1 / (1 - p) / v),
    ),
    positive(
        "the moment: (1 - p) p^l + p (1 - p)^l <= 2 p, p^l = p x, (1 - p)^l = y",
        B,
        lambda p, x, y: 2 * p - ((1 - p) * (p * x) + p * y),
        strict=False,
        trusts=("exp_and_log",),
    ),
    positive(
        "for l >= 2 it is at most p (1 - p)",
        B,
        lambda p, x, y: p * (1 - p) - ((1 - p) * (p**2 * x) + p * ((1 - p) ** 2 * y)),
        strict=False,
        trusts=("exp_and_log",),
    ),
    positive(
        "(2 p)^(-1/l) <= 1/p: 2 p = u x for u = (2 p)^(1/l)",
        B,
        lambda x, u: u - u * x / 2,
        strict=False,
        trusts=("exp_and_log",),
    ),
    positive("2 p v^l <= 1 for p <= b, 2 b v^l = y", B, lambda x, y: 1 - x * y, strict=False),
    identity(
        "the slope of the log-odds is 1/(p (1 - p))",
        W,
        lambda p: (1 / p + 1 / (1 - p), 1 / (p * (1 - p))),
        ("primitive",),
    ),
    identity(
        "so its density times p (1 - p) is 1/Z",
        W,
        lambda p, big: (1 / (p * (1 - p) * big) * (p * (1 - p)), 1 / big),
        ("fubini",),
    ),
    identity(
        "the log-odds differ by log(b (1 - a)/(a (1 - b)))",
        Z,
        lambda a, b: (
            (b / (1 + b)) / (1 - b / (1 + b)) / ((a / (1 + a)) / (1 - a / (1 + a))),
            (b / (1 + b)) * (1 - a / (1 + a)) / ((a / (1 + a)) * (1 - b / (1 + b))),
        ),
        ("exp_and_log",),
    ),
    smt(
        "by the bias, g(b) - g(a) >= v b - v a - 2 beta",
        {"x": REAL, "y": REAL, "s": REAL, "t": REAL, "bias": REAL},
        lambda v: abs(v.x - v.s) <= v.bias and abs(v.y - v.t) <= v.bias,
        lambda v: v.y - v.x >= v.t - v.s - 2 * v.bias,
        lambda v: v.y - v.x >= v.t - v.s - v.bias,
    ),
    smt(
        "|x/v - p| <= 1",
        {"i": INT, "p": REAL},
        lambda v: v.i >= 0 and v.i <= 1 and v.p >= 0 and v.p <= 1,
        lambda v: abs(v.i - v.p) <= 1,
        lambda v: abs(v.i - v.p) < 1,
    ),
    smt(
        "|U| <= T and P(U > t) <= e^eps P(U' > t) + delta: so P(U > t) <= e^eps P(U' > t) + "
        "min{delta, P(T > t)}",
        {"p": REAL, "q": REAL, "t": REAL, "d": REAL},
        lambda v: v.q >= 0 and v.p <= v.t and v.p <= v.q + v.d,
        lambda v: v.p <= v.q + min(v.d, v.t),
        lambda v: v.p <= v.q + min(v.d, v.t) - v.q,
        ("fubini",),
    ),
    smt(
        "P(U < -t) >= e^-eps (P(U' < -t) - delta), and not negative: so it is at least e^-eps "
        "(P(U' < -t) - min{delta, P(T > t)})",
        {"p": REAL, "q": REAL, "t": REAL, "d": REAL},
        lambda v: v.p >= 0 and v.q <= v.t and v.p >= v.q - v.d,
        lambda v: v.p >= v.q - min(v.d, v.t),
        lambda v: v.p >= v.q - min(v.d, v.t) / 2,
        ("fubini",),
    ),
    identity(
        "for a fresh record E max{U', 0} = p (1 - p) E|M - v p|",
        E,
        lambda p, plus, minus: (
            p * (1 - p) * plus + (1 - p) * p * minus,
            p * (1 - p) * (plus + minus),
        ),
        ("fubini",),
    ),
    identity(
        "and so is E max{-U', 0}: 2 sinh(eps) p (1 - p) E|M - v p| in all",
        E,
        lambda growth, p, plus, minus: (
            (growth - 1 / growth) * (p * (1 - p) * minus + (1 - p) * p * plus),
            2 * trilemma.half_difference(growth, 1 / growth) * p * (1 - p) * (plus + minus),
        ),
    ),
    exhaustive(
        "mechanisms with one or two records and three outputs obey it",
        mechanisms,
        correlation_is_bounded,
    ),
    positive("1 + e^-eps <= 2", U, lambda e: 2 - (1 + e), strict=False),
    positive(
        "p (1 - p) <= b (1 - b) for p = b x, b = y/2",
        U,
        lambda x, y: y / 2 * (1 - y / 2) - x * y / 2 * (1 - x * y / 2),
        strict=False,
    ),
    positive("b (1 - b) <= b", U, lambda y: y - y * (1 - y), strict=False),
    identity(
        "rearranged: the shipped formula",
        Z,
        lambda n, s, tau, v, a, b, bias, l: (
            trilemma.fingerprint(n, s, tau, v, a, b, bias, l) * n * 2 * (s * b + tau),
            (v * (b - a) - 2 * bias) / l,
        ),
    ),
    positive(
        "2 (1 - a)/(1 - 2 a) <= 8/3 for a = x/5",
        U,
        lambda x: Fraction(8, 3) - 2 * (1 - x / 5) / (1 - 2 * x / 5),
        strict=False,
    ),
    positive_in_balls(
        "8/3 < e",
        {"x": (Fraction(1), Fraction(1))},
        lambda x: x.exp() - Fraction(8, 3),
        ("exp_and_log",),
    ),
    positive(
        "4^(-1/l) >= 1/4: 1 - 1/l >= 0", K, lambda m: 1 - 1 / (1 + m), trusts=("exp_and_log",)
    ),
    identity(
        "b = 2 a, v = (4 a)^(-1/l), a = g h: v (b - a) = 4^(-1/l) a^(1 - 1/l) = 4^(-1/l) g, "
        "and 2 a (1 - a)/(a (1 - 2 a)) is the argument",
        C,
        lambda g, h, t: ((Fraction(1, 4) + t) / h * (2 * g * h - g * h), (Fraction(1, 4) + t) * g),
    ),
    positive(
        "first inequality: 4^(-1/l) >= 1/4 and the logarithm is at most 1",
        C,
        lambda n, s, tau, g, h, t, x, l: (
            trilemma.fingerprint(
                n, s, tau, (Fraction(1, 4) + t) / h, g * h, 2 * g * h, g * x / 8, l
            )
            - (g - 8 * (g * x / 8)) / (8 * n * (s * 2 * g * h + tau))
        ),
        strict=False,
    ),
    positive(
        "second inequality: g - 8 beta >= g/2 for 16 beta <= g",
        C,
        lambda g, x: g - 8 * (g * x / 16) - g / 2,
        strict=False,
    ),
    identity(
        "last equality",
        C,
        lambda n, s, tau, g, h: (
            g / 2 / (8 * n * (s * 2 * (g * h) + tau)),
            trilemma.tradeoff(n, s, tau, g, h),
        ),
    ),
    positive(
        "Theorem 2.1 in one: the formula before its constants is at least the shipped bound",
        C,
        lambda n, s, tau, g, h, t, x, l: (
            trilemma.fingerprint(
                n, s, tau, (Fraction(1, 4) + t) / h, g * h, 2 * g * h, g * x / 16, l
            )
            - trilemma.tradeoff(n, s, tau, g, h)
        ),
        strict=False,
    ),
    positive(
        "a = g^(l/(l - 1)) <= g <= 1/5, so b <= 1/2",
        U,
        lambda x, y: Fraction(1, 2) - 2 * (x / 5 * y),
        trusts=("exp_and_log",),
    ),
    positive(
        "2^(-1/l) >= 2^(-1/2) for l >= 2: 1/2 - 1/l >= 0",
        K,
        lambda m: Fraction(1, 2) - 1 / (2 + m),
        trusts=("exp_and_log",),
    ),
    exhaustive("2^(-1/2) >= 7/10", lambda: [Fraction(7, 10)], lambda c: 2 * c**2 <= 1),
    positive(
        "l >= 2, v = (2 a)^(-1/l), 6 beta <= g: 11 for 32 and 11/2 for 16",
        C,
        lambda n, s, tau, g, h, t, x, l: (
            trilemma.fingerprint(
                n, s, tau, (Fraction(7, 10) + t) / h, g * h, 2 * g * h, g * x / 6, l
            )
            - 1 / (11 * n * s * h + Fraction(11, 2) * n * tau / g)
        ),
        strict=False,
    ),
    decomposition(
        "(E Y)^2 <= E Y^2: Jensen",
        S,
        lambda mean, y: (y**2 - 2 * y * mean + mean**2, [(1, y - mean)]),
        ("expectation_is_monotone",),
    ),
    smt(
        "Lemma 2.2: min{delta, P} is at most delta, and at most P",
        {"d": REAL, "p": REAL},
        lambda v: v.d >= 0 and v.p >= 0,
        lambda v: min(v.d, v.p) <= v.d and min(v.d, v.p) <= v.p,
        lambda v: min(v.d, v.p) < v.d,
        ("fubini",),
    ),
    identity(
        "delta c + K alpha^k/c^(k - 1) = alpha delta^(1 - 1/k) at c = (k - 1)/k alpha delta^(-1/k)",
        K,
        lambda m, a, d, root, w: (
            d * (m / (1 + m) * a / root) + clipping.excess_constant(1 + m, w) * a * (d / root) / w,
            a * (d / root),
        ),
        ("fubini", "expectation_is_monotone"),
    ),
    identity(
        "it is attained by |Y| = alpha delta^(-1/k) with probability delta",
        K,
        lambda a, d, root: (d * (a / root), a * (d / root)),
    ),
    exhaustive(
        "the shipped formulas where roots are rational",
        shipped,
        lambda pair: compare(pair[0], Fraction(pair[1])) == 0,
    ),
    positive(
        "a smaller tau gives more",
        C,
        lambda n, s, tau, g, h, t: (
            trilemma.tradeoff(n, s, tau, g, h) - trilemma.tradeoff(n, s, tau + t, g, h)
        ),
        strict=False,
    ),
    identity("tau/delta = delta^(-1/kappa)", K, lambda d, root: (d / root / d, 1 / root)),
    counterexample(
        "at kappa = 2 tau is not delta: delta = 1/4",
        lambda d: trilemma.third_condition(d, Fraction(2)) <= d,
        Fraction(1, 4),
        lambda: [Fraction(1), Fraction(0)],
    ),
    identity(
        "sinh(eps) = e^eps/2 - e^-eps/2",
        E,
        lambda growth: (trilemma.half_difference(growth, 1 / growth), growth / 2 - 1 / growth / 2),
    ),
    positive(
        "sinh(eps) >= eps and <= eps cosh(eps): coefficients 1/(2 k + 1)! <= 1/(2 k)!",
        K,
        lambda m: (2 * m + 1) - 1,
        trusts=("power_series",),
    ),
    counterexample(
        "sinh(log 2) is not e^eps/2",
        lambda b: trilemma.half_difference(1 / b, b) == 1 / b / 2,
        Fraction(1, 2),
    ),
    positive(
        "where v (b - a) >= 4 beta the slope in mu is at least 1/2 on average: 1 - 2 beta/(v "
        "(b - a))",
        C,
        lambda g, x: (1 - 2 * (g * x / 4) / g) - Fraction(1, 2),
        strict=False,
    ),
    identity(
        "averaging m runs: bias b, variance s/m",
        W,
        lambda w, s, t: (s**2 / t + w**2, (t * (s**2 + w**2) + t * (t - 1) * w**2) / t**2),
    ),
)


def holds(shares: list[Fraction], offsets: list[int], decay: Fraction, alpha: Fraction) -> bool:
    """Check any mechanism of one record with three outputs."""
    one, two, three, four = [*shares, Fraction(1, 3), Fraction(1), Fraction(0), Fraction(1, 2)][:4]
    outputs = tuple(Fraction(o) for o in [*offsets, 0, 1, 2][:3])
    table: dict[tuple[int, ...], tuple[Fraction, ...]] = {
        (0,): (one, (1 - one) * two, (1 - one) * (1 - two)),
        (1,): (three, (1 - three) * four, (1 - three) * (1 - four)),
    }
    return correlation_is_bounded((1, 1 / decay, (1 + alpha) / 4, outputs, table))


THEOREM = Theorem(
    id="trilemma_fingerprinting",
    title="Fingerprinting: the general lower bound",
    statement="the mean absolute error is at least 1/(32 n sinh(eps) g^(1/(l - 1)) + 16 n tau/g) for "
    "16 beta <= g <= 1/5, and tau = delta^(1 - 1/kappa) will do",
    source="trilemma Theorem 2.1, Lemmas 2.2, 2.5",
    steps=STEPS,
    covers=("trilemma.general_lower_bound", "trilemma.third_condition"),
    depends_on=("trilemma_clipping",),
    holds=holds,
    claims=rows(__file__),
)
