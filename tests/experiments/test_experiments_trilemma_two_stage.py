"""Trilemma's Figures 3a and 3b: the two-stage estimators as they are simulated, against brute force
and the shipped ones.

Each test says (in its docstring or name) which wrong implementation it would catch.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction as F
from itertools import pairwise

import numpy as np
import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.errors import InvalidInput
from dpmean.experiments import simulation
from dpmean.experiments.points import Enclosed, Job
from dpmean.experiments.trilemma import heights
from dpmean.experiments.trilemma.clipping import N, errors
from dpmean.experiments.trilemma.coarse import Way
from dpmean.experiments.trilemma.laws import Population, population
from dpmean.programs.interpret import release
from dpmean.randomness.bits import Shake128ForTesting

# ---------------------------------------------------------------- the two-stage estimators

FEW = Job(4000, 20)


def one_by_one(
    x: list[float], epsilon: float, delta: float, shift: float, noise: Callable[[], float]
) -> float:
    """Algorithm 1, as it is written."""
    counts: dict[int, int] = {}
    for value in x:
        k = math.floor(value - shift + 0.5)
        counts[k] = counts.get(k, 0) + 1
    noisy = {k: c + noise() for k, c in counts.items()}
    best = max(noisy, key=lambda k: noisy[k])
    return shift + best if noisy[best] > 2 + 2 * math.log(1 / delta) / epsilon else math.nan


@pytest.mark.parametrize("offset", [True, False])
def test_coarse_estimates_are_those_of_the_algorithm(offset: bool) -> None:
    """The law of the centre, failures included, beside a loop over records: noise of scale
    1/epsilon, noise for empty bins or another threshold fail.
    """
    epsilon, delta, n, runs = 0.5, 0.05, 30, 3000
    source = simulation.Source(f"loop {offset}")
    x = 0.3 + simulation.normals(source, runs, n)
    fast = simulation.coarse(x, epsilon, delta, offset, source)
    u = iter(simulation.Source(f"other {offset}").uniforms(60 * runs))

    def laplace() -> float:
        v = next(u) - 0.5
        return -math.copysign(1, v) * math.log1p(-2 * abs(v)) * 2 / epsilon

    slow = np.array(
        [
            one_by_one(list(row), epsilon, delta, next(u) - 0.5 if offset else 0.0, laplace)
            for row in 0.3 + simulation.normals(simulation.Source("x"), runs, n)
        ]
    )
    for f in (
        np.isnan,
        lambda y: np.nan_to_num(y) > 0.5,
        lambda y: np.nan_to_num(y) < -0.5,
        lambda y: np.abs(np.nan_to_num(y)) > 1.4,
    ):
        a, b = f(fast).mean(), f(slow).mean()
        assert abs(a - b) < 4 * math.sqrt((a * (1 - a) + b * (1 - b) + 1e-4) / runs)
    assert 0.05 < np.isnan(fast).mean() < 0.95


def test_failures_fall_back_to_a_share_of_the_records() -> None:
    """With a threshold that nobody passes every estimate is that of a delta-share: unbiased,
    deviation sqrt((E x^2 (1 - delta)/delta + var)/n2). A fallback to 0 fails.
    """
    way = Way(n1=1, n2=200, delta=F(1, 500), epsilon=F(1, 10))
    both = simulation.two_stage(simulation.normal_records(F(3)), F(3), way, "fallback", 4000, FEW)
    for found in both.values():
        assert (
            3980 <= found.failed <= 4000
            and found.bias[0] <= 0 <= found.bias[1]
            and found.plain[0] < 0 < found.plain[1]
        )
        assert found.deviation == pytest.approx(math.sqrt((10 * 499 + 1) / 200), rel=0.1)


def test_noise_and_means_of_the_second_stage() -> None:
    """Bins so wide and c so large that nothing is clipped: variance 1/n2 + 8 c^2/(n2 epsilon)^2;
    the noise of scale c/(n2 epsilon) fails.
    """
    way = Way(n1=200, n2=200, sigma=F(40), c=F(40), epsilon=F(2))
    both = simulation.two_stage(simulation.normal_records(F(1)), F(1), way, "wide", 8000, FEW)
    for found in both.values():
        assert (
            found.deviation == pytest.approx(math.sqrt(1 / 200 + 8 * 1600 / 400**2), rel=0.05)
            and found.failed == 0
        )
        assert (
            sum(count for _, count in found.histogram) == 8000
            and found.plain[0] < 0 < found.plain[1]
        )


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "way"), [("dpumean", "DPUMean"), ("kv_mean", "KV")])
def test_the_simulated_estimators_are_the_shipped_ones(name: str, way: str) -> None:
    """Both on the same records: the two samples' distribution functions differ by less than the
    Kolmogorov-Smirnov limit at 10^-6 (against the other estimator, or twice the estimates, by
    more).
    """
    data = ["1/4", "1/3", "2/5", "3/8", "-1/5", "9/10", "4", "-6"]
    setting = Way(n1=5, n2=3, epsilon=F(2), delta=F(1, 5), c=F(3, 4))
    shipped = build(name, {"epsilon": "2", "delta": "1/5", "clip": "3/4", "n1": "5", "n2": "3"})
    bits, runs = Shake128ForTesting(name.encode()), 2500
    slow = np.sort(
        [float(release(shipped.program(data), bits, F(1, 1 << 40))[0]) for _ in range(runs)]
    )
    kept: list[np.ndarray] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            simulation,
            "_sampled_runs",
            lambda found, mean, width: kept.append(np.concatenate([e for e, _, _ in found])),
        )
        simulation.two_stage(
            lambda _, count, n: np.tile([float(F(x)) for x in data], (count, 1)),
            F(0),
            setting,
            name,
            8000,
            FEW,
        )
    distance = {}
    for label, fast in zip(("DPUMean", "KV"), kept, strict=True):
        for scale in (1, 2):
            at = np.concatenate([slow, fast * scale])
            distance[label, scale] = np.abs(
                np.searchsorted(slow, at, "right") / runs
                - np.searchsorted(np.sort(fast * scale), at, "right") / len(fast)
            ).max()
    limit = math.sqrt(-math.log(1e-6 / 2) / 2) * math.sqrt(1 / runs + 1 / 8000)
    right = distance.pop((way, 1))
    assert right < limit < min(distance.values()), (right, limit, distance)


def test_subsamples_are_drawn_without_replacement() -> None:
    """499 of 500 records: the mean hardly moves.

    With replacement its variance is 250 times as large and the exact error lies outside.
    """
    people = Population(tuple((F(v), 50) for v in range(11)))
    t, e = F(10), F(4)
    exact = Enclosed.of(errors(people, t, e).squared)
    (check,) = simulation.subsampled(people.counts, N, {"all": (t, e, exact)}, 2000, FEW)
    assert check.inside
    assert not simulation.subsampled(people.counts, N, {"all": (t, e, exact * F(6, 5))}, 2000, FEW)[
        0
    ].inside


def test_samples_without_replacement() -> None:
    """Half of ten records: no record twice in a row, and each pair of records as often as any
    other. Sampling with replacement, or a first record that is kept too often, fails.
    """
    rows = simulation.subsamples(list(range(10)))(simulation.Source("pairs"), 20_000, 5)
    assert rows.shape == (20_000, 5) and all(len(set(row)) == 5 for row in rows.tolist())
    for i, j in ((0, 1), (0, 4), (3, 4)):
        pairs = np.bincount((rows[:, i] * 10 + rows[:, j]).astype(int), minlength=100).reshape(
            10, 10
        )
        expected = (1 - np.eye(10)) * 20_000 / 90
        assert np.abs(pairs - expected).max() < 5.5 * math.sqrt(20_000 / 90)


def test_the_heights_and_their_mirror_image() -> None:
    """The mean stays and the skewness goes; few heights are refused."""
    given = heights.people([F(60 + k * k % 17) for k in range(4000)])
    level = heights.mirrored(given)
    assert (
        level.central(3) == 0 != given.central(3)
        and level.mean == given.mean
        and level.size == 8000
    )
    assert len(heights.values(given)) == 4000 and sum(heights.values(given)) == 4000 * given.mean
    with pytest.raises(InvalidInput, match="at least 4000"):
        heights.people([F(60)] * 3999)


def test_the_populations_are_those_that_the_page_names() -> None:
    """A lost line or a changed count fails."""
    visits = population("visits")
    assert (visits.size, visits.median(), visits.values[-1], len(visits.values)) == (
        20_190,
        1,
        77,
        59,
    )
    assert float(visits.mean) == pytest.approx(2.860426, abs=1e-6) and float(
        visits.central(2)
    ) ** 0.5 == pytest.approx(4.504253, abs=1e-6)
    assert all(a < b for a, b in pairwise(visits.values))
