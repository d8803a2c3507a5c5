"""A program under test, over its standard input and output, with limits on time, line length and
restarts.

How it runs, and that nothing of it is left, is `started.py`. Standard error is kept (its last part)
and shown when something fails. A reply that does not come in time, is too long or is not JSON ends
this process; the runner may start another.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import threading
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, NoReturn

from ..errors import AdapterError, Broke
from . import clock
from .protocol import encode, late
from .reading import MAX_LINE, reply_of
from .sandbox import shut_in
from .started import CHUNK, End, Started

STDERR_KEPT = 4000  # characters of standard error that are kept
GOODBYE = 2.0  # seconds in which a program ends after it was told bye


class Process:
    """A connection to an adapter that was started as a program of its own."""

    def __init__(
        self,
        command: list[str] | str,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
        sandbox: bool = False,
    ) -> None:
        """Start `command` (a list, or a shell-like string that is split, not run by a shell).

        `environment` is added to that of the runner. In a `sandbox` it is shut in (`sandbox.py`).
        """
        self.left_behind = ""
        try:
            words = shlex.split(command) if isinstance(command, str) else command
        except ValueError as error:
            raise AdapterError("adapter_start", f"not a command line: {error}") from error
        if sandbox and words:
            words = shut_in(words, cwd)
        self._started = Started(words, cwd, environment, subprocess.PIPE)
        self._child, self._rest = self._started.child, False
        self._stderr: deque[str] = deque()
        self._errors = threading.Thread(target=self._drain, args=(self._child.stderr,), daemon=True)
        self._errors.start()

    def _drain(self, stream: IO[bytes]) -> None:
        kept = 0
        while chunk := stream.read1(4096):  # type: ignore[attr-defined]
            text = chunk.decode("utf-8", "replace")
            self._stderr.append(text)
            kept += len(text)
            while kept > 2 * STDERR_KEPT and len(self._stderr) > 1:
                kept -= len(self._stderr.popleft())

    @property
    def stderr(self) -> str:
        """Return the last part of what the program wrote to standard error."""
        return "".join(self._stderr)[-STDERR_KEPT:]

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one request and return its reply; AdapterError on a timeout, at the end of output,
        or for garbage.
        """
        if self._rest or self._started.spoke():
            self._rest = True
            raise AdapterError("protocol", "output before it was asked for")
        limit = clock.Limit(seconds, self.processor_seconds)
        said, end = self._started.exchange(
            encode(request), limit, MAX_LINE, lambda chunk: b"\n" in chunk
        )
        if end is not End.WHOLE:
            self._broken(end, limit)
        # only the last part that was read has the end of the line
        line_ends = said.index(b"\n", max(0, len(said) - CHUNK)) + 1
        self._rest = line_ends < len(said)
        del said[line_ends:]
        return reply_of(said)

    def processor_seconds(self) -> float | None:
        """Return the processor time of the program and of all that it started."""
        return self._started.processor_seconds()

    def _broken(self, end: End, limit: clock.Limit) -> NoReturn:
        """Say why there is no reply."""
        if end is End.LONG:
            raise AdapterError("protocol", f"a reply is longer than {MAX_LINE} bytes")
        if end is End.LATE:
            raise late(limit.seconds)
        if end is End.DEAF:
            raise AdapterError(
                "protocol",
                f"the program did not read its input within {limit.seconds:g} s",
                broke=Broke.LATE,
            )
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=0.5)
        code = self._child.poll()
        if end is End.CLOSED and code is None:
            raise AdapterError("protocol", "the program closed its input", broke=Broke.ENDED)
        how = "closed its output" if code is None else f"ended (exit code {code})"
        last = ", and left a child that holds its output open"
        if end is not End.ORPHAN:
            self._errors.join(timeout=0.5)  # what it said last may not have been read yet
            said = self.stderr.strip().splitlines()
            # a panic of Rust is told in the middle: where, and in the next line why
            panics = [
                " ".join(said[i : i + 2]) for i, line in enumerate(said) if "panicked at" in line
            ]
            last = f"; its last words: {[*said, *panics][-1][:240]}" if said else ""
        raise AdapterError(
            "protocol", f"the program {how} instead of replying{last}", broke=Broke.ENDED
        )

    def close(self) -> None:
        """Say bye, wait a moment, then kill all that the program started."""
        with contextlib.suppress(OSError, ValueError):
            os.write(self._started.stdin.fileno(), encode({"op": "bye"}))
            self._started.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=GOODBYE)
        self.kill()

    def kill(self) -> None:
        """Kill the program and all that it started at once."""
        escaped = self._started.end()
        # a busy machine may need longer; a child that nobody finds holds on
        self._errors.join(timeout=1.0)
        if self._errors.is_alive():
            self.left_behind = "a child of the program outlives it and holds its output open"
        elif escaped and not self.left_behind:
            self.left_behind = (
                "a child of the program outlives it, outside of its group: "
                f"{escaped} {'was' if escaped == 1 else 'were'} killed"
            )
        # a grandchild that nobody finds may hold the pipe open: then closing would block
        if self._child.stderr is not None and not self._errors.is_alive():
            self._child.stderr.close()
