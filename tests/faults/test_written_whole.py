"""What is written is there whole or as it was before: no room, a quota in the middle, two writers, and
every place of the package that writes.
"""

from __future__ import annotations

import ast
import errno
import json
import os
import resource
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import dpmean
from dpmean import written
from dpmean.exits import Exit
from tests.helpers.command import dpmean as command
from tests.helpers.reports_for_tests import RECORDED

PACKAGE = Path(dpmean.__file__).parent
PROOFS = Path(__file__).parents[2] / "proofs"
# what writes beside `written`: lines at the end of a file that is read line by line, and what lies in
# a folder that counts only when all of it is there
APPENDED = {
    "cli/ledger.py": "lines, each on the disk before anything is drawn",
    "wire/record.py": "a record, whose last line is its hash",
    "wire/function.py": "/dev/null",
    "libraries/bundled.py": "the log, the lock and the pins of a folder that is not ready yet",
    "written.py": "this is it",
    "auditing/store.py": "packs in memory what `written` writes",
    "proofs/mutate/run.py": "lines, of which one that is torn is left out",
}
WRITING = {"write_text", "write_bytes", "open", "savez", "savez_compressed", "rename", "replace"}


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@cache
def files() -> dict[str, ast.Module]:
    """The trees of the package and of the proofs, by path; adapters and templates run elsewhere."""
    found = [
        (p, root)
        for root in (PACKAGE, PROOFS)
        for p in root.rglob("*.py")
        if "templates" not in p.parts
        and not (p.parent.parent == PACKAGE / "libraries" or "repros" in p.parts)
    ]
    return {
        ("proofs/" if root == PROOFS else "") + p.relative_to(root).as_posix(): ast.parse(
            p.read_text()
        )
        for p, root in found
    }


def writes(node: ast.AST) -> bool:
    """Tell whether a call opens or replaces a file to write it."""
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name == "open":
        modes = [a.value for a in node.args if isinstance(a, ast.Constant)]
        return any(isinstance(m, str) and len(m) < 4 and set(m) & set("wax+") for m in modes)
    if name == "replace":  # of a path has one argument, of a text two
        return len(node.args) == 1 and not node.keywords
    receiver = getattr(getattr(node.func, "value", None), "id", "")
    return name in WRITING and receiver not in ("formatter", "dataclasses")


def test_every_writer_is_this_one_or_is_said_to_be_another() -> None:
    """Kills a file that is written in place: who is killed then has half of it."""
    found = {
        name: [n.lineno for n in ast.walk(tree) if writes(n)] for name, tree in files().items()
    }
    assert {name for name, lines in found.items() if lines} <= set(APPENDED), found


def front(folder: Path) -> str:
    (folder / "README.md").write_bytes((PROOFS.parent / "README.md").read_bytes())
    return str(folder / "README.md")


def of_one(folder: Path) -> str:
    report = json.loads(RECORDED.read_text())
    (folder / "one.json").write_text(json.dumps(report | {"runs": report["runs"][:1]}))
    return str(folder / "one.json")


# every command that writes a file: its words, and the file below {f} that it writes first
COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "cli/options.py": (("value", "laplace.variance", "epsilon=1", "--json={f}/v.json"), "v.json"),
    "reports/__init__.py": (("report", str(RECORDED), "--junit", "{f}/r.xml"), "r.xml"),
    "cli/matrix.py": (("matrix", str(RECORDED), "--markdown", "{f}/m.md"), "m.md"),
    "cli/matrix.py front": (("matrix", str(RECORDED), "--front", "{front}"), "README.md"),
    "cli/known_failing.py": (("known-failing", "write", "{one}", "{f}/k.toml"), ""),
    "cli/adapter.py": (
        ("adapter", "init", "--lang", "python", "--object", "laplace", "--into", "{f}/a"),
        "",
    ),
    "cli/fill.py": (("fill", "--into", "{f}"), "v1/x.json"),
    "cli/vectors.py": (("copy", "{f}"), "v1/IDS"),
    "experiments/export.py": (
        ("experiment", "trilemma", "table1", "--out", "{f}"),
        "trilemma-table1.json",
    ),
    "auditing/store.py": (
        "audit --draws 100 --claim epsilon=1 --record {f}/a.npz -- /bin/echo 1".split(),
        "a.npz",
    ),
    "auditing/shown.py": (
        "audit --draws 100 --claim epsilon=1 --out {f}/a.html -- /bin/echo 1".split(),
        "a.html",
    ),
}


def sites() -> set[str]:
    """The files of the package that call `written.whole`."""
    return {
        name
        for name, tree in files().items()
        if not name.startswith("proofs/")
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and ast.unparse(n.func) == "written.whole"
    }


def test_every_place_that_writes_has_a_command_here() -> None:
    """Kills a new place that no fault is tried at."""
    here = {name.partition(" ")[0] for name in COMMANDS}
    assert here == sites() - {"libraries/bundled.py"}  # test_damaged_environments.py has that


@pytest.mark.parametrize("place", COMMANDS)
def test_where_there_is_no_room_it_is_said_in_one_line_and_the_old_file_is_kept(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a disk that is full at any place: a traceback, exit 0, half a file, or an empty one in
    place of the last one.
    """
    words, file = COMMANDS[place]
    monkeypatch.setattr(
        "dpmean.suite.files.generate", lambda *_: {"v1/x.json": b"{}", "v1/IDS": b""}
    )
    kept = tmp_path / "kept"
    kept.mkdir()
    places = {"f": kept, "front": "", "one": ""}
    if "{front}" in words:
        places["front"] = front(kept)
    if "{one}" in words:
        places["one"] = of_one(tmp_path)
    old = b"what was there before\n"
    if file and not (kept / file).exists():
        (kept / file).parent.mkdir(parents=True, exist_ok=True)
        (kept / file).write_bytes(old)
    before = {p: p.read_bytes() for p in kept.rglob("*") if p.is_file()}
    seen: list[str] = []

    def full(handle: int) -> None:
        seen.extend(Path(s.filename).as_posix() for s in traceback.extract_stack())
        no_room()

    monkeypatch.setattr(written.os, "fsync", full)
    done = command(*(w.format_map(places) for w in words))
    lines = [x for x in done.stderr.splitlines() if x.startswith("error")]
    assert done.returncode == Exit.USAGE, done.stderr
    assert len(lines) == 1 and "No space left on device: " in lines[0], done.stderr
    assert "make room there" in lines[0] and ".part" not in lines[0]
    assert {p: p.read_bytes() for p in kept.rglob("*") if p.is_file()} == before
    assert any(s.endswith(place.partition(" ")[0]) for s in seen)  # this place was met


def test_a_report_that_cannot_be_written_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a first file without room that takes the others with it."""
    whole = written.whole

    def some(path: Path, content: bytes | str, **more: Any) -> None:
        if path.suffix == ".md":
            no_room()
        whole(path, content, **more)

    monkeypatch.setattr(written, "whole", some)
    page, badge = tmp_path / "r.md", tmp_path / "r.badge"
    done = command("report", str(RECORDED), "--markdown", str(page), "--badge", str(badge))
    assert (done.returncode, page.exists()) == (Exit.USAGE, False)
    assert json.loads(badge.read_text())["schemaVersion"] == 1


def test_a_quota_in_the_middle_of_a_file_keeps_the_old_one(tmp_path: Path) -> None:
    """Kills a file that holds as much as the system took: a limit of its own, as disks have."""
    page = tmp_path / "r.xml"
    page.write_text("old")
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "dpmean", "report", str(RECORDED), "--junit", str(page)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),  # noqa: PLW1509
    )
    assert done.returncode == Exit.USAGE
    assert done.stderr.startswith("error [usage]: File too large: ")
    assert done.stderr.count("\n") == 1 and "make room" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["r.xml"] and page.read_text() == "old"


@pytest.mark.parametrize("place", ["/proc/no/r.json", "/dev/full"])
def test_a_place_that_cannot_be_written_is_told(place: str) -> None:
    done = command("value", "laplace.variance", "epsilon=1", "--json", place)
    assert done.returncode == Exit.USAGE and place in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_place_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    """Kills an audit of an hour whose report nobody gets; and a file that the trial leaves behind."""
    missing = tmp_path / "no" / "a"
    for option, ending in (("--json", ".json"), ("--record", ".npz"), ("--out", ".svg")):
        target = str(missing.with_suffix(ending))
        done = command(
            *("audit", option, target, "--budget", "1s"),
            *("--", "/bin/sh", "-c", f"touch {tmp_path}/began"),
        )
        assert done.returncode == Exit.USAGE and target in done.stderr
    target = str(tmp_path / "a.npz")
    done = command("audit", "--record", target, "--claim", "nothing", "--", "/bin/echo")
    assert done.returncode == Exit.USAGE
    assert not [*tmp_path.iterdir()]


def test_rights_links_and_pipes_are_kept(tmp_path: Path) -> None:
    """Kills a link that becomes a file, rights that are lost or too many, and a pipe that is replaced."""
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    written.whole(link, "new\u00e9")
    assert (link.is_symlink(), real.read_text(encoding="utf-8")) == (True, "new\u00e9")
    assert real.stat().st_mode & 0o777 == 0o640
    before = os.umask(0o027)
    try:
        written.whole(tmp_path / "made", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o640
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    written.whole(tmp_path / "pipe", "through")
    reader.join(10)
    assert read == ["through"] and (tmp_path / "pipe").is_fifo()


def test_a_new_file_is_written_once(tmp_path: Path) -> None:
    """Kills a list of reasons that a second writer overwrites, however close they come."""
    target, lost = tmp_path / "k.toml", []

    def one(i: int) -> None:
        try:
            written.whole(target, f"{i}" * 9999, new=True)
        except FileExistsError as error:
            lost.append(error.filename)

    at_once(one, 8)
    assert lost == [str(target)] * 7
    assert len(set(target.read_text())) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["k.toml"]


def test_two_that_write_the_same_file_at_once_write_one_after_the_other(tmp_path: Path) -> None:
    """Kills a temporary file that two share: half of one and half of the other."""
    target, torn, ended = tmp_path / "r.json", [], threading.Event()
    written.whole(target, "0" * 99_999)

    def look() -> None:
        while not ended.is_set():
            if len(found := target.read_text()) != 99_999 or len(set(found)) != 1:
                torn.append(found[:9])

    reader = threading.Thread(target=look)
    reader.start()
    at_once(lambda i: [written.whole(target, f"{i}" * 99_999) for _ in range(5)], 6)
    ended.set()
    reader.join()
    assert torn == [] and [p.name for p in tmp_path.iterdir()] == ["r.json"]


def at_once(what: Callable[[int], object], count: int) -> None:
    """Call it from so many threads."""
    threads = [threading.Thread(target=what, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
