"""Theorems checked side by side: as many processes as there are processors, forked when all
theorems are loaded.

A process that has nothing to do is handed the next theorem, and tells what became of its steps. One
that dies leaves its theorem red, and another takes its place. What became of the theorems is told
in their order.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess

from . import ledger
from .ledger import Checked
from .theorem import Theorem

# error, account, what ran, and whose program
Told = tuple[str, str, tuple[str, ...] | None, tuple[str, ...]]
DIED = "the process that checked it ended without an answer"


def checked(chosen: list[Theorem], processes: int = 0) -> Iterator[list[Checked]]:
    """Yield what became of the steps of each theorem, by so many processes; 0 are as many as there
    are processors.
    """
    count = min(processes or os.cpu_count() or 1, len(chosen))
    if count < 2:
        yield from (list(ledger.check(theorem)) for theorem in chosen)
        return
    waiting, done = [*range(len(chosen))], dict[int, list[Checked]]()
    busy: dict[Connection, int] = {}
    started: list[ForkProcess] = []

    def hand_out(pipe: Connection | None) -> None:
        """Hand out the next theorem, to a new process if there is none at the other end."""
        if waiting:
            if pipe is None:
                pipe, process = _started(chosen)
                started.append(process)
            busy[pipe] = waiting.pop(0)
            pipe.send(busy[pipe])

    try:
        for _ in range(count):
            hand_out(None)
        for place in range(len(chosen)):
            while place not in done:
                for pipe in wait(list(busy)):
                    assert isinstance(pipe, Connection)
                    now, told = busy.pop(pipe), _heard(pipe)
                    steps = chosen[now].steps
                    done[now] = [
                        Checked(chosen[now], step, *found)
                        for step, found in zip(
                            steps,
                            [(DIED, "", None, ())] * len(steps) if told is None else told,
                            strict=True,
                        )
                    ]
                    hand_out(None if told is None else pipe)
            yield done.pop(place)
    finally:
        for process in started:
            process.kill()
            process.join()


def _heard(pipe: Connection) -> list[Told] | None:
    """Return what a process has told of the steps, None if it has ended."""
    try:
        told: list[Told] = pipe.recv()
    except (EOFError, OSError):
        return None
    return told


def _started(chosen: list[Theorem]) -> tuple[Connection, ForkProcess]:
    """Return a new process, and the pipe to it."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(chosen, theirs), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _work(chosen: list[Theorem], pipe: Connection) -> None:
    """Check one theorem after the other; Ctrl-C is for the process that started this one, which
    ends it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        theorem = chosen[pipe.recv()]
        pipe.send([(o.error, o.account, o.ran, o.programs) for o in ledger.check(theorem)])
