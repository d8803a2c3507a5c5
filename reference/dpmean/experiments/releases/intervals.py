"""Intervals from independent releases that hold with a stated confidence, whatever the law: nothing
is asymptotic.

A probability    by Clopper and Pearson (`suite/pvalues.py`).
A quantile       between two order statistics: with x the quantile of p, how many releases are at most x is binomial
                 with a probability of at least p, and how many are below x with one of at most p.
A mean           of numbers in [0, w]: with V their sample variance, and probability 1 - ERROR, it differs from theirs
                 by at most sqrt(2 V log(4/ERROR)/n) + 7 w log(4/ERROR)/(3 (n - 1)) (Maurer and
                 Pontil, "Empirical Bernstein bounds and sample-variance penalization", 2009,
                 Theorem 4, once for each side). For numbers without bounds no such interval is
                 known.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact.enclosure import binomial_tail, interval
from ...exact.reals import log, root
from ...suite.pvalues import clopper_pearson

ERROR = Fraction(1, 10_000)  # the probability with which an interval may be wrong, each by itself
CONFIDENCE = "99.99 %"


def share(n: int, count: int) -> tuple[Fraction, Fraction]:
    """Return an interval for the probability of what came `count` times in n."""
    return clopper_pearson(n, count, ERROR / 2, upper=False), clopper_pearson(
        n, count, ERROR / 2, upper=True
    )


def ranks(n: int, p: Fraction) -> tuple[int, int]:
    """Return the ranks, from 1 to n, of the two order statistics between which the quantile of p
    lies.

    The first is 0 and the second n + 1 where no order statistic bounds the quantile on that side.
    """
    return n + 1 - _beyond(n, 1 - p), _beyond(n, p)


def _beyond(n: int, p: Fraction) -> int:
    """Return the least k for which P(X >= k) <= ERROR/2, for X binomial(n, p); n + 1 where there is
    none up to n.
    """
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if binomial_tail(n, middle, p) <= ERROR / 2:
            high = middle
        else:
            low = middle
    return high


def half_width(n: int, variance: Fraction, width: Fraction) -> Fraction | None:
    """Return how far the mean of n numbers may be from their law's; None for fewer than two
    numbers.

    `variance` is the sum of the squared differences from the numbers' mean over n - 1; all lie in
    an interval of that `width`.
    """
    if n < 2:
        return None
    level = interval(log(4 / ERROR)).upper
    spread = 2 * variance * level / n
    return (interval(root(spread, 2)).upper if spread else Fraction(0)) + 7 * width * level / (
        3 * (n - 1)
    )
