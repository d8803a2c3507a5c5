"""`make pythons`: the wheel in clean environments of every Python that is here, by pip, by `pipx
run` and by `uvx`.

Each environment gets what the package index has today, as a user's does, and none of our pins. In
it the commands of a first day are run, from a folder that is not the checkout, and the Python of
the README. A Python of pyproject.toml that is not on this machine is named, with where it was
looked for; with --all it is an error. Newer ones that are here are tried too. A machine without a
package index cannot run this: it says what pip said.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

from . import dist, origin

PROJECT = tomllib.loads((dist.ROOT / "pyproject.toml").read_text())["project"]
# minor versions of Python that are looked for; what is newer than the classifiers may be here
OLDEST, NEWEST = (11, 40)
WAYS = ("pip", "pipx", "uvx")


class Check(NamedTuple):
    """A command line after `dpmean`, its exit code, and what its output must contain."""

    words: tuple[str, ...]
    code: int
    said: str


CHECKS = (
    Check(("-V",), 0, f"dpmean {PROJECT['version']}\n"),
    Check(("value", "laplace.variance", "epsilon=1"), 0, "2  = 2\n"),
    Check(("value", "staircase.cdf", "epsilon=1", "gamma=optimal", "x=0"), 0, "0.5  = 1/2\n"),
    Check(("verify",), 0, "are sound\n"),
    Check(
        ("conform", "--from-csv", "example", "--law", "laplace", "epsilon=1"),
        0,
        "RESULT: nothing failed",
    ),
    Check(
        ("conform", "--from-csv", "example:too_little", "--law", "laplace", "epsilon=1"),
        1,
        "breaks the guarantee",
    ),
    Check(("derive", "laplace.variance"), 2, "pip install 'dpmean[symbols]'\n"),
)
README = (
    "import doctest, sys; found = doctest.testfile(sys.argv[1], False); sys.exit(found[0] or "
    "not found[1])"
)


class Found(NamedTuple):
    """A Python that runs: its version, such as (3, 12, 1), and its command."""

    version: tuple[int, ...]
    command: str


def pythons() -> list[Found]:
    """Every Python from 3.11 on that is on the path, in pyenv's folder or in DPMEAN_PYTHONS; the
    newest of each 3.x.
    """
    named = [c for c in os.environ.get("DPMEAN_PYTHONS", "").split(os.pathsep) if c]
    folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: dict[tuple[int, ...], Found] = {}
    for command in [
        *named,
        *(str(p) for p in sorted(folder.glob("3.*/bin/python"))),
        *(c for n in range(OLDEST, NEWEST) if (c := shutil.which(f"python3.{n}"))),
    ]:
        asked = subprocess.run(
            [command, "-c", "import sys, venv, ensurepip; print(*sys.version_info[:3])"],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
        )
        if asked.returncode == 0 and (version := tuple(map(int, asked.stdout.split()))) >= (
            3,
            OLDEST,
        ):
            found[version[:2]] = max(
                found.get(version[:2], Found((0,), "")), Found(version, command)
            )
    return [found[key] for key in sorted(found)]


def supported() -> list[tuple[int, ...]]:
    """The Pythons that pyproject.toml names: those on which a release has been tried."""
    named = (re.search(r"Python :: (3)\.(\d+)$", line) for line in PROJECT["classifiers"])
    return [tuple(map(int, match.groups())) for match in named if match]


class Room:
    """A folder with the wheel, the tools, and nothing else: environments and caches are made in it
    and go with it.
    """

    def __init__(self, place: Path, wheel: Path) -> None:
        """Makes the folder that commands are run in, and their environment: no checkout, no cache,
        no pins of ours.
        """
        self.place, self.wheel, self.work = place, wheel, place / "work"
        self.work.mkdir(parents=True)
        ours = (
            "PYTHON",
            "DPMEAN",
            "VIRTUAL_ENV",
            "PIP_CONSTRAINT",
            "UV_CONSTRAINT",
            "UV_OVERRIDE",
            "UV_PYTHON",
        )
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(ours)} | {
            "PIPX_HOME": str(place / "pipx"),
            "UV_CACHE_DIR": str(place / "uv"),
            "UV_PYTHON_DOWNLOADS": "never",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Runs a command to its end."""
        return subprocess.run(
            [str(w) for w in words],
            cwd=self.work,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )

    def must(self, *words: str | Path) -> None:
        """Runs a command that has to succeed before anything can be checked."""
        done = self.run(*words)
        if done.returncode:
            raise RuntimeError(
                f"{' '.join(map(str, words))}: {(done.stderr or done.stdout).strip()[-600:]}"
            )

    def environment_of(self, python: str, name: str, *packages: str | Path) -> Path:
        """Makes an environment with these packages, and returns its folder of commands."""
        self.must(python, "-m", "venv", self.place / name)
        self.must(self.place / name / "bin/python", "-m", "pip", "install", "--quiet", *packages)
        return self.place / name / "bin"

    def command(self, way: str, python: Found, tools: Path) -> list[str | Path]:
        """What is before the words of dpmean, one way or another."""
        version = ".".join(map(str, python.version))
        if way == "pip":
            return [self.environment_of(python.command, f"pip-{version}", self.wheel) / "dpmean"]
        if way == "pipx":
            return [
                tools / "pipx",
                "run",
                "--python",
                python.command,
                "--spec",
                self.wheel,
                "dpmean",
            ]
        return [
            tools / "uvx",
            "--quiet",
            "--python",
            python.command,
            "--from",
            self.wheel,
            "dpmean",
        ]


def wrong(room: Room, command: list[str | Path], way: str) -> list[str]:
    """Runs all checks one way, and says which did not do what they must."""
    found = []
    for check in CHECKS:
        done = room.run(*command, *check.words)
        if done.returncode != check.code or check.said not in done.stdout + done.stderr:
            found.append(
                f"dpmean {' '.join(check.words)}: exit code {done.returncode}, and not "
                f"{check.code} with {check.said!r}: {(done.stdout + done.stderr).strip()[-600:]}"
            )
    if way == "pip":
        done = room.run(Path(command[0]).parent / "python", "-c", README, dist.ROOT / "README.md")
        found += (
            [f"the Python of the README: {(done.stdout + done.stderr)[-600:]}"]
            if done.returncode
            else []
        )
    return found


def absent(here: list[Found]) -> list[str]:
    """Says of which supported Pythons nothing is known."""
    return [
        f"Python {'.'.join(map(str, v)):8} is not on this machine (looked for on the path, in "
        "pyenv's versions and in DPMEAN_PYTHONS): nothing is said about it"
        for v in supported()
        if v not in {p.version[:2] for p in here}
    ]


def main() -> int:
    """0 if every Python that is here does everything that is asked, each way."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.lab.releases.pythons", description=__doc__
    )
    parser.add_argument(
        "wheel", nargs="?", type=Path, help="the wheel; without it one is built of the last commit"
    )
    parser.add_argument(
        "--all", action="store_true", help="a supported Python that is not here is an error"
    )
    given = parser.parse_args()
    here, failed = pythons(), False
    with tempfile.TemporaryDirectory(prefix="dpmean-pythons-") as name:
        place = Path(name)
        wheel = (
            given.wheel.absolute()
            if given.wheel
            else dist.build(
                dist.clone(place / "clone", dist.HERE), place / "built", dist.HERE, "wheel"
            )[0]
        )
        room, tools = Room(place, wheel), origin.TOOLS
        for python in here:
            for way in WAYS:
                start = time.monotonic()
                bad = wrong(room, room.command(way, python, tools), way)
                failed = failed or bool(bad)
                right = len(CHECKS) + (way == "pip") - len(bad)
                print(
                    f"Python {'.'.join(map(str, python.version)):8} {way:5} {right} right, "
                    f"{len(bad)} wrong, {time.monotonic() - start:.0f} s",
                    *bad,
                    sep="\n  ",
                    flush=True,
                )
    missing = absent(here)
    print(*missing, sep="\n", end="\n" if missing else "")
    return int(failed or not here or (given.all and bool(missing)))


if __name__ == "__main__":
    sys.exit(main())
