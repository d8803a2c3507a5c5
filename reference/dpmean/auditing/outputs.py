"""Outputs as an auditor sees them: the kind of each, and columns of numbers, one for each leaf.

Anything that a program does is an output: a number, a list of numbers, a text, no answer, NaN, an
exception, a time limit that passed, an exit code (`described.py`). An infinity is a number. A leaf
is a place at which any output had a number: `n`, `[2]`, `number 1 of the text`. An output without
it has NaN there, and a kind of its own; those before the first that has it have no such column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .described import (
    MOST_MARKS,
    MOST_NUMBERS,
    WHOLE,
    Described,
    Failed,
    Leaf,
    Missed,
    Role,
    Sort,
    described,
    digest,
    doubles,
    grid,
    of_numbers,
)

Column = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
MOST_KINDS = 1000  # whose words are kept; later ones have a code that is made of their digest
LATER = "a kind that came after a thousand others"
_LATER, _PARTIAL, _BROKE = 1 << 62, 1, 2
FEW = 64  # numbers for which there is room beside those of the widest output


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


Shape = tuple[tuple[str, ...], tuple[Leaf, ...]]  # the leaves of an output


@dataclass
class Reader:
    """Reads raw outputs. Kinds get their codes, and leaves their columns, in the order in which they
    occur; a length gets one when it is another than before.

    An output with a leaf that gets no column, because there are too many, is not `whole`: there are
    at most FEW numbers and twice as many as the widest output so far has, FEW and MOST_NUMBERS in
    all, and MOST_MARKS printed numbers whose digits are looked at. A length is a part of the kind
    too.
    """

    words: list[str] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    sorts: list[Sort] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)
    worked: bool = False  # whether any output was more than the program's failure
    numbered: bool = False  # whether any output had a number
    widest: int = 0  # numbers of one output
    missed: Missed | None = None  # the first part that was not looked at
    lengths: dict[str, float] = field(default_factory=dict)  # first ones, of all names
    _codes: dict[tuple[str, bool], int] = field(default_factory=dict)
    _places: dict[Leaf, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Finds the codes of the words and the places of the leaves that are given."""
        for code, (word, whole) in enumerate(zip(self.words, self.whole, strict=True)):
            self._codes[word, whole] = code
        self._places = {leaf: place for place, leaf in enumerate(self.leaves)}

    @property
    def width(self) -> int:
        """Returns how many columns there are."""
        return len(self.leaves)

    @property
    def numbers(self) -> list[int]:
        """Returns the places of the columns that are numbers of outputs, and not marks."""
        return [place for place, leaf in enumerate(self.leaves) if leaf.role is Role.VALUE]

    @property
    def names(self) -> list[str]:
        """Returns the words of the columns."""
        return list(map(str, self.leaves))

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
        """Returns raw outputs as kinds and columns; doubles are read at once."""
        if isinstance(raw, np.ndarray) and raw.ndim and doubles(raw):
            return self._array(np.asarray(raw, dtype=np.float64))
        if isinstance(raw, list) and {float}.issuperset(map(type, raw)):
            return self._array(np.array(raw, dtype=np.float64))
        kinds = np.empty(len(raw), np.int64)
        rows: dict[Shape, tuple[list[int], list[tuple[float, ...]]]] = {}
        missed: dict[Shape, Missed | None] = {}
        lengths: dict[str, tuple[list[int], list[float]]] = {}
        for i, output in enumerate(raw):
            seen = described(output)
            values, written = seen.numbers, []
            for leaf, value in seen.marks:
                if leaf.role is Role.WRITTEN:
                    written.append(leaf)
                    values = (*values, value)
                else:
                    self._measured(leaf, value, lengths, i)
            shape = (seen.names, tuple(written))
            if shape not in rows:
                rows[shape], missed[shape] = ([], []), self._room(*shape)
            rows[shape][0].append(i)
            rows[shape][1].append(values)
            if seen.missed is None and missed[shape] is not None:
                seen = seen._replace(missed=missed[shape])
            kinds[i] = self.code(seen)
        table = np.full((self.width, len(raw)), np.nan)
        for (names, marks), (where, numbers) in rows.items():
            places = [self._places.get(leaf, -1) for leaf in (*map(Leaf, names), *marks)]
            for place, column in zip(places, zip(*numbers, strict=True), strict=True):
                if place >= 0:
                    table[place, where] = column
        for name, (where, measured) in lengths.items():
            if (place := self._places.get(Leaf(name, Role.LENGTH), -1)) >= 0:
                table[place, where] = measured
        if not self.numbered:
            of_values = [leaf.role is Role.VALUE for leaf in self.leaves]
            self.numbered = not np.isnan(table[of_values]).all()
        return Outputs(kinds, tuple(table))

    def _measured(
        self, leaf: Leaf, value: float, found: dict[str, tuple[list[int], list[float]]], i: int
    ) -> None:
        """Notes a length; it becomes a leaf when it is another than before."""
        if self.lengths.setdefault(leaf.name, value) != value and leaf not in self._places:
            self._add([leaf], MOST_MARKS)
        where, values = found.setdefault(leaf.name, ([], []))
        where.append(i)
        values.append(value)

    def _room(self, names: tuple[str, ...], marks: tuple[Leaf, ...]) -> Missed | None:
        """Makes columns for the leaves of an output; returns the first one for which there is no
        room.
        """
        self.widest = max(self.widest, len(names))
        left = self._add(map(Leaf, names), FEW + min(MOST_NUMBERS, 2 * self.widest))
        left += self._add(marks, MOST_MARKS)
        return Missed(str(left[0]), "a number after too many others") if left else None

    def _add(self, leaves: Iterable[Leaf], most: int) -> list[Leaf]:
        """Makes columns for leaves, until there are so many of their role; returns those left."""
        new = [leaf for leaf in leaves if leaf not in self._places]
        if not new:
            return []
        room = max(0, most - sum(leaf.role is new[0].role for leaf in self.leaves))
        for leaf in new[:room]:
            self._places[leaf] = len(self.leaves)
            self.leaves.append(leaf)
        return new[room:]

    def _array(self, raw: npt.NDArray[np.float64]) -> Outputs:
        if not len(raw):
            return joined([], self.width)
        shape = () if raw[0].size == 1 else raw.shape[1:]
        names = grid("", shape) if shape else (WHOLE,)
        table = raw.reshape(len(raw), -1)
        if table.shape[1] > MOST_NUMBERS or self._room(names, ()) is not None or not table.size:
            return self.read(list(raw))
        if shape:
            lengths: dict[str, tuple[list[int], list[float]]] = {}
            self._measured(Leaf(WHOLE, Role.LENGTH), float(shape[0]), lengths, 0)
        missing = np.isnan(table).any(axis=1)
        kinds = np.zeros(len(raw), np.int64)
        for is_so, those in ((False, ~missing), (True, missing)):
            if those.any():
                kinds[those] = self.code(Described(of_numbers(shape, is_so)))
        self.numbered = self.numbered or not np.isnan(table).all()
        columns = [np.full(len(raw), np.nan)] * self.width
        for name, column in zip(names, np.ascontiguousarray(table.T), strict=True):
            columns[self._places[Leaf(name)]] = column
        if shape and (place := self._places.get(Leaf(WHOLE, Role.LENGTH))) is not None:
            columns[place] = np.full(len(raw), float(shape[0]))
        return Outputs(kinds, tuple(columns))

    def code(self, seen: Described) -> int:
        """Returns the code of a kind."""
        broke = seen.sort is Sort.BROKE
        self.worked = self.worked or not broke
        self.missed = self.missed or seen.missed
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
        known = (kinds >= 0) & (kinds < len(table))  # what is set aside has none
        if not len(table):
            return kinds
        return np.where(known, table[np.where(known, kinds, 0)], kinds & (_LATER - 1))

    @property
    def example(self) -> str:
        """Returns the first part that was not looked at, with its place; or else a kind that is
        known by equality alone.
        """
        if self.missed is not None:
            return str(self.missed)
        found = [w for w, sort in zip(self.words, self.sorts, strict=True) if sort is Sort.TEXT]
        return found[-1] if found else ""

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
