"""`dpmean audit -- COMMAND`: a program that only fails is not audited to the end, and one that
fails seldom is.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.helpers.command import dpmean

FAILS = "import sys\nsys.exit(3)\n"
SELDOM = (
    "import sys\nrecords = sys.stdin.read().split()\nprint(len(records)) if records else "
    "sys.exit(3)\n"
)


@pytest.mark.parametrize(
    ("program", "code", "said", "most"),
    [
        (FAILS, 3, "every start failed", 100),
        # it fails for one data set only, which tells it from its neighbours
        pytest.param(SELDOM, 1, "epsilon=1: refuted", 5000, marks=pytest.mark.slow),
    ],
)
def test_a_program_is_audited_while_it_does_anything(
    program: str, code: int, said: str, most: int, tmp_path: Path
) -> None:
    """Kills an audit that starts a missing program a hundred thousand times, and one that stops at
    the first error.
    """
    path = tmp_path / "mechanism.py"
    path.write_text(program)
    done = dpmean(
        "audit",
        "--claim",
        "epsilon=1",
        "--size",
        "1",
        "--budget",
        "60s",
        "--",
        sys.executable,
        "-S",
        str(path),
    )
    assert (done.returncode, said in done.stdout) == (code, True), done.stdout + done.stderr
    assert int(done.stdout.split(" outputs for ")[0].split()[-1].replace(",", "")) <= most


def test_neighbours_of_a_shipped_mechanism_are_its_own() -> None:
    """Kills an option that is read and then forgotten."""
    words = ("audit", "sized_mean", "epsilon=1", "lower=0", "upper=1", "n=2", "noise=laplace")
    done = dpmean(*words, "--neighbors", "add-or-remove-one")
    assert (done.returncode, "has its own neighbouring relation" in done.stderr) == (2, True), (
        done.stdout + done.stderr
    )
