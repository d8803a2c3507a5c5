"""False alarms of the tests of counts, over ten thousand simulated runs of right samplers.

Counts are drawn from the certified probabilities of the vectors: the points of a distribution
function together, events each by itself, which changes no expectation and no bound of it. What
fails is found from the shipped p-values: a test fails at the counts outside of an interval. The two
looks are used as in a run, at a budget of 1/400 a vector in place of 10^-9, where alarms can be
counted; the run's own budget follows from the bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction as F

import numpy as np
import pytest

from dpmean.exact.enclosure import binomial_tail
from dpmean.judging.draws.statistics import p_value
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector

VECTORS = [v for v in load() if v.kind == "stat"]
Says = Callable[[int, int, int, F, F], F]
N, ALPHA, FIRST = 1 << 14, F(1, 400), F(1, 20)


@dataclass(frozen=True)
class Binomial:
    """One test: a range that holds its probability, and how many times its p-value is
    multiplied.
    """

    low: F
    high: F
    times: int

    def accepted(self, limit: F, says: Says = p_value) -> tuple[int, int]:
        """The least and the greatest count at which the test does not fail."""

        def fails(k: int) -> bool:
            return bool(min(F(1), self.times * says(N, k, k, self.low, self.high)) <= limit)

        middle = min(N, max(0, round(N * (self.low + self.high) / 2)))
        return _last(lambda k: not fails(middle - k), middle, middle, -1), _last(
            lambda k: not fails(middle + k), N - middle, middle, 1
        )


def _last(good: Callable[[int], bool], most: int, start: int, sign: int) -> int:
    """start + sign k for the greatest k in 0..most up to which `good` holds; it holds at 0."""
    low, high = 0, most
    while low < high:
        k = (low + high + 1) // 2
        low, high = (k, high) if good(k) else (low, k - 1)
    return start + sign * low


def asked_of(vector: Vector) -> tuple[list[Binomial], list[Binomial]]:
    """The tests of events, and those of the points of the distribution function."""
    events, points = vector.expect["events"], vector.expect.get("cdf", [])
    parts = len(events) * (2 if points else 1)
    each = [Binomial(F(e["p"]["lo"]), F(e["p"]["hi"]), parts) for e in events]
    return each, [Binomial(F(q["p"]["lo"]), F(q["p"]["hi"]), 2 * len(points)) for q in points]


def counts(
    tests: tuple[list[Binomial], list[Binomial]], runs: int, rng: np.random.Generator
) -> np.ndarray:
    """What right samplers would be seen to do: a row a run, a column a test."""
    p = [float((t.low + t.high) / 2) for t in tests[0]]
    cells = np.diff([0.0, *(float((t.low + t.high) / 2) for t in tests[1]), 1.0]).clip(0)
    points = rng.multinomial(N, cells / cells.sum(), runs)[:, :-1].cumsum(axis=1)
    return np.hstack([rng.binomial(N, p, (runs, len(p))), points])


def alarms(vector: Vector, runs: int, rng: np.random.Generator, says: Says = p_value) -> int:
    """How many of the runs fail the vector in both looks."""
    tests, failing = asked_of(vector), runs
    for limit in (FIRST, ALPHA / FIRST):
        ends = np.array([t.accepted(limit, says) for part in tests for t in part])
        seen = counts(tests, failing, rng)
        failing = int(((seen < ends[:, 0]) | (seen > ends[:, 1])).any(axis=1).sum())
        if not failing:
            return 0
    return failing


def most(runs: int, vectors: int) -> int:
    """The count that right samplers exceed with probability at most 1e-6, whatever depends on what
    in a run's batch.
    """
    trials = runs * vectors
    low, high = 0, trials
    while low < high:
        k = (low + high) // 2
        low, high = (
            (low, k) if binomial_tail(trials, k + 1, ALPHA) <= F(1, 10**6) else (k + 1, high)
        )
    return low


@pytest.mark.parametrize("share", [32, pytest.param(1, marks=pytest.mark.slow)])
def test_ten_thousand_runs_raise_no_excess_of_alarms(share: int) -> None:
    """Fails with probability at most 1e-6 when the budget holds."""
    rng, vectors = np.random.default_rng(20261125), VECTORS[::share]
    seen = sum(alarms(v, 10_000, rng) for v in vectors)
    print(
        f"10,000 runs of {len(vectors)} vectors: {seen} alarms, at most "
        f"{most(10_000, len(vectors))} expected"
    )
    assert 0 < seen <= most(10_000, len(vectors))


def test_a_p_value_that_is_too_small_raises_more() -> None:
    """Kills p-values that are 64 times too small: one-sided, and as if a vector had one test of a
    few dozen.
    """
    rng, vectors = np.random.default_rng(20261126), VECTORS[::64]
    wrong = sum(alarms(v, 10_000, rng, lambda *given: p_value(*given) / 64) for v in vectors)
    assert wrong > most(10_000, len(vectors))
