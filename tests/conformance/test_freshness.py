"""Whether draws are fresh: each way not to be is seen, and independent draws of any law are seldom accused.

What is said of chance is compared with exact enumeration where that is possible, and with ten thousand simulated runs
and more elsewhere. Of N runs at a budget `a` each, more than `most(N, a)` alarms have probability at most 1e-6.
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

from dpmean.conformance.judging import freshness
from dpmean.conformance.judging.batch import Batch
from dpmean.conformance.judging.freshness import (
    balanced,
    divisor,
    in_order,
    matched_p,
    mirrored,
    neighbours,
    recurs,
    repeated,
    stale,
    too_even,
)
from dpmean.exact.enclosure import binomial_tail
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector

F = Fraction
VECTORS = {v.id: v for v in load() if v.kind == "stat"}
LAPLACE, LATTICE = VECTORS["laplace-stat-epsilon1-0"], VECTORS["discrete_laplace-stat-epsilon1-0"]
WIDE = VECTORS["discrete_laplace-stat-epsilon1_64-0"]
PLANE = VECTORS["discrete_hourglass-stat-epsilon1-gamma1_2-m4"]
TINY = F(1, 10**13)  # what a check of a run at the published budget has
HALF = {"name": "positive", "on": "x", "relation": "ge", "at": "0", "p": {"lo": "1/2", "hi": "1/2"}}
Rng = np.random.Generator


def most(runs: int, alpha: Fraction) -> int:
    return next(k for k in range(runs) if binomial_tail(runs, k + 1, alpha) <= F(1, 10**6))


def rows(*given: tuple[float, int]) -> Batch:
    return Batch(sum(c for _, c in given), rows=tuple(((F(v),), c) for v, c in given))


def column(values: Any) -> Batch:
    return Batch(len(values), (np.asarray(values, dtype=float),))


def lattice(rng: Rng, n: int, epsilon: float = 1) -> Any:
    """Draws of the discrete Laplace law."""
    p = 1 - math.exp(-epsilon)
    return (rng.geometric(p, n) - rng.geometric(p, n)).astype(float)


def quantile(u: Any) -> Any:
    """The quantile of the Laplace law."""
    return np.where(u < 0.5, np.log(2 * u), -np.log(2 - 2 * u))


# ---------------------------------------------------------------- all together, on a batch

N = 1 << 14


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
    "each draw twice": (lambda rng: np.repeat(rng.laplace(size=N // 2), 2), "8192 of 16384 draws equal an earlier one"),
    "a pool": (lambda rng: rng.choice(rng.laplace(size=1000), N), "draws equal an earlier one"),
    "opposite pairs": (lambda rng: np.outer(rng.laplace(size=N // 2), [1, -1]).ravel(), "or its mirror image"),
    "alternating signs": (_alternating, "draws next to each other, 0 agree about"),
    "sticky signs": (_sticky, "draws next to each other"),
    "two generators in turn": (_next_but_one, "draws next but one, 0 agree about"),
    "a Latin hypercube": (_latin, "spread evenly"),
    "strata": (_stratified, "spread evenly"),
}


@pytest.mark.parametrize("name", CONTINUOUS)
def test_draws_of_the_right_law_that_are_not_fresh_are_told(name: str) -> None:
    """Kills a judge of the law alone, for which each of these is the best of all samplers."""
    draw, told = CONTINUOUS[name]
    assert told in stale(LAPLACE, column(draw(np.random.default_rng(1))), 5 * TINY)


@pytest.mark.parametrize("seed", range(20))
def test_fresh_draws_are_not_accused(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert stale(LAPLACE, column(rng.laplace(size=N)), 5 * TINY) == ""
    assert stale(LATTICE, column(lattice(rng, N)), 5 * TINY) == ""
    assert stale(LATTICE, column(3 * lattice(rng, N)), 5 * TINY) == ""  # another law is not what is looked for


def test_draws_of_a_lattice_law_that_are_not_fresh_are_told() -> None:
    """Kills a runner that loses the order with the counts: two processes with one generator give each count twice."""
    rng = np.random.default_rng(3)
    half = lattice(rng, N // 2, 1 / 64)
    for often in (2, 3, 4):
        values, counts = np.unique(half, return_counts=True)
        batch = rows(*((v, often * int(c)) for v, c in zip(values, counts, strict=True)))
        found = stale(WIDE, batch, 5 * TINY)
        assert found.startswith("every count is a multiple of ")
        assert int(found.split()[6][:-1]) % often == 0
    assert "opposite pairs" in stale(WIDE, column([*half, *-half]), 5 * TINY)
    x, y = lattice(rng, N // 2), lattice(rng, N // 2)
    plane = Batch(N, (np.concatenate([x, -x]), np.concatenate([y, -y])))
    assert "opposite pairs" in stale(PLANE, plane, 5 * TINY)
    twice = Batch(N, (np.tile(x, 2), np.tile(y, 2)))
    assert "every count is a multiple of 2" in stale(PLANE, twice, 5 * TINY)
    assert stale(PLANE, Batch(N // 2, (x, y)), 5 * TINY) == ""


# ---------------------------------------------------------------- pairs and divisors


LAW = {-2: F(1, 8), -1: F(1, 4), 0: F(1, 4), 1: F(1, 4), 2: F(1, 8)}
FLAT = {-2: F(1, 4), -1: F(1, 4), 1: F(1, 4), 2: F(1, 4)}


@pytest.mark.parametrize(("law", "n"), [(LAW, 4), (FLAT, 4), (FLAT, 6)])
def test_pairs_and_divisors_are_rarer_than_alpha_by_enumeration(law: dict[int, Fraction], n: int) -> None:
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
    """For g = 2, the share of alpha is 1/2, and each pair is worth 1/2; an outcome alone, and one that is only said to
    have come 0 times, are worth nothing.
    """
    pairs = [(2, 4), (6, 2), (4, 4)]
    assert [divisor(pairs, a) for a in (F(1, 4), F(1, 5))] == [2, 0]
    assert divisor([*pairs, *[(2, 0)] * 50, *[(0, 0)] * 50], F(1, 5)) == 0
    assert divisor([(4, 4)] * 4, F(1, 8)) == 4
    # of 2, 4, 5, 10 and 20, the best is 5: 20 (1/5 + 4/5 cos(pi/5)^40)^10 = 2.065e-6, less than 2/2^10
    assert [divisor([(20, 20)] * 10, F(s, 10**8)) for s in (207, 206)] == [20, 0]
    assert divisor([(2, 3)], F(1)) == divisor([], F(1)) == 0
    nine = [(9, 9)] * 2  # 3: 6 (1/3 + 2/3 / 2^18)^2 = 0.6667
    assert [divisor(nine, F(2, 3) + F(s, 10**4)) for s in (1, -1)] == [9, 0]


def test_counts_of_nothing_are_no_evidence() -> None:
    """Kills a bound by pairs of which none ever came: a table with many zeros, of a right law, was accused."""
    table = rows((0, 40), (1, 4), (-1, 4), *((v, 0) for v in range(2, 60)))
    assert stale(LATTICE, table, 5 * TINY) == ""
    assert not recurs(table, table, TINY)  # and zeros have no logarithm


def test_centers_that_are_no_doubles_have_no_mirror_images() -> None:
    """Kills pairs of values whose mirror image rounds elsewhere: around 1/3 each of them stands alone."""
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
        ways = math.factorial(size) // (math.factorial(a) * math.factorial(d) * math.factorial(size - a - d))
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
    """Ten thousand runs of 64 draws at a budget of 1/20: kills pairs that share draws and are counted as disjoint."""
    rng, runs, alpha = np.random.default_rng(seed), 10_000, F(1, 20)
    seen = sum(bool(neighbours(HALF, happened, alpha)) for happened in rng.random((runs, 64)) < chance)
    assert seen <= most(runs, alpha)


def test_dependence_of_neighbours_is_seen_whatever_the_law() -> None:
    """Kills a test that knows the law: a scale that is wrong, or rounding to a coarse grid, is no dependence."""
    rng = np.random.default_rng(5)
    for chance in (0.1, 0.5, 0.9):
        happened = rng.random(4096) < chance
        assert neighbours(HALF, happened, TINY) == ""
        assert "next to each other" in neighbours(HALF, np.repeat(happened[:2048], 2), TINY)
        assert "next to each other" in neighbours(HALF, np.roll(np.repeat(happened[:2048], 2), 1), TINY)
    coarse = replace_grid(column(np.round(rng.laplace(size=4096) * 16) / 16), F(1, 16))
    assert in_order(LAPLACE.expect, coarse, F(0), TINY) == ""
    twice = replace_grid(column(np.repeat(coarse.columns[0], 2)), F(1, 16))
    assert "depend on one another" in in_order(LAPLACE.expect, twice, F(0), TINY)


def replace_grid(batch: Batch, grid: Fraction) -> Batch:
    return replace(batch, grid=grid)


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
    return {"events": [], "cdf": [{"x": str(F(i, points + 1)), "p": {"lo": str(F(i, points + 1) - blur),
        "hi": str(F(i, points + 1) + blur)}} for i in range(1, points + 1)]}


def test_evenness_by_hand() -> None:
    """1024 draws in 4 cells, three of which are counted, all as expected: with d = 0, 2 e 1024 / 4 (1 - 1/4), and less.

    m q (1 - q) is 192, 1/4 of 767/4 less, and so on: the bound is about 1/(32.3 * 32.3 * 22).
    """
    even = column((np.arange(1024) + 0.5) / 1024)
    first, second, third = (2 * math.e * v for v in (192, F(2, 9) * 767, F(1, 4) * 510))
    bound = 1 / math.sqrt(first * second * third)
    assert too_even(uniform(3), even, F(0), F(bound * 1.001))
    assert not too_even(uniform(3), even, F(0), F(bound * 0.999))
    assert not too_even(uniform(3), replace(even, grid=F(1, 1024)), F(0), F(1, 2))
    assert not too_even(uniform(3), column(np.arange(256) / 256), F(0), F(1, 2))
    assert not too_even(uniform(1), even, F(0), F(1, 2))  # one threshold is no spread


@pytest.mark.parametrize(("points", "blur"), [(3, F(0)), (7, F(1, 32))])
def test_independent_draws_are_seldom_too_even(points: int, blur: Fraction,
        monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand runs of 512 draws at a budget of 1/10, and where probabilities are known roughly only."""
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
    """Exactly, over all batches of five draws: kills a bound that forgets in how many orders the counts come."""
    chances: dict[tuple[float, ...], Fraction] = {}
    for draws in product(law, repeat=5):
        key = tuple(sorted(draws))
        chances[key] = chances.get(key, F(0)) + math.prod((law[d] for d in draws), start=F(1))
    said = sum(p * p for draws, p in chances.items() if recurs(column(draws), column(draws), alpha))
    assert said <= alpha
    assert all(p <= alpha for draws, p in chances.items() if recurs(column(draws), column(draws), alpha))


def test_recurring_batches_by_hand() -> None:
    """Eight different draws recur with at most 8!/8^8 = 0.0024; four twice, with 8!/2^4/4^8; one alone proves nothing.
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
    assert recurs(signed, column([1.0, 0.0, 2.0, 0.0]), F(1)) and not recurs(signed, column([0.0, 1.0, 2.0, 2.0]), F(1))


MEAN = VECTORS["shifted_mean-stat-epsilon1-lower0-upper1-200"]


def test_means_off_their_atoms_do_not_repeat() -> None:
    """Kills a pool of releases: a mean repeats at its bounds and midpoint only."""
    rng = np.random.default_rng(1)
    fresh = np.clip(rng.normal(0.5, 0.1, 4096), 0, 1)
    fresh[:1000], fresh[1000:1500], fresh[1500:1600] = 0, 1, 0.5
    assert repeated(MEAN, column(fresh), F(0), TINY) == ""
    pooled = column(rng.choice(fresh[1600:1900], 4096))
    assert "equal an earlier one" in repeated(MEAN, pooled, F(0), TINY)
    mirror = np.concatenate([fresh[1600:2600], 1 - fresh[1600:2600]])
    assert "or its mirror image" in repeated(MEAN, column(mirror), F(0), TINY)
    # on a public grid of 2^-20 a few of 4096 are equal, on one of 2^-10 most: when it is declared that is right
    grid = np.round(fresh * 2.0**10) / 2.0**10
    assert repeated(MEAN, column(grid), F(0), TINY)
    assert repeated(MEAN, replace(column(grid), grid=F(1, 2**10)), F(0), TINY) == ""
    observed: Vector = replace(MEAN, input={**MEAN.input, "observe": "noisy_count"})
    assert repeated(observed, column(np.full(64, 200.0)), F(0), TINY) == ""  # a step is no mean


def test_runs_of_records_are_counted() -> None:
    """Kills a density that knows no records but those written one by one: that of 257 is a hundred times as high."""
    one = replace(VECTORS["shifted_mean-stat-epsilon1-lower0-upper1-257"],
        input={"records": [{"value": "0", "times": "100000"}]})
    two = replace(one, input={"data": ["0"] * 100_000})
    rng = np.random.default_rng(3)
    draws = replace(column(np.round((0.3 + 1e-5 * rng.laplace(size=256)) * 2**20) / 2**20), grid=F(1, 2**20))
    assert repeated(one, draws, F(0), TINY) == repeated(two, draws, F(0), TINY) == ""


def test_doubles_that_are_far_apart_repeat() -> None:
    """Kills a grid of 2^-40 for all: between 2^30 and 2^30 + 1 lie four million doubles."""
    far = VECTORS["sized_mean-stat-epsilon2-lower1073741824-n16-noiselaplace-upper1073741825-16"]
    rng = np.random.default_rng(4)
    assert repeated(far, column(2.0**30 + 0.5 + rng.laplace(0, 0.03, 1 << 14).clip(-0.49, 0.49)), F(0), TINY) == ""
    assert repeated(far, column(np.repeat(2.0**30 + rng.random(64), 4)), F(0), TINY)
    moved = replace(LAPLACE, input={**LAPLACE.input, "center": str(2**33)})
    assert repeated(moved, column(2.0**33 + rng.laplace(size=4096)), F(2**33), TINY) == ""
    assert repeated(LAPLACE, column(np.repeat(rng.laplace(size=64), 4)), F(0), TINY)


def test_the_checks_share_alpha() -> None:
    """Five checks, each with a fifth: kills a sixth one that is forgotten."""
    called = [name for name in ("balanced", "divisor", "repeated", "in_order", "too_even")
        if f"{name}(" in _source(stale)]
    assert len(called) == freshness.TESTS


def _source(function: Any) -> str:
    import inspect

    return inspect.getsource(function)
