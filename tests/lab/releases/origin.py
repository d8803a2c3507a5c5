"""What the archives of a release are made of, and of what their wheel needs: two files beside them.

The SBOM (CycloneDX, by cyclonedx-py) is of an environment that has what reference/locked/run.txt lists and
nothing else: each package with version, licence and what it needs in turn. The provenance is an
in-toto statement with the predicate of SLSA: digests, commit, command, and the tools that packed.
It is not signed: who doubts it builds the commit again, and gets the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
import sys
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOOLS = Path(__file__).parents[3] / ".venvs/release/bin"
BUILDERS = ("hatchling", "packaging", "pathspec", "pluggy", "trove-classifiers")  # what packs


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def unlike(document: dict[str, Any], lock: str) -> list[str]:
    """What an SBOM has otherwise than a list locks for this Python, each with its version."""
    listed = [Requirement(line.removesuffix(" \\")) for line in lock.splitlines() if "==" in line]
    locked = {
        (canonicalize_name(r.name), str(r.specifier).removeprefix("=="))
        for r in listed
        if r.marker is None or r.marker.evaluate()
    }
    said = {(canonicalize_name(c["name"]), c["version"]) for c in document["components"]}
    return sorted("==".join(pair) for pair in locked ^ said)


def sbom(source: Path, place: Path, into: Path) -> Path:
    """Install what a checkout locks into an environment below `place`, and write down what that is."""
    python = place / "run/bin/python"
    install = ("install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes")
    for words in (
        ("-m", "venv", "--without-pip", place / "run"),
        ("-m", "pip", "--python", python, *install, "-r", source / "reference/locked/run.txt"),
    ):
        subprocess.run([sys.executable, *words], check=True)
    subprocess.run(
        [
            TOOLS / "cyclonedx-py",
            "environment",
            "--pyproject",
            source / "pyproject.toml",
            "--mc-type",
            "library",
            "--output-reproducible",
            "--output-file",
            into,
            python,
        ],
        check=True,
    )
    found = unlike(json.loads(into.read_text()), (source / "reference/locked/run.txt").read_text())
    if found:
        raise RuntimeError(f"the SBOM and reference/locked/run.txt differ in {', '.join(found)}")
    return into


def provenance(files: list[Path], source: Path, commit: str, seconds: int) -> dict[str, Any]:
    """What was built from which commit, by which command and tools: no time, no place, no name."""
    lists = [
        source / "reference" / "locked" / name for name in ("run.txt", "dev.txt", "release.txt")
    ]
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": f.name, "digest": {"sha256": digest(f)}} for f in files],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": "urn:dpmean:make-dist:1",
                "externalParameters": {"command": "make dist", "commit": commit},
                "internalParameters": {"SOURCE_DATE_EPOCH": seconds},
                "resolvedDependencies": [
                    {"name": "dpmean", "digest": {"gitCommit": commit}},
                    *(
                        {"name": f"reference/locked/{f.name}", "digest": {"sha256": digest(f)}}
                        for f in lists
                    ),
                ],
            },
            "runDetails": {
                "builder": {
                    "id": "urn:dpmean:builder:make-dist",
                    "version": {
                        "python": platform.python_version(),
                        "zlib": zlib.ZLIB_RUNTIME_VERSION,
                        **{name: version(name) for name in BUILDERS},
                    },
                }
            },
        },
    }


def written(archives: list[Path], source: Path, place: Path, commit: str, seconds: int) -> None:
    """Write SBOM, provenance and the list of digests beside the archives."""
    folder = archives[0].parent
    stem = archives[0].name.removesuffix(".tar.gz").partition("-py3")[0]
    files = [*archives, sbom(source, place, folder / f"{stem}.cdx.json")]
    said = folder / f"{stem}.provenance.json"
    said.write_text(json.dumps(provenance(files, source, commit, seconds), indent=1) + "\n")
    (folder / "SHA256SUMS").write_text("".join(f"{digest(f)}  {f.name}\n" for f in [*files, said]))
