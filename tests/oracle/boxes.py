"""Uniform variables refined bit by bit, in turn, until an outcome on a grid is certain: from
vectors/*.md alone.

A box is a list of dyadic intervals, one a variable. `decide(box)` returns the outcome, or None
while it is open.
"""

from fractions import Fraction
from math import floor

from mpmath import iv, mp
from stream import Open, at_most, at_rising_precision, plus
from stream import product as times
from values import ends, ivf


def refine(tape, count, decide):
    """The outcome over the first box that decides it; one bit of one variable at a time."""
    digits = [(0, 0)] * count
    turn = 0
    while True:
        box = [(Fraction(u, 2**n), Fraction(u + 1, 2**n)) for u, n in digits]
        outcome = at_rising_precision(lambda box=box: decide(box))
        if outcome is not None:
            return outcome
        u, n = digits[turn]
        digits[turn] = 2 * u + tape.bit(), n + 1
        turn = (turn + 1) % count


def whole(x):
    """floor(x), certain."""
    if not isinstance(x, iv.mpf):
        return floor(x)
    lo, hi = (int(mp.floor(e)) for e in ends(x))  # math.floor would go through a double
    if lo != hi:
        raise Open
    return lo


def known(lo, hi):
    """Is the range one rational?"""
    return not isinstance(lo, iv.mpf) and not isinstance(hi, iv.mpf) and lo == hi


def nearest(lo, hi, grid):
    """The multiple of `grid` to which all of the open range rounds; a known value goes to the
    nearest, ties to even.
    """
    if known(lo, hi):
        return round(lo / grid) * grid
    half = Fraction(1, 2)
    i = whole(plus(times(lo, 1 / grid), half))
    return i * grid if at_most(times(hi, 1 / grid), i + half) else None


def stochastic(lo, hi, grid, v):
    """floor(value / grid + V) over the range of both."""
    i = whole(plus(times(lo, 1 / grid), v[0]))
    return i * grid if at_most(plus(times(hi, 1 / grid), v[1]), Fraction(i + 1)) else None


def least(values):
    return extreme(values, min)


def greatest(values):
    return extreme(values, max)


def extreme(values, pick):
    """The least or greatest of rationals and intervals; an interval if any one of them is."""
    if not any(isinstance(v, iv.mpf) for v in values):
        return pick(values)
    both = [ends(ivf(v)) for v in values]
    lo, hi = pick(a for a, _ in both), pick(b for _, b in both)
    exact = [
        v
        for v in values
        if not isinstance(v, iv.mpf) and ends(ivf(v))[0] == lo and ends(ivf(v))[1] == hi
    ]
    return exact[0] if exact else iv.mpf([lo, hi])


def clip(x, lower, upper):
    """x moved into [lower, upper]; exactly the bound when x is certainly beyond it."""
    if not isinstance(x, iv.mpf):
        return min(max(x, lower), upper)
    a, b = ends(x)
    low, high = ends(ivf(lower)), ends(ivf(upper))
    if b <= low[0]:
        return lower
    if a >= high[1]:
        return upper
    return iv.mpf([max(a, low[0]), min(b, high[1])])


def laplace(rate, u):
    """F^-1(u) for the density (rate/2) e^(-rate |x|); None where it is infinite, exactly 0 at
    1/2.
    """
    if u in (0, 1):
        return None
    if u == Fraction(1, 2):
        return Fraction(0)
    size = -iv.log(ivf(2 * min(u, 1 - u))) / ivf(rate)
    return size if u > Fraction(1, 2) else -size
