"""Formulas run on balls: for thousands of values of one formula, where an expression for each would be too slow.

A ball is python-flint's `arb`, at a working precision that the caller sets; whatever formula runs on balls gives a ball
that contains its
value. `enclosure.py`, `theta.py` and this file are the only ones that touch python-flint.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint

from .enclosure import PRECISION, START, ball_of, exactly
from .reals import Number, Real


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls have this many bits inside; other threads wait."""
    with PRECISION:
        before = flint.ctx.prec
        flint.ctx.prec = bits
        try:
            yield
        finally:
            flint.ctx.prec = before


def ball(x: Number | int) -> Any:
    """A ball that contains x, at the working precision."""
    return flint.arb(x) if isinstance(x, int) else ball_of(x, flint.ctx.prec)


def around(x: Any) -> tuple[int, int] | None:
    """(floor, ceil) of a ball's number, or None when the ball does not decide them."""
    low, high = x.floor().unique_fmpz(), x.ceil().unique_fmpz()
    return None if low is None or high is None else (int(low), int(high))


def upper_end(x: Any) -> Fraction:
    """A rational that is not below any number of the ball."""
    return exactly(x.mid()) + exactly(x.rad())


def ends(x: Any) -> tuple[Fraction, Fraction]:
    """Two rationals that enclose every number of the ball."""
    middle, radius = exactly(x.mid()), exactly(x.rad())
    return middle - radius, middle + radius


def count_law(chances: Sequence[tuple[Any, int]]) -> list[Any]:
    """P(k successes), k = 0, 1, ...: balls, for independent trials of which `count` have the chance p, for each (p,
    count).

    The generating function, the product of (1 - p + p z)^count, is multiplied out by halves.
    """
    factors = [flint.arb_poly([1 - p, p]) ** count for p, count in chances]
    while len(factors) > 1:
        factors = [factors[i] * factors[i + 1] if i + 1 < len(factors) else factors[i]
            for i in range(0, len(factors), 2)]
    trials = sum(count for _, count in chances)
    return [factors[0][k] for k in range(trials + 1)] if factors else [flint.arb(1)]


def rounded(x: Real) -> float | None:
    """The double to which both ends of a first enclosure round; None where they differ, for 0 and beyond the range of
    doubles.
    """
    with precision(START):
        found = ball(x)
        low, high = float(found.lower()), float(found.upper())  # to the nearest, ties to even
    return low if low == high and low and math.isfinite(low) else None
