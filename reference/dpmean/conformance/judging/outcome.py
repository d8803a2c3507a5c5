"""One implementation judged from beginning to end: connect, run, apply the known findings, decide the exit code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from ...errors import AdapterError
from ...suite.pvalues import CHECK
from ...suite.vectors import Vector
from ..connection.protocol import Connection
from ..connection.record import Record, Recorder
from ..connection.session import Run
from ..libraries import bundled as libraries
from . import judge_of, known
from .run import run
from .stat import singly
from .verdict import FAIL, UNSUPPORTED

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
    tier: int | None = None  # the size of all batches; None: by the speed of the implementation


@dataclass
class Judged:
    """What became of one adapter.

    That is its run (None when it did not start), complaints about lists, the exit code, and the reason in one line.
    Warnings are about lists too, and do not decide the exit code.
    """

    adapter: str
    code: int
    run: Run | None = None
    complaints: list[str] = field(default_factory=list)
    reason: str = ""
    warnings: list[str] = field(default_factory=list)


Progress = Callable[[int, Vector], None]


def statistical(vectors: list[Vector]) -> int:
    """Return how many checks spend from the false-alarm budget.

    They are the vectors with draws, and single draws twice for every object and noise.
    """
    return sum(judge_of(v.kind).draws for v in vectors) + 2 * len({singly(v) for v in vectors if v.kind == "stat"})


def conform(adapter: str, job: Job, *, record: Path | None = None, say: Callable[[str], None] = lambda _: None,
        progress: Progress = lambda _i, _v: None) -> Judged:
    """Judge one adapter; one that does not start, or whose toolchain is absent, has code 3 and a reason."""
    entries = _entries(adapter, job)  # a damaged list is an error before the run, not after it
    recorder = None
    try:
        connect: Callable[[], Connection] = libraries.connector(adapter, say)
        if record is not None:
            recorder = Recorder(record, adapter)
            connect = recorder.wrap(connect)
        result = run(connect, job.vectors, seconds=job.seconds, alpha=job.alpha, progress=progress,
            stop_at_first=job.stop_at_first, tier=job.tier)
    except AdapterError as error:
        if recorder is not None:
            recorder.finish(None, job.alpha)
        return Judged(adapter, 3, reason=str(error))
    if recorder is not None:
        recorder.finish(result, job.alpha)
    return _finished(adapter, result, entries, job)


def rejudge(record: Path, job: Job, progress: Progress = lambda _i, _v: None) -> Judged:
    """Judge a recorded run again, from its replies alone."""
    replies = Record(record)
    entries = _entries(replies.adapter, job)
    try:
        result = run(lambda: replies, job.vectors, alpha=replies.alpha, tiers=replies.tiers, progress=progress)
    except AdapterError as error:
        return Judged(replies.adapter, 3, reason=str(error))
    return _finished(replies.adapter, result, entries, job)


def _entries(adapter: str, job: Job) -> list[known.Known]:
    lists = [p for p in (libraries.known_findings(adapter), job.known_failing) if p is not None]
    return [entry for p in lists for entry in known.read(p)]


def _finished(adapter: str, result: Run, entries: list[known.Known], job: Job) -> Judged:
    complaints = known.apply(result, entries, complete=job.complete)
    warnings = known.unapplied(entries, result.hello.version)  # said, but no fault of what was judged
    if any(v.status == FAIL for v in result.verdicts) or complaints:
        code = 1
    elif result.stopped:
        code = 130 if result.stopped == "interrupted" else 3
    else:
        code = 0 if any(v.status != UNSUPPORTED for v in result.verdicts) else NOTHING
    return Judged(adapter, code, result, complaints, warnings=warnings)
