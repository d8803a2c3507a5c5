"""`python -m proofs --mutate [ID ...]`: plants every change in a process of its own, and sees which
step turns red.

What is kept is a file that anybody may remove; a line or file of it that is damaged is found out again.
A change is judged by the steps in which its function runs, of the theorems that cover it and those
that they rest on. What was judged before is kept in `build/proofs/mutation.jsonl`, so that a run
that was interrupted goes on; a change of the function, or of any file of a theorem that judges it,
has it judged again.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dpmean import written

from .. import ledger
from ..guards.shipped import empty_caches
from ..kernel.steps import Step
from ..theorem import Theorem
from .changes import Change, changes
from .covered import Covered, covered

RECORD = ledger.HERE.parent / "build" / "proofs" / "mutation.jsonl"
RAN = RECORD.with_name("ran.json")
SAME = RECORD.with_name("equivalent.json")
SECONDS = 15  # of one change, on the processor
ORDER = (
    "identity",
    "sign on a box",
    "weighted squares",
    "Sturm",
    "telescoping sum",
    "counterexample",
    "finite domain",
    "SMT",
    "balls",
    "cited",
)
UNDECIDED = "no answer"


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


def kept(path: Path, kind: type) -> dict[str, Any]:
    """Return the values of this kind that a file keeps by name; none where it is damaged or absent."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {name: value for name, value in found.items() if isinstance(value, kind)}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


class Judges:
    """The steps of theorems, and the functions that run in each: found out when asked for, and kept
    in a file.
    """

    def __init__(self, found: list[Theorem]) -> None:
        """Know the theorems by their ids, and what was found out before."""
        self._by_id = {t.id: t for t in found}
        self._kept: dict[str, dict[str, Any]] = kept(RAN, dict)

    def of(self, item: Covered) -> list[tuple[Theorem, Step]]:
        """Return the steps in which a function runs, the rules that are quick first, its own
        theorem before others.
        """
        steps = [
            (self._by_id[name], step)
            for name in item.judges
            for step in self._by_id[name].steps
            if item.label in self._ran(name).get(step.name, ())
        ]
        return sorted(steps, key=lambda s: (ORDER.index(s[1].rule), s[0].id != item.theorem))

    def _ran(self, name: str) -> dict[str, list[str]]:
        mark = hashlib.sha256((ledger.HERE / ledger.places()[name]).read_bytes()).hexdigest()[:16]
        if self._kept.get(name, {}).get("of") != mark:
            ran = {o.step.name: list(o.ran or ()) for o in ledger.check(self._by_id[name])}
            self._kept[name] = {"of": mark, "ran": ran}
            RAN.parent.mkdir(parents=True, exist_ok=True)
            written.whole(RAN, json.dumps(self._kept))
        found: dict[str, list[str]] = self._kept[name]["ran"]
        return found


def digest(item: Covered, change: Change, red: str) -> str:
    """Return what a judgement depends on, in short: the change, the function's file, and the files
    of its judges.

    If a step was red, its theorem's file alone is asked: more judges do not make it green.
    """
    places, judges = (
        ledger.places(),
        [red.split(":")[0]] if red.split(":")[0] in item.judges else item.judges,
    )
    files = [item.function.__code__.co_filename, *(str(ledger.HERE / places[j]) for j in judges)]
    text = "".join(Path(f).read_text(encoding="utf-8") for f in files) + change.where + change.what
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _first_red(item: Covered, change: Change, steps: list[tuple[Theorem, Step]]) -> tuple[str, str]:
    """Plant a change in this process, for good, and return the first step that turns red, and its
    error.
    """
    item.function.__code__ = change.code
    empty_caches()
    for theorem, step in steps:
        outcome = ledger.check_step(theorem, step)
        if outcome.error:
            return f"{theorem.id}: {step.name}", outcome.error[:200]
    return "", ""


def judged(item: Covered, change: Change, steps: list[tuple[Theorem, Step]]) -> tuple[str, str]:
    """Return the first step that turns red in a process with the change, and its error; "" and ""
    if none does.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            os.write(writing, json.dumps(_first_red(item, change, steps)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    red, error = (
        json.loads(text) if text else (UNDECIDED, f"not within {SECONDS} s, or the process died")
    )
    return red, error


def known() -> dict[tuple[str, str, str], Outcome]:
    """Return what was judged before."""
    if not RECORD.exists():
        return {}
    found = {}
    for line in RECORD.read_bytes().splitlines():
        with suppress(ValueError, TypeError, RecursionError):  # one that was not written to its end
            o = Outcome(**json.loads(line))
            found[o.function, o.where, o.what] = o
    return found


def _keep(outcome: Outcome) -> None:
    """Write a line at the end of the record, which may end within one that was not written to its
    end.
    """
    with RECORD.open("a+b") as record:
        torn = record.tell() and RECORD.read_bytes()[-1:] != b"\n"
        record.write(b"\n" * bool(torn) + json.dumps(asdict(outcome)).encode() + b"\n")


def run(
    found: list[Theorem], names: list[str], at_most: int = 0, seconds: float = 0
) -> Iterator[Outcome]:
    """Yield what becomes of the changes of the functions of these theorems (of all, if none is
    named).
    """
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    before, judges, began = known(), Judges(found), time.perf_counter()
    items = [i for i in covered(found) if not names or i.theorem in names]
    for number, item in enumerate(items, 1):
        steps = judges.of(item)
        print(
            f"{number}/{len(items)} {item.theorem}: {item.label} ({len(steps)} steps)",
            file=sys.stderr,
            flush=True,
        )
        for change in changes(item.function, at_most):
            if seconds and time.perf_counter() - began > seconds:
                return
            outcome = before.get((item.label, change.where, change.what))
            if outcome is None or outcome.digest != digest(item, change, outcome.red):
                red, error = judged(item, change, steps) if steps else ("", "")
                outcome = Outcome(
                    item.theorem,
                    item.label,
                    change.where,
                    change.what,
                    digest(item, change, red),
                    len(steps),
                    red,
                    error,
                )
                _keep(outcome)
            yield outcome


def latest(found: list[Theorem]) -> list[Outcome]:
    """Return the last judgement, in this run or before, of every change that can still be made."""
    before = known()
    judged_before = {function for function, _, _ in before}
    still = {
        (i.label, c.where, c.what)
        for i in covered(found)
        if i.label in judged_before
        for c in changes(i.function)
    }
    return [o for key, o in before.items() if key in still]


def survivors(
    found: list[Theorem], outcomes: list[Outcome], before: list[Outcome]
) -> set[tuple[str, str, str]]:
    """Return which of the changes that no step saw are equivalent: those of this run are tested,
    and of those that were judged before it is kept what was found then.
    """
    from .equivalence import equivalent

    same = kept(SAME, bool)
    items = {i.label: i for i in covered(found)}
    for o in (o for o in outcomes if not o.red and o.function in items):
        if (mark := same_mark(items[o.function], o)) in same:
            continue
        change = next(
            (
                c
                for c in changes(items[o.function].function)
                if (c.where, c.what) == (o.where, o.what)
            ),
            None,
        )
        same[mark] = change is not None and equivalent(items[o.function], change, found)
        print(
            f"{'equivalent' if same[mark] else 'not seen'}: {o.function}: {o.what}",
            file=sys.stderr,
            flush=True,
        )
        written.whole(SAME, json.dumps(same))
    return {
        (o.function, o.where, o.what)
        for o in (*outcomes, *before)
        if not o.red and o.function in items and same.get(same_mark(items[o.function], o))
    }


def same_mark(item: Covered, o: Outcome) -> str:
    """Return what the test of equivalence depends on, in short: the change, and the function's
    file, but no theorem.
    """
    text = (
        Path(item.function.__code__.co_filename).read_text(encoding="utf-8")
        + o.function
        + o.where
        + o.what
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]
