"""Privacy of every mechanism: all data sets of up to three records, all neighbours, both
directions; and leaking mutants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.rounded_laplace import RoundedLaplace
from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove.bounded_mean import BoundedMean
from dpmean.mechanisms.addremove.independent_mean import IndependentMean
from dpmean.mechanisms.addremove.shifted_mean import ShiftedMean
from dpmean.mechanisms.addremove.sized_mean import SizedMean
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean
from dpmean.privacy.neighbors import Neighbors, pairs
from dpmean.programs import run as running
from tests.helpers.strategies import ROOTED, THIRD, at, between, ratios

F = Fraction
Point = tuple[Fraction, ...]

# ---------------------------------------------------------------- mechanisms: all data sets, all neighbours, all points

# bounds are [-1, 2]: two records are outside, one is missing
DOMAIN = (F(-1), F(2), F(0), F(1, 2), F(5), "-inf", None)
BOUNDS = (F(-1), F(2))
PROTECTED = ("sum", "count", "s1", "s2", "exact_mean")


def statistics(
    mechanism: Any, data: tuple[Any, ...], noise: Point
) -> tuple[Point, Point, list[Any]]:
    """What is protected, what is published after noise, and the laws of the noise, from a replay of
    the program.
    """
    answers = {
        "noise": noise if len(noise) == 2 else noise[0],
        **dict.fromkeys(("noise_sum", "noise_1"), noise[0]),
    }
    answers |= dict.fromkeys(("noise_count", "noise_2"), noise[-1])
    transcript = running.run(mechanism.program(data), lambda draw: answers[draw.label])
    steps = dict(transcript.steps)
    names = [n for n in PROTECTED if n in steps]
    noisy = ["noisy_mean" if n == "exact_mean" else f"noisy_{n}" for n in names]
    return (
        tuple(steps[n] for n in names),
        tuple(steps[n] for n in noisy),
        [
            d.law
            for d, _ in sorted(transcript.draws, key=lambda draw: draw[0].label == "noise_count")
        ],
    )


def density(laws: list[Any], unit: Fraction) -> Callable[..., Any]:
    """The joint density of the noise on the statistics, in the statistics' own unit."""
    if len(laws) == 1 and getattr(laws[0], "plane", False):
        return cache(at(laws[0]))
    parts = [cache(at(law)) for law in laws]

    def joint(*z: Fraction) -> Any:
        value = F(1)
        for part, x in zip(parts, z, strict=True):
            value *= part(x / unit)
        return value

    return joint


def leaks(mechanism: Any, points: list[Point], sizes: Iterable[int]) -> tuple[bool, bool]:
    """(some neighbours break epsilon, some reach it), over all neighbouring data sets in both
    directions.

    The published statistics are protected ones plus noise (checked on every data set), so only
    their difference counts.
    """
    dims = len(points[0])
    unit = F(1, mechanism.m) if getattr(mechanism, "noise", "") == "discrete_laplace" else F(1)
    zero, probe = (F(0),) * dims, tuple(F(i + 1) for i in range(dims))
    known: dict[Any, Point] = {}

    def protected(data: tuple[Any, ...]) -> Point:
        key = tuple(sorted(map(repr, data)))
        if key not in known:
            known[key], quiet, _ = statistics(mechanism, data, zero)
            assert quiet == known[key]
            moved = statistics(mechanism, data, probe)[1]
            assert moved == tuple(s + p * unit for s, p in zip(quiet, probe, strict=True))
        return known[key]

    some = (None,) * next(iter(sizes))
    f = density(statistics(mechanism, some, zero)[2], unit)
    shifts = {
        tuple(q - p for p, q in zip(protected(d), protected(e), strict=True))
        for size in sizes
        for d, e in pairs(DOMAIN, size, mechanism.relation)
    }
    shifts |= {tuple(-s for s in shift) for shift in shifts}
    found = [ratios(f, points, shift) for shift in shifts]
    limit = 1 / mechanism.decay.b
    return any(max(r) > limit for r in found), any(limit in r for r in found)


_TWO = list(product(between(F(-4), F(4), F(1, 2)), repeat=2))
_WHOLE = list(product(between(F(-4), F(4), F(1, 2)), between(F(-4), F(4), F(1))))
_SHARES = list(product(between(F(-2), F(2), F(1, 6)), repeat=2))
_THIRDS = list(product(between(F(-2), F(2), F(1, 3)), repeat=2))
_CELLS = list(product(between(F(-5, 2), F(5, 2), F(1, 12)), repeat=2))
_DIAGONALS = [(x, k - x) for x in between(F(-3), F(3), F(1, 12)) for k in range(-4, 5)]
_LATTICE_DIAGONALS = [(x, y) for x, y in _DIAGONALS if (3 * x).denominator == 1]
_MEANS = [(x,) for x in between(F(-4), F(4), F(1, 8))]


@dataclass(frozen=True)
class UnsplitBudget(IndependentMean):
    @property
    def laws(self) -> tuple[Laplace, Laplace]:
        return Laplace(self.decay, F(2)), Laplace(self.decay, F(1))


@dataclass(frozen=True)
class HalvedTwice(ShiftedMean):
    @property
    def laws(self) -> tuple[Laplace, Laplace]:
        return Laplace(self.decay, self.width / 2), Laplace(self.decay, F(2))


@dataclass(frozen=True)
class WholeBudgetForTheCount(BoundedMean):
    @property
    def laws(self) -> tuple[RoundedLaplace, Laplace]:
        return RoundedLaplace(self.decay, F(1)), Laplace(self.decay, self.width)


@dataclass(frozen=True)
class CutToAnInteger(RoundedLaplace):
    """Laplace noise cut towards 0: its mass at 0 is more than 1/t of that at 1."""

    def pmf(self, k: int) -> Any:
        return self.decay.power(abs(k) / self.sensitivity) * (1 - self.t) / 2 * (1 if k else 2)


@dataclass(frozen=True)
class CutCount(BoundedMean):
    @property
    def laws(self) -> tuple[RoundedLaplace, Laplace]:
        return CutToAnInteger(self.decay, F(2)), Laplace(self.decay, self.width)


@dataclass(frozen=True)
class HalfHourglass(TransformedMean):
    @property
    def law(self) -> Any:
        return Hourglass(self.decay, self.gamma, F(1, 2))


@dataclass(frozen=True)
class OneMore(SizedMean):
    @property
    def sensitivity(self) -> Fraction:
        return self.width / (self.n + 1)


@dataclass(frozen=True)
class UnitSensitivity(TransformedMean):
    @property
    def law(self) -> Any:
        return DiscreteLaplace(self.decay, F(1))


@dataclass(frozen=True)
class Unclipped(TransformedMean):
    def records(self, data: Iterable[object]) -> list[Fraction]:
        return [F(x) for x in data if x is not None and x != "-inf"]  # type: ignore[arg-type]


def _transformed(
    kind: type[TransformedMean], noise: str, decay: Decay, **more: Any
) -> TransformedMean:
    return kind(decay, *BOUNDS, noise, **more)


ALL_SIZES = range(4)
PRIVATE = [
    (IndependentMean(ROOTED, *BOUNDS), _TWO, ALL_SIZES),
    # the lower bound is the larger one in size
    (IndependentMean(ROOTED, F(-2), F(1)), _TWO, ALL_SIZES),
    (ShiftedMean(ROOTED, *BOUNDS), _TWO, ALL_SIZES),
    (BoundedMean(ROOTED, *BOUNDS), _WHOLE, ALL_SIZES),
    (_transformed(TransformedMean, "laplace", ROOTED), _SHARES, ALL_SIZES),
    (_transformed(TransformedMean, "discrete_laplace", ROOTED, m=3), _THIRDS, ALL_SIZES),
    *(
        (_transformed(TransformedMean, "staircase2d", THIRD, gamma=g), _CELLS, ALL_SIZES)
        for g in (F(1, 2), F(1, 3))
    ),
    *(
        (_transformed(TransformedMean, "hourglass", THIRD, gamma=g), _DIAGONALS, ALL_SIZES)
        for g in (F(1, 2), F(1, 3), F(1))
    ),
    *(
        (
            _transformed(TransformedMean, "discrete_hourglass", THIRD, gamma=F(g, 3), m=3),
            _LATTICE_DIAGONALS,
            ALL_SIZES,
        )
        for g in (1, 3)
    ),
    *(
        (SizedMean(ROOTED, *BOUNDS, n, noise), _MEANS, (n,))
        for n in (1, 2, 3)
        for noise in SizedMean.noises
    ),
]
LEAKY = [
    (UnsplitBudget(ROOTED, *BOUNDS), _TWO, ALL_SIZES),
    (HalvedTwice(ROOTED, *BOUNDS), _TWO, ALL_SIZES),
    (WholeBudgetForTheCount(ROOTED, *BOUNDS), _WHOLE, ALL_SIZES),
    (CutCount(ROOTED, *BOUNDS), _WHOLE, ALL_SIZES),
    (_transformed(HalfHourglass, "hourglass", THIRD, gamma=F(1, 2)), _DIAGONALS, ALL_SIZES),
    (_transformed(UnitSensitivity, "discrete_laplace", ROOTED, m=3), _THIRDS, ALL_SIZES),
    (_transformed(Unclipped, "hourglass", THIRD, gamma=F(1, 2)), _DIAGONALS, ALL_SIZES),
    *((OneMore(ROOTED, *BOUNDS, n), _MEANS, (n,)) for n in (1, 2, 3)),
]


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("mechanism", "points", "sizes"), PRIVATE, ids=lambda v: repr(v) if hasattr(v, "decay") else ""
)
def test_mechanisms_are_private_and_use_their_budget(
    mechanism: Any, points: list[Point], sizes: Iterable[int]
) -> None:
    assert leaks(mechanism, points, sizes) == (False, True)
    assert mechanism.guarantee.neighbors is mechanism.relation
    assert mechanism.guarantee.measure.epsilon == mechanism.decay.epsilon


@pytest.mark.parametrize(
    ("mechanism", "points", "sizes"), LEAKY, ids=lambda v: repr(v) if hasattr(v, "decay") else ""
)
def test_mutants_are_not_private(mechanism: Any, points: list[Point], sizes: Iterable[int]) -> None:
    assert leaks(mechanism, points, sizes)[0]


# ---------------------------------------------------------------- the released mean itself, on lattices

SIXTEENTH = Decay.from_decay("1/16")


def releases(
    mechanism: TransformedMean, data: tuple[Any, ...]
) -> tuple[dict[Fraction, Fraction], Fraction]:
    """The masses of the outputs, up to the outcomes beyond a window, and the mass of those."""
    law = mechanism.law
    if mechanism.noise == "discrete_laplace":
        one = [(F(k), law.pmf(F(k))) for k in range(-7, 8)]
        supports: dict[str, Any] = {"noise_1": one, "noise_2": one}
    else:
        xs = between(F(-4), F(4), law.lattice)
        supports = {
            "noise": [
                ((x, k * law.sensitivity - x), law.pmf(x, k=k)) for x in xs for k in range(-4, 5)
            ]
        }
    masses: dict[Fraction, Fraction] = {}
    for transcript, p in running.enumerate_outputs(lambda: mechanism.program(data), supports):
        masses[transcript.output] = masses.get(transcript.output, F(0)) + p  # type: ignore[operator]
    return masses, 1 - sum(masses.values())


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("mechanism", "private"),
    [
        (_transformed(TransformedMean, "discrete_laplace", SIXTEENTH, m=2), True),
        (_transformed(TransformedMean, "discrete_hourglass", SIXTEENTH, gamma=F(1, 2), m=2), True),
        (_transformed(UnitSensitivity, "discrete_laplace", SIXTEENTH, m=2), False),
        (_transformed(Unclipped, "discrete_hourglass", SIXTEENTH, gamma=F(1, 2), m=2), False),
    ],
    ids=["discrete_laplace", "discrete_hourglass", "mutant sensitivity", "mutant clip"],
)
def test_outputs_are_private(mechanism: TransformedMean, private: bool) -> None:
    """For the set S where P exceeds P'/b in the window: P(S) <= P'(S)/b, and P'(S) exceeds its part
    in the window by the rest.
    """
    domain, cached = (F(-1), F(2), F(1, 2), F(5)), cache(lambda data: releases(mechanism, data))
    worst = F(-1)
    for size in range(3):
        for d, e in pairs(domain, size, Neighbors.ADD_OR_REMOVE_ONE):
            (p, p_rest), (q, q_rest) = (cached(tuple(sorted(data))) for data in (d, e))
            assert max(p_rest, q_rest) < F(1, 1000)
            for one, other, rest in ((p, q, q_rest), (q, p, p_rest)):
                excess = sum(
                    (max(mass - 16 * other.get(o, F(0)), F(0)) for o, mass in one.items()), F(0)
                )
                worst = max(worst, excess - 16 * rest)
    assert (worst <= 0) == private
