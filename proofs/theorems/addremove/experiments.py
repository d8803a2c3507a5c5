"""What the introductions and the experiment sections assert, against exact limits.

Claim.       Lemma 2's bound is exactly twice Theorem 1's, at every mean. But clipping changes both near the ends: at mu
             = l + t w/(n eps), n -> infinity, (n eps)^2 MSE/w^2 tends to 2 - (t + 1) e^-t for
             Algorithm 3 with Laplace noise and to 4 - (t + 2)^2 e^-t/2 for Algorithm 2; so the
             ratio is below two for every t > 0, and exactly two at t = 0, where both are halved. As
             epsilon -> 0 and the noise drowns the data, on records l = 0, u = 1: Algorithm 1's
             ratio of two Laplace variables has P(|R| > r) = 1/(1 + r) and clips to an error
             (1/2)(3/2 - 2 log 2) + 1/4 = 1 - log 2; Algorithm 3's Z1/(Z1 + Z2) is uniform on [0, 1]
             with probability 1/2 and clips to 0 or 1 with 1/4 each: 1/6 + 1/4 = 5/12. The hourglass
             is never worse than the 2-D staircase, and better by a factor that is at least
             e^(eps/6)/7.
Source.      addremove Abstract, Section 1.3, Section 6, Appendix H; addremove.v1 Section 6.
Derivation.  (1) algebra on the shipped leading constants; (2) E max(Z, -t)^2 = E Z^2 less the integral of (z^2 - t^2)
             f(z) beyond t, by primitives p(z) e^-z with p - p' the integrand; f = e^-z/2, or (1 +
             z) e^-z/4 for the sum of two; (3) the 2-D staircase's coordinate protects shifts up to
             1, so `noise_lower_bound` applies to it.
Trusted.     primitive, dominated_convergence.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.distributions import cells
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.exact import enclosure, reals
from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove import mean_bounds as addremove
from dpmean.programs.law_of import law_of
from dpmean.programs.records import Repeated

from ...kernel.formulas import ANY, FULL, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, positive_in_balls, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows
from .staircase_steps import gamma_inside

R = Ring({"e": POSITIVE, "mu": ANY, "l": ANY, "w": POSITIVE, "t": POSITIVE, "z": ANY, "a": ANY})
Q = Ring({"r": UNIT})


def clipped_3(t: Any, power: Any) -> Any:
    """Return the limit of (n eps)^2 MSE/w^2 of Algorithm 3 at mu = l + t w/(n eps), where power =
    e^-t.
    """
    return 2 - (t + 1) * power


def clipped_2(t: Any, power: Any) -> Any:
    """Return the limit of (n eps)^2 MSE/w^2 of Algorithm 2 at mu = l + t w/(n eps), where power =
    e^-t.
    """
    return 4 - (t + 2) ** 2 * power / 2


def at_least_two(t: int) -> bool:
    """Tell whether clipped_2 >= 2 clipped_3, that is (t + 2)^2/2 <= 2 (t + 1), exactly, as e^-t
    cancels.
    """
    return Fraction((t + 2) ** 2, 2) <= 2 * (t + 1)


def exact_error(name: str, epsilon: Fraction, n: int, mean: Fraction) -> Any:
    """Return the mean squared error of a shipped mechanism with Laplace noise, by the exact law of
    its program on n records that all are the mean.
    """
    noise = {"noise": "laplace"} if name == "transformed_mean" else {}
    made = build(name, {"epsilon": str(epsilon), "lower": "0", "upper": "1", **noise})
    return law_of(made, Repeated([(mean, n)])).mean_squared_error(mean)


def first_is_no_better(n: int) -> bool:
    """Tell whether Algorithm 3 with Laplace noise errs at most as much as Algorithm 1, on n records
    1/100 at epsilon = 1.
    """
    given = (Fraction(1), n, Fraction(1, 100))
    return (
        enclosure.compare(
            exact_error("transformed_mean", *given), exact_error("independent_mean", *given)
        )
        <= 0
    )


def seven_is_higher(n: int) -> bool:
    """Tell whether Algorithm 3's error is greater at mu = t/(n eps) with t = 7 than with t = 12, at
    eps = 1/2.
    """
    seven, twelve = (
        exact_error("transformed_mean", Fraction(1, 2), n, Fraction(2 * t, n)) for t in (7, 12)
    )
    return enclosure.compare(seven, twelve) > 0


def product_staircase_is_private(case: tuple[Fraction, Fraction]) -> bool:
    """Tell whether the shift (x0, 1 - x0) at the point (x, x) changes the exponent by at most 1.

    The law is that of two independent univariate staircases.
    """
    x, x0 = case
    g = Fraction(1, 2)
    before = 2 * cells.level(abs(x), g)
    return abs(cells.level(abs(x + x0), g) + cells.level(abs(x + 1 - x0), g) - before) <= 1


def planar_beats(epsilon: Fraction) -> bool:
    """Tell whether the 2-D staircase's least variance is at most sigma^2."""
    decay = Decay.from_epsilon(epsilon)
    return (
        enclosure.compare(
            Staircase2D(decay, "optimal").variance(), addremove.minimax_sigma_squared(decay)
        )
        <= 0
    )


def ratio_exceeds(epsilon: int) -> bool:
    """Tell whether sigma-tilde^2 >= e^(eps/6) sigma^2, certified."""
    decay = Decay.from_epsilon(epsilon)
    return (
        enclosure.compare(
            Staircase2D(decay, "optimal").variance() * decay.power(Fraction(1, 6)),
            addremove.minimax_sigma_squared(decay),
        )
        >= 0
    )


STEPS = (
    identity(
        "Lemma 2's constant is twice Theorem 1's, at every mean",
        R,
        lambda e, mu, l, w: (
            addremove.shifted_form(mu, l, l + w, e),
            2 * addremove.transformed_form(mu, l, l + w, e),
        ),
    ),
    positive(
        "on [0, 1] Algorithm 1's constant exceeds Algorithm 3's",
        Ring({"e": POSITIVE, "m": FULL}),
        lambda e, m: (
            addremove.independent_form(m, 1 + 0 * e, e)
            - addremove.transformed_form(m, 0 * e, 1 + 0 * e, e)
        ),
    ),
    positive(
        "and so does Algorithm 2's",
        Ring({"e": POSITIVE, "m": FULL}),
        lambda e, m: (
            addremove.shifted_form(m, 0 * e, 1 + 0 * e, e)
            - addremove.transformed_form(m, 0 * e, 1 + 0 * e, e)
        ),
    ),
    identity(
        "its maximum is twice that of the swap model as eps -> 0: 4/eps^2 and 2/eps^2",
        R,
        lambda e, l, w: (addremove.shifted_form(l, l, l + w, e), 2 * (2 * w**2 / e**2)),
    ),
    identity(
        "the unclipped constant is largest at the ends: it is convex in mu",
        R,
        lambda e, mu, l, w: (
            addremove.transformed_form(mu, l, l + w, e),
            w**2 / e**2 + 4 * (mu - l - w / 2) ** 2 / e**2,
        ),
    ),
    identity(
        "a primitive of (z^2 - t^2) e^-z/2",
        R,
        lambda t, z: ((z**2 - t**2) / 2, (z**2 - t**2 + 2 * z + 2) / 2 - (2 * z + 2) / 2),
        ("primitive",),
    ),
    identity(
        "whose value beyond t is (t + 1) e^-t", R, lambda t: ((t**2 - t**2 + 2 * t + 2) / 2, t + 1)
    ),
    identity(
        "a primitive of (z^2 - t^2)(1 + z) e^-z/4",
        R,
        lambda t, z: (
            (z**2 - t**2) * (1 + z) / 4,
            (z**3 + 4 * z**2 + (8 - t**2) * z + 8 - 2 * t**2) / 4
            - (3 * z**2 + 8 * z + 8 - t**2) / 4,
        ),
        ("primitive",),
    ),
    identity(
        "whose value beyond t is (t + 2)^2 e^-t/2",
        R,
        lambda t: ((t**3 + 4 * t**2 + (8 - t**2) * t + 8 - 2 * t**2) / 4, (t + 2) ** 2 / 2),
    ),
    identity(
        "2 clipped_3 - clipped_2 = t^2 e^-t/2: the ratio is below two for t > 0",
        R,
        lambda t, a: (2 * clipped_3(t, a) - clipped_2(t, a), t**2 * a / 2),
        ("dominated_convergence",),
    ),
    identity(
        "at t = 0 Algorithm 3's is halved: 1 of 2",
        R,
        lambda t: (2 * clipped_3(0 * t, 1), 2 + 0 * t),
    ),
    identity("and Algorithm 2's: 2 of 4", R, lambda t: (2 * clipped_2(0 * t, 1), 4 + 0 * t)),
    counterexample(
        "at t = 1 the ratio is (4 - 9/(2e))/(2 - 2/e) < 2", at_least_two, 1, lambda: (0,)
    ),
    identity(
        "the limit's derivative in t is t e^-t: it increases",
        R,
        lambda t: ((t + 1) - 1, t),
        ("monotone_by_derivative",),
    ),
    counterexample(
        "v1: at t = 2 the normalised error is larger than at t = 1",
        lambda t: enclosure.compare(reals.exp(1 - t) * (t + 1), Fraction(2)) >= 0,
        2,
        lambda: (1,),
    ),
    counterexample(
        "v1: at n = 10,000 the error is greater at t = 12 than at t = 7, at n = 1,000 it is not",
        seven_is_higher,
        10_000,
        lambda: (1000,),
    ),
    counterexample(
        "one record 1/100, eps = 1: Algorithm 1 errs less than Algorithm 3", first_is_no_better, 1
    ),
    exhaustive(
        "from two records on it does not: 2, 4, 8, .., 64",
        lambda: [2**i for i in range(1, 7)],
        first_is_no_better,
    ),
    identity(
        "a primitive of r^2/(1 + r)^2",
        Ring({"r": POSITIVE}),
        lambda r: (r**2 / (1 + r) ** 2, 1 - 2 / (1 + r) + 1 / (1 + r) ** 2),
        ("primitive",),
    ),
    identity(
        "the limits put together: Algorithm 1, 1 - log 2",
        Ring({"h": POSITIVE}),
        lambda h: (
            Fraction(1, 2) * ((1 - 2 * h - Fraction(1, 2)) - (0 - 1))
            + Fraction(1, 2) * Fraction(1, 2),
            1 - h,
        ),
    ),
    identity(
        "and Algorithm 3, 5/12",
        Ring({"h": POSITIVE}),
        lambda h: (h * (Fraction(1, 2) * Fraction(1, 3) + Fraction(1, 4)), h * Fraction(5, 12)),
    ),
    exhaustive(
        "at t = 0.16 the limit of the ratio is within 0.011 of two",
        lambda: [Fraction(4, 25)],
        lambda t: (
            enclosure.compare(
                reals.exp(-t) * t**2, (2 - reals.exp(-t) * (t + 1)) * Fraction(22, 1000)
            )
            <= 0
        ),
    ),
    positive_in_balls(
        "the limit of the ratio is at least 1.82 for t in [0, 30]: 0.36 (2 e^t - t - 1) > t^2",
        {"t": (Fraction(0), Fraction(30))},
        lambda t: (t.exp() * 2 - t - 1) * Fraction(36, 100) - t * t,
    ),
    positive(
        "and beyond 30, by e^t >= t^3/6",
        R,
        lambda t: (lambda s: Fraction(36, 100) * (s**3 / 3 - s - 1) - s**2)(30 + t),
        trusts=("power_series",),
    ),
    counterexample(
        "it is not halved at t = 1",
        lambda t: enclosure.compare(clipped_3(t, reals.exp(-t)), Fraction(1)) == 0,
        Fraction(1),
        lambda: (Fraction(0),),
    ),
    counterexample(
        "sigma-tilde^2 is not 3/2 sigma^2 at eps = 4",
        lambda e: (
            enclosure.compare(
                Staircase2D(Decay.from_epsilon(e), "optimal").variance() * 2,
                addremove.minimax_sigma_squared(Decay.from_epsilon(e)) * 3,
            )
            >= 0
        ),
        4,
    ),
    counterexample(
        "as eps -> 0 Algorithm 1 does better on records l = 0: 1 - log 2 < 5/12",
        lambda bound: enclosure.compare(1 - reals.log(Fraction(2)), bound) >= 0,
        Fraction(5, 12),
    ),
    counterexample(
        "Algorithm 3's limit at mu = 1/100, eps = 1 is not sigma^2(1)",
        lambda m: (
            enclosure.compare(
                addremove.transformed_form(m, Fraction(0), Fraction(1), Fraction(1)),
                addremove.minimax_sigma_squared(Decay.from_epsilon(1)),
            )
            == 0
        ),
        Fraction(1, 100),
    ),
    exhaustive(
        "at t = 0.64 the limit 2 - (t + 1) e^-t is below 1.14",
        lambda: [Fraction(16, 25)],
        lambda t: enclosure.compare(clipped_3(t, reals.exp(-t)), Fraction(114, 100)) < 0,
    ),
    counterexample(
        "Laplace noise is not optimal at eps = 1/100: 2/eps^2 > sigma^2",
        lambda e: (
            enclosure.compare(2 / e**2, addremove.minimax_sigma_squared(Decay.from_epsilon(e))) <= 0
        ),
        Fraction(1, 100),
    ),
    smt(
        "a coordinate of the 2-D staircase protects shifts up to 1",
        {"x": REAL, "y": REAL, "s": REAL, "g": REAL},
        lambda v: gamma_inside(v) and abs(v.s) <= 1,
        lambda v: (
            cells.level(abs(v.x + v.s) + abs(v.y), v.g) - cells.level(abs(v.x) + abs(v.y), v.g)
            in (-1, 0, 1)
        ),
        lambda v: (
            cells.level(abs(v.x + v.s) + abs(v.y), v.g) - cells.level(abs(v.x) + abs(v.y), v.g)
            in (0, 1)
        ),
    ),
    exhaustive(
        "the 2-D staircase's least variance exceeds sigma^2 at eps = 1/2, 1, .., 20",
        lambda: [Fraction(i, 2) for i in range(1, 41)],
        lambda e: not planar_beats(e),
    ),
    positive(
        "r^3/3 over (2/3) r^4 (1 + 2 r^6/3) + r^6 is at least 1/(7 r), r = e^(-eps/6)",
        Q,
        lambda r: 7 * r**3 / 3 - (2 * r**3 * (1 + 2 * r**6 / 3) / 3 + r**5),
    ),
    exhaustive("2^(-2/3) <= 2/3", lambda: [Fraction(2, 3)], lambda c: c**3 * 4 >= 1),
    counterexample("without the 7 it fails", ratio_exceeds, 1),
    counterexample(
        "univariate staircases on each coordinate lose 2 eps",
        product_staircase_is_private,
        (Fraction(0), Fraction(1, 2)),
        lambda: [(Fraction(0), Fraction(0)), (Fraction(0), Fraction(1))],
    ),
    positive(
        "numerator and denominator share Z1: Cov(Z1, Z1 + Z2) = 2/eps^2 > 0",
        R,
        lambda e: addremove.quadratic_form(Fraction(0), 2 / e**2, 0 * e),
    ),
)


def holds(mean: Fraction, epsilon: Fraction) -> bool:
    """Check the factor of two at every mean, and that at no epsilon the 2-D staircase does
    better.
    """
    mean = mean % 1
    return addremove.shifted_form(
        mean, Fraction(0), Fraction(1), epsilon
    ) == 2 * addremove.transformed_form(
        mean, Fraction(0), Fraction(1), epsilon
    ) and not planar_beats(min(epsilon, Fraction(30)))


THEOREM = Theorem(
    id="experiments",
    title="What the experiments assert, against exact limits",
    statement="the bounds differ by exactly two; the limits (n -> infinity) of the clipped errors by "
    "less than two at every mu = l + t w/(n eps), t > 0; the hourglass is never worse than "
    "the 2-D staircase",
    source="addremove Abstract, Section 6, Appendix H; addremove.v1 Section 6",
    steps=STEPS,
    depends_on=(
        "error_constants",
        "noise_lower_bound",
        "staircase2d_optimal_gamma",
        "sigma_squared_limits",
    ),
    holds=holds,
    claims=rows(__file__),
)
