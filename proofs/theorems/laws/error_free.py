"""TwoSum, Fast2Sum and Dekker's product give the exact error, in every format of few bits.

Claim.       In binary formats of p bits, rounded to nearest, ties to even, without overflow and underflow, the shipped
             operations give hi = the rounded result and lo = the exact rest: `errorfree.sums` of
             two single numbers (p = 2, ..., 6), `errorfree.fast_two_sum` under its conditions (p =
             2, ..., 5), `errorfree.product_error` of numbers that are split at (p - 1)/2 bits (p =
             3, 5, 7).
Source.      this project; Knuth; Dekker (1971).
Derivation.  The shipped functions run on all pairs of numbers. For sums, one of the two has exponent 0 at least and the
             other up to p + 3 more: beyond, the smaller one is less than a quarter of an ulp of the
             greater, where nothing depends on its size any more but whether it is 0. Scaling both
             by a power of two scales all, and for products the exponents do not matter at all.
             These are not doubles: that the same holds with p = 53 is argued in the docstrings of
             errorfree.py, whose reasons know nothing of p, and tested on doubles. What reads the
             bits of a double (`split`, `floors`) is argued and tested alone.
Trusted.     nothing beyond the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dpmean.exact.errorfree import fast_two_sum, product_error, sums

from ...domains.multiples import column
from ...domains.small_floats import columns, halves, numbers, rounded, unit
from ...kernel.rules import exhaustive
from ...theorem import Theorem

Pair = tuple[int, int, int]  # bits, and two numbers


def pairs(most: int, beyond: int) -> Iterator[Pair]:
    """Yield all pairs of numbers of up to `most` bits, with exponents of which one is 0."""
    for bits in range(2, most + 1):
        near, far = numbers(bits, 0, 0), numbers(bits, 0, bits + beyond)
        yield from ((bits, a, b) for a in near for b in far)
        yield from ((bits, b, a) for a in near for b in far)


def factors() -> Iterator[Pair]:
    """Yield all pairs of numbers of 3, 5 and 7 bits with exponent 0."""
    for bits in (3, 5, 7):
        both = numbers(bits, 0, 0)
        yield from ((bits, a, b) for a in both for b in both)


def is_exact_sum(pair: Pair, negative: bool = False) -> bool:
    """Check the shipped sum, or difference, of two numbers."""
    bits, a, b = pair
    (x, y), whole = columns(bits, [(a, b)]), a - b if negative else a + b
    hi, lo, p, q = (column(None) for _ in range(4))
    sums((x, None), (y, None), negative, hi, lo, p, q)
    return bool(hi[0].value == rounded(whole, bits) and hi[0].value + lo[0].value == whole)


def fast_pairs() -> Iterator[Pair]:
    """Yield the pairs (s, w) that fulfil the condition of Fast2Sum."""
    for bits, s, w in pairs(5, 3):
        if not s or abs(s) >= abs(w) or s % unit(w, bits) == 0:
            yield bits, s, w


def is_exact_fast_sum(pair: Pair) -> bool:
    """Check the shipped Fast2Sum, where the second number comes in the place of the rest."""
    bits, a, b = pair
    s, w = columns(bits, [(a, b)])
    hi, x = column(None), column(None)
    fast_two_sum(s, w, hi, w, x)
    return bool(hi[0].value == rounded(a + b, bits) and hi[0].value + w[0].value == a + b)


def split(value: int, bits: int) -> Any:
    """Return the parts of a number as columns."""
    return columns(bits, [halves(value, bits)])


def is_exact_product(pair: Pair) -> bool:
    """Check the shipped error of a rounded product."""
    bits, a, b = pair
    p = rounded(a * b, bits)
    out, x = column(None), column(None)
    product_error(split(a, bits), split(b, bits), columns(bits, [(p,)])[0], out, x)
    return bool(out[0].value == a * b - p)


STEPS = (
    exhaustive("TwoSum, formats of 2 to 6 bits", lambda: pairs(6, 3), is_exact_sum),
    exhaustive(
        "TwoSum of a difference, formats of 2 to 4 bits",
        lambda: pairs(4, 3),
        lambda pair: is_exact_sum(pair, True),
    ),
    exhaustive(
        "Fast2Sum where its condition holds, formats of 2 to 5 bits", fast_pairs, is_exact_fast_sum
    ),
    exhaustive("Dekker's product, formats of 3, 5 and 7 bits", factors, is_exact_product),
)


def holds(x: Fraction, x0: Fraction, shift: Fraction, mean: Fraction) -> bool:
    """Check sums and products of numbers of 9 and 11 bits that the parameters choose."""
    a, b = (int(t * 4001) % (1 << 9) + 1 for t in (x + x0, shift + mean))
    m, n = (value | 1 << 8 for value in (a % (1 << 9), b % (1 << 9)))
    return all(
        (
            is_exact_sum((9, m << 7, -n)),
            is_exact_sum((9, m, n), True),
            is_exact_product((9, m, -n)),
            is_exact_fast_sum((9, m << 9, n)),
            is_exact_product((11, m << 2, n << 2)),
        )
    )


THEOREM = Theorem(
    id="error_free",
    title="TwoSum, Fast2Sum and Dekker's product give the exact error in formats of few bits",
    statement="in formats of up to 6 bits for sums and of 3, 5 and 7 bits for products the shipped "
    "operations give the rounded result and the exact rest; with 53 bits that is argued, "
    "and tested",
    source="this project",
    steps=STEPS,
    holds=holds,
)
