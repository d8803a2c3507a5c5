"""Roots of increasing functions: the enclosure holds the root whatever the function, and is as
narrow as it can be.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.exact import reals
from dpmean.exact.enclosure import interval
from dpmean.exact.roots import rising_root

F = Fraction
ROOTS = (
    F(1),
    F(1, 3),
    F(2),
    F(3, 2),
    F(10) ** 40,
    F(1, 10**40),
    1 + F(1, 2**70),
    1 - F(1, 2**70),
    F(2) ** 9,
)


def exactly(root: F, power: int) -> object:
    """q^power - root^power, without an error."""
    return lambda q: (q**power - root**power,) * 2


@pytest.mark.parametrize("root", ROOTS, ids=str)
@pytest.mark.parametrize("power", [1, 3])
def test_the_root_of_an_exact_function_is_enclosed(root: F, power: int) -> None:
    """Kills a bracket that ends at a power of 2 below the root, and an end that moves past it."""
    found = rising_root(exactly(root, power), 80)  # type: ignore[arg-type]
    assert found is not None
    assert found[0] < root < found[1] or root in found
    assert found[1] - found[0] <= 2 * root / 2**79


@given(st.integers(-400, 400), st.integers(1, 7), st.integers(4, 60))
def test_an_uncertain_function_gives_a_wider_enclosure_that_holds(
    exponent: int, power: int, certain: int
) -> None:
    """Kills the sign of an interval that contains 0: every value is known to 2^-certain only,
    relatively to its size.
    """
    root = F(3, 2) ** exponent if exponent % 2 else F(7, 5) ** exponent

    def value(q: F) -> tuple[F, F]:
        slack = (q**power + root**power) / 2**certain
        return q**power - root**power - slack, q**power - root**power + slack

    found = rising_root(value, 200)
    if found is not None:
        assert found[0] < root < found[1]
        assert value(found[0])[1] < 0 < value(found[1])[0]
        assert found[1] - found[0] <= root * F(64, 2**certain)
    else:
        assert certain < 8


def test_few_values_are_needed() -> None:
    """Kills bisection: 400 bits take 400 halvings, and some 25 better steps."""
    asked = []

    def value(q: F) -> tuple[F, F]:
        asked.append(q)
        found = interval(reals.exponential(q) - 5, 500)
        return found.lower, found.upper

    found = rising_root(value, 400)
    assert found is not None
    assert found[1] - found[0] < F(1, 2**390)
    assert len(asked) < 40


def test_where_no_signs_are_certain_there_is_no_root() -> None:
    assert rising_root(lambda _: (F(-1), F(1)), 50) is None
    assert rising_root(lambda _: (F(1), F(-1)), 50) is None  # an empty interval says nothing


def test_a_number_given_by_a_root_is_refined() -> None:
    """Kills a root that does not get narrower with more bits."""
    log = reals.rising_root(lambda q: reals.exponential(q) - 3)
    widths = [(i := interval(log, bits)).upper - i.lower for bits in (96, 192, 384)]
    assert all(later * 2**80 < earlier for earlier, later in pairwise(widths))
    truth = interval(reals.log(F(3)), 384)
    assert interval(log, 384).lower <= truth.upper
    assert truth.lower <= interval(log, 384).upper
