"""The shipped formulas at the letters of the derived ones: what the last line of a derivation is
compared with.

Each row calls shipped functions by `call`, which remembers their names, with symbols in place of
numbers: the formula is what they return. A function that only takes numbers is called with some.
What no function computes by arithmetic (special functions, roots) is not here but compared at
points (`points.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy

from ..distributions import (
    cells,
    discrete_gaussian,
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    gaussian_moments,
    hourglass,
    laplace,
    optimal_gamma,
    rounded_laplace,
    staircase,
    staircase2d,
    student_t,
)
from ..distributions.derivations import estimators, gaussians, losses, optima, students
from ..distributions.derivations.symbols import (
    D,
    J,
    alpha,
    b,
    diagonal,
    epsilon,
    g,
    gamma,
    h,
    i,
    j,
    k,
    l,
    lower,
    m,
    mean,
    p,
    r,
    s,
    shift,
    t,
    u,
    upper,
    v,
    x,
)
from ..distributions.discrete_hourglass import DiscreteHourglass
from ..distributions.discrete_staircase import DiscreteStaircase
from ..distributions.gaussian import Gaussian
from ..distributions.hourglass import Hourglass
from ..distributions.laplace import Laplace
from ..distributions.staircase import Staircase
from ..distributions.staircase2d import Staircase2D
from ..exact.decay import Decay
from ..mechanisms.addremove import mean_bounds as addremove
from ..mechanisms.addremove import sized_mean_bounds as sized
from ..privacy import losses as privacy

HALF = Fraction(1, 2)
LINE = (b, gamma, D)
LATTICE = (b, g, m)
DECAY: Any = Decay(epsilon, b)
RATIO = sympy.exp(h)
DECAY_TO_X = sympy.exp(-epsilon * x / D)
SHAPE = sympy.exp(-(k**2) / (2 * gaussians.v))
EXPONENT: Any = cells.hourglass_exponent(J, diagonal)
ROOT_OF_WEIGHT = sympy.sqrt(1 + students.y**2)
UNIT = students.scale * sympy.sqrt(students.d)
Call = Callable[..., Any]  # calls a shipped function, and remembers that it did


def discrete_moment(call: Call, order: int) -> Any:
    """Returns the shipped moment on a lattice, in the units of the query."""
    return call(discrete_staircase.moment, order, *LATTICE) * (D / m) ** order


def line_overlap(call: Call, first: int) -> Any:
    """Returns the shipped total variation distance on the line."""
    return 1 - call(staircase.overlap, shift, 1 - first, *LINE)


def lattice_overlap(call: Call, first: int) -> Any:
    """Returns the shipped total variation distance on a lattice."""
    return 1 - call(discrete_staircase.overlap, s, 1 - first, *LATTICE)


def plane_overlap(call: Call, first: int) -> Any:
    """Returns the shipped total variation distance on the plane."""
    return 1 - call(staircase2d.overlap, u, v, 1 - first, *LINE)


def three_valued(call: Call, total_variation: Any) -> Any:
    """Returns the shipped hockey-stick divergence of a law with the density ratios b, 1 and 1/b."""
    return call(privacy.three_valued_hockey_stick, b, total_variation, RATIO)


def two_valued(call: Call) -> Any:
    """Returns the shipped hockey-stick divergence of a law with the density ratios b and 1/b."""
    return three_valued(call, call(discrete_laplace.normalizer, b))


# name -> the shipped formula at the symbols of the derived one
SHIPPED: dict[str, Callable[[Call], Any]] = {
    "laplace.density": lambda call: call(laplace.density, epsilon / D, DECAY_TO_X),
    "laplace.cdf": lambda call: 1 - call(laplace.tail, DECAY_TO_X) / 2,
    "laplace.tail": lambda call: call(laplace.tail, DECAY_TO_X),
    "laplace.quantile": lambda call: sympy.log(2 * p) * call(Laplace(DECAY, D).scale),
    "laplace.moment": lambda call: call(laplace.moment, 2, epsilon / D),
    "laplace.variance": lambda call: call(laplace.moment, 2, epsilon / D),
    "laplace.hockey_stick": lambda call: call(
        laplace.hockey_stick, sympy.exp((h - epsilon * shift / D) / 2)
    ),
    "discrete_laplace.normalizer": lambda call: call(discrete_laplace.normalizer, t),
    "discrete_laplace.pmf": lambda call: call(discrete_laplace.pmf, t, t**k),
    "discrete_laplace.cdf": lambda call: 1 - call(discrete_laplace.tail, t, t ** (k + 1)) / 2,
    "discrete_laplace.tail": lambda call: call(discrete_laplace.tail, t, t**k),
    "discrete_laplace.moment": lambda call: call(discrete_laplace.moment, 2, t),
    "discrete_laplace.variance": lambda call: call(discrete_laplace.moment, 2, t),
    "discrete_laplace.hockey_stick": lambda call: (
        1
        - call(discrete_laplace.tail, t, t ** (j + 1)) / 2
        - RATIO * call(discrete_laplace.tail, t, t ** (s - j)) / 2
    ),
    "staircase.normalizer": lambda call: call(staircase.normalizer, *LINE),
    "staircase.density": lambda call: call(staircase.weight, j, *LINE),
    "staircase.cdf": lambda call: 1 - call(staircase.tail, x, j, *LINE) / 2,
    "staircase.quantile": lambda call: call(staircase.quantile_above_half, p, j, *LINE),
    "staircase.tail": lambda call: call(staircase.tail, x, j, *LINE),
    "staircase.moment": lambda call: call(staircase.moment, 2, *LINE),
    "staircase.variance": lambda call: call(staircase.moment, 2, *LINE),
    "discrete_staircase.normalizer": lambda call: call(discrete_staircase.normalizer, *LATTICE),
    "discrete_staircase.pmf": lambda call: call(discrete_staircase.weight, j, *LATTICE),
    "discrete_staircase.cdf": lambda call: (
        1 - call(discrete_staircase.tail, i + 1, j, *LATTICE) / 2
    ),
    "discrete_staircase.tail": lambda call: call(discrete_staircase.tail, i, j, *LATTICE),
    "discrete_staircase.moment": lambda call: discrete_moment(call, 2),
    "discrete_staircase.variance": lambda call: discrete_moment(call, 2),
    "staircase2d.normalizer": lambda call: call(staircase2d.normalizer, *LINE),
    "staircase2d.density": lambda call: call(staircase2d.weight, j, *LINE),
    "staircase2d.marginal_density": lambda call: call(staircase2d.marginal_density, x, j, *LINE),
    "staircase2d.conditional_density": lambda call: (
        call(staircase2d.weight, l, *LINE) / call(staircase2d.marginal_density, x, j, *LINE)
    ),
    "staircase2d.tail": lambda call: call(staircase2d.tail, x, j, *LINE),
    "staircase2d.norm_tail": lambda call: call(staircase2d.norm_tail, r, j, *LINE),
    "staircase2d.moment": lambda call: call(staircase2d.moment, 2, *LINE),
    "staircase2d.variance": lambda call: call(staircase2d.moment, 2, *LINE),
    "staircase2d.covariance": lambda call: call(Staircase2D(DECAY, gamma, D).covariance),
    "staircase2d.sum_variance": lambda call: 2 * call(staircase2d.moment, 2, *LINE),
    "hourglass.normalizer": lambda call: call(hourglass.normalizer, *LINE),
    "hourglass.density": lambda call: call(hourglass.weight, EXPONENT, *LINE),
    "hourglass.marginal_density": lambda call: call(staircase.weight, j, *LINE),
    "hourglass.conditional_pmf": lambda call: call(discrete_laplace.pmf, b, b ** abs(diagonal - J)),
    "hourglass.sum_pmf": lambda call: call(hourglass.sum_pmf, k, b, gamma),
    "hourglass.tail": lambda call: call(staircase.tail, x, j, *LINE),
    "hourglass.moment": lambda call: call(staircase.moment, 2, *LINE),
    "hourglass.variance": lambda call: call(staircase.moment, 2, *LINE),
    "hourglass.covariance": lambda call: call(hourglass.covariance, *LINE),
    "hourglass.sum_variance": lambda call: call(hourglass.sum_variance, *LINE),
    "hourglass.hockey_stick": lambda call: two_valued(call),
    "discrete_hourglass.normalizer": lambda call: call(discrete_hourglass.normalizer, *LATTICE),
    "discrete_hourglass.pmf": lambda call: call(discrete_hourglass.weight, EXPONENT, *LATTICE),
    "discrete_hourglass.marginal_pmf": lambda call: call(discrete_staircase.weight, j, *LATTICE),
    "discrete_hourglass.conditional_pmf": lambda call: call(
        discrete_laplace.pmf, b, b ** abs(diagonal - J)
    ),
    "discrete_hourglass.sum_pmf": lambda call: call(discrete_hourglass.sum_pmf, k, *LATTICE),
    "discrete_hourglass.tail": lambda call: call(discrete_staircase.tail, i, j, *LATTICE),
    "discrete_hourglass.moment": lambda call: discrete_moment(call, 2),
    "discrete_hourglass.variance": lambda call: discrete_moment(call, 2),
    "discrete_hourglass.covariance": lambda call: (
        call(discrete_hourglass.covariance, *LATTICE) * D**2
    ),
    "discrete_hourglass.sum_variance": lambda call: (
        call(discrete_hourglass.sum_variance, *LATTICE) * D**2
    ),
    "discrete_hourglass.hockey_stick": lambda call: two_valued(call),
    "staircase.optimal_gamma": lambda call: call(optimal_gamma.mse, b, optima.critical_c()),
    "hourglass.optimal_gamma": lambda call: call(optimal_gamma.mse, b, optima.critical_c()),
    "minimax.sigma_squared": lambda call: call(addremove.sigma_squared, b, optima.critical_c()),
    "transformed_mean.leading_constant": lambda call: call(
        addremove.quadratic_form,
        alpha,
        call(staircase.moment, 2, b, gamma, 1),
        call(hourglass.covariance, b, gamma, 1),
    ),
    "laplace.scale": lambda call: call(Laplace(DECAY, D).scale),
    "laplace.epsilon": lambda call: call(laplace.epsilon_of_scale, D, losses.scale),
    "laplace.privacy_loss": lambda call: call(Laplace(DECAY, D).privacy_loss, shift).value(epsilon),
    "laplace.renyi": lambda call: (
        sympy.log(
            call(
                laplace.renyi_moment,
                losses.order,
                sympy.exp((losses.order - 1) * epsilon * shift / D),
                sympy.exp(-losses.order * epsilon * shift / D),
            )
        )
        / (losses.order - 1)
    ),
    "discrete_laplace.privacy_loss": lambda call: call(Laplace(DECAY, D).privacy_loss, shift).value(
        epsilon
    ),
    "gaussian.moment": lambda call: call(gaussian_moments.continuous, 2, gaussians.v),
    "gaussian.variance": lambda call: call(Gaussian(gaussians.v, D).variance),
    "gaussian.rho": lambda call: call(discrete_gaussian.rho, D, gaussians.v),
    "gaussian.renyi": lambda call: call(
        discrete_gaussian.renyi, shift**2, gaussians.order, gaussians.v
    ),
    "discrete_gaussian.normalizer": lambda call: call(discrete_gaussian.pmf, 1, gaussians.S1),
    "discrete_gaussian.pmf": lambda call: call(discrete_gaussian.pmf, SHAPE, gaussians.S1),
    "discrete_gaussian.cdf": lambda call: (
        1 - call(discrete_gaussian.tail, gaussians.Sk, gaussians.S1) / 2
    ),
    "discrete_gaussian.tail": lambda call: call(discrete_gaussian.tail, gaussians.Sk, gaussians.S1),
    "discrete_gaussian.moment": lambda call: call(
        discrete_gaussian.tail, gaussians.Mk, gaussians.S1
    ),
    "discrete_gaussian.variance": lambda call: call(
        discrete_gaussian.tail, gaussians.Mk, gaussians.S1
    ),
    "discrete_gaussian.rho": lambda call: call(discrete_gaussian.rho, D, gaussians.v),
    "discrete_gaussian.renyi": lambda call: call(
        discrete_gaussian.renyi, shift**2, gaussians.order, gaussians.v
    ),
    "discrete_gaussian.hockey_stick": lambda call: (
        1
        - call(discrete_gaussian.tail, gaussians.Sk, gaussians.S1) / 2
        - RATIO * call(discrete_gaussian.tail, gaussians.Mk, gaussians.S1) / 2
    ),
    "student_t.density": lambda call: (
        call(student_t.density, students.d, students.H, ROOT_OF_WEIGHT) / UNIT
    ),
    "student_t.log_density": lambda call: sympy.log(
        call(student_t.density, students.d, students.H, ROOT_OF_WEIGHT) / UNIT
    ),
    "student_t.cdf": lambda call: (
        sympy.Rational(1, 2)
        + call(student_t.cosine_integral, 3, students.angle, students.s, students.c)
        / (2 * call(student_t.half_mass, 4, sympy.pi / 2))
    ),
    "independent_mean.leading_constant": lambda call: call(
        addremove.independent_form, mean, sympy.Max(abs(lower), abs(upper)), epsilon
    ),
    "shifted_mean.leading_constant": lambda call: call(
        addremove.shifted_form, mean, lower, upper, epsilon
    ),
    "bounded_mean.leading_constant": lambda call: call(
        addremove.bounded_form,
        mean,
        lower,
        upper,
        epsilon,
        call(rounded_laplace.variance, sympy.sqrt(b), sympy.root(b, 4)),
    ),
    "minimax.r_swap": lambda call: (
        call(addremove.sigma_squared, b, optima.critical_c()) * (upper - lower) ** 2
    ),
    "minimax.r_add_remove": lambda call: (
        call(addremove.sigma_squared, b, optima.critical_c()) * (upper - lower) ** 2
    ),
    "addremove.lemma2": lambda call: (
        call(addremove.shifted_form, mean, lower, upper, epsilon) / estimators.n**2
    ),
    "addremove.theorem1": lambda call: (
        call(addremove.transformed_form, mean, lower, upper, epsilon) / estimators.n**2
    ),
    "addremove.lemma5": lambda call: (
        call(staircase2d.moment, 2, b, gamma, 1) * ((upper - lower) / estimators.n) ** 2
    ),
    "addremove.theorem3": lambda call: (
        call(addremove.sigma_squared, b, optima.critical_c())
        * ((upper - lower) / estimators.n) ** 2
    ),
    "sized_mean.sensitivity": lambda call: call(sized.sensitivity, lower, upper, estimators.n),
    "sized_mean.scale": lambda call: call(sized.scale, DECAY, lower, upper, estimators.n),
}
# derived with a step j that is 0 if the smallest ball meets its shift, else 1; shipped with inner =
# 1 - j
BY_FIRST_BALL: dict[str, Callable[[Call, int], Any]] = {
    "staircase.total_variation": line_overlap,
    "staircase.hockey_stick": lambda call, first: three_valued(call, line_overlap(call, first)),
    "discrete_staircase.total_variation": lattice_overlap,
    "discrete_staircase.hockey_stick": lambda call, first: three_valued(
        call, lattice_overlap(call, first)
    ),
    "staircase2d.total_variation": plane_overlap,
    "staircase2d.hockey_stick": lambda call, first: three_valued(call, plane_overlap(call, first)),
}
# the shipped logarithm is that of the first, less the second
LOGARITHMS: dict[str, tuple[Callable[[Call], Any], Any]] = {
    "laplace.log_density": (lambda call: call(laplace.density, epsilon / D, 1), epsilon * x / D),
    "discrete_laplace.log_pmf": (
        lambda call: call(discrete_laplace.normalizer, t),
        epsilon * k / D,
    ),
    "staircase.log_density": (lambda call: call(staircase.normalizer, *LINE), epsilon * j),
    "discrete_staircase.log_pmf": (
        lambda call: call(discrete_staircase.normalizer, *LATTICE),
        epsilon * j,
    ),
    "staircase2d.log_density": (lambda call: call(staircase2d.normalizer, *LINE), epsilon * j),
    "hourglass.log_density": (lambda call: call(hourglass.normalizer, *LINE), epsilon * EXPONENT),
    "discrete_hourglass.log_pmf": (
        lambda call: call(discrete_hourglass.normalizer, *LATTICE),
        epsilon * EXPONENT,
    ),
    "discrete_gaussian.log_pmf": (
        lambda call: 1 / call(discrete_gaussian.total, gaussians.S1),
        k**2 / (2 * gaussians.v),
    ),
}
# with an option in place of its default: an order, a noise, an objective, degrees of freedom
OPTIONAL: dict[str, Callable[..., Any]] = {
    "laplace.moment": lambda call, order: call(laplace.moment, order, epsilon / D),
    "discrete_laplace.moment": lambda call, order: call(discrete_laplace.moment, order, t),
    "staircase.moment": lambda call, order: call(staircase.moment, order, *LINE),
    "hourglass.moment": lambda call, order: call(staircase.moment, order, *LINE),
    "discrete_staircase.moment": discrete_moment,
    "discrete_hourglass.moment": discrete_moment,
    "staircase2d.moment": lambda call, order: call(staircase2d.moment, order, *LINE),
    "gaussian.moment": lambda call, order: call(gaussian_moments.continuous, order, gaussians.v),
    "student_t.cdf": lambda call, degrees: (
        sympy.Rational(1, 2)
        + call(student_t.cosine_integral, degrees - 1, students.angle, students.s, students.c)
        / (2 * call(student_t.half_mass, degrees, sympy.pi / 2))
    ),
    "staircase.optimal_gamma": lambda call, objective: (
        call(optimal_gamma.absolute, sympy.sqrt(b))
        if objective == "absolute"
        else call(optimal_gamma.mse, b, optima.critical_c())
    ),
    "transformed_mean.leading_constant": lambda call, noise: call(
        addremove.quadratic_form, alpha, *_pair(call, noise)
    ),
}


def _pair(call: Call, noise: str) -> tuple[Any, Any]:
    """Returns the shipped variance and covariance of the noise of Algorithm 3, of sensitivity 1."""
    line = (b, gamma, 1)
    if noise.startswith("discrete"):
        law = discrete_staircase if noise == "discrete_hourglass" else discrete_laplace
        shape = LATTICE if noise == "discrete_hourglass" else (t,)
        covariance = (
            call(discrete_hourglass.covariance, *LATTICE) if noise == "discrete_hourglass" else 0
        )
        return call(law.moment, 2, *shape) / m**2, covariance
    if noise == "laplace":
        return call(laplace.moment, 2, epsilon), 0
    if noise == "staircase2d":
        return call(staircase2d.moment, 2, *line), 0
    return call(staircase.moment, 2, *line), call(hourglass.covariance, *line)


# shipped functions that take numbers only, called with numbers: the values of the derived letters
AT_NUMBERS: dict[str, tuple[dict[Any, Any], Callable[[Call], Any]]] = {
    **{
        f"{law}.privacy_loss": ({epsilon: epsilon}, kind)
        for law, kind in {
            "staircase": lambda call: call(Staircase(DECAY, HALF).privacy_loss, HALF).value(
                epsilon
            ),
            "discrete_staircase": lambda call: call(
                DiscreteStaircase(DECAY, HALF, 2).privacy_loss, HALF
            ).value(epsilon),
            "staircase2d": lambda call: call(
                Staircase2D(DECAY, HALF).privacy_loss, HALF, -HALF
            ).value(epsilon),
            "hourglass": lambda call: call(Hourglass(DECAY, HALF).privacy_loss, HALF, HALF).value(
                epsilon
            ),
            "discrete_hourglass": lambda call: call(
                DiscreteHourglass(DECAY, HALF, 2).privacy_loss, HALF, HALF
            ).value(epsilon),
        }.items()
    },
    "discrete_laplace.epsilon": (
        {D: 3, losses.scale: HALF},
        lambda call: call(discrete_laplace.epsilon_of_scale, Fraction(3), HALF),
    ),
    "student_t.variance": (
        {students.d: 5},
        lambda call: students.scale**2 * call(student_t.variance, 5),
    ),
}
