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

from ..errors import AdapterError
from ..suite.pvalues import CHECK
from ..suite.vectors import Vector
from ..wire.bounded import Bounds
from ..wire.protocol import Connection
from ..wire.record import Record, Recorder, read
from ..wire.sizes import Sizes
from . import judge_of, known
from .policies import excused, undecided
from .reject import paired
from .results import Run
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


@dataclass(frozen=True)
class Target:
    """An implementation to judge: its name, how to connect to it, and what is known of it beforehand.

    `connect` can be sent to another process. `known` is its list of known findings, `folder` what a
    record takes the digests of. `tier` is the size of batches that it is known to be quick enough
    for, and `workers` how many processes judge it side by side unless somebody says.
    """

    name: str
    connect: Callable[[], Connection]
    known: Path | None = None
    folder: Path | None = None
    tier: int = 0
    workers: int = 1


def conform(
    target: Target,
    job: Job,
    *,
    record: Path | None = None,
    progress: Progress = lambda _i, _v: None,
) -> Judged:
    """Judge one implementation; one that does not start has code 3 and a reason."""
    entries = listed(target.known, job)  # a damaged list is an error before the run, not after it
    bounds = Bounds(LONGEST * job.seconds if job.longest is None else job.longest)
    connect: Callable[[], Connection] = bounds.wrap(target.connect)
    recorder = None
    if record is not None:
        recorder = Recorder(record, target.name, target.folder)
        connect = recorder.wrap(connect)
    try:
        sizes = replace(job.sizes, chosen={})
        if target.tier and replace(sizes, budget=None) == Sizes():
            # all laws and mechanisms, which no other adapter needs
            from ..suite.draws import in_columns

            one_by_one = (v.id for v in job.vectors if not in_columns(v.object, v.input))
            sizes = Sizes(seconds=0.5, tier=target.tier, measured=frozenset(one_by_one))
        usual = target.workers if worthwhile(job.vectors) else 1
        workers = min(job.workers or usual, os.cpu_count() or 1)
        if workers > 1 and record is None and not job.stop_at_first:
            result = run_in_parts(
                target.connect,
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
            recorder.finish(job.alpha)
        return not_started(target.name, error, job)
    result.stopped = result.stopped or bounds.told
    if recorder is not None:
        recorder.finish(job.alpha, result.hello, result.tiers, result.stopped)
    return _finished(target.name, result, entries, job)


def not_started(name: str, error: AdapterError, job: Job) -> Judged:
    """Return what became of an implementation with which no run began."""
    return Judged(name, 3, reason=str(error), severity=job.severity)


def rejudge(
    record: Path,
    job: Job,
    progress: Progress = lambda _i, _v: None,
    known_of: Callable[[str], Path | None] = lambda _: None,
) -> Iterator[Judged]:
    """Judge the runs of a record again, from their replies alone; `known_of` says which list of known
    findings an adapter has.
    """
    for replies in read(record):
        entries = listed(known_of(replies.adapter), job)
        try:
            result = run(
                partial(_itself, replies),
                job.vectors,
                alpha=replies.alpha,
                sizes=Sizes(fixed=replies.tiers),
                progress=progress,
            )
        except AdapterError as error:
            judged = not_started(replies.adapter, error, job)
        else:
            result.stopped = result.stopped or replies.stopped
            judged = _finished(replies.adapter, result, entries, job)
        judged.provenance = replies.provenance
        yield judged


def _itself(record: Record) -> Connection:
    return record


def listed(beside: Path | None, job: Job) -> list[known.Known]:
    """Return the known findings of the list beside an adapter, and of the one that the job names."""
    lists = [p for p in (beside, job.known_failing) if p is not None]
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
