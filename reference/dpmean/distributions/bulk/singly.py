"""One draw at a time, from a buffer that is filled in bulk."""

from __future__ import annotations

from collections.abc import Iterator

from ...randomness import forks
from ...randomness.stream import Stream
from .laws import Bulk

BUFFER = 1 << 12


class Singly(Iterator[tuple[int, ...]]):
    """Draws of a bulk sampler, one tuple of integers each; a draw that was given is forgotten, and a forked process
    begins anew.
    """

    def __init__(self, sampler: Bulk, stream: Stream, buffer: int = BUFFER) -> None:
        """Nothing is drawn before the first `next`."""
        self._sampler, self._stream, self._size = sampler, stream, buffer
        self._ready: list[tuple[int, ...]] = []
        forks.tell(self)

    def __next__(self) -> tuple[int, ...]:
        """The next draw."""
        try:
            return self._ready.pop()
        except IndexError:
            columns = self._sampler.draw(self._stream, self._size)
            self._ready.extend(zip(*(c[::-1].tolist() for c in columns), strict=True))
            return self._ready.pop()

    def forget(self) -> None:
        """Of what was drawn in advance nothing is left."""
        self._ready.clear()
