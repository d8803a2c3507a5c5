"""Boxes of left + width U in doubles: where uniform positions provably lie, step by step.

A box is (hi, lo, rad): the number is within rad of hi + lo, and hi is the double next to hi + lo.
Left ends and widths of steps are given as n + c g with integers n, c and one number g; two doubles
are near g, and what they leave is bounded.

From the word w, U lies within 2^-65 of a + b, a = floor(w / 2^32) 2^-32 and b = (w mod 2^32 + 1/2)
2^-64, both exact doubles. The width is h + t, where h has 20 bits, so that h a and h b are exact.
The sum of the left end's first double and h a is (s, e), exactly, and what is left out of s + (e +
(the left end's second double + (t (a + b) + h b))) are six roundings of numbers that are at most
|t| + 2^-32 width, |t| <= 2^-20 width, and one of the left end's second double. So they sum to less
than 2^-70 (|left| + width + 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ...exact.balls import ball, ends, precision
from ...exact.reals import Number
from .outcomes import Box, Doubles

PRECISION = 192  # bits of a ball from which two doubles are made
HEAD = 20  # bits of the first part of a width
ROUNDING = 2.0**-70
CELL = 2.0**-65  # half of a cell of 64 bits
# from the centre: more are not told apart by doubles, and their boxes are infinite
MOST_STEPS = 1 << 52
CHUNK = 1 << 15  # rows at once
UP = 1 + 2.0**-40  # more than the roundings of a bound make it too small
_LOW = np.uint64((1 << 32) - 1)


def two_doubles(x: Number) -> tuple[float, float, float]:
    """Returns (hi, lo, rad) with |x - (hi + lo)| <= rad, hi and lo the nearest doubles of x and of
    what hi leaves.
    """
    with precision(PRECISION):
        low, high = ends(ball(x))
    middle = (low + high) / 2
    hi = float(middle)
    lo = float(middle - Fraction(hi))
    rad = abs(middle - Fraction(hi) - Fraction(lo)) + (high - low) / 2
    return hi, lo, float(np.nextafter(float(rad), np.inf)) if rad else 0.0


def _two_sum(x: Doubles, y: Doubles) -> tuple[Doubles, Doubles]:
    """Returns the rounded sum and its error, exactly (Knuth)."""
    s = x + y
    z = s - x
    return s, (x - (s - z)) + (y - z)


def _head(x: Doubles) -> Doubles:
    """Returns x rounded to 20 bits, x minus which is a double (Veltkamp)."""
    c = x * ((1 << 53 - HEAD) + 1)
    return c - (c - x)


def _middle(words: NDArray[np.uint64]) -> tuple[Doubles, Doubles]:
    """Returns a and b, whose sum is the middle of the cell of a word."""
    return (words >> np.uint64(32)).astype(np.float64) * 2.0**-32, (
        (words & _LOW).astype(np.float64) + 0.5
    ) * 2.0**-64


@dataclass(frozen=True)
class Boxes:
    """The numbers left + width U of steps first, first + 1, ..., in arrays with an entry a step."""

    first: int
    left: Doubles
    left_rest: Doubles
    head: Doubles
    rest: Doubles
    rad: Doubles

    @classmethod
    def of(
        cls,
        g: Number,
        first: int,
        left: tuple[NDArray[np.int64], NDArray[np.int64]],
        width: tuple[NDArray[np.int64], NDArray[np.int64]],
    ) -> Boxes:
        """Returns those whose left ends and widths are n + c g; `left` and `width` are (n, c), |c|
        <= 2.

        g is positive, and no left end has n and c of different signs. From |n| = 2^52 on nothing is
        known.
        """
        hi, lo, error = two_doubles(g)

        def line(n: NDArray[np.int64], c: NDArray[np.int64]) -> tuple[Doubles, Doubles, Doubles]:
            """Returns n + c g as two doubles and a bound of their error."""
            s, e = _two_sum(n.astype(np.float64), c.astype(np.float64) * hi)
            return s, e + c * lo, np.abs(c) * error + (np.abs(s) + 1) * 2.0**-100

        left_hi, left_lo, left_error = line(*left)
        width_hi, width_lo, width_error = line(*width)
        head = _head(width_hi)
        rad = (
            left_error
            + width_error
            + np.abs(width_hi) * CELL
            + ROUNDING * (np.abs(left_hi) + np.abs(width_hi) + 1)
        )
        rad[np.abs(left[0]) >= MOST_STEPS] = np.inf
        return cls(first, left_hi, left_lo, head, (width_hi - head) + width_lo, rad * UP)

    def box(self, words: NDArray[np.uint64], steps: NDArray[np.int64]) -> Box:
        """Returns (hi, lo, rad) of the positions in their steps; rad is infinite beyond the steps
        that are known.
        """
        hi, lo, rad = (np.empty(len(words)) for _ in range(3))
        for start in range(0, len(words), CHUNK):
            part = slice(start, start + CHUNK)
            hi[part], lo[part], rad[part] = self._box(words[part], steps[part] - self.first)
        return hi, lo, rad

    def _box(self, words: NDArray[np.uint64], at: NDArray[np.int64]) -> Box:
        a, b = _middle(words)
        head, rest = self.head.take(at, mode="clip"), self.rest.take(at, mode="clip")
        hi, lo = _two_sum(self.left.take(at, mode="clip"), head * a)
        hi, lo = _two_sum(
            hi, lo + (self.left_rest.take(at, mode="clip") + (rest * (a + b) + head * b))
        )
        rad = self.rad.take(at, mode="clip")
        outside = (at < 0) | (at >= len(self.left))
        if outside.any():
            rad[outside] = np.inf
        return hi, lo, rad


def unit_box(words: NDArray[np.uint64]) -> Box:
    """Returns (hi, lo, rad) of the uniform numbers themselves."""
    return *_two_sum(*_middle(words)), np.full(len(words), CELL)
