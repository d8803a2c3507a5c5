"""The values of a form in the rows of a group: exact integers over a common denominator, or
certified doubles.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...exact.doubles import Balls
from ...exact.enclosure import compare, floor
from ...exact.reals import Number

MOST = (1 << 62) - 1  # what 64 bits hold with room for the sum of two
Numbers = NDArray[Any]  # of int64, or of Python's integers where 64 bits do not hold them


def sizes(numbers: Numbers) -> int:
    """Returns the largest size of a number; 0 where there are none."""
    return max(abs(int(numbers.max())), abs(int(numbers.min()))) if len(numbers) else 0


def fitting(numbers: Numbers) -> Numbers:
    """Returns the numbers in 64 bits, where these hold them all."""
    return (
        numbers.astype(np.int64) if numbers.dtype == object and sizes(numbers) <= MOST else numbers
    )


def times(numbers: Numbers, factor: int) -> Numbers:
    """Returns the numbers times an integer, in Python's integers where 64 bits do not hold them."""
    if factor == 1:
        return numbers
    if numbers.dtype != object and max(sizes(numbers), 1) * abs(factor) > MOST:
        numbers = numbers.astype(object)
    return numbers * factor


def plus(a: Numbers, b: Numbers | int) -> Numbers:
    """Returns the sums, in Python's integers where 64 bits do not hold them."""
    if a.dtype != object:
        size = abs(b) if isinstance(b, int) else MOST if b.dtype == object else sizes(b)
        if sizes(a) + size > MOST:
            a = a.astype(object)
    return a + b


@dataclass(frozen=True)
class Whole:
    """Exact numbers, one for each row: the integers `numbers` times the rational `unit`."""

    numbers: Numbers
    unit: Fraction

    def times(self, factor: Fraction) -> Whole:
        """Returns the numbers times a rational factor."""
        return (
            Whole(self.numbers, self.unit * factor)
            if factor
            else Whole(np.zeros_like(self.numbers), Fraction(1))
        )

    def in_units(self, unit: Fraction) -> Numbers:
        """Returns the integers that are these numbers in units of `unit`, of which `self.unit` is a
        multiple.
        """
        return times(self.numbers, int(self.unit / unit))

    def plus(self, other: Whole) -> Whole:
        """Returns the sums with other numbers, row by row."""
        unit = common([self.unit, other.unit])
        return Whole(plus(self.in_units(unit), other.in_units(unit)), unit)

    def product(self, other: Whole) -> Whole:
        """Returns the products with other numbers, row by row."""
        a, b = self.numbers, other.numbers
        if a.dtype != object and sizes(a) * sizes(b) > MOST:
            a = a.astype(object)
        return Whole(a * b, self.unit * other.unit)

    def signs(self, against: Number) -> NDArray[np.int8]:
        """Returns the sign of each number minus `against`."""
        end = against / self.unit
        below = floor(end)
        found = np.where(self.numbers > below, 1, -1).astype(np.int8)
        if compare(end, Fraction(below)) == 0:
            found[np.asarray(self.numbers == below, bool)] = 0
        return found

    def balls(self) -> Balls:
        """Returns the numbers as certified doubles."""
        numbers, unit = self.numbers, self.unit
        if numbers.dtype == object:
            high = [divmod(int(k), 1 << 60) for k in numbers]
            found = Balls.of_integers(
                np.array([_held(h) for h, _ in high], np.int64)
            ).times_power_of_two(60)
            found = found + Balls.of_integers(np.array([low for _, low in high], np.int64))
        else:
            found = Balls.of_integers(numbers)
        return found if unit == 1 else found * Balls.constant(unit, len(numbers))

    def __getitem__(self, rows: Any) -> Whole:
        """Returns the numbers of the rows that are given by their indices or by a mask."""
        return Whole(self.numbers[rows], self.unit)


def _held(k: int) -> int:
    if abs(k) > MOST:
        raise OverflowError("a number of more than 122 bits")
    return k


def common(units: list[Fraction]) -> Fraction:
    """Returns the greatest rational of which all units are multiples."""
    below = lcm(*(u.denominator for u in units))
    return Fraction(gcd(*(int(u * below) for u in units)), below)


def rounded(numbers: Numbers, unit: Fraction, kind: str) -> Numbers:
    """Returns numbers times unit rounded: kind is floor, ceil or round (ties to even), in exact
    integers.
    """
    p, q = unit.numerator, unit.denominator
    if kind == "ceil":
        return -rounded(-numbers, unit, "floor")
    above = times(numbers, p)
    if kind == "floor":
        return (above if q <= MOST else above.astype(object)) // q
    doubled = plus(times(above, 2), q)
    found = doubled // (2 * q)
    tie = (doubled % (2 * q) == 0) & (found % 2 != 0)
    return found - tie.astype(np.int64)


def quotients(above: Numbers, below: Numbers, kind: str = "floor") -> Numbers:
    """Returns above / below rounded (floor, or round with ties to even), where no `below` is 0."""
    turned = np.where(below < 0, -1, 1)
    above, below = above * turned, below * turned
    if kind == "floor":
        return above // below
    if above.dtype != object and 2 * sizes(above) + sizes(below) > MOST:
        above = above.astype(object)
    doubled = 2 * above + below
    found = doubled // (2 * below)
    tie = (doubled % (2 * below) == 0) & (found % 2 != 0)
    return found - tie.astype(np.int64)
