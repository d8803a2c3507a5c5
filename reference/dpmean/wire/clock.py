"""How long an implementation takes: by the processor time of its program and all that it started,
so that a busy machine changes nothing; by the clock on the wall where it waits more than it works.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import psutil

Found = TypeVar("Found")
# what lasts longer than this multiple of the processor's time is waiting, not another program's
# turn
WAITING = 8.0
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


def timed(work: Callable[[], Found], processor: Callable[[], float | None]) -> tuple[Found, float]:
    """Return what `work` returns, and the seconds that it took.

    They are those of the processor, unless it took WAITING times as long on the wall: then
    something is waited for.
    """
    start, before = time.monotonic(), processor()
    found = work()
    lasted, after = time.monotonic() - start, processor()
    if before is None or after is None:
        return found, lasted
    worked = max(0.0, after - before)
    return found, worked if lasted <= WAITING * worked + SLACK else lasted
