"""What a release does around its draws: the default grid, the clip, checked fields, bounds with
defaults, messages.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.catalogue.quantities import value
from dpmean.distributions.samplers.refine import Affine
from dpmean.errors import InvalidInput
from dpmean.programs.postprocess import Uncertain
from dpmean.programs.records import default_grid


@pytest.mark.parametrize(
    ("lower", "upper", "grid"),
    [
        ("0", "1", "1"),
        ("1/2", "3/4", "1/4"),
        ("-1/3", "1/2", "1/6"),
        ("-4", "6", "2"),
        ("9/2", "6", "3/2"),
    ],
)
def test_the_default_grid_divides_both_bounds(lower: str, upper: str, grid: str) -> None:
    """Kills a grid that is as fine but misses a bound."""
    assert default_grid(Fraction(lower), Fraction(upper)) == Fraction(grid) / 10**9


def test_a_clip_that_is_not_the_first_step_is_an_error_of_the_program() -> None:
    quotient = Uncertain(
        Affine(Fraction(1), {}), Affine(Fraction(2), {}), None, Fraction(1), Fraction(0)
    )
    for changed in (
        quotient * Fraction(1, 2),
        quotient * Fraction(2),
        quotient + Fraction(1),
        quotient.clip(Fraction(0), Fraction(1)),
    ):
        with pytest.raises(ValueError, match="directly after the quotient"):
            changed.clip(Fraction(0), Fraction(1))


def test_mechanisms_do_not_change() -> None:
    """A field that could be set after the checks were made would go unchecked."""
    for name, more in (
        ("independent_mean", {}),
        ("shifted_mean", {}),
        ("bounded_mean", {}),
        ("transformed_mean", {"noise": "laplace"}),
        ("sized_mean", {"n": "3", "noise": "laplace"}),
    ):
        mechanism = build(name, {"epsilon": "1", "lower": "0", "upper": "1", **more})
        with pytest.raises(AttributeError):
            mechanism.upper = Fraction(2)


def test_names_in_messages_are_cut() -> None:
    """A message is one line however long the name is that was given."""
    long = "x" * 500
    with pytest.raises(InvalidInput, match=f"no mechanism '{'x' * 60}'"):
        build(long, {})
    with pytest.raises(InvalidInput, match=f"no parameter '{'x' * 40}'"):
        build("shifted_mean", {"epsilon": "1", "lower": "0", "upper": "1", long: "1"})


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("minimax.r_swap", {"epsilon": "1", "lower": "2"}),
        ("minimax.r_add_remove", {"epsilon": "1", "upper": "0"}),
        ("addremove.theorem1", {"epsilon": "1", "mean": "1", "n": "5", "lower": "1"}),
        (
            "transformed_mean.laplace_mse_bound",
            {"epsilon": "1", "mean": "1", "n": "5", "lower": "1"},
        ),
    ],
)
def test_a_bound_alone_is_compared_with_the_default_of_the_other(
    name: str, given: dict[str, str]
) -> None:
    with pytest.raises(InvalidInput, match="lower must be smaller than upper") as caught:
        value(name, given)
    assert caught.value.code == "bounds_order"
