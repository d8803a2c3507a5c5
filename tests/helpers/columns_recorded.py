"""Releases in columns with a record of what every row was given, and the same rows once more, one
at a time.

A row's draws are written down when they are drawn, with the row's place in the drawn column:
nothing that columns do with their rows afterwards (a split, a row that leaves, a stage that goes
on) is trusted.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from dpmean.distributions.samplers.refine import Affine
from dpmean.programs import interpret
from dpmean.programs.alterations import NONE, Altered
from dpmean.programs.columns import exact_rows, group, releases
from dpmean.programs.columns.loops import Turn
from dpmean.programs.columns.releases import Batch
from dpmean.programs.columns.row_laws import RowLaws
from dpmean.randomness.bits import Bits, Shake128ForTesting
from dpmean.randomness.stream import ShakeStreamForTesting

# the package has the function under the module's name
module: Any = sys.modules[releases.__module__]
Begun = list[tuple[Any, list[tuple[Any, int]]]]


class NoBits:
    """A source that must not be asked for a bit: what columns decide is decided by what they have
    seen.
    """

    used = 0

    def peek(self, count: int) -> int:
        assert count == 0, "a row that columns decided needs more bits than they had"
        return 0

    skip = ensure = peek

    def child(self, label: str) -> NoBits:
        return self


@dataclass
class Record:
    """What happened in one batch.

    given: by row, the outcomes of its draws with its place in each; laws: their laws. exact: by row
    that the exact interpreter decided, the outcomes that it was begun with, and what it returned.
    """

    given: dict[int, list[tuple[Any, int]]] = field(default_factory=lambda: defaultdict(list))
    laws: dict[int, list[Any]] = field(default_factory=lambda: defaultdict(list))
    exact: dict[int, tuple[Begun, Any]] = field(default_factory=dict)
    batch: Batch | None = None

    def begun(self, row: int) -> Begun:
        """Returns the outcomes of a row as the exact interpreter takes them."""
        return [outcome.row(place) for outcome, place in self.given[row]]


@contextmanager
def recording() -> Iterator[list[Record]]:
    """Inside, every batch of releases adds its record to the list."""
    records: list[Record] = []
    run, answer, gathered, release = (
        module._Lot.run,
        group.Group.answer,
        module.gathered,
        interpret.release,
    )
    calls: list[tuple[Begun, Any]] = []

    def recorded_run(lot: Any) -> Batch:
        records.append(Record())
        records[-1].batch = found = run(lot)
        return found

    def recorded_answer(rows: Any, draw: Any) -> Any:
        before = len(rows.outcomes)
        found = answer(rows, draw)
        for outcome in rows.outcomes[before:]:
            for place, row in enumerate(rows.rows):
                # a row that has left a loop has no draw of its turns
                if outcome.row(place) is not None:
                    drawn = outcome.outcome if isinstance(outcome, Turn) else outcome
                    records[-1].given[int(row)].append((drawn, place))
                    records[-1].laws[int(row)].append(law_of_row(draw.law, place))
        return found

    def recorded_release(program: Any, bits: Bits, grid: Any, *, begun: Begun) -> Any:
        calls.append((begun, release(program, bits, grid, begun=begun)))
        return calls[-1][1]

    def recorded_gathered(*given: Any) -> Any:
        calls.clear()
        rows, outputs = gathered(*given)
        assert len({*rows.tolist()}) == len(rows) == len(calls), "a row left twice"
        records[-1].exact = dict(zip(rows.tolist(), calls, strict=True))
        return rows, outputs

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module._Lot, "run", recorded_run)
        patch.setattr(group.Group, "answer", recorded_answer)
        patch.setattr(module, "gathered", recorded_gathered)
        patch.setattr(exact_rows.interpret, "release", recorded_release)
        yield records


def law_of_row(law: Any, place: int) -> Any:
    return law._make(int(law._numbers.held.numbers[place])) if isinstance(law, RowLaws) else law


def released(batch: Batch, row: int) -> Any:
    """Returns the output of a row as `interpret.release` has it."""
    if not batch.answered[row]:
        return (None,)
    return tuple(int(column[row]) * batch.grid for column in batch.indices)


def told(begun: Begun) -> list[Any]:
    """Returns outcomes so that they can be compared: variables are numbered in the order of their
    draws.
    """
    found = []
    for outcome, words in begun:
        numbers = {v: (i, word) for i, (v, word) in enumerate(words)}
        parts = outcome if isinstance(outcome, tuple) else (outcome,)
        found.append(
            (
                isinstance(outcome, tuple),
                [word for _, word in words],
                [
                    (p.constant, sorted((numbers[v], c) for v, c in p.terms.items()))
                    if isinstance(p, Affine)
                    else p
                    for p in parts
                ],
            )
        )
    return found


def check(record: Record, program: Callable[[], Any], grid: Fraction | None) -> int:
    """Asserts that every row is as `interpret.release` has it on the same bits; returns how many
    columns decided.
    """
    batch = record.batch
    assert batch is not None
    assert len(record.exact) == batch.undecided + batch.few
    for row in range(batch.count):
        if row in record.exact:
            begun, output = record.exact[row]
            assert told(begun) == told(record.begun(row)), "other outcomes than the row was given"
        else:
            output = interpret.release(program(), NoBits(), grid, begun=record.begun(row))
        if output != (None,):
            assert len(output) == len(batch.indices)
        assert released(batch, row) == output, f"row {row}"
    return batch.count - len(record.exact)


def checked(
    mechanism: Any,
    data: Iterable[Any],
    count: int,
    seed: bytes,
    *,
    grid: Fraction | None = None,
    altered: Altered = NONE,
    batch: int = 1 << 16,
) -> list[Record]:
    """Runs releases in columns, checks every row, and returns the records of the batches."""
    data = list(data)
    with recording() as records:
        found = list(
            releases(
                mechanism,
                data,
                count,
                grid=grid,
                stream=ShakeStreamForTesting(seed),
                bits=Shake128ForTesting(seed),
                altered=altered,
                batch=batch,
            )
        )
    assert sum(b.count for b in found) == count
    step = mechanism.default_grid if grid is None else grid
    known = altered.records_of(altered.mechanism(mechanism).records(data))
    for record in records:
        check(record, lambda: module._program(mechanism, known, altered), step)
    return records
