"""Many releases of one mechanism on one data set: `releases(mechanism, data, count)` yields them
batch by batch.

Definition.  Every row has the law of `programs.release.release(mechanism, data, grid=grid)`, and rows are independent.
Memory.      One batch at a time, whatever `count` is.
Errors.      InvalidInput as for a release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from ...distributions.law import Law
from ...errors import DpmeanError, InvalidInput
from ...exact.doubles import Balls
from ...exact.errorfree import require_gradual_underflow
from ...exact.reals import Number
from ...exact.rotation import padded
from ...randomness.bits import Bits, SystemBits
from ...randomness.stream import Stream, SystemStream
from ..alterations import NONE, Altered, altered_program
from ..interpret import require_grid
from ..observed import observed
from ..program import Draw, Program
from ..table import Table
from ..unknowns import plain
from .arithmetic import Unfit
from .batch import Batch
from .exact_rows import Left, gathered
from .group import Ended, Group
from .pools import Pools
from .settle import exact_output, indices
from .tables import Moved, Records
from .values import Whole, common, times

BATCH = 1 << 16  # rows that are run at once
MOST_NUMBERS = 1 << 23  # of all tables of vectors in a batch


def releases(
    mechanism: Any,
    data: Iterable[Any],
    count: int,
    *,
    grid: Fraction | None = None,
    stream: Stream | None = None,
    bits: Bits | None = None,
    altered: Altered = NONE,
    batch: int = BATCH,
    observe: str = "",
) -> Iterator[Batch]:
    """Yields `count` independent releases of `mechanism` on `data`, in batches; or the numbers of
    the step `observe`.

    `grid` is that of the releases (default: the mechanism's; None for noise on a lattice: the exact
    rationals). `stream` and `bits` are the sources of randomness, the operating system's by
    default.
    """
    step = mechanism.default_grid if grid is None else grid
    if step is not None:
        if step <= 0:
            raise InvalidInput("grid_not_positive", "grid: must be greater than 0", argument="grid")
        require_grid(step, *mechanism.public_bounds)
    records = _records(mechanism, data, altered)
    if isinstance(records, Records):
        batch = max(1, min(batch, MOST_NUMBERS // max(1, records.n * padded(records.d))))
    yield from _batches(
        partial(_program, mechanism, records, altered, observe), count, step, batch, stream, bits
    )


def samples(
    law: Law,
    count: int,
    grid: Fraction | None,
    *,
    stream: Stream | None = None,
    bits: Bits | None = None,
    batch: int = BATCH,
) -> Iterator[Batch]:
    """Yields `count` independent draws of a law itself, rounded like releases; see
    `interpret.sample`.
    """

    def program() -> Program:
        return (yield Draw("noise", law, released=True))

    yield from _batches(program, count, grid, batch, stream, bits)


def _batches(
    program: Callable[[], Program],
    count: int,
    grid: Fraction | None,
    batch: int,
    stream: Stream | None,
    bits: Bits | None,
) -> Iterator[Batch]:
    pools, source, constants = (
        Pools(stream or SystemStream()),
        bits or SystemBits(),
        dict[Any, Any](),
    )
    while count > 0:
        yield _Lot(min(count, batch), program, grid, pools, source, constants).run()
        count -= batch


def _records(mechanism: Any, data: Iterable[Any], altered: Altered) -> Any:
    records = altered.records_of(altered.mechanism(mechanism).records(data))
    return Records(records) if isinstance(records, Table) else records


def _program(mechanism: Any, records: Any, altered: Altered, observe: str = "") -> Program:
    program = altered_program(altered.mechanism(mechanism).program(records), altered)
    return observed(program, observe) if observe else program


@dataclass
class _Lot:
    """The rows of one batch, the groups that wait, and what has been decided."""

    count: int
    program: Callable[[], Program]
    grid: Fraction | None
    pools: Pools
    bits: Bits
    constants: dict[Any, Any]
    waiting: list[Group] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    ended: list[tuple[Any, list[Any] | None]] = field(default_factory=list)
    undecided: int = 0
    few: int = 0

    def run(self) -> Batch:
        """Runs all groups, then the rows that they left."""
        require_gradual_underflow()
        self.waiting.append(Group(self, np.arange(self.count), [], []))
        while self.waiting:
            group = self.waiting.pop()
            try:
                self._end(group, group.run(self.program()))
            except Ended:
                pass
            except (Unfit, OverflowError, DpmeanError):
                self.leave(group, np.arange(group.size), True)
        rows, outputs = gathered(self.left, self.program, self.bits, self.grid)
        return self._batch(rows, outputs)

    # what a group asks for

    @property
    def stream(self) -> Stream:
        """Where random bytes come from."""
        return self.pools.stream

    def drawn(self, law: Law, count: int) -> Any:
        """Returns new outcomes of a law."""
        return self.pools.drawn(law, count)

    def later(self, group: Group) -> None:
        """Keeps a group that is run after the present one."""
        self.waiting.append(group)

    def leave(self, group: Group, rows: Any, few: bool) -> None:
        """Keeps rows of a group for the exact interpreter."""
        if len(rows):
            self.left.append(Left(group.rows[rows], [o.take(rows) for o in group.outcomes]))
        if few:
            self.few += len(rows)
        else:
            self.undecided += len(rows)

    def moved(self, group: Group, values: Any, most: int) -> Moved:
        """Returns a table for each row of a group."""
        return Moved(group, values, most)

    def constant(self, value: Number, factor: Fraction, count: int) -> Balls:
        """Returns value * factor as certified doubles in `count` rows; the same numbers come again
        and again.
        """
        key = (value, factor) if isinstance(value, Fraction) else ("id", id(value), factor)
        if key not in self.constants:
            if len(self.constants) > 4096:
                self.constants.clear()
            self.constants[key] = Balls.constant(value * factor, 1), value
        found: Balls = self.constants[key][0]
        return found.spread(count)

    # ends

    def _end(self, group: Group, output: Any) -> None:
        if output is None:
            self.ended.append((group.rows, None))
            return
        parts = [plain(o) for o in (output if isinstance(output, tuple) else (output,))]
        if self.grid is None:
            self.ended.append((group.rows, [exact_output(group, o) for o in parts]))
            return
        found = [indices(group, o, self.grid) for o in parts]
        sure = np.logical_and.reduce([s for _, s in found])
        rows = group.rows
        if not sure.all():
            self.leave(group, np.flatnonzero(~sure), False)
            rows = rows[sure]
        self.ended.append(
            (rows, [Whole(k if sure.all() else k[sure], self.grid) for k, _ in found])
        )

    def _batch(self, rows: Any, outputs: list[Any]) -> Batch:
        told = [o for o in outputs if o != (None,)]
        width = max(
            [len(e) for _, e in self.ended if e is not None] + [len(o) for o in told], default=1
        )
        units = [w.unit for _, e in self.ended if e is not None for w in e] + [
            x for o in told for x in map(abs, o)
        ]
        grid = (
            self.grid if self.grid is not None else common([u for u in units if u] or [Fraction(1)])
        )
        answered = np.zeros(self.count, bool)
        ended = [
            (r, [times(w.numbers, int(w.unit / grid)) for w in e])
            for r, e in self.ended
            if e is not None
        ]
        large = any(k.dtype == object for _, e in ended for k in e) or any(
            abs(x / grid) >= 1 << 62 for o in told for x in o
        )
        found = [np.zeros(self.count, object if large else np.int64) for _ in range(width)]
        for r, e in ended:
            answered[r] = True
            for j, k in enumerate(e):
                found[j][r] = k
        for row, output in zip(rows, outputs, strict=True):
            if output != (None,):
                answered[row] = True
                for j, x in enumerate(output):
                    found[j][row] = int(x / grid)
        return Batch(self.count, answered, found, grid, self.undecided, self.few)
