"""The distribution function of an integer law as integers: floor(F(k) 2^64), certified.

The table has every k that 64 bits can tell. P(K >= k), k >= 1, is a shipped formula; here it is run
on balls, so that a table of a hundred thousand entries takes a fraction of a second. A floor that a
ball does not decide (F(k) may be a multiple of 2^-64) is asked of `enclosure`, which can prove. A
law is symmetric around 0, or on 0, 1, 2, ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import TooWide
from ...exact import enclosure
from ...exact.balls import around, ball, precision
from ...exact.reals import Number

WIDTH = 64
PRECISION = 192  # bits of a ball: a threshold is undecided about once in 2^100
MOST = 1 << 18  # outcomes on one side; 4 MiB of thresholds, and less than a second


@dataclass(frozen=True)
class Thresholds:
    """The integers floors[i] = floor(F(first + i) 2^64).

    Below `first` and above the last outcome lies less than 2^-64.
    """

    first: int
    floors: NDArray[np.uint64]

    @property
    def last(self) -> int:
        """Returns the greatest outcome that 64 bits can decide."""
        return self.first + len(self.floors) - 1


def symmetric(
    make: Callable[[], Callable[[int], Any]], exact: Callable[[int], Number]
) -> Thresholds:
    """Returns the thresholds of a law with P(K = k) = P(K = -k).

    `make()`, called at the working precision, gives upper(k) = P(K >= k) as a ball; `exact(k)` is
    the same number.
    """
    halves: list[tuple[int, int]] = []  # (floor, ceil) of P(K >= k) 2^64, k = 1, 2, ...
    with precision(PRECISION):
        upper, scale = make(), ball(1 << WIDTH)
        if upper(MOST) * scale > 1:
            raise TooWide(
                "out_of_range",
                f"a table would have more than {2 * MOST} outcomes; take less noise, or "
                "draw one at a time with `sample`",
            )
        while not halves or halves[-1][1] > 1:
            k = len(halves) + 1
            halves.append(around(upper(k) * scale) or _proved(exact(k)))
    left = [low for low, _ in reversed(halves)]  # F(-k) = P(K >= k)
    # F(k - 1) = 1 - P(K >= k); where that is 1, the last number of 64 bits is left undecided
    right = [(1 << WIDTH) - max(high, 1) for _, high in halves]
    # below the first floor of at least 1 nothing can be decided
    kept = next(i for i, low in enumerate(left) if low > 0) if any(left) else len(left)
    return Thresholds(kept - len(left), np.array(left[kept:] + right, np.uint64))


def _proved(x: Number) -> tuple[int, int]:
    scaled = x * (1 << WIDTH)
    return enclosure.floor(scaled), enclosure.ceil(scaled)


def of_formula(
    upper: Callable[[int, tuple[Any, ...]], Any], parameters: tuple[Number, ...]
) -> Callable[[], Callable[[int], Any]]:
    """Returns the function `make` of `symmetric` for a formula upper(k, parameters)."""

    def make() -> Callable[[int], Any]:
        balls = tuple(map(ball, parameters))
        return lambda k: upper(k, balls)

    return make


def one_sided(
    make: Callable[[], Callable[[int], Any]], exact: Callable[[int], Number]
) -> Thresholds:
    """Returns the thresholds of a law on 0, 1, 2, ..., of which there may be finitely many.

    `make()`, called at the working precision, gives upper(k) = P(K >= k) as a ball, k >= 1, asked
    for in rising order; `exact(k)` is the same number. The last threshold is at most 2^64 - 1, also
    where it is 2^64: what 64 bits then leave open is decided by more.
    """
    floors: list[int] = []
    with precision(PRECISION):
        upper, scale, high = make(), ball(1 << WIDTH), 2
        while high > 1:
            if len(floors) > MOST:
                raise TooWide(
                    "out_of_range",
                    f"a table would have more than {MOST} outcomes; take less noise, or "
                    "draw one at a time with `sample`",
                )
            k = len(floors) + 1
            high = (around(upper(k) * scale) or _proved(exact(k)))[1]
            floors.append(min((1 << WIDTH) - high, (1 << WIDTH) - 1))
    return Thresholds(0, np.array(floors, np.uint64))
