"""What programs do with drawn numbers, in columns: products, floors, choices, counts, residues,
signs, splits.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.programs.columns.arithmetic import Unfit
from dpmean.programs.columns.group import Ended
from dpmean.programs.postprocess import at_least, choose, confined, integer_root, toward_zero
from dpmean.programs.program import Compare
from tests.helpers.columns_rows import array, rows, uniform, uniforms

F = Fraction
ONE = F(1)
NUMBERS = st.one_of(st.integers(-9, 9), st.integers(-(2**40), 2**40), st.integers(-(2**66), 2**66))
UNITS = st.sampled_from([F(1), F(1, 2), F(2, 3), F(5)])
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=4, max_size=8)


def values(group: Any, form: Any) -> list[Fraction]:
    whole = group.exactly(form)
    return [int(k) * whole.unit for k in whole.numbers]


@given(PAIRS, UNITS, UNITS, st.fractions(-5, 5, max_denominator=9))
def test_arithmetic(
    pairs: list[tuple[int, int]], unit: Fraction, other: Fraction, c: Fraction
) -> None:
    group = rows(len(pairs))
    a, b = (group.whole(array([p[i] for p in pairs]), u) for i, u in enumerate((unit, other)))
    slow = [(x * unit, y * other) for x, y in pairs]
    assert values(group, a + b) == [x + y for x, y in slow]
    assert values(group, c - a * 3 + b) == [c - 3 * x + y for x, y in slow]
    assert values(group, a * b) == [x * y for x, y in slow]
    assert values(group, (a + c) * (b - c)) == [(x + c) * (y - c) for x, y in slow]
    assert values(group, a * c) == [x * c for x, _ in slow]
    assert values(group, a - a) == [0] * len(slow)
    assert values(group, floor(a / 4)) == [floor(x / 4) for x, _ in slow]
    assert values(group, ceil(a / 4)) == [ceil(x / 4) for x, _ in slow]
    assert values(group, round(a / 4)) == [round(x / 4) for x, _ in slow]
    assert values(group, a // F(3, 2)) == [x // F(3, 2) for x, _ in slow]
    if all(y for _, y in slow):
        assert values(group, a // b) == [x // y for x, y in slow]
        assert values(group, 7 // b) == [7 // y for _, y in slow]


@given(
    st.lists(st.tuples(st.integers(-(2**61), 2**61), st.integers(0, 70)), min_size=4, max_size=8)
)
def test_binary_digits_are_those_of_each_row(pairs: list[tuple[int, int]]) -> None:
    group = rows(len(pairs))
    a, b = (group.whole(array([p[i] for p in pairs]), ONE) for i in (0, 1))
    assert values(group, a >> b) == [x >> y for x, y in pairs]
    assert values(group, a >> 3) == [x >> 3 for x, _ in pairs]
    assert values(group, 1000 >> b) == [1000 >> y for _, y in pairs]
    assert values(group, a & b) == [x & y for x, y in pairs]
    assert values(group, 12 & (a + 1)) == [12 & (x + 1) for x, _ in pairs]
    assert values(group, a.bit_count()) == [x.bit_count() for x, _ in pairs]
    assert values(group, confined(a, -5, 2**40)) == [confined(x, -5, 2**40) for x, _ in pairs]


@given(PAIRS, st.sampled_from([F(1), F(1, 3), F(7, 1 << 40)]))
def test_roots_and_whole_parts_are_those_of_each_row(
    pairs: list[tuple[int, int]], unit: Fraction
) -> None:
    group = rows(len(pairs))
    squares = [x * x + y % 3 - 1 if x else 0 for x, y in pairs]
    assert values(group, integer_root(group.whole(array(squares), ONE))) == [
        isqrt(k) for k in squares
    ]
    a, slow = group.whole(array([x for x, _ in pairs]), unit), [x * unit for x, _ in pairs]
    assert values(group, toward_zero(a)) == [int(x) for x in slow] == [toward_zero(x) for x in slow]
    assert values(group, at_least(a, F(5, 7))) == [max(x, F(5, 7)) for x in slow]
    assert integer_root(99) == 9


def test_numbers_of_64_bits_are_kept_in_them() -> None:
    group = rows(4)
    large = group.whole(array([1 << 70, 5 << 70, -(3 << 70), 1 << 71]), ONE)
    assert group.integers(large // (1 << 60)).dtype == np.int64
    assert group.integers(large // 2).dtype == object
    assert group.integers(large // (large - 1)).dtype == np.int64
    assert group.integers(integer_root(large * large)).dtype == object


def test_digits_beyond_64_bits_are_refused() -> None:
    group = rows(4)
    with pytest.raises(Unfit):
        group.whole(array([1 << 70] * 4), ONE) & 1


@given(PAIRS, UNITS)
def test_choices_are_made_row_by_row(pairs: list[tuple[int, int]], unit: Fraction) -> None:
    group = rows(len(pairs))
    a, b = (group.whole(array([p[i] for p in pairs]), unit) for i in (0, 1))
    slow = [(x * unit, y * unit) for x, y in pairs]
    last = slow[0][0]
    for form, truth in (
        (a < b, [x < y for x, y in slow]),
        (a <= b, [x <= y for x, y in slow]),
        (a > last, [x > last for x, _ in slow]),
        (a >= last, [x >= last for x, _ in slow]),
        (a == last, [x == last for x, _ in slow]),
        (a != b, [x != y for x, y in slow]),
    ):
        assert form.column().tolist() == truth
        assert values(group, choose(form, a, b + F(1, 3))) == [
            x if t else y + F(1, 3) for (x, y), t in zip(slow, truth, strict=True)
        ]
        assert values(group, choose(form, 2, -1)) == [2 if t else -1 for t in truth]
    assert not group.lot.left


@given(
    PAIRS,
    st.lists(st.one_of(NUMBERS, st.sampled_from([2**63, 2**63 + 1, 2**64 - 1])), max_size=8).map(
        sorted
    ),
)
def test_counts_among_rising_integers(pairs: list[tuple[int, int]], rising: list[int]) -> None:
    near = [
        x if i % 2 or not rising else rising[i % len(rising)] - i % 3
        for i, (x, _) in enumerate(pairs)
    ]
    group = rows(len(near))
    assert values(group, group.whole(array(near), ONE).among(rising)) == [
        bisect_right(rising, x) for x in near
    ]


@given(PAIRS)
def test_functions_of_integers(pairs: list[tuple[int, int]]) -> None:
    group = rows(len(pairs))
    numbers = [x for x, _ in pairs]
    assert values(group, group.mapped(group.whole(array(numbers), ONE), lambda k: k * k - 1)) == [
        k * k - 1 for k in numbers
    ]


@given(PAIRS, st.integers(2, 70))
def test_residues_lie_around_zero(pairs: list[tuple[int, int]], modulus: int) -> None:
    group = rows(len(pairs))
    a, b = (group.whole(array([p[i] for p in pairs]), ONE) for i in (0, 1))
    found = values(group, (a % modulus + b % modulus).centred())
    for k, (x, y) in zip(found, pairs, strict=True):
        assert (k - x - y) % modulus == 0
        assert -modulus < 2 * k <= modulus


def test_a_group_splits_and_goes_on_with_the_most() -> None:
    """Each group has its own rows, outcomes and decisions; all that is alive is narrowed alike."""
    numbers = [0, 1, 2, 1, 0, 1, 2, 1, 1, 2, 2, 0, 0, 5]
    group = rows(len(numbers), uniform([k << 60 for k in range(14)]))
    u = uniforms(group)
    a, b = group.whole(array(numbers), ONE), group.whole(array(range(14)), F(1, 2))
    kept = a > 0
    assert bool(kept)
    assert group.rows.tolist() == [1, 2, 3, 5, 6, 7, 8, 9, 10, 13]
    assert int(a) == 1
    assert group.rows.tolist() == [1, 3, 5, 7, 8]
    assert values(group, b) == [F(1, 2), F(3, 2), F(5, 2), F(7, 2), 4]
    assert group.value(u).hi.tolist() == [k / 16 for k in (1, 3, 5, 7, 8)]
    assert kept.column().tolist() == [True] * 5
    assert group.taken == [True, 1]
    assert [(g.rows.tolist(), g.script) for g in group.lot.apart] == [
        ([0, 4, 11, 12], [False]),
        ([2, 6, 9, 10], [True, 2]),
    ]
    assert [o.row(2)[1][0][1] >> 60 for o in group.lot.apart[1].outcomes] == [9]
    assert group.lot.left == [13]
    with pytest.raises(Ended):
        int(b)
    assert sorted(group.lot.left) == [1, 3, 5, 7, 8, 13]


def test_decisions_of_a_group_that_was_split_are_not_taken_again() -> None:
    group = rows(8)
    group.script = [True, 3]
    a = group.whole(array(range(8)), ONE)
    assert bool(a == 99)
    assert int(a) == 3
    assert group.size == 8


@pytest.mark.parametrize("tie", [-1, 0, 1])
def test_ties_of_exact_numbers_count_as_the_program_says(tie: int) -> None:
    group = rows(4)
    a = group.whole(array([-1, 0, 1, 0]), F(1, 3))
    assert group.compared(Compare(a + 2, F(2), tie)).column().tolist() == [-1, tie, 1, tie]
    assert group.compared(Compare(a, reals.root(F(1), 2) * F(0), tie)).column().tolist() == [
        -1,
        tie,
        1,
        tie,
    ]
    assert group.compared(Compare(a - a, F(0), tie)) == tie
    assert group.compared(Compare(F(2), F(2), tie)) == tie
    assert group.compared(Compare(F(3), F(2), -1)) == 1


@given(
    st.lists(st.integers(0, 2**64 - 1), min_size=4, max_size=6),
    st.sampled_from(["rational", "irrational"]),
)
def test_signs_of_continuous_numbers(words: list[int], kind: str) -> None:
    """A row leaves exactly when the comparison is not the same on its whole cell, but for what
    rounding leaves open.
    """
    against = F(words[0], 2**64) if kind == "rational" else reals.root(F(1, 2), 2)
    if kind == "irrational":
        # cells at sqrt(1/2)
        words = [*words, 0xB504F333F9DE6484, 0xB504F333F9DE6483, 0xB504F333F9DE6485]
    words = [
        *words,
        *(min(max(words[0] + k, 0), 2**64 - 1) for k in range(-3, 3)),
        *(k << 60 for k in range(1, 16, 2)),
    ]
    group = rows(len(words), uniform(words))
    signs = group.compared(Compare(uniforms(group), against)).column()
    assert len(signs) + len(group.lot.left) == len(words)
    for sign, row in zip(signs, group.rows, strict=True):
        low, high = F(words[row], 2**64), F(words[row] + 1, 2**64)
        assert sign == (
            1 if compare(low, against) >= 0 else -1 if compare(high, against) <= 0 else None
        )
    for row in group.lot.left:
        assert (
            abs(
                compare(F(words[row] - 2, 2**64), against)
                + compare(F(words[row] + 3, 2**64), against)
            )
            < 2
        )


def test_continuous_numbers_are_no_integers() -> None:
    group = rows(4, uniform([1, 2, 3, 4]))
    with pytest.raises(Unfit):
        int(uniforms(group))


def test_bounds_of_a_product_with_a_continuous_number() -> None:
    words = [0, 1 << 63, (1 << 64) - 1, 12345]
    group = rows(4, uniform(words))
    found = group.value(uniforms(group) * group.whole(np.array([3, -5, 7, 0]), F(1, 3)) + 1)
    for i, (word, k) in enumerate(zip(words, [3, -5, 7, 0], strict=True)):
        low, high = found.exact_ends(i)
        assert low <= min(F(word * k, 3 << 64), F((word + 1) * k, 3 << 64)) + 1
        assert (
            max(F(word * k, 3 << 64), F((word + 1) * k, 3 << 64)) + 1 <= high <= low + F(1, 2**60)
        )
