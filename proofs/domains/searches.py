"""Private binary searches over few integers: what they may select with which probability, and their
neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import isqrt
from typing import Any

from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.exact import reals
from dpmean.mechanisms.instance import quantile
from dpmean.programs import table

Data = tuple[int, ...]
Chance = Callable[[int], Any]  # the probability of going right at a count


class Span:
    """A probability between two rationals."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        self.low, self.high = low, high

    def __rsub__(self, one: int) -> Span:
        return Span(one - self.high, one - self.low)

    def __mul__(self, other: Span) -> Span:
        return Span(self.low * other.low, self.high * other.high)

    def __rmul__(self, one: Fraction) -> Span:
        return Span(one * self.low, one * self.high)


def goes_right_up_to(rank: int, count: int, printed: bool) -> int:
    """Return the greatest integer noise with which the shipped search goes right."""
    most = rank - count + (0 if printed else -1)
    assert quantile.goes_right(count + most, rank, printed)
    assert not quantile.goes_right(count + most + 1, rank, printed)
    return most


def ends(
    data: Data, left: int, right: int, chance: Chance, reached: Any = Fraction(1)
) -> Iterator[tuple[int, Any]]:
    """Yield every integer that a search may select, with its probability."""
    if left == right:
        yield left, reached
        return
    at = quantile.middle(left, right)
    p = chance(table.Integers(data).at_most(at))
    yield from ends(data, left, at, chance, reached * (1 - p))
    yield from ends(data, at + 1, right, chance, reached * p)


def transcript(
    data: Data, other: Data, left: int, right: int, rank: int, order: int, law: DiscreteGaussian
) -> Any:
    """Return the sum of p^a q^(1 - a) over all noisy counts of a search.

    Each count has the factor e^(a (a - 1) D^2/(2 sigma^2)), and the noise around a c + (1 - a) c'
    decides the way.
    """
    if left == right:
        return Fraction(1)
    at = quantile.middle(left, right)
    mine, theirs = (table.Integers(d).at_most(at) for d in (data, other))
    p = law.cdf(goes_right_up_to(rank, order * mine + (1 - order) * theirs, False))
    below, above = (
        transcript(data, other, *half, rank, order, law) for half in ((left, at), (at + 1, right))
    )
    return reals.exp(order * (order - 1) * (mine - theirs) ** 2 / (2 * law.sigma_squared)) * (
        below * (1 - p) + above * p
    )


def neighbours(u: int, n: int) -> Iterator[tuple[Data, Data]]:
    """Yield all data sets of n records in [0, u], and all that differ in one."""
    for data in combinations_with_replacement(range(u + 1), n):
        for i, y in product(range(n), range(u + 1)):
            if y != data[i]:
                yield data, tuple(sorted((*data[:i], y, *data[i + 1 :])))


def upper_power(low: Fraction, high: Fraction, order: Fraction) -> Fraction:
    """Return at least p^a q^(1 - a) for p <= high and q >= low, a being an integer or a half
    more.
    """
    whole = order.__floor__()
    root = (
        Fraction(1)
        if order == whole
        else Fraction(isqrt(((high / low * 2**64).__floor__() + 1) << 64) + 1, 2**64)
    )
    return high * (high / low) ** (whole - 1) * root


def right(found: Mapping[int, Any], rank: int, count: int) -> Any:
    """Return the chance of going right, by the law's distribution function."""
    return found[goes_right_up_to(rank, count, False)]
