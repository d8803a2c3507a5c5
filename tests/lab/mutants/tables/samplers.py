"""Mutants whose bug shows in draws: samplers in floating point (`floats.py`) and the package's own
samplers.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.samplers import canonne_kamath_steinke
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D

from .. import floats
from ..mutant import Mutant, always, edit


def _positive_unless_nan(x: float) -> float:
    if x <= 0 or x == math.inf:
        raise ValueError("must be positive")
    return x


def _positive(x: float) -> float:
    if math.isnan(x) or x <= 0:
        raise ValueError("must be positive")
    return x


def _single(x: float) -> float:
    """The single-precision number nearest to x."""
    rounded: float = struct.unpack("f", struct.pack("f", x))[0]
    return rounded


def _added_in_single(records: list[float]) -> float:
    """The sum of single-precision numbers, each rounded."""
    found = 0.0
    for x in records:
        found = _single(found + _single(x))
    return found


def _again(draw: Callable[[], float], lower: float, upper: float) -> float:
    """Draw until the result lies within the bounds."""
    while True:
        x = draw()
        if lower <= x <= upper:
            return x


def _reflected(draw: Callable[[], float], lower: float, upper: float) -> float:
    """Fold the result back at the bounds until it lies within them."""
    x = draw()
    while not lower <= x <= upper:
        x = 2 * lower - x if x < lower else 2 * upper - x
    return x


def _pool(original: Callable[[float], float]) -> Callable[[float], float]:
    """Noise is chosen from a thousand prepared values."""
    # the same pool in every run: some are so near the law that a batch may miss the bug
    floats.RNG.seed("pool")
    drawn = [original(1.0) for _ in range(1000)]
    return lambda scale: scale * floats.RNG.choice(drawn)


def _in_32_bits(original: Callable[[str], float]) -> Callable[[str], float]:
    """Numerators and denominators are kept in 32 bits."""

    def number(text: str) -> float:
        if text in ("nan", "inf", "-inf"):
            return original(text)
        x = Fraction(text)
        return math.copysign(abs(x.numerator) % 2**32, x) / (x.denominator % 2**32)

    return number


def _floats(
    id_: str,
    wrong: str,
    flags: tuple[str, ...],
    name: str,
    change: Callable[[Any], Any],
    seen: str = "",
) -> Mutant:
    return Mutant(id_, wrong, flags, floats, name, change, seen, "floats")


MUTANTS = (
    # in floating point
    _floats(
        "floats-last-bits",
        "noise in doubles is added to the value, and nothing is rounded",
        ("FloatLeak",),
        "release",
        lambda _: lambda center, noise: center + noise,
        "opendp/smartnoise-core#242",
    ),
    _floats(
        "floats-noise-in-single-precision",
        "the noise is drawn in single precision and added in double",
        ("FloatLeak", "RoundedContinuous"),
        "release",
        lambda _: lambda center, noise: center + _single(noise),
        "opendp/opendp#414",
    ),
    _floats(
        "floats-sign-biased",
        "one sign comes 53 times in a hundred",
        ("SignBias", "WrongScale"),
        "sign",
        lambda _: lambda: 1 if floats.RNG.random() < 0.53 else -1,
        "opendp/opendp#2638",
    ),
    _floats(
        "floats-zero-from-both-signs",
        "a random sign times a geometric variable: zero comes from both signs",
        ("DoubleZero",),
        "two_sided",
        lambda _: lambda rate: floats.sign() * floats.geometric(rate),
        "opendp/opendp#507",
    ),
    _floats(
        "floats-rounded-laplace",
        "continuous Laplace noise rounded to integers",
        ("RoundedContinuous",),
        "two_sided",
        lambda _: lambda rate: round(floats.laplace(1 / rate)),
        "world-federation-of-advertisers/cardinality_estimation_evaluation_framework#97",
    ),
    _floats(
        "floats-integer-noise",
        "the noise of a real query is rounded to integers",
        ("RoundedContinuous", "WrongScale"),
        "laplace",
        lambda f: lambda scale: float(round(f(scale))),
    ),
    _floats(
        "floats-tail-cut",
        "noise beyond eight scales is cut",
        ("TailCut", "FloatLeak"),
        "exponential",
        lambda f: lambda: min(f(), 8.0),
        "opendp/opendp#114",
    ),
    _floats(
        "floats-coarse-uniform",
        "the uniform variable has 7 bits: the noise ends at 4.9 scales",
        ("TailCut", "NoiseReused", "WrongScale", "FloatLeak"),
        "exponential",
        lambda _: lambda: -math.log(1 - floats.RNG.getrandbits(7) / 128),
    ),
    _floats(
        "floats-seeded-anew",
        "the generator is seeded in each request",
        ("NoiseReused",),
        "begin",
        lambda _: lambda: floats.RNG.seed(1),
    ),
    _floats(
        "floats-pool",
        "noise is taken from a pool of a thousand values",
        ("NoiseReused", "WrongScale"),
        "laplace",
        _pool,
    ),
    _floats(
        "floats-scale-upside-down",
        "the scale is epsilon over sensitivity",
        ("WrongScale",),
        "scale_of",
        lambda _: lambda sensitivity, epsilon: epsilon / sensitivity,
        "WICG/attribution-reporting-api#1329",
    ),
    _floats(
        "floats-deviation-for-scale",
        "the standard deviation is set to sensitivity / epsilon, so the scale is smaller by sqrt 2",
        ("WrongScale",),
        "scale_of",
        lambda f: lambda sensitivity, epsilon: f(sensitivity, epsilon) / math.sqrt(2),
    ),
    _floats(
        "floats-sensitivity-two",
        "neighbours are taken to differ in two records: twice the noise",
        ("WrongScale",),
        "scale_of",
        lambda f: lambda sensitivity, epsilon: 2 * f(sensitivity, epsilon),
        "opendp/opendp#2945",
    ),
    _floats(
        "floats-normal",
        "normal noise of the same variance",
        ("WrongScale", "TailCut"),
        "laplace",
        lambda _: lambda scale: floats.RNG.gauss(0, scale * math.sqrt(2)),
    ),
    _floats(
        "floats-nan-accepted",
        "NaN passes the check, because a comparison with it is false",
        ("NotANumber",),
        "positive",
        always(_positive_unless_nan),
        "google/differential-privacy#405",
    ),
    _floats(
        "floats-infinity-accepted",
        "an infinite epsilon or sensitivity is accepted",
        ("NotFinite",),
        "positive",
        always(_positive),
    ),
    _floats(
        "floats-negative-made-positive",
        "the sign of epsilon and sensitivity is ignored",
        ("NotPositive",),
        "positive",
        lambda f: lambda x: f(abs(x)),
        "opendp/smartnoise-core#67",
    ),
    _floats(
        "floats-bounds-not-checked",
        "the bounds are not compared",
        ("BoundsOrder", "NotANumber", "NotFinite"),
        "ordered",
        lambda _: lambda lower, upper: None,
        "opendp/dp-wizard#254",
    ),
    _floats(
        "floats-truncated-by-rejection",
        "outputs outside the bounds are drawn again",
        ("Truncation",),
        "truncated",
        always(_again),
        "google/differential-privacy#256",
    ),
    _floats(
        "floats-truncated-by-folding",
        "outputs outside the bounds are folded back",
        ("Truncation",),
        "truncated",
        always(_reflected),
    ),
    _floats(
        "floats-records-not-clipped",
        "records are used as they are",
        ("ClipForgotten",),
        "clip",
        lambda _: lambda x, lower, upper: x,
        "opendp/smartnoise-sdk#622",
    ),
    _floats(
        "floats-budget-not-split",
        "the count gets the whole epsilon, as the sum's half were free",
        ("BudgetNotSplit", "WrongScale"),
        "count_noise",
        lambda _: lambda epsilon: floats.laplace(1 / epsilon),
        "opendp/smartnoise-sdk#200",
    ),
    _floats(
        "floats-count-exact",
        "the count is released without noise",
        ("BudgetNotSplit", "WrongScale"),
        "count_noise",
        lambda _: lambda epsilon: 0.0,
        "opendp/opendp#2939",
    ),
    _floats(
        "floats-pair-reused",
        "the draw for s1 is used for s2 too",
        ("NoiseReused",),
        "noise_pair",
        lambda _: lambda epsilon: (floats.laplace(1 / epsilon),) * 2,
        "jax-ml/jax#3646",
    ),
    _floats(
        "floats-pair-scale-times-epsilon",
        "the scale of the noise of Algorithm 3 is epsilon, not 1 / epsilon",
        ("WrongScale",),
        "noise_pair",
        lambda _: lambda epsilon: (floats.laplace(epsilon), floats.laplace(epsilon)),
        "WICG/attribution-reporting-api#1329",
    ),
    _floats(
        "floats-sum-moves-by-the-width",
        "the sensitivity of Algorithm 1's sum is upper - lower",
        ("SensitivityUnit", "WrongScale"),
        "largest",
        lambda _: lambda lower, upper: upper - lower,
    ),
    _floats(
        "floats-count-at-least-one",
        "a noisy count below 1 is raised to 1",
        ("NegativeCount",),
        "quotient",
        lambda f: lambda above, below, undefined: f(above, max(below, 1.0), undefined),
        "opendp/smartnoise-sdk#57",
    ),
    _floats(
        "floats-count-in-eight-bits",
        "the number of records is kept in eight bits",
        ("Narrow",),
        "count",
        lambda f: lambda records: f(records) & 255,
    ),
    _floats(
        "floats-sum-in-single-precision",
        "records are added up one by one in single precision",
        ("Narrow",),
        "total",
        lambda _: _added_in_single,
    ),
    _floats(
        "floats-sum-in-32-bits",
        "the whole part of the sum is kept in 32 bits with a sign",
        ("Narrow",),
        "total",
        lambda f: lambda records: math.remainder(f(records), 2.0**32),
    ),
    _floats(
        "floats-one-sided",
        "the sign is always the same: noise on one side only",
        ("SignBias", "WrongScale"),
        "sign",
        lambda _: lambda: 1,
    ),
    _floats(
        "floats-parameters-in-32-bits",
        "numerators and denominators are kept in 32 bits",
        ("WrongScale",),
        "number",
        _in_32_bits,
    ),
    _floats(
        "floats-noise-wider-than-doubles",
        "whole noise is drawn in doubles, however wide it is",
        ("FloatLeak",),
        "held",
        lambda _: lambda scale: True,
    ),
    # the package's own samplers
    Mutant(
        "cks-uniform-in-32-bits",
        "uniform integers are put together by shifts in 32 bits",
        ("WrongScale", "TapeOrder", "Accumulated"),
        canonne_kamath_steinke,
        "below",
        edit(("k = bits.peek(width)", "k = bits.peek(width) & 4294967295")),
    ),
    Mutant(
        "staircase-tail-cut",
        "steps beyond the fourth are drawn as the fourth",
        ("TailCut",),
        Staircase,
        "sample_with_level",
        edit(("j = self._levels.draw(bits)", "j = max(-4, min(4, self._levels.draw(bits)))")),
        "opendp/opendp#114",
    ),
    Mutant(
        "discrete-laplace-tail-cut",
        "outcomes beyond six are drawn as six",
        ("TailCut",),
        DiscreteLaplace,
        "sample",
        edit(("self._inversion.draw(bits)", "max(-6, min(6, self._inversion.draw(bits)))")),
        "opendp/opendp#114",
    ),
    Mutant(
        "staircase-step-as-wide-as-the-first",
        "X is drawn uniformly on a step of width gamma",
        ("WrongScale",),
        Staircase,
        "position",
        edit(("(left + u) * d", "(left + g * u) * d")),
    ),
    Mutant(
        "staircase-drawn-with-gamma-swapped",
        "the sampler has gamma where 1 - gamma belongs",
        ("CellBoundary",),
        Staircase,
        "position",
        edit(("(self.gamma, self.sensitivity)", "(1 - self.gamma, self.sensitivity)")),
    ),
    Mutant(
        "discrete-staircase-sign-biased",
        "zero is drawn as the first positive point",
        ("SignBias",),
        DiscreteStaircase,
        "sample_index",
        edit(("return self._inversion.draw(bits)", "return self._inversion.draw(bits) or 1")),
        "opendp/opendp#2638",
    ),
    Mutant(
        "staircase2d-one-variable-for-both",
        "one uniform variable serves x + y and x - y",
        ("NoiseReused",),
        Staircase2D,
        "sample",
        edit(("    half = Fraction(1, 2)\n", "    half, q = Fraction(1, 2), p\n")),
    ),
    Mutant(
        "staircase2d-radius-without-gamma",
        "the ball of index k has radius k + 1",
        ("WrongScale",),
        Staircase2D,
        "diagonal",
        edit(("(k + self.gamma)", "(k + Fraction(1))")),
    ),
    Mutant(
        "staircase2d-drawn-without-sensitivity",
        "the planar staircase is drawn for sensitivity 1",
        ("SensitivityUnit",),
        Staircase2D,
        "diagonal",
        edit((" * self.sensitivity", "")),
    ),
    Mutant(
        "hourglass-offset-one-sided",
        "the diagonal is never below the step",
        ("SignBias", "NegativeK"),
        Hourglass,
        "sample",
        edit(("k = j + self.offset.sample(bits)", "k = j + abs(self.offset.sample(bits))")),
    ),
    Mutant(
        "hourglass-independent-coordinates",
        "Y is drawn as another staircase",
        ("OffSupport",),
        Hourglass,
        "sample",
        edit(("(x, k * self.sensitivity - x)", "(x, self.marginal.sample(bits))")),
    ),
)
