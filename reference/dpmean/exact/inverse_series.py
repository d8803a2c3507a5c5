"""The inverse of a distribution function, piece by piece, as Taylor polynomials with certified
remainders.

CONTRIBUTING.md names the few files that touch python-flint.

Let F be a distribution function with density f > 0 and q its inverse, probabilities being counted
in units of 2^-UNIT. A piece is an interval of probabilities around a centre c; on it q(c + t) = a_0
+ a_1 t + ... + a_n t^n + remainder. Three facts make the balls of a piece certain:

- *Reach.* If f >= m on [y - r, y + r] and r m >= h, then F(y + r) >= F(y) + h and F(y - r) <= F(y)
  - h, so every q(p) with |p - F(y)| <= h lies in [y - r, y + r].
- *Centre.* By the mean value theorem, q(c) = y - (F(y) - c) / f(z) for a z between y and q(c),
  which lies in the reach of |F(y) - c| around y; with the ball of f over that reach, the quotient
  contains q(c).
- *Remainder.* The Taylor coefficients of q at F(y) are those of the power series that is inverse to
  F(y + s) - F(y), of which f(y + s) is the derivative. Computed with a ball for y, their balls
  contain the coefficients for each y of it: with the ball of q(c) those at the centre, with the
  reach of the piece those at each of its points. There Lagrange's form of the remainder takes the
  coefficient of order n + 1, and the mean value theorem that of order 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import flint

from .enclosure import START, ball_of
from .reals import Number
from .student import student_area
from .theta import precision

# probabilities in units of 2^-65: the cell of a 64-bit word is its middle and 1 on either side
UNIT = 65
BITS = 192  # of working precision: in the tail at 2^-64, a difference from 1/2 keeps 128
SHARP = 112  # bits of a centre that are enough
STEPS = 8  # Newton steps towards a centre; one is the rule
WIDER = (65, 80, 128, 256)  # what is tried for r, in 64ths of h / f(y)
Dyadic = tuple[int, int]  # the mantissa and the exponent of a binary number


class Shape(NamedTuple):
    """A law up to its median, at the working precision: F in units of 2^-UNIT, and its derivative
    f.
    """

    cdf: Callable[[flint.arb], flint.arb]
    density: Callable[[Any], Any]  # at a ball or at a power series


def laplace() -> Shape:
    """Returns F(y) = e^y / 2: the Laplace law with density e^-|y|/2."""
    mass = flint.arb(1 << UNIT) / 2
    return Shape(lambda y: y.exp() * mass, lambda y: y.exp() * mass)


def gaussian() -> Shape:
    """Returns F(y) = erfc(-y / sqrt 2) / 2: the standard Gaussian law."""
    side, whole = -1 / flint.arb(2).sqrt(), flint.arb(1 << UNIT)
    half, mass = whole / 2, whole / (2 * flint.arb.pi()).sqrt()
    return Shape(lambda y: (y * side).erfc() * half, lambda y: (y * y / -2).exp() * mass)


def student(degrees: int) -> Shape:
    """Returns the F whose density is proportional to (1 + y^2 / d)^(-(d + 1)/2): Student's t with d
    degrees of freedom.

    With y = sqrt(d) tan(angle) it is an integral of cos^(d - 1).
    """
    whole, side = flint.arb(1 << UNIT), flint.arb(degrees).rsqrt()
    half, mass, power = (
        whole / 2,
        whole / (2 * student_area(flint.arb.pi() / 2, degrees)),
        flint.arb(degrees + 1) / -2,
    )
    return Shape(
        lambda y: student_area((y * side).atan(), degrees) * mass + half,
        lambda y: ((y * y / degrees + 1).log() * power).exp() * (mass * side),
    )


class Piece(NamedTuple):
    """A piece of half width h: |q(c + t) - sum of coefficients[j] t^j| <= error for |t| < h,
    |dq/dt| <= slope up to h.

    Here t is an integer.
    """

    coefficients: tuple[Dyadic, ...]
    error: Dyadic
    slope: Dyadic


def pieces(
    law: Callable[[], Shape], start: Number, first: int, half: int, count: int, degree: int
) -> list[Piece | None]:
    """Returns `count` neighbouring pieces, from small probabilities to great ones.

    Piece i has the centre first + 2 half i and the half width `half`, in units of 2^-UNIT; all lie
    in (0, 1/2]. `start` is the law's number at the first centre; nothing that is certified depends
    on it. None stands for a piece where nothing could be certified.
    """
    with precision(START):
        near = ball_of(start, START)
    found: list[Piece | None] = []
    with _series(degree + 2):
        shape = law()
        for centre in range(first, first + 2 * half * count, 2 * half):
            local = _inverse(shape, _centre(shape, near, centre))
            found.append(_piece(shape, local, half))
            near = flint.arb_poly(local)(2 * half)
    return found


def _piece(shape: Shape, local: list[flint.arb], half: int) -> Piece | None:
    """Returns the piece, given balls of the Taylor coefficients at its centre, one more than it
    has.
    """
    found = _reach_and_inverse(shape, local, half)
    if found is None:
        return None
    last, most = len(local) - 1, half - 1
    error = abs(found[last]) * most**last + flint.arb_poly([c.rad() for c in local[:last]])(most)
    if not error.is_finite():
        return None
    return Piece(
        tuple(_dyadic(c.mid()) for c in local[:last]),
        _dyadic(error.upper()),
        _dyadic(found[1].upper()),
    )


def _reach_and_inverse(shape: Shape, local: list[flint.arb], half: int) -> list[flint.arb] | None:
    """Returns balls of the Taylor coefficients at every point of a piece, or None where no reach is
    found.

    The coefficient of order 1 is 1/f, so that r m >= h says r >= h times its ball.
    """
    for factor in WIDER:
        radius = (local[1] * half * factor / 64).upper()
        around = _inverse(shape, _widened(local[0], radius))
        if around[1] * half <= radius:
            return around
    return None


def _widened(y: flint.arb, radius: flint.arb) -> flint.arb:
    """Returns a ball with every number that is at most the radius away from one of y."""
    return y + radius * flint.arb(0, 1)


def _dyadic(x: flint.arb) -> Dyadic:
    """Returns a ball of radius 0 as a binary number."""
    mantissa, exponent = x.man_exp()
    return int(mantissa), int(exponent)


@contextmanager
def _series(length: int) -> Iterator[None]:
    """Gives balls the working precision, and power series this many coefficients."""
    with precision(BITS):
        before, flint.ctx.cap = flint.ctx.cap, length
        try:
            yield
        finally:
            flint.ctx.cap = before


def _inverse(shape: Shape, y: flint.arb) -> list[flint.arb]:
    """Returns balls that contain the Taylor coefficients of q at F(z) for every z of y.

    They say nothing where it is not certain that f > 0.
    """
    density = shape.density(flint.arb_series([y, 1]))
    if not density[0] > 0:
        return [flint.arb.nan()] * flint.ctx.cap
    inverse = density.integral().reversion()
    return [y, *(inverse[j] for j in range(1, flint.ctx.cap))]


def _centre(shape: Shape, near: flint.arb, probability: int) -> flint.arb:
    """Returns a ball of q(probability), found from a number near it."""
    found = flint.arb.nan()
    for _ in range(STEPS):
        near = near.mid()
        miss, density = shape.cdf(near) - probability, shape.density(near)
        distance = abs(miss).upper()
        radius = (distance / density * 2).upper()
        reached = shape.density(_widened(near, radius))
        if reached * radius >= distance:
            found = near - miss / reached
            if found.rel_accuracy_bits() >= SHARP:
                break
        near -= miss / density
    return found
