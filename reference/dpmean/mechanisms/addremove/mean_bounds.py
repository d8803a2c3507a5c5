"""Error bounds and minimax constants of addremove: leading terms, exactly.

Nothing asymptotic is hidden in them. A *leading constant* is lim n^2 E[(estimate - mean)^2], the
E[n^2 C^2] of Lemma 1. The (1 + o(1)) of the paper's statements is not part of any value here;
`mse_bound` gives what Lemma 1 proves for a finite n.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...distributions import optimal_gamma
from ...distributions.discrete_hourglass import DiscreteHourglass
from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.hourglass import Hourglass
from ...distributions.laplace import Laplace
from ...distributions.rounded_laplace import RoundedLaplace
from ...distributions.staircase2d import Staircase2D
from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single
from .transformed_mean import TransformedMean


def sigma_squared(b: Scalar, c: Scalar) -> Scalar:
    """Returns (c^2 + b) / (1 - b)^2 of Equation (2), the least variance of a staircase of
    sensitivity D = 1.

    c = (b (1 + b) / 2)^(1/3) and b = e^-epsilon.
    """
    return (c**2 + b) / (1 - b) ** 2


def minimax_sigma_squared(decay: Decay) -> Number:
    """Returns sigma^2(epsilon) of Equation (2), the minimax constant."""
    return sigma_squared(decay.b, reals.root(optimal_gamma.cube(decay.b), 3))


def minimax_risk(decay: Decay, lower: Fraction, upper: Fraction) -> Number:
    """Returns (upper - lower)^2 sigma^2(epsilon): R_sw and R_ar without (1 +- o(1)) (Equation (1),
    Corollary 2).
    """
    return minimax_sigma_squared(decay) * (upper - lower) ** 2


def quadratic_form(alpha: Scalar, variance: Scalar, covariance: Scalar) -> Scalar:
    """Returns E[((1 - alpha) Z1 - alpha Z2)^2] for exchangeable Z1, Z2 with this variance and
    covariance.
    """
    return ((1 - alpha) ** 2 + alpha**2) * variance - 2 * alpha * (1 - alpha) * covariance


def transformed_leading_constant(
    decay: Decay, noise: str, alpha: Fraction, gamma: Scalar = None, m: int | None = None
) -> Number:
    """Returns the leading constant of Algorithm 3 on [0, 1] as a function of alpha = s1/n.

    The paper only bounds it. gamma defaults to the optimal one, as in Lemma 5 and Theorem 3.
    """
    unused = {"gamma": gamma if "laplace" in noise else None}
    unused["m"] = None if noise.startswith("discrete") else m
    for name, given in unused.items():
        if given is not None:
            raise InvalidInput(
                "unsupported_combination", f"{name}: not used by noise={noise}", argument=name
            )
    gamma = "optimal" if gamma is None else gamma
    if noise.startswith("discrete") and m is None:
        raise InvalidInput(
            "missing_parameter",
            f"m: needed with noise={noise}; lattice steps per unit",
            argument="m",
        )
    if noise == "laplace":
        return quadratic_form(alpha, Laplace(decay).variance(), Fraction(0))
    if noise == "discrete_laplace":
        steps = (m or 1) * Fraction(1)
        return quadratic_form(
            alpha, DiscreteLaplace(decay, steps).variance() / steps**2, Fraction(0)
        )
    law: Any
    if noise == "discrete_hourglass":
        law = DiscreteHourglass(decay, gamma, m or 1)
    else:
        law = {"staircase2d": Staircase2D, "hourglass": Hourglass}[noise](decay, gamma)
    return quadratic_form(alpha, law.variance(), law.covariance())


def _inside(mean: Fraction, lower: Fraction, upper: Fraction) -> None:
    if not lower <= mean <= upper:
        raise InvalidInput("out_of_range", "mean: must lie in [lower, upper]", argument="mean")


def independent_form(mean: Scalar, largest: Scalar, epsilon: Scalar) -> Scalar:
    """Returns 8 (largest^2 + mean^2) / epsilon^2 = E[(Zs - mean Zn)^2].

    Zs ~ Lap(2 largest/epsilon) and Zn ~ Lap(2/epsilon), independent.
    """
    return 8 * (largest**2 + mean**2) / epsilon**2


def shifted_form(mean: Scalar, lower: Scalar, upper: Scalar, epsilon: Scalar) -> Scalar:
    """Returns E[(Zs - (mean - m) Zn)^2], where m is the midpoint of the bounds (Lemma 2).

    Zs ~ Lap((u - l)/epsilon) and Zn ~ Lap(2/epsilon), independent; u and l are the bounds.
    """
    return (2 * (upper - lower) ** 2 + 8 * (mean - (lower + upper) / 2) ** 2) / epsilon**2


def bounded_form(
    mean: Scalar, lower: Scalar, upper: Scalar, epsilon: Scalar, variance: Scalar
) -> Scalar:
    """Returns E[(Zs - (mean - m) K)^2] for the bounded mean, where m is the midpoint of the bounds.

    Zs ~ Lap((u - l)/epsilon) and K, the whole noise of the count with its variance, are
    independent; u and l are the bounds.
    """
    return 2 * (upper - lower) ** 2 / epsilon**2 + (mean - (lower + upper) / 2) ** 2 * variance


def transformed_form(mean: Scalar, lower: Scalar, upper: Scalar, epsilon: Scalar) -> Scalar:
    """Returns (u - l)^2 E[((1 - alpha) Z1 - alpha Z2)^2], where alpha = (mean - l)/(u - l) (Theorem
    1).

    Zi ~ Lap(1/epsilon), independent; u and l are the bounds.
    """
    return ((upper - lower) ** 2 + 4 * (mean - (lower + upper) / 2) ** 2) / epsilon**2


def laplace_remainder(epsilon: Scalar, n: Scalar) -> Scalar:
    """Returns 8 (E Zb^4 + E Za^2 Zb^2) / n^4, a bound of Lemma 1's E F^2 with M = 1 for Laplace
    noise.

    Za = Z1 and Zb = Z1 + Z2, with Zi ~ Lap(1/epsilon), independent.
    """
    return 800 / (epsilon * n) ** 4


def exchangeable_remainder(fourth: Scalar, n: Scalar) -> Scalar:
    """Returns a bound of Lemma 1's E F^2 for any Z1, Z2 of one law with E Z^4 = fourth.

    It rests on (x + y)^4 <= 8 (x^4 + y^4) and x^2 (x + y)^2 <= 3 x^4 + y^4.
    """
    return 8 * (16 + 4) * fourth / n**4


def laplace_sum_tail(power: Scalar, x: Scalar) -> Scalar:
    """Returns P(Z1 + Z2 < -x / epsilon) = e^-x (2 + x) / 4 for Zi ~ Lap(1/epsilon), with power =
    e^-x.
    """
    return power * (2 + x) / 4


def independent_leading_constant(
    decay: Decay, mean: Fraction, lower: Fraction = Fraction(0), upper: Fraction = Fraction(1)
) -> Number:
    """Returns the leading constant of Algorithm 1, 8 (w^2 + mean^2) / epsilon^2 with w =
    max(|lower|, |upper|).

    It is E[(Zs - mean Zn)^2].
    """
    _inside(mean, lower, upper)
    return independent_form(mean, max(abs(lower), abs(upper)), decay.epsilon)


def shifted_leading_constant(
    decay: Decay, mean: Fraction, lower: Fraction = Fraction(0), upper: Fraction = Fraction(1)
) -> Number:
    """Returns the leading constant of Algorithm 2, (2 (u - l)^2 + 8 (mean - m)^2) / epsilon^2
    (Lemma 2).

    m is the midpoint of the bounds u and l.
    """
    _inside(mean, lower, upper)
    return shifted_form(mean, lower, upper, decay.epsilon)


def bounded_leading_constant(
    decay: Decay, mean: Fraction, lower: Fraction = Fraction(0), upper: Fraction = Fraction(1)
) -> Number:
    """Returns the leading constant of the bounded mean, 2 (u - l)^2/epsilon^2 + (mean - m)^2 E
    K^2.
    """
    _inside(mean, lower, upper)
    return bounded_form(
        mean, lower, upper, decay.epsilon, RoundedLaplace(decay, Fraction(2)).variance()
    )


def lemma1(variance_c: Number, variance_f: Number, bound_m: Number, probability: Number) -> Number:
    """Returns Lemma 1's right side, E C^2 + E F^2 + 2 sqrt(E C^2 E F^2) + 4 M^2 P(Zb < -b/2)."""
    return (
        variance_c
        + variance_f
        + 2 * reals.root(variance_c * variance_f, 2)
        + 4 * bound_m**2 * probability
    )


def lemma2(
    decay: Decay,
    mean: Fraction,
    n: int,
    lower: Fraction = Fraction(0),
    upper: Fraction = Fraction(1),
) -> Number:
    """Returns Lemma 2's bound on the squared error of Algorithm 2, without its (1 + o(1))."""
    return shifted_leading_constant(decay, mean, lower, upper) / n**2


def theorem1(
    decay: Decay,
    mean: Fraction,
    n: int,
    lower: Fraction = Fraction(0),
    upper: Fraction = Fraction(1),
) -> Number:
    """Returns Theorem 1's bound on Algorithm 3 with Laplace noise, without its (1 + o(1)).

    It is (w^2 + 4 (mean - m)^2) / (n epsilon)^2, with w the width and m the midpoint of the bounds.
    """
    _inside(mean, lower, upper)
    return transformed_form(mean, lower, upper, decay.epsilon) / n**2


def lemma5(
    decay: Decay, n: int, lower: Fraction = Fraction(0), upper: Fraction = Fraction(1)
) -> Number:
    """Returns Lemma 5's bound on Algorithm 3 with two-dimensional staircase noise, without its (1 +
    o(1)).
    """
    return Staircase2D(decay, "optimal").variance() * ((upper - lower) / n) ** 2


def theorem3(
    decay: Decay, n: int, lower: Fraction = Fraction(0), upper: Fraction = Fraction(1)
) -> Number:
    """Returns Theorem 3's bound on Algorithm 3 with hourglass noise, without its (1 + o(1))."""
    return minimax_risk(decay, lower, upper) / n**2


def transformed_laplace_mse_bound(
    decay: Decay,
    mean: Fraction,
    n: int,
    lower: Fraction = Fraction(0),
    upper: Fraction = Fraction(1),
) -> Number:
    """Returns what Lemma 1 proves of Algorithm 3 with Laplace noise at a finite n, in the data's
    units squared.

    With a = s1, b = n, Za = Z1, Zb = Z1 + Z2, M = 1: E F^2 <= 8 (E Zb^4 + E Za^2 Zb^2) / n^4 = 800
    / (n epsilon)^4, and P(Zb < -n/2) = e^(-epsilon n/2) (2 + epsilon n/2) / 4, the exact tail of a
    sum of two Laplace variables.
    """
    variance_c = theorem1(decay, (mean - lower) / (upper - lower), n)
    half = Fraction(n, 2)
    tail = laplace_sum_tail(decay.power(half), decay.epsilon * half)
    return (
        lemma1(variance_c, laplace_remainder(decay.epsilon, n), Fraction(1), tail)
        * (upper - lower) ** 2
    )


def transformed_mse_bound(
    decay: Decay,
    noise: str,
    mean: Fraction,
    n: int,
    gamma: Scalar = None,
    lower: Fraction = Fraction(0),
    upper: Fraction = Fraction(1),
) -> Number:
    """Returns what Lemma 1 proves of Algorithm 3 at a finite n, in the data's units squared.

    Every (1 + o(1)) is made explicit. For hourglass and two-dimensional staircase noise E F^2 <=
    160 E Z^4 / n^4 and P(Z1 + Z2 < -n/2) <= P(|Z1| >= n/4); gamma defaults to the optimal one.
    """
    if noise == "laplace":
        if gamma is not None:
            raise InvalidInput(
                "unsupported_combination", "gamma: not used by noise=laplace", argument="gamma"
            )
        return transformed_laplace_mse_bound(decay, mean, n, lower, upper)
    if noise not in ("hourglass", "staircase2d"):
        raise InvalidInput(
            "unsupported_combination",
            f"noise: no finite bound for {noise}, whose records are rounded; use laplace, "
            "staircase2d or hourglass",
            argument="noise",
        )
    _inside(mean, lower, upper)
    law: Hourglass | Staircase2D = (Hourglass if noise == "hourglass" else Staircase2D)(
        decay, "optimal" if gamma is None else gamma
    )
    variance_c = (
        quadratic_form((mean - lower) / (upper - lower), law.variance(), law.covariance())
        / Fraction(n) ** 2
    )
    return (
        lemma1(
            variance_c,
            exchangeable_remainder(law.moment(4), Fraction(n)),
            Fraction(1),
            law.tail(Fraction(n, 4)),
        )
        * (upper - lower) ** 2
    )


_EQ2 = "(c^2 + b) / (1 - b)^2, c = (b (1 + b) / 2)^(1/3)"
_BOUNDS = ("lower", "upper")
_NOISE = {"noise": tuple(TransformedMean.noises)}
ENTRIES = (
    Entry(
        "minimax.sigma_squared",
        "the minimax constant, = least variance of a staircase",
        ("epsilon",),
        (),
        _EQ2,
        "Q(b, c)",
        "addremove Eq. (2)",
        single(minimax_sigma_squared),
    ),
    Entry(
        "minimax.r_swap",
        "leading constant of the swap-model risk R_sw",
        ("epsilon",),
        _BOUNDS,
        "(u - l)^2 minimax.sigma_squared",
        "Q(b, c)",
        "addremove Eq. (1)",
        single(
            lambda decay, lower=Fraction(0), upper=Fraction(1): minimax_risk(decay, lower, upper)
        ),
    ),
    Entry(
        "minimax.r_add_remove",
        "leading constant of the add-remove risk R_ar",
        ("epsilon",),
        _BOUNDS,
        "(u - l)^2 minimax.sigma_squared",
        "Q(b, c)",
        "addremove Corollary 2",
        single(
            lambda decay, lower=Fraction(0), upper=Fraction(1): minimax_risk(decay, lower, upper)
        ),
    ),
    Entry(
        "transformed_mean.leading_constant",
        "lim n^2 MSE of Algorithm 3 on [0, 1], alpha = s1/n; gamma defaults to optimal",
        ("noise", "epsilon", "alpha"),
        ("gamma", "m"),
        "hourglass: ((1 - alpha)^2 + alpha^2) v - 2 alpha (1 - alpha) c, v = "
        "hourglass.variance, c = hourglass.covariance; laplace: v = laplace.variance, c = 0; "
        "discrete_laplace: v = discrete_laplace.variance(sensitivity = m)/m^2, c = 0; "
        "staircase2d: v = staircase2d.variance, c = 0; discrete_hourglass: v = "
        "discrete_hourglass.variance, c = discrete_hourglass.covariance",
        "that of the noise",
        "addremove Appendices E and F",
        single(transformed_leading_constant),
        _NOISE,
    ),
    Entry(
        "independent_mean.leading_constant",
        "lim n^2 MSE of Algorithm 1",
        ("epsilon", "mean"),
        _BOUNDS,
        "8 (max(|l|, |u|)^2 + mean^2) / epsilon^2",
        "Q(epsilon)",
        "addremove Algorithm 1",
        single(independent_leading_constant),
    ),
    Entry(
        "shifted_mean.leading_constant",
        "lim n^2 MSE of Algorithm 2",
        ("epsilon", "mean"),
        _BOUNDS,
        "(2 (u - l)^2 + 8 (mean - mid)^2) / epsilon^2",
        "Q(epsilon)",
        "addremove Lemma 2",
        single(shifted_leading_constant),
    ),
    Entry(
        "bounded_mean.leading_constant",
        "lim n^2 MSE of Google's BoundedMean",
        ("epsilon", "mean"),
        _BOUNDS,
        "2 (u - l)^2 / epsilon^2 + (mean - mid)^2 r (1 + r^2) / (1 - r^2)^2, r = b^(1/4)",
        "Q(epsilon, r)",
        "Google's differential privacy library, BoundedMean",
        single(bounded_leading_constant),
    ),
    Entry(
        "addremove.lemma1",
        "the right side of Lemma 1",
        ("variance_c", "variance_f", "bound_m", "probability"),
        (),
        "variance_c + variance_f + 2 sqrt(variance_c variance_f) + 4 bound_m^2 probability",
        "Q(root)",
        "addremove Lemma 1",
        single(lemma1),
    ),
    Entry(
        "addremove.lemma2",
        "Lemma 2 without (1 + o(1))",
        ("epsilon", "mean", "n"),
        _BOUNDS,
        "(2 (u - l)^2 + 8 (mean - mid)^2) / (n epsilon)^2",
        "Q(epsilon)",
        "addremove Lemma 2",
        single(lemma2),
    ),
    Entry(
        "addremove.theorem1",
        "Theorem 1 without (1 + o(1))",
        ("epsilon", "mean", "n"),
        _BOUNDS,
        "((u - l)^2 + 4 (mean - mid)^2) / (n epsilon)^2",
        "Q(epsilon)",
        "addremove Theorem 1",
        single(theorem1),
    ),
    Entry(
        "addremove.lemma5",
        "Lemma 5 without (1 + o(1))",
        ("epsilon", "n"),
        _BOUNDS,
        "(u - l)^2 staircase2d.variance(gamma = staircase2d.optimal_gamma) / n^2",
        "algebraic over Q(b)",
        "addremove Lemma 5",
        single(lemma5),
    ),
    Entry(
        "addremove.theorem3",
        "Theorem 3 without (1 + o(1))",
        ("epsilon", "n"),
        _BOUNDS,
        "(u - l)^2 minimax.sigma_squared / n^2",
        "Q(b, c)",
        "addremove Theorem 3",
        single(theorem3),
    ),
    Entry(
        "transformed_mean.laplace_mse_bound",
        "what Lemma 1 proves of Algorithm 3 with Laplace noise at this n",
        ("epsilon", "mean", "n"),
        _BOUNDS,
        "(u - l)^2 addremove.lemma1(variance_c = addremove.theorem1(mean = a, lower = 0, upper "
        "= 1), variance_f = 800/(n epsilon)^4, bound_m = 1, probability = e^-x (2 + x)/4), a = "
        "(mean - l)/(u - l), x = n epsilon/2",
        "reals",
        "addremove Lemma 1 and Theorem 1",
        single(transformed_laplace_mse_bound),
    ),
    Entry(
        "transformed_mean.mse_bound",
        "what Lemma 1 proves of Algorithm 3 at this n; gamma defaults to optimal",
        ("noise", "epsilon", "mean", "n"),
        ("gamma", *_BOUNDS),
        "hourglass: (u - l)^2 addremove.lemma1(variance_c = leading_constant(alpha = a)/n^2, "
        "variance_f = 160 q/n^4, bound_m = 1, probability = p), a = (mean - l)/(u - l), q = "
        "hourglass.moment(4), p = hourglass.tail(n/4); staircase2d: q = staircase2d.moment(4), "
        "p = staircase2d.tail(n/4); laplace: laplace_mse_bound",
        "reals",
        "addremove Lemma 1, Lemma 5 and Theorem 3",
        single(transformed_mse_bound),
        _NOISE,
    ),
)
