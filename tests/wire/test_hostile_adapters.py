"""Adapters that misbehave: a verdict within the time limit, bounded memory, results so far kept,
never exit 0.

The runner has a process of its own, whose memory is looked at: one for each adapter that has it
wait, one for all others, which it judges one after the other.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parents[1]
MEASURED = """
import json, re, sys, time
from tests.helpers.command import dpmean
for words in json.loads(sys.argv[1]):
    start = time.monotonic()
    done = dpmean(*words)
    # VmHWM, not ru_maxrss: the latter is inherited from the process that started this one
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024
    print(json.dumps([done.returncode, done.stdout, done.stderr, time.monotonic() - start, peak]))
"""
PATTERNS = ["--run", "laplace-variance-*", "--run", "laplace-reject-epsilon0*"]
LIMIT_MIB = 400  # of the runner's own memory; an idle runner has about 100

# mode: (exit code, seconds that the run may take); eight vectors, five restarts; 1.5 s for each
# request where the run waits for that limit, elsewhere more than a busy machine takes
HOSTILE = {
    "reject-all": (1, 30),
    "accept-all": (1, 30),
    "crash": (1, 40),
    "hang": (1, 40),
    "garbage": (1, 40),
    "wrong-seq": (1, 40),
    "wide": (1, 30),
    "huge-number": (1, 30),
    "nan": (1, 30),
    "no-output": (1, 30),
    "unsupported": (4, 30),
    "gigabyte": (1, 60),
    "drip": (1, 40),
    "exit-0": (1, 40),
    "half": (1, 40),
    "deep": (1, 40),
    "two-replies": (1, 40),
    "stderr-flood": (1, 40),
    "early-exit": (3, 20),
    "babble": (3, 30),
    "deaf": (3, 30),
    "child": (1, 40),
    "grandchild": (1, 60),
    "orphan": (1, 90),
    "left-behind": (3, 60),
}
# nearly all of their time is spent waiting for limits
WAITING = ("hang", "drip", "gigabyte", "grandchild", "orphan", "left-behind", "deaf")


class Done(NamedTuple):
    """How a run ended, and the most memory in MiB that its process has had so far."""

    code: int
    out: str
    err: str
    seconds: float
    peak: int


def run(modes: Sequence[str], *more: str) -> dict[str, Done]:
    """One runner judges these adapters, one after the other."""
    words = [
        [
            "conform",
            "-a",
            f"{sys.executable} {HERE / 'helpers/adapters_for_tests.py'} {mode}",
            "--timeout",
            "1.5" if mode in WAITING else "10",
            *PATTERNS,
            *more,
        ]
        for mode in modes
    ]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, json.dumps(words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
        cwd=HERE.parent,
    )
    assert done.returncode == 0, done.stderr
    return {
        mode: Done(*json.loads(line))
        for mode, line in zip(modes, done.stdout.splitlines(), strict=True)
    }


@pytest.fixture(scope="module")
def runs() -> Iterator[dict[str, Future[dict[str, Done]]]]:
    """All at the same time."""
    others = [mode for mode in HOSTILE if mode not in WAITING]
    with ThreadPoolExecutor(len(WAITING) + 1) as threads:
        together = threads.submit(run, others)
        yield dict.fromkeys(others, together) | {
            mode: threads.submit(run, [mode]) for mode in WAITING
        }


@pytest.mark.parametrize("mode", HOSTILE)
def test_no_hostile_adapter_conforms_outlives_the_run_or_fills_the_memory(
    mode: str, runs: dict[str, Future[dict[str, Done]]]
) -> None:
    code, limit = HOSTILE[mode]
    done = runs[mode].result()[mode]
    assert done.code == code, done.out + done.err
    assert done.seconds < limit
    assert "Traceback" not in done.err
    assert done.peak < LIMIT_MIB
    assert "RESULT: conforms" not in done.out


def test_what_was_judged_before_a_program_broke_is_kept(tmp_path: Path) -> None:
    report = tmp_path / "r.json"
    assert run(["half"], "--json", str(report))["half"].code == 1
    (made,) = json.loads(report.read_text())["runs"]
    statuses = {v["id"]: v["status"] for v in made["verdicts"]}
    assert statuses["laplace-variance-epsilon1"] == "pass"
    assert statuses["laplace-reject-epsilon0"] == "fail"


def test_what_an_adapter_leaves_behind_is_named(runs: dict[str, Future[dict[str, Done]]]) -> None:
    """Kills a run that waits for a program which has ended, and one that is green over a child that
    goes on.
    """
    assert "left a child that holds its output open" in runs["orphan"].result()["orphan"].out
    assert (
        "STOPPED: a child of the program outlives it"
        in runs["left-behind"].result()["left-behind"].out
    )


def test_no_child_of_an_adapter_is_left_behind() -> None:
    run(["child"])
    left = [p for p in Path("/proc").glob("[0-9]*/cmdline") if b"98765" in _read(p)]
    assert not left


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
