"""The discrete Laplace (two-sided geometric) law on the integers, for an integer query of
sensitivity D.

Formulas are functions of t = b^(1/D) = e^(-epsilon / D); the law is (1 - t) / (1 + t) t^|k|.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ..errors import InvalidInput
from ..exact import reals
from ..exact.decay import Decay
from ..exact.enclosure import compare
from ..exact.loss import Loss
from ..exact.reals import Number, Scalar
from ..exact.search import least_integer
from ..parameters.entry import Entry, law_entries, single
from ..randomness.bits import Bits
from .finite import Listed
from .law import Law, LineLaw
from .samplers import canonne_kamath_steinke as cks
from .samplers.inversion import Inversion
from .series import geometric_moments


def normalizer(t: Scalar) -> Scalar:
    """Returns (1 - t) / (1 + t), the mass at 0."""
    return (1 - t) / (1 + t)


def pmf(t: Scalar, power: Scalar) -> Scalar:
    """Returns P(K = k), where power = t^|k|."""
    return normalizer(t) * power


def tail(t: Scalar, power: Scalar) -> Scalar:
    """Returns P(|K| >= k) for k >= 1, where power = t^k."""
    return 2 * power / (1 + t)


def moment(order: int, t: Scalar) -> Scalar:
    """Returns E|K|^order = 2 (1 - t) / (1 + t) sum over k >= 1 of k^order t^k, for order >= 1."""
    return 2 * normalizer(t) * geometric_moments(order, t)[order]


@dataclass(frozen=True)
class DiscreteLaplace(LineLaw):
    """Discrete Laplace noise for an integer query of l1 sensitivity D under epsilon-DP.

    Definition.  P(K = k) = (1 - t) / (1 + t) t^|k|, t = e^(-epsilon / D), k integer. D is a positive integer.
    Guarantee.   q + K is epsilon-DP for integer q with |q(D) - q(D')| <= D; loss at shift s exactly epsilon |s| / D.
    Source.      Ghosh, Roughgarden, Sundararajan (2009); Canonne, Kamath, Steinke (2020).
    """

    decay: Decay
    sensitivity: Fraction = Fraction(1)

    name = "discrete_laplace"
    profile = "inversion-1"
    further_profiles = ("ddg-1", "cks-1")
    on_lattice = True
    integers = True
    PARSED: ClassVar = ("decay", "sensitivity")
    REQUIRED: ClassVar = ("epsilon",)
    OPTIONAL: ClassVar = ("sensitivity",)
    lattice = Fraction(1)
    ALTERED: ClassVar = {
        "redrawn": lambda law, most: law._redrawn(most),
    }

    def __post_init__(self) -> None:
        _require_integer(self.sensitivity)

    @cached_property
    def t(self) -> Number:
        """Returns t = e^(-epsilon / D), the ratio of neighbouring probabilities."""
        return self.decay.power(Fraction(1) / self.sensitivity)

    def _power(self, k: int) -> Number:
        return self.decay.power(Fraction(1) * abs(k) / self.sensitivity)

    def normalizer(self) -> Number:
        """Returns the mass at 0."""
        return normalizer(self.t)

    def pmf(self, k: int) -> Number:
        """Returns P(K = k)."""
        return pmf(self.t, self._power(k))

    def log_pmf(self, k: int) -> Number:
        """Returns the natural logarithm of the pmf."""
        return reals.log(normalizer(self.t)) - self.decay.epsilon * (
            Fraction(1) * abs(k) / self.sensitivity
        )

    def cdf(self, k: int) -> Number:
        """Returns P(K <= k)."""
        return reals.complement(self.tail(k + 1) / 2) if k >= 0 else self.tail(-k) / 2

    def quantile(self, p: Fraction) -> Number:
        """Returns the least k with cdf(k) >= p."""
        return Fraction(least_integer(lambda k: compare(self.cdf(k), p) >= 0))

    def tail(self, k: int) -> Number:
        """Returns P(|K| >= k), k >= 0."""
        return Fraction(1) if k <= 0 else tail(self.t, self._power(k))

    def moment(self, order: int) -> Number:
        """Returns the absolute moment E|K|^order."""
        return moment(order, self.t)

    def variance(self) -> Number:
        """Returns the variance 2 t / (1 - t)^2."""
        return self.moment(2)

    def privacy_loss(self, shift: Fraction) -> Loss:
        """Returns the largest log-ratio under an integer shift: epsilon |shift| / D."""
        self._on_lattice(shift)
        return Loss(abs(shift) / self.sensitivity)

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its integer shift at ratio =
        e^h.
        """
        self._on_lattice(shift)
        s = abs(shift.numerator)
        # the outcomes that count are k <= last, where t^(|k| - |k - s|) > ratio; k - s <= 0 <= k
        # gives t^(2k - s)
        if compare(ratio * self._power(s), Fraction(1)) >= 0:
            return Fraction(0)
        if compare(ratio, self._power(s)) < 0:
            return 1 - ratio
        first_outside = least_integer(
            lambda k: (
                compare(self.decay.power(Fraction(1) * (2 * k - s) / self.sensitivity), ratio) <= 0
            )
        )
        last = first_outside - 1
        return self.cdf(last) - ratio * self.cdf(last - s)

    def negligible(self, x: Fraction) -> bool:
        """Returns whether e^(-epsilon x/D), a bound of the tail at x > 0, is less than e^-1000."""
        return decays(self.decay, self.sensitivity, x)

    def times(self, factor: Number) -> Law:
        """Returns the law of so many times the scale D / epsilon."""
        if not (isinstance(factor, Fraction) and isinstance(self.decay.epsilon, Fraction)):
            return super().times(factor)
        return DiscreteLaplace(Decay.from_epsilon(self.decay.epsilon / factor), self.sensitivity)

    def published(self, below: cks.Below) -> int:
        """Returns a draw by profile cks-1, whose scale is D / epsilon, so that epsilon itself must
        be given.
        """
        if not isinstance(self.decay.epsilon, Fraction):
            raise InvalidInput(
                "unsupported_combination",
                "cks-1 needs epsilon; a rational decay has an irrational one",
                argument="decay",
            )
        return cks.discrete_laplace(below, self.sensitivity / self.decay.epsilon)

    def _redrawn(self, most: Fraction) -> Listed:
        """Returns the law of the noise when it is drawn again until |K| is at most `most`."""
        within = range(-int(most), int(most) + 1)
        total = reals.balanced_sum([self.pmf(k) for k in within])
        return Listed(tuple((k, self.pmf(k) / total) for k in within))

    def loss(self, shift: Fraction) -> Number:
        """Returns epsilon |shift| / D, the largest log-ratio under an integer shift."""
        return self.decay.epsilon * (abs(shift) / self.sensitivity)

    @property
    def width(self) -> Number:
        """Returns the scale D / epsilon."""
        return self.sensitivity / self.decay.epsilon

    @staticmethod
    def _on_lattice(shift: Fraction) -> None:
        if shift.denominator != 1:
            raise InvalidInput(
                "off_lattice",
                "shift: the query is integer-valued, so shifts are integers",
                argument="shift",
            )

    @cached_property
    def _inversion(self) -> Inversion:
        return Inversion(self.cdf)

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw by profile inversion-1 on the integers in their order."""
        return Fraction(self._inversion.draw(bits))


def decays(decay: Decay, sensitivity: Fraction, x: Fraction) -> bool:
    """Returns whether e^(-epsilon x/D) is less than e^-1000, where that is seen at once."""
    return isinstance(decay.epsilon, Fraction) and x * decay.epsilon > 1000 * sensitivity


def epsilon_of_scale(sensitivity: Fraction, scale: Fraction) -> Number:
    """Returns sensitivity / scale, the epsilon that noise of this scale gives to an integer
    query.
    """
    _require_integer(sensitivity)
    return sensitivity / scale


def _require_integer(sensitivity: Fraction) -> None:
    if sensitivity.denominator != 1:
        raise InvalidInput(
            "off_lattice",
            "sensitivity: discrete Laplace noise needs an integer sensitivity",
            argument="sensitivity",
        )


_SOURCE = "Ghosh, Roughgarden, Sundararajan 2009"
ENTRIES = law_entries(
    DiscreteLaplace,
    "discrete_laplace",
    _SOURCE,
    (
        ("normalizer", (), "mass at 0", "(1 - t) / (1 + t)", "Q(t)"),
        ("pmf", ("k",), "P(K = k)", "(1 - t) / (1 + t) t^|k|", "Q(t)"),
        ("log_pmf", ("k",), "log of P(K = k)", "log((1 - t) / (1 + t)) - epsilon |k| / D", "reals"),
        (
            "cdf",
            ("k",),
            "P(K <= k)",
            "1 - t^(k+1) / (1 + t) for k >= 0; t^|k| / (1 + t) below",
            "Q(t)",
        ),
        ("quantile", ("p",), "the least k with cdf(k) >= p", "least k with cdf(k) >= p", "Z"),
        ("tail", ("k",), "P(|K| >= k)", "2 t^k / (1 + t) for k >= 1; 1 otherwise", "Q(t)"),
        (
            "moment",
            ("order",),
            "E|K|^order",
            "2 (1 - t) / (1 + t) sum over k >= 1 of k^order t^k",
            "Q(t)",
        ),
        ("variance", (), "variance", "2 t / (1 - t)^2", "Q(t)"),
        (
            "privacy_loss",
            ("shift",),
            "largest log-ratio under the shift",
            "epsilon |shift| / D",
            "Q epsilon",
        ),
        (
            "hockey_stick",
            ("shift", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "0 for h >= epsilon |s| / D; cdf(j) - e^h cdf(j - |s|) for h >= -epsilon |s| / D; "
            "1 - e^h otherwise, j = greatest k with epsilon (|k - |s|| - |k|) / D > h",
            "Q(t, e^h)",
        ),
    ),
) + (
    Entry(
        "discrete_laplace.epsilon",
        "the epsilon that noise of a given scale buys for an integer query",
        ("scale",),
        ("sensitivity",),
        "D / scale",
        "Q",
        _SOURCE,
        single(lambda scale, sensitivity=Fraction(1): epsilon_of_scale(sensitivity, scale)),
    ),
)
