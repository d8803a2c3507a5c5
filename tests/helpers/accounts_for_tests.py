"""Names of the catalogue asked with numbers, and comparisons of numbers that are only known by
enclosures.
"""

from __future__ import annotations

from fractions import Fraction

from dpmean.catalogue.quantities import value
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number


def asked(name: str, **params: Fraction | int | str) -> Number:
    return value(name, params).values[0]


def below(x: Number, y: Number) -> bool:
    """Whether x <= y, certified."""
    return compare(x, y) <= 0


def near(x: Number, y: Number, by: Fraction) -> bool:
    """Whether |x - y| <= by, certified."""
    return compare(x - y, by) <= 0 <= compare(x - y, -by)
