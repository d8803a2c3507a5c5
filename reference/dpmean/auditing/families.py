"""Families of events on which an audit bets. Each names its events anew from the draws so far, before the next ones.

Thresholds  half lines of one number made of an output, at quantiles of the draws so far
Classes     sets of classes (bits, exact values, kinds, quantile bins, what a classifier says), those of which one input
            had more so far than the claim allows (`classes.py`, `sets.py`)

Whatever an event was learned from, bets are on later draws only; so learning costs capital, and never validity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from .betting import COMMON, RARE, Counts, Positions, Weights
from .outputs import Codes, Column, Outputs

# a number for every output; NaN where it has none
View = Callable[[Outputs], Column]
Sorting = Callable[[Outputs], Codes]

BULK = np.arange(1, 11) / 20  # shares of the draws below the usual thresholds
TAILS = 0.5 ** np.concatenate([np.arange(16, 10, -1), np.arange(20, 9, -1) / 2])
SHARES = np.concatenate([TAILS, BULK])
LEFT, RIGHT, OPPOSITE, OUTER = range(4)
# shares of the capital for bets on the left half line, on the right one, on both in opposite directions, on both in one
WAYS = (0.15, 0.15, 0.55, 0.15)
BULK_SHARE = 0.72
# the capital that follows the shares at which most speaks against the claim so far: on either side, on both as one
LEADERS = (0.42, 0.16)
MOST_OUTER = 0.25  # both half lines in one direction have at most half of all draws


class Family(Protocol):
    """Events of one kind for one pair of data sets."""

    name: str

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Names the events for the next draws, from draws so far of both data sets."""

    def count(self, one: Outputs, other: Outputs) -> None:
        """Counts the events among further draws; those before anything was learned are left out."""

    def positions(self) -> Positions:
        """Returns the counts of all positions; the weights add up to 1."""

    def told(self, row: int) -> str:
        """Returns the event of a position in words, as it is named now."""


def _rows() -> tuple[Counts, Counts, Weights]:
    """Returns way and share of every position at a fixed share, and its part of the capital."""
    tail = 1 / (3.0 + np.arange(len(TAILS))[::-1])
    of_shares = np.concatenate([(1 - BULK_SHARE) * tail / tail.sum(), np.full(len(BULK), BULK_SHARE / len(BULK))])
    weights = np.outer(WAYS, of_shares)
    weights[OUTER, SHARES > MOST_OUTER] = 0
    weights[OUTER] *= WAYS[OUTER] / weights[OUTER].sum()
    ways, places = np.nonzero(weights)
    return ways, places, weights[ways, places] * (1 - sum(LEADERS))


ROW_WAYS, ROW_PLACES, ROW_WEIGHTS = _rows()
_ROW_KINDS = np.where(SHARES[ROW_PLACES] < BULK[0], RARE, COMMON)
_ROW_SHARES = SHARES[ROW_PLACES] * np.array([1.0, 1.0, 0.0, 2.0])[ROW_WAYS]
_LEADERS = np.array([OPPOSITE, OPPOSITE, OUTER])  # the first with either kind of stakes
_KINDS = np.concatenate([_ROW_KINDS, [COMMON, RARE, RARE]])
_SIDES = np.where(np.concatenate([ROW_WAYS, _LEADERS]) == OPPOSITE, 2, 1)
_WEIGHTS = np.concatenate([ROW_WEIGHTS, [LEADERS[0] / 2, LEADERS[0] / 2, LEADERS[1]]])


@dataclass
class Thresholds:
    """Half lines x <= low and x >= high of a view, at the same share of draws on both sides.

    There are four ways to bet at each share: on the left one, on the right one, on both in opposite directions, and on
    both in one. Each bet takes for the likelier input the one that has had the event more often so far. Two leaders
    take the shares at which the draws so far are most beyond the claim: one on both half lines in opposite directions,
    each with a share of its own or left out, and one on both in one.
    """

    name: str
    view: View
    delta: float = 0.0
    low: Column | None = None
    high: Column | None = None
    draws: int = 0
    missing: bool = False  # whether some outputs have no number
    seen: Counts = field(init=False)  # by way, input and share: how often the event happened
    won: Counts = field(init=False)  # by way, share: draws of the input on which was bet, and of the other
    lost: Counts = field(init=False)
    own: Counts = field(init=False)
    lead: tuple[int, int, int] = (-1, -1, -1)  # places of the leaders' shares: left, right, outer; -1 is none
    forward: bool = True  # whether the first leader takes the first input for the likelier one on the left
    led: Counts = field(default_factory=lambda: np.zeros((2, 2), np.int64))  # what the leaders won and lost

    def __post_init__(self) -> None:
        """Starts with no draws."""
        self.seen = np.zeros((4, 2, len(SHARES)), np.int64)
        self.won, self.lost, self.own = (np.zeros((4, len(SHARES)), np.int64) for _ in range(3))

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Takes the quantiles of these draws."""
        raw = np.concatenate([self.view(one), self.view(other)])
        seen = np.sort(raw[~np.isnan(raw)])
        if not len(seen):
            return
        place = np.minimum((SHARES * len(seen)).astype(np.int64), len(seen) - 1)
        self.low, high = seen[place], seen[len(seen) - 1 - place]
        above = np.searchsorted(seen, self.low, side="right")  # the half lines are disjoint
        least = np.where(above < len(seen), seen[np.minimum(above, len(seen) - 1)], np.inf)
        self.high = np.maximum(high, least)
        if not self.draws:  # which input is the likelier is learned from the first draws too
            self.missing = len(seen) < len(raw)
            self.seen += self._counts(one, other)
        self._follow(factor, self.draws or len(raw))

    def _follow(self, factor: float, draws: int) -> None:
        """Chooses the leaders' shares: those most standard deviations beyond the claim."""
        assert self.low is not None
        assert self.high is not None
        mine, theirs = self.seen, self.seen[:, ::-1]
        beyond = (mine - factor * theirs - self.delta / 2 * draws) / np.sqrt(mine + factor**2 * (theirs + 1))
        best, places = np.maximum(beyond.max(axis=2), 0.0), np.argmax(beyond, axis=2)
        evidence = [best[LEFT, i] ** 2 + best[RIGHT, 1 - i] ** 2 for i in (0, 1)]
        self.forward = bool(evidence[0] >= evidence[1])
        side = 0 if self.forward else 1
        left = int(places[LEFT, side]) if best[LEFT, side] > 0 else -1
        right = int(places[RIGHT, 1 - side]) if best[RIGHT, 1 - side] > 0 else -1
        if left >= 0 and right >= 0 and self.low[left] >= self.high[right]:
            left = right = min(left, right)  # at one share they are disjoint
        outer = int(np.argmax(beyond[OUTER].max(axis=0)[SHARES <= MOST_OUTER]))
        self.lead = (left, right, outer)

    def count(self, one: Outputs, other: Outputs) -> None:
        """Counts the draws in every half line."""
        if self.low is None:
            return
        counts = self._counts(one, other)
        first = self.seen[:, 0] >= self.seen[:, 1]
        won, lost = np.where(first, counts[:, 0], counts[:, 1]), np.where(first, counts[:, 1], counts[:, 0])
        self.won += won
        self.lost += lost
        left, right, outer = self.lead
        mine, theirs = (0, 1) if self.forward else (1, 0)
        if left >= 0:
            self.led[:, 0] += counts[LEFT, mine, left], counts[LEFT, theirs, left]
        if right >= 0:
            self.led[:, 0] += counts[RIGHT, theirs, right], counts[RIGHT, mine, right]
        self.led[:, 1] += won[OUTER, outer], lost[OUTER, outer]
        self.own += np.where(first, len(one), len(other))
        self.seen += counts
        self.draws += len(one) + len(other)

    def _counts(self, one: Outputs, other: Outputs) -> Counts:
        assert self.low is not None
        assert self.high is not None
        count, upper = len(SHARES), self.high[::-1]
        found = np.zeros((4, 2, count), np.int64)
        for side, outputs in enumerate((one, other)):
            x = self.view(outputs)
            x = x[~np.isnan(x)]
            below = np.bincount(np.searchsorted(self.low, x, side="left"), minlength=count + 1)
            above = np.bincount(np.searchsorted(upper, x, side="right"), minlength=count + 1)
            found[LEFT, side] = np.cumsum(below)[:count]
            found[RIGHT, side] = np.cumsum(above[::-1])[:count]
        found[OPPOSITE] = found[LEFT] + found[RIGHT, ::-1]
        found[OUTER] = found[LEFT] + found[RIGHT]
        return found

    def positions(self) -> Positions:
        """Returns those of every way at every share, and the leaders."""
        at, count, leaders = (ROW_WAYS, ROW_PLACES), len(_KINDS), np.zeros(len(_LEADERS), np.int64)
        share = np.zeros(count)
        if not self.missing:
            share[: len(_ROW_SHARES)] = _ROW_SHARES
        hits, misses = (np.concatenate([a[at], b[[0, 0, 1]]]) for a, b in zip((self.won, self.lost), self.led,
            strict=True))
        return Positions(hits, misses, np.concatenate([self.own[at], leaders]), np.full(count, self.draws, np.int64),
            _SIDES, share, _KINDS, _WEIGHTS)

    def told(self, row: int) -> str:
        """Returns the half line, or the two, and under which input it is the likelier."""
        if self.low is None or self.high is None:
            return self.name
        if row < len(ROW_WAYS):
            return self._told(int(ROW_WAYS[row]), int(ROW_PLACES[row]), int(ROW_PLACES[row]))
        left, right, outer = self.lead
        if row - len(ROW_WAYS) >= 2:
            return self._told(OUTER, outer, outer)
        way = OPPOSITE if left >= 0 and right >= 0 else LEFT if left >= 0 else RIGHT
        return self._told(way, left, right, self.forward if way != RIGHT else not self.forward)

    def _told(self, way: int, left: int, right: int, forward: bool | None = None) -> str:
        assert self.low is not None
        assert self.high is not None
        if forward is None:
            forward = bool(self.seen[way, 0, left] >= self.seen[way, 1, left])
        first, second = ("under the first input", "under the second")[:: 1 if forward else -1]
        below, above = f"{self.name} <= {self.low[left]:.6g}", f"{self.name} >= {self.high[right]:.6g}"
        return (f"{below} {first}", f"{above} {first}", f"{below} {first}, and {above} {second}",
            f"{below} or {above}, {first}")[way]


__all__ = ["BULK", "BULK_SHARE", "LEADERS", "OPPOSITE", "SHARES", "WAYS", "Family", "Sorting", "Thresholds", "View"]
