"""`density_at_most` of the means: no cell of simulated releases holds more than it allows, and it
is not idle.

A cell of probability p holds, of N releases, more than N p + 6 sqrt(N p) + 20 with probability
below 1e-8 (Bernstein).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.suite.kinds.tape import built

N, CELLS = 1 << 20, 512
CASES: dict[str, tuple[str, dict[str, str], float, int]] = {
    # object, parameters, the mean of the records, their number
    "sized": (
        "sized_mean",
        {"epsilon": "2", "lower": "-1", "upper": "3", "n": "8", "noise": "laplace"},
        1.0,
        8,
    ),
    "shifted": ("shifted_mean", {"epsilon": "1", "lower": "0", "upper": "1"}, 0.75, 200),
    "shifted, one record": ("shifted_mean", {"epsilon": "4", "lower": "0", "upper": "1"}, 0.375, 1),
    "independent": ("independent_mean", {"epsilon": "1", "lower": "0", "upper": "1"}, 0.25, 200),
    "independent, far": (
        "independent_mean",
        {"epsilon": "1", "lower": "10", "upper": "12"},
        11.5,
        200,
    ),
    "transformed": (
        "transformed_mean",
        {"epsilon": "1/2", "lower": "-2", "upper": "6", "noise": "laplace"},
        1.0,
        200,
    ),
    "transformed, at a bound": (
        "transformed_mean",
        {"epsilon": "1", "lower": "0", "upper": "1", "noise": "laplace"},
        0.0,
        40,
    ),
}


def releases(
    object_: str, given: dict[str, str], mean: float, n: int, rng: np.random.Generator
) -> Any:
    """Releases by the definitions, in doubles."""
    epsilon, low, high = (float(Fraction(given[k])) for k in ("epsilon", "lower", "upper"))
    width, middle = high - low, (low + high) / 2
    if object_ == "sized_mean":
        return np.clip(mean + rng.laplace(0, width / n / epsilon, N), low, high)
    if object_ == "transformed_mean":
        share = (mean - low) / width
        one, two = (
            n * share + rng.laplace(0, 1 / epsilon, N),
            n * (1 - share) + rng.laplace(0, 1 / epsilon, N),
        )
        return np.where(one + two > 0, np.clip(low + width * one / (one + two), low, high), middle)
    away, scale = (
        (0.0, 2 * max(abs(low), abs(high))) if object_ == "independent_mean" else (middle, width)
    )
    total = n * (mean - away) + rng.laplace(0, scale / epsilon, N)
    count = n + rng.laplace(0, 2 / epsilon, N)
    return np.where(count > 0, np.clip(away + total / count, low, high), middle)


@pytest.mark.parametrize("name", CASES)
def test_no_cell_holds_more_and_the_fullest_not_much_less(name: str) -> None:
    """Kills a bound that is below the density, and one that is more than ten times as high."""
    object_, given, mean, n = CASES[name]
    low, high = float(Fraction(given["lower"])), float(Fraction(given["upper"]))
    found = releases(object_, given, mean, n, np.random.default_rng(8))
    inside = found[(found > low) & (found < high) & (found != (low + high) / 2)]
    counts, edges = np.histogram(inside, bins=CELLS, range=(low, high))
    bound = built(object_, given).density_at_most(n)
    assert bound is not None
    allowed = N * float(bound) * (edges[1] - edges[0])
    assert counts.max() <= allowed + 6 * math.sqrt(allowed) + 20
    assert allowed <= 10 * counts.max()


def test_the_bound_of_one_noise_is_its_peak() -> None:
    """epsilon/(2 Delta), Delta = 4/8: 2."""
    object_, given, _, n = CASES["sized"]
    bound = built(object_, given).density_at_most(n)
    assert bound is not None
    assert 0 <= bound - 2 < Fraction(1, 10**9)


def test_a_quotient_by_hand() -> None:
    """Noise of the sum of scale 1 (half a width, half of epsilon 1): 1/2 at its peak; and 200 + 2
    noisy records.
    """
    object_, given, _, n = CASES["shifted"]
    bound = built(object_, given).density_at_most(n)
    assert bound is not None
    assert 0 <= bound - Fraction(n + 2, 2) < Fraction(1, 10**6)


def test_other_noise_has_no_bound() -> None:
    for noise in ({"noise": "hourglass", "gamma": "1/2"}, {"noise": "staircase2d", "gamma": "1/2"}):
        mean = built("transformed_mean", {"epsilon": "1", "lower": "0", "upper": "1", **noise})
        assert mean.density_at_most(9) is None
