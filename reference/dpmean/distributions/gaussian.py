"""The Gaussian law on the line, and its privacy under zero-concentrated DP (Bun and Steinke 2016).

It is noise for a query of sensitivity D. Z is real-valued: a release rounds to a public grid. On
integers there is `discrete_gaussian`, which releases exact values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial
from typing import ClassVar

from ..errors import InvalidInput
from ..exact import reals, special
from ..exact.enclosure import compare
from ..exact.reals import Number, Scalar
from ..parameters.entry import law_entries
from ..privacy.guarantees import ZeroConcentratedDP
from .discrete_gaussian import renyi, rho
from .gaussian_moments import continuous
from .law import Analytic, Law, QuantileLaw

FAR = 1414  # sqrt(2 10^6): e^(-FAR^2/2) is about e^-1000000


def variance_for(sensitivity: Scalar, rho: Scalar) -> Scalar:
    """Returns the variance D^2/(2 rho) at which the noise is rho-zCDP (Lemma 2.1)."""
    return sensitivity**2 / (2 * rho)


def log_moment(order: Scalar, shift_squared: Scalar, sigma_squared: Scalar) -> Scalar:
    """Returns order (order - 1) s^2/(2 sigma^2).

    It is the logarithm of the integral of f(x)^order f(x - s)^(1 - order), f the density.
    """
    return order * (order - 1) * shift_squared / (2 * sigma_squared)


def beyond(y: Number) -> Number:
    """Returns P(Z >= y) for a standard normal Z; below e^-1000000 it raises InvalidInput."""
    if compare(y, Fraction(FAR)) > 0:
        raise InvalidInput(
            "out_of_range",
            f"x: more than {FAR} standard deviations out, a probability of half a million digits",
            argument="x",
        )
    return special.normal_tail(y)


@dataclass(frozen=True)
class Gaussian(QuantileLaw):
    """Gaussian noise of variance sigma^2 for a query of sensitivity D.

    Definition.  Density e^(-z^2/(2 sigma^2))/sqrt(2 pi sigma^2) on the real line; in d dimensions every coordinate
                 independently, D in the Euclidean norm.
    Guarantee.   rho-zCDP for rho = D^2/(2 sigma^2) and no smaller; not epsilon-DP for any epsilon.
    Source.      instance Lemma 2.1; Bun and Steinke (2016).
    """

    sigma_squared: Number
    sensitivity: Fraction = Fraction(1)

    name = "gaussian"
    probed_twice = True
    PARSED: ClassVar = ("sigma_squared", "sensitivity")
    REQUIRED: ClassVar = ("sigma_squared",)
    OPTIONAL: ClassVar = ("sensitivity",)
    ALTERED: ClassVar = {
        "variance": lambda law, x: Gaussian(law.sigma_squared * x),
        "variance_is": lambda _, x: Gaussian(x),
    }

    @cached_property
    def sigma(self) -> Number:
        """Returns the standard deviation sigma, in the units of the query."""
        return reals.root(self.sigma_squared, 2)

    def density(self, x: Fraction) -> Number:
        """Returns the density at x."""
        return reals.exponential(-(x**2) / (2 * self.sigma_squared)) / (
            reals.root(2 * reals.pi(), 2) * self.sigma
        )

    def log_density(self, x: Fraction) -> Number:
        """Returns the natural logarithm of the density."""
        found: Number = (
            -(x**2) / (2 * self.sigma_squared) - reals.log(2 * reals.pi() * self.sigma_squared) / 2
        )
        return found

    def cdf(self, x: Fraction) -> Number:
        """Returns P(Z <= x)."""
        return (
            beyond(-x / self.sigma)
            if x < 0
            else reals.complement(beyond(x / self.sigma))
            if x
            else Fraction(1, 2)
        )

    def quantile(self, p: Fraction) -> Number:
        """Returns the x with cdf(x) = p."""
        return self.sigma * special.normal_quantile(p)

    def tail(self, x: Fraction) -> Number:
        """Returns P(|Z| >= x), x >= 0."""
        return Fraction(1) if x <= 0 else 2 * beyond(x / self.sigma)

    def moment(self, order: int) -> Number:
        """Returns E|Z|^order: (order - 1)!! sigma^order, times sqrt(2/pi) for odd orders."""
        if order % 2 == 0:
            return continuous(order, self.sigma_squared)
        half = (order - 1) // 2
        return factorial(half) * 2**half * self.sigma**order * reals.root(2 / reals.pi(), 2)

    def variance(self) -> Number:
        """Returns the variance sigma^2."""
        return self.sigma_squared

    def rho(self) -> Number:
        """Returns D^2/(2 sigma^2), the least rho for which noise on a query of sensitivity D is
        rho-zCDP.
        """
        found: Number = rho(self.sensitivity, self.sigma_squared)
        return found

    def renyi(self, shift: Fraction, renyi_order: Fraction) -> Number:
        """Returns the Renyi divergence of that order between the law and its shift."""
        found: Number = renyi(shift**2, renyi_order, self.sigma_squared)
        return found

    def hockey_stick(self, shift: Fraction, ratio: Number) -> Number:
        """Returns the hockey-stick divergence between the law and its shift s at ratio = e^h.

        It is F(z) - e^h F(z - s) with z = s/2 - sigma^2 h/s.
        """
        s = abs(shift)
        if not s:
            return 1 - ratio if compare(ratio, Fraction(1)) < 0 else Fraction(0)
        at = s / (2 * self.sigma) - self.sigma * reals.log(ratio) / s
        return beyond(-at) - ratio * beyond(s / self.sigma - at)

    @property
    def measure(self) -> ZeroConcentratedDP:
        """Returns rho-zCDP for the least rho."""
        return ZeroConcentratedDP(self.rho())

    @property
    def width(self) -> Number:
        """Returns the standard deviation."""
        return self.sigma

    def negligible(self, x: Fraction) -> bool:
        """Returns whether e^(-x^2/(2 sigma^2)), a bound of the tail at x > 0, is less than
        e^-1000.
        """
        return isinstance(self.sigma_squared, Fraction) and x * x > 2000 * self.sigma_squared

    def analytic(self, of: Callable[[Number], Scalar]) -> Analytic:
        """Returns the density, erfc, and lifts made of both."""
        variance, sigma = of(self.sigma_squared), of(self.sigma)
        height, width = (
            1 / of(reals.root(2 * reals.pi(), 2) * self.sigma),
            of(reals.root(Fraction(2), 2)) * sigma,
        )

        def density(z: Scalar) -> Scalar:
            return height * (-z * z / (2 * variance)).exp()

        def cdf(z: Scalar) -> Scalar:
            return (-z / width).erfc() / 2

        def lift(z: Scalar) -> Scalar:
            return variance * density(z) - z * cdf(-z)

        def square(z: Scalar) -> Scalar:
            return (variance + z * z) * cdf(-z) - z * variance * density(z)

        return Analytic(density, cdf, (lift, square))

    @classmethod
    def summed(cls, parts: Sequence[tuple[Gaussian, Fraction]]) -> Sequence[tuple[Law, Fraction]]:
        """Returns the one Gaussian law that a sum of independent ones has."""
        total = reals.balanced_sum([law.sigma_squared * a**2 for law, a in parts])
        return [(Gaussian(total), Fraction(1))]

    def times(self, factor: Number) -> Law:
        """Returns the law of so many times the standard deviation."""
        if not isinstance(factor, Fraction):
            return super().times(factor)
        return Gaussian(self.sigma_squared * factor**2)


ENTRIES = law_entries(
    Gaussian,
    "gaussian",
    "instance Lemma 2.1",
    (
        ("density", ("x",), "density at x", "e^(-x^2/(2 sigma^2)) / sqrt(2 pi sigma^2)", "reals"),
        (
            "log_density",
            ("x",),
            "log of the density at x",
            "-x^2/(2 sigma^2) - log(2 pi sigma^2)/2",
            "reals",
        ),
        ("cdf", ("x",), "P(Z <= x)", "erfc(-x/(sigma sqrt(2)))/2", "reals"),
        ("quantile", ("p",), "the x with cdf(x) = p", "the x with cdf(x) = p", "reals"),
        ("tail", ("x",), "P(|Z| >= x)", "erfc(x/(sigma sqrt(2))) for x >= 0; 1 below", "reals"),
        (
            "moment",
            ("order",),
            "E|Z|^order",
            "(order - 1)!! sigma^order (sqrt(2/pi) if order/2 > floor(order/2) else 1)",
            "reals",
        ),
        ("variance", (), "variance", "sigma^2", "Q"),
        (
            "rho",
            (),
            "the zCDP parameter of noise on a query of sensitivity D",
            "D^2/(2 sigma^2)",
            "Q",
        ),
        (
            "renyi",
            ("shift", "renyi_order"),
            "Renyi divergence under the shift",
            "renyi_order s^2/(2 sigma^2)",
            "Q",
        ),
        (
            "hockey_stick",
            ("shift", "at_epsilon"),
            "hockey-stick divergence under the shift",
            "cdf(z) - e^h cdf(z - |s|) for s != 0; max(0, 1 - e^h) otherwise, z = |s|/2 - "
            "sigma^2 h/|s|",
            "reals",
        ),
    ),
)
