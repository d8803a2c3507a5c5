"""The plan of the `stat` vectors of private quantiles, of means with clipped norms, and of Gaussian noise: the law of
what is released, in closed form.

What may be put here: distribution functions of such releases, right and with a known bug. Where the noise depends on
what was selected before, the law is a mixture: `stat_multivariate_mixed.py`, and in two dimensions
`stat_multivariate_plane.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor, isqrt
from typing import Any

from ....catalogue.mechanisms import build
from ....distributions.discrete_gaussian import DiscreteGaussian
from ....distributions.gaussian import Gaussian
from ....exact.enclosure import compare
from ....exact.reals import Number, balanced_sum
from ....mechanisms.instance.clipping import NormClippedMean, factor, lattice_variance
from ....mechanisms.instance.quantile import PrivQuant, iterations, middle, noise_variance
from ...events import MEAN_SLACK, SLACK, Bug, Event, below
from ...kinds.stat import HALF, make
from ...vectors import Vector
from ..hetero.stat import Released

_ZERO, _ONE = Fraction(0), Fraction(1)


def at_most(x: Fraction) -> Callable[[Any], Number]:
    """P(X <= x)."""
    return lambda law: law.cdf(x)


def at_least(x: Fraction) -> Callable[[Any], Number]:
    """P(X >= x), for a point that no atom has."""
    return lambda law: 1 - law.cdf(x)


def chances(low: int, high: int, counts: Callable[[int], int], rank: int, law: Any, start: Number = _ONE,
        least: Fraction = _ZERO) -> dict[int, Number]:
    """What a search selects, in rising order, with its chance, that of a search being `start`: left with the
    probability that count + K is at least the rank, at every middle on its way. Below `least` it is left out.
    """
    found = dict[int, Number]()

    def descend(left: int, right: int, chance: Number) -> None:
        if least and compare(chance, least) < 0:
            return
        if left == right:
            found[left] = chance
            return
        at = middle(left, right)
        beyond = law.cdf(rank - 1 - counts(at))
        descend(left, at, chance * (1 - beyond))
        descend(at + 1, right, chance * beyond)

    descend(low, high, start)
    return found


def selected(low: int, high: int, counts: Callable[[int], int], rank: int, sigma_squared: Fraction) -> Released:
    """The law of the selected integer."""
    found = chances(low, high, counts, rank, DiscreteGaussian(sigma_squared))
    return Released(lambda x: balanced_sum([p for k, p in found.items() if k <= x]) if x >= low else _ZERO)


def _quantile(params: dict[str, str], data: list[str], why: str) -> Vector:
    mechanism: PrivQuant = build("privquant", params)
    records = mechanism.records(data)
    low, high, rank, rho = mechanism.low, mechanism.high, mechanism.rank, mechanism.rho

    def counts(top: int) -> int:
        return sum(x <= top for x in records)

    steps = iterations(high - low + 1)
    variance = noise_variance(Fraction(steps), rho)
    law = selected(low, high, counts, rank, variance)
    bugs = [
        Bug("half the noise", "WrongScale", selected(low, high, counts, rank, variance / 4)),
        Bug("the whole budget for each count", "BudgetNotSplit", selected(low, high, counts, rank, variance / steps)),
        Bug("right where the noisy count equals the rank", "RankTie", selected(low, high, counts, rank + 1, variance)),
        Bug("one count less is budgeted", "Iterations",
            selected(low, high, counts, rank, noise_variance(Fraction(steps - 1), rho))),
    ]
    inner = [Fraction(2 * k + 1, 2) for k in range(low, high)][:: max(1, (high - low) // 12)]
    events = [Event(f"at most {k}", "x", "le", k, flag, at_most(k), MEAN_SLACK) for k,
        flag in zip((inner[0], inner[len(inner) // 2], inner[-1]), ("RankTie", "BudgetNotSplit", "WrongScale"),
            strict=True)]
    points = [below(k, at_most(k), MEAN_SLACK) for k in inner]
    return make("privquant", params, {"data": data}, why, (events, points, bugs), law, "all decisions of the search",
        name="-".join(data))


def lattice(center: Fraction, unit: Fraction, sigma_squared: Fraction) -> Released:
    """center + unit K, K discrete Gaussian."""
    law = DiscreteGaussian(sigma_squared)
    return Released(lambda x: law.cdf(floor((x - center) / unit)))


def _clipped(params: dict[str, str], data: list[list[str]], why: str) -> Vector:
    """One coordinate, or two whose records are all 0."""
    mechanism: NormClippedMean = build("norm_clipped_mean", params)
    n, steps, squared = mechanism.n, mechanism.steps, mechanism.threshold**2
    table = mechanism.records(data)
    center = Fraction(table.clipped_sum(squared, steps)[0], n * steps)
    plain = Fraction(table.clipped_sum(Fraction(mechanism.u**2 * mechanism.d), steps)[0], n * steps)
    unit = Fraction(1, n * steps)
    variance = lattice_variance(Fraction(factor(mechanism.constants, mechanism.d)), squared, steps, mechanism.rho)
    law = lattice(center, unit, variance)
    bugs = [Bug("half the noise", "WrongScale", lattice(center, unit, variance / 4)),
        Bug("the standard deviation for the variance", "WrongScale",
            lattice(center, unit, Fraction(isqrt(floor(variance)) + 1)))]
    if plain != center:
        bugs.append(Bug("norms are not clipped", "ClipForgotten", lattice(plain, unit, variance)))
    off = unit * HALF
    scale = unit * (isqrt(floor(variance)) + 1)
    points = [below(p, at_most(p), MEAN_SLACK)
        for p in (center + off + unit * floor(scale / unit * Fraction(i, 4)) for i in range(-8, 9))]
    events = [
        Event("above the middle", "x", "ge", center + off, "SignBias", at_least(center + off), MEAN_SLACK),
        Event("far below it", "x", "le", center - 2 * unit * floor(scale / unit) - off, "WrongScale",
            at_most(center - 2 * unit * floor(scale / unit) - off), MEAN_SLACK),
    ]
    if mechanism.d == 2:
        zero = DiscreteGaussian(variance).pmf(0)
        events.append(Event("coordinates not of opposite signs", "product", "ge", _ZERO, "NoiseReused",
            lambda _: 1 - (1 - zero) ** 2 / 2, MEAN_SLACK))
        bugs.append(Bug("one noise for all coordinates", "NoiseReused", event="coordinates not of opposite signs",
            chance=lambda _: _ONE))
    return make("norm_clipped_mean", params, {"data": data}, why, (events, points, bugs), law,
        "a clipped sum and one lattice law", name="-".join(c for row in data for c in row))


def _gaussian(sigma_squared: str, center: str, why: str) -> Vector:
    law, c = Gaussian(Fraction(sigma_squared)), Fraction(center)
    s = Fraction(isqrt(floor(Fraction(sigma_squared) * 4)), 2) or Fraction(1, 8)
    events = [
        Event("above the centre", "x", "ge", c, "SignBias", lambda _: HALF, SLACK),
        Event("on the integers", "x", "multiple", _ONE, "RoundedContinuous", lambda _: _ZERO, SLACK),
        Event("one scale or more away", "abs", "ge", s, "WrongScale", lambda w: w.tail(s), SLACK),
        Event("far out", "abs", "ge", 3 * s, "TailCut", lambda w: w.tail(3 * s), SLACK),
    ]
    points = [below(c + s * Fraction(i, 3), at_most(s * Fraction(i, 3)), SLACK) for i in range(-8, 9)]
    bugs = [
        Bug("half the noise", "WrongScale", Gaussian(law.variance() / 4)),
        Bug("5 % too little noise", "WrongScale", Gaussian(law.variance() * Fraction(361, 400))),
        Bug("52 % of the signs positive", "SignBias", event="above the centre",
            chance=lambda p: p * Fraction(104, 100)),
        Bug("nothing beyond three scales", "TailCut", event="far out", chance=lambda _: _ZERO),
    ]
    return make("gaussian", {"sigma_squared": sigma_squared}, {"center": center}, why, (events, points, bugs), law,
        "the law's own distribution function", density=law.density(_ZERO))


def multivariate_vectors() -> Iterator[Vector]:
    """All stat vectors of these laws and mechanisms."""
    yield _gaussian("1", "0", "the standard normal law")
    yield _gaussian("9/4", "-2", "sigma 3/2 around -2")
    yield _gaussian("10000", "1", "sigma 100 around 1")
    yield _quantile({"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3"}, ["1", "2", "4"],
        "five values: three counts on the longest way")
    yield _quantile({"rho": "1/2", "low": "-3", "high": "4", "rank": "3", "n": "5"}, ["-3", "-1", "0", "0", "4"],
        "eight values around 0")
    yield _quantile({"rho": "2", "low": "0", "high": "15", "rank": "5", "n": "5"}, ["3", "7", "7", "9", "12"],
        "the last rank of five")
    yield _clipped({"rho": "1/2", "u": "10", "d": "1", "n": "3", "threshold": "5"}, [["2"], ["9"], ["4"]],
        "one coordinate, one record clipped")
    yield _clipped({"rho": "1", "u": "100", "d": "1", "n": "2", "threshold": "7/2", "steps": "4", "constants": "exact"},
        [["100"], ["1"]], "the sharper constant of one coordinate, four steps to a unit")
    yield _clipped({"rho": "2", "u": "10", "d": "2", "n": "2", "threshold": "4"}, [["0", "0"], ["0", "0"]],
        "two coordinates whose noises must not be one")
