"""Rows that are forced onto a boundary: all draws but one are those of a row that was released before.

The one draw differs from row to row: a continuous variable has the words around the one at which the output or a
decision changes, as `interpret.release` has it, and a lattice noise has every integer around its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.bulk.outcomes import Coordinate, Integers, Outcome, Reals
from dpmean.distributions.student_t import StudentT
from dpmean.programs import interpret
from dpmean.programs.columns import group
from dpmean.programs.columns.pools import Pools
from dpmean.randomness.stream import Stream
from tests.helpers.columns_recorded import NoBits

LAST = (1 << 64) - 1
AROUND = 8  # rows on each side of a boundary
OPEN = object()
NOISES = ("DiscreteLaplace", "DiscreteGaussian", "PublishedGaussian", "DiscreteStaircase", "DiscreteHourglass",
    "NoiseShare")


@dataclass(frozen=True)
class Base:
    """A row that was released: the laws of its draws, and their outcomes, one row each."""

    laws: list[Any]
    outcomes: list[Outcome]

    def forced(self) -> list[tuple[int, Any]]:
        """Returns the draws with their columns that can be forced."""
        found = []
        for j, (law, outcome) in enumerate(zip(self.laws, self.outcomes, strict=True)):
            columns = {id(part): part for c in outcome.coordinates for _, part in c.terms}
            found += [(j, part) for part in columns.values()
                if isinstance(part, Reals) or type(law).__name__ in NOISES]
        return found


def changed(outcome: Outcome, old: Any, numbers: Any) -> Outcome:
    """Returns an outcome of one row in as many rows as there are numbers, which one column has."""
    count = len(numbers)
    wide = {id(part): part.take(np.zeros(count, np.int64)) for c in outcome.coordinates for _, part in c.terms}
    if isinstance(old, Reals):
        wide[id(old)] = replace(wide[id(old)], words=np.array(numbers, np.uint64))
    elif isinstance(old, Integers):
        wide[id(old)] = replace(wide[id(old)], values=np.array(numbers, np.int64))
    return Outcome(tuple(Coordinate(c.constant, tuple((q, wide[id(part)]) for q, part in c.terms))
        for c in outcome.coordinates), outcome.single, count, outcome.whole)


def numbers_around(base: Base, j: int, column: Any, program: Callable[[], Any], grid: Fraction | None) -> list[int]:
    """Returns what the rows of the forced column are."""
    if isinstance(column, Integers):
        own = int(column.values[0])
        return [*range(own - 2 * AROUND, own + 2 * AROUND), 0, 0]

    def output(word: int) -> Any:
        outcomes = [changed(o, column, [word]) if i == j else o for i, o in enumerate(base.outcomes)]
        try:
            return interpret.release(program(), NoBits(), grid, begun=[o.row(0) for o in outcomes])
        except AssertionError:
            return OPEN

    own = int(column.words[0])
    same = output(own)
    assert same is not OPEN
    found = [0, 0, 1, 2, LAST, LAST, LAST - 1, LAST - 2]
    for end in (0, LAST):
        kept, other = own, end
        if output(end) == same:
            continue
        while abs(other - kept) > 1:
            middle = (kept + other) // 2
            if output(middle) == same:
                kept = middle
            else:
                other = middle
        found += [min(max(other + k, 0), LAST) for k in range(-AROUND, AROUND + 1)]
    return found


def _same(law: Any, other: Any) -> bool:
    """Returns whether two laws are one; the irrational scale of Student's law is another object in every run."""
    return law == other or (type(law) is type(other) is StudentT and law.d == other.d)


class Forced(Pools):
    """Pools that hand out the draws of a base, with one column forced; other draws are made as ever."""

    current: Any = None

    def __init__(self, stream: Stream, base: Base, j: int, column: Any, numbers: list[int]) -> None:
        """`numbers` are those of the rows, in their order."""
        super().__init__(stream)
        self.base, self.j, self.column, self.numbers = base, j, column, np.array(numbers, object)

    def drawn(self, law: Any, count: int) -> Any:
        """Returns outcomes for the rows of the group that asks."""
        rows, asked = self.current.rows, self.current.asked
        if len(rows) == count and asked < len(self.base.laws) and _same(self.base.laws[asked], law):
            outcome = self.base.outcomes[asked]
            if asked == self.j:
                return changed(outcome, self.column, self.numbers[rows].tolist())
            return changed(outcome, None, [0] * count)
        return super().drawn(law, count)


@contextmanager
def asking(pools: Forced) -> Iterator[None]:
    """Inside, the pools know which group asks."""
    answer = group.Group.answer

    def told(rows: Any, draw: Any) -> Any:
        pools.current = rows
        return answer(rows, draw)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(group.Group, "answer", told)
        yield
