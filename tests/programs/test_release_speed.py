"""The bench of releases runs, covers every mechanism, and says what misses its goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.mechanisms import MECHANISMS
from tests.lab.bench import doubles, draws, memory, release_page, releases
from tests.lab.bench.plain import plain

SILENT = {
    "what": "x",
    "goal": 10**5,
    "one_by_one": 100.0,
    "columns": 2e5,
    "first_seconds": 0.1,
    "timed": 65536,
    "undecided": 0.0,
    "few": 0.0,
    "numpy": 1e6,
    "load": 1.0,
    "OpenDP": 100.0,
    "PyDP": None,
}


def few() -> Iterator[releases.Case]:
    """Cases of each sort, the quickest of each."""
    for case in releases.cases():
        if case.title in {
            "adpm",
            "sized_mean, laplace",
            "transformed_mean, discrete_laplace",
        } or case.title.startswith("norm_clipped_mean, n"):
            yield case


def test_every_mechanism_has_a_row() -> None:
    assert {c.name for c in releases.cases()} >= {*MECHANISMS}
    assert {c.goal for c in releases.cases()} == {*releases.GOALS}


def test_rows_are_measured_and_told() -> None:
    found = releases.rows(0.002, 1, {}, lambda line: None, list(few()))
    assert len(found) == 4
    for row in found:
        assert row["columns"] > 0
        assert row["one_by_one"] > 0
        assert row["undecided"] + row["few"] < 0.01
    text = release_page.section(found, [])
    assert sum(line.startswith(("| adpm |", "| sized_mean, laplace |")) for line in text) == 2


def test_what_misses_its_goal_is_marked() -> None:
    slow: dict[str, Any] = {**SILENT, "what": "slow", "columns": 10.0}
    grown = [{"count": 1, "peak_bytes": 100}, {"count": 10, "peak_bytes": 120}]
    assert release_page.missed([SILENT], [{"count": 1, "peak_bytes": None}]) == []
    assert len(release_page.missed([slow], grown)) == 4
    marked = next(
        line for line in release_page.section([slow], grown) if line.startswith("| slow |")
    )
    assert marked.count("✗") == 3
    assert "It grows" in release_page.section([slow], grown)[-1]


@pytest.mark.parametrize(
    "case",
    [c for c in releases.cases() if plain(c.name, c.given, c.data) is not None],
    ids=lambda c: c.title,
)
def test_plain_noise_has_the_same_shape(case: releases.Case) -> None:
    draw = plain(case.name, case.given, case.data)
    assert draw is not None
    found = draw(7)
    assert found.shape[0] == 7
    assert np.isfinite(found).all()


def test_memory_of_a_process_is_told() -> None:
    (row,) = memory.rows((1000,))
    assert row["count"] == 1000


def test_draws_and_doubles_have_tables() -> None:
    assert any(line.startswith("| laplace |") for line in draws.section(draws.rows(1 << 10, 1)))
    assert any(line.startswith("| cell * cell |") for line in doubles.section(1 << 8, 0.001))
