"""Events of draws in columns with their exact chances, for every law that a program draws.

`alarms` counts the events among seeded draws. An event is an alarm if its count is so far out that
a binomial variable with the exact chance goes there with probability at most 10^-9 / EVENTS on
either side: so all of them together are false with probability below 10^-9 (over the seed). Power:
of n draws, an event of chance p that happens with p (1 + x) is an alarm with probability above 1/2
where x > 7.2 sqrt((1 - p)/(n p)), for n = 2^18 and p = 1/8 where x > 4 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np

from dpmean.distributions.bulk.columns import draw
from dpmean.distributions.bulk.outcomes import Integers, Outcome
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.finite import (
    Bernoulli,
    OrderedSample,
    PowerOfTwo,
    Sign,
    Uniform,
    UniformInteger,
    UniformLattice,
    Uniforms,
)
from dpmean.distributions.gaussian import Gaussian
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.law import Law
from dpmean.distributions.polya import NoiseShare, Polya
from dpmean.distributions.rounded_laplace import RoundedLaplace
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.exact.enclosure import binomial_tail, interval
from dpmean.exact.reals import Number
from dpmean.randomness.stream import ShakeStreamForTesting
from tests.helpers.laws_in_columns import LAWS, Three

EVENTS = 1 << 11  # more than all events of all laws
DRAWS = 1 << 18
NEAR = Fraction(1, 10**8)  # more than the error of a chance that is a double
# a mask of the draws, and its exact chance (within NEAR where it is a double)
Event = tuple[Any, Number | float]


def numbers(outcome: Outcome) -> list[Any]:
    """The coordinates in doubles, for events whose ends no draw is near."""
    found = []
    for c in outcome.coordinates:
        total = np.full(outcome.count, float(c.constant))
        for coefficient, column in c.terms:
            if isinstance(column, Integers):
                total += float(coefficient * column.unit) * column.values
            else:
                hi, lo, _ = column.box()
                total += float(coefficient) * float(middle(column.scale)) * (hi + lo)
        found.append(total)
    return found


def middle(x: Number) -> Fraction:
    found = interval(x)
    return (found.lower + found.upper) / 2


def events(law: Any, outcome: Outcome) -> Iterator[Event]:
    """Events of the law, as masks of the draws, with their chances."""
    if isinstance(law, OrderedSample):
        rows = np.stack(numbers(outcome), 1).astype(int)
        places = list(permutations(range(1, law.size + 1), law.count))
        kept = [p for p in places if list(p) == sorted(p)] if law.ascending else places
        for p in kept:
            yield (rows == p).all(axis=1), Fraction(1, len(kept))
    elif isinstance(law, Uniforms):
        columns = numbers(outcome)
        for k in range(law.modulus):
            for column in columns:
                yield column == k, Fraction(1, law.modulus)
            for other in range(law.modulus):
                yield (columns[0] == k) & (columns[1] == other), Fraction(1, law.modulus**2)
    elif isinstance(law, (UniformInteger, PowerOfTwo)):
        yield from whole(outcome, law.size if isinstance(law, UniformInteger) else 1 << law.width)
    elif isinstance(law, (Bernoulli, Sign, UniformLattice, Three)):
        (values,) = numbers(outcome)
        for o, p in law.support():
            yield np.abs(values - float(o)) < 2.0**-30, p
    elif isinstance(law, (Polya, NoiseShare)):
        yield from shares(law, numbers(outcome)[0])
    elif isinstance(law, (Hourglass, DiscreteHourglass)):
        yield from hourglass(law, *numbers(outcome))
        yield from offsets(law, *numbers(outcome))
    elif isinstance(law, Staircase2D):
        yield from plane(law, *numbers(outcome))
    elif isinstance(law, Uniform):
        yield from words(outcome)
        for i in (1, 20, 63):
            yield numbers(outcome)[0] <= i / 64, Fraction(i, 64)
    else:
        yield from line(law, outcome)


def whole(outcome: Outcome, size: int) -> Iterator[Event]:
    ((_, column),) = outcome.coordinates[0].terms
    assert isinstance(column, Integers)
    values = column.values
    assert values.min() >= 0
    assert values.max() < size
    for k in range(min(size, 16)):
        cells = min(size, 16)
        # of the numbers with floor(value cells / size) = k, the exact share, and so of the
        # remainders
        low, high = -(-k * size // cells), -(-(k + 1) * size // cells)
        yield (values >= low) & (values < high), Fraction(high - low, size)
        yield values % cells == k, Fraction(len(range(k, size, cells)), size)


def words(outcome: Outcome) -> Iterator[Event]:
    """The words of all variables are uniform and independent."""
    for column in outcome.reals:
        for shift in (0, 30, 60):
            for k in range(16):
                yield (column.words >> np.uint64(shift)) & np.uint64(15) == k, Fraction(1, 16)
        yield column.words[1::2] > column.words[:-1:2], Fraction(1, 2)


def line(law: Any, outcome: Outcome) -> Iterator[Event]:
    """How often a draw is at most some of the law's own quantiles, and, on a lattice, how often it
    is odd.
    """
    (values,) = numbers(outcome)
    yield from words(outcome)
    for i in (1, 2, 8, 16, 32, 40, 56, 60, 63):
        p = Fraction(i, 64)
        # the integer law is within 10^-9 of the real one, or nearer
        if law == LAWS["discrete gaussian, very wide"]:
            continuous = Gaussian(law.sigma_squared)
            x = middle(continuous.quantile(p))
            yield values <= float(x), float(p)
        elif law.lattice:
            x = Fraction(round(middle(smooth(law).quantile(p)) / law.lattice)) * law.lattice
            yield values <= float(x + law.lattice / 2), law.cdf(x if law.lattice != 1 else int(x))
        else:
            x = middle(law.quantile(p))
            yield values <= float(x), float(middle(law.cdf(x)))
    if isinstance(law, DiscreteLaplace):
        ((_, column),) = outcome.coordinates[0].terms
        yield column.values % 2 == 1, 2 * law.t / (1 + law.t) ** 2
        yield column.values == 0, law.normalizer()
        yield np.abs(column.values) <= 3, 1 - law.tail(4)
    if outcome.reals and outcome.reals[0].steps is not None:
        (column,) = outcome.reals
        for j in (-3, -1, 0, 1, 2):
            chance = law.level_cdf(j) - law.level_cdf(j - 1)
            yield (column.steps == j) & (column.words < np.uint64(1 << 63)), chance / 2


def smooth(law: Any) -> Any:
    """A law with quantiles that lie near those of a law on a lattice: itself, where its own are
    known.
    """
    if isinstance(law, DiscreteGaussian):
        return Gaussian(law.sigma_squared)
    return Laplace(law.decay, law.sensitivity) if isinstance(law, RoundedLaplace) else law


def shares(law: Any, values: Any) -> Iterator[Event]:
    one = law.polya if isinstance(law, NoiseShare) else law
    masses = [float(middle(one.pmf(k))) for k in range(400)]  # what is left out is below 10^-30
    for k in range(-4, 8):
        p = (
            sum(masses[j + k] * masses[j] for j in range(max(0, -k), 380))
            if isinstance(law, NoiseShare)
            else (masses[k] if k >= 0 else 0.0)
        )
        yield values == k, p


def hourglass(law: Any, x: Any, y: Any) -> Iterator[Event]:
    """On the diagonals of J = j, K = k, and in the halves of a step."""
    d, marginal = float(law.sensitivity), law.marginal
    k = np.rint((x + y) / d)
    assert np.abs(x + y - k * d).max() < 1e-9
    for j in (-2, -1, 0, 1, 2):
        if isinstance(law, DiscreteHourglass):
            points = [i for i in range(-20, 21) if law.signed_step(i) == j]
            unit = float(law.lattice)
            step = (x > (points[0] - 0.5) * unit) & (x < (points[-1] + 0.5) * unit)
            chance = law.marginal.index_cdf(points[-1]) - law.marginal.index_cdf(points[0] - 1)
            low, share = x < (points[0] + 0.5) * unit, Fraction(1, len(points))
        else:
            g = float(middle(marginal.gamma))
            left, right = (-g, g) if not j else (j - 1 + g, j + g) if j > 0 else (j - g, j + 1 - g)
            step = (x >= left * d) & (x < right * d)
            chance = marginal.level_cdf(j) - marginal.level_cdf(j - 1)
            low, share = x < (left + right) / 2 * d, Fraction(1, 2)
        for at in (j - 1, j, j + 1):
            p = chance * law.offset.pmf(at - j)
            yield step & (k == at), p
            yield step & (k == at) & low, p * share


def offsets(law: Any, x: Any, y: Any) -> Iterator[Event]:
    """K - J has the law of the offset, and does not depend on J."""
    d = float(law.sensitivity)
    if isinstance(law, DiscreteHourglass):
        index = np.rint(np.abs(x) / float(law.lattice)).astype(np.int64)
        g = int(law.gamma * law.m)
        level, at_most_0 = (index - g) // law.m + 1, law.marginal.index_cdf(g - 1)
    else:
        level = np.floor(np.abs(x) / d - float(middle(law.marginal.gamma))) + 1
        at_most_0 = law.marginal.level_cdf(0)
    j = np.sign(x) * level
    offset = np.rint((x + y) / d) - j
    for i in (1, 3, 8, 11, 15):
        o = int(law.offset.quantile(Fraction(i, 16)))
        yield offset <= o, law.offset.cdf(o)
        yield (offset <= o) & (j <= 0), law.offset.cdf(o) * at_most_0


def plane(law: Any, x: Any, y: Any) -> Iterator[Event]:
    for numerator in (1, 4, 8, 16, 24):
        r = Fraction(numerator, 8) * law.sensitivity
        yield np.abs(x) >= float(r), law.tail(r)
        yield np.abs(y) >= float(r), law.tail(r)
        yield np.abs(x) + np.abs(y) >= float(r), law.norm_tail(r)
    for right in (x > 0, x < 0):
        for up in (y > 0, y < 0):
            yield right & up, Fraction(1, 4)
    yield x + y > 0, Fraction(1, 2)
    yield (x + y > 0) & (x - y > 0), Fraction(1, 4)


def alarms(
    law: Law, seed: bytes = b"columns", count: int = DRAWS, draws: Callable[..., Outcome] = draw
) -> list[str]:
    """The events whose counts no chance explains, among `count` seeded draws; `draws` is what
    draws.
    """
    outcome = draws(law, ShakeStreamForTesting(seed), count)
    assert outcome.count == count
    found = []
    most = Fraction(1, 10**9 * 2 * EVENTS)
    for i, (mask, p) in enumerate(events(law, outcome)):
        low, high = (
            (Fraction(p) - NEAR, Fraction(p) + NEAR) if isinstance(p, float) else interval(p)[:2]
        )
        trials, often = len(mask), int(mask.sum())
        if (
            min(binomial_tail(trials, often, high), binomial_tail(trials, trials - often, 1 - low))
            < most
        ):
            found.append(f"event {i}: {often} of {trials}, chance {float(low):.6g}")
    return found
