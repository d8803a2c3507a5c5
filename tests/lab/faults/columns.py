"""Planted faults in what releases in columns rest on."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpmean.exact import errorfree
from dpmean.programs.columns import settle, values
from dpmean.programs.columns.arithmetic import Arithmetic
from proofs import theorems  # noqa: F401
from proofs.theorems.laws import error_free
from tests.lab.faults.fault import Fault


def _half_up(numbers: Any, unit: Any, kind: str) -> Any:
    """Rounding with ties upwards."""
    if kind != "round":
        return _ROUNDED(numbers, unit, kind)
    return (numbers * 2 * unit.numerator + unit.denominator) // (2 * unit.denominator)


def _unturned(above: Any, below: Any, kind: str = "floor") -> Any:
    """Quotients that forget the sign of the denominator."""
    return _QUOTIENTS(above, below * np.where(below < 0, -1, 1), kind)


def _low_by_ceil(found: Any, ends: Any, at: Any) -> Any:
    """Clipping whose low bound is one too high, where the low end is a tie."""
    return np.where(found <= settle.floor(ends[0] + settle._HALF), at[0], _WITHIN(found, ends, at))


def _high_by_floor(found: Any, ends: Any, at: Any) -> Any:
    """Clipping whose high bound is floor(high + 1/2): a tie too high."""
    high = settle.floor(ends[1] + settle._HALF)
    return np.where(
        found < settle.floor(ends[0] + settle._HALF), at[0], np.where(found > high, at[1], found)
    )


def _from_below(original: Any) -> Any:
    """Residues in [-q/2, q/2)."""

    def wrapped(self: Any, form: Any, modulus: Any) -> Any:
        above = (modulus - 0) // 2
        return self.whole((self.integers(form) + above) % modulus - above, 1)

    return wrapped


def _in_order(a: Any, b: Any, negative: bool, hi: Any, lo: Any, x: Any, y: Any) -> None:
    """Fast2Sum of two numbers in any order."""
    errorfree.fast_two_sum(a[0], b[0], hi, lo, x)


def _taken(function: Any, a: Any, b: Any, p: Any, out: Any, x: Any) -> Any:
    """What a function writes."""
    function(a, b, p, out, x)
    return out


_ROUNDED, _QUOTIENTS, _WITHIN = values.rounded, values.quotients, settle.within

FAULTS = (
    Fault(
        "rounding in columns with ties upwards",
        values,
        "rounded",
        lambda _: _half_up,
        "column_rounding",
        "rounded: round is the nearest integer, ties to even",
    ),
    Fault(
        "rounding down in columns for up",
        values,
        "rounded",
        lambda f: lambda n, u, kind: f(n, u, "floor" if kind == "ceil" else kind),
        "column_rounding",
        "rounded: ceil",
    ),
    Fault(
        "rounding up in columns for down",
        values,
        "rounded",
        lambda f: lambda n, u, kind: f(n, u, "ceil" if kind == "floor" else kind),
        "column_rounding",
        "rounded: floor",
    ),
    Fault(
        "quotients in columns forget a negative denominator",
        values,
        "quotients",
        lambda _: _unturned,
        "column_rounding",
        "quotients: the same by a negative number",
    ),
    Fault(
        "quotients in columns that round for floor",
        values,
        "quotients",
        lambda f: lambda a, b, kind="floor": f(a, b, "round"),
        "column_rounding",
        "quotients: floor, by numbers of both signs",
    ),
    Fault(
        "quotients in columns that cut off for round",
        values,
        "quotients",
        lambda f: lambda a, b, kind="floor": f(a, b),
        "column_rounding",
        "quotients: round is the nearest integer, ties to even",
    ),
    Fault(
        "an index clipped one too high at a low end",
        settle,
        "within",
        lambda _: _low_by_ceil,
        "column_rounding",
        "clipping on the index: between the ends it is floor(x + 1/2)",
    ),
    Fault(
        "an index beyond a high end on a tie kept",
        settle,
        "within",
        lambda _: _high_by_floor,
        "column_rounding",
        "clipping on the index: above the high end it is that end's",
    ),
    Fault(
        "an index below a low end kept",
        settle,
        "within",
        lambda f: (
            lambda found, ends, at: np.where(
                found < settle.floor(ends[0] + settle._HALF) - 1,
                at[0],
                np.where(found > settle.ceil(ends[1] - settle._HALF), at[1], found),
            )
        ),
        "column_rounding",
        "clipping on the index: below the low end it is that end's",
    ),
    Fault(
        "residues in [-q/2, q/2)",
        Arithmetic,
        "wrapped",
        _from_below,
        "column_rounding",
        "what is wrapped lies in (-q/2, q/2]",
    ),
    Fault(
        "residues that are not of the number",
        Arithmetic,
        "wrapped",
        lambda _: (
            lambda self, form, modulus: (
                self.whole(
                    (self.integers(form) - self.integers(form) + (modulus - 1) // 2) % modulus, 1
                )
                if isinstance(modulus, int)
                else self.whole(self.integers(form), 1)
            )
        ),
        "column_rounding",
        "what is wrapped equals the number modulo q and lies in (-q/2, q/2], q <= 24",
    ),
    Fault(
        "a product that adds its error instead of taking it",
        errorfree,
        "product_error",
        lambda f: lambda a, b, p, out, x: f(a, b, -p, out, x),
        "double_doubles",
        "Dekker's product without roundings is a b - p",
    ),
    Fault(
        "a bound of sums of twice u squared",
        errorfree,
        "SUM",
        lambda _: 2,
        "double_doubles",
        "a sum is within SUM u^2 (|a| + |b|)",
    ),
    Fault(
        "differences of double-doubles that add",
        errorfree,
        "sums",
        lambda f: lambda a, b, negative, *rest: f(a, b, False, *rest),
        "double_doubles",
        "a difference is within SUM u^2 (|a| + |b|)",
    ),
    Fault(
        "a bound of products of 7 u squared",
        errorfree,
        "PRODUCT",
        lambda _: 7,
        "double_doubles",
        "a product is within PRODUCT u^2 |a b|",
    ),
    Fault(
        "a bound of quotients of 5 u squared",
        errorfree,
        "QUOTIENT",
        lambda _: 5,
        "double_doubles",
        "a quotient is within QUOTIENT u^2 |hi|",
    ),
    Fault(
        "TwoSum that takes the first number for the greater",
        error_free,
        "sums",
        lambda _: _in_order,
        "error_free",
        "TwoSum, formats of 2 to 6 bits",
    ),
    Fault(
        "TwoSum that adds for a difference",
        error_free,
        "sums",
        lambda f: lambda a, b, negative, *rest: f(a, b, False, *rest),
        "error_free",
        "TwoSum of a difference, formats of 2 to 4 bits",
    ),
    Fault(
        "Fast2Sum whose rest is what was added",
        error_free,
        "fast_two_sum",
        lambda _: lambda s, w, hi, lo, x: np.add(s, w, out=hi),
        "error_free",
        "Fast2Sum where its condition holds, formats of 2 to 5 bits",
    ),
    Fault(
        "Dekker's product without the low parts' product",
        error_free,
        "product_error",
        lambda f: (
            lambda a, b, p, out, x: np.subtract(_taken(f, a, b, p, out, x), a[1] * b[1], out=out)
        ),
        "error_free",
        "Dekker's product, formats of 3, 5 and 7 bits",
    ),
)
