"""The plan of the `stat` vectors of means of vectors in two dimensions: what one dimension cannot show, noise that two
coordinates share and budgets that they do not.

What may be put here: such vectors, each with one statistic whose law is known in closed form: the first coordinate of a
rotated mean (the sum of two noises), the sum of both, the sign of their product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor, isqrt
from typing import Any

from ....catalogue.mechanisms import build
from ....distributions.discrete_gaussian import DiscreteGaussian
from ....exact.reals import Number
from ....mechanisms.instance.private_threshold import QuantileClippedMean
from ....mechanisms.instance.shifted import ShiftedClippedMean, coordinate_bound, median_rank, median_share
from ...events import MEAN_SLACK, Bug, Event, below
from ...kinds.stat import HALF, make
from ...vectors import Vector
from ..hetero.stat import Released
from .stat import at_least, at_most, lattice
from .stat_mixed import (
    BUGS,
    CLIP,
    COORDINATE,
    COUNT,
    NOISE,
    ONE,
    RANK,
    RIGHT,
    STEP,
    Case,
    Wrong,
    around_threshold,
    gaussian,
    mixed,
    released,
    selected,
    twice,
)

_ONE = Fraction(1)


def rotated(mechanism: ShiftedClippedMean, data: Sequence[Sequence[int]], wrong: Wrong, way: int = 1) -> Iterator[Case]:
    """The first coordinate, or (way = -1) the second: all signs, medians and thresholds.

    It is its sign times half the sum, or the difference, of both rotated coordinates.
    """
    m, scale = mechanism, mechanism.n * mechanism.steps
    reach, spent = coordinate_bound(2, m.u), median_share(m.rho, 1 if wrong.whole_coordinates else 2)
    for s, t in product((1, -1), repeat=2):
        sign = s if way > 0 else t
        columns = tuple(s * x + t * y for x, y in data), tuple(s * x - t * y for x, y in data)
        for c, first in selected(columns[0], -reach, reach, median_rank(m.n), spent, Fraction(1, 4), wrong).items():
            for e, second in selected(columns[1], -reach, reach, median_rank(m.n), spent, first, wrong).items():
                around = [(x - c, y - e) for x, y in zip(*columns, strict=True)]
                for chance, sums, variance in around_threshold(around, m.plan, m.steps, second, wrong):
                    noise = None if wrong.reused and way < 0 else twice(variance, wrong.reused)
                    yield Case(chance, sign * (Fraction(sums[0] + way * sums[1], scale) + c + way * e) / 2,
                        Fraction(1, 2 * scale), noise)


def _rotated(params: dict[str, str], data: list[list[str]], middle: str, scale: str, bugs: tuple[str, ...],
        why: str) -> Vector:
    mechanism: ShiftedClippedMean = build("shifted_clipped_mean", params)
    rows = [[int(v) for v in row] for row in mechanism.records(data).shown() or []]
    unit = Fraction(1, 2 * mechanism.n * mechanism.steps)
    return mixed("shifted_clipped_mean", params, data, lambda wrong: list(rotated(mechanism, rows, wrong)),
        (middle, scale, unit), bugs, why, lambda wrong: list(rotated(mechanism, rows, wrong, -1)))


@dataclass(frozen=True)
class Both(Released):
    """The law of the first coordinate, and that of the sum of both."""

    total: Callable[[Fraction], Number]


def clipped(mechanism: QuantileClippedMean, data: Sequence[Sequence[int]], wrong: Wrong) -> Both:
    """Over all thresholds."""
    m, scale = mechanism, mechanism.n * mechanism.steps
    found = list(around_threshold(data, m.plan, m.steps, _ONE, wrong))
    unit = Fraction(1, scale)
    first = [Case(chance, sums[0] * unit, unit, gaussian(variance)) for chance, sums, variance in found]
    total = [Case(chance, sum(sums) * unit, unit, twice(variance, wrong.reused)) for chance, sums, variance in found]
    return Both(released(first).cdf, released(total).cdf)


def _total(x: Fraction) -> Callable[[Any], Number]:
    return lambda law: law.total(x)


def _clipped(params: dict[str, str], data: list[list[str]], middle: str, scale: str, bugs: tuple[str, ...],
        why: str) -> Vector:
    """`middle` and `scale` are those of the sum."""
    mechanism: QuantileClippedMean = build("quantile_clipped_mean", params)
    rows = [[int(v) for v in row] for row in mechanism.records(data).shown() or []]
    unit, law = Fraction(1, mechanism.n * mechanism.steps), clipped(mechanism, rows, RIGHT)

    def near(x: Fraction) -> Fraction:
        return unit * (floor(x / unit) + HALF)

    totals = sorted({near(Fraction(middle) + Fraction(scale) * Fraction(i, 2)) for i in range(-4, 5)})
    events = [Event(f"x + y at most {p}", "sum", "le", p, "NoiseReused", _total(p), MEAN_SLACK) for p in totals]
    points = [below(p, at_most(p), MEAN_SLACK)
        for p in sorted({near(Fraction(middle) / 2 + Fraction(scale) * Fraction(i, 4)) for i in range(-6, 7)})]
    wrong = [Bug(name, flag, clipped(mechanism, rows, how)) for name, (flag, how) in BUGS.items() if name in bugs]
    return make("quantile_clipped_mean", params, {"data": data}, why, (events, points, wrong), law,
        "a mixture over all thresholds", name="-".join(c for row in data for c in row))


def _ball(params: dict[str, str], why: str) -> Vector:
    """Records that are all 0, one step: both coordinates are noise around 0."""
    mechanism = build("coinpress_mean", params)
    ((_, variance, _),), unit = mechanism.plan.stages, mechanism.bucket_width / mechanism.n
    data = [["0", "0"]] * mechanism.n
    law, zero = lattice(Fraction(0), unit, variance), DiscreteGaussian(variance).pmf(0)
    half, size = unit / 2, unit * (isqrt(floor(variance)) + 1)
    apart = "coordinates not of opposite signs"
    points = [below(p, at_most(p), MEAN_SLACK)
        for p in (half + unit * floor(size / unit * Fraction(i, 4)) for i in range(-8, 9))]
    events = [
        Event("x above 0", "x", "ge", half, "SignBias", at_least(half), MEAN_SLACK),
        Event(apart, "product", "ge", Fraction(0), "NoiseReused", lambda _: 1 - (1 - zero) ** 2 / 2, MEAN_SLACK),
    ]
    bugs = [Bug(NOISE, "WrongScale", lattice(Fraction(0), unit, variance / 4)),
        Bug(ONE, "NoiseReused", event=apart, chance=lambda _: _ONE)]
    return make("coinpress_mean", params, {"data": data}, why, (events, points, bugs), law,
        "two independent lattice laws", name="plane")


def plane_vectors() -> Iterator[Vector]:
    """All stat vectors of these."""
    short = {"d": "2", "beta": "9/10"}
    yield _clipped({"rho": "12", "u": "3", "n": "5", **short},
        [["0", "3"], ["2", "2"], ["3", "1"], ["1", "1"], ["2", "0"]], "5/2", "1", (NOISE, STEP, COUNT, RANK, CLIP, ONE),
        "two coordinates whose noises must not be one")
    yield _rotated({"rho": "3", "u": "3", "n": "3", **short}, [["0", "3"], ["2", "2"], ["3", "1"]], "3/2", "2",
        (NOISE, COUNT, RANK, COORDINATE), "two medians share the budget")
    yield _rotated({"rho": "50", "u": "2", "n": "5", **short},
        [["0", "2"], ["2", "2"], ["2", "0"], ["0", "0"], ["1", "1"]], "1", "2/3", (NOISE, STEP, ONE),
        "two rotated coordinates whose noises must not be one")
    yield _ball({"rho": "8", "n": "3", "radius": "1", "sigma_max": "1", "iterations": "1", **short},
        "two coordinates whose noises must not be one")
