"""The exact law in a process of its own, while releases are drawn: it may take long, and is left
out then.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from ...errors import DpmeanError
from ...orphans import end_with_parent
from .exact import Points, Quantiles, Question, parts

LATE = "not all is known after {} seconds of waiting; --exact-seconds gives it more time"


def work(question: Question, pipe: Connection[Any, Any]) -> None:
    """Send the parts of the law as they become known, then ("end", reason or None)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()
    reason = None
    try:
        for part in parts(question, pipe.recv):
            pipe.send(part)
    except EOFError:
        return
    except (DpmeanError, ArithmeticError, RecursionError, MemoryError) as error:
        reason = (
            str(error)
            if isinstance(error, DpmeanError)
            else f"not computed ({type(error).__name__})"
        )
    pipe.send(("end", reason))


class Beside:
    """The process that computes the exact law, and what it has found.

    `known` holds the parts by the names of `exact.parts`; `why` says what is missing.
    """

    def __init__(self, question: Question, seconds: float) -> None:
        """`seconds` says how long the caller is going to wait; where it is 0, the process is not
        begun.
        """
        self.known, self.why = (
            dict[str, Any](),
            "not asked for" if not seconds else LATE.format(f"{seconds:g}"),
        )
        self._told: set[type] = set()
        self._process: Any = None
        if seconds:
            context = get_context("spawn")
            self._pipe, other = context.Pipe()
            self._process = context.Process(target=work, args=(question, other), daemon=True)
            # which the process inherits: Ctrl-C is not for it
            handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
            try:
                self._process.start()
            finally:
                signal.signal(signal.SIGINT, handler)
            other.close()

    def edges(self, unit: Fraction, edges: Sequence[int]) -> None:
        """Send the edges of the histogram to the process; only the first ones count."""
        self._tell(Points(unit, tuple(edges)))

    def quantiles(
        self, unit: Fraction, shares: Sequence[Fraction], found: Sequence[tuple[int, int] | None]
    ) -> None:
        """Send the wanted quantiles to the process, after the edges."""
        self._tell(Quantiles(unit, tuple(shares), tuple(found)))

    def _tell(self, what: Points | Quantiles) -> None:
        if self._process is not None and type(what) not in self._told:
            self._told.add(type(what))
            with suppress(OSError):  # it has ended, and said why
                self._pipe.send(what)

    def wait(self, seconds: float) -> bool:
        """Take the parts that come within some seconds; return whether there is nothing more to
        come.
        """
        end = time.monotonic() + seconds
        try:
            while self._process is not None and self._pipe.poll(max(0.0, end - time.monotonic())):
                name, value = self._pipe.recv()
                if name == "end":
                    self.why = value or ""
                    self.stop()
                else:
                    self.known[name] = value
        except (EOFError, ConnectionResetError):
            self.why = "its process ended"
            self.stop()
        return self._process is None

    def stop(self) -> None:
        """End the process, wherever it is."""
        if self._process is not None:
            self._process.terminate()
            self._process.join()
            self._process.close()
            self._pipe.close()
            self._process = None
