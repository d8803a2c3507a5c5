"""Laplace noise rounded to the nearest integer: what Google's libraries add to a count.

Formulas are functions of powers of t = b^(1/D) = e^(-epsilon/D); an integer k has the mass of
Laplace noise between k - 1/2 and k + 1/2. An integer plus Laplace noise, rounded, is the integer
plus this noise, which is therefore as private as the noise before it is rounded. It is not discrete
Laplace noise: the mass at 0 is another.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ..exact import reals
from ..exact.decay import Decay
from ..exact.reals import Number, Scalar
from ..randomness.bits import Bits
from . import laplace
from .discrete_laplace import DiscreteLaplace, decays
from .law import Law
from .samplers.inversion import Inversion

_HALF = Fraction(1, 2)


def upper(power: Scalar) -> Scalar:
    """Returns P(K >= k) for k >= 1, where power = t^(k - 1/2): that of Laplace noise above k -
    1/2.
    """
    return laplace.tail(power) / 2


def pmf(t: Scalar, power: Scalar) -> Scalar:
    """Returns P(K = k) for |k| >= 1, where power = t^(|k| - 1/2)."""
    return upper(power) - upper(t * power)


def center_mass(root: Scalar) -> Scalar:
    """Returns P(K = 0) = 1 - t^(1/2), where root = t^(1/2)."""
    return 1 - 2 * upper(root)


def variance(t: Scalar, root: Scalar) -> Scalar:
    """Returns E K^2 = t^(1/2) (1 + t)/(1 - t)^2, where root = t^(1/2)."""
    return root * (1 + t) / (1 - t) ** 2


@dataclass(frozen=True)
class RoundedLaplace(Law):
    """Laplace noise of scale D/epsilon, rounded to the nearest integer (a tie has probability 0).

    Definition.  P(K = 0) = 1 - t^(1/2), P(K = k) = t^(|k| - 1/2) (1 - t)/2 for k != 0, t = e^(-epsilon/D), k integer;
                 D > 0 need not be an integer.
    Guarantee.   q + K is epsilon-DP for integer q with |q(D) - q(D')| <= D.
    Source.      Google's differential privacy library: noise for integers.
    """

    decay: Decay
    sensitivity: Fraction = Fraction(1)

    lattice = Fraction(1)
    symmetric = True
    ALTERED: ClassVar = {"discrete": lambda law, d: DiscreteLaplace(law.decay, d)}

    @cached_property
    def t(self) -> Number:
        """Returns t = e^(-epsilon/D), the ratio of neighbouring probabilities but for that at 0."""
        return self.decay.power(1 / self.sensitivity)

    @cached_property
    def root(self) -> Number:
        """Returns t^(1/2)."""
        return self.decay.power(_HALF / self.sensitivity)

    def _power(self, k: int) -> Number:
        """Returns t^(k - 1/2)."""
        return self.decay.power((k - _HALF) / self.sensitivity)

    def pmf(self, k: int) -> Number:
        """Returns P(K = k)."""
        return pmf(self.t, self._power(abs(k))) if k else center_mass(self.root)

    def cdf(self, k: int) -> Number:
        """Returns P(K <= k)."""
        return reals.complement(upper(self._power(k + 1))) if k >= 0 else upper(self._power(-k))

    def variance(self) -> Number:
        """Returns the variance."""
        found: Number = variance(self.t, self.root)
        return found

    def negligible(self, x: Fraction) -> bool:
        """Returns whether a bound of the tail at x > 0 is less than e^-1000."""
        return decays(self.decay, self.sensitivity, x)

    def times(self, factor: Number) -> Law:
        """Returns rounded Laplace noise of so many times the scale before it is rounded."""
        if not isinstance(factor, Fraction):
            return super().times(factor)
        return RoundedLaplace(self.decay, self.sensitivity * factor)

    @cached_property
    def _inversion(self) -> Inversion:
        return Inversion(self.cdf)

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw by profile inversion-1 on the integers in their order."""
        return Fraction(self._inversion.draw(bits))
