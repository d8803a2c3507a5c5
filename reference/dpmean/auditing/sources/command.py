"""A command as a source: it reads one record a line from standard input, and prints one output.

Where the word `{count}` is among its arguments, it is replaced by a number of outputs, which the
command prints one a line: most programs take longer to start than to release. Starts are made by
threads here, or by the workers of a Dask scheduler, on whose machines the command must be.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from decimal import Decimal
from math import inf
from typing import Any

from ...errors import AdapterError
from ..described import DIGITS, Failed, exactly_written
from . import Alone, Raw

# bytes of one start that are read: the first, as many more for each output, and in all
FIRST_BYTES, MORE_BYTES, MOST_BYTES = 1 << 20, 1 << 10, 1 << 25
CHUNK = 1 << 16
COUNT = "{count}"
AT_ONCE = 100_000  # outputs of one start
IN_POOL = 64  # starts that a pool of others is given at once


class Command(Alone):
    """A program that is started for every release, or for many of them."""

    def __init__(
        self,
        words: list[str],
        seconds: float = 10.0,
        workers: int = 1,
        pool: Executor | None = None,
    ) -> None:
        """`seconds` is the time limit of one start; so many `workers` are started at once, or as
        many as the `pool` takes.
        """
        self.name = self.key = " ".join(words)
        self._words, self._seconds = words, seconds
        self.many = any(COUNT in w for w in words)
        self.longest = seconds / 2
        self._pool = pool or ThreadPoolExecutor(workers)
        self._at_once = IN_POOL if pool is not None else workers

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns one output for each start, or as many as were asked for."""
        sizes = (
            [min(AT_ONCE, count - done) for done in range(0, count, AT_ONCE)]
            if self.many
            else [1] * count
        )
        found: list[Any] = []
        for done in range(0, len(sizes), self._at_once):
            if self.over:
                break
            for outputs in self._started(records, sizes[done : done + self._at_once]):
                found += outputs
        return found

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns the outputs of two starts at the same instant, on this machine."""
        if not self.many:
            return []
        with ThreadPoolExecutor(2) as pool:
            return list(
                pool.map(
                    started,
                    [self._words] * 2,
                    [_text(records)] * 2,
                    [count] * 2,
                    [self._seconds] * 2,
                )
            )

    def _started(self, records: tuple[Any, ...], sizes: list[int]) -> list[list[Any]]:
        same = len(sizes)
        return list(
            self._pool.map(
                started,
                [self._words] * same,
                [_text(records)] * same,
                sizes,
                [self._seconds] * same,
            )
        )

    def close(self) -> None:
        """Ends the threads that wait for programs; a pool that was given is its owner's to end."""
        if isinstance(self._pool, ThreadPoolExecutor):
            self._pool.shutdown(cancel_futures=True)


def started(words: list[str], text: bytes, count: int, seconds: float) -> list[Any]:
    """Returns the outputs of one start of a command: so many if it is asked for a number of them,
    else one; where it breaks, only that.
    """
    many = any(COUNT in w for w in words)
    try:
        child = subprocess.Popen(  # noqa: S603
            [w.replace(COUNT, str(count)) for w in words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise AdapterError(
            "adapter_start", f"could not start '{words[0][:80]}': {error.strerror}"
        ) from error
    most = min(MOST_BYTES, FIRST_BYTES + MORE_BYTES * count)
    try:
        out = _talk(child, text, time.monotonic() + seconds, most)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            child.wait(timeout=1)
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
    if out is None:
        return [Failed(f"no output within {seconds:g} s")]
    if len(out) > most:
        return [Failed(f"more than {most:,} bytes of output")]
    if child.returncode:
        return [Failed(f"exit code {child.returncode}")]
    lines = out.decode("utf-8", "backslashreplace").strip().splitlines()
    if not many:
        return [read_line("\n".join(lines))]
    if len(lines) != count:
        raise AdapterError(
            "protocol",
            f"{count} {'output was' if count == 1 else 'outputs were'} asked for, one a line, and "
            f"{len(lines)} {'line' if len(lines) == 1 else 'lines'} came",
        )
    return [read_line(line) for line in lines]


def _talk(child: subprocess.Popen[bytes], text: bytes, deadline: float, most: int) -> bytes | None:
    """Writes the records, and returns what the program printed: no more than one byte over `most`;
    None where it does not end by the deadline.
    """
    assert child.stdin is not None
    assert child.stdout is not None
    left, out = memoryview(text), bytearray()
    with selectors.DefaultSelector() as waiting:
        for pipe, event in (
            (child.stdin, selectors.EVENT_WRITE),
            (child.stdout, selectors.EVENT_READ),
        ):
            os.set_blocking(pipe.fileno(), False)
            waiting.register(pipe, event)
        while waiting.get_map():
            if (seconds := deadline - time.monotonic()) <= 0:
                return None
            for key, _ in waiting.select(seconds):
                if key.fileobj is child.stdin:
                    try:
                        left = left[os.write(key.fd, left[:CHUNK]) :] if left else left
                    except BlockingIOError:
                        continue
                    except OSError:  # it reads no more
                        left = left[:0]
                    if not left:
                        waiting.unregister(child.stdin)
                        with suppress(OSError):
                            child.stdin.close()
                    continue
                if not (chunk := os.read(key.fd, min(CHUNK, most + 1 - len(out)))):
                    waiting.unregister(child.stdout)
                out += chunk
                if len(out) > most:
                    return bytes(out)
    try:
        child.wait(timeout=max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return None
    return bytes(out)


def _text(records: tuple[Any, ...]) -> bytes:
    return "".join(f"{_line(r)}\n" for r in records).encode()


def _line(record: Any) -> str:
    return ",".join(map(repr, record)) if isinstance(record, tuple | list) else str(record)


def read_line(line: str) -> Any:
    """Returns one number, a list of numbers, no answer for an empty line, or the text."""
    words = line.replace(",", " ").replace("[", " ").replace("]", " ").split()
    if not words:
        return None
    try:
        numbers = [_number(w) for w in words]
    except ValueError:
        return line
    return numbers[0] if len(numbers) == 1 else numbers


def _number(word: str) -> Any:
    """Returns the double of a word, or its decimal where the double does not say all of it."""
    value = float(word)
    extreme = value == 0 or value in (inf, -inf)
    if (extreme or len(word) > DIGITS) and not exactly_written(word, value):
        return Decimal(word)
    return value
