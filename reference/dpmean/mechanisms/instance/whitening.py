"""Lower triangular matrices on a lattice, for whitening: roots and inverses that are the same on
every machine.

The file has linear algebra on rational matrices, with every entry rounded down to a multiple of
2^-40. It is post-processing of private matrices: accuracy, not privacy, depends on it. A matrix is
a list of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Any

from ...exact.enclosure import LATTICE
from ...programs.postprocess import at_least, integer_root, quotient, toward_zero

LEAST = Fraction(1, LATTICE)
Matrix = list[list[Fraction]]


def down(x: Fraction, divisor: Fraction | int = 1) -> Fraction:
    """Returns the greatest multiple of 2^-40 that is not above x/divisor."""
    return ((x * LATTICE) // divisor) * LEAST


def root_down(x: Fraction) -> Fraction:
    """Returns the greatest multiple of 2^-40 that is not above the root of x >= 0."""
    return integer_root(floor(x * LATTICE**2)) * LEAST


def factor(u: Matrix, least: Fraction) -> Matrix:
    """Returns the Cholesky factor L of U, lower triangular, with L L' = U but for the rounding.

    A pivot below `least`, at least 2^-40, becomes `least`: then U was not positive definite, and L
    L' is larger.
    """
    found: Matrix = [[Fraction(0)] * len(u) for _ in u]
    for j in range(len(u)):
        pivot = at_least(u[j][j] - sum((v * v for v in found[j][:j]), Fraction(0)), least)
        found[j][j] = root_down(pivot)
        for i in range(j + 1, len(u)):
            found[i][j] = down(u[i][j] - dot(found[i][:j], found[j][:j]), found[j][j])
    return found


def whitened(lower: Matrix, a: Matrix) -> Matrix:
    """Returns L^-1 A, row by row, where A is lower triangular.

    No entry of the diagonal is below 2^-40, so that the result can be inverted.
    """
    found: Matrix = []
    for r, row in enumerate(a):
        fresh = [
            down(v - dot(lower[r][:r], [found[k][c] for k in range(r)]), lower[r][r])
            if c <= r
            else Fraction(0)
            for c, v in enumerate(row)
        ]
        fresh[r] = at_least(fresh[r], LEAST)
        found.append(fresh)
    return found


def solved(a: Matrix, y: Sequence[Fraction]) -> list[Fraction]:
    """Returns x with A x = y, exactly; A is lower triangular, with a positive diagonal.

    All coordinates are over one denominator, the product of the diagonal, until they are divided by
    it.
    """
    above: list[Any] = []
    below: Any = Fraction(1)
    for row, v in zip(a, y, strict=True):
        at = len(above)
        fresh = v * below - dot(row[:at], above)
        above, below = [*(x * row[at] for x in above), fresh], below * row[at]
    return [quotient(x, below, undefined=Fraction(0)) for x in above]


def applied(a: Matrix, x: Sequence[int], steps: int) -> list[int]:
    """Returns steps A x, with every coordinate truncated toward zero."""
    return [toward_zero(steps * dot(row, x)) for row in a]


def dot(x: Sequence[Fraction], y: Sequence[Fraction | int]) -> Fraction:
    """Returns the inner product of x and y."""
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def squared_size(a: Matrix) -> Fraction:
    """Returns the sum of the squares of all entries; no vector grows by more than its root."""
    return sum((v * v for row in a for v in row), Fraction(0))
