"""`python -m tests.lab.releases.sizes`: how much an installation of the core and of each extra takes,
as a table.

Each is installed into an empty environment with the versions of constraints.txt and with byte code,
as pip does it. A size is the sum of the lengths of all files, in MB of 10^6 bytes; an extra is what
it adds to the core.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from . import dist
from .pythons import PROJECT

LARGE = 2.0  # MB; smaller packages are summed up as others
# all is the sum of three, the others are tools of this checkout
NOT_FOR_USERS = ("all", "dev", "mutation")


def sizes(place: Path, what: str) -> dict[str, float]:
    """Install what is named into an empty environment; the MB of each folder of its packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(place / "bin/python"),
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-c",
            str(dist.ROOT / "constraints.txt"),
            what,
        ],
        check=True,
    )
    (site,) = place.glob("lib/python3*/site-packages")
    found: dict[str, float] = {}
    for path in site.rglob("*"):
        if path.is_file():
            name = path.relative_to(site).parts[0].partition("-")[0].partition(".")[0]
            found[name] = found.get(name, 0) + path.stat().st_size / 1e6
    return found


def row(name: str, what: str, found: dict[str, float]) -> str:
    """One line of the table: the large packages first, and the sum."""
    large = sorted((-size, package) for package, size in found.items() if size >= LARGE)
    parts = [f"{package} {-size:.0f}" for size, package in large]
    rest = sum(size for size in found.values() if size < LARGE)
    parts += [f"others {rest:.0f}"] if rest >= 0.5 else []
    return f"| {name} | {what} | {sum(found.values()):.0f} | {', '.join(parts)} |"


def main() -> None:
    """Print the table."""
    uses = {
        "files": "Parquet",
        "pictures": "plots, pictures of HTML reports",
        "symbols": "`dpmean derive`",
        "prove": "`dpmean prove` in a checkout",
        "dask": "draws on several machines",
    }
    with tempfile.TemporaryDirectory(prefix="dpmean-sizes-") as name:
        place = Path(name)
        (wheel,) = dist.build(
            dist.clone(place / "clone", dist.HERE), place / "built", dist.HERE, "wheel"
        )
        core = sizes(place / "core", str(wheel))
        print("| installed | for | MB | of which |\n| --- | --- | --- | --- |")
        print(row("`dpmean`", "everything but what follows", core), flush=True)
        for extra in sorted({*PROJECT["optional-dependencies"]} - {*NOT_FOR_USERS}):
            added = sizes(place / extra, f"{wheel}[{extra}]")
            print(
                row(
                    f"`dpmean[{extra}]`",
                    uses[extra],
                    {k: v - core.get(k, 0) for k, v in added.items() if k not in core},
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
