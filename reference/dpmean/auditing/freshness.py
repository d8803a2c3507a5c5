"""Whether outputs are independent draws at all, before anything is said about epsilon.

Each check has one hypothesis, and refutes nothing else: *the outputs that it looks at are independent
draws of one law*, whatever law that is. Then, given which outputs came, all orders of them are
equally likely; so what is asked of an output must not depend on when it came, and a check counts
only what other orders would make rarer. Ties, rounding, few values and values that never repeat
belong to the law, and alarm nobody.

Starts  two starts, or two forks, of a program gave the same outputs in the same order
Cycle   a stretch of outputs came again
Order   outputs next to each other, or next but one, agree about an event more, or less, often
        than in other orders. The event is one half of the numbers, or of the kinds, of these
        outputs: which half is chosen by all of them together.

`asked` is how many samples of an audit are looked at: all checks of all of them together raise a
false alarm with probability at most ALPHA.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import product
from math import comb, log
from typing import Any

import numpy as np
import numpy.typing as npt

from ..judging.draws.freshness import matched_p
from ..judging.draws.recurrence import alike, codes, recurring
from ..judging.evidence import Seen
from .outputs import Outputs, Reader

ALPHA = Fraction(1, 10**9)  # of all checks of all samples together
# of one sample: equal starts, starts apart, cycle, and pairs so far apart, from the first output
# and the second on
LAGS, OFFSETS = (1, 2), (0, 1)
CHECKS = 3 + len(LAGS) * len(OFFSETS)
STARTED = 64  # outputs of each start
LEAST = 64
MOST_COLUMNS = 8


class Way(StrEnum):
    """How outputs were seen not to be fresh."""

    STARTS = "equal starts"
    KEPT = "kept within a start"
    CYCLE = "a stretch came again"
    ORDER = "their order"

    @property
    def seen(self) -> Seen:
        """Returns which evidence this is, in the table of all reports."""
        return Seen.ORDERED if self is Way.ORDER else Seen.RECURRED


@dataclass(frozen=True)
class Dependence:
    """What refutes that outputs are independent draws of one law: `counts` are the lengths, places
    or pairs of its sentence.
    """

    way: Way
    counts: tuple[int, ...]
    event: str = ""

    @property
    def data(self) -> dict[str, Any]:
        """Returns it as JSON's types."""
        return {"way": self.way.value, "counts": list(self.counts), "event": self.event}

    def __str__(self) -> str:
        if self.way is Way.STARTS:
            (length,) = self.counts
            return f"two starts of the program gave the same {length} outputs, one after the other"
        if self.way is Way.KEPT:
            length, most = self.counts
            return (
                f"of two starts with {length} outputs each, one gave {most} of one half of them: "
                "outputs of one start are more alike than those of two, so an answer, or a part of "
                "its noise, is kept"
            )
        if self.way is Way.CYCLE:
            first, second, length = self.counts
            return (
                f"output {second + 1} and the {length - 1} after it repeat those from output "
                f"{first + 1} on"
            )
        size, lag, agree, expected = self.counts
        return (
            f"of {size} pairs of outputs {lag} apart, {agree} agree about {self.event}, where "
            f"about {expected} would in any other order: outputs depend on one another"
        )


def keys(outputs: Outputs) -> list[Hashable]:
    """Returns each output as something that is equal only to the same output."""
    return list(
        zip(
            outputs.kinds.tolist(),
            *(c.view(np.int64).tolist() for c in outputs.columns),
            strict=True,
        )
    )


def same_starts(starts: Sequence[Outputs], asked: int = 1) -> Dependence | None:
    """Returns what shows that two starts of a program are not independent, or nothing."""
    if len(starts) == 2 and len(starts[0]) == len(starts[1]):
        one, other = map(keys, starts)
        limit = log(float(ALPHA / CHECKS / asked))
        if alike(one, other) <= limit:
            return Dependence(Way.STARTS, (len(one),))
        if (most := _apart(starts, limit)) is not None:
            return Dependence(Way.KEPT, (len(one), most))
    return None


def _apart(starts: Sequence[Outputs], limit: float) -> int | None:
    """Returns how many outputs of one half of all come from one start, if these are more than in
    any other order of the same outputs, all of which are as likely where each is independent; else
    nothing. Halves are those of one coordinate, or of two words that are the only ones.
    """
    one, other = starts
    n = len(one)
    halves = [
        halved(np.concatenate(both))
        for both in zip(one.columns[:MOST_COLUMNS], other.columns[:MOST_COLUMNS], strict=False)
        if not np.isnan(both).any()
    ]
    all_of_them = [*keys(one), *keys(other)]
    if len({*all_of_them}) == 2:
        halves.append(np.array([key == all_of_them[0] for key in all_of_them]))
    for half in halves:
        size, inside = int(half.sum()), int(half[:n].sum())
        most = max(inside, size - inside)
        ways = sum(comb(n, k) * comb(n, size - k) for k in range(most, min(n, size) + 1))
        chance = Fraction(2 * ways, comb(2 * n, size))
        if chance and log(chance.numerator) - log(chance.denominator) <= limit - log(len(halves)):
            return most
    return None


def cycle(outputs: Outputs, asked: int = 1) -> Dependence | None:
    """Returns what shows that a stretch of outputs came again, or nothing."""
    found = recurring(
        codes([*outputs.columns, outputs.kinds.view(np.float64)]), ALPHA / CHECKS / asked
    )
    return None if found is None else Dependence(Way.CYCLE, found)


def halved(x: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Returns which of some numbers lie in one half of them, as nearly as ties allow; whatever their
    order, these are the same numbers.
    """
    middle = np.sort(x)[len(x) // 2]
    above, at_least = x > middle, x >= middle
    found: npt.NDArray[np.bool_] = above if above.mean() > 1 - at_least.mean() else at_least
    return found


def event(outputs: Outputs, reader: Reader) -> tuple[npt.NDArray[np.bool_], str]:
    """Returns for each output that has it whether an event happened, and its name: of the numbers,
    else of the kinds, the one which is nearest to every second output.
    """
    found = [(halved(reader.digests(outputs.kinds)), "one half of their kinds")]
    for j, column in enumerate(outputs.columns[:MOST_COLUMNS]):
        known = column[~np.isnan(column)]
        if len(known) >= LEAST:
            name = reader.names[j] if len(outputs.columns) <= reader.width else "a number"
            found.append((halved(known), f"the upper half of {name}"))
    return min(found, key=lambda one: abs(float(one[0].mean()) - 0.5))


def ordered(outputs: Outputs, reader: Reader, asked: int = 1) -> Dependence | None:
    """Returns what shows that outputs next to each other depend on each other, or nothing."""
    happened, name = event(outputs, reader)
    for lag, offset in product(LAGS, OFFSETS):
        usable = happened[offset:]
        usable = usable[: len(usable) // (2 * lag) * 2 * lag].reshape(-1, 2 * lag)
        one, other = usable[:, :lag].ravel(), usable[:, lag:].ravel()
        size = len(one)
        if size < LEAST // 2:
            continue
        apart = int(np.count_nonzero(one != other))
        often = int(np.count_nonzero(one)) + int(np.count_nonzero(other))
        if matched_p(size, often, apart) <= ALPHA / CHECKS / asked:
            expected = size - often * (2 * size - often) / (2 * size - 1)
            return Dependence(Way.ORDER, (size, lag, size - apart, round(expected)), name)
    return None


def in_order(outputs: Outputs, reader: Reader, asked: int = 1) -> Dependence | None:
    """Returns what shows that outputs for one data set are not independent draws, or nothing."""
    if len(outputs) < LEAST:
        return None
    return cycle(outputs, asked) or ordered(outputs, reader, asked)
