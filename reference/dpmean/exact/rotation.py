"""The random rotation of instance Section 3.3: random signs D, then the Hadamard matrix H.

The factor 1/sqrt(d) is left out, so that integers stay integers. H is Sylvester's: H_1 = (1), H_2k
= ((H_k, H_k), (H_k, -H_k)); entry (i, j) is -1 to the number of binary digits 1 that i and j share.
H H = d I, so that (H D)^-1 = D H / d.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .reals import Scalar


def padded(d: int) -> int:
    """Returns the least power of two that is at least d (Remark 3.1)."""
    return 1 << (d - 1).bit_length()


def butterfly(a: Scalar, b: Scalar) -> Scalar:
    """Returns (a + b, a - b), which is H_2 applied to a pair."""
    return a + b, a - b


def hadamard(x: Sequence[Any]) -> list[Any]:
    """Returns H x for a length d that is a power of two, in d log2 d additions."""
    found, half = list(x), 1
    while half < len(found):
        for start in range(0, len(found), 2 * half):
            for i in range(start, start + half):
                found[i], found[i + half] = butterfly(found[i], found[i + half])
        half *= 2
    return found


def rotate(x: Sequence[Any], signs: Sequence[int]) -> list[Any]:
    """Returns H D x, where x is padded with zeros to the number of the signs."""
    return hadamard([s * v for s, v in zip(signs, x, strict=False)] + [0] * (len(signs) - len(x)))


def back(y: Sequence[Any], signs: Sequence[int], d: int) -> list[Any]:
    """Returns the first d coordinates of (H D)^-1 y = D H y / d', where d' is the number of the
    signs.
    """
    return [v * s * Fraction(1, len(signs)) for s, v in zip(signs, hadamard(y), strict=True)][:d]
