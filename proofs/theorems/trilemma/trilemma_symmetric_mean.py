"""Theorem 4.8 up to its O: DPUMean is private, and its squared error is the shipped chain, with 100
for the printed 1.

Claim.       DPUMean is (eps, delta)-DP and its squared error is at most `without_coarse` + `near` + `far`, gamma =
             delta^2, so at most 1/n2 + (33 psi^2 (n2 eps)^(2/l) + 3200)/(n2 eps)^2 + delta (1 +
             mu^2)/n2 + delta^(2 - 4/l) (16 psi^2 n1^(2/l) + 8 psi^2 (n2 eps)^(2/l) + 1200). What
             becomes of this as an order, and Theorem 1.4: `trilemma_symmetric_orders`.
Source.      trilemma Algorithm 2, Theorem 4.8 and its proof, Sections 1.3 and 1.4.
Derivation.  (1) Privacy: first half by DPUCoarse; second half, given its answer, (eps, 0) or (0, delta). (2) No answer:
             E (X xi - delta mu)^2 = delta E X^2 - delta^2 mu^2. (3) A good answer: the variance
             does not grow (clipping is a contraction), the bias is that of a margin psi r, r = (n2
             eps)^(1/l), by Bernoulli. (4) A bad one: Hoelder with l/(l - 2) and l/2; sigma
             DPUCoarse(x/sigma) has the moment sigma^l/2 + n1 2^(l - 1) psi^l. (5) c^2 <= 2 psi^2
             r^2 + 200.
Trusted.     exp_and_log, expectation_is_monotone, fubini, holder, densities_decide.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from dpmean.distributions import laplace
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma import dpucoarse, symmetric_bounds
from dpmean.mechanisms.trilemma.dpumean import DpuMean
from dpmean.programs.run import run

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows
from .trilemma_unbiased import clip

# e^eps = 1 + h
D = Ring(
    {
        "h": NONNEGATIVE,
        "d": UNIT,
        "w": FULL,
        "a": FULL,
        "b": FULL,
        "x": FULL,
        "y": FULL,
        "s": NONNEGATIVE,
        "r": NONNEGATIVE,
        "c": POSITIVE,
        "n": POSITIVE,
        "e": POSITIVE,
    }
)
N = Ring(
    {"d": UNIT, "n": POSITIVE, "mu": NONNEGATIVE, "v": NONNEGATIVE, "s": NONNEGATIVE, "x": FULL}
)
G = Ring(
    {
        "l": POSITIVE,
        "big": POSITIVE,
        "c": POSITIVE,
        "s": NONNEGATIVE,
        "psi": POSITIVE,
        "p": POSITIVE,
        "r": POSITIVE,
        "rr": POSITIVE,
        "e": POSITIVE,
        "v": NONNEGATIVE,
        "n": POSITIVE,
    }
)
Far = Ring(
    {
        "k": POSITIVE,
        "w": UNIT,
        "gr": POSITIVE,
        "g": POSITIVE,
        "q": POSITIVE,
        "psi": POSITIVE,
        "c": POSITIVE,
        "n": POSITIVE,
        "e": POSITIVE,
        "sigma": POSITIVE,
        "d": UNIT,
        "mu": NONNEGATIVE,
        "r": POSITIVE,
        "s": NONNEGATIVE,
    }
)
O = Ring({"d": UNIT, "h": NONNEGATIVE, "a": FULL})
HALF, SIGMA = Fraction(1, 2), symmetric_bounds.SIGMA


def second_line(
    n: Any, e: Any, c: Any, psi: Any, r: Any, d: Any, mu: Any, gr: Any, q: Any, one: Any
) -> Any:
    """Return the second line of the proof's last display; `one` is 1 as printed, 100 corrected."""
    return (
        1 / n
        + (16 * c**2 + psi**2 * r**2) / (n * e) ** 2
        + d * (1 + mu**2) / n
        + gr * 4 * (4 * q * psi**2 + c**2 + one)
    )


def third_line(
    n: Any, e: Any, psi: Any, r: Any, d: Any, mu: Any, gr: Any, q: Any, last: Any
) -> Any:
    """Return the third line of the proof's last display; `last` is 804 as printed, 1200
    corrected.
    """
    return (
        1 / n
        + (33 * psi**2 * r**2 + 3200) / (n * e) ** 2
        + d * (1 + mu**2) / n
        + gr * (16 * psi**2 * q + 8 * psi**2 * r**2 + last)
    )


def squares_agree(x: int) -> bool:
    """Tell whether E (X xi/delta - mu)^2 = E (X xi - mu)^2/delta^2 for n2 = 1, delta = 1/2, X =
    x.
    """
    return (
        sum((x * xi / HALF - x) ** 2 * HALF for xi in (0, 1))
        == sum((x * xi - x) ** 2 * HALF for xi in (0, 1)) / HALF**2
    )


def falls_with_the_mean(k: int) -> bool:
    """Tell whether the fallback's squared error is at most a multiple of mu^2/delta = 0.

    The law is the fair one on -k and k, n2 = 1, delta = 1/2.
    """
    return sum((x * xi / HALF) ** 2 / 4 for x in (-k, k) for xi in (0, 1)) <= 0


def second_moment_is_larger(k: int) -> bool:
    """Tell whether E (X xi - mu)^2 <= E (X xi)^2 for X = 1, delta = 1/k."""
    d = Fraction(1, k)
    return (1 - d) <= d


def unnamed(case: tuple[tuple[Fraction, ...], Fraction]) -> bool:
    """Check the shipped program without a coarse answer, by mean and squared error for these
    records.

    Each of the others is named with probability delta.
    """
    others, delta = case
    mechanism = DpuMean(Decay.from_decay(Fraction(1, 16)), delta, Fraction(1), 1, len(others))
    first = second = Fraction(0)
    for named in product((0, 1), repeat=len(others)):
        outcomes: dict[str, Any] = {
            "offset": HALF,
            "noise_1": Fraction(-100),
            **{f"named_{i}": z for i, z in enumerate(named, 1)},
        }
        output = driven(mechanism, others, outcomes)
        weight = prod((delta if z else 1 - delta for z in named), start=Fraction(1))
        first, second = first + weight * output, second + weight * output**2
    mean = sum(others) / len(others)
    return bool(
        first == mean
        and second - mean**2 == sum(x**2 for x in others) * (1 - delta) / delta / len(others) ** 2
    )


def driven(mechanism: DpuMean, others: tuple[Fraction, ...], outcomes: dict[str, Any]) -> Any:
    """Return the estimate for the record 0 in the first half and given draws."""
    return run(mechanism.program([0, *others]), lambda draw: outcomes[draw.label]).output


def second_stage(case: tuple[int | None, Fraction, int]) -> bool:
    """Check the shipped second stage: how far replacing a record moves it.

    It is at most the sensitivity at which its noise gives epsilon, and by that much for some.
    """
    m, width, n2 = case
    mechanism = DpuMean(
        Decay.from_decay(Fraction(1, 16)),
        HALF,
        width,
        1,
        n2,
        noise="laplace" if m is None else "discrete_laplace",
        m=m,
    )
    law, unit = mechanism.law
    points = [Fraction(i) for i in (-5, 0, 2)]
    fine = {
        data: run(mechanism.fine(sorted(data), HALF), lambda _: Fraction(0)).output
        for data in product(points, repeat=n2)
    }
    changes = [abs(fine[a] - fine[(x, *a[1:])]) for a in fine for x in points]
    return bool(max(changes) == law.sensitivity * unit == 2 * width / n2)


def far_moment(power: int) -> bool:
    """Tell whether E 1[an answer] |mu~|^l is at most 1/2 + n1 2^(l - 1), step (G) as printed.

    It is 10^l P(answer)/(2^l (l + 1)) for X = 0, psi = 1, sigma = 10, eps = 9/10, delta = 1/2, n1 =
    267.
    """
    decay, delta, n1 = Decay.from_epsilon(Fraction(9, 10)), HALF, 267
    if compare(symmetric_bounds.enough(decay, delta, delta**2), Fraction(n1)) > 0:
        return True
    # e^(-(eps/2)(n1 - threshold))
    answers = 1 - dpucoarse.lone_bin(reals.exp(-Fraction(9, 10) * (n1 - 2) / 2) / delta)
    return (
        compare(
            SIGMA**power / (2**power * (power + 1)) * answers,
            symmetric_bounds.spread(n1, Fraction(1), Fraction(2) ** (power - 1)),
        )
        <= 0
    )


def exact_value(case: tuple[str, int]) -> bool:
    """Check the shipped value where all roots are rational: l = 4, eps = 1, n2 = 16, n1 = 484,
    delta = 1/4, psi = 1.
    """
    edition, mean = case
    decay = Decay.from_epsilon(1)
    c, one = (
        symmetric_bounds.clip(16, decay, Fraction(1), Fraction(4)),
        Fraction(1 if edition == "printed" else 100),
    )
    found = symmetric_bounds.mse_bound(
        484, 16, decay, Fraction(1, 4), Fraction(1), Fraction(4), Fraction(mean), edition
    )
    printed = (
        Fraction(1, 4) * (mean**2 + 1) / 16
        + Fraction(1, 16)
        + (8 * 144 + Fraction(4, 16)) / 256
        + 4 * Fraction(1, 4) * (one + 4 * 22 + 144)
        + Fraction(8 * 144, 256 * 16)
    )
    return bool(c == 12 and found == printed)


V = {"x": REAL, "y": REAL, "mu": REAL, "c": REAL}
STEPS = (
    smt(
        "a record moves a clipped one by at most 2 c",
        {"x": REAL, "z": REAL, "y": REAL, "c": REAL},
        lambda v: v.c > 0,
        lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - clip(v.z, v.y - v.c, v.y + v.c)) <= 2 * v.c,
        lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - clip(v.z, v.y - v.c, v.y + v.c)) < 2 * v.c,
        ("densities_decide",),
    ),
    identity(
        "2 c/n2 against the scale 2 c/(n2 eps) loses eps",
        D,
        lambda c, n, e: (2 * c / n / (2 * c / (n * e)), e),
    ),
    exhaustive(
        "the shipped second stage has that sensitivity, continuous and integer",
        lambda: (
            (m, w, n2) for m in (None, 1, 2) for w in (HALF, Fraction(3, 2)) for n2 in (1, 2, 3)
        ),
        second_stage,
    ),
    positive(
        "naming is (0, delta)-DP: with and without this record being named",
        D,
        lambda d, w, a, b: (1 - d) * w + d * b + d - ((1 - d) * w + d * a),
        strict=False,
    ),
    positive(
        "second half: (0, delta) without an answer, (eps, 0) with one",
        D,
        lambda h, d, w, a, b, s, r: (
            (1 + h) * (w * a + (1 - w) * b) + d - (w * (a + d - s) + (1 - w) * ((1 + h) * b - r))
        ),
        strict=False,
        trusts=("fubini",),
    ),
    positive(
        "first half: any use of the coarse answer, two layers",
        D,
        lambda h, d, w, a, b, x, s, r: (
            (1 + h) * (w * a + (1 - w) * x * b)
            + d
            - (w * ((1 + h) * a + d - s) + (1 - w) * x * ((1 + h) * b + d - r))
        ),
        strict=False,
        trusts=("fubini",),
    ),
    identity("no answer: no bias", N, lambda d, x: ((d * x + (1 - d) * 0) / d, x)),
    identity(
        "no answer: the squared error, E (X xi - delta mu)^2/(n2 delta^2), E X^2 = v + mu^2",
        N,
        lambda d, n, mu, v: (
            (d * (v + mu**2) - 2 * d * mu * d * mu + (d * mu) ** 2) / (n * d**2),
            (v + (1 - d) * mu**2) / (n * d),
        ),
        ("expectation_is_monotone",),
    ),
    positive(
        "which with v = 1 - s is at most (mu^2 + 1)/(n2 delta)",
        N,
        lambda d, n, mu, s: (
            symmetric_bounds.without_coarse(1, mu, n, d) - (1 - s + (1 - d) * mu**2) / (n * d)
        ),
        strict=False,
    ),
    positive("and grows without bound with mu^2", N, lambda d, n: (1 - d) / (n * d)),
    exhaustive(
        "that is the shipped program without an answer, three records",
        lambda: product(
            product((Fraction(-1), Fraction(0), Fraction(5, 2)), repeat=3), (HALF, Fraction(1, 7))
        ),
        unnamed,
    ),
    counterexample(
        "mu in place of delta mu: X = 1, delta = 1/2, n2 = 1, 1 against 2",
        lambda x: squares_agree(x),
        1,
        lambda: [0],
    ),
    counterexample(
        "E (X xi - mu)^2 <= E (X xi)^2 fails for X = 1, delta = 1/3",
        second_moment_is_larger,
        3,
        lambda: [1, 2],
    ),
    counterexample(
        "the fallback's squared error at mu = 0: the fair law on -1 and 1",
        lambda k: falls_with_the_mean(k),
        1,
        lambda: [0],
    ),
    smt(
        "clipping is a contraction: the variance does not grow",
        {"x": REAL, "z": REAL, "y": REAL, "c": REAL},
        lambda v: v.c > 0,
        lambda v: (
            abs(clip(v.x, v.y - v.c, v.y + v.c) - clip(v.z, v.y - v.c, v.y + v.c)) <= abs(v.x - v.z)
        ),
        lambda v: (
            abs(clip(v.x, v.y - v.c, v.y + v.c) - clip(v.z, v.y - v.c, v.y + v.c)) < abs(v.x - v.z)
        ),
        ("expectation_is_monotone",),
    ),
    smt(
        "a good answer: clipping takes away what is farther than c - sigma from the mean",
        {**V, "s": REAL},
        lambda v: v.c > v.s and v.s >= 0 and abs(v.y - v.mu) <= v.s,
        lambda v: (
            abs(clip(v.x, v.y - v.c, v.y + v.c) - v.x) <= max(0, abs(v.x - v.mu) - (v.c - v.s))
        ),
        lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - v.x) <= max(0, abs(v.x - v.mu) - v.c),
    ),
    identity(
        "Lemma 3.1: t^l/(l c^(l - 1)) - (t - c) is Bernoulli's inequality times c/l, t = c s",
        G,
        lambda l, big, c, s: (c * big / l - (c * s - c), c / l * (big - l * (s - 1))),
        ("exp_and_log", "expectation_is_monotone"),
    ),
    identity(
        "the noise's variance",
        G,
        lambda c, n, e: (laplace.moment(2, n * e / (2 * c)), 8 * c**2 / (n * e) ** 2),
    ),
    identity(
        "equality (C): margin psi r, p = psi^(l - 1), rr = r^(l - 1), n2 eps = r rr",
        G,
        lambda l, psi, p, r, rr, e, c: (
            e / (r * rr) + (psi * p / (l * p * rr)) ** 2 + 8 * c**2 / (r * rr) ** 2,
            symmetric_bounds.near(r * rr / e, e, c, psi, r, l),
        ),
    ),
    smt(
        "a bad answer: a clipped record is within |mu~ - mu| + c of the mean",
        V,
        lambda v: v.c > 0,
        lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - v.mu) <= abs(v.y - v.mu) + v.c,
        lambda v: abs(clip(v.x, v.y - v.c, v.y + v.c) - v.mu) <= abs(v.y - v.mu),
    ),
    identity(
        "(E): Hoelder's exponents l/(l - 2) and l/2, l = 2 + k",
        Far,
        lambda k: (k / (2 + k) + 2 / (2 + k), 1 + 0 * k),
        ("holder",),
    ),
    identity(
        "(G): sigma DPUCoarse(x/sigma), big = sigma^l, r = 2^(l - 1), psi^l/sigma^l = psi/big",
        Far,
        lambda q, psi, c, r: (c * symmetric_bounds.spread(q, psi / c, r), c / 2 + q * r * psi),
    ),
    counterexample(
        "(G) as printed fails at l = 8: X = 0, psi = 1, eps = 9/10, delta = 1/2, n1 = 267",
        lambda l: far_moment(l),
        8,
        lambda: [2, 3, 4, 5, 6, 7],
    ),
    positive(
        "sigma = 10: the variance of X/sigma is below 1/64",
        Far,
        lambda w: Fraction(1, 64) - w / SIGMA**2,
    ),
    identity(
        "(H): x/(x + y) + y/(x + y) = 1, and s^p >= s on [0, 1]",
        Far,
        lambda q, c: (q / (q + c) + c / (q + c), 1 + 0 * q),
        ("exp_and_log",),
    ),
    positive(
        "(H) to the last line, w = 2^(-2/l)",
        Far,
        lambda gr, g, q, psi, c, n, e, sigma, w: (
            symmetric_bounds.far(g, gr, n, e, c, psi, q, sigma)
            - (
                gr * 4 * w * (w * sigma**2 + 4 * w * q * psi**2 + c**2)
                + 8 * c**2 * g / (n * e) ** 2
            )
        ),
    ),
    decomposition(
        "c^2 <= 2 psi^2 (n2 eps)^(2/l) + 200",
        Far,
        lambda psi, r: (2 * psi**2 * r**2 + 200 - (SIGMA + psi * r) ** 2, [(1, SIGMA - psi * r)]),
    ),
    positive(
        "the three parts are at most the second line, corrected, gamma = delta^2",
        Far,
        lambda k, n, e, c, psi, r, d, mu, gr, q: (
            second_line(n, e, c, psi, r, d, mu, gr, q, 100)
            - (
                symmetric_bounds.without_coarse(d**2, mu, n, d)
                + symmetric_bounds.near(n, e, c, psi, r, 2 + k)
                + symmetric_bounds.far(d**2, gr, n, e, c, psi, q, SIGMA)
            )
        ),
        strict=False,
    ),
    identity(
        "the second line is at most the third, c^2 = 2 psi^2 r^2 + 200 - s: as printed",
        Far,
        lambda n, e, psi, r, d, mu, gr, q, s: (
            third_line(n, e, psi, r, d, mu, gr, q, 804)
            - second_line(n, e, 0, psi, r, d, mu, gr, q, 1)
            - (2 * psi**2 * r**2 + 200 - s) * (16 / (n * e) ** 2 + 4 * gr),
            s * (16 / (n * e) ** 2 + 4 * gr),
        ),
    ),
    identity(
        "the same with 100 and 1200",
        Far,
        lambda n, e, psi, r, d, mu, gr, q, s: (
            third_line(n, e, psi, r, d, mu, gr, q, 1200)
            - second_line(n, e, 0, psi, r, d, mu, gr, q, 100)
            - (2 * psi**2 * r**2 + 200 - s) * (16 / (n * e) ** 2 + 4 * gr),
            s * (16 / (n * e) ** 2 + 4 * gr),
        ),
    ),
    positive("P(A) E[Z | A] <= E[Z | A]", O, lambda a, h: h - a * h, strict=False),
    positive(
        "given an answer: the far part divided by 1 - delta^2 at most",
        O,
        lambda d, a: 1 / (1 - d**2) - 1 / (1 - d**2 * a),
        strict=False,
    ),
    exhaustive(
        "the shipped clip and bound where all roots are rational",
        lambda: product(("corrected", "printed"), (0, 3)),
        exact_value,
    ),
)


def holds(x: Fraction, z1: Fraction, mean: Fraction, alpha: Fraction, epsilon: Fraction) -> bool:
    """Check naming, clipping and the chain of constants for any rational parameters."""
    d, c, r = (alpha if 0 < alpha < 1 else HALF), 1 + abs(z1), 1 + abs(mean)
    a, b = (clip(p, mean - c, mean + c) for p in (x, z1))
    moves = abs(a - b) <= min(abs(x - z1), 2 * c) and abs(a) <= abs(mean) + c
    c = SIGMA + r
    parts = (
        symmetric_bounds.without_coarse(d**2, mean, 1, d)
        + symmetric_bounds.near(Fraction(1), epsilon, c, 1, r, 2)
        + symmetric_bounds.far(d**2, d, Fraction(1), epsilon, c, 1, abs(x), SIGMA)
    )
    return bool(
        unnamed(((x, z1), d))
        and moves
        and parts
        <= second_line(1, epsilon, c, 1, r, d, mean, d, abs(x), 100)
        <= third_line(1, epsilon, 1, r, d, mean, d, abs(x), 1200)
    )


THEOREM = Theorem(
    id="trilemma_symmetric_mean",
    title="DPUMean is private, and its squared error with all constants",
    statement="DPUMean is (eps, delta)-DP and errs by at most the shipped chain, with 100 for the "
    "printed 1",
    source="trilemma Algorithm 2, Theorem 4.8",
    steps=STEPS,
    covers=("dpumean.clip", "dpumean.mse_bound"),
    depends_on=("laplace_laws", "trilemma_coarse_accuracy", "trilemma_unbiased"),
    holds=holds,
    claims=rows(__file__),
)
