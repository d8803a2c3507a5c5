"""The page for somebody who knows no theory: leaks first and apart, what each failure means, and
how to fix it.
"""

from __future__ import annotations

import re
from pathlib import Path

from dpmean.judging.evidence import Assuming, Follows, Seen, Severity, Statement
from dpmean.judging.verdict import FAIL, KNOWN, Verdict
from dpmean.reports import machine
from dpmean.reports.badge import badge
from dpmean.reports.html import page
from dpmean.reports.remedies import GROUPS, REMEDIES
from tests.helpers.reports_for_tests import VECTORS, run_of

RECORDED = Path(__file__).parents[1] / "lab" / "recorded" / "report.json"


def test_whatever_is_seen_has_a_remedy_and_every_severity_a_heading() -> None:
    assert set(REMEDIES) == set(Follows) and set(GROUPS) == set(Severity)


def test_leaks_come_first_and_everything_says_how_to_fix_it() -> None:
    """Kills a leak among wrong numbers, one that is counted twice or not at all, and a failure
    without a remedy.
    """
    report = machine.read(RECORDED)
    text = page(report)
    first = text[text.index('id="leaks"') : text.index('id="matrix"')]
    leaking = [
        v
        for run in report["runs"]
        for v in run["verdicts"]
        if v["status"] in (FAIL, KNOWN) and v["severity"] == "guarantee"
    ]
    assert sum(int(n) for n in re.findall(r">(\d+) checks?</a>", first)) == len(leaking) > 3
    assert first.count("How to fix it") == first.count("<li") >= 3 and "all known" in first
    anchors = re.findall(r'href="#(verdict-\d+-\d+)"', first)
    assert anchors and all(f'id="{a}"' in text for a in anchors)
    listed = sum(v["status"] in (FAIL, KNOWN) for run in report["runs"] for v in run["verdicts"])
    assert text.count("<dt>How to fix it</dt>") == listed
    failing = text[text.index('id="run-1"') :]
    assert failing.index("<h3>Leaks (") < failing.index("<h3>Wrong numbers (")


def test_no_leak_is_no_proof() -> None:
    report = machine.read(RECORDED)
    for run in report["runs"]:
        run["verdicts"] = [v for v in run["verdicts"] if v.get("severity") != "guarantee"]
    assert "None was seen. That is no proof of privacy" in page(report)


def test_the_box_of_leaks_and_the_badge_name_the_assumption() -> None:
    """Kills "the draws exceed the claimed epsilon" of draws of one input, without what it supposes."""
    vector = VECTORS["laplace-stat-epsilon1-0"]
    told = Statement(Seen.COUNTS, Follows.LOSS, Assuming.ADDED, 1.5, 1e-9)
    run = run_of(Verdict(vector, FAIL, "seen", follows=(told,)), exit_code=1)
    report = {"suite": "1", "runs": [run]}
    text = page(report)
    assert "if a release is the value plus this noise" in text[: text.index('id="matrix"')].lower()
    assert "if a release is the value plus this noise" in badge(report)["message"]
