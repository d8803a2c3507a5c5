"""Error radii of columns of double-doubles, rounded up: what `doubles.py` adds to the errors of
`errorfree.py`.

All terms of a bound are nonnegative. Each operation on them loses a factor of at most 1 - u, u =
2^-53, or 2^-1075 by underflow; the result, or each constant in it, is enlarged by the factor 1 +
2^-48 = 1 + 32 u, which fewer than 20 operations and the differences between |hi + lo| and |hi| do
not use up, and where a radius may underflow, 2^-1000 is added. A radius is one float for all rows
as long as that costs no row more than a millionth of its radius. All this is argued here, and
tested; no step of `proofs/` is about it.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter

import numpy as np

from .errorfree import Column, chunks, space

Radius = Column | float
ENLARGED, TINY, SPOILT = 1 + 2.0**-48, 2.0**-1000, 2.0**-20


def above(q: Fraction) -> float:
    """Returns a double that is at least q >= 0, and next to it."""
    nearest = float(q)
    return nearest if Fraction(nearest) >= q else nextafter(nearest, inf)


def largest(rad: Radius) -> float:
    """Returns the greatest of the radii of a column."""
    return rad if isinstance(rad, float) else float(rad.max()) if len(rad) else 0.0


def _least(rad: Radius) -> float:
    return rad if isinstance(rad, float) else float(rad.min()) if len(rad) else 0.0


def _cut(rad: Radius, rows: slice) -> Radius:
    return rad if isinstance(rad, float) or len(rad) == 1 else rad[rows]


def lost_beyond(limit: float, rad: Radius) -> Radius:
    """Returns the radii with infinity for what is beyond the limit, or is no number."""
    return (
        (rad if rad <= limit else inf)
        if isinstance(rad, float)
        else np.where(rad <= limit, rad, inf)
    )


def _sizes(a: Column, rows: slice, out: Column) -> Column:
    return np.abs(a) if len(a) == 1 else np.abs(a[rows], out=out)


def of_sum(a: Column, b: Column, ra: Radius, rb: Radius, error: float, top: float) -> Radius:
    """Returns radii of a sum: at least ra + rb + error (|a| + |b|), for |a| + |b| <= top.

    Where an error is not 0, nonzero terms |a| or |b| below 2^-900 may underflow, for which 2^-1000
    is added.
    """
    base = (ra + rb) * ENLARGED
    if not error:
        return base
    rows = len(a) if len(b) == 1 else len(b)
    top = abs(float(a[0])) + abs(float(b[0])) if rows == 1 else top
    bound = error * top * ENLARGED + TINY
    if rows == 1 or bound <= SPOILT * _least(base):
        return (base + bound) * ENLARGED
    rad = np.empty(rows)
    scale = error * ENLARGED * ENLARGED
    for i in chunks(rows):
        r, (x, y) = rad[i], space(2, i)
        np.add(_sizes(a, i, x), _sizes(b, i, y), out=r)
        np.multiply(r, scale, out=r)
        np.add(r, _cut(base, i), out=r)
        np.add(r, TINY, out=r)
        if not isinstance(base, float):
            np.multiply(r, ENLARGED, out=r)
    return rad


def of_product(a: Column, b: Column, ra: Radius, rb: Radius, error: float, top: float) -> Radius:
    """Returns radii of a product: at least |a| rb + |b| ra + ra rb + error |a b|, for |a| <= top; b
    may have one row.

    Condition where error is not 0: |a| and |b| are 0 or at least 2^-900, and |a b| is 0 or at least
    2^-790.
    """
    uniform = isinstance(ra, float) and isinstance(rb, float)
    if uniform and not ra and not rb and not error:
        return 0.0
    tiny = TINY if not uniform or ra or rb else 0.0
    if uniform and len(b) == 1:
        size, top = abs(float(b[0])) * ENLARGED, abs(float(a[0])) if len(a) == 1 else top
        fixed, varying = size * ra, top * (rb * ENLARGED + error * size) + ra * rb
        if len(a) == 1 or varying <= SPOILT * fixed:
            return (fixed + varying) * ENLARGED * ENLARGED + tiny
    rad = np.empty(len(a) if len(b) == 1 else len(b))
    if uniform:  # each term has an enlarged constant
        ra, rb, error = ra * ENLARGED, rb * ENLARGED, error * ENLARGED
    for i in chunks(len(rad)):
        r, p, q, (x, y, k) = rad[i], _cut(ra, i), _cut(rb, i), space(3, i)
        x, y = _sizes(a, i, x), _sizes(b, i, y)
        k = k[: len(y)] if isinstance(q, float) else k
        # |a| (rb + error |b|) + (|b| + rb) ra
        np.multiply(
            x, np.add(np.multiply(y, error, out=k[: len(y)]), q, out=k) if error else q, out=r
        )
        if not isinstance(p, float) or p:
            np.add(
                r, np.multiply(np.add(y, q, out=k), p, out=k if isinstance(p, float) else x), out=r
            )
        if tiny:
            np.add(r, tiny, out=r)
        if not uniform:
            np.multiply(r, ENLARGED, out=r)
    return rad


def of_quotient(q: Column, m: Column, ra: Radius, rb: Radius, error: float) -> Radius:
    """Returns radii of a quotient: at least (ra + |q| rb) / m + error |q|.

    With |b - b'| <= rb < |b|, |a - a'| <= ra: a'/b' - a/b = (a' - a - (a/b) (b' - b)) / b'. m is
    |b| - rb, or less; q may be off by a few u |q|. Condition: |q| is 0 or at least 2^-790.
    """
    uniform = isinstance(ra, float) and isinstance(rb, float)
    rad = np.empty(len(q))
    for i in chunks(len(q)):
        r, p, s, (x, k) = rad[i], _cut(ra, i), _cut(rb, i), space(2, i)
        np.multiply(np.abs(q[i], out=x), error, out=r)
        if not uniform or ra or rb:
            np.add(np.multiply(x, s, out=x), p, out=x)
            np.add(r, np.divide(x, _cut(m, i), out=k), out=r)
            np.add(r, TINY, out=r)
        np.multiply(r, ENLARGED, out=r)
    return rad
