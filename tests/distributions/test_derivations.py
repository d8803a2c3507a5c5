"""The shipped formulas, called with symbols, are the derived ones: the difference is the zero
rational function.
"""

from __future__ import annotations

import pytest
from sympy.parsing.sympy_parser import parse_expr

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.deriving.derived import compare
from dpmean.deriving.reasons import WORDS
from dpmean.deriving.shipped import Called, called, places
from dpmean.distributions.derivations import DERIVATIONS, derive, derived
from dpmean.distributions.derivations.record import same
from dpmean.errors import InvalidInput


@pytest.mark.share(2)
@pytest.mark.parametrize("name", DERIVATIONS)
def test_shipped_formula_is_the_derived_one(name: str) -> None:
    compared = compare(name, derived(name))
    assert len(compared) == (len(places(name)) if called(name) is Called.LETTERS else 1)
    assert all(name in c.call for c in compared)


@pytest.mark.parametrize(
    "law",
    [
        "laplace",
        "discrete_laplace",
        "staircase",
        "hourglass",
        "discrete_staircase",
        "discrete_hourglass",
        "staircase2d",
        "gaussian",
    ],
)
def test_moments(law: str) -> None:
    for order in (2, 4) if law == "gaussian" else (1, 2, 3, 4):
        assert compare(f"{law}.moment", derived(f"{law}.moment", order=order), order=order)


@pytest.mark.parametrize("degrees", range(1, 9))
def test_student_distribution_functions(degrees: int) -> None:
    assert compare("student_t.cdf", derived("student_t.cdf", degrees=degrees), degrees=degrees)


def test_every_name_is_derived_or_refused() -> None:
    for name in WORDS:
        with pytest.raises(InvalidInput) as refused:
            derive(name)
        assert refused.value.code == "unsupported_combination"
    with pytest.raises(InvalidInput, match=r"hourglass\.covariance"):
        derive("hourglass.covarianc")
    assert {*DERIVATIONS, *WORDS} == set(CATALOGUE)


@pytest.mark.share(4)
@pytest.mark.parametrize("name", DERIVATIONS)
def test_derive_gives_readable_text(name: str) -> None:
    found = derive(name)
    assert set(found) == {"formula", "latex", "derivation"}
    assert "\n" not in found["derivation"]
    letters = {str(letter): letter for letter in derived(name).free_symbols}
    assert same(parse_expr(found["formula"], local_dict=letters), derived(name))
