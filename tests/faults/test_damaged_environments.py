"""Environments of bundled libraries as faults leave them: built again, or one line says what to do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpmean.errors import AdapterError
from dpmean.libraries import bundled as libraries
from dpmean.libraries import judged
from dpmean.libraries.bundled import connector, environments, prepared
from dpmean.suite.files import load

HELLO = {"ok": True, "protocol": 1, "adapter": {"name": "a", "version": "1"}, "supports": {}}
ANSWERS = "#!/bin/sh\nwhile read line; do echo '" + json.dumps(HELLO).replace("'", "") + "'; done\n"
MANIFEST = """\
library = "A Library"
version = "1.0"
language = "sh"
build = [["/bin/sh", "-c", "{build}"]]
run = ["bin/answers"]
repro = ["/bin/sh", "{{script}}"]
"""
COPY = "mkdir -p bin; cp answers bin/answers; chmod +x bin/answers; echo x >> ../builds"


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`make(build)` makes the only bundled library, whose program is made by the build."""
    monkeypatch.setattr(libraries, "ADAPTERS", tmp_path / "adapters")
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", str(tmp_path / "environments"))

    def made(build: str = COPY) -> None:
        folder = tmp_path / "adapters" / "mine"
        folder.mkdir(parents=True)
        (folder / "adapter.toml").write_text(MANIFEST.format(build=build))
        (folder / "answers").write_text(ANSWERS)

    return made


def built() -> Path:
    return prepared(libraries.bundled()["mine"], lambda _: None)


def builds() -> int:
    """How often it was built."""
    return (environments() / "builds").read_text().count("x")


def gone(here: Path) -> None:
    for path in sorted(here.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    here.rmdir()


def no_program(here: Path) -> None:
    (here / "bin" / "answers").unlink()


def no_right(here: Path) -> None:
    (here / "bin" / "answers").unlink()
    (here / "bin" / "answers").symlink_to("/no/such/python3.11")


def empty_mark(here: Path) -> None:
    (here / ".ready").write_text("")


def garbage(here: Path) -> None:
    (here / ".ready").write_bytes(os.urandom(99))


def only_a_log(here: Path) -> None:
    gone(here)
    here.mkdir()
    (here / "build.log").write_text("Collecting ...")


def a_file(here: Path) -> None:
    gone(here)
    here.write_text("ok\n")


def nowhere(here: Path) -> None:
    gone(here)
    here.symlink_to("/no/such/folder")


def a_mark_that_is_a_folder(here: Path) -> None:
    (here / ".ready").unlink()
    (here / ".ready").mkdir()


DAMAGES = (
    no_program,
    no_right,
    empty_mark,
    garbage,
    only_a_log,
    a_file,
    nowhere,
    a_mark_that_is_a_folder,
)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda d: d.__name__)
def test_a_damaged_environment_is_built_again(damage: Any, make: Any) -> None:
    """Kills a mark alone that says that all is there, and a build into what is left of an old one."""
    make()
    here = built()
    assert (built(), builds()) == (here, 1)
    damage(here)
    assert (built(), builds()) == (here, 2)
    assert (here / ".ready").read_text() == "ok\n" and not here.is_symlink()
    connection = connector("mine")()
    try:
        assert connection.ask({"op": "hello"}, 20)["adapter"]["name"] == "a"
    finally:
        connection.close()


def test_what_a_link_names_is_not_built_over(make: Any, tmp_path: Path) -> None:
    """Kills a build that empties, or writes into, a folder that somebody else has."""
    make()
    here = built()
    gone(here)
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "answers").write_text("theirs")
    here.symlink_to(tmp_path / "theirs")
    assert built() == here and not here.is_symlink()
    assert [p.read_text() for p in (tmp_path / "theirs").iterdir()] == ["theirs"]


@pytest.mark.parametrize("place", ["file", "/proc/no/environments", "file/below"])
def test_a_place_that_cannot_hold_environments_is_told(
    place: str, make: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills an OSError that ends the judging of all other libraries too."""
    make()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", str(tmp_path / place))
    with pytest.raises(AdapterError, match="could not build A Library in .*DPMEAN_ENVIRONMENTS"):
        built()


def test_nobodys_home_is_told(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    make()
    for name in ("DPMEAN_ENVIRONMENTS", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    with pytest.raises(AdapterError, match="no home folder .*set DPMEAN_ENVIRONMENTS"):
        built()


def test_a_full_disk_leaves_nothing_that_counts_as_built(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a mark that is written in place: an empty one, or one of a build that found no room."""
    make()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("dpmean.written.os.fsync", full)
        with pytest.raises(AdapterError, match="No space left on device.*make room"):
            built()
    assert (builds(), (built() / ".ready").read_text(), builds()) == (1, "ok\n", 2)


def test_what_is_damaged_beyond_sight_is_told_with_what_to_remove(make: Any) -> None:
    """Kills a program that was built, starts no more, and of which nobody hears where it lies."""
    make()
    here = built()
    (here / "bin" / "answers").write_text("#!/bin/sh\necho broken >&2; exit 1\n")
    vectors = [v for v in load() if v.object == "laplace"][:1]
    found = judged.conform("mine", judged.Job(vectors))
    assert found.run is None and found.code == 3
    assert found.reason.endswith(f"; if what was built is damaged, remove {here}")


BUILDING = """\
import sys
from pathlib import Path
from dpmean.libraries import bundled
bundled.ADAPTERS = Path(sys.argv[1])
bundled.prepared(bundled.bundled()["mine"], print)
"""


def test_a_build_whose_runner_is_killed_is_waited_for_and_done_again(
    make: Any, tmp_path: Path
) -> None:
    """Kills a second build into the folder in which the first one, an orphan now, still writes; and a
    lock that stays.
    """
    make(f"echo first > mark; sleep 2; test -e mark || echo torn >> ../torn; {COPY}")
    runner = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", BUILDING, str(tmp_path / "adapters")], stdout=subprocess.DEVNULL
    )
    while not [*environments().glob("mine-*/mark")]:
        assert runner.poll() is None
        time.sleep(0.01)
    runner.send_signal(signal.SIGKILL)
    runner.wait()
    said: list[str] = []
    here = prepared(libraries.bundled()["mine"], said.append)
    assert [s.partition(" ")[0] for s in said] == ["A", "building"]  # it is being built; building
    assert (builds(), (here / ".ready").read_text()) == (2, "ok\n")
    assert not (environments() / "torn").exists()
