"""The Laplace law with scale D/epsilon: the noise of the Laplace mechanism (addremove Algorithms
1-3, Theorem 1).

Formulas are functions of a decay power w = b^(|x|/D) and of the rate r = epsilon/D; Z is
real-valued.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import ClassVar

from ..exact import reals
from ..exact.curves import Curve, Piece, Unit
from ..exact.decay import Decay
from ..exact.enclosure import compare
from ..exact.loss import Loss
from ..exact.reals import Number, Scalar
from ..parameters.entry import Entry, law_entries, single
from .discrete_laplace import decays
from .law import Law, QuantileLaw

_ZERO = Fraction(0)


def density(rate: Scalar, w: Scalar) -> Scalar:
    """Returns (rate / 2) w, with w = e^(-rate |x|), the density at x."""
    return rate * w / 2


def tail(w: Scalar) -> Scalar:
    """Returns P(|Z| >= x) = e^(-rate x)."""
    return w


def moment(order: int, rate: Scalar) -> Scalar:
    """Returns E|Z|^order = order! / rate^order."""
    return factorial(order) / rate**order


def renyi_moment(order: Scalar, rise: Scalar, fall: Scalar) -> Scalar:
    """Returns (a e^((a - 1) t) + (a - 1) e^(-a t))/(2 a - 1), the integral of f(z)^a f(z - s)^(1 -
    a).

    order = a, t = epsilon |s|/D, rise = e^((a - 1) t), fall = e^(-a t).
    """
    return (order * rise + (order - 1) * fall) / (2 * order - 1)


def hockey_stick(root_of_ratio_times_power: Scalar) -> Scalar:
    """Returns 1 - sqrt(e^h b^(s/D)) for a shift s with |h| <= epsilon s / D."""
    return 1 - root_of_ratio_times_power


@dataclass(frozen=True)
class Laplace(QuantileLaw):
    """Laplace noise for a query of l1 sensitivity D under epsilon-DP.

    Definition.  Density (epsilon / (2 D)) exp(-epsilon |x| / D) on the real line; scale D / epsilon in the query's
                 units.
    Guarantee.   q + Z is epsilon-DP for |q(D) - q(D')| <= D; the loss at shift s is exactly epsilon |s| / D.
    Source.      addremove Theorem 1; Dwork et al. (2006).
    """

    decay: Decay
    sensitivity: Fraction = Fraction(1)

    name = "laplace"
    probed_twice = True
    PARSED: ClassVar = ("decay", "sensitivity")
    REQUIRED: ClassVar = ("epsilon",)
    OPTIONAL: ClassVar = ("sensitivity",)
    ALTERED: ClassVar = {
        "scale_is": lambda _, x: Laplace(Decay.from_epsilon(1), x),
    }

    @property
    def rate(self) -> Number:
        """Returns the rate epsilon / D of the exponential decay."""
        return self.decay.epsilon / self.sensitivity

    def _power(self, x: Number) -> Number:
        """Returns b^(|x|/D)."""
        if isinstance(x, Fraction | int):
            return self.decay.power(abs(x) / self.sensitivity)
        return reals.exponential(-compare(x, _ZERO) * x * self.rate)

    def scale(self) -> Number:
        """Returns the scale D / epsilon of the noise, in the units of the query."""
        return self.sensitivity / self.decay.epsilon

    @property
    def width(self) -> Number:
        """Returns the scale."""
        return self.scale()

    def density(self, x: Fraction) -> Number:
        """Returns the density at x."""
        return density(self.rate, self._power(x))

    def log_density(self, x: Fraction) -> Number:
        """Returns the natural logarithm of the density."""
        return reals.log(self.rate / 2) - self.rate * abs(x)

    def cdf(self, x: Number) -> Number:
        """Returns P(Z <= x)."""
        half = tail(self._power(x)) / 2
        return reals.complement(half) if compare(x, _ZERO) >= 0 else half

    def quantile(self, p: Fraction) -> Number:
        """Returns the x with cdf(x) = p."""
        if p > Fraction(1, 2):
            return -self.quantile(1 - p)
        return reals.log(2 * p) * self.scale()

    def tail(self, x: Fraction) -> Number:
        """Returns P(|Z| >= x), x >= 0."""
        return tail(self._power(max(x, Fraction(0))))

    def moment(self, order: int) -> Number:
        """Returns the absolute moment E|Z|^order."""
        return moment(order, self.rate)

    def variance(self) -> Number:
        """Returns the variance 2 (D / epsilon)^2."""
        return self.moment(2)

    def privacy_loss(self, shift: Fraction) -> Loss:
        """Returns the largest log-ratio of densities under a shift: epsilon |shift| / D."""
        return Loss(abs(shift) / self.sensitivity)

    def renyi(self, shift: Fraction, renyi_order: Fraction) -> Number:
        """Returns the Renyi divergence of that order, above 1, between the law and its shift; it is
        less than the loss.

        It grows with |shift|, so at |shift| = D it is that of noise on a query of sensitivity D
        (Mironov 2017).
        """
        part = abs(shift) / self.sensitivity
        rise, fall = (
            self.decay.power((1 - renyi_order) * part),
            self.decay.power(renyi_order * part),
        )
        return reals.log(renyi_moment(renyi_order, rise, fall)) / (renyi_order - 1)

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its shift at ratio = e^h."""
        power = self._power(shift)
        if compare(ratio * power, Fraction(1)) >= 0:
            return Fraction(0)
        if compare(ratio, power) <= 0:
            return 1 - ratio
        return hockey_stick(reals.root(ratio * power, 2))

    @property
    def steepness(self) -> Number:
        """Returns the rate, by which the logarithm of the density falls."""
        return self.rate

    @property
    def exponent(self) -> Decay:
        """Returns the decay e^-epsilon."""
        return self.decay

    def curve(self, unit: Unit) -> Curve:
        """Returns the density as a curve of two pieces."""
        q = (
            1 / self.sensitivity
            if unit.decay is not None
            else self.decay.epsilon / self.sensitivity
        )
        assert isinstance(q, Fraction)
        half = q * unit.size / 2
        return Curve(
            unit, (Piece(None, _ZERO, {(0, q): half}), Piece(_ZERO, None, {(0, -q): half}))
        )

    def lifts(self, t: Number) -> tuple[Number, Number]:
        """Returns E (Z - t)+ and E (Z - t)+^2, with the scale s = D / epsilon.

        They are s e^(-t/s)/2 and s^2 e^(-t/s) for t >= 0, and -t + s e^(t/s)/2 and t^2 + 2 s^2 -
        s^2 e^(t/s) below.
        """
        side = compare(t, _ZERO)
        scale = 1 / self.rate
        power = self._power(t)
        if side >= 0:
            return scale * power / 2, scale * scale * power
        return scale * power / 2 - t, t * t + scale * scale * (2 - power)

    def negligible(self, x: Fraction) -> bool:
        """Returns whether e^(-epsilon x/D), the tail at x > 0, is less than e^-1000."""
        return decays(self.decay, self.sensitivity, x)

    def times(self, factor: Number) -> Law:
        """Returns Laplace noise of so many times the scale."""
        if not isinstance(factor, Fraction):
            return super().times(factor)
        return Laplace(self.decay, self.sensitivity * factor)

    def loss(self, shift: Fraction) -> Number:
        """Returns epsilon |shift| / D, the largest log-ratio of densities under a shift."""
        return self.decay.epsilon * (abs(shift) / self.sensitivity)


def epsilon_of_scale(sensitivity: Fraction, scale: Fraction) -> Number:
    """Returns sensitivity / scale, the epsilon that Laplace noise of this scale gives to a
    query.
    """
    return sensitivity / scale


_SOURCE = "addremove Theorem 1; Dwork et al. 2006"
ENTRIES = law_entries(
    Laplace,
    "laplace",
    _SOURCE,
    (
        ("scale", (), "scale of the noise", "D / epsilon", "Q(epsilon)"),
        (
            "density",
            ("x",),
            "density at x",
            "(epsilon / (2 D)) e^(-epsilon |x| / D)",
            "Q(epsilon, e^(-epsilon |x| / D))",
        ),
        (
            "log_density",
            ("x",),
            "log of the density at x",
            "log(epsilon / (2 D)) - epsilon |x| / D",
            "reals",
        ),
        (
            "cdf",
            ("x",),
            "P(Z <= x)",
            "1 - e^(-epsilon x / D) / 2 for x >= 0; e^(epsilon x / D) / 2 below",
            "Q(e^(-epsilon |x| / D))",
        ),
        (
            "quantile",
            ("p",),
            "the x with cdf(x) = p",
            "(D / epsilon) log(2 p) for p <= 1/2; -(D / epsilon) log(2 (1 - p)) otherwise",
            "reals",
        ),
        (
            "tail",
            ("x",),
            "P(|Z| >= x)",
            "e^(-epsilon x / D) for x >= 0; 1 below",
            "Q(e^(-epsilon x / D))",
        ),
        ("moment", ("order",), "E|Z|^order", "order! (D / epsilon)^order", "Q(epsilon)"),
        ("variance", (), "variance", "2 (D / epsilon)^2", "Q(epsilon)"),
        (
            "privacy_loss",
            ("shift",),
            "largest log-ratio under the shift",
            "epsilon |shift| / D",
            "Q epsilon",
        ),
        (
            "renyi",
            ("shift", "renyi_order"),
            "Renyi divergence under the shift",
            "log((a e^((a - 1) t) + (a - 1) e^(-a t))/(2 a - 1))/(a - 1), a = renyi_order, t = "
            "epsilon |s| / D",
            "reals",
        ),
        (
            "hockey_stick",
            ("shift", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "0 for h >= epsilon |s| / D; 1 - e^((h - epsilon |s| / D) / 2) for h >= -epsilon "
            "|s| / D; 1 - e^h otherwise",
            "reals",
        ),
    ),
) + (
    Entry(
        "laplace.epsilon",
        "the epsilon that noise of a given scale buys",
        ("scale",),
        ("sensitivity",),
        "D / scale",
        "Q",
        _SOURCE,
        single(lambda scale, sensitivity=Fraction(1): epsilon_of_scale(sensitivity, scale)),
    ),
)
