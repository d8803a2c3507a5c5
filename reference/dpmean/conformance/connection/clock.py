"""How long an implementation takes: by the processor time of its program and all that it started, so that a busy
machine changes nothing; by the clock on the wall where it waits more than it works.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import psutil

Found = TypeVar("Found")
WAITING = 8.0  # what lasts longer than this multiple of the processor's time is waiting, not another program's turn
SLACK = 0.25  # seconds that a request may last beyond that


def of_program(pid: int) -> float | None:
    """Return the processor seconds of a program, its descendants and those that have ended; None where unknown."""
    try:
        program = psutil.Process(pid)
        found = 0.0
        for one in (program, *program.children(recursive=True)):
            try:
                used = one.cpu_times()
            except psutil.Error:
                continue
            found += used.user + used.system + used.children_user + used.children_system
    except (psutil.Error, OSError, AttributeError):
        return None
    return found


def timed(work: Callable[[], Found], processor: Callable[[], float | None]) -> tuple[Found, float]:
    """Return what `work` returns, and the seconds that it took.

    They are those of the processor, unless it took WAITING times as long on the wall: then something is waited for.
    """
    start, before = time.monotonic(), processor()
    found = work()
    lasted, after = time.monotonic() - start, processor()
    if before is None or after is None:
        return found, lasted
    worked = max(0.0, after - before)
    return found, worked if lasted <= WAITING * worked + SLACK else lasted
