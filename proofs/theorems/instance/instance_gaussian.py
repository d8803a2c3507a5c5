"""Real coordinates and Gaussian samples: rounding to buckets, the clipping radius, and the error of
the mean.

The error of the Gaussian mean comes with all its constants.

Claim.       Rounding to the nearest multiple of alpha/sqrt d moves records and their mean by at most alpha/2, and two
             records apart by at most alpha: c (w + alpha)/n + alpha/2. No sample is longer than R'
             = R + 2 sigma_max sqrt(d + log(4 n/beta)) with probability 1 - beta/4; then w <= 2
             sigma l', and the mean of the samples is within sigma l/sqrt n of mu.
Source.      instance Remark 3.2, Section 3.4, Corollary 3.1, Remark 3.3.
Derivation.  (1) sqrt(d) coordinates of alpha/(2 sqrt d) have norm alpha/2; the triangle inequality twice. (2) x_i = mu
             + Sigma^(1/2) g_i with ||g_i|| <= l' for all i, l'^2 = d + 2 sqrt(d L) + 2 L, L = log(4
             n/beta), which is at most 4 (d + L): Lemma 3.3 for each of n. (3) ||x_i - x_j|| <= 2
             sigma l' in the same event. (4) sqrt(n) (f(D) - mu) is Sigma^(1/2) g: Lemma 3.3 again,
             at beta/4. (5) Theorem 3.3 at beta/2 for the integers.
Trusted.     union_bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number, log, root
from dpmean.mechanisms.instance import shifted_clipped_mean_bounds as bounds
from dpmean.mechanisms.instance import tails
from dpmean.mechanisms.instance.gaussian_mean import GaussianMean
from dpmean.programs.table import coordinate

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

# a = sqrt d, l = sqrt L, n = sqrt n
G = Ring(
    {
        "a": POSITIVE,
        "l": NONNEGATIVE,
        "s": POSITIVE,
        "r": NONNEGATIVE,
        "n": POSITIVE,
        "x": FULL,
        "c": NONNEGATIVE,
        "w": NONNEGATIVE,
        "b": POSITIVE,
    }
)
Case = tuple[int, int, Fraction, Fraction, Fraction, Fraction, Fraction]
BIG, HALF = 10**9, Fraction(1, 2)


def universe_is_whole(k: int) -> bool:
    """Tell whether u = 2 R sqrt d/alpha is an integer at d = 1, R = 1, alpha = k/(k + 1)."""
    return (2 / Fraction(k, k + 1)).denominator == 1


def just_alpha(case: tuple[Fraction, Fraction]) -> bool:
    """Tell whether the bound for the rounded records plus alpha/2 is at most that for the records
    plus alpha.

    `case` is c/n and w; two records lie around the middle of two buckets of width alpha = 1, at d =
    1.
    """
    rate, width = case
    rounded = [coordinate(HALF + s * width / 2, 0, 9) for s in (-1, 1)]
    return bounds.quantised(rate * abs(rounded[1] - rounded[0]), 1) <= rate * width + 1


def rounds(x: Fraction) -> bool:
    """Check the shipped rounding, in units of the bucket: within a half, and two records apart by
    at most 1 more.
    """
    y = x * Fraction(7, 3) + HALF
    one, two = coordinate(x, -99, 99), coordinate(y, -99, 99)
    return (
        abs(one - x) <= HALF
        and abs(two - one) <= bounds.grown(abs(y - x), 1)
        and coordinate(x * Fraction(2, 7), -99, 99, Fraction(2, 7)) == one
    )


def neighbours_before(case: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    """Tell whether two instances are neighbours after clipping to [-1, 1] only if they are
    neighbours before.
    """
    one, two = case
    after = sum(max(-1, min(a, 1)) != max(-1, min(b, 1)) for a, b in zip(one, two, strict=True))
    return after != 1 or sum(a != b for a, b in zip(one, two, strict=True)) == 1


def radius_covers(case: tuple[int, int, Fraction, Fraction]) -> bool:
    """Check the paper's radius against the exact one, and every coordinate against the shipped
    universe.
    """
    n, d, sigma, beta = case
    paper, exact = (
        tails.gaussian_radius(n, d, Fraction(10), sigma, beta, constants)
        for constants in ("paper", "exact")
    )
    u = tails.gaussian_universe(n, d, Fraction(10), sigma / 2, sigma, beta)
    wide = 2 * paper * root(Fraction(n), 2) / (sigma / 2)
    return (
        compare(exact, paper) < 0
        and compare(wide, Fraction(u)) <= 0
        and compare(wide, Fraction(u - 1)) > 0
    )


def cases() -> Iterator[Case]:
    """Yield n, d, R, sigma_min, sigma_max, rho and beta."""
    for n, d, rho, beta in product(
        (10**5, 10**7, BIG),
        (1, 3, 16, 128),
        (Fraction(1, 100), Fraction(1)),
        (HALF, Fraction(1, 1000)),
    ):
        yield n, d, Fraction(10), Fraction(1, 10), Fraction(2), rho, beta


def printed_rate(case: Case, sharper: bool = False) -> Number:
    """Return the printed rate of the error.

    It is sigma_max sqrt(d + log(n/beta)) (1/sqrt n + sqrt d log(n d/beta)/(sqrt rho n) + tau log(n
    d/beta)/n); with `sharper` it has the root of the last two logarithms.
    """
    n, d, radius, low, high, rho, beta = case
    size = log(Fraction(d * tails.gaussian_universe(n, d, radius, low, high, beta)))
    tau, spread = root(size * log(size * 4 * d / beta) / rho, 2), log(n * d / beta)
    spread = root(spread, 2) if sharper else spread
    found: Number = (
        high
        * root(d + log(n / beta), 2)
        * (1 / root(Fraction(n), 2) + (root(Fraction(d) / rho, 2) + tau) * spread / n)
    )
    return found


def at_the_rate(case: Case) -> bool:
    """Tell whether the shipped bound is at most 40 times the rate, even the sharper one."""
    return compare(bounds.gaussian_error_bound(*case), 40 * printed_rate(case, sharper=True)) <= 0


def parts(case: Case) -> bool:
    """Check that the shipped bound is what the four parts give, for the shipped mechanism with
    beta/8.

    The parts are its buckets, its integers, and the clipping radius that no sample reaches in the
    event.
    """
    n, d, radius, low, high, rho, beta = case
    mechanism = GaussianMean(rho, d, n, radius, low, high, beta=beta / 8)
    alpha, n_root, length = (
        mechanism.bucket_width * root(Fraction(d), 2),
        root(Fraction(n), 2),
        tails.norm_radius(d, beta / (4 * n)),
    )
    spread = bounds.error_bound(2 * high * length + alpha, n, d, mechanism.inner.u, rho, beta / 2)
    off = bounds.gaussian_error_bound(*case) - (
        high * tails.norm_radius(d, beta / 4) / n_root + spread + alpha / 2
    )
    fits = (
        compare(radius + high * length, mechanism.half * mechanism.bucket_width) <= 0
        and compare(mechanism.bucket_width * n_root, low) <= 0
    )
    return (
        fits
        and mechanism.inner.beta == beta / 2 / bounds.SHARES
        and compare(off, Fraction(1, 10**30)) < 0
        and compare(off, -Fraction(1, 10**30)) > 0
    )


def statistical_alone(k: int) -> bool:
    """Tell whether the rate with the constant 40 would do without the statistical term 1/sqrt n.

    The setting is n = 10^k, d = 1, R = 10, sigma_min = sigma_max = rho = 1, beta = 1/2.
    """
    case = (10**k, 1, Fraction(10), Fraction(1), Fraction(1), Fraction(1), HALF)
    n, rate = 10**k, printed_rate(case)
    rest = rate - root(1 + log(Fraction(2 * n)), 2) / root(Fraction(n), 2)
    return compare(bounds.gaussian_error_bound(*case), 40 * rest) <= 0


STEPS = (
    identity(
        "d coordinates moved by half a bucket of alpha/sqrt d: alpha/2",
        G,
        lambda a, b: (a**2 * (b / a / 2) ** 2, (b / 2) ** 2),
    ),
    exhaustive(
        "the shipped rounding moves by at most half a bucket",
        lambda: (Fraction(i, 12) for i in range(-60, 61)),
        rounds,
    ),
    smt(
        "two records that move by alpha/2 each: |y - x| grows by at most alpha",
        {"x": REAL, "y": REAL, "p": REAL, "q": REAL, "a": REAL},
        lambda v: abs(v.x - v.p) <= v.a / 2 and abs(v.y - v.q) <= v.a / 2,
        lambda v: abs(v.p - v.q) <= bounds.grown(abs(v.x - v.y), v.a),
        lambda v: abs(v.p - v.q) <= bounds.grown(abs(v.x - v.y), v.a / 2),
    ),
    identity(
        "so the error is c (w + alpha)/n + alpha/2",
        G,
        lambda c, w, b, n: (
            bounds.quantised(c * bounds.grown(w, b) / n, b),
            c * w / n + (c / n + Fraction(1, 2)) * b,
        ),
    ),
    positive(
        "at most alpha more where c <= n/2: c = n x/2",
        G,
        lambda n, x, w, b: (
            n * x / 2 * w / n + b - bounds.quantised(n * x / 2 * bounds.grown(w, b) / n, b)
        ),
        strict=False,
    ),
    counterexample(
        "more than alpha at c = n, w = alpha/3",
        lambda case: just_alpha(case),
        (Fraction(1), Fraction(1, 3)),
        lambda: (
            [(Fraction(1, k), Fraction(w, 12)) for k in (4, 3, 2) for w in range(1, 12)]
            + [(Fraction(1), Fraction(1)), (Fraction(1), HALF)]
        ),
    ),
    counterexample(
        "u is no integer at d = R = 1, alpha = 3/4", universe_is_whole, 3, lambda: (1, 2)
    ),
    identity(
        "buckets of alpha/sqrt d, alpha = sigma_min sqrt(d/n): 2 R'/bucket = 2 R' sqrt n/sigma_min",
        G,
        lambda r, n, s, a: (2 * r / (bounds.step_of(s, a, n) / a), tails.buckets(r, n, s)),
    ),
    decomposition(
        "d + 2 sqrt(d L) + 2 L <= 4 (d + L)",
        G,
        lambda a, l: (
            tails.simple_length(1) ** 2 * (a**2 + l**2) - tails.squared_norm(a**2, a * l, l**2),
            [(1, a - l), (2, a), (1, l)],
        ),
    ),
    identity(
        "n samples, each longer with probability beta/(4 n)",
        G,
        lambda n, b: (n**2 * (b / (4 * n**2)), b / 4),
        ("union_bound",),
    ),
    exhaustive(
        "the shipped radius and universe",
        lambda: product(
            (1, 2, 9, 4000),
            (1, 2, 50),
            (Fraction(1, 3), Fraction(2)),
            (Fraction(1), Fraction(1, 10)),
        ),
        radius_covers,
    ),
    smt(
        "neighbours before clipping differ in at most one record after",
        {"n": INT, "m": INT},
        lambda v: v.n == 1 and v.m >= 0 and v.m <= v.n,
        lambda v: v.m <= 1,
        lambda v: v.m == 1,
        few="n = 1 leaves m = 0 and m = 1",
    ),
    counterexample(
        "neighbours after clipping to [-1, 1], not before: (0, 1) and (1, 2)",
        lambda case: neighbours_before(case),
        ((0, 1), (1, 2)),
        lambda: (
            [(x, y) for x in product((0, 1), repeat=2) for y in product((0, 1), repeat=2)]
            + [((x,), (y,)) for x in range(3) for y in range(3)]
        ),
    ),
    identity(
        "||mu + Sigma^(1/2) g|| <= R + sigma l",
        G,
        lambda r, s, l: (tails.sample_radius(r, s, l), r + s * l),
    ),
    identity("alpha in a bucket of alpha/sqrt d", G, lambda a, b: (bounds.in_buckets(b / a, a), b)),
    positive(
        "two samples are at most 2 sigma l apart",
        G,
        lambda s, l, x: 2 * s * l - (s * l + s * l * x),
        strict=False,
    ),
    identity(
        "the mean of n samples: sqrt n times its distance is sigma l at most",
        G,
        lambda s, l, n: (n * bounds.statistical(s, l, n), s * l),
    ),
    exhaustive("the shipped bound is the sum of its parts", cases, parts),
    identity(
        "beta/4 + beta/4 + beta/2 = beta",
        G,
        lambda b: (2 * (b / bounds.SHARES) + b / 2, b),
        ("union_bound",),
    ),
    positive(
        "alpha = sigma_min sqrt(d/n) is at most ||Sigma^(1/2)|| sqrt(d/n)",
        G,
        lambda s, r, a, n: bounds.step_of(s + r, a, n) - bounds.step_of(s, a, n),
        strict=False,
    ),
    positive(
        "n = d/alpha^2 + d/(alpha s): n is at least d/alpha^2",
        G,
        lambda a, b, s: (a**2 / b**2 + a**2 / (b * s)) - a**2 / b**2,
    ),
    positive(
        "and at least d/(alpha s), s = sqrt(rho)",
        G,
        lambda a, b, s: (a**2 / b**2 + a**2 / (b * s)) - a**2 / (b * s),
    ),
    exhaustive("at most 40 times the rate, with the root of the logarithm", cases, at_the_rate),
    counterexample(
        "with the constant 40 and without 1/sqrt n it fails at n = 10^8",
        statistical_alone,
        8,
        lambda: range(3, 8),
    ),
    identity(
        "Remark 3.3: sqrt d (1/sqrt n + sqrt d/(sqrt rho n)) = sqrt(d/n) + d/(sqrt rho n)",
        G,
        lambda a, n, r, s: (a * (1 / n + a / (s * n**2)) + 0 * r, a / n + a**2 / (s * n**2)),
    ),
)


def holds(x: Fraction, k: int, m: int) -> bool:
    """Check any real coordinate, and the paper's radius at other parameters."""
    return rounds(x + Fraction(k, 7)) and radius_covers(
        (m, abs(k) + 1, Fraction(m, 5), Fraction(1, m + 1))
    )


THEOREM = Theorem(
    id="instance_gaussian",
    title="Real coordinates and the mean of Gaussian samples",
    statement="rounding to buckets costs c (w + alpha)/n + alpha/2 in all; the Gaussian mean errs by "
    "at most the shipped bound with probability 1 - beta",
    source="instance Remarks 3.2 and 3.3, Section 3.4, Corollary 3.1",
    steps=STEPS,
    covers=("gaussian_mean.radius", "gaussian_mean.universe", "gaussian_mean.error_bound"),
    depends_on=("instance_shifted", "instance_tails"),
    programs=("quantized_mean", "gaussian_mean"),
    holds=holds,
    claims=rows(__file__),
)
