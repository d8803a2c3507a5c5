"""An interruption is one, however often its signal comes: to a process, and to its group, as from
`timeout` or a terminal. Nothing else may be put here.
"""

from __future__ import annotations

import math
import signal
import time
from types import FrameType

AGAIN = 0.1  # seconds in which who sends a signal to a process and to its group sends it twice
LATE = 10.0  # seconds that a report may take after an interruption
SIGNALS = (signal.SIGINT, signal.SIGTERM)
_last = [-math.inf]


def once(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, but for a signal that comes again at once: it would interrupt what
    ends the work that the first one has interrupted.
    """
    del number, frame
    before, _last[0] = _last[0], time.monotonic()
    if _last[0] - before >= AGAIN:
        raise KeyboardInterrupt


def interrupting(number: int) -> bool:
    """Tell whether this signal ends what this process does by a KeyboardInterrupt."""
    return signal.getsignal(number) in (signal.default_int_handler, once)


def ended() -> None:
    """Ignore, from here to the end of the process, a signal of an interruption that comes again."""
    if time.monotonic() - _last[0] < LATE:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
