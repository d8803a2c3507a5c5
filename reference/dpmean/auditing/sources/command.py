"""A command as a source: it reads one record a line from standard input, and prints one output.

Where the word `{count}` is among its arguments, it is replaced by a number of outputs, which the command prints one a
line: most programs take longer to start than to release.
"""

from __future__ import annotations

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
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

    def __init__(self, words: list[str], seconds: float = 10.0, workers: int = 1) -> None:
        """`seconds` is the time limit of one start; so many `workers` are started at once."""
        self.name, self._words, self._seconds = " ".join(words), words, seconds
        self.many = any(COUNT in w for w in words)
        self._pool = ThreadPoolExecutor(workers)

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns one output for each start, or as many as were asked for."""
        text = "".join(f"{_line(r)}\n" for r in records).encode()
        if not self.many:
            return list(self._pool.map(lambda _: self._start(text, 1)[0], range(count)))
        found: list[Any] = []
        while len(found) < count:
            found += self._start(text, min(AT_ONCE, count - len(found)))
        return found

    def again(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns the outputs of two starts at the same instant."""
        with ThreadPoolExecutor(2) as pool:
            if self.many:
                text = "".join(f"{_line(r)}\n" for r in records).encode()
                return list(pool.map(lambda _: self._start(text, count), range(2)))
            return []

    def _start(self, text: bytes, count: int) -> list[Any]:
        words = [w.replace(COUNT, str(count)) for w in self._words]
        try:
            child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,  # noqa: S603
                stderr=subprocess.DEVNULL, start_new_session=True)
        except OSError as error:
            raise AdapterError("adapter_start", f"could not start '{words[0][:80]}': {error.strerror}") from error
        try:
            out, _ = child.communicate(text, self._seconds)
        except subprocess.TimeoutExpired:
            return [Failed(f"no output within {self._seconds:g} s")] * count
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                child.communicate(timeout=1)
        if child.returncode:
            return [Failed(f"exit code {child.returncode}")] * count
        lines = out[: MOST_BYTES * count].decode("utf-8", "replace").strip().splitlines()
        if not self.many:
            return [read_line(" ".join(lines))]
        if len(lines) != count:
            raise AdapterError("protocol", f"{count} outputs were asked for, one a line, and {len(lines)} lines came")
        return [read_line(line) for line in lines]

    def close(self) -> None:
        """Ends the threads that wait for programs."""
        self._pool.shutdown(cancel_futures=True)


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
