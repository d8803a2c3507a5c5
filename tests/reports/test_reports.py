"""The JSON report, the text, and `dpmean report`: every other format is a function of the JSON
object.

One run is made here, against a deliberately wrong adapter (recorded/naive_noise.py);
recorded/report.json is one that was recorded, of the same adapter and of a real library, with all
that pictures are drawn from.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema_rs
import pytest
from click.testing import CliRunner

from dpmean.cli.main import cli
from dpmean.judging import judge_of
from dpmean.judging.known import Known, apply
from dpmean.judging.outcome import Judged
from dpmean.judging.results import Run
from dpmean.reports import machine, wording
from dpmean.suite.files import load, root
from dpmean.wire.protocol import Hello
from tests.helpers.command import dpmean
from tests.helpers.reports_for_tests import FAILED, RECORDED, VECTORS, junit_rules

FORMATS = ("json", "junit", "markdown", "html", "badge")


def process(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(RECORDED.parent)}
    return subprocess.run(
        [sys.executable, "-m", "dpmean.cli.main", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=env,
        timeout=300,
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one run's reports, one file a format."""
    folder = tmp_path_factory.mktemp("reports")
    chosen = (
        "laplace-variance-*",
        "laplace-scale-*",
        "laplace-reject-*",
        "laplace-tape-*",
        "discrete_laplace-stat-epsilon1-0",
    )
    files = [word for name in FORMATS for word in (f"--{name}", f"made.{name}")]
    done = process(
        "conform",
        "-a",
        "direct:naive_noise",
        "--tier",
        "16384",
        *(w for c in chosen for w in ("--run", c)),
        *files,
        cwd=folder,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr == ""
    (folder / "made.txt").write_text(done.stdout)
    return folder


# ---- JSON ----


def strict(schema: Any) -> Any:
    """The schema with every member that it does not name forbidden."""
    if isinstance(schema, list):
        return [strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    return (
        closed | {"additionalProperties": False}
        if schema.get("type") == "object" and "required" in schema
        else closed
    )


@pytest.mark.parametrize("which", ["made", "recorded"])
def test_the_schema_describes_every_member_of_a_report(which: str, made: Path) -> None:
    """Kills a member that is written and not documented, or documented and not written."""
    schema = json.loads((root() / "schema" / "report.schema.json").read_text())
    report = json.loads((made / "made.json" if which == "made" else RECORDED).read_text())
    jsonschema_rs.meta.validate(schema)
    jsonschema_rs.Draft202012Validator(strict(schema)).validate(report)


def test_the_json_report_says_what_was_asked_and_what_came_of_it(made: Path) -> None:
    """Kills counts that are not those of the verdicts, and failures without what a reader needs."""
    (run,) = json.loads((made / "made.json").read_text())["runs"]
    assert run["exit_code"] == 1
    assert {kind: Counter(c) for kind, c in run["counts"].items()} == {
        kind: Counter(v["status"] for v in run["verdicts"] if v["kind"] == kind)
        for kind in ("exact", "tape", "stat", "reject")
    }
    assert run["unsupported"] == [
        {"reason": "no <b>scale</b> here", "count": run["counts"]["exact"]["unsupported"]}
    ]
    by_id = {v["id"]: v for v in run["verdicts"]}
    variance = by_id["laplace-variance-epsilon1"]
    assert (variance["object"], variance["quantity"], variance["params"], variance["wanted"]) == (
        "laplace",
        "variance",
        {"epsilon": "1"},
        "2",
    )
    assert variance["detail"].startswith("got 1.0, want 2")
    assert by_id["laplace-reject-epsilonnan"]["wanted"] == "a refusal"
    assert by_id["discrete_laplace-stat-epsilon1-0"]["status"] == "fail"
    assert all(("matters" in v) is (v["status"] == "fail") for v in run["verdicts"])


def test_the_junit_of_a_run_keeps_its_rules(made: Path) -> None:
    """Kills a shape that only the recorded run happens to have."""
    junit_rules(ET.parse(made / "made.junit").getroot())


def test_a_known_finding_carries_its_reason_and_its_repro() -> None:
    """Kills a reason that is glued to the detail, where no report could tell them apart."""
    result = Run(Hello("acme", "1"), [FAILED])
    apply(
        result, [Known((FAILED.vector.id,), "they say so", "repros/x.py", True, ())], complete=True
    )
    (v,) = machine.run_json(Judged("a", 0, result))["verdicts"]
    assert (v["status"], v["detail"], v["known"], v["repro"]) == (
        "known",
        "got 1, want 2",
        "they say so",
        "repros/x.py",
    )


def test_every_vector_has_words_for_what_it_wants() -> None:
    """Kills a kind, or a form of expectation, that the words forget."""
    for vector in VECTORS.values():
        assert judge_of(vector.kind).wanted(vector), vector.id


# ---- rebuilding ----


def test_reports_made_later_from_the_json_are_the_same(made: Path, tmp_path: Path) -> None:
    """Kills a format that looks at anything but the JSON object: the clock, the run, a random
    id.
    """
    words = [word for name in FORMATS[1:] for word in (f"--{name}", f"again.{name}")]
    done = dpmean("report", str(made / "made.json"), *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    for name in FORMATS[1:]:
        assert (tmp_path / f"again.{name}").read_bytes() == (made / f"made.{name}").read_bytes(), (
            name
        )
    assert (
        dpmean("report", str(made / "made.json"), cwd=tmp_path).stdout
        == (made / "made.txt").read_text()
    )


NOT_REPORTS = {
    "not JSON": b"{",
    "NaN": RECORDED.read_bytes().replace(b'"format"', b'"more": NaN, "format"', 1),
    "binary": b"\xff\xfe\x00",
    "too deep": b"[" * 200_000,
    "another object": b'{"format": "1.0", "suite": "0.1.0", "runs": [{"secret777": 1}]}',
    "a wrong type": b'{"format": "1.0", "suite": ["secret777"], "runs": []}',
    "another format": b'{"format": "secret777", "suite": "0.1.0", "runs": []}',
}


@pytest.mark.parametrize("name", NOT_REPORTS)
def test_what_is_no_report_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    """Kills a traceback, and a message that quotes the file."""
    (tmp_path / "r.json").write_bytes(NOT_REPORTS[name])
    done = dpmean("report", "r.json", "--html", "r.html", cwd=tmp_path)
    assert done.returncode == 2
    assert re.fullmatch(r"error \[file_format\]: r\.json: not .*\n", done.stderr), done.stderr
    assert "secret777" not in done.stderr


def test_a_file_that_cannot_be_written_is_an_error_before_the_run(tmp_path: Path) -> None:
    """Kills a run of minutes whose report is then lost, and one report that overwrites another."""
    for words in (["--html", "no/such/folder/x"], ["--json", "x", "--junit", "./x"]):
        done = dpmean(
            "conform", "-a", "dpmean", "--run", "laplace-variance-*", *words, cwd=tmp_path
        )
        assert (done.returncode, done.stdout) == (2, ""), done
        assert done.stderr.startswith("error [")
    (tmp_path / "kept").write_text("kept")
    dpmean("conform", "-a", "dpmean", "--run", "nothing-*", "--badge", "kept", cwd=tmp_path)
    assert (tmp_path / "kept").read_text() == "kept"
    (tmp_path / "r.json").write_bytes(RECORDED.read_bytes())
    assert dpmean("report", "r.json", "--html", "r.json", cwd=tmp_path).returncode == 2
    assert (tmp_path / "r.json").read_bytes() == RECORDED.read_bytes()


def test_an_adapter_that_does_not_start_is_in_the_report(tmp_path: Path) -> None:
    """Kills a report that shows only what could be judged."""
    done = dpmean(
        "conform",
        "-a",
        "/no/such/program",
        "-a",
        "dpmean",
        "--run",
        "laplace-variance-*",
        "--json",
        "r.json",
        "--junit",
        "r.xml",
        cwd=tmp_path,
    )
    assert done.returncode == 3
    first, second = machine.read(tmp_path / "r.json")["runs"]
    assert (first["exit_code"], first["verdicts"], second["exit_code"]) == (3, [], 0)
    assert "/no/such/program" in first["stopped"]
    assert [s.get("errors") for s in ET.parse(tmp_path / "r.xml").getroot()] == ["1", "0"]


def test_records_that_are_vectors_stay_apart() -> None:
    """Kills "data: 1, 2, 3, 4" for two records of two coordinates."""
    assert (
        wording.given({"input": {"data": [["1", "2"], ["3", "4"]], "draws": {"noise_1": "0"}}})
        == "data: (1, 2), (3, 4); draws: noise_1 = 0"
    )
    assert wording.given({"input": {"data": []}}) == "data: (none)"


def test_several_implementations_end_in_a_table() -> None:
    """Kills a run of six whose verdicts are pages apart, and one line too many for a single one."""
    shown = (
        CliRunner()
        .invoke(cli, ["conform", "-a", "dpmean", "-a", "dpmean-fast", "--run", "zcdp-*"])
        .output
    )
    table = [re.split(r"  +", line.strip()) for line in shown.strip().splitlines()[-3:]]
    assert table[0] == ["implementation", "answered", "failed", "known", "verdict"]
    answered = len([v for v in load() if v.id.startswith("zcdp-")])
    assert table[1][0].startswith("dpmean ")
    assert table[1][1:] == [str(answered), "0", "0", "conforms"]
    assert table[2][1:4] == ["0", "0", "0"]
    alone = CliRunner().invoke(cli, ["conform", "-a", "dpmean", "--run", "zcdp-*"]).output
    assert "implementation" not in alone


def test_the_text_says_asked_result_and_how_to_repeat(made: Path) -> None:
    """Kills a text report without the failures, the reasons of what is unsupported, or the
    verdict.
    """
    shown = (made / "made.txt").read_text()
    assert (
        "FAILED exact/laplace-variance-epsilon1: wrong result\n  asked   laplace.variance "
        "epsilon=1\n  seen    got 1.0, want 2" in shown
    )
    assert re.search(r"^  unsupported: \d+ x no <b>scale</b> here$", shown, re.MULTILINE)
    assert re.search(
        r"^RESULT: does not conform: it breaks the guarantee; it failed \d+ of the \d+ checks of "
        r"2 objects that it answered \(of \d+\): 1 breaks the guarantee, \d+ wrong results, \d+ breaks? the contract$",
        shown,
        re.MULTILINE,
    )
