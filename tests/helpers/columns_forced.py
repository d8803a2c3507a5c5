"""Rows that are forced onto a boundary: all draws but one are those of a row that was released
before.

The one draw differs from row to row: a continuous variable has the words around the one at which
the output or a decision changes, as `interpret.release` has it; a lattice noise has every integer
around its own and, where the output changes far away, around that boundary; an answer, a level or
an index has every outcome of its law.
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
from dpmean.programs.columns.row_laws import RowLaws
from dpmean.randomness.stream import Stream
from tests.helpers.columns_recorded import NoBits, law_of_row

LAST = (1 << 64) - 1
AROUND = 8  # rows on each side of a boundary
OPEN = object()
NOISES = (
    "DiscreteLaplace",
    "DiscreteGaussian",
    "PublishedGaussian",
    "DiscreteStaircase",
    "DiscreteHourglass",
    "Multiples",
    "NoiseShare",
)
FINITE = ("Sign", "Bernoulli", "UniformInteger", "PowerOfTwo")
FAR = 24  # binary digits of how far a boundary of integers is looked for
TIMES = 6  # rows for each outcome of a finite law


@dataclass(frozen=True)
class Base:
    """A row that was released: the laws of its draws, and their outcomes, one row each."""

    laws: list[Any]
    outcomes: list[Outcome]

    def forced(self, names: tuple[str, ...] = NOISES) -> list[tuple[int, Any]]:
        """Returns the draws with their columns that can be forced: continuous ones, and those of
        laws of these names.
        """
        found = []
        for j, (law, outcome) in enumerate(zip(self.laws, self.outcomes, strict=True)):
            columns = {id(part): part for c in outcome.coordinates for _, part in c.terms}
            found += [
                (j, part)
                for part in columns.values()
                if (isinstance(part, Reals) and names is NOISES) or type(law).__name__ in names
            ]
        return found


def changed(outcome: Outcome, old: Any, numbers: Any) -> Outcome:
    """Returns an outcome of one row in as many rows as there are numbers, which one column has."""
    count = len(numbers)
    wide = {
        id(part): part.take(np.zeros(count, np.int64))
        for c in outcome.coordinates
        for _, part in c.terms
    }
    if isinstance(old, Reals):
        wide[id(old)] = replace(wide[id(old)], words=np.array(numbers, np.uint64))
    elif isinstance(old, Integers):
        wide[id(old)] = replace(wide[id(old)], values=np.array(numbers, np.int64))
    return Outcome(
        tuple(
            Coordinate(c.constant, tuple((q, wide[id(part)]) for q, part in c.terms))
            for c in outcome.coordinates
        ),
        outcome.single,
        count,
        outcome.whole,
    )


def numbers_around(
    base: Base, j: int, column: Any, program: Callable[[], Any], grid: Fraction | None
) -> list[int]:
    """Returns what the rows of the forced column are."""
    if type(base.laws[j]).__name__ in FINITE:
        return [int(o) for o, _ in base.laws[j].support() for _ in range(TIMES)]

    def output(word: int) -> Any:
        outcomes = [
            changed(o, column, [word]) if i == j else o for i, o in enumerate(base.outcomes)
        ]
        try:
            return interpret.release(program(), NoBits(), grid, begun=[o.row(0) for o in outcomes])
        except Exception:  # it needs more bits, or other draws than the base had
            return OPEN

    if isinstance(column, Integers):
        own = int(column.values[0])
        same = output(own)
        steps = [
            next((1 << i for i in range(FAR) if output(own + (sign << i)) != same), 0)
            for sign in (-1, 1)
        ]
        ends = [own - steps[0], own + steps[1]]
        found = [*range(own - 2 * AROUND, own + 2 * AROUND), 0, 0]
    else:
        own, ends = int(column.words[0]), [0, LAST]
        same = output(own)
        found = [0, 0, 1, 2, LAST, LAST, LAST - 1, LAST - 2]
    assert same is not OPEN
    for end in ends:
        kept, other = own, end
        if output(end) == same:
            continue
        while abs(other - kept) > 1:
            middle = (kept + other) // 2
            if output(middle) == same:
                kept = middle
            else:
                other = middle
        near = [other + k for k in range(-AROUND, AROUND + 1)]
        found += near if isinstance(column, Integers) else [min(max(k, 0), LAST) for k in near]
    return found


def _same(law: Any, other: Any) -> bool:
    """Returns whether two laws are one; the irrational scale of Student's law is another object in
    every run.
    """
    return law == other or (type(law) is type(other) is StudentT and law.d == other.d)


class Forced(Pools):
    """Pools that hand out the draws of a base, with one column forced; other draws are made as
    ever.
    """

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

    def moved(self, outcome: Outcome, laws: Any) -> Outcome:
        """Returns the outcome of laws that differ from row to row, forced in the rows where the law
        is the base's.
        """
        rows, asked = self.current.rows, self.current.asked
        if asked >= len(self.base.laws):
            return outcome
        same = np.array(
            [_same(self.base.laws[asked], law_of_row(laws, i)) for i in range(len(rows))]
        )
        ((_, old),) = outcome.coordinates[0].terms
        own = self.base.outcomes[asked].coordinates[0].terms[0][1]
        assert isinstance(old, Integers)
        assert isinstance(own, Integers)
        forced = self.numbers[rows].astype(np.int64) if asked == self.j else own.values[0]
        return changed(outcome, old, np.where(same, forced, old.values))


@contextmanager
def asking(pools: Forced) -> Iterator[None]:
    """Inside, the pools know which group asks, and laws that differ from row to row are forced like
    others.
    """
    answer, by_row = group.Group.answer, RowLaws.drawn

    def told(rows: Any, draw: Any) -> Any:
        pools.current = rows
        return answer(rows, draw)

    def drawn(laws: Any, stock: Any) -> Any:
        return pools.moved(by_row(laws, stock), laws)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(group.Group, "answer", told)
        patch.setattr(RowLaws, "drawn", drawn)
        yield
