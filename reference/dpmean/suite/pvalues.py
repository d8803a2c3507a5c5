"""Finite-sample p-values and confidence bounds of counts, by exact binomial tails.

Nothing here is asymptotic. A p-value here is an upper bound of the true one, so P(p <= a) <= a
holds for every conforming implementation.

One false-alarm budget for a run: every statistical check may raise a false alarm with probability
at most its share, CHECK = 1e-9 or less when a run has more than a thousand of them. A vector gets
two looks, each on fresh draws: it fails only if p <= FIRST_LOOK in the first and p <= share /
FIRST_LOOK in the second, which are independent. The second limit is the stricter one, and few that
conform come so far, so the second batch is AGAIN times as large where the first leaves a doubt.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor

from ..exact.enclosure import binomial_tail

TOTAL = Fraction(1, 10**6)  # the false-alarm probability of a whole run, all its adapters together
CHECK = Fraction(1, 10**9)  # the most that one statistical check may use of it
FIRST_LOOK = Fraction(1, 1000)
AGAIN = 4  # times as many draws are in a second batch
NO_DOUBT = Fraction(1, 10**18)  # of a first one that needs no larger second

_tail = lru_cache(maxsize=1 << 16)(binomial_tail)


def share(total: Fraction, checks: int) -> Fraction:
    """Return the probability of a false alarm that one of `checks` statistical checks may use of
    the run's budget.
    """
    return min(CHECK, total / max(1, checks))


def looks(alpha: Fraction) -> tuple[Fraction, Fraction]:
    """Return the limits of the two looks, whose product is alpha.

    >>> looks(Fraction(1, 10**9))
    (Fraction(1, 1000), Fraction(1, 1000000))
    """
    return FIRST_LOOK, alpha / FIRST_LOOK


def binomial_p(n: int, fewest: int, most: int, low: Fraction, high: Fraction) -> Fraction:
    """Return the two-sided exact p-value of a count in [fewest, most] for an event of probability
    in [low, high].

    The count is an interval where outputs are rounded to a grid: then only what no rounding
    explains counts against.
    """
    return min(Fraction(1), 2 * min(_upper(n, fewest, high), _upper(n, n - most, 1 - low)))


def _upper(n: int, k: int, p: Fraction) -> Fraction:
    """Return P(X >= k), or 1 where it is at least 1/2: up to floor(n p), which is not above the
    median of X.
    """
    return Fraction(1) if k <= floor(n * p) else _tail(n, k, p)


def clopper_pearson(n: int, count: int, error: Fraction, *, upper: bool) -> Fraction:
    """Return an exact confidence bound for a binomial probability, rounded outward.

    It is wrong with probability at most `error`.
    """
    low, high = Fraction(0), Fraction(1)
    if (upper and count == n) or (not upper and count == 0):
        return high if upper else low
    for _ in range(40):
        middle = (low + high) / 2
        tail = binomial_tail(n, n - count, 1 - middle) if upper else binomial_tail(n, count, middle)
        # upper: the bound is where P(X <= count) falls to `error`; lower: where P(X >= count) rises
        # to it
        if (tail > error) is upper:
            low = middle
        else:
            high = middle
    return high if upper else low


def repeats_p(n: int, repeats: int, cell: Fraction) -> Fraction:
    """Return a bound of the probability that so many of n draws, or more, equal an earlier one.

    `cell` bounds the probability that a draw equals a given value. Each draw equals one of those
    before it with probability at most n cell, whatever they are, so that their number is at most
    binomial(n, n cell).
    """
    return binomial_tail(n, repeats, min(Fraction(1), n * cell))
