"""Trilemma's Figures 3a and 3b: the two-stage estimators as they are simulated, against brute force, integrals and the
shipped ones.

Each test says (in its docstring or name) which wrong implementation it would catch.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F
from itertools import pairwise

import mpmath
import numpy as np
import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.exact import reals, special
from dpmean.experiments import simulation
from dpmean.experiments.points import Enclosed, Job, about
from dpmean.experiments.trilemma import figure3a, figure3b
from dpmean.experiments.trilemma.clipping import N, errors
from dpmean.experiments.trilemma.coarse import Way, certified, clipping_bias, not_zero, outside
from dpmean.experiments.trilemma.laws import Population, population
from dpmean.programs.interpret import release
from dpmean.randomness.bits import Shake128ForTesting

# ---------------------------------------------------------------- the two-stage estimators

FEW = Job(4000, 20)


def double(x: reals.Number) -> float:
    return about(Enclosed.of(x))


@pytest.mark.parametrize(("d", "c"), [(F(0), F(2)), (F(-1, 4), F(2)), (F(3, 4), F(1)), (F(5), F(1))])
def test_the_bias_of_clipping_is_an_integral(d: F, c: F) -> None:
    """A density of the wrong sign or ends that are exchanged fail."""
    a, b = float(d - c), float(d + c)
    expected = float(mpmath.quad(lambda z: min(max(z, a), b) * mpmath.npdf(z), [-12, a, b, 12]))
    assert double(clipping_bias(d, c)) == pytest.approx(expected, abs=1e-12)


def bound(p: float, way: Way) -> float:
    """The same in doubles: more than m of n1 outside; m + 1 noises beyond (n1 - 2 m)/2; the threshold."""

    def tail(x: float) -> float:
        return math.exp(-x * float(way.epsilon) / 2) / 2 if x > 0 else 1.0

    threshold = 2 + 2 * math.log(1 / way.delta) / float(way.epsilon)
    law = [math.comb(way.n1, k) * p**k * (1 - p) ** (way.n1 - k) for k in range(way.n1 + 1)]
    return min(sum(law[m + 1 :]) + (m + 1) * tail((way.n1 - 2 * m) / 2) + tail(way.n1 - m - threshold)
        for m in range(way.n1 // 2))


def test_the_certificate_is_a_bound() -> None:
    """Where bin 0 loses often the bound is not small; where it is small, it is above what runs show; and a record's
    chance to be outside is rounded up.
    """
    assert not_zero(F(0), Way()) > F(1, 2)
    sure, mus = figure3a.SURE
    assert all(not_zero(mu, sure) < F(1, 10**12) for mu in mus)
    found, q = certified(F(1, 2), sure)
    exact = Enclosed.of(clipping_bias(F(-1, 2), sure.c))
    assert found.lower < exact.lower and exact.upper < found.upper and found.upper - found.lower < F(1, 10**6)
    assert q < not_zero(F(1, 2), replace(sure, epsilon=F(1))) and not_zero(F(1, 2),
        replace(sure, delta=F(1, 10**90))) == 1
    p = double(1 - special.normal_cdf(F(3, 2)) + special.normal_cdf(F(-5, 2)))
    for other in (sure, replace(sure, n1=90, epsilon=F(1)), replace(sure, n1=70, epsilon=F(3, 2))):
        assert float(not_zero(F(1, 2), other)) == pytest.approx(bound(p, other), rel=1e-6)
    assert float(outside(F(1, 2), sure)) == pytest.approx(p, rel=1e-12)
    medium = replace(sure, sigma=F(2), epsilon=F(1), n1=60)
    x = F(1, 4)
    source = simulation.Source("certificate")
    centres = simulation.coarse((float(x) + simulation.normals(source, 4000, 60)) / 2, 1.0, 1e-6, False, source)
    assert np.mean(centres != 0) <= float(not_zero(x, medium))


def one_by_one(x: list[float], epsilon: float, delta: float, shift: float, noise: Callable[[], float]) -> float:
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
    """The law of the centre, failures included, beside a loop over records: noise of scale 1/epsilon, noise for empty
    bins or another threshold fail.
    """
    epsilon, delta, n, runs = 0.5, 0.05, 30, 3000
    source = simulation.Source(f"loop {offset}")
    x = 0.3 + simulation.normals(source, runs, n)
    fast = simulation.coarse(x, epsilon, delta, offset, source)
    u = iter(simulation.Source(f"other {offset}").uniforms(60 * runs))

    def laplace() -> float:
        v = next(u) - 0.5
        return -math.copysign(1, v) * math.log1p(-2 * abs(v)) * 2 / epsilon

    slow = np.array([one_by_one(list(row), epsilon, delta, next(u) - 0.5 if offset else 0.0, laplace)
        for row in 0.3 + simulation.normals(simulation.Source("x"), runs, n)])
    for f in (np.isnan, lambda y: np.nan_to_num(y) > 0.5, lambda y: np.nan_to_num(y) < -0.5,
            lambda y: np.abs(np.nan_to_num(y)) > 1.4):
        a, b = f(fast).mean(), f(slow).mean()
        assert abs(a - b) < 4 * math.sqrt((a * (1 - a) + b * (1 - b) + 1e-4) / runs)
    assert 0.05 < np.isnan(fast).mean() < 0.95


def test_failures_fall_back_to_a_share_of_the_records() -> None:
    """With a threshold that nobody passes every estimate is that of a delta-share: unbiased, deviation sqrt((E x^2 (1 -
    delta)/delta + var)/n2). A fallback to 0 fails.
    """
    way = Way(n1=1, n2=200, delta=F(1, 500), epsilon=F(1, 10))
    both = simulation.two_stage(simulation.normal_records(F(3)), F(3), way, "fallback", 4000, FEW)
    for found in both.values():
        assert 3980 <= found.failed <= 4000 and found.bias[0] <= 0 <= found.bias[1] and found.plain[
            0] < 0 < found.plain[1]
        assert found.deviation == pytest.approx(math.sqrt((10 * 499 + 1) / 200), rel=0.1)


def test_noise_and_means_of_the_second_stage() -> None:
    """Bins so wide and c so large that nothing is clipped: variance 1/n2 + 8 c^2/(n2 epsilon)^2; the noise of scale
    c/(n2 epsilon) fails.
    """
    way = Way(sigma=F(40), c=F(40), epsilon=F(2))
    both = simulation.two_stage(simulation.normal_records(F(1)), F(1), way, "wide", 8000, FEW)
    for found in both.values():
        assert found.deviation == pytest.approx(math.sqrt(1 / 200 + 8 * 1600 / 400**2), rel=0.05) and found.failed == 0
        assert sum(count for _, count in found.histogram) == 8000 and found.plain[0] < 0 < found.plain[1]


@pytest.mark.parametrize(("name", "way"), [("dpumean", "DPUMean"), ("kv_mean", "KV")])
def test_the_simulated_estimators_are_the_shipped_ones(name: str, way: str) -> None:
    """Both on the same records: the two samples' distribution functions differ by less than the Kolmogorov-Smirnov
    limit at 10^-6 (against the other estimator, or twice the estimates, by more).
    """
    data = ["1/4", "1/3", "2/5", "3/8", "-1/5", "9/10", "4", "-6"]
    setting = Way(n1=5, n2=3, epsilon=F(2), delta=F(1, 5), c=F(3, 4))
    shipped = build(name, {"epsilon": "2", "delta": "1/5", "clip": "3/4", "n1": "5", "n2": "3"})
    bits, runs = Shake128ForTesting(name.encode()), 2500
    slow = np.sort([float(release(shipped.program(data), bits, F(1, 1 << 40))[0]) for _ in range(runs)])
    kept: list[np.ndarray] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "_sampled_runs", lambda found, mean,
            width: kept.append(np.concatenate([e for e, _, _ in found])))
        simulation.two_stage(lambda _, count, n: np.tile([float(F(x)) for x in data], (count, 1)), F(0), setting, name,
            8000, FEW)
    distance = {}
    for label, fast in zip(("DPUMean", "KV"), kept, strict=True):
        for scale in (1, 2):
            at = np.concatenate([slow, fast * scale])
            distance[label, scale] = np.abs(np.searchsorted(slow, at, "right") / runs
                - np.searchsorted(np.sort(fast * scale), at, "right") / len(fast)).max()
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
    assert not simulation.subsampled(people.counts, N, {"all": (t, e, exact * F(6, 5))}, 2000, FEW)[0].inside


def test_mirrored_heights() -> None:
    """The mean and the deviation stay, the skewness goes or shrinks to what is printed."""
    heights = figure3b.HEIGHTS
    level, less = figure3b.mirrored(heights), figure3b.mirrored(heights, *figure3b.LESS)
    assert level.central(3) == 0 and level.mean == less.mean == heights.mean and level.central(2) == less.central(
        2) == heights.central(2)
    assert f"{figure3b.skewness(less):.3f}" == figure3b.SKEWNESS and f"{figure3b.skewness(heights):.3f}" == "-0.088"


def test_maxima_are_counted_when_they_are_certain() -> None:
    cells = [(0.0, c) for c in (3, 90, 400, 380, 410, 120, 60, 300, 20)]
    assert figure3b.modes(cells) == 2 and figure3b.modes([(0.0, 100), (0.0, 95), (0.0, 104)]) == 1
    assert figure3b.modes([(0.0, c) for c in (100, 20, 25, 5, 9)]) == 1


def test_the_populations_are_those_that_the_page_names() -> None:
    """A lost line or a changed count fails."""
    visits, heights = population("visits"), population("heights")
    assert (visits.size, visits.median(), visits.values[-1], len(visits.values)) == (20_190, 1, 77, 59)
    assert (heights.size, heights.mean, heights.values[0]) == (928, F(631_861, 9280), F(617, 10))
    assert float(visits.mean) == pytest.approx(2.860426,
        abs=1e-6) and float(visits.central(2)) ** 0.5 == pytest.approx(4.504253, abs=1e-6)
    assert all(a < b for p in (visits, heights) for a, b in pairwise(p.values))
