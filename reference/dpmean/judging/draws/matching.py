"""How likely it is that so many of disjoint pairs of draws are equal, whatever the law of the draws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt


def matching_p(pairs: int, same: int, times: Sequence[int] | npt.NDArray[Any]) -> Fraction:
    """Return a bound of the probability that so many of disjoint pairs of places have equal draws.

    Given which draws came, and how many times each, every order is as likely as any other. That
    `same` given pairs are all equal has probability at most the product over j below `same` of
    S/((n - 2j)(n - 2j - 1)), S being the sum of t (t - 1) over all draws: after j equal pairs that
    sum is no larger. There are C(pairs, same) ways to choose the pairs.
    """
    if not same:
        return Fraction(1)
    often = np.asarray(times, dtype=np.int64)  # below 2^26, of which no sum is beyond 2^52
    n, ties = int(often.sum()), int((often * (often - 1)).sum())
    log = math.lgamma(pairs + 1) - math.lgamma(same + 1) - math.lgamma(pairs - same + 1)
    log += same * math.log(ties) if ties else -math.inf
    log -= math.lgamma(n + 1) - math.lgamma(n - 2 * same + 1)
    return Fraction(math.exp(min(0.0, log + 2.0**-12)))  # lgamma of 2^24 is known to 2^-20
