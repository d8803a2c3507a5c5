"""Counting events in doubles: NumPy columns give exactly what rationals give, ties, cancellation
and grids included.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.freshness import stale, ties
from dpmean.judging.draws.happening import happens, observe
from dpmean.judging.draws.reading import pack, read
from dpmean.judging.verdict import Problem
from dpmean.suite.files import load
from dpmean.suite.pvalues import repeats_p

VECTORS = {v.id: v for v in load() if v.kind == "stat"}
# values at which rounding could decide: thresholds, their neighbours, sums that cancel, tiny and
# huge ones
EDGES = [
    0.0,
    -0.0,
    0.5,
    1.0,
    1.5,
    2.0,
    -1.0,
    -0.5,
    1 / 3,
    2 / 3,
    5e-324,
    1e-300,
    2.0**-53,
    1 - 2.0**-53,
    1 + 2.0**-52,
    1e15,
    -1e15,
    0.1,
    0.2,
    0.3,
]
doubles = st.one_of(
    st.sampled_from(EDGES),
    st.sampled_from(EDGES).map(lambda x: float(np.nextafter(x, 9))),
    st.floats(-1e16, 1e16),
)
AT = ["0", "1/2", "1", "1/3", "3/2", "3/10", "2"]
ONE = [(on, relation) for on in ("x", "abs", "abs_x") for relation in ("ge", "le", "eq")] + [
    ("x", "multiple")
]
TWO = [
    (on, relation) for on in ("y", "abs_y", "sum", "abs_sum", "norm") for relation in ("ge", "le")
] + [("product", "ge")]


def exactly(rows: list[tuple[float, ...]], event: dict[str, Any], center: Fraction) -> int:
    return sum(
        happens(
            event["relation"],
            Fraction(event["at"]),
            observe(event["on"], tuple(map(Fraction, row)), center),
        )
        for row in rows
    )


@given(
    st.lists(doubles, min_size=1, max_size=20),
    st.sampled_from(ONE),
    st.sampled_from(AT),
    st.sampled_from(["0", "1", "-5", "1/3"]),
)
def test_counts_on_the_line_are_exact(
    values: list[float], kind: tuple[str, str], at: str, center: str
) -> None:
    if kind[1] == "multiple" and at == "0":
        at = "1"
    event = {"on": kind[0], "relation": kind[1], "at": at}
    count = exactly([(v,) for v in values], event, Fraction(center))
    assert Batch(len(values), (np.array(values),)).count(event, Fraction(center)) == (count, count)


@given(
    st.lists(st.tuples(doubles, doubles), min_size=1, max_size=20),
    st.sampled_from(TWO),
    st.sampled_from(AT),
)
def test_counts_in_the_plane_are_exact(
    values: list[tuple[float, float]], kind: tuple[str, str], at: str
) -> None:
    at = "0" if kind[0] == "product" else at
    event = {"on": kind[0], "relation": kind[1], "at": at}
    columns = np.array(values).T
    count = exactly(values, event, Fraction(0))
    assert Batch(len(values), (columns[0], columns[1])).count(event, Fraction(0)) == (count, count)


@given(
    st.lists(st.tuples(doubles, doubles, doubles, doubles), min_size=1, max_size=20),
    st.sampled_from([*TWO, ("sum", "eq"), ("x", "le"), ("abs_sum", "eq"), ("sum", "multiple")]),
    st.sampled_from(AT),
)
def test_counts_of_many_numbers_are_exact(
    rows: list[tuple[float, float, float, float]], kind: tuple[str, str], at: str
) -> None:
    """Sums of four doubles that cancel, which two doubles need not hold."""
    if kind[1] == "multiple" and at == "0":
        at = "1"
    event = {"on": kind[0], "relation": kind[1], "at": "0" if kind[0] == "product" else at}
    columns = tuple(np.array(column) for column in zip(*rows, strict=True))
    count = exactly(list(rows), event, Fraction(0))
    assert Batch(len(rows), columns).count(event, Fraction(0)) == (count, count)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=20))
def test_off_the_diagonals_is_decided_far_from_its_edge(values: list[tuple[float, float]]) -> None:
    exact = [Fraction(x) + Fraction(y) for x, y in values]
    if any(abs(abs(s - round(s)) - Fraction(1, 1 << 20)) < Fraction(1, 1 << 40) for s in exact):
        return
    columns = np.array(values).T
    event = {"on": "sum", "relation": "off", "at": "1"}
    assert Batch(len(values), (columns[0], columns[1])).count(event, Fraction(0))[0] == exactly(
        values, event, Fraction(0)
    )


@given(
    st.lists(st.floats(-5, 5), min_size=1, max_size=30),
    st.sampled_from(["1/16", "1/1024"]),
    st.sampled_from(AT),
    st.sampled_from(["ge", "le"]),
)
def test_a_declared_grid_brackets_the_count_of_what_was_rounded(
    values: list[float], grid: str, at: str, relation: str
) -> None:
    step = Fraction(grid)
    rounded = [float(round(Fraction(v) / step) * step) for v in values]
    event = {"on": "x", "relation": relation, "at": at}
    fewest, most = Batch(len(values), (np.array(rounded),), grid=step).count(event, Fraction(0))
    assert fewest <= exactly([(v,) for v in values], event, Fraction(0)) <= most


def test_a_grid_is_read_from_the_reply_and_must_be_fine() -> None:
    unit = Fraction(1)
    assert read({"samples": pack([0.5]), "grid": "1/1024"}, 1, 1, unit).grid == Fraction(1, 1024)  # type: ignore[union-attr]
    for bad in ("1", "1/15", "0", "-1/64", "x", 1):
        assert isinstance(read({"samples": pack([0.5]), "grid": bad}, 1, 1, unit), Problem)


@pytest.mark.parametrize(
    "output",
    [
        {},
        {"samples": "00"},
        {"samples": "zz" * 8 * 4},
        {"samples": " " * 64},
        {"counts": [["0", "1"]]},
        {"counts": "x"},
        {"counts": [["a", "4"]]},
        {"counts": [["0", "²"]]},
        {"counts": [["0", "9" * 5000]]},
        {"counts": [["0"]]},
        {"samples": pack([float("nan")] * 4)},
        {"samples": pack([0.0, 1.0, float("inf"), 1.0])},
    ],
)
def test_malformed_batches_are_sentences_not_crashes(output: dict[str, Any]) -> None:
    assert isinstance(read(output, 4, 1, Fraction(1)), Problem)


def test_a_fine_grid_excuses_nothing_that_lies_on_a_lattice() -> None:
    """Kills a grid that makes every draw a multiple, or none: it moves draws by half a step."""
    event = {"on": "x", "relation": "multiple", "at": "1"}
    assert Batch(2, (np.array([1.0, 2.5]),), grid=Fraction(1, 1 << 40)).count(
        event, Fraction(0)
    ) == (1, 1)
    off = {**event, "relation": "off"}
    for grid, near in ((Fraction(1, 1 << 10), 1), (Fraction(1), 2)):
        batch = Batch(2, (np.array([1.0, 2.5]),), grid=grid)
        exact = Batch(2, rows=(((Fraction(1),), 1), ((Fraction(5, 2),), 1)), grid=grid)
        for one in (batch, exact):
            assert one.count(event, Fraction(0)) == (0, near)
            assert one.count(off, Fraction(0)) == (2 - near, 2)


def test_counts_of_equal_values_add_up() -> None:
    batch = read({"counts": [["1", "2"], ["2/2", "1"]]}, 3, 1, Fraction(1))
    assert isinstance(batch, Batch)
    assert batch.rows == (((Fraction(1),), 3),)


@pytest.mark.parametrize(
    ("values", "grid", "atoms", "good"),
    [
        ([0.5, -3 / 64, 0.0, -0.0, 500.0], "1/64", [], True),
        ([1.0 - 0.999, 0.3, 0.1 + 0.2], "1/1000", [], True),  # rounded to doubles more than once
        ([0.5, 1 / 3, 0.25], "1/64", [Fraction(1, 3)], True),
        ([0.5, 1 / 3, 0.25], "1/64", [Fraction(2, 3)], False),
        ([0.5, 0.5 + 1 / 512], "1/64", [], False),
        ([0.5, 1 / 3], "1/1099511627776", [], True),  # so fine a grid excuses nothing
    ],
)
def test_draws_must_lie_on_the_grid_that_excuses_them(
    values: list[float], grid: str, atoms: list[Fraction], good: bool
) -> None:
    """Kills a judge that believes the declaration: mirrored draws and 5 % too little noise hide
    behind it.
    """
    samples = read({"samples": pack(values), "grid": grid}, len(values), 1, Fraction(1), atoms)
    counts = read(
        {"counts": [[str(Fraction(v)), "1"] for v in values], "grid": grid},
        len(values),
        1,
        Fraction(1),
        atoms,
    )
    assert [isinstance(b, Batch) for b in (samples, counts)] == [good, good]
    assert (
        good
        or str(samples)
        == f"grid: a draw is no multiple of {grid}, the grid that the reply declares"
    )


# ---- repeated draws ----


def test_the_bound_of_repeats_is_valid_and_of_use() -> None:
    """Exactly: n draws from k equal cells, of which so many equal an earlier one; and where
    hundreds are expected.
    """
    n, k = 5, 40
    chances = {0: Fraction(1)}  # repeats so far -> probability
    for i in range(n):
        after: dict[int, Fraction] = {}
        for r, p in chances.items():
            distinct = i - r
            after[r + 1] = after.get(r + 1, Fraction(0)) + p * Fraction(distinct, k)
            after[r] = after.get(r, Fraction(0)) + p * (1 - Fraction(distinct, k))
        chances = after
    for repeats in range(n + 1):
        exact = sum((p for r, p in chances.items() if r >= repeats), Fraction(0))
        assert exact <= repeats_p(n, repeats, Fraction(1, k))
    # 2^20 draws, in cells of 2^-30: at most 1024 are expected, and 32,000 are no accident
    assert repeats_p(1 << 20, 1100, Fraction(1, 1 << 30)) > Fraction(1, 1000)
    assert repeats_p(1 << 20, 32_000, Fraction(1, 1 << 30)) < Fraction(1, 10**100)
    assert repeats_p(1 << 18, 1 << 17, Fraction(1, 4)) == 1


def test_a_pool_of_draws_is_seen_within_a_batch() -> None:
    rng = np.random.default_rng(2)
    pool = rng.laplace(size=1000)
    vector = VECTORS["laplace-stat-epsilon1-0"]
    pooled, fresh = Batch(4096, (rng.choice(pool, 4096),)), Batch(4096, (rng.laplace(size=4096),))
    tied = ties(vector, pooled, Fraction(1, 10**11))
    assert tied is not None and not tied.grid
    assert not stale(vector, pooled, Fraction(1, 10**11))  # another law, and fresh draws of it
    assert not ties(vector, fresh, Fraction(1, 10**11))
    assert not stale(vector, fresh, Fraction(1, 10**11))
    many = rng.laplace(size=1 << 18)
    many[1:3] = many[0]  # so many draws may coincide twice by chance, on a grid that doubles hold
    assert not ties(vector, Batch(1 << 18, (many,)), Fraction(1, 10**11))
    coarse = np.round(rng.laplace(size=4096) * 1024) / 1024
    tied = ties(vector, Batch(4096, (coarse,)), Fraction(1, 10**11))
    assert tied is not None and tied.grid == Fraction(1, 1024)
    assert not ties(vector, Batch(4096, (coarse,), grid=Fraction(1, 1024)), Fraction(1, 10**11))
    decimals = np.round(rng.laplace(size=4096), 2)
    tied = ties(vector, Batch(4096, (decimals,)), Fraction(1, 10**11))
    assert tied is not None and tied.grid == Fraction(1, 100)


# ---- counted by hand ----

TINY = 5e-324
BY_HAND: list[tuple[str, str, str, list[tuple[float, ...]], int]] = [
    # statistic, relation, threshold, draws, how many of them are in the event
    ("x", "ge", "1", [(1.0,), (1 - 2.0**-53,), (2.0,), (-1.0,)], 2),
    ("x", "le", "1/3", [(1 / 3,), (np.nextafter(1 / 3, 1),), (0.0,)], 2),
    ("abs", "ge", "1", [(4.0,), (2.0,), (3.5,), (3.0,)], 2),  # around a centre of 3
    ("abs_x", "eq", "1/2", [(0.5,), (-0.5,), (0.25,), (1.5,)], 2),
    ("x", "multiple", "1/4", [(0.75,), (-0.5,), (0.0,), (0.3,), (0.125,)], 3),
    # 0.3 is no double, and a double no multiple but 0 and 3 k
    ("x", "multiple", "3/10", [(0.3,), (0.0,), (3.0,), (-6.0,)], 3),
    ("y", "ge", "0", [(-1.0, 0.0), (1.0, -TINY)], 1),
    ("abs_y", "le", "1", [(9.0, -1.0), (0.0, 1 + 2.0**-52)], 1),
    # the sum in doubles is 1 three times
    ("sum", "le", "1", [(1.0, TINY), (1.0, -TINY), (1.0, 0.0)], 2),
    ("sum", "ge", "1", [(1.0, TINY), (1.0, -TINY), (1.0, 0.0)], 2),
    ("sum", "eq", "1", [(1.0, TINY), (1.0, -TINY), (1.0, 0.0)], 1),
    ("abs_sum", "ge", "1", [(-1.0, -TINY), (-1.0, TINY), (2.0, -3.0)], 2),
    ("norm", "le", "1", [(0.5, -0.5), (-1.0, TINY), (-0.25, 0.5)], 2),
    ("product", "ge", "0", [(-1.0, -1.0), (1.0, -1.0), (0.0, -1.0), (TINY, TINY)], 3),
    ("product", "ge", "1/2", [(1.0, 0.25), (1.0, 0.75), (-1.0, -0.5), (1.0, -9.0)], 2),
    (
        "sum",
        "off",
        "1",
        [
            (0.5, 0.5),
            (0.5, 0.5 + 1.5 * 2.0**-20),
            (0.5, 0.5 - 1.5 * 2.0**-20),
            (0.5, 0.5 + 0.5 * 2.0**-20),
            (0.25, 0.25),
        ],
        3,
    ),
    ("sum", "off", "1/3", [(1 / 3, 1 / 3), (1 / 3, 1 / 3 + 1e-6), (0.5, 0.0)], 2),
]


@pytest.mark.parametrize(("on", "relation", "at", "draws", "count"), BY_HAND)
def test_counts_are_those_of_a_person_with_a_pencil(
    on: str, relation: str, at: str, draws: list[tuple[float, ...]], count: int
) -> None:
    """Kills a relation or a statistic that is another's, and a threshold that rounding decides; as
    columns and as a table.
    """
    event, center = {"on": on, "relation": relation, "at": at}, Fraction(3 if on == "abs" else 0)
    columns = Batch(len(draws), tuple(np.array(c) for c in zip(*draws, strict=True)))
    table = Batch(len(draws), rows=tuple((tuple(map(Fraction, map(float, d))), 1) for d in draws))
    assert columns.count(event, center) == table.count(event, center) == (count, count)


def test_a_distance_from_a_center_that_is_no_double_is_exact() -> None:
    draws = np.array([1.0, np.nextafter(1.0, 2), -1 / 3])
    # of 1 exactly 2/3, of the next double more, of -1/3 less
    for relation, count in (("le", 2), ("ge", 2), ("eq", 1)):
        event = {"on": "abs", "relation": relation, "at": "2/3"}
        assert Batch(3, (draws,)).count(event, Fraction(1, 3)) == (count, count), relation


def test_a_grid_widens_a_count_by_half_a_step_for_each_coordinate() -> None:
    step = Fraction(1, 16)
    line = Batch(4, (np.array([1 - 2 / 16, 1 - 1 / 32, 1 + 1 / 32, 1 + 2 / 16]),), grid=step)
    assert line.count({"on": "x", "relation": "ge", "at": "1"}, Fraction(0)) == (2, 3)
    assert line.count({"on": "x", "relation": "le", "at": "1"}, Fraction(0)) == (2, 3)
    # what was rounded may be anything near
    assert line.count({"on": "x", "relation": "eq", "at": "9/8"}, Fraction(0)) == (0, 1)
    assert line.count({"on": "x", "relation": "multiple", "at": "1/8"}, Fraction(0)) == (0, 4)
    plane = Batch(2, (np.array([0.5, 0.5]), np.array([0.5 - 1 / 16, 0.5 + 1 / 16])), grid=step)
    for on in ("sum", "abs_sum", "norm"):
        assert plane.count({"on": on, "relation": "ge", "at": "1"}, Fraction(0)) == (1, 2), on
        assert plane.count({"on": on, "relation": "le", "at": "1"}, Fraction(0)) == (1, 2), on
    assert plane.count({"on": "y", "relation": "ge", "at": "1/2"}, Fraction(0)) == (1, 1)


def test_repeats_are_counted_with_their_mirror_images() -> None:
    assert Batch(4, (np.array([1.0, 2.0, 1.0, 1.0]),)).repeats(Fraction(0)) == 2
    assert Batch(4, (np.array([1.0, -1.0, 3.0, 2.0]),)).repeats(Fraction(0)) == 1
    # 1 and 3 around 2
    assert Batch(4, (np.array([1.0, -1.0, 3.0, 2.0]),)).repeats(Fraction(2)) == 1
    assert Batch(2, (np.array([1.0, 1.0]), np.array([1.0, 2.0]))).repeats(Fraction(0)) == 1
