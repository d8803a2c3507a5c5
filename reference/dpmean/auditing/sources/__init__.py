"""Where outputs come from: a function, a command, an adapter, two files, or a shipped mechanism.
One file each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Raw = Sequence[Any] | npt.NDArray[np.float64]


class Source(Protocol):
    """Something that releases."""

    name: str
    in_order: bool  # whether outputs come in the order in which they were made
    endless: bool  # whether there are always more

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns `count` further outputs for a data set; fewer where there are no more."""

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns outputs of two starts of the same program, that know nothing of each other; an
        empty list where that means nothing.
        """

    def forked(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns outputs of two forks of this process; an empty list where that means nothing."""

    def close(self) -> None:
        """Ends what was started."""


class Alone:
    """What a source does that has nothing to start and nothing to fork."""

    in_order = endless = True

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns nothing."""
        del records, count
        return []

    def forked(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns nothing."""
        del records, count
        return []

    def close(self) -> None:
        """Does nothing."""
