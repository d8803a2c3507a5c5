"""Quantiles in bulk: where the quantiles of a whole 64-bit cell of U lie, for millions of words at
a time.

A continuous draw is quantile(U). When the first 64 bits of U are the word w, U lies in the cell [w,
w + 1] / 2^64, and `quantiles` returns hi + lo and a radius within which every quantile of the cell
lies. The words above the median are mirrored: the cell of w is 1 - the cell of ~w, and quantile(1 -
u) = -quantile(u). What is left, (0, 1/2], is cut into binades 2^b <= w < 2^(b + 1), and each of
them into equal pieces. A row of the table belongs to a piece: a polynomial in t, where the middle
of the cell is the piece's centre + t 2^-65, and a radius.

What proves the radius. With q(t) the quantile at the middle of the cell, P the polynomial of exact
coefficients and V the value hi + lo that is computed, |quantile(u) - V| is at most the sum of

- |quantile(u) - q(t)| <= slope, for the cell reaches from t - 1 to t + 1 inside the piece, where
  |dq/dt| <= slope;
- |q(t) - P(t)| <= error, for |t| below the half width of the piece;
- |P(t) - V| <= rounding (see `rounding`), in binary64 with rounding to nearest.

The first two bounds are certified by balls in `exact/inverse_series.py`. They, and the sum, are
rounded upwards by a factor 1 + 2^-40, which is more than the roundings of all sums of positive
doubles here. The third is an analysis of each operation: t, an odd integer below 2^53, is a double;
the coefficient of t is cut into 26 bits and the rest, t into a multiple of 2^27 and a rest below
2^27, so that products of first parts are exact; sums of large numbers keep their error by Knuth's
TwoSum. Every other operation is wrong by a factor of at most 1 + 2^-53.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ldexp

import numpy as np
from numpy.typing import NDArray

from ...exact.inverse_series import UNIT, Dyadic, Piece, Shape, pieces
from ...randomness.forks import Lock
from ..law import LineLaw

Words = NDArray[np.uint64]
Doubles = NDArray[np.float64]

BINADES = 63  # of words below 2^63
DEGREE = 8  # of the polynomials
PIECES = 7  # a binade has 2^7 pieces,
WIDEST = 53  # but none is wider than 2^53 words, so that t is a double
CUT = 27  # bits of the rest of t, and bits that the first part of the coefficient of t has not
BLOCK = 1 << 12  # words at once
UPWARDS = 1 + 2.0**-40
# columns of the table: the constant in two doubles, the coefficient of t in two parts, those of
# t^2, t^3, ...
CONSTANT, REST, FIRST, FIRST_REST, SECOND = range(5)
RADIUS = SECOND + DEGREE - 1
CENTRE = RADIUS + 1  # in units of 2^-65, an unsigned integer in the place of a double
COLUMNS = CENTRE + 1


def quantiles(
    standard: LineLaw, shape: Callable[[], Shape], words: Words
) -> tuple[Doubles, Doubles, Doubles]:
    """Returns (hi, lo, radius), where every quantile of a word's closed cell lies within the radius
    of hi + lo.

    `standard` is a symmetric law at scale 1, and `shape` is its distribution function up to the
    median. hi is the double next to hi + lo. The radius is infinite for the two cells that touch 0
    and 1, and where nothing is certified.
    """
    return _table(standard, shape).find(words)


@lru_cache(maxsize=32)
def _table(standard: LineLaw, shape: Callable[[], Shape]) -> Table:
    return Table(standard, shape)


def widths(binade: int) -> tuple[int, int]:
    """Returns (s, n): the binade has n pieces of 2^s words."""
    shift = max(min(binade - PIECES, WIDEST), 0)
    return shift, 1 << (binade - shift)


SHIFTS = np.array([widths(b)[0] for b in range(BINADES)], np.uint64)


class Table:
    """The rows of one law; those of a binade are made when a word of it is first seen."""

    def __init__(self, law: LineLaw, shape: Callable[[], Shape]) -> None:
        """`law` is standard, and `shape` is its distribution function up to the median."""
        self._law, self._shape, self._lock = law, shape, Lock()
        # where piece 0 of each binade would stand, and all rows: replaced together, never changed
        self._made: tuple[NDArray[np.int64], Doubles] = (
            np.full(BINADES, -1, np.int64),
            np.empty((0, COLUMNS)),
        )

    def find(self, words: Words) -> tuple[Doubles, Doubles, Doubles]:
        """Returns (hi, lo, radius): see `quantiles`."""
        hi, lo, radius = (np.empty(len(words)) for _ in range(3))
        # for the rows of a block: taken from the system once
        room = np.empty((min(len(words), BLOCK), COLUMNS))
        for start in range(0, len(words), BLOCK):
            part = slice(start, start + BLOCK)
            above = words[part] >> np.uint64(63)
            below = words[part] ^ (np.uint64(0) - above)
            found, t = self._rows(np.maximum(below, np.uint64(1)), room)
            sign = 1.0 - 2.0 * above
            high, low = evaluate(found, t)
            np.multiply(high, sign, out=hi[part])
            np.multiply(low, sign, out=lo[part])
            radius[part] = found[:, RADIUS]
            radius[part][below == 0] = np.inf
        return hi, lo, radius

    def _rows(self, below: Words, room: Doubles) -> tuple[Doubles, NDArray[np.int64]]:
        """Returns the rows of words in [1, 2^63), written to `room`, and t."""
        # without every bit whose left neighbour is set, no rounding to a double reaches the next
        # power of 2
        binades = (
            (below & ~(below >> np.uint64(1))).astype(np.float64).view(np.int64) >> 52
        ) - 1023
        bases, rows = self._made
        base = bases[binades]
        if base.min() < 0:
            for binade in np.unique(binades[base < 0]).tolist():
                self._make(binade)
            bases, rows = self._made
            base = bases[binades]
        base += (below >> SHIFTS[binades]).view(np.int64)
        # another mode would make a copy first
        found = rows.take(base, axis=0, out=room[: len(base)], mode="clip")
        middle = (below << np.uint64(1)) | np.uint64(1)
        return found, (middle - found.view(np.uint64)[:, CENTRE]).view(np.int64)

    def _make(self, binade: int) -> None:
        with self._lock:
            bases, rows = self._made
            if bases[binade] >= 0:
                return
            shift, count = widths(binade)
            first, half = (2 << binade) + (1 << shift), 1 << shift
            start = self._law.quantile(Fraction(first, 1 << UNIT))
            more = table_rows(pieces(self._shape, start, first, half, count, DEGREE), half)
            more[:, CENTRE] = (
                np.uint64(first) + np.uint64(2 * half) * np.arange(count, dtype=np.uint64)
            ).view(np.float64)
            bases = bases.copy()
            bases[binade] = len(rows) - count  # the pieces of a binade are numbered from `count` on
            self._made = bases, np.concatenate([rows, more])


def table_rows(found: Sequence[Piece | None], half: int) -> Doubles:
    """Returns a row for each piece of this half width, without the centre."""
    rows = np.zeros((len(found), COLUMNS))
    bounds = np.full((len(found), 2), np.inf)
    for i, piece in enumerate(found):
        if piece is not None:
            constant, first, *others = piece.coefficients
            rows[i, :SECOND] = *split(constant, 53), *split(first, 53 - CUT)
            rows[i, SECOND:RADIUS] = [split(c, 53)[0] for c in others]
            bounds[i] = split(piece.slope, 53)[0], split(piece.error, 53)[0]
    rows[:, RADIUS] = (bounds * UPWARDS).sum(axis=1) * UPWARDS + rounding(rows, half)
    return rows


def split(x: Dyadic, bits: int) -> tuple[float, float]:
    """Returns the number x to this many bits, and the double next to what is left of it."""
    mantissa, exponent = x
    unit = max(mantissa.bit_length() - bits, 0)
    kept = (mantissa + (1 << unit >> 1)) >> unit
    return ldexp(kept, unit + exponent), ldexp(mantissa - (kept << unit), exponent)


def rounding(rows: Doubles, half: int) -> Doubles:
    """Returns a bound of |P(t) - V| for integers |t| < half: P is the polynomial before rounding, V
    what is computed.

    V is the value of `evaluate`, where the term of t^j, j >= 2, passes through the rounding of its
    coefficient and at most 2 j + 3 operations (j products; the sums with lower orders, of which the
    first two have two parts each; the sum with what TwoSum lost), each of which changes it by a
    factor of at most 1 + 2^-53. The second part of the coefficient of t passes through 6, that of
    the constant through 4, the product of the first part with the rest of t through 2, and what
    TwoSum lost, at most 2^-53 of its sum, through 1. An underflow, which no real row has, is wrong
    by at most 2^-1074 times t^DEGREE, together less than 2^-600.
    """
    size, t = np.abs(rows), half - 1.0
    total = 4 * size[:, REST] + 6 * size[:, FIRST_REST] * t + 2 * size[:, FIRST] * 2.0**CUT
    total += 2.0**-53 * (size[:, CONSTANT] + size[:, FIRST] * (t + 2.0**CUT))
    for j in range(2, DEGREE + 1):
        total += (2 * j + 4) * size[:, SECOND + j - 2] * t**j
    return total * 2.0**-53 * UPWARDS + 2.0**-600


def evaluate(rows: Doubles, t: NDArray[np.int64]) -> tuple[Doubles, Doubles]:
    """Returns the polynomials of the rows at t, as the sum of two doubles of which the first is
    next to the sum.
    """
    high = (t & -(1 << CUT)).astype(np.float64)
    whole = t.astype(np.float64)
    rest = whole - high
    value = rows[:, RADIUS - 1] * whole
    for column in range(RADIUS - 2, SECOND - 1, -1):
        value += rows[:, column]
        value *= whole
    value += rows[:, FIRST_REST]
    value *= whole
    value += rows[:, REST]
    rest *= rows[:, FIRST]
    value += rest
    high *= rows[:, FIRST]
    total, lost = two_sum(rows[:, CONSTANT], high)
    value += lost
    return two_sum(total, value)


def two_sum(a: Doubles, b: Doubles) -> tuple[Doubles, Doubles]:
    """Returns (s, e) with s the double next to a + b, and s + e = a + b exactly."""
    total = a + b
    other = total - a
    return total, (a - (total - other)) + (b - other)
