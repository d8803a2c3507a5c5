"""A stretch of draws that comes again is told, whatever the law; independent draws are not."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import exp
from typing import Any

import numpy as np
import pytest

from dpmean.judging.draws.recurrence import alike, codes, recurring, same_order

ALPHA = Fraction(1, 10**9)


def draws(law: str, n: int) -> np.ndarray:
    random = np.random.default_rng()
    return {
        "normal": random.normal(size=n),
        "geometric": random.geometric(0.6, n).astype(float),
        "coin": random.integers(2, size=n).astype(float),
        "constant": np.ones(n),
    }[law]


@pytest.mark.parametrize("law", ["normal", "geometric", "coin"])
@pytest.mark.parametrize("gap", [0, 1000])
def test_a_chunk_that_comes_again_is_told(law: str, gap: int) -> None:
    x = draws(law, 5000)
    found = recurring(codes([np.concatenate([x, draws(law, gap), x[:3000]])]), ALPHA)
    assert found is not None
    first, second, length = found
    assert second - first == 5000 + gap
    assert length >= 64


@pytest.mark.parametrize("law", ["normal", "geometric", "coin", "constant"])
def test_independent_draws_are_not(law: str) -> None:
    assert recurring(codes([draws(law, 200_000)]), ALPHA) is None


def test_a_stretch_shorter_than_chance_explains_is_no_evidence() -> None:
    x = draws("coin", 5000)
    x[4000:4020] = x[100:120]
    assert recurring(codes([x]), ALPHA) is None


def test_rows_of_the_plane_are_one_draw() -> None:
    x, y = draws("normal", 4000), draws("normal", 4000)
    x[2000:] = x[:2000]
    assert recurring(codes([x, y]), ALPHA) is None
    y[2000:] = y[:2000]
    assert recurring(codes([x, y]), ALPHA) is not None


def test_the_chance_of_equal_halves_is_exact() -> None:
    orders = set(itertools.permutations("aabbbb"))
    equal = [o for o in orders if o[:3] == o[3:]]
    assert exp(alike("abb", "abb")) == pytest.approx(len(equal) / len(orders))


@pytest.mark.parametrize("law", ["normal", "geometric"])
def test_a_stretch_of_a_few_hundred_draws_is_told_with_both_its_ends(law: str) -> None:
    """Kills a comparison that starts where stretches happen to be looked at. None of 300 is missed
    by chance: that no one of 237 places is looked at has probability (15/16)^237, below 3 * 10^-7.
    """
    x = draws(law, 20_000)
    x[15_000:15_300] = x[2_000:2_300]
    x[1_999], x[14_999], x[2_300], x[15_300] = 1000, 1001, 1002, 1003
    assert recurring(codes([x]), ALPHA) == (2_000, 15_000, 300)


@pytest.mark.parametrize("law", ["normal", "geometric"])
@pytest.mark.parametrize("change", [lambda x: 7 * x - 3, lambda x: -x, np.exp, lambda x: x**3])
def test_the_noise_of_another_scale_is_the_same_noise(law: str, change: Any) -> None:
    """Kills a comparison of the numbers themselves, or of one direction alone."""
    x = draws(law, 64)
    assert same_order(x.tolist(), change(x).tolist(), ALPHA)


@pytest.mark.parametrize("law", ["normal", "geometric", "coin", "constant"])
def test_other_draws_are_in_another_order(law: str) -> None:
    assert not same_order(draws(law, 64).tolist(), draws(law, 64).tolist(), ALPHA)


def test_few_draws_and_draws_that_are_all_alike_show_nothing() -> None:
    """Kills an order that is compared without the chance that draws come in it: of 8 different
    ones it is 2/8!.
    """
    assert not same_order([*range(8)], [*range(8)], ALPHA)
    assert same_order([*range(8)], [*range(8)], Fraction(2, 40319))
    assert not same_order([*range(8)], [*range(8)], Fraction(2, 40321))
    assert not same_order([1] * 64, [1] * 64, ALPHA)
    assert not same_order([1, 2], [1, 2, 3], Fraction(1))
