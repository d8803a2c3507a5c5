"""An adapter given by its name judged from beginning to end: a bundled library, `direct:` or a command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..errors import AdapterError
from ..judging import outcome
from ..judging.outcome import Job, Judged, Progress, Target
from .bundled import OWN, OWN_WORKERS, bundled, connector, known_findings, place
from .tiers import declared


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
    known, library = known_findings(adapter), bundled().get(adapter)
    outcome.listed(known, job)  # a damaged list is an error before anything is built
    try:
        connect = connector(adapter, say, job.newest, bool(job.sandbox))
    except AdapterError as error:
        return outcome.not_started(adapter, error, job)
    target = Target(
        adapter,
        connect,
        known,
        None if library is None else library.folder,
        declared(adapter),
        OWN_WORKERS.get(adapter, 1),
    )
    judged = outcome.conform(target, job, record=record, progress=progress)
    if job.sandbox or adapter not in OWN:
        judged.sandboxed = job.sandbox
    if library is not None and judged.run is None:
        judged.reason += f"; if what was built is damaged, remove {place(library, job.newest)}"
    return judged


__all__ = ["Job", "Judged", "conform"]
