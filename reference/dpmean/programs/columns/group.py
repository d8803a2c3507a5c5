"""A group of rows that have taken the same decisions: one run of the program for all of them.

Where the rows of a group differ in the truth of a condition, or in an integer that the program uses
as such, the group goes on with the most of them; the others become groups of their own, which run
from the start with the draws and the decisions that they have had. Rows whose certified doubles
leave a question open leave the group: they are decided by the exact interpreter, with their draws
kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...distributions.bulk.outcomes import Coordinate, Outcome
from ...distributions.law import Law
from ...distributions.samplers.refine import Affine
from ...exact.enclosure import compare
from ...randomness.stream import Stream
from ..program import Compare, Draw, Program, Step
from .arithmetic import Arithmetic, Constants, Unfit
from .conditions import Signs
from .forms import Column, Reading
from .live import Live
from .loops import Going, Turn
from .row_laws import BY_ROW, RowLaws
from .values import MOST, Whole, sizes

_ZERO, _ONE = Fraction(0), Fraction(1)
FEW = 4  # rows: for fewer the exact interpreter is quicker than a group
Rows = NDArray[np.int64]


class Ended(BaseException):
    """Raised when no row is left in the group; a BaseException, so that no program catches it."""


class Lot(Constants, Protocol):
    """What a group asks of the whole lot of rows."""

    @property
    def stream(self) -> Stream:
        """Where random bytes come from."""
        ...

    def drawn(self, law: Law, count: int) -> Any:
        """Returns that many new outcomes of a law."""
        ...

    def later(self, group: Group) -> None:
        """Takes a group that is run later."""
        ...

    def leave(self, group: Group, rows: Rows, few: bool) -> None:
        """Takes rows of a group (their places in it) that are decided exactly; `few`: because they
        are few.
        """
        ...

    def moved(self, group: Group, values: NDArray[np.int64], most: int) -> Any:
        """Returns a table for each row of a group; `most` bounds the sizes of its numbers."""
        ...


class Group(Arithmetic):
    """Rows, the outcomes that they were given in order, and the decisions that they took."""

    lot: Lot

    def __init__(self, lot: Lot, rows: Rows, outcomes: list[Any], script: list[Any]) -> None:
        """`rows` are their places in the lot."""
        self.lot, self.rows, self.outcomes, self.script = lot, rows, outcomes, script
        self.taken: list[Any] = []  # the decisions of this run
        self.asked = 0  # how many draws this run has made
        self.going = Going()
        self.live = Live()  # all that is narrowed with the group
        self.live.append(self.going)

    @property
    def size(self) -> int:
        """Returns the number of rows."""
        return len(self.rows)

    def run(self, program: Program) -> Any:
        """Drives the program to its end and returns its output."""
        reply: Any = None
        while True:
            try:
                request = program.send(reply)
            except StopIteration as end:
                return end.value
            if isinstance(request, Step):
                reply = None
            elif isinstance(request, Compare):
                reply = self.compared(request)
            else:
                reply = self.answer(request)

    # draws

    def answer(self, draw: Draw) -> Any:
        """Returns the outcome of a draw: a number, a form, or a tuple of such."""
        if self.asked == len(self.outcomes):
            self.outcomes.append(self._drawn(draw))
        outcome = self.outcomes[self.asked]
        self.asked += 1
        readings: dict[int, Reading] = {}

        def form(coordinate: Any) -> Any:
            terms: dict[Any, Fraction] = {}
            for factor, part in coordinate.terms:
                if id(part) not in readings:
                    readings[id(part)] = self.reading(part)
                terms[readings[id(part)]] = factor
            return Column(self, coordinate.constant, terms) if terms else coordinate.constant

        found = tuple(form(c) for c in outcome.coordinates)
        return found[0] if outcome.single else found

    def _drawn(self, draw: Draw) -> Outcome | Turn:
        if isinstance(draw.law, RowLaws):
            found = draw.law.drawn(self.lot)
        else:
            found = _cancelled(draw, self.size) or self.lot.drawn(draw.law, self.size)
        return found if self.going.rows is None else Turn(found, self.going.rows)

    def law_by_value(self, form: Any, make: Callable[[int], Any]) -> Any:
        """Returns the laws that a function makes of each row's integer, or one law for all rows
        that stay.
        """
        integers = self.integers(form)
        if type(make(int(integers[0]))) in BY_ROW:
            return RowLaws(self.reading(Whole(integers, _ONE)), make)
        return make(self.one_of(form))

    def table(self, rows: Sequence[Sequence[Any]], d: int) -> Any:
        """Returns the table of records of numbers of each row: see `table.rows_of_numbers`."""
        columns = [self.integers(v) for row in rows for v in row]
        most = max(map(sizes, columns))
        if most > MOST:
            raise Unfit("integers beyond 64 bits")
        values = np.stack(columns, axis=1).astype(np.int64).reshape(self.size, len(rows), d)
        return self.lot.moved(self, values.transpose(0, 2, 1), most)

    # questions

    def compared(self, request: Compare) -> Any:
        """Returns the sign of a comparison, or the signs of the rows."""
        form = request.form
        if not isinstance(form, Affine) or not form.terms:
            return (
                compare(form.constant if isinstance(form, Affine) else form, request.against)
                or request.tie
            )
        return Signs(self, request)

    def signs(self, request: Compare) -> NDArray[np.int8]:
        """Returns the signs of all rows, after those have left for which they are not certain."""
        form, against = request.form, request.against
        found = self.value(form - against if isinstance(against, Fraction | int) else form)
        limit = _ZERO if isinstance(against, Fraction | int) else against
        if isinstance(found, Whole):
            signs = found.signs(limit)
            return (
                np.where(signs == 0, request.tie, signs).astype(np.int8) if request.tie else signs
            )
        signs = (found - self.constant(limit, _ONE) if limit is not _ZERO else found).sign()
        return np.asarray(signs[self.keep(signs != 0)])

    def keep(self, sure: NDArray[np.bool_], few: bool = False) -> Any:
        """Lets the rows that are not sure leave the group; returns the places of those that
        stay.
        """
        if sure.all():
            return slice(None)
        self.lot.leave(self, np.flatnonzero(~sure), few)
        return self.narrow(np.flatnonzero(sure))

    def narrow(self, rows: Rows) -> Rows:
        """Keeps some rows, and lets them leave too where they are few."""
        if len(rows) < FEW:
            self.lot.leave(self, rows, True)
            raise Ended
        self.rows = self.rows[rows]
        self.outcomes = [o.take(rows) for o in self.outcomes]
        for held in self.live:
            held.narrow(rows)
        return rows

    def part(self, numbers: Any) -> Any:
        """Goes on with the rows that have the most frequent of some numbers, and returns that
        number.

        `numbers` computes them, row by row.
        """
        if len(self.taken) < len(self.script):
            self.taken.append(self.script[len(self.taken)])
            return self.taken[-1]
        column = numbers()
        values, places, counts = _unique(column)
        largest = int(np.argmax(counts))
        if len(values) > 1:
            order = np.argsort(places, kind="stable")
            starts = np.concatenate(([0], np.cumsum(counts)))
            for i in range(len(values)):
                if i != largest:
                    self._apart(order[starts[i] : starts[i + 1]], values[i])
            self.narrow(order[starts[largest] : starts[largest + 1]])
        self.taken.append(values[largest])
        return values[largest]

    def _apart(self, rows: Rows, value: Any) -> None:
        """Makes a group of its own of some rows, or lets them leave where they are few."""
        if len(rows) < FEW:
            self.lot.leave(self, rows, True)
        else:
            self.lot.later(
                Group(
                    self.lot,
                    self.rows[rows],
                    [o.take(rows) for o in self.outcomes],
                    [*self.taken, value],
                )
            )

    def some(self, column: Callable[[], NDArray[np.bool_]]) -> bool:
        """Returns whether a loop goes on: whether its condition holds in a row, or did when the
        rows ran together.
        """
        found = column()
        again = len(self.taken) < len(self.script)
        self.taken.append(self.script[len(self.taken)] if again else bool(found.any()))
        self.going.rows = found if self.taken[-1] else None
        return bool(self.taken[-1])

    def decide(self, column: Callable[[], NDArray[np.bool_]]) -> bool:
        """Returns the truth of a condition: one for all rows that stay."""
        return bool(self.part(column))

    def one_of(self, form: Any) -> int:
        """Returns the integer that a form is: one for all rows that stay."""
        return int(self.part(lambda: self.integers(form)))


def _cancelled(draw: Draw, count: int) -> Outcome | None:
    """Returns zeros for the uniform parts of a split message.

    A program subtracts them in one part and adds them with the others (`shuffle_sum.split`), so
    that no output depends on them, as `law_of` has it. Where the outcome itself is output it is
    drawn.
    """
    if draw.released or not draw.law.cancels:
        return None
    return Outcome((Coordinate(_ZERO, ()),) * len(draw.law.parts()), False, count, True)


def _unique(column: Any) -> tuple[Any, Any, Any]:
    """Returns the different numbers, the place of each row's number among them, and how often each
    occurs.
    """
    if column.dtype == np.bool_:
        true = int(np.count_nonzero(column))
        if true in (0, len(column)):
            return np.array([bool(true)]), np.zeros(len(column), np.int64), np.array([len(column)])
        return np.array([False, True]), column.astype(np.int8), np.array([len(column) - true, true])
    if column.dtype != object and sizes(column) == 0:
        return column[:1], np.zeros(len(column), np.int64), np.array([len(column)])
    found = np.unique(column, return_inverse=True, return_counts=True)
    return found[0], found[1], found[2]
