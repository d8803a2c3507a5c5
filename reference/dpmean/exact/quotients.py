"""Quotients of polynomials with rational coefficients, in FLINT's exact arithmetic: where
equalities are proved.

A quotient is kept in lowest terms, so that what vanishes identically has the top 0. `TooLarge` is
raised, before FLINT is asked, where a result could be larger than a proof may cost: FLINT ends the
process where memory ends.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx

MAX_TERMS, MAX_BITS = 10**6, 10**9  # of a polynomial; beyond them no proof is attempted
Polynomial = Any  # flint.fmpq_mpoly


class TooLarge(ArithmeticError):
    """A polynomial that could be beyond MAX_TERMS or MAX_BITS was about to be made."""


class Quotient:
    """The quotient of two polynomials in the same variables, in lowest terms."""

    __slots__ = ("bottom", "top")

    def __init__(self, top: Polynomial, bottom: Polynomial) -> None:
        """Cancels what both have in common; ZeroDivisionError where the bottom is 0."""
        if not bottom:
            raise ZeroDivisionError("the bottom of a quotient vanishes identically")
        if not bottom.is_constant():
            common = top.gcd(bottom)
            if not common.is_constant():
                top, bottom = top / common, bottom / common
        self.top, self.bottom = top, bottom

    def __add__(self, other: Quotient) -> Quotient:
        if self.bottom == other.bottom:
            return Quotient(self.top + other.top, self.bottom)
        return Quotient(
            product(self.top, other.bottom) + product(other.top, self.bottom),
            product(self.bottom, other.bottom),
        )

    def __neg__(self) -> Quotient:
        return Quotient(-self.top, self.bottom)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + -other

    def __mul__(self, other: Quotient) -> Quotient:
        return Quotient(product(self.top, other.top), product(self.bottom, other.bottom))

    def __truediv__(self, other: Quotient) -> Quotient:
        return Quotient(product(self.top, other.bottom), product(self.bottom, other.top))

    def __pow__(self, n: int) -> Quotient:
        above, below = power(self.top, abs(n)), power(self.bottom, abs(n))
        return Quotient(above, below) if n >= 0 else Quotient(below, above)


def field(names: list[str]) -> tuple[Quotient, list[Quotient]]:
    """Returns 1 and the variables of these names, as quotients."""
    context = fmpq_mpoly_ctx.get(names)
    one = context.constant(1)
    return Quotient(one, one), [Quotient(x, one) for x in context.gens()]


def constant(one: Quotient, q: Fraction) -> Quotient:
    """Returns the rational q as a quotient, given the quotient 1 of its field."""
    return Quotient(one.top * fmpq(q.numerator, q.denominator), one.top)


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    """Returns the product of two polynomials; it has no more terms than pairs, nor than monomials
    of its degrees.
    """
    degrees = [1 + a + b for a, b in zip(p.degrees(), q.degrees(), strict=True)]
    _limited(
        min(len(p) * len(q), math.prod(degrees)),
        bits(p) + bits(q) + min(len(p), len(q)).bit_length(),
    )
    return p * q


def power(p: Polynomial, n: int) -> Polynomial:
    """Returns a power of a polynomial; it has no more terms than multisets of n terms, nor than
    monomials.
    """
    monomials = math.prod(1 + n * d for d in p.degrees())
    _limited(
        min(math.comb(n + len(p) - 1, n) if p else 0, monomials),
        n * (bits(p) + len(p).bit_length()),
    )
    return p**n


def bits(p: Polynomial) -> int:
    """Returns how many bits the largest coefficient of a polynomial has, above and below its line
    together.
    """
    return max((int(c.p).bit_length() + int(c.q).bit_length() for c in p.coeffs()), default=0)


def with_powers_reduced(
    p: Polynomial, atom: Quotient, radicand: Quotient, degree: int
) -> Polynomial:
    """Replaces atom^degree by its radicand in a polynomial; denominators are cleared (they do not
    vanish).
    """
    context = p.context()
    index = context.gens().index(atom.top)
    rows: dict[int, dict[tuple[int, ...], Any]] = {}
    for monomial, coefficient in p.terms():
        times, rest = divmod(int(monomial[index]), degree)
        kept = (*monomial[:index], rest, *monomial[index + 1 :])
        rows.setdefault(times, {})[kept] = coefficient
    highest, result = max(rows, default=0), context.constant(0)
    for times, row in rows.items():
        factor = product(power(radicand.top, times), power(radicand.bottom, highest - times))
        result += product(context.from_dict(row), factor)
    return result


def _limited(terms: int, size: int) -> None:
    if terms > MAX_TERMS or terms * size > MAX_BITS:
        raise TooLarge(f"a polynomial of up to {terms} terms of {size} bits")
