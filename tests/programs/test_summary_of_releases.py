"""What is kept of many releases is what all of them say: sums, counts, order statistics, whatever
the batches.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.errors import InvalidInput
from dpmean.programs.columns import Batch, summary
from dpmean.programs.columns.summary import Cells, Summary, Sums, histogram_edges, power_sums

EDGES_OF_WORDS = [0, 1, -1, 2**31 - 2, 2**31 - 1, 2**31, -(2**31), 2**46, -(2**61), 2**61]
INTEGERS = st.one_of(
    st.integers(-5, 5), st.integers(-(2**33), 2**33), st.sampled_from(EDGES_OF_WORDS)
)


def batch(values: Sequence[int | None], grid: Fraction = Fraction(1), large: bool = False) -> Batch:
    answered = np.array([v is not None for v in values], bool)
    column = np.array([0 if v is None else v for v in values], object if large else np.int64)
    return Batch(len(values), answered, [column], grid, undecided=1, few=2)


def direct(values: Sequence[Any], target: Any = 0) -> tuple[Any, ...]:
    return tuple(sum((v - target) ** k for v in values) for k in (1, 2, 3, 4))


@given(st.lists(INTEGERS, max_size=20), st.booleans())
def test_power_sums_are_exact(values: list[int], large: bool) -> None:
    assert power_sums(np.array(values, object if large else np.int64)) == direct(values)


def test_power_sums_of_many_large_integers_do_not_overflow() -> None:
    values = [2**31 - 2, -(2**31) + 2] * 600 + [2**31 - 2] * 3000
    assert power_sums(np.array(values, np.int64)) == direct(values)


@given(
    st.lists(INTEGERS, min_size=1, max_size=20),
    st.lists(INTEGERS, max_size=20),
    INTEGERS,
    st.fractions(-100, 100),
    st.integers(1, 12),
)
def test_sums_about_any_number(
    first: list[int], more: list[int], center: int, target: Fraction, factor: int
) -> None:
    sums = Sums(center)
    sums.add(np.array(first, np.int64))
    sums.rescale(factor)
    sums.add(np.array(more, object) * factor)
    assert sums.about(target) == direct([v * factor for v in (*first, *more)], target)


@given(
    st.lists(st.integers(-30, 30), min_size=1, max_size=40),
    st.lists(st.integers(-30, 30), max_size=40),
    st.lists(st.integers(-30, 30), min_size=1, max_size=8, unique=True),
)
def test_cells_count_and_bound_order_statistics(
    first: list[int], more: list[int], edges: list[int]
) -> None:
    edges = sorted(edges)
    cells = Cells(np.array(edges))
    for part in (first, more):
        cells.add(np.array(part, np.int64))
    ordered = sorted([*first, *more])
    for i, v in enumerate(ordered, start=1):
        low, high = cells.order_statistic(i)
        cell = [w for w in ordered if all((w <= e) == (v <= e) for e in edges)]
        assert (low, high) == (min(cell), max(cell))
    ends = [float("-inf"), *edges[::2], float("inf")]
    assert cells.between(edges[::2]) == [
        sum(a < v <= b for v in ordered) for a, b in zip(ends, ends[1:])
    ]


def compare(values: list[int | None], cuts: list[int], grids: Sequence[int]) -> None:
    """Releases cut into batches, the i-th on a grid of 1/grids[i], against a direct count."""
    found, told = Summary(bins=4), list[Fraction]()
    places = sorted({0, *(c % (len(values) + 1) for c in cuts), len(values)})
    for i, (a, b) in enumerate(zip(places, places[1:])):
        grid = Fraction(1, grids[i % len(grids)])
        found.add(batch(values[a:b], grid))
        told += [v * grid for v in values[a:b] if v is not None]
    found.close()
    assert (found.count, found.silent, found.answered) == (
        len(values),
        values.count(None),
        len(told),
    )
    if not told:
        assert found.cells is None and found.sums == []
        return
    unit = found.unit
    assert found.cells is not None and unit is not None
    assert tuple(
        p * unit**k for k, p in enumerate(found.sums[0].about(Fraction(0)), start=1)
    ) == direct(told)
    assert found.cells.counts.sum() == sum(found.cells.between(found.edges)) == len(told)
    ends = [float("-inf"), *(e * unit for e in found.edges), float("inf")]
    assert found.cells.between(found.edges) == [
        sum(a < v <= b for v in told) for a, b in zip(ends, ends[1:])
    ]
    for rank, v in enumerate(sorted(told), start=1):
        low, high = found.cells.order_statistic(rank)
        assert low * unit <= v <= high * unit


CASES = st.tuples(
    st.lists(
        st.one_of(st.none(), st.integers(-9, 9), st.integers(-(2**40), 2**40)),
        min_size=1,
        max_size=30,
    ),
    st.lists(st.integers(0, 30), max_size=4),
    st.sampled_from([(1,), (10**9,), (1, 2, 3), (6, 4)]),
)


@pytest.mark.parametrize("kept", [1, 5, 1000])
@given(case=CASES)
def test_a_summary_does_not_depend_on_the_batches(kept: int, case: tuple[Any, ...]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(summary, "KEPT", kept)
        patch.setattr(summary, "EDGES", 6)
        compare(*case)


def _short_sums(numbers: Any) -> int:
    return int(numbers.sum())


def _least_forgotten(self: Cells, numbers: Any) -> None:
    ordered = np.sort(numbers)
    ends = np.append(np.searchsorted(ordered, self.edges, side="right"), len(ordered))
    starts = np.insert(ends[:-1], 0, 0)
    here = np.flatnonzero(ends > starts)
    self.least[here], self.greatest[here] = ordered[starts[here]], ordered[ends[here] - 1]
    self.counts += ends - starts


def _kept_lost(self: Summary) -> None:
    original = self.kept
    CLOSE(self)
    if original and self.cells is not None:
        self.cells.counts[:] = 0


CLOSE = Summary.close
EVERYTHING: list[tuple[list[int | None], list[int], tuple[int, ...]]] = [
    ([3, 1, None, 2, 2, 9, -4, 7, 8, 30, 31, -30], [4, 8], (1,)),
    ([1, 2, 3, 4, 5, 6], [2, 4], (2, 3)),
    ([2**31 - 2, 0] * 3000, [5], (1,)),
    ([5, 1, 9, 2, 8, 3, 7, 4, 6], [3, 6], (1,)),
]


@pytest.mark.parametrize(
    ("where", "name", "wrong"),
    [
        (summary, "_total", _short_sums),
        (Cells, "add", _least_forgotten),
        (Summary, "_rescale", lambda self, factor: None),
        (Summary, "close", _kept_lost),
        (Sums, "rescale", lambda self, factor: None),
    ],
)
def test_planted_bugs_are_seen(
    where: Any, name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills overflow, a least of the last batch only, a unit that stays, first releases that are
    not counted.
    """
    monkeypatch.setattr(summary, "KEPT", 3)
    monkeypatch.setattr(summary, "EDGES", 4)
    for case in EVERYTHING:
        compare(*case)
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(AssertionError):
        for case in EVERYTHING:
            compare(*case)


def test_few_values_have_a_bin_each_and_many_have_equal_bins() -> None:
    assert histogram_edges(np.array([1, 1, 5, 5, 9]), 4) == ([1, 5, 9], True)
    edges, by_value = histogram_edges(np.arange(10_000), 5)
    assert (edges[0], edges[-1], by_value) == (10, 9989, False)
    assert {b - a for a, b in zip(edges, edges[1:])} <= {1995, 1996}


def test_large_integers_are_counted() -> None:
    found = Summary()
    found.add(batch([10**30, 10**30 + 1, None], large=True))
    found.add(batch([5, 7]))
    found.close()
    assert found.cells is not None
    assert found.sums[0].about(Fraction(0))[0] == 2 * 10**30 + 13
    assert [found.cells.order_statistic(i) for i in (1, 4)] == [
        (5, 5),
        (10**30 + 1, 10**30 + 1),
    ] or (found.cells.order_statistic(4)[1] == 10**30 + 1)


def test_a_lattice_of_no_use_and_a_coordinate_that_is_not_there_are_refused() -> None:
    with pytest.raises(InvalidInput, match="name a grid"):
        Summary().add(batch([1], Fraction(1, 3**5000)))
    with pytest.raises(InvalidInput, match="coordinate: from 1 to 1"):
        Summary(coordinate=1).add(batch([1]))


def test_memory_does_not_grow_with_the_number_of_releases() -> None:
    generator = np.random.Generator(np.random.PCG64(1))
    found = Summary()

    def more(batches: int) -> None:
        for _ in range(batches):
            column = generator.integers(-(10**9), 10**9, 1 << 14)
            found.add(Batch(len(column), np.ones(len(column), bool), [column], Fraction(1, 10**9)))

    more(8)
    tracemalloc.start()
    try:
        more(2)
        before = tracemalloc.get_traced_memory()[0]
        more(60)
        assert tracemalloc.get_traced_memory()[0] - before < 1 << 16
    finally:
        tracemalloc.stop()
    assert found.count == 70 << 14 and found.kept == []
