"""Where outputs come from: a function, a command, an adapter, two files, or a shipped mechanism.
One file each.

A call of a program that gives no output (it breaks, or the time limit passes) is *one* output,
however many it was asked for: what happens to a call says nothing of so many releases.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Raw = Sequence[Any] | npt.NDArray[np.float64]


class Source(Protocol):
    """Something that releases."""

    name: str
    key: str  # all that makes it this source: what goes on from a record must have the same
    in_order: bool  # whether outputs come in the order in which they were made
    endless: bool  # whether there are always more
    until: float  # the instant (`time.monotonic`) after which no call is made

    @property
    def longest(self) -> float:
        """Returns how many seconds one call should take at most."""

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns `count` further outputs for a data set; fewer where there are no more, or the time
        is over.
        """

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns outputs of two starts of the same program, that know nothing of each other; an
        empty list where that means nothing.
        """

    def forked(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns outputs of two forks of this process; an empty list where that means nothing."""

    def recorded(self, records: tuple[Any, ...]) -> Raw:
        """Returns all outputs for a data set that are left, where these were made beforehand; they
        can still be drawn.
        """

    def close(self) -> None:
        """Ends what was started."""


class Alone:
    """What a source does that has nothing to start and nothing to fork."""

    in_order = endless = True
    until = longest = inf

    @property
    def over(self) -> bool:
        """Tells whether the time is over."""
        return time.monotonic() >= self.until

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns nothing."""
        del records, count
        return []

    def forked(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns nothing."""
        del records, count
        return []

    def recorded(self, records: tuple[Any, ...]) -> Raw:
        """Returns nothing."""
        del records
        return []

    def close(self) -> None:
        """Does nothing."""
