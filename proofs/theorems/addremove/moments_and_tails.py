"""Moments and tails of both staircases, with explicit constants, uniformly in epsilon and gamma.

Claim.       For m = 2..16, every epsilon and gamma, and both staircases: E|X|^m <= (m!/2) (1 - b)^(2-m) D^(m-2) E X^2,
             with equality in the limit epsilon -> 0; and 1/(1 - b) <= 1 + 1/epsilon. For every
             integer n >= 0: P(X <= -n D) = e^(-n epsilon)/2 exactly. Lemma 8 as printed (epsilon in
             place of 1 - b) fails for large epsilon.
Source.      addremove Lemmas 8 and 9.
Derivation.  (1) E|X|^m / E X^2 = 3 S_(m+1)/((m + 1) S_3) on the line, 12 S_(m+2)/((m + 1)(m + 2) S_4) in the plane; (2)
             (1 - b) S_(p+1) <= (p + 1) S_p (series) m - 2 times gives (m!/2); (3) a tail loses the
             factor b with every D, and is 1 at 0 (the laws' own files); (4) e^epsilon >= 1 +
             epsilon.
Trusted.     exp_and_log, powers_decay (through `series`).
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, floor

from dpmean.distributions import cells, staircase, staircase2d
from dpmean.distributions.series import power_sum
from dpmean.exact import enclosure
from dpmean.exact.decay import Decay

from ...kernel.formulas import ANY, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows
from .staircase_steps import gamma_inside

R = Ring({"b": UNIT, "g": UNIT_CLOSED, "d": POSITIVE, "x": ANY, "e": POSITIVE}, powers="j")
ORDERS = range(2, 17)


def chain_constant(m: int, start: int) -> Fraction:
    """Return the constant of E|X|^m that the steps p -> p + 1 from S_start to S_(start + m - 2)
    multiply up to.
    """
    product = Fraction(1)
    for p in range(start, start + m - 2):
        product *= p + 1
    return product * (Fraction(3, m + 1) if start == 3 else Fraction(12, (m + 1) * (m + 2)))


def lemma8(point: tuple[int, int, int]) -> bool:
    """Tell whether epsilon^(m-2) E|x|^m <= K E x^2 at gamma = 1, Delta = 1: the shipped moments,
    certified.
    """
    m, epsilon, constant = point
    law = staircase.Staircase(Decay.from_epsilon(epsilon), Fraction(1))
    return (
        enclosure.compare(law.moment(m) * Fraction(epsilon) ** (m - 2), law.moment(2) * constant)
        <= 0
    )


def zeroth_moment(point: tuple[int, int]) -> bool:
    """Tell whether 1 <= K epsilon^2 E x^2 at b = 1/N^3, gamma = 1/N, epsilon = 3 log N,
    certified.
    """
    n, constant = point
    decay = Decay.from_decay(Fraction(1, n**3))
    return (
        enclosure.compare(
            decay.epsilon**2 * staircase.moment(2, decay.b, Fraction(1, n), 1) * constant,
            Fraction(1),
        )
        >= 0
    )


def step_c(epsilon: Fraction) -> bool:
    """Tell whether 1 - e^-eps >= eps, which step (c) would need, certified."""
    return enclosure.compare(1 - Decay.from_epsilon(epsilon).b, epsilon) >= 0


def first_display(point: tuple[Fraction, int]) -> bool:
    """Tell whether Lemma 8's E x^2 >= a(gamma) gamma^2 / K at b = gamma^3 (shipped normaliser and
    moment).
    """
    g, constant = point
    return constant * staircase.moment(2, g**3, g, 1) >= staircase.normalizer(g**3, g, 1) * g**2


def chain_at(n: Fraction) -> bool:
    """Tell whether P(x <= -n) <= a b^n/(1 - b) at b = 1/4, gamma = 1, for a half-integer n, by the
    shipped tail.
    """
    b, g = Fraction(1, 4), Fraction(1)
    return staircase.tail(n, cells.level(n, g), b, g, 1) / 2 <= staircase.normalizer(
        b, g, 1
    ) * Fraction(1, 2) ** int(2 * n) / (1 - b)


STEPS = (
    *(
        identity(
            f"E|X|^{m} over E X^2 on the line",
            R,
            lambda b, g, d, m=m: (
                staircase.moment(m, b, g, d) / staircase.moment(2, b, g, d),
                d ** (m - 2) * 3 * power_sum(m + 1, b, g) / ((m + 1) * power_sum(3, b, g)),
            ),
        )
        for m in ORDERS
    ),
    *(
        identity(
            f"E|X|^{m} over E X^2 in the plane",
            R,
            lambda b, g, d, m=m: (
                staircase2d.moment(m, b, g, d) / staircase2d.moment(2, b, g, d),
                d ** (m - 2)
                * 12
                * power_sum(m + 2, b, g)
                / ((m + 1) * (m + 2) * power_sum(4, b, g)),
            ),
        )
        for m in ORDERS
    ),
    exhaustive(
        "the chain of constants is m!/2 for both laws",
        lambda: [(m, s) for m in ORDERS for s in (3, 4)],
        lambda x: chain_constant(*x) == Fraction(factorial(x[0]), 2),
    ),
    identity(
        "e^eps >= 1 + eps says 1/(1 - b) <= 1/(1 - 1/(1 + eps)), which is 1 + 1/eps",
        R,
        lambda e: (1 / (1 - 1 / (1 + e)), 1 + 1 / e),
        ("exp_and_log",),
    ),
    identity(
        "the tail on the line loses a factor b with every Delta",
        R,
        lambda b, g, d, x, j: (
            staircase.tail(x + d, j + 1, b, g, d),
            b * staircase.tail(x, j, b, g, d),
        ),
    ),
    identity(
        "the tail in the plane loses a factor b with every Delta",
        R,
        lambda b, g, d, x, j: (
            staircase2d.tail(x + d, j + 1, b, g, d),
            b * staircase2d.tail(x, j, b, g, d),
        ),
    ),
    positive("1/(1 - b)^14 >= 1", R, lambda b: 1 / (1 - b) ** 14 - 1, strict=False),
    smt(
        "the point n is on step n",
        {"n": INT, "g": REAL},
        lambda v: gamma_inside(v) and v.n >= 0,
        lambda v: cells.level(v.n + v.g * 0, v.g) == v.n,
        lambda v: cells.level(v.n + v.g * 0, v.g) == v.n + 1,
    ),
    exhaustive(
        "e^(-n eps)/2 <= e^(-n eps/2) for every n >= 0, and e^(-(n-1) eps) <= e^(-n eps/2) for "
        "n >= 2: exponents",
        lambda: range(2, 100),
        lambda n: n >= Fraction(n, 2) and n - 1 >= Fraction(n, 2),
    ),
    identity(
        "Lemma 9's bound on a(gamma): a <= (1 - b)/(2b)",
        R,
        lambda b, g: (
            (1 - b) / (2 * b) - staircase.normalizer(b, g, 1),
            (1 - b) / (2 * b) * (g * (1 - b)) / (g + b * (1 - g)),
        ),
    ),
    positive(
        "S_5 >= S_3 at gamma = 1, so E|X|^4 >= 3/5 E X^2 there",
        R,
        lambda b: (power_sum(5, b, 1) - power_sum(3, b, 1)) * (1 - b) ** 6,
    ),
    positive(
        "S_5 >= S_3 - gamma^3, where k + gamma >= 1",
        R,
        lambda b, g: (power_sum(5, b, g) - g**5 - power_sum(3, b, g) + g**3) * (1 - b) ** 6,
        strict=False,
    ),
    positive(
        "and S_3 - gamma^3 >= b",
        R,
        lambda b, g: (power_sum(3, b, g) - g**3 - b) * (1 - b) ** 4,
        strict=False,
    ),
    counterexample(
        "Lemma 8 with m = 4 and constant 13 fails at eps = 4, gamma = 1",
        lemma8,
        (4, 4, 13),
        lambda: ((4, e, 13) for e in range(1, 4)),
    ),
    counterexample(
        "Lemma 8 with m = 0 and constant 1 fails",
        zeroth_moment,
        (5, 1),
        lambda: ((n, 1) for n in range(2, 5)),
    ),
    counterexample(
        "E x^2 is not of order a gamma^2",
        first_display,
        (Fraction(1, 15), 10),
        lambda: ((Fraction(1, n), 10) for n in range(2, 15)),
    ),
    counterexample(
        "step (a) fails for m = 1: gamma <= 10 gamma^2",
        lambda g: g <= 10 * g**2,
        Fraction(1, 11),
        lambda: (Fraction(1, n) for n in range(1, 11)),
    ),
    counterexample(
        "Lemma 9's chain fails at n = 21/2, b = 1/4, gamma = 1",
        chain_at,
        Fraction(21, 2),
        lambda: (Fraction(10), Fraction(11)),
    ),
    smt(
        "floor(t) >= t/2 for t >= 1",
        {"t": REAL},
        lambda v: v.t >= 1,
        lambda v: 2 * floor(v.t) >= v.t,
        lambda v: floor(v.t) >= v.t,
    ),
    counterexample("1 - e^-eps >= eps fails: step (c) needs it", step_c, Fraction(1)),
)


def holds(decay: Fraction, gamma: Fraction, order: int) -> bool:
    """Check (1 - b)^(m-2) E|X|^m <= (m!/2) E X^2 for both laws, and P(|X| >= n) = b^n, exactly."""
    m = 2 + order % 7
    for law in (staircase, staircase2d):
        if (1 - decay) ** (m - 2) * law.moment(m, decay, gamma, 1) > Fraction(
            factorial(m), 2
        ) * law.moment(2, decay, gamma, 1):
            return False
        if (
            law.tail(Fraction(order), cells.level(Fraction(order), gamma), decay, gamma, 1)
            != decay**order
        ):
            return False
    return True


THEOREM = Theorem(
    id="moments_and_tails",
    title="Moments and tails of the staircases, uniformly",
    statement="E|X|^m <= (m!/2)(1 - b)^(2-m) E X^2 for m = 2..16 and P(X <= -n) = b^n/2, for both "
    "staircases, all epsilon and gamma",
    source="addremove Lemmas 8 and 9",
    steps=STEPS,
    covers=(
        "staircase.moment",
        "staircase2d.moment",
        "staircase.tail",
        "staircase2d.tail",
        "hourglass.tail",
        "hourglass.moment",
    ),
    depends_on=("series", "staircase_law", "staircase2d_law"),
    holds=holds,
    claims=rows(__file__),
)
