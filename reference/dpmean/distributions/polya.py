"""The Polya (negative binomial) law with a fractional number of successes, and the difference of
two.

The difference is what one of n users adds, so that all together add discrete Laplace noise.
Formulas are functions of r = 1/n and t = b^(1/D) = e^(-epsilon/D); the law is c_k t^k (1 - t)^r,
c_k = r (r + 1) ... (r + k - 1)/k!, with generating function ((1 - t)/(1 - t z))^r. n of them add up
to the geometric law, whose generating function is the n-th power of that, and the difference of two
geometric variables is discrete Laplace: no approximation anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar

from ..errors import InvalidInput
from ..exact import reals, special
from ..exact.decay import Decay
from ..exact.enclosure import compare, interval
from ..exact.reals import Number, Scalar, balanced_sum
from ..exact.search import least_integer
from ..randomness.bits import Bits
from .discrete_laplace import DiscreteLaplace
from .lattice_sums import LatticeSum
from .law import CUT, Law
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
class Shares(Law):
    """The sum of `count` independent Polya variables, n of which add up to a geometric variable.

    P(K = k) = c_k t^k (1 - t)^r with r = count/n.
    """

    polya: Polya
    count: int

    lattice = _ONE
    tabled = True

    @property
    def r(self) -> Fraction:
        """Returns the exponent r = count/n."""
        return Fraction(self.count, self.polya.n)

    @cached_property
    def _mass(self) -> Number:
        return self.polya.normalizer() ** self.count

    def pmf(self, k: int) -> Number:
        """Returns P(K = k)."""
        if k < 0:
            return Fraction(0)
        power = self.polya.decay.power(k / self.polya.sensitivity)
        return coefficient(k, self.r) * power * self._mass

    def cdf(self, k: int) -> Number:
        """Returns P(K <= k) = I_(1 - t)(r, k + 1), a regularized incomplete beta function."""
        if k < 0:
            return Fraction(0)
        if not k:
            return self._mass
        return reals.strictly(
            special.incomplete_beta(1 - self.polya.t, self.r, Fraction(k + 1)), _ONE, -1
        )

    def table(self, low: int, high: int, digits: int) -> list[int]:
        """Returns P(K = low), ..., P(K = high) in units of 2^-digits, rounded down.

        Each coefficient is computed from the one before.
        """
        found, more = [], 4 * digits
        of_power = Fraction(1 << more)
        for k in range(high + 1):
            power = self.polya.decay.power(k / self.polya.sensitivity)
            mass = interval(power * self._mass, 2 * digits).lower
            found.append(int(mass * of_power) >> (more - digits))
            of_power = Fraction(int(of_power * step(k, self.r)))
        return found[low:]


@dataclass(frozen=True)
class NoiseShare(Law):
    """A user's share of discrete Laplace noise: the difference of two independent Polya variables.

    The two are drawn one after the other.
    """

    polya: Polya

    lattice = _ONE
    symmetric = True
    ALTERED: ClassVar = {
        "epsilon_is": lambda law, x: law.of(Decay.from_epsilon(x), law.polya.n),
        "users_is": lambda law, x: law.of(law.polya.decay, int(x)),
    }

    def of(self, decay: Decay, n: int) -> NoiseShare:
        """Returns a share of noise with another decay, or for another number of users."""
        return NoiseShare(Polya(decay, n, self.polya.sensitivity))

    def unknown(self) -> tuple[Law, Fraction]:
        """Returns discrete Laplace noise where one share is all of it."""
        if self.polya.n == 1:
            return DiscreteLaplace(self.polya.decay, self.polya.sensitivity), _ONE
        return self, _ONE

    @classmethod
    def summed(cls, parts: Sequence[tuple[NoiseShare, Fraction]]) -> Sequence[tuple[Law, Fraction]]:
        """Returns the noise itself where all n equal shares are there, and the difference of two
        Polya variables for fewer.
        """
        polya, factor = parts[0][0].polya, parts[0][1]
        if any(law.polya != polya or a != factor for law, a in parts):
            raise InvalidInput(
                "unsupported_combination",
                "the exact law of a sum of different shares of noise is not known",
            )
        if len(parts) == polya.n:
            return [(DiscreteLaplace(polya.decay, polya.sensitivity), factor)]
        one = Shares(polya, len(parts))
        return [(LatticeSum(((one, 1), (one, -1))), factor)]

    def times(self, factor: Number) -> Law:
        """Returns a share of noise of so many times the scale D / epsilon."""
        epsilon = self.polya.decay.epsilon
        if not (isinstance(factor, Fraction) and isinstance(epsilon, Fraction)):
            return super().times(factor)
        return self.of(Decay.from_epsilon(epsilon / factor), self.polya.n)

    def modulo(self, modulus: int) -> Law:
        """Returns the law of the share modulo q."""
        return residue_of(self.polya, modulus)

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw, the difference of two draws of the Polya law."""
        return self.polya.sample(bits) - self.polya.sample(bits)

    def variance(self) -> Number:
        """Returns the variance, twice that of a Polya variable."""
        return 2 * self.polya.variance()


@dataclass(frozen=True)
class ShareResidue(Law):
    """The law of a share of noise modulo q: of the difference of two Polya variables, of which each
    has a residue.
    """

    polya: Polya
    modulus: int

    lattice = _ONE

    @cached_property
    def _residues(self) -> list[Number]:
        """The probability of each residue of one Polya variable; what lies beyond the cut is at
        most CUT.
        """
        end = least_integer(lambda k: compare(1 - self.polya.cdf(k), CUT) <= 0)
        masses = [self.polya.pmf(k) for k in range(max(end, self.modulus) + 1)]
        return [balanced_sum(masses[r :: self.modulus]) for r in range(self.modulus)]

    @cached_property
    def _support(self) -> list[tuple[int, Number]]:
        one, q = self._residues, self.modulus
        return [(r, balanced_sum([one[(r + k) % q] * one[k] for k in range(q)])) for r in range(q)]

    def support(self) -> list[tuple[int, Number]]:
        """Returns the residues with their probabilities."""
        return self._support

    def sample(self, bits: Bits) -> int:
        """Returns one exact draw."""
        return int(NoiseShare(self.polya).sample(bits)) % self.modulus


@lru_cache(maxsize=64)
def residue_of(polya: Polya, modulus: int) -> ShareResidue:
    """Returns the law of a share modulo q; equal ones are one object, so that what is known of it
    is found again.
    """
    return ShareResidue(polya, modulus)
