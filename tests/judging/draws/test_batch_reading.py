"""Batches of draws are read as they are: what is wrong is told, and repeats, mirror images and
grids are seen.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.judging.draws.asking import batch_of
from dpmean.judging.draws.batch import Batch, joined
from dpmean.judging.draws.freshness import _counts, balanced, mirrored, stale
from dpmean.judging.draws.reading import pack, read, unit_of
from dpmean.suite.files import load


def opposite(batch: Batch, center: Fraction) -> Fraction:
    """How likely fresh draws are balanced like these."""
    return balanced(*mirrored(batch, center))


VECTORS = {v.id: v for v in load() if v.kind == "stat"}
READ: list[tuple[dict[str, Any], int, bool, str]] = [
    # output, n, width, what is wrong
    ({"samples": pack([1.0])}, 2, 1, "expected 2 draws of 16 hexadecimal digits"),
    ({"samples": pack([1.0])}, 1, 2, "expected 1 draws of 32 hexadecimal digits"),
    ({"samples": "zz" * 8}, 1, 1, "samples must be hexadecimal"),
    ({"samples": pack([1.0, float("inf")])}, 2, 1, "a draw was inf"),
    ({"counts": [["1", "1", "1"]]}, 1, 1, "counts must be a list of [value, count]"),
    ({"counts": [["1", "-1"]]}, 1, 1, "counts must be a list of [value, count]"),
    ({"counts": [["1", "1" * 19]]}, int("1" * 19), 1, "counts must be a list of [value, count]"),
    ({"counts": [[["1", "2"], "1"]]}, 1, 1, "counts: a value is not a rational"),
    ({"counts": [["1", "1"]]}, 1, 2, "counts: a value is not a rational"),
    ({"counts": [[["1", "x"], "1"]]}, 1, 2, "counts: a value is not a rational"),
    ({"counts": [["1", "1"], ["2", "1"]]}, 3, 1, "the counts do not sum to 3"),
    ({"samples": 1, "counts": {}}, 1, 1, "expected samples or counts"),
    (
        {"samples": pack([1.0]), "grid": "1/8"},
        1,
        1,
        "grid: a rational above 0 and at most 1/16 (coarser is another law)",
    ),
    (
        {"samples": pack([1.0]), "grid": {"lo": "1/64", "hi": "1/32"}},
        1,
        1,
        "grid: a rational above 0 and at most 1/16 (coarser is another law)",
    ),
]


@pytest.mark.parametrize(("output", "n", "width", "told"), READ, ids=lambda v: str(v)[:30])
def test_what_is_wrong_with_a_batch_is_told(
    output: dict[str, Any], n: int, width: int, told: str
) -> None:
    assert str(read(output, n, width, Fraction(1))) == told


NONE = "none: expected how many of 3 draws have no answer"
SILENT: list[tuple[dict[str, Any], int | str]] = [
    # output of three draws of a mechanism that may not answer, how many have no answer or what is
    # wrong
    ({"samples": pack([1.0]), "none": "2"}, 2),
    ({"samples": pack([1.0, 2.0, 3.0])}, 0),
    ({"counts": [["1", "1"], ["5", "1"]], "none": "1"}, 1),
    ({"value": "none"}, 3),
    ({"samples": "", "none": "3"}, 3),
    ({"samples": pack([1.0]), "none": "1"}, "expected 2 draws of 16 hexadecimal digits"),
    ({"samples": pack([1.0, float("nan")]), "none": "1"}, 2),
    ({"samples": pack([float("nan"), 1.0, float("nan")])}, 2),
    ({"samples": pack([float("nan")] * 3)}, 3),
    ({"samples": pack([1.0, float("inf")]), "none": "1"}, "a draw was inf"),
    ({"counts": [["1", "1"]], "none": "1"}, "the counts do not sum to 2"),
    ({"samples": pack([1.0]), "none": "-2"}, NONE),
    ({"samples": pack([1.0]), "none": "4"}, NONE),
    ({"samples": pack([1.0]), "none": 2}, NONE),
    ({"value": "1"}, "expected samples or counts"),
]


@pytest.mark.parametrize(("output", "told"), SILENT, ids=lambda v: str(v)[:30])
def test_draws_without_an_answer_are_counted_where_there_may_be_none(
    output: dict[str, Any], told: int | str
) -> None:
    """An event of a number does not happen in them; two such batches are one, and recur like
    others.
    """
    found = read(output, 3, 1, Fraction(1), silent=True)
    if isinstance(told, str):
        assert str(found) == told
        return
    assert isinstance(found, Batch)
    for batch, n in ((found, 3), (joined([found, Batch(1, none=1), found]), 7)):
        silent = told if n == 3 else 2 * told + 1
        assert batch.n == n
        assert batch.count({"on": "none", "relation": "eq", "at": "1"}, Fraction(0)) == (
            silent,
            silent,
        )
        answered = batch.count({"on": "x", "relation": "ge", "at": "0"}, Fraction(0))
        assert answered == (n - silent, n - silent)
        assert sum(_counts(batch).values()) == n


def test_elsewhere_no_answer_is_none() -> None:
    assert str(read({"value": "none"}, 1, 1, Fraction(1))) == "expected samples or counts"
    assert (
        str(read({"samples": pack([1.0]), "none": "1"}, 2, 1, Fraction(1)))
        == "expected 2 draws of 16 hexadecimal digits"
    )
    assert str(read({"samples": pack([1.0, float("nan")])}, 2, 1, Fraction(1))) == "a draw was nan"


def test_half_of_a_draw_is_no_missing_answer() -> None:
    half, whole = [1.0, float("nan")], [float("nan"), float("nan"), 2.0, 3.0]
    assert str(read({"samples": pack(half)}, 1, 2, Fraction(1), silent=True)) == "a draw was nan"
    found = read({"samples": pack(whole)}, 2, 2, Fraction(1), silent=True)
    assert isinstance(found, Batch)
    assert (found.n, found.none, [list(c) for c in found.columns]) == (2, 1, [[2.0], [3.0]])


def test_batches_are_read_as_they_are() -> None:
    line, plane = (
        read({"samples": pack([1.0, 2.0])}, 2, 1, Fraction(1)),
        read({"samples": pack([1.0, 2.0])}, 1, 2, Fraction(1)),
    )
    assert isinstance(line, Batch) and isinstance(plane, Batch)
    assert [list(c) for c in line.columns] == [[1.0, 2.0]]
    assert [list(c) for c in plane.columns] == [[1.0], [2.0]]
    assert plane.exact == (((Fraction(1), Fraction(2)), 1),)
    pairs = read(
        {"counts": [[["1/2", "0"], "2"], [["-1", "3"], "1" + "0" * 17]], "grid": "1/16"},
        10**17 + 2,
        2,
        Fraction(1),
    )
    assert isinstance(pairs, Batch)
    assert pairs.rows == (((Fraction(-1), Fraction(3)), 10**17), ((Fraction(1, 2), Fraction(0)), 2))
    assert pairs.grid == Fraction(1, 16)


def test_mirror_images_are_seen() -> None:
    half = np.random.default_rng(3).laplace(size=2048)
    mirrored = Batch(4096, (np.column_stack([half, -half]).ravel(),))
    assert stale(VECTORS["laplace-stat-epsilon1-0"], mirrored, Fraction(1, 10**11))


def test_batches_of_one_draw_are_joined() -> None:
    columns = joined([Batch(1, (np.array([x]), np.array([-x]))) for x in (0.5, 1.5, 0.5)])
    assert columns.n == 3
    assert [list(c) for c in columns.columns] == [[0.5, 1.5, 0.5], [-0.5, -1.5, -0.5]]
    rows = joined([Batch(1, rows=(((Fraction(x),), 1),)) for x in (1, 2, 1)])
    assert rows.rows == (((Fraction(1),), 2), ((Fraction(2),), 1))


@pytest.mark.parametrize(("grid", "fine"), [("1/2", True), ("9/16", False)])
def test_a_grid_is_measured_by_the_unit(grid: str, fine: bool) -> None:
    """At most 1/16 of the width: of 8 that is 1/2."""
    assert (
        isinstance(read({"samples": pack([0.0, 9 / 2]), "grid": grid}, 2, 1, Fraction(8)), Batch)
        is fine
    )


@pytest.mark.parametrize(
    ("value", "good"), [(0.0, True), (1.0, True), (0.5, True), (-1.5, False), (3 / 17, True)]
)
def test_a_mean_may_lie_at_its_bounds_and_midpoint_beside_its_grid(
    value: float, good: bool
) -> None:
    found = batch_of(
        replace(VECTORS["shifted_mean-stat-epsilon1-lower0-upper1"], input={"draws": "1"}),
        {"samples": pack([value]), "grid": "1/17"},
    )
    assert isinstance(found, Batch) is good


def test_opposite_pairs_of_lattice_draws_are_seen() -> None:
    """Kills draws that come as K and -K: each has the right law, and the sum of two has no
    noise.
    """
    rng = np.random.default_rng(6)
    half = rng.geometric(0.5, 8192) - rng.geometric(0.5, 8192)
    pairs, fresh = (
        np.concatenate([half, -half]).astype(float),
        (rng.geometric(0.5, 16384) - rng.geometric(0.5, 16384)).astype(float),
    )
    assert opposite(Batch(16384, (pairs + 3,)), Fraction(3)) < Fraction(1, 10**12)
    assert opposite(Batch(16384, (fresh + 3,)), Fraction(3)) == 1
    assert opposite(Batch(16384, (pairs + 3,)), Fraction(2)) == 1
    vector = VECTORS["discrete_laplace-stat-epsilon1-0"]
    assert "opposite pairs" in str(stale(vector, Batch(16384, (pairs,)), Fraction(1, 10**12)))
    assert not stale(vector, Batch(16384, (fresh,)), Fraction(1, 10**12))
    of_no_symmetric_law = VECTORS["privquant-stat-rho1-low0-high4-rank2-n3-1-2-4"]
    mixed = Batch(16384, (rng.permutation(pairs),))  # in order they are seen to come again
    assert not stale(of_no_symmetric_law, mixed, Fraction(1, 10**12))


def test_the_chance_of_opposite_pairs_by_hand() -> None:
    """Twice 1 and twice -1: at most 1/isqrt(7) = 1/2; 5 and -5 once each: 1/isqrt(4) = 1/2; one
    draw without its partner costs (2 m + 1)^2.
    """
    one, five, two = (((Fraction(v),), c) for v, c in ((1, 2), (5, 1), (2, 1)))
    others = [((-v[0],), c) for v, c in (one, five, two)]
    assert opposite(Batch(4, rows=(one, others[0])), Fraction(0)) == Fraction(1, 2)
    assert opposite(
        Batch(6, rows=(one, others[0], five, others[1], ((Fraction(0),), 40))), Fraction(0)
    ) == Fraction(1, 4)
    assert opposite(Batch(7, rows=(one, others[0], two)), Fraction(0)) == 1  # 25/4 is no chance
    assert opposite(
        Batch(8, rows=(((Fraction(1),), 10**9), ((Fraction(-1),), 10**9 - 2))), Fraction(0)
    ) == Fraction(9, 54772)
    assert (
        opposite(
            Batch(8, rows=(((Fraction(1),), 10**9), ((Fraction(-1),), 10**9 - 3))), Fraction(0)
        )
        == 1
    )
    plane = (
        ((Fraction(1), Fraction(-2)), 3),
        ((Fraction(-1), Fraction(2)), 3),
        ((Fraction(1), Fraction(2)), 1),
        ((Fraction(-1), Fraction(-2)), 1),
    )
    assert opposite(Batch(8, rows=plane), Fraction(0)) == Fraction(1, 6)


def test_a_decimal_grid_far_from_0_excuses_the_distance_of_doubles_and_no_more() -> None:
    """Kills a thousandth of the grid as the only excuse: the nearest double to a multiple of 10^-5
    is farther off.
    """
    rng, grid = np.random.default_rng(1), Fraction(1, 100_000)
    wanted = [Fraction(2**30) + int(k) * grid for k in rng.integers(0, 10**5, 500)]
    near = {"samples": pack([float(x) for x in wanted]), "grid": str(grid)}
    assert isinstance(read(near, 500, 1, Fraction(1)), Batch)
    off = {"samples": pack([float(x + grid / 3) for x in wanted]), "grid": str(grid)}
    assert "no multiple" in str(read(off, 500, 1, Fraction(1)))


def test_a_grid_is_measured_by_what_a_user_moves() -> None:
    """Kills a right library whose public grid follows the sensitivity, refused where a user has
    several records.
    """
    bounds = {"lower": "-1", "upper": "2"}
    assert unit_of(bounds) == 3
    assert unit_of({**bounds, "contribution": "9"}) == 27
    assert unit_of({"contribution": "7"}) == 7
    assert unit_of({"sensitivity": "5/2"}) == Fraction(5, 2)
