"""Draws and audits on a Dask cluster of two worker processes on this machine: those of one
process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpmean.distributions.bulk.counts import TASK
from tests.conftest import Run

CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler that ends with the tests."""
    script = tmp_path_factory.mktemp("dask") / "cluster.py"
    script.write_text(CLUSTER)
    child = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=script.parent,
    )
    try:
        assert child.stdout is not None
        yield child.stdout.readline().strip()
    finally:
        child.communicate(timeout=30)


def dpmean(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dpmean.cli.main", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def sample(*words: str) -> subprocess.CompletedProcess[str]:
    return dpmean("sample", *words)


@pytest.mark.parametrize(
    "law",
    [("discrete_laplace", "epsilon=1/2"), ("hourglass", "epsilon=1", "gamma=1/2", "--grid", "1/2")],
)
def test_the_cluster_counts_what_one_process_counts(law: tuple[str, ...], scheduler: str) -> None:
    words = (*law, "--draws", str(3 * TASK + 7), "--seed-for-testing", "dask")
    alone, together = sample(*words), sample(*words, "--scheduler", scheduler)
    assert (alone.returncode, together.returncode) == (0, 0), together.stderr
    assert alone.stdout == together.stdout


def test_system_randomness_is_not_shared_between_tasks(scheduler: str) -> None:
    """Two runs of two tasks: no two of them have the same counts."""
    found = [
        json.loads(
            sample(
                "discrete_laplace",
                "epsilon=1/20",
                "--draws",
                str(2 * TASK),
                "--scheduler",
                scheduler,
                "--json",
            ).stdout
        )
        for _ in range(2)
    ]
    assert found[0]["draws"] == found[1]["draws"] == str(2 * TASK)
    assert found[0]["counts"] != found[1]["counts"]


def test_no_scheduler_is_said_in_one_line(run: Run) -> None:
    code, _, err = run(
        "sample", "discrete_laplace", "epsilon=1", "--scheduler", "nonsense://127.0.0.1:1"
    )
    assert code != 0
    assert "no Dask scheduler answers there" in err


RELEASES = """
import random, sys
total = sum(map(float, sys.stdin))
for _ in range(int(sys.argv[1])):
    print(total + random.random() / 8)
"""


def test_an_audit_starts_commands_on_the_cluster(scheduler: str, tmp_path: Path) -> None:
    """What is released with too little noise is refuted, whatever process has started the
    command.
    """
    script = tmp_path / "releases.py"
    script.write_text(RELEASES)
    done = dpmean(
        "audit",
        "--data",
        "0,1",
        "--data",
        "0",
        "--draws",
        "4000",
        "--json",
        "-",
        "--scheduler",
        scheduler,
        "--",
        sys.executable,
        str(script),
        "{count}",
    )
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    assert found["claims"][0]["status"] == "refuted"
    # of the first draws, from which the event is learned, one may lie beyond it
    assert found["evidence"]["misses"] * 20 < found["evidence"]["hits"]


def test_a_command_that_is_not_there_is_an_error_in_one_line_from_a_cluster_too(
    scheduler: str,
) -> None:
    done = dpmean("audit", "--scheduler", scheduler, "--", "no-such-command-anywhere", "{count}")
    assert done.returncode not in (0, 1)
    assert (
        done.stderr.strip()
        .splitlines()[-1]
        .endswith("could not start 'no-such-command-anywhere': No such file or directory")
    )


@pytest.mark.parametrize(
    "words", [("--workers", "2", "--", "true"), ("-a", "numpy", "laplace"), ("shifted_mean",)]
)
def test_a_scheduler_starts_commands_only(words: tuple[str, ...], run: Run) -> None:
    code, _, err = run("audit", "--scheduler", "tcp://127.0.0.1:1", *words)
    assert code == 2
    assert "--scheduler starts a command" in err
