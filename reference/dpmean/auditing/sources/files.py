"""Two files of outputs as a source: one output a line, those for the first data set and those for
the second.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...errors import InvalidInput
from . import Alone, Raw
from .command import read_line

MOST = 10**8  # bytes of a file


class Files(Alone):
    """Outputs that were recorded; each is used once, in the order of its file."""

    endless = False

    def __init__(self, one: Path, other: Path) -> None:
        """Reads both files."""
        self.name = f"{one.name} and {other.name}"
        self._left = {(0,): _read(one), (1,): _read(other)}

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns the next outputs of one file, which the records (0,) and (1,) stand for."""
        left = self._left[records]
        found, self._left[records] = left[:count], left[count:]
        return found

    @property
    def sizes(self) -> tuple[int, int]:
        """Returns how many outputs of each are left."""
        return len(self._left[(0,)]), len(self._left[(1,)])


def _read(path: Path) -> list[Any]:
    if path.stat().st_size > MOST:
        raise InvalidInput("out_of_range", f"{path.name}: at most 10^8 bytes", argument="file")
    return [read_line(line) for line in path.read_text("utf-8", "replace").splitlines()]
