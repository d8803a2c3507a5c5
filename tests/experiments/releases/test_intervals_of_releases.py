"""Intervals hold with the stated confidence: their coverage is computed, not simulated; and wrong
ones are seen.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, lgamma, log
from typing import Any

import pytest

from dpmean.experiments.releases import intervals
from dpmean.experiments.releases.intervals import ERROR, half_width, ranks, share


def masses(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


@pytest.mark.parametrize("p", [Fraction(1, 100), Fraction(1, 4), Fraction(1, 2), Fraction(19, 20)])
@pytest.mark.parametrize("n", [1, 7, 60, 400])
def test_ranks_hold_a_quantile_and_are_the_nearest_that_do(n: int, p: Fraction) -> None:
    """Each side is wrong with a probability of at most ERROR/2, and the next order statistic would
    be wrong more often.

    With k releases at most the quantile, the one of rank `low` is above it where k < low; the one
    of rank `high` is below it where k >= high.
    """
    low, high = ranks(n, p)
    mass = masses(n, p)
    assert sum(mass[:low]) <= ERROR / 2 < sum(mass[: low + 1])
    assert sum(mass[high:]) <= ERROR / 2 < sum(mass[high - 1 :])
    assert 0 <= low < high <= n + 1


def test_a_share_is_covered() -> None:
    """Counts of 20 and more, which together have a probability below 1e-8, are all taken for misses
    unseen.
    """
    n, p, most = 200, Fraction(1, 50), 20
    mass = masses(n, p)
    assert sum(mass[most:]) < Fraction(1, 10**8)
    wrong = sum(
        m for k, m in enumerate(mass) if k >= most or not share(n, k)[0] <= p <= share(n, k)[1]
    )
    assert wrong <= ERROR


def misses(n: int, p: Fraction) -> float:
    """The probability with which the interval of the mean of n coins does not hold p."""
    total = 0.0
    for k in range(n + 1):
        variance = Fraction(k * (n - k), n * (n - 1))
        reach = half_width(n, variance, Fraction(1))
        if reach is not None and abs(Fraction(k, n) - p) > reach:
            total += exp(
                lgamma(n + 1)
                - lgamma(k + 1)
                - lgamma(n - k + 1)
                + k * log(p)
                + (n - k) * log(1 - p)
            )
    return total


@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 10)])
def test_a_mean_is_covered(p: Fraction) -> None:
    assert misses(800, p) <= ERROR


def test_an_interval_of_half_the_width_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    original = half_width

    def half(*given: Any) -> Any:
        found = original(*given)
        return None if found is None else found / 2

    monkeypatch.setitem(misses.__globals__, "half_width", half)
    assert misses(800, Fraction(1, 2)) > ERROR


def test_no_interval_of_one_number() -> None:
    assert half_width(1, Fraction(0), Fraction(1)) is None
    assert half_width(10**6, Fraction(0), Fraction(0)) == 0
    assert f"{100 * (1 - float(ERROR)):.2f} %" == intervals.CONFIDENCE
