"""A program of somebody else while it runs: how it is started, what it may use, and that nothing of
it is left when it is ended.

It has a session and a process group of its own, which is killed as a whole. A child that left the
group is found as a descendant, or by a variable that everything the program starts has in its
environment; it is stopped before it is killed, so that what forks without end is caught up with.
Not found is only what left the group, outlived its parent, and was started with another
environment.
"""

from __future__ import annotations

import os
import secrets
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import IO

import psutil

from ..errors import AdapterError, Broke
from . import clock

CHUNK = 1 << 16
LINUX = sys.platform == "linux"
# seconds between two looks at the program, and of waiting for its last words
POLL, AFTER_THE_END = 0.5, 1.0
MOST_PROCESSES = 1024  # that a program may have at once
ROUNDS = 50  # of looking for what goes on to fork
# looks at which nothing is new, a fourth of one if a process ended meanwhile: what goes on to fork
# and to end is easily missed
QUIET = 4 * 3
SELDOM = 10  # times as long as it takes to look through all processes, until it is done again
MARK = f"DPMEAN_PROGRAM_{secrets.token_hex(8)}"
_live: set[str] = set()  # the values of the mark of programs that have not been ended


class End(Enum):
    """How an exchange with a program ended."""

    WHOLE = "what was asked for came"
    OUT = "its output ended"
    LATE = "the time was over"
    DEAF = "the time was over, and it had not read its input"
    CLOSED = "it closed its input"
    LONG = "it said more than may be said"
    ORPHAN = "it ended, and a child of it holds its output open"


class Started:
    """A running program, and everything that it started."""

    def __init__(
        self,
        words: list[str],
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
        errors: int = subprocess.DEVNULL,
    ) -> None:
        """Start the program; `environment` is added to that of the runner, and `errors` says where
        its standard error goes.
        """
        self._value = secrets.token_hex(8)
        _live.add(self._value)
        try:
            self.child = subprocess.Popen(  # noqa: S603
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
                cwd=cwd,
                env={**os.environ, **(environment or {}), _mark(): self._value},
            )
        except (OSError, IndexError, ValueError) as error:
            _live.discard(self._value)
            reason = error.strerror if isinstance(error, OSError) else "empty command"
            raise AdapterError(
                "adapter_start", f"could not start '{' '.join(words[:1])[:120]}': {reason}"
            ) from error
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.stdin: IO[bytes] = self.child.stdin
        self.stdout: IO[bytes] = self.child.stdout
        for pipe in (self.stdin, self.stdout):
            os.set_blocking(pipe.fileno(), False)
        self._program = clock.Program(self.child.pid)

    def processor_seconds(self) -> float | None:
        """Return the processor time of the program and of all that it started."""
        return self._program.seconds()

    def exchange(
        self,
        data: bytes,
        limit: clock.Limit,
        most: int,
        whole: Callable[[bytes], bool] = lambda _: False,
        last: bool = False,
    ) -> tuple[bytearray, End]:
        """Write `data`, and return what the program said meanwhile and after, with how it ended.

        It is read until a part is `whole`, or the output ends, and never more than a CHUNK over
        `most` bytes; the same limit holds for writing, because a program that never reads must not
        block the runner. After the `last` data the input is closed, and who does not read it is
        read all the same.
        """
        left, said, done = memoryview(data), bytearray(), False
        looked = time.monotonic()
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.stdin, selectors.EVENT_WRITE)
            waiting.register(self.stdout, selectors.EVENT_READ)
            while waiting.get_map():
                ended = self.child.poll() is not None
                seconds = limit.left()
                ready = waiting.select(min(seconds, AFTER_THE_END if ended else POLL))
                if ended and not ready:
                    return said, End.ORPHAN
                for key, _ in ready:
                    if key.fileobj is self.stdin:
                        try:
                            left = left[os.write(key.fd, left[:CHUNK]) :] if left else left
                        except BlockingIOError:
                            continue
                        except OSError:
                            if not last:
                                return said, End.CLOSED
                            left = left[:0]
                        if not left:
                            waiting.unregister(self.stdin)
                            if last:
                                self._hang_up()
                        continue
                    chunk = os.read(key.fd, CHUNK)
                    said += chunk
                    if not chunk or len(said) > most:
                        return said, End.LONG if chunk else End.OUT
                    if done := whole(chunk):
                        waiting.unregister(self.stdout)
                if seconds <= 0 and waiting.get_map():
                    return said, End.DEAF if left else End.LATE
                if (now := time.monotonic()) - looked > POLL:
                    looked = now
                    self._few()
        return said, End.WHOLE if done else End.OUT

    def _hang_up(self) -> None:
        with suppress(OSError, ValueError):
            self.stdin.close()

    def finished(self, limit: clock.Limit) -> bool:
        """Tell whether the program ends within the limit."""
        while self.child.poll() is None:
            if (seconds := limit.left()) <= 0:
                return False
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(timeout=min(seconds, POLL))
        return True

    def spoke(self) -> bool:
        """Tell whether the program has said something that nobody has read; a part of it is read."""
        with suppress(BlockingIOError):
            return bool(os.read(self.stdout.fileno(), CHUNK))
        return False

    def limit(self, seconds: float) -> clock.Limit:
        """Return the limit of a program that was just started: it has used nothing so far."""
        return clock.Limit(seconds, self.processor_seconds, new=True)

    def _few(self) -> None:
        """Refuse a program that has too many processes."""
        if sum(value == self._value for value in _marked().values()) > MOST_PROCESSES:
            raise AdapterError(
                "protocol",
                f"the program has more than {MOST_PROCESSES:,} processes",
                broke=Broke.ENDED,
            )

    def end(self, at_once: bool = True) -> int:
        """Kill the program and everything that it started; return how many outlived it outside of
        its group.

        Unless `at_once`, these may be looked for later: by the `sweep` after another program.
        """
        own = [] if self.child.poll() is not None else _descendants(self.child.pid)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, signal.SIGKILL)
        _live.discard(self._value)
        for process in own:
            with suppress(psutil.Error, OSError):
                process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(timeout=5)
        found = sweep() if at_once or time.monotonic() > _looked.next else {}
        for pipe in (self.stdin, self.stdout):
            with suppress(OSError, ValueError):
                pipe.close()
        of_group = {p.pid for p in own} | {self.child.pid}
        return sum(
            value == self._value and pid not in of_group and group != self.child.pid
            for pid, (value, group) in found.items()
        )


class _Looked:
    next = 0.0  # when it is worth looking through all processes again


_looked = _Looked()


def sweep() -> dict[int, tuple[str, int]]:
    """Kill what programs left behind that have been ended; return by process whose mark it had, and
    its group.

    All are stopped before any is killed, and it is looked again until nothing is new.
    """
    stopped: dict[int, tuple[str, int]] = {}
    began, quiet = time.monotonic(), 0
    for _ in range(ROUNDS):
        gone: list[int] = []
        new = {p: v for p, v in _marked(gone).items() if v not in _live and p not in stopped}
        quiet = 0 if new else quiet + (1 if gone else 4)
        if quiet >= QUIET:
            break
        for pid, value in new.items():
            stopped[pid] = value, 0
            with suppress(OSError):
                os.kill(pid, signal.SIGSTOP)
                stopped[pid] = value, os.getpgid(pid)
    for pid in stopped:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    now = time.monotonic()
    _looked.next = now + SELDOM * (now - began)
    return {pid: of for pid, of in stopped.items() if of[1]}


def _mark() -> str:
    """Return the variable that is in the environment of all that this process starts."""
    return f"{MARK}_{os.getpid()}"


def _marked(gone: list[int] | None = None) -> dict[int, str]:
    """Return what programs of this process started that runs now: by process, the value of the
    mark. What ended before it was looked at is added to `gone`.
    """
    name = _mark()
    found: dict[int, str] = {}
    for pid in reversed(psutil.pids()):  # the newest first
        try:
            if LINUX:  # psutil takes a hundred times as long to take an environment apart
                text = Path(f"/proc/{pid}/environ").read_bytes()
                if (at := text.find(f"{name}=".encode())) >= 0:
                    found[pid] = text[at:].split(b"\0")[0].split(b"=")[1].decode()
            elif (value := psutil.Process(pid).environ().get(name)) is not None:
                found[pid] = value
        except (FileNotFoundError, ProcessLookupError, psutil.NoSuchProcess):
            if gone is not None:
                gone.append(pid)
        except (psutil.Error, OSError):  # it is another user's
            continue
    return found


def _descendants(pid: int) -> list[psutil.Process]:
    with suppress(psutil.Error, OSError):
        return psutil.Process(pid).children(recursive=True)
    return []
