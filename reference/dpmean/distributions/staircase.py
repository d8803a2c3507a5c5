"""The one-dimensional staircase law (addremove Definition 2; Geng and Viswanath 2014).

`cells.level` only compares; the functions here are arithmetic over Q(b, gamma). The law is the
mixture over k >= 0 of uniform laws on |x| < (k + gamma) D with weights proportional to b^k (k +
gamma), which gives every closed form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import compare
from ..exact.loss import Loss
from ..exact.reals import Number, Scalar
from ..exact.search import least_integer
from ..parameters.entry import Entry, law_entries
from ..parameters.entry import single as one_value
from ..privacy.losses import hockey_stick, require_shift
from ..randomness.bits import Bits
from . import optimal_gamma
from .cells import is_less, level
from .law import Law, LineLaw
from .lifts import Steps
from .samplers.inversion import Inversion
from .samplers.refine import Affine, single
from .series import geometric_moments, power_sum


def normalizer(b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns A = (1 - b) / (2 D (g + b (1 - g))), the density at 0."""
    return (1 - b) / (2 * d * (g + b * (1 - g)))


def weight(j: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns A b^j, the density on step j."""
    return normalizer(b, g, d) * b**j


def tail(x: Scalar, j: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns P(|X| >= x) for x >= 0 on step j: 2 A b^j ((j + g) D - x + D b / (1 - b))."""
    return 2 * weight(j, b, g, d) * ((j + g) * d - x + d * b / (1 - b))


def quantile_above_half(p: Scalar, j: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns the x >= 0 on step j with P(X > x) = 1 - p."""
    return (j + g) * d + d * b / (1 - b) - (1 - p) / weight(j, b, g, d)


def moment(order: int, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns E|X|^order = D^order S_(order+1)(g) / ((order + 1) S_1(g))."""
    return d**order * power_sum(order + 1, b, g) / ((order + 1) * power_sum(1, b, g))


def overlap(shift: Scalar, inner: Scalar, b: Scalar, g: Scalar, d: Scalar) -> Scalar:
    """Returns 1 - TV under a shift s, 0 <= s <= D, where TV is the total variation distance.

    Each ball meets its shift in a length 2 (k + g) D - s. `inner` is 1 when the smallest ball meets
    its shift (s < 2 g D), else 0.
    """
    rest = b * (2 * d * power_sum(1, b, 1 + g) - shift / (1 - b))
    return normalizer(b, g, d) * (1 - b) * (inner * (2 * g * d - shift) + rest)


@dataclass(frozen=True)
class Staircase(LineLaw):
    """Staircase noise for a real query of sensitivity D under epsilon-DP.

    Definition.  Density A b^j(|x|), j(t) = floor(t/D - gamma) + 1, b = e^-epsilon, gamma in (0, 1], A = (1 - b) / (2 D
                 (gamma + b (1 - gamma))).  gamma = "optimal" minimises the variance.
    Guarantee.   q + X is epsilon-DP for |q(D) - q(D')| <= D; the loss at any nonzero shift is exactly epsilon.
    Source.      addremove Definition 2; Geng and Viswanath (2014).
    """

    decay: Decay
    gamma: Any
    sensitivity: Fraction = Fraction(1)

    name = "staircase"
    profile = "step-uniform-1"
    probed_twice = True
    PARSED: ClassVar = ("decay", "gamma", "sensitivity")
    REQUIRED: ClassVar = ("epsilon", "gamma")
    OPTIONAL: ClassVar = ("sensitivity",)

    def __post_init__(self) -> None:
        if isinstance(self.gamma, str):
            object.__setattr__(self, "gamma", optimal_gamma.staircase(self.decay.b, "mse"))

    def level(self, x: Fraction) -> int:
        """Returns the step on which x lies."""
        return level(abs(x) / self.sensitivity, self.gamma)

    @property
    def _shape(self) -> tuple[Number, Number, Fraction]:
        return self.decay.b, self.gamma, self.sensitivity

    def normalizer(self) -> Number:
        """Returns A, the density at 0."""
        return normalizer(*self._shape)

    def density(self, x: Fraction) -> Number:
        """Returns the density at x."""
        return weight(self.level(x), *self._shape)

    def log_density(self, x: Fraction) -> Number:
        """Returns the natural logarithm of the density."""
        return reals.log(normalizer(*self._shape)) - self.decay.epsilon * self.level(x)

    def cdf(self, x: Fraction) -> Number:
        """Returns P(X <= x)."""
        return reals.complement(self.tail(x) / 2) if x >= 0 else self.tail(-x) / 2

    def quantile(self, p: Fraction) -> Number:
        """Returns the x with cdf(x) = p."""
        if p == Fraction(1, 2):
            return Fraction(0)
        if p < Fraction(1, 2):
            return -self.quantile(1 - p)
        # the step of the answer is the least j with cdf at its right end >= p > 1/2, so j >= 0
        j = least_integer(lambda i: compare(self.level_cdf(i), p) >= 0)
        return quantile_above_half(p, j, *self._shape)

    def tail(self, x: Fraction) -> Number:
        """Returns P(|X| >= x), x >= 0."""
        x = max(x, Fraction(0))
        return tail(x, self.level(x), *self._shape)

    def moment(self, order: int) -> Number:
        """Returns the absolute moment E|X|^order."""
        return moment(order, *self._shape)

    def variance(self) -> Number:
        """Returns the variance E X^2."""
        return self.moment(2)

    def privacy_loss(self, shift: Fraction) -> Loss:
        """Returns the largest log-ratio under a shift of at most D: epsilon, or 0 for no shift."""
        require_shift(abs(shift) <= self.sensitivity)
        return Loss(Fraction(1 if shift != 0 else 0))

    def total_variation(self, shift: Fraction) -> Number:
        """Returns the total variation distance between the law and its shift."""
        require_shift(abs(shift) <= self.sensitivity)
        inner = is_less(abs(shift), 2 * self.gamma * self.sensitivity)
        return 1 - overlap(abs(shift), inner, *self._shape)

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its shift at ratio = e^h."""
        return hockey_stick(self.decay.b, self.total_variation(shift), ratio)

    def divergence(self, shift: Fraction, ratio: Number) -> Number | None:
        """Returns the hockey-stick divergence under a shift of at most D; None beyond, where no
        closed form is known.
        """
        return self.hockey_stick(shift, ratio) if abs(shift) <= self.sensitivity else None

    def loss(self, shift: Fraction) -> Number:
        """Returns epsilon times the number of sensitivities in a shift, rounded up."""
        return self.decay.epsilon * -(-abs(shift) // self.sensitivity)

    def times(self, factor: Number) -> Law:
        """Returns staircase noise of so many times the sensitivity."""
        if not isinstance(factor, Fraction):
            return super().times(factor)
        return Staircase(self.decay, self.gamma, self.sensitivity * factor)

    @property
    def width(self) -> Number:
        """Returns D / epsilon."""
        return self.sensitivity / self.decay.epsilon

    @cached_property
    def _steps(self) -> Steps:
        b, d = self.decay.b, self.sensitivity
        return Steps(self.gamma * d, self.normalizer(), b, d, geometric_moments(3, b))

    def lifts(self, t: Number) -> tuple[Number, Number]:
        """Returns E (X - t)+ and E (X - t)+^2."""
        return self._steps.lifts(t)

    def steps(self, low: Number, high: Number) -> Iterator[tuple[int, Number, Number]]:
        """Yields the steps that meet [low, high], as (signed level, lower end, upper end)."""
        d, edge = self.sensitivity, self.gamma * self.sensitivity
        yield 0, -edge, edge
        for sign, end in ((1, high), (-1, -low)):
            j, at = 1, edge
            while compare(at, end) < 0:
                yield sign * j, *((at, at + d) if sign > 0 else (-at - d, -at))
                j, at = j + 1, at + d

    def level_cdf(self, j: int) -> Number:
        """Returns P(signed step <= j); half the tail beyond a step is A D b^(j+1) / (1 - b)."""
        beyond = (
            weight(j + 1 if j >= 0 else -j, *self._shape) * self.sensitivity / (1 - self.decay.b)
        )
        return reals.complement(beyond) if j >= 0 else beyond

    @cached_property
    def _levels(self) -> Inversion:
        return Inversion(self.level_cdf)

    def sample_with_level(self, bits: Bits) -> tuple[Affine, int]:
        """Returns (X, its signed step): the step by inversion-1, then X uniform on the step,
        increasing in U.
        """
        j = self._levels.draw(bits)
        return self.position(j), j

    def position(self, j: int) -> Affine:
        """Returns X given its signed step j: uniform on the step, increasing in U."""
        g, d = self.gamma, self.sensitivity
        if j == 0:
            return single(lambda u: g * d * (2 * u - 1))
        left = j - 1 + g if j > 0 else j - g
        return single(lambda u: (left + u) * d)

    def sample(self, bits: Bits) -> Affine:
        """Returns one exact draw by profile step-uniform-1: see `sample_with_level`."""
        return self.sample_with_level(bits)[0]


def optimal(decay: Decay, objective: str = "mse") -> Number:
    """Returns the gamma in (0, 1] that minimises E X^2 (mse) or E|X| (absolute)."""
    return optimal_gamma.staircase(decay.b, objective)


_SOURCE = "addremove Definition 2"
ENTRIES = law_entries(
    Staircase,
    "staircase",
    _SOURCE,
    (
        (
            "normalizer",
            (),
            "density at 0",
            "(1 - b) / (2 D (gamma + b (1 - gamma)))",
            "Q(b, gamma)",
        ),
        ("density", ("x",), "density at x", "A b^j", "Q(b, gamma)"),
        ("log_density", ("x",), "log of the density at x", "log(A) - epsilon j", "reals"),
        (
            "cdf",
            ("x",),
            "P(X <= x)",
            "1 - A b^j ((j + gamma) D - x + D b / (1 - b)) for x >= 0; A b^j ((j + gamma) D "
            "+ x + D b / (1 - b)) below",
            "Q(b, gamma)",
        ),
        (
            "quantile",
            ("p",),
            "the x with cdf(x) = p",
            "(j + gamma) D + D b / (1 - b) - (1 - p) / (A b^j) for p >= "
            "1/2; -quantile(1 - p) below, j = least i >= 0 with cdf((i + gamma) D) >= p",
            "Q(b, gamma)",
        ),
        (
            "tail",
            ("x",),
            "P(|X| >= x)",
            "2 A b^j ((j + gamma) D - x + D b / (1 - b)) for x >= 0; 1 below",
            "Q(b, gamma)",
        ),
        (
            "moment",
            ("order",),
            "E|X|^order",
            "D^order S(order + 1, gamma) / ((order + 1) S(1, gamma))",
            "Q(b, gamma)",
        ),
        (
            "variance",
            (),
            "variance",
            "D^2 (c^3 + 3 b c + b (1 + b)) / (3 c (1 - b)^2), c = b + gamma (1 - b)",
            "Q(b, gamma)",
        ),
        (
            "privacy_loss",
            ("shift",),
            "largest log-ratio under the shift",
            "epsilon if shift != 0 else 0",
            "Q epsilon",
        ),
        (
            "total_variation",
            ("shift",),
            "total variation distance to the shifted law",
            "1 - A (1 - b) sum over k >= 0 of b^k (2 (k + gamma) D - |s|)+",
            "Q(b, gamma)",
        ),
        (
            "hockey_stick",
            ("shift", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "0 for h >= epsilon; TV (1 - e^h b) / (1 - b) for h >= 0; 1 - e^h + TV (e^h - b) / "
            "(1 - b) for h >= -epsilon; 1 - e^h otherwise",
            "Q(b, gamma, e^h)",
        ),
    ),
) + (
    Entry(
        "staircase.optimal_gamma",
        "the gamma that minimises E X^2 (mse) or E|X| (absolute)",
        ("epsilon",),
        ("objective",),
        "mse: (c - b) / (1 - b), c = (b (1 + b) / 2)^(1/3); absolute: s / (1 + s), s = sqrt(b)",
        "Q(b, c) or Q(s)",
        "addremove Theorem 3; Geng and Viswanath 2014, Eq. 50",
        one_value(optimal),
    ),
)
