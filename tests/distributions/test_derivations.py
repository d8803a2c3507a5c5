"""The shipped formulas, called with symbols, are the derived ones: the difference is the zero rational function."""

from __future__ import annotations

import pytest
import sympy
from sympy.parsing.sympy_parser import parse_expr

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.distributions import discrete_laplace, laplace, staircase, staircase2d
from dpmean.distributions.derivations import DERIVATIONS, derive, derived
from dpmean.distributions.derivations.symbols import D, epsilon, j, t
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


@pytest.mark.share(4)
@pytest.mark.parametrize("name", DERIVATIONS)
def test_derive_gives_readable_text(name: str) -> None:
    found = derive(name)
    assert set(found) == {"formula", "latex", "derivation"}
    assert "\n" not in found["derivation"]
    letters = {str(letter): letter for letter in derived(name).free_symbols}
    assert same(parse_expr(found["formula"], local_dict=letters), derived(name))
