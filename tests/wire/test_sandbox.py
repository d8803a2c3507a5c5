"""`--sandbox`: adapters and commands run through bubblewrap, where it is and works; elsewhere one line
says what to do, and nothing runs unsandboxed that was to be shut in.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dpmean.errors import printable
from dpmean.exits import Exit
from dpmean.wire.sandbox import FOLDER, SHUT_IN, shut_in, unusable
from tests.helpers.command import dpmean

LAB = Path(__file__).parents[1] / "lab" / "hostile" / "adapter.py"
ADAPTER = f"{sys.executable} -S -E {LAB} honest"
CHOSEN = ["--run", "laplace-variance-epsilon*", "--run", "laplace-reject-epsilon0*"]
WAYS = {
    "conform": ["conform", "-a", ADAPTER, *CHOSEN],
    "conform --record": ["conform", "-a", ADAPTER, *CHOSEN, "--record", "RECORD"],
    "conform --workers": ["conform", "-a", ADAPTER, *CHOSEN, "--workers", "2"],
    "conform of a module": ["conform", "-a", "direct:dpmean.wire.own", *CHOSEN],
    "conform of ourselves": ["conform", "-a", "dpmean", *CHOSEN],
    "smoke": ["smoke", "-a", ADAPTER],
    "audit": ["audit", "-a", ADAPTER, "laplace", "epsilon=1", "--draws", "300"],
    "audit of a command": [
        "audit",
        "--draws",
        "100",
        "--sandbox",
        "--",
        sys.executable,
        "-c",
        "print(1)",
    ],
}
# notes what it was asked to run, and runs it
FAKE = """#!/bin/sh
echo "$@" >> "$BWRAP_LOG"
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
"""


def tool(folder: Path, text: str) -> None:
    """Puts a `bwrap` there."""
    path = folder / "bwrap"
    path.write_text(text)
    path.chmod(0o755)


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_run_a_program_goes_through_the_tool(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a command in which `--sandbox` is taken and forgotten; the tool here only pretends."""
    tool(tmp_path, FAKE)
    log = tmp_path / "log"
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("BWRAP_LOG", str(log))
    words = [str(tmp_path / "r") if word == "RECORD" else word for word in WAYS[way]]
    at = words.index("--") if "--" in words else len(words)
    given = [*words[:at], *([] if "--sandbox" in words else ["--sandbox"]), *words[at:]]
    done = dpmean(*given)
    assert done.returncode in (Exit.OK, Exit.INCONCLUSIVE), done.stdout + done.stderr
    check, *runs = log.read_text().splitlines()
    assert check.endswith("/true")
    assert runs
    for run in runs:
        assert run.startswith(" ".join(SHUT_IN[1:]))
        assert "adapter.py honest" in run or "dpmean.wire" in run or "print(1)" in run


NONE = {
    "no tool": (None, "install the package bubblewrap"),
    "a tool that may not": (
        "#!/bin/sh\necho 'bwrap: No permissions to create a new \x1b[2Jnamespace' >&2; exit 1\n",
        "bwrap may shut nothing in here (bwrap: No permissions to create a new",
    ),
    "a tool that fails without a word": ("#!/bin/sh\nexit 1\n", "(no message)"),
    "a tool that is none": ("no program", "bwrap does not run here: OSError"),
}


@pytest.mark.parametrize("name", NONE)
@pytest.mark.parametrize("way", ["conform", "smoke", "audit"])
def test_where_it_does_not_work_nothing_runs(
    way: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a program that runs unsandboxed in place of an error."""
    text, told = NONE[name]
    if text is not None:
        tool(tmp_path, text)
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = tmp_path / "ran"
    words = [*WAYS[way][:2], f"/bin/sh -c 'echo > {ran}'", *WAYS[way][3:], "--sandbox"]
    done = dpmean(*words)
    assert done.returncode == Exit.USAGE
    assert told in done.stderr.replace("\n", " ")
    assert all(printable(line) == line for line in done.stderr.splitlines())
    assert not ran.exists()


def test_reports_say_whether_it_was_shut_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a report that says nothing, and one that says so of what ran in the open."""
    tool(tmp_path, FAKE)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("BWRAP_LOG", str(tmp_path / "log"))
    report, page = tmp_path / "r.json", tmp_path / "r.html"
    for options, value, word in (
        (["--sandbox"], True, "sandboxed: no network"),
        ([], False, "unsandboxed: the adapter had"),
    ):
        done = dpmean(*WAYS["conform"], *options, "--json", str(report), "--html", str(page))
        (made,) = json.loads(report.read_text())["runs"]
        assert made["provenance"]["sandboxed"] is value
        assert f"\n  {word}" in done.stdout
        assert word in page.read_text()
        again = dpmean("report", str(report))
        assert f"\n  {word}" in again.stdout
    own = dpmean("conform", "-a", "dpmean", *CHOSEN, "--json", str(report))
    assert json.loads(report.read_text())["runs"][0]["provenance"] == {}
    assert "sandboxed" not in own.stdout


def test_what_cannot_be_shut_in_refuses_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills an option that is taken where no program runs, or runs elsewhere."""
    tool(tmp_path, FAKE)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("BWRAP_LOG", str(tmp_path / "log"))
    shipped = ["audit", "independent_mean", "epsilon=1", "lower=0", "upper=1", "--sandbox"]
    for words in (shipped, [*shipped, "--evidence"]):
        done = dpmean(*words)
        assert (done.returncode, "--sandbox has no effect" in done.stderr) == (Exit.USAGE, True)
    done = dpmean("audit", "--sandbox", "--scheduler", "x", "--", "true")
    assert (done.returncode, "without --scheduler" in done.stderr) == (Exit.USAGE, True)


# ---------------------------------------------------------------- where it works

WORKS = pytest.mark.skipif(
    bool(unusable()), reason="bubblewrap is not installed here, or may make no namespaces"
)
TRIES = """
import os, socket, sys, tempfile, pathlib
def tried(what):
    try:
        what()
        return "done"
    except OSError as error:
        return type(error).__name__
mine = pathlib.Path(tempfile.gettempdir())
print(*[
    mine,
    len(list(mine.iterdir())),
    tried(lambda: (mine / "x").write_text("x")),
    tried(lambda: pathlib.Path(sys.argv[1], "x").write_text("x")),
    tried(lambda: os.unlink(sys.argv[2])),
    tried(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[3])), 2)),
    tried(lambda: os.kill(int(sys.argv[4]), 0)),
    os.getcwd() == sys.argv[1],
    os.path.exists(sys.argv[2]),
])
"""


@WORKS
def test_what_is_shut_in_has_no_network_and_writes_nothing(tmp_path: Path) -> None:
    import socket

    kept = tmp_path / "kept"
    kept.write_text("kept")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        words = [sys.executable, "-c", TRIES, *map(str, (tmp_path, kept, port, os.getpid()))]
        outside = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert outside.stdout.split()[2:] == ["done"] * 5 + ["True", "False"]
        kept.write_text("kept")
        done = subprocess.run(shut_in(words, tmp_path), capture_output=True, text=True, check=True)
    assert done.stdout.split() == [
        *(FOLDER, "0", "done", "OSError", "OSError", "ConnectionRefusedError"),
        *("ProcessLookupError", "True", "True"),
    ]
    assert kept.read_text() == "kept"


@WORKS
@pytest.mark.parametrize("way", WAYS)
def test_it_works_with_the_tool_itself(way: str, tmp_path: Path) -> None:
    words = [str(tmp_path / "r") if word == "RECORD" else word for word in WAYS[way]]
    done = dpmean(*words, *([] if "--sandbox" in words else ["--sandbox"]))
    assert done.returncode in (Exit.OK, Exit.INCONCLUSIVE), done.stdout + done.stderr
    if way.startswith("conform"):
        assert "RESULT: conforms in the 12 checks" in done.stdout


@WORKS
@pytest.mark.parametrize(
    "name", ["kills the runner", "kills the runner's group", "leaves a child with closed pipes"]
)
def test_what_nothing_else_withstands_ends_in_the_sandbox(name: str) -> None:
    """Kills a sandbox from which the runner is seen: a signal to it ends it elsewhere, and a child
    without its parent has to be looked for.
    """
    adapter = f'{sys.executable} -S -E {LAB} "{name}"'
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "dpmean",
            "conform",
            "-a",
            adapter,
            *CHOSEN,
            "--sandbox",
            "--timeout",
            "9",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (Exit.OK, Exit.BROKE, Exit.FAILED), done.stdout + done.stderr
