"""What the tests of the reports share: runs made by hand, hostile text, and readers of HTML and
JUnit.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from dpmean.exits import Exit
from dpmean.judging.evidence import Follows, Statement
from dpmean.judging.judge import failure
from dpmean.judging.outcome import Judged
from dpmean.judging.results import End, Run
from dpmean.judging.verdict import PASS, UNSUPPORTED, Problem, Verdict
from dpmean.reports import machine
from dpmean.suite.files import load
from dpmean.wire.protocol import Hello

RECORDED = Path(__file__).parents[1] / "lab" / "recorded" / "report.json"
VECTORS = {v.id: v for v in load()}
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]></failure><x>",
    "\x00\x1b[31m\u202e\ud800\uffff\r\n\n# h",
    "` `` ``` | \\| \\",
    "{{ 7 * 7 }}{% raw %}",
    "$\\frac{1}{$",
    "@everyone #1 https://evil.example [x](javascript:alert(1)) <!--",
    "&lt;b&gt; &#60;",
    "A" * (1 << 20),
)


def run_of(
    *verdicts: Verdict, exit_code: int = 0, stopped: str = "", complaints: tuple[str, ...] = ()
) -> dict[str, Any]:
    ends = {Exit.INTERRUPTED: End.INTERRUPTED, Exit.INCONCLUSIVE: End.CLOCK}
    end = ends.get(Exit(exit_code), End.BROKE) if stopped else End.DONE
    result = Run(Hello("acme", "1", "go"), list(verdicts), stopped=stopped, end=end)
    return machine.run_json(Judged("acme --x", Exit(exit_code), result, list(complaints)))


def statement(follows: Follows) -> Statement:
    """A statement of this kind, from the first evidence that entails it."""
    from dpmean.judging.evidence import TABLE

    rule = next(rule for rule in TABLE if rule.follows is follows)
    bounded = follows is Follows.LOSS
    return Statement(
        rule.seen,
        follows,
        rule.assuming[0],
        1.5 if bounded else None,
        1e-9 if bounded else None,
    )


PASSED = Verdict(VECTORS["laplace-variance-epsilon1"], PASS)
FAILED = failure(VECTORS["laplace-variance-epsilon50"], Problem("got 1, want 2"))
SKIPPED = Verdict(VECTORS["laplace-variance-decay1_3"], UNSUPPORTED, "no decay")
ABSENT = machine.run_json(
    Judged("acme", 0, reason="not judged: the command 'go' is not on this machine")
)


def hostile(report: dict[str, Any], word: str) -> dict[str, Any]:
    """The report with one text in every place that an adapter, or a stranger's file, can fill.

    Of evidence of each type one is left in a run: to draw a picture takes a tenth of a second.
    """
    report = deepcopy(report)
    for run in report["runs"]:
        drawn: set[str] = set()
        for v in run["verdicts"]:
            if "evidence" in v and v["evidence"]["type"] in drawn:
                del v["evidence"]
            drawn |= {v.get("evidence", {}).get("type", "")}
        run["adapter"] = dict.fromkeys(run["adapter"], word)
        run |= {
            "stopped": word,
            "list_complaints": [word],
            "unsupported": [{"reason": word, "count": 3}],
        }
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


def junit_rules(tree: ET.Element) -> None:
    """The rules in which the schemas of Ant's reports and of Jenkins agree, and the counts that CI
    systems show.
    """
    assert tree.tag == "testsuites" and not tree.attrib
    for i, suite in enumerate(tree):
        assert suite.tag == "testsuite" and suite.get("id") == str(i)
        assert set(suite.attrib) == {
            "name",
            "package",
            "id",
            "hostname",
            "timestamp",
            "time",
            "tests",
            "failures",
            "errors",
            "skipped",
        }
        assert suite.attrib["name"].strip() and suite.attrib["package"] and suite.attrib["hostname"]
        datetime.strptime(suite.attrib["timestamp"], "%Y-%m-%dT%H:%M:%S")
        assert re.fullmatch(r"[0-9]+\.[0-9]+", suite.attrib["time"])
        assert re.fullmatch(
            "(properties)(testcase)*(system-out)(system-err)", "".join(e.tag for e in suite)
        )
        assert all(
            set(p.attrib) == {"name", "value"} and p.attrib["name"] for p in suite.iter("property")
        )
        found: Counter[str] = Counter()
        for case in suite.findall("testcase"):
            assert (
                set(case.attrib) == {"name", "classname", "time"}
                and case.attrib["name"]
                and case.attrib["classname"]
            )
            assert len(case) <= 1
            for outcome in case:
                found[outcome.tag] += 1
                assert len(outcome) == 0 and "message" in outcome.attrib
                assert outcome.tag == "skipped" or "type" in outcome.attrib
        assert set(found) <= {"failure", "error", "skipped"}
        assert [int(suite.attrib[a]) for a in ("failures", "errors", "skipped")] == [
            found[t] for t in ("failure", "error", "skipped")
        ]
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))
