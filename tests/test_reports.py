"""The reports: every format is a function of the JSON, says what happened, and is broken by nothing that an adapter said.

One run is made here, against a deliberately wrong adapter (recorded/naive_noise.py); recorded/report.json is one that was
recorded, of the same adapter and of a real library, with all that pictures are drawn from.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from markdown_it import MarkdownIt

from dpmean.conformance.known import Known, apply
from dpmean.conformance.outcome import Outcome
from dpmean.conformance.protocol import Hello
from dpmean.conformance.reports import machine
from dpmean.conformance.reports.badge import badge
from dpmean.conformance.reports.html import matrix, page
from dpmean.conformance.reports.junit import junit
from dpmean.conformance.reports.markdown import code, markdown
from dpmean.conformance.reports.pictures import pictures
from dpmean.conformance.reports.text import text
from dpmean.conformance.reports.wording import headline
from dpmean.conformance.session import Run
from dpmean.conformance.verdict import FAIL, PASS, UNSUPPORTED, Verdict
from dpmean.suite.files import load, root

HERE = Path(__file__).parent
RECORDED = HERE / "recorded" / "report.json"
FORMATS = ("json", "junit", "markdown", "html", "badge")
VECTORS = {v.id: v for v in load()}
HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "]]></failure><x>", "\x00\x1b[31m\u202e\ud800\uffff\r\n\n# h", "` `` ``` | \\| \\",
    "{{ 7 * 7 }}{% raw %}", "$\\frac{1}{$", "@everyone #1 https://evil.example [x](javascript:alert(1)) <!--", "&lt;b&gt; &#60;", "A" * (1 << 20),
)  # fmt: skip


def dpmean(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(RECORDED.parent)}
    return subprocess.run([sys.executable, "-m", "dpmean.cli.main", *words], capture_output=True, text=True, check=False, cwd=cwd, env=env, timeout=300)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one run's reports, one file a format."""
    folder = tmp_path_factory.mktemp("reports")
    chosen = ("laplace-variance-*", "laplace-scale-*", "laplace-reject-*", "laplace-tape-*", "discrete_laplace-stat-epsilon1-0")
    files = [word for name in FORMATS for word in (f"--{name}", f"made.{name}")]
    done = dpmean("conform", "-a", "direct:naive_noise", *(w for c in chosen for w in ("--run", c)), *files, cwd=folder)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr == ""
    (folder / "made.txt").write_text(done.stdout)
    return folder


@pytest.fixture
def recorded() -> dict[str, Any]:
    return machine.read(RECORDED)


@pytest.fixture(scope="module")
def plain() -> set[str]:
    """The elements of the recorded run's page."""
    return set(read_html(page(machine.read(RECORDED))).tags)


def run_of(*verdicts: Verdict, exit_code: int = 0, stopped: str = "", complaints: tuple[str, ...] = ()) -> dict[str, Any]:
    result = Run(Hello("acme", "1", "go"), list(verdicts), stopped=stopped)
    return machine.run_json(Outcome("acme --x", exit_code, result, list(complaints)))


PASSED = Verdict(VECTORS["laplace-variance-epsilon1"], PASS)
FAILED = Verdict(VECTORS["laplace-variance-epsilon50"], FAIL, "got 1, want 2")
SKIPPED = Verdict(VECTORS["laplace-variance-decay1_3"], UNSUPPORTED, "no decay")


# ---- JSON ----


def strict(schema: Any) -> Any:
    """The schema with every member that it does not name forbidden."""
    if isinstance(schema, list):
        return [strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    return closed | {"additionalProperties": False} if schema.get("type") == "object" and "required" in schema else closed


@pytest.mark.parametrize("which", ["made", "recorded"])
def test_the_schema_describes_every_member_of_a_report(which: str, made: Path) -> None:
    """Kills a member that is written and not documented, or documented and not written."""
    schema = json.loads((root() / "schema" / "report.schema.json").read_text())
    report = json.loads((made / "made.json" if which == "made" else RECORDED).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(strict(schema)).validate(report)


def test_the_json_report_says_what_was_asked_and_what_came_of_it(made: Path) -> None:
    """Kills counts that are not those of the verdicts, and failures without what a reader needs."""
    (run,) = json.loads((made / "made.json").read_text())["runs"]
    assert run["exit_code"] == 1
    assert {kind: Counter(c) for kind, c in run["counts"].items()} == {
        kind: Counter(v["status"] for v in run["verdicts"] if v["kind"] == kind) for kind in ("exact", "tape", "stat", "reject")
    }
    assert run["unsupported"] == [{"reason": "no <b>scale</b> here", "count": run["counts"]["exact"]["unsupported"]}]
    by_id = {v["id"]: v for v in run["verdicts"]}
    variance = by_id["laplace-variance-epsilon1"]
    assert (variance["object"], variance["quantity"], variance["params"], variance["wanted"]) == ("laplace", "variance", {"epsilon": "1"}, "2")
    assert variance["detail"].startswith("got 1.0, want 2")
    assert by_id["laplace-reject-epsilonnan"]["wanted"] == "a refusal"
    assert by_id["discrete_laplace-stat-epsilon1-0"]["status"] == "fail"
    assert all(("matters" in v) is (v["status"] == "fail") for v in run["verdicts"])


def test_a_known_finding_carries_its_reason_and_its_repro() -> None:
    """Kills a reason that is glued to the detail, where no report could tell them apart."""
    result = Run(Hello("acme", "1"), [FAILED])
    apply(result, [Known((FAILED.vector.id,), "they say so", "repros/x.py", True, ())], complete=True)
    (v,) = machine.run_json(Outcome("a", 0, result))["verdicts"]
    assert (v["status"], v["detail"], v["known"], v["repro"]) == ("known", "got 1, want 2", "they say so", "repros/x.py")


def test_every_vector_has_words_for_what_it_wants() -> None:
    """Kills a kind, or a form of expectation, that the words forget."""
    for vector in VECTORS.values():
        assert machine.wanted(vector), vector.id


# ---- rebuilding ----


def test_reports_made_later_from_the_json_are_the_same(made: Path, tmp_path: Path) -> None:
    """Kills a format that looks at anything but the JSON object: the clock, the run, a random id."""
    words = [word for name in FORMATS[1:] for word in (f"--{name}", f"again.{name}")]
    done = dpmean("report", str(made / "made.json"), *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    for name in FORMATS[1:]:
        assert (tmp_path / f"again.{name}").read_bytes() == (made / f"made.{name}").read_bytes(), name
    assert dpmean("report", str(made / "made.json"), cwd=tmp_path).stdout == (made / "made.txt").read_text()


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
        done = dpmean("conform", "-a", "dpmean", "--run", "laplace-variance-*", *words, cwd=tmp_path)
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
    done = dpmean("conform", "-a", "/no/such/program", "-a", "dpmean", "--run", "laplace-variance-*", "--json", "r.json", "--junit", "r.xml", cwd=tmp_path)
    assert done.returncode == 3
    first, second = machine.read(tmp_path / "r.json")["runs"]
    assert (first["exit_code"], first["verdicts"], second["exit_code"]) == (3, [], 0)
    assert "/no/such/program" in first["stopped"]
    assert [s.get("errors") for s in ET.parse(tmp_path / "r.xml").getroot()] == ["1", "0"]


# ---- hostile text ----


def hostile(report: dict[str, Any], word: str) -> dict[str, Any]:
    """The report with one text in every place that an adapter, or a stranger's file, can fill."""
    report = deepcopy(report)
    for run in report["runs"]:
        run["adapter"] = dict.fromkeys(run["adapter"], word)
        run |= {"stopped": word, "list_complaints": [word], "unsupported": [{"reason": word, "count": 3}]}
        for v in run["verdicts"][:200]:
            v |= {"detail": word, "why": word, "object": v["object"] + word[:20]}
            v |= {key: word for key in ("known", "repro", "wanted", "matters") if key in v}
            v |= {"params": {word[:20]: word}, "flags": [word]}
            for event in v.get("evidence", {}).get("events", []):
                event |= {"name": word, "flag": word}
            if v.get("evidence", {}).get("type") == "leak":
                v["evidence"]["event"] = word
    return report


class Reader(HTMLParser):
    """What an HTML parser sees: elements, attributes, text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def read_html(document: str) -> Reader:
    reader = Reader()
    reader.feed(document)
    return reader


@pytest.mark.parametrize("word", HOSTILE, ids=lambda w: repr(w)[:24])
def test_nothing_that_an_adapter_says_breaks_a_report(word: str, recorded: dict[str, Any], plain: set[str]) -> None:
    """Kills a missing escape in any format: markup, control characters, the end of a CDATA, a code span or a cell, a megabyte."""
    report = hostile(recorded, word)
    document = page(report)
    reader = read_html(document)
    assert set(reader.tags) <= plain | {"h3", "ul", "li"}
    assert not [name for name, _ in reader.attributes if name.startswith("on")]
    assert not [value for name, value in reader.attributes if name in ("href", "src") and not value.startswith("#")]
    assert "7 * 7" in reader.text or "7 * 7" not in word
    tree = ET.fromstring(junit(report))
    junit_rules(tree)
    assert {e.tag for e in tree.iter()} <= {"testsuites", "testsuite", "properties", "property", "testcase", "failure", "error", "skipped", "system-out", "system-err"}
    shown = markdown(report)
    rendered = read_html(MarkdownIt("commonmark").enable("table").render(shown))
    assert not set(rendered.tags) - {"h2", "h3", "h4", "p", "ul", "li", "code", "table", "thead", "tbody", "tr", "th", "td"}
    assert rendered.tags["table"] == len(report["runs"])
    everything = document + shown + junit(report) + "".join(text(run, verbose=True) for run in report["runs"]) + json.dumps(badge(report))
    everything.encode()
    assert all(c.isprintable() or c == "\n" for c in everything)
    assert len(document) < 6_000_000
    assert len(shown) < 200_000


def test_a_library_whose_toolchain_is_absent_is_shown_and_is_no_failure() -> None:
    """Kills a report that leaves it out, fails it, or says that it conforms."""
    report = machine.report_json([ABSENT])
    suite = ET.fromstring(junit(report))[0]
    assert (suite.get("errors"), suite.get("failures"), suite.get("skipped")) == ("0", "0", "1")
    for shown in (junit(report), markdown(report), read_html(page(report)).text):
        assert "not on this machine" in shown and "conforms" not in shown


@pytest.mark.parametrize("word", ["a", "`", "``", "`a", "a``b`", " ", "", "a|b", "\\`", "```x```"])
def test_a_code_span_shows_exactly_its_text(word: str) -> None:
    """Kills a fence that the text can close."""
    rendered = MarkdownIt("commonmark").render(f"- x {code(word)} y")
    shown = re.search(r"<code>(.*)</code>", rendered)
    assert shown is not None or not word.strip()
    assert not word.strip() or (shown is not None and shown[1] == word)


# ---- JUnit ----


def junit_rules(tree: ET.Element) -> None:
    """The rules in which the schemas of Ant's reports and of Jenkins agree, and the counts that CI systems show."""
    assert tree.tag == "testsuites" and not tree.attrib
    for i, suite in enumerate(tree):
        assert suite.tag == "testsuite" and suite.get("id") == str(i)
        assert set(suite.attrib) == {"name", "package", "id", "hostname", "timestamp", "time", "tests", "failures", "errors", "skipped"}
        assert suite.attrib["name"].strip() and suite.attrib["package"] and suite.attrib["hostname"]
        datetime.strptime(suite.attrib["timestamp"], "%Y-%m-%dT%H:%M:%S")
        assert re.fullmatch(r"[0-9]+\.[0-9]+", suite.attrib["time"])
        assert re.fullmatch("(properties)(testcase)*(system-out)(system-err)", "".join(e.tag for e in suite))
        assert all(set(p.attrib) == {"name", "value"} and p.attrib["name"] for p in suite.iter("property"))
        found: Counter[str] = Counter()
        for case in suite.findall("testcase"):
            assert set(case.attrib) == {"name", "classname", "time"} and case.attrib["name"] and case.attrib["classname"]
            assert len(case) <= 1
            for outcome in case:
                found[outcome.tag] += 1
                assert len(outcome) == 0 and "message" in outcome.attrib
                assert outcome.tag == "skipped" or "type" in outcome.attrib
        assert set(found) <= {"failure", "error", "skipped"}
        assert [int(suite.attrib[a]) for a in ("failures", "errors", "skipped")] == [found[t] for t in ("failure", "error", "skipped")]
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))


def test_junit_has_a_suite_an_adapter_and_a_case_a_vector(recorded: dict[str, Any], made: Path) -> None:
    """Kills a vector that is lost, a failure that is skipped, and a known finding that counts as passed."""
    tree = ET.fromstring(junit(recorded))
    junit_rules(tree)
    junit_rules(ET.parse(made / "made.junit").getroot())
    for suite, run in zip(tree, recorded["runs"], strict=True):
        cases = {c.get("name", ""): c for c in suite.findall("testcase")}
        for v in run["verdicts"]:
            (outcome, message) = next(((e.tag, e.get("message", "")) for e in cases[v["id"]]), ("", ""))
            assert outcome == {"pass": "", "fail": "failure", "known": "skipped", "unsupported": "skipped"}[v["status"]]
            assert message.endswith(v["known"] if v["status"] == "known" else v["detail"])
            assert v["status"] != "fail" or f"--run {v['id']} -v" in (cases[v["id"]][0].text or "")


@pytest.mark.parametrize(
    "run",
    [
        run_of(PASSED, exit_code=1, complaints=("x: listed as failing, but it passes",)),
        run_of(PASSED, exit_code=3, stopped="it broke 6 times"),
        run_of(SKIPPED, exit_code=4),
        run_of(exit_code=3, stopped="no such program"),
    ],
    ids=["stale", "stopped", "nothing judged", "not started"],
)
def test_no_run_that_failed_looks_green(run: dict[str, Any]) -> None:
    """Kills a report in which a run that did not exit 0 has only passed and skipped cases, or a green badge."""
    report = machine.report_json([run])
    suite = ET.fromstring(junit(report))[0]
    assert int(suite.get("errors", "0")) + int(suite.get("failures", "0")) >= 1
    assert badge(report)["color"] in ("red", "orange", "lightgrey")
    assert "conforms" not in headline(run).sentence
    assert "conforms" not in markdown(report).lower()


# ---- Markdown, badge, text ----


def test_markdown_counts_lists_and_cuts() -> None:
    """Kills a table with another column order, a list without an end, and findings or reasons that are left out."""
    known = Verdict(FAILED.vector, "known", "got 1", known="documented", repro="r.py")
    run = run_of(PASSED, PASSED, *[FAILED] * 25, known, SKIPPED, exit_code=1)
    shown = markdown(machine.report_json([run]))
    assert "| kind | passed | failed | known | unsupported |" in shown
    assert "| exact | 2 | 25 | 1 | 1 |" in shown
    assert shown.count("- asked: ") == 20 and "... and 5 more" in shown
    assert "`documented`" in shown and "1 x `no decay`" in shown
    assert "`dpmean conform -a 'acme --x' --run laplace-variance-epsilon50 -v`" in shown


ABSENT = machine.run_json(Outcome("acme", 0, reason="not judged: the command 'go' is not on this machine"))
BADGES = [
    ([ABSENT], "not judged", "lightgrey"),
    ([run_of(PASSED), ABSENT], "1/2 conform", "brightgreen"),
    ([run_of(PASSED, SKIPPED)], "conforms 1/1", "brightgreen"),
    ([run_of(PASSED, Verdict(FAILED.vector, "known", known="k"))], "conforms 1/2", "green"),
    ([run_of(PASSED, FAILED, exit_code=1)], "fails 1/2", "red"),
    ([run_of(SKIPPED, exit_code=4)], "nothing judged", "lightgrey"),
    ([run_of(PASSED, exit_code=3, stopped="x")], "not judged to the end", "orange"),
    ([run_of(PASSED), run_of(PASSED, FAILED, exit_code=1), run_of(exit_code=3, stopped="x")], "1/3 conform", "red"),
    ([run_of(PASSED), run_of(exit_code=3, stopped="x")], "1/2 conform", "orange"),
    ([], "0/0 conform", "lightgrey"),
]


@pytest.mark.parametrize(("runs", "message", "colour"), BADGES, ids=[b[1] + " " + b[2] for b in BADGES])
def test_the_badge_is_an_endpoint_object(runs: list[dict[str, Any]], message: str, colour: str) -> None:
    """Kills a badge that counts unsupported vectors, or takes the mildest of several colours."""
    assert badge(machine.report_json(runs)) == {"schemaVersion": 1, "label": "dpmean", "message": message, "color": colour}


def test_the_text_says_asked_result_and_how_to_repeat(made: Path) -> None:
    """Kills a text report without the failures, the reasons of what is unsupported, or the verdict."""
    shown = (made / "made.txt").read_text()
    assert "FAILED exact/laplace-variance-epsilon1\n  asked   laplace.variance epsilon=1\n  result  got 1.0, want 2" in shown
    assert re.search(r"^  unsupported: \d+ x no <b>scale</b> here$", shown, re.MULTILINE)
    assert re.search(r"^RESULT: does not conform: it failed \d+ of the \d+ vectors that it answered \(of \d+\)$", shown, re.MULTILINE)


# ---- the page ----


def test_the_page_is_whole_and_alone(recorded: dict[str, Any]) -> None:
    """Kills an id that is given twice, a link to nowhere, a file or address outside of the page, an image without words."""
    document = page(recorded)
    reader = read_html(document)
    ids = [value for name, value in reader.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    links = {value.removeprefix("#") for name, value in reader.attributes if name == "href"}
    referred = links | set(re.findall(r"url\(#([^)]+)\)", document)) | {value for name, value in reader.attributes if name == "aria-labelledby"}
    assert referred <= set(ids)
    assert "http" not in re.sub(r"http-equiv", "", document)
    assert not set(reader.tags) & {"script", "link", "img", "iframe", "metadata"}
    assert reader.tags["style"] == 1
    evidence = [v["evidence"] for run in recorded["runs"] for v in run["verdicts"] if "evidence" in v]
    assert {e["type"] for e in evidence} == {"law", "leak"}
    assert reader.tags["svg"] == reader.tags["figure"] == reader.tags["figcaption"] == sum(2 if e["type"] == "law" else 1 for e in evidence)
    findings = sum(v["status"] in ("fail", "known") for run in recorded["runs"] for v in run["verdicts"])
    assert len([i for i in ids if i.startswith("verdict-")]) == findings > 10
    for run in recorded["runs"]:
        for v in run["verdicts"]:
            if v["status"] in ("fail", "known"):
                assert v["id"] in reader.text and v["matters"] in reader.text and v["wanted"] in reader.text


def test_the_matrix_counts_every_check_that_somebody_answers(recorded: dict[str, Any]) -> None:
    """Kills a row that is left out because one implementation has nothing for it, and a count in the wrong column."""
    for v in recorded["runs"][1]["verdicts"]:
        if v["quantity"] == "variance":  # answered by the first only
            v["status"] = "unsupported"
    wanted: dict[str, list[Counter[str]]] = {}
    for i, run in enumerate(recorded["runs"]):
        for v in run["verdicts"]:
            name = f"{v['object']}.{v['quantity']}" if v["kind"] == "exact" else f"{v['object']}/{v['kind']}"
            wanted.setdefault(name, [Counter() for _ in recorded["runs"]])[i][v["status"]] += 1
    groups, unanswered = matrix(recorded["runs"])
    found = {name: [Counter({status: count for status, count, _ in cell}) for cell in cells] for _, rows in groups for name, cells in rows}
    assert found | {name: wanted[name] for name in unanswered} == wanted
    assert all(set(cell) <= {"unsupported"} for name in unanswered for cell in wanted[name]) and "laplace.scale" in unanswered


def test_pictures_say_in_words_what_they_show(recorded: dict[str, Any]) -> None:
    """Kills a picture that marks the wrong point, event or bits."""
    law: dict[str, Any] = {
        "type": "law", "n": 1000, "center": "0", "band": 0.05,
        "points": [{"x": x, "seen": s, "expected": 0.5} for x, s in (("-1/2", 0.48), ("1/2", 0.44), ("3", 0.61))],
        "events": [
            {"name": "the mass at the centre", "count": 300, "n": 1000, "expected": 0.3, "p": 1, "flag": "DoubleZero"},
            {"name": "far $\\out$", "count": 0, "n": 1000, "expected": 0.2, "p": 0.0, "flag": "TailCut"},
        ],
    }  # fmt: skip
    distribution, events = pictures(law, "t")
    assert "At 2 of 3 registered points" in distribution.caption and "by +0.1100, at x = 3" in distribution.caption
    assert "(crosses): far $\\out$." in events.caption
    assert "far $\\out$" in events.svg and "the mass" in events.svg and "p &lt; 1e-300" in events.svg
    assert len(re.findall(r"<use[^>]*var\(--bad\)", distribution.svg)) == 2  # of three
    assert len(re.findall(r"<use[^>]*var\(--bad\)", events.svg)) == 1  # of two
    assert len(pictures(law | {"points": []}, "t")) == len(pictures(law | {"events": []}, "t")) == 1
    (leak,) = (v["evidence"] for run in recorded["runs"] for v in run["verdicts"] if v.get("evidence", {}).get("type") == "leak" and run["exit_code"] == 1)
    (drawn,) = pictures(leak, "t")
    assert "the event" in drawn.svg and leak["event"] in drawn.caption
    assert "the event" not in pictures(leak | {"event": "something else"}, "t")[0].svg
    assert pictures(leak | {"lowest_bits": []}, "t") == []
    for stand_in in ("#010101", "#030303", "#000000", "#ffffff"):
        assert all(stand_in not in p.svg for p in (distribution, events, drawn)), stand_in
