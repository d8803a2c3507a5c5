"""Quotients of polynomials: they agree with rationals at points, vanish only where they must, and
know their limits.
"""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.exact import reals
from dpmean.exact.algebra import proves_equal
from dpmean.exact.quotients import (
    Quotient,
    TooLarge,
    constant,
    field,
    power,
    product,
    with_powers_reduced,
)

ONE, (X, Y) = field(["x", "y"])
small = st.fractions(-3, 3, max_denominator=5)
# how to go on from (a quotient, its value at a point): an operation and a second number, which is
# x, y or a rational
moves = st.lists(
    st.tuples(st.sampled_from("+-*/^"), st.sampled_from("xyq"), small, st.integers(-3, 3)),
    max_size=6,
)


def at(q: Quotient, x: Fraction, y: Fraction) -> Fraction:
    """The value at a point: terms are added by hand, so that nothing of FLINT's evaluation is
    used.
    """
    top, bottom = (
        sum(
            (
                Fraction(int(c.p), int(c.q)) * x ** int(i) * y ** int(j)
                for (i, j), c in part.terms()
            ),
            Fraction(0),
        )
        for part in (q.top, q.bottom)
    )
    return top / bottom


@given(moves, small, small)
def test_a_quotient_has_the_values_that_rationals_have(
    moves: list[tuple[str, str, Fraction, int]], x: Fraction, y: Fraction
) -> None:
    found, value = X + constant(ONE, Fraction(1, 2)), x + Fraction(1, 2)
    try:
        for sign, second, q, n in moves:
            other, number = {"x": (X, x), "y": (Y, y), "q": (constant(ONE, q), q)}[second]
            value = (
                value + number
                if sign == "+"
                else value - number
                if sign == "-"
                else value * number
                if sign == "*"
                else value / number
                if sign == "/"
                else value**n
            )
            found = (
                found + other
                if sign == "+"
                else found - other
                if sign == "-"
                else found * other
                if sign == "*"
                else found / other
                if sign == "/"
                else found**n
            )
    except ZeroDivisionError:
        return
    assert at(found, x, y) == value
    assert found.top.gcd(found.bottom).is_constant()


def test_what_vanishes_identically_has_the_top_zero() -> None:
    assert not ((X + Y) ** 2 - X * X - Y * Y - constant(ONE, Fraction(2)) * X * Y).top
    assert not (X / (X + Y) + Y / (X + Y) - ONE).top
    assert (X / (X + Y) - Y / (X + Y)).top
    with pytest.raises(ZeroDivisionError):
        X / (Y - Y)


def test_powers_of_a_root_become_its_radicand() -> None:
    """Kills a reduction that forgets the bottom of the radicand, or the powers below the degree."""
    radicand = (ONE + Y) / (ONE - Y)
    reduced = with_powers_reduced((X**5 + X).top, X, radicand, 2)
    expected = X * (ONE + Y) ** 2 + X * (ONE - Y) ** 2  # x (r^2 + 1), times the bottom of r^2
    assert not product(reduced, expected.bottom) - expected.top
    assert not with_powers_reduced((X * X * (ONE - Y) - (ONE + Y)).top, X, radicand, 2)


@pytest.mark.parametrize(
    "make",
    [
        lambda: power((X + Y + ONE).top, 2000),  # two million terms
        # few terms, of millions of bits
        lambda: power((X * constant(ONE, Fraction(3**700, 5**700)) + ONE).top, 4000),
        lambda: product(power((X + ONE).top, 1500), power((Y + ONE).top, 1500)),
    ],
)
def test_what_would_not_end_is_refused_before_it_is_begun(make) -> None:
    with pytest.raises(TooLarge):
        make()


def test_no_proof_is_attempted_beyond_the_limits() -> None:
    """Kills a process that FLINT ends for want of memory: the answer is "not proved", in a
    moment.
    """
    start = time.monotonic()
    base = reals.exp(Fraction(1)) + reals.root(Fraction(2), 2) + reals.root(Fraction(3), 2)
    assert not proves_equal(base**4000 / base**4000 + base**3999, Fraction(1))
    assert proves_equal((base**12 - base**11 * base) + Fraction(1), Fraction(1))
    assert time.monotonic() - start < 30
