"""Which step of a staircase a point is on: functions that only compare, and return integers.

Boundaries are those of addremove Definition 2: level 0 on [0, gamma), level j on [j - 1 + gamma, j
+ gamma), with the negative axis mirrored, so that every law here is symmetric at every point and
not only almost everywhere.
"""

from __future__ import annotations

from ..errors import InvalidInput
from ..exact.enclosure import compare, floor
from ..exact.reals import Scalar

LEVEL_CAP = 10**6


def level(t: Scalar, gamma: Scalar) -> int:
    """Returns the step of t >= 0, floor(t - gamma) + 1, where t is in units of the sensitivity."""
    return reachable(floor(t - gamma) + 1)


def reachable(j: Scalar) -> Scalar:
    """Returns j itself, or raises InvalidInput for a step beyond the cap, where b to that power is
    out of reach.
    """
    if isinstance(j, int) and abs(j) > LEVEL_CAP:
        raise InvalidInput(
            "out_of_range", f"more than {LEVEL_CAP} sensitivities from the centre", argument="x"
        )
    return j


def signed_level(x: Scalar, gamma: Scalar) -> int:
    """Returns sign(x) level(|x|), the signed step of x, where x is in units of the sensitivity."""
    return level(x, gamma) if x >= 0 else -level(-x, gamma)


def lattice_level(i: int, m: int, g: int) -> int:
    """Returns the step of the lattice point i >= 0.

    The central step has the points -(g-1)..(g-1), and every other step has m points.
    """
    return reachable((i - g) // m + 1)


def signed_lattice_level(i: int, m: int, g: int) -> int:
    """Returns sign(i) lattice_level(|i|), the signed step of the lattice point i."""
    return lattice_level(i, m, g) if i >= 0 else -lattice_level(-i, m, g)


def lattice_points(s: int, m: int, g: int) -> range:
    """Returns the lattice points of the signed step s, in order."""
    if s == 0:
        return range(1 - g, g)
    first = (s - 1) * m + g if s > 0 else s * m - g + 1
    return range(first, first + m)


def hourglass_exponent(j: int, k: int) -> int:
    """Returns |j| + |k - j|, the exponent of b at the signed step j of x on the diagonal x + y = k.

    The paper's A_k and B_k(i) in one expression: for x >= 0, A_k is j <= k and gives k; B_k(i) is j
    = k + i and gives 2 i + k.
    """
    return abs(j) + abs(reachable(k) - j)


def is_less(x: Scalar, y: Scalar) -> int:
    """Returns 1 if x < y, otherwise 0; the comparison is certified."""
    return 1 if compare(x, y) < 0 else 0
