"""`python -m proofs --mutate [ID ...]`: plants every change in a process of its own, and sees which step turns red.

A change is judged by the steps in which its function runs, of the theorems that cover it and those that they rest on.
What was judged before is kept in `build/proofs/mutation.jsonl`, so that a run that was interrupted goes on; a change of
the function, or of any file of a theorem that judges it, has it judged again.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FunctionType

from .. import ledger
from ..guards.shipped import Recorder, empty_caches
from ..kernel.steps import Step
from ..theorem import Theorem
from .changes import Change, changes
from .covered import Covered, covered

RECORD = ledger.HERE.parent / "build" / "proofs" / "mutation.jsonl"
SECONDS = 30  # of one change


@dataclass(frozen=True)
class Outcome:
    """What became of one change: the step that turned red, or "" if none did."""

    theorem: str
    function: str
    where: str
    what: str
    digest: str
    ran: int  # steps in which the function runs
    red: str
    error: str


class Judges:
    """The steps of theorems, the functions that run in each, and how long each takes: found out when asked for."""

    def __init__(self, found: list[Theorem]) -> None:
        """Know the theorems by their ids."""
        self._by_id = {t.id: t for t in found}
        self._ran: dict[str, list[tuple[Theorem, Step, frozenset[str], float]]] = {}

    def of(self, item: Covered) -> list[tuple[Theorem, Step]]:
        """Return the steps in which a function runs, the quickest first."""
        steps = [s for name in item.judges for s in self._steps(name) if item.label in s[2]]
        return [(theorem, step) for theorem, step, _, _ in sorted(steps, key=lambda s: s[3])]

    def _steps(self, name: str) -> list[tuple[Theorem, Step, frozenset[str], float]]:
        if name not in self._ran:
            theorem, steps = self._by_id[name], []
            with Recorder() as recorder:
                for step in theorem.steps:
                    empty_caches()
                    recorder.take()
                    began = time.process_time()
                    ledger.check_step(theorem, step)
                    steps.append((theorem, step, frozenset(recorder.take()), time.process_time() - began))
            self._ran[name] = steps
        return self._ran[name]


def digest(item: Covered, change: Change) -> str:
    """Return what a judgement depends on, in short: the change, the function's file, and the files of its judges."""
    places = ledger.places()
    files = [item.function.__code__.co_filename, *(str(ledger.HERE / places[j]) for j in item.judges)]
    text = "".join(Path(f).read_text(encoding="utf-8") for f in files) + change.where + change.what
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plant(function: FunctionType, code: CodeType) -> None:
    """Change a function wherever it is used, in this process, for good."""
    original = function.__code__
    for other in gc.get_objects():
        if type(other) is FunctionType and other.__code__ is original:
            other.__code__ = code
    empty_caches()


def judged(item: Covered, change: Change, steps: list[tuple[Theorem, Step]]) -> tuple[str, str]:
    """Return the first step that turns red in a process with the change, and its error; "" and "" if none does."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.alarm(SECONDS)
        plant(item.function, change.code)
        answer = ["", ""]
        for theorem, step in steps:
            outcome = ledger.check_step(theorem, step)
            if outcome.error:
                answer = [f"{theorem.id}: {step.name}", outcome.error[:200]]
                break
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    red, error = json.loads(text) if text else ("no answer", f"not within {SECONDS} s")
    return red, error


def known() -> dict[tuple[str, str, str], Outcome]:
    """Return what was judged before."""
    if not RECORD.exists():
        return {}
    outcomes = [Outcome(**json.loads(line)) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    return {(o.function, o.where, o.what): o for o in outcomes}


def run(found: list[Theorem], names: list[str], at_most: int = 0, seconds: float = 0) -> Iterator[Outcome]:
    """Yield what becomes of the changes of the functions of these theorems (of all, if none is named)."""
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    before, judges, began = known(), Judges(found), time.perf_counter()
    items = [i for i in covered(found) if not names or i.theorem in names]
    for number, item in enumerate(items, 1):
        steps = judges.of(item)
        print(f"{number}/{len(items)} {item.theorem}: {item.label} ({len(steps)} steps)", file=sys.stderr, flush=True)
        for change in changes(item.function, at_most):
            if seconds and time.perf_counter() - began > seconds:
                return
            key, mark = (item.label, change.where, change.what), digest(item, change)
            outcome = before.get(key)
            if outcome is None or outcome.digest != mark:
                red, error = judged(item, change, steps) if steps else ("", "")
                outcome = Outcome(item.theorem, item.label, change.where, change.what, mark, len(steps), red, error)
                with RECORD.open("a", encoding="utf-8") as record:
                    record.write(json.dumps(asdict(outcome)) + "\n")
            yield outcome
