"""The Polya (negative binomial) law with a fractional number of successes, and the difference of
two.

The difference is what one of n users adds, so that all together add discrete Laplace noise.
Formulas are functions of r = 1/n and t = b^(1/D) = e^(-epsilon/D); the law is c_k t^k (1 - t)^r,
c_k = r (r + 1) ... (r + k - 1)/k!, with generating function ((1 - t)/(1 - t z))^r. n of them add up
to the geometric law, whose generating function is the n-th power of that, and the difference of two
geometric variables is discrete Laplace: no approximation anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ..errors import InvalidInput
from ..exact import reals, special
from ..exact.decay import Decay
from ..exact.enclosure import compare
from ..exact.reals import Number, Scalar
from ..exact.search import least_integer
from ..randomness.bits import Bits
from .law import Law
from .samplers.inversion import Inversion

_ONE = Fraction(1)


def step(k: Scalar, r: Scalar) -> Scalar:
    """Returns c_(k+1)/c_k = (k + r)/(k + 1)."""
    return (k + r) / (k + 1)


def coefficient(k: int, r: Scalar) -> Scalar:
    """Returns c_k = r (r + 1) ... (r + k - 1)/k!, the coefficient of x^k in (1 - x)^-r."""
    found = r**0
    for j in range(k):
        found = found * step(j, r)
    return found


def pmf(weight: Scalar, power: Scalar, mass: Scalar) -> Scalar:
    """Returns P(K = k), where weight = c_k, power = t^k, and mass is that at 0."""
    return weight * power * mass


def mean(r: Scalar, t: Scalar) -> Scalar:
    """Returns the mean r t/(1 - t)."""
    return r * t / (1 - t)


def variance(r: Scalar, t: Scalar) -> Scalar:
    """Returns the variance r t/(1 - t)^2."""
    return mean(r, t) / (1 - t)


@dataclass(frozen=True)
class Polya(Law):
    """A share of geometric noise: n independent ones add up to the law (1 - t) t^k, k = 0, 1, ...,
    exactly.

    Definition.  P(K = k) = c_k t^k (1 - t)^(1/n), c_k = r (r + 1) ... (r + k - 1)/k!, r = 1/n, t = e^(-epsilon/D), for
                 an integer query of sensitivity D.
    Source.      Balle, Bell, Gascon, Nissim (2020); Goryczka and Xiong (2017).
    """

    decay: Decay
    n: int
    sensitivity: Fraction = _ONE

    lattice = _ONE

    def __post_init__(self) -> None:
        if self.n < 1:
            raise InvalidInput("count_not_positive", "n: must be at least 1", argument="n")
        if self.sensitivity.denominator != 1 or self.sensitivity <= 0:
            raise InvalidInput(
                "off_lattice", "sensitivity: must be a positive integer", argument="sensitivity"
            )

    @property
    def r(self) -> Fraction:
        """Returns r = 1/n, the number of successes."""
        return Fraction(1, self.n)

    @cached_property
    def t(self) -> Number:
        """Returns t = e^(-epsilon/D), the base of the powers in the law."""
        return self.decay.power(_ONE / self.sensitivity)

    @cached_property
    def _mass(self) -> Number:
        return reals.root(1 - self.t, self.n)

    def normalizer(self) -> Number:
        """Returns the mass at 0, (1 - t)^(1/n)."""
        return self._mass

    def pmf(self, k: int) -> Number:
        """Returns P(K = k)."""
        return (
            Fraction(0)
            if k < 0
            else pmf(coefficient(k, self.r), self.decay.power(k / self.sensitivity), self._mass)
        )

    def cdf(self, k: int) -> Number:
        """Returns P(K <= k) = I_(1 - t)(1/n, k + 1): one special function, however large k is."""
        if k < 0:
            return Fraction(0)
        if self.n == 1:
            return 1 - self.decay.power((k + 1) / self.sensitivity)
        return (
            self._mass
            if k == 0
            else reals.strictly(
                special.incomplete_beta(1 - self.t, self.r, Fraction(k + 1)), _ONE, -1
            )
        )

    def quantile(self, p: Fraction) -> Number:
        """Returns the least k with cdf(k) >= p."""
        return Fraction(max(0, least_integer(lambda k: compare(self.cdf(k), p) >= 0)))

    def mean(self) -> Number:
        """Returns the mean r t/(1 - t)."""
        found: Number = mean(self.r, self.t)
        return found

    def variance(self) -> Number:
        """Returns the variance r t/(1 - t)^2."""
        found: Number = variance(self.r, self.t)
        return found

    @cached_property
    def _inversion(self) -> Inversion:
        return Inversion(self.cdf, least=0)

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw by profile inversion-1 on 0, 1, 2, ..."""
        return Fraction(self._inversion.draw(bits))


@dataclass(frozen=True)
class NoiseShare(Law):
    """A user's share of discrete Laplace noise: the difference of two independent Polya variables.

    The two are drawn one after the other.
    """

    polya: Polya

    lattice = _ONE

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw, the difference of two draws of the Polya law."""
        return self.polya.sample(bits) - self.polya.sample(bits)

    def variance(self) -> Number:
        """Returns the variance, twice that of a Polya variable."""
        return 2 * self.polya.variance()
