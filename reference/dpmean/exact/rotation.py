"""The random rotation of Section 3.3: random signs, then the Hadamard matrix, without the factor 1/sqrt(d), so that
integers stay integers.

H is Sylvester's: H_1 = (1), H_2k = ((H_k, H_k), (H_k, -H_k)); entry (i, j) is -1 to the number of binary digits that i
and j share. H H = d I, so that (H D)^-1 = D H / d.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .reals import Scalar


def padded(d: int) -> int:
    """The least power of two that is at least d (Remark 3.1)."""
    return 1 << (d - 1).bit_length()


def butterfly(a: Scalar, b: Scalar) -> Scalar:
    """(a + b, a - b): H_2 on a pair."""
    return a + b, a - b


def hadamard(x: Sequence[Any]) -> list[Any]:
    """H x for a length d that is a power of two, in d log2 d additions."""
    found, half = list(x), 1
    while half < len(found):
        for start in range(0, len(found), 2 * half):
            for i in range(start, start + half):
                found[i], found[i + half] = butterfly(found[i], found[i + half])
        half *= 2
    return found


def rotate(x: Sequence[Any], signs: Sequence[int]) -> list[Any]:
    """H D x, x padded with zeros to the length of the signs."""
    return hadamard([s * v for s, v in zip(signs, x, strict=False)] + [0] * (len(signs) - len(x)))


def back(y: Sequence[Any], signs: Sequence[int], d: int) -> list[Any]:
    """The first d coordinates of (H D)^-1 y = D H y / d', d' the number of signs."""
    return [v * Fraction(s, len(signs)) for s, v in zip(signs, hadamard(y), strict=True)][:d]
