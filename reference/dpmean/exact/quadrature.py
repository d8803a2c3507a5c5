"""Certified integrals of functions that are analytic around the real line.

CONTRIBUTING.md names the few files that touch python-flint, whose `acb.integral` this is: its balls
contain the integral, whatever the integrand does. An integrand takes a complex ball and returns one
that contains its values there, and a ball that is not finite where it is not analytic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import flint

from .enclosure import ball_of

Integrand = Callable[[flint.acb], flint.acb]
GUARD = 32  # bits of working precision beyond those that are asked for


def integral(function: Integrand, low: Fraction, high: Fraction) -> flint.arb:
    """Returns a ball of an integral over [low, high], at the working precision."""
    a, b = (ball_of(end, flint.ctx.prec) for end in (low, high))
    return flint.acb.integral(lambda z, _: function(z), a, b).real


def outside(cut: flint.acb, value: flint.acb) -> flint.acb:
    """Returns the value where the ball `cut` is certain not to meet [1, infinity); otherwise a ball
    that says nothing.
    """
    far = cut.real < 1 or not cut.imag.contains(0)
    return value if far else flint.acb(flint.arb.nan())


def total(parts: Sequence[flint.arb], doubt: Fraction) -> flint.arb:
    """Returns the sum of balls, widened by a doubt on either side."""
    found = sum(parts, flint.arb(0))
    return found + ball_of(doubt, flint.ctx.prec) * flint.arb(0, 1)
