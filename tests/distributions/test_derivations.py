"""The shipped formulas, called with symbols, are the derived ones: the difference is the zero rational function."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sympy
from sympy.parsing.sympy_parser import convert_xor, implicit_multiplication, parse_expr, standard_transformations

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.distributions import discrete_laplace, laplace, staircase, staircase2d
from dpmean.distributions.derivations import DERIVATIONS, derive, derived, optima
from dpmean.distributions.derivations.symbols import D, alpha, b, epsilon, g, gamma, h, i, j, k, m, p, t, x
from dpmean.errors import InvalidInput
from tests.helpers.shipped_formulas import (
    BY_FIRST_BALL,
    ELSEWHERE,
    LINE,
    LOGARITHMS,
    ORDERS,
    SHIPPED,
    discrete_moment,
    same,
)


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
    value = value.subs({letters["V"]: derived("hourglass.variance").subs(D, 1),
        letters["W"]: derived("hourglass.covariance").subs(D, 1)})
    assert same(value, derived(name))
