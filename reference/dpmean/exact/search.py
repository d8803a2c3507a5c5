"""Where a property of integers changes: searches that ask for it as seldom as they can.

The property is asked for only where it has a meaning.
"""

from __future__ import annotations

from collections.abc import Callable


def least_integer(holds: Callable[[int], bool]) -> int:
    """Returns the least integer for which a monotone predicate holds (false below, true above), by
    galloping from 0.
    """
    if holds(0):
        high, step = 0, 1
        while holds(high - step):
            high, step = high - step, 2 * step
        low = high - step
    else:
        low, step = 0, 1
        while not holds(low + step):
            low, step = low + step, 2 * step
        high = low + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def last(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Returns the greatest k in [low, high) with holds(k), for a property that changes once.

    The property holds at `low` and fails at `high`; neither end is asked for.
    """
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
