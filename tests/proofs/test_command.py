"""`python -m proofs`: what it reports of a theorem or a statement, of a red step, and of a name
that there is not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs import generated, ledger
from proofs.__main__ import main
from tests.helpers.theorems import FOUND

ROOT = Path(__file__).parents[2]


def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


Asked = Callable[..., tuple[int, str, str]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Asked:
    """`python -m proofs` in this process, whose theorems are loaded: exit code, standard output,
    standard error.
    """
    monkeypatch.setattr(ledger, "load", lambda: FOUND)

    def command(*words: str) -> tuple[int, str, str]:
        code = main([*words])
        return code, *capsys.readouterr()

    return command


def test_the_command_reports_one_theorem_and_refuses_an_unknown_one(asked: Asked) -> None:
    code, out, _ = asked("hourglass_is_private", "--json")
    report = json.loads(out)
    assert code == 0 and report["green"] and all(s["green"] for s in report["steps"])
    code, _, err = asked("hourglas_is_private")
    assert code == 2 and "did you mean hourglass_is_private" in err


def test_dpmean_prove_starts_the_proofs_in_a_checkout_only(tmp_path: Path) -> None:
    from dpmean.cli.prove import checkout

    inside = run("dpmean.cli.main", "prove", "staircase_law")
    assert inside.returncode == 0 and "green" in inside.stdout
    assert checkout(ROOT / "reference" / "dpmean") == ROOT
    assert checkout(tmp_path / "site-packages" / "dpmean") is None


def test_a_red_step_is_said_again_at_the_end_and_its_rows_are_not_established(
    monkeypatch: pytest.MonkeyPatch, asked: Asked
) -> None:
    from dpmean.distributions import laplace

    monkeypatch.setattr(laplace, "density", lambda rate, w: rate * w)
    code, out, _ = asked("laplace_laws")
    assert code == 1
    assert "RED laplace_laws: the tail falls with slope -2 f" in out and "1/3 against" not in out
    (lost,) = (line for line in out.splitlines() if line.startswith("rows not established: "))
    # and what rests on it
    assert "Theorem 1, moments and tails of the Laplace law" in lost and "Algorithm 1" in lost
    assert "theorems that rest on a red one: " in out and "mechanisms_are_private" in out


def test_nothing_is_written_while_a_step_is_red(
    monkeypatch: pytest.MonkeyPatch, asked: Asked
) -> None:
    from dpmean.distributions import laplace

    written: list[object] = []
    monkeypatch.setattr(laplace, "density", lambda rate, w: rate * w)
    monkeypatch.setattr(generated, "write", written.append)
    code, _, err = asked("laplace_laws", "--write")
    assert code == 1
    assert not written and "nothing was written" in err


def test_a_statement_of_the_paper_can_be_asked_for(asked: Asked) -> None:
    report = json.loads(asked("corollary 2", "--json")[1])
    assert {r["item"] for r in report["rows"]} >= {"Corollary 2"} and report["green"]
    assert next(r for r in report["rows"] if r["item"] == "Corollary 2")["established"] is True


def test_another_copy_of_the_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dpmean").mkdir()
    (tmp_path / "dpmean" / "__init__.py").write_text("")
    code = (
        "import sys, dpmean; dpmean.__file__ = sys.argv[1]; from proofs import ledger; "
        "ledger.require_own_package()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "dpmean" / "__init__.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0 and "imports dpmean from" in done.stderr


def test_a_reader_that_stops_listening_is_no_error() -> None:
    script = f"set -o pipefail; {sys.executable} -m proofs staircase_optimal_gamma | head -1"
    assert (
        subprocess.run(
            ["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
        ).returncode
        == 0
    )
