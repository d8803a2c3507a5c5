"""A command as a source: it reads one record a line from standard input, and prints one output.

Where the word `{count}` is among its arguments, it is replaced by a number of outputs, which the
command prints one a line: most programs take longer to start than to release. Starts are made by
threads here, or by the workers of a Dask scheduler, on whose machines the command must be.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from ...errors import AdapterError
from ...wire.sandbox import shut_in
from ...wire.started import End, Started, sweep
from .. import texts
from ..described import BEYOND, ONE, WHOLE, Described, Failed, Leaf, Missed, Role
from ..rows import as_csv
from . import Alone, Raw

# bytes of one start that are read: the first, as many more for each output, and in all
FIRST_BYTES, MORE_BYTES, MOST_BYTES = 1 << 20, 1 << 10, 1 << 25
BROKE = {
    End.LATE: "no output within {seconds:g} s",
    End.DEAF: "no output within {seconds:g} s",
    End.LONG: "more than {most:,} bytes of output",
}
COUNT = "{count}"
AT_ONCE = 100_000  # outputs of one start
DECIMALS = Leaf(WHOLE, Role.WRITTEN)
IN_POOL = 64  # starts that a pool of others is given at once


class Command(Alone):
    """A program that is started for every release, or for many of them."""

    def __init__(
        self,
        words: list[str],
        seconds: float = 10.0,
        workers: int = 1,
        pool: Executor | None = None,
        sandbox: bool = False,
        columns: Sequence[str] = (),
    ) -> None:
        """`seconds` is the time limit of one start; so many `workers` are started at once, or as
        many as the `pool` takes; in a `sandbox` they are shut in. Rows with these `columns` are
        given as a CSV file.
        """
        self.name = self.key = " ".join(words)
        self._words, self._seconds = shut_in(words) if sandbox else words, seconds
        self.many = any(COUNT in w for w in words)
        self.longest = seconds / 2
        self._columns = columns
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
                    [self._text(records)] * 2,
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
                [self._text(records)] * same,
                sizes,
                [self._seconds] * same,
            )
        )

    def _text(self, records: tuple[Any, ...]) -> bytes:
        """Returns what the command reads."""
        return as_csv(records, self._columns).encode() if self._columns else _text(records)

    def close(self) -> None:
        """Ends the threads that wait for programs, and what programs left behind here; a pool that
        was given is its owner's to end.
        """
        if isinstance(self._pool, ThreadPoolExecutor):
            self._pool.shutdown(cancel_futures=True)
        sweep()


def started(words: list[str], text: bytes, count: int, seconds: float) -> list[Any]:
    """Returns the outputs of one start of a command: so many if it is asked for a number of them,
    else one; where it breaks, only that.
    """
    many = any(COUNT in w for w in words)
    program = Started([w.replace(COUNT, str(count)) for w in words])
    most = min(MOST_BYTES, FIRST_BYTES + MORE_BYTES * count)
    limit = program.limit(seconds)
    try:
        out, end = program.exchange(text, limit, most, last=True)
        if end is End.OUT and not program.finished(limit):
            end = End.LATE
    finally:
        program.end(at_once=False)
    if end is not End.OUT:
        return [Failed(BROKE.get(end, "").format(seconds=seconds, most=most) or end.value)]
    if program.child.returncode:
        return [Failed(f"exit code {program.child.returncode}")]
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


def _text(records: tuple[Any, ...]) -> bytes:
    return "".join(f"{_line(r)}\n" for r in records).encode()


def _line(record: Any) -> str:
    if isinstance(record, tuple | list):
        return ",".join(map(repr, record))
    return "" if record is None else str(record)


def read_line(line: str) -> Described | str | None:
    """Returns a line as one number, with how many digits stand after its point; no answer where it
    is empty; or the text.
    """
    if texts.NUMBER.fullmatch(line) is None:
        return line if line.strip() else None
    told, number = texts.number(line, WHOLE)
    word = told if told == "NaN" else "number" if told == "#" else f"number {told}"
    found = Described(word, (number.value,), ONE, marks=((DECIMALS, float(number.decimals)),))
    if number.exact:
        return found
    return found._replace(word=BEYOND, missed=Missed(WHOLE, f"a {BEYOND}"))
