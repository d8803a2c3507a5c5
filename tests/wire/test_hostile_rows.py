"""Adapters of 290 kinds that mean harm: whatever they do, a run ends in time and in memory that is
bounded, with words that drive nothing; nothing of them is left, and none conforms that did not earn
it. By day one in many, by night all of them, and by every command that asks adapters.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from dpmean.exits import Exit
from tests.lab.hostile.row import FATAL, RIGHT
from tests.lab.hostile.rows import ROWS

LAB = Path(__file__).parents[1] / "lab" / "hostile"
LIMIT_MIB = 400  # of the runner's own memory; an idle runner has about 100
SECONDS = 60  # that a run may take at most, whatever its adapter does
CHOSEN = ["--run", "laplace-variance-epsilon*", "--run", "laplace-reject-epsilon0*"]
REPORTS = ("r.html", "r.md", "r.xml", "r.json", "r.badge")


class Done(NamedTuple):
    """How a command ended, and the most memory in MiB that its process had."""

    status: int | str
    code: int
    out: str
    err: str
    seconds: float
    peak: int


Judge = Callable[..., Done]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """Runs one command in a process of its own, and sees to it that nothing is left of its adapter."""
    with subprocess.Popen(
        [sys.executable, str(LAB / "judged.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def judged(*words: str) -> Done:
            mark = f"HOSTILE_{token_hex(8)}"
            server.stdin.write(json.dumps([words, mark, 2 * SECONDS]) + "\n")
            server.stdin.flush()
            status, told = json.loads(server.stdout.readline())
            until = time.monotonic() + 8
            while (left := marked(mark)) and time.monotonic() < until:
                time.sleep(0.05)
            assert not left, "left behind"
            return Done(status, *(told or [0, "", "", 0.0, 0]))

        yield judged
        server.stdin.close()


def marked(mark: str) -> list[str]:
    """The running processes that have this variable."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (place / "environ").read_bytes():
                found.append((place / "cmdline").read_text())
        except OSError:
            continue
    return found


def adapter(name: str) -> str:
    return shlex.join([sys.executable, "-S", "-E", str(LAB / "adapter.py"), name])


def harmless(text: str) -> bool:
    """Whether text drives no terminal and hides no word."""
    return all(c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp") for c in text)


def well_behaved(done: Done, seconds: float = SECONDS) -> None:
    """What holds of every command, whatever its adapter does."""
    said = done.out + done.err
    assert done.status == 0, "the runner itself was ended"
    assert "Traceback" not in said
    assert done.code != Exit.MISTAKE, said
    assert harmless(said), ascii(said)
    assert done.seconds < seconds
    assert done.peak < LIMIT_MIB
    assert not [line for line in said.splitlines() if line.startswith("RESULT: conforms in all")]


@pytest.mark.share(28)
@pytest.mark.parametrize("name", ROWS)
def test_no_hostile_adapter_earns_what_it_has_not(name: str, judge: Judge, tmp_path: Path) -> None:
    """Kills a traceback, a flood that fills the memory, a run without end, a child that outlives it,
    an escape in a report, and a green word over misconduct.
    """
    row = ROWS[name]
    files = [tmp_path / report for report in REPORTS]
    kinds = ("html", "markdown", "junit", "json", "badge")
    done = judge(
        *("conform", "-a", adapter(name), "--timeout", "1.5", "--longest", "10", *CHOSEN),
        *(
            word
            for kind, file in zip(kinds, files, strict=True)
            for word in (f"--{kind}", str(file))
        ),
    )
    if row.may == FATAL:
        assert done.status != 0 or done.code == Exit.INTERRUPTED
        assert "RESULT: conforms" not in done.out
        return
    well_behaved(done)
    conforms = [line for line in done.out.splitlines() if line.startswith("RESULT: conforms")]
    if row.may == RIGHT:
        assert done.code == Exit.OK, done.out + done.err
        assert len(conforms) == 1
    else:
        assert done.code in (Exit.FAILED, Exit.BROKE, Exit.INCONCLUSIVE), done.out + done.err
        assert not conforms
        assert row.told in done.out + done.err
    shown = [file.read_text() for file in files if file.exists()]
    assert shown
    assert all(map(harmless, shown))
    markdown = MarkdownIt("commonmark").enable("table").render(shown[1]) if shown[1:] else ""
    for markup in (shown[0], markdown):
        assert "<script>alert" not in markup
        assert "<img src=x" not in markup
    if len(shown) > 2:
        ElementTree.fromstring(shown[2])
        assert all(isinstance(json.loads(text), dict) for text in shown[3:])


@pytest.mark.share(60)
@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.may != FATAL])
@pytest.mark.parametrize("command", ["smoke", "audit"])
def test_other_commands_are_as_hard(command: str, name: str, judge: Judge) -> None:
    """Kills what `conform` alone withstands."""
    rest = (
        ["--timeout", "0.8"]
        if command == "smoke"
        else ["laplace", "epsilon=1", "--draws", "300", "--budget", "6s", "--timeout", "1.5"]
    )
    done = judge(command, "-a", adapter(name), *rest)
    well_behaved(done)


RECORD = {
    "removes the record": "os.unlink(RECORD)",
    "replaces the record": "os.unlink(RECORD); open(RECORD, 'w').write('x')",
    "makes the record a link": "os.rename(RECORD, RECORD + '2'); os.symlink(RECORD + '2', RECORD)",
}


@pytest.mark.parametrize("name", RECORD)
def test_a_record_that_is_gone_is_told(name: str, tmp_path: Path, judge: Judge) -> None:
    """Kills a green run whose record is not what it wrote."""
    record, program = tmp_path / "run.record", tmp_path / "program.py"
    program.write_text(
        f"import os, runpy, sys\nRECORD = {str(record)!r}\n"
        f"if os.path.exists(RECORD) and not os.path.exists(RECORD + '2'): {RECORD[name]}\n"
        f"sys.argv = ['adapter.py', 'honest']\nrunpy.run_path({str(LAB / 'adapter.py')!r}, run_name='__main__')\n"
    )
    command = f"{sys.executable} -S -E {program}"
    done = judge("conform", "-a", command, *CHOSEN, "--record", str(record))
    well_behaved(done)
    assert done.code == Exit.BROKE, done.out
    assert "STOPPED: the record was removed or replaced meanwhile" in done.out


@pytest.mark.share(40)
@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.may != FATAL])
def test_the_pytest_plugin_is_as_hard(name: str, tmp_path: Path) -> None:
    """Kills an escape, a traceback of ours, and a suite that is green without having asked."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-x"),
            *(f"--dpmean-adapter={adapter(name)}", "--dpmean-run=laplace-variance-epsilon1"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="surrogateescape",
        timeout=300,
        check=False,
    )
    said = done.stdout + done.stderr
    assert harmless(said), ascii(said)
    assert "INTERNALERROR" not in said
    assert "Traceback" not in said
    passed = done.returncode == pytest.ExitCode.OK
    assert passed or ROWS[name].may != RIGHT, said
