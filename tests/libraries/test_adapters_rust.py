"""The bundled adapters of Rust crates: pinned, alike where they should be, and (slow: they build)
with the recorded verdicts.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from dpmean.judging import known
from dpmean.judging.support import support_vectors
from dpmean.libraries.bundled import ADAPTERS, bundled, prepared, words
from dpmean.suite.files import load

RUST = sorted(name for name, library in bundled().items() if library.language == "rust")
BUILDS = pytest.mark.skipif(
    shutil.which("cargo") is None or shutil.which("cc") is None,
    reason="cargo and a C linker are not on this machine; the libraries are then not judged",
)
RECORDED = {
    # adapter: {vector: what is recorded of it}; one the library answers, one it refuses, one it has
    # nothing for, its findings
    "libprio": {
        "discrete_laplace-reject-epsilon0": "pass",
        "discrete_laplace-reject-epsilonn1": "pass",
        "discrete_laplace-reject-epsilonnan-twin": "pass",
        "discrete_laplace-reject-sensitivity3_2": "known",
        "discrete_laplace-reject-sensitivity3_2-twin": "pass",
        "discrete_gaussian-reject-sigma_squared0": "known",
        "discrete_gaussian-pmf-sigma_squared1-k0": "unsupported",
        "discrete_laplace-pmf-epsilon1-k0": "unsupported",
    },
    "opendp-rust": {
        "laplace-epsilon-sensitivity1-scale3": "pass",
        "discrete_laplace-epsilon-sensitivity1-scale3": "pass",
        "discrete_laplace-privacy_loss-epsilon1_1000-shift1": "pass",
        "laplace-privacy_loss-epsilon1_1000-shift1": "unsupported",
        "discrete_laplace-tail-epsilon1_2-sensitivity3-k40": "pass",
        "laplace-tail-epsilon1_1000-x32": "pass",
        "sized_mean-sensitivity-lower0-upper1-n3": "pass",
        "sized_mean-reject-laplace-epsilonnan": "pass",
        "laplace-density-epsilon1-x0": "unsupported",
        "laplace-reject-epsilon-scale0": "known",
        "sized_mean-reject-laplace-lower4": "known",
    },
    "statrs": {
        "laplace-density-epsilon1-x32": "pass",
        "laplace-tail-epsilon50-x1": "unsupported",
        "laplace-quantile-epsilon50-p1_8": "pass",
        "laplace-reject-quantile-p1": "pass",
        "laplace-reject-epsilonnan": "pass",
        "laplace-log_density-epsilon50-x32": "known",
        "laplace-reject-epsilon0": "known",
        "laplace-reject-sensitivityinf": "known",
    },
}


def test_every_rust_adapter_has_recorded_verdicts() -> None:
    assert RUST == sorted(RECORDED)  # an adapter nobody checks would be judged by nothing here


@pytest.mark.parametrize("name", RUST)
def test_direct_dependencies_are_exact_and_the_version_is_one(name: str) -> None:
    # kills a pin such as "0.16", with which tomorrow's build judges another library under this
    # version's findings
    dependencies = tomllib.loads((ADAPTERS / name / "Cargo.toml").read_text())["dependencies"]
    pins = {crate: d if isinstance(d, str) else d["version"] for crate, d in dependencies.items()}
    assert all(pin.startswith("=") and pin.count(".") == 2 for pin in pins.values()), pins
    version = bundled()[name].version
    assert f"={version}" in pins.values()
    assert f'"version": "{version}"' in (ADAPTERS / name / "src" / "main.rs").read_text()
    assert tomllib.loads((ADAPTERS / name / "known.toml").read_text())["versions"] == [version]
    assert not (ADAPTERS / name / "Cargo.lock").exists()  # it names the registry's host


@pytest.mark.parametrize("name", RUST)
def test_findings_name_vectors_and_scripts_that_exist(name: str) -> None:
    vectors = load()
    ids = {v.id for v in vectors} | {v.id for v in support_vectors(vectors)}
    for finding in known.read(ADAPTERS / name / "known.toml"):
        assert all(any(fnmatchcase(name_, i) for name_ in ids) for i in finding.ids)
        assert (ADAPTERS / name / finding.repro).is_file()


@BUILDS
@pytest.mark.slow
@pytest.mark.parametrize("name", RUST)
def test_it_builds_speaks_and_gets_the_recorded_verdicts(name: str, tmp_path: Path) -> None:
    # kills an adapter that answers on the library's behalf (a recorded refusal or finding changes),
    # and one that does not build
    prepared(bundled()[name], print)
    command = [sys.executable, "-m", "dpmean.cli.main"]
    smoke = subprocess.run(
        [*command, "smoke", "-a", name], capture_output=True, text=True, check=False, timeout=120
    )
    assert smoke.returncode == 0, smoke.stdout + smoke.stderr
    report = tmp_path / "report.json"
    chosen = [word for vector in RECORDED[name] for word in ("--run", vector)]
    done = subprocess.run(
        [*command, "conform", "-a", name, "--json", str(report), *chosen],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert {
        v["id"]: v["status"] for v in json.loads(report.read_text())["runs"][0]["verdicts"]
    } == RECORDED[name]


@BUILDS
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "script"),
    [(name, f.repro) for name in RUST for f in known.read(ADAPTERS / name / "known.toml")],
)
def test_each_finding_is_reproduced_by_the_library_alone(name: str, script: str) -> None:
    # kills a finding that the library no longer has, and a script that proves nothing (it prints
    # what it saw)
    here = prepared(bundled()[name], print)
    done = subprocess.run(
        words(bundled()[name].repro, here, script),
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()
