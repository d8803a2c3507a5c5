"""Families of events on which an audit bets. Each names its events anew from the draws so far, before the next ones.

Thresholds  half lines of one number made of an output, at quantiles of the draws so far
Classes     sets of classes (bits, exact values, kinds, quantile bins, what a classifier says), those of which one input
            had more so far than the claim allows

Whatever an event was learned from, bets are on later draws only; so learning costs capital, and never validity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from .betting import Counts, Positions
from .outputs import Codes, Column, Outputs

# a number for every output; NaN where it has none
View = Callable[[Outputs], Column]
Sorting = Callable[[Outputs], Codes]

BULK = np.arange(1, 11) / 20  # shares of the draws below the usual thresholds
TAILS = 0.5 ** np.arange(5, 21)
WAYS = (0.15, 0.15, 0.7)  # shares of the capital for bets on the left half line, on the right one, and on both
BULK_SHARE = 0.85
STRICT = (0.0, 1.5, 3.0)  # standard deviations by which a class must have been beyond the claim
MOST_CLASSES = 1 << 14


class Family(Protocol):
    """Events of one kind for one pair of data sets."""

    name: str

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Names the events for the next draws, from all draws so far of both data sets."""

    def count(self, one: Outputs, other: Outputs) -> None:
        """Counts the events among further draws; those before anything was learned are left out."""

    def positions(self) -> Positions:
        """Returns the counts of all positions; the weights add up to 1."""

    def told(self, row: int) -> str:
        """Returns the event of a position in words, as it is named now."""


@dataclass
class Thresholds:
    """Half lines x <= low and x > high of a view, at the same share of draws on both sides.

    There are three ways to bet at each share: on the left one, on the right one, and on both in opposite directions.
    Each bet takes for the likelier input the one that has had the event more often so far.
    """

    name: str
    view: View
    shares: npt.NDArray[np.float64] = field(default_factory=lambda: np.concatenate([BULK, TAILS]))
    low: Column | None = None
    high: Column | None = None
    draws: int = 0
    seen: Counts = field(init=False)  # by way, input and share: how often the event happened
    won: Counts = field(init=False)  # by way, share: draws of the input on which was bet, and of the other
    lost: Counts = field(init=False)

    def __post_init__(self) -> None:
        """Starts with no draws."""
        self.seen = np.zeros((3, 2, len(self.shares)), np.int64)
        self.won = np.zeros((3, len(self.shares)), np.int64)
        self.lost = np.zeros((3, len(self.shares)), np.int64)

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Takes the quantiles of all draws so far."""
        del factor
        seen = np.concatenate([self.view(one), self.view(other)])
        seen = np.sort(seen[~np.isnan(seen)])
        if not len(seen):
            return
        place = np.minimum((self.shares * len(seen)).astype(np.int64), len(seen) - 1)
        self.low, high = seen[place], seen[len(seen) - 1 - place]
        self.high = np.maximum(high, self.low)
        if not self.draws:  # which input is the likelier is learned from the first draws too
            self.seen += self._counts(one, other)

    def count(self, one: Outputs, other: Outputs) -> None:
        """Counts the draws in every half line."""
        if self.low is None:
            return
        counts = self._counts(one, other)
        first = self.seen[:, 0] >= self.seen[:, 1]
        self.won += np.where(first, counts[:, 0], counts[:, 1])
        self.lost += np.where(first, counts[:, 1], counts[:, 0])
        self.seen += counts
        self.draws += len(one) + len(other)

    def _counts(self, one: Outputs, other: Outputs) -> Counts:
        assert self.low is not None
        assert self.high is not None
        found = np.zeros((3, 2, len(self.shares)), np.int64)
        for side, outputs in enumerate((one, other)):
            seen = self.view(outputs)
            seen = np.sort(seen[~np.isnan(seen)])
            found[0, side] = np.searchsorted(seen, self.low, side="right")
            found[1, side] = len(seen) - np.searchsorted(seen, self.high, side="right")
        found[2] = found[0] + found[1, ::-1]
        return found

    def positions(self) -> Positions:
        """Returns those on the left, on the right and on both, for each share."""
        bulk = np.where(self.shares >= BULK[0], BULK_SHARE / len(BULK), (1 - BULK_SHARE) / len(TAILS))
        count = len(self.shares)
        return Positions(self.won.ravel(), self.lost.ravel(), np.full(3 * count, self.draws, np.int64),
            np.repeat([1, 1, 2], count), np.concatenate([w * bulk / bulk.sum() for w in WAYS]))

    def told(self, row: int) -> str:
        """Returns the half line, or the two, and under which input it is the likelier."""
        if self.low is None or self.high is None:
            return self.name
        way, place = divmod(row, len(self.shares))
        first, second = "under the first input", "under the second"
        if self.seen[way, 0, place] < self.seen[way, 1, place]:
            first, second = second, first
        below, above = f"{self.name} <= {self.low[place]:.6g}", f"{self.name} > {self.high[place]:.6g}"
        return (f"{below} {first}", f"{above} {first}", f"{below} {first}, and {above} {second}")[way]


@dataclass
class Classes:
    """Sets of classes, three for each direction: the stricter, the fewer classes and the surer."""

    name: str
    sorting: Sorting
    words: Callable[[int], str]
    chosen: list[Codes] | None = None
    draws: int = 0
    hits: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(2 * len(STRICT), np.int64))
    misses: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(2 * len(STRICT), np.int64))

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Takes the classes of which either input had more so far than the claim allows, for every strictness."""
        a, b = self.sorting(one), self.sorting(other)
        names, place = np.unique(np.concatenate([a, b]), return_inverse=True)
        counts = np.array([np.bincount(place[: len(a)], minlength=len(names)),
            np.bincount(place[len(a) :], minlength=len(names))], dtype=np.float64)
        if len(names) > MOST_CLASSES:  # values that came once say nothing about the next draws
            often = np.argsort(counts.sum(axis=0))[::-1][:MOST_CLASSES]
            names, counts = names[often], counts[:, often]
        self.chosen = []
        for side in (0, 1):
            mine, theirs = counts[side], counts[1 - side]
            excess = mine - factor * theirs
            spread = np.sqrt(mine + factor * factor * (theirs + 1))
            self.chosen += [np.sort(names[(excess > strict * spread) & (mine > 1)]) for strict in STRICT]

    def count(self, one: Outputs, other: Outputs) -> None:
        """Counts the draws in every set."""
        if self.chosen is None:
            return
        a, b = self.sorting(one), self.sorting(other)
        for i, classes in enumerate(self.chosen):
            mine, theirs = (a, b) if i < len(STRICT) else (b, a)
            self.hits[i] += _within(mine, classes)
            self.misses[i] += _within(theirs, classes)
        self.draws += len(a) + len(b)

    def positions(self) -> Positions:
        """Returns one position for each set."""
        count = len(self.hits)
        return Positions(self.hits, self.misses, np.full(count, self.draws, np.int64), np.ones(count, np.int64),
            np.full(count, 1 / count))

    def told(self, row: int) -> str:
        """Returns how many classes a set has and one of them, and under which input it is the likelier."""
        side = "under the first input" if row < len(STRICT) else "under the second"
        classes = self.chosen[row] if self.chosen is not None else np.empty(0, np.int64)
        if not len(classes):
            return f"{self.name}: no class {side}"
        if len(classes) == 1:
            return f"{self.name}: {self.words(int(classes[0]))} {side}"
        return f"{self.name}: one of {len(classes)} classes, such as {self.words(int(classes[0]))}, {side}"


def _within(codes: Codes, classes: Codes) -> int:
    if not len(classes):
        return 0
    place = np.minimum(np.searchsorted(classes, codes), len(classes) - 1)
    return int(np.count_nonzero(classes[place] == codes))
