"""Judges hostile adapters, each in a copy of this process, which has loaded all that is needed.

    python tests/lab/hostile/judged.py

reads lines of JSON, [the words of a command, a mark, seconds], and says for each how the command
ended, what it said, how long it took, and the most memory in MiB that it had. The mark is a variable
in the environment, by which is found what an adapter left behind.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[3])]

import dpmean.auditing.api  # noqa: E402, F401
import dpmean.cli.audit  # noqa: E402, F401
import dpmean.cli.conform  # noqa: E402, F401
import dpmean.cli.smoke  # noqa: E402, F401
import dpmean.judging.outcome  # noqa: E402, F401
import dpmean.libraries.judged  # noqa: E402, F401
import dpmean.reports  # noqa: E402, F401
import dpmean.reports.html  # noqa: E402, F401
import dpmean.reports.text  # noqa: E402, F401
import dpmean.wire.direct  # noqa: E402, F401
from dpmean.suite.files import load  # noqa: E402
from tests.helpers.command import dpmean  # noqa: E402


def judge(words: list[str], mark: str, result: Path) -> None:
    """In the copy: what the command says, into a file."""
    os.setsid()
    os.environ[mark] = "1"
    start = time.monotonic()
    done = dpmean(*words)
    peak = int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) // 1024
    result.write_text(
        json.dumps([done.returncode, done.stdout, done.stderr, time.monotonic() - start, peak])
    )


def main() -> None:
    load()
    folder = Path(tempfile.mkdtemp())
    for line in sys.stdin:
        words, mark, seconds = json.loads(line)
        result = folder / "result"
        result.unlink(missing_ok=True)
        child = os.fork()
        if not child:
            try:
                judge(words, mark, result)
            finally:
                os._exit(0)
        end = time.monotonic() + seconds
        status = None
        while (found := os.waitpid(child, os.WNOHANG))[0] == 0:
            if time.monotonic() > end:
                os.kill(child, 9)
                status = "endless"
            time.sleep(0.02)
        status = status or os.waitstatus_to_exitcode(found[1])
        told = json.loads(result.read_text()) if result.exists() else None
        print(json.dumps([status, told]), flush=True)


if __name__ == "__main__":
    main()
