"""Trilemma's Figures 3a and 3b: the enclosed law of the bin that wins, against enumeration,
simulation and itself with less; the drawn curves beside it; the heights of somebody who has them.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import mpmath
import pytest

from dpmean.errors import InvalidInput
from dpmean.exact.balls import ball, ends, precision
from dpmean.experiments import simulation
from dpmean.experiments.points import Enclosed, Job, Verdict, about
from dpmean.experiments.trilemma import figure3a, figure3b, heights, winner
from dpmean.experiments.trilemma.coarse import Way, clipped_moments
from dpmean.experiments.trilemma.winner import Outcome, Race, most, outcome
from tests.conftest import Run

# a third of the coarse estimates fail
SMALL = Way(n1=24, n2=20, epsilon=F(3), delta=F(1, 40_000), c=F(3, 4))
FEW = Job(4000, 20)


def within(one: Enclosed, other: Enclosed) -> bool:
    return other.lower <= one.lower and one.upper <= other.upper


@pytest.mark.parametrize(
    ("d", "c"), [(F(0), F(2)), (F(-1, 4), F(2)), (F(3, 4), F(1)), (F(5), F(1))]
)
def test_the_moments_of_clipping_are_integrals(d: F, c: F) -> None:
    """A density of the wrong sign, ends that are exchanged, or a mean square for a variance
    fail.
    """
    a, b = float(d - c), float(d + c)
    first, second = (
        float(mpmath.quad(lambda z, k=k: min(max(z, a), b) ** k * mpmath.npdf(z), [-12, a, b, 12]))
        for k in (1, 2)
    )
    mean, variance = (about(Enclosed.of(x)) for x in clipped_moments(d, c))
    assert mean == pytest.approx(first, abs=1e-12) and variance == pytest.approx(
        second - first**2, abs=1e-12
    )


def by_enumeration(
    chances: list[float], values: list[float], n: int, scale: float, t: float
) -> tuple[float, float]:
    """P(no noisy count exceeds t) and E v(winner) where the best noisy count is between t and n,
    count by count, each by an integral over the winner's noisy count.
    """

    def cdf(x: float) -> float:
        return float(mpmath.exp(x / scale) / 2 if x < 0 else 1 - mpmath.exp(-x / scale) / 2)

    none, mean = 0.0, 0.0
    for counts in product(range(n + 1), repeat=len(chances)):
        if sum(counts) != n:
            continue
        here = math.factorial(n) * math.prod(
            p**m / math.factorial(m) for p, m in zip(chances, counts, strict=True)
        )
        full = [(m, v) for m, v in zip(counts, values, strict=True) if m]
        none += here * math.prod(cdf(t - m) for m, _ in full)
        for i, (m, v) in enumerate(full):
            others = [k for j, (k, _) in enumerate(full) if j != i]

            def density(z: float, m: int = m, others: list[int] = others) -> float:
                return (
                    math.exp(-abs(z - m) / scale)
                    / (2 * scale)
                    * math.prod(cdf(z - k) for k in others)
                )

            points = [t, *range(math.ceil(t), n + 1)]
            mean += here * v * float(mpmath.quad(density, points))
    return none, mean


def test_the_race_is_that_of_the_counts() -> None:
    """Four records, three bins, all counts one by one. Noise for empty bins, counts that are not
    multinomial, noise of another scale, or another bin's value fail.
    """
    chances, values, n, scale, t = (
        [F(1, 5), F(1, 2), F(3, 10)],
        [F(-1), F(2), F(5)],
        4,
        F(3, 2),
        F(7, 3),
    )
    with precision(128):
        race = Race(
            [[ball(p) ** m / math.factorial(m) for m in range(n + 1)] for p in chances],
            [[ball(1)] * 3, [ball(v) for v in values]],
            n,
            ball(scale),
        )
        none, found = race.beyond(ball(t), 2)
    for i, worth in enumerate(([1.0] * 3, [float(v) for v in values])):
        expected = by_enumeration([float(p) for p in chances], worth, n, float(scale), 7 / 3)
        low, high = ends(found[i])
        assert low - F(1, 10**9) < expected[1] < high + F(1, 10**9) and high - low < F(1, 10**6)
        assert float(none) == pytest.approx(expected[0], abs=1e-9)


@pytest.mark.parametrize(("delta", "fails"), [(F(1, 40_000), 0.35), (F(1, 4), 0.0)])
def test_the_outcome_is_what_is_simulated(
    monkeypatch: pytest.MonkeyPatch, delta: F, fails: float
) -> None:
    """Bias, deviation and failures of 100,000 runs: a bias of one bin alone, another noise of the
    second stage, another threshold, or (with the first delta, where the fallback is all of it) no
    variance of the fallback fail.
    """
    monkeypatch.setattr(winner, "POINTS", 6)
    way = replace(SMALL, delta=delta)
    found = outcome(F(1, 4), way, (-1, 0, 1))
    kv = simulation.two_stage(
        simulation.normal_records(F(1, 4)), F(1, 4), way, "outcome", 100_000, FEW
    )["KV"]
    assert kv.bias[0] < found.bias.lower and found.bias.upper < kv.bias[1]
    assert found.deviation == pytest.approx(kv.deviation, rel=0.3 if fails else 0.01)
    chance = about(found.fails)
    assert (
        chance == pytest.approx(fails, abs=0.01)
        and abs(kv.failed / 100_000 - chance) < 5 * math.sqrt(chance / 100_000) + 1e-4
    )
    alone = about(Enclosed.of(clipped_moments(F(-1, 4), way.c)[0]))
    assert not kv.bias[0] < alone < kv.bias[1]
    assert sum(map(about, found.wins.values())) == pytest.approx(1 - chance, abs=0.01)


def test_enclosures_with_less_contain_those_with_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer points of the rule, fewer bins, rarer counts left out: wider enclosures that hold the
    truth. A remainder of the rule, a mass or far records that are forgotten fail.
    """
    monkeypatch.setattr(winner, "POINTS", 6)
    best = outcome(F(1, 4), SMALL, (0,))
    assert best.bias.upper - best.bias.lower < F(1, 10**5)
    coarser: list[Outcome] = []
    for name, value in (("POINTS", 1), ("POINTS", 3), ("NEAR", 1), ("NEAR", 2), ("RARE", 1e-3)):
        with monkeypatch.context() as patch:
            patch.setattr(winner, name, value)
            coarser.append(outcome(F(1, 4), SMALL, (0,)))
    for found in coarser:
        assert within(best.bias, found.bias) and within(best.squared, found.squared)
        assert within(best.fails, found.fails) and within(best.wins[0], found.wins[0])
        assert found.bias.upper - found.bias.lower > 2 * (best.bias.upper - best.bias.lower)
    assert all(
        sum(math.comb(100, k) * p**k * (1 - p) ** (100 - k) for k in range(most(p, 100) + 1, 101))
        < 1e-11
        for p in (0.4, 0.05, 1e-6, 0.999)
    )


def test_the_rule_errs_by_less_than_its_bound() -> None:
    """The bound alone, at one point: without it the two results are apart, with it they meet."""
    chances, n = [F(1, 2), F(1, 2)], 6
    found = []
    with precision(128):
        race = Race(
            [[ball(p) ** m / math.factorial(m) for m in range(n + 1)] for p in chances],
            [[ball(1)] * 2],
            n,
            ball(F(1, 5)),
        )
        for points in (2, 14):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(winner, "POINTS", points)
                found.append(ends(race.beyond(ball(F(5, 2)), 2)[1][0]))
    (low, high), (a, b) = found
    assert low < a < b < high and abs((low + high) - (a + b)) / 2 > 100 * (b - a)


def test_mirror_images_and_multiples() -> None:
    """KV at -mu and at mu + 1 does what it does at mu, mirrored or moved; other bins are
    refused.
    """
    here, there, moved = (outcome(mu, SMALL, (0, 1)) for mu in (F(1, 5), F(-1, 5), F(6, 5)))
    for a, b in (
        (here.bias.lower, -there.bias.upper),
        (here.bias.lower, moved.bias.lower),
        (here.wins[0].lower, moved.wins[1].lower),
    ):
        assert float(a) == pytest.approx(float(b), abs=1e-5)
    with pytest.raises(InvalidInput, match="one deviation"):
        outcome(F(0), replace(SMALL, sigma=F(2)))


# ---------------------------------------------------------------- what is drawn


def test_the_drawn_curves_are_whole() -> None:
    for name, least, most_ in (("kv", 0.00025, 0.00035), ("dpumean", 0.0003, 0.00031)):
        points = figure3a.printed(name)
        assert [p.mu for p in points] == [F(k, 20) for k in range(41)]
        assert all(least < p.half < most_ for p in points)


@pytest.mark.parametrize(
    ("factor", "error", "verdict"),
    [
        (1, F(13, 10**5), Verdict.AGREES),
        (F(9, 10), F(13, 10**5), Verdict.DIFFERS),
        (1, F(4, 10**4), Verdict.DIFFERS),
    ],
)
def test_a_curve_that_is_not_ours_differs(factor: F, error: F, verdict: Verdict) -> None:
    """The drawn points against themselves with about their own error, against a bias a tenth too
    small, and against points too far away all together.
    """
    points = {p.mu: p for p in figure3a.printed("kv")}
    row = figure3a.against(
        "KV",
        list(points.values()),
        lambda mu: Enclosed.of(points[mu].bias * factor + error * (-1) ** int(20 * mu)),
    )
    assert row.verdict is verdict


@pytest.mark.slow
def test_figure_3a_at_all_its_means_and_runs() -> None:
    """10^6 runs at mu = 1/4, as the paper has them: the bias to 0.0007, the deviation within 0.3
    %.
    """
    both = figure3a.run(F(1, 4), figure3a.WAY, replace(FEW, runs=10**6))
    exact = outcome(F(1, 4), figure3a.WAY)
    low, high = both["KV"].bias
    assert low < exact.bias.lower < exact.bias.upper < high < low + F(3, 2000)
    assert both["KV"].deviation == pytest.approx(exact.deviation, rel=0.003)
    assert both["DPUMean"].bias[0] < 0 < both["DPUMean"].bias[1]
    assert both["DPUMean"].deviation == pytest.approx(0.15132, rel=0.003)


def test_the_parameters_are_those_of_the_program() -> None:
    """The drawn bias at mu = 1/4 is 1.1 standard errors from ours; half the records for the coarse
    estimate, sigma or c twice as large, are far away.
    """
    drawn = next(p for p in figure3a.printed("kv") if p.mu == F(1, 4))
    assert abs(drawn.errors(outcome(F(1, 4), Way()).bias)) < 2
    assert abs(drawn.errors(outcome(F(1, 4), Way(n1=50, n2=350)).bias)) > 20
    assert str(Way()) == "n1 = 100, n2 = 300, epsilon = 1, delta = 0.00025, c = 1, sigma = 1"


# ---------------------------------------------------------------- heights


def test_peaks_lie_where_the_drawn_ones_do() -> None:
    """The means of heights clipped around three multiples of sigma, and no multiple itself."""
    at, wide = figure3b.peaks()
    assert (
        at == pytest.approx([float(x) for x, _ in figure3b.PEAKS], abs=0.003) and 0.07 < wide < 0.09
    )
    assert all(
        abs(x - k * float(heights.DEVIATION)) > 3 * wide
        for x, k in zip(at, figure3b.BINS, strict=True)
    )


def test_heights_that_somebody_has(run: Run, tmp_path: Path) -> None:
    """A file of other heights is taken, run, and said not to be those of the program."""
    path = tmp_path / "people.csv"
    path.write_text(
        "who,height\n"
        + "".join(f"{k},{60 + (k * 7919 % 4001) * 16 / 4001:.3f}\n" for k in range(4001))
    )
    code, out, _ = run(
        "experiment", "trilemma", "figure3b", "--runs", "1000", "--heights", f"{path}:height"
    )
    assert code == 0 and "4,001 of mean" in out and "not those of the authors' program" in out
    assert "1,000 runs on the given heights" in out and "told:" not in out
    code, _, err = run("experiment", "trilemma", "figure3b", "--heights", f"{path}:weight")
    assert code == 2 and "weight" in err


def test_what_was_found_on_the_heights() -> None:
    """The two biases that are told have the printed ones within their intervals, and none is 0."""
    for kind, (low, high) in heights.FOUND.items():
        assert 0 < low < high < low + F(25, 10**4)
        assert low - figure3b.DOUBT < figure3b.PRINTED[kind] < high + figure3b.DOUBT
    assert heights.LEVEL[0] < 0 < heights.LEVEL[1]
