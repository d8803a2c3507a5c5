"""One implementation judged from beginning to end: connect, run, apply the known findings, decide
the exit code.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from ...errors import AdapterError
from ...suite.pvalues import CHECK
from ...suite.vectors import Vector
from ..connection.bounded import Bounds
from ..connection.protocol import Connection
from ..connection.record import Record, Recorder, read
from ..connection.session import Run
from ..connection.sizes import Sizes
from ..libraries import bundled as libraries
from . import judge_of, known
from .policies import excused, undecided
from .reject import paired
from .run import run
from .severity import CONTRACT, at_least, severity_of
from .side_by_side import run_in_parts, worthwhile
from .stat import singly
from .verdict import FAIL, UNSUPPORTED

LONGEST = 240.0  # the limit of a whole run over that of one request, where none is given
NOTHING = 4  # the exit code when nothing was judged


@dataclass(frozen=True)
class Job:
    """What one command asks of every adapter."""

    vectors: list[Vector]
    alpha: Fraction = CHECK
    seconds: float = 60.0
    known_failing: Path | None = None
    stop_at_first: bool = False
    complete: bool = True
    workers: int | None = (
        None  # processes that judge side by side; None: the default of the adapter
    )
    sizes: Sizes = field(default_factory=Sizes)  # how large batches are
    severity: str = CONTRACT  # failures below it do not decide the exit code
    newest: bool = False  # bundled libraries in their newest versions
    longest: float | None = (
        None  # seconds that the whole run may take; None: LONGEST times the limit of a request
    )


@dataclass
class Judged:
    """What became of one adapter.

    That is its run (None when it did not start), complaints about lists, the exit code, and the
    reason in one line. Warnings are about lists too, and do not decide the exit code.
    """

    adapter: str
    code: int
    run: Run | None = None
    complaints: list[str] = field(default_factory=list)
    reason: str = ""
    severity: str = CONTRACT
    provenance: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


Progress = Callable[[int, Vector], None]


def statistical(vectors: list[Vector]) -> int:
    """Return how many checks spend from the false-alarm budget.

    They are the vectors with draws, and single draws twice for every object and noise.
    """
    return sum(judge_of(v.kind).draws for v in vectors) + 2 * len(
        {singly(v) for v in vectors if v.kind == "stat"}
    )


def conform(
    adapter: str,
    job: Job,
    *,
    record: Path | None = None,
    say: Callable[[str], None] = lambda _: None,
    progress: Progress = lambda _i, _v: None,
) -> Judged:
    """Judge one adapter; one that does not start, or whose toolchain is absent, has code 3 and a
    reason.
    """
    entries = _entries(adapter, job)  # a damaged list is an error before the run, not after it
    bounds = Bounds(LONGEST * job.seconds if job.longest is None else job.longest)
    recorder = None
    try:
        connect: Callable[[], Connection] = bounds.wrap(
            libraries.connector(adapter, say, job.newest)
        )
        if record is not None:
            library = libraries.bundled().get(adapter)
            recorder = Recorder(record, adapter, None if library is None else library.folder)
            connect = recorder.wrap(connect)
        sizes = replace(job.sizes, chosen={})
        # known to be quick enough
        if adapter in libraries.OWN_TIER and replace(sizes, budget=None) == Sizes():
            # all laws and mechanisms, which no other adapter needs
            from ...suite.draws import in_columns

            one_by_one = (v.id for v in job.vectors if not in_columns(v.object, v.input))
            sizes = Sizes(
                seconds=0.5, tier=libraries.OWN_TIER[adapter], measured=frozenset(one_by_one)
            )
        usual = libraries.OWN_WORKERS.get(adapter, 1) if worthwhile(job.vectors) else 1
        workers = min(job.workers or usual, os.cpu_count() or 1)
        if workers > 1 and record is None and not job.stop_at_first:
            result = run_in_parts(
                adapter,
                job.vectors,
                workers,
                seconds=job.seconds,
                alpha=job.alpha,
                sizes=sizes,
                progress=progress,
                longest=bounds.seconds,
            )
        else:
            result = run(
                connect,
                job.vectors,
                seconds=job.seconds,
                alpha=job.alpha,
                progress=progress,
                stop_at_first=job.stop_at_first,
                sizes=sizes,
            )
    except AdapterError as error:
        if recorder is not None:
            recorder.finish(None, job.alpha)
        return Judged(adapter, 3, reason=str(error), severity=job.severity)
    result.stopped = result.stopped or bounds.told
    if recorder is not None:
        recorder.finish(result, job.alpha)
    return _finished(adapter, result, entries, job)


def conform_with(
    connect: Callable[[], Connection], name: str, job: Job, progress: Progress = lambda _i, _v: None
) -> Judged:
    """Judge what `connect` connects to, under a name that nobody else knows."""
    bounds = Bounds(LONGEST * job.seconds if job.longest is None else job.longest)
    try:
        result = run(
            bounds.wrap(connect),
            job.vectors,
            seconds=job.seconds,
            alpha=job.alpha,
            progress=progress,
            stop_at_first=job.stop_at_first,
            sizes=replace(job.sizes, chosen={}),
        )
    except AdapterError as error:
        return Judged(name, 3, reason=str(error), severity=job.severity)
    result.stopped = result.stopped or bounds.told
    return _finished(name, result, [], job)


def rejudge(record: Path, job: Job, progress: Progress = lambda _i, _v: None) -> Iterator[Judged]:
    """Judge the runs of a record again, from their replies alone."""
    for replies in read(record):
        entries = _entries(replies.adapter, job)
        try:
            result = run(
                partial(_itself, replies),
                job.vectors,
                alpha=replies.alpha,
                sizes=Sizes(fixed=replies.tiers),
                progress=progress,
            )
        except AdapterError as error:
            yield Judged(
                replies.adapter,
                3,
                reason=str(error),
                severity=job.severity,
                provenance=replies.provenance,
            )
            continue
        result.stopped = result.stopped or replies.stopped
        judged = _finished(replies.adapter, result, entries, job)
        judged.provenance = replies.provenance
        yield judged


def _itself(record: Record) -> Connection:
    return record


def _entries(adapter: str, job: Job) -> list[known.Known]:
    lists = [p for p in (libraries.known_findings(adapter), job.known_failing) if p is not None]
    return [entry for p in lists for entry in known.read(p)]


def _finished(adapter: str, result: Run, entries: list[known.Known], job: Job) -> Judged:
    # twins may have been judged apart from one another, so that they are compared here
    result.verdicts = [excused(v, result.hello) for v in paired(result.verdicts)]
    complaints = known.apply(result, entries, complete=job.complete)
    result.verdicts = [undecided(v, result.hello) for v in result.verdicts]
    # said, but no fault of what was judged
    warnings = known.unapplied(entries, result.hello.version)
    if complaints or any(
        v.status == FAIL and at_least(severity_of(v), job.severity) for v in result.verdicts
    ):
        code = 1
    elif result.stopped:
        code = 130 if result.stopped == "interrupted" else 3
    else:
        code = 0 if any(v.status != UNSUPPORTED for v in result.verdicts) else NOTHING
    return Judged(adapter, code, result, complaints, severity=job.severity, warnings=warnings)
