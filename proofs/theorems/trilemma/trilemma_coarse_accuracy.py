"""DPUCoarse answers near the centre: Proposition 4.7 and Equation (15) with their constants, and
what suffices.

Claim.       For n >= 7 + (7/eps) log(1/delta) and a variance below 1/64 the answer is within 1 of the mean but with
             probability e^(-n/128) + (n/2) e^(-n eps/16); given an answer its moment is at most 1/2
             + n 2^(l - 1) psi^l. (15) suffices for gamma; its O(log(n/(gamma delta))/eps) is false
             for large eps: min(eps, 1) must take eps's place. The lattice version does as well.
Source.      trilemma Proposition 4.7, Equation (15).
Derivation.  (1) Records within 1/2 of the mean lie in two bins, whose centres are within 1 of it. Outside is a mass of
             less than 1/16 (4 (X - mu)^2 >= 1 there); Hoeffding with s = n/16. (2) On that event
             the fuller bin has 7 n/16, each other one n/8. Noise beyond n/8 in the wrong direction:
             the fuller bin's and at most n/8 others', each with (1/2) e^(-n eps/16). (3) 5 n/16 is
             above n/4 and above the threshold. (4) Bernoulli's s^p >= 1 + p (s - 1) at x/m and y/m,
             m = (x + y)/2, is ((x + y)/2)^p <= (x^p + y^p)/2. (5) log(n + d) <= log n + d/n: from
             16/eps on the condition n >= (16/eps) log(n/gamma) is kept, and log n >= 1 means that
             nothing below 16/eps meets it.
Trusted.     hoeffding, union_bound, exp_and_log, expectation_is_monotone.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import ceil, compare
from dpmean.mechanisms.trilemma import dpucoarse, symmetric_bounds

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows
from .trilemma_symmetry import centre

# x = log(1/delta)
A = Ring(
    {
        "n": POSITIVE,
        "e": POSITIVE,
        "x": NONNEGATIVE,
        "h": NONNEGATIVE,
        "w": POSITIVE,
        "g": POSITIVE,
        "t": UNIT,
    }
)
# g = log(1/gamma), log n = 1 + h, two = log 2; e = min(eps, 1)
O = Ring(
    {
        "e": UNIT_CLOSED,
        "x": NONNEGATIVE,
        "g": NONNEGATIVE,
        "h": NONNEGATIVE,
        "two": UNIT,
        "c": POSITIVE,
        "s": POSITIVE,
    }
)
B = Ring({"m": POSITIVE, "big": POSITIVE, "p": POSITIVE, "x": POSITIVE, "y": POSITIVE, "z": ANY})
HALF = Fraction(1, 2)


def large(epsilon: Any, log_inverse: Any) -> Any:
    """Return 7 + (7/epsilon) log(1/delta)."""
    return 7 + 7 * log_inverse / epsilon


def within_printed(epsilon: int) -> bool:
    """Tell whether the maximum of (15) is at most 128 log(n/(gamma delta))/epsilon.

    The setting is delta = 1/2, gamma = 1/1000, n = 1000.
    """
    delta, gamma, n = HALF, Fraction(1, 1000), Fraction(1000)
    bound = 128 * reals.log(n / (gamma * delta)) / epsilon
    parts = (
        large(epsilon, reals.log(1 / delta)),
        128 * reals.log(2 / gamma),
        16 * reals.log(n / gamma) / epsilon,
    )
    return all(compare(part, bound) <= 0 for part in parts)


def suffices(n: int, decay: Decay, delta: Fraction, gamma: Fraction) -> bool:
    """Tell whether the three conditions of (15) hold."""
    parts = (
        large(decay.epsilon, reals.log(1 / delta)),
        128 * reals.log(2 / gamma),
        16 * reals.log(n / gamma) / decay.epsilon,
    )
    return all(compare(part, Fraction(n)) <= 0 for part in parts)


def is_least(case: tuple[Fraction, Fraction, Fraction]) -> bool:
    """Check that the shipped size meets (15), as do larger ones, and no smaller one does.

    There the shipped chance of success is at least 1 - gamma.
    """
    epsilon, delta, gamma = case
    decay = Decay.from_epsilon(epsilon)
    n = ceil(symmetric_bounds.enough(decay, delta, gamma))
    enough = all(
        suffices(k, decay, delta, gamma)
        and compare(symmetric_bounds.success(k, decay), 1 - gamma) >= 0
        for k in (n, n + 1, n + 7, 2 * n, 9 * n)
    )
    return enough and not any(suffices(k, decay, delta, gamma) for k in range(max(1, n - 300), n))


def is_the_printed_bound(case: tuple[int, Fraction]) -> bool:
    """Check that the shipped chance of success is 1 - e^(-n/128) - (n/2) e^(-n eps/16), to 60
    digits.
    """
    n, epsilon = case
    printed = (
        1 - reals.exp(Fraction(-n, 128)) - Fraction(n, 2) * reals.exp(-Fraction(n) * epsilon / 16)
    )
    found = symmetric_bounds.success(n, Decay.from_epsilon(epsilon))
    small = Fraction(1, 10**60)
    return compare(found, printed - small) > 0 > compare(found, printed + small)


U = {"x": REAL, "u": REAL, "mu": REAL}
COUNTS = {"a": REAL, "b": REAL, "r": REAL, "n": REAL}

STEPS = (
    smt(
        "records within 1/2 of the mean lie in the bins of mu - 1/2 and mu + 1/2",
        U,
        lambda v: v.u >= 0 and v.u < 1 and abs(v.x - v.mu) < HALF,
        lambda v: (
            centre(v.x, v.u) == centre(v.mu - HALF, v.u)
            or centre(v.x, v.u) == centre(v.mu + HALF, v.u)
        ),
        lambda v: centre(v.x, v.u) == centre(v.mu, v.u),
    ),
    smt(
        "which are neighbours, with centres in (mu - 1, mu + 1]",
        {"u": REAL, "mu": REAL},
        lambda v: v.u >= 0 and v.u < 1,
        lambda v: (
            centre(v.mu + HALF, v.u) == centre(v.mu - HALF, v.u) + 1
            and centre(v.mu - HALF, v.u) > v.mu - 1
            and centre(v.mu + HALF, v.u) <= v.mu + 1
        ),
        lambda v: centre(v.mu + HALF, v.u) < v.mu + 1,
    ),
    smt(
        "an answer is within 1/2 of a record",
        U,
        lambda v: v.u >= 0 and v.u < 1,
        lambda v: abs(centre(v.x, v.u) - v.mu) <= HALF + abs(v.x - v.mu),
        lambda v: abs(centre(v.x, v.u) - v.mu) <= abs(v.x - v.mu),
    ),
    positive(
        "Chebyshev: 4 (1/2 + h)^2 >= 1",
        A,
        lambda h: 4 * (HALF + h) ** 2 - 1,
        strict=False,
        trusts=("expectation_is_monotone",),
    ),
    identity("4/64 = 1/16", A, lambda n: (4 * n / 64, n / 16)),
    identity(
        "Hoeffding: 2 (n/16)^2/n = n/128, and 15 n/16 - n/16 = 7 n/8",
        A,
        lambda n, w: (2 * (n / 16) ** 2 / n + w * (15 * n / 16 - n / 16), n / 128 + w * 7 * n / 8),
        ("hoeffding",),
    ),
    smt(
        "7 n/8 in two bins: one has 7 n/16, each other bin n/8",
        COUNTS,
        lambda v: (
            v.a >= 0
            and v.b >= 0
            and v.r >= 0
            and v.a + v.b + v.r <= v.n
            and v.a + v.b >= v.n * Fraction(7, 8)
        ),
        lambda v: max(v.a, v.b) >= v.n * Fraction(7, 16) and v.r <= v.n / 8,
        lambda v: min(v.a, v.b) >= v.n / 16,
    ),
    identity(
        "P(noise >= n/8): the exponent is n eps/16", A, lambda n, e: (e / 2 * (n / 8), n * e / 16)
    ),
    identity(
        "the union over at most n bins is the shipped bound",
        A,
        lambda n, w, g: (symmetric_bounds.failure(n, g, w), g + n * dpucoarse.lone_bin(w)),
        ("union_bound",),
    ),
    positive(
        "over n/8 + 1 bins it is smaller: n = 7 + h",
        A,
        lambda h, w: (7 + h) * dpucoarse.lone_bin(w) - ((7 + h) / 8 + 1) * dpucoarse.lone_bin(w),
    ),
    positive(
        "with integer noise too, though its one-sided tail is t^r/(1 + t) > t^r/2",
        A,
        lambda h, w, t: (
            (7 + h) * dpucoarse.lone_bin(w) - ((7 + h) / 8 + 1) * dpucoarse.lone_lattice_bin(t, w)
        ),
    ),
    smt(
        "then it is one of the two that wins: 5 n/16 > n/4",
        {**COUNTS, "z": REAL},
        lambda v: (
            v.n > 0
            and v.a >= v.n * Fraction(7, 16)
            and v.z >= -v.n / 8
            and v.r <= v.n / 8
            and v.b <= v.n / 8
        ),
        lambda v: (
            v.a + v.z >= v.n * Fraction(5, 16) and v.r + v.b <= v.n / 4 and v.a + v.z > v.r + v.b
        ),
        lambda v: v.a + v.z > v.n * Fraction(5, 16),
    ),
    positive(
        "5 n/16 is above the threshold: n = 7 + (7/eps) log(1/delta) + h",
        A,
        lambda e, x, h: 5 * (large(e, x) + h) / 16 - dpucoarse.printed_threshold(e, x),
    ),
    identity(
        "32/5 for 7 would do",
        A,
        lambda e, x: (
            Fraction(5, 16) * Fraction(32, 5) * (1 + x / e),
            dpucoarse.printed_threshold(e, x),
        ),
    ),
    identity(
        "(15): each part gives gamma/2",
        A,
        lambda n, g: (symmetric_bounds.failure(n, g / 2, g / n), g),
        ("exp_and_log",),
    ),
    exhaustive(
        "the shipped chance of success",
        lambda: product((7, 100, 1000), (Fraction(1, 3), Fraction(1), Fraction(5))),
        is_the_printed_bound,
    ),
    exhaustive(
        "the shipped size is the least that meets (15)",
        lambda: product(
            (Fraction(1, 20), Fraction(1, 2), Fraction(1), Fraction(9)),
            (HALF, Fraction(1, 10**6), Fraction(1, 10**60)),
            (Fraction(1, 3), Fraction(1, 10**9)),
        ),
        is_least,
    ),
    positive(
        "from 16/eps on every larger n does: (16/eps) d/n <= d, n = 16/eps + h",
        A,
        lambda e, h, w: w - 16 / e * (w / (16 / e + h)),
        strict=False,
        trusts=("exp_and_log",),
    ),
    positive(
        "and below 16/eps none: (16/eps) log(n/gamma) >= 16/eps where log n >= 1",
        O,
        lambda e, g, h: 16 * (1 + h + g) / e - 16 / e,
        strict=False,
    ),
    counterexample(
        "(15) = O(log(n/(gamma delta))/eps) with the constant 128 fails at eps = 2",
        lambda e: within_printed(e),
        2,
        lambda: [1],
    ),
    positive(
        "and with every constant c for large eps",
        O,
        lambda x, g, h, two, c, s: (
            128 * (two + g) - c * (1 + h + g + x) / (c * (1 + h + g + x) / (128 * (two + g)) + s)
        ),
    ),
    positive(
        "with min(eps, 1) for eps: 7 + (7/eps) log(1/delta)",
        O,
        lambda e, x, g, h: 128 * (1 + h + g + x) / e - large(e, x),
    ),
    positive(
        "with min(eps, 1) for eps: 128 log(2/gamma)",
        O,
        lambda e, x, g, h, two: 128 * (1 + h + g + x) / e - 128 * (two + g),
    ),
    positive(
        "with min(eps, 1) for eps: (16/eps) log(n/gamma)",
        O,
        lambda e, x, g, h: 128 * (1 + h + g + x) / e - 16 * (1 + h + g) / e,
    ),
    identity(
        "Bernoulli's s^p >= 1 + p (s - 1): the exponents of (S/M)^(1/p) (1/M)^(1 - 1/p) add up "
        "to 0, p = 1 + m, M = (S + m)/p",
        B,
        lambda m, big: (
            1 / (1 + m) * (big * (1 + m) / (big + m) - 1) + m / (1 + m) * ((1 + m) / (big + m) - 1),
            0 * m,
        ),
        ("exp_and_log",),
    ),
    identity(
        "(x + y)^p <= 2^(p - 1) (x^p + y^p): Bernoulli at x/m and y/m, m = (x + y)/2, adds up to 2",
        B,
        lambda p, x, y: (
            (1 + p * (2 * x / (x + y) - 1)) + (1 + p * (2 * y / (x + y) - 1)),
            2 + 0 * p,
        ),
    ),
    identity(
        "2^(l - 1) ((1/2)^l + n psi^l) is the shipped bound, p = 2^(l - 1)",
        B,
        lambda p, x, y: (p * (1 / (2 * p) + y * x), symmetric_bounds.spread(y, x, p)),
    ),
    smt(
        "the largest is at most the sum",
        {"x": REAL, "y": REAL},
        lambda v: v.x >= 0 and v.y >= 0,
        lambda v: max(v.x, v.y) <= v.x + v.y,
        lambda v: max(v.x, v.y) < v.x + v.y,
        ("expectation_is_monotone",),
    ),
)


def holds(x: Fraction, extra: Fraction, mean: Fraction, epsilon: Fraction, n: int) -> bool:
    """Check the geometry of the bins, the power inequality at whole p, and the shipped size."""
    u = min(extra, Fraction(23, 24))
    a, b = centre(mean - HALF, u), centre(mean + HALF, u)
    geometry = (
        b == a + 1
        and mean - 1 < a <= mean < b <= mean + 1
        and (abs(x - mean) >= HALF or centre(x, u) in (a, b))
    )
    power = (abs(x) + extra) ** (n + 1) <= 2**n * (abs(x) ** (n + 1) + extra ** (n + 1))
    decay = Decay.from_epsilon(epsilon)
    size = ceil(symmetric_bounds.enough(decay, Fraction(1, n + 2), Fraction(1, n + 2) ** 2))
    return geometry and power and suffices(size, decay, Fraction(1, n + 2), Fraction(1, n + 2) ** 2)


THEOREM = Theorem(
    id="trilemma_coarse_accuracy",
    title="DPUCoarse answers within 1 of the mean",
    statement="Proposition 4.7 with its constants, continuous and integer; (15) suffices, and is of "
    "the order log(n/(gamma delta))/min(eps, 1)",
    source="trilemma Proposition 4.7, Equation (15)",
    steps=STEPS,
    covers=("dpucoarse.success", "dpumean.first_size"),
    depends_on=("trilemma_coarse_privacy", "trilemma_symmetry"),
    holds=holds,
    claims=rows(__file__),
)
