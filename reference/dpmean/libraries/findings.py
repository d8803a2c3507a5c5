"""The findings on the bundled libraries, each with a script that shows it, and whether the scripts
still do.

A script needs the library alone. It is run in the library's built folder by the `repro` command of
its adapter.toml, in a process group of its own with a time limit, and says by its exit code whether
it saw the finding: 0 seen, anything else not. What it prints is kept for people.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import AdapterError
from ..judging import known
from ..judging.known import Known
from ..wire.started import End, Started
from .bundled import Library, NotJudged, prepared, words

REPRODUCED, NOT_REPRODUCED, NOT_JUDGED, NOT_BUILT = (
    "reproduced",
    "not reproduced",
    "not judged",
    "not built",
)
SECONDS = 120.0  # seconds for one script; a script that compiles itself needs some
MOST_BYTES = 1 << 24  # of output that a script may print
SAID = 2000  # characters of a script's output that are kept


@dataclass(frozen=True)
class Reproduction:
    """What became of one finding: a status of this file, and why, or what the script printed."""

    library: Library
    finding: Known
    status: str
    said: str


def of(library: Library) -> list[Known]:
    """Return the findings on one library; none if it has no list."""
    return [] if library.findings is None else known.read(library.findings)


def ordered(libraries: Iterable[Library]) -> list[Library]:
    """Return libraries that promise privacy first, and the controls, which do not, after them."""
    return sorted(libraries, key=lambda library: library.control)


def reproduce(
    libraries: Iterable[Library], say: Callable[[str], None], seconds: float = SECONDS
) -> Iterator[Reproduction]:
    """Run every script of these libraries, and yield what became of each.

    A library whose toolchain is absent, or that cannot be built, is said to be so.
    """
    for library in libraries:
        findings = of(library)
        if not findings:
            continue
        try:
            here = prepared(library, say)
        except AdapterError as error:
            status = NOT_JUDGED if isinstance(error, NotJudged) else NOT_BUILT
            yield from (Reproduction(library, f, status, str(error)) for f in findings)
            continue
        results: dict[str, tuple[str, str]] = {}  # findings may share a script
        for finding in findings:
            if finding.repro not in results:
                results[finding.repro] = run(
                    words(library.repro, here, finding.repro), here, seconds
                )
            yield Reproduction(library, finding, *results[finding.repro])


def run(command: list[str], here: Path, seconds: float) -> tuple[str, str]:
    """Run one script, and return whether it saw its finding, with what it printed or why it could
    not run.
    """
    try:
        program = Started(command, here, errors=subprocess.STDOUT)
    except AdapterError as error:
        return NOT_REPRODUCED, str(error)
    limit = program.limit(seconds)
    try:
        output, end = program.exchange(b"", limit, MOST_BYTES, last=True)
        late = end is End.OUT and not program.finished(limit)
    finally:
        program.end()
    if end is not End.OUT or late:
        why = (
            f"more than {MOST_BYTES:,} bytes of output"
            if end is End.LONG
            else (f"no end within {seconds:g} s")
        )
        return NOT_REPRODUCED, why
    said = output.decode("utf-8", "replace").strip()[-SAID:]
    return (
        (REPRODUCED, said)
        if program.child.returncode == 0
        else (NOT_REPRODUCED, f"exit code {program.child.returncode}; it said: {said or 'nothing'}")
    )
