"""Formulas run on balls: for thousands of values of one formula, where an expression for each would
be too slow.

A ball is python-flint's `arb`, at a working precision that the caller sets; whatever formula runs
on balls gives a ball that contains its value. CONTRIBUTING.md names the few files that touch
python-flint.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import flint

from .enclosure import CAP, START, ball_of, exactly
from .reals import Number, Real
from .theta import precision

# the types of what others get here
Ball: TypeAlias = flint.arb
Series: TypeAlias = flint.arb_poly


def ball(x: Number | int) -> flint.arb:
    """Returns a ball that contains x, at the working precision."""
    return flint.arb(x) if isinstance(x, int) else ball_of(x, flint.ctx.prec)


def around(x: flint.arb) -> tuple[int, int] | None:
    """Returns (floor, ceil) of a ball's number, or None when the ball does not decide them."""
    low, high = x.floor().unique_fmpz(), x.ceil().unique_fmpz()
    return None if low is None or high is None else (int(low), int(high))


def upper_end(x: flint.arb) -> Fraction:
    """Returns a rational that is not below any number of the ball."""
    return exactly(x.mid()) + exactly(x.rad())


def ends(x: flint.arb) -> tuple[Fraction, Fraction]:
    """Returns two rationals that enclose every number of the ball."""
    middle, radius = exactly(x.mid()), exactly(x.rad())
    return middle - radius, middle + radius


def count_law(chances: Sequence[tuple[flint.arb, int]]) -> list[flint.arb]:
    """Returns balls of P(k successes), k = 0, 1, ..., for independent trials.

    For each pair (p, count), `count` of the trials succeed with probability p. The generating
    function, the product of (1 - p + p z)^count, is multiplied out by halves.
    """
    factors = [flint.arb_poly([1 - p, p]) ** count for p, count in chances]
    while len(factors) > 1:
        factors = [
            factors[i] * factors[i + 1] if i + 1 < len(factors) else factors[i]
            for i in range(0, len(factors), 2)
        ]
    trials = sum(count for _, count in chances)
    return [factors[0][k] for k in range(trials + 1)] if factors else [flint.arb(1)]


def series(coefficients: Sequence[flint.arb]) -> flint.arb_poly:
    """Returns the polynomial with these coefficients, the constant one first."""
    return flint.arb_poly(list(coefficients))


def times(x: flint.arb_poly, y: flint.arb_poly, degree: int) -> flint.arb_poly:
    """Returns the terms of x y up to this degree."""
    return (x * y).truncate(degree + 1)


def gauss(count: int) -> list[tuple[flint.arb, flint.arb]]:
    """Returns the nodes and weights of Gauss and Legendre's rule of `count` points on [-1, 1]."""
    return [flint.arb.legendre_p_root(count, k, weight=True) for k in range(count)]


def rounded(x: Real) -> float | None:
    """Returns the double to which both ends of a first enclosure round.

    It is None where they differ, for 0, and beyond the range of doubles.
    """
    with precision(START):
        found = ball(x)
        low, high = float(found.lower()), float(found.upper())  # to the nearest, ties to even
    return low if low == high and low and math.isfinite(low) else None


def magnitude(x: Number) -> int | None:
    """Returns an integer e with 2^(e - 2) < |x| < 2^(e + 2), or None where a first enclosure does
    not tell x from 0.
    """
    if isinstance(x, Fraction):
        return x.numerator.bit_length() - x.denominator.bit_length() if x else None
    with precision(START):
        found = ball(x)
        if not found.is_finite() or 0 in found or found.rel_accuracy_bits() < 2:
            return None
        mantissa, exponent = found.mid().man_exp()
    return int(exponent) + int(mantissa).bit_length()


def leading_digits(x: Number, digits: int) -> tuple[int, int, int] | None:
    """Returns (k, k + 1, e) with k 10^e < x < (k + 1) 10^e.

    10^e is one unit of the last of the `digits` digits of x. The result is None where no precision
    decides. The exponent comes from the logarithm of |x|, so no integer is made that is as long as
    x is.
    """
    bits = START
    while bits <= CAP:
        with precision(bits):
            found = ball(x)
            power = (
                None
                if not found.is_finite() or 0 in found
                else (abs(found).log() / flint.arb(10).log()).floor().unique_fmpz()
            )
            if power is not None:
                exponent = int(power) - digits + 1
                ends = around(found / flint.arb(10) ** exponent)
                if ends is not None and ends[1] == ends[0] + 1:
                    return *ends, exponent
        bits *= 2
    return None


__all__ = [
    "Ball",
    "Series",
    "around",
    "ball",
    "count_law",
    "ends",
    "gauss",
    "leading_digits",
    "magnitude",
    "precision",
    "rounded",
    "series",
    "times",
    "upper_end",
]
