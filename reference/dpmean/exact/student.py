"""Student's t on balls: the area under a power of the cosine, and the quantile by Newton's method
and two signs.

CONTRIBUTING.md names the few files that touch python-flint.
"""

from __future__ import annotations

import flint

FIRST = 48  # bits of Newton's first steps
STEPS = 24  # of Newton's method before its convergence is quadratic, at most


def student_area(angle: flint.arb, degrees: int) -> flint.arb:
    """Returns the integral of cos^(degrees - 1) from 0 to the angle."""
    sine, cosine, start = angle.sin(), angle.cos(), (degrees - 1) % 2
    area, square = sine if start else angle, cosine * cosine
    term = sine * cosine ** (start + 1)
    for k in range(start + 2, degrees, 2):
        area = (term + (k - 1) * area) / k
        term *= square
    return area


def student_quantile(degrees: int, p: flint.arb) -> flint.arb:
    """Returns -cot u, where the integral of sin^(degrees - 1) from 0 to u is p times that from 0 to
    pi.

    For p <= 1/2 the logarithm of the integral is concave in that of u, and the integral is less
    than u^degrees/degrees: Newton's steps in these logarithms go up to the root. Two signs then
    prove how near they came, however they came there.
    """
    if degrees == 1:  # the integral is u itself
        return -(p * flint.arb.pi()).cot()
    if 2 * p.mid() > 1:
        return -student_quantile(degrees, 1 - p)
    if not p > 0:
        return flint.arb(0, flint.arb("inf"))
    bits = flint.ctx.prec
    mantissa, exponent = (int(part) for part in p.mid().man_exp())
    small = max(0, -exponent - mantissa.bit_length())
    with flint.ctx.workprec(bits + small + degrees.bit_length() + 16):
        right = flint.arb.pi() / 2
        half = student_area(right, degrees)

        def mass(u: flint.arb) -> flint.arb:
            return half + student_area(u - right, degrees)

        wanted = 2 * p * half
        u, known = (degrees * wanted).root(degrees).mid(), FIRST
        for _ in range(bits.bit_length() + STEPS):
            with flint.ctx.workprec(min(known, bits) + small + degrees.bit_length() + 16):
                found = mass(u).mid()
                if not found > 0:
                    break
                step = ((wanted.mid() / found).log() * found / (u * u.sin() ** (degrees - 1))).mid()
                u = (u * step.exp()).mid()
            if abs(step) < flint.arb(2) ** (-min(known, bits) // 2):
                if known >= bits:
                    break
                known *= 2
        near = abs(u) * flint.arb(2) ** -bits
        while near < right:
            lower, upper = (u - near).mid(), (u + near).mid()
            if mass(lower) < wanted and mass(upper) > wanted:
                return -lower.union(upper).cot()
            near *= 16
        return flint.arb(0, flint.arb("inf"))
