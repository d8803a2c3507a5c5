"""Tables in columns against the tables of a single release: with the signs and the centres of each
row.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from dpmean.programs.columns import roots
from dpmean.programs.columns.arithmetic import Unfit
from dpmean.programs.columns.group import Ended
from dpmean.programs.columns.tables import Moved, Records
from dpmean.programs.table import Rows, rows_of_numbers, truncated
from tests.helpers.columns_rows import array, rows

F = Fraction
ONE = F(1)
SIZES = (3, 40, 10**6)


def drawn(random: Random, size: int, shape: tuple[int, int]) -> list[list[int]]:
    return [[random.randint(-size, size) for _ in range(shape[1])] for _ in range(shape[0])]


def same(found: Any, slow: list[Rows]) -> None:
    """A table of each row is what a table of single rows is."""
    for i, table in enumerate(slow):
        assert found.values[i].T.tolist() == [list(row) for row in table.rows]


def numbers(group: Any, form: Any) -> list[int]:
    return [int(k) for k in group.integers(form)]


@pytest.mark.parametrize("seed", range(200))
def test_rotated_shifted_and_clipped_tables(seed: int) -> None:
    random = Random(seed)
    n, d, count = random.randint(1, 5), random.randint(1, 5), random.randint(4, 7)
    size = random.choice(SIZES)
    table, width = drawn(random, size, (n, d)), 1 << (d - 1).bit_length()
    signs = [[random.choice((-1, 1)) for _ in range(width)] for _ in range(count)]
    group = rows(count)
    found: Any = Records(Rows(table, d)).rotated(
        [group.whole(array(c), ONE) for c in zip(*signs, strict=True)]
    )
    slow = [Rows(table, d).rotated(s) for s in signs]
    same(found, slow)
    low, high = -random.randint(1, 2 * size), random.randint(1, 2 * size)
    found, slow = found.within(low, high), [t.within(low, high) for t in slow]
    same(found, slow)
    asked(random, group, found, slow, size)
    centers = drawn(random, size, (count, width))
    found = found.minus([group.whole(array(c), ONE) for c in zip(*centers, strict=True)])
    slow = [t.minus(c) for t, c in zip(slow, centers, strict=True)]
    same(found, slow)
    asked(random, group, found, slow, size)
    kept = np.array(sorted(random.sample(range(count), 4)))
    group.narrow(kept)
    slow = [slow[i] for i in kept]
    same(found, slow)
    asked(random, group, found, slow, size)


def asked(random: Random, group: Any, found: Any, slow: list[Rows], size: int) -> None:
    """Counts below a number that differs from row to row, or is one for all, and sums of clipped
    records.
    """
    j = random.randrange(found.d)
    tops = [random.randint(-size, size) for _ in slow]
    norms = [
        random.choice(sorted(sum(v * v for v in r) for r in t.rows)) + random.randint(-1, 1)
        for t in slow
    ]
    for column, slowly, tops_ in (
        (found.column(j), [t.column(j) for t in slow], tops),
        (found.squared_norms(), [t.squared_norms() for t in slow], norms),
    ):
        top = group.whole(array(tops_), ONE)
        assert numbers(group, column.at_most(top)) == [
            s.at_most(t) for s, t in zip(slowly, tops_, strict=True)
        ]
        assert numbers(group, column.at_most(tops_[0])) == [s.at_most(tops_[0]) for s in slowly]
    squared = F(random.choice(norms) or 1, random.choice((1, 1, 2, 3)))
    squared, steps = abs(squared), random.choice((1, 7, 1 << 20))
    sums = found.clipped_sum(squared, steps)
    for i, t in enumerate(slow):
        wanted = t.clipped_sum(squared, steps)
        assert [numbers(group, s)[i] for s in sums] == wanted
    limits = [abs(v) for v in norms]
    sums = found.clipped_sum(group.whole(array(limits), ONE), steps)
    for i, t in enumerate(slow):
        assert [numbers(group, s)[i] for s in sums] == t.clipped_sum(F(limits[i]), steps)
    assert found.shown() is None


@pytest.mark.parametrize("seed", range(40))
def test_clipped_records_of_numbers_of_each_row(seed: int) -> None:
    """The coordinates are drawn or given, and so is the threshold."""
    random = Random(seed)
    count, d, steps = 6, random.randint(1, 5), random.choice((1, 7, 1 << 20))
    size = random.choice(SIZES)
    table, group = drawn(random, size, (count, d)), rows(count)
    for row in table:
        row[0] = table[0][0]  # a coordinate that is the same in all rows
    x: list[Any] = [
        table[0][0],
        *(group.whole(array(c), ONE) for c in list(zip(*table, strict=True))[1:]),
    ]
    squares = [max(0, sum(v * v for v in row) + random.choice((-size, -1, 0, 1))) for row in table]
    norm = sum(v * v for v in table[0])  # next above a threshold
    limits: list[Any] = [(group.whole(array(squares), ONE), squares)]
    if d > 1:
        limits += [
            (q, [q] * count) for q in (F(squares[0]), F(squares[1], 3), max(F(0), norm - F(1, 3)))
        ]
    for squared, each in limits:
        found = [numbers(group, v) for v in truncated(x, squared, steps)]
        assert [list(row) for row in zip(*found, strict=True)] == [
            truncated(row, F(q), steps) for row, q in zip(table, each, strict=True)
        ]


def test_records_whose_squares_64_bits_do_not_hold_are_refused() -> None:
    group = rows(4)
    for x, squared, steps in (
        ([1 << 31] * 4, F(9), 1),
        ([1 << 40] * 4, F(9), 1 << 30),
        ([1 << 70] * 4, F(9), 1),
    ):
        with pytest.raises(Unfit):
            truncated([group.whole(array(x), ONE)], squared, steps)


def test_records_of_numbers_of_each_row_are_a_table() -> None:
    random = Random(3)
    count, n, d = 5, 4, 2
    tables = [drawn(random, 10**6, (n, d)) for _ in range(count)]
    for table in tables:
        table[1][1] = 77  # the same in all rows
    group = rows(count)
    found: Any = rows_of_numbers(
        [
            [
                77 if (k, j) == (1, 1) else group.whole(array([t[k][j] for t in tables]), ONE)
                for j in range(d)
            ]
            for k in range(n)
        ],
        d,
    )
    same(found, [Rows(t, d) for t in tables])
    assert isinstance(rows_of_numbers(tables[0], d), Rows)
    with pytest.raises(Unfit):
        rows_of_numbers([[group.whole(array([1 << 62] * count), ONE)]], 1)


def test_rows_leave_whose_squares_64_bits_do_not_hold() -> None:
    """A centre of 2^31 is too far for them; the other rows go on."""
    group: Any = rows(7)
    centers = [3, 1 << 31, -4, 0, -(1 << 40), 5, (1 << 30)]
    found = Records(Rows([[1], [2]], 1)).minus([group.whole(array(centers), ONE)])
    assert group.lot.left == [1, 4]
    same(found, [Rows([[1 - c], [2 - c]], 1) for c in (3, -4, 0, 5, 1 << 30)])


def test_a_table_that_all_rows_share_stays_one() -> None:
    table = Rows([[1, -2], [3, 4]], 2)
    records, group = Records(table), rows(5)
    assert isinstance(records.rotated([1, -1]), Records)
    assert isinstance(records.minus([1, 2]), Records)
    assert records.within(-1, 1).table.shown() == [[1, -1], [1, 1]]
    assert records.clipped_sum(F(4), 3) == table.clipped_sum(F(4), 3)
    assert numbers(group, records.column(0).at_most(group.whole(array([0, 1, 2, 3, 9]), ONE))) == [
        0,
        1,
        1,
        2,
        2,
    ]


def test_roots_next_to_an_integer_are_exact() -> None:
    """Where 2^-48 says nothing: v C / ||v|| is an integer, or next to one, for large numbers."""
    for steps in (1, 10**6, 1 << 40):
        for k in (1, 3, 10**6 + 3, 10**8 + 7):
            if 4 * k * steps >= 1 << 62:
                continue
            for off in (-1, 0, 1):
                x = np.array([[3 * k, 4 * k], [4 * k, -3 * k], [k, 0], [0, -7]], np.int64)
                norms = (x * x).sum(axis=1)
                squared = F(25 * k * k * 4 + off, 9)
                wanted = [
                    truncated(row, squared, steps) if n > squared else None
                    for row, n in zip(x.tolist(), norms.tolist(), strict=True)
                ]
                for found, row in zip(
                    roots.truncated(
                        x, norms, np.array([squared.numerator]), squared.denominator, steps
                    ).tolist(),
                    wanted,
                    strict=True,
                ):
                    assert row is None or found == row


def test_what_64_bits_do_not_hold_is_refused() -> None:
    """Not only large coordinates: sums of squares, and sums in fine steps."""
    group = rows(4)
    ones = [group.whole(array([1, -1, 1, 1]), ONE)]
    with pytest.raises(Unfit):
        Records(Rows([[1 << 63]], 1)).minus(ones)
    with pytest.raises(Unfit):
        Moved(group, np.full((4, 1, 1), 1 << 31), 1 << 31)
    with pytest.raises(Unfit):
        Records(Rows([[1 << 31], [1 << 31]], 1)).minus(ones)
    with pytest.raises(Unfit):
        Moved(group, np.full((4, 1, 1), 1 << 20), 1 << 20).clipped_sum(F(1), 1 << 43)
    with pytest.raises(Ended):  # few stay
        Records(Rows([[1 << 30], [0]], 1)).minus([group.whole(array([1, 1 << 31, 0, 0]), ONE)])
    group = rows(4)
    with pytest.raises(OverflowError):
        Records(Rows([[1]], 1)).minus([group.whole(array([1, 1 << 70, 0, 0]), ONE)])
