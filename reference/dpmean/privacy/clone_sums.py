"""The divergence of a pair of mixed binomial laws as a ball, and where it is so and so large: see
`clones.py`.

P(C = c), P(A = j - 1) and P(A >= j) follow from those for c + 1, from the top down, which loses no
digits. Sums run over a window around the mean of C, and what lies outside is bounded; a window is
twice as wide until the bound is small enough. Formulas are functions of balls, of numbers and of
symbols alike.
"""

from __future__ import annotations

from math import ceil, floor, isqrt
from typing import NamedTuple

from ..exact import binomials
from ..exact.balls import around, ends, precision
from ..exact.reals import Scalar

GUARD = 64  # bits more than asked for: sums of a million terms, each from the one before
COARSE = 32  # bits of the first guess of a ratio
FINE = 2048  # bits of the place where outcomes begin to count, and those of the number of blocks
MOST_GUESSES, MOST_STEPS = 200, 6  # of Newton's method, for a guess and from there


def excess(growth: Scalar, ratio: Scalar, here: Scalar, before: Scalar) -> Scalar:
    """Returns P - e^h Q at one outcome A' = x, where here = P(A = x), before = P(A = x - 1), ratio
    = e^h.
    """
    return (growth * before + here - ratio * (before + growth * here)) / (1 + growth)


def cut(growth: Scalar, ratio: Scalar) -> Scalar:
    """Returns the share x/(c + 1) at which P = e^h Q: (e^h g - 1)/((g - 1)(e^h + 1)), for 1 <= e^h
    < g.
    """
    return (ratio * growth - 1) / ((growth - 1) * (ratio + 1))


def gain(growth: Scalar, ratio: Scalar, before: Scalar, beyond: Scalar) -> Scalar:
    """Returns P - e^h Q of the outcomes A' >= j, where before = P(A = j - 1) and beyond = P(A >=
    j).
    """
    return (growth - ratio) / (1 + growth) * before - (ratio - 1) * beyond


def ratio_of(growth: Scalar, before: Scalar, beyond: Scalar, share: Scalar) -> Scalar:
    """Returns the e^h at which `gain` is `share`; over all choices of outcomes the greatest is
    where the divergence is.
    """
    return (growth * before + (1 + growth) * (beyond - share)) / (before + (1 + growth) * beyond)


class Sums(NamedTuple):
    """P(A = j - 1) and P(A >= j), averaged over C; what outcomes add of which it is not certain
    whether they count; and a bound of the probability of all C that were left out.
    """

    before: Scalar
    beyond: Scalar
    undecided: Scalar
    rest: Scalar


def divergence(n: int, bits: int, growth: Scalar, ratio: Scalar) -> Scalar:
    """Returns a ball of the divergence for C binomial(n, 1/growth), at ratio = e^h >= 1."""
    # no divergence is larger, and that of n = 0 is not smaller
    one_block = (growth - ratio) / (1 + growth)
    if not one_block > 0:
        return (0 * one_block).union(one_block) if 0 in one_block else 0 * one_block
    with precision(bits + GUARD):
        width = _width(n, growth, bits)
        while True:
            sums = _window(n, width, growth, ratio)
            found = gain(growth, ratio, sums.before, sums.beyond) + sums.undecided
            if not found.is_finite() or width > n or sums.rest * (1 << bits) < found:
                return found + sums.rest.union(0 * found)
            width *= 2


class LeastRatio:
    """The e^h > 1 at which the divergence is `share`, as a ball: `LeastRatio(n)(bits, growth,
    share)`.

    Any choice of outcomes gives a ratio that is not above it; Newton's steps find the best choice,
    and begin where an earlier call ended. That the divergence is less than `share` a little farther
    on is certain.
    """

    def __init__(self, n: int) -> None:
        """C is binomial(n, 1/growth)."""
        self.n = n
        self.guess: Scalar = None

    def __call__(self, bits: int, growth: Scalar, share: Scalar) -> Scalar:
        """Returns the ball, to about `bits` bits."""
        if self.guess is None:
            with precision(COARSE + GUARD):
                self.guess = self._guessed(COARSE, growth, share)
        with precision(bits + GUARD):
            if not self.guess < growth:  # so few bits did not tell them apart
                self.guess = self._guessed(bits, growth, share)
            found = 0 * growth
            for attempt in range(MOST_STEPS):
                sums = self._sums(bits, growth, share, self.guess)
                found = ratio_of(growth, sums.before, sums.beyond, share)
                if not found.is_finite():
                    return found
                self.guess = found.mid()
                near = self.guess / (1 << bits)
                for _ in range(4 if attempt + 1 < MOST_STEPS else bits):
                    near *= 16
                    above = (found + near).mid()
                    if divergence(self.n, bits, growth, above) < share:
                        return found.union(above)
            return found.union(growth)

    def _guessed(self, bits: int, growth: Scalar, share: Scalar) -> Scalar:
        """Returns a ratio near the one that is looked for, by Newton's steps in the logarithm of
        the divergence.

        Where such a step leads beyond the growth, the divergence is nearly linear, and a plain step
        is taken.
        """
        ratio, step = 0 * growth.mid() + 1, growth.mid()
        for _ in range(MOST_GUESSES):
            if abs(step) * (1 << COARSE) < ratio:
                break
            sums = self._sums(bits, growth, share, ratio)
            plain = ratio_of(growth, sums.before, sums.beyond, share)
            found = gain(growth, ratio, sums.before, sums.beyond)
            step = ((plain - ratio) * found * (found / share).log() / (found - share)).mid()
            if not (step.is_finite() and ratio + step < growth):
                step = (plain - ratio).mid()
            if not (step.is_finite() and ratio + step < growth):
                break  # nearer to the growth than so few bits tell
            if not ratio + step > 1:
                step = (1 - ratio) / 2
            ratio = (ratio + step).mid()
        return ratio

    def _sums(self, bits: int, growth: Scalar, share: Scalar, ratio: Scalar) -> Sums:
        """Returns the sums for one ratio, over as wide a window as `share` needs."""
        width = _width(self.n, growth, bits)
        while True:
            sums = _window(self.n, width, growth, ratio)
            if width > self.n or not sums.rest * (1 << bits) > share:
                return sums
            width *= 2


def _width(n: int, growth: Scalar, bits: int) -> int:
    """Returns how far from its mean C hardly ever is."""
    b = 1 / growth
    variance = around((n * b * (1 - b)).mid())
    return n if variance is None else isqrt(variance[1] * 2 * (bits + GUARD)) + 16


def _beyond(n: int, b: Scalar, edge: Scalar, place: int, step: int) -> Scalar:
    """Returns a bound of the probability that C lies beyond `place`, whose mass is `edge`: a
    geometric series.

    It is 1 where the masses do not fall there.
    """
    if not 0 <= place + step <= n:
        return 0 * b
    odds = b / (1 - b)
    fall = odds * (n - place) / (place + 1) if step > 0 else place / (odds * (n - place + 1))
    return edge * fall / (1 - fall) if fall < 1 else 1 + 0 * b


def _window(n: int, width: int, growth: Scalar, ratio: Scalar) -> Sums:
    """Returns the sums over the c within `width` of the mean of C, from the top down: j falls by 1
    or stays.
    """
    b, zero = 1 / growth, 0 * growth
    half, odds, mean = (zero + 1) / 2, (1 - b) / b, around((n * b).mid())
    low, high = (max(0, mean[0] - width), min(n, mean[0] + width)) if mean else (0, n)
    scale, places = FINE + n.bit_length(), ends(cut(growth, ratio))
    least, most = floor(places[0] * (1 << scale)), ceil(places[1] * (1 << scale))
    j = (most * (high + 1) >> scale) + 1
    mass = top = binomials.mass(n, high, b)
    before = binomials.mass(high, j - 1, half) if j <= high + 1 else zero
    beyond = binomials.tail(high, j, half)
    all_before, all_beyond, undecided = zero, zero, zero
    for c in range(high, low - 1, -1):
        wanted = (most * (c + 1) >> scale) + 1
        while j > wanted:
            beyond, before, j = beyond + before, before * (j - 1) / (c - j + 2), j - 1
        all_before += mass * before
        all_beyond += mass * beyond
        if (certain := (least * (c + 1) >> scale) + 1) != j:
            if certain < j - 1:
                return Sums(1 / zero, zero, zero, zero)
            undecided += (
                mass * excess(growth, ratio, before, before * (j - 1) / (c - j + 2))
            ).union(zero)
        if c == low:
            break
        mass = mass * c / (n - c + 1) * odds
        if j == c + 1:  # P(A = c - 1) for c - 1, of which 0 = P(A = c) says nothing
            j, before, beyond = c, half ** (c - 1), zero
        else:
            before = before * (c - j + 1) / c  # half of what is next
            beyond, before = beyond - before, before + before
    rest = _beyond(n, b, mass, low, -1) + _beyond(n, b, top, high, 1)
    return Sums(all_before, all_beyond, undecided, rest)
