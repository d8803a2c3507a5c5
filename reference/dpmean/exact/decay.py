"""epsilon and b = e^-epsilon, which describe the same thing: a pair of numbers of which one or both
are rational.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..errors import InvalidInput
from . import reals
from .numbers import rational
from .reals import Number

EPSILON_LEAST, EPSILON_MOST = Fraction(1, 10**12), 10**4


@dataclass(frozen=True)
class Decay:
    """The pair of b = e^-epsilon in (0, 1) and epsilon itself; `power(q)` = b^q.

    It is made from a rational epsilon (b transcendental), a rational b (epsilon transcendental), or
    by `formal`, both rational and independent, under which every formula over Q(epsilon, b) is an
    exact Fraction (for property tests).
    """

    epsilon: Number
    b: Number

    @classmethod
    def from_epsilon(cls, value: object) -> Decay:
        """Returns the pair for a rational epsilon > 0."""
        epsilon = rational(value, "epsilon")
        if epsilon <= 0:
            raise InvalidInput(
                "epsilon_not_positive", "epsilon: must be greater than 0", argument="epsilon"
            )
        if not EPSILON_LEAST <= epsilon <= EPSILON_MOST:
            raise InvalidInput(
                "out_of_range",
                f"epsilon: this reference covers {EPSILON_LEAST} to {EPSILON_MOST}",
                argument="epsilon",
            )
        return _of_epsilon(epsilon)

    @classmethod
    def from_decay(cls, value: object) -> Decay:
        """Returns the pair for a rational b in (0, 1)."""
        b = rational(value, "decay")
        if not 0 < b < 1:
            raise InvalidInput(
                "decay_out_of_range", "decay: must lie strictly between 0 and 1", argument="decay"
            )
        if min(b, 1 - b) * 10**15 < 1:
            raise InvalidInput(
                "out_of_range",
                "decay: this reference covers 10^-15 to 1 - 10^-15",
                argument="decay",
            )
        return cls(-reals.log(b), b)

    @classmethod
    def formal(cls, epsilon: object, b: object) -> Decay:
        """Returns epsilon and b as independent rationals: not a distribution's true parameters, but
        exact algebra.
        """
        return cls(cls.from_epsilon(epsilon).epsilon, cls.from_decay(b).b)

    def power(self, exponent: Fraction | int) -> Number:
        """Returns b^exponent for a rational exponent."""
        q = Fraction(exponent)
        if isinstance(self.b, reals.Real):
            return reals.exp(self.b.extra * q)
        return reals.rational_power(self.b, q)


@lru_cache(maxsize=1 << 12)
def _of_epsilon(epsilon: Fraction) -> Decay:
    """Returns the same pair for the same epsilon, so that laws with equal parameters are equal."""
    return Decay(epsilon, reals.exp(-epsilon))
