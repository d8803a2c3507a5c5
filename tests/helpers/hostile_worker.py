"""A worker process in which each request with one hostile value has a second of processor time.

    python tests/helpers/hostile_worker.py SEED FIRST COUNT

A request must end in an answer or in one typed error (`DpmeanError`, or a usage error of the
command line).
"""

from __future__ import annotations

import io
import json
import resource
import select
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from tests.helpers.hostile_requests import (
    LAWS,
    Request,
    built,
    column,
    request,
    spelled,
    valued,
    vectors,
)

ROOT = Path(__file__).parents[2]
SECONDS = 1.0  # of processor time for one request
HANGS = 30.0  # of the clock, after which the worker is given up
MEMORY = 4 << 30  # bytes of address space of the worker


class TimeUp(BaseException):
    """The processor time of a request is over."""


def run(asked: Request, seconds: float = SECONDS) -> tuple[str, str]:
    """("answer" | "error" | "crash" | "slow", what was seen)."""
    import click

    from dpmean.errors import DpmeanError

    def over(*_: object) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGPROF, over)
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                _do(asked)
        except (DpmeanError, click.ClickException, click.Abort) as error:
            found = "error", str(getattr(error, "code", "usage"))
            text = str(error) if isinstance(error, DpmeanError) else ""
            if "\n" in text:
                found = "crash", f"an error of more than one line: {text[:200]!r}"
            elif len(text) > 1000:
                found = "crash", f"an error of {len(text)} characters: {text[:200]!r}"
        except (SystemExit, click.exceptions.Exit):
            found = "answer", ""
        except OSError as error:  # the command line prints its reason and the file
            found = (
                ("error", "usage")
                if asked.way == "command" and error.strerror
                else ("crash", repr(error)[:200])
            )
        except TimeUp:
            found = "slow", _where()
        except Exception as error:
            found = "crash", f"{type(error).__name__}: {str(error)[:150]} | {_where()}"
        else:
            found = "answer", ""
        # one long step in which no signal is heard
        if found[0] in ("answer", "error") and time.process_time() - start > seconds:
            found = "slow", f"{time.process_time() - start:.1f} s ({found[1]})"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return found


def _where() -> str:
    frames = traceback.extract_tb(sys.exc_info()[2])
    ours = [f for f in frames if "dpmean" in f.filename]
    return " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(ours[-3:]))


def _do(asked: Request) -> None:
    from dpmean.catalogue import quantities as catalogue
    from dpmean.catalogue.mechanisms import build
    from dpmean.cli.main import cli
    from dpmean.exact import digits
    from dpmean.wire import own

    if asked.way == "command":
        cli(list(asked.what), standalone_mode=False)
    elif asked.way == "value":
        for v in catalogue.value(*asked.what).values:
            digits.report(v)
    elif asked.way == "build":
        str(build(*asked.what).guarantee)
    else:
        reply = own.answer(asked.what)
        if reply["status"] == "error":
            raise AssertionError(reply["traceback"][-900:])


def warm() -> None:
    """Everything is imported before the first clock starts."""
    import dpmean.cli.columns
    import dpmean.cli.conform
    import dpmean.distributions.bulk.counts  # noqa: F401
    import dpmean.experiments.registry  # noqa: F401

    vectors(), valued(), built()
    for words in (
        ("laplace.variance", "epsilon=1"),
        ("hourglass.variance", "epsilon=1", "gamma=optimal"),
    ):
        run(Request("command", ("value", *words)), 60)
    for name in LAWS:
        run(Request("command", ("sample", name, *spelled(LAWS[name]), "--draws", "10")), 60)
    for name, rows in built().items():
        run(
            Request(
                "command",
                ("release", name, *spelled(rows[0][0]), column(rows[0][1]), "--row-is-person"),
            ),
            60,
        )


def serve() -> None:
    """Read seeds and numbers, write outcomes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    out = sys.stdout
    warm()
    print("ready", file=out, flush=True)
    for line in sys.stdin:
        seed, number, seconds = json.loads(line)
        print(json.dumps(run(request(seed, number), seconds)), file=out, flush=True)


class Worker:
    """The process in which requests run; another is started where one is lost."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def ask(self, seed: str, number: int, seconds: float) -> tuple[str, str]:
        """The outcome of a request; "slow" too where no signal stops it, "crash" where the process
        dies.
        """
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.helpers.hostile_worker", "--serve"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            if self._line(600) != "ready\n":
                raise RuntimeError("the worker did not start")
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([seed, number, seconds]) + "\n")
        self.process.stdin.flush()
        line = self._line(HANGS)
        if line:
            status, detail = json.loads(line)
            return status, detail
        self.close()
        return ("slow", "never ended") if line is None else ("crash", "the process died")

    def _line(self, seconds: float) -> str | None:
        assert self.process is not None and self.process.stdout is not None
        ready = select.select([self.process.stdout], [], [], seconds)[0]
        return self.process.stdout.readline() if ready else None

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def outcomes(
    seed: str, first: int, count: int, seconds: float = SECONDS
) -> Iterator[tuple[int, str, str]]:
    """(number, outcome, what was seen) of these requests, each with so much processor time."""
    worker = Worker()
    try:
        for number in range(first, first + count):
            yield number, *worker.ask(seed, number, seconds)
    finally:
        worker.close()


def main() -> None:
    """Print what is found, then counts."""
    seed, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    total: Counter[str] = Counter()
    for number, status, detail in outcomes(seed, first, count):
        total[status] += 1
        if status in ("crash", "slow"):
            print(f"{number} {status} {detail}\n    {request(seed, number)}", flush=True)
    print(dict(total))


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["--serve"] else main()
