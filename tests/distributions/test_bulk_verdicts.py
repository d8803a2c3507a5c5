"""Bulk draws are judged by the project's own statistical vectors: 2^18 draws in every run, 10^8 in
the slow one.

False alarms: each vector at 1e-9, so at most 2e-8 in all. A cell of a continuous coordinate is
taken for its middle: thresholds are multiples of the grid, so that no event is moved.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.bulk import SystemStream, bulk
from dpmean.distributions.bulk.laws import CONTINUOUS, LATTICE
from dpmean.errors import TooWide
from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.statistics import test as judged
from dpmean.suite.files import load
from dpmean.suite.pvalues import CHECK
from dpmean.suite.vectors import Vector

# values that no double is, to which noise is added exactly, are asked for in
# tests/wire/test_bulk_adapter.py
VECTORS = {
    v.id: v
    for v in load()
    if v.kind == "stat"
    and v.object in {*LATTICE, *CONTINUOUS}
    and float(center := Fraction(v.input.get("center", "0"))) == center
}
CHUNK = 1 << 20
# beyond integers of 64 bits
WIDE = "discrete_laplace-stat-epsilon1_549755813888-sensitivity131072-0"


class Summed:
    """The counts of many batches, of which only one is in memory."""

    def __init__(self, vector: Vector) -> None:
        self.n = 0
        points = [
            {"on": "x", "relation": "le", "at": point["x"]}
            for point in vector.expect.get("cdf", [])
        ]
        self._center = Fraction(vector.input.get("center", "0"))
        # two events may have one threshold
        self._events = {self._key(e): e for e in (*vector.expect["events"], *points)}
        self._counts = dict.fromkeys(self._events, 0)

    @staticmethod
    def _key(event: Any) -> tuple[str, str, str]:
        return event["on"], event["relation"], event["at"]

    def add(self, columns: tuple[Any, ...]) -> None:
        batch = Batch(len(columns[0]), columns)
        self.n += batch.n
        for key, event in self._events.items():
            self._counts[key] += batch.count(event, self._center)[0]

    def count(self, event: Any, center: Fraction) -> tuple[int, int]:
        """As of one batch."""
        assert center in (self._center, 0)
        return self._counts[self._key(event)], self._counts[self._key(event)]


def worst(vector: Vector, draws: int, change: Any = lambda columns: columns) -> Fraction:
    """The least p-value of the vector's tests on so many bulk draws."""
    sampler, stream, summed = bulk(vector.object, vector.params), SystemStream(), Summed(vector)
    center = float(Fraction(vector.input.get("center", "0")))
    units = [float(u) for u in sampler.units]
    while summed.n < draws:
        drawn = change(
            [np.asarray(c, np.float64) for c in sampler.draw(stream, min(CHUNK, draws - summed.n))]
        )
        if vector.object in CONTINUOUS:
            x = (drawn[0] + 0.5) * units[0]
            columns = (x + center,) if len(drawn) == 1 else (x, drawn[1] * units[1] - x)
        else:
            # a point of the lattice is its nearest double
            columns = tuple(
                c * float(u.numerator) / float(u.denominator) + (center if len(drawn) == 1 else 0)
                for c, u in zip(drawn, sampler.units, strict=True)
            )
        summed.add(columns)
    return judged(vector.expect, summed, Fraction(vector.input.get("center", "0"))).worst.p  # type: ignore[arg-type]


@pytest.mark.parametrize("vector_id", [i for i in VECTORS if i != WIDE])
def test_bulk_draws_have_the_law(vector_id: str) -> None:
    assert worst(VECTORS[vector_id], 1 << 18) > CHECK


def test_what_64_bits_cannot_hold_is_refused_by_a_name_of_its_own() -> None:
    with pytest.raises(TooWide, match="one at a time"):
        bulk(VECTORS[WIDE].object, VECTORS[WIDE].params)


def test_wrong_bulk_draws_do_not() -> None:
    """Kills a judge of these draws that sees nothing: a sign that is lost once in 32, an offset of
    a 32nd.
    """
    lattice, line = (
        VECTORS["discrete_laplace-stat-epsilon1-0"],
        VECTORS["staircase-stat-epsilon1-gamma1_2-0"],
    )
    assert (
        worst(
            lattice,
            1 << 18,
            lambda cs: [np.where(np.arange(len(cs[0])) % 32 == 0, np.abs(cs[0]), cs[0])],
        )
        <= CHECK
    )
    assert worst(line, 1 << 18, lambda cs: [cs[0] + (1 << 15)]) <= CHECK


@pytest.mark.slow
@pytest.mark.parametrize("vector_id", [i for i in VECTORS if i != WIDE])
def test_a_hundred_million_bulk_draws_have_the_law(vector_id: str) -> None:
    assert worst(VECTORS[vector_id], 10**8) > CHECK
