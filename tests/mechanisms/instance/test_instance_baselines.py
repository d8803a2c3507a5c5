"""The baselines that the paper compares with, as exact mechanisms: COINPRESS with a known and an unknown covariance,
and the local estimator of single coordinates.

Privacy: two neighbouring data sets are led through the same noisy sums, and what every sum tells (order times squared
distance over twice sigma^2) is added up in rationals.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction as F
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import compare, interval
from dpmean.mechanisms.instance.coinpress import shares
from dpmean.mechanisms.instance.coinpress_mean import CoinpressMean
from dpmean.mechanisms.instance.coinpress_scaled_mean import CoinpressScaledMean, noise_error, sampling_error
from dpmean.mechanisms.instance.local_coordinate_mean import LocalCoordinateMean
from dpmean.mechanisms.instance.local_response import cost
from dpmean.mechanisms.instance.tails import norm_radius
from dpmean.privacy.guarantees import Scope, ZeroConcentratedDP
from dpmean.programs.program import Draw, Program
from dpmean.programs.release import release
from dpmean.programs.run import run
from dpmean.randomness.bits import Shake128ForTesting

HUGE = "1000000"


def quiet(draw: Draw) -> int:
    """No noise, and every answer kept."""
    return 1 if draw.label.endswith("_kept") else 0


def spent(one: Program, other: Program, noise: Callable[[], int]) -> dict[str, F]:
    """By name of the draws: what the sums tell of the difference of two programs, the noise of the first being given
    and that of the second whatever leads to the same noisy sums: the least rho for this path.
    """
    total = {"product": F(0), "noise": F(0)}
    sums: list[list[F]] = [[], []]
    requests: list[Any] = [next(one), next(other)]
    while True:
        a, b = requests
        answers: list[Any] = [None, None]
        if isinstance(a, Draw):
            assert (a.label, a.law.sigma_squared) == (b.label, b.law.sigma_squared)
            here, there = sums[0].pop(0), sums[1].pop(0)
            total[a.label.partition("_")[0]] += F(here - there) ** 2 / (2 * a.law.sigma_squared)
            k = noise()
            answers = [k, k + here - there]
        elif a.name.startswith(("sum_", "products_")):
            sums = [list(a.value), list(b.value)]
        elif a.name.startswith(("noisy_", "center_", "whitening_")):
            assert a.value == b.value
        try:
            requests = [one.send(answers[0]), other.send(answers[1])]
        except StopIteration:
            return total


def points(n: int, d: int, seed: int) -> list[list[str]]:
    """Small vectors."""
    draw = random.Random(seed)
    return [[str(F(draw.randint(-40, 40), 8)) for _ in range(d)] for _ in range(n)]


@pytest.mark.parametrize(("d", "t"), [(1, 1), (1, 4), (2, 3), (3, 2)])
def test_what_coinpress_spends(d: int, t: int) -> None:
    """No pair of records, on no path, costs more than rho; two far points on a line cost all of it.

    Kills the noise of half a sensitivity, and shares that add up to more.
    """
    rho = F(500, 3)  # so much that the balls shrink from the first step on, and far points are clipped at every step
    mechanism, rest = CoinpressMean(rho, d, 40, F(30), F(1), t), points(39, d, t)
    assert [c for c, _, _ in mechanism.plan.stages] == sorted((c for c, _, _ in mechanism.plan.stages), reverse=True)
    draw, found = random.Random(d), []
    for x, y in product([[HUGE] * d, ["-" + HUGE] * d, ["0"] * d, [HUGE] + ["0"] * (d - 1), ["3/7"] * d], repeat=2):
        size = draw.choice([1, 40])
        found.append(spent(mechanism.program([x, *rest]), mechanism.program([y, *rest]),
            lambda size=size: draw.randint(-size, size))["noise"])  # type: ignore[misc]
    assert max(found) <= rho
    if d == 1:
        assert max(found) == rho
    else:
        assert max(found) > rho * F(9, 10)


@pytest.mark.parametrize(("d", "t"), [(1, 2), (2, 1), (3, 3)])
def test_what_the_covariance_first_spends(d: int, t: int) -> None:
    """Half of rho for the products, half for the mean, on a line nearly all of either (squares differ by C^2, not
    sqrt(2) C^2). Kills the noise of C^2 instead of sqrt(2) C^2, a record in two differences, all of rho for either
    half.
    """
    rho = F(1000)
    mechanism, rest = CoinpressScaledMean(rho, d, 41, F(60), F(1, 2), F(2), t), points(40, d, t)
    draw, found = random.Random(t), []
    for place, (x, y) in product((0, 1, 40),
            product([[HUGE] * d, ["0"] * d, ["-" + HUGE, *["0"] * (d - 1)], [*["0"] * (d - 1), HUGE]], repeat=2)):
        first, second = ([*rest[:place], r, *rest[place:]] for r in (x, y))
        found.append(spent(mechanism.program(first), mechanism.program(second), lambda: draw.randint(-9, 9)))
    for part, most in (("product", rho / 2 if d > 1 else rho / 4), ("noise", rho / 2)):
        costs = [c[part] for c in found]
        assert most * (F(9, 10) if d == 1 else F(1, 4)) < max(costs) <= most, part


def test_products_are_within_the_sensitivity_of_their_noise() -> None:
    """All pairs of vectors of norm at most 3, all entries of a triangle: squared distance at most 2 C^4, and nearly
    reached.
    """
    near = [v for v in product(range(-3, 4), repeat=2) if v[0] ** 2 + v[1] ** 2 <= 9]
    triangles = {tuple(v[j] * v[k] for j, k in ((0, 0), (1, 0), (1, 1))) for v in near}
    assert max(sum((a - b) ** 2 for a, b in zip(s, t, strict=True)) for s,
        t in product(triangles, triangles)) == 2 * 3**4


def test_shares_of_the_budget() -> None:
    """Kills a last step with a quarter, and a division by t."""
    assert shares(F(8), 1) == [F(8)]
    assert shares(F(8), 5) == [F(1, 2)] * 4 + [F(6)]


UNITS: dict[int, list[tuple[F, ...]]] = {1: [(F(1),), (F(-1),)],
    2: [(F(3, 5), F(4, 5)), (F(0), F(-1)), (F(-5, 13), F(12, 13))],
    3: [(F(2, 3), F(-1, 3), F(2, 3)), (F(0), F(1), F(0)), (F(6, 7), F(2, 7), F(3, 7))]}


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(1, 3), st.integers(1, 5), st.fractions(1, 30, max_denominator=7))
def test_records_near_the_mean_are_never_clipped(data: st.DataObject, d: int, t: int, radius: F) -> None:
    """The mean at the edge of the ball, all records at the largest distance from it that is allowed for: without noise
    nothing is clipped, and the result is the mean of the rounded records. Kills a radius without sigma l, l at beta for
    beta/(2 n t), and a centre that is not added back.
    """
    units, half = st.sampled_from(UNITS[d]), data.draw(st.integers(1, 5))
    mechanism = CoinpressMean(F(1), d, 2 * half, radius, F(1), t)
    far, mu = interval(norm_radius(d, F(1, 10 * 2 * 2 * half * t))).lower, [radius * v for v in data.draw(units)]
    records: list[list[F]] = []
    for _ in range(half):
        away = data.draw(units)
        records += [[m + s * far * v for m, v in zip(mu, away, strict=True)] for s in (1, -1)]
    rounded = [[round(v / mechanism.bucket_width) for v in row] for row in records]
    transcript = run(mechanism.program([[str(v) for v in row] for row in records]), quiet)
    steps = dict(transcript.steps)
    assert steps["buckets"] == steps["clipped_1"] == rounded
    for i in range(2, t + 1):
        assert steps[f"clipped_{i}"] == [[v - c for v, c in zip(row, steps[f"center_{i - 1}"], strict=True)]
            for row in rounded]
    assert transcript.output == tuple(mechanism.bucket_width * F(sum(column), 2 * half)
        for column in zip(*rounded, strict=True))


def test_the_ball_holds_the_mean() -> None:
    """150 releases of 60 normal samples with mean at the edge of the ball; each misses with probability at most 1/10,
    so more than 34 misses have probability below 10^-5. Kills a last radius without the noise, whose power here is
    above 0.99.
    """
    draw, n, d, runs = random.Random(7), 60, 2, 150
    mechanism, missed, short = CoinpressMean(F(1, 20), d, n, F(5), F(1), 2), 0, 0
    _, _, last = mechanism.plan.stages[-1]
    bits = Shake128ForTesting(b"balls")
    for _ in range(runs):
        data = [[str(F(draw.gauss(m, 1))) for m in (3, -4)] for _ in range(n)]
        found: Any = release(mechanism, data, bits=bits).estimate
        distance = sum((((v - m) / mechanism.bucket_width) ** 2 for v, m in zip(found, (3, -4), strict=True)), F(0))
        missed += compare(distance, last * last) > 0
        # 4 sigma/sqrt(n), twice and more what sampling explains
        short += compare(distance * n, F(16) / mechanism.bucket_width**2) > 0
    assert missed <= 34
    assert short >= 35


def test_the_radius_shrinks_to_what_is_left() -> None:
    """By floats: r_t from its definition, at two steps.

    Kills tails at beta for beta/t, and the square of n left out.
    """
    from math import ceil, log, sqrt

    def length(beta: float) -> float:
        return sqrt(4 + 2 * sqrt(4 * log(1 / beta)) + 2 * log(1 / beta))

    mechanism = CoinpressMean(F(1, 2), 4, 100, F(50), F(2), 2, F(1, 5))
    s, r, clips = 2 * 5, 50 * 5, []
    for rho in (1 / 8, 3 / 8):
        clips.append(ceil(r + s * length(0.1 / 200) + 1))
        r = length(0.05) * sqrt(s**2 / 100 + 2 * clips[-1] ** 2 / rho / 100**2) + 2  # type: ignore[assignment]
    assert mechanism.bucket_width == F(1, 5)
    assert [c for c, _, _ in mechanism.plan.stages] == clips
    assert float(interval(mechanism.plan.stages[-1][2]).lower) == pytest.approx(r, rel=1e-12)


def test_covariance_first_helps_where_directions_differ() -> None:
    """Samples with deviations 1 and 50 in two directions, rho = 50, three fixed seeds: across, the error is less than
    half of that without whitening (the reason for this baseline). Kills a whitening that stays at the first one.
    """
    n, size, errors = 3000, F(71), {"plain": 0.0, "scaled": 0.0}
    for seed in range(3):
        draw = random.Random(seed)
        parts = [(F(draw.gauss(0, 50)), F(draw.gauss(0, 1))) for _ in range(n)]
        data, truth = [[str(a + b), str(a - b)] for a, b in parts], sum(2 * b for _, b in parts) / n
        for name, mechanism in (("plain", CoinpressMean(F(50), 2, n, F(100), size)),
                ("scaled", CoinpressScaledMean(F(50), 2, n, F(100), F(1), size))):
            x, y = release(mechanism, data,
                bits=Shake128ForTesting(f"{name}{seed}".encode())).estimate  # type: ignore[misc]
            errors[name] += float(x - y - truth) ** 2
    assert 4 * errors["scaled"] < errors["plain"], errors


@pytest.mark.parametrize(("d", "m"), [(1, 40), (4, 100), (20, 200)])
def test_what_is_added_to_a_covariance_covers_its_two_errors(d: int, m: int) -> None:
    """400 normal samples and 400 symmetric noises: either error is beyond its bound with probability at most 1/10, so
    more than 85 of 400 has probability below 10^-11; and no bound is more than four times the median (ten on a line).
    Kills a bound without the root of d, with d for its root, or for half the noise.
    """
    rng, sigma, beta = np.random.default_rng(d), 3.0, 0.1
    sampled, noisy = [], []
    for _ in range(400):
        x = rng.standard_normal((m, d))
        sampled.append(np.abs(np.linalg.eigvalsh(x.T @ x / m - np.eye(d))).max())
        half = np.triu(rng.standard_normal((d, d))) * sigma
        noisy.append(np.abs(np.linalg.eigvalsh(half + np.triu(half, 1).T)).max())
    bounds = (sampling_error(np.sqrt(d / m), np.sqrt(2 * np.log(1 / beta) / m)),
        noise_error(sigma, np.sqrt(d), np.sqrt(np.log(1 / beta))))
    for found, bound in zip((sampled, noisy), bounds, strict=True):
        assert sum(v > bound for v in found) <= 85
        assert bound < (10 if d == 1 else 4) * np.median(found)


@pytest.mark.parametrize(("d", "constants"), [(1, "paper"), (3, "paper"), (2, "exact")])
def test_what_a_user_of_the_local_baseline_spends(d: int, constants: str) -> None:
    """First group: two bits change in each coordinate, 2 d responses fit into rho, and nearly fill it.

    Second: the distance of two messages. Kills a sensitivity of A, and one bit for two.
    """
    rho = F(7, 5)
    m = LocalCoordinateMean(rho, d, 6, F(2), F(1), constants=constants)
    assert compare(2 * d * cost(m.response.keep, constants),
        rho) <= 0 < compare(2 * d * cost(m.response.keep, constants), rho - F(1, 10**6))
    records = [[c] * d for c in (HUGE, "-" + HUGE, "0", "1", "nan")]
    bits = [run(m.bits(r, "user_1"), quiet).output for r in records]
    changed = [sum(x != y for x, y in zip(sum(a, []), sum(b, []), strict=True)) for a, b in product(bits, bits)]
    assert max(changed) == 2 * d
    laws: list[Any] = []

    def noted(draw: Draw) -> int:
        laws.append(draw.law)
        return 0

    transcript = run(m.program([["0"] * d] * 6), noted)
    law = next(x for x in laws if isinstance(x, DiscreteGaussian))
    sent = [run(m.values(r, [3] * d, law, "user_4"), quiet).output for r in records]
    assert max(F(sum((x - y) ** 2 for x, y in zip(a, b, strict=True))) / (2 * law.sigma_squared) for a,
        b in product(sent, sent)) == rho
    assert transcript.output is not None
    assert (m.guarantee.measure, m.guarantee.scope) == (ZeroConcentratedDP(rho), Scope.LOCAL)


def test_the_local_baseline_finds_the_mean() -> None:
    """Without noise, by hand: 3 users vote, a tie goes to the lower bin, 4 users send.

    Kills bins counted from 0, and the mean over all users.
    """
    m = LocalCoordinateMean(F(1), 1, 7, F(4), F(2))
    assert m.bucket_width == F(1, 2)
    t = run(m.program([["1/2"], ["3"], [HUGE], ["2"], ["5/2"], ["nan"], ["-" + HUGE]]), quiet)
    steps = dict(t.steps)
    assert steps["user_1_bins"] == [[0, 0, 1, 0, 0]]
    assert steps["user_2_bins"] == [[0, 0, 0, 0, 1]]  # 3/2 is a tie: to the even bin 2
    assert steps["bins"] == [2]
    near = [steps[f"user_{i}_values"][0] for i in range(4, 8)]
    assert near == [4 - 8, 5 - 8, 0 - 8, -m.half]
    assert t.output == (F(1, 2) * (8 + F(sum(near), 4)),)
    turned = run(m.bits(["1/2"], "user_1"), lambda _: 0)
    assert turned.output == [[1, 1, 0, 1, 1]]


def test_on_normal_samples_all_three_are_near() -> None:
    """2,000 samples around (5, -10), fixed seeds: within what their noise explains (eight deviations of it).

    Kills a centre that is not added back, a matrix that is not undone.
    """
    draw, n = random.Random(11), 2000
    data = [[str(F(draw.gauss(m, 1))) for m in (5, -10)] for _ in range(n)]
    given = {"d": "2", "n": str(n), "radius": "40"}
    for name, more, near in (("coinpress_mean", {"rho": "1/2", "sigma_max": "1"}, F(1, 2)),
            ("coinpress_scaled_mean", {"rho": "1/2", "sigma_min": "1", "sigma_max": "3"}, F(1)),
            ("local_coordinate_mean", {"rho": "4", "sigma_max": "1"}, F(1))):
        found = release(build(name, {**given, **more}), data, bits=Shake128ForTesting(name.encode())).estimate
        assert all(abs(v - m) < near for v, m in zip(found, (5, -10), strict=True)), name  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "wrong", "code"), [
    ("coinpress_mean", {"rho": "0"}, "out_of_range"), ("coinpress_mean", {"iterations": "0"}, "count_not_positive"),
    ("coinpress_mean", {"beta": "1"}, "probability_out_of_range"),
    ("coinpress_mean", {"sigma_max": "0"}, "out_of_range"),
    ("coinpress_scaled_mean", {"sigma_min": "9"}, "bounds_order"),
    ("coinpress_scaled_mean", {"n": "1"}, "out_of_range"),
    ("local_coordinate_mean", {"radius": "1000000"}, "out_of_range"),
    ("local_coordinate_mean", {"n": "1"}, "out_of_range"), ("local_coordinate_mean", {"rho": "-1"}, "out_of_range"),
    ("coinpress_scaled_mean", {"d": "0"}, "count_not_positive"),
])  # fmt: skip
def test_bad_parameters_are_refused(name: str, wrong: dict[str, str], code: str) -> None:
    good = {"rho": "1", "d": "2", "n": "4", "radius": "5", "sigma_max": "2"} | ({"sigma_min": "1"} if "scaled" in name
        else {})
    build(name, good)
    with pytest.raises(InvalidInput) as refused:
        build(name, good | wrong)
    assert refused.value.code == code


@pytest.mark.parametrize("name", ["coinpress_mean", "coinpress_scaled_mean", "local_coordinate_mean"])
def test_no_status_depends_on_a_record(name: str) -> None:
    good = {"rho": "1", "d": "2", "n": "4", "radius": "5", "sigma_max": "2"} | ({"sigma_min": "1"} if "scaled" in name
        else {})
    for cell in ("nan", "inf", "-inf", "1e300", None):
        assert len(release(build(name, good), [[1, 2], [cell, 3], [0, 0], [3, 3]],
            bits=Shake128ForTesting(b"x")).estimate) == 2  # type: ignore[arg-type]
    for gone in (None, float("nan"), "nan"):  # a whole record is missing
        assert len(release(build(name, good), [[1, 2], gone, [0, 0], [3, 3]],
            bits=Shake128ForTesting(b"x")).estimate) == 2  # type: ignore[arg-type]
    ragged: Sequence[Any] = [[1, 2], [1], [0, 0], [3, 3]]
    with pytest.raises(InvalidInput):
        release(build(name, good), ragged)
