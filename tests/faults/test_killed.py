"""kill -9 of a runner, a worker, an adapter or a child of an audit, at any moment: no file is half
written, nothing goes on alone, and the next run is as if there had been none before.

By night there are 200 moments, by day one for each command.
"""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import psutil
import pytest

from dpmean.auditing.store import load
from dpmean.exits import Exit
from dpmean.wire.record import read

NIGHT, DAY = 200, 6
SECONDS = 60.0  # of a command that lost a process
LONGEST = 2.5  # seconds after which a process is killed; the commands take about as long
ALONE = 10.0  # seconds in which what a killed runner started has ended
# a release, one a start or many; a program that answers the runner
MANY = "import random, sys\nfor _ in range(int(sys.argv[1])):\n    print(random.expovariate(1))\n"
AUDIT = ("audit", "--claim", "epsilon=1", "--json", "{f}/a.json", "--out", "{f}/a.svg")
LAPLACE = (
    *("--run", "laplace-variance-*", "--run", "laplace-stat-epsilon1-0"),
    *("--run", "staircase-variance-*", "--tier", "256"),
)
REPORTS = tuple(
    f"--{name}={{f}}/r.{name}" for name in ("json", "html", "markdown", "junit", "badge")
)
COMMANDS: dict[str, tuple[str, ...]] = {
    "conform": (
        "conform",
        "-a",
        f"{sys.executable} -m dpmean.wire.own",
        *LAPLACE,
        *REPORTS,
    ),
    "workers": ("conform", "-a", "dpmean", *LAPLACE, "--workers", "2", *REPORTS[:1]),
    "record": ("conform", "-a", "dpmean", *LAPLACE, "--workers", "1", "--record", "{f}/record"),
    "audit": (*AUDIT, "--draws", "3000", "--record", "{f}/a.npz", "--", "{program}", "{{count}}"),
    "counts": (
        "sample",
        "discrete_laplace",
        "epsilon=1",
        "--draws",
        "3000000",
        "--workers",
        "2",
        "--json={f}/s.json",
    ),
}
RIGHT = {"audit": {Exit.OK, Exit.FAILED, Exit.INCONCLUSIVE}}


def page(path: Path) -> None:
    assert path.read_text().rstrip().endswith("</html>")


def parsed(path: Path) -> None:
    json.loads(path.read_text())


def lines(path: Path) -> None:
    assert path.read_text().endswith("\n")


WHOLE: dict[str, Callable[[Path], object]] = {
    ".json": parsed,
    ".badge": parsed,
    ".html": page,
    ".junit": ET.parse,
    ".svg": ET.parse,
    ".markdown": lines,
    ".npz": load,
}


def words(name: str, folder: Path) -> list[str]:
    (folder / "program.py").write_text(f"#!{sys.executable}\n{MANY}")
    (folder / "program.py").chmod(0o755)
    filled = (w.format(f=folder, program=folder / "program.py") for w in COMMANDS[name])
    return [sys.executable, "-m", "dpmean", *filled]


def left_of(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those that are still there."""
    alive = []
    for process in processes:
        with contextlib.suppress(psutil.Error):
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                alive.append(process)
    return alive


def killed(name: str, folder: Path, rng: random.Random) -> str:
    """Kill one process of a command at a moment, and return what is wrong after it."""
    runner = subprocess.Popen(
        words(name, folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )  # noqa: S603
    me, started = psutil.Process(runner.pid), [psutil.Process(runner.pid)]
    until = time.monotonic() + rng.uniform(0.1, LONGEST)
    while time.monotonic() < until and runner.poll() is None:
        time.sleep(0.02)
    with contextlib.suppress(psutil.Error):
        started += me.children(recursive=True)
    victim = rng.choice(started[:1] if rng.random() < 0.4 else started)
    with contextlib.suppress(psutil.Error):
        victim.send_signal(signal.SIGKILL)
    try:
        _, said = runner.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        for process in left_of(started):
            process.kill()
        return f"{name}: goes on for ever without {victim.pid}"
    ended = time.monotonic() + ALONE
    while (alive := left_of(started)) and time.monotonic() < ended:
        time.sleep(0.05)
    for process in alive:
        process.kill()
    if alive:
        return f"{name}: {len(alive)} processes go on alone"
    if runner.returncode == Exit.MISTAKE:
        return f"{name}: a mistake: {said[-300:]}"
    for path in folder.iterdir():
        if path.suffix in WHOLE:
            try:
                WHOLE[path.suffix](path)
            except Exception as error:
                return f"{name}: {path.name} is half written: {error!r}"
    return ""


def went_on(name: str, folder: Path) -> str:
    """Run it again to its end, and return what is wrong."""
    done = subprocess.run(words(name, folder), capture_output=True, text=True, check=False)  # noqa: S603
    if name == "record" and done.returncode == Exit.USAGE:  # it says that the file is there
        assert "is there already; give another file" in done.stderr
        (folder / "record").unlink()
        return went_on(name, folder)
    if done.returncode not in RIGHT.get(name, {Exit.OK}):
        return f"{name}: exit {done.returncode}: {done.stdout[-300:]} {done.stderr[-300:]}"
    if name == "record" and len(list(read(folder / "record"))) != 1:
        return "no record"
    return ""


def moments(count: int, folder: Path) -> list[str]:
    """Kill at so many moments, and return what went wrong."""
    found = []
    for name in COMMANDS:
        here = folder / name
        here.mkdir()
        for number in range(-(-count // len(COMMANDS))):
            (here / "record").unlink(missing_ok=True)
            rng = random.Random(f"{name} {number}")
            found.append(killed(name, here, rng))
        found.append(went_on(name, here))
    return [f for f in found if f]


def test_whoever_is_killed_the_next_run_goes_on(tmp_path: Path) -> None:
    """Kills a file that is written in place, workers that wait for ever for a runner that is gone, a
    runner that waits for a child that is gone, and what is left that the next run falls over.
    """
    assert moments(DAY, tmp_path) == []


@pytest.mark.slow
def test_at_two_hundred_moments_whoever_is_killed_the_next_run_goes_on(tmp_path: Path) -> None:
    """Kills what a few moments do not meet."""
    assert moments(NIGHT, tmp_path) == []


@pytest.mark.parametrize("name", ["workers", "counts"])
def test_processes_side_by_side_end_with_their_runner(name: str, tmp_path: Path) -> None:
    """Kills a pool whose processes wait for the next task of a runner that was killed, for ever."""
    runner = subprocess.Popen(  # noqa: S603
        words(name, tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    me, until = psutil.Process(runner.pid), time.monotonic() + SECONDS
    # a tracker of resources, and at least one process that works
    while len(started := me.children(recursive=True)) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    assert runner.poll() is None
    time.sleep(1)  # they have begun
    runner.kill()
    runner.wait()
    until = time.monotonic() + ALONE
    while (alive := left_of(started)) and time.monotonic() < until:
        time.sleep(0.05)
    for process in alive:
        process.kill()
    assert alive == []


def test_a_killed_process_that_draws_is_one_line(tmp_path: Path) -> None:
    """Kills a traceback of the pool, which blames us for what ended its process."""
    many = ["2000000000" if w == "3000000" else w for w in words("counts", tmp_path)]
    runner = subprocess.Popen(  # noqa: S603
        many, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    me, until = psutil.Process(runner.pid), time.monotonic() + SECONDS
    working: list[psutil.Process] = []
    while not working and time.monotonic() < until:
        time.sleep(0.02)
        working = [p for p in me.children(recursive=True) if "spawn_main" in " ".join(p.cmdline())]
    time.sleep(0.5)
    working[0].kill()
    _, said = runner.communicate(timeout=SECONDS)
    assert runner.returncode == Exit.BROKE
    last = [line for line in said.splitlines() if line.startswith("error")]
    assert len(last) == 1
    assert "a process that draws has ended" in last[0]
    assert "Traceback" not in said


SLOW = """\
import random, sys, time
time.sleep(0.02)
noise = random.expovariate(1) - random.expovariate(1)
print(noise + sum(map(float, sys.stdin.read().split())))
"""


def test_an_audit_that_is_killed_goes_on_from_what_it_had_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills outputs that are kept at the end only: a program of an hour is asked all over again."""
    script, kept = tmp_path / "slow.py", tmp_path / "a.npz"
    script.write_text(SLOW)
    asked = [
        *("audit", "--claim", "epsilon=1", "--data", "0,1", "--data", "0"),
        *("--", sys.executable, str(script)),
    ]
    keep = "import dpmean.cli.audit as a; from dpmean.cli.main import main; a.KEEP = 0.3; main()"
    run: Any = [sys.executable, "-c", keep, *asked[:1], "--record", str(kept), *asked[1:]]
    runner = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    until = time.monotonic() + SECONDS
    while not kept.exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert runner.poll() is None  # the claim holds, so that it would go on
    runner.kill()
    runner.wait()
    before = load(kept).draws
    assert before > 0
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "dpmean", "audit", "--resume", str(kept), "--draws", str(before + 4)]
        + asked[1:],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (Exit.OK, Exit.FAILED, Exit.INCONCLUSIVE), done.stderr
    assert load(kept).draws >= before and np.isfinite(load(kept).seconds)
