"""Integers of which a step knows a part: multiples of a unit, and numbers modulo q, for code that
runs on columns.

NumPy's arrays of objects take them, and the terms of `kernel/tracing.py`, so that shipped code on
columns runs unchanged. A comparison of an entry is a branch, as everywhere in a traced statement.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpmean.errors import InvalidInput


def column(*entries: Any) -> NDArray[Any]:
    """Return the entries as an array of objects."""
    made = np.empty(len(entries), object)
    made[:] = entries
    return made


def numbers(*entries: int, count: int = 1, kind: str = "i8") -> NDArray[Any]:
    """Return `count` times the entries as an array of integers of that kind."""
    return np.array(entries * count, kind)


class Multiple:
    """The integer x q for a positive integer q about which nothing else is known; x q // (c q) is
    floor(x / c).
    """

    def __init__(self, x: Any) -> None:
        """`x` is a real term or an exact number."""
        self.x = x

    def __add__(self, other: Multiple) -> Multiple:
        return Multiple(self.x + other.x)

    def __mul__(self, factor: int) -> Multiple:
        return Multiple(self.x * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Multiple:
        return Multiple(-self.x)

    def __lt__(self, other: int) -> Any:
        return self._against(other, lambda: self.x < 0)

    def __le__(self, other: int) -> bool:
        """Whether 64 bits hold it: they are not said to, and Python's integers hold it anyway."""
        return self._against(other, lambda: self.x <= 0) if other == 0 else False

    def __eq__(self, other: object) -> Any:
        return self._against(other, lambda: self.x == 0)

    def __floordiv__(self, other: Multiple) -> Any:
        return floor(self.x / self._constant(other))

    def __mod__(self, other: Multiple) -> Multiple:
        return Multiple(self.x - floor(self.x / self._constant(other)) * self._constant(other))

    __hash__ = None  # type: ignore[assignment]

    @staticmethod
    def _against(other: object, compared: Any) -> Any:
        if not isinstance(other, int) or other != 0:
            raise TypeError("a multiple of the unit compares with 0 only")
        return compared()

    @staticmethod
    def _constant(other: Multiple) -> Fraction:
        if not isinstance(other.x, int | Fraction) or other.x <= 0:
            raise TypeError("multiples are divided by a positive number of units only")
        return Fraction(other.x)


class Modulus:
    """A positive integer q, as a term."""

    def __init__(self, q: Any) -> None:
        """`q` is an integer term or an integer."""
        self.q = q

    def __sub__(self, other: int) -> Modulus:
        return Modulus(self.q - other)

    def __floordiv__(self, other: int) -> Any:
        return floor(self.q / Fraction(other))


class Residue:
    """The integer r plus a multiple of q about which nothing is known; it modulo q is r, as long as
    0 <= r < q.
    """

    def __init__(self, r: Any) -> None:
        """`r` is an integer term or an integer."""
        self.r = r

    def __add__(self, other: Any) -> Residue:
        return Residue(self.r + other)

    def __mod__(self, modulus: Modulus) -> Any:
        if not (self.r >= 0 and self.r < modulus.q):
            raise InvalidInput("out_of_range", "the part that is known is not reduced")
        return self.r
