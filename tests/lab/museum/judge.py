"""Has an exhibit judged by the shipped runner, wrong and repaired, and keeps what was seen: what
`dpmean conform -a 'python -m tests.lab.museum.adapter NAME'` does, in a process that has read the
vectors once.

First at one ordinary size of batches, by every instrument that it can be asked by. What draws show
is then asked again in smaller batches, as long as they still show it, and once by itself, for the
number of draws and the time that it takes.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from contextlib import chdir
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

from dpmean.judging.outcome import Job
from dpmean.judging.results import Run
from dpmean.judging.support import support_vectors
from dpmean.judging.verdict import FAIL, UNSUPPORTED, Verdict
from dpmean.libraries.judged import conform
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire.sizes import Sizes

from .audit import audited
from .bug import Bug

ROOT = Path(__file__).parents[3]
ORDINARY, SMALLER = 1 << 16, (1 << 14, 1 << 11, 1 << 8)  # draws in a batch
INSTRUMENTS = ("exact", "transcript", "tape", "stat", "support", "reject", "audit")
DRAWS = ("stat", "support")  # what needs draws only
BLACK_BOX = (*DRAWS, "reject")  # what needs a program that draws and refuses


@cache
def everything() -> list[Vector]:
    """All vectors, and the support checks that are made of them."""
    vectors = load()
    return [*vectors, *support_vectors(vectors)]


def asked(bug: Bug) -> list[Vector]:
    """The vectors that an exhibit is judged by: those of its object, of the refusals the ones that
    it names.
    """
    return [
        v
        for v in everything()
        if v.object == bug.object
        and v.kind != "tape"
        and (v.kind != "reject" or any(fnmatch(v.id, glob) for glob in bug.refusals))
    ]


def judged(
    bug: Bug, how: Sequence[str] = (), ids: Collection[str] = (), tier: int = ORDINARY
) -> Run:
    """What the runner made of an exhibit, wrong or ("repaired",), in programs of its own; `ids` are
    the vectors.
    """
    vectors = [v for v in asked(bug) if not ids or v.id in ids]
    vectors += [
        v
        for v in asked(bug)
        if v.id in {w.expect.get("twin") for w in vectors} - {w.id for w in vectors}
    ]
    command = " ".join([sys.executable, "-m", "tests.lab.museum.adapter", bug.name, *how])
    with chdir(ROOT):
        done = conform(command, Job(vectors, complete=False, sizes=Sizes(tier=tier)))
    if done.run is None or done.run.stopped:
        raise RuntimeError(f"{bug.name}: {done.reason or (done.run and done.run.stopped)}")
    return done.run


def counted(run: Run) -> dict[str, list[int]]:
    """By instrument, how many vectors were passed and how many failed; without those that were not
    asked.
    """
    found: dict[str, list[int]] = {}
    for v in run.verdicts:
        if v.status != UNSUPPORTED:
            found.setdefault(v.vector.kind, [0, 0])[v.status == FAIL] += 1
    return found


def failing(run: Run, kind: str) -> list[Verdict]:
    """The verdicts of one instrument that are failures."""
    return [v for v in run.verdicts if v.vector.kind == kind and v.status == FAIL]


def row(bug: Bug) -> dict[str, Any]:
    """Everything that is kept of an exhibit."""
    wrong, kills = judged(bug), {}
    for kind in INSTRUMENTS:
        if seen := failing(wrong, kind):
            kills[kind] = in_few_draws(bug, seen)
    return with_audit(
        bug,
        {"wrong": counted(wrong), "repaired": counted(judged(bug, ("repaired",))), "kills": kills},
    )


def with_audit(bug: Bug, kept: dict[str, Any]) -> dict[str, Any]:
    """What is kept of an exhibit, with what `dpmean audit` sees of it and of its repair, where it
    makes releases.
    """
    wrong, repaired = audited(bug), audited(bug, ("repaired",))
    if wrong is None or repaired is None:
        return kept
    parts = {
        name: {**kept[name], "audit": [int(not seen), int(bool(seen))]}
        for name, seen in (("wrong", wrong), ("repaired", repaired))
    }
    others = {kind: kill for kind, kill in kept["kills"].items() if kind != "audit"}
    return {**parts, "kills": {**others, **({"audit": wrong} if wrong else {})}}


def in_few_draws(bug: Bug, seen: list[Verdict]) -> dict[str, Any]:
    """The vector that fails in the smallest batches; single draws count where no batch fails."""
    batches = [v for v in seen if v.vector.kind == "stat" and not one_by_one(v)]
    found = [(ORDINARY, (batches or seen)[0])]
    found += [] if batches else [(SMALLER[0 if seen[0].vector.kind == "support" else -1], seen[0])]
    for fewer in SMALLER if batches else ():
        again = failing(judged(bug, (), {v.vector.id for v in batches}, fewer), "stat")
        if not (batches := [v for v in again if not one_by_one(v)]):
            break
        found.append((fewer, batches[0]))
    for tier, verdict in reversed(found):  # a small batch may have been lucky
        confirmed, kill = alone(bug, verdict, tier)
        if confirmed and one_by_one(confirmed) == one_by_one(verdict):
            return kill
    return kill


def one_by_one(verdict: Verdict) -> bool:
    """Whether single draws showed it, and no batch."""
    return bool(verdict.look)


def alone(bug: Bug, verdict: Verdict, tier: int) -> tuple[Verdict | None, dict[str, Any]]:
    """One failing vector by itself: the failure, if it is one again, and how many draws and seconds
    it took.
    """
    run = judged(bug, (), {verdict.vector.id}, tier)
    again = next(
        (v for v in failing(run, verdict.vector.kind) if v.vector.id == verdict.vector.id), None
    )
    return again, {
        "id": verdict.vector.id,
        "draws": run.draws,
        "seconds": round(run.seconds, 2),
        "seen": (again or verdict).detail,
    }
