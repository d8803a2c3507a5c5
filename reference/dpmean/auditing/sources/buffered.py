"""A source that asks another one for many outputs at once, because to ask it at all takes long, and
hands them out.
"""

from __future__ import annotations

from typing import Any

from . import Raw, Source

LEAST, MOST = 64, 1 << 16  # outputs that are asked for at once; twice as many each time


class Buffered:
    """The outputs of a source, in their order."""

    def __init__(self, source: Source) -> None:
        """Nothing is asked for yet."""
        self.name, self.in_order, self.endless = source.name, source.in_order, source.endless
        self._source = source
        self._left: dict[tuple[Any, ...], list[Raw]] = {}
        self._asked: dict[tuple[Any, ...], int] = {}

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns the next outputs."""
        key = tuple(map(str, records))  # NaN is not equal to itself
        left = self._left.setdefault(key, [])
        while sum(map(len, left)) < count:
            self._asked[key] = size = min(MOST, 2 * self._asked.get(key, LEAST // 2))
            left.append(self._source.draw(records, max(size, count - sum(map(len, left)))))
        given: list[Any] = []
        while len(given) < count:
            first = left.pop(0)
            if not given and len(first) >= count:
                left.insert(0, first[count:])
                return first[:count]
            take = count - len(given)
            given += list(first[:take])
            if len(first) > take:
                left.insert(0, first[take:])
        return given

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns what the source does."""
        return self._source.again(records, count)

    def forked(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns what the source does."""
        return self._source.forked(records, count)

    def close(self) -> None:
        """Ends the source."""
        self._source.close()
