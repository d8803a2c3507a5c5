"""Noise added in doubles is caught at the least batch, with a published power; right releases never
are.

`vectors/kinds.md` has the table of the leaks: at least what share of the outputs the event has that
is chosen, at most what share its neighbour has, and the draws of each input. Here the shares are
bounded again from fresh draws, at a confidence of 1 - 10^-6 each, and the power of the test is
computed exactly.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpmean.judging.draws.bits import views
from dpmean.judging.draws.claims import Claim, approximate, at_most, concentrated
from dpmean.judging.draws.leak import check, chosen
from dpmean.judging.draws.support_power import BEYOND, FLOATS, least, needed, sure
from tests.lab.simulators import doubles

ALPHA = Fraction(1, 10**9)
CENTERS = (0.0, 1 / 3, 1.0, 6 / 5)
PAIRS = ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))
RECORDS = ([0.0] * 8, [1.0] + [0.0] * 7, [1 / 3] + [0.0] * 7)
ALL = ((0, 1), (0, 2), (1, 2))
PURE, GAUSS = approximate(Fraction(1)), concentrated(Fraction(1, 2))
SURE = Fraction(1, 10**6)
MANY = 1 << 15
PAGE = Path(__file__).parents[3] / "vectors" / "kinds.md"
MEANS: dict[str, Any] = {
    "mean, inverse": doubles.mean(doubles.inverse),
    "truncated mean, four_logarithms": doubles.mean(doubles.four_logarithms, truncated=True),
    "truncated mean, numpy_laplace": doubles.mean(doubles.numpy_laplace, truncated=True),
}
LEAKS: dict[str, tuple[Any, Claim]] = {
    **{name: (noise, PURE) for name, noise in doubles.LEAKS.items()},
    **{name: (noise, GAUSS) for name, noise in doubles.GAUSSIAN_LEAKS.items()},
    **{name: (release, PURE) for name, release in MEANS.items()},
}
GIVEN: dict[str, tuple[tuple[Any, ...], Any, tuple[float, ...]]] = {
    name: (RECORDS, ALL, ()) if name in MEANS else (CENTERS, PAIRS, CENTERS) for name in LEAKS
}


def published() -> dict[str, tuple[Fraction, Fraction, int]]:
    rows = re.findall(
        r"^\| `([^`]*)` \| ([0-9.]+) \| ([0-9.]+) \| ([0-9,]+) \|$", PAGE.read_text(), re.MULTILINE
    )
    return {name: (Fraction(p), Fraction(q), int(n.replace(",", ""))) for name, p, q, n in rows}


TABLE = published()


def test_every_leak_is_published_and_no_other() -> None:
    assert set(TABLE) == set(LEAKS)
    assert len(LEAKS) >= 15


@pytest.mark.share(2)
@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_caught_with_the_published_power(name: str) -> None:
    """A false failure here has probability below 10^-5 for each leak: two bounds at 10^-6 for each
    of two choices.
    """
    (noise, claim), (inputs, pairs, centers) = LEAKS[name], GIVEN[name]
    share, other, draws = TABLE[name]
    assert draws == least(claim, ALPHA)
    assert sure(draws, share, other, claim, ALPHA)
    for seed in (1, 2):
        rng = np.random.default_rng(seed)
        found = chosen(
            [views([noise(rng, at, draws // 2)], centers) for at in inputs], pairs, claim, ALPHA
        )
        assert found is not None
        a, b = (
            found.event.count(views([noise(rng, inputs[i], MANY)], centers)) for i in found.pair
        )
        assert 1 - at_most(MANY - a, MANY, SURE) >= share
        assert at_most(b, MANY, SURE) <= other


@pytest.mark.share(4)
@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_caught_at_the_least_batch_whenever_it_is_looked_for(name: str) -> None:
    (noise, claim), (inputs, pairs, centers) = LEAKS[name], GIVEN[name]
    for seed in range(10 if claim is PURE else 3):
        rng = np.random.default_rng(seed)
        draws = [[noise(rng, at, TABLE[name][2])] for at in inputs]
        assert check(draws, pairs, claim, ALPHA, centers).alarm, seed


@pytest.mark.parametrize("scale", [0.7, 3.0, 1e-3])
def test_the_scale_does_not_hide_a_leak(scale: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doubles, "SCALE", scale)
    inputs = [c * scale for c in CENTERS]
    for name, noise in doubles.LEAKS.items():
        rng = np.random.default_rng(4)
        assert check([[noise(rng, c, 4096)] for c in inputs], PAIRS, PURE, ALPHA, inputs).alarm, (
            name
        )


@pytest.mark.parametrize("name", doubles.RIGHT)
def test_right_releases_are_never_accused(name: str) -> None:
    """The ideal release, and whatever is made of it alone: its nearest double, decimals, a grid,
    clamps.
    """
    for seed, draws in ((0, 4096), (1, 4096), (2, 1 << 15)):
        rng = np.random.default_rng(seed)
        batches = [[doubles.RIGHT[name](rng, c, draws)] for c in CENTERS]
        assert not check(batches, PAIRS, PURE, ALPHA, CENTERS).alarm


def test_a_right_gaussian_is_never_accused() -> None:
    rng = np.random.default_rng(0)
    assert not check(
        [[doubles.rounded_gaussian(rng, c, 16384)] for c in CENTERS], PAIRS, GAUSS, ALPHA, CENTERS
    ).alarm


@pytest.mark.parametrize(
    ("noise", "alarm"),
    [
        (doubles.in_the_plane(doubles.inverse), True),
        (doubles.betrayed_by_the_sum, True),
        (doubles.in_the_plane(doubles.rounded), False),
        (doubles.in_the_plane(doubles.on_grid(-30)), False),
    ],
)
def test_the_plane_is_judged_by_both_coordinates_and_their_sum(noise: Any, alarm: bool) -> None:
    rng = np.random.default_rng(3)
    batches = [noise(rng, at, 4096) for at in ((0.0, 0.0), (1 / 3, 2 / 3), (1.0, 0.0))]
    found = check(batches, ((0, 1), (0, 2)), PURE, ALPHA)
    assert found.alarm is alarm
    if noise is doubles.betrayed_by_the_sum:
        assert found.event.startswith("x + y")


def parity(rng: np.random.Generator, p: float, n: int) -> np.ndarray:
    """Outputs on a grid, odd multiples of it with probability p."""
    return (np.rint(rng.laplace(size=n) * 1024) * 2 + (rng.random(n) < p)) / 2048


def test_a_leak_of_a_fifth_is_caught_ten_times_of_ten() -> None:
    """P = 1/2 where the neighbour has 1/(2.4 e): a fifth more than epsilon = 1 allows. The power is
    1 - 10^-3.
    """
    share = Fraction(1, 2)
    other = share / (BEYOND * PURE.levels[0].factor)
    n = needed(share, other, PURE, ALPHA)
    assert n == 1 << 16
    for seed in range(10):
        rng = np.random.default_rng(seed)
        found = check(
            [[parity(rng, float(other), n)], [parity(rng, 0.5, n)]], ((0, 1),), PURE, ALPHA
        )
        assert (found.alarm, found.pair) == (True, (1, 0))


def test_what_epsilon_allows_is_no_leak_whatever_is_chosen() -> None:
    """The same event at exactly what is allowed, 500 times at error 1/20: more than 55 alarms have
    probability 10^-7.
    """
    rng = np.random.default_rng(9)
    allowed = float(1 / (2 * PURE.levels[0].factor))
    assert (
        sum(
            check(
                [[parity(rng, allowed, 1024)], [parity(rng, 0.5, 1024)]],
                ((0, 1),),
                PURE,
                Fraction(1, 20),
            ).alarm
            for _ in range(500)
        )
        <= 55
    )


def test_the_least_batch_is_the_one_for_noise_in_doubles() -> None:
    assert FLOATS == (Fraction(1, 10), Fraction(1, 8192))
    assert [least(approximate(Fraction(e)), ALPHA) for e in ("1/64", "1", "3")] == [
        4096,
        4096,
        65536,
    ]
    assert not sure(1024, FLOATS[0], FLOATS[1], PURE, ALPHA)
