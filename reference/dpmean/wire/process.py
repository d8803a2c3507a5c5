"""A program under test, over its standard input and output, with limits on time, line length and
restarts.

The program runs in its own process group, which is killed as a whole. Standard error is kept (its
last part) and shown when something fails. A reply that does not come in time, is too long or is not
JSON ends this process; the runner may start another.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from ..errors import AdapterError, Broke
from . import clock
from .protocol import encode, late

# bytes of one reply: the largest batch in the plane alone has 8 << 20 digits, as counts it is
# longer
MAX_LINE = 32 << 20
# seconds between two looks at the program, and of waiting for its last words
POLL, AFTER_THE_END = (0.5, 1.0)
STDERR_KEPT = 4000  # characters of standard error that are kept


class Process:
    """A connection to an adapter that was started as a program of its own."""

    def __init__(
        self,
        command: list[str] | str,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start `command` (a list, or a shell-like string that is split, not run by a shell).

        `environment` is added to that of the runner.
        """
        self.left_behind = ""
        try:
            words = shlex.split(command) if isinstance(command, str) else command
        except ValueError as error:
            raise AdapterError("adapter_start", f"not a command line: {error}") from error
        try:
            self._child = subprocess.Popen(  # noqa: S603
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                cwd=cwd,
                env={**os.environ, **environment} if environment else None,
            )
        except (OSError, IndexError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "empty command"
            raise AdapterError(
                "adapter_start", f"could not start '{' '.join(words)[:120]}': {reason}"
            ) from error
        self._clock = clock.Program(self._child.pid)
        self._lines: queue.Queue[bytes | AdapterError | None] = queue.Queue(maxsize=16)
        self._stderr: deque[str] = deque()
        self._seq = 0
        self._threads = [
            threading.Thread(target=self._read, args=(self._child.stdout,), daemon=True),
            threading.Thread(target=self._drain, args=(self._child.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self, stream: IO[bytes]) -> None:
        while True:
            line = stream.readline(MAX_LINE + 1)
            if len(line) > MAX_LINE:
                self._lines.put(
                    AdapterError("protocol", f"a reply is longer than {MAX_LINE} bytes")
                )
                return
            self._lines.put(line or None)
            if not line:
                return

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
        while not self._lines.empty():
            stray = self._lines.get_nowait()
            if isinstance(stray, bytes):
                raise AdapterError("protocol", "output before it was asked for")
            self._lines.put(stray)
            break
        limit = clock.Limit(seconds, self.processor_seconds)
        self._send(encode(request), limit)
        line = self._line(limit)
        if isinstance(line, AdapterError):
            raise line
        if line is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(timeout=0.5)
            self._threads[1].join(timeout=0.5)  # what it said last may not have been read yet
            said = self.stderr.strip().splitlines()
            # a panic of Rust is told in the middle: where, and in the next line why
            panics = [
                " ".join(said[i : i + 2]) for i, line in enumerate(said) if "panicked at" in line
            ]
            last = f"; its last words: {[*said, *panics][-1][:240]}" if said else ""
            code = self._child.poll()
            how = "closed its output" if code is None else f"ended (exit code {code})"
            raise AdapterError(
                "protocol", f"the program {how} instead of replying{last}", broke=Broke.ENDED
            )
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            raise AdapterError("protocol", f"a reply is not JSON: {line[:80]!r}") from None
        if not isinstance(reply, dict):
            raise AdapterError("protocol", "a reply must be a JSON object")
        return reply

    def processor_seconds(self) -> float | None:
        """Return the processor time of the program and of all that it started."""
        return self._clock.seconds()

    def _line(self, limit: clock.Limit) -> bytes | AdapterError | None:
        """Return the next line, None at the end of the output; AdapterError when the time is over.

        A program that has ended says nothing more, even if a child of it that left its group holds
        the output open.
        """
        while True:
            left = limit.left()
            ended = self._child.poll() is not None
            try:
                return self._lines.get(timeout=min(left, AFTER_THE_END if ended else POLL))
            except queue.Empty:
                if ended:
                    raise AdapterError(
                        "protocol",
                        f"the program ended (exit code {self._child.poll()}) instead of "
                        "replying, and left a child that holds its output open",
                        broke=Broke.ENDED,
                    ) from None
                if left <= 0:
                    raise late(limit.seconds) from None

    def _send(self, data: bytes, limit: clock.Limit) -> None:
        """Write with a time limit, because a program that never reads must not block the runner."""
        problem: list[BaseException] = []

        def write() -> None:
            try:
                assert self._child.stdin is not None
                self._child.stdin.write(data)
                self._child.stdin.flush()
            except (OSError, ValueError) as error:
                problem.append(error)

        # a pipe holds at least this much; larger requests get a thread and a limit
        if len(data) <= 4096:
            write()
        else:
            writer = threading.Thread(target=write, daemon=True)
            writer.start()
            while writer.is_alive() and (left := limit.left()) > 0:
                writer.join(min(left, POLL))
            if writer.is_alive():
                raise AdapterError(
                    "protocol",
                    f"the program did not read its input within {limit.seconds:g} s",
                    broke=Broke.LATE,
                )
        if problem:
            raise AdapterError("protocol", "the program closed its input", broke=Broke.ENDED)

    def close(self) -> None:
        """Say bye, wait a moment, then kill the whole process group."""
        with contextlib.suppress(OSError, ValueError, AdapterError):
            assert self._child.stdin is not None
            self._child.stdin.write(encode({"op": "bye"}))
            self._child.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=2)
        self.kill()

    def kill(self) -> None:
        """Kill the process group at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=5)
        for _ in range(20):  # a reader may wait for room in the queue
            with contextlib.suppress(queue.Empty):
                self._lines.get_nowait()
            for thread in self._threads:
                thread.join(timeout=0.02)
        with contextlib.suppress(OSError, ValueError):
            if self._child.stdin is not None:
                self._child.stdin.close()
        for seconds, reader in zip((1.0, 0.2), self._threads, strict=True):
            # a busy machine may need longer; a child that escaped holds on
            reader.join(timeout=seconds)
        if any(reader.is_alive() for reader in self._threads):
            self.left_behind = "a child of the program outlives it and holds its output open"
        for stream, reader in zip(
            (self._child.stdout, self._child.stderr), self._threads, strict=True
        ):
            # a grandchild that escaped may hold a pipe open: then its reader still waits, and
            # closing would block
            if stream is not None and not reader.is_alive():
                stream.close()
