"""Adapters that misbehave: a verdict within the time limit, bounded memory, results so far kept, never exit 0."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
MEASURED = """
import re, sys
from dpmean.cli.main import main
try:
    main()
finally:
    # VmHWM, not ru_maxrss: the latter is inherited from the process that started this one
    print("PEAK", int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024, file=sys.stderr)
"""
PATTERNS = ["--run", "laplace-variance-*", "--run", "laplace-reject-epsilon0*"]
LIMIT_MIB = 400  # of the runner's own memory; an idle runner has about 100

# mode: (exit code, seconds that the run may take); eight vectors, 1.5 s for each request, five restarts
HOSTILE = {
    "reject-all": (1, 30), "accept-all": (1, 30), "crash": (1, 40), "hang": (1, 40), "garbage": (1, 40),
    "wrong-seq": (1, 40),
    "wide": (1, 30), "huge-number": (1, 30), "nan": (1, 30), "no-output": (1, 30), "unsupported": (4, 30),
    "gigabyte": (1, 60),
    "drip": (1, 40), "exit-0": (1, 40), "half": (1, 40), "deep": (1, 40), "two-replies": (1, 40),
    "stderr-flood": (1, 40),
    "early-exit": (3, 20), "babble": (3, 30), "deaf": (3, 30), "child": (1, 40), "grandchild": (1, 60),
    "orphan": (1, 90), "left-behind": (3, 60),
}  # fmt: skip
# nearly all of their time is spent waiting for limits
WAITING = ("hang", "drip", "gigabyte", "grandchild", "orphan", "left-behind", "deaf")

Done = tuple[subprocess.CompletedProcess[str], float]


def run(mode: str, *more: str) -> Done:
    start = time.monotonic()
    words = ["conform", "-a", f"{sys.executable} {HERE / 'helpers/adapters_for_tests.py'} {mode}", "--timeout", "1.5",
        *PATTERNS, *more]
    done = subprocess.run([sys.executable, "-c", MEASURED, *words], capture_output=True, text=True, check=False,
        timeout=180)
    return done, time.monotonic() - start


@pytest.fixture(scope="module")
def waiting() -> Iterator[dict[str, Future[Done]]]:
    """The runs that wait for limits, each by itself and all at the same time, while the others are judged."""
    with ThreadPoolExecutor(len(WAITING)) as threads:
        yield {mode: threads.submit(run, mode) for mode in WAITING}


@pytest.mark.parametrize("mode", sorted(HOSTILE, key=lambda mode: mode in WAITING))
def test_no_hostile_adapter_conforms_outlives_the_run_or_fills_the_memory(mode: str,
        waiting: dict[str, Future[Done]]) -> None:
    code, limit = HOSTILE[mode]
    done, seconds = waiting[mode].result() if mode in WAITING else run(mode)
    assert done.returncode == code, done.stdout + done.stderr
    assert seconds < limit
    assert "Traceback" not in done.stderr
    assert int(done.stderr.rpartition("PEAK ")[2]) < LIMIT_MIB
    assert "RESULT: conforms" not in done.stdout


def test_what_was_judged_before_a_program_broke_is_kept(tmp_path: Path) -> None:
    report = tmp_path / "r.json"
    done, _ = run("half", "--json", str(report))
    assert done.returncode == 1
    (made,) = json.loads(report.read_text())["runs"]
    statuses = {v["id"]: v["status"] for v in made["verdicts"]}
    assert statuses["laplace-variance-epsilon1"] == "pass"
    assert statuses["laplace-reject-epsilon0"] == "fail"


def test_what_an_adapter_leaves_behind_is_named(waiting: dict[str, Future[Done]]) -> None:
    """Kills a run that waits for a program which has ended, and one that is green over a child that goes on."""
    assert "left a child that holds its output open" in waiting["orphan"].result()[0].stdout
    assert "STOPPED: a child of the program outlives it" in waiting["left-behind"].result()[0].stdout


def test_no_child_of_an_adapter_is_left_behind() -> None:
    run("child")
    left = [p for p in Path("/proc").glob("[0-9]*/cmdline") if b"98765" in _read(p)]
    assert not left


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
