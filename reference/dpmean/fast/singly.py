"""One draw at a time, from a buffer that is filled in bulk."""

from __future__ import annotations

from collections.abc import Iterator

from .. import forks
from .laws import Bulk
from .stream import Stream

BUFFER = 1 << 12


class Singly(Iterator[tuple[int, ...]]):
    """Draws of a bulk sampler, one tuple of integers each; a draw that was given is forgotten, and a forked process begins anew."""

    def __init__(self, sampler: Bulk, stream: Stream, buffer: int = BUFFER) -> None:
        """Nothing is drawn before the first `next`."""
        self._sampler, self._stream, self._size = sampler, stream, buffer
        self._ready: list[tuple[int, ...]] = []
        self._made = forks.here()

    def __next__(self) -> tuple[int, ...]:
        """The next draw."""
        if not self._ready or self._made != forks.here():
            columns = self._sampler.draw(self._stream, self._size)
            self._ready = list(zip(*(c[::-1].tolist() for c in columns), strict=True))
            self._made = forks.here()
        return self._ready.pop()
