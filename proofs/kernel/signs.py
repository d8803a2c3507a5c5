"""Signs of rational functions on a ring's domain, by Bernstein coefficients. Part of the trusted
base.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise, product
from math import comb

from flint import fmpq_mpoly

from .formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT_CLOSED, Formula, Ring, degrees, terms
from .refusals import NotProved


def definite_sign(
    ring: Ring,
    p: fmpq_mpoly,
    splits: Mapping[str, Iterable[Fraction]] | None = None,
    strict: bool = True,
) -> int:
    """Return the sign of a polynomial on the ring's domain, by Bernstein coefficients; NotProved if
    they do not decide.

    A variable u in [lo, hi] is written (hi + lo t)/(1 + t), t > 0; then a polynomial in positive
    variables whose coefficients have one sign has that sign. Closed ends and split points are
    faces, checked by themselves.
    """
    signs: set[int] = set()
    names = list(ring.domains)
    choices = []
    for i, name in enumerate(names):
        domain = ring.domains[name]
        if not degrees(p)[i]:
            choices.append([("free", Fraction(0), Fraction(0))])
        elif domain == ANY:
            raise NotProved(f"{name} ranges over all reals: a sign needs a decomposition")
        elif domain in (POSITIVE, NONNEGATIVE):
            choices.append(
                [("free", Fraction(0), Fraction(0))]
                + [("face", Fraction(0), Fraction(0))] * (domain == NONNEGATIVE)
            )
        else:
            cuts = [Fraction(c) for c in (splits or {}).get(name, ())]
            ends = [Fraction(0), *cuts, Fraction(1)]
            if sorted(set(ends)) != ends:
                raise NotProved("split points must increase inside (0, 1)")
            faces = (
                cuts
                + [Fraction(1)] * (domain in (UNIT_CLOSED, FULL))
                + [Fraction(0)] * (domain == FULL)
            )
            choices.append(
                [("cell", lo, hi) for lo, hi in pairwise(ends)] + [("face", c, c) for c in faces]
            )
    for cell in product(*choices):
        found = {(-1 if c < 0 else 1) for c in _coefficients(p, cell).values() if c}
        if len(found) > 1:
            raise NotProved("the coefficients have both signs: subdivide, or the claim is false")
        if not found and strict:
            raise NotProved("the polynomial vanishes on a face of the domain")
        signs |= found
    if len(signs) > 1:
        raise NotProved("the sign differs from cell to cell")
    return signs.pop() if signs else 0


def _coefficients(
    p: fmpq_mpoly, cell: tuple[tuple[str, Fraction, Fraction], ...]
) -> dict[tuple[int, ...], Fraction]:
    """Return the coefficients after substituting the cell's faces, bounded variables as (hi + lo
    t)/(1 + t).
    """
    result: dict[tuple[int, ...], Fraction] = {}
    tables: list[list[list[Fraction]]] = []
    for (kind, lo, hi), degree in zip(cell, degrees(p), strict=True):
        if kind == "free":
            tables.append([[Fraction(0)] * e + [Fraction(1)] for e in range(degree + 1)])
        elif kind == "face":
            tables.append([[lo**e] for e in range(degree + 1)])
        else:
            tables.append(
                [
                    _times(_binomial(hi, lo, e), _binomial(Fraction(1), Fraction(1), degree - e))
                    for e in range(degree + 1)
                ]
            )
    for exponents, coefficient in terms(p):
        partial: dict[tuple[int, ...], Fraction] = {(): coefficient}
        for table, e in zip(tables, exponents, strict=True):
            partial = {
                (*done, i): value * c
                for done, value in partial.items()
                for i, c in enumerate(table[e])
                if c
            }
        for key, value in partial.items():
            result[key] = result.get(key, Fraction(0)) + value
    return result


def _binomial(constant: Fraction, slope: Fraction, n: int) -> list[Fraction]:
    """Return the coefficients of (constant + slope t)^n."""
    return [comb(n, i) * constant ** (n - i) * slope**i for i in range(n + 1)]


def _times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    """Return the coefficients of a product of two polynomials."""
    out = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out


def positive_sign(
    ring: Ring,
    f: Formula,
    splits: Mapping[str, Iterable[Fraction]] | None = None,
    strict: bool = True,
) -> int:
    """Return the sign of a rational function on the domain."""
    return definite_sign(ring, ring.reduce(f._top), splits, strict) * definite_sign(ring, f._bottom)
