"""The logistic law, for a real query of sensitivity D under epsilon-DP: a law that the package does
not have, as its author would write it. Nothing else of the package knows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dpmean.distributions.law import Analytic, QuantileLaw
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.exact.loss import Loss
from dpmean.exact.quadrature import outside
from dpmean.exact.reals import Number, Scalar
from dpmean.parameters.entry import law_entries


def density(rate: Scalar, w: Scalar) -> Scalar:
    """Returns rate w/(1 + w)^2, where w = e^(-rate x)."""
    return rate * w / (1 + w) ** 2


def cdf(w: Scalar) -> Scalar:
    """Returns 1/(1 + w), where w = e^(-rate x)."""
    return 1 / (1 + w)


@dataclass(frozen=True)
class Logistic(QuantileLaw):
    """Logistic noise of scale D/epsilon.

    Definition.  P(Z <= x) = 1/(1 + e^(-epsilon x/D)) on the real line.
    Guarantee.   q + Z is epsilon-DP for |q(D) - q(D')| <= D.
    Source.      textbook.
    """

    decay: Decay
    sensitivity: Fraction = Fraction(1)

    name = "logistic"
    PARSED: ClassVar = ("decay", "sensitivity")
    REQUIRED: ClassVar = ("epsilon",)
    OPTIONAL: ClassVar = ("sensitivity",)

    def _power(self, x: Number) -> Number:
        if isinstance(x, Fraction):
            return self.decay.power(x / self.sensitivity)
        return reals.exponential(-x * self.steepness)

    def density(self, x: Fraction) -> Number:
        """Returns the density at x."""
        return density(self.steepness, self._power(x))

    def cdf(self, x: Number) -> Number:
        """Returns P(Z <= x)."""
        return cdf(self._power(x))

    def tail(self, x: Fraction) -> Number:
        """Returns P(|Z| >= x)."""
        return 2 * self.cdf(-max(x, Fraction(0)))

    def quantile(self, p: Fraction) -> Number:
        """Returns the x with cdf(x) = p."""
        return reals.log(p / (1 - p)) * self.width

    def variance(self) -> Number:
        """Returns pi^2/3 times the scale^2."""
        return reals.pi() ** 2 * self.width**2 / 3

    @property
    def width(self) -> Number:
        """Returns the scale D/epsilon."""
        return self.sensitivity / self.decay.epsilon

    @property
    def steepness(self) -> Number:
        """Returns epsilon/D: the logarithm of the density changes by no more."""
        return self.decay.epsilon / self.sensitivity

    def privacy_loss(self, shift: Fraction) -> Loss:
        """Returns epsilon |shift|/D."""
        return Loss(abs(shift) / self.sensitivity)

    def loss(self, shift: Fraction) -> Number:
        """Returns epsilon |shift|/D."""
        return self.steepness * abs(shift)

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """Returns F(z) - e^h F(z - |s|), where the densities at z have the ratio e^h."""
        s = abs(shift)
        growth = 1 / self._power(s)
        if compare(ratio, growth) >= 0:
            return Fraction(0)
        if compare(ratio * growth, Fraction(1)) <= 0:
            return 1 - ratio
        root = reals.root(ratio * growth, 2)
        w = (root - 1) / (growth - root)
        return cdf(w) - ratio * cdf(w * growth)

    def times(self, factor: Number) -> Logistic:
        """Returns the law of so many times the scale."""
        assert isinstance(factor, Fraction)
        return Logistic(self.decay, self.sensitivity * factor)

    def analytic(self, of: Callable[[Number], Scalar]) -> Analytic:
        """Returns the density, and lifts s log(1 + w) and -2 s^2 Li2(-w), where w = e^(-z/s)."""
        rate, scale = of(self.steepness), of(self.width)

        def w(z: Scalar) -> Scalar:
            return (-rate * z).exp()

        def lift(z: Scalar) -> Scalar:
            return scale * outside(-w(z), (1 + w(z)).log())

        def square(z: Scalar) -> Scalar:
            return -2 * scale * scale * outside(-w(z), (-w(z)).polylog(2))

        return Analytic(lambda z: density(rate, w(z)), lambda z: cdf(w(z)), (lift, square))


_POWER = "Q(e^(-epsilon x / D))"
ENTRIES = law_entries(
    Logistic,
    "logistic",
    "textbook",
    (
        (
            "density",
            ("x",),
            "density at x",
            "(epsilon/D) w/(1 + w)^2, w = e^(-epsilon x/D)",
            _POWER,
        ),
        ("cdf", ("x",), "P(Z <= x)", "1/(1 + e^(-epsilon x/D))", _POWER),
        ("quantile", ("p",), "the x with cdf(x) = p", "(D/epsilon) log(p/(1 - p))", "reals"),
        ("tail", ("x",), "P(|Z| >= x)", "2/(1 + e^(epsilon x/D))", _POWER),
        ("variance", (), "variance", "pi^2 D^2/(3 epsilon^2)", "reals"),
        ("privacy_loss", ("shift",), "largest log-ratio", "epsilon |shift| / D", "Q epsilon"),
        (
            "hockey_stick",
            ("shift", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "F(z) - e^h F(z - |s|), z where the densities have the ratio e^h",
            "reals",
        ),
    ),
)
