"""A privacy loss as an exact form p * epsilon + q, so that "exactly epsilon" is a fact and not a
ball.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .numbers import spell
from .reals import Number


@dataclass(frozen=True)
class Loss:
    """A privacy loss p * epsilon + q, with rational p and q."""

    epsilons: Fraction
    constant: Fraction = Fraction(0)

    def value(self, epsilon: Number) -> Number:
        """Returns the number p * epsilon + q."""
        return epsilon * self.epsilons + self.constant

    def __str__(self) -> str:
        if self.epsilons == 0:
            return spell(self.constant)
        head = "epsilon" if self.epsilons == 1 else f"{spell(self.epsilons)} epsilon"
        return head if self.constant == 0 else f"{head} + {spell(self.constant)}"
