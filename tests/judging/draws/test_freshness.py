"""Whether draws are fresh: each way not to be is seen, and independent draws of any law are seldom
accused.

What is said of chance is compared with exact enumeration where that is possible, and with ten
thousand simulated runs and more elsewhere. Of N runs at a budget `a` each, more than `most(N, a)`
alarms have probability at most 1e-6.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from dpmean.judging.draws import freshness
from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.freshness import (
    balanced,
    divisor,
    in_order,
    matched_p,
    mirrored,
    neighbours,
    recurs,
    stale,
)
from tests.helpers.freshness_for_tests import (
    FLAT,
    HALF,
    LAPLACE,
    LATTICE,
    LAW,
    PLANE,
    TINY,
    WIDE,
    F,
    Rng,
    column,
    lattice,
    most,
    quantile,
    rows,
)

# ---------------------------------------------------------------- all together, on a batch

N = 1 << 14
AXIS_PAIRS = N // 2 + freshness.AXIS  # the draws in which the first pairs are


def _latin(rng: Rng) -> Any:
    return quantile((rng.permutation(4 * N) + rng.random(4 * N)) / (4 * N))


def _stratified(rng: Rng) -> Any:
    """In each of N equal strata four, shuffled."""
    return quantile((rng.permutation(4 * N) % N + rng.random(4 * N)) / N)


def _alternating(rng: Rng) -> Any:
    return rng.exponential(size=N) * np.tile([1, -1], N // 2)


def _sticky(rng: Rng) -> Any:
    """Every second draw has the sign of the one before with 3/4."""
    signs = rng.choice([-1, 1], N)
    signs[1::2] = np.where(rng.random(N // 2) < 0.5, signs[::2], signs[1::2])
    return rng.exponential(size=N) * signs


def _next_but_one(rng: Rng) -> Any:
    """Two generators in turn, whose draws alternate each."""
    signs = np.ravel([[s, t, -s, -t] for s, t in rng.choice([-1, 1], (N // 4, 2))])
    return rng.exponential(size=N) * signs


CONTINUOUS: dict[str, tuple[Callable[[Rng], Any], str]] = {
    "each draw twice": (
        lambda rng: np.repeat(rng.laplace(size=N // 2), 2),
        "of 8192 pairs of draws 1 apart, 8192 are equal",
    ),
    "a seed for every 1,000 draws": (
        lambda rng: np.resize(rng.laplace(size=1000), N),
        "draws 1000 apart",
    ),
    "every third draw again": (
        lambda rng: np.ravel([[x, x, y] for x, y in rng.laplace(size=(N // 3, 2))]),
        "1 apart",
    ),
    "opposite pairs": (
        lambda rng: np.outer(rng.laplace(size=N // 2), [1, -1]).ravel(),
        "1 apart, 8192 are equal or mirror images",
    ),
    "alternating signs": (_alternating, "draws next to each other, 0 agree about"),
    "sticky signs": (_sticky, "draws next to each other"),
    "two generators in turn": (_next_but_one, "draws next but one, 0 agree about"),
    "chunks from one seed": (
        lambda rng: (
            np.tile(rng.laplace(size=N // 4), 4)
            + rng.normal(scale=1e-9, size=N).round(12) * (np.arange(N) % 64 == 0)
        ),
        "draws 4096 apart",
    ),
    "a Latin hypercube": (_latin, "spread evenly"),
    "strata": (_stratified, "spread evenly"),
}


@pytest.mark.parametrize("name", CONTINUOUS)
def test_draws_of_the_right_law_that_are_not_fresh_are_told(name: str) -> None:
    """Kills a judge of the law alone, for which each of these is the best of all samplers."""
    draw, told = CONTINUOUS[name]
    assert told in str(stale(LAPLACE, column(draw(np.random.default_rng(1))), 5 * TINY))


@pytest.mark.parametrize("seed", range(20))
def test_fresh_draws_are_not_accused(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert stale(LAPLACE, column(rng.laplace(size=N)), 5 * TINY) is None
    assert stale(LATTICE, column(lattice(rng, N)), 5 * TINY) is None
    # another law is not what is looked for
    assert stale(LATTICE, column(3 * lattice(rng, N)), 5 * TINY) is None


def test_draws_of_a_lattice_law_that_are_not_fresh_are_told() -> None:
    """Kills a runner that loses the order with the counts: two processes with one generator give
    each count twice.
    """
    rng = np.random.default_rng(3)
    half = lattice(rng, N // 2, 1 / 64)
    for often in (2, 3, 4):
        values, counts = np.unique(half, return_counts=True)
        batch = rows(*((v, often * int(c)) for v, c in zip(values, counts, strict=True)))
        found = str(stale(WIDE, batch, 5 * TINY))
        assert found.startswith("every count is a multiple of ")
        assert int(found.split()[6][:-1]) % often == 0
    assert "opposite pairs" in str(stale(WIDE, column([*half, *-half]), 5 * TINY))
    x, y = lattice(rng, N // 2), lattice(rng, N // 2)
    plane = Batch(N, (np.concatenate([x, -x]), np.concatenate([y, -y])))
    assert "opposite pairs" in str(stale(PLANE, plane, 5 * TINY))
    twice = Batch(N, (np.tile(x, 2), np.tile(y, 2)))
    assert "every count is a multiple of 2" in str(stale(PLANE, twice, 5 * TINY))
    assert stale(PLANE, Batch(N // 2, (x, y)), 5 * TINY) is None


# ---------------------------------------------------------------- pairs and divisors


@pytest.mark.parametrize(("law", "n"), [(LAW, 4), (FLAT, 4), (FLAT, 6)])
def test_pairs_and_divisors_are_rarer_than_alpha_by_enumeration(
    law: dict[int, Fraction], n: int
) -> None:
    """Exactly, over all sequences: kills a bound that is no bound."""
    chances: dict[tuple[int, ...], Fraction] = {}
    for draws in product(law, repeat=n):
        key = tuple(sorted(draws))
        chances[key] = chances.get(key, F(0)) + math.prod((law[d] for d in draws), start=F(1))
    seen = {draws: mirrored(column(draws), F(0)) for draws in chances}
    for alpha in (F(1, 2), F(1, 4), F(1, 8), F(1, 16)):
        assert sum(p for draws, p in chances.items() if balanced(*seen[draws]) <= alpha) <= alpha
        assert sum(p for draws, p in chances.items() if divisor(seen[draws][0], alpha)) <= alpha


def test_a_divisor_by_hand() -> None:
    """For g = 2, the share of alpha is 1/2, and each pair is worth 1/2; an outcome alone, and one
    that is only said to have come 0 times, are worth nothing.
    """
    pairs = [(2, 4), (6, 2), (4, 4)]
    assert [divisor(pairs, a) for a in (F(1, 4), F(1, 5))] == [2, 0]
    assert divisor([*pairs, *[(2, 0)] * 50, *[(0, 0)] * 50], F(1, 5)) == 0
    assert divisor([(4, 4)] * 4, F(1, 8)) == 4
    # of 2, 4, 5, 10 and 20, the best is 5: 20 (1/5 + 4/5 cos(pi/5)^40)^10 = 2.065e-6, less than
    # 2/2^10
    assert [divisor([(20, 20)] * 10, F(s, 10**8)) for s in (207, 206)] == [20, 0]
    assert divisor([(2, 3)], F(1)) == divisor([], F(1)) == 0
    nine = [(9, 9)] * 2  # 3: 6 (1/3 + 2/3 / 2^18)^2 = 0.6667
    assert [divisor(nine, F(2, 3) + F(s, 10**4)) for s in (1, -1)] == [9, 0]


def test_counts_of_nothing_are_no_evidence() -> None:
    """Kills a bound by pairs of which none ever came: a table with many zeros, of a right law, was
    accused.
    """
    table = rows((0, 40), (1, 4), (-1, 4), *((v, 0) for v in range(2, 60)))
    assert stale(LATTICE, table, 5 * TINY) is None
    assert not recurs(table, table, TINY)  # and zeros have no logarithm


def test_centers_that_are_no_doubles_have_no_mirror_images() -> None:
    """Kills pairs of values whose mirror image rounds elsewhere: around 1/3 each of them stands
    alone.
    """
    rng = np.random.default_rng(2)
    pairs, apart = mirrored(column(lattice(rng, N) + 1 / 3), F(1, 3))
    assert apart > 2
    doubled = np.repeat(lattice(rng, 40) + 1 / 3, 2)
    alone = mirrored(column(doubled), F(1, 3))[0]
    assert sum(bool(a and b) for a, b in alone) < len(alone)
    assert divisor([p for p in alone if not all(p)], F(1, 4)) == 0


# ---------------------------------------------------------------- neighbours


def exact_p(size: int, often: int, apart: int) -> Fraction:
    """Twice the smaller tail of the number of mixed pairs, by all placements."""
    chances = {}
    for d in range(often % 2, min(often, 2 * size - often) + 1, 2):
        a = (often - d) // 2
        ways = math.factorial(size) // (
            math.factorial(a) * math.factorial(d) * math.factorial(size - a - d)
        )
        chances[d] = F(ways * 2**d, math.comb(2 * size, often))
    assert sum(chances.values()) == 1
    above = sum((p for d, p in chances.items() if d >= apart), F(0))
    return 2 * min(above, 1 + chances[apart] - above)


@pytest.mark.parametrize("size", [1, 2, 3, 8, 40])
def test_the_chance_of_mixed_pairs_is_a_bound_and_a_sharp_one(size: int) -> None:
    """For every number of happenings and of mixed pairs, against all placements."""
    for often in range(2 * size + 1):
        for apart in range(often % 2, min(often, 2 * size - often) + 1, 2):
            exact, bound = min(F(1), exact_p(size, often, apart)), matched_p(size, often, apart)
            assert exact <= bound
            assert bound <= 3 * exact + F(1, 10**9) or exact > F(1, 100)


def test_mixed_pairs_by_hand() -> None:
    """Half of 128 in 64 pairs, all mixed: 2 * 2^64 / C(128, 64); only one way to place none."""
    assert float(matched_p(64, 64, 64)) == pytest.approx(2 * 2**64 / math.comb(128, 64), rel=1e-3)
    assert matched_p(64, 0, 0) == matched_p(64, 128, 0) == 1
    assert float(matched_p(1 << 22, 1 << 22, 1 << 21)) == 1


@pytest.mark.parametrize(("chance", "seed"), [(0.5, 1), (0.25, 2), (0.8, 3)])
def test_independent_events_in_order_raise_no_excess_of_alarms(chance: float, seed: int) -> None:
    """Ten thousand runs of 64 draws at a budget of 1/20: kills pairs that share draws and are
    counted as disjoint.
    """
    rng, runs, alpha = np.random.default_rng(seed), 10_000, F(1, 20)
    seen = sum(
        bool(neighbours(HALF, happened, alpha)) for happened in rng.random((runs, 64)) < chance
    )
    assert seen <= most(runs, alpha)


def test_dependence_of_neighbours_is_seen_whatever_the_law() -> None:
    """Kills a test that knows the law: a scale that is wrong, or rounding to a coarse grid, is no
    dependence.
    """
    rng = np.random.default_rng(5)
    for chance in (0.1, 0.5, 0.9):
        happened = rng.random(4096) < chance
        assert neighbours(HALF, happened, TINY) == ""
        assert "next to each other" in neighbours(HALF, np.repeat(happened[:2048], 2), TINY)
        assert "next to each other" in neighbours(
            HALF, np.roll(np.repeat(happened[:2048], 2), 1), TINY
        )
    coarse = replace_grid(column(np.round(rng.laplace(size=4096) * 16) / 16), F(1, 16))
    assert in_order(LAPLACE.expect, coarse, F(0), TINY) == ""
    twice = replace_grid(column(np.repeat(coarse.columns[0], 2)), F(1, 16))
    assert "depend on one another" in in_order(LAPLACE.expect, twice, F(0), TINY)


def test_mirror_images_around_an_axis_that_nobody_passed_are_told() -> None:
    """Kills antithetic noise of a count or a sum, whose mirror is the true value; an axis that is
    tested with the draws that chose it; discrete noise whose sums are often the same.
    """
    rng = np.random.default_rng(8)
    for center in (3.0, 100000.5):
        z = np.round(rng.laplace(size=N // 2) * 2**20) / 2**20
        told = freshness.around_an_axis([np.concatenate([center + z, center - z])], TINY)
        assert "mirror images" in told
        pieces = np.concatenate(
            [center + z[:2048], center - z[:2048], center + z[2048:4096], center - z[2048:4096]]
        )
        assert "mirror images" in freshness.around_an_axis([pieces], TINY)
        pairs = np.stack([center + z, center - z], axis=1).ravel()
        assert "mirror images" in freshness.around_an_axis([pairs], TINY)
        few = np.concatenate([center + z, center - z])
        few[AXIS_PAIRS:] = center + np.round(rng.laplace(size=N - AXIS_PAIRS) * 2**20) / 2**20
        assert freshness.around_an_axis([few], TINY) == ""
        whole = center + rng.geometric(0.6, N) - rng.geometric(0.6, N)
        assert freshness.around_an_axis([whole], F(1, 1000)) == ""
        assert freshness.around_an_axis([np.full(N, center)], F(1, 1000)) == ""


def replace_grid(batch: Batch, grid: Fraction) -> Batch:
    return replace(batch, grid=grid)


def test_the_checks_share_alpha() -> None:
    """Eight checks, each with an eighth: kills a ninth one that is forgotten."""
    called = [
        name
        for name in (
            "balanced",
            "divisor",
            "at_one_lag",
            "around_an_axis",
            "in_order",
            "follows",
            "recurring",
            "too_even",
        )
        if f"{name}(" in _source(stale)
    ]
    assert len(called) == freshness.TESTS


def _source(function: Any) -> str:
    import inspect

    return inspect.getsource(function)
