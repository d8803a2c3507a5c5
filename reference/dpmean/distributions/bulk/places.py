"""Discrete Laplace noise that is too wide for one table, in bulk and exactly: by its digits.

A geometric variable G with P(G = j) = (1 - t) t^j is N Q + R, where Q is geometric with ratio t^N,
R is G given G < N, and the two are independent. Discrete Laplace noise is the difference of two
such G, so that it is N K' + S: K' is discrete Laplace with ratio t^N, and S, independent of it, the
difference of two such R. S has a table of 2N - 1 outcomes; K' is split again until its own table is
short.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import TooWide
from ...exact.balls import ball
from ...exact.enclosure import compare
from ...exact.reals import Number, Scalar, complement
from ...randomness.stream import Stream
from ..discrete_laplace import DiscreteLaplace
from ..samplers.inversion import Inversion
from .lookup import Lookup
from .thresholds import symmetric

BASE = 1 << 10  # N
TOP = 1 << 12  # outcomes on one side of the last table, at most
WIDE = 1 << 16  # outcomes on one side from which on a law is drawn by its digits
MOST = 1 << 54  # and at most: beyond 2^62 lies less than e^-10000
REACH = Fraction(44)  # over the rate epsilon/D: about there 2^-64 is left, as 64 log 2 = 44.4


def digit_upper(k: Scalar, parameters: tuple[Any, ...]) -> Scalar:
    """Returns P(S >= k), 1 <= k <= N, with parameters (t, N).

    It is the sum over s >= k of (1 - t)/(1 + t) t^s (1 - t^(2 (N - s)))/(1 - t^N)^2.
    """
    t, n = parameters
    return (1 - t ** (n - k)) * (t**k - t ** (n + 1)) / ((1 + t) * (1 - t**n) ** 2)


def is_wide(law: DiscreteLaplace, most: int = WIDE) -> bool:
    """Returns whether the law has more than `most` outcomes on a side that 64 bits can tell."""
    return compare(law.decay.epsilon * Fraction(most) / law.sensitivity, REACH) < 0


def digit(t: Number) -> Lookup:
    """Returns the look-up of S, for the ratio t."""

    def make() -> Callable[[int], Any]:
        balls = (ball(t), BASE)
        return lambda k: digit_upper(min(k, BASE), balls)

    def upper(k: int) -> Number:
        found: Number = digit_upper(k, (t, BASE)) if k < BASE else Fraction(0)
        return found

    def cdf(k: int) -> Number:
        if abs(k) >= BASE:
            return Fraction(int(k > 0))
        return upper(-k) if k < 0 else complement(upper(k + 1)) if k + 1 < BASE else Fraction(1)

    return Lookup(symmetric(make, upper), Inversion(cdf).find)


class Places:
    """A bulk sampler of wide discrete Laplace noise, with one table for each place."""

    def __init__(self, law: DiscreteLaplace, last: Callable[[Number], Lookup]) -> None:
        """`last` returns the table of a law with a ratio that is not wide; where 64 bits are too
        few, it is refused.
        """
        if is_wide(law, MOST):
            raise TooWide(
                "out_of_range",
                "epsilon over the sensitivity: too small for integers of 64 bits; draw "
                "one at a time with `sample`",
                argument="epsilon",
            )
        self.digits: list[Lookup] = []
        unit = 1  # of the present place
        while is_wide(law, TOP * unit):
            self.digits.append(digit(law.decay.power(unit / law.sensitivity)))
            unit *= BASE
        self.top = last(law.decay.power(unit / law.sensitivity))

    def draw(self, stream: Stream, count: int) -> NDArray[np.int64]:
        """Returns `count` independent draws; all draws of the highest place are taken first."""
        found = self.top.draw(stream, count).astype(np.int64)
        for table in reversed(self.digits):
            found *= BASE
            found += table.draw(stream, count)
        return found
