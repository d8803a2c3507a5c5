"""The plan of the `stat` vectors of means on a line with private thresholds, medians or balls: mixtures over all that
may be selected on the way.

What may be put here: the law of such a release, right and with a known bug, as a list of cases, each with its chance,
its centre and its noise. One coordinate only: in more, the
noise of the coordinates is mixed by the same selections. What a search selects with a chance below 2^-40 is left out:
less than 10^-6 in all, and the registered slack is 10^-4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import floor, isqrt
from typing import Any

from ....catalogue.mechanisms import build
from ....distributions.discrete_gaussian import DiscreteGaussian
from ....exact.reals import Number, balanced_sum
from ....mechanisms.instance.clipping import lattice_variance
from ....mechanisms.instance.coinpress import CoinpressMean, shares
from ....mechanisms.instance.private_threshold import Plan, QuantileClippedMean, mean_share, threshold_share
from ....mechanisms.instance.quantile import iterations, noise_variance
from ....mechanisms.instance.real import GaussianMean, QuantizedMean
from ....mechanisms.instance.shifted import ShiftedClippedMean, coordinate_bound, median_rank, median_share
from ....mechanisms.instance.table import Rows
from ...events import MEAN_SLACK, Bug, Event, below
from ...kinds.stat import HALF, make
from ...vectors import Vector
from ..hetero.stat import Released
from .stat import at_least, at_most, chances

LEAST = Fraction(1, 1 << 40)
_ONE = Fraction(1)


@dataclass(frozen=True)
class Case:
    """With this chance the release is center + unit K, K an integer with this law, or the centre."""

    chance: Number
    center: Fraction
    unit: Fraction
    law: Any = None

    def at_most(self, x: Fraction) -> Number:
        """P(release <= x), given the case."""
        return Fraction(self.center <= x) if self.law is None else _cdf(self.law, floor((x - self.center) / self.unit))

    def moved(self, scale: Fraction, offset: Fraction) -> Case:
        """The case of scale times the release, + offset. The noise is symmetric."""
        return replace(self, center=scale * self.center + offset, unit=abs(scale) * self.unit)


@lru_cache(maxsize=1 << 16)
def _cdf(law: Any, k: int) -> Number:
    found: Number = law.cdf(k)
    return found


def gaussian(variance: Fraction) -> DiscreteGaussian | None:
    """None where there is no noise."""
    return DiscreteGaussian(variance) if variance else None


@dataclass(frozen=True)
class Twice:
    """The sum of two independent discrete Gaussian integers, or, `reused`, of one with itself.

    Left out: nine deviations on either side.
    """

    variance: Fraction
    reused: bool = False

    def cdf(self, k: int) -> Number:
        """P(K + K' <= k)."""
        one = DiscreteGaussian(self.variance)
        if self.reused:
            return _cdf(one, k // 2)
        width = 9 * (isqrt(floor(self.variance)) + 1)
        return balanced_sum([_pmf(one, j) * _cdf(one, k - j) for j in range(-width, width + 1)])


@lru_cache(maxsize=1 << 16)
def _pmf(law: DiscreteGaussian, k: int) -> Number:
    return law.pmf(k)


def twice(variance: Fraction, reused: bool) -> Twice | None:
    """None where there is no noise."""
    return Twice(variance, reused) if variance else None


def released(cases: Sequence[Case]) -> Released:
    """The law of all cases together."""

    def cdf(x: Fraction) -> Number:
        terms = [c.chance * p for c in cases if (p := c.at_most(x)) != 0 or not isinstance(p, Fraction)]
        return balanced_sum(terms) if terms else Fraction(0)

    return Released(cdf)


@dataclass(frozen=True)
class Pair(Released):
    """The laws of two coordinates, each by itself."""

    other: Callable[[Fraction], Number]


@dataclass(frozen=True)
class Wrong:
    """How a bug changes what is drawn, and what is made of it."""

    noise: Fraction = _ONE  # a factor of every standard deviation
    whole_counts: bool = False  # every count of a search spends the whole budget of the search
    # the threshold and the mean (around medians: of what is left) spend all that there is, each; so does every step
    # around a centre, and every message
    whole_rho: bool = False
    whole_coordinates: bool = False  # every coordinate spends what all together may
    reused: bool = False  # one noise for all coordinates, or for all users
    early: bool = True  # steps before the last have noise
    later: int = 0  # added to every rank: the search goes right where the noisy count equals it
    clips: bool = True
    turns: bool = True


RIGHT = Wrong()


def selected(values: Sequence[int], low: int, high: int, rank: int, rho: Fraction, start: Number,
        wrong: Wrong) -> dict[int, Number]:
    """What a search for the rank selects, with its chance, that of a search being `start`."""
    count = 1 if wrong.whole_counts else iterations(high - low + 1)
    variance = noise_variance(Fraction(count), rho) * wrong.noise**2
    return chances(low, high, lambda top: sum(v <= top for v in values), rank + wrong.later, DiscreteGaussian(variance),
        start, LEAST)


def around_threshold(rows: Sequence[Sequence[int]], plan: Plan, steps: int, start: Number,
        wrong: Wrong) -> Iterator[tuple[Number, list[int], Fraction]]:
    """(chance, the sums of the clipped coordinates, sigma^2 of their noise), both in units of 1/steps, for all
    thresholds.
    """
    if plan.rank < 1:
        yield start, [0] * len(rows[0]), Fraction(0)
        return
    spent, left = (plan.rho, plan.rho) if wrong.whole_rho else (threshold_share(plan.rho), mean_share(plan.rho))
    for squared, chance in selected([sum(v * v for v in row) for row in rows], 0, plan.high, plan.rank, spent, start,
            wrong).items():
        sums = Rows(rows, len(rows[0])).clipped_sum(Fraction(squared if wrong.clips else plan.high), steps)
        yield chance, sums, lattice_variance(Fraction(plan.factor), Fraction(squared), steps, left) * wrong.noise**2


def on_a_line(values: Sequence[int], plan: Plan, steps: int, start: Number, wrong: Wrong) -> Iterator[Case]:
    """The clipped mean of integers with a private threshold."""
    unit = Fraction(1, plan.n * steps)
    for chance, (total,), variance in around_threshold([[v] for v in values], plan, steps, start, wrong):
        yield Case(chance, total * unit, unit, gaussian(variance))


def around_median(values: Sequence[int], mechanism: ShiftedClippedMean, wrong: Wrong) -> Iterator[Case]:
    """Both signs, all medians, all thresholds."""
    reach = coordinate_bound(1, mechanism.u)
    for sign in (1, -1):
        turned = [sign * v for v in values]
        for center, chance in selected(turned, -reach, reach, median_rank(mechanism.n), median_share(mechanism.rho, 1),
                HALF, wrong).items():
            for case in on_a_line([v - center for v in turned], mechanism.plan, mechanism.steps, chance, wrong):
                yield case.moved(Fraction(sign), Fraction(sign * center))


def shrinking(values: Sequence[int], mechanism: CoinpressMean, wrong: Wrong) -> Iterator[Case]:
    """All centres after the first step; two steps at most."""
    stages, n, spent = mechanism.plan.stages, mechanism.n, shares(Fraction(1), mechanism.iterations)
    table = Rows([[v] for v in values], 1)

    def step(i: int, center: int) -> tuple[int, Fraction]:
        clip, noise, _ = stages[i]
        variance = noise * (spent[i] if wrong.whole_rho else 1) * (wrong.early or i == len(stages) - 1)
        return table.minus([center]).clipped_sum(Fraction(clip**2), 1)[0], variance * wrong.noise**2

    total, variance = step(0, 0)
    if len(stages) == 1:
        yield Case(_ONE, Fraction(total, n), Fraction(1, n), gaussian(variance))
        return
    first, width = gaussian(variance), 8 * (isqrt(floor(variance)) + 1)
    masses: dict[int, list[Number]] = {}
    for k in range(-width, width + 1) if first else (0,):
        masses.setdefault(round(Fraction(total + k, n)), []).append(first.pmf(k) if first else _ONE)
    for center, parts in masses.items():
        rest, variance = step(1, center)
        yield Case(balanced_sum(parts), center + Fraction(rest, n), Fraction(1, n), gaussian(variance))


def _cases(mechanism: Any, values: Sequence[int], wrong: Wrong) -> list[Case]:
    if isinstance(mechanism, QuantileClippedMean):
        return list(on_a_line(values, mechanism.plan, mechanism.steps, _ONE, wrong))
    if isinstance(mechanism, ShiftedClippedMean):
        return list(around_median(values, mechanism, wrong))
    if isinstance(mechanism, CoinpressMean):
        return [c.moved(mechanism.bucket_width, Fraction(0)) for c in shrinking(values, mechanism, wrong)]
    offset = -mechanism.half * mechanism.bucket_width
    return [c.moved(mechanism.bucket_width, offset) for c in around_median(values, mechanism.inner, wrong)]


BUGS: dict[str, tuple[str, Wrong]] = {
    "half the noise": ("WrongScale", Wrong(noise=HALF)),
    "the whole budget for each step": ("BudgetNotSplit", Wrong(whole_rho=True)),
    "the whole budget for each count": ("BudgetNotSplit", Wrong(whole_counts=True)),
    "right where the noisy count equals the rank": ("RankTie", Wrong(later=1)),
    "norms are not clipped": ("ClipForgotten", Wrong(clips=False)),
    "no answer is turned": ("ResponseTurned", Wrong(turns=False)),
    "the whole budget for each coordinate": ("BudgetNotSplit", Wrong(whole_coordinates=True)),
    "one noise for all coordinates": ("NoiseReused", Wrong(reused=True)),
    "one noise for all users": ("NoiseReused", Wrong(reused=True)),
    "no noise before the last step": ("StageScale", Wrong(early=False)),
}


def mixed(object_: str, params: dict[str, str], data: list[list[str]], cases: Callable[[Wrong], list[Case]],
        places: tuple[str, str, Fraction], bugs: tuple[str, ...], why: str,
        other: Callable[[Wrong], list[Case]] | None = None) -> Vector:
    """`places` are the middle and the scale of the registered points, and the unit of the release: they lie at odd
    multiples of half of it. `other`: the cases of a second coordinate, of which one event is registered.
    """
    middle, size, unit = Fraction(places[0]), Fraction(places[1]), places[2]

    def near(x: Fraction) -> Fraction:
        return unit * (floor(x / unit) + HALF)

    points = [below(p, at_most(p), MEAN_SLACK)
        for p in sorted({near(middle + size * Fraction(i, 4)) for i in range(-8, 9)})]
    up, down = near(middle), near(middle - 2 * size)
    events = [
        Event("above the middle", "x", "ge", up, "SignBias", at_least(up), MEAN_SLACK),
        Event("far below it", "x", "le", down, "WrongScale", at_most(down), MEAN_SLACK),
    ]
    if other is not None:
        events.append(Event("y above the middle", "y", "ge", up, "SignBias", lambda law: 1 - law.other(up), MEAN_SLACK))

    def law(wrong: Wrong) -> Released:
        return released(cases(wrong)) if other is None else Pair(released(cases(wrong)).cdf, released(other(wrong)).cdf)

    wrong = [Bug(name, flag, law(how)) for name, (flag, how) in BUGS.items() if name in bugs]
    return make(object_, params, {"data": data}, why, (events, points, wrong), law(RIGHT),
        "a mixture over all that may be selected", name="-".join(c for row in data for c in row))


def _mean(object_: str, params: dict[str, str], data: list[list[str]], middle: str, scale: str, bugs: tuple[str, ...],
        why: str) -> Vector:
    mechanism: QuantileClippedMean | ShiftedClippedMean | QuantizedMean | GaussianMean | CoinpressMean = build(object_,
        params)
    values = [int(row[0]) for row in mechanism.records(data).shown() or []]
    unit = Fraction(getattr(mechanism, "bucket_width", 1), mechanism.n * getattr(mechanism, "steps", 1))
    return mixed(object_, params, data, lambda wrong: _cases(mechanism, values, wrong), (middle, scale, unit), bugs,
        why)


NOISE, STEP, COUNT, RANK, CLIP, TURN, COORDINATE, ONE, USERS, EARLY = BUGS


def mixed_vectors() -> Iterator[Vector]:
    """All stat vectors of these mechanisms."""
    short = {"d": "1", "beta": "9/10"}
    search = (NOISE, COUNT, RANK)
    each = (NOISE, STEP, COUNT, RANK, CLIP)
    yield _mean("quantile_clipped_mean", {"rho": "8", "u": "4", "n": "6", **short},
        [["0"], ["1"], ["1"], ["2"], ["3"], ["4"]], "1", "1", each,
        "six records, the third smallest norm for a threshold")
    yield _mean("quantile_clipped_mean", {"rho": "12", "u": "5", "n": "5", "steps": "2", "constants": "exact", **short},
        [["5"], ["2"], ["3"], ["2"], ["5"]], "5/2", "1/2", each,
        "the sharper constants of one coordinate, two steps to a unit")
    yield _mean("shifted_clipped_mean", {"rho": "8", "u": "3", "n": "8", **short},
        [["0"], ["0"], ["0"], ["1"], ["3"], ["3"], ["3"], ["2"]], "3/2", "1", each,
        "a sign, a median, a threshold, a mean")
    yield _mean("shifted_clipped_mean", {"rho": "3", "u": "7", "n": "3", **short}, [["1"], ["6"], ["7"]], "3", "3",
        search, "too few records for a threshold: the median alone, with a quarter of rho")
    yield _mean("quantized_mean", {"rho": "10", "n": "7", "radius": "1", "bucket": "1/2", **short},
        [["-1"], ["1/2"], ["1"], ["3/4"], ["-1/2"], ["1"], ["0"]], "1/4", "1/2", each, "five buckets")
    yield _mean("gaussian_mean", {"rho": "2", "n": "3", "radius": "1/8", "sigma_min": "1", "sigma_max": "1", **short},
        [["-1"], ["3/2"], ["2"]], "1", "2", search,
        "too few records for a threshold: the median alone, among many buckets")
    yield _mean("gaussian_mean", {"rho": "200", "n": "4", "radius": "1/16", "sigma_min": "1", "sigma_max": "1",
        "constants": "exact", **short}, [["2"], ["-2"], ["0"], ["1"]], "1/4", "1/2", (NOISE, STEP, CLIP),
        "four records and so much rho that the threshold is the third smallest distance")
    yield _mean("coinpress_mean", {"rho": "8", "n": "4", "radius": "1", "sigma_max": "1", "iterations": "1", **short},
        [["2"], ["-1"], ["0"], ["1"]], "1/2", "3/4", (NOISE,), "one step with all of rho")
    yield _mean("coinpress_mean", {"rho": "200", "n": "4", "radius": "50", "sigma_max": "1", "iterations": "2",
        **short}, [["40"], ["-1"], ["2"], ["1"]], "6", "2", (NOISE, STEP, EARLY),
        "two steps: the second clips around the centre that the first found, noise and all")
