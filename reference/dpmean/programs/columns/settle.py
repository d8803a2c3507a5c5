"""From the output of a program to points of a grid, row by row: correctly rounded, or left to the
exact interpreter.

An output is rounded to the nearest grid point. An exact one on a tie goes to the even index; a
continuous number x has the index floor(x + 1/2), and is on no tie. Clipping is monotone, so it is
done on the index: the index of clip(x, low, high) is that of low where floor(x + 1/2) < floor(low +
1/2), that of high where floor(x + 1/2) > ceil(high - 1/2), and floor(x + 1/2) between.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...distributions.samplers.refine import Affine
from ...exact.doubles import Balls
from ...exact.enclosure import decide
from ...exact.reals import Number
from ..postprocess import Uncertain
from .arithmetic import Unfit
from .group import Group
from .values import Numbers, Whole, plus, quotients, rounded, times

_ONE, _HALF = Fraction(1), Fraction(1, 2)
Sure = NDArray[np.bool_]


def exact_output(group: Group, output: Any) -> Whole:
    """Returns the numbers of an output that is released as it is."""
    if isinstance(output, Uncertain):
        raise Unfit("a quotient has no common denominator")
    return group.exactly(output)


def indices(group: Group, output: Any, grid: Fraction) -> tuple[Numbers, Sure]:
    """Returns the grid index of every row, and where it is certain."""
    if isinstance(output, Uncertain):
        return _quotient(group, output, grid)
    form = output if isinstance(output, Affine) else None
    if form is None:
        return np.full(group.size, _nearest(output / grid)), np.ones(group.size, bool)
    found = group.value(form)
    if isinstance(found, Whole):
        return rounded(found.numbers, found.unit / grid, "round"), np.ones(group.size, bool)
    moved = group.value(form * (1 / grid) + _HALF)
    assert isinstance(moved, Balls)
    return moved.floor()


def _quotient(group: Group, output: Uncertain, grid: Fraction) -> tuple[Numbers, Sure]:
    factor, offset = output.factor / grid, output.offset / grid
    below = group.value(output.denominator)
    if isinstance(below, Whole) and not output.denominator.terms:
        if output.denominator.constant == 0:
            raise Unfit("the denominator is 0")
        above = group.value(output.numerator * (factor / output.denominator.constant) + offset)
    else:
        above = group.value(output.numerator * factor)
        if isinstance(above, Whole) and isinstance(below, Whole):
            return _lattice(output, above, below, grid, offset)
        above = (above.balls() if isinstance(above, Whole) else above) / (
            below.balls() if isinstance(below, Whole) else below
        )
        above = above + group.constant(offset) if offset else above
    if isinstance(above, Whole):
        found, sure = rounded(above.numbers, above.unit, "round"), np.ones(group.size, bool)
    else:
        found, sure = (above + group.constant(_HALF)).floor()
    if output.bounds is not None:
        found, sure = _clipped(group, output, grid, found, sure, above)
    if isinstance(below, Whole) and output.denominator.terms:
        zero = np.asarray(below.numbers == 0, bool)
        if zero.any():
            found[zero], sure[zero] = _undefined(output, grid), True
    return found, sure


def _clipped(
    group: Group,
    output: Uncertain,
    grid: Fraction,
    found: Numbers,
    sure: Sure,
    value: Whole | Balls,
) -> tuple[Numbers, Sure]:
    """Clips the indices; a row that is certain to lie beyond a bound is decided, wherever it
    lies.
    """
    assert output.bounds is not None
    ends = [(b * output.factor + output.offset) / grid for b in output.bounds if b is not None]
    if len(ends) == 1:
        return _raised(group, ends[0], found, sure, value)
    at_low, at_high = (_nearest(e) for e in ends)
    if isinstance(value, Whole):
        return np.where(found < at_low, at_low, np.where(found > at_high, at_high, found)), sure
    clipped = within(found, ends, (at_low, at_high))
    if sure.all():
        return clipped, sure
    open_ = np.flatnonzero(~sure)
    beyond = value[open_]
    over = (beyond - group.lot.constant(ends[1] + 1, _ONE, len(open_))).sign() > 0
    under = (beyond - group.lot.constant(ends[0] - 1, _ONE, len(open_))).sign() < 0
    clipped[open_[over]], clipped[open_[under]] = at_high, at_low
    sure = sure.copy()
    sure[open_[over | under]] = True
    return clipped, sure


def _raised(
    group: Group, end: Fraction, found: Numbers, sure: Sure, value: Whole | Balls
) -> tuple[Numbers, Sure]:
    """Raises the indices to that of a lower end, where there is no upper one."""
    at = _nearest(end)
    if isinstance(value, Whole):
        return np.where(found < at, at, found), sure
    raised = np.where(found < floor(end + _HALF), at, found)
    open_ = np.flatnonzero(~sure)
    under = (value[open_] - group.lot.constant(end - 1, _ONE, len(open_))).sign() < 0
    raised[open_[under]] = at
    sure = sure.copy()
    sure[open_[under]] = True
    return raised, sure


def within(found: Numbers, ends: Sequence[Any], at: tuple[Any, Any]) -> Numbers:
    """Returns the indices of clip(x, *ends), where `found` = floor(x + 1/2), x on no tie, and `at`
    are the ends'.
    """
    low, high = floor(ends[0] + _HALF), ceil(ends[1] - _HALF)
    return np.where(found < low, at[0], np.where(found > high, at[1], found))


def _lattice(
    output: Uncertain, above: Whole, below: Whole, grid: Fraction, offset: Fraction
) -> tuple[Numbers, Sure]:
    """Returns the grid indices of round(p/q + offset) for integers p and q of any size, clipped
    before they are rounded.
    """
    zero = np.asarray(below.numbers == 0, bool)
    share = above.unit / below.unit
    p, q = (
        times(above.numbers, share.numerator),
        times(np.where(zero, 1, below.numbers), share.denominator),
    )
    negative = q < 0
    p, q = np.where(negative, -p, p), np.where(negative, -q, q)
    p, q = (
        plus(times(p, offset.denominator), times(q, offset.numerator)),
        times(q, offset.denominator),
    )
    found = quotients(p, q, "round")
    if output.bounds is not None:
        for end, beyond in zip(output.bounds, (np.less, np.greater), strict=True):
            if end is None:
                continue
            at = (end * output.factor + output.offset) / grid
            outside = beyond(times(p, at.denominator), times(q, at.numerator))
            found = np.where(outside, _nearest(at), found)
    if zero.any():
        found = np.where(zero, _undefined(output, grid), found)
    return found, np.ones(len(p), bool)


def _undefined(output: Uncertain, grid: Fraction) -> int:
    """Returns the index of the output where the denominator is 0."""
    value = output.undefined
    if output.bounds is not None:
        low, high = output.bounds
        value = max(low, value if high is None else min(value, high))
    return _nearest((value * output.factor + output.offset) / grid)


def _nearest(x: Number | int) -> int:
    """Returns the integer nearest to a number, ties to even."""
    found: int = (
        decide(x, lambda i: round(i.lower) if round(i.lower) == round(i.upper) else None)
        if not isinstance(x, Fraction | int)
        else round(x)
    )
    return found
