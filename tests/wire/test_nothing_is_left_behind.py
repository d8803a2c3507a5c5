"""Whatever a program starts is ended with it: what left its group, its session and its parent is
found, stopped and killed; who goes on to fork is caught up with; and no other program is touched.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dpmean.auditing.sources.command import Command
from dpmean.errors import AdapterError, Broke
from dpmean.libraries import findings
from dpmean.wire import started
from dpmean.wire.bounded import Bounds
from dpmean.wire.process import Process
from dpmean.wire.protocol import late
from dpmean.wire.started import Started

LEAVE = """
import os, sys, time
def leave(depth=1):
    if os.fork(): return
    os.setsid()
    if os.fork(): os._exit(0)
    for i in (0, 1, 2): os.close(i)
    for _ in range(depth - 1):
        if os.fork(): os._exit(0)
        os.setsid()
    time.sleep(60)
    os._exit(0)
"""
MANY = """
if os.fork() == 0:
    os.setsid()
    for i in (0, 1, 2): os.close(i)
    for _ in range(2000):
        if os.fork(): os._exit(0)
        time.sleep(0.003)
    time.sleep(60)
"""
ESCAPES = {
    "a child in a session of its own": ("leave(); time.sleep(0.3)", 1),
    "three of them": ("leave(); leave(); leave(); time.sleep(0.3)", 3),
    "the end of a chain": ("leave(9)", 1),
    "one that goes on to fork": (MANY, 1),
}
SERVES = "\nfor line in sys.stdin: print('{}', flush=True)\n"


def none_is_left() -> bool:
    """Whether all that this process started has ended; what was killed takes a moment."""
    until = time.monotonic() + 10
    while started._marked() and time.monotonic() < until:
        time.sleep(0.02)
    return not started._marked()


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """All that was found; when the test ends, nothing of it may run."""
    seen: list[int] = []
    marked = started._marked

    def looking(gone: list[int] | None = None) -> dict[int, str]:
        found = marked(gone)
        seen.extend(found)
        return found

    monkeypatch.setattr(started, "_marked", looking)
    yield seen
    assert none_is_left()


def python(body: str) -> list[str]:
    return [sys.executable, "-S", "-E", "-c", LEAVE + body]


@pytest.mark.parametrize("name", ESCAPES)
def test_what_left_the_group_is_killed_and_told(name: str, watched: list[int]) -> None:
    """Kills a group that is killed alone: a double fork with closed descriptors went on unseen."""
    body, many = ESCAPES[name]
    process = Process(python(body + SERVES))
    process.ask({}, 20)
    process.close()
    assert set(watched) - {process._child.pid}
    told = re.fullmatch(
        r"a child of the program outlives it, outside of its group: ([0-9]+) (was|were) killed",
        process.left_behind,
    )
    assert told is not None
    assert int(told[1]) >= many  # those of a chain that were just about to end are counted too


def test_children_in_the_group_end_with_it_and_are_no_misconduct(watched: list[int]) -> None:
    process = Process(python("os.fork() or time.sleep(60)" + SERVES))
    process.ask({}, 20)
    process.close()
    assert process.left_behind == ""
    assert none_is_left()


def test_other_programs_go_on(watched: list[int]) -> None:
    """Kills a sweep that ends what another connection still asks."""
    one, other = Process(python("leave()" + SERVES)), Process(python("leave()" + SERVES))
    for process in (one, other):
        process.ask({}, 20)
    try:
        one.close()
        assert one.left_behind
        assert other.ask({}, 20) == {}
        until = time.monotonic() + 10  # what starts the one that stays takes a moment to end
        while len(started._marked()) > 2 and time.monotonic() < until:
            time.sleep(0.02)
        assert len(started._marked()) == 2  # it, and what it left
    finally:
        other.close()
    assert other.left_behind


def test_too_many_processes_end_a_program(
    watched: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a program that forks until the machine has no more."""
    monkeypatch.setattr(started, "MOST_PROCESSES", 20)
    process = Process(python("[os.fork() or time.sleep(60) for _ in range(30)]; time.sleep(60)"))
    with pytest.raises(AdapterError, match="has more than 20 processes"):
        process.ask({}, 20)
    process.kill()


def test_commands_and_scripts_leave_nothing_either(watched: list[int], tmp_path: Path) -> None:
    """Kills children of the commands of an audit, and of the script of a finding."""
    command = Command(python("leave(); print(1)"), 20.0)
    try:
        assert [output.numbers for output in command.draw((1.0,), 3)] == [(1.0,)] * 3
    finally:
        command.close()
    assert none_is_left()
    assert findings.run(python("leave(); print(1)"), tmp_path, 20.0) == (findings.REPRODUCED, "1")
    assert none_is_left()


def test_a_script_that_floods_or_hangs_is_ended(tmp_path: Path) -> None:
    """Kills the whole output of a script in memory, and a wait for a child that holds it open."""
    flood = findings.run(python("\nwhile True: os.write(1, b'x' * 65536)"), tmp_path, 20.0)
    assert flood == (findings.NOT_REPRODUCED, "more than 16,777,216 bytes of output")
    hangs = findings.run(python("time.sleep(60)"), tmp_path, 0.5)
    assert hangs == (findings.NOT_REPRODUCED, "no end within 0.5 s")
    began = time.monotonic()
    held = findings.run(python("os.fork() or (os.setsid(), time.sleep(60))"), tmp_path, 20.0)
    assert held[0] == findings.NOT_REPRODUCED
    assert time.monotonic() - began < 10


def test_what_others_started_is_nobodys_to_kill(watched: list[int]) -> None:
    """Kills a mark that a copy of this process has in common with it."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.read(read, 1)
        os._exit(len(started.sweep()))
    program = Started(python("time.sleep(60)"))  # of which the copy knows nothing
    os.write(write, b"x")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert program.child.poll() is None
    program.end()
    os.close(read)
    os.close(write)


class Late:
    """A connection to what never replies."""

    left_behind = ""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.ended = ""

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        self.asked.append(seconds)
        time.sleep(seconds)
        raise late(seconds)

    def processor_seconds(self) -> None:
        return None

    def close(self) -> None:
        self.ended = "told"

    def kill(self) -> None:
        self.ended = "killed"


@pytest.mark.parametrize(
    ("limits", "told"),
    [((9, 0.2, None), r"0.2 s, its limit \(--longest\)"), ((9, None, 0.2), "0.2 s, its --budget")],
)
def test_what_the_end_of_a_run_cuts_short_is_not_late(limits: Any, told: str) -> None:
    """Kills a reply that is late because the run had no time left, and a farewell after its end."""
    connection = Late()
    opened = Bounds(*limits).wrap(lambda: connection)()
    with pytest.raises(AdapterError, match=told) as error:
        opened.ask({}, 9)
    assert (error.value.code, error.value.broke) == ("adapter_start", Broke.CLOCK)
    assert 0 < connection.asked[0] <= 0.22
    opened.close()
    assert connection.ended == "killed"
    other = Bounds(9, 9).wrap(lambda: connection)()
    with pytest.raises(AdapterError) as error:
        other.ask({}, 0.1)
    assert error.value.broke is Broke.LATE
    other.close()
    assert connection.ended == "told"
