"""Gaussian noise as mechanisms draw it: integers by the published sampler (profile cks-1), or real
numbers.

Real numbers can be refined. The widths here reach 10^10 and more, where inversion of a distribution
function would sum that many terms.
"""

from __future__ import annotations

from fractions import Fraction

from ..exact.enclosure import up
from ..exact.reals import Number
from ..parameters.declared import one_of
from ..randomness.bits import Bits
from .discrete_gaussian import DiscreteGaussian
from .gaussian import Gaussian
from .samplers import canonne_kamath_steinke as cks

NOISES = ("discrete_gaussian", "gaussian")


class PublishedGaussian(DiscreteGaussian):
    """The discrete Gaussian law, drawn by the algorithm of Canonne, Kamath and Steinke (2020).

    The bits are used as profile cks-1 has it.
    """

    def sample(self, bits: Bits) -> Fraction:
        """Returns one exact draw, an integer."""
        return Fraction(cks.discrete_gaussian(cks.below(bits), self.sigma_squared))


def noise_law(noise: str, variance: Number) -> PublishedGaussian | Gaussian | None:
    """Returns the law with variance parameter sigma^2 = variance, or None for no noise at all.

    For integers it is raised to a multiple of 2^-40 where it is not rational.
    """
    one_of(noise, NOISES, "noise")
    if isinstance(variance, Fraction) and not variance:
        return None
    if noise == "gaussian":
        return Gaussian(variance)
    return PublishedGaussian(variance if isinstance(variance, Fraction) else up(variance))
