"""The adapters of Google's differential privacy library (Go, Java): what they say where the library
is absent, and their verdicts.

The Go library is built from the module proxy; nothing here builds the Java one, which is judged
where its command is on the path. So the tests in `make test` are about the lists of findings and
about the message where a command is absent; the slow ones ask the libraries, and an adapter that
computes an answer itself, hands over another sensitivity, forgets one half of the budget or checks
a parameter on the library's behalf changes at least one of the verdicts below.
"""

from __future__ import annotations

import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest
from click.testing import CliRunner

from dpmean.cli.main import cli
from dpmean.judging import known
from dpmean.judging.run import run
from dpmean.libraries import bundled as libraries
from dpmean.suite.files import load

NAMES = ("google-go", "google-java")
SOURCES = {
    "google-go": ("adapter.go", 'const version = "{}"'),
    "google-java": ("src/Adapter.java", 'VERSION = "{}"'),
}
COMMANDS = {"google-go": "go", "google-java": "dpmean-google-java"}
VECTORS = {v.id: v for v in load()}

BOTH = {
    # a scale of epsilon / sensitivity fails
    "laplace-quantile-epsilon1_2-sensitivity3-p1_8": "pass",
    "laplace-quantile-epsilon1_2-sensitivity3-p3_4": "pass",  # the wrong end of the interval fails
    # answering from a formula of the adapter's own shows here
    "laplace-variance-epsilon1": "unsupported",
    "laplace-reject-epsilon0": "pass",  # an error of the library that becomes `error` fails
    "laplace-reject-sensitivitynan": "pass",
    "laplace-reject-epsilonone": "unsupported",
    "laplace-reject-quantile-p1": "pass",
    "laplace-stat-epsilon1_2-sensitivity4-1": "pass",  # noise not added to the centre fails
    "bounded_mean-reject-lower4": "pass",
    "bounded_mean-reject-upperinf-twin": "pass",
    # a NaN that is not handed over fails
    "bounded_mean-transcript-bounds0to1-missing-noise2": "pass",
    "bounded_mean-transcript-bounds0to1-outside-noise0": "pass",
    # an adapter that divides by itself has to know what becomes of these counts
    "bounded_mean-transcript-bounds0to1-three-noise3": "pass",
    "bounded_mean-transcript-bounds0to1-one": "pass",
    "bounded_mean-stat-epsilon1-lower0-upper1": "pass",  # what becomes of a small count
    "bounded_mean-stat-epsilon1-lower0-upper1-200": "pass",  # the whole budget on each half fails
}
VERDICTS = {
    "google-go": BOTH
    | {
        "laplace-quantile-epsilon1-p1_2": "pass",
        "laplace-cdf-epsilon1-xn3_2": "unsupported",
        "discrete_laplace-stat-epsilon4-7": "unsupported",
        # naming the default noise for the library hides this
        "bounded_mean-reject-lowerninf": "known",
    },
    "google-java": BOTH
    | {
        "laplace-cdf-epsilon1-xn3_2": "pass",
        "laplace-tail-epsilon1-x1": "pass",  # one side only fails
        "discrete_laplace-stat-epsilon1_2-sensitivity4--3": "pass",
        "discrete_laplace-reject-sensitivity0": "pass",
        "bounded_mean-reject-lowerninf": "pass",
    },
}


@pytest.mark.parametrize("name", NAMES)
def test_the_list_of_findings_is_of_the_version_and_names_vectors_and_scripts_that_exist(
    name: str,
) -> None:
    """Kills a list that excuses another version or nothing, and a finding whose script was renamed
    or never written.
    """
    it = libraries.bundled()[name]
    assert it.findings is not None
    entries = known.read(it.findings)
    assert all(entry.versions == (it.version,) for entry in entries)
    assert all(any(fnmatch(v, glob) for v in VECTORS) for entry in entries for glob in entry.ids)
    assert {entry.repro for entry in entries} == {
        f"repros/{p.name}" for p in (it.folder / "repros").iterdir()
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_adapter_says_the_version_of_its_manifest(name: str) -> None:
    """Kills a manifest that moves to another version without the adapter: then the report names the
    wrong one.
    """
    it = libraries.bundled()[name]
    source, spelling = SOURCES[name]
    assert spelling.format(it.version) in (it.folder / source).read_text()


@pytest.mark.parametrize("name", NAMES)
def test_where_the_library_is_absent_one_line_says_so(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Kills an absent library that ends in a traceback, in silence, in success when it was asked
    for, or in a failure of `--bundled`.
    """
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", str(tmp_path))
    only = libraries.bundled()[name]
    line = (
        f"error [adapter_start]: {name}: the command '{COMMANDS[name]}' is not on this machine; "
        f"install it to judge {only.title}"
    )
    asked = CliRunner().invoke(cli, ["conform", "-a", name, "--run", "laplace-variance-epsilon1"])
    assert asked.exit_code == 3
    assert [text for text in asked.output.splitlines() if text] == [line]
    monkeypatch.setattr(libraries, "bundled", lambda: {name: only})
    among_others = CliRunner().invoke(
        cli, ["conform", "--bundled", "all", "--run", "laplace-variance-epsilon1"]
    )
    assert among_others.exit_code == 0, among_others.output
    assert f"the command '{COMMANDS[name]}' is not on this machine" in among_others.output


@pytest.fixture(params=NAMES)
def present(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> libraries.Library:
    """A library whose commands are on the path."""
    it = libraries.bundled()[request.param]
    if it.missing is not None:
        pytest.skip(
            f"the command '{it.missing}' is not on this machine, where {it.title} is not judged "
            "either"
        )
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", str(tmp_path))
    return it


@pytest.mark.slow
def test_chosen_vectors_get_the_recorded_verdicts(present: libraries.Library) -> None:
    """See the comments at BOTH and VERDICTS: each names the mistake that changes it."""
    wanted = VERDICTS[present.name]
    result = run(libraries.connector(present.name), [VECTORS[i] for i in wanted])
    assert present.findings is not None
    assert known.apply(result, known.read(present.findings), complete=False) == []
    assert {v.vector.id: v.status for v in result.verdicts} == wanted


@pytest.mark.slow
def test_every_finding_is_reproduced_by_its_script(present: libraries.Library) -> None:
    """Kills a finding that the library does not have, and a script that needs more than the
    library.
    """
    here = libraries.prepared(present, lambda _: None)
    assert present.findings is not None
    for script in sorted({entry.repro for entry in known.read(present.findings)}):
        done = subprocess.run(
            libraries.words(present.repro, here, script),
            cwd=here,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"{script}: {done.stdout}{done.stderr}"
        assert len(done.stdout.strip().splitlines()) == 1
