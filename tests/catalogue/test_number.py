"""Certified numbers: what they print, that comparisons are certain and never go through doubles,
what is refused.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from dpmean import DpmeanError, Undecided, Value, number, report, value
from dpmean.exact import reals

VARIANCE = value("hourglass.variance", epsilon=1, gamma="optimal")
ROOT = number(reals.root(Fraction(2), 2))


def test_it_prints_its_first_digits_cut_and_never_rounded() -> None:
    """Kills a last digit that is rounded up, dots at an exact decimal, and zeros that are dropped
    before the dots.
    """
    # the next digit is a 4, of the double a 2
    assert repr(VARIANCE) == str(VARIANCE) == "1.9181035312355251..."
    assert repr(ROOT) == "1.4142135623730950..." and repr(-ROOT) == "-1.4142135623730950..."
    assert repr(number(reals.exp(Fraction(-900)))) == "1.3644772123656827...e-391"
    assert repr(number("0.125")) == "1/8" and repr(number(Fraction(1, 3))) == "1/3"
    assert repr(ROOT**2 - 2) == "0" and repr(number(10) ** -50 + 1)[-3:] == "..."
    assert VARIANCE._repr_latex_() == r"$1.9181035312355251\ldots $"
    assert number("-1/8")._repr_latex_() == r"$-\frac{1}{8}$"
    assert r"\cdot 10^{-391}" in number(reals.exp(Fraction(-900)))._repr_latex_()


def test_its_ends_and_its_double() -> None:
    assert VARIANCE.hi - VARIANCE.lo == Decimal("1e-29") and VARIANCE.lo < VARIANCE < VARIANCE.hi
    assert (float(VARIANCE), VARIANCE.exact) == (1.9181035312355252, None)
    assert number("1/3").exact == Fraction(1, 3) and (ROOT * ROOT).exact == 2
    assert report(VARIANCE, 5)["lo"] == "1.9181" == VARIANCE.digits(5)[0]
    assert (
        f"{VARIANCE:.16f}" == "1.9181035312355251"
        and f"{number('1/8'):.2f}" == "0.12"
        and f"{ROOT}" == repr(ROOT)
    )


def test_comparisons_go_beyond_doubles() -> None:
    """Kills a comparison of doubles: each pair here has the same double."""
    near = Fraction(VARIANCE.digits(60)[0])
    assert (
        float(near) == float(VARIANCE)
        and near < VARIANCE
        and not VARIANCE <= near
        and VARIANCE != near
    )
    assert VARIANCE > Decimal(VARIANCE.digits(50)[0]) and VARIANCE < number(VARIANCE.digits(50)[1])
    assert float(VARIANCE) != VARIANCE and ROOT < math.inf and ROOT > -math.inf
    assert 1 < ROOT < 2 and ROOT * ROOT == 2 and ROOT >= ROOT
    assert sorted([number(2), ROOT, number(1)]) == [1, ROOT, 2]
    assert not ROOT == math.nan and ROOT != "1.41" and ROOT != None  # noqa: E711


def test_what_cannot_be_decided_is_not_guessed() -> None:
    one = number(reals.Real("erf", (reals.Real("root", (Fraction(2),), 2),)))
    two = number(
        reals.Real(
            "sub", (Fraction(1), reals.Real("erfc", (reals.Real("root", (Fraction(8),), 6),)))
        )
    )
    for ask in (lambda: one == two + 0, lambda: one < two, lambda: bool(one - two)):
        with pytest.raises(Undecided):
            ask()


def test_arithmetic_is_exact_and_refuses_floats() -> None:
    third = number("1/3")
    assert (third + 1, 1 - third, third * Decimal("0.5"), 1 / third, third**2, abs(-third)) == (
        Fraction(4, 3),
        Fraction(2, 3),
        Fraction(1, 6),
        3,
        Fraction(1, 9),
        Fraction(1, 3),
    )
    assert (math.floor(ROOT), math.ceil(ROOT), int(-ROOT), math.floor(-ROOT)) == (1, 2, -1, -2)
    with pytest.raises(DpmeanError, match="1/10"):
        third + 0.1
    with pytest.raises(DpmeanError, match="'1/10'"):
        value("laplace.variance", epsilon=0.1)
    with pytest.raises(ZeroDivisionError):
        third / (ROOT * ROOT - 2)
    with pytest.raises(TypeError):
        third + "1"  # type: ignore[operator]
    with pytest.raises(TypeError):
        hash(third)


def test_parameters_come_as_keywords_or_in_a_mapping() -> None:
    expected = value(
        "trilemma.clipped_mean_mse_bound",
        {"lambda": 2},
        n=500,
        epsilon=1,
        bias="1/10",
        constants="exact",
    )
    assert expected == value(
        "trilemma.clipped_mean_mse_bound",
        {"n": "500", "epsilon": 1, "bias": Fraction(1, 10), "lambda": "2", "constants": "exact"},
    )


def test_several_values_are_a_sequence_and_no_number() -> None:
    weights = value("adpm.weights", epsilons=["1/2", 3, 3])
    assert list(weights) == [Fraction(1, 13), Fraction(6, 13), Fraction(6, 13)] == weights
    assert (len(weights), weights[-1], isinstance(weights[0], Value), sum(weights)) == (
        3,
        Fraction(6, 13),
        True,
        1,
    )
    assert repr(weights) == "[1/13, 6/13, 6/13]" and weights.is_list and len(weights.values) == 3
    for ask in (
        lambda: float(weights),
        lambda: weights < 1,
        lambda: weights + 1,
        lambda: len(ROOT),
        lambda: [*ROOT],
    ):
        with pytest.raises(TypeError):
            ask()


def test_a_loss_has_its_form() -> None:
    found = value("hourglass.privacy_loss", epsilon=1, gamma="1/2", shift_x="1/4", shift_y="3/4")
    assert (str(found.loss), found) == ("epsilon", 1)
