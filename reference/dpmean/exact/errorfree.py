"""Sums, products and quotients of columns of unevaluated double-doubles, with the proofs of how far
each may be off.

A double-double is a pair of doubles (hi, lo) that stands for the real number hi + lo. It is
normalised when |lo| <= ulp(hi)/2, which is at most u |hi|, u = 2^-53; all of this file takes and
gives normalised pairs. NumPy rounds every operation by itself, to the nearest double, ties to even,
and has no fused multiply-add.

The results are written into the arrays `hi` and `lo`; the other arrays are working space. An
operand may have one row, which then stands for all; `lo` of an operand may be None, which stands
for zeros. The conditions on the sizes of the operands, which keep overflow and underflow away, are
the caller's business: `doubles.py` has them.

Of these proofs, machines check the constants SUM, PRODUCT and QUOTIENT
(`proofs/theorems/laws/double_doubles.py`), and that TwoSum, Fast2Sum and Dekker's product are exact
in all formats of few bits (`proofs/theorems/laws/error_free.py`). That they are exact with 53 bits,
what underflow costs, and all of `split` and `floors`, is argued here, and tested.

Sources: Dekker (1971), A floating-point technique for extending the available precision; Joldes,
Muller, Popescu (2017), Tight and rigorous error bounds for basic building blocks of double-word
arithmetic.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from math import ldexp

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]
Parts = tuple[Column, Column]  # what `split` gives
Double = tuple[Column, Column | None]  # (hi, lo)
CHUNK = 1 << 14  # rows at a time
# the errors of the centres, in units of u^2 = 2^-106, as proved below
UNIT = 2.0**-106
SUM, PRODUCT, QUOTIENT = 4, 9, 13
# half a unit of the 26th bit of a significand, and its leading 26 bits
_HALF, _MASK = (1 << 26, -(1 << 27))


def require_gradual_underflow() -> None:
    """Raises ArithmeticError where tiny doubles are taken for 0, which some compiled libraries
    switch on in a process.

    Parts of a number that vanish without a trace would be an error that no radius counts.
    """
    if not (np.full(1, 2.0**-1040) * 0.5)[0]:
        raise ArithmeticError(
            "a library of this process has switched off gradual underflow, on which certified "
            "columns rest: release one by one, or without that library"
        )


def chunks(rows: int) -> Iterator[slice]:
    """Yields the slices of at most CHUNK rows that make up `rows` rows."""
    for start in range(0, rows, CHUNK):
        yield slice(start, min(start + CHUNK, rows))


class _Space(threading.local):
    """Working space that each thread keeps: asking the system for it anew would cost more than the
    arithmetic.
    """

    def __init__(self) -> None:
        self.columns = np.empty((7, CHUNK))


_SPACE = _Space()


def space(columns: int, rows: slice) -> list[Column]:
    """Returns columns for a chunk of rows, whose values are good until the next call."""
    return list(_SPACE.columns[:columns, : rows.stop - rows.start])


def fast_two_sum(s: Column, w: Column, hi: Column, lo: Column, x: Column) -> None:
    """Writes hi = the double nearest to s + w, and lo = s + w - hi, exactly (Dekker's Fast2Sum); w
    may be `lo`.

    Condition: s = 0, or |s| >= |w|, or s is a multiple of ulp(w). The case |s| >= |w| is Dekker's
    theorem, and s = 0 is plain. Let s be a multiple of v = ulp(w) and |s| < |w| < 2^53 v. All
    numbers here are multiples of v, and |s + w| < 2^54 v. Where |s + w| <= 2^53 v, it is a double:
    hi = s + w, hi - s = w and lo = 0. Else hi = s + w + d with d in {-v, 0, v}; hi - s = w + d is a
    multiple of v of at most 2^53 v, so it is a double, and lo = w - (w + d) = -d.
    """
    np.add(s, w, out=hi)
    np.subtract(hi, s, out=x)
    np.subtract(w, x, out=lo)


def split(value: Column, high: Column, low: Column) -> None:
    """Writes value = high + low exactly: high has 26 significant bits, |low| <= 2^26 ulp(value), a
    multiple of the ulp.

    Adding half a unit of the 26th bit to the bits of the double, and cutting off what is behind it,
    rounds the magnitude to the nearest number of 26 bits (a carry goes into the exponent, as it
    should). `low` has 26 bits too, as 2^26 is a power of two. No number of magnitude below 2^1023
    overflows.
    """
    bits = high.view(np.int64)
    np.add(value.view(np.int64), _HALF, out=bits)
    np.bitwise_and(bits, _MASK, out=bits)
    np.subtract(value, high, out=low)


def parts_of(value: Column) -> Parts:
    """Returns the two parts of `split` in new arrays."""
    high, low = np.empty_like(value), np.empty_like(value)
    split(value, high, low)
    return high, low


def product_error(a: Parts, b: Parts, p: Column, out: Column, x: Column) -> None:
    """Writes a b - p for the rounded product p of two doubles, exactly (Dekker's product); a and b
    are split.

    Condition: a and b are normal or 0, and |a b| is 0 or at least 2^-900. Let both ulps be 1, so
    that 2^52 <= |a|, |b| < 2^53. The high parts are multiples of 2^27, and the low parts integers
    of at most 2^26, so the four products of parts have at most 52 bits and are exact. p is a
    multiple of 2^52 with |a b - p| <= 2^52. After each addition the sum is: a' b' - p, a multiple
    of 2^52 of at most 2^80 + 2^52; a' b - p = (a b - p) - a'' b, a multiple of 2^27 of less than
    2^79 + 2^52; (a b - p) - a'' b'', an integer of at most 2^53; a b - p, an integer of at most
    2^52. All of them are doubles, so no addition rounds.
    """
    np.multiply(a[0], b[0], out=out)
    np.subtract(out, p, out=out)
    if len(b[1]) > 1 or b[1][0]:  # a constant of few bits has no low part
        np.multiply(a[0], b[1], out=x)
        np.add(out, x, out=out)
    np.multiply(a[1], b[0], out=x)
    np.add(out, x, out=out)
    if len(b[1]) > 1 or b[1][0]:
        np.multiply(a[1], b[1], out=x)
        np.add(out, x, out=out)


def sums(
    a: Double, b: Double, negative: bool, hi: Column, lo: Column, x: Column, y: Column
) -> None:
    """Writes the double-double a + b, or a - b where `negative` is set, with an error of at most
    SUM u^2 (|a| + |b|).

    Here |a| and |b| are those of the high parts. The sum is exact where both low parts are absent.

    Knuth's TwoSum gives s + e = a.hi + b.hi exactly, with |e| <= u M for M = |a.hi| + |b.hi|. With
    t = a.lo + b.lo and w = e + t rounded, |a.lo + b.lo| <= u M costs at most u^2 M, and |e + t| <=
    u M (2 + u) costs at most u^2 M (2 + u). Together that is less than 4 u^2 M. No addition has an
    error of underflow.

    Fast2Sum of s and w is exact. Where |s| < |w| <= 2 u M (1 + 2 u), the high parts cancel: they
    lie within a factor of 2 of each other, so s is exact (Sterbenz) and e = 0, s is a multiple of
    g, the smaller of their ulps, and |w| = |t| <= (3/2) g, so that ulp(w) divides g, and s.
    """
    plus, minus = (np.subtract, np.add) if negative else (np.add, np.subtract)
    (ah, al), (bh, bl) = a, b
    s = hi if al is None and bl is None else y
    plus(ah, bh, out=s)
    np.subtract(s, ah, out=x)
    np.subtract(s, x, out=lo)
    np.subtract(ah, lo, out=lo)
    minus(bh, x, out=x)
    plus(lo, x, out=lo)
    if al is None and bl is None:
        return
    if al is not None and bl is not None:
        plus(al, bl, out=x)
        np.add(lo, x, out=lo)
    elif al is not None:
        np.add(lo, al, out=lo)
    elif bl is not None:
        plus(lo, bl, out=lo)
    fast_two_sum(s, lo, hi, lo, x)


def exact_sum(al: Column | None, bl: Column | None, top: float, grid: int) -> bool:
    """Returns whether `sums` is exact, for |a| + |b| <= top, where all parts are multiples of
    2^grid.

    Either both low parts are absent, or t and e + t, at most 2 u top, are multiples of 2^grid, at
    most 2^53 of them.
    """
    return (al is None and bl is None) or top <= ldexp(1.0, min(105 + grid, 1000))


def exact_product(al: Column | None, bl: Column | None, top: float, grid: int) -> bool:
    """Returns whether `products` is exact, for |a b| <= top, where the products of all parts are
    multiples of 2^grid.

    Either both low parts are absent, or not both are nonzero in a row, as the product of the two,
    at most u^2 top < 2^grid, would be a multiple of 2^grid: so the sum t has one term and nothing
    is left out. That term and the sum with e, at most 2 u top, are multiples of 2^grid, at most
    2^53 of them.
    """
    fits = grid >= -1074 and top * (1 + 2.0**-48) <= ldexp(1.0, min(105 + grid, 1000))
    return (al is None and bl is None) or fits


def products(
    a: Double, b: Double, parts: tuple[Parts, Parts], hi: Column, lo: Column, x: Column, y: Column
) -> None:
    """Writes the double-double a b with an error of at most PRODUCT u^2 |a.hi b.hi|; the high parts
    are split.

    The product is exact where both low parts are absent. Condition: that of `product_error`, with
    2^-790 for 2^-900.

    p + e = a.hi b.hi exactly; let P = |a.hi b.hi|, so |e| <= u P. Each of a.hi b.lo and a.lo b.hi
    is at most u P, and its rounding costs u^2 P; their sum t, at most 2 u P (1 + u), costs 2 u^2 P
    (1 + u); w = e + t, at most 3 u P (1 + 2 u), costs 3 u^2 P (1 + 2 u); leaving out a.lo b.lo
    costs u^2 P. That is less than 8 u^2 P (1 + u). One more u^2 P, at least 2^-896, covers the
    underflow of a.hi b.lo and a.lo b.hi, 2^-1075 each. |w| <= p, so Fast2Sum is exact.
    """
    (ah, al), (bh, bl) = a, b
    p = hi if al is None and bl is None else y
    np.multiply(ah, bh, out=p)
    product_error(*parts, p, lo, x)
    if al is None and bl is None:
        return
    if al is not None:
        np.multiply(al, bh, out=hi)
    if bl is not None:
        np.multiply(ah, bl, out=x if al is not None else hi)
    if al is not None and bl is not None:
        np.add(hi, x, out=hi)
    np.add(lo, hi, out=lo)
    fast_two_sum(p, lo, hi, lo, x)


def quotients(
    a: Double,
    b: Double,
    hi: Column,
    lo: Column,
    columns: Sequence[Column],
    halve: Callable[[Column, Column, Column], None] = split,
) -> None:
    """Writes the double-double a / b with an error of at most QUOTIENT u^2 |hi|; `halve` splits
    columns.

    Condition: b.hi and a.hi / b.hi lie in [2^-780, 2^990] in magnitude, and so does a.hi; or a.hi =
    a.lo = 0.

    Let q be the rounded a.hi / b.hi, and D = |q b.hi|. The remainder a.hi - q b.hi is at most u D,
    and a double, as it is a multiple of ulp(q) ulp(b.hi) of less than 2^52 of them: with p + e = q
    b.hi exactly, a.hi - p is exact (Sterbenz), and so is subtracting e. Adding a.lo, at most u D (1
    + 2 u), gives at most 2 u D (1 + u) and costs 2 u^2 D (1 + u); q b.lo is at most u D and costs
    u^2 D; subtracting it gives r, at most 3 u D (1 + 2 u), and costs 3 u^2 D (1 + 2 u). So r is off
    by 6 u^2 D (1 + 2 u) from R = a - q b. Dividing r by b.hi instead of b costs |R| u / |b| <= 3
    u^2 |q| (1 + 5 u), rounding r / b.hi costs 3 u^2 |q| (1 + 3 u). In all that is less than 12 u^2
    |q| (1 + 5 u), and |q| <= |hi| (1 + 5 u). The 13th u^2 |q|, at least 2^-886, covers 5 u, and the
    underflow of q b.lo and r / b.hi (2^-1075, the first divided by |b.hi| as D is). |r / b.hi| <=
    |q|, so Fast2Sum is exact.
    """
    (ah, al), (bh, bl) = a, b
    q, x, y, *halves = columns
    qs, bs = (halves[0], halves[1]), (halves[2], halves[3])
    np.divide(ah, bh, out=q)
    halve(q, *qs)
    halve(bh, *bs)
    np.multiply(q, bh, out=hi)
    product_error(qs, bs, hi, lo, x)
    np.subtract(ah, hi, out=y)
    np.subtract(y, lo, out=y)
    if al is not None:
        np.add(y, al, out=y)
    if bl is not None:
        np.multiply(q, bl, out=x)
        np.subtract(y, x, out=y)
    np.divide(y, bh, out=lo)
    fast_two_sum(q, lo, hi, lo, x)


def floors(
    hi: Column, lo: Column | None, rad: Column | float
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Returns the floors f of double-doubles with radii, and whether [hi + lo - rad, hi + lo + rad]
    lies in [f, f + 1).

    Let n = floor(hi). Where hi is no integer, it is at least one ulp(hi) away from n and n + 1, and
    |lo| is at most half of that, so f = n. Else f = n + floor(lo). The distances of hi + lo from f
    and f + 1 are computed as (hi - n) + lo and ((n + 1) - hi) - lo, or from lo alone, with a
    relative error of at most 4 u: a difference between a double and its floor or ceiling is rounded
    only where it is at least 1/2, and subtracting lo takes at most half of it. Where f is not
    within 2^62 of 0, it is not certain.
    """
    known = np.abs(hi) < 2.0**62
    hi = np.where(known, hi, 0.0)
    lo = np.zeros_like(hi) if lo is None else np.where(known, lo, 0.0)
    n = np.floor(hi)
    whole = n == hi
    low = np.where(whole, np.floor(lo), 0.0)
    below = np.where(whole, lo - low, (hi - n) + lo)
    above = np.where(whole, (low + 1) - lo, ((n + 1) - hi) - lo)
    known &= (rad <= below * (1 - 2.0**-50)) & (rad < above * (1 - 2.0**-50))
    values = n.astype(np.int64) + low.astype(np.int64)
    return values, known & (values < 1 << 62) & (values > -(1 << 62))
