"""Formulas run on balls: for thousands of values of one formula, where an expression for each would be too slow.

A ball is python-flint's `arb`, at a working precision that the caller sets; whatever formula runs on balls gives a ball that contains its
value. Beside `enclosure.py` the only file that touches python-flint.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint

from .enclosure import exactly, interval
from .reals import Number


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls have this many bits inside."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def ball(x: Number | int) -> Any:
    """A ball that contains x, at the working precision."""
    if isinstance(x, int):
        return flint.arb(x)
    low, high = interval(x, 2 * flint.ctx.prec)
    return flint.arb(flint.fmpq(low.numerator, low.denominator)).union(flint.arb(flint.fmpq(high.numerator, high.denominator)))


def around(x: Any) -> tuple[int, int] | None:
    """(floor, ceil) of a ball's number, or None when the ball does not decide them."""
    low, high = x.floor().unique_fmpz(), x.ceil().unique_fmpz()
    return None if low is None or high is None else (int(low), int(high))


def upper_end(x: Any) -> Fraction:
    """A rational that is not below any number of the ball."""
    return exactly(x.mid()) + exactly(x.rad())
