"""A slower machine asks the same: which checks are made, how large their batches are and how a run
ends follow from how much an implementation works, and not from how long it takes.

The machine is pretended: its clock, the processor time of the implementation, and the fixed work
that stands for a second are multiplied alike, as they are where everything takes ten times as long;
or the clock alone, as it is where other programs have nine tenths of the processor.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from dpmean.errors import AdapterError
from dpmean.exits import Exit
from dpmean.judging import outcome
from dpmean.judging.evidence import Outcome
from dpmean.judging.outcome import Job, Target
from dpmean.judging.support import support_vectors
from dpmean.libraries.bundled import bundled, connector
from dpmean.libraries.tiers import declared
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire import clock
from dpmean.wire.direct import Direct
from dpmean.wire.process import Process
from dpmean.wire.protocol import Connection, late
from dpmean.wire.sizes import Sizes

LOADED = load()
CHOSEN = ("laplace-variance-epsilon1*", "laplace-stat-*", "laplace-reject-*", "laplace-tape-*")


@dataclass
class Machine:
    """Seconds of the wall and of the processor, of which work takes as many as the machine is slow."""

    slow: float
    crowded: float
    wall: float = 0.0
    processor: float = 0.0

    def work(self, seconds: float) -> None:
        """Spend what takes so many seconds on a machine of slowness 1 that does nothing else."""
        self.processor += seconds * self.slow
        self.wall += seconds * self.slow * self.crowded


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float, float], Machine]]:
    """Makes the package's clock that of a pretended machine."""

    def made(slow: float, crowded: float) -> Machine:
        machine = Machine(slow, crowded)
        times = SimpleNamespace(
            monotonic=lambda: machine.wall, process_time=lambda: machine.processor
        )
        monkeypatch.setattr(clock, "time", times)
        monkeypatch.setattr(clock, "_fixed_work", lambda: machine.work(clock.YARDSTICK))
        clock.slowness.cache_clear()
        return machine

    yield made
    monkeypatch.undo()
    clock.slowness.cache_clear()


class Slowed:
    """This package's own answers from an implementation that works so long for a request and for a
    draw.
    """

    def __init__(self, machine: Machine, request: float, draw: float) -> None:
        self.inside = Direct("dpmean.wire.own")
        self.machine, self.cost = machine, (request, draw)

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        draws = int(request.get("input", {}).get("draws", "0"))
        limit = clock.Limit(seconds, self.processor_seconds)
        self.machine.work(self.cost[0] + self.cost[1] * draws)
        if limit.left() <= 0:
            raise late(seconds)
        return self.inside.ask(request, seconds)

    def processor_seconds(self) -> float:
        return self.machine.processor

    def close(self) -> None:
        pass


# seconds of a request and of a draw, as programs have them from quick to hardly possible
COSTS = (
    (1e-4, 1e-4),
    (0.02, 1e-4),
    (0.5, 1e-3),
    (1e-3, 0.02),
    (0.1, 0.4),
    (4.0, 0.01),
    (50.0, 0.0),
)


def asked(connect: Callable[[], Connection], vectors: list[Vector], sizes: Sizes) -> Any:
    """What is asked and how it ends: the exit code, and for each vector the size of its batch and
    whether it was judged, refused as unsupported, or not asked.
    """
    found = outcome.conform(Target("x", connect), Job(vectors, sizes=sizes))
    assert found.run is not None
    # what is seen of random draws may differ by the published error, what is asked may not
    words = {
        v.vector.id: v.status if v.status in (Outcome.UNSUPPORTED, Outcome.NOT_ASKED) else "judged"
        for v in found.run.verdicts
    }
    return found.code, found.run.tiers, words


def few() -> list[Vector]:
    """Vectors of each kind of one law, with its support check."""
    from dpmean.judging.selecting import fits

    stat = [v for v in LOADED if any(fits(v, p) for p in CHOSEN)]
    kept = {(v.kind, v.quantity): v for v in stat}
    return [*kept.values(), *(v for v in support_vectors(LOADED) if v.id == "laplace-support")]


@pytest.mark.parametrize(("request_", "draw"), COSTS)
def test_a_slow_or_crowded_machine_asks_the_same(
    request_: float, draw: float, pretend: Callable[[float, float], Machine]
) -> None:
    """Kills a limit in seconds of the wall, or of this machine's processor, that decides what is
    asked: a leak that is not looked for, or a smaller batch, on a slower machine.
    """
    found = []
    for slow, crowded in ((1, 1), (10, 1), (1, 10), (0.3, 1)):
        machine = pretend(slow, crowded)
        connect = lambda m=machine: Slowed(m, request_, draw)  # noqa: E731
        found.append(asked(connect, few(), Sizes(later=False)))
    assert found[0][0] in (Exit.OK, Exit.FAILED)
    assert found.count(found[0]) == len(found)


MACHINES = ((1.0, 1.0), (10.0, 1.0), (1.0, 10.0), (5.0, 10.0))


@pytest.mark.parametrize(("slow", "crowded"), MACHINES)
@pytest.mark.parametrize(("seconds", "over"), [(30.0, False), (59.0, False), (61.0, True)])
def test_a_reply_is_late_by_its_work(
    slow: float,
    crowded: float,
    seconds: float,
    over: bool,
    pretend: Callable[[float, float], Machine],
) -> None:
    """Kills a limit of a request by the clock on the wall, which a crowded machine breaks, and one
    that no program that works can ever break.
    """
    machine = pretend(slow, crowded)
    limit = clock.Limit(60.0, lambda: machine.processor)
    assert limit.left() == 60.0
    machine.work(seconds)
    assert (limit.left() == 0) is over


@pytest.mark.parametrize("processor", [lambda: 0.0, lambda: None], ids=["waits", "unknown"])
def test_a_reply_that_is_waited_for_is_late_by_the_clock(
    processor: Callable[[], float | None], pretend: Callable[[float, float], Machine]
) -> None:
    """Kills a program that sleeps and is waited for without end."""
    machine = pretend(1.0, 1.0)
    limit = clock.Limit(60.0, processor)
    for lasted, over in ((59.0, False), (61.0, True)):
        machine.wall = lasted
        assert (limit.left() == 0) is over


def test_a_program_that_gets_a_fifth_of_the_processor_is_not_late() -> None:
    """Kills a limit of a real program that does not ask what it has used of the processor."""
    body = """
import sys, time
sys.stdin.readline()
while time.process_time() < 0.8:
    pass
print("{}", flush=True)
sys.stdin.readline()
"""
    process = Process([sys.executable, "-c", body])
    ended = threading.Event()

    def crowd() -> None:
        child = psutil.Process(process._child.pid)
        while not ended.is_set():
            child.suspend()
            time.sleep(0.08)
            child.resume()
            time.sleep(0.02)

    others = threading.Thread(target=crowd)
    others.start()
    began = time.monotonic()
    try:
        assert process.ask({}, 1.0) == {}
        assert time.monotonic() - began > 1.0
    finally:
        ended.set()
        others.join()
        process.kill()


def test_the_pretended_machine_is_seen(pretend: Callable[[float, float], Machine]) -> None:
    """Kills a pretence that nobody looks at: an implementation that works more is asked less."""
    found = [
        asked(lambda m=pretend(1, 1), d=draw: Slowed(m, 1e-4, d), few(), Sizes(later=False))  # type: ignore[misc]
        for draw in (1e-4, 0.02)
    ]
    assert found[0][1] != found[1][1]


# ---------------------------------------------------------------- the bundled libraries, by night


@contextmanager
def pretending(slow: float, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A clock that counts so many times as many seconds, of the wall and of the processor."""
    used = clock.Program.seconds
    times = SimpleNamespace(
        monotonic=lambda: time.monotonic() * slow, process_time=lambda: time.process_time() * slow
    )
    with monkeypatch.context() as m:
        m.setattr(clock, "time", times)
        m.setattr(clock.Program, "seconds", lambda p: None if (u := used(p)) is None else u * slow)
        yield


@contextmanager
def given(share: float) -> Iterator[None]:
    """All programs that this process starts have so small a share of the processor."""
    ended = threading.Event()

    def crowd() -> None:
        me = psutil.Process()
        while not ended.is_set():
            programs = me.children(recursive=True)
            for seconds, what in ((0.05 * (1 - share), "suspend"), (0.05 * share, "resume")):
                for program in programs:
                    with suppress(psutil.Error):
                        getattr(program, what)()
                time.sleep(seconds)

    crowding = threading.Thread(target=crowd)
    crowding.start()
    try:
        yield
    finally:
        ended.set()
        crowding.join()


@contextmanager
def beside(busy: int) -> Iterator[None]:
    """So many other programs want the processor too."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


HARD: dict[str, Callable[[pytest.MonkeyPatch], AbstractContextManager[None]]] = {
    "ten times slower": lambda m: pretending(10.0, m),
    "a fifth of the processor": lambda _: given(0.2),
    "a sixteenth of the processor": lambda _: given(0.06),
    "beside eight busy programs": lambda _: beside(8),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled())
@pytest.mark.parametrize("hard", HARD)
def test_a_bundled_library_is_asked_the_same_on_any_machine(
    name: str, hard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a check, a batch or a single draw that a slow or crowded machine leaves out, and another
    exit code. The tier is a small one; that it is a number and no time is what is shown.
    """
    try:
        connect = connector(name, lambda _: None, False)
    except AdapterError as error:
        pytest.skip(str(error))
    told = declared(name)
    everything = [*LOADED, *support_vectors(LOADED)]
    vectors = [v for v in everything if v.kind in ("exact", "reject", "stat", "support")]
    vectors = [*{(v.object, v.kind): v for v in vectors}.values()]
    sizes = Sizes() if told is None else told(vectors, 1024)
    clock.slowness.cache_clear()
    usual = asked(connect, vectors, replace(sizes, later=False))
    with HARD[hard](monkeypatch):
        clock.slowness.cache_clear()
        slow = asked(connect, vectors, replace(sizes, later=False))
    clock.slowness.cache_clear()
    assert usual == slow
