"""The trilemma: the best gamma, Corollary 2.3, Theorems 2.4 and 1.2 with constants, and where
epsilon must be bounded.

Claim.       Equation (4) is the best gamma; Corollary 2.3 and the first inequality of Theorem 2.4 follow. Theorem 1.2
             holds with the constant 1/(2^20 K^2), K = 49100 >= sinh(eps)/eps for eps^2 <= 200. The
             last inequality of Theorem 2.4 holds for bounded epsilon only: staircase noise of gamma
             = e^(-eps/3) has variance at most 2 e^(-2 eps/3), so for every c in (0, 1], n = 1 and
             eps >= 36/c there is a pure-DP estimator of small bias with error below c (1/sqrt n +
             1/(n eps beta)).
Source.      trilemma Theorems 1.2 and 2.4, Corollary 2.3, Equations (2)-(4), Section 1.3.
Derivation.  (1) With U = u^(1/(l - 1)), u = gamma/gamma*, the denominator of Theorem 2.1 is 32 n s h (U + U^-(l - 1)/(l
             - 1)), and U^-k >= 1 - k (U - 1); away from U = 1 it grows on both sides. (2) At gamma*
             the two terms are in the ratio l - 1; above, the second is smaller. (3) Name and shame
             has squared error 2/(n delta): for n = 1 and delta = eps^2/200 that is 400/eps^2, less
             than any multiple of 1/(eps^2 sqrt delta). (4) e^y >= y^2/2 gives eps e^(-eps/3) <=
             18/eps.
Trusted.     exp_and_log, power_series, expectation_is_monotone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions import staircase
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number
from dpmean.mechanisms.trilemma import margins as clipping
from dpmean.mechanisms.trilemma import tradeoff as trilemma

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT_CLOSED, Ring
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

# h = g^(1/m), m = lambda - 1
O = Ring(
    {
        "n": POSITIVE,
        "s": POSITIVE,
        "g": POSITIVE,
        "h": POSITIVE,
        "m": POSITIVE,
        "x": FULL,
        "y": POSITIVE,
        "r": POSITIVE,
        "u": POSITIVE,
        "k": POSITIVE,
        "z": NONNEGATIVE,
    }
)
T = Ring(
    {
        "n": POSITIVE,
        "e": POSITIVE,
        "s": POSITIVE,
        "t": NONNEGATIVE,
        "b": POSITIVE,
        "d": POSITIVE,
        "y": POSITIVE,
        "k": POSITIVE,
        "x": UNIT_CLOSED,
    }
)
Q = Ring(
    {
        "q": UNIT_CLOSED,
        "c": POSITIVE,
        "e": POSITIVE,
        "t": UNIT_CLOSED,
        "z": NONNEGATIVE,
        "b": UNIT_CLOSED,
    }
)
K = 49100
SMALL = Fraction(1, 10**9)
# 1/(sqrt 18 + 1024) and more: max{x/sqrt 18, y/1024} >= (x + y)/1029
AS_EPSILON_VANISHES = Fraction(1, 1029)


def attained(bias: Fraction, b: Any, g: Any) -> Any:
    """Return a bound of the squared error of one record, clipped to have this bias, for a mean in
    [0, 1].

    It is released with staircase noise, b = e^-epsilon.
    """
    return (
        1
        + bias**2
        + staircase.moment(
            2, b, g, clipping.widened(0, 1, clipping.clipped_margin(bias, Fraction(2), "exact"))
        )
    )


def _at(epsilon: int) -> Number:
    """Return that bound for bias 10^-9 and gamma = e^(-epsilon/3)."""
    found: Number = attained(SMALL, reals.exp(Fraction(-epsilon)), reals.exp(Fraction(-epsilon, 3)))
    return found


def printed_last_bound(epsilon: int) -> bool:
    """Tell whether the error is at least 1/1029 (1/sqrt n + 1/(n eps beta)): n = 1, delta = 0, bias
    10^-9.
    """
    claimed = AS_EPSILON_VANISHES * (1 + 1 / (epsilon * SMALL))
    return compare(_at(epsilon), claimed**2) >= 0


def constant_of_theorem_1_2(epsilon: int) -> bool:
    """Tell whether the squared error is at least 1/300 of 1/(n eps beta)^2: n = 1, delta small,
    bias 10^-9.
    """
    return compare(_at(epsilon), 1 / (epsilon * SMALL) ** 2 / 300) >= 0


def printed_square(k: int) -> bool:
    """Tell whether name and shame's squared error is at least 1/2048 of 1/(n^2 eps^2 sqrt delta).

    The setting is n = 1, eps = 1/k, delta = eps^2/200, with mean and variance at most 1.
    """
    delta = Fraction(1, 200 * k**2)
    return clipping.named_error(1, delta, 1, 1) ** 2 * delta * 2048**2 >= k**4


def shipped() -> list[tuple[Any, Any]]:
    """Return shipped values with rational roots, and what they must be; sinh = 3/4."""
    d = Decay.from_decay(Fraction(1, 2))
    return [
        (
            trilemma.lower_bound(1, d, Fraction(3, 800) ** 2, Fraction(0)),
            Fraction(1) / (64 * Fraction(3, 4) * Fraction(1, 20)),
        ),
        (
            trilemma.lower_bound(1, d, Fraction(0), Fraction(1, 320)),
            Fraction(1) / (64 * Fraction(3, 4) * Fraction(1, 20)),
        ),
        (trilemma.lower_bound(6, d, Fraction(0), Fraction(1, 80)) ** 2, Fraction(1, 48)),
        (
            trilemma.lower_bound_of_moment(2, d, Fraction(0), Fraction(1, 100), Fraction(3)),
            Fraction(1) / (32 * 2 * Fraction(3, 4) * Fraction(3, 2) * Fraction(2, 5)),
        ),
        (
            trilemma.lower_bound_of_moment(2, d, Fraction(3, 500) ** 2, Fraction(0), Fraction(3)),
            Fraction(1) / (32 * 2 * Fraction(3, 4) * Fraction(3, 2) * Fraction(1, 5)),
        ),
        (trilemma.least_bias(1, d, Fraction(0), Fraction(1, 2)), Fraction(1, 384)),
        (trilemma.least_bias(1, d, Fraction(3, 800) ** 2, Fraction(1, 2)), 0),
        (
            trilemma.least_bias(1, Decay.from_decay(Fraction(9, 10)), Fraction(0), Fraction(1, 4)),
            Fraction(1, 80),
        ),
    ]


def forces(case: tuple[int, Fraction, Fraction]) -> bool:
    """Check that with the least bias the bound is at most the error, and with 99/100 of it more."""
    n, b, error = case
    d = Decay.from_decay(b)
    least = trilemma.least_bias(n, d, Fraction(0), error)
    assert isinstance(least, Fraction)
    return (
        compare(trilemma.lower_bound(n, d, Fraction(0), least), error)
        <= 0
        < compare(trilemma.lower_bound(n, d, Fraction(0), least * Fraction(99, 100)), error)
    )


STEPS = (
    identity(
        "Equation (4): gamma^(l/(l - 1)) = (l - 1) tau/(2 sinh), so tau = 2 sinh g h/(l - 1)",
        O,
        lambda s, g, h, m: (trilemma.unclipped_gamma(1 + m, s, 2 * s * g * h / m), g * h),
    ),
    identity(
        "the denominator at u gamma* exceeds that at gamma* by what U^-k >= 1 - k (U - 1) says "
        "is not negative, 1/u = U^-k",
        O,
        lambda n, s, g, h, m, y, u: (
            1 / trilemma.tradeoff(n, s, 2 * s * g * h / m, g * u, h * y)
            - 1 / trilemma.tradeoff(n, s, 2 * s * g * h / m, g, h),
            32 * n * s * h / m * (1 / u - (1 - m * (y - 1))),
        ),
        ("exp_and_log",),
    ),
    identity(
        "from u on by a factor, r of U and 1/k of 1/u: (r - 1)(U - 1/u) and the same inequality",
        O,
        lambda n, s, g, h, m, y, u, r, k: (
            1 / trilemma.tradeoff(n, s, 2 * s * g * h / m, g * u / k, h * y * r)
            - 1 / trilemma.tradeoff(n, s, 2 * s * g * h / m, g * u, h * y),
            32 * n * s * h * ((r - 1) * (y - 1 / u) + (k - (1 - m * (r - 1))) / (u * m)),
        ),
        ("exp_and_log",),
    ),
    positive(
        "which is not negative away from U = 1: both factors have one sign",
        O,
        lambda x, y, z: y * (1 + z - x),
        strict=False,
    ),
    identity(
        "Corollary 2.3 where gamma is not clipped: 16 n tau/gamma is 1/(l - 1) of the other term",
        O,
        lambda n, s, g, h, m: (
            trilemma.tradeoff(n, s, 2 * s * g * h / m, g, h),
            trilemma.at_best(n, s, 1 + m, h),
        ),
    ),
    positive(
        "and where gamma = 16 beta is greater than the best: it is less",
        O,
        lambda n, s, g, h, m, x: (
            trilemma.tradeoff(n, s, 2 * s * g * h / m * x, g, h) - trilemma.at_best(n, s, 1 + m, h)
        ),
        strict=False,
    ),
    positive(
        "a smaller maximum gives more",
        O,
        lambda n, s, h, m, z: (
            trilemma.at_best(n, s, 1 + m, h) - trilemma.at_best(n, s, 1 + m, h + z)
        ),
        strict=False,
    ),
    identity(
        "the exponent of 5 is 1 + 1/(l - 1) = l/(l - 1)", O, lambda m: (1 + 1 / m, (1 + m) / m)
    ),
    identity(
        "sqrt delta = 2 sinh/(5^(l/(l - 1)) (l - 1)) x gives gamma^(l/(l - 1)) = x/5^(l/(l - 1))",
        O,
        lambda s, m, r, x: (trilemma.unclipped_gamma(1 + m, s, 2 * s / (r * m) * x), x / r),
        ("exp_and_log",),
    ),
    exhaustive(
        "16 bias <= 1/5 is bias <= 1/80",
        lambda: [trilemma.BIAS_MOST],
        lambda b: 16 * b == trilemma.GAMMA_MOST == Fraction(1, 5),
    ),
    identity(
        "Theorem 2.4: 64 n sinh",
        O,
        lambda n, s, h: (trilemma.at_best(n, s, 2, h), 1 / (64 * n * s * h)),
    ),
    identity(
        "sqrt delta/(2 sinh)", O, lambda s, h: (trilemma.unclipped_gamma(2, s, h), h / (2 * s))
    ),
    exhaustive(
        "its condition is 2/25 sinh",
        lambda: [2],
        lambda l: Fraction(2, 5**2 * (l - 1)) == Fraction(2, 25),
    ),
    smt(
        "of two lower bounds the greater is one",
        {"a": REAL, "p": REAL, "q": REAL},
        lambda v: v.a >= v.p and v.a >= v.q,
        lambda v: v.a >= max(v.p, v.q),
        lambda v: v.a >= v.p + v.q,
    ),
    smt(
        "which is at least half of their sum",
        {"p": REAL, "q": REAL},
        lambda v: v.p >= 0 and v.q >= 0,
        lambda v: 2 * max(v.p, v.q) >= v.p + v.q,
        lambda v: max(v.p, v.q) >= v.p + v.q,
    ),
    exhaustive(
        "the shipped values where roots are rational",
        shipped,
        lambda pair: compare(pair[0], Fraction(pair[1])) == 0,
    ),
    identity(
        "the least bias: at 16 bias = 1/(64 n sinh error) the bound is the error",
        O,
        lambda n, s, r: (trilemma.at_best(n, s, 2, trilemma.bias_needed(n, s, r)), r),
    ),
    exhaustive(
        "and 99/100 of it is not enough",
        lambda: [
            (n, b, e)
            for n in (1, 7)
            for b in (Fraction(1, 2), Fraction(1, 5))
            for e in (Fraction(1, 2), Fraction(3, 4))
        ],
        forces,
    ),
    positive(
        "Theorem 1.2's delta <= eps^2/200 is within Theorem 2.4's condition, sinh = eps + t",
        T,
        lambda e, t: (Fraction(2, 25) * (e + t)) ** 2 - e**2 / 200,
        trusts=("power_series",),
    ),
    exhaustive("and its bias too", lambda: [Fraction(1, 100)], lambda b: b <= trilemma.BIAS_MOST),
    positive_in_balls(
        "sinh(eps) <= 49100 eps at eps^2 = 200; sinh(eps)/eps grows",
        {"e": (Fraction(200), Fraction(200))},
        lambda e: K * e.root(2) - trilemma.half_difference(e.root(2).exp(), 1 / e.root(2).exp()),
        ("power_series",),
    ),
    positive(
        "first term, sinh = K eps x: 1/(2^20 K^2) of 1/(n eps beta)^2",
        T,
        lambda n, e, b, x: (
            trilemma.at_best(n, K * e * x, 2, 16 * b) ** 2 - 1 / (2**20 * K**2 * (n * e * b) ** 2)
        ),
        strict=False,
    ),
    identity(
        "second term: 1/(2048 n^2 sinh sqrt delta), sqrt delta = 2 sinh y^2",
        T,
        lambda n, s, y: (trilemma.at_best(n, s, 2, y) ** 2, 1 / (2048 * n**2 * s * (2 * s * y**2))),
    ),
    positive(
        "which is 1/(2048 K) of 1/(n^2 eps sqrt delta)",
        T,
        lambda n, e, d, x: 1 / (2048 * n**2 * (K * e * x) * d) - 1 / (2048 * K * n**2 * e * d),
        strict=False,
    ),
    counterexample(
        "no constant above 1/300 will do in Theorem 1.2: eps = 14, staircase noise",
        lambda e: constant_of_theorem_1_2(e),
        14,
        lambda: range(1, 14),
    ),
    identity(
        "Corollary 2.3 squared, largest = (16 beta)^(1/(l - 1)): ((l - 1)/(32 l))^2/(n sinh "
        "largest)^2",
        O,
        lambda n, s, h, m: (
            trilemma.at_best(n, s, 1 + m, h) ** 2,
            (m / (32 * (1 + m))) ** 2 / (n * s * h) ** 2,
        ),
    ),
    decomposition(
        "alpha^2 - bias^2 is a variance: E (Y - E Y)^2 >= 0",
        T,
        lambda n, e: (n**2 - 2 * n * e + e**2, [(1, n - e)]),
        ("expectation_is_monotone",),
    ),
    positive(
        "sqrt delta = beta^2 eps x: the first term is the smaller one",
        T,
        lambda n, e, b, x: 1 / (n**2 * e * (b**2 * e * x)) - 1 / (n * e * b) ** 2,
        strict=False,
    ),
    positive(
        "sqrt delta = beta^2 eps (1 + t): the second is",
        T,
        lambda n, e, b, t: 1 / (n * e * b) ** 2 - 1 / (n**2 * e * (b**2 * e * (1 + t))),
        strict=False,
    ),
    smt(
        "three lower bounds: a third of the sum",
        {"a": REAL, "p": REAL, "q": REAL, "r": REAL},
        lambda v: v.a >= v.p and v.a >= v.q and v.a >= v.r,
        lambda v: 3 * v.a >= v.p + v.q + v.r,
        lambda v: 2 * v.a >= v.p + v.q + v.r,
    ),
    positive(
        "1/(6 (n + 2)) >= 1/(18 n), n = 1 + t",
        T,
        lambda t: trilemma.uniform_risk(1 + t) - 1 / (18 * (1 + t)),
        strict=False,
    ),
    counterexample(
        "eps^2 for eps: at eps = 1/57927 name and shame errs by less than 1/2048 of 1/(n^2 "
        "eps^2 sqrt delta)",
        lambda k: printed_square(k),
        57927,
        lambda: range(1, 57927),
    ),
    positive(
        "and for every constant c where 1/eps >= 1 + 29/c: its square is below c^2/(eps^4 "
        "delta), delta = eps^2/200",
        T,
        lambda e, t: (
            e**2 * (1 + 29 / e + t) ** 6 * 200
            - clipping.named_error(1, 1 / (200 * (1 + 29 / e + t) ** 2), 1, 1) ** 2
        ),
    ),
    positive(
        "staircase noise of gamma = q = e^(-eps/3) has variance at most 2 q^2, q <= 1/2",
        Q,
        lambda q: 2 * (q / 2) ** 2 - staircase.moment(2, (q / 2) ** 3, q / 2, 1),
    ),
    identity(
        "eps q <= 18/eps, from e^y >= y^2/2 at y = eps/3",
        Q,
        lambda e: (e / ((e / 3) ** 2 / 2), 18 / e),
        ("power_series",),
    ),
    positive(
        "so at n = 1, q eps = c t/2 and 1/beta = 2 eps/c (1 + z) + 80 the error is below "
        "c/(eps beta)",
        Q,
        lambda c, e, t, z: (
            c**2 * (2 * e / c * (1 + z) + 80) ** 2 / e**2
            - (
                1
                + 1 / (2 * e / c * (1 + z) + 80) ** 2
                + 2
                * (c * t / (2 * e)) ** 2
                * clipping.widened(
                    0, 1, clipping.excess_margin(Fraction(2), (2 * e / c * (1 + z) + 80) / 2)
                )
                ** 2
            )
        ),
    ),
    counterexample(
        "Theorem 2.4's last bound with its constants for eps -> 0 fails at n = 1, eps = 29",
        lambda e: printed_last_bound(e),
        29,
        lambda: range(1, 29),
    ),
    positive(
        "as formulas: eps/sinh(eps) <= 6/(6 + eps^2), which is below every constant, sinh = "
        "eps + eps^3/6 + t",
        T,
        lambda n, e, b, t: (
            6 / (6 + e**2) / (1024 * n * e * b) - trilemma.at_best(n, e + e**3 / 6 + t, 2, 16 * b)
        ),
        strict=False,
        trusts=("power_series",),
    ),
)


def holds(n: int, decay: Fraction, alpha: Fraction, extra: Fraction) -> bool:
    """Check that Theorem 2.1 at any gamma is at most the shipped bound, lambda = 2, and Corollary
    2.3 at most that.
    """
    d = Decay.from_decay(decay)
    s, bias = trilemma.half_difference(1 / decay, decay), alpha / 80
    tau = 2 * s / 25 * (extra + Fraction(1, 50)) / (1 + Fraction(1, 50))
    best = trilemma.general_lower_bound(n + 1, d, tau, bias, Fraction(2))
    gammas = [16 * bias + (Fraction(1, 5) - 16 * bias) * Fraction(i, 8) for i in range(9)]
    return (
        all(compare(trilemma.tradeoff(n + 1, s, tau, g, g), best) <= 0 for g in gammas if g)
        and compare(trilemma.lower_bound_of_moment(n + 1, d, tau**2, bias, Fraction(2)), best) <= 0
    )


FIRST, SECOND = (
    ("first term, sinh = K eps x: 1/(2^20 K^2) of 1/(n eps beta)^2",),
    (
        "second term: 1/(2048 n^2 sinh sqrt delta), sqrt delta = 2 sinh y^2",
        "which is 1/(2048 K) of 1/(n^2 eps sqrt delta)",
    ),
)


THEOREM = Theorem(
    id="trilemma_tradeoff",
    title="The trilemma of bias, accuracy and privacy",
    statement="Corollary 2.3, Theorem 2.4 and Theorem 1.2 with their constants; the last form of "
    "Theorem 2.4 needs a bound on epsilon",
    source="trilemma Theorems 1.2, 2.4, Corollary 2.3, Equation (4)",
    steps=STEPS,
    covers=(
        "trilemma.lower_bound",
        "trilemma.lower_bound_of_moment",
        "trilemma.general_lower_bound",
        "trilemma.least_bias",
    ),
    depends_on=(
        "trilemma_fingerprinting",
        "trilemma_clipping",
        "trilemma_name_and_shame",
        "trilemma_bernoulli",
        "staircase_law",
    ),
    holds=holds,
    claims=rows(__file__),
)
