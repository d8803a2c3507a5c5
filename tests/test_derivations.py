"""The shipped formulas, called with symbols, are the derived ones: the difference is the zero rational function."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import sympy
from sympy.parsing.sympy_parser import convert_xor, implicit_multiplication, parse_expr, standard_transformations

import dpmean
from dpmean.bounds import addremove
from dpmean.catalogue import CATALOGUE
from dpmean.distributions import (
    cells,
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    hourglass,
    laplace,
    optimal_gamma,
    privacy,
    staircase,
    staircase2d,
)
from dpmean.distributions.derivations import DERIVATIONS, derive, derived, optima, staircases, sums
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
from dpmean.distributions.parameters import Decay
from dpmean.errors import InvalidInput

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
    "discrete_laplace.hockey_stick": 1 - discrete_laplace.tail(t, t ** (j + 1)) / 2 - RATIO * discrete_laplace.tail(t, t ** (s - j)) / 2,
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
    "transformed_mean.leading_constant": addremove.quadratic_form(alpha, staircase.moment(2, b, gamma, 1), hourglass.covariance(b, gamma, 1)),
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


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_formula_is_the_derived_one(name: str) -> None:
    assert same(SHIPPED[name], derived(name))


@pytest.mark.parametrize("name", BY_FIRST_BALL)
@pytest.mark.parametrize("first", [0, 1])
def test_total_variation_in_both_ranges_of_the_shift(name: str, first: int) -> None:
    assert same(BY_FIRST_BALL[name](first), derived(name).subs(j, first))


@pytest.mark.parametrize("name", LOGARITHMS)
def test_logarithms(name: str) -> None:
    argument, exponent = LOGARITHMS[name]
    assert same(sympy.exp(derived(name) + epsilon * exponent), argument)


@pytest.mark.parametrize("order", ORDERS)
def test_moments(order: int) -> None:
    shipped = {
        "laplace": laplace.moment(order, epsilon / D),
        "discrete_laplace": discrete_laplace.moment(order, t),
        "staircase": staircase.moment(order, *LINE),
        "hourglass": staircase.moment(order, *LINE),
        "discrete_staircase": discrete_moment(order),
        "discrete_hourglass": discrete_moment(order),
        "staircase2d": staircase2d.moment(order, *LINE),
    }
    for law, formula in shipped.items():
        assert same(formula, derived(f"{law}.moment", order=order)), law


def test_every_derivation_is_compared_and_every_other_name_refused() -> None:
    compared = set(SHIPPED) | set(BY_FIRST_BALL) | set(LOGARITHMS) | ELSEWHERE
    assert set(DERIVATIONS) == compared
    assert compared <= set(CATALOGUE)
    for name in set(CATALOGUE) - compared:
        with pytest.raises(InvalidInput) as refused:
            derive(name)
        assert refused.value.code == "unsupported_combination"
    with pytest.raises(InvalidInput, match=r"hourglass\.covariance"):
        derive("hourglass.covarianc")


@pytest.mark.parametrize("name", DERIVATIONS)
def test_derive_gives_readable_text(name: str) -> None:
    found = derive(name)
    assert set(found) == {"formula", "latex", "derivation"}
    assert "\n" not in found["derivation"]
    letters = {str(letter): letter for letter in derived(name).free_symbols}
    assert same(parse_expr(found["formula"], local_dict=letters), derived(name))


# --- optimal gamma, constants


def test_one_dimensional_optimum() -> None:
    c = optima.c
    root = optima.critical_c()
    assert same(root**3, optimal_gamma.cube(b))
    assert same(derived("staircase.optimal_gamma", objective="absolute"), optimal_gamma.absolute(sympy.sqrt(b)))
    # gamma = (c - b)/(1 - b) is a root of the derivative for every c with 2 c^3 = b (1 + b), and no other c > 0 is
    slope = sympy.diff(derived("staircase.variance"), gamma).subs(gamma, optimal_gamma.mse(b, c))
    numerator = sympy.Poly(sympy.numer(sympy.cancel(slope)), c)
    relation = sympy.Poly(2 * c**3 - b * (1 + b), c)
    assert sympy.rem(numerator, relation).is_zero
    assert sympy.quo(numerator, relation).degree() == 0
    # b < c < 1, so gamma lies in (0, 1); and E X^2 is convex in c, so the root is the minimum
    assert sympy.factor(optimal_gamma.cube(b) - b**3) == sympy.factor(b * (1 - b) * (1 + 2 * b) / 2)
    assert sympy.factor(1 - optimal_gamma.cube(b)) == sympy.factor((1 - b) * (2 + b) / 2)
    assert same(sympy.diff(optima.variance_in_c(), c, 2), 2 * (1 + b * (1 + b) / c**3) / (3 * (1 - b) ** 2))


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
        "discrete_hourglass": (discrete_staircase.moment(2, *lattice) / m**2, discrete_hourglass.covariance(*lattice)),
    }
    for noise, (variance, covariance) in forms.items():
        shipped = addremove.quadratic_form(alpha, variance, covariance)
        assert same(shipped, derived("transformed_mean.leading_constant", noise=noise)), noise
    with pytest.raises(InvalidInput):
        derived("transformed_mean.leading_constant", noise="gauss")


@pytest.mark.parametrize("name", ["independent", "shifted"])
def test_leading_constants_of_algorithms_1_and_2(name: str) -> None:
    """Both sides are polynomials of degree 2 in each of three letters (below 0, above 0), so three values of each decide."""
    shipped = getattr(addremove, f"{name}_leading_constant")
    formula = derived(f"{name}_mean.leading_constant")
    for low, centre, high in product((-9, -8, -7), (Fraction(-1, 2), Fraction(0), Fraction(1, 3)), (1, 2, 3)):
        at = {lower: low, mean: sympy.Rational(str(centre)), upper: high}
        assert same(shipped(Decay(epsilon, b), centre, Fraction(low), Fraction(high)), formula.subs(at))


# --- the formulas printed beside the values

PRINTED: dict[str, dict[str, Any]] = {
    "laplace.density": {},
    "laplace.cdf": {},
    "laplace.tail": {},
    "laplace.variance": {},
    "discrete_laplace.normalizer": {},
    "discrete_laplace.cdf": {},
    "discrete_laplace.tail": {},
    "discrete_laplace.variance": {},
    "staircase.normalizer": {},
    "staircase.cdf": {"A": "staircase.normalizer"},
    "staircase.quantile": {"A": "staircase.normalizer"},
    "staircase.tail": {"A": "staircase.normalizer"},
    "staircase.variance": {},
    "discrete_staircase.normalizer": {},
    "discrete_staircase.tail": {"A": "discrete_staircase.normalizer"},
    "staircase2d.normalizer": {},
    "hourglass.normalizer": {},
    "hourglass.covariance": {},
    "hourglass.sum_variance": {},
    "hourglass.sum_pmf": {"A": "staircase.normalizer"},
    "hourglass.hockey_stick": {},
    "discrete_hourglass.normalizer": {},
    "discrete_hourglass.sum_pmf": {"C": "discrete_hourglass.normalizer"},
    "minimax.sigma_squared": {},
    "transformed_mean.leading_constant": {},
}


@pytest.mark.parametrize("name", PRINTED)
def test_printed_formula_is_the_derived_one(name: str) -> None:
    first, *definitions = re.split(r", (?=\w = )| for |; |, [A-Z] that ", CATALOGUE[name].formula)
    text = first.replace("|x|", "x").replace("2D", "(2 D)").split(" = ")[-1]
    text = text.replace("Var Z1", "V").replace("Cov(Z1, Z2)", "W")
    letters = {str(z): z for z in (b, gamma, D, epsilon, t, g, m, x, p, alpha, i, j, k, h, optima.c)} | {"e": sympy.E}
    letters |= {z: sympy.Symbol(z) for z in "ACVW"}
    rules = (*standard_transformations, implicit_multiplication, convert_xor)

    def read(formula: str) -> Any:
        return parse_expr(formula, local_dict=letters, transformations=rules)

    value = read(text)
    for definition in definitions:
        letter, _, meaning = definition.partition(" = ")
        if letter == "c":
            value = value.subs(optima.c, read(meaning))
    for letter, quantity in PRINTED[name].items():
        value = value.subs(letters[letter], derived(quantity))
    value = value.subs({letters["V"]: derived("hourglass.variance").subs(D, 1), letters["W"]: derived("hourglass.covariance").subs(D, 1)})
    assert same(value, derived(name))


# --- the machinery, and that it can tell a wrong formula


@pytest.mark.parametrize("order", range(6))
def test_power_series_coefficients(order: int) -> None:
    ratio = sympy.Symbol("ratio")
    n = sympy.Symbol("n")
    series = sympy.series(sums.geometric(n**order, n, ratio), ratio, 0, 7).removeO()
    assert sympy.Poly(series, ratio) == sympy.Poly(sum(sympy.Integer(q) ** order * ratio**q for q in range(7)), ratio)


def test_central_step_of_the_distribution_function() -> None:
    assert same(derived("staircase.cdf").subs(j, 0), sympy.Rational(1, 2) + derived("staircase.normalizer") * x)
    a = derived("discrete_staircase.normalizer")
    assert same(derived("discrete_staircase.cdf").subs(j, 0), (1 + a) / 2 + a * i)


def test_lattice_total_variation_does_not_depend_on_parity() -> None:
    assert same(staircases.total_variation_lattice(odd=True), staircases.total_variation_lattice(odd=False))


def _covariance_without_cross_term() -> Any:
    """E i J with every point of a step put at the step's first point."""
    moments = [sympy.factor(sums.geometric(q, _n, b)) for q in (_n, _n**2)]
    cross = 2 * discrete_staircase.normalizer(*LATTICE) * (m**2 * moments[1] + (m * g - m**2) * moments[0])
    return (cross / m - discrete_staircase.moment(2, *LATTICE) / m**2) * D**2


_n = sympy.Symbol("n")
_c = b + gamma * (1 - b)
WRONG: dict[str, tuple[str, Any]] = {
    "2-D normaliser as the paper prints it": ("staircase2d.normalizer", (1 - b) ** 2 / (2 * (b * (b + (1 - b) * gamma) + (1 - b) * (b + (1 - b) * gamma**2)))),
    "2-D normaliser without the inner factor 2": ("staircase2d.normalizer", (1 - b) ** 2 / (2 * D**2 * (b * (b + (1 - b) * gamma) + (1 - b) * (b + (1 - b) * gamma**2)))),
    "2-D normaliser without D^2": ("staircase2d.normalizer", staircase2d.normalizer(*LINE) * D**2),
    "2-D variance as that of the line": ("staircase2d.variance", staircase.moment(2, *LINE)),
    "hourglass normaliser without 1 + b": ("hourglass.normalizer", hourglass.normalizer(*LINE) * (1 + b)),
    "hourglass covariance of the other sign": ("hourglass.covariance", -hourglass.covariance(*LINE)),
    "hourglass sum variance from independence": ("hourglass.sum_variance", 2 * staircase.moment(2, *LINE)),
    "hourglass sum with b for b^2": ("hourglass.sum_pmf", discrete_laplace.normalizer(b) * staircase.normalizer(b, gamma, 1) * b**k * (2 * gamma + k + 2 * b / (1 - b))),
    "hourglass exponent |k|": ("hourglass.density", hourglass.weight(abs(diagonal), *LINE)),
    "staircase normaliser with gamma and 1 - gamma exchanged": ("staircase.normalizer", staircase.normalizer(b, 1 - gamma, D)),
    "staircase variance at c = gamma": ("staircase.variance", D**2 * (gamma**3 + 3 * b * gamma + b * (1 + b)) / (3 * gamma * (1 - b) ** 2)),
    "staircase tail one step off": ("staircase.tail", staircase.tail(x, j + 1, *LINE)),
    "staircase total variation with the whole shift": ("staircase.total_variation", 1 - staircase.tail(shift, j, *LINE)),
    "lattice normaliser with 2 g points": ("discrete_staircase.normalizer", (1 - b) / (2 * g * (1 - b) + 2 * m * b)),
    "lattice tail without its first point": ("discrete_staircase.tail", discrete_staircase.tail(i + 1, j, *LATTICE)),
    "lattice variance as on the line": ("discrete_staircase.variance", staircase.moment(2, b, g / m, D)),
    "lattice covariance with points at the step's edge": ("discrete_hourglass.covariance", _covariance_without_cross_term()),
    "discrete Laplace variance without 2": ("discrete_laplace.variance", t / (1 - t) ** 2),
    "Laplace variance of half the scale": ("laplace.variance", laplace.moment(2, 2 * epsilon / D)),
    "optimal gamma with the square root": ("staircase.optimal_gamma", optimal_gamma.absolute(sympy.sqrt(b))),
    "minimax constant with c for c^2": ("minimax.sigma_squared", (optima.critical_c() + b) / (1 - b) ** 2),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_wrong_formulas_are_told_apart(mistake: str) -> None:
    name, formula = WRONG[mistake]
    assert not same(formula, derived(name))


def test_printed_planar_normaliser_has_total_mass_three_halves() -> None:
    _, printed = WRONG["2-D normaliser as the paper prints it"]
    at = {b: sympy.Rational(1, 2), gamma: 1, D: 1}
    assert (printed / derived("staircase2d.normalizer")).subs(at) == sympy.Rational(3, 2)


# --- independence


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
            if node.level and not node.module:
                found |= {"." * node.level + alias.name for alias in node.names}
    return found


def test_derivations_use_no_shipped_formula() -> None:
    files = sorted((Path(dpmean.__file__).parent / "distributions" / "derivations").glob("*.py"))
    assert files
    for path in files:
        imports = _imports(path)
        assert {z for z in imports if z.startswith("..")} <= {"...errors", "...catalogue"}, path
        assert not any(z.startswith("dpmean") for z in imports), path


def test_values_and_releases_do_not_load_sympy() -> None:
    code = "import sys, dpmean.catalogue, dpmean.cli.main, dpmean.cli.value, dpmean.cli.release; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
