"""The baselines that the paper compares with, as exact mechanisms: COINPRESS with a known and an
unknown covariance, and the local estimator of single coordinates.

Privacy: two neighbouring data sets are led through the same noisy sums, and what every sum tells
(order times squared distance over twice sigma^2) is added up in rationals.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance.coinpress import TAILS, shares
from dpmean.mechanisms.instance.coinpress_mean import CoinpressMean
from dpmean.mechanisms.instance.coinpress_scaled_mean import CoinpressScaledMean
from dpmean.mechanisms.instance.local_coordinate_mean import LocalCoordinateMean
from dpmean.mechanisms.instance.local_response import cost
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
    """By name of the draws: what the sums tell of the difference of two programs, the noise of the
    first being given and that of the second whatever leads to the same noisy sums: the least rho
    for this path.
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


@pytest.mark.parametrize("tails", TAILS)
@pytest.mark.parametrize(("d", "t"), [(1, 1), (1, 4), (2, 3), (3, 2)])
def test_what_coinpress_spends(d: int, t: int, tails: str) -> None:
    """No pair of records, on no path, costs more than rho; two far points on a line cost all of it.

    Kills the noise of half a sensitivity, shares that add up to more, and smaller balls whose noise
    is that of other balls.
    """
    rho = F(
        500,
        3,
        # so much that the balls shrink from the first step on, and far points are clipped at every
        # step
    )
    mechanism, rest = CoinpressMean(rho, d, 40, F(30), F(1), t, tails=tails), points(39, d, t)
    assert [c for c, _, _ in mechanism.plan.stages] == sorted(
        (c for c, _, _ in mechanism.plan.stages), reverse=True
    )
    draw, found = random.Random(d), []
    for x, y in product(
        [[HUGE] * d, ["-" + HUGE] * d, ["0"] * d, [HUGE] + ["0"] * (d - 1), ["3/7"] * d], repeat=2
    ):
        size = draw.choice([1, 40])
        found.append(
            spent(
                mechanism.program([x, *rest]),
                mechanism.program([y, *rest]),
                lambda size=size: draw.randint(-size, size),
            )["noise"]
        )  # type: ignore[misc]
    assert max(found) <= rho
    if d == 1:
        assert max(found) == rho
    else:
        assert max(found) > rho * F(9, 10)


@pytest.mark.parametrize(("d", "t"), [(1, 2), (2, 1), (3, 3)])
def test_what_the_covariance_first_spends(d: int, t: int) -> None:
    """Half of rho for the products, half for the mean, on a line nearly all of either (squares
    differ by C^2, not sqrt(2) C^2). Kills the noise of C^2 instead of sqrt(2) C^2, a record in two
    differences, all of rho for either half.
    """
    rho = F(1000)
    mechanism, rest = CoinpressScaledMean(rho, d, 41, F(60), F(1, 2), F(2), t), points(40, d, t)
    draw, found = random.Random(t), []
    for place, (x, y) in product(
        (0, 1, 40),
        product(
            [[HUGE] * d, ["0"] * d, ["-" + HUGE, *["0"] * (d - 1)], [*["0"] * (d - 1), HUGE]],
            repeat=2,
        ),
    ):
        first, second = ([*rest[:place], r, *rest[place:]] for r in (x, y))
        found.append(
            spent(mechanism.program(first), mechanism.program(second), lambda: draw.randint(-9, 9))
        )
    for part, most in (("product", rho / 2 if d > 1 else rho / 4), ("noise", rho / 2)):
        costs = [c[part] for c in found]
        assert most * (F(9, 10) if d == 1 else F(1, 4)) < max(costs) <= most, part


def test_products_are_within_the_sensitivity_of_their_noise() -> None:
    """All pairs of vectors of norm at most 3, all entries of a triangle: squared distance at most 2
    C^4, and nearly reached.
    """
    near = [v for v in product(range(-3, 4), repeat=2) if v[0] ** 2 + v[1] ** 2 <= 9]
    triangles = {tuple(v[j] * v[k] for j, k in ((0, 0), (1, 0), (1, 1))) for v in near}
    assert (
        max(
            sum((a - b) ** 2 for a, b in zip(s, t, strict=True))
            for s, t in product(triangles, triangles)
        )
        == 2 * 3**4
    )


def test_shares_of_the_budget() -> None:
    """Kills a last step with a quarter, and a division by t."""
    assert shares(F(8), 1) == [F(8)]
    assert shares(F(8), 5) == [F(1, 2)] * 4 + [F(6)]


@pytest.mark.parametrize(("d", "constants"), [(1, "paper"), (3, "paper"), (2, "exact")])
def test_what_a_user_of_the_local_baseline_spends(d: int, constants: str) -> None:
    """First group: two bits change in each coordinate, 2 d responses fit into rho, and nearly fill
    it.

    Second: the distance of two messages. Kills a sensitivity of A, and one bit for two.
    """
    rho = F(7, 5)
    m = LocalCoordinateMean(rho, d, 6, F(2), F(1), constants=constants)
    assert (
        compare(2 * d * cost(m.response.keep, constants), rho)
        <= 0
        < compare(2 * d * cost(m.response.keep, constants), rho - F(1, 10**6))
    )
    records = [[c] * d for c in (HUGE, "-" + HUGE, "0", "1", "nan")]
    bits = [run(m.bits(r, "user_1"), quiet).output for r in records]
    changed = [
        sum(x != y for x, y in zip(sum(a, []), sum(b, []), strict=True))
        for a, b in product(bits, bits)
    ]
    assert max(changed) == 2 * d
    laws: list[Any] = []

    def noted(draw: Draw) -> int:
        laws.append(draw.law)
        return 0

    transcript = run(m.program([["0"] * d] * 6), noted)
    law = next(x for x in laws if isinstance(x, DiscreteGaussian))
    sent = [run(m.values(r, [3] * d, law, "user_4"), quiet).output for r in records]
    assert (
        max(
            F(sum((x - y) ** 2 for x, y in zip(a, b, strict=True))) / (2 * law.sigma_squared)
            for a, b in product(sent, sent)
        )
        == rho
    )
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
    """2,000 samples around (5, -10), fixed seeds: within what their noise explains (eight
    deviations of it).

    Kills a centre that is not added back, a matrix that is not undone.
    """
    draw, n = random.Random(11), 2000
    data = [[str(F(draw.gauss(m, 1))) for m in (5, -10)] for _ in range(n)]
    given = {"d": "2", "n": str(n), "radius": "40"}
    for name, more, near in (
        ("coinpress_mean", {"rho": "1/2", "sigma_max": "1"}, F(1, 2)),
        ("coinpress_scaled_mean", {"rho": "1/2", "sigma_min": "1", "sigma_max": "3"}, F(1)),
        ("local_coordinate_mean", {"rho": "4", "sigma_max": "1"}, F(1)),
    ):
        found = release(
            build(name, {**given, **more}), data, bits=Shake128ForTesting(name.encode())
        ).estimate
        assert all(abs(v - m) < near for v, m in zip(found, (5, -10), strict=True)), name  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "wrong", "code"),
    [
        ("coinpress_mean", {"rho": "0"}, "out_of_range"),
        ("coinpress_mean", {"iterations": "0"}, "count_not_positive"),
        ("coinpress_mean", {"beta": "1"}, "probability_out_of_range"),
        ("coinpress_mean", {"sigma_max": "0"}, "out_of_range"),
        ("coinpress_scaled_mean", {"sigma_min": "9"}, "bounds_order"),
        ("coinpress_scaled_mean", {"n": "1"}, "out_of_range"),
        ("local_coordinate_mean", {"radius": "1000000"}, "out_of_range"),
        ("local_coordinate_mean", {"n": "1"}, "out_of_range"),
        ("local_coordinate_mean", {"rho": "-1"}, "out_of_range"),
        ("coinpress_scaled_mean", {"d": "0"}, "count_not_positive"),
    ],
)
def test_bad_parameters_are_refused(name: str, wrong: dict[str, str], code: str) -> None:
    good = {"rho": "1", "d": "2", "n": "4", "radius": "5", "sigma_max": "2"} | (
        {"sigma_min": "1"} if "scaled" in name else {}
    )
    build(name, good)
    with pytest.raises(InvalidInput) as refused:
        build(name, good | wrong)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "name", ["coinpress_mean", "coinpress_scaled_mean", "local_coordinate_mean"]
)
def test_no_status_depends_on_a_record(name: str) -> None:
    good = {"rho": "1", "d": "2", "n": "4", "radius": "5", "sigma_max": "2"} | (
        {"sigma_min": "1"} if "scaled" in name else {}
    )
    for cell in ("nan", "inf", "-inf", "1e300", None):
        assert (
            len(
                release(
                    build(name, good),
                    [[1, 2], [cell, 3], [0, 0], [3, 3]],
                    bits=Shake128ForTesting(b"x"),
                ).estimate
            )
            == 2
        )  # type: ignore[arg-type]
    for gone in (None, float("nan"), "nan"):  # a whole record is missing
        assert (
            len(
                release(
                    build(name, good), [[1, 2], gone, [0, 0], [3, 3]], bits=Shake128ForTesting(b"x")
                ).estimate
            )
            == 2
        )  # type: ignore[arg-type]
    ragged: Sequence[Any] = [[1, 2], [1], [0, 0], [3, 3]]
    with pytest.raises(InvalidInput):
        release(build(name, good), ragged)
