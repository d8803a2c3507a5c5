"""The archives of a release: two builds are equal, and what would make them differ is seen and
named.
"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import tarfile
import time
import zipfile
from pathlib import Path

import pytest

from tests.lab.releases import dist, origin


def wheel(
    path: Path, mode: int = 0o644, year: int = 2020, text: str = "x = 1\n", names: str = "ab"
) -> list[Path]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            info = zipfile.ZipInfo(f"{name}.py", (year, 2, 2, 0, 0, 0))
            info.external_attr = mode << 16
            archive.writestr(info, text)
    return [path]


def test_two_builds_differ_by_a_mode_a_time_a_byte_or_an_order(tmp_path: Path) -> None:
    one = wheel(tmp_path / "1/d.whl")
    assert dist.differences(one, wheel(tmp_path / "2/d.whl")) == []
    assert dist.differences(one, wheel(tmp_path / "3/d.whl", mode=0o600)) == [
        "d.whl differs in a.py, b.py"
    ]
    assert dist.differences(one, wheel(tmp_path / "4/d.whl", year=2021)) == [
        "d.whl differs in a.py, b.py"
    ]
    assert dist.differences(one, wheel(tmp_path / "5/d.whl", text="x = 2\n")) == [
        "d.whl differs in a.py, b.py"
    ]
    assert dist.differences(one, wheel(tmp_path / "6/d.whl", names="abc")) == [
        "d.whl differs in c.py"
    ]
    assert dist.differences(one, wheel(tmp_path / "7/d.whl", names="ba")) == [
        "d.whl differs in the order or the packing of its files"
    ]
    assert "not the same archives" in dist.differences(one, wheel(tmp_path / "8/e.whl"))[0]


def test_an_sdist_has_what_is_committed_and_nothing_else(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "d.tar.gz", "w:gz") as archive:
        for name in ("PKG-INFO", "a.py", ".venvs/b.py"):
            archive.addfile(tarfile.TarInfo(f"dpmean-1/{name}"), io.BytesIO())
    assert dist.astray(tmp_path / "d.tar.gz", ["a.py"]) == [
        "d.tar.gz has .venvs/b.py, which is not committed"
    ]
    assert dist.astray(tmp_path / "d.tar.gz", [".venvs/b.py", "a.py", "c.py"]) == [
        "d.tar.gz lacks c.py"
    ]


def test_the_provenance_names_what_was_built_of_what(tmp_path: Path) -> None:
    """Kills a digest of another file, a forgotten file, and a word about this machine or this hour."""
    (archive,) = wheel(tmp_path / "d-1-py3-none-any.whl")
    said = origin.provenance([archive], dist.ROOT, "c" * 40, 7)
    assert said["subject"] == [
        {
            "name": archive.name,
            "digest": {"sha256": hashlib.sha256(archive.read_bytes()).hexdigest()},
        }
    ]
    build = said["predicate"]["buildDefinition"]
    assert build["externalParameters"] == {"command": "make dist", "commit": "c" * 40}
    assert build["internalParameters"] == {"SOURCE_DATE_EPOCH": 7}
    assert build["resolvedDependencies"][0]["digest"] == {"gitCommit": "c" * 40}
    assert {d["name"]: d["digest"] for d in build["resolvedDependencies"][1:]} == {
        f"reference/locked/{name}": {
            "sha256": hashlib.sha256(
                (dist.ROOT / "reference" / "locked" / name).read_bytes()
            ).hexdigest()
        }
        for name in ("run.txt", "dev.txt", "release.txt")
    }
    versions = said["predicate"]["runDetails"]["builder"]["version"]
    assert (
        f"hatchling=={versions['hatchling']} "
        in (dist.ROOT / "reference/locked/dev.txt").read_text()
    )
    assert str(tmp_path) not in json.dumps(said)
    assert str(dist.ROOT) not in json.dumps(said)
    assert said == origin.provenance([archive], dist.ROOT, "c" * 40, 7)


def test_an_sbom_that_is_not_of_the_list_is_seen() -> None:
    """Kills an SBOM that lacks a package, has another version, or lists what is not locked here."""
    lock = "A_b==1 \\\n    --hash=sha256:00\nc==2 ; sys_platform == 'nowhere' \\\n    --hash=sha256:11\n"
    one = {"name": "a-B", "version": "1"}
    assert origin.unlike({"components": [one]}, lock) == []
    assert origin.unlike({"components": []}, lock) == ["a-b==1"]
    assert origin.unlike({"components": [one | {"version": "3"}]}, lock) == ["a-b==1", "a-b==3"]
    assert origin.unlike({"components": [one, {"name": "c", "version": "2"}]}, lock) == ["c==2"]


@pytest.mark.slow
def test_files_in_the_wheel_have_the_time_of_the_commit(tmp_path: Path) -> None:
    """Kills a time that is the builder's, in whatever zone the builder lives."""
    (archive,) = dist.build(
        dist.clone(tmp_path / "clone", dist.THERE), tmp_path / "built", dist.THERE, "wheel"
    )
    then = time.gmtime(int(dist.last("%ct")))
    with zipfile.ZipFile(archive) as built:
        assert {i.date_time for i in built.infolist()} == {(*then[:5], then[5] // 2 * 2)}


@pytest.mark.slow
def test_the_archives_of_the_last_commit_are_reproducible(tmp_path: Path) -> None:
    if subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=dist.ROOT, capture_output=True, check=False
    ).returncode:
        pytest.skip("not a git checkout: there is no last commit to build")
    archives, wrong = dist.made(tmp_path)
    assert (len(archives), wrong) == (2, [])
