"""What a double is made of, exactly: its sign, binade, last bits and lowest set bit, and those of
sums of two doubles.

A *view* is one number made of an output: a coordinate, the sum of both, or how far a coordinate is
from a centre. It is an unevaluated sum of two doubles, so that no rounding hides a bit. A *sorting*
puts every number of a view into a class, named by an integer; events are sets of classes
(`leak.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10

import numpy as np
import numpy.typing as npt

from .batch import Column, two_sum

Codes = npt.NDArray[np.int64]
ZERO = 5000  # the exponent recorded for the lowest set bit of 0, which is a multiple of everything
SIGNIFICANT = range(3, 9)  # digits to which numbers may have been rounded
DECIMALS = 12  # after the point; rounding to more is finer than what a batch can see
OFFSET, SPAN = 6000, 1 << 14  # exponents between -6000 and 10000 become a digit


@dataclass(frozen=True)
class View:
    """The numbers head + rest, exactly, in the order of the draws; the head is the nearest
    double.
    """

    name: str
    head: Column
    rest: Column


def views(columns: Sequence[Column], centers: Sequence[float]) -> list[View]:
    """Return the views of some outputs: each coordinate, their sum, and each less every centre that
    is not 0.
    """
    zero = np.zeros_like(columns[0])
    found = [View(name, column, zero) for name, column in zip("xy", columns, strict=False)]
    if len(columns) == 2:
        found.append(View("x + y", *two_sum(columns[0], columns[1])))
    away = sorted({c for c in centers if c})
    return found + [
        View(f"{name} - {c!r}", *two_sum(column, np.full_like(column, -c)))
        for c in away
        for name, column in zip("xy", columns, strict=False)
    ]


def binade(x: Column) -> Codes:
    """Return e with 2^e <= |x| < 2^(e + 1); -ZERO for 0."""
    return np.where(x == 0, -ZERO, np.frexp(x)[1].astype(np.int64) - 1)


def mantissa(x: Column) -> Codes:
    """Return the 53 bits of every double as an integer, also of a subnormal one, whose leading bits
    are 0 at its end.
    """
    return np.abs(np.frexp(x)[0] * 2.0**53).astype(np.int64)


def lowest(x: Column) -> Codes:
    """Return the exponent of the lowest set bit of doubles, subnormal numbers included; ZERO for
    0.
    """
    whole = mantissa(x)
    bit = np.frexp((whole & -whole).astype(np.float64))[1].astype(np.int64) - 1
    return np.where(x == 0, ZERO, np.frexp(x)[1].astype(np.int64) - 53 + bit)


def common_grid(columns: Sequence[Column]) -> Fraction:
    """Return the largest power of two of which all numbers are multiples; 0 where there are none
    but zeros.
    """
    least = min((int(lowest(c[c != 0]).min()) for c in columns if c.any()), default=None)
    return Fraction(0) if least is None else Fraction(2) ** least


def decimal_grid(columns: Sequence[Column]) -> Fraction:
    """Return the coarsest power of ten, at least 10^-DECIMALS, of which all numbers are the nearest
    doubles of multiples; 0 where there is none.

    An integer below 2^53 over a power of ten is divided with one rounding, so that the comparison
    is exact.
    """
    for digits in range(DECIMALS + 1 if columns else 0):
        unit = 10.0**digits
        if all(
            bool((np.abs(c) * unit < 2.0**53).all()) and bool((np.rint(c * unit) / unit == c).all())
            for c in columns
        ):
            return Fraction(1, 10**digits)
    return Fraction(0)


def few_digits(columns: Sequence[Column]) -> tuple[Fraction, str]:
    """Return the widest step of numbers that all are short, each for its size, and what they are; 0
    where they are not.
    """
    most = max((float(np.abs(c).max()) for c in columns if len(c)), default=0.0)
    if not most or not np.isfinite(most):
        return Fraction(0), ""
    with np.errstate(over="ignore"):
        short = [c.astype(np.float32) for c in columns]
    if all(bool((s == c).all()) for s, c in zip(short, columns, strict=True)):
        return Fraction(float(np.spacing(np.float32(most)))), "32-bit floating-point numbers"
    for digits in SIGNIFICANT:
        if all(float(f"{x:.{digits - 1}e}") == x for c in columns for x in c.tolist()):
            step = Fraction(10) ** (floor(log10(most)) - digits + 1)
            return step, f"decimals of {digits} significant digits"
    return Fraction(0), ""


def lowest_of(view: View) -> Codes:
    """Return the exponent of the lowest set bit of exact sums: that of the rest, where there is
    one.
    """
    return np.where(view.rest == 0, lowest(view.head), lowest(view.rest))


def _place(view: View) -> Codes:
    """Sign and binade of the head as one integer."""
    return (binade(view.head) + OFFSET) * 2 + (view.head < 0)


def _last_bits(view: View) -> Codes:
    return _place(view) * 8 + (mantissa(view.head) & 7)


def _sign_and_lowest(view: View) -> Codes:
    return _place(view) * SPAN + lowest_of(view) + OFFSET


def _value(view: View) -> Codes:
    return view.head.view(np.int64)  # 0.0 and -0.0 are told apart, as whoever gets the output can


def _told_place(code: int) -> str:
    exponent, negative = code // 2 - OFFSET, code % 2
    if exponent == -ZERO:
        return "0"
    return f"{'-' if negative else '+'}[2^{exponent}, 2^{exponent + 1})"


def _told_lowest(code: int) -> str:
    return "0" if code == ZERO else f"an odd multiple of 2^{code}"


@dataclass(frozen=True)
class Sorting:
    """Classes of numbers: the class of each, and the words for one class."""

    name: str
    classes: Callable[[View], Codes]
    told: Callable[[int], str]
    ordered: bool = (
        False  # whether "this class or a higher one" is an event that can be said in words
    )


LOWEST = Sorting("lowest bit", lowest_of, _told_lowest, ordered=True)
SORTINGS = (
    LOWEST,
    Sorting(
        "sign, binade and lowest bit",
        _sign_and_lowest,
        lambda code: f"in {_told_place(code // SPAN)}, {_told_lowest(code % SPAN - OFFSET)}",
    ),
    Sorting(
        "sign, binade and last three bits",
        _last_bits,
        lambda code: f"in {_told_place(code // 8)}, ending in the bits {code % 8:03b}",
    ),
    Sorting("value", _value, lambda code: repr(float(np.int64(code).view(np.float64)))),
)
