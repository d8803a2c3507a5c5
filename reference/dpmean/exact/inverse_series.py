"""The inverse of a distribution function, piece by piece, as Taylor polynomials with certified remainders.

With `enclosure.py`, `balls.py` and `theta.py` this is the only file that touches python-flint.

Let F be a distribution function with density f > 0 and q its inverse. A piece is an interval of probabilities around a
centre c; on it q(c + t 2^-UNIT) = a_0 + a_1 t + ... + a_n t^n + remainder. Three facts make the balls of a piece
certain:

- *Reach.* If f >= m on [y - r, y + r] and r m >= h, then F(y + r) >= F(y) + h and F(y - r) <= F(y) - h, so every q(p)
  with |p - F(y)| <= h lies in [y - r, y + r].
- *Centre.* By the mean value theorem, q(c) = y - (F(y) - c) / f(z) for a z between y and q(c), which lies in the reach
  of |F(y) - c| around y; with the ball of f over that reach, the quotient contains q(c).
- *Remainder.* The Taylor coefficients of q at F(y) are those of the power series that is inverse to F(y + s) - F(y), of
  which f(y + s) is the derivative. Computed with a ball for y, their balls contain the coefficients for each y of it:
  with the ball of q(c) those at the centre, with the reach of the piece those at each of its points. There Lagrange's
  form of the remainder takes the coefficient of order n + 1, and the mean value theorem that of order 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import flint

from .enclosure import START, ball_of, exactly, student_area
from .reals import Number
from .theta import precision

UNIT = 65  # t counts 2^-65: the cell of a 64-bit word reaches from t - 1 to t + 1 around its middle
BITS = 192  # of working precision: in the tail at 2^-64, a difference from 1/2 keeps 128
SHARP = 112  # bits of a centre that are enough
STEPS = 8  # Newton steps towards a centre; one is the rule
WIDER = (Fraction(65, 64), Fraction(5, 4), Fraction(2), Fraction(4))  # what is tried for a reach, times h / f(y)


class Shape(Protocol):
    """A law whose distribution function is F(x / unit) for x at or below its median."""

    def cdf(self, y: flint.arb) -> flint.arb:
        """Returns F(y)."""
        ...

    def density(self, y: Any) -> Any:
        """Returns the derivative of F at a ball or at a power series."""
        ...

    def unit(self) -> flint.arb:
        """Returns the unit of y: the law's number is x = unit y."""
        ...


@dataclass(frozen=True)
class Exponential:
    """F(y) = e^y / 2, the Laplace law below its median."""

    def cdf(self, y: flint.arb) -> flint.arb:
        """Returns F(y)."""
        return y.exp() / 2

    def density(self, y: Any) -> Any:
        """Returns the derivative of F at a ball or at a power series."""
        return y.exp() / 2

    def unit(self) -> flint.arb:
        """Returns the unit of y."""
        return flint.arb(1)


@dataclass(frozen=True)
class Normal:
    """F(y) = erfc(-y / sqrt 2) / 2, the standard Gaussian law."""

    def cdf(self, y: flint.arb) -> flint.arb:
        """Returns F(y)."""
        return (-y / flint.arb(2).sqrt()).erfc() / 2

    def density(self, y: Any) -> Any:
        """Returns the derivative of F at a ball or at a power series."""
        return (-(y * y) / 2).exp() / (2 * flint.arb.pi()).sqrt()

    def unit(self) -> flint.arb:
        """Returns the unit of y."""
        return flint.arb(1)


@dataclass(frozen=True)
class Student:
    """Student's t with d degrees of freedom; x = sqrt(d) y, f(y) proportional to (1 + y^2)^(-(d + 1)/2)."""

    degrees: int

    def cdf(self, y: flint.arb) -> flint.arb:
        """Returns F(y)."""
        return (1 + student_area(y.atan(), self.degrees) / _right_area(self.degrees, flint.ctx.prec)) / 2

    def density(self, y: Any) -> Any:
        """Returns the derivative of F at a ball or at a power series."""
        power = (1 + y * y).log() * (flint.arb(self.degrees + 1) / -2)
        return power.exp() / (2 * _right_area(self.degrees, flint.ctx.prec))

    def unit(self) -> flint.arb:
        """Returns the unit of y."""
        return flint.arb(self.degrees).sqrt()


@lru_cache(maxsize=64)
def _right_area(degrees: int, bits: int) -> flint.arb:
    """Returns the integral of cos^(degrees - 1) up to the right angle, at the working precision `bits`."""
    assert bits == flint.ctx.prec
    return student_area(flint.arb.pi() / 2, degrees)


class Piece(NamedTuple):
    """For |t| <= half width, |q(centre + t 2^-UNIT) - sum of coefficients[j] t^j| <= error and |dq/dt| <= slope."""

    coefficients: tuple[Fraction, ...]
    error: Fraction
    slope: Fraction


def pieces(shape: Shape, start: Number, first: int, half: int, count: int, degree: int) -> Iterator[Piece | None]:
    """Yields `count` neighbouring pieces, from small probabilities to great ones, in units of 2^-UNIT.

    Piece i has the centre first + 2 half i and the half width `half`; all lie in (0, 1/2]. `start` is the law's number
    at the first centre, in the law's own units; nothing that is certified depends on it. None stands for a piece where
    no reach was found.
    """
    with _series(degree + 2):
        unit = shape.unit()
        with precision(START):
            near = ball_of(start, START)
        near = near / unit
        for centre in range(first, first + 2 * half * count, 2 * half):
            y = _centre(shape, near, flint.arb(centre) * flint.arb(2) ** -UNIT)
            local = _inverse(shape, y, degree + 1)
            near = _value([y, *local[1:]], 2 * half)
            yield _piece(shape, y, local, half)


def _piece(shape: Shape, y: flint.arb, local: list[flint.arb], half: int) -> Piece | None:
    """Returns the piece around F(y), where `local` is the inverse series there."""
    reach = _reach(shape, y, flint.arb(half) * flint.arb(2) ** -UNIT)
    if reach is None:
        return None
    unit, degree = shape.unit(), len(local) - 1
    around = _inverse(shape, reach, degree + 2)
    balls = [unit * c for c in (y, *local[1:])]
    error = abs(unit * around[degree + 1]) * half ** (degree + 1) + _value([c.rad() for c in balls], half)
    slope = abs(unit * around[1])
    if not (error.is_finite() and slope.is_finite() and all(c.is_finite() for c in balls)):
        return None
    return Piece(tuple(exactly(c.mid()) for c in balls), exactly(error.upper()), exactly(slope.upper()))


@contextmanager
def _series(length: int) -> Iterator[None]:
    """Gives balls the working precision, and power series this many coefficients."""
    with precision(BITS):
        before, flint.ctx.cap = flint.ctx.cap, length
        try:
            yield
        finally:
            flint.ctx.cap = before


def _value(coefficients: list[flint.arb], t: int) -> flint.arb:
    """Returns the polynomial's value at t."""
    found = flint.arb(0)
    for c in reversed(coefficients):
        found = found * t + c
    return found


def _inverse(shape: Shape, y: flint.arb, length: int) -> list[flint.arb]:
    """Returns balls of the Taylor coefficients of q(F(y) + t 2^-UNIT) in t, for each y of the ball; the first is 0."""
    density = shape.density(flint.arb_series([y, 1])) * flint.arb(2) ** UNIT
    inverse = density.integral().reversion()
    return [inverse[j] for j in range(length)]


def _reach(shape: Shape, y: flint.arb, distance: flint.arb) -> flint.arb | None:
    """Returns a ball with every z for which |F(z) - F(y)| <= distance, or None where none is found."""
    first = distance / shape.density(y)
    for factor in WIDER:
        radius = (first * factor.numerator / factor.denominator).upper()
        found = y + radius * flint.arb(0, 1)
        if shape.density(found) * radius >= distance:
            return found
    return None


def _centre(shape: Shape, near: flint.arb, probability: flint.arb) -> flint.arb:
    """Returns a ball of q(probability), found from a number near it."""
    found = flint.arb(0, 1) / 0
    for _ in range(STEPS):
        near = near.mid()
        miss = shape.cdf(near) - probability
        reach = _reach(shape, near, abs(miss).upper())
        if reach is None:
            near -= miss / shape.density(near)
            continue
        found = near - miss / shape.density(reach)
        if found.rel_accuracy_bits() >= SHARP:
            break
        near = found
    return found
