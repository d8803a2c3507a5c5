"""The noise of this folder: discrete Gaussian integers by the published sampler (profile cks-1), or Gaussian numbers
that can be refined.

What may be put here: laws as mechanisms draw them. The widths here reach 10^10 and more, where inversion of a
distribution function would sum that many terms.
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
    """The discrete Gaussian law, drawn by the algorithm of Canonne, Kamath and Steinke (2020) in the bits of profile
    cks-1.
    """

    def sample(self, bits: Bits) -> Fraction:
        """One integer."""
        return Fraction(cks.discrete_gaussian(cks.below(bits), self.sigma_squared))


def noise_law(noise: str, variance: Number) -> PublishedGaussian | Gaussian | None:
    """The law with that sigma^2, raised to a multiple of 2^-40 where integers need a rational one; None for no noise at
    all.
    """
    one_of(noise, NOISES, "noise")
    if isinstance(variance, Fraction) and not variance:
        return None
    if noise == "gaussian":
        return Gaussian(variance)
    return PublishedGaussian(variance if isinstance(variance, Fraction) else up(variance))
