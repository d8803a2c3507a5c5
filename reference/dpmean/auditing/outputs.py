"""What an auditor sees of a release: its kind, and its numbers where it has some.

Anything that a program does is an output: a number, a list of numbers, a text, no answer, NaN, an
exception, a time limit that passed, an exit code. The *kind* is a word for it. Numbers are doubles,
and an infinity is a number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
MOST_KINDS, OTHER = 1000, "anything else"
MOST_TEXT = 60  # characters of a text that tell it from others


@dataclass(frozen=True)
class Failed:
    """What came in place of an output: the word for it, such as `ValueError` or `exit code 1`."""

    word: str


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
    columns is that of the first list of numbers, of which others are another kind.
    """

    words: list[str] = field(default_factory=list)
    width: int | None = None

    @property
    def alike(self) -> str:
        """Returns the one kind that every output had so far, where none had a number: such as an
        error; else nothing.
        """
        return self.words[0] if len(self.words) == 1 and self.width is None else ""

    @property
    def failing(self) -> bool:
        """Tells whether every start of a program failed so far, and in the same way."""
        return self.alike.startswith(("exit code ", "no output within "))

    def read(self, raw: Sequence[Any] | npt.NDArray[np.float64]) -> Outputs:
        """Returns raw outputs as kinds and columns; an array of doubles is read at once."""
        if isinstance(raw, np.ndarray):
            return self._array(np.asarray(raw, dtype=np.float64))
        kinds, rows = np.empty(len(raw), np.int64), []
        for i, output in enumerate(raw):
            word, numbers = described(output)
            if numbers and self.width is None:
                self.width = len(numbers)
            kinds[i] = self.code(word)
            rows.append(numbers if len(numbers) == self.width else None)
        width = self.width or 0
        table = np.full((len(raw), width), np.nan)
        for i, row in enumerate(rows):
            if row is not None:
                table[i] = row
        return Outputs(kinds, tuple(np.ascontiguousarray(table[:, j]) for j in range(width)))

    def _array(self, raw: npt.NDArray[np.float64]) -> Outputs:
        if not len(raw):
            return joined([], self.width or 0)
        table = raw.reshape(len(raw), -1)
        if self.width is None:
            self.width = table.shape[1]
        if table.shape[1] != self.width:
            return self.read([tuple(row) for row in table])
        missing = np.isnan(table).any(axis=1)
        plain = self.code("number" if self.width == 1 else f"list of {self.width} numbers")
        kinds = np.where(missing, self.code("NaN") if missing.any() else plain, plain).astype(
            np.int64
        )
        return Outputs(kinds, tuple(np.ascontiguousarray(table[:, j]) for j in range(self.width)))

    def code(self, word: str) -> int:
        """Returns the code of a kind."""
        if word not in self.words:
            if len(self.words) >= MOST_KINDS:
                word = OTHER
                if word in self.words:
                    return self.words.index(word)
            self.words.append(word)
        return self.words.index(word)


def described(output: Any) -> tuple[str, tuple[float, ...]]:
    """Returns the kind of an output in words, and its numbers."""
    if isinstance(output, Failed):
        return output.word, ()
    if output is None:
        return "no answer", ()
    if isinstance(output, bool | np.bool_):
        return "truth value", (float(output),)
    if isinstance(output, int | float | Fraction | np.integer | np.floating):
        return _number(output)
    if isinstance(output, str | bytes):
        return f"text {output[:MOST_TEXT]!r}", ()
    if isinstance(output, Iterable):
        parts = [described(o) for o in output]
        if parts and all(len(numbers) == 1 for _, numbers in parts):
            word = "NaN" if any(w == "NaN" for w, _ in parts) else f"list of {len(parts)} numbers"
            return word if len(parts) > 1 else parts[0][0], tuple(n[0] for _, n in parts)
        return f"list of {len(parts)}: {', '.join(w for w, _ in parts)[:MOST_TEXT]}", ()
    return type(output).__name__, ()


def _number(output: Any) -> tuple[str, tuple[float, ...]]:
    try:
        value = float(output)
    except OverflowError:
        value = math.inf if output > 0 else -math.inf
    return ("NaN" if math.isnan(value) else "number"), (value,)


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
