"""The bets on one pair of neighbouring data sets: which families of events there are, and what they have won so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from ..conformance.judging.bits import SORTINGS
from ..conformance.judging.bits import View as Bits
from .betting import Positions, together
from .families import Classes, Family, Thresholds
from .outputs import Codes, Column, Outputs, joined
from .sets import Bins, Learned, learner

FIRST, GROWTH = 32, 1.15  # draws before the first bet; events are named anew when there are so many times more
LEAST, LOOKS = 16, 8  # draws until one looks again, and looks at the wealth, between two namings
KEPT = 1 << 18  # draws of each input from which events are learned
# shares of the capital; those of absent families go to the others in proportion
MAIN, SUMS, KINDS, BINS, BITS, LEARNED = 0.75, 0.1, 0.05, 0.05, 0.05, 0.15
STRANGE = -(1 << 40)  # the class of what is no finite number
MOST_COORDINATES = 8  # of a vector that have half lines and bits of their own


def coordinate(j: int) -> Callable[[Outputs], Column]:
    """Returns the view of one coordinate."""

    def view(outputs: Outputs) -> Column:
        return outputs.columns[j] if j < len(outputs.columns) else np.full(len(outputs), np.nan)

    return view


def total(outputs: Outputs) -> Column:
    """Returns the sums of all coordinates."""
    found: Column = np.sum(outputs.columns, axis=0) if outputs.columns else np.full(len(outputs), np.nan)
    return found


def length(outputs: Outputs) -> Column:
    """Returns the squared lengths of vectors."""
    found: Column = np.sum(np.square(outputs.columns), axis=0) if outputs.columns else np.full(len(outputs), np.nan)
    return found


def bits(j: int, classes: Callable[[Bits], Codes]) -> Callable[[Outputs], Codes]:
    """Returns the sorting of one coordinate by its bits."""
    view = coordinate(j)

    def sorting(outputs: Outputs) -> Codes:
        x = view(outputs)
        finite = np.isfinite(x)
        head = np.where(finite, x, 0.0)
        return np.where(finite, classes(Bits("x", head, np.zeros_like(head))), STRANGE)

    return sorting


def families(width: int, words: list[str], alone: bool = False) -> list[tuple[float, Family]]:
    """Returns the families for outputs of so many numbers, each with its share of the capital.

    `alone` leaves the classes out, for those who name the law.
    """
    found: list[tuple[float, Family]] = []
    names = ["x"] if width == 1 else [f"coordinate {j + 1}" for j in range(min(width, MOST_COORDINATES))]
    for j, name in enumerate(names):
        found.append((MAIN / len(names), Thresholds(name, coordinate(j))))
    if alone and width:
        return [(w / MAIN, f) for w, f in found]
    if width > 1:
        found += [(SUMS / 2, Thresholds("the sum", total)), (SUMS / 2, Thresholds("the squared length", length))]
        if (made := learner()) is not None:
            found.append((LEARNED, Learned("a classifier's score", made)))
    found.append((KINDS, Classes("kind", lambda outputs: outputs.kinds, lambda code: words[code])))
    for j, name in enumerate(names):
        found.append((BINS / len(names), Bins(f"where {name} lies", coordinate(j))))
        for kind in SORTINGS:
            found.append((BITS / len(names) / len(SORTINGS), Classes(f"{name}, {kind.name}", bits(j, kind.classes),
                lambda code, told=kind.told: "no number" if code == STRANGE else told(code))))  # type: ignore[misc]
    whole = sum(w for w, _ in found)
    return [(w / whole, f) for w, f in found]


@dataclass
class Book:
    """All bets on one pair. `factor` is e^epsilon of the claim by which classes are chosen."""

    factor: float
    words: list[str]
    alone: bool = False
    parts: list[tuple[float, Family]] = field(default_factory=list)
    seen: tuple[list[Outputs], list[Outputs]] = field(default_factory=lambda: ([], []))
    draws: int = 0
    drawn: tuple[int, int] = (0, 0)
    _next: int = FIRST
    _positions: Positions | None = None

    @property
    def wanted(self) -> int:
        """Returns how many draws there should be until one looks again."""
        whole = self._next - int(self._next / GROWTH)
        return max(1, min(self._next - self.draws, max(LEAST, -(-whole // LOOKS)) if self.parts else FIRST))

    def add(self, one: Outputs, other: Outputs) -> None:
        """Bets on further draws of both inputs, and names the events anew where it is time."""
        self._positions = None
        for _, family in self.parts:
            family.count(one, other)
        for seen, outputs, kept in zip(self.seen, (one, other), self.drawn, strict=True):
            if kept < KEPT and len(outputs):
                seen.append(outputs)
        self.draws += len(one) + len(other)
        self.drawn = (self.drawn[0] + len(one), self.drawn[1] + len(other))
        if self.draws >= self._next and all(self.drawn):
            self._learn()
            self._next = max(self.draws + 1, int(self.draws * GROWTH))

    def _learn(self) -> None:
        width = max((len(o.columns) for seen in self.seen for o in seen), default=0)
        for seen in self.seen:
            seen[:] = [joined(seen, width)]
        if not self.parts:
            self.parts = families(width, self.words, self.alone)
        for _, family in self.parts:
            family.learn(self.seen[0][0], self.seen[1][0], self.factor)

    @property
    def positions(self) -> Positions | None:
        """Returns all positions, with their shares of this pair's capital; None before the first bet."""
        if self._positions is None and self.parts:
            made = [family.positions() for _, family in self.parts]
            found = together(made)
            shares = np.repeat([share for share, _ in self.parts], [len(p.weights) for p in made])
            self._positions = replace(found, weights=found.weights * shares)
        return self._positions

    def told(self, row: int) -> str:
        """Returns the event of a position in words."""
        for _, family in self.parts:
            count = len(family.positions().hits)
            if row < count:
                return family.told(row)
            row -= count
        return "nothing yet"
