"""One draw at a time, from a buffer that is filled in bulk."""

from __future__ import annotations

from collections.abc import Iterator

from ...randomness import forks
from ...randomness.stream import Stream
from .laws import Bulk

BUFFER = 1 << 12


class Singly(Iterator[tuple[int, ...]]):
    """An iterator over draws of a bulk sampler, one tuple of integers each.

    A draw that was given is forgotten, and a forked process begins anew.
    """

    def __init__(self, sampler: Bulk, stream: Stream, buffer: int = BUFFER) -> None:
        """Nothing is drawn before the first `next`."""
        self._sampler, self._stream, self._size = sampler, stream, buffer
        self._ready: list[tuple[int, ...]] = []
        forks.tell(self)

    def __next__(self) -> tuple[int, ...]:
        """Returns the next draw, and fills the buffer in bulk where it is empty."""
        try:
            return self._ready.pop()
        except IndexError:
            columns = self._sampler.draw(self._stream, self._size)
            self._ready.extend(zip(*(c[::-1].tolist() for c in columns), strict=True))
            return self._ready.pop()

    def forget(self) -> None:
        """Drops the draws that were made in advance."""
        self._ready.clear()
