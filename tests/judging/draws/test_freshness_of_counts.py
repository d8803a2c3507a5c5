"""Counts that are too even, batches that recur, and means that repeat; and independent draws, which
are seldom accused.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from dpmean.judging.draws import freshness
from dpmean.judging.draws.freshness import Ties, recurs, ties, too_even
from dpmean.suite.vectors import Vector
from tests.helpers.freshness_for_tests import (
    FLAT,
    LAPLACE,
    LAW,
    TINY,
    VECTORS,
    F,
    column,
    most,
    rows,
)

# ---------------------------------------------------------------- evenness


def test_no_count_of_a_binomial_is_likelier_than_the_bound() -> None:
    """Herzog's bound, for all m up to 60 and many q, small m q (1 - q) included."""
    for m in range(1, 61):
        for q in (F(1, 1000), F(1, 2 * m), F(1, m), F(1, 10), F(1, 3), F(1, 2)):
            if not 0 < q < 1:
                continue
            mode = max(math.comb(m, k) * q**k * (1 - q) ** (m - k) for k in range(m + 1))
            assert float(mode) <= 1 / math.sqrt(2 * math.e * m * q * (1 - q)) * (1 + 1e-12)


def uniform(points: int, blur: Fraction = F(0)) -> dict[str, Any]:
    """What is expected of uniform draws at so many equal thresholds."""
    return {
        "events": [],
        "cdf": [
            {
                "x": str(F(i, points + 1)),
                "p": {"lo": str(F(i, points + 1) - blur), "hi": str(F(i, points + 1) + blur)},
            }
            for i in range(1, points + 1)
        ],
    }


def test_evenness_by_hand() -> None:
    """1024 draws in 4 cells, three of which are counted, all as expected: with d = 0, 2 e 1024 / 4
    (1 - 1/4), and less.

    m q (1 - q) is 192, 1/4 of 767/4 less, and so on: the bound is about 1/(32.3 * 32.3 * 22).
    """
    even = column((np.arange(1024) + 0.5) / 1024)
    first, second, third = (2 * math.e * v for v in (192, F(2, 9) * 767, F(1, 4) * 510))
    bound = 1 / math.sqrt(first * second * third)
    assert too_even(uniform(3), even, F(0), F(bound * 1.001))
    assert not too_even(uniform(3), even, F(0), F(bound * 0.999))
    # no draw is near a threshold
    assert too_even(uniform(3), replace(even, grid=F(1, 2048)), F(0), F(bound * 1.001))
    # on this grid d may be 5/3: 5^3 times as likely, and more
    assert not too_even(uniform(3), replace(even, grid=F(1, 512)), F(0), F(bound * 124))
    assert too_even(uniform(3), replace(even, grid=F(1, 512)), F(0), F(bound * 130))
    assert not too_even(uniform(3), column(np.arange(256) / 256), F(0), F(1, 2))
    assert not too_even(uniform(1), even, F(0), F(1, 2))  # one threshold is no spread


@pytest.mark.parametrize(("points", "blur"), [(3, F(0)), (7, F(1, 32))])
def test_independent_draws_are_seldom_too_even(
    points: int, blur: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten thousand runs of 512 draws at a budget of 1/10, and where probabilities are known roughly
    only.
    """
    rng, runs, alpha = np.random.default_rng(points), 10_000, F(1, 10)
    once = freshness._cells(uniform(points, blur))
    monkeypatch.setattr(freshness, "_cells", lambda _: once)
    expect, cells = uniform(points, blur), np.full(points + 1, 1 / (points + 1))
    seen = 0
    for counts in rng.multinomial(512, cells, size=runs):
        below = np.cumsum(counts).tolist()
        batch = Counted({str(F(i, points + 1)): below[i - 1] for i in range(1, points + 1)})
        seen += bool(too_even(expect, batch, F(0), alpha))  # type: ignore[arg-type]
    assert seen <= most(runs, alpha)


class Counted:
    """A batch of which only counts up to a threshold are asked."""

    grid, n = F(0), 512

    def __init__(self, below: dict[str, int]) -> None:
        self.below = below

    def count(self, event: Any, center: Fraction) -> tuple[int, int]:
        """As of a batch."""
        return self.below[event["at"]], self.below[event["at"]]


# ---------------------------------------------------------------- recurrence and repeats


@pytest.mark.parametrize("law", [LAW, FLAT])
@pytest.mark.parametrize("alpha", [F(1, 10), F(1, 30)])
def test_two_batches_are_seldom_the_same(law: dict[int, Fraction], alpha: Fraction) -> None:
    """Exactly, over all batches of five draws: kills a bound that forgets in how many orders the
    counts come.
    """
    chances: dict[tuple[float, ...], Fraction] = {}
    for draws in product(law, repeat=5):
        key = tuple(sorted(draws))
        chances[key] = chances.get(key, F(0)) + math.prod((law[d] for d in draws), start=F(1))
    said = sum(p * p for draws, p in chances.items() if recurs(column(draws), column(draws), alpha))
    assert said <= alpha
    assert all(
        p <= alpha for draws, p in chances.items() if recurs(column(draws), column(draws), alpha)
    )


def test_recurring_batches_by_hand() -> None:
    """Eight different draws recur with at most 8!/8^8 = 0.0024; four twice, with 8!/2^4/4^8; one
    alone proves nothing.
    """
    eight = rows(*((v, 1) for v in range(8)))
    exact = F(math.factorial(8), 8**8)
    assert [recurs(eight, eight, exact * F(s, 1000)) for s in (1001, 999)] == [True, False]
    twice = rows(*((v, 2) for v in range(4)))
    exact = F(math.factorial(8), 2**4 * 4**8)
    assert [recurs(twice, twice, exact * F(s, 1000)) for s in (1001, 999)] == [True, False]
    assert not recurs(rows((0, 500)), rows((0, 500)), F(1, 2))
    assert not recurs(eight, rows(*((v, 1) for v in range(1, 9))), F(1))
    signed = column([0.0, -0.0, 1.0, 2.0])  # 0 came twice
    assert recurs(signed, column([1.0, 0.0, 2.0, 0.0]), F(1)) and not recurs(
        signed, column([0.0, 1.0, 2.0, 2.0]), F(1)
    )


MEAN = VECTORS["shifted_mean-stat-epsilon1-lower0-upper1-200"]


def told_of(tied: Ties | None) -> str:
    return "" if tied is None else tied.problem.words


def test_means_off_their_atoms_do_not_repeat() -> None:
    """Kills a pool of releases: a mean repeats at its bounds and midpoint only."""
    rng = np.random.default_rng(1)
    fresh = np.clip(rng.normal(0.5, 0.1, 4096), 0, 1)
    fresh[:1000], fresh[1000:1500], fresh[1500:1600] = 0, 1, 0.5
    assert ties(MEAN, column(fresh), TINY) is None
    pooled = column(rng.choice(fresh[1600:1900], 4096))
    assert "equal an earlier one" in told_of(ties(MEAN, pooled, TINY))
    mirror = np.concatenate([fresh[1600:2600], 1 - fresh[1600:2600]])
    assert "or its mirror image" in told_of(ties(MEAN, column(mirror), TINY))
    # on a public grid of 2^-20 a few of 4096 are equal, on one of 2^-10 most: when it is declared
    # that is right
    grid = np.round(fresh * 2.0**10) / 2.0**10
    tied = ties(MEAN, column(grid), TINY)
    # what explains the repeats, and what to do about it
    assert tied is not None and tied.grid == F(1, 1024)
    assert '"grid": "1/1024"' in told_of(tied)
    few = column(np.round(pooled.columns[0] * 2**30) / 2**30)
    # a pool is none though it lies on a grid
    tied = ties(MEAN, few, TINY)
    assert tied is not None and not tied.grid
    assert ties(MEAN, replace(column(grid), grid=F(1, 2**10)), TINY) is None
    observed: Vector = replace(MEAN, input={**MEAN.input, "observe": "noisy_count"})
    assert ties(observed, column(np.full(64, 200.0)), TINY) is None  # a step is no mean


def test_runs_of_records_are_counted() -> None:
    """Kills a density that knows no records but those written one by one: that of 257 is a hundred
    times as high.
    """
    one = replace(
        VECTORS["shifted_mean-stat-epsilon1-lower0-upper1-257"],
        input={"records": [{"value": "0", "times": "100000"}]},
    )
    two = replace(one, input={"data": ["0"] * 100_000})
    rng = np.random.default_rng(3)
    draws = replace(
        column(np.round((0.3 + 1e-5 * rng.laplace(size=256)) * 2**20) / 2**20), grid=F(1, 2**20)
    )
    assert ties(one, draws, TINY) is None and ties(two, draws, TINY) is None


def test_doubles_that_are_far_apart_repeat() -> None:
    """Kills a grid of 2^-40 for all: between 2^30 and 2^30 + 1 lie four million doubles."""
    far = VECTORS["sized_mean-stat-epsilon2-lower1073741824-n16-noiselaplace-upper1073741825-16"]
    rng = np.random.default_rng(4)
    draws = column(2.0**30 + 0.5 + rng.laplace(0, 0.03, 1 << 14).clip(-0.49, 0.49))
    assert ties(far, draws, TINY) is None
    assert ties(far, column(np.repeat(2.0**30 + rng.random(64), 4)), TINY)
    moved = replace(LAPLACE, input={**LAPLACE.input, "center": str(2**33)})
    assert ties(moved, column(2.0**33 + rng.laplace(size=4096)), TINY) is None
    assert ties(LAPLACE, column(np.repeat(rng.laplace(size=64), 4)), TINY)
