"""The staircase law on a lattice of D/m (Geng and Viswanath 2014, Section V; here also with its
exact privacy).

i = x m / D counts lattice steps and g = gamma m is an integer: the central step has the 2g - 1
points -(g-1)..(g-1), every other step has m points on each side. Every lattice shift of at most m
steps changes the step by at most one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import compare, floor
from ..exact.loss import Loss
from ..exact.numbers import spell
from ..exact.reals import Number, Scalar
from ..exact.search import last, least_integer
from ..parameters.entry import Entry, law_entries, single
from ..privacy.losses import hockey_stick, require_shift
from ..randomness.bits import Bits
from .cells import lattice_level
from .law import Law, LineLaw
from .samplers.inversion import Inversion
from .series import power_polynomial, power_sum


def normalizer(b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns A = (1 - b) / ((2g - 1)(1 - b) + 2 m b), the mass at 0."""
    return (1 - b) / ((2 * g - 1) * (1 - b) + 2 * m * b)


def weight(j: Scalar, b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns A b^j, the mass of one point of step j."""
    return normalizer(b, g, m) * b**j


def tail(i: Scalar, j: Scalar, b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns P(|X| >= i) in lattice steps, for i >= 1 on step j: 2 A b^j (j m + g - i + m b / (1 -
    b)).
    """
    return 2 * weight(j, b, g, m) * (j * m + g - i + m * b / (1 - b))


def moment(order: int, b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns E|i|^order, in lattice steps.

    The ball of radius k m + g holds the sum over i < k m + g of 2 i^order, weighted with A (1 - b)
    b^k.
    """
    total = 0 * b
    for power, coefficient in enumerate(power_polynomial(order)):
        if coefficient:
            total = total + coefficient * m**power * power_sum(power, b, (g - 1) / m)
    return 2 * normalizer(b, g, m) * (1 - b) * total


def overlap(shift: Scalar, inner: Scalar, b: Scalar, g: Scalar, m: Scalar) -> Scalar:
    """Returns 1 - TV under a shift of s = shift lattice steps, where TV is the total variation
    distance.

    Each ball meets its shift in 2 (k m + g) - 1 - s points; `inner` is 1 if the smallest ball (k =
    0) does, otherwise 0.
    """
    rest = b * (2 * m * power_sum(1, b, 1 + g / m) - (1 + shift) / (1 - b))
    return normalizer(b, g, m) * (1 - b) * (inner * (2 * g - 1 - shift) + rest)


def on_lattice(x: Fraction, step: Fraction, name: str) -> int:
    """Returns the integer x / step, or raises InvalidInput if it is not one."""
    q = x / step
    if q.denominator != 1:
        raise InvalidInput(
            "off_lattice", f"{name}: must be a multiple of {spell(step)}", argument=name
        )
    return q.numerator


def lattice_gamma(gamma: Fraction, m: int) -> int:
    """Returns gamma m as an integer in 1..m; an off-grid gamma is refused and both neighbours
    named.
    """
    g = gamma * m
    if g.denominator != 1:
        low, high = Fraction(floor(g), m), Fraction(floor(g) + 1, m)
        below = f"{spell(low)} or " if low > 0 else ""
        raise InvalidInput(
            "gamma_off_grid",
            f"gamma: must be a multiple of 1/{m}; the nearest are {below}{spell(high)}",
            argument="gamma",
        )
    return g.numerator


@dataclass(frozen=True)
class DiscreteStaircase(LineLaw):
    """Staircase noise on the lattice D/m for a lattice query of sensitivity D under epsilon-DP.

    Definition.  P(X = x) = A b^j(|x|), x in (D/m) Z, j as for the staircase, gamma a multiple of 1/m in [1/m, 1].
    Guarantee.   q + X is epsilon-DP for q in (D/m) Z with |q(D) - q(D')| <= D; loss exactly epsilon at a nonzero shift.
    Source.      Geng and Viswanath (2014), Section V, for D = m; restricted from addremove Definition 2.
    """

    decay: Decay
    gamma: Any
    m: int
    sensitivity: Fraction = Fraction(1)

    name = "discrete_staircase"
    profile = "inversion-1"
    further_profiles = ("ddg-1",)
    on_lattice = True
    PARSED: ClassVar = ("decay", "gamma", "m", "sensitivity")
    REQUIRED: ClassVar = ("epsilon", "gamma", "m")
    OPTIONAL: ClassVar = ("sensitivity",)

    def __post_init__(self) -> None:
        if isinstance(self.gamma, str):
            object.__setattr__(self, "gamma", optimal(self.decay, self.m))
        lattice_gamma(self.gamma, self.m)

    @property
    def lattice(self) -> Fraction:
        """Returns the lattice step D/m, in the units of the query."""
        return self.sensitivity / self.m

    @property
    def _shape(self) -> tuple[Number, Fraction, Fraction]:
        return self.decay.b, self.gamma * self.m, self.m * Fraction(1)

    def step_of(self, i: int) -> int:
        """Returns the step of the lattice point i."""
        return lattice_level(abs(i), self.m, lattice_gamma(self.gamma, self.m))

    def index(self, x: Fraction, name: str = "x") -> int:
        """Returns x in lattice steps, an integer; off the lattice it raises InvalidInput."""
        return on_lattice(x, self.lattice, name)

    def normalizer(self) -> Number:
        """Returns A, the mass at 0."""
        return normalizer(*self._shape)

    def pmf(self, x: Fraction) -> Number:
        """Returns P(X = x)."""
        return weight(self.step_of(self.index(x)), *self._shape)

    def log_pmf(self, x: Fraction) -> Number:
        """Returns the natural logarithm of the pmf."""
        return reals.log(self.normalizer()) - self.decay.epsilon * self.step_of(self.index(x))

    def index_cdf(self, i: int) -> Number:
        """Returns P(X <= i D/m)."""
        return reals.complement(self._index_tail(i + 1) / 2) if i >= 0 else self._index_tail(-i) / 2

    def _index_tail(self, i: int) -> Number:
        return Fraction(1) if i <= 0 else tail(i, self.step_of(i), *self._shape)

    def cdf(self, x: Fraction) -> Number:
        """Returns P(X <= x), for any real x."""
        return self.index_cdf(floor(x / self.lattice))

    def tail(self, x: Fraction) -> Number:
        """Returns P(|X| >= x), for any x >= 0."""
        return self._index_tail(-floor(-x / self.lattice))

    def quantile(self, p: Fraction) -> Number:
        """Returns the least lattice point x with cdf(x) >= p."""
        return least_integer(lambda i: compare(self.index_cdf(i), p) >= 0) * self.lattice

    def moment(self, order: int) -> Number:
        """Returns the absolute moment E|X|^order."""
        return moment(order, *self._shape) * self.lattice**order

    def variance(self) -> Number:
        """Returns the variance E X^2."""
        return self.moment(2)

    def privacy_loss(self, shift: Fraction) -> Loss:
        """Returns the largest log-ratio under a lattice shift of at most D: epsilon, or 0 for no
        shift.
        """
        self._require(shift)
        return Loss(Fraction(1 if shift != 0 else 0))

    def _require(self, shift: Fraction) -> int:
        require_shift(abs(shift) <= self.sensitivity)
        return abs(self.index(shift, "shift"))

    def divergence(self, shift: Fraction, ratio: Number) -> Number | None:
        """Returns the hockey-stick divergence under a shift of at most D; None beyond, where no
        closed form is known.
        """
        return self.hockey_stick(shift, ratio) if abs(shift) <= self.sensitivity else None

    def loss(self, shift: Fraction) -> Number:
        """Returns epsilon times the number of sensitivities in a shift, rounded up."""
        return self.decay.epsilon * -(-abs(shift) // self.sensitivity)

    @property
    def width(self) -> Number:
        """Returns D / epsilon."""
        return self.sensitivity / self.decay.epsilon

    def unknown(self) -> tuple[Law, Fraction]:
        """Returns the law in lattice steps, and the step."""
        return InSteps(self), self.lattice

    def total_variation(self, shift: Fraction) -> Number:
        """Returns the total variation distance between the law and its shift."""
        s = self._require(shift)
        inner = 1 if s < 2 * self.gamma * self.m - 1 else 0
        return 1 - overlap(s, inner, *self._shape)

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its shift at ratio = e^h."""
        return hockey_stick(self.decay.b, self.total_variation(shift), ratio)

    @cached_property
    def _inversion(self) -> Inversion:
        return Inversion(self.index_cdf)

    def sample_index(self, bits: Bits) -> int:
        """Returns one exact draw in lattice steps, by profile inversion-1 on the lattice points in
        their order.
        """
        return self._inversion.draw(bits)

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw in the units of the query: see `sample_index`."""
        return self.sample_index(bits) * self.lattice


@dataclass(frozen=True)
class InSteps(Law):
    """The law of noise on a lattice, counted in steps of the lattice."""

    law: DiscreteStaircase

    lattice = Fraction(1)
    symmetric = True

    def cdf(self, i: int) -> Number:
        """Returns P(X <= i D/m)."""
        return self.law.index_cdf(i)

    def pmf(self, i: int) -> Number:
        """Returns P(X = i D/m)."""
        return self.law.pmf(i * self.law.lattice)

    def variance(self) -> Number:
        """Returns the variance in steps^2."""
        return self.law.variance() / self.law.lattice**2

    def divergence(self, shift: Fraction, ratio: Number) -> Number | None:
        """Returns the hockey-stick divergence under a shift of so many steps."""
        return self.law.divergence(shift * self.law.lattice, ratio)

    def loss(self, shift: Fraction) -> Number:
        """Returns the largest loss under a shift of so many steps."""
        return self.law.loss(shift * self.law.lattice)


def optimal(decay: Decay, m: int, objective: str = "mse") -> Number:
    """Returns the multiple of 1/m in (0, 1] that minimises E X^2 (mse) or E|X| (absolute); ties go
    to the smaller.

    The moment is a function of g = gamma m: a strictly convex one (a sum of b^k times the sum of
    i^order over i < k m + g) over a linear one that is positive. Where such a quotient is at most c
    is an interval: it falls, then rises, and has one value at two neighbouring g at most once, at
    the bottom. So the best g follows the last one that the next betters. With it (mse) no law on
    (1/m) Z that is as private has less variance; noise on the odd multiples of 1/(2m) may have
    (`proofs/theorems/addremove/lattice_optimum.py`).
    """
    order = 2 if objective == "mse" else 1

    def at(g: int) -> Number:
        return moment(order, decay.b, Fraction(g), Fraction(m))

    best = 1 + last(lambda g: compare(at(g + 1), at(g)) < 0, 0, m)
    return Fraction(best, m)


_SOURCE = "Geng and Viswanath 2014, Section V; restriction of addremove Definition 2"
ENTRIES = law_entries(
    DiscreteStaircase,
    "discrete_staircase",
    _SOURCE,
    (
        ("normalizer", (), "mass at 0", "(1 - b) / ((2 g - 1)(1 - b) + 2 m b)", "Q(b)"),
        ("pmf", ("x",), "P(X = x)", "A b^j", "Q(b)"),
        ("log_pmf", ("x",), "log of P(X = x)", "log(A) - epsilon j", "reals"),
        (
            "cdf",
            ("x",),
            "P(X <= x)",
            "1 - tail(z + D/m) / 2 for z >= 0; tail(-z) / 2 below, z = (D/m) floor(x m / D)",
            "Q(b)",
        ),
        (
            "quantile",
            ("p",),
            "the least lattice point x with cdf(x) >= p",
            "(D/m) least k with cdf(k D/m) >= p",
            "Q",
        ),
        (
            "tail",
            ("x",),
            "P(|X| >= x)",
            "2 A b^j (j m + g - i + m b / (1 - b)) for i >= 1; 1 otherwise, i = ceil(x m / D)",
            "Q(b)",
        ),
        (
            "moment",
            ("order",),
            "E|X|^order",
            "2 A (D/m)^order sum over i >= 1 of i^order b^j",
            "Q(b)",
        ),
        ("variance", (), "variance", "moment(2)", "Q(b)"),
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
            "1 - A (1 - b) sum over k >= 0 of b^k (2 (k m + g) - 1 - |s| m / D)+",
            "Q(b)",
        ),
        (
            "hockey_stick",
            ("shift", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "0 for h >= epsilon; TV (1 - e^h b) / (1 - b) for h >= 0; 1 - e^h + TV (e^h - b) / "
            "(1 - b) for h >= -epsilon; 1 - e^h otherwise",
            "Q(b, e^h)",
        ),
    ),
) + (
    Entry(
        "discrete_staircase.optimal_gamma",
        "the multiple of 1/m that minimises E X^2 (mse) or E|X| (absolute)",
        ("epsilon", "m"),
        ("objective",),
        "(1/m) argmin over i from 1 to m of variance(gamma = i/m); absolute: (1/m) argmin over "
        "i from 1 to m of moment(1, gamma = i/m)",
        "Q",
        _SOURCE,
        single(optimal),
    ),
)
