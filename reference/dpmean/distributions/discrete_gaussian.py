"""The discrete Gaussian law on the integers (Canonne, Kamath, Steinke 2020), for an integer query
of sensitivity D.

P(K = k) is proportional to e^(-k^2 / (2 sigma^2)). With a = 1 / (2 sigma^2) and S(k) = the sum over
j >= k of e^(-a j^2), everything is arithmetic in S: the total is 1 + 2 S(1). The law is not
epsilon-DP for any epsilon; it is D^2 / (2 sigma^2)-zCDP, and its profile is exact here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import ClassVar

from ..errors import InvalidInput
from ..exact import reals
from ..exact.enclosure import ceil, compare, floor
from ..exact.reals import Number, Scalar, strictly
from ..exact.search import least_integer
from ..exact.special import centred_sum, gaussian_sum
from ..parameters.entry import law_entries
from ..privacy.guarantees import ZeroConcentratedDP
from ..randomness.bits import Bits
from . import gaussian_moments
from .law import DEVIATIONS, Law, LineLaw
from .samplers import canonne_kamath_steinke as cks
from .samplers.inversion import Inversion


def total(upper: Scalar) -> Scalar:
    """Returns the sum over all integers of e^(-a k^2), where upper = S(1)."""
    return 1 + 2 * upper


def pmf(power: Scalar, upper: Scalar) -> Scalar:
    """Returns P(K = k), where power = e^(-a k^2) and upper = S(1)."""
    return power / total(upper)


def tail(beyond: Scalar, upper: Scalar) -> Scalar:
    """Returns P(|K| >= k) for k >= 1, where beyond = S(k) and upper = S(1)."""
    return 2 * beyond / total(upper)


def rho(sensitivity: Scalar, sigma_squared: Scalar) -> Scalar:
    """Returns the zCDP parameter D^2 / (2 sigma^2)."""
    return sensitivity**2 / (2 * sigma_squared)


def renyi(shift_squared: Scalar, order: Scalar, sigma_squared: Scalar) -> Scalar:
    """Returns order s^2/(2 sigma^2), the Renyi divergence between the law and its shift by an
    integer s.

    This holds where order times s is an integer; in d dimensions s^2 is a squared norm.
    """
    return order * shift_squared / (2 * sigma_squared)


def last_gain(shift: Scalar, at_epsilon: Scalar, sigma_squared: Scalar) -> Scalar:
    """Returns where the log-ratio (s^2 - 2 s x) / (2 sigma^2) of the law to its shift by s > 0
    falls to at_epsilon.
    """
    return shift / 2 - sigma_squared * at_epsilon / shift


@dataclass(frozen=True)
class DiscreteGaussian(LineLaw):
    """Discrete Gaussian noise for an integer query of sensitivity D under zero-concentrated DP.

    Definition.  P(K = k) = e^(-k^2 / (2 sigma^2)) / sum over j of e^(-j^2 / (2 sigma^2)), k integer.
    Guarantee.   q + K is rho-zCDP for integer q with |q(D) - q(D')| <= D, rho = D^2 / (2 sigma^2) and no smaller; not
                 epsilon-DP.
    Source.      Canonne, Kamath, Steinke (2020); proofs/theorems/laws/discrete_gaussian_law.py.
    """

    sigma_squared: Fraction
    sensitivity: Fraction = Fraction(1)

    name = "discrete_gaussian"
    profile = "inversion-1"
    further_profiles = ("ddg-1", "cks-1")
    on_lattice = True
    integers = True
    PARSED: ClassVar = ("sigma_squared", "sensitivity")
    REQUIRED: ClassVar = ("sigma_squared",)
    OPTIONAL: ClassVar = ("sensitivity",)
    lattice = Fraction(1)
    ALTERED: ClassVar = {
        "variance": lambda law, x: DiscreteGaussian(law.sigma_squared * x),
        "variance_is": lambda _, x: DiscreteGaussian(x),
    }

    def __post_init__(self) -> None:
        if self.sensitivity.denominator != 1:
            raise InvalidInput(
                "off_lattice",
                "sensitivity: discrete Gaussian noise needs an integer sensitivity",
                argument="sensitivity",
            )

    @property
    def rate(self) -> Fraction:
        """Returns a = 1 / (2 sigma^2), the rate in the exponent."""
        return 1 / (2 * self.sigma_squared)

    @cached_property
    def _upper(self) -> Number:
        return gaussian_sum(self.rate, 1)

    def normalizer(self) -> Number:
        """Returns the mass at 0."""
        return pmf(Fraction(1), self._upper)

    def pmf(self, k: int) -> Number:
        """Returns P(K = k)."""
        return pmf(reals.exponential(-self.rate * k**2), self._upper)

    def log_pmf(self, k: int) -> Number:
        """Returns the natural logarithm of the pmf."""
        return -reals.log(total(self._upper)) - self.rate * k**2

    def cdf(self, k: int) -> Number:
        """Returns P(K <= k)."""
        return reals.complement(self.tail(k + 1) / 2) if k >= 0 else self.tail(-k) / 2

    def quantile(self, p: Fraction) -> Number:
        """Returns the least k with cdf(k) >= p."""
        return Fraction(least_integer(lambda k: compare(self.cdf(k), p) >= 0))

    def tail(self, k: int) -> Number:
        """Returns P(|K| >= k), k >= 0."""
        return Fraction(1) if k <= 0 else tail(gaussian_sum(self.rate, k), self._upper)

    def moment(self, order: int) -> Number:
        """Returns the absolute moment E|K|^order."""
        found = tail(gaussian_sum(self.rate, 1, order), self._upper)
        if order % 2:
            return found
        return strictly(
            found,
            gaussian_moments.continuous(order, self.sigma_squared),
            gaussian_moments.side(order, self.sigma_squared),
        )

    def variance(self) -> Number:
        """Returns E K^2, a little less than sigma^2 (by a relative 8 pi^2 sigma^2 e^(-2 pi^2
        sigma^2), about).
        """
        return self.moment(2)

    def rho(self) -> Number:
        """Returns the least rho for which noise on a query of sensitivity D is rho-zCDP: D^2 / (2
        sigma^2).
        """
        return rho(self.sensitivity, self.sigma_squared)

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its integer shift at ratio = e^h.

        It is the least delta of (h, delta)-DP.
        """
        if shift.denominator != 1:
            raise InvalidInput(
                "off_lattice",
                "shift: the query is integer-valued, so shifts are integers",
                argument="shift",
            )
        s = abs(shift.numerator)
        if s == 0:
            return 1 - ratio if compare(ratio, Fraction(1)) < 0 else Fraction(0)
        where = last_gain(abs(shift), reals.log(ratio), self.sigma_squared)
        last = ceil(where) - 1 if isinstance(where, Fraction) else floor(where)
        return self.cdf(last) - ratio * self.cdf(last - s)

    def renyi(self, shift: Fraction, renyi_order: Fraction) -> Number:
        """Returns the Renyi divergence of order `renyi_order` between the law and its integer shift
        s.

        It is order s^2/(2 sigma^2), and a little less where order times s is no integer.
        """
        if shift.denominator != 1:
            raise InvalidInput(
                "off_lattice",
                "shift: the query is integer-valued, so shifts are integers",
                argument="shift",
            )
        whole: Fraction = renyi(shift**2, renyi_order, self.sigma_squared)
        if (renyi_order * shift).denominator == 1:
            return whole
        return strictly(
            whole
            + reals.log(centred_sum(self.rate, renyi_order * shift) / total(self._upper))
            / (renyi_order - 1),
            whole,
            -1,
        )

    def published(self, below: cks.Below) -> int:
        """Returns a draw by profile cks-1."""
        return cks.discrete_gaussian(below, self.sigma_squared)

    @property
    def measure(self) -> ZeroConcentratedDP:
        """Returns rho-zCDP for the least rho."""
        return ZeroConcentratedDP(self.rho())

    @property
    def width(self) -> Number:
        """Returns sigma."""
        return reals.root(self.sigma_squared, 2)

    def reach(self, deviations: int = DEVIATIONS) -> tuple[int, int]:
        """Returns the integers up to so many times sigma."""
        width = deviations * (isqrt(floor(self.sigma_squared)) + 1)
        return -width, width

    def negligible(self, x: Fraction) -> bool:
        """Returns whether e^(-x^2/(2 sigma^2)), a bound of the tail at x > 0, is less than
        e^-1000.
        """
        return x * x > 2000 * self.sigma_squared

    def times(self, factor: Number) -> Law:
        """Returns the law of so many times sigma."""
        if not isinstance(factor, Fraction):
            return super().times(factor)
        return DiscreteGaussian(self.sigma_squared * factor**2)

    @cached_property
    def _inversion(self) -> Inversion:
        return Inversion(self.cdf)

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw by profile inversion-1 on the integers in their order."""
        return Fraction(self._inversion.draw(bits))


ENTRIES = law_entries(
    DiscreteGaussian,
    "discrete_gaussian",
    "Canonne, Kamath, Steinke 2020",
    (
        ("normalizer", (), "mass at 0", "1 / (1 + 2 S(1))", "Q(S(1))"),
        (
            "pmf",
            ("k",),
            "P(K = k)",
            "e^(-k^2 / (2 sigma^2)) / (1 + 2 S(1))",
            "Q(e^(-k^2 / (2 sigma^2)), S(1))",
        ),
        ("log_pmf", ("k",), "log of P(K = k)", "-log(1 + 2 S(1)) - k^2 / (2 sigma^2)", "reals"),
        (
            "cdf",
            ("k",),
            "P(K <= k)",
            "1 - S(k+1) / (1 + 2 S(1)) for k >= 0; S(|k|) / (1 + 2 S(1)) below",
            "Q(S(1), S(k))",
        ),
        ("quantile", ("p",), "the least k with cdf(k) >= p", "least k with cdf(k) >= p", "Z"),
        (
            "tail",
            ("k",),
            "P(|K| >= k)",
            "2 S(k) / (1 + 2 S(1)) for k >= 1; 1 otherwise",
            "Q(S(1), S(k))",
        ),
        (
            "moment",
            ("order",),
            "E|K|^order",
            "2 sum over k >= 1 of k^order e^(-k^2 / (2 sigma^2)) / (1 + 2 S(1))",
            "reals",
        ),
        ("variance", (), "variance", "moment(2)", "reals"),
        (
            "rho",
            (),
            "the zCDP parameter of noise on a query of sensitivity D",
            "D^2 / (2 sigma^2)",
            "Q",
        ),
        (
            "renyi",
            ("shift", "renyi_order"),
            "Renyi divergence under the shift",
            "renyi_order s^2/(2 sigma^2) + log(theta(renyi_order s)/theta(0))/(renyi_order - "
            "1), theta(c) = sum over all k of e^(-(k - c)^2/(2 sigma^2))",
            "reals",
        ),
        (
            "hockey_stick",
            ("shift", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "cdf(j) - e^h cdf(j - |s|) for s != 0; max(0, 1 - e^h) otherwise, j = ceil(|s|/2 - "
            "sigma^2 h/|s|) - 1",
            "Q(S, e^h)",
        ),
    ),
)
