"""Smooth sensitivity of a mean when the number of records is private.

The bound S(n) is beta-smooth, and the mean with Student's t noise is unbiased and eps-DP.

Claim.       |f(x) - f(x')| <= (b - a)/max{n, n', 1} for neighbours; S(n) = (b - a) max{e^(-beta (n - 1)), 1/max(n, 1)}
             bounds the smooth sensitivity and is itself a beta-smooth bound; f + tau S Z with d =
             3, beta = eps/12, tau = sqrt 3/eps is eps-DP, unbiased for n >= 1, with squared error
             at most 1/n + 9 S^2/eps^2.
Source.      trilemma Definitions E.2-E.4, Lemma E.5 (1), Theorem E.6.
Derivation.  (1) The mean moves by (x - y)/n under a replacement and by (mean - y)/(n + 1) under an addition; means and
             records lie in [a, b], and so does 0. (2) e^(-beta (n - y))/y falls until y = 1/beta
             and grows then: on [1, n] it is largest at an end; beyond n it is below 1/(n + 1); from
             n' = 0 comes e^(-beta n). (3) S(n +- 1) against S(n): e^(-beta (n - 1)) changes by
             e^(+-beta), 1/(n + 1) <= 1/n, and 1/n <= e^beta max{e^(-beta n), 1/(n + 1)}: if not,
             e^-beta > n/(n + 1), and by Bernoulli e^(-beta (n - 1)) >= 1 - (n - 1)(1 - e^-beta) >=
             2/(n + 1) >= 1/n. (4) Distances obey the triangle inequality, so the supremum of LS
             e^(-beta d) is smooth; a smooth bound S has S(x) >= e^(-beta d) S(z) >= e^(-beta d)
             LS(z), so it is the least. (5) Lemma E.5: 4 beta + 4/(2 sqrt 3 tau) = eps.
Trusted.     monotone_by_derivative, expectation_is_monotone; the noise's law and loss are those of trilemma_student_t.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpmean.distributions import student_t
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import exp
from dpmean.mechanisms.trilemma import smooth

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

N = Ring(
    {
        "n": POSITIVE,
        "h": NONNEGATIVE,
        "x": FULL,
        "w": POSITIVE,
        "y": NONNEGATIVE,
        "m": NONNEGATIVE,
        "e": POSITIVE,
        "p": POSITIVE,
    }
)
B = Ring({"b": UNIT, "w": POSITIVE}, powers="n")
T = Ring({"r": POSITIVE, "e": POSITIVE, "s": POSITIVE, "n": POSITIVE}).relate(
    "r", 2, lambda e: 0 * e + 3
)
D = Ring({"s": NONNEGATIVE, "d": NONNEGATIVE, "r": NONNEGATIVE})
POINTS = (Fraction(-1), Fraction(0), Fraction(2))
WIDTH = Fraction(3)
Data = tuple[Fraction, ...]


def mean(x: Data) -> Fraction:
    """Return the paper's f, the mean of the records, or 0 without any."""
    return sum(x, Fraction(0)) / len(x) if x else Fraction(0)


def neighbours(x: Data) -> Iterator[Data]:
    """Yield all data sets that add, remove or replace one record, on three points."""
    for i in range(len(x) + 1):
        yield from (x[:i] + (p,) + x[i:] for p in POINTS)
    for i in range(len(x)):
        yield x[:i] + x[i + 1 :]
        yield from (x[:i] + (p,) + x[i + 1 :] for p in POINTS)


def obeys_local(x: Data) -> bool:
    """Check that every neighbour's mean is within the shipped bound."""
    return all(
        abs(mean(x) - mean(y)) <= smooth.local(WIDTH, max(len(x), len(y), 1)) for y in neighbours(x)
    )


def is_smooth(case: tuple[int, Fraction]) -> bool:
    """Check the shipped S: smooth between n and n + 1, a bound of the local sensitivity, and the
    least such.

    The least is checked against what every n' <= 40 demands.
    """
    n, rate = case
    here, there = (smooth.at_size(k, exp(-rate * max(k - 1, 0)), WIDTH) for k in (n, n + 1))
    growth = exp(rate)
    close = compare(here, growth * there) <= 0 and compare(there, growth * here) <= 0
    return (
        close
        and compare(here, smooth.local(WIDTH, Fraction(max(n, 1)))) >= 0
        and all(
            compare(here, smooth.local(WIDTH, Fraction(max(k, 1))) * exp(-rate * abs(n - k))) >= 0
            for k in range(41)
        )
    )


def printed_case_0(case: tuple[int, Fraction]) -> bool:
    """Tell whether e^(-beta n)/max{0, 1} <= 1/max{n, 1}, the paper's first case."""
    n, rate = case
    return compare(exp(-rate * n) if n else Fraction(1), Fraction(1, max(n, 1))) <= 0


def smooth_sensitivity(values: tuple[int, ...], decay: Fraction) -> bool:
    """Check on a path of neighbours that the supremum of LS e^(-beta d) is a smooth bound of LS.

    It must be what every point demands.
    """
    path = range(len(values))
    local = [
        max((abs(values[i] - values[j]) for j in path if abs(i - j) == 1), default=0) for i in path
    ]
    best = [max(local[j] * decay ** abs(i - j) for j in path) for i in path]
    smooth_bound = all(best[i] >= local[i] for i in path) and all(
        decay * best[i] <= best[j] for i in path for j in path if abs(i - j) == 1
    )
    return smooth_bound and all(
        decay ** abs(i - j) * local[j] <= best[i] for i in path for j in path
    )


STEPS = (
    identity(
        "a replacement moves the mean by (x - y)/n",
        N,
        lambda n, x, y, m: ((m + x) / n - (m + y) / n, (x - y) / n),
    ),
    identity(
        "an addition moves it by (mean - y)/(n + 1)",
        N,
        lambda n, y, m: (m - (n * m + y) / (n + 1), (m - y) / (n + 1)),
    ),
    smt(
        "means and records lie in [a, b], 0 too",
        {"a": REAL, "b": REAL, "x": REAL, "y": REAL},
        lambda v: v.a <= 0 and v.b >= 0 and v.a <= v.x and v.x <= v.b and v.a <= v.y and v.y <= v.b,
        lambda v: abs(v.x - v.y) <= v.b - v.a and abs(0 - v.y) <= v.b - v.a,
        lambda v: abs(v.x - v.y) <= v.b,
    ),
    identity(
        "each gives (b - a)/max{n, n', 1}",
        N,
        lambda n, w: (
            smooth.local(w, n) + smooth.local(w, n + 1) + smooth.local(w, 1),
            w / n + w / (n + 1) + w,
        ),
    ),
    exhaustive(
        "three records at most, on three points",
        lambda: (x for n in range(4) for x in product(POINTS, repeat=n)),
        obeys_local,
    ),
    positive(
        "e^(-beta (n - y))/y: its logarithm has the increasing slope beta - 1/y",
        N,
        lambda w: 1 / w - 1 / (w + 1),
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "beyond n it decreases: the slope is -(beta + 1/y)",
        N,
        lambda e, w: e + 1 / w,
        trusts=("monotone_by_derivative",),
    ),
    identity(
        "at y = 1 and y = n: the two terms of S(n), the second for n + 1",
        B,
        lambda b, w, n: (
            smooth.of_one(w, b ** (n - 1)) + smooth.local(w, n + 1 + 0 * w),
            w * b**n / b + w / (n + 1 + 0 * w),
        ),
    ),
    identity(
        "e^(-beta (n - 1)) changes by e^beta from n + 1 to n",
        B,
        lambda b, w, n: (smooth.of_one(w, b ** (n - 1)), smooth.of_one(w, b**n) / b),
    ),
    identity(
        "Bernoulli: b^m - (1 - m (1 - b)) grows by (1 - b)(1 - b^m)",
        B,
        lambda b, n: (
            (b ** (n + 1) - (1 - (n + 1) * (1 - b))) - (b**n - (1 - n * (1 - b))),
            (1 - b) * (1 - b**n),
        ),
    ),
    positive(
        "1 - (n - 1)(1 - b) >= 1/n where 1 - b <= 1/(n + 1): n = 1 + h, 1 - b = x/(n + 1)",
        N,
        lambda h, x: 1 - h * x / (h + 2) - 1 / (1 + h),
        strict=False,
    ),
    positive(
        "(b - a)/(n + 1) <= (b - a)/n", N, lambda n, w: smooth.local(w, n) - smooth.local(w, n + 1)
    ),
    exhaustive(
        "S for n up to 12 and five beta",
        lambda: product(
            range(13), (Fraction(1, 50), Fraction(1, 5), Fraction(1, 2), Fraction(1), Fraction(3))
        ),
        is_smooth,
    ),
    counterexample(
        "the case |x'| = 0: e^(-beta n) <= 1/max{n, 1} fails at n = 2, beta = 1/4",
        printed_case_0,
        (2, Fraction(1, 4)),
        lambda: (
            [(n, Fraction(1, k)) for n in (0, 1) for k in (1, 2, 3, 4)]
            + [(2, Fraction(1)), (2, Fraction(1, 2))]
        ),
    ),
    positive(
        "e^(-beta n) <= e^(-beta (n - 1))",
        B,
        lambda b, w, n: smooth.of_one(w, b ** (n - 1)) - smooth.of_one(w, b**n),
    ),
    identity(
        "at n = 0 the bound is e^beta (b - a)", B, lambda b, w: (smooth.of_one(w, 1 / b), w / b)
    ),
    positive(
        "the triangle inequality: d(x', z) = d(x, z) + 1 - s costs at most a factor e^beta",
        D,
        lambda s, d, r: r - r * (d + 1 - s) + r * d,
        strict=False,
    ),
    identity(
        "the least smooth bound: one step of S(x) >= e^(-beta d) S(z)",
        B,
        lambda b, w, n: (b * (b**n * w), b ** (n + 1) * w),
    ),
    exhaustive(
        "paths of four data sets, all f into {0, 1, 3}",
        lambda: product((0, 1, 3), repeat=4),
        lambda f: smooth_sensitivity(f, Fraction(1, 2)) and smooth_sensitivity(f, Fraction(4, 5)),
    ),
    identity(
        "4 beta + 4/(2 sqrt 3 tau) = eps",
        T,
        lambda e, r: (
            student_t.printed_loss(smooth.DEGREES, smooth.beta(e), smooth.tau(e, r) * r),
            e,
        ),
    ),
    identity(
        "the noise's variance: tau^2 S^2 d/(d - 2)",
        T,
        lambda e, r, s, n: (
            smooth.squared_error(n, e, s**2),
            1 / n + smooth.tau(e, r) ** 2 * s**2 * student_t.variance(smooth.DEGREES),
        ),
        ("expectation_is_monotone",),
    ),
    identity(
        "S^2 at beta = eps/12: e^(-eps (n - 1)/6) and 1/n^2",
        N,
        lambda n, e, w: (
            (2 * smooth.beta(e) * (n - 1)) + smooth.local(w, n) ** 2,
            e * (n - 1) / 6 + w**2 / n**2,
        ),
    ),
)


def holds(n: int, m: int) -> bool:
    """Check the shipped S for any n and beta."""
    return is_smooth((n, Fraction(m, 9)))


THEOREM = Theorem(
    id="trilemma_smooth",
    title="Smooth sensitivity of a mean of unknown size, and the unbiased pure estimate",
    statement="S(n) = (b - a) max{e^(-beta (n - 1)), 1/max(n, 1)} is a beta-smooth bound of the "
    "mean's local sensitivity; with Student's t noise of 3 degrees of freedom it gives an "
    "unbiased eps-DP mean with squared error at most 1/n + 9 S^2/eps^2",
    source="trilemma Appendix E, Definitions E.2-E.4, Lemma E.5, Theorem E.6",
    steps=STEPS,
    depends_on=("trilemma_student_t",),
    holds=holds,
    claims=rows(__file__),
)
