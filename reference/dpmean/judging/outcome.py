"""One implementation judged from beginning to end: connect, run, apply the known findings, decide
the exit code.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import AdapterError
from ..exits import Exit
from ..suite.pvalues import CHECK
from ..suite.vectors import Vector
from ..wire.bounded import Bounds
from ..wire.protocol import Connection
from ..wire.record import Record, Recorder, read
from ..wire.sizes import Sizes
from . import judge_of, known
from .evidence import JUDGED, Severity
from .lacking import noises_lacking
from .policies import excused, undecided
from .reject import paired
from .results import End, Run
from .run import run
from .severity import severity_of
from .side_by_side import run_in_parts, worthwhile
from .stat import singly
from .verdict import FAIL

MOST_OFF = Fraction(1, 1 << 20)  # in total variation, beyond which nothing conforms


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
    severity: Severity = Severity.CONTRACT  # failures below it do not decide the exit code
    newest: bool = False  # bundled libraries in their newest versions
    longest: float | None = (
        None  # seconds that the whole run may take; None: the default of `Bounds`
    )
    sandbox: bool = False  # whether programs are shut in


@dataclass
class Judged:
    """What became of one adapter.

    That is its run (None when it did not start), complaints about lists, the exit code, and the
    reason in one line. Warnings are about lists too, and do not decide the exit code. `lost` says
    why the record that was asked for is not whole.
    """

    adapter: str
    code: Exit
    run: Run | None = None
    complaints: list[str] = field(default_factory=list)
    reason: str = ""
    severity: Severity = Severity.CONTRACT
    provenance: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    sandboxed: bool | None = None  # None: no program of somebody else was run
    lost: OSError | None = None

    @property
    def answered(self) -> bool:
        """Return whether the implementation answered any check."""
        return self.run is not None and any(v.status in JUDGED for v in self.run.verdicts)


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
    record takes the digests of. `sizes` says for the vectors of a run, and the draws of a batch if
    they were given, what it is known to be quick enough for, and `workers` how many processes judge
    it side by side unless somebody says.
    """

    name: str
    connect: Callable[[], Connection]
    known: Path | None = None
    folder: Path | None = None
    sizes: Callable[[Sequence[Vector], int | None], Sizes] | None = None
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
    bounds = Bounds(job.seconds, job.longest, job.sizes.budget)
    connect: Callable[[], Connection] = bounds.wrap(target.connect)
    recorder = None
    if record is not None:
        recorder = Recorder(record, target.name, target.folder)
        connect = recorder.wrap(connect)
    try:
        sizes = replace(job.sizes, chosen={})
        # neither thorough nor within a budget
        given = replace(sizes, tier=None, probed=frozenset())
        if target.sizes is not None and given == Sizes():
            sizes = target.sizes(job.vectors, sizes.tier)
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
                bounds=bounds,
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
    _left_behind(result, bounds)
    if recorder is not None:
        kept = recorder.finish(job.alpha, result.hello, result.tiers, result.stopped, result.end)
        if not kept and result.end is End.DONE and recorder.failed is None:
            result.stopped, result.end = "the record was removed or replaced meanwhile", End.BROKE
    judged = _finished(target.name, result, entries, job)
    judged.lost = None if recorder is None else recorder.failed
    return judged


def _left_behind(result: Run, bounds: Bounds) -> None:
    """Say of a run in which a program left something behind that it was not judged to the end."""
    if result.end is End.DONE and bounds.told:
        result.stopped, result.end = bounds.told, End.BROKE


def not_started(name: str, error: AdapterError, job: Job) -> Judged:
    """Return what became of an implementation with which no run began."""
    return Judged(name, Exit.BROKE, reason=str(error), severity=job.severity)


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
            if result.end is End.DONE and replies.stopped:
                result.stopped, result.end = (
                    replies.stopped,
                    replies_end(replies),
                )
            judged = _finished(replies.adapter, result, entries, job)
        judged.provenance = replies.provenance
        yield judged


def replies_end(record: Record) -> End:
    """Return how a recorded run ended; records of suite 1.0.0 say it in words alone."""
    if record.how in [*End]:
        return End(record.how)
    if record.stopped == "interrupted":
        return End.INTERRUPTED
    return End.FIRST if record.stopped == "stopped at the first failure" else End.BROKE


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
    result.verdicts = noises_lacking([undecided(v, result.hello) for v in result.verdicts])
    # said, but no fault of what was judged
    warnings = known.unapplied(entries, result.hello.version)
    code = exit_code(result, job.severity, stale=bool(complaints))
    return Judged(adapter, code, result, complaints, severity=job.severity, warnings=warnings)


ENDED = {
    End.INTERRUPTED: Exit.INTERRUPTED,
    End.BROKE: Exit.BROKE,
    End.CLOCK: Exit.INCONCLUSIVE,
    End.MISTAKE: Exit.MISTAKE,
}


def exit_code(result: Run, threshold: Severity, *, stale: bool) -> Exit:
    """Return the exit code of a run: what it found, how it ended, and whether its list is stale.

    What was not asked for want of time changes nothing; a run that the clock stopped before its end
    is inconclusive, whatever it had found right, and so is one whose draws may be off by more than
    MOST_OFF, as it declares: checks of them show next to nothing.
    """
    if any(v.status == FAIL and severity_of(v).at_least(threshold) for v in result.verdicts):
        return Exit.FAILED
    if result.end in ENDED:
        return ENDED[result.end]
    if stale:
        return Exit.STALE
    judged = {v.vector.object for v in result.verdicts if v.status in JUDGED}
    tolerant = any(result.hello.tolerance.get(o, 0) > MOST_OFF for o in judged)
    return Exit.OK if judged and not tolerant else Exit.INCONCLUSIVE
