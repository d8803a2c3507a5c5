"""The trial of the wheel: it fails where a command does, and says of which Pythons it knows
nothing.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml

from tests.lab.releases import dist, pythons


@pytest.fixture
def room(tmp_path: Path) -> pythons.Room:
    return pythons.Room(tmp_path, tmp_path / "none.whl")


def test_a_command_that_does_something_else_is_wrong(room: pythons.Room) -> None:
    """Kills a trial that looks at the exit code alone, or at the words alone."""
    words, said = [repr(list(c.words)) for c in pythons.CHECKS], [c.said for c in pythons.CHECKS]
    for answer, code, bad in (
        ("said", "code", 0),
        ("'other'", "code", len(words)),
        ("said", "code + 1", len(words)),
    ):
        fake = (
            f"import sys; said, code = dict(zip({words}, zip({said}, "
            f"{[c.code for c in pythons.CHECKS]})))[repr(sys.argv[1:])]; print({answer}, "
            f"end=''); sys.exit({code})"
        )
        assert len(pythons.wrong(room, [sys.executable, "-c", fake], "uvx")) == bad
    folder = room.place / "bin"
    folder.mkdir()
    for name in ("dpmean", "python"):
        (folder / name).write_text("#!/bin/sh\nexit 1\n")
        (folder / name).chmod(0o755)
    assert "the Python of the README" in pythons.wrong(room, [folder / "dpmean"], "pip")[-1]


def test_the_commands_see_neither_the_checkout_nor_our_settings(
    room: pythons.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(dist.ROOT / "reference"))
    monkeypatch.setenv("PIP_CONSTRAINT", str(dist.ROOT / "constraints.txt"))
    again = pythons.Room(room.place / "again", room.wheel)
    assert not {"PYTHONPATH", "PIP_CONSTRAINT", "DPMEAN_ENVIRONMENTS"} & {*again.environment}
    assert dist.ROOT not in again.work.parents


def test_the_running_python_is_found_and_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DPMEAN_PYTHONS", sys.executable)
    assert sys.version_info[:2] in {p.version[:2] for p in pythons.pythons()}
    assert [line.split()[1] for line in pythons.absent([pythons.Found((3, 12, 1), "python")])] == [
        f"3.{v[1]}" for v in pythons.supported() if v != (3, 12)
    ]
    assert pythons.supported()[0] == tuple(
        map(int, re.findall(r"\d+", pythons.PROJECT["requires-python"]))
    )


def test_the_page_of_sizes_names_every_extra_and_dependency() -> None:
    from tests.lab.releases.sizes import NOT_FOR_USERS

    page = (dist.ROOT / "reference/dpmean/README.md").read_text()
    for extra in {*pythons.PROJECT["optional-dependencies"]} - {*NOT_FOR_USERS}:
        assert f"| `dpmean[{extra}]` |" in page, extra


def test_ci_and_the_package_name_the_same_pythons() -> None:
    jobs = yaml.safe_load((dist.ROOT / ".github/workflows/test.yml").read_text())["jobs"]
    named = {f"3.{version[1]}" for version in pythons.supported()}
    assert {*jobs["test"]["strategy"]["matrix"]["python"]} == named
    assert {*jobs["release"]["steps"][1]["with"]["python-version"].split()} == named
