"""The wheel, not the checkout: it carries the vectors, schemas and adapters, and judges our own
implementation.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_alone_verifies_lists_values_and_conforms(tmp_path: Path) -> None:
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",  # built by the hatchling that is locked, not by today's
        "--disable-pip-version-check",
        "-w",
        str(tmp_path),
        str(ROOT),
    ]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    (wheel,) = tmp_path.glob("dpmean-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    names = {
        str(p.relative_to(tmp_path / "site")) for p in (tmp_path / "site").rglob("*") if p.is_file()
    }
    assert {f"dpmean/_vectors/{page.name}" for page in (ROOT / "vectors").glob("*.md")} <= names
    assert {
        "dpmean/_vectors/schema/report.schema.json",
        "dpmean/_vectors/v1/MANIFEST.json",
        "dpmean/libraries/opendp/requirements.txt",
        "dpmean/libraries/opendp/locked.txt",
        "dpmean/libraries/shared/protocol.py",
        "dpmean/libraries/shared/protocol.rs",
    } <= names
    assert {
        f"dpmean/experiments/trilemma/data/{name}"
        for name in ("README.md", "figure3a.csv", "visits.csv")
    } <= names
    tables = {
        p.relative_to(ROOT / "reference").as_posix()
        for p in (ROOT / "reference/dpmean/suite").rglob("*.toml")
    }
    assert "dpmean/suite/plans/trilemma/transcripts.toml" in tables
    assert tables <= names
    assert {"dpmean/py.typed", "dpmean/judging/data/example.csv"} <= names
    assert {
        f"dpmean/experiments/instance/data/{name}" for name in ("README.md", "fashion.bin")
    } <= names

    def run(*words: str) -> str:
        env = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
        done = subprocess.run(
            [sys.executable, "-m", "dpmean.cli.main", *words],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    where = subprocess.run(
        [sys.executable, "-c", "from dpmean.suite.files import root; print(root())"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert where.strip() == str(tmp_path / "site" / "dpmean" / "_vectors")
    assert "sound" in run("verify")
    assert run("value", "minimax.sigma_squared", "epsilon=1").startswith("[1.918103531235525148")
    assert "dpmean smoke -a" in run("adapter", "init", "--lang", "rust", "--into", "mine")
    assert {p.name for p in (tmp_path / "mine").rglob("*") if p.is_file()} == {
        "Cargo.toml",
        "main.rs",
    }
    assert "conforms in the" in run(
        "conform",
        "-a",
        "dpmean",
        "--kind",
        "transcript",
        "--kind",
        "reject",
        "--run",
        "sized_mean*",
    )
    assert "conforms in the" in run(
        "conform", "-a", "dpmean", "--run", "laplace-variance-*", "--json", "r.json"
    )
    run(
        "report",
        "r.json",
        "--html",
        "r.html",
        "--junit",
        "r.xml",
        "--markdown",
        "r.md",
        "--badge",
        "r.badge",
    )
    assert "laplace.variance" in (tmp_path / "r.html").read_text()
