"""Outcomes of laws in stock: a group of few rows takes its draws from a column of many that was
drawn at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...distributions.bulk import columns as bulk
from ...distributions.law import Law
from ...randomness.stream import Stream
from .arithmetic import Unfit

STOCK = 1 << 14  # outcomes that are drawn at once where fewer are asked for
MOST_LAWS = 256  # whose stock is kept


class Pools:
    """The stock of every law. Each outcome is handed out once, and which one does not depend on its
    value.
    """

    def __init__(self, stream: Stream) -> None:
        """`stream`: where random bytes come from."""
        self.stream = stream
        self.stock: dict[
            Law, tuple[Any, int, int]
        ] = {}  # outcomes, the place of the next, how many there are

    def drawn(self, law: Law, count: int) -> Any:
        """Returns that many new outcomes; Unfit for a law that is not drawn in bulk."""
        if not bulk.supported(law):
            raise Unfit("the law is not drawn in bulk")
        if count >= STOCK:
            return self._new(law, count)
        held, start, size = self.stock.get(law, (None, 0, 0))
        if start + count > size:
            if len(self.stock) >= MOST_LAWS:
                self.stock.clear()
            held, start, size = self._new(law, STOCK), 0, STOCK
        self.stock[law] = held, start + count, size
        return held.take(np.arange(start, start + count))

    def _new(self, law: Law, count: int) -> Any:
        """Returns outcomes that are drawn now.

        What does not fit stops the run: rows that drew once more would have the law without its
        largest outcomes.
        """
        try:
            return bulk.draw(law, self.stream, count)
        except OverflowError as error:
            raise AssertionError(
                "a draw does not fit into 62 bits: the source is not random"
            ) from error
