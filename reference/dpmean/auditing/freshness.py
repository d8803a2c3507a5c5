"""Whether outputs are independent draws at all, before anything is said about epsilon.

Each check holds for independent draws of any law, with its probability of a false alarm: given which outputs came, all
orders of them are equally likely.

Starts  two starts, or two forks, of a program that gave the same outputs in the same order
Order   outputs next to each other agree about an event more, or less, often than in other orders
Cycle   outputs that repeat, in their order, what came before
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import lgamma, log

import numpy as np

from ..conformance.judging.freshness import matched_p
from .outputs import Outputs

ALPHA = Fraction(1, 10**9)  # of all checks together
CHECKS = 4
STARTED = 64  # outputs of each start
LEAST = 64
STARTS = 20  # earlier places that are looked at


def keys(outputs: Outputs) -> list[Hashable]:
    """Returns each output as something that is equal only to the same output."""
    return list(zip(outputs.kinds.tolist(), *(c.view(np.int64).tolist() for c in outputs.columns), strict=True))


def alike(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Returns the logarithm of the probability that two lists of independent draws are the same, item by item, given
    which outputs came; 0 where they are not.

    Of the ways to put outputs that came t times each into 2 m places, those count in which both halves are alike.
    """
    if list(one) != list(other):
        return 0.0
    times = Counter(one).values()
    ways = lgamma(len(one) + 1) - sum(lgamma(t + 1) for t in times)
    return ways - (lgamma(2 * len(one) + 1) - sum(lgamma(2 * t + 1) for t in times))


def same_starts(starts: Sequence[Outputs]) -> str:
    """Returns what shows that two starts of a program are not independent, or nothing."""
    if len(starts) == 2 and len(starts[0]) == len(starts[1]):
        chance = alike(*map(keys, starts))
        if chance <= log(float(ALPHA / CHECKS)):
            return f"two starts of the program gave the same {len(starts[0])} outputs, one after the other"
    return ""


def cycle(outputs: Outputs) -> str:
    """Returns what shows that outputs recur in their order, or nothing.

    The second half is compared with every earlier place at which its first output came.
    """
    seen = keys(outputs)
    half = len(seen) // 2
    for start in [i for i in range(half) if seen[i] == seen[half]][:STARTS]:
        length = min(half - start, len(seen) - half)
        one, other = seen[start : start + length], seen[half : half + length]
        if alike(one, other) <= log(float(ALPHA / CHECKS / half)):
            return f"output {half + 1} and the {length - 1} after it repeat those from output {start + 1} on"
    return ""


def ordered(outputs: Outputs) -> str:
    """Returns what shows that outputs next to each other depend on each other, or nothing."""
    happened = outputs.kinds != np.median(outputs.kinds)
    if outputs.columns:
        x = outputs.columns[0]
        known = x[~np.isnan(x)]
        if len(known) >= LEAST:
            happened = known > np.median(known)
    for lag in (1, 2):
        usable = happened[: len(happened) // (2 * lag) * 2 * lag].reshape(-1, 2 * lag)
        one, other = usable[:, :lag].ravel(), usable[:, lag:].ravel()
        size = len(one)
        if size < LEAST // 2:
            continue
        apart = int(np.count_nonzero(one != other))
        often = int(np.count_nonzero(one)) + int(np.count_nonzero(other))
        if matched_p(size, often, apart) <= ALPHA / CHECKS:
            return (f"of {size} pairs of outputs {lag} apart, {size - apart} agree about lying above their median: "
                "outputs depend on one another")
    return ""


def in_order(outputs: Outputs) -> str:
    """Returns what shows that outputs for one data set are not independent draws, or nothing."""
    return cycle(outputs) or ordered(outputs) if len(outputs) >= LEAST else ""
