"""Bugs to plant in the columns of double-doubles, each with the check of `test_doubles.py` that
must see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from dpmean.exact import doubles, errorfree, pairs, radii
from tests.lab.mutants.mutant import always, edit, function_of

Balls = doubles.Balls


@dataclass(frozen=True)
class Bug:
    """Change `name` of `where` by change(original); then `check` is red."""

    what: str
    where: Any
    name: str
    change: Callable[[Any], Any]
    check: str


@contextmanager
def planted(bug: Bug) -> Iterator[None]:
    """The shipped code with the bug, and without it afterwards."""
    original = bug.where.__dict__[bug.name]
    function = function_of(original)
    code = getattr(function, "__code__", None)
    try:
        setattr(bug.where, bug.name, bug.change(original))
        yield
    finally:
        setattr(bug.where, bug.name, original)
        if code is not None:
            function.__code__ = code


def _edits(what: str, where: Any, name: str, check: str, *changes: tuple[str, str]) -> Bug:
    return Bug(what, where, name, edit(*changes), check)


BUGS = (
    # centres
    _edits(
        "TwoSum without the second term's error",
        errorfree,
        "sums",
        "operations",
        ("    plus(lo, x, out=lo)\n    if", "    if"),
    ),
    _edits(
        "a difference with the error of a sum",
        errorfree,
        "sums",
        "operations",
        ("    minus(bh, x, out=x)", "    np.subtract(bh, x, out=x)"),
    ),
    _edits(
        "a sum drops lo of the first",
        errorfree,
        "sums",
        "operations",
        ("        plus(al, bl, out=x)", "        plus(0 * al, bl, out=x)"),
    ),
    _edits(
        "a sum drops lo beside none",
        errorfree,
        "sums",
        "operations",
        ("        np.add(lo, al, out=lo)", "        pass"),
    ),
    _edits(
        "a difference adds lo beside none",
        errorfree,
        "sums",
        "operations",
        ("        plus(lo, bl, out=lo)", "        np.add(lo, bl, out=lo)"),
    ),
    _edits(
        "a sum is not normalised",
        errorfree,
        "sums",
        "cancellation",
        ("    fast_two_sum(s, lo, hi, lo, x)", "    np.copyto(hi, s)"),
    ),
    _edits(
        "Fast2Sum without its error",
        errorfree,
        "fast_two_sum",
        "operations",
        ("    np.subtract(w, x, out=lo)", "    np.multiply(w, 0, out=lo)"),
    ),
    Bug("a split at the 25th bit", errorfree, "_MASK", always(-(1 << 28)), "operations"),
    Bug("a split at the 28th bit", errorfree, "_MASK", always(-(1 << 25)), "operations"),
    Bug("a split that cuts off and does not round", errorfree, "_HALF", always(0), "operations"),
    _edits(
        "Dekker's product without the last term",
        errorfree,
        "product_error",
        "operations",
        ("        np.multiply(a[1], b[1], out=x)", "        np.multiply(a[1], 0, out=x)"),
    ),
    _edits(
        "Dekker's product with one cross term twice",
        errorfree,
        "product_error",
        "operations",
        ("    np.multiply(a[1], b[0], out=x)", "    np.multiply(a[0], b[1], out=x)"),
    ),
    _edits(
        "a product drops lo of the first",
        errorfree,
        "products",
        "operations",
        ("        np.multiply(al, bh, out=hi)", "        np.multiply(al, 0, out=hi)"),
    ),
    _edits(
        "a product drops lo of the second",
        errorfree,
        "products",
        "operations",
        (
            "        np.multiply(ah, bl, out=x if al is not None else hi)",
            "        np.multiply(ah, 0, out=x if al is not None else hi)",
        ),
    ),
    _edits(
        "a quotient forgets lo of the numerator",
        errorfree,
        "quotients",
        "operations",
        ("        np.add(y, al, out=y)", "        pass"),
    ),
    _edits(
        "a quotient forgets lo of the denominator",
        errorfree,
        "quotients",
        "operations",
        ("        np.subtract(y, x, out=y)", "        pass"),
    ),
    _edits(
        "a quotient adds lo of the denominator",
        errorfree,
        "quotients",
        "operations",
        ("        np.subtract(y, x, out=y)", "        np.add(y, x, out=y)"),
    ),
    _edits(
        "a quotient takes the rounded product for the exact one",
        errorfree,
        "quotients",
        "operations",
        ("    np.subtract(y, lo, out=y)", "    pass"),
    ),
    # radii
    Bug("no error term of a sum", errorfree, "SUM", always(0), "operations"),
    Bug("no error term of a product", errorfree, "PRODUCT", always(0), "operations"),
    Bug("no error term of a quotient", errorfree, "QUOTIENT", always(0), "operations"),
    Bug("too small an error of a sum", errorfree, "SUM", always(1.9), "worst_cases"),
    Bug("too small an error of a product", errorfree, "PRODUCT", always(3.5), "worst_cases"),
    Bug("too small an error of a quotient", errorfree, "QUOTIENT", always(5.5), "worst_cases"),
    Bug("error terms too large", errorfree, "UNIT", always(2.0**-102), "operations"),
    Bug("radii that are not enlarged", radii, "ENLARGED", always(1.0), "operations"),
    _edits(
        "the radius of a sum is the larger one",
        radii,
        "of_sum",
        "operations",
        ("    base = (ra + rb) * ENLARGED", "    base = np.maximum(ra, rb) * ENLARGED"),
    ),
    _edits(
        "the error of a sum from the sum itself",
        radii,
        "of_sum",
        "cancellation",
        (
            "np.add(_sizes(a, i, x), _sizes(b, i, y), out=r)",
            "np.abs(_cut(a, i) + _cut(b, i), out=r)",
        ),
    ),
    _edits(
        "one radius for all rows",
        radii,
        "of_sum",
        "operations",
        ("bound <= SPOILT * _least(base)", "True"),
    ),
    _edits(
        "one radius of a product for all rows",
        radii,
        "of_product",
        "operations",
        ("varying <= SPOILT * fixed", "True"),
    ),
    _edits(
        "the radius of a product without ra rb",
        radii,
        "of_product",
        "operations",
        ("np.add(y, q, out=k)", "np.add(y, 0 * q, out=k)"),
    ),
    _edits(
        "the radius of a product with a constant, without its own",
        radii,
        "of_product",
        "operations",
        ("top * (rb * ENLARGED + error * size) + ra * rb", "top * (error * size)"),
    ),
    _edits(
        "the radius of a quotient forgets that of the denominator",
        radii,
        "of_quotient",
        "operations",
        ("np.multiply(x, s, out=x)", "0 * x"),
    ),
    _edits(
        "a quotient divides by the middle of the denominator",
        Balls,
        "__truediv__",
        "operations",
        ("y * (1 - 2.0**-51) - b.rad", "y + 0 * b.rad"),
    ),
    # what is exact, too large or too small
    _edits(
        "sums are taken to be exact too soon",
        errorfree,
        "exact_sum",
        "exactness",
        ("105 + grid", "108 + grid"),
    ),
    _edits(
        "products are taken to be exact too soon",
        errorfree,
        "exact_product",
        "exactness",
        ("105 + grid", "110 + grid"),
    ),
    _edits(
        "sums take one operation for too large numbers",
        Balls,
        "_plus",
        "exactness",
        ("53 + grid", "54 + grid"),
    ),
    _edits(
        "products take one operation for too large numbers",
        Balls,
        "__mul__",
        "exactness",
        ("53 + a._grid", "55 + a._grid"),
    ),
    Bug("no guard against underflow of products", doubles, "SMALL", always(-4000), "extremes"),
    Bug("no guard against small terms", doubles, "SMALLEST", always(-4000), "extremes"),
    Bug("no guard against underflow of quotients", doubles, "NORMAL", always(0.0), "extremes"),
    _edits(
        "too small a radius of what underflows",
        Balls,
        "_times_rows",
        "extremes",
        (
            "(x * ENLARGED + a.rad) * (y * ENLARGED + b.rad) * ENLARGED + TINY",
            "x * 0.0 + a.rad * b.rad",
        ),
    ),
    _edits(
        "products that are too large are known",
        Balls,
        "_times_rows",
        "extremes",
        ("return product._lost(bad)", "return product._lost(bad & False)"),
    ),
    _edits("sums that are too large are known", Balls, "_plus", "extremes", ("._lost(bad)", "")),
    _edits(
        "a quotient by what may be 0 is known",
        Balls,
        "_over_rows",
        "extremes",
        ("return quotient._lost(bad)", "return quotient"),
    ),
    _edits("a quotient by what may be 0", Balls, "_over_rows", "extremes", ("(m > 0) & ", "")),
    _edits(
        "an infinite radius times 0",
        radii,
        "lost_beyond",
        "extremes",
        ("np.where(rad <= limit, rad, inf)", "np.where(rad <= limit, rad, 0.0)"),
    ),
    _edits(
        "scaling forgets what underflows",
        Balls,
        "_scaled_rows",
        "powers_of_two",
        ("(rad + 2.0**-1070) * ENLARGED", "rad"),
    ),
    _edits(
        "scaling by a power of two leaves lo",
        Balls,
        "times_power_of_two",
        "powers_of_two",
        ("self.lo * factor", "self.lo"),
    ),
    _edits(
        "scaling by a power of two leaves the radius",
        Balls,
        "times_power_of_two",
        "powers_of_two",
        ("self.rad * factor + (0.0 if k > 0 else TINY)", "self.rad"),
    ),
    # signs and floors
    _edits(
        "a sign from hi alone",
        Balls,
        "sign",
        "signs_and_floors",
        ("least = np.multiply(self.rad, 1 + 2.0**-51)", "least = np.multiply(self.rad, 0)"),
    ),
    _edits(
        "a sign at the end of its interval",
        Balls,
        "sign",
        "signs_and_floors",
        ("self.hi > self.rad * (1 + 2.0**-51)", "self.hi >= self.rad"),
    ),
    _edits(
        "a floor from hi alone",
        errorfree,
        "floors",
        "signs_and_floors",
        ("low = np.where(whole, np.floor(lo), 0.0)", "low = 0 * lo"),
    ),
    _edits(
        "a floor with the half-open interval reversed",
        errorfree,
        "floors",
        "signs_and_floors",
        (
            "(rad <= below * (1 - 2.0**-50)) & (rad < above",
            "(rad < below * (1 - 2.0**-50)) & (rad <= above",
        ),
    ),
    _edits(
        "a floor with both ends closed",
        errorfree,
        "floors",
        "signs_and_floors",
        ("(rad < above * (1 - 2.0**-50))", "(rad <= above)"),
    ),
    _edits(
        "a floor without its radius",
        Balls,
        "floor",
        "signs_and_floors",
        ("(self.rad + (self._top * 2.0**-53 + 2.0**-52))", "(0 * self.rad + 2.0**-52)"),
    ),
    _edits(
        "a floor without room for lo",
        Balls,
        "floor",
        "signs_and_floors",
        ("(self._top * 2.0**-53 + 2.0**-52)", "0"),
    ),
    _edits(
        "a floor beyond 62 bits",
        errorfree,
        "floors",
        "signs_and_floors",
        (
            "return values, known & (values < 1 << 62) & (values > -(1 << 62))",
            "return values, known",
        ),
        ("2.0**62", "2.0**63"),
    ),
    # where columns come from
    _edits(
        "cells that are centred at their lower end",
        pairs.Pairs,
        "of_words",
        "sources",
        ("    np.add(lower, 2.0**-65, out=lower)\n", ""),
    ),
    _edits(
        "words without their last 11 bits",
        pairs.Pairs,
        "of_words",
        "sources",
        ("words & 2047", "words & 0"),
    ),
    _edits(
        "integers beyond 53 bits as one double",
        pairs.Pairs,
        "of_integers",
        "sources",
        ("1 << 53", "1 << 54"),
    ),
    _edits(
        "a constant without lo",
        pairs.Pairs,
        "constant",
        "sources",
        ("np.array([lo]) if lo else None", "None"),
    ),
    _edits(
        "a constant without its radius",
        pairs.Pairs,
        "constant",
        "sources",
        ("rad = radii.above(", "rad = 0 * radii.above("),
    ),
    Bug("a radius rounded to the nearest", radii, "above", always(float), "sources"),
    _edits(
        "the enclosure of a constant at its middle",
        pairs.Pairs,
        "constant",
        "sources",
        (" + (upper - lower) / 2)", ")"),
    ),
    _edits(
        "rows that are not numbers are 0",
        pairs.Pairs,
        "__init__",
        "sources",
        ("np.where(known, radius, math.inf)", "np.where(known, radius, 0.0)"),
    ),
)
