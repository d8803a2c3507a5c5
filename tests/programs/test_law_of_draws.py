"""The exact law of a release against releases: counts of events whose chances it certifies.

Every event's count is binomial. An exact two-sided p-value below 10^-9 / (number of events) is an
alarm, so that all tests of this file together raise a false alarm with probability at most 10^-9
each.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.bulk import SystemStream, bulk
from dpmean.exact.digits import decimals
from dpmean.programs import interpret
from dpmean.programs.law_of import ReleaseLaw, Where, law_of
from dpmean.randomness.bits import SystemBits
from dpmean.suite.pvalues import binomial_p

ALARM = F(1, 10**9)
# a rounded output moves an event by this much at most: probabilities are widened by their change
GRID = F(1, 1 << 30)


def chances(law: ReleaseLaw, points: list[F], grid: F) -> list[tuple[F, F]]:
    """P(release <= x) lies between that at x - grid and that at x + grid."""
    found = []
    for x in points:
        low, high = decimals(law.cdf(x - grid), 25)[0], decimals(law.cdf(x + grid), 25)[1]
        found.append((max(F(low) - law.lost, F(0)), min(F(high) + law.lost, F(1))))
    return found


def judge(counts: list[int], n: int, ranges: list[tuple[F, F]]) -> None:
    for count, (low, high) in zip(counts, ranges, strict=True):
        assert binomial_p(n, count, count, low, high) > ALARM / len(counts), (count, n, float(low))


CASES: list[tuple[str, dict[str, str], list[Any], list[F], F | None]] = [
    (
        "independent_mean",
        {"epsilon": "1", "lower": "0", "upper": "2"},
        ["2", "1/2"],
        [F(1, 4), F(1, 2), F(1), F(5, 4), F(7, 4)],
        GRID,
    ),
    (
        "transformed_mean",
        {"epsilon": "1", "lower": "0", "upper": "2", "noise": "hourglass", "gamma": "1/2"},
        ["2", "1/2"],
        [F(1, 4), F(1, 2), F(1), F(5, 4), F(7, 4)],
        GRID,
    ),
    (
        "dpumean",
        {"epsilon": "2", "delta": "1/8", "clip": "1/2", "n1": "4", "n2": "2"},
        ["0", "1/4", "0", "1/2", "3", "1"],
        [F(0), F(1, 2), F(1), F(2)],
        GRID,
    ),
    (
        "shifted_clipped_mean",
        {"rho": "8", "u": "3", "d": "1", "n": "8", "beta": "9/10"},
        [["0"], ["0"], ["0"], ["1"], ["3"], ["3"], ["3"], ["2"]],
        [F(1, 2), F(1), F(3, 2), F(2)],
        None,
    ),
]


def released(
    name: str, params: dict[str, str], data: list[Any], points: list[F], grid: F | None, n: int
) -> None:
    mechanism, bits = build(name, params), SystemBits()
    ranges = chances(law_of(mechanism, data), points, grid or F(0))
    counts = [0] * len(points)
    records = mechanism.records(data)
    for _ in range(n):
        (x,) = interpret.release(mechanism.program(records), bits, grid)
        for i, at in enumerate(points):
            counts[i] += x is not None and x <= at
    judge(counts, n, ranges)


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("name", "params", "data", "points", "grid"), CASES, ids=[t[0] for t in CASES]
)
def test_a_thousand_releases(
    name: str, params: dict[str, str], data: list[Any], points: list[F], grid: F | None
) -> None:
    released(name, params, data, points, grid, 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "params", "data", "points", "grid"), CASES[1:], ids=[t[0] for t in CASES[1:]]
)
def test_a_million_releases(
    name: str, params: dict[str, str], data: list[Any], points: list[F], grid: F | None
) -> None:
    """The first case is left out, because a million of its releases take more than an hour."""
    released(name, params, data, points, grid, 10**6)


def counted(draw: Callable[[int], Any], points: list[int], n: int) -> list[int]:
    """How many of n integers are at most each point, a million at a time."""
    counts = [0] * len(points)
    for _ in range(n // 10**6):
        found = draw(10**6)
        counts = [c + int((found <= p).sum()) for c, p in zip(counts, points, strict=True)]
    return counts


def sum_of_noises(n: int) -> None:
    """Two blocks of one record with lattice noise.

    The release is (x + y + K + K')/2, K discrete Laplace of sensitivity 4.
    """
    law = law_of(
        build(
            "shuffled_mean",
            {
                "epsilon": "1",
                "lower": "0",
                "upper": "4",
                "n": "1",
                "blocks": "2",
                "noise": "discrete_laplace",
                "m": "1",
            },
        ),
        ["1", "3"],
    )
    points = [-9, -3, 0, 2, 5]
    source, stream = bulk("discrete_laplace", {"epsilon": "1", "sensitivity": "4"}), SystemStream()
    counts = counted(
        lambda k: (
            source.draw(stream, k)[0].astype("int64") + source.draw(stream, k)[0].astype("int64")
        ),
        points,
        n,
    )
    judge(counts, n // 10**6 * 10**6, chances(law, [F(4 + p, 2) for p in points], F(0)))


def test_a_million_sums_of_bulk_draws() -> None:
    sum_of_noises(10**6)


@pytest.mark.slow
def test_a_hundred_million_sums_of_bulk_draws() -> None:
    sum_of_noises(10**8)


def test_a_law_that_is_off_by_little_is_caught() -> None:
    """The same counts against the law with 5 % less noise: an alarm."""
    points = [-9, -3, 0, 2, 5]
    source, stream = bulk("discrete_laplace", {"epsilon": "1", "sensitivity": "4"}), SystemStream()
    counts = counted(
        lambda k: (
            source.draw(stream, k)[0].astype("int64") + source.draw(stream, k)[0].astype("int64")
        ),
        points,
        10**6,
    )
    wrong = law_of(
        build(
            "shuffled_mean",
            {
                "epsilon": "20/19",
                "lower": "0",
                "upper": "4",
                "n": "1",
                "blocks": "2",
                "noise": "discrete_laplace",
                "m": "1",
            },
        ),
        ["1", "3"],
    )
    with pytest.raises(AssertionError):
        judge(counts, 10**6, chances(wrong, [F(4 + p, 2) for p in points], F(0)))


def test_events_of_an_answer_and_of_none() -> None:
    law = law_of(build("dpucoarse", {"epsilon": "2", "delta": "1/8"}), ["0", "1/4", "5"])
    assert decimals(law.probability(Where("none")), 12)[0] > "0.9"
