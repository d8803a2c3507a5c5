"""What was drawn is checked: how many draws lie at or below registered points, against the law's
distribution function.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.exact.enclosure import interval
from dpmean.exact.reals import Number
from dpmean.suite.pvalues import binomial_p

LEVEL = Fraction(1, 10**9)  # a right sampler is called wrong in one of 10^9 looks


class Check:
    """Points and the law's certified probabilities of lying at or below them."""

    def __init__(
        self, cdf: Callable[[Any], Number], points: list[Fraction], slack: Fraction = Fraction(0)
    ) -> None:
        """`slack`: how much a rounding of the outcome to doubles or to a grid may move a
        probability.
        """
        self.points = points
        self._chances = []
        for x in points:
            found = interval(cdf(x))
            self._chances.append(
                (max(found.lower - slack, Fraction(0)), min(found.upper + slack, Fraction(1)))
            )

    def wrong(self, below: list[int], draws: int) -> str:
        """What contradicts the law, or an empty string."""
        for x, (low, high), count in zip(self.points, self._chances, below, strict=True):
            if binomial_p(draws, count, count, low, high) * len(self.points) <= LEVEL:
                return (
                    f"{count} of {draws} draws are at most {x}, expected {float(low) * draws:.0f}"
                )
        return ""
