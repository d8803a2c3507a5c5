"""The estimators that the instance paper's figures compare: against slow simulators, without noise against what they must then give, and ours against the shipped mechanisms.

Each test says (in its docstring or name) which wrong implementation it would catch.
"""

from __future__ import annotations

import math
from fractions import Fraction as F

import numpy as np
import pytest
import simulators_instance as slow
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from dpmean.errors import InvalidInput
from dpmean.experiments.instance.estimators import coinpress, gaboardi, images, local, ours, readings, records, shipped, synthetic, trials
from dpmean.experiments.points import Job
from dpmean.experiments.simulation import Source
from dpmean.multivariate import quantile as exact

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
def test_without_noise_a_private_quantile_is_the_record_of_that_rank(values: list[int], data: st.DataObject) -> None:
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
    assert ours.Columns(both).at_most(np.array([a, b], dtype=float)).tolist() == [(both[0] <= a).sum(), (both[1] <= b).sum()]


def test_private_quantiles_have_the_law_of_the_slow_simulator() -> None:
    """Noise of T/rho or of log(T), or one count too few, fails."""
    values, rng, source = [3, 3, 5, 8, 9, 12, 12, 15, 20, 21], np.random.default_rng(1), Source("law")
    columns = ours.Columns(np.array([values] * 2000, dtype=float))
    fast = ours.private_quantiles(columns, 0, 31, 6, 2.0, source).tolist()
    right, wrong = ([float(slow.quantile(values, 0, 31, 6, rho, rng)) for _ in range(2000)] for rho in (2.0, 1.0))
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
    """Signs left out on the way back, d for d', a shift that is not undone, or padding that is kept: each fails."""
    source = Source(f"plain {d}")
    half = np.floor(source.uniforms(50, d) * 1000)
    grid = ours.Grid(np.vstack([half, half]), 1000, 0.25, 300)  # the rank is n - 1, whose norm is the largest too
    found = ours.shifted_cm(ours.rotated(grid, source), NOISELESS, source)
    assert found.shape == (d,) and found == pytest.approx((grid.units.mean(axis=0) - 300) / 4, abs=1e-5)
    assert ours.cm(grid, NOISELESS, source) == pytest.approx((grid.units.mean(axis=0) - 300) / 4, abs=1e-5)


def test_the_budget_of_the_shifted_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """rho/(4 d') for each median, 3 rho/16 for the threshold: rho/4 for each median fails."""
    asked: list[tuple[int, float]] = []
    real = ours.private_quantiles
    monkeypatch.setattr(ours, "private_quantiles", lambda columns, low, high, rank, rho, source: asked.append((columns.k, rho)) or real(columns, low, high, rank, rho, source))
    ours.shifted_cm(ours.rotated(ours.Grid(np.ones((400, 5)), 3, 1.0), Source("b")), 1.6, Source("b"))
    assert asked == [(8, pytest.approx(0.05)), (1, pytest.approx(0.3))]


def test_the_noise_of_a_clipped_mean() -> None:
    """2 C^2/((3 rho/4) n^2) for each coordinate: rho for 3 rho/4, or C for 2 C, is off by more than a third."""
    n, rho, source = 5000, 0.5, Source("noise")
    x = np.tile([30.0, 40.0], (n, 1))
    squared = np.array([((ours.clipped_mean(x, 10**4, rho, source) - [30, 40]) ** 2).sum() for _ in range(800)])
    assert squared.mean() == pytest.approx(2 * 2 * 2500 / (0.75 * rho * n**2), rel=0.2)


def test_the_clipped_mean_cuts_as_many_norms_as_it_should() -> None:
    """With a rank of n - floor(sqrt(2 d/rho)) for large rho', the threshold is the norm of that record: sqrt(d/rho) fails."""
    assert ours.rank_of_norms(100, 8, 0.0, 1.0) == 96 and ours.rank_of_norms(100, 8, 4.2, 1.0) == 95 and ours.rank_of_norms(10, 800, 0.0, 1.0) == -30
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
    theirs = [(shipped.shifted_cm if which == "shifted" else shipped.cm)(grid, rho, source) - mean for _ in range(250)]

    def run(part: float, count: int) -> list[np.ndarray]:
        return [(ours.shifted_cm(turned[i % 20], part, source) if which == "shifted" else ours.cm(grid, part, source)) - mean for i in range(count)]

    mine, wrong = run(2.0, 500), run(0.7, 250)
    for view in (np.linalg.norm, lambda e: e[0]):
        assert same([float(view(e)) for e in theirs], [float(view(e)) for e in mine]) > ALARM
    assert same([float(np.linalg.norm(e)) for e in theirs], [float(np.linalg.norm(e)) for e in wrong]) < ALARM


def test_the_paper_s_grids() -> None:
    """R' without the log, buckets of sigma_min: each fails. At d = 128 the shipped engine of 64 bits declines the paper's own numbers."""
    bounds = ours.Bounds(50 * 2.0, 0.1, 50.0)
    x = np.array([[1.0, -2.0, 3.0, 0.5]] * 4000)
    grid = ours.quantised(x, bounds)
    assert grid.bucket == 1 / 633 and grid.u == 2 * math.ceil((100 + 100 * math.sqrt(4 + math.log(160_000))) * 633)
    assert (grid.units[0] - grid.origin).tolist() == [633, -1266, 1899, 316] and ours.quantised(x * 1e6, bounds).units.max() <= grid.u
    wide = ours.quantised(np.zeros((4000, 128)), ours.Bounds(50 * math.sqrt(128), 0.1, 50.0))
    with pytest.raises(InvalidInput):
        shipped.shifted_cm(wide, F(1, 2), Source("wide"))


# ---------------------------------------------------------------- COINPRESS


def test_budgets_and_tails() -> None:
    """An even split, or the large part first, fails."""
    assert coinpress.budgets(0.5, 1) == [0.5] and coinpress.budgets(0.8, 3) == pytest.approx([0.1, 0.1, 0.6])
    assert all(sum(coinpress.budgets(2.0, t)) == pytest.approx(2) for t in coinpress.STEPS)
    lengths = np.linalg.norm(records.normals(Source("tail"), 20_000, 5), axis=1)
    assert 0.001 < (lengths > coinpress.tail(5, 0.1)).mean() <= 0.1


def test_one_step_of_the_mean() -> None:
    """Noise of 2 clip/(n sqrt(2 rho)), clip the lesser of two: a clip without the factor 2, or of the radius alone, fails. The new radius holds the error."""
    n, d, radius, rho, source = 400, 3, 50.0, 0.1, Source("step")
    x = np.zeros((n, d))
    gamma = math.sqrt(3 + 2 * math.sqrt(3 * math.log(100)) + 2 * math.log(100))
    clip = math.sqrt(radius**2 + 6 * radius + gamma**2)
    runs = [coinpress.mean_step(x, ours.squares(x), np.zeros(d), radius, rho, source) for _ in range(500)]
    deviation = 2 * clip / n / math.sqrt(2 * rho)
    assert np.mean([c @ c for c, _ in runs]) == pytest.approx(d * deviation**2, rel=0.2)
    assert [r for _, r in runs] == pytest.approx([gamma * math.sqrt(1 / n + deviation**2)] * 500)
    assert np.mean([math.sqrt(c @ c) <= r for c, r in runs]) > 0.98


def test_without_noise_the_mean_is_the_mean_and_outliers_are_moved_to_the_ball() -> None:
    """Records that are dropped, or clipped around the origin and not the centre, fail."""
    source = Source("ball")
    x = records.normals(source, 500, 4) + 20
    assert coinpress.mean(x, 100.0, NOISELESS, 3, source) == pytest.approx(x.mean(axis=0), abs=0.05)
    assert coinpress.mean(x * 7, 700.0, NOISELESS, 1, source, 7.0) == pytest.approx(7 * x.mean(axis=0), abs=1e-6)
    far = np.vstack([np.zeros((1, 2)), [[1000.0, 0.0]]])
    moved, _ = coinpress.mean_step(far, ours.squares(far), np.array([1.0, 0.0]), 1.0, NOISELESS, source)
    clip = min(math.sqrt(1 + 6 + coinpress.tail(2, 0.01) ** 2), 1 + coinpress.tail(2, 0.01))
    assert moved == pytest.approx([(0 + 1 + clip) / 2, 0], abs=1e-6)


def test_whitening_composes_where_matrices_do_not_commute() -> None:
    """From the left side, as in the published program, the covariance of x W is far from I in three steps: its eigenvalues tell."""
    source = Source("white")
    law = records.spread(0.0, 6, 400.0, source)
    x = law.coloured(records.normals(source, 4000, 6))
    w = coinpress.whitening(x, 50.0, NOISELESS, 5, source)
    values = np.linalg.eigvalsh(w.T @ np.cov(x.T) @ w)
    assert 0.9 < values.min() and values.max() < 1.05
    assert readings.inverse_root(x, NOISELESS, 5, source) @ np.cov(x.T) @ readings.inverse_root(x, NOISELESS, 5, source) == pytest.approx(np.eye(6), abs=0.1)


def test_a_whitening_is_multiplied_from_the_right() -> None:
    """x W, then x W W': W' W fails where the two do not commute."""
    source = Source("right")
    before, x = np.array([[0.05, 0.0], [0.2, 0.3]]), records.normals(source, 20_000, 2) @ np.array([[3.0, 0.0], [0.0, 0.5]])
    after, _ = coinpress.covariance_step(x, before, NOISELESS, source)
    z, eta = before.T @ (x.T @ x / len(x)) @ before, math.sqrt(2 / 20_000) + 1 / 20_000
    assert after.T @ (x.T @ x / len(x)) @ after == pytest.approx(z @ np.linalg.inv(z + eta * np.eye(2)), abs=1e-3)


def test_the_noise_of_a_covariance() -> None:
    """Symmetric, of deviation gamma^2/(n sqrt(rho)) on and above the diagonal: noise drawn twice off the diagonal fails. Without it MVCRec-MVMRec is the mean."""
    source, n, d, rho = Source("sym"), 100, 3, 0.01
    gamma = coinpress.tail(d, 0.1)
    traces = []
    for _ in range(400):
        _, z = coinpress.covariance_step(np.zeros((n, d)), np.eye(d), rho, source)
        assert z == pytest.approx(z.T) and np.linalg.eigvalsh(z).min() > -1e-9
        traces.append((z**2).sum())
    # a symmetric matrix of independent normals loses half of its squared Frobenius norm, by symmetry, to the projection
    assert np.mean(traces) == pytest.approx((d + d * (d - 1)) * (gamma**2 / (n * math.sqrt(rho))) ** 2 / 2, rel=0.25)
    x = records.normals(source, 1000, 2) + 3
    assert coinpress.scaled_mean(x, coinpress.paired(x), 30.0, 5.0, NOISELESS, 2, source) == pytest.approx(x.mean(axis=0), abs=0.02)
    assert coinpress.paired(np.array([[1.0], [3.0], [9.0]])) == pytest.approx(np.array([[-math.sqrt(2)]]))


# ---------------------------------------------------------------- the local model


def test_rho_for_epsilon_and_delta() -> None:
    rho = local.rho_for(1.0, 1e-9)
    assert rho + 2 * math.sqrt(rho * math.log(1e9)) == pytest.approx(1.0)


@given(st.lists(st.integers(-10, 20), min_size=1, max_size=30), st.data())
def test_without_noise_a_local_quantile_is_the_record_of_that_rank(values: list[int], data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, len(values)))
    assert local.private_quantile(np.array(values), -10, 20, rank, np.inf, Source("l")) == sorted(values)[rank - 1]


def test_local_quantiles_have_the_law_of_the_protocol() -> None:
    """User by user with rows of Hadamard's matrix; epsilon^2 for epsilon^2/2, users of all levels, or silence of the others fails."""
    rng, source = np.random.default_rng(2), Source("haar")
    values = [int(v) for v in rng.integers(0, 32, 200)]
    fast = [float(local.private_quantile(np.array(values), 0, 31, 120, 0.5, source)) for _ in range(1500)]
    right, wrong = ([float(slow.haar(values, 5, 120, e, rng)) for _ in range(500)] for e in (1.0, 0.3))
    assert same(fast, right) > ALARM > same(fast, wrong)


@pytest.mark.parametrize(("values", "rank", "epsilon"), [([0] * 9 + [3] * 15, 8, 1.0), ([0, 1, 1, 3] * 6, 12, 2.0), ([3] * 30 + [0, 1, 2, 0], 3, 1.5)])
def test_local_quantiles_of_two_levels_have_the_exact_law(values: list[int], rank: int, epsilon: float) -> None:
    """rho for epsilon^2/2, or users outside the node who say nothing, fails; and the exact law is that of the users."""
    rng, source, runs = np.random.default_rng(7), Source("two levels"), 8000
    law = slow.haar_law(values, rank, epsilon)
    for count, draw in ((runs, lambda: local.private_quantile(np.array(values), 0, 3, rank, epsilon**2 / 2, source)), (1000, lambda: slow.haar(values, 2, rank, epsilon, rng))):
        seen = np.bincount([draw() for _ in range(count)], minlength=4)
        assert float(stats.chisquare(seen, np.array(law) * count).pvalue) > ALARM


def test_sums_of_signs() -> None:
    """A word with spare bits counted, or p for 1 - p, fails."""
    source = Source("signs")
    for count in (0, 1, 63, 64, 65, 1000):
        sums = [local.coins(source, count) for _ in range(400)]
        assert all((s - count) % 2 == 0 and abs(s) <= count for s in sums) and np.mean(np.square(sums)) == pytest.approx(count, rel=0.4)
    assert np.mean([local.biased(source, 100, 0.9) for _ in range(200)]) == pytest.approx(80, abs=2)


def test_the_local_mean() -> None:
    """With quantiles told, the noise is that of users: 2 C^2 d/(rho' n), C the norm around the medians; a central 1/n^2 fails by a factor of n."""
    source, n, d = Source("users"), 4000, 4
    x = records.normals(source, n, d) + 2
    grid, bounds = ours.quantised(x, ours.Bounds(40.0, 0.1, 20.0)), ours.Bounds(40.0, 0.1, 20.0)
    errors = [local.shifted_cm(grid, bounds.reach(n, d), 5.0, source, told=True) - x.mean(axis=0) for _ in range(200)]
    lengths = np.sort(np.linalg.norm(x - np.median(x, axis=0), axis=1))
    c = lengths[local.rank_of_norms(n, d, 5.0 * 9 / 16) - 1]
    assert np.mean([e @ e for e in errors]) == pytest.approx(2 * c**2 * d / (5.0 * 9 / 16 * n), rel=0.35)
    private = [local.shifted_cm(grid, bounds.reach(n, d), 1e5, source) - x.mean(axis=0) for _ in range(5)]
    assert max(np.linalg.norm(e) for e in private) < 0.2
    assert local.rank_of_norms(100, 1, 0.5) == 80 and local.rank_of_norms(4, 10, 0.1) == 1


def test_composition() -> None:
    """Advanced composition uses up epsilon and delta, and no more."""
    share = gaboardi.advanced(1.0, 1e-9, 8)
    assert math.sqrt(16 * math.log(2e9)) * share.epsilon + 8 * share.epsilon * math.expm1(share.epsilon) == pytest.approx(1.0)
    assert 8 * share.delta + 5e-10 == pytest.approx(1e-9) and gaboardi.advanced(1.0, 1e-9, 1) == gaboardi.Share(1.0, 1e-9)
    assert gaboardi.needed(gaboardi.Share(1.0, 0), 20.0, 1.0) == pytest.approx(800 * (1 / math.tanh(0.25)) ** 2 * math.log(80 * 41))


def test_the_fullest_bin_is_found_as_by_users() -> None:
    """epsilon for epsilon/2 in a bit fails: then it is found more often."""
    rng, source, n = np.random.default_rng(3), Source("bins"), 400
    x = list(rng.normal(1.2, 1.0, n))
    share, tight = gaboardi.Share(0.5, 0.5), gaboardi.Share(0.25, 0.5)
    theirs = [slow.fullest_bin(x, 6.0, 1.0, 0.5, rng) for _ in range(600)]

    def mine(of: gaboardi.Share) -> list[float]:
        both = np.tile(np.array(x + x)[:, None], (1, 600))
        seen: list[np.ndarray] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(gaboardi, "noisy_mean", lambda _x, low, half, _s, _source: seen.append(low + half) or low)
            gaboardi.known_var(both, 6.0, 1.0, of, source)
        return seen[0].tolist()

    assert same(mine(share), [float(b) for b in theirs]) > ALARM
    assert same(mine(tight), [float(b) for b in theirs]) < 1e-3


def test_known_and_unknown_variance_with_much_privacy_to_spend() -> None:
    """A coordinate that gets another's interval, or an interval that misses the records, fails."""
    source, share = Source("rich"), gaboardi.Share(50.0, 1e-3)
    x = records.normals(source, 8000, 3) * 2 + np.array([-7.0, 0.0, 9.0])
    for found in (gaboardi.known_var(x, 20.0, 2.0, share, source), gaboardi.unk_var(x, 20.0, (0.1, 10.0), share, source)):
        assert found == pytest.approx([-7, 0, 9], abs=0.5)
    y = np.zeros((1000, 1))
    errors = [gaboardi.noisy_mean(y, np.array([-2.0]), np.array([2.0]), gaboardi.Share(0.5, 1e-3), source)[0] for _ in range(500)]
    assert np.mean(np.square(errors)) == pytest.approx(8 * 4 * math.log(2000) / 0.25 / 1000, rel=0.25)
    at = gaboardi.searched(records.normals(source, 12_000, 2), 0.5, -8.0, 8.5, 10, 0.01, 60.0, source)
    assert np.abs(at).max() < 0.2


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
        assert records.deviations(freedom) == pytest.approx(stats.t.ppf(stats.norm.cdf(3.8906), freedom), rel=0.02)


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
    assert law.a is not None and law.a.T @ law.a == pytest.approx(np.eye(5)) and 1 <= (law.sigma**2).min() and (law.sigma**2).max() <= 100
    x = law.coloured(records.normals(source, 40_000, 5))
    assert np.cov(law.whitened(x - 3.0).T) == pytest.approx(np.eye(5), abs=0.05) and x.mean(axis=0) == pytest.approx([3] * 5, abs=0.3)


def test_the_simulation_of_figure_9_is_vector_by_vector() -> None:
    sums = synthetic.clipped(20, 3, 12, 0.5, 4000, Source("nine"))
    assert sums[0] / 4000 == pytest.approx(slow.clipped_at_quantile(20, 3, 12, 2 * 12**2 * 3 / (0.5 * 400)), rel=0.1)


def test_images_of_the_extract() -> None:
    """Half bytes exchanged, or classes mixed: means of the three classes tell (a trouser has its pixels in two columns)."""
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
    assert all(a != b for a, b in zip(first[trials.PLAIN].errors, first[trials.PLAIN].others, strict=True))
    assert trials.advantage(first[trials.OURS], first[trials.PLAIN])[0] == pytest.approx(math.log(first[trials.OURS].errors[0] / first[trials.PLAIN].errors[0]))
