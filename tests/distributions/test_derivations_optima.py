"""The optimal gammas and the constants of the mechanisms: derived by minimising, and equal to the
shipped closed forms.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import sympy

from dpmean.distributions import (
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    hourglass,
    laplace,
    optimal_gamma,
    staircase,
    staircase2d,
)
from dpmean.distributions.derivations import derived, optima
from dpmean.distributions.derivations.record import same
from dpmean.distributions.derivations.symbols import (
    alpha,
    b,
    epsilon,
    g,
    gamma,
    lower,
    m,
    mean,
    t,
    upper,
)
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove import mean_bounds as addremove


def test_one_dimensional_optimum() -> None:
    c = optima.c
    root = optima.critical_c()
    assert same(root**3, optimal_gamma.cube(b))
    assert same(
        derived("staircase.optimal_gamma", objective="absolute"),
        optimal_gamma.absolute(sympy.sqrt(b)),
    )
    # gamma = (c - b)/(1 - b) is a root of the derivative for every c with 2 c^3 = b (1 + b), and no
    # other c > 0 is
    slope = sympy.diff(derived("staircase.variance"), gamma).subs(gamma, optimal_gamma.mse(b, c))
    numerator = sympy.Poly(sympy.numer(sympy.cancel(slope)), c)
    relation = sympy.Poly(2 * c**3 - b * (1 + b), c)
    assert sympy.rem(numerator, relation).is_zero
    assert sympy.quo(numerator, relation).degree() == 0
    # b < c < 1, so gamma lies in (0, 1); and E X^2 is convex in c, so the root is the minimum
    assert sympy.factor(optimal_gamma.cube(b) - b**3) == sympy.factor(b * (1 - b) * (1 + 2 * b) / 2)
    assert sympy.factor(1 - optimal_gamma.cube(b)) == sympy.factor((1 - b) * (2 + b) / 2)
    assert same(
        sympy.diff(optima.variance_in_c(), c, 2), 2 * (1 + b * (1 + b) / c**3) / (3 * (1 - b) ** 2)
    )


def test_planar_optimum_is_a_root_of_the_shipped_polynomial() -> None:
    shipped = sum(value * gamma**n for n, value in enumerate(optimal_gamma.planar_polynomial(b)))
    factor = sympy.cancel(derived("staircase2d.optimal_gamma") / shipped)
    assert factor != 0
    assert not factor.has(gamma)
    assert factor.subs(b, sympy.Rational(1, 2)) > 0


def test_minimax_constant_is_the_variance_at_the_optimum() -> None:
    c = optima.c
    numerator = sympy.numer(sympy.together(optima.variance_in_c() - addremove.sigma_squared(b, c)))
    assert sympy.rem(sympy.Poly(numerator, c), sympy.Poly(2 * c**3 - b * (1 + b), c)).is_zero


def test_leading_constants_of_every_noise() -> None:
    line, lattice = (b, gamma, 1), (b, g, m)
    forms = {
        "laplace": (laplace.moment(2, epsilon), 0),
        "discrete_laplace": (discrete_laplace.moment(2, t) / m**2, 0),
        "staircase2d": (staircase2d.moment(2, *line), 0),
        "hourglass": (staircase.moment(2, *line), hourglass.covariance(*line)),
        "discrete_hourglass": (
            discrete_staircase.moment(2, *lattice) / m**2,
            discrete_hourglass.covariance(*lattice),
        ),
    }
    for noise, (variance, covariance) in forms.items():
        shipped = addremove.quadratic_form(alpha, variance, covariance)
        assert same(shipped, derived("transformed_mean.leading_constant", noise=noise)), noise
    with pytest.raises(InvalidInput):
        derived("transformed_mean.leading_constant", noise="gauss")


@pytest.mark.parametrize("name", ["independent", "shifted"])
def test_leading_constants_of_algorithms_1_and_2(name: str) -> None:
    """Both sides are polynomials of degree 2 in each of three letters (below 0, above 0), so three
    values of each decide.
    """
    shipped = getattr(addremove, f"{name}_leading_constant")
    formula = derived(f"{name}_mean.leading_constant")
    for low, centre, high in product(
        (-9, -8, -7), (Fraction(-1, 2), Fraction(0), Fraction(1, 3)), (1, 2, 3)
    ):
        at = {lower: low, mean: sympy.Rational(str(centre)), upper: high}
        assert same(
            shipped(Decay(epsilon, b), centre, Fraction(low), Fraction(high)), formula.subs(at)
        )
