"""The shipped formulas at the symbols of the derived ones, for the tests of the derivations; no test is in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from dpmean.bounds.addremove import errors as addremove
from dpmean.distributions import (
    cells,
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    hourglass,
    laplace,
    optimal_gamma,
    staircase,
    staircase2d,
)
from dpmean.distributions.derivations import optima
from dpmean.distributions.derivations.symbols import (
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
    m,
    p,
    r,
    s,
    shift,
    t,
    u,
    v,
    x,
)
from dpmean.privacy import losses as privacy

LINE = (b, gamma, D)
LATTICE = (b, g, m)
RATIO = sympy.exp(h)
DECAY_TO_X = sympy.exp(-epsilon * x / D)
EXPONENT = cells.hourglass_exponent(J, diagonal)
ORDERS = (1, 2, 3, 4)


def same(one: Any, other: Any) -> bool:
    """Whether the difference cancels to the zero polynomial; powers b^j of a symbol are indeterminates."""
    return bool(sympy.cancel(sympy.expand_power_exp(sympy.together(sympy.sympify(one) - other))) == 0)


def discrete_moment(order: int) -> Any:
    return discrete_staircase.moment(order, *LATTICE) * (D / m) ** order


def line_overlap(first: int) -> Any:
    return 1 - staircase.overlap(shift, 1 - first, *LINE)


def lattice_overlap(first: int) -> Any:
    return 1 - discrete_staircase.overlap(s, 1 - first, *LATTICE)


def plane_overlap(first: int) -> Any:
    return 1 - staircase2d.overlap(u, v, 1 - first, *LINE)


def three_valued(total_variation: Any) -> Any:
    return privacy.three_valued_hockey_stick(b, total_variation, RATIO)


TWO_VALUED = three_valued(discrete_laplace.normalizer(b))

# name -> the shipped formula at the symbols of the derived one
SHIPPED: dict[str, Any] = {
    "laplace.density": laplace.density(epsilon / D, DECAY_TO_X),
    "laplace.cdf": 1 - laplace.tail(DECAY_TO_X) / 2,
    "laplace.tail": laplace.tail(DECAY_TO_X),
    "laplace.quantile": sympy.log(2 * p) * D / epsilon,
    "laplace.moment": laplace.moment(2, epsilon / D),
    "laplace.variance": laplace.moment(2, epsilon / D),
    "laplace.hockey_stick": laplace.hockey_stick(sympy.exp((h - epsilon * shift / D) / 2)),
    "discrete_laplace.normalizer": discrete_laplace.normalizer(t),
    "discrete_laplace.pmf": discrete_laplace.pmf(t, t**k),
    "discrete_laplace.cdf": 1 - discrete_laplace.tail(t, t ** (k + 1)) / 2,
    "discrete_laplace.tail": discrete_laplace.tail(t, t**k),
    "discrete_laplace.moment": discrete_laplace.moment(2, t),
    "discrete_laplace.variance": discrete_laplace.moment(2, t),
    "discrete_laplace.hockey_stick": 1 - discrete_laplace.tail(t, t ** (j + 1)) / 2 - RATIO * discrete_laplace.tail(t,
        t ** (s - j)) / 2,
    "staircase.normalizer": staircase.normalizer(*LINE),
    "staircase.density": staircase.weight(j, *LINE),
    "staircase.cdf": 1 - staircase.tail(x, j, *LINE) / 2,
    "staircase.quantile": staircase.quantile_above_half(p, j, *LINE),
    "staircase.tail": staircase.tail(x, j, *LINE),
    "staircase.moment": staircase.moment(2, *LINE),
    "staircase.variance": staircase.moment(2, *LINE),
    "discrete_staircase.normalizer": discrete_staircase.normalizer(*LATTICE),
    "discrete_staircase.pmf": discrete_staircase.weight(j, *LATTICE),
    "discrete_staircase.cdf": 1 - discrete_staircase.tail(i + 1, j, *LATTICE) / 2,
    "discrete_staircase.tail": discrete_staircase.tail(i, j, *LATTICE),
    "discrete_staircase.moment": discrete_moment(2),
    "discrete_staircase.variance": discrete_moment(2),
    "staircase2d.normalizer": staircase2d.normalizer(*LINE),
    "staircase2d.density": staircase2d.weight(j, *LINE),
    "staircase2d.marginal_density": staircase2d.marginal_density(x, j, *LINE),
    "staircase2d.conditional_density": staircase2d.weight(l, *LINE) / staircase2d.marginal_density(x, j, *LINE),
    "staircase2d.tail": staircase2d.tail(x, j, *LINE),
    "staircase2d.norm_tail": staircase2d.norm_tail(r, j, *LINE),
    "staircase2d.moment": staircase2d.moment(2, *LINE),
    "staircase2d.variance": staircase2d.moment(2, *LINE),
    "staircase2d.covariance": 0,
    "staircase2d.sum_variance": 2 * staircase2d.moment(2, *LINE),
    "hourglass.normalizer": hourglass.normalizer(*LINE),
    "hourglass.density": hourglass.weight(EXPONENT, *LINE),
    "hourglass.marginal_density": staircase.weight(j, *LINE),
    "hourglass.conditional_pmf": discrete_laplace.pmf(b, b ** abs(diagonal - J)),
    "hourglass.sum_pmf": hourglass.sum_pmf(k, b, gamma),
    "hourglass.tail": staircase.tail(x, j, *LINE),
    "hourglass.moment": staircase.moment(2, *LINE),
    "hourglass.variance": staircase.moment(2, *LINE),
    "hourglass.covariance": hourglass.covariance(*LINE),
    "hourglass.sum_variance": hourglass.sum_variance(*LINE),
    "hourglass.hockey_stick": TWO_VALUED,
    "discrete_hourglass.normalizer": discrete_hourglass.normalizer(*LATTICE),
    "discrete_hourglass.pmf": discrete_hourglass.weight(EXPONENT, *LATTICE),
    "discrete_hourglass.marginal_pmf": discrete_staircase.weight(j, *LATTICE),
    "discrete_hourglass.conditional_pmf": discrete_laplace.pmf(b, b ** abs(diagonal - J)),
    "discrete_hourglass.sum_pmf": discrete_hourglass.sum_pmf(k, *LATTICE),
    "discrete_hourglass.tail": discrete_staircase.tail(i, j, *LATTICE),
    "discrete_hourglass.moment": discrete_moment(2),
    "discrete_hourglass.variance": discrete_moment(2),
    "discrete_hourglass.covariance": discrete_hourglass.covariance(*LATTICE) * D**2,
    "discrete_hourglass.sum_variance": discrete_hourglass.sum_variance(*LATTICE) * D**2,
    "discrete_hourglass.hockey_stick": TWO_VALUED,
    "staircase.optimal_gamma": optimal_gamma.mse(b, optima.critical_c()),
    "hourglass.optimal_gamma": optimal_gamma.mse(b, optima.critical_c()),
    "minimax.sigma_squared": addremove.sigma_squared(b, optima.critical_c()),
    "transformed_mean.leading_constant": addremove.quadratic_form(alpha, staircase.moment(2, b, gamma, 1),
        hourglass.covariance(b, gamma, 1)),
}
# derived with a step j that is 0 if the smallest ball meets its shift, else 1; shipped with inner = 1 - j
BY_FIRST_BALL: dict[str, Callable[[int], Any]] = {
    "staircase.total_variation": line_overlap,
    "staircase.hockey_stick": lambda first: three_valued(line_overlap(first)),
    "discrete_staircase.total_variation": lattice_overlap,
    "discrete_staircase.hockey_stick": lambda first: three_valued(lattice_overlap(first)),
    "staircase2d.total_variation": plane_overlap,
    "staircase2d.hockey_stick": lambda first: three_valued(plane_overlap(first)),
}
# derived minus its -epsilon * (exponent) is the logarithm of this
LOGARITHMS: dict[str, tuple[Any, Any]] = {
    "laplace.log_density": (epsilon / (2 * D), x / D),
    "discrete_laplace.log_pmf": (discrete_laplace.normalizer(t), k / D),
    "staircase.log_density": (staircase.normalizer(*LINE), j),
    "discrete_staircase.log_pmf": (discrete_staircase.normalizer(*LATTICE), j),
    "staircase2d.log_density": (staircase2d.normalizer(*LINE), j),
    "hourglass.log_density": (hourglass.normalizer(*LINE), EXPONENT),
    "discrete_hourglass.log_pmf": (discrete_hourglass.normalizer(*LATTICE), EXPONENT),
}
ELSEWHERE = {"staircase2d.optimal_gamma", "independent_mean.leading_constant", "shifted_mean.leading_constant"}
