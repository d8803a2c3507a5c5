"""`make dist`: the wheel and the sdist of the last commit, into dist/, if whoever builds them gets
the same bytes; and beside them what they are made of (origin.py).

They are built twice, from two clones: under another umask, time zone, language and seed of hashes,
with files of another age, three seconds later, and beside environments and caches that are not to
be in them. The wheel is built a third time, from the sdist alone. What differs is named, and
nothing is written then. The time of all files in them is that of the commit. The bytes are those of
the hatchling that constraints.txt pins, and of zlib: another packer may pack the same files
otherwise.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

from . import origin

ROOT = Path(__file__).parents[3]
UNTRACKED = (
    ".venvs/other/lib.py",
    ".venv/bin/tool",
    "build/lib/dpmean/old.py",
    "dist/old.whl",
    ".hypothesis/examples",
    "reference/dpmean/__pycache__/errors.cpython-399.pyc",
    "tests/__pycache__/old.pyc",
    ".mypy_cache/3.11/cache.json",
)


class Circumstances(NamedTuple):
    """Where a build may differ from the next one, and its archives may not."""

    umask: int
    days: int  # how old all files are
    environment: dict[str, str]


HERE = Circumstances(0o022, 0, {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"})
THERE = Circumstances(0o077, 400, {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONHASHSEED": "2"})


def last(what: str) -> str:
    """Of the last commit, what `git log` has a placeholder for: `%H` is its hash, `%ct` its time."""
    done = subprocess.run(
        ["git", "log", "-1", f"--format={what}"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def clone(place: Path, at: Circumstances) -> Path:
    """Clone the last commit, and put there what a used checkout has beside it."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(place)], check=True, umask=at.umask)
    for name in UNTRACKED:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text("not for the archives")
    then = time.time() - at.days * 86400
    for path in place.rglob("*"):
        if ".git" not in path.parts:
            os.utime(path, (then, then), follow_symlinks=False)
    return place


def build(source: Path, into: Path, at: Circumstances, *targets: str) -> list[Path]:
    """Build the wheel and the sdist, or the targets that are named, and return the archives."""
    environment = os.environ | at.environment | {"SOURCE_DATE_EPOCH": last("%ct")}
    words = [w for target in targets for w in ("-t", target)]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(into), *words],
        cwd=source,
        check=True,
        env=environment,
        umask=at.umask,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return sorted(into.iterdir())


def members(archive: Path) -> dict[str, tuple[object, ...]]:
    """What is in an archive: of each name the mode, the time, and a digest."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return {
                i.filename: (
                    oct(i.external_attr >> 16),
                    i.date_time,
                    hashlib.sha256(wheel.read(i)).hexdigest(),
                )
                for i in wheel.infolist()
            }
    with tarfile.open(archive) as sdist:
        return {
            i.name: (oct(i.mode), i.mtime, hashlib.sha256(file.read()).hexdigest())
            for i in sdist.getmembers()
            if (file := sdist.extractfile(i)) is not None
        }


def differences(one: list[Path], other: list[Path]) -> list[str]:
    """Say where two builds differ; the list is empty if no byte does."""
    if [p.name for p in one] != [p.name for p in other]:
        return [f"{[p.name for p in one]} and {[p.name for p in other]} are not the same archives"]
    found = []
    for mine, yours in zip(one, other, strict=True):
        if mine.read_bytes() != yours.read_bytes():
            a, b = members(mine), members(yours)
            inside = [name for name in sorted({*a, *b}) if a.get(name) != b.get(name)]
            found.append(
                f"{mine.name} differs in "
                f"{', '.join(inside[:5]) or 'the order or the packing of its files'}"
            )
    return found


def astray(sdist: Path, committed: list[str]) -> list[str]:
    """Say what an sdist has that is not committed, and what is committed that it lacks."""
    inside = {name.partition("/")[2] for name in members(sdist)} - {"PKG-INFO"}
    return [
        f"{sdist.name} has {name}, which is not committed" for name in sorted(inside - {*committed})
    ] + [f"{sdist.name} lacks {name}" for name in sorted({*committed} - inside)]


def made(place: Path) -> tuple[list[Path], list[str]]:
    """Build everything below a folder: the archives, and what is wrong with them."""
    one = build(clone(place / "one", HERE), place / "first", HERE)
    start = time.monotonic()
    copy = clone(place / "two", THERE)
    time.sleep(max(0, 3 - (time.monotonic() - start)))  # archives know times to two seconds
    other = build(copy, place / "second", THERE)
    listed = subprocess.run(
        ["git", "ls-files"], cwd=place / "one", check=True, capture_output=True, text=True
    ).stdout
    sdist, wheel = sorted(one, key=lambda p: p.suffix)
    with tarfile.open(sdist) as archive:
        archive.extractall(place / "unpacked", filter="data")
    (unpacked,) = (place / "unpacked").iterdir()
    again = build(unpacked, place / "third", HERE, "wheel")
    return one, differences(one, other) + differences([wheel], again) + astray(
        sdist, listed.splitlines()
    )


def main() -> int:
    """0 if the builds are equal; the archives are in dist/ then, and their digests are printed."""
    if subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=False
    ).returncode:
        print(
            "error: make dist builds the last commit of a git checkout, and this is none",
            file=sys.stderr,
        )
        return 2
    with tempfile.TemporaryDirectory(prefix="dpmean-dist-") as place:
        archives, wrong = made(Path(place))
        if wrong:
            print("\n".join(["error: not reproducible", *wrong]), file=sys.stderr)
            return 1
        origin.written(archives, Path(place) / "one", Path(place), last("%H"), int(last("%ct")))
        shutil.rmtree(ROOT / "dist", ignore_errors=True)
        shutil.copytree(archives[0].parent, ROOT / "dist")
    print((ROOT / "dist/SHA256SUMS").read_text(), end="")
    print(
        "two builds under different circumstances, and one of the wheel from the sdist, are "
        "equal byte for byte"
    )
    if subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout:
        print("note: what is not committed is not in them", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
