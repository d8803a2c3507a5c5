"""The estimators that the instance paper's figures compare: against slow simulators, without noise
against what they must then give, and ours against the shipped mechanisms.

Each test says (in its docstring or name) which wrong implementation it would catch.
"""

from __future__ import annotations

import math
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from dpmean.errors import InvalidInput
from dpmean.experiments.instance.estimators import images, ours, records, shipped, synthetic, trials
from dpmean.experiments.points import Job
from dpmean.experiments.simulation import Source
from dpmean.mechanisms.instance import quantile as exact
from tests.lab.simulators import instance_messages_slow as slow

NOISELESS = 1e18
ALARM = 1e-6
WHOLE = st.lists(st.integers(-40, 40), min_size=1, max_size=30)


class Silent(Source):
    """Normal variables are 0."""

    def uniforms(self, *shape: int) -> np.ndarray:
        return np.ones(shape)


def same(a: list[float], b: list[float]) -> float:
    """The p-value of two samples."""
    return float(stats.ks_2samp(a, b).pvalue)


# ---------------------------------------------------------------- ours


@given(WHOLE, st.data())
def test_without_noise_a_private_quantile_is_the_record_of_that_rank(
    values: list[int], data: st.DataObject
) -> None:
    """<= for < gives the next record, and a middle rounded towards zero hangs or skips below 0."""
    rank = data.draw(st.integers(1, len(values)))
    columns = ours.Columns(np.array([values, [7] * len(values)], dtype=float))
    found = ours.private_quantiles(columns, -45, 45, rank, 1.0, Silent("q"))
    assert found.tolist() == [sorted(values)[rank - 1], 7]


@given(WHOLE, WHOLE, st.integers(-60, 60), st.integers(-60, 60))
def test_counts_of_columns(first: list[int], second: list[int], a: int, b: int) -> None:
    """A neighbour's records counted into a column fail, and tops beyond both ends."""
    m = min(len(first), len(second))
    both = np.array([first[:m], second[:m]], dtype=float)
    assert ours.Columns(both).at_most(np.array([a, b], dtype=float)).tolist() == [
        (both[0] <= a).sum(),
        (both[1] <= b).sum(),
    ]


def test_private_quantiles_have_the_law_of_the_slow_simulator() -> None:
    """Noise of T/rho or of log(T), or one count too few, fails."""
    values, rng, source = (
        [3, 3, 5, 8, 9, 12, 12, 15, 20, 21],
        np.random.default_rng(1),
        Source("law"),
    )
    columns = ours.Columns(np.array([values] * 2000, dtype=float))
    fast = ours.private_quantiles(columns, 0, 31, 6, 2.0, source).tolist()
    right, wrong = (
        [float(slow.quantile(values, 0, 31, 6, rho, rng)) for _ in range(2000)]
        for rho in (2.0, 1.0)
    )
    assert same(fast, right) > ALARM > same(fast, wrong)


def test_accounting_is_that_of_the_shipped_quantile() -> None:
    for low, high in ((0, 1), (-3, 4), (0, 10**6), (-(2**40), 2**40), (5, 5)):
        assert ours.iterations(low, high) == exact.iterations(high - low + 1)
        tau = exact.rank_error(high - low + 1, F(1, 7), F(1, 10))
        assert ours.rank_error(low, high, 1 / 7) == pytest.approx(trials_double(tau), rel=1e-12)


def trials_double(x: object) -> float:
    from dpmean.experiments.points import Enclosed, about

    return about(Enclosed.of(x))  # type: ignore[arg-type]


@pytest.mark.parametrize("d", [1, 3, 8])
def test_without_noise_the_shifted_mean_is_the_mean(d: int) -> None:
    """Signs left out on the way back, d for d', a shift that is not undone, or padding that is
    kept: each fails.
    """
    source = Source(f"plain {d}")
    half = np.floor(source.uniforms(50, d) * 1000)
    # the rank is n - 1, whose norm is the largest too
    grid = ours.Grid(np.vstack([half, half]), 1000, 0.25, 300)
    found = ours.shifted_cm(ours.rotated(grid, source), NOISELESS, source)
    assert found.shape == (d,) and found == pytest.approx(
        (grid.units.mean(axis=0) - 300) / 4, abs=1e-5
    )
    assert ours.cm(grid, NOISELESS, source) == pytest.approx(
        (grid.units.mean(axis=0) - 300) / 4, abs=1e-5
    )


def test_the_budget_of_the_shifted_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """rho/(4 d') for each median, 3 rho/16 for the threshold: rho/4 for each median fails."""
    asked: list[tuple[int, float]] = []
    real = ours.private_quantiles
    monkeypatch.setattr(
        ours,
        "private_quantiles",
        lambda columns, low, high, rank, rho, source: (
            asked.append((columns.k, rho)) or real(columns, low, high, rank, rho, source)
        ),
    )
    ours.shifted_cm(
        ours.rotated(ours.Grid(np.ones((400, 5)), 3, 1.0), Source("b")), 1.6, Source("b")
    )
    assert asked == [(8, pytest.approx(0.05)), (1, pytest.approx(0.3))]


def test_the_noise_of_a_clipped_mean() -> None:
    """2 C^2/((3 rho/4) n^2) for each coordinate: rho for 3 rho/4, or C for 2 C, is off by more than
    a third.
    """
    n, rho, source = 5000, 0.5, Source("noise")
    x = np.tile([30.0, 40.0], (n, 1))
    squared = np.array(
        [((ours.clipped_mean(x, 10**4, rho, source) - [30, 40]) ** 2).sum() for _ in range(800)]
    )
    assert squared.mean() == pytest.approx(2 * 2 * 2500 / (0.75 * rho * n**2), rel=0.2)


def test_the_clipped_mean_cuts_as_many_norms_as_it_should() -> None:
    """With a rank of n - floor(sqrt(2 d/rho)) for large rho', the threshold is the norm of that
    record: sqrt(d/rho) fails.
    """
    assert (
        ours.rank_of_norms(100, 8, 0.0, 1.0) == 96
        and ours.rank_of_norms(100, 8, 4.2, 1.0) == 95
        and ours.rank_of_norms(10, 800, 0.0, 1.0) == -30
    )
    x = np.arange(1.0, 101.0)[:, None]
    mean = ours.clipped_mean(x, 10**4, 1e6, Source("cut"))
    assert mean == pytest.approx([50.5], abs=0.1)
    assert ours.clipped_mean(x[:5], 10**4, 1e-6, Source("none")).tolist() == [0.0]


@pytest.mark.parametrize("which", ["shifted", "plain"])
def test_ours_has_the_law_of_the_shipped_mechanism(which: str) -> None:
    """The length of the error and its first coordinate; ours with half of rho is noticed."""
    source, rho = Source(which), F(2)
    grid = ours.Grid(np.clip(np.rint(records.normals(source, 200, 3) * 3 + 20), 0, 63), 63, 1.0)
    mean = grid.units.mean(axis=0)
    turned = [ours.rotated(grid, source) for _ in range(20)]
    theirs = [
        (shipped.shifted_cm if which == "shifted" else shipped.cm)(grid, rho, source) - mean
        for _ in range(250)
    ]

    def run(part: float, count: int) -> list[np.ndarray]:
        return [
            (
                ours.shifted_cm(turned[i % 20], part, source)
                if which == "shifted"
                else ours.cm(grid, part, source)
            )
            - mean
            for i in range(count)
        ]

    mine, wrong = run(2.0, 500), run(0.7, 250)
    for view in (np.linalg.norm, lambda e: e[0]):
        assert same([float(view(e)) for e in theirs], [float(view(e)) for e in mine]) > ALARM
    assert (
        same([float(np.linalg.norm(e)) for e in theirs], [float(np.linalg.norm(e)) for e in wrong])
        < ALARM
    )


def test_the_paper_s_grids() -> None:
    """R' without the log, buckets of sigma_min: each fails.

    At d = 128 the shipped engine of 64 bits declines the paper's own numbers.
    """
    bounds = ours.Bounds(50 * 2.0, 0.1, 50.0)
    x = np.array([[1.0, -2.0, 3.0, 0.5]] * 4000)
    grid = ours.quantised(x, bounds)
    assert grid.bucket == 1 / 633 and grid.u == 2 * math.ceil(
        (100 + 100 * math.sqrt(4 + math.log(160_000))) * 633
    )
    assert (grid.units[0] - grid.origin).tolist() == [633, -1266, 1899, 316] and ours.quantised(
        x * 1e6, bounds
    ).units.max() <= grid.u
    wide = ours.quantised(np.zeros((4000, 128)), ours.Bounds(50 * math.sqrt(128), 0.1, 50.0))
    with pytest.raises(InvalidInput):
        shipped.shifted_cm(wide, F(1, 2), Source("wide"))


# ---------------------------------------------------------------- trials


@settings(max_examples=30)
@given(st.lists(st.floats(0, 100), min_size=10, max_size=60))
def test_the_trimmed_mean_is_scipy_s(values: list[float]) -> None:
    """A tenth in all for a tenth at each end fails."""
    assert records.trimmed(values) == pytest.approx(stats.trim_mean(values, 0.1), abs=1e-9)
    low, middle, high = records.around(values)
    assert low <= middle <= high


def test_deviations_of_student_s_law() -> None:
    for freedom in (9, 15, 79):
        assert records.deviations(freedom) == pytest.approx(
            stats.t.ppf(stats.norm.cdf(3.8906), freedom), rel=0.02
        )


def test_intervals_cover() -> None:
    """An interval for a record and not for the mean, or of one deviation, fails."""
    source = Source("cover")
    widths, inside = [], 0
    for _ in range(400):
        low, _, high = records.around((records.normals(source, 20) + 5).tolist())
        inside += low <= 5 <= high
        widths.append(float(high - low) / 2)
    assert inside >= 398 and np.mean(widths) == pytest.approx(5.3 / math.sqrt(20) * 1.03, rel=0.15)


def test_laws_of_the_records() -> None:
    source = Source("records")
    z = records.normals(source, 200, 51)
    assert stats.kstest(z.ravel(), "norm").pvalue > ALARM and z.shape == (200, 51)
    law = records.spread(3.0, 5, 100.0, source)
    assert (
        law.a is not None
        and law.a.T @ law.a == pytest.approx(np.eye(5))
        and 1 <= (law.sigma**2).min()
        and (law.sigma**2).max() <= 100
    )
    x = law.coloured(records.normals(source, 40_000, 5))
    assert np.cov(law.whitened(x - 3.0).T) == pytest.approx(np.eye(5), abs=0.05) and x.mean(
        axis=0
    ) == pytest.approx([3] * 5, abs=0.3)


def test_the_simulation_of_figure_9_is_vector_by_vector() -> None:
    sums = synthetic.clipped(20, 3, 12, 0.5, 4000, Source("nine"))
    assert sums[0] / 4000 == pytest.approx(
        slow.clipped_at_quantile(20, 3, 12, 2 * 12**2 * 3 / (0.5 * 400)), rel=0.1
    )


def test_images_of_the_extract() -> None:
    """Half bytes exchanged, or classes mixed: means of the three classes tell (a trouser has its
    pixels in two columns).
    """
    found = [images.extract(k, Source("i")).pixels for k in range(3)]
    assert all(p.shape == (6000, 196) and p.min() == 0 and p.max() == 1 for p in found)
    legs = found[1].mean(axis=0).reshape(14, 14)
    assert legs[10, 7] + 0.3 < min(legs[10, 5], legs[10, 8]) and found[0].mean() > legs.mean()
    assert images._halved(np.arange(16.0).reshape(1, 4, 4)).tolist() == [[[2.5, 4.5], [10.5, 12.5]]]


def test_a_seed_repeats_a_run_and_every_label_has_the_same_records() -> None:
    of, job = trials.Central(4, 5.0, 100.0, 10.0, n=300), Job(1000, 20, "s", trials=10)
    wanted = (trials.PLAIN, trials.OURS, "t = 2", "tcov = 2")
    first, again = (trials.central(of, (0.5,), wanted, "w", job)[0.5] for _ in range(2))
    alone = trials.central(of, (0.5,), (trials.PLAIN,), "w", Job(1000, 20, "t", trials=10))[0.5]
    assert first == again and alone[trials.PLAIN] != first[trials.PLAIN]
    assert all(
        a != b for a, b in zip(first[trials.PLAIN].errors, first[trials.PLAIN].others, strict=True)
    )
    assert trials.advantage(first[trials.OURS], first[trials.PLAIN])[0] == pytest.approx(
        math.log(first[trials.OURS].errors[0] / first[trials.PLAIN].errors[0])
    )
