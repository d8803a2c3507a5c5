"""Sums of Gaussian terms over the integers, as balls: the series that normalises the discrete
Gaussian law.

CONTRIBUTING.md names the few files that touch python-flint.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import flint

from ..randomness.forks import Lock
from .wide import wide_sum

PRECISION = Lock()  # flint.ctx belongs to the whole process
GUARD = 64  # bits more than asked for: a hundred thousand products of balls lose less than 40
EVERY = 16  # terms between two checks of the remainder
WIDE = Fraction(1, 1000)  # a rate below which terms change slowly


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Gives balls this many bits inside the context; other threads wait."""
    with PRECISION, flint.ctx.workprec(bits):
        yield


def gaussian_sum(rate: Fraction, start: int, order: int, bits: int) -> flint.arb:
    """Returns a ball that contains the sum over j >= start of j^order e^(-rate j^2), to about
    `bits` bits.

    Terms come from e^(-rate (j + 1)^2) = e^(-rate j^2) q, and q falls by e^(-2 rate) each time. The
    ratio of a term to the one before falls with j, so that what is left after a term is less than
    that of the geometric series with its ratio. Of wide Gaussians these are many: `wide.py` has
    another way.
    """
    with precision(bits + GUARD):
        a = flint.arb(flint.fmpq(rate.numerator, rate.denominator))
        found = wide_sum(a, start, order, bits) if rate < WIDE else None
        if found is not None:
            return found
        power, q, fall = (-a * start**2).exp(), (-a * (2 * start + 1)).exp(), (-2 * a).exp()
        total, j = flint.arb(0), start
        while True:
            for _ in range(EVERY):
                total += power * j**order
                power *= q
                q *= fall
                j += 1
            ratio = q * (1 + flint.arb(1) / j) ** order
            if ratio < 1:
                rest = power * j**order / (1 - ratio)
                if rest < total * flint.arb(2) ** -(bits + 8):
                    return total + rest.union(flint.arb(0))


def centred_sum(rate: Fraction, center: Fraction, bits: int) -> flint.arb:
    """Returns a ball that contains the sum over all integers j of e^(-rate (j - center)^2), 0 <
    center <= 1/2.

    The ball has about `bits` bits. Both sides are summed outwards, from -1 and from 1 away from 0,
    until each is less than a geometric series says is negligible. A sum of slowly changing terms is
    that of its Fourier coefficients (Poisson): sqrt(pi/a) times the sum over k of e^(-(pi k)^2/a)
    cos(2 pi k c), whose terms fall fast.
    """
    if rate < WIDE:
        return waves(rate, center, bits)
    with precision(bits + GUARD):
        a, c = (flint.arb(flint.fmpq(q.numerator, q.denominator)) for q in (rate, center))
        total = (-a * c * c).exp()
        for side in (1, -1):
            power, q, fall = (
                (-a * (1 - side * c) ** 2).exp(),
                (-a * (3 - 2 * side * c)).exp(),
                (-2 * a).exp(),
            )
            while not power / (1 - q) < total * flint.arb(2) ** -(bits + 8):
                for _ in range(EVERY):
                    total += power
                    power *= q
                    q *= fall
            total += (power / (1 - q)).union(flint.arb(0))
        return total


def waves(rate: Fraction, center: Fraction, bits: int) -> flint.arb:
    """Returns the ball of `centred_sum` by Poisson's formula; what is left out is less than twice
    its first term.
    """
    with precision(bits + GUARD):
        a, c = (flint.arb(flint.fmpq(q.numerator, q.denominator)) for q in (rate, center))
        fall, total, k = flint.arb.pi() ** 2 / a, flint.arb(1), 1
        while not 4 * (-fall * k * k).exp() < flint.arb(2) ** -(bits + 8):
            total += 2 * (-fall * k * k).exp() * (2 * c * k).cos_pi()
            k += 1
        rest = 4 * (-fall * k * k).exp()
        return (flint.arb.pi() / a).sqrt() * (total + rest.union(-rest))


def gaussian_sums(rate: Fraction, reach: int) -> list[flint.arb]:
    """Returns balls of the sums over j >= k of e^(-rate j^2) for k = 0..reach, at the working
    precision.

    They cost together as much as one of them.
    """
    a = flint.arb(flint.fmpq(rate.numerator, rate.denominator))
    power, q, fall = flint.arb(1), (-a).exp(), (-2 * a).exp()
    powers = []
    for _ in range(reach + 1):
        powers.append(power)
        power *= q
        q *= fall
    total = (power / (1 - q)).union(flint.arb(0))  # what lies beyond the reach
    sums = []
    for term in reversed(powers):
        total += term
        sums.append(total)
    return sums[::-1]
