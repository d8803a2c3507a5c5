"""The lists of findings on the bundled libraries, their scripts, and the command that runs them.

Kills: a finding without a reason, a script or a vector; a script outside its folder; a runner of
scripts that takes a crash or a hang for success, waits for grandchildren, or lets a missing
toolchain pass for a reproduced finding.
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from click.testing import CliRunner

from dpmean.cli.findings import findings_command
from dpmean.judging.known import Known
from dpmean.judging.support import support_vectors
from dpmean.libraries import bundled as libraries
from dpmean.libraries import findings
from dpmean.libraries.bundled import Library, bundled
from dpmean.suite.files import load

LIBRARIES = bundled()
FOLDERS = ("repros", "examples")  # Cargo builds what lies in examples/
SOURCES = (".py", ".go", ".rs", ".java", ".js")
ENTRIES = [
    pytest.param(library, finding, id=f"{name}-{Path(finding.repro).stem}")
    for name, library in LIBRARIES.items()
    for finding in findings.of(library)
]


@pytest.fixture(scope="module")
def ids() -> set[str]:
    vectors = load()
    return {v.id for v in vectors} | {v.id for v in support_vectors(vectors)}


@pytest.mark.parametrize(("library", "finding"), ENTRIES)
def test_a_finding_has_a_reason_a_script_and_vectors(
    library: Library, finding: Known, ids: set[str]
) -> None:
    assert len(finding.reason) >= 20
    assert "\n" not in finding.reason
    assert not finding.missing
    listed = tomllib.loads((library.folder / "known.toml").read_text())["finding"]
    assert all({"class", "severity"} <= set(item) for item in listed), (
        "every entry says what it is, and how grave"
    )
    ours = finding.category in ("adapter", "control")  # of these no library has a word to say
    assert ours or finding.told.get("quote"), "what the library says of it is quoted"
    assert finding.category != "defect" or finding.told.get("reported"), (
        "a defect says where it was reported"
    )
    script = library.folder / finding.repro
    assert script.is_file(), "the script does not exist"
    assert any(script.resolve().is_relative_to(library.folder / f) for f in FOLDERS), (
        "scripts live in repros/, or in Cargo's examples/"
    )
    assert finding.ids
    for pattern in finding.ids:
        assert any(fnmatchcase(i, pattern) for i in ids), f"no vector matches {pattern}"
    assert finding.versions, "a list says of which versions it speaks"
    assert finding.speaks_of(library.version), "a list speaks of the version that is built"
    assert not (library.control and finding.breaks), (
        "a control promises no privacy, so there is none to break"
    )


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_broken_guarantee_that_nobody_was_told_of_has_a_draft_report(name: str) -> None:
    """Kills a disclosure that is forgotten: the word unreported beside a broken guarantee, and no
    letter to send.
    """
    library = LIBRARIES[name]
    hidden = [f for f in findings.of(library) if f.breaks and f.told["reported"] == "unreported"]
    drafts = {p.stem: p.read_text() for p in (library.folder / "reports").glob("*.md")}
    assert {Path(f.repro).stem for f in hidden} <= set(drafts)
    assert all(library.version in text and "repros/" in text for text in drafts.values())


@pytest.mark.parametrize("name", LIBRARIES)
def test_every_script_belongs_to_a_finding(name: str) -> None:
    library = LIBRARIES[name]
    told = {finding.repro for finding in findings.of(library)}
    found = {
        f"{folder}/{p.name}"
        for folder in FOLDERS
        for p in (library.folder / folder).glob("*")
        if p.suffix in SOURCES
    }
    assert found == told


@pytest.mark.slow
@pytest.mark.parametrize("name", LIBRARIES)
def test_every_script_of_a_library_on_this_machine_reproduces_its_finding(name: str) -> None:
    library = LIBRARIES[name]
    if library.missing is not None:
        pytest.skip(f"the command '{library.missing}' is not on this machine")
    outcomes = list(findings.reproduce([library], lambda _: None))
    assert [o.finding for o in outcomes] == findings.of(library)
    assert [(o.finding.repro, o.said) for o in outcomes if o.status != findings.REPRODUCED] == []


SCRIPTS = {
    "seen.py": ("print('it is so')", findings.REPRODUCED, "it is so"),
    "unseen.py": (
        "print('all is well'); raise SystemExit(1)",
        findings.NOT_REPRODUCED,
        "exit code 1; it said: all is well",
    ),
    "raises.py": ("1 / 0", findings.NOT_REPRODUCED, "ZeroDivisionError"),
    "crashes.py": ("import os; os.abort()", findings.NOT_REPRODUCED, "exit code -6"),
    "hangs.py": ("import time; time.sleep(60)", findings.NOT_REPRODUCED, "no end within 2 s"),
    "leaves_a_child.py": (
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; "
        "time.sleep(60)']); import time; time.sleep(60)",
        findings.NOT_REPRODUCED,
        "no end within 2 s",
    ),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_exit_code_of_a_script_decides_within_its_time(name: str, tmp_path: Path) -> None:
    source, status, said = SCRIPTS[name]
    (tmp_path / name).write_text(source)
    start = time.monotonic()
    got = findings.run([sys.executable, name], tmp_path, 2)
    assert got[0] == status
    assert said in got[1]
    assert time.monotonic() - start < 20


def test_a_command_that_does_not_exist_reproduces_nothing(tmp_path: Path) -> None:
    assert findings.run([str(tmp_path / "nothing")], tmp_path, 2) == (
        findings.NOT_REPRODUCED,
        f"could not start '{tmp_path / 'nothing'}': No such file or directory",
    )


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One bundled library of ours, `toy`, with one finding whose script sees it."""
    folder = tmp_path / "adapters" / "toy"
    (folder / "repros").mkdir(parents=True)
    manifest = {
        "library": "Toy",
        "version": "1",
        "language": "python",
        "needs": [],
        "run": ["x"],
        "repro": ["{python}", "{script}"],
    }
    (folder / "adapter.toml").write_text(
        "\n".join(f"{k} = {json.dumps(v)}" for k, v in manifest.items())
    )
    (folder / "known.toml").write_text(
        "[[finding]]\nids = ['a-*']\nreason = 'adds no noise'\nrepro = 'repros/a.py'\nstrict = "
        "false\n"
    )
    (folder / "repros" / "a.py").write_text("print('seen')")
    monkeypatch.setattr(libraries, "ADAPTERS", folder.parent)
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", str(tmp_path / "built"))
    return folder


def test_the_command_lists(toy: Path) -> None:
    done = CliRunner().invoke(findings_command, [])
    assert (done.exit_code, done.output) == (
        0,
        "toy 1  defect               repros/a.py: adds no noise\n",
    )
    listed = json.loads(CliRunner().invoke(findings_command, ["toy", "--json"]).output)
    assert listed == {
        "findings": [
            {
                "library": "toy",
                "version": "1",
                "ids": ["a-*"],
                "reason": "adds no noise",
                "repro": "repros/a.py",
                "strict": False,
                "class": "defect",
                "breaks": False,
                "control": False,
            }
        ]
    }
    wrong = CliRunner().invoke(findings_command, ["tay"])
    assert wrong.exit_code == 2
    assert "no bundled library 'tay'; did you mean toy?" in wrong.output


def test_the_command_says_how_grave_where_reported_and_what_is_a_control(toy: Path) -> None:
    """Kills a list in which a statistics library stands among those that promise privacy."""
    other = toy.parent / "atoy"
    other.mkdir()
    (other / "adapter.toml").write_text((toy / "adapter.toml").read_text() + "\ncontrol = true")
    (other / "known.toml").write_text((toy / "known.toml").read_text())
    known = toy / "known.toml"
    known.write_text(
        known.read_text()
        + "severity = 'result'\nsince = '0.9'\nreported = 'https://example.org/1'\n"
    )
    lines = CliRunner().invoke(findings_command, []).output.splitlines()
    assert lines[0] == (
        "toy 1  defect     result    repros/a.py: adds no noise; since 0.9; reported: "
        "https://example.org/1"
    )
    assert lines[2] == "controls, which promise no privacy:"
    assert lines[3].startswith("atoy 1  defect")
    assert (
        json.loads(CliRunner().invoke(findings_command, ["--json"]).output)["findings"][0][
            "severity"
        ]
        == "result"
    )


def test_the_command_reproduces(toy: Path) -> None:
    done = CliRunner().invoke(findings_command, ["--reproduce"])
    assert (done.exit_code, done.stdout) == (
        0,
        "reproduced      toy defect repros/a.py: adds no noise\n",
    )
    (toy / "repros" / "a.py").write_text("print('not\\nseen'); raise SystemExit(1)")
    done = CliRunner().invoke(findings_command, ["--reproduce"])
    assert (done.exit_code, done.stdout) == (
        1,
        "not reproduced  toy defect repros/a.py: exit code 1; it said: not seen\n",
    )
    (finding,) = json.loads(CliRunner().invoke(findings_command, ["--reproduce", "--json"]).stdout)[
        "findings"
    ]
    assert (finding["status"], finding["library"]) == ("not reproduced", "toy")


def test_findings_that_share_a_script_run_it_once(toy: Path) -> None:
    known = toy / "known.toml"
    known.write_text(
        known.read_text()
        + "\n[[finding]]\nids = ['b']\nreason = 'nor there'\nrepro = 'repros/a.py'\n"
    )
    (toy / "repros" / "a.py").write_text(
        "from pathlib import Path; Path('ran').open('a').write('x')"
    )
    done = CliRunner().invoke(findings_command, ["--reproduce"])
    assert (
        done.stdout
        == "reproduced      toy defect repros/a.py: adds no noise\nreproduced      toy defect "
        "repros/a.py: nor there\n"
    )
    (built,) = [p for p in (toy.parents[1] / "built").glob("toy-*") if p.is_dir()]
    assert (built / "ran").read_text() == "x"


def test_a_missing_toolchain_is_said_and_is_no_failure(toy: Path) -> None:
    manifest = toy / "adapter.toml"
    manifest.write_text(manifest.read_text().replace("needs = []", "needs = ['no-such-command']"))
    done = CliRunner().invoke(findings_command, ["--reproduce"])
    assert done.exit_code == 0
    assert done.output.startswith(
        "not judged      toy defect repros/a.py: the command 'no-such-command' is not on this "
        "machine"
    )


def test_a_library_that_cannot_be_built_is_a_failure(toy: Path) -> None:
    manifest = toy / "adapter.toml"
    manifest.write_text(
        manifest.read_text() + '\nbuild = [["{python}", "-c", "raise SystemExit(1)"]]'
    )
    done = CliRunner().invoke(findings_command, ["--reproduce"])
    assert done.exit_code == 3
    assert "not built       toy defect repros/a.py: could not build Toy" in done.output
