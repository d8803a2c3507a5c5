"""Followers of the half lines at which most speaks against the claim so far, in place of bets on
all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from .betting import Counts
from .outputs import Column

LEFT, RIGHT, OPPOSITE, OUTER = range(4)  # ways to bet: see `families.py`


@dataclass
class Leader:
    """A bet on both half lines in opposite directions, each with a share of its own or left out;
    with `outer` on both in one. It chooses among the shares in `among`.
    """

    among: npt.NDArray[np.bool_]
    outer: bool = False
    left: int = -1  # places of the shares; -1 is none
    right: int = -1
    forward: bool = True  # whether the first input is taken for the likelier one on the left
    # draws of the input bet on, and of the other
    led: Counts = field(default_factory=lambda: np.zeros(2, np.int64))

    def follow(self, beyond: npt.NDArray[np.float64], low: Column, high: Column) -> None:
        """Chooses shares, from how many standard deviations every way, input and share is beyond
        the claim.
        """
        seen = np.where(self.among, beyond, -np.inf)
        best, places = np.maximum(seen.max(axis=2), 0.0), np.argmax(seen, axis=2)
        if self.outer:
            self.forward = bool(seen[OUTER, 0].max() >= seen[OUTER, 1].max())
            self.left = self.right = int(places[OUTER, 0 if self.forward else 1])
            return
        evidence = [best[LEFT, i] ** 2 + best[RIGHT, 1 - i] ** 2 for i in (0, 1)]
        self.forward = bool(evidence[0] >= evidence[1])
        side = 0 if self.forward else 1
        self.left = int(places[LEFT, side]) if best[LEFT, side] > 0 else -1
        self.right = int(places[RIGHT, 1 - side]) if best[RIGHT, 1 - side] > 0 else -1
        if self.left >= 0 and self.right >= 0 and low[self.left] >= high[self.right]:
            self.left = self.right = min(self.left, self.right)  # at one share they are disjoint

    def count(self, counts: Counts) -> None:
        """Adds the counts of further draws, by way, input and share."""
        mine, theirs = (0, 1) if self.forward else (1, 0)
        if self.outer:
            if self.left >= 0:
                self.led += counts[OUTER, [mine, theirs], self.left]
            return
        if self.left >= 0:
            self.led += counts[LEFT, [mine, theirs], self.left]
        if self.right >= 0:
            self.led += counts[RIGHT, [theirs, mine], self.right]

    @property
    def way(self) -> int:
        """Returns the way in which it bets now."""
        if self.outer:
            return OUTER
        return OPPOSITE if self.left >= 0 and self.right >= 0 else LEFT if self.left >= 0 else RIGHT
