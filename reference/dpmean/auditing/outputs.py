"""Outputs as an auditor sees them: the kind of each, and columns of numbers.

Anything that a program does is an output: a number, a list of numbers, a text, no answer, NaN, an
exception, a time limit that passed, an exit code (`described.py`). An infinity is a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .described import Described, Failed, Sort, described, digest

Column = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
MOST_KINDS = 1000  # whose words are kept; later ones have a code that is made of their digest
LATER = "a kind that came after a thousand others"
_LATER, _PARTIAL, _BROKE = 1 << 62, 1, 2
WIDEST = 1 << 53  # integers below are doubles


@dataclass(frozen=True)
class Outputs:
    """Outputs in the order in which they came: the code of the kind of each, and columns of
    numbers, NaN where an output has none.
    """

    kinds: Codes
    columns: tuple[Column, ...]

    def __len__(self) -> int:
        return len(self.kinds)

    def part(self, start: int, end: int) -> Outputs:
        """Returns those from `start` up to `end`."""
        return Outputs(self.kinds[start:end], tuple(c[start:end] for c in self.columns))


@dataclass
class Reader:
    """Reads raw outputs. Kinds get their codes in the order in which they occur; the width of all
    columns is that of the first output with numbers. Where another has more or fewer, its numbers
    are not looked at, and its kind is not `whole`.
    """

    words: list[str] = field(default_factory=list)
    width: int | None = None
    sorts: list[Sort] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)
    worked: bool = False  # whether any output was more than the program's failure
    numbered: bool = False  # whether any output had a number
    _codes: dict[tuple[str, bool], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Finds the codes of the words that are given."""
        for code, (word, whole) in enumerate(zip(self.words, self.whole, strict=True)):
            self._codes[word, whole] = code

    @property
    def names(self) -> list[str]:
        """Returns the names of columns."""
        width = self.width or 0
        return ["x"] if width == 1 else [f"coordinate {j + 1}" for j in range(width)]

    @property
    def alike(self) -> str:
        """Returns the one kind that every output had so far, where none had a number: such as an
        error; else nothing.
        """
        return self.words[0] if len(self.words) == 1 and not self.numbered else ""

    @property
    def failing(self) -> bool:
        """Tells whether the program did nothing but break so far."""
        return bool(self.words) and not self.worked

    def read(self, raw: Sequence[Any] | npt.NDArray[np.float64]) -> Outputs:
        """Returns raw outputs as kinds and columns; an array of doubles is read at once."""
        if isinstance(raw, np.ndarray) and _doubles(raw):
            return self._array(np.asarray(raw, dtype=np.float64))
        kinds, rows = np.empty(len(raw), np.int64), []
        for i, output in enumerate(raw):
            seen = described(output)
            if seen.numbers and self.width is None:
                self.width = len(seen.numbers)
            fits = not seen.numbers or len(seen.numbers) == self.width
            kinds[i] = self.code(seen if fits else seen._replace(whole=False))
            rows.append(seen.numbers if fits and seen.numbers else None)
        width = self.width or 0
        table = np.full((len(raw), width), np.nan)
        for i, row in enumerate(rows):
            if row is not None:
                table[i] = row
        self.numbered = self.numbered or not np.isnan(table).all()
        return Outputs(kinds, tuple(np.ascontiguousarray(table[:, j]) for j in range(width)))

    def _array(self, raw: npt.NDArray[np.float64]) -> Outputs:
        if not len(raw):
            return joined([], self.width or 0)
        table = raw.reshape(len(raw), -1)
        if self.width is None:
            self.width = table.shape[1]
        if table.shape[1] != self.width:
            return self.read([tuple(row) for row in table.tolist()])
        missing = np.isnan(table).any(axis=1)
        words = "number" if self.width == 1 else f"list of {self.width} numbers"
        kinds = np.zeros(len(raw), np.int64)
        for word, those in ((words, ~missing), ("NaN", missing)):
            if those.any():
                kinds[those] = self.code(Described(word))
        self.numbered = self.numbered or not np.isnan(table).all()
        return Outputs(kinds, tuple(np.ascontiguousarray(table[:, j]) for j in range(self.width)))

    def code(self, seen: Described) -> int:
        """Returns the code of a kind."""
        broke = seen.sort is Sort.BROKE
        self.worked = self.worked or not broke
        code = self._codes.get((seen.word, seen.whole))
        if code is not None:
            return code
        if len(self.words) >= MOST_KINDS:
            return (
                _LATER
                | (digest(seen.word) & ~(_PARTIAL | _BROKE))
                | (0 if seen.whole else _PARTIAL)
                | (_BROKE if broke else 0)
            )
        code = self._codes[seen.word, seen.whole] = len(self.words)
        self.words.append(seen.word)
        self.sorts.append(seen.sort)
        self.whole.append(seen.whole)
        return code

    def digests(self, kinds: Codes) -> Codes:
        """Returns a number for the kind of each output that does not depend on when it first came."""
        table = np.array([digest(word) for word in self.words], np.int64)
        known = kinds < len(table)
        if not len(table):
            return kinds
        return np.where(known, table[np.where(known, kinds, 0)], kinds & (_LATER - 1))

    @property
    def example(self) -> str:
        """Returns a kind of which a part is not looked at, or one that is known by equality alone."""
        sorts = zip(self.words, self.sorts, self.whole, strict=True)
        found = [w for w, _, whole in sorts if not whole]
        found += [w for w, sort in zip(self.words, self.sorts, strict=True) if sort is Sort.TEXT]
        return found[0] if found else ""

    def partial(self, kinds: Codes) -> int:
        """Returns of how many outputs a part was not looked at: it could not be read, or it is a
        text that came once and so is equal to nothing.
        """
        codes, counts = np.unique(kinds, return_counts=True)
        later = codes >= MOST_KINDS
        count = int(counts[later & ((codes & _PARTIAL != 0) | (counts == 1))].sum())
        for code, times in zip(codes[~later].tolist(), counts[~later].tolist(), strict=True):
            alone = times == 1 and self.sorts[code] is not Sort.VALUE
            count += times if alone or not self.whole[code] else 0
        return count


def word_of(words: Sequence[str], code: int) -> str:
    """Returns the word of a kind."""
    return words[code] if code < len(words) else LATER


def _doubles(raw: npt.NDArray[Any]) -> bool:
    """Tells whether doubles say all that an array says."""
    if raw.dtype.kind == "f":
        return raw.dtype.itemsize <= 8
    return raw.dtype.kind in "iu" and bool(np.all((raw < WIDEST) & (raw > -WIDEST)))


def joined(parts: Sequence[Outputs], width: int) -> Outputs:
    """Returns several lists of outputs as one of so many columns."""
    if not parts:
        return Outputs(np.empty(0, np.int64), tuple(np.empty(0) for _ in range(width)))
    columns = [
        np.concatenate(
            [p.columns[j] if len(p.columns) > j else np.full(len(p), np.nan) for p in parts]
        )
        for j in range(width)
    ]
    return Outputs(np.concatenate([p.kinds for p in parts]), tuple(columns))


__all__ = ["Codes", "Column", "Failed", "Outputs", "Reader", "described", "joined", "word_of"]
