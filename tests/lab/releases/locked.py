"""`make locked`: constraints.txt and all lists with hashes that installations are made from, by uv.

constraints.txt has the version of everything that the extras and groups of pyproject.toml need, on
every platform and Python; a version that stands there is kept unless `--upgrade-package NAME` or
`--upgrade` says otherwise. From it come the lists of reference/locked/, each with the SHA-256 of every file
of a release that the package index has: wheels for all platforms, and the sdist. Each bundled
Python library has such a list beside its own pins. uv asks the index that UV_DEFAULT_INDEX names,
and no list says which one it was.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
CONSTRAINTS = ROOT / "constraints.txt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LIBRARIES = ROOT / "reference/dpmean/libraries"
UV = ROOT / ".venvs/release/bin/uv"
OF_US = ("pyproject.toml", "--universal", "-c", CONSTRAINTS.name)
GROUP = ("--universal", "-c", CONSTRAINTS.name)
# what is installed together, by the name of its list
LISTS: dict[str, tuple[str, ...]] = {
    "run": OF_US,
    "prove": (*OF_US, "--extra", "prove"),
    "dev": (*OF_US, "--extra", "dev", "--group", "build"),
    "mutation": (*OF_US, "--extra", "mutation", "--group", "build"),
    "build": (*GROUP, "--group", "build"),
    "release": (*GROUP, "--group", "release"),
    "flint": ("--no-deps", "--group", "flint"),  # another python-flint, over the one of `run`
}
EVERYTHING = ("--all-extras", "--group", "build", "--group", "release")


def lowest() -> str:
    """The oldest Python that pyproject.toml names: versions and markers are for it and all later
    ones.
    """
    (version,) = re.findall(r"\d+\.\d+", PROJECT["project"]["requires-python"])
    return str(version)


def compiled(into: Path, *words: str) -> None:
    """Let uv write a list; versions that stand in it are kept."""
    subprocess.run(
        [
            str(UV),
            "pip",
            "compile",
            "--quiet",
            "--no-config",
            "--no-annotate",
            "--python-version",
            lowest(),
            "--custom-compile-command",
            "make locked",
            "--output-file",
            str(into),
            *words,
        ],
        cwd=ROOT,
        check=True,
        env=os.environ | {"UV_PYTHON": sys.executable},
    )
    print(into.relative_to(ROOT), flush=True)


def main() -> int:
    """Write all lists; the words of the command line are uv's."""
    changes = sys.argv[1:]
    compiled(CONSTRAINTS, "pyproject.toml", "--universal", *EVERYTHING, *changes)
    for name, words in LISTS.items():
        compiled(ROOT / f"reference/locked/{name}.txt", "--generate-hashes", *words)
    for pins in sorted(LIBRARIES.glob("*/requirements.txt")):
        words = ("--no-deps", "--generate-hashes", str(pins.relative_to(ROOT)))
        compiled(pins.with_name("locked.txt"), *words)
    return 0


if __name__ == "__main__":
    sys.exit(main())
