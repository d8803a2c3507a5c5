"""Shuffling blocks of several records: the reduction to one record a block, and the trilemma from
it.

The reduction is exact on small models; of the trilemma that is derived from it, it is shown what it
needs.

Claim.       Theorem 2.10 (cited) gives Theorem 2.7 with the same epsilon and delta. E A_m is E M, the squared error of
             A_m is bias^2 + Var/m. epsilon_1 <= (28/5) eps_0 sqrt(g log(4/delta_1)/m), g = e^eps_0.
             Theorem 2.8 needs beta below a constant and eps = O(1): the estimate 0, and a clipped
             mean with staircase noise, refute it without.
Source.      trilemma Section 2.2: Theorems 2.6, 2.7, 2.8, 2.10.
Derivation.  (1) Fix the permutations of all rows but the one that holds the record: the blocks are then kernels of one
             record each, (eps_0, delta_0)-DP; averaging over what was fixed keeps every inequality.
             (2) e^eps_1 - 1 = 8 tanh(eps_0/2) (root + g/m), tanh x <= x, and g/m = z^2 <= z root
             for z = sqrt(g/m), root = z sqrt(log(4/delta_1)); z <= 2/5 where m >= 16 g
             log(2/delta_1). (3) a sqrt(m) - m beta^2 is at most a^2/(4 beta^2), attained. (4) n =
             1, M(x) = clip_K(x) + staircase noise, D = 2K = 1/beta, e^-eps = q^3, gamma = q: |E
             clip - mu| <= E X^2/(4K) <= 1/(2K) = beta, Var clip <= Var X, noise v/beta^2 with v <=
             2 q^2; at beta = q^2 the error is O(1/q^2), the printed bound is of the order 1/(q^4
             log^3(1/q)).
Trusted.     expectation_is_monotone, densities_decide; cited: Kamath-Singhal-Ullman 2020, Feldman-McMillan-Talwar 2021.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Any

from dpmean.distributions import staircase
from dpmean.exact import enclosure, reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.privacy import shuffling

from ...kernel.balls import Ball
from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import (
    cited,
    counterexample,
    decomposition,
    exhaustive,
    identity,
    positive,
    positive_in_balls,
)
from ...theorem import Theorem, rows

L = Ring(
    {
        "g": POSITIVE,
        "d": NONNEGATIVE,
        "x": FULL,
        "p": NONNEGATIVE,
        "q": NONNEGATIVE,
        "s": NONNEGATIVE,
        "t": NONNEGATIVE,
    }
)
A = Ring(
    {
        "b": UNIT,
        "r": POSITIVE,
        "m": POSITIVE,
        "d": NONNEGATIVE,
        "e": POSITIVE,
        "g": POSITIVE,
        "z": POSITIVE,
        "h": NONNEGATIVE,
        "x": FULL,
    }
)
E = Ring(
    {
        "n": POSITIVE,
        "m": POSITIVE,
        "v": NONNEGATIVE,
        "y": NONNEGATIVE,
        "e": POSITIVE,
        "b": POSITIVE,
        "l": POSITIVE,
        "c": POSITIVE,
        "r": POSITIVE,
        "u": POSITIVE,
        "w": NONNEGATIVE,
        "s": POSITIVE,
        "f": POSITIVE,
    }
)
S = Ring({"q": UNIT, "x": POSITIVE, "k": POSITIVE})
# the first and the second record of each of m blocks
Rows = tuple[tuple[int, ...], tuple[int, ...]]
KERNELS = {"xor": lambda a, b: a ^ b, "and": lambda a, b: a & b, "first": lambda a, b: a + 0 * b}
HUNDREDTH, TENTH = Fraction(1, 100), Fraction(1, 10)


def one(growth: Fraction, kind: str, earlier: tuple[int, ...], a: int, b: int) -> Fraction:
    """Return P(y_i = 1) of a randomised response about the block's two bits.

    It is flipped where the earlier answers say so (adaptive).
    """
    answer = KERNELS[kind](a, b) ^ (sum(earlier) % 2)
    return (growth if answer else Fraction(1)) / (1 + growth)


def answers(growth: Fraction, kind: str, rows: Rows) -> dict[tuple[int, ...], Fraction]:
    """Return the law of (y_1, .., y_m) on these blocks."""
    law: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for a, b in zip(*rows, strict=True):
        ones = {y: one(growth, kind, y, a, b) for y in law}
        law = {
            (*y, bit): w * (ones[y] if bit else 1 - ones[y])
            for y, w in law.items()
            for bit in (0, 1)
        }
    return law


def average(laws: list[dict[tuple[int, ...], Fraction]]) -> dict[tuple[int, ...], Fraction]:
    """Return the mixture of laws in equal shares."""
    return {y: sum((law[y] for law in laws), Fraction(0)) / len(laws) for y in laws[0]}


def shuffled(growth: Fraction, kind: str, rows: Rows) -> dict[tuple[int, ...], Fraction]:
    """Return the law after both rows have been permuted."""
    each = [(p, q) for p in permutations(rows[0]) for q in permutations(rows[1])]
    laws = {pair: answers(growth, kind, pair) for pair in set(each)}
    return average([laws[pair] for pair in each])


def models() -> Iterator[tuple[Fraction, str, Rows]]:
    """Yield two and three blocks of two bits, with three kernels."""
    for m in (2, 3):
        for kind, bits in product(KERNELS, product((0, 1), repeat=2 * m)):
            yield Fraction(3), kind, (bits[:m], bits[m:])


def reduces(case: tuple[Fraction, str, Rows]) -> bool:
    """Check that shuffling is the average, over the other row's permutations, of shuffling one row
    only.
    """
    growth, kind, rows = case
    parts = [
        average([answers(growth, kind, (p, q)) for p in permutations(rows[0])])
        for q in permutations(rows[1])
    ]
    return shuffled(growth, kind, rows) == average(parts)


def no_worse(case: tuple[Fraction, str, Rows]) -> bool:
    """Check that with any one bit changed the shuffled laws are eps_0-close, in both directions."""
    growth, kind, rows = case
    here, m = shuffled(growth, kind, rows), len(rows[0])
    for i in range(2 * m):
        bits = [*rows[0], *rows[1]]
        bits[i] ^= 1
        there = shuffled(growth, kind, (tuple(bits[:m]), tuple(bits[m:])))
        if any(here[y] > growth * there[y] or there[y] > growth * here[y] for y in here):
            return False
    return True


def ones(m: int, growth: int, first: int, second: int) -> list[int]:
    """Return the law of the number of answers 1 among m blocks, up to a common factor.

    The rows have `first` and `second` ones, and the kernel is `and`.
    """
    law = [0] * (m + 1)
    for both in range(max(0, first + second - m), min(first, second) + 1):
        ways = comb(first, both) * comb(m - first, second - both)
        for i in range(both + 1):
            for j in range(m - both + 1):
                law[i + j] += (
                    ways * comb(both, i) * growth**i * comb(m - both, j) * growth ** (m - both - j)
                )
    return law


def amplified(case: tuple[int, int, Fraction]) -> bool:
    """Check that the exact divergence at e^eps_1, in both directions, is at most delta_1.

    There are m blocks with the kernel `and` and e^eps_0 = growth, for all numbers of ones in steps.
    """
    m, growth, delta1 = case
    decay = Decay.from_decay(Fraction(1, growth))
    shuffling.shuffled_epsilon(decay, delta1, m)  # refuses where the theorem says nothing
    root = reals.root(growth * reals.log(4 / delta1) / m, 2)
    ratio = enclosure.interval(shuffling.amplified_growth(Fraction(growth), root, m)).lower
    for first, second in product((0, m // 3, m // 2, m - 1), (1, m // 2, m)):
        p, q = ones(m, growth, first, second), ones(m, growth, first + 1, second)
        for x, y in ((p, q), (q, p)):
            if (
                sum(
                    (
                        max(Fraction(0), Fraction(u, sum(x)) - ratio * Fraction(v, sum(y)))
                        for u, v in zip(x, y, strict=True)
                    ),
                    Fraction(0),
                )
                > delta1
            ):
                return False
    return True


def printed_rate(k: int) -> bool:
    """Tell whether eps_1 <= 1000 eps_0 sqrt(log(1/delta_1)/m) for m = 100, eps_0 = log 2, delta_1 =
    1/k.
    """
    decay = Decay.from_decay(Fraction(1, 2))
    rate = reals.root(reals.log(Fraction(k)) / 100, 2) if k > 1 else Fraction(0)
    return (
        compare(shuffling.shuffled_epsilon(decay, Fraction(1, k), 100), 1000 * decay.epsilon * rate)
        <= 0
    )


def printed_2_6(k: int) -> bool:
    """Tell whether the estimate 0 has a squared error, at most 1, of at least 1/(100 n (eps +
    delta)).

    The setting is n = 1, delta = 0, eps = 1/k.
    """
    return HUNDREDTH * k <= 1


def printed_2_8(k: int) -> bool:
    """Tell whether alpha^2 is at least 1/(100 eps^2 beta^2 log(1/(eps^2 beta^2))) for the estimate
    0.

    The setting is n = 1, eps = 1/k, so beta = alpha = 1.
    """
    return compare(100 * reals.log(Fraction(k**2)), Fraction(k**2)) >= 0


def error(q: Fraction) -> Fraction:
    """Return the error beta^2 + 1 + v/beta^2 at beta = q^2 of the clipped mean with staircase
    noise, e^-eps = q^3.
    """
    found: Fraction = q**4 + 1 + staircase.moment(2, q**3, q, Fraction(1)) / q**4
    return found


def printed_at_large_epsilon(k: int) -> bool:
    """Tell whether that error is at least 1/(10 eps^2 beta^2 log(1/(eps^2 beta^2))) at q = 1/k, eps
    = 3 log k.
    """
    squared = (3 * reals.log(Fraction(k))) ** 2 / k**4  # eps^2 beta^2
    return compare(error(Fraction(1, k)) * squared * reals.log(1 / squared), TENTH) >= 0


def printed_condition(k: int) -> bool:
    """Tell whether beta^2 L = 1/g for n = eps' = 1 in 1/(n eps)^2 = g (beta^2 L)^2, g = k^2."""
    return Fraction(1, k) ** 2 * k**2 == 1 and Fraction(1, k) == Fraction(1, k**2)


def mean_of_blocks(case: tuple[int, Fraction, Fraction]) -> bool:
    """Return the mean of A_m and its squared error about mu, for m independent M in {0, 1} with P(M
    = 1) = p.
    """
    m, p, mu = case
    law = [(Fraction(i, m), comb(m, i) * p**i * (1 - p) ** (m - i)) for i in range(m + 1)]
    return sum((x * w for x, w in law), Fraction(0)) == p and sum(
        ((x - mu) ** 2 * w for x, w in law), Fraction(0)
    ) == mean_square((p - mu) ** 2, p * (1 - p), m)


def mean_square(bias_squared: Any, variance: Any, m: Any) -> Any:
    """Return bias^2 + Var/m."""
    return bias_squared + variance / m


STEPS = (
    cited("Theorem 2.6 is Theorem 3.8 of [73]", "Kamath-Singhal-Ullman 2020"),
    cited("Theorem 2.10 is Theorem 3.8 of [50]", "Feldman-McMillan-Talwar 2021"),
    positive(
        "averaging keeps (eps, delta): P_i = g Q_i + delta - s_i",
        L,
        lambda g, d, x, p, q, s, t: (
            g * (x * p + (1 - x) * q) + d - (x * (g * p + d - s) + (1 - x) * (g * q + d - t))
        ),
        strict=False,
        trusts=("expectation_is_monotone",),
    ),
    exhaustive(
        "two and three blocks of two bits: shuffling both rows is the average of shuffling one",
        models,
        reduces,
    ),
    exhaustive("and never worse than one block alone", models, no_worse, ("densities_decide",)),
    exhaustive(
        "up to 200 blocks, e^eps_0 = 2 or 3: the exact divergence is at most delta_1",
        lambda: [
            (24, 2, Fraction(1)),
            (40, 2, Fraction(3, 5)),
            (60, 3, Fraction(3, 5)),
            (200, 2, Fraction(1, 100)),
        ],
        amplified,
    ),
    identity(
        "e^eps_1 as printed, by tanh(eps_0/2) = (1 - b)/(1 + b)",
        A,
        lambda b, r, m: (
            shuffling.amplified_growth(1 / b, r, m),
            1 + 8 * (1 - b) / (1 + b) * (r + 1 / (b * m)),
        ),
    ),
    identity(
        "delta as printed",
        A,
        lambda g, b, m, d, e: (
            shuffling.amplified_delta(g, b, m, d, e),
            d + (g + 1) * (b / 2 + 1) * m * e,
        ),
    ),
    positive_in_balls(
        "with 11 blocks or fewer no delta_1 is allowed: 2 e^(-11/16) > 1",
        {"t": (Fraction(1), Fraction(1))},
        lambda t: 2 * (t * Fraction(-11, 16)).exp() - 1,
    ),
    positive_in_balls(
        "at delta_1 = 1 and the least m, e^eps_1 > e^eps_0 for e^eps_0 up to 5/2",
        {"g": (Fraction(11, 10), Fraction(5, 2)), "l": (Fraction(693, 1000), Fraction(694, 1000))},
        lambda g, l: shuffling.amplified_growth(g, Ball(Fraction(1, 8)).root(2), 16 * g * l) - g,
    ),
    counterexample("eps_1 = O(eps_0 sqrt(log(1/delta_1)/m)) fails at delta_1 = 1", printed_rate, 1),
    positive(
        "g/m = z^2 <= z root, root = z sqrt(log(4/delta_1)) = z (1 + h)",
        A,
        lambda z, h: z * (z * (1 + h)) - z**2,
        strict=False,
    ),
    positive_in_balls("log 4 >= 1", {"t": (Fraction(1), Fraction(1))}, lambda t: 4 - t.exp()),
    positive_in_balls(
        "z^2 = g/m <= 1/(16 log 2) < (2/5)^2",
        {"t": (Fraction(1), Fraction(1))},
        lambda t: 2 - (t * 25 / 64).exp(),
    ),
    positive(
        "so root + g/m <= (7/5) root: z = 2x/5",
        A,
        lambda r, x: Fraction(7, 5) * r - (r + 2 * x / 5 * r),
        strict=False,
    ),
    identity(
        "8 eps_0/2 (7/5) root",
        A,
        lambda e, r: (8 * (e / 2) * (Fraction(7, 5) * r), Fraction(28, 5) * e * r),
    ),
    positive("the estimate 0 errs by at most 1 in square", A, lambda x: 1 - x**2, strict=False),
    counterexample(
        "Theorem 2.6 with the constant 1/100: the estimate 0 at n = 1, eps = 1/101",
        printed_2_6,
        101,
        lambda: range(1, 101),
    ),
    counterexample(
        "Theorem 2.8 with the constant 1/100: the estimate 0 at n = 1, eps = 1/26",
        lambda k: printed_2_8(k),
        26,
        lambda: range(2, 26),
    ),
    exhaustive(
        "E A_m = E M, and the squared error is bias^2 + Var/m",
        lambda: product(
            (1, 2, 3, 5), (Fraction(1, 3), Fraction(1, 2)), (Fraction(0), Fraction(2, 5))
        ),
        mean_of_blocks,
    ),
    positive(
        "at most beta^2 + alpha^2/m, where alpha^2 >= Var + bias^2, bias^2 = y, beta^2 = y + w",
        E,
        lambda m, v, y, w: (y + w) + (v + y) / m - mean_square(y, v, m),
        strict=False,
    ),
    identity(
        "m independent blocks: m Var/m^2", E, lambda m, v: (m * v / m**2, mean_square(0 * m, v, m))
    ),
    identity(
        "the rearrangement, sqrt m = s",
        E,
        lambda n, e, l, s, u, f, c, b: (
            s**2 * (c / (n * s**2 * (e * l / s + u + f * s**2)) - b**2),
            c / (n * e * l / s + n * u + n * s**2 * f) - s**2 * b**2,
        ),
    ),
    decomposition(
        "the best m: c s - beta^2 s^2 <= c^2/(4 beta^2)",
        E,
        lambda c, b, s: (c**2 / (4 * b**2) - (c * s - b**2 * s**2), [(1, c / (2 * b) - b * s)]),
    ),
    identity(
        "there s = c/(2 beta^2), m = c^2/(4 n^2 eps^2 beta^4 L), the bound c^2/(4 n^2 eps^2 "
        "beta^2 L)",
        E,
        lambda n, e, b, l, c: (
            ((c / (n * e * l)) / (2 * b**2)) ** 2 * b**2,
            (c / (n * e * l)) ** 2 / (4 * b**2),
        ),
    ),
    identity(
        "eps/sqrt m = n eps^2 beta^2 sqrt L, eps/m^(3/2) = n^3 eps^4 beta^6 L^(3/2)",
        E,
        lambda n, e, b, l: (
            (e * (n * e * b**2 * l)) * (e * (n * e * b**2 * l) ** 3),
            (n * e**2 * b**2 * l) * (n**3 * e**4 * b**6 * l**3),
        ),
    ),
    identity(
        "m = g L: (beta^2 L)^2 = 1/(g n^2 eps^2), g = r^2",
        E,
        lambda n, e, r, l: ((1 / (r * n * e)) ** 2 / l**2 * l**2 * r**2, 1 / (n * e) ** 2),
    ),
    counterexample(
        "beta^2 L = e^(-eps)/(n eps) is not that: e^eps = 4", printed_condition, 2, lambda: [1]
    ),
    decomposition(
        "clipping: |x| - K <= x^2/(4K)",
        S,
        lambda x, k: (x**2 / (4 * k) - (x - k), [(1 / k, x / 2 - k)]),
        ("expectation_is_monotone",),
    ),
    positive(
        "staircase noise at e^-eps = q^3 <= 1/8, gamma = q: variance at most 2 q^2",
        S,
        lambda q: 2 * (q / 2) ** 2 - staircase.moment(2, (q / 2) ** 3, q / 2, 1),
    ),
    counterexample(
        "Theorem 2.8 with the constant 1/10: the staircase at n = 1, eps = 3 log 149, beta = "
        "149^-2",
        printed_at_large_epsilon,
        149,
        lambda: range(2, 149),
    ),
)


def holds(signs: list[int], j: int) -> bool:
    """Check any bits in three blocks, with e^eps_0 = 2 + |j|."""
    bits = tuple((signs + [0] * 6)[:6])
    return no_worse((Fraction(2 + abs(j)), "and", (bits[:3], bits[3:])))


THEOREM = Theorem(
    id="trilemma_shuffling",
    title="Shuffling blocks of several records, and the trilemma by amplification",
    statement="Theorem 2.7 follows from the cited Theorem 2.10 with the same epsilon and delta; the "
    "derivation of Theorem 2.8 is right for beta below a constant and eps = O(1), and the "
    "theorem is false otherwise",
    source="trilemma Section 2.2, Theorems 2.6, 2.7, 2.8, 2.10",
    steps=STEPS,
    covers=("shuffling.epsilon", "shuffling.delta"),
    depends_on=("trilemma_groups", "staircase_law"),
    holds=holds,
    claims=rows(__file__),
)
