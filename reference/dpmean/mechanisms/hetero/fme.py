"""FME and its weights (Fallah, Makhdoumi, Malekian, Ozdaglar 2022, Theorem 1), as far as hetero
determines them.

hetero only cites the algorithm. Reconstructed here: in rising order k is the least number of users
whose successor has epsilon > 1/sqrt(n - k); everybody gets c_i = min(epsilon_i, 1/sqrt(n - k)), w_i
= c_i / S, S the sum of the c_i, and Laplace noise of scale 1/S. What speaks for it: Example 1's
ratio of weights is exactly sqrt(2), and both figures of Table II come out (-6.2 and -6.2). What
speaks against other readings: the k that maximises the cited lower bound gives ratio 1, and noise
of scale max w_i / epsilon_i gives -7.1 where the table has -6.2. `dpmean experiment hetero` shows
all four.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

from ...exact import reals
from ...exact.enclosure import LATTICE
from ...exact.numbers import exact_root
from ...exact.reals import Number
from .affine import Affine
from .weights import Epsilon, check


def remaining(epsilons: Sequence[Epsilon]) -> int:
    """Returns n - k, the number of users who are cut to the threshold; 0 when nobody is.

    The k-th epsilon exceeds 1/sqrt(n - k) when its square times n - k exceeds 1.
    """
    check(epsilons)
    rising = sorted(epsilons, key=lambda e: (e is None, e or Fraction(0)))
    for i, e in enumerate(rising):
        if e is None or e * e * (len(rising) - i) > 1:
            return len(rising) - i
    return 0


def threshold(epsilons: Sequence[Epsilon]) -> Number | None:
    """Returns 1/sqrt(n - k), or None (infinity) when nobody is cut."""
    cut = remaining(epsilons)
    return reals.root(Fraction(1, cut), 2) if cut else None


def lowered(epsilons: Sequence[Epsilon]) -> Fraction | None:
    """Returns the threshold that the mechanism uses, or None (infinity) when nobody is cut.

    It is 1/sqrt(n - k) where that is rational, otherwise the greatest multiple of 2^-40 below it.
    """
    cut = remaining(epsilons)
    if not cut:
        return None
    return exact_root(Fraction(1, cut), 2) or Fraction(isqrt(LATTICE * LATTICE // cut), LATTICE)


def shares(epsilons: Sequence[Epsilon], most: Number | None) -> tuple[Any, ...]:
    """Returns c_i for each user: her epsilon, or the threshold `most` for those above it.

    Those are the last n - k users in rising order of epsilon.
    """
    cut = remaining(epsilons)
    return tuple(
        most if most is not None and (e is None or e * e * cut > 1) else e or Fraction(0)
        for e in epsilons
    )


def total(parts: Sequence[Number]) -> Number:
    """Returns the sum S of the parts; rationals are added first, then equal irrational parts at
    once.
    """
    rational = sum((c for c in parts if isinstance(c, Fraction)), Fraction(0))
    others = [c for c in parts if not isinstance(c, Fraction)]
    return others[0] * len(others) + rational if others else rational


def weights(epsilons: Sequence[Epsilon]) -> tuple[Number, ...]:
    """Returns w_i = c_i / S with the exact threshold, one for each user."""
    whole = total(parts := shares(epsilons, threshold(epsilons)))
    return tuple(_quotient(c, whole) for c in parts)


def _quotient(c: Number, whole: Number) -> Number:
    return c / whole


@dataclass(frozen=True)
class Fme(Affine):
    """FME: epsilons cut at 1/sqrt of the number of users that are cut, with the noise of the bound.

    The first lines of this file say how far the papers determine it.

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
        """The privacy c_i = min(epsilon_i, h) of each user."""
        return shares(self.epsilons, lowered(self.epsilons))

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights c_i / S, one for each user."""
        total = self._total
        return tuple(c / total for c in self.granted if c is not None)

    @cached_property
    def _total(self) -> Fraction:
        return sum((c for c in self.granted if c is not None), Fraction(0))

    @property
    def noise_scale(self) -> Fraction:
        """The scale w / S of the noise, in the units of the records."""
        return self.width / self._total
