"""A command as a source: it reads one record a line from standard input, and prints one output.

Where the word `{count}` is among its arguments, it is replaced by a number of outputs, which the
command prints one a line: most programs take longer to start than to release. Starts are made by
threads here, or by the workers of a Dask scheduler, on whose machines the command must be.
"""

from __future__ import annotations

import os
import signal
import subprocess
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from ...errors import AdapterError
from ..outputs import Failed
from . import Alone, Raw

MOST_BYTES = 1 << 12  # of one output
COUNT = "{count}"
AT_ONCE = 100_000  # outputs of one start


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
        self.name, self._words, self._seconds = " ".join(words), words, seconds
        self.many = any(COUNT in w for w in words)
        self._pool = pool or ThreadPoolExecutor(workers)

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns one output for each start, or as many as were asked for."""
        sizes = (
            [min(AT_ONCE, count - done) for done in range(0, count, AT_ONCE)]
            if self.many
            else [1] * count
        )
        return [output for outputs in self._started(records, sizes) for output in outputs]

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
    else one.
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
    try:
        out, _ = child.communicate(text, seconds)
    except subprocess.TimeoutExpired:
        return [Failed(f"no output within {seconds:g} s")] * count
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            child.communicate(timeout=1)
    if child.returncode:
        return [Failed(f"exit code {child.returncode}")] * count
    lines = out[: MOST_BYTES * count].decode("utf-8", "replace").strip().splitlines()
    if not many:
        return [read_line(" ".join(lines))]
    if len(lines) != count:
        raise AdapterError(
            "protocol", f"{count} outputs were asked for, one a line, and {len(lines)} lines came"
        )
    return [read_line(line) for line in lines]


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
        numbers = [float(w) for w in words]
    except ValueError:
        return line
    return numbers[0] if len(numbers) == 1 else numbers
