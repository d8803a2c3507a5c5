"""A group of rows that is made by hand: columns of chosen integers and of chosen words, without any
mechanism.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from dpmean.distributions.bulk.continuous import Unit
from dpmean.distributions.bulk.outcomes import Coordinate, Outcome, Reals
from dpmean.distributions.finite import Uniform
from dpmean.exact.doubles import Balls
from dpmean.programs.columns.group import Group
from dpmean.programs.columns.tables import Moved
from dpmean.programs.program import Draw
from dpmean.randomness.stream import ShakeStreamForTesting


class ByHand:
    """A lot that gives what it was given, and remembers who left."""

    def __init__(self, outcomes: Sequence[Outcome] = ()) -> None:
        """`outcomes` answer the draws, in their order."""
        self.outcomes = list(outcomes)
        self.stream = ShakeStreamForTesting(b"by hand")
        self.left: list[int] = []
        self.apart: list[Any] = []

    def drawn(self, law: Any, count: int) -> Any:
        """Returns the next outcome."""
        assert self.outcomes[0].count == count
        return self.outcomes.pop(0)

    def later(self, group: Any) -> None:
        self.apart.append(group)

    def leave(self, group: Any, rows: Any, few: bool) -> None:
        """Keeps the places of the rows."""
        self.left += [int(r) for r in group.rows[rows]]

    def moved(self, group: Any, values: Any, most: int) -> Moved:
        """Returns a table for each row."""
        return Moved(group, values, most)

    def constant(self, value: Any, factor: Fraction, count: int) -> Balls:
        """Returns value * factor."""
        return Balls.constant(value * factor, count)


def rows(count: int, *outcomes: Outcome) -> Group:
    return Group(ByHand(outcomes), np.arange(count), [], [])


def array(numbers: Sequence[int]) -> Any:
    """Returns a column of integers: of 64 bits if they fit with the room that columns ask for."""
    return np.array(numbers, np.int64 if max(map(abs, numbers), default=0) < 1 << 62 else object)


def uniform(words: Sequence[int]) -> Outcome:
    """Returns uniform numbers that begin with these words."""
    column = Reals(np.array(words, np.uint64), Unit(), Fraction(1))
    return Outcome((Coordinate(Fraction(0), ((Fraction(1), column),)),), True, len(words))


def uniforms(group: Group) -> Any:
    """Returns the form of the next uniform numbers."""
    return group.answer(Draw("u", Uniform()))
