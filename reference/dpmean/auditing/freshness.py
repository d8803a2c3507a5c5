"""Whether outputs are independent draws at all, before anything is said about epsilon.

Each check holds for independent draws of any law, with its probability of a false alarm: given
which outputs came, all orders of them are equally likely.

Starts  two starts, or two forks, of a program that gave the same outputs in the same order
Order   outputs next to each other agree about an event more, or less, often than in other orders
Cycle   a stretch of outputs that comes again
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import log

import numpy as np

from ..judging.draws.freshness import matched_p
from ..judging.draws.recurrence import alike, codes, recurring
from .outputs import Outputs

ALPHA = Fraction(1, 10**9)  # of all checks together
CHECKS = 4
STARTED = 64  # outputs of each start
LEAST = 64


def keys(outputs: Outputs) -> list[Hashable]:
    """Returns each output as something that is equal only to the same output."""
    return list(
        zip(
            outputs.kinds.tolist(),
            *(c.view(np.int64).tolist() for c in outputs.columns),
            strict=True,
        )
    )


def same_starts(starts: Sequence[Outputs]) -> str:
    """Returns what shows that two starts of a program are not independent, or nothing."""
    if len(starts) == 2 and len(starts[0]) == len(starts[1]):
        chance = alike(*map(keys, starts))
        if chance <= log(float(ALPHA / CHECKS)):
            return (
                f"two starts of the program gave the same {len(starts[0])} outputs, one after "
                "the other"
            )
    return ""


def cycle(outputs: Outputs) -> str:
    """Returns what shows that a stretch of outputs came again, or nothing."""
    found = recurring(codes([*outputs.columns, outputs.kinds.astype(np.float64)]), ALPHA / CHECKS)
    if found is None:
        return ""
    first, second, length = found
    return (
        f"output {second + 1} and the {length - 1} after it repeat those from output {first + 1} on"
    )


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
            return (
                f"of {size} pairs of outputs {lag} apart, {size - apart} agree about lying "
                "above their median: outputs depend on one another"
            )
    return ""


def in_order(outputs: Outputs) -> str:
    """Returns what shows that outputs for one data set are not independent draws, or nothing."""
    return cycle(outputs) or ordered(outputs) if len(outputs) >= LEAST else ""
