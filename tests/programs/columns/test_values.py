"""Exact numbers in columns against Python's fractions: sums, products, roundings, signs, whatever
their size.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.programs.columns.values import Whole, common, plus, quotients, rounded, sizes, times
from tests.helpers.columns_rows import array

F = Fraction
EDGE = 1 << 62
SMALL = st.integers(-9, 9)
NUMBERS = st.one_of(
    SMALL,
    st.sampled_from([0, EDGE - 1, 1 - EDGE, EDGE - 2, EDGE // 2, 2**31, -(2**31), 3 * 2**60]),
    st.integers(1 - EDGE, EDGE - 1),
    st.integers(-(2**75), 2**75),
)
COLUMNS = st.lists(NUMBERS, min_size=1, max_size=6)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=6)
UNITS = st.one_of(
    st.sampled_from([F(1), F(1, 2), F(3), F(1, 3 * 2**40), F(2**61, 3), F(7, 2**70)]),
    st.fractions(min_value=F(1, 1000), max_value=1000, max_denominator=1000),
)
FACTORS = st.one_of(UNITS, UNITS.map(lambda u: -u), st.just(F(0)))
KINDS = {"floor": floor, "ceil": ceil, "round": round}


def ints(column: Any) -> list[int]:
    return [int(x) for x in column]


def exact(whole: Whole) -> list[Fraction]:
    return [int(k) * whole.unit for k in whole.numbers]


@given(PAIRS, st.one_of(NUMBERS, st.integers(-(2**130), 2**130)))
def test_sums_and_multiples_of_integers_do_not_overflow(
    pairs: list[tuple[int, int]], factor: int
) -> None:
    a, b = ([p[i] for p in pairs] for i in (0, 1))
    assert ints(plus(array(a), array(b))) == [x + y for x, y in pairs]
    assert ints(plus(array(a), factor)) == [x + factor for x in a]
    assert ints(times(array(a), factor)) == [x * factor for x in a]
    assert sizes(array(a)) == max(map(abs, a))
    zeros = np.zeros(3, np.int64)
    assert ints(times(zeros, factor)) == [0, 0, 0]
    assert ints(plus(zeros, factor)) == [factor] * 3


@given(PAIRS, UNITS, UNITS, FACTORS)
def test_whole_numbers_are_fractions(
    pairs: list[tuple[int, int]], unit: Fraction, other: Fraction, factor: Fraction
) -> None:
    a, b = Whole(array([x for x, _ in pairs]), unit), Whole(array([y for _, y in pairs]), other)
    assert exact(a.plus(b)) == [x * unit + y * other for x, y in pairs]
    assert exact(a.product(b)) == [x * unit * y * other for x, y in pairs]
    assert exact(a.times(factor)) == [x * unit * factor for x, _ in pairs]
    fine = common([unit, other])
    assert (unit / fine).denominator == (other / fine).denominator == 1
    assert ints(a.in_units(fine)) == [x * unit / fine for x, _ in pairs]
    assert exact(a[::-1]) == exact(a)[::-1]


@given(COLUMNS, UNITS, st.one_of(FACTORS, st.fractions(max_denominator=10**6)))
def test_signs_against_rational_numbers(
    numbers: list[int], unit: Fraction, against: Fraction
) -> None:
    for end in (against, numbers[0] * unit, numbers[0] * unit + F(1, 10**30)):
        assert ints(Whole(array(numbers), unit).signs(end)) == [
            (k * unit > end) - (k * unit < end) for k in numbers
        ]


@given(
    st.lists(st.integers(-60, 60), min_size=1, max_size=6),
    st.sampled_from([F(1), F(1, 7), F(3, 2)]),
)
def test_signs_against_irrational_numbers(numbers: list[int], unit: Fraction) -> None:
    for end in (reals.root(F(2), 2), -reals.log(F(10)), reals.root(F(2), 2) * F(10**20)):
        assert ints(Whole(array(numbers), unit).signs(end)) == [
            compare(k * unit, end) for k in numbers
        ]


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_roundings(kind: str, data: st.DataObject) -> None:
    """With ties: units of halves and the like, and numbers on both sides of zero."""
    unit = data.draw(
        st.one_of(UNITS, st.sampled_from([F(1, 2), F(3, 2), F(5, 6), F(1, 2**63), F(2**70, 3)]))
    )
    numbers = data.draw(COLUMNS)
    assert ints(rounded(array(numbers), unit, kind)) == [KINDS[kind](k * unit) for k in numbers]


@pytest.mark.parametrize("kind", ["floor", "round"])
@given(PAIRS)
def test_quotients(kind: str, pairs: list[tuple[int, int]]) -> None:
    pairs = [(a, b or 2) for a, b in pairs] + [(2 * a + 1, 2) for a, _ in pairs]
    a, b = array([x for x, _ in pairs]), array([y for _, y in pairs])
    assert ints(quotients(a, b, kind)) == [KINDS[kind](F(x, y)) for x, y in pairs]


@given(COLUMNS, UNITS)
def test_certified_doubles_contain_the_numbers(numbers: list[int], unit: Fraction) -> None:
    found = Whole(array(numbers), unit).balls()
    for i, k in enumerate(numbers):
        low, high = found.exact_ends(i)
        assert low <= k * unit <= high
        assert high - low <= abs(k * unit) / 2**95 + F(1, 2**900)


def test_numbers_that_no_double_pair_holds_are_refused() -> None:
    with pytest.raises(OverflowError):
        Whole(np.array([1 << 123], object), F(1)).balls()


def test_sums_at_the_edge_of_64_bits() -> None:
    """Numbers that 64 bits hold, whose sums, multiples and rounded quotients they do not."""
    a = np.array([EDGE - 1, 1 - EDGE, 5])
    twice = plus(a, a)
    assert ints(plus(twice, twice)) == [4 * k for k in ints(a)]
    assert ints(plus(a, 1 << 63)) == [k + (1 << 63) for k in ints(a)]
    assert ints(times(a, 8)) == [8 * k for k in ints(a)]
    assert ints(quotients(a, np.array([EDGE - 1, EDGE - 1, EDGE - 3]), "round")) == [1, -1, 0]


def test_zeros_have_multiples_and_roundings_of_any_size() -> None:
    zeros = np.zeros(2, np.int64)
    assert ints(times(zeros, 1 << 80)) == ints(rounded(zeros, F(1, 1 << 80), "floor")) == [0, 0]
    assert ints(rounded(np.array([-3, 5]), F(1, 1 << 80), "floor")) == [-1, 0]


def test_large_units_do_not_hide_an_integer() -> None:
    """common is the greatest unit: a finer one would be right, and overflow sooner."""
    assert common([F(1, 6), F(3, 4)]) == F(1, 12)
    assert common([F(4), F(6)]) == 2
