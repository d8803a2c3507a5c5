"""Families of events on which an audit bets. Each names its events anew from the draws so far,
before the next ones.

Thresholds  half lines of one number made of an output, at quantiles of the draws so far
Classes     sets of classes (bits, exact values, kinds, quantile bins, what a classifier says), those of which one input
            had more so far than the claim allows (`classes.py`, `sets.py`)

Whatever an event was learned from, bets are on later draws only; so learning costs capital, and
never validity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from .betting import COMMON, RARE, Counts, Positions, Weights
from .leaders import LEFT, OPPOSITE, OUTER, RIGHT, Leader
from .looks import Look
from .outputs import Codes, Column, Outputs

# a number for every output; NaN where it has none
View = Callable[[Outputs], Column]
Sorting = Callable[[Outputs], Codes]

BULK = np.arange(1, 11) / 20  # shares of the draws below the usual thresholds
TAILS = 0.5 ** np.concatenate([np.arange(16, 10, -1), np.arange(20, 9, -1) / 2])
SHARES = np.concatenate([TAILS, BULK])
# shares of the capital for bets on the left half line, on the right one, on both in opposite
# directions, on both in one
WAYS = (0.15, 0.15, 0.55, 0.15)
BULK_SHARE = 0.72
# what follows the shares at which most speaks against the claim so far: whether on both half lines
# in one direction, among what shares, with what stakes, and its capital
LEADERS = (
    (False, SHARES >= 0.1, COMMON, 0.24),
    (False, SHARES <= 0.2, RARE, 0.19),
    (True, SHARES <= 0.1, RARE, 0.17),
)
MOST_OUTER = 0.25  # both half lines in one direction have at most half of all draws


class Family(Protocol):
    """Events of one kind for one pair of data sets."""

    name: str
    look: Look
    leaf: int | None  # the place of the column, where it is about one

    def learn(self, one: Outputs, other: Outputs, factor: float) -> None:
        """Names the events for the next draws, from draws so far of both data sets."""

    def count(self, one: Outputs, other: Outputs) -> None:
        """Counts the events among further draws; those before anything was learned are left out."""

    def positions(self) -> Positions:
        """Returns the counts of all positions; the weights add up to 1."""

    def told(self, row: int) -> str:
        """Returns the event of a position in words, as it is named now."""

    def forward(self, row: int) -> bool:
        """Tells whether the event that is told first is the likelier under the first input."""


def _rows() -> tuple[Counts, Counts, Weights]:
    """Returns way and share of every position at a fixed share, and its part of the capital."""
    tail = 1 / (3.0 + np.arange(len(TAILS))[::-1])
    of_shares = np.concatenate(
        [(1 - BULK_SHARE) * tail / tail.sum(), np.full(len(BULK), BULK_SHARE / len(BULK))]
    )
    weights = np.outer(WAYS, of_shares)
    weights[OUTER, SHARES > MOST_OUTER] = 0
    weights[OUTER] *= WAYS[OUTER] / weights[OUTER].sum()
    ways, places = np.nonzero(weights)
    return ways, places, weights[ways, places] * (1 - sum(share for *_, share in LEADERS))


ROW_WAYS, ROW_PLACES, ROW_WEIGHTS = _rows()
_ROW_KINDS = np.where(SHARES[ROW_PLACES] < BULK[0], RARE, COMMON)
_ROW_SHARES = SHARES[ROW_PLACES] * np.array([1.0, 1.0, 0.0, 2.0])[ROW_WAYS]
_KINDS = np.concatenate([_ROW_KINDS, [kind for _, _, kind, _ in LEADERS]])
_SIDES = np.concatenate(
    [np.where(ROW_WAYS == OPPOSITE, 2, 1), [1 if outer else 2 for outer, *_ in LEADERS]]
)
_WEIGHTS = np.concatenate([ROW_WEIGHTS, [share for *_, share in LEADERS]])


@dataclass
class Thresholds:
    """Half lines x <= low and x >= high of a view, at the same share of draws on both sides.

    There are four ways to bet at each share: on the left one, on the right one, on both in opposite
    directions, and on both in one. Each bet takes for the likelier input the one that has had the
    event more often so far. Leaders take the shares at which the draws so far are most beyond the
    claim (`leaders.py`).
    """

    name: str
    view: View
    delta: float = 0.0
    look: Look = Look.HALF_LINE
    leaf: int | None = None
    unit: float = 1.0  # of the numbers of the view, for words
    low: Column | None = None
    high: Column | None = None
    draws: int = 0
    missing: bool = False  # whether some outputs have no number
    seen: Counts = field(init=False)  # by way, input and share: how often the event happened
    # by way, share: draws of the input on which was bet, and of the other
    won: Counts = field(init=False)
    lost: Counts = field(init=False)
    own: Counts = field(init=False)
    leaders: list[Leader] = field(
        default_factory=lambda: [Leader(among, outer) for outer, among, _, _ in LEADERS]
    )

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
        beyond = (mine - factor * theirs - self.delta / 2 * draws) / np.sqrt(
            mine + factor**2 * (theirs + 1)
        )
        for leader in self.leaders:
            leader.follow(beyond, self.low, self.high)

    def count(self, one: Outputs, other: Outputs) -> None:
        """Counts the draws in every half line."""
        if self.low is None:
            return
        counts = self._counts(one, other)
        first = self.seen[:, 0] >= self.seen[:, 1]
        won, lost = (
            np.where(first, counts[:, 0], counts[:, 1]),
            np.where(first, counts[:, 1], counts[:, 0]),
        )
        self.won += won
        self.lost += lost
        for leader in self.leaders:
            leader.count(counts)
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
        at, count, leaders = (ROW_WAYS, ROW_PLACES), len(_KINDS), np.zeros(len(LEADERS), np.int64)
        share = np.zeros(count)
        if not self.missing:
            share[: len(_ROW_SHARES)] = _ROW_SHARES
        hits, misses = (
            np.concatenate([a[at], [leader.led[i] for leader in self.leaders]])
            for i, a in enumerate((self.won, self.lost))
        )
        return Positions(
            hits,
            misses,
            np.concatenate([self.own[at], leaders]),
            np.full(count, self.draws, np.int64),
            _SIDES,
            share,
            _KINDS,
            _WEIGHTS,
        )

    def told(self, row: int) -> str:
        """Returns the half line, or the two, and under which input it is the likelier."""
        if self.low is None or self.high is None:
            return self.name
        if row < len(ROW_WAYS):
            place = int(ROW_PLACES[row])
            return self._told(int(ROW_WAYS[row]), place, place, self.forward(row))
        leader = self.leaders[row - len(ROW_WAYS)]
        return self._told(leader.way, leader.left, leader.right, self.forward(row))

    def forward(self, row: int) -> bool:
        """Tells whether the event that is told first is the likelier under the first input."""
        if row < len(ROW_WAYS):
            way, place = ROW_WAYS[row], ROW_PLACES[row]
            return bool(self.seen[way, 0, place] >= self.seen[way, 1, place])
        leader = self.leaders[row - len(ROW_WAYS)]
        return leader.forward != (leader.way == RIGHT)

    def half_line(self, row: int) -> tuple[str, float] | None:
        """Returns the half line of a position, or the left one of two in opposite directions, as a
        sign and a number; None where it is on both in one direction.
        """
        if self.low is None or self.high is None:
            return None
        if row < len(ROW_WAYS):
            way, left, right = int(ROW_WAYS[row]), int(ROW_PLACES[row]), int(ROW_PLACES[row])
        else:
            leader = self.leaders[row - len(ROW_WAYS)]
            way, left, right = leader.way, leader.left, leader.right
        if way == OUTER:
            return None
        return (">=", float(self.high[right])) if way == RIGHT else ("<=", float(self.low[left]))

    def _told(self, way: int, left: int, right: int, forward: bool) -> str:
        assert self.low is not None
        assert self.high is not None
        first, second = ("under the first input", "under the second")[:: 1 if forward else -1]
        below, above = (
            f"{self.name} <= {self.low[left] / self.unit:.6g}",
            f"{self.name} >= {self.high[right] / self.unit:.6g}",
        )
        return (
            f"{below} {first}",
            f"{above} {first}",
            f"{below} {first}, and {above} {second}",
            f"{below} or {above}, {first}",
        )[way]


__all__ = ["LEADERS", "SHARES", "Family", "Sorting", "Thresholds", "View"]
