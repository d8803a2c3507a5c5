"""The affine baselines with which hetero compares ADPM: PropDPM, stretching, FME (Section IV-A and Example 2).

Each is one weighted mean plus one noise, with weights that follow the epsilons.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from . import fme
from .affine import Affine
from .weights import Epsilon

_ZERO = Fraction(0)


@dataclass(frozen=True)
class PropDpm(Affine):
    """PropDPM: weights proportional to the epsilons.

    Definition.  w_i = epsilon_i / S, S = sum of epsilon_i, all finite; Z ~ Lap(w / S).
    Neighbors.   replace the record of a given user.
    Guarantee.   epsilon_i-DP for user i, exactly.
    Source.      hetero Sections III-A and IV-A.
    """

    name = "propdpm"
    summary = "one epsilon per user: weights proportional to them; none may be inf"
    required = ("epsilons", "lower", "upper")

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.finite("propdpm")

    @property
    def total(self) -> Fraction:
        """S, the sum of all epsilons."""
        return sum(self.finite("propdpm"), _ZERO)

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights epsilon_i / S, one for each user."""
        total = self.total
        return tuple(e / total for e in self.finite("propdpm"))

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / S of the noise, in the units of the records."""
        return self.width / self.total


@dataclass(frozen=True)
class Stretching(Affine):
    """The stretching mechanism: each record shrunk towards the midpoint by epsilon_i / max epsilon, then the mean.

    It is biased.

    Definition.  mid + sum of epsilon_i (x_i - mid) / (n e) + Lap(w / (n e)), e = max epsilon_i, finite.
    Neighbors.   replace the record of a given user.
    Guarantee.   epsilon_i-DP for user i, exactly.
    Source.      hetero Example 2 (Alaggan, Gambs, Kermarrec).
    """

    name = "stretching"
    summary = "one epsilon per user: records shrunk towards the midpoint; biased; none may be inf"
    required = ("epsilons", "lower", "upper")

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.finite("stretching")

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights epsilon_i / (n e), which do not add up to 1."""
        whole = len(self.epsilons) * max(self.finite("stretching"))
        return tuple(e / whole for e in self.finite("stretching"))

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / (n e) of the noise, in the units of the records."""
        return self.width / (len(self.epsilons) * max(self.finite("stretching")))


@dataclass(frozen=True)
class Fme(Affine):
    """FME: epsilons cut at 1/sqrt of the number of users that are cut, with the noise of the bound.

    `fme.py` says how far the papers determine it.

    Definition.  c_i = min(epsilon_i, h), w_i = c_i / S, Z ~ Lap(w / S), h = 1/sqrt(n - k), lowered to a multiple of
                 2^-40 where it is irrational.
    Neighbors.   replace the record of a given user.
    Guarantee.   c_i-DP for user i.
    Source.      hetero Section IV-A, Example 1 (Fallah et al. 2022, Theorem 1).
    """

    name = "fme"
    summary = "one epsilon per user: weights cut at 1/sqrt of how many are cut"
    required = ("epsilons", "lower", "upper")

    @cached_property
    def granted(self) -> tuple[Epsilon, ...]:
        """c_i = min(epsilon_i, h) for each user."""
        return fme.shares(self.epsilons, fme.lowered(self.epsilons))

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights c_i / S, one for each user."""
        total = self._total
        return tuple(c / total for c in self.granted if c is not None)

    @cached_property
    def _total(self) -> Fraction:
        return sum((c for c in self.granted if c is not None), _ZERO)

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / S of the noise, in the units of the records."""
        return self.width / self._total
