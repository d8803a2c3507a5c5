"""ADPM: the affine estimate with optimal weights when every user has her own epsilon (hetero
Algorithm 1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from ...distributions.laplace import Laplace
from ...distributions.staircase import Staircase
from ...exact.decay import Decay
from ...exact.enclosure import compare
from . import many, weights
from .affine import Affine, dot, noise_of_scale
from .weights import Epsilon

_ZERO, _QUARTER = Fraction(0), Fraction(1, 4)


@dataclass(frozen=True)
class Adpm(Affine):
    """ADPM: the weights that minimise the worst mean squared error of an affine estimate under
    everybody's epsilon.

    Definition.  w_i = c_i / S, c_i = min(epsilon_i, theta) (`weights.py`), Z ~ Lap(w / S), w = upper - lower. Where the
                 bound |w|^2 / 4 + 2 / S^2 exceeds 1/4, the midpoint is released without noise. With
                 public records alone it is their plain mean.
    Noise.       laplace, or staircase of sensitivity g w / S under epsilon g, the greatest rational of which all c_i
                 are multiples: a move of user i by c_i / g sensitivities has loss c_i exactly. That
                 lowers the noise's variance 2 (w / S)^2 by at most (g w / S)^2 / 12: by 0.04 % at g
                 = 1/10, 4 % at g = 1, 31 % at g = 3. So it pays where few levels of epsilon have a
                 large common divisor, and hardly anywhere else.
    Rounding.    weight_bits = q: multiples of 2^-q of sum 1, and a scale raised until w_i / scale <= c_i (`many.py`).
    Neighbors.   replace the record of a given user.
    Guarantee.   c_i-DP for user i, and so epsilon_i-DP; 0 where the midpoint is released.
    Source.      hetero Algorithm 1, Lemma 1, Theorem 1.
    """

    name = "adpm"
    summary = "one epsilon per user, optimal weights + one noise"
    required = ("epsilons", "lower", "upper")
    optional = ("noise", "gamma", "weight_bits")
    # staircase noise needs exact shares of a common unit, so weights cannot be rounded
    noises: ClassVar = {"laplace": ("weight_bits?",), "staircase": ("gamma?",)}

    noise: str = "laplace"
    gamma: Fraction | str | None = None
    weight_bits: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_noise(self.noise)
        _ = self.law  # refuses bad combinations now, not at the first release

    @cached_property
    def _shares(self) -> tuple[Epsilon, ...]:
        return weights.granted(self.epsilons)

    @cached_property
    def _rounded(self) -> many.Rounded | None:
        return None if self.weight_bits is None else many.rounded(self.epsilons, self.weight_bits)

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights c_i / S, or their roundings to multiples of 2^-weight_bits."""
        return weights.weights(self.epsilons) if self._rounded is None else self._rounded.weights

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / S of the noise, or the rounded scale, in the units of the records."""
        return self.width * (
            weights.noise_scale(self.epsilons) if self._rounded is None else self._rounded.scale
        )

    @property
    def unit(self) -> Fraction:
        """The greatest rational g of which every positive c_i is a multiple."""
        parts = [c for c in self._shares if c]
        return Fraction(
            math.gcd(*(c.numerator for c in parts)), math.lcm(*(c.denominator for c in parts))
        )

    @cached_property
    def law(self) -> Laplace | Staircase | None:
        """The law of the noise: Laplace or staircase, or None where there is no noise."""
        if self.noise == "laplace" or not self.noise_scale:
            return noise_of_scale(self.noise_scale)
        return Staircase(
            Decay.from_epsilon(self.unit), self.gamma or "optimal", self.unit * self.noise_scale
        )

    @cached_property
    def constant(self) -> bool:
        """Whether the midpoint is released: the bound of the squared error exceeds w^2 / 4, that of
        the midpoint.
        """
        noise = self.law.variance() if self.law is not None else _ZERO
        return (
            compare(
                noise + dot(self.weights, self.weights) * self.width**2 / 4,
                self.width**2 * _QUARTER,
            )
            > 0
        )

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users; one says when no record is used."""
        note = (
            "the midpoint of the bounds is released and no record is used: the bound of the "
            "squared error exceeds that of a guess"
        )
        return (*super().further_policies, *((note,) if self.constant else ()))

    @cached_property
    def granted(self) -> tuple[Epsilon, ...]:
        """The privacy c_i of each user, or 0 where the midpoint is released; None for public
        records when there is no noise.
        """
        if self.constant:
            return (_ZERO,) * len(self.epsilons)
        return self._shares if self._rounded is None else self._rounded.granted
