"""Roots of increasing functions: a narrow interval between two points of different sign, however
they were found.

The search may be clever and is not trusted: what it returns has a certain negative value at its
left end and a certain positive one at its right end.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

Value = Callable[[Fraction], tuple[Fraction, Fraction]]
FARTHEST = 1 << 20  # of the binary exponent of a root
EVERY = 4  # steps in which the interval has to become half as long


def rising_root(value: Value, bits: int) -> tuple[Fraction, Fraction] | None:
    """Returns an interval with the only root in (0, infinity) of a function that changes sign there
    from - to +.

    `value` returns rational ends of an interval that contains the function's value. The relative
    width is about 2^-bits where the signs are certain so near to the root; the result is None where
    no two points of different sign are found.
    """
    binade = _binade(value)
    if binade is None:
        return None
    low, high = binade
    unit = low / (1 << bits)
    ends = _middle(value(low)), _middle(value(high))
    since, length, last = 0, high - low, 0
    while high - low > unit:
        bisecting = since == EVERY or not ends[0] < ends[1]
        point = (
            (low + high) / 2 if bisecting else high - ends[1] * (high - low) / (ends[1] - ends[0])
        )
        point = ceil(point / unit) * unit
        if not low < point < high:
            point = (low + high) / 2
        sign, found = _signed(value(point))
        if sign == 0:
            return _around(value, point, low, high, unit)
        # an end that stays twice counts half (the method of Illinois), so that both ends move
        stays = 2 if sign == last else 1
        low, high = (point, high) if sign < 0 else (low, point)
        ends = (found, ends[1] / stays) if sign < 0 else (ends[0] / stays, found)
        since, length, last = (
            (0, high - low, sign) if 2 * (high - low) <= length else (since + 1, length, sign)
        )
        if bisecting:
            since = 0
    return low, high


def _binade(value: Value) -> tuple[Fraction, Fraction] | None:
    """Returns two powers of 2, one twice or four times the other, where the function is negative
    and positive.

    Where signs are uncertain near the root, they may be farther apart.
    """

    def sign(place: int) -> int:
        return _signed(value(Fraction(2) ** place))[0]

    first, near, step = sign(0), 0, 1
    if first:
        while (found := sign(-first * step)) != -first:
            near, step = (step if found == first else near), 2 * step
            if step > FARTHEST:
                return None
        low, high = (near, step) if first < 0 else (-step, -near)
    else:  # the root is near 1
        low, high = -1, 1
        if sign(low) >= 0 or sign(high) <= 0:
            return None
    low = _split(low, high, lambda place: sign(place) < 0)
    return Fraction(2) ** low, Fraction(2) ** _split(
        low, high, lambda place: sign(place) <= 0, above=1
    )


def _split(low: int, high: int, holds: Callable[[int], bool], above: int = 0) -> int:
    """Returns the last place between two that has a property, or (above = 1) the first after it
    that has not.
    """
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return high if above else low


def _signed(found: tuple[Fraction, Fraction]) -> tuple[int, Fraction]:
    lower, upper = found
    return (lower > 0) - (upper < 0) if lower <= upper else 0, _middle(found)


def _middle(found: tuple[Fraction, Fraction]) -> Fraction:
    """Returns the middle of an interval, to 64 bits: what only guides the search may be coarse."""
    middle = (found[0] + found[1]) / 2
    size = middle.numerator.bit_length() - middle.denominator.bit_length() - 64
    scale = Fraction(2) ** size
    return floor(middle / scale) * scale


def _around(
    value: Value, point: Fraction, low: Fraction, high: Fraction, unit: Fraction
) -> tuple[Fraction, Fraction]:
    """Returns ends of certain sign as near as may be to a point whose sign is not certain."""
    width = unit
    while point - width > low and not _signed(value(point - width))[0] < 0:
        width *= 16
    low = max(low, point - width)
    width = unit
    while point + width < high and not _signed(value(point + width))[0] > 0:
        width *= 16
    return low, min(high, point + width)
