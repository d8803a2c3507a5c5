"""Two files of outputs as a source: one output a line, those for the first data set and those for
the second.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...errors import InvalidInput
from ..pairs import Pair
from . import Alone, Raw
from .command import read_line

MOST = 10**8  # bytes of a file


class Files(Alone):
    """Outputs that were recorded for the two data sets of a pair; each is used once, in the order of
    its file.
    """

    endless = False

    def __init__(self, one: Path, other: Path, pair: Pair) -> None:
        """Reads both files; InvalidInput where they are one."""
        if one.resolve() == other.resolve():
            raise InvalidInput(
                "unsupported_combination",
                "outputs: name two files, one for each of two neighbouring data sets",
                argument="outputs",
            )
        self.name = f"{one.name} and {other.name}"
        self.key = f"{one.resolve()} and {other.resolve()}"
        self._left = {repr(pair.one): _read(one), repr(pair.other): _read(other)}

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns the next outputs of one file."""
        left = self._left[repr(records)]
        found, self._left[repr(records)] = left[:count], left[count:]
        return found

    def recorded(self, records: tuple[Any, ...]) -> Raw:
        """Returns all outputs of one file that are left."""
        return self._left[repr(records)]

    def skip(self, one: int, other: int) -> None:
        """Leaves out the first outputs of either file, which an earlier run has bet on."""
        for key, used in zip(list(self._left), (one, other), strict=True):
            self._left[key] = self._left[key][used:]

    @property
    def sizes(self) -> tuple[int, int]:
        """Returns how many outputs of each are left."""
        one, other = self._left.values()
        return len(one), len(other)


def _read(path: Path) -> list[Any]:
    if path.stat().st_size > MOST:
        raise InvalidInput("out_of_range", f"{path.name}: at most 10^8 bytes", argument="file")
    return [
        read_line(line)
        for line in path.read_bytes().decode("utf-8", "backslashreplace").splitlines()
    ]
