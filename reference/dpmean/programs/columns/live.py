"""What is narrowed with the rows of a group: numbers, signs and tables, as long as the program can
still use them.

A group does not keep them: what the program has let go of is free at once, and neither are they a
circle with the group, for which arrays would wait until the garbage collector comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import ref

MANY = 64  # how many are noted before those that are gone are forgotten


class Live:
    """The columns of a group that are still used."""

    def __init__(self) -> None:
        """Nothing is noted yet."""
        self._noted: list[Any] = []
        self._many = MANY

    def append(self, held: Any) -> None:
        """Notes something that is narrowed with the group."""
        self._noted.append(ref(held))
        if len(self._noted) > self._many:
            self._noted = [noted for noted in self._noted if noted() is not None]
            self._many = max(MANY, 2 * len(self._noted))

    def __iter__(self) -> Iterator[Any]:
        """Yields what is still used."""
        for noted in self._noted:
            if (held := noted()) is not None:
                yield held
