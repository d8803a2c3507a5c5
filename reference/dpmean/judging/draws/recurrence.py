"""Whether a long stretch of draws comes again later, as where chunks of a batch, or workers, start
from one seed.

Of the draws of two stretches every order is as likely as any other, if draws are independent,
whatever their law. So the probability that both stretches are the same, given which draws came, is
a quotient of factorials (`alike`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import lgamma, log
from typing import Any

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]
SPAN = (
    6  # stretches of 2^SPAN draws are compared with all others, and extended where they are equal
)
# bits of a stretch's hash that must be 0: one in 16 is looked at, the same ones wherever they come
# again
RARE = 4
LOOKED_AT = 64  # pairs of equal stretches at most
_MIX = np.uint64(0x9E3779B97F4A7C15)


def alike(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Returns the logarithm of the probability that two lists of independent draws are the same,
    item by item, given which draws came; 0 where they are not.

    Of the ways to put draws that came 2 t times each into 2 m places, those count in which both
    halves are the same.
    """
    if list(one) != list(other):
        return 0.0
    times = Counter(one).values()
    ways = lgamma(len(one) + 1) - sum(lgamma(t + 1) for t in times)
    return ways - (lgamma(2 * len(one) + 1) - sum(lgamma(2 * t + 1) for t in times))


def same_order(one: Sequence[Any], other: Sequence[Any], alpha: Fraction) -> bool:
    """Returns whether two lists of numbers rise and fall alike, place by place, or one as the other
    falls and rises, where that is no chance: of the second every order is as likely as any other.
    """
    times = Counter(other).values()
    chance = sum(lgamma(t + 1) for t in times) - lgamma(len(other) + 1)
    ranks = _ranks(one)
    alike_ = ranks in (_ranks(other), _ranks([-x for x in other]))
    return alike_ and len(one) == len(other) and chance + log(2) <= log(float(alpha))


def _ranks(numbers: Sequence[Any]) -> list[int]:
    place = {x: i for i, x in enumerate(sorted(set(numbers)))}
    return [place[x] for x in numbers]


def codes(columns: Sequence[npt.NDArray[np.float64]]) -> Codes:
    """Returns one integer for every row of doubles, the same for equal rows."""
    found = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        found = (found ^ (found >> np.uint64(29))) * _MIX + column.view(np.uint64)
    return found.view(np.int64)


def recurring(draws: Codes, alpha: Fraction) -> tuple[int, int, int] | None:
    """Returns the places of two equal stretches and their length, which independent draws have with
    at most alpha.

    There are fewer than n^3 / 2 ways to choose two places and a length, which share alpha.
    """
    span, n = 1 << SPAN, len(draws)
    if n < 2 * span:
        return None
    with np.errstate(over="ignore"):
        hashed = (draws.view(np.uint64) ^ (draws.view(np.uint64) >> np.uint64(31))) * _MIX
        factor = np.uint64(0xD1342543DE82EF95)
        for step in (1 << k for k in range(SPAN)):
            hashed = hashed[: len(hashed) - step] * factor + hashed[step:]
            factor = factor * factor
    # the same ones in equal stretches, wherever these are
    chosen = np.flatnonzero(hashed >> np.uint64(64 - RARE) == 0)
    order = chosen[np.argsort(hashed[chosen], kind="stable")]
    equal = np.flatnonzero(hashed[order[1:]] == hashed[order[:-1]])
    far = equal[order[equal + 1] - order[equal] >= span]
    for place in (
        far[np.linspace(0, len(far) - 1, min(len(far), LOOKED_AT)).astype(np.int64)]
        if len(far)
        else []
    ):
        first, second, length = _extended(draws, int(order[place]), int(order[place + 1]))
        chance = alike(
            draws[first : first + length].tolist(), draws[second : second + length].tolist()
        )
        if length and chance <= log(float(alpha)) - 3 * log(n):
            return first, second, length
    return None


def _extended(draws: Codes, first: int, second: int) -> tuple[int, int, int]:
    """Returns the places and the length of two equal stretches around these places, as long as they
    do not overlap.
    """
    gap = second - first
    back = min(first, gap)
    before = np.flatnonzero(draws[first - back : first] != draws[second - back : second])
    back = back - 1 - int(before[-1]) if len(before) else back
    first, second = first - back, second - back
    most = min(gap, len(draws) - second)
    apart = np.flatnonzero(draws[first : first + most] != draws[second : second + most])
    return first, second, int(apart[0]) if len(apart) else most
