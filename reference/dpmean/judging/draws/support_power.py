"""How many draws a support check needs: enough that a leak of a stated size is caught with
probability 1 - 10^-3.

A leak is stated by two probabilities of an event, under one input and under its neighbour. The
power is that of the test of that event on half of the draws: exact binomial tails, at the check's
share of the false-alarm budget. The choice of the event on the other half is not in these numbers;
that it finds events as telling is shown by simulation.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ...exact.enclosure import binomial_tail
from .claims import Claim, Seen, contradicts

MISSED = Fraction(1, 1000)  # the probability with which a stated leak may be missed
SIZES = tuple(1 << k for k in range(10, 25, 2))  # numbers of draws of each input
# noise added in doubles: what its events have at least, and at most
FLOATS = (Fraction(1, 10), Fraction(1, 8192))
# a leak of a fifth: an event has so many times what the claim allows its neighbour's share
BEYOND = Fraction(6, 5)


def _quantile(n: int, p: Fraction, error: Fraction, *, upper: bool) -> int:
    """Return the least k with P(X > k) <= error, or the greatest with P(X < k) <= error, for X
    binomial(n, p).
    """
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2 if upper else (low + high + 1) // 2
        if upper:
            low, high = (
                (low, middle) if binomial_tail(n, middle + 1, p) <= error else (middle + 1, high)
            )
        else:
            low, high = (
                (middle, high)
                if binomial_tail(n, n - middle + 1, 1 - p) <= error
                else (low, middle - 1)
            )
    return low


def sure(
    draws: int, share: Fraction, neighbor_share: Fraction, claim: Claim, alpha: Fraction
) -> bool:
    """Tell whether a leak is caught with probability at least 1 - MISSED by the test of its
    event.
    """
    n = draws // 2
    count = _quantile(n, share, MISSED / 2, upper=False)
    other = _quantile(n, neighbor_share, MISSED / 2, upper=True)
    return contradicts(Seen(count, n, other, n), claim, alpha)


@lru_cache(maxsize=256)
def needed(share: Fraction, neighbor_share: Fraction, claim: Claim, alpha: Fraction) -> int | None:
    """Return the least of SIZES that is sure to catch a leak; None if even the largest is not."""
    return next((n for n in SIZES if sure(n, share, neighbor_share, claim, alpha)), None)


def least(claim: Claim, alpha: Fraction) -> int:
    """Return the least number of draws of each input with which a support check is made at all.

    It is the one for noise added in doubles: an event that has FLOATS[0] more than the claim allows
    where the neighbour has at most FLOATS[1] of it.
    """
    share, other = FLOATS
    return (
        needed(min(Fraction(15, 16), share + claim.allows(other)), other, claim, alpha) or SIZES[-1]
    )
