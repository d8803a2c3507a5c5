"""A source that asks another one for many outputs at once, because to ask it at all takes long, and
hands them out.

The first call is for one output, which shows how long a call takes; no call is so large that it
would take longer than the time that is left, or than a call should take.
"""

from __future__ import annotations

import time
from typing import Any

from . import Raw, Source

LEAST, MOST = 64, 1 << 16  # outputs that are asked for at once; twice as many each time


class Buffered:
    """The outputs of a source, in their order."""

    def __init__(self, source: Source) -> None:
        """Nothing is asked for yet."""
        self.name, self.key = source.name, source.key
        self.in_order, self.endless = source.in_order, source.endless
        self._source = source
        self._left: dict[tuple[Any, ...], list[Raw]] = {}
        self._asked: dict[tuple[Any, ...], int] = {}
        self._pace: float | None = None  # seconds of an output in the last call

    @property
    def until(self) -> float:
        """Returns the instant after which no call is made."""
        return self._source.until

    @until.setter
    def until(self, instant: float) -> None:
        self._source.until = instant

    @property
    def longest(self) -> float:
        """Returns how long one call should take at most."""
        return self._source.longest

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns the next outputs."""
        key = tuple(map(repr, records))  # NaN is not equal to itself
        left = self._left.setdefault(key, [])
        while (missing := count - sum(map(len, left))) > 0:
            came = self._call(key, records, missing)
            if not len(came):
                break
            left.append(came)
        given: list[Any] = []
        while left and len(given) < count:
            first = left.pop(0)
            if not given and len(first) >= count:
                left.insert(0, first[count:])
                return first[:count]
            take = count - len(given)
            given += list(first[:take])
            if len(first) > take:
                left.insert(0, first[take:])
        return given

    def _call(self, key: tuple[Any, ...], records: tuple[Any, ...], missing: int) -> Raw:
        began = time.monotonic()
        size = max(missing, min(MOST, 2 * self._asked.get(key, LEAST // 2)))
        if self._pace is None:
            size = 1
        elif self._pace:
            usable = max(0.0, min(self.until - began, self.longest))
            size = max(1, int(min(size, usable / self._pace)))
        came = self._source.draw(records, size)
        if len(came):
            self._asked[key] = max(size, LEAST // 2)
            self._pace = (time.monotonic() - began) / len(came)
        return came

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns what the source does."""
        return self._source.again(records, count)

    def forked(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns what the source does."""
        return self._source.forked(records, count)

    def recorded(self, records: tuple[Any, ...]) -> Raw:
        """Returns what the source does."""
        return self._source.recorded(records)

    def close(self) -> None:
        """Ends the source."""
        self._source.close()
