"""The smooth sensitivity of a mean of bounded records whose number is private (trilemma Theorem E.6).

Adding, removing or replacing a record of [a, b] moves the mean (0 where there is none, a <= 0 <= b) by at most (b - a)/max{n, n', 1}. What follows is a function of n alone.
"""

from __future__ import annotations

from typing import Any

from .. import reals
from ..enclosure import compare
from ..reals import Number


def local_bound(width: Any, larger: Any) -> Any:
    """(b - a) / max{n, n', 1}."""
    return width / larger


def pure_scale(d: int, epsilon: Any) -> Any:
    """tau sqrt(d) for beta = epsilon/(3 (d + 1)): Lemma E.5 gives epsilon/3 to the changing scale and the rest to the shift."""
    return 3 * (d + 1) / (4 * epsilon)


def beta(d: int, epsilon: Any) -> Any:
    """epsilon / (3 (d + 1)); epsilon/12 at d = 3."""
    return epsilon / (3 * (d + 1))


def student_error(n: Any, epsilon: Any, smooth: Any, d: int) -> Any:
    """1/n + tau^2 S^2 d/(d - 2) at the paper's tau: 9 S^2/epsilon^2 at d = 3."""
    return 1 / n + (pure_scale(d, epsilon) * smooth) ** 2 / (d - 2)


def smooth_bound(n: int, decaying: Number) -> Number:
    """max{e^(-beta (n - 1)), 1/n} for n >= 1, and 1 for n = 0, times b - a; decaying = e^(-beta (n - 1)).

    The least beta-smooth function above (b - a)/max{n, 1}: the greatest of those values at n' times e^(-beta |n - n'|). As printed it is e^beta at n = 0.
    """
    if n <= 1:
        return reals.exp(0)
    share = reals.exp(0) / n
    return decaying if compare(decaying, share) >= 0 else share
