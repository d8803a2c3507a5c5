"""Geometric laws in columns by their digits, and with them discrete Laplace laws and steps of
staircases of any width, and Polya shares.

P(G = k) = (1 - t) t^k, k >= 0. Written to the base B = 2^10, G = sum of G_i B^i, its digits are
independent: t^k is the product of t^(B^i G_i). Digit i has P(G_i = j) in proportion to t^(B^i j), j
< B, and what lies above the last digit is geometric with ratio t^(B^m). Each is looked up, exactly,
in a table of at most a few thousand outcomes, however wide G is. Nothing is rejected but a negative
zero: a discrete Laplace outcome is a sign and a geometric size. The signed step of a staircase is
0, or a sign and a geometric size plus 1, since all other steps have one width and densities t^|j|.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import TooWide
from ...exact.balls import ball
from ...exact.enclosure import floor
from ...exact.reals import Number, complement
from ...randomness.stream import Stream
from .. import polya
from ..discrete_laplace import DiscreteLaplace
from ..polya import NoiseShare, Polya
from ..samplers.inversion import Inversion
from . import formulas
from .choices import happens, signs
from .lookup import Lookup
from .outcomes import Outcome, integers
from .thresholds import MOST, WIDTH, of_formula, one_sided

DIGIT = 10  # bits of a digit
BASE = 1 << DIGIT
TOP = 256  # the scale of what is looked up above the digits is at most this
WIDE = 512  # a scale from which digits are quicker than one table
WIDEST = 1 << 56  # a scale; 64 times that fits, and more than that has a probability below 2^-92
Column = NDArray[np.int64]


def looked_up(
    upper: Callable[[int, Any], Any], parameters: tuple[Number, ...], last: int | None = None
) -> Lookup:
    """Returns the look-up of a law on 0, 1, ..., `last`, where `upper(k, parameters)` = P(K >=
    k).
    """

    def make() -> Callable[[int], Any]:
        of_balls = of_formula(upper, parameters)()
        return lambda k: of_balls(k) if last is None or k <= last else ball(0)

    def exactly(k: int) -> Number:
        found: Number = upper(k, parameters) if last is None or k <= last else Fraction(0)
        return found

    def cdf(k: int) -> Number:
        return Fraction(1) if k == last else complement(exactly(k + 1))

    return Lookup(
        one_sided(make, exactly),
        Inversion(lambda k: cdf(k if last is None else min(k, last)), least=0).find,
    )


class Geometric:
    """A sampler of the geometric law with ratio t, digit by digit."""

    def __init__(self, power: Callable[[int], Number], scale: int) -> None:
        """`power(k)` = t^k, and `scale` = floor(1/log(1/t)); raises InvalidInput for a scale beyond
        2^56.
        """
        if scale > WIDEST:
            raise TooWide("out_of_range", "noise in columns has a scale of at most 2^56 steps")
        levels = 0
        while scale >> DIGIT * levels > TOP:
            levels += 1
        self.digits = [
            looked_up(
                formulas.digit_upper, (power(1 << DIGIT * i), power(1 << DIGIT * (i + 1))), BASE - 1
            )
            for i in range(levels)
        ]
        self.top = looked_up(formulas.geometric_upper, (power(1 << DIGIT * levels),))
        self._most = (1 << 62 - DIGIT * levels) - 1

    def draw(self, stream: Stream, count: int) -> Column:
        """Returns `count` independent draws; OverflowError if one does not fit into 62 bits."""
        found = self.top.draw(stream, count).astype(np.int64)
        if count and found.max() > self._most:
            raise OverflowError("a draw does not fit into 62 bits: the source is not random")
        for digit in reversed(self.digits):
            found <<= DIGIT
            found += digit.draw(stream, count)
        return found


class TwoSided:
    """A sampler of the discrete Laplace law with ratio t: a sign and a geometric size, but no
    negative zero.
    """

    def __init__(self, power: Callable[[int], Number], scale: int) -> None:
        """`power(k)` = t^k, and `scale` = floor(1/log(1/t)); raises InvalidInput for a scale beyond
        2^56.
        """
        self.size = Geometric(power, scale)

    def draw(self, stream: Stream, count: int) -> Column:
        """Returns `count` independent draws."""
        found = self._kept(stream, count)
        while len(found) < count:
            found = np.concatenate([found, self._kept(stream, count - len(found))])
        return found

    def _kept(self, stream: Stream, count: int) -> Column:
        sign, size = signs(stream, count), self.size.draw(stream, count)
        refused = (size == 0) & (sign < 0)
        size *= sign
        return size[~refused] if refused.any() else size


class SignedSteps:
    """A sampler of the signed step J of a staircase: whether it is 0, then a sign and 1 + a
    geometric number.
    """

    def __init__(self, beyond: Number, power: Callable[[int], Number], scale: int) -> None:
        """`beyond` = P(J != 0) and t^(j - 1) = P(|J| >= j | J != 0); `power` and `scale` are as for
        `Geometric`.
        """
        self.size, self._beyond, self._scaled = (
            Geometric(power, scale),
            beyond,
            floor(beyond * (1 << WIDTH)),
        )

    def draw(self, stream: Stream, count: int) -> Column:
        """Returns `count` independent draws."""
        found = (self.size.draw(stream, count) + 1) * signs(stream, count)
        found *= happens(stream, self._beyond, self._scaled, count)
        return found


def wide_laplace(law: DiscreteLaplace) -> TwoSided:
    """Returns the sampler of a discrete Laplace law by digits."""
    return TwoSided(
        lambda k: law.decay.power(k / law.sensitivity), floor(law.sensitivity / law.decay.epsilon)
    )


class Shares:
    """A sampler of a Polya law, or of the difference of two, by a table of its distribution
    function.
    """

    def __init__(self, law: Polya, difference: bool) -> None:
        """Raises InvalidInput where the table would not fit."""
        # the geometric law, the sum of n Polya variables, has a heavier tail
        if floor(law.sensitivity / law.decay.epsilon) * 48 > MOST:
            raise TooWide(
                "out_of_range",
                f"a table would have more than {MOST} outcomes; take less noise, or "
                "draw one at a time with `sample`",
            )
        self.difference = difference

        def make() -> Callable[[int], Any]:
            r, t = ball(law.r), ball(law.t)
            mass = ball(law.normalizer())
            below = ball(0)  # P(K < k), and the mass at k, after k steps
            at = 0

            def upper(k: int) -> Any:
                nonlocal mass, below, at
                while at < k:
                    below += mass
                    mass *= polya.step(at, r) * t
                    at += 1
                return 1 - below

            return upper

        self.table = Lookup(
            one_sided(make, lambda k: 1 - law.cdf(k - 1)), Inversion(law.cdf, least=0).find
        )

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        found = self.table.draw(stream, count).astype(np.int64)
        return integers(found - self.table.draw(stream, count) if self.difference else found)


def noise_share(law: NoiseShare) -> Shares:
    """Returns the sampler of the difference of two Polya variables."""
    return Shares(law.polya, difference=True)
