"""The distribution function of a symmetric integer law as integers: floor(F(k) 2^64), certified, for every k that 64 bits can tell.

`upper(k)` = P(K >= k), k >= 1, is a shipped formula; here it is run on balls, so that a table of a hundred thousand entries
takes a fraction of a second. A floor that a ball does not decide (F(k) may be a multiple of 2^-64) is asked of `enclosure`, which can prove.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import enclosure
from ..balls import around, ball, precision
from ..errors import InvalidInput
from ..reals import Number

WIDTH = 64
PRECISION = 192  # bits of a ball: a threshold is undecided about once in 2^100
MOST = 1 << 19  # outcomes on one side; 8 MiB of thresholds


@dataclass(frozen=True)
class Thresholds:
    """floors[i] = floor(F(first + i) 2^64); below `first` and above the last outcome lies less than 2^-64."""

    first: int
    floors: NDArray[np.uint64]

    @property
    def last(self) -> int:
        """The greatest outcome that 64 bits can decide."""
        return self.first + len(self.floors) - 1


def symmetric(upper: Callable[[int, Any], Any], parameters: tuple[Number, ...]) -> Thresholds:
    """The thresholds of a law with P(K = k) = P(K = -k); `upper(k, parameters)` is branch-free arithmetic."""
    halves: list[tuple[int, int]] = []  # (floor, ceil) of P(K >= k) 2^64, k = 1, 2, ...
    with precision(PRECISION):
        balls, scale = tuple(map(ball, parameters)), ball(1 << WIDTH)
        if upper(MOST, balls) * scale > 1:
            raise InvalidInput("out_of_range", f"epsilon: a table would have more than {2 * MOST} outcomes; draw one at a time with `sample`", argument="epsilon")
        while not halves or halves[-1][1] > 1:
            k = len(halves) + 1
            halves.append(around(upper(k, balls) * scale) or _proved(upper(k, parameters)))
    left = [low for low, _ in reversed(halves)]  # F(-k) = P(K >= k)
    right = [(1 << WIDTH) - high for _, high in halves]  # F(k - 1) = 1 - P(K >= k)
    # below the first floor of at least 1 nothing can be decided
    kept = next(i for i, low in enumerate(left) if low > 0) if any(left) else len(left)
    return Thresholds(kept - len(left), np.array(left[kept:] + right, np.uint64))


def _proved(x: Number) -> tuple[int, int]:
    scaled = x * (1 << WIDTH)
    return enclosure.floor(scaled), enclosure.ceil(scaled)
