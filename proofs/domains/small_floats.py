"""Binary floating-point numbers of few bits, for code on columns: every operation is rounded to
nearest, ties to even.

`numbers(p, least, most)` are the integers m 2^e of p bits, 2^(p-1) <= m < 2^p and least <= e <=
most, with both signs, and 0. A number is an integer; neither overflow nor underflow occurs, as in
the proofs of `exact/errorfree.py`. NumPy's arrays of objects take them, so that shipped code on
columns runs unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .multiples import column


def rounded(value: int, bits: int) -> int:
    """Return the number of so many bits that is nearest to an integer, ties to even."""
    cut = abs(value).bit_length() - bits
    if cut <= 0:
        return value
    size, rest = abs(value) >> cut, abs(value) & ((1 << cut) - 1)
    size += rest > 1 << (cut - 1) or (rest == 1 << (cut - 1) and size & 1)
    return size << cut if value > 0 else -(size << cut)


class Small:
    """A number of `bits` bits."""

    def __init__(self, value: int, bits: int) -> None:
        """`value` is rounded."""
        self.value, self.bits = rounded(value, bits), bits

    def __add__(self, other: Small) -> Small:
        return Small(self.value + other.value, self.bits)

    def __sub__(self, other: Small) -> Small:
        return Small(self.value - other.value, self.bits)

    def __mul__(self, other: Small) -> Small:
        return Small(self.value * other.value, self.bits)

    def __bool__(self) -> bool:
        return self.value != 0


def numbers(bits: int, least: int, most: int) -> list[int]:
    """Return 0 and the integers m 2^e of that many bits, least <= e <= most, with both signs."""
    sizes = [m << e for e in range(least, most + 1) for m in range(1 << (bits - 1), 1 << bits)]
    return [0, *sizes, *(-size for size in sizes)]


def unit(value: int, bits: int) -> int:
    """Return the unit in the last place of a number of that many bits; 1 for 0."""
    return 1 << max(0, abs(value).bit_length() - bits)


def columns(bits: int, rows: Iterable[tuple[int, ...]]) -> tuple[Any, ...]:
    """Return the columns of rows of numbers."""
    return tuple(
        column(*(Small(value, bits) for value in entries)) for entries in zip(*rows, strict=True)
    )


def halves(value: int, bits: int) -> tuple[int, int]:
    """Return a number of an odd number of bits as high + low, where high is the nearest number of
    (bits - 1)/2 bits.

    A tie goes away from 0, as in `errorfree.split`.
    """
    step = unit(value, (bits - 1) // 2)
    size = (2 * abs(value) + step) // (2 * step) * step
    high = size if value > 0 else -size
    return high, value - high
