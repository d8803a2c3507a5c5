"""The orders of Theorem 4.8, Theorem 1.4 with another gamma, Corollary 4.9.

Claim.       For n2 eps >= 1 the squared error of `trilemma_symmetric_mean` is at most 1/n2 + 3234 (psi^2/(n2 eps)^(2 -
             2/l) + delta mu^2/n2 + delta^(2 - 4/l) (n1 + n2 eps)^(2/l) psi^2); for all n2 eps no
             constant will do. Theorem 1.4 needs gamma = delta^K, K = max{2, (l + 2)/(l - 2)}, and n
             >= 257 (1 + K) log(1/delta)/e, e = min(eps, 1): then the error is at most 1228/n +
             12932/(n e)^(2 - 2/l) + 2 delta mu^2/n. Corollary 4.9 holds with gamma = delta^2.
Source.      trilemma Theorem 4.8, Corollary 4.9, Theorem 1.4, Sections 1.3 and 4.2.
Derivation.  (1) delta/n2 <= (delta^2 + 1/n2^2)/2. (2) n2 = 1, l = 2, psi = 1, delta = 1/2, eps = s^2: the noise alone
             gives 600/s^4, and n1 = 268/s^3 is enough. (3) Theorem 1.4: n1 = floor(n/2), gamma^(1 -
             2/l) n^(2/l) <= delta^(1 + 2/l) n^(2/l) <= 1/n, gamma/delta <= delta, log n <=
             log(1/delta). (4) Gauss: l = 2 ceil(log n), psi^2 = l, n^(2/l) <= e.
Trusted.     exp_and_log, expectation_is_monotone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod

from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma import symmetric_bounds

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import cited, counterexample, decomposition, exhaustive, identity, positive
from ...theorem import Theorem, rows

O = Ring(
    {
        "d": UNIT,
        "n": POSITIVE,
        "e": UNIT_CLOSED,
        "h": NONNEGATIVE,
        "k": NONNEGATIVE,
        "a": FULL,
        "b": FULL,
        "z": UNIT,
        "c": POSITIVE,
        "two": UNIT,
    }
)
X = Ring(
    {
        "l": POSITIVE,
        "h": NONNEGATIVE,
        "k": NONNEGATIVE,
        "e": UNIT_CLOSED,
        "y": UNIT,
        "z": UNIT,
        "n": POSITIVE,
        "b": POSITIVE,
        "s": NONNEGATIVE,
        "mu": NONNEGATIVE,
    }
)
HALF, SIGMA = Fraction(1, 2), symmetric_bounds.SIGMA


def noise_within_the_bound(j: int) -> bool:
    """Tell whether the noise's 800 (1 - delta^2)/eps^2 is at most 1 + 3234 (1/eps + n1 + eps).

    The setting is n2 = 1, l = 2, psi = 1, mu = 0, delta = 1/2, eps = 10^-j.
    """
    e = Fraction(1, 10**j)
    n1 = symmetric_bounds.enough(Decay.from_epsilon(e), HALF, HALF**2)
    return compare(600 / e**2, 1 + 3234 * (1 / e + n1 + e)) <= 0


def follows(moment: int) -> bool:
    """Tell whether the power of n in delta^(2 - 4/l) n^(2/l) is at most that of 1/n + n^(2/l - 2).

    The setting is delta = 1/n and eps = 1.
    """
    return -(2 - Fraction(4, moment)) + Fraction(2, moment) <= max(
        Fraction(-1), Fraction(2, moment) - 2
    )


def one_power_is_enough(moment: int) -> bool:
    """Tell whether gamma = delta^K, K = (l + 2)/(l - 2), gives gamma/delta <= delta."""
    return Fraction(moment + 2, moment - 2) - 1 >= 1


def theorem_14(case: tuple[Fraction, Fraction, int]) -> bool:
    """Check the corrected choice at the least even n above C log(1/delta)/eps, with mu = 0 and
    delta = 1/n.

    (15) is met, and the chain is below its bound.
    """
    moment, e, n = case
    decay, delta = Decay.from_epsilon(e), Fraction(1, n)
    power = max(Fraction(2), (moment + 2) / (moment - 2))
    gamma, half = reals.power(delta, power), n // 2
    if compare(257 * (1 + power) * reals.log(1 / delta) / e, Fraction(n)) > 0 or any(
        compare(part, Fraction(half)) > 0
        for part in (
            7 - 7 * reals.log(delta) / e,
            128 * reals.log(2 / gamma),
            16 * reals.log(half / gamma) / e,
        )
    ):
        return False
    c, root = (
        symmetric_bounds.clip(half, decay, Fraction(1), moment),
        reals.power(half * e, 1 / moment),
    )
    total = symmetric_bounds.without_coarse(gamma, 0, half, delta) + symmetric_bounds.near(
        Fraction(half), e, c, 1, root, moment
    )
    total += symmetric_bounds.far(
        gamma,
        reals.power(gamma, 1 - 2 / moment),
        Fraction(half),
        e,
        c,
        1,
        reals.power(Fraction(half), 2 / moment),
        SIGMA,
    )
    return compare(total, Fraction(1228, n) + 12932 / reals.power(n * e, 2 - 2 / moment)) <= 0


def gaussian(p: int) -> bool:
    """Tell whether (2p - 1)!! <= (2p)^p."""
    return prod(range(1, 2 * p, 2)) <= (2 * p) ** p


def sizes() -> Iterator[tuple[Fraction, Fraction, int]]:
    """Return lambda, eps and n."""
    return (
        (Fraction(a), Fraction(e), 10**j)
        for a, e, j in (
            (Fraction(5, 2), 1, 5),
            (3, 1, 5),
            (3, Fraction(1, 3), 5),
            (4, 1, 5),
            (6, 1, 4),
            (9, HALF, 5),
            (40, 1, 4),
        )
    )


STEPS = (
    decomposition(
        "delta/n2 <= (delta^2 + 1/n2^2)/2",
        O,
        lambda d, n: ((d**2 + 1 / n**2) / 2 - d / n, [(HALF, d - 1 / n)]),
    ),
    positive(
        "1/n2^2 <= psi^2 r^2/(n2 eps)^2, psi = 1 + h, r = 1 + k",
        O,
        lambda n, e, h, k: ((1 + h) * (1 + k) / (n * e)) ** 2 - 1 / n**2,
        strict=False,
    ),
    positive(
        "33 psi^2 r^2 + 3200 <= 3233 psi^2 r^2 where r >= 1",
        O,
        lambda h, k: 3233 * ((1 + h) * (1 + k)) ** 2 - (33 * ((1 + h) * (1 + k)) ** 2 + 3200),
        strict=False,
    ),
    positive(
        "16 psi^2 q + 8 psi^2 r^2 + 1200 <= 1224 psi^2 Q, q = a Q, r^2 = b Q, Q = 1 + k",
        O,
        lambda h, k, a, b: (
            1224 * (1 + h) ** 2 * (1 + k) - ((1 + h) ** 2 * (1 + k) * (16 * a + 8 * b) + 1200)
        ),
        strict=False,
    ),
    positive(
        "n2 = 1, eps = s^2 = (z/(1 + c))^2: the noise's 600/s^4 exceeds 1 + c (1/s^2 + 268/s^3 "
        "+ s^2) for every c",
        O,
        lambda z, c: (
            600
            - (z / (1 + c)) ** 4
            - c * ((z / (1 + c)) ** 2 + 268 * z / (1 + c) + (z / (1 + c)) ** 6)
        ),
    ),
    positive(
        "the noise: 8 (10 + h)^2 (1 - delta^2) at delta = 1/2",
        O,
        lambda h: 8 * (SIGMA + h) ** 2 * Fraction(3, 4) - 600,
        strict=False,
    ),
    positive(
        "n1 = 267/s^3, s = z: 7 + (7/eps) log 2", O, lambda z, two: 267 / z**3 - 7 - 7 * two / z**2
    ),
    exhaustive(
        "128 log 8 <= 267 and log(4 267) <= 7",
        lambda: [(128 * reals.log(Fraction(8)), 267), (reals.log(Fraction(4 * 267)), 7)],
        lambda c: compare(c[0], Fraction(c[1])) <= 0,
    ),
    positive(
        "and (16/eps) log(4 n1): 16 s (7 + 3 (1/s - 1)) <= 267",
        O,
        lambda z: 267 - 16 * z * (7 + 3 * (1 / z - 1)),
        trusts=("exp_and_log",),
    ),
    counterexample(
        "with the constant 3234 it fails at eps = 10^-4",
        lambda j: noise_within_the_bound(j),
        4,
        lambda: [0, 1, 2, 3],
    ),
    counterexample("Theorem 1.4 from 4.8: l = 3, delta = 1/n, eps = 1", lambda l: follows(l), 3),
    positive("for every l in (2, 6): -2 + 6/l is above -1", X, lambda z: 6 / (2 + 4 * z) - 1),
    positive("and above 2/l - 2", X, lambda l: (6 / l - 2) - (2 / l - 2)),
    positive("for l >= 6 it does follow", X, lambda h: -1 - (6 / (6 + h) - 2), strict=False),
    identity(
        "K = (l + 2)/(l - 2): K (1 - 2/l) - 2/l = 1, l = 2 + b",
        X,
        lambda b: ((4 + b) / b * (1 - 2 / (2 + b)) - 2 / (2 + b), 1 + 0 * b),
        ("exp_and_log",),
    ),
    counterexample(
        "that K alone is too small for gamma/delta <= delta at l = 7",
        one_power_is_enough,
        7,
        lambda: [3, 4, 5, 6],
    ),
    positive(
        "size: floor(n/2) >= 128 (1 + K) L/e for n >= 257 (1 + K) L/e, K = 2 + k, L = log 2 + "
        "h, log 2 = (1 + y)/2",
        X,
        lambda e, k, h, y: (
            (257 * (3 + k) * ((1 + y) / 2 + h) / e - 1) / 2 - 128 * (3 + k) * ((1 + y) / 2 + h) / e
        ),
    ),
    positive(
        "size: n2 e >= n e/2 >= 1",
        X,
        lambda e, k, h, y: 257 * (3 + k) * ((1 + y) / 2 + h) / e / 2 * e - 1,
    ),
    positive(
        "size: 7 + 7 L/e",
        X,
        lambda e, k, h, y: 128 * (3 + k) * ((1 + y) / 2 + h) / e - 7 - 7 * ((1 + y) / 2 + h) / e,
    ),
    positive(
        "size: 128 (log 2 + K L)",
        X,
        lambda e, k, h, y: (
            128 * (3 + k) * ((1 + y) / 2 + h) / e
            - 128 * ((1 + y) / 2 + (2 + k) * ((1 + y) / 2 + h))
        ),
        strict=False,
    ),
    positive(
        "size: (16/e)(log n1 + K L), log n1 <= L",
        X,
        lambda e, k, h, y: (
            128 * (3 + k) * ((1 + y) / 2 + h) / e - 16 / e * (3 + k) * ((1 + y) / 2 + h)
        ),
    ),
    positive(
        "4 (100 + 4 q + c^2) <= 1224 Q, c^2 <= 2 r^2 + 200",
        O,
        lambda k, a, b: 1224 * (1 + k) - 4 * (100 + 4 * a * (1 + k) + 2 * b * (1 + k) + 200),
        strict=False,
    ),
    positive("2 - 2/l is at least 1, l = 2 + h", X, lambda h: (2 - 2 / (2 + h)) - 1, strict=False),
    positive("and less than 2", X, lambda h: 2 - (2 - 2 / (2 + h))),
    identity(
        "variance at most 1: Bernoulli at (X - mu)^2 and l/2",
        X,
        lambda l, s: (1 - (1 + l / 2 * (s - 1)), l / 2 * (1 - s)),
        ("exp_and_log", "expectation_is_monotone"),
    ),
    positive(
        "delta > 1/2, n = 1: naming alone, delta = (1 + z)/2",
        X,
        lambda z, mu: 4 * (1 + (1 + z) / 2 * mu**2) - (1 + (1 - z) / 2 * mu**2) / ((1 + z) / 2),
    ),
    exhaustive("Theorem 1.4 corrected at seven (l, eps, n), delta = 1/n", sizes, theorem_14),
    positive(
        "known |mu| <= r, delta <= 1/(n r^2): delta mu^2/n <= 1/n^2",
        X,
        lambda n, y, b: 1 / n**2 - 1 / (n * b**2) * (y * b) ** 2 / n,
    ),
    cited("the error of Karwa and Vadhan's estimate", "Karwa-Vadhan 2018"),
    cited("the lower bound for Gaussian means", "Kamath-Li-Singhal-Ullman 2019"),
    positive(
        "Gauss: (2p + 1) (2p)^p <= (2p + 2)^(p + 1), b = (2p)^p, b + s = (2p + 2)^p",
        X,
        lambda k, b, s: (2 * k + 2) * (b + s) - (2 * k + 1) * b,
    ),
    exhaustive("Gauss: E Z^2p = (2p - 1)!! <= (2p)^p, p <= 40", lambda: range(1, 41), gaussian),
    counterexample(
        "Gauss with psi^2 = l/4: E Z^2 = 1 > 1/2",
        lambda p: prod(range(1, 2 * p, 2)) <= Fraction(p, 2) ** p,
        1,
    ),
    positive(
        "2 ceil(log n) <= 2 log n + 2 <= 4 log n, log n = 1 + h",
        X,
        lambda h: 4 * (1 + h) - (2 * (1 + h) + 2),
        strict=False,
    ),
    positive(
        "n^(2/l) <= e: 2 log n <= l = 2 log n + k",
        X,
        lambda k, b: 1 - 2 * b / (2 * b + k),
        strict=False,
        trusts=("exp_and_log",),
    ),
    positive(
        "Gauss: the sum, psi^2 <= 4 log n = b, r^2, Q <= e = 3 z, delta^(2 - 4/l) <= e^2/n^2",
        X,
        lambda n, e, b, z: (
            6 / n
            + 287376 * b / (n * e) ** 2
            - (
                2 / n
                + 4 / n
                + 3233 * 4 * b * 3 * z * 4 / (n * e) ** 2
                + 1224 * 4 * b * 3 * z * 9 * z**2 / n**2
            )
        ),
    ),
)


def holds(extra: Fraction, alpha: Fraction, x: Fraction, n: int, k: int) -> bool:
    """Check the absorptions for any rational parameters, psi = 1 + |x|, r = 1 + extra, and the
    double factorial.
    """
    d, psi, r, n2 = alpha, 1 + abs(x), 1 + extra, n + 1
    most = r**2 * (1 + abs(k))
    first = (
        d / n2 <= (d**2 + Fraction(1, n2**2)) / 2
        and 33 * psi**2 * r**2 + 3200 <= 3233 * psi**2 * r**2
    )
    return (
        first
        and 16 * psi**2 * (alpha * most) + 8 * psi**2 * r**2 + 1200 <= 1224 * psi**2 * most
        and gaussian(n2)
    )


THEOREM = Theorem(
    id="trilemma_symmetric_orders",
    title="The orders of Theorem 4.8, Theorem 1.4 with another gamma, Corollary 4.9",
    statement="the O of Theorem 4.8 needs n2 eps bounded below; Theorem 1.4 follows with gamma = "
    "delta^max{2, (l + 2)/(l - 2)}, Corollary 4.9 with gamma = delta^2",
    source="trilemma Theorem 4.8, Corollary 4.9, Theorem 1.4",
    steps=STEPS,
    depends_on=("trilemma_coarse_accuracy", "trilemma_symmetric_mean"),
    holds=holds,
    claims=rows(__file__),
)
