"""The GitHub Action: its steps are run with bash, as a runner would, on substituted inputs.

Killed here: an input that is declared and not used (or the reverse), an exit code lost in a pipe,
words that a shell would execute or split, a report that is missing when the implementation fails,
an example that no longer fits.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from dpmean.cli.adapter import TEMPLATES

ROOT = Path(__file__).parents[2]
FILE = ROOT / ".github" / "actions" / "conform" / "action.yml"
ACTION: dict[str, Any] = yaml.safe_load(FILE.read_text())
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
GIVEN = re.compile(r"\$\{\{ inputs\.(\w+) \}\}")


def run_step(
    name: str, inputs: dict[str, str], cwd: Path, **more: str
) -> subprocess.CompletedProcess[str]:
    """One step, as the runner starts it: inputs substituted, then `bash -eo pipefail`."""
    (step,) = [s for s in STEPS if s["name"] == name]
    assert step["shell"] == "bash"
    values = {
        key: str(given.get("default", "")) for key, given in ACTION["inputs"].items()
    } | inputs
    env = {key: GIVEN.sub(lambda m: values[m[1]], text) for key, text in step["env"].items()}
    env = {
        **os.environ,
        "RUNNER_TEMP": str(cwd),
        "GITHUB_ACTION_PATH": str(FILE.parent),
        **env,
        **more,
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_every_input_is_described_and_used_but_never_as_text_of_a_script() -> None:
    places = [
        text
        for step in STEPS
        for text in [*step.get("env", {}).values(), *step.get("with", {}).values()]
    ]
    assert {name for text in places for name in GIVEN.findall(text)} == set(ACTION["inputs"])
    assert all(given["description"] for given in ACTION["inputs"].values())
    assert not any("${{" in step.get("run", "") for step in STEPS)
    assert [name for name, given in ACTION["inputs"].items() if given.get("required")] == [
        "adapter"
    ]
    assert ACTION["runs"]["using"] == "composite"


def test_the_example_workflow_gives_inputs_that_exist() -> None:
    lines = FILE.read_text().splitlines()
    example = yaml.safe_load(
        "\n".join(line.removeprefix("#   ") for line in lines if line.startswith("#   "))
    )
    ours = example["jobs"]["dpmean"]["steps"][-1]
    assert ours["uses"].split("@")[0].endswith("/" + FILE.parent.relative_to(ROOT).as_posix())
    assert {"adapter"} <= set(ours["with"]) <= set(ACTION["inputs"])


def test_it_installs_the_version_asked_for_or_the_one_it_comes_with(tmp_path: Path) -> None:
    """Kills a dependency without a hash, a back end of today, and an input that a shell executes;
    with a python3 whose pip only says what it was asked.
    """
    stub = tmp_path / "stub" / "python3"
    stub.parent.mkdir()
    stub.write_text(
        '#!/bin/sh\nmkdir -p "$3/bin"\nprintf \'#!/bin/sh\\nfor w; do echo "$w"; done\\n\' > '
        '"$3/bin/pip"\nchmod +x "$3/bin/pip"\n'
    )
    stub.chmod(0o755)
    path = f"{stub.parent}{os.pathsep}{os.environ['PATH']}"
    asked = [
        run_step("Install dpmean", {"version": v}, tmp_path, PATH=path).stdout.split("install\n")
        for v in ("0.1.0", "", "1; touch pwned")
    ]
    for nothing, dependencies, itself in asked:
        assert nothing == ""
        words = dependencies.splitlines()
        assert words[:3] == ["--quiet", "--no-deps", "--require-hashes"]
        assert words[3::2] == ["-r", "-r"]
        assert [Path(w).resolve() for w in words[4::2]] == [
            ROOT / "reference" / "locked" / name for name in ("run.txt", "build.txt")
        ]
        assert itself.splitlines()[:2] == ["--quiet", "--no-deps"]
        assert itself.splitlines()[-1] == "check"
    packages = [itself.splitlines()[2:-1] for _, _, itself in asked]
    assert packages[0] == ["--only-binary", ":all:", "dpmean==0.1.0"]
    assert packages[1][0] == "--no-build-isolation"
    assert Path(packages[1][1]).resolve() == ROOT
    assert packages[2] == ["--only-binary", ":all:", "dpmean==1; touch pwned"]
    assert not (tmp_path / "pwned").exists()


def test_it_judges_and_fails_when_the_implementation_does_and_reports_either_way(
    tmp_path: Path,
) -> None:
    command = tmp_path / "dpmean" / "bin" / "dpmean"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dpmean.cli.main "$@"\n')
    command.chmod(0o755)
    toy = (TEMPLATES / "python" / "adapter.py").read_text()
    (tmp_path / "right one.py").write_text(toy)
    (tmp_path / "wrong.py").write_text(
        toy.replace("return 2 * self.scale**2", "return self.scale**2")
    )
    for name, code in (("'right one.py'", 0), ("wrong.py", 1)):
        given = {
            "adapter": f"{sys.executable} {name}",
            "arguments": "--run\nlaplace-variance-*\n\n--kind\nexact\n",
        }
        done = run_step("Judge the implementation", given, tmp_path)
        assert done.returncode == code, done.stdout + done.stderr
        (report,) = json.loads((tmp_path / "dpmean-report" / "report.json").read_text())["runs"]
        failed = sum(v["status"] == "fail" for v in report["verdicts"])
        assert (failed > 0) is (code == 1)
        assert {v["kind"] for v in report["verdicts"]} == {"exact"}
        assert (tmp_path / "dpmean-report" / "report.txt").read_text() == done.stdout
        assert {p.name for p in (tmp_path / "dpmean-report").iterdir()} == {
            f"report.{name}" for name in ("txt", "json", "junit", "html", "markdown", "badge")
        }
        summary = tmp_path / "summary.md"
        assert (
            run_step(
                "Show the summary", given, tmp_path, GITHUB_STEP_SUMMARY=str(summary)
            ).returncode
            == 0
        )
        assert "## dpmean conformance" in summary.read_text() and (
            f"Failures ({failed})" in summary.read_text()
        ) is (failed > 0)
        summary.unlink()


def test_words_of_the_inputs_are_not_executed_or_split(tmp_path: Path) -> None:
    command = tmp_path / "dpmean" / "bin" / "dpmean"
    command.parent.mkdir(parents=True)
    command.write_text('#!/bin/sh\nfor w; do echo "$w"; done\n')
    command.chmod(0o755)
    done = run_step(
        "Judge the implementation",
        {"adapter": "a $(touch pwned) 'b c'", "arguments": "--skip\nx y `touch pwned` *"},
        tmp_path,
    )
    words = done.stdout.splitlines()
    assert words[:3] == ["conform", "-a", "a $(touch pwned) 'b c'"]
    assert words[-2:] == ["--skip", "x y `touch pwned` *"]
    assert not (tmp_path / "pwned").exists()
