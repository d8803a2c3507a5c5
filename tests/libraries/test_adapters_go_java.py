"""The bundled Go and Java adapters: they build from an empty cache folder, get the recorded
verdicts, and their findings are real.

The verdicts below are of the pinned versions; an adapter that computes an answer itself, swaps two
calls of its library, checks a parameter on its behalf or reports a refusal as an answer changes at
least one of them. What needs no toolchain (pins, repro scripts that exist, no host of a registry)
runs in `make test`; what builds is slow.
"""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

from dpmean.cli.main import cli
from dpmean.judging import known
from dpmean.judging.run import run
from dpmean.libraries import bundled as libraries
from dpmean.suite.files import load

NAMES = ("gonum", "commons-statistics")
VECTORS = {v.id: v for v in load()}

VERDICTS = {
    "gonum": {
        # a scale of epsilon / sensitivity fails
        "laplace-variance-epsilon1_2-sensitivity3": "pass",
        "laplace-cdf-epsilon1-xn3_2": "pass",  # CDF and Survival swapped fail
        "laplace-log_density-epsilon1-x1_4": "pass",
        "laplace-quantile-epsilon1-p1_8": "pass",
        "laplace-tail-epsilon1-x1": "pass",  # one side only fails
        "laplace-moment-epsilon1-order2": "pass",
        # answering from a formula of the adapter's own shows here
        "laplace-moment-epsilon1-order4": "unsupported",
        "laplace-scale-epsilon1": "unsupported",
        # an adapter that checks for its library passes, and the list is stale
        "laplace-reject-epsilon0": "known",
        "laplace-reject-epsilonnan": "known",
        "laplace-reject-epsiloninf": "known",
        "laplace-reject-epsilonn1": "known",
        "laplace-reject-epsilonone": "unsupported",
        "laplace-reject-epsilon0-twin": "pass",
        "laplace-reject-quantile-p1": "known",
        "laplace-stat-epsilon1_2-sensitivity4-1": "pass",  # noise not added to the centre fails
        "hourglass-stat-epsilon1-gamma1_2": "unsupported",
    },
    "commons-statistics": {
        "laplace-variance-epsilon1_2-sensitivity3": "pass",
        "laplace-cdf-epsilon1-xn3_2": "pass",
        "laplace-density-epsilon50-xn3_2": "pass",
        "laplace-quantile-epsilon1-p1_8": "pass",
        "laplace-tail-epsilon1-x1": "pass",
        "laplace-moment-epsilon1-order4": "unsupported",
        "laplace-epsilon-sensitivity1-scale2": "unsupported",
        "laplace-reject-epsilon0": "known",
        "laplace-reject-epsilonnan": "known",
        # scale 0 is refused; an exception that becomes `error` fails
        "laplace-reject-epsiloninf": "pass",
        "laplace-reject-epsilonn1": "pass",
        "laplace-reject-epsilonone": "unsupported",
        "laplace-reject-quantile-p1": "known",
        "laplace-stat-epsilon1_2-sensitivity4-1": "pass",
    },
}


def library(name: str) -> libraries.Library:
    return libraries.bundled()[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_list_of_findings_is_of_the_pinned_version_and_names_scripts_that_exist(
    name: str,
) -> None:
    """Kills a list that excuses another version, and a finding whose script was renamed or never
    written.
    """
    path = library(name).findings
    assert path is not None
    entries = known.read(path)
    assert all(entry.versions == (library(name).version,) for entry in entries)
    scripts = {str(p.relative_to(path.parent)) for p in (path.parent / "repros").iterdir()}
    assert {entry.repro for entry in entries} == scripts


@pytest.mark.parametrize("name", NAMES)
def test_the_version_is_written_once_and_the_same_everywhere(name: str) -> None:
    """Kills a pin that moves without the manifest: then another library is judged than the report
    says.
    """
    folder, version = library(name).folder, library(name).version
    pins = (folder / ("go.mod" if name == "gonum" else "pom.xml")).read_text()
    assert (
        f"gonum.org/v1/gonum v{version}"
        if name == "gonum"
        else "<artifactId>commons-statistics-distribution</artifactId>\n      "
        f"<version>{version}</version>"
    ) in pins
    assert "latest" not in pins.lower()
    assert "[" not in pins  # a range of versions is no pin


@pytest.fixture(scope="module", params=NAMES)
def built(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[libraries.Library, Path]:
    """One adapter, built from an empty cache folder."""
    it = library(request.param)
    if it.missing is not None:
        pytest.skip(
            f"the command '{it.missing}' is not on this machine, where {it.title} is not judged "
            "either"
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DPMEAN_ENVIRONMENTS", str(tmp_path_factory.mktemp("environments")))
        return it, libraries.prepared(it, lambda _: None)


@pytest.mark.slow
def test_the_adapter_speaks_the_protocol(
    built: tuple[libraries.Library, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills output on stdout that is no reply, a wrong hello, and an adapter that answers with its
    own errors.
    """
    from click.testing import CliRunner

    it, here = built
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", str(here.parent))
    done = CliRunner().invoke(cli, ["smoke", "-a", it.name])
    assert done.exit_code == 0, done.output
    assert f"{it.name} {it.version}" in done.output


@pytest.mark.slow
def test_chosen_vectors_get_the_recorded_verdicts(
    built: tuple[libraries.Library, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """See the comments at VERDICTS: each line names the mistake that changes it."""
    it, here = built
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", str(here.parent))
    wanted = VERDICTS[it.name]
    result = run(libraries.connector(it.name), [VECTORS[i] for i in wanted])
    assert it.findings is not None
    assert known.apply(result, known.read(it.findings), complete=False) == []
    assert {v.vector.id: v.status for v in result.verdicts} == wanted


@pytest.mark.slow
def test_every_finding_is_reproduced_by_its_script(built: tuple[libraries.Library, Path]) -> None:
    """Kills a finding that the library does not have, and a script that needs more than the
    library.
    """
    it, here = built
    assert it.findings is not None
    for script in sorted({f["repro"] for f in tomllib.loads(it.findings.read_text())["finding"]}):
        done = subprocess.run(
            libraries.words(it.repro, here, script),
            cwd=here,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"{script}: {done.stdout}{done.stderr}"
        assert len(done.stdout.strip().splitlines()) == 1
