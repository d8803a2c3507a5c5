"""Sums, products and quotients of double-doubles are off by no more than the stated constants, from
their operations.

Claim.       For normalised operands, |lo| <= u |hi|, and roundings of relative size at most u = 2^-53: `errorfree.sums`
             is within SUM u^2 (|a.hi| + |b.hi|), `errorfree.products` within PRODUCT u^2 |a.hi
             b.hi|, and `errorfree.quotients` within QUOTIENT u^2 |hi|, underflow apart;
             `product_error` gives a b - p if none of its operations rounds.
Source.      this project; Dekker (1971); Joldes, Muller, Popescu (2017).
Derivation.  The shipped functions run on numbers that carry their roundings: every operation has an error of its own,
             at most u times its exact result, but for those that the docstrings of errorfree.py
             show to be exact. The statements are linear then: for a product, both high parts may be
             taken as 1, as the model and the bound do not change when a and b are scaled, and a.lo
             b.lo, which is left out, is any number of at most u^2. For a quotient, b.hi and the
             first quotient q may be taken as 1, so that a.hi = 1 - d for its rounding d; how p = q
             b.hi is rounded is no matter, since `product_error` gives it back. With w = hi + lo -
             1, the error times b is (hi + lo) (1 + b.lo) - a = w + b.lo + w b.lo + 1 - a.hi - a.lo,
             where w b.lo is any number of at most u |w|; and |b| >= 1 - u. That TwoSum, Fast2Sum
             and Dekker's product give the exact error is checked in small formats (`error_free`).
             Read by a person: that they do with 53 bits (Knuth, Dekker; the docstrings), that the
             remainder a.hi - q b.hi is exact, the share of underflow, and all of `split` and
             `floors`, which read the bits of doubles.
Trusted.     nothing beyond the kernel.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from dpmean.exact import errorfree

from ...domains.multiples import column
from ...domains.rounding import Result, Rounded, Tape
from ...kernel.formulas import ANY, Ring
from ...kernel.rules import identity, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem

U = Fraction(1, 2**53)
R = Ring({"a": ANY, "c": ANY, "b": ANY, "d": ANY, "p": ANY})
EXACT = (None,)
SUMS = dict.fromkeys(("a", "b", "al", "bl", "d0", "d1", "d2", "d3"), REAL)
PRODUCTS = dict.fromkeys(("al", "bl", "left", "d0", "d1", "d2", "d3", "d4", "d5"), REAL)

QUOTIENTS = dict.fromkeys(("al", "bl", "left", "d0", "d1", "d2", "d3", "d4", "d5"), REAL)


def empty() -> Any:
    """Return a working column of one row."""
    return column(None)


def sum_of(v: Any, negative: bool) -> tuple[Any, bool]:
    """Return hi + lo of the shipped sum, and whether the operands and errors are within the
    model.
    """
    tape = Tape((v.d0, *EXACT * 5, v.d1, v.d2, v.d3, *EXACT * 2))
    a, al, b, bl = (column(Rounded(x, tape)) for x in (v.a, v.al, v.b, v.bl))
    hi, lo = empty(), empty()
    errorfree.sums((a, al), (b, bl), negative, hi, lo, empty(), empty())
    fits = tape.within(U) and abs(v.al) <= abs(v.a) * U and abs(v.bl) <= abs(v.b) * U
    return hi[0].value + lo[0].value, fits


def sum_error(v: Any, negative: bool) -> Any:
    """Return how far the shipped sum is off."""
    whole = v.a + v.al - v.b - v.bl if negative else v.a + v.al + v.b + v.bl
    return abs(sum_of(v, negative)[0] - whole)


def product_of(v: Any) -> tuple[Any, bool]:
    """Return hi + lo of the shipped product of 1 + al and 1 + bl, and whether all is within the
    model.
    """
    tape = Tape((v.d0, *EXACT * 8, v.d1, v.d2, v.d3, v.d4, v.d5, *EXACT * 2))
    one, al, bl, most, rest = (
        column(Rounded(x, tape)) for x in (Fraction(1), v.al, v.bl, Fraction(3, 4), Fraction(1, 4))
    )
    hi, lo = empty(), empty()
    errorfree.products((one, al), (one, bl), ((most, rest), (most, rest)), hi, lo, empty(), empty())
    fits = tape.within(U) and abs(v.al) <= U and abs(v.bl) <= U and abs(v.left) <= U**2
    return hi[0].value + lo[0].value, fits


def product_error(v: Any) -> Any:
    """Return how far the shipped product is off, where `left` stands for al bl."""
    return abs(product_of(v)[0] - (v.al + v.bl + v.left + 1))


def quotient_of(v: Any) -> tuple[Any, Any, bool]:
    """Return hi and hi + lo of the shipped quotient of 1 - d0 + al by 1 + bl, and whether all is
    within the model.
    """
    tape = Tape((Result(Fraction(1)), *EXACT * 11, v.d1, v.d2, v.d3, v.d4, v.d5, *EXACT * 2))
    a, al, one, bl, most, rest = (
        column(Rounded(x, tape))
        for x in (1 - v.d0, v.al, Fraction(1), v.bl, Fraction(3, 4), Fraction(1, 4))
    )

    def halve(_: Any, high: Any, low: Any) -> None:
        high[:], low[:] = most, rest

    hi, lo = empty(), empty()
    errorfree.quotients((a, al), (one, bl), hi, lo, [empty() for _ in range(7)], halve)
    fits = tape.within(U) and abs(v.al) <= abs(1 - v.d0) * U and abs(v.bl) <= U
    return (
        hi[0].value,
        hi[0].value + lo[0].value,
        fits and abs(v.left) <= abs(hi[0].value + lo[0].value - 1) * U,
    )


def quotient_error(v: Any) -> Any:
    """Return how far the shipped quotient is off, times b, where `left` stands for (hi + lo - 1)
    bl.
    """
    found = quotient_of(v)[1]
    return abs(found + v.bl + v.left - (1 - v.d0 + v.al))


def remainder(a: Any, c: Any, b: Any, d: Any, p: Any) -> Any:
    """Return what the shipped code gives for (a + c) (b + d) - p, without roundings."""
    out = column(None, None)
    errorfree.product_error(
        (column(a, a), column(c, c)),
        (column(b, b), column(d, d)),
        column(p, p),
        out,
        column(None, None),
    )
    return out[0]


STEPS = (
    identity(
        "Dekker's product without roundings is a b - p",
        R,
        lambda a, c, b, d, p: (remainder(a, c, b, d, p), (a + c) * (b + d) - p),
    ),
    smt(
        "a sum is within SUM u^2 (|a| + |b|)",
        SUMS,
        lambda v: sum_of(v, False)[1],
        lambda v: sum_error(v, False) <= (abs(v.a) + abs(v.b)) * (errorfree.SUM * U**2),
        lambda v: sum_error(v, False) <= (abs(v.a) + abs(v.b)) * U**2,
    ),
    smt(
        "a difference is within SUM u^2 (|a| + |b|)",
        SUMS,
        lambda v: sum_of(v, True)[1],
        lambda v: sum_error(v, True) <= (abs(v.a) + abs(v.b)) * (errorfree.SUM * U**2),
        lambda v: sum_error(v, True) <= (abs(v.a) + abs(v.b)) * U**2,
    ),
    smt(
        "a product is within PRODUCT u^2 |a b|",
        PRODUCTS,
        lambda v: product_of(v)[1],
        lambda v: product_error(v) <= errorfree.PRODUCT * U**2,
        lambda v: product_error(v) <= 4 * U**2,
    ),
    smt(
        "a quotient is within QUOTIENT u^2 |hi|",
        QUOTIENTS,
        lambda v: quotient_of(v)[2],
        lambda v: (
            quotient_error(v) <= abs(quotient_of(v)[0]) * (errorfree.QUOTIENT * U**2 * (1 - U))
        ),
        lambda v: quotient_error(v) <= abs(quotient_of(v)[0]) * (5 * U**2),
    ),
)


def holds(x: Fraction, x0: Fraction, shift: Fraction, mean: Fraction) -> bool:
    """Check a sum and a product with errors that are as large as the model allows."""
    a, b = x, mean
    s = a + b
    tape = SimpleNamespace(
        a=a,
        b=b,
        al=a * U * x0,
        bl=b * U * shift,
        d0=s * U * shift,
        d1=Fraction(0),
        d2=Fraction(0),
        d3=Fraction(0),
    )
    found = sum_error(tape, False) <= errorfree.SUM * U**2 * (abs(a) + abs(b))
    v = SimpleNamespace(
        al=U * x0,
        bl=U * shift,
        left=U**2 * x0 * shift,
        d0=U * shift,
        d1=U**2 * x0 * shift,
        d2=Fraction(0),
        d3=Fraction(0),
        d4=Fraction(0),
        d5=Fraction(0),
    )
    d = -U / (1 + U) * x0  # |d| <= u |1 - d|
    w = SimpleNamespace(
        al=-U * x0 * (1 - d),
        bl=U * shift,
        left=Fraction(0),
        d0=d,
        d1=Fraction(0),
        d2=U**2 * shift * x0,
        d3=Fraction(0),
        d4=Fraction(0),
        d5=Fraction(0),
    )
    small = quotient_error(w) <= abs(quotient_of(w)[0]) * (errorfree.QUOTIENT * U**2 * (1 - U))
    return found and bool(product_error(v) <= errorfree.PRODUCT * U**2) and bool(small)


THEOREM = Theorem(
    id="double_doubles",
    title="Sums, products and quotients of double-doubles are off by no more than stated",
    statement="with roundings of relative size at most u and exact TwoSum, Fast2Sum and Dekker "
    "products, the shipped sum is within 4 u^2 (|a| + |b|), the shipped product within 9 "
    "u^2 |a b| and the shipped quotient within 13 u^2 |a/b|, underflow apart",
    source="this project",
    steps=STEPS,
    holds=holds,
)
