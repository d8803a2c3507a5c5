"""What a batch of releases promises: batches, grids, errors, doubles, and programs with bugs, on
the same bits.
"""

from __future__ import annotations

import gc
import weakref
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.errors import InvalidInput
from dpmean.programs.alterations import Altered, ties_turned
from dpmean.programs.columns import Batch, releases
from dpmean.programs.columns.group import Group
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.randomness.stream import ShakeStreamForTesting
from tests.helpers.columns_recorded import checked, recording, released

F = Fraction
MEAN = build(
    "sized_mean", {"epsilon": "1", "lower": "0", "upper": "1", "n": "3", "noise": "laplace"}
)
LATTICE = build(
    "dpumean",
    {
        "epsilon": "2",
        "delta": "1/8",
        "clip": "1/2",
        "n1": "2",
        "n2": "1",
        "noise": "discrete_laplace",
        "m": "2",
    },
)
COARSE = build("dpucoarse", {"epsilon": "4", "delta": "1/8", "noise": "discrete_laplace", "m": "2"})
QUANTILE = build("privquant", {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3"})
VECTORS = build(
    "quantized_mean", {"rho": "8", "d": "2", "n": "3", "radius": "1", "bucket": "1", "beta": "9/10"}
)
POINTS = [["0", "1"], ["1", "-1"], ["2", "0"]]


@pytest.mark.parametrize("grid", [F(0), F(-1), F(2, 3)])
def test_grids_are_refused_as_for_a_release(grid: Fraction) -> None:
    with pytest.raises(InvalidInput) as caught:
        next(releases(MEAN, ["0", "1", "1"], 5, grid=grid))
    assert caught.value.code == ("grid_misses_bounds" if grid > 0 else "grid_not_positive")


def test_records_are_refused_as_for_a_release() -> None:
    with pytest.raises(InvalidInput):
        next(releases(MEAN, ["0", "1"], 5))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7])
def test_any_number_of_releases(count: int) -> None:
    """Also fewer than a group has."""
    for mechanism, data in (
        (MEAN, ["0", "1", "1"]),
        (LATTICE, ["0", "1/2", "1"]),
        (VECTORS, POINTS),
    ):
        found = checked(mechanism, data, count, b"few", batch=3)
        assert [r.batch.count for r in found if r.batch] == [3] * (count // 3) + [count % 3] * (
            count % 3 > 0
        )


def test_doubles_are_the_outputs_correctly_rounded() -> None:
    """Also where the index times the grid is beyond 64 bits, or the index is; what is not answered
    is left out.
    """
    answered = np.array([True, True, False, True])
    for grid in (F(1 << 40), F(1, 1 << 40), F(3)):
        for column in (
            np.array([1 << 50, -(1 << 50) - 1, 5, 3]),
            np.array([1 << 90, 3, 7, 1 - (1 << 70)], object),
        ):
            found = Batch(4, answered, [column], grid).doubles()
            assert found.tolist() == [[float(int(k) * grid)] for k in column[[0, 1, 3]]]
            assert Batch(4, answered, [column], grid).counts(F(1)) == {
                (int(k) * grid + 1,): 1 for k in column[[0, 1, 3]]
            }


@pytest.mark.parametrize(
    ("mechanism", "data"),
    [(LATTICE, ["0", "1/2", "1"]), (COARSE, ["0", "0", "1"]), (QUANTILE, ["1", "2", "4"])],
    ids=["dpumean", "dpucoarse", "privquant"],
)
def test_turned_ties_are_turned_in_every_row(mechanism: Any, data: list[str]) -> None:
    """In the rows of columns and in those that are too few: both run the same altered program.

    A tie changes the output of the quantile, and hardly ever that of the others.
    """
    plain = checked(mechanism, data, 300, b"ties")[0]
    turned = checked(mechanism, data, 300, b"ties", altered=Altered(compare=ties_turned))[0]
    assert plain.batch and turned.batch
    differ = any(released(plain.batch, row) != released(turned.batch, row) for row in range(300))
    assert differ or mechanism is not QUANTILE


def test_the_exact_interpreter_may_do_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows come back to their own places: those of groups, of a split, and of the exact
    interpreter.
    """
    seeds = {"stream": ShakeStreamForTesting(b"all"), "bits": Shake128ForTesting(b"all")}
    with recording() as records:
        (batch,) = releases(COARSE, ["0", "0", "1"], 60, **seeds)
    assert 0 < batch.few < 60
    assert batch.answered.any() and not batch.answered.all()
    monkeypatch.setattr("dpmean.programs.columns.group.FEW", 61)
    (slow,) = checked(COARSE, ["0", "0", "1"], 60, b"all")
    assert slow.batch and slow.batch.few == 60 and len(records) == 1


def test_exact_rationals_have_a_grid_of_their_own() -> None:
    """Noise on a lattice without a grid: the batch has the greatest one that holds all its
    numbers.
    """
    (record,) = checked(VECTORS, POINTS, 50, b"exact")
    batch = record.batch
    assert batch and len(batch.indices) == 2
    assert np.gcd.reduce([abs(int(k)) for column in batch.indices for k in column]) >= 1


def test_seeds_decide_all() -> None:
    found = [
        list(
            releases(
                MEAN,
                ["0", "1", "1"],
                20,
                stream=ShakeStreamForTesting(seed),
                bits=Shake128ForTesting(b""),
            )
        )[0]
        .indices[0]
        .tolist()
        for seed in (b"a", b"a", b"b")
    ]
    assert found[0] == found[1] != found[2]


def test_no_group_waits_for_the_garbage_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a batch has used is free when it ends: memory would grow by its arrays otherwise."""
    groups: list[weakref.ref[Group]] = []
    run = Group.run

    def remembered(group: Group, program: Any) -> Any:
        groups.append(weakref.ref(group))
        return run(group, program)

    monkeypatch.setattr(Group, "run", remembered)
    gc.collect()
    gc.disable()
    try:
        for mechanism, data in (
            (COARSE, ["0", "0", "1"]),
            (QUANTILE, ["0", "1", "4"]),
            (VECTORS, POINTS),
        ):
            list(releases(mechanism, data, 300, stream=ShakeStreamForTesting(b"free")))
        left = sum(group() is not None for group in groups)
    finally:
        gc.enable()
    assert len(groups) > 3
    assert left == 0
