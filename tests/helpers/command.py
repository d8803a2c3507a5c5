"""`dpmean(...)` as a process would run it, in this one: a process of its own takes a third of a
second to start.

That the program itself starts, ends and is killed as it should be is tested by processes, in
`tests/cli/test_front.py`, `tests/judging/test_runner.py` and elsewhere.
"""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from unittest import mock

from dpmean.cli import main


def dpmean(*words: str, cwd: Path | None = None) -> CompletedProcess[str]:
    """What the command of these words prints, and its exit code."""
    out, err, code = io.StringIO(), io.StringIO(), None
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    where: Any = contextlib.nullcontext() if cwd is None else contextlib.chdir(cwd)
    try:
        with (
            mock.patch.object(sys, "argv", ["dpmean", *words]),
            where,
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            main.main()
    except SystemExit as end:
        code = end.code
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return CompletedProcess(
        ["dpmean", *words],
        code if isinstance(code, int) else 0 if code is None else 1,
        out.getvalue(),
        err.getvalue(),
    )
