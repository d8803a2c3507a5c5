"""Clipping: what it takes from the mean, what it costs, and the margins beyond which nothing better
is possible.

Claim.       max{0, t - c} <= K |t|^l/c^(l - 1), K = ((l - 1)/l)^(l - 1)/l, for all l > 1; so the clipped mean has
             squared error at most Var X/n + bias^2 and |bias| <= K E|X - mean|^l/margin^(l - 1).
             The margin bias^(-1/(l - 1)) gives l/((l - 1)/l)^(l - 1) times less bias than promised;
             (l - 1)/l (l bias)^(-1/(l - 1)) gives the bias itself, and K is best possible for every
             l; at l = 2 the least margin of all is 1/(4 bias) - bias, which a law on two points
             attains.
Source.      trilemma Lemmas 3.1, 3.2 and 3.4, Definition 3.3, Proposition 3.5, Equation (1), Section 1.3.
Derivation.  (1) With M = (S + l - 1)/l, S = s^l, e^x >= 1 + x gives (S/M)^(1/l) (1/M)^(1 - 1/l) <= e^0, which is
             Bernoulli's s^l >= 1 + l (s - 1) for every real l > 1; at t = c s l/(l - 1) it is Lemma
             3.1, with equality at s = 1. (2) Clipping moves no two records apart, and none away
             from the mean. (3) On {t, -q t} with mean 0 the bias is 1/(1 + q^(l - 1)) of the bound,
             margin (l - 1)/l t. (4) At l = 2, x - m <= (x - m + r)^2/(4 r), r^2 = 1 + m^2, with
             equality on {m - r, m + r}.
Trusted.     exp_and_log, expectation_is_monotone, densities_decide.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions import laplace
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma import margins as clipping
from dpmean.programs.records import clip_record

from ...kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, decomposition, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows
from ..hetero.hetero_privacy import affine_loss

# m = lambda - 1, w = ((lambda - 1)/lambda)^(lambda - 1), big = s^lambda
L = Ring(
    {"m": POSITIVE, "c": POSITIVE, "w": UNIT_CLOSED, "s": NONNEGATIVE, "big": POSITIVE, "x": FULL}
)
V = Ring({"n": POSITIVE, "q": ANY, "mean": ANY, "mu": ANY})
P = Ring(
    {
        "n": POSITIVE,
        "e": POSITIVE,
        "width": POSITIVE,
        "bias": POSITIVE,
        "z": NONNEGATIVE,
        "x": FULL,
        "u": UNIT_CLOSED,
    }
)
# big = t^lambda, small = q^(lambda - 1)
T = Ring(
    {
        "m": POSITIVE,
        "w": UNIT_CLOSED,
        "t": POSITIVE,
        "q": POSITIVE,
        "big": POSITIVE,
        "small": POSITIVE,
    }
)
Q = Ring({"b": UNIT, "x": ANY, "m": ANY, "r": POSITIVE, "f": UNIT})
HALF = Fraction(1, 2)


def clip(x: Any, a: Any, b: Any) -> Any:
    """Return min{max{x, a}, b}, on symbols."""
    return min(max(x, a), b)


def printed_last_display(k: int) -> bool:
    """Tell whether Lemma 3.2's last display holds: K E X^2/(b - mu) <= mu_[a, b] - mu.

    The law is the fair one on {-k, k}, with [a, b] = [-1, 1] and lambda = 2.
    """
    clipped = (
        clip_record(Fraction(-k), Fraction(-1), Fraction(1))
        + clip_record(Fraction(k), Fraction(-1), Fraction(1))
    ) / 2
    return clipping.excess_constant(2, HALF) * k**2 <= clipped


def unbiased_at(k: int) -> bool:
    """Tell whether records clipped to [0, 1], with a promised bias of at most 1/2, have it for the
    point mass at k.
    """
    return abs(clip_record(Fraction(k), Fraction(0), Fraction(1)) - k) <= HALF


def second_point(b: Any) -> Any:
    """Return P(X = 1/(2 b)) for the law on {-2 b, 1/(2 b)} with mean 0."""
    return 4 * b**2 / (1 + 4 * b**2)


def shipped() -> list[tuple[Any, Any]]:
    """Return shipped values where the roots are rational, and what they must be."""
    d, eighth = Decay.from_epsilon(2), Fraction(1, 8)
    return [
        (clipping.clipped_margin(eighth, Fraction(4)), 2),
        (clipping.clipped_margin(eighth, Fraction(2)), 8),
        (clipping.clipped_margin(eighth, Fraction(2), "exact"), 2),
        (clipping.clipped_margin(Fraction(1, 32), Fraction(4), "exact"), Fraction(3, 2)),
        (clipping.clipped_margin(Fraction(1, 12), Fraction(3), "exact"), Fraction(4, 3)),
        (
            clipping.clipped_mse_bound(10, d, eighth, Fraction(4)),
            Fraction(1, 10) + eighth**2 + 2 * Fraction(5, 20) ** 2,
        ),
        (
            clipping.clipped_mse_bound(
                10, d, eighth, Fraction(2), Fraction(-1), Fraction(3), "exact"
            ),
            Fraction(1, 10) + eighth**2 + 2 * Fraction(8, 20) ** 2,
        ),
    ]


STEPS = (
    identity(
        "Bernoulli's s^l >= 1 + l (s - 1): the two exponents of (S/M)^(1/l) (1/M)^(1 - 1/l) "
        "add up to 0, M = (S + l - 1)/l",
        L,
        lambda m, big: (
            1 / (1 + m) * (big * (1 + m) / (big + m) - 1) + m / (1 + m) * ((1 + m) / (big + m) - 1),
            0 * m,
        ),
        ("exp_and_log",),
    ),
    identity(
        "Lemma 3.1 at t = c s l/(l - 1) is Bernoulli's inequality times c/(l - 1)",
        L,
        lambda m, c, w, s, big: (
            clipping.excess_constant(1 + m, w) * c * big * ((1 + m) / m) / w
            - (c * s * (1 + m) / m - c),
            c / m * (big - 1 - (1 + m) * (s - 1)),
        ),
    ),
    identity(
        "with equality at t = c l/(l - 1)",
        L,
        lambda m, c, w: (
            clipping.excess_constant(1 + m, w) * c * ((1 + m) / m) / w,
            c * (1 + m) / m - c,
        ),
    ),
    identity(
        "proof of Lemma 3.1: the tangent at a, a^(l - 1) = w",
        L,
        lambda m, c, w, s: (c * w + (1 + m) * w * (s - c), (1 + m) * w * (s - m / (1 + m) * c)),
    ),
    positive(
        "proof of Lemma 3.1: f'' = l (l - 1)|t|^(l - 2) is positive",
        L,
        lambda m, big: (1 + m) * m * big,
    ),
    decomposition(
        "Lemma 3.1 at l = 2 is a square",
        Q,
        lambda x, r: (
            clipping.excess_constant(2, HALF) * x**2 / r - (x - r),
            [(1 / (4 * r), x - 2 * r)],
        ),
    ),
    positive(
        "K <= 1/l", L, lambda m, w: 1 / (1 + m) - clipping.excess_constant(1 + m, w), strict=False
    ),
    identity(
        "(1 - 1/l)^(l - 1) <= e^(-1 + 1/l): e^-x >= 1 - x at x = 1/l, to the power l - 1",
        L,
        lambda m: (-1 / (1 + m) * m, -1 + 1 / (1 + m)),
        ("exp_and_log",),
    ),
    positive("which is at most 1: 1 - 1/l >= 0", L, lambda m: 1 - 1 / (1 + m)),
    identity(
        "the mean of n independent variables errs by variance/n + bias^2",
        V,
        lambda n, q, mean, mu: (
            q / n + (1 - 1 / n) * mean**2 - 2 * mean * mu + mu**2,
            (q - mean**2) / n + (mean - mu) ** 2,
        ),
    ),
    identity(
        "the variance is the least mean square: E(C - mu)^2 = Var C + (E C - mu)^2",
        V,
        lambda q, mean, mu: (q - 2 * mu * mean + mu**2, (q - mean**2) + (mean - mu) ** 2),
        ("expectation_is_monotone",),
    ),
    smt(
        "clipping brings no record farther from a mean in [a, b]",
        {"x": REAL, "a": REAL, "b": REAL, "mu": REAL},
        lambda v: v.a <= v.mu and v.mu <= v.b,
        lambda v: abs(clip(v.x, v.a, v.b) - v.mu) <= abs(v.x - v.mu),
        lambda v: abs(clip(v.x, v.a, v.b) - v.mu) < abs(v.x - v.mu),
        ("expectation_is_monotone",),
    ),
    smt(
        "nor two records apart, nor farther than b - a",
        {"x": REAL, "y": REAL, "a": REAL, "b": REAL},
        lambda v: v.a <= v.b,
        lambda v: abs(clip(v.x, v.a, v.b) - clip(v.y, v.a, v.b)) <= min(abs(v.x - v.y), v.b - v.a),
        lambda v: abs(clip(v.x, v.a, v.b) - clip(v.y, v.a, v.b)) <= (v.b - v.a) / 2,
    ),
    smt(
        "what clipping takes away: max{a - x, 0} - max{x - b, 0}",
        {"x": REAL, "a": REAL, "b": REAL},
        lambda v: v.a <= v.b,
        lambda v: clip(v.x, v.a, v.b) - v.x == max(v.a - v.x, 0) - max(v.x - v.b, 0),
        lambda v: clip(v.x, v.a, v.b) - v.x == max(v.a - v.x, 0),
        ("expectation_is_monotone",),
    ),
    smt(
        "two parts of opposite signs: the bias is at most the greater bound",
        {"p": REAL, "q": REAL, "k": REAL},
        lambda v: v.p >= 0 and v.q >= 0 and v.p <= v.k and v.q <= v.k,
        lambda v: abs(v.p - v.q) <= v.k,
        lambda v: abs(v.p - v.q) <= v.k / 2,
    ),
    counterexample(
        "Lemma 3.2's last display without its minus sign fails for the fair law on {-1, 1}",
        lambda k: printed_last_display(k),
        1,
        lambda: [0],
    ),
    identity(
        "the clipped mean moves by (b - a)/n at most, so Laplace noise of that over epsilon "
        "loses epsilon",
        P,
        lambda n, e, width: (affine_loss(width / n, width / n / e), e),
        ("densities_decide",),
    ),
    smt(
        "the log-ratio of two Laplace densities is at most the shift, in units of the scale",
        {"x": REAL, "s": REAL},
        lambda v: abs(v.x) >= 0,
        lambda v: abs(v.x + v.s) - abs(v.x) <= abs(v.s) and abs(v.x) - abs(v.x + v.s) <= abs(v.s),
        lambda v: abs(v.x + v.s) - abs(v.x) <= v.s,
        ("densities_decide",),
    ),
    identity(
        "its variance is 2 (b - a)^2/(epsilon n)^2",
        P,
        lambda n, e, width: (laplace.moment(2, e * n / width), 2 * width**2 / (e * n) ** 2),
    ),
    identity(
        "the exponent at Delta log(1/beta)/epsilon is log(1/beta)",
        P,
        lambda e, width, z: (e / width * (width * z / e), z),
    ),
    identity("where the tail is beta", P, lambda u: (laplace.tail(u), u)),
    positive(
        "Proposition 3.5: at margin^(l - 1) = 1/bias the bias is at most K bias",
        L,
        lambda m, c, w: c - clipping.excess_constant(1 + m, w) / (1 / c),
        strict=False,
    ),
    positive(
        "and at most bias/l",
        L,
        lambda m, c, w: c / (1 + m) - clipping.excess_constant(1 + m, w) / (1 / c),
        strict=False,
    ),
    identity(
        "the sharper margin is (l - 1)/l of (l bias)^(-1/(l - 1)), so its power is w/(l bias)",
        L,
        lambda m, c: (clipping.excess_margin(1 + m, c), m / (1 + m) * c),
    ),
    identity(
        "where Lemma 3.1 gives the bias itself",
        L,
        lambda m, c, w: (clipping.excess_constant(1 + m, w) / (w / ((1 + m) * c)), c),
    ),
    *(
        identity(
            f"the same for l = {l}, without symbols for powers",
            L,
            lambda c, l=l: (
                clipping.excess_constant(l, Fraction(l - 1, l) ** (l - 1))
                / clipping.excess_margin(Fraction(l), c) ** (l - 1),
                1 / (l * c ** (l - 1)),
            ),
        )
        for l in (2, 3, 4, 5)
    ),
    positive(
        "it is less than (l - 1)/l of the printed one: l^(-1/(l - 1)) <= 1",
        L,
        lambda m, c, w: c - clipping.excess_margin(1 + m, w * c),
    ),
    smt(
        "the mean is at least the margin inside",
        {"a": REAL, "b": REAL, "mu": REAL, "c": REAL},
        lambda v: v.a <= v.mu and v.mu <= v.b and v.c >= 0,
        lambda v: min(v.mu - (v.a - v.c), (v.b + v.c) - v.mu) >= v.c,
        lambda v: min(v.mu - (v.a - v.c), (v.b + v.c) - v.mu) > v.c,
    ),
    positive(
        "E|X - mean|^l <= 1 gives a variance of at most 1 for l >= 2: Bernoulli's inequality "
        "at l/2",
        L,
        lambda m, x: 1 - (1 + 2 / (2 + m) * (x - 1)),
        strict=False,
        trusts=("expectation_is_monotone",),
    ),
    identity(
        "the three parts of the error",
        P,
        lambda n, e, width, bias: (
            clipping.clipped_error(n, bias, e, width),
            1 / n + bias**2 + laplace.moment(2, e * n / width),
        ),
    ),
    identity(
        "the width is b - a + 2 margin",
        P,
        lambda width, bias, z: (clipping.widened(z, z + width, bias), width + 2 * bias),
    ),
    exhaustive(
        "the shipped margins and bounds where the roots are rational",
        shipped,
        lambda pair: compare(pair[0], Fraction(pair[1])) == 0,
    ),
    identity(
        "two points t and -q t with mean 0: P(t) = q/(1 + q)",
        T,
        lambda t, q: (q / (1 + q) * t + 1 / (1 + q) * (-q * t), 0 * t),
    ),
    identity(
        "K is best possible: the bias is 1/(1 + q^(l - 1)) of the bound, which tends to 1 with "
        "q -> 0",
        T,
        lambda m, w, t, q, big, small: (
            q / (1 + q) * (t - clipping.excess_margin(1 + m, t)),
            1
            / (1 + small)
            * clipping.excess_constant(1 + m, w)
            * (q / (1 + q) * big + 1 / (1 + q) * q * small * big)
            / (w * big / t),
        ),
    ),
    decomposition(
        "l = 2: x - m is below a parabola",
        Q,
        lambda x, m, r: ((x - m + r) ** 2 / (4 * r) - (x - m), [(1 / (4 * r), x - m - r)]),
        ("expectation_is_monotone",),
    ),
    identity(
        "whose mean is the bias b, at margin m = 1/(4 b) - b, r = 1/(4 b) + b",
        Q,
        lambda b: (((1 / (4 * b) - b - (1 / (4 * b) + b)) ** 2 + 1) / (4 * (1 / (4 * b) + b)), b),
    ),
    identity(
        "the law on {-2 b, 1/(2 b)} has mean 0",
        Q,
        lambda b: (second_point(b) / (2 * b) - (1 - second_point(b)) * 2 * b, 0 * b),
    ),
    identity(
        "variance 1",
        Q,
        lambda b: (
            second_point(b) / (2 * b) ** 2 + (1 - second_point(b)) * (2 * b) ** 2,
            1 + 0 * b,
        ),
    ),
    identity(
        "and loses b at margin 1/(4 b) - b",
        Q,
        lambda b: (second_point(b) * (1 / (2 * b) - (1 / (4 * b) - b)), b),
    ),
    positive(
        "so no f < 1 times the sharper margin has the bias b for all b: it loses more where 4 "
        "b^2 < 1 - f",
        Q,
        lambda b, f: (2 - f) / (1 + (1 - f) * b) - 1,
    ),
    identity(
        "that is what it loses there: f/(4 b)",
        Q,
        lambda b, f: (
            second_point(b) * (1 / (2 * b) - f * clipping.excess_margin(Fraction(2), 1 / (2 * b))),
            b * (2 - f) / (1 + 4 * b**2),
        ),
    ),
    smt(
        "records inside are not changed",
        {"x": REAL, "a": REAL, "b": REAL},
        lambda v: v.a <= v.x and v.x <= v.b,
        lambda v: clip(v.x, v.a, v.b) == v.x,
        lambda v: clip(v.x, v.a, v.b) < v.b,
    ),
    positive(
        "a wider interval has more noise",
        P,
        lambda n, e, width, bias: (
            laplace.moment(2, e * n / (width + bias)) - laplace.moment(2, e * n / width)
        ),
    ),
    counterexample(
        "(1) for all means: records clipped to [0, 1] have bias 1 > 1/2 for the point mass at 2",
        lambda k: unbiased_at(k),
        2,
        lambda: [0, 1],
    ),
    identity(
        "and whatever the interval, the point mass 2 beta beyond its end has bias 2 beta",
        P,
        lambda bias, z: ((z + 2 * bias) - z, 2 * bias),
    ),
    positive(
        "(1) for means in [0, 1] and beta <= 1/2: 25/2 times the three terms",
        P,
        lambda n, e, u: (
            Fraction(25, 2) * (1 / n + (u / 2) ** 2 + 1 / (n * e * u / 2) ** 2)
            - clipping.clipped_error(n, u / 2, e, clipping.widened(0, 1, 2 / u))
        ),
    ),
    positive(
        "for beta > 1/2 the constant 1/2 has bias at most 1/2 and squared error at most 1/4",
        P,
        lambda x, z: (HALF + z) ** 2 - (x - HALF) ** 2,
        strict=False,
    ),
    positive(
        "higher moments, beta <= 1: 18 times the three terms, beta^(-1/(l - 1)) = 1 + z",
        P,
        lambda n, e, u, z: (
            18 * (1 / n + u**2 + (1 + z) ** 2 / (n * e) ** 2)
            - clipping.clipped_error(n, u, e, clipping.widened(0, 1, 1 + z))
        ),
    ),
)


def holds(decay: Fraction, x: Fraction, alpha: Fraction, m: int) -> bool:
    """Check that what clipping takes from a law on two points obeys Lemma 3.2 for l = m + 1.

    The law has mean 0 and E|X|^l = 1 up to scaling.
    """
    l, q, t = m + 1, decay, abs(x) + 1
    p = q / (1 + q)
    moment = p * t**l + (1 - p) * (q * t) ** l
    margin = t * (alpha + Fraction(1, 9))
    lost = p * (t - clip_record(t, -margin, margin)) + (1 - p) * (
        -q * t - clip_record(-q * t, -margin, margin)
    )
    return abs(lost) <= clipping.excess_constant(
        Fraction(l), Fraction(l - 1, l) ** (l - 1)
    ) * moment / margin ** (l - 1)


THEOREM = Theorem(
    id="trilemma_clipping",
    title="Clipping: bias, error, and the best margins",
    statement="the noisy clipped mean with a margin beyond [a, b] has the bias and the squared error "
    "of Proposition 3.5, also at a margin K^(1/(l - 1)) times as wide; K is best possible",
    source="trilemma Lemmas 3.1, 3.2, 3.4, Proposition 3.5, Equation (1)",
    steps=STEPS,
    covers=("trilemma.clipped_mean_mse_bound", "trilemma.clipped_mean_margin"),
    depends_on=("laplace_laws",),
    programs=("clipped_mean",),
    holds=holds,
    claims=rows(__file__),
)
