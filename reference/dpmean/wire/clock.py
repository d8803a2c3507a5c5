"""How much an implementation works: the processor time of its program and all that it started,
beside that of a fixed piece of work on the same machine; by the clock on the wall where it waits.

What is measured so is a count of work: a machine that is ten times slower, or that gives the program
a tenth of its time, changes nothing of it, and so of nothing that is chosen by it, nor of what is
called late.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import TypeVar

import psutil

Found = TypeVar("Found")
# what lasts longer than this multiple of the processor's time is waiting, not another program's
# turn
WAITING = 12.0
FAMILY_SECONDS = 1.0
SLACK = 0.25  # seconds that a request may last beyond that


class Program:
    """A running program with all that it started, as something that uses the processor."""

    def __init__(self, pid: int) -> None:
        """Nothing is read before it is asked for."""
        self._pid, self._looked = pid, -FAMILY_SECONDS
        self._family: list[psutil.Process] = []

    def seconds(self) -> float | None:
        """Return the processor seconds of the program, its descendants and those that have ended;
        None where unknown.

        Who its descendants are is looked up again after FAMILY_SECONDS, since that reads of all
        programs.
        """
        try:
            if (now := time.monotonic()) - self._looked > FAMILY_SECONDS:
                program = psutil.Process(self._pid)
                self._family, self._looked = [program, *program.children(recursive=True)], now
            return sum(map(_used, self._family))
        except (psutil.Error, OSError, AttributeError):
            return None


def _used(program: psutil.Process) -> float:
    try:
        used = program.cpu_times()
    except psutil.Error:  # it has ended
        return 0.0
    return float(used.user + used.system + used.children_user + used.children_system)


YARDSTICK = 0.002  # processor seconds of `_fixed_work` where a second is a second


def _fixed_work() -> None:
    digest = b""
    for i in range(2500):
        digest = sha256(digest + str(i * i % 1009).encode()).digest()


@cache
def slowness() -> float:
    """Return how many times as long fixed work takes on this machine, measured once."""
    times = []
    for _ in range(5):
        start = time.process_time()
        _fixed_work()
        times.append(time.process_time() - start)
    return max(min(times), 1e-9) / YARDSTICK


class Limit:
    """How long a reply may take: so many seconds of work, or of waiting for something.

    A program that has used less of the processor than it may, and at least a WAITING-th of the
    time, is not late: it is the machine that is slow, or gives its time to others.
    """

    def __init__(
        self, seconds: float, processor: Callable[[], float | None], new: bool = False
    ) -> None:
        """Begin now; `processor` tells the seconds of the processor that the program has used, which
        are none of a `new` one.
        """
        self.seconds, self._processor = seconds, processor
        self._began, self._before = time.monotonic(), 0.0 if new else processor()

    def left(self) -> float:
        """Return the seconds after which it is worth asking again; 0 when the reply is late."""
        lasted = time.monotonic() - self._began
        if lasted < self.seconds:
            return self.seconds - lasted
        may = self.seconds * max(1.0, slowness())
        after = self._processor()
        if self._before is None or after is None:
            return max(0.0, may - lasted)
        worked = max(0.0, after - self._before)
        late = lasted > WAITING * worked + SLACK or min(worked, lasted) >= may
        return 0.0 if late else max(SLACK, may - max(worked, lasted))


def timed(work: Callable[[], Found], processor: Callable[[], float | None]) -> tuple[Found, float]:
    """Return what `work` returns, and how much work it was: the seconds that it takes on a machine
    of slowness 1.

    They are those of the processor, unless it took WAITING times as long on the wall: then
    something is waited for.
    """
    start, before = time.monotonic(), processor()
    found = work()
    lasted, after = time.monotonic() - start, processor()
    if before is None or after is None:
        return found, lasted / slowness()
    worked = max(0.0, after - before)
    return found, (worked if lasted <= WAITING * worked + SLACK else lasted) / slowness()
