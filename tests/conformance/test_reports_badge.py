"""The badge, the verdict and the effects of a report: none is calm about a leak, and a guess is called one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from dpmean.conformance.judging.verdict import Verdict
from dpmean.conformance.reports import machine
from dpmean.conformance.reports.badge import badge
from dpmean.conformance.reports.html import page
from dpmean.conformance.reports.markdown import markdown
from dpmean.conformance.reports.text import table, text
from dpmean.conformance.reports.wording import headline
from tests.helpers.reports_for_tests import (
    ABSENT,
    FAILED,
    PASSED,
    RECORDED,
    SKIPPED,
    VECTORS,
    read_html,
    run_of,
)


@pytest.fixture
def recorded() -> dict[str, Any]:
    return machine.read(RECORDED)


STAT = Verdict(VECTORS["laplace-stat-epsilon1-0"], "fail", "error: KeyError")
LAW = replace(STAT, evidence={"type": "law"})
LEAK = replace(STAT, vector=replace(STAT.vector, kind="support", flags=("FloatLeak",)), evidence={"type": "leak"})
STATUS = Verdict(VECTORS["sized_mean-reject-laplace-neighbours-nan"], "fail", "refused a valid request")
ONE_SIDED = Verdict(next(v for v in VECTORS.values() if v.accept.get("rule") == "at_least"), "fail", "got 1")
CLIPPED = Verdict(next(v for v in VECTORS.values() if v.kind == "transcript" and "ClipForgotten" in v.flags), "fail",
    "got 1")
OFF_LATTICE = Verdict(VECTORS["discrete_laplace-reject-sensitivity3_2"], "fail", "accepted")
REFUSED = replace(STATUS, vector=replace(STATUS.vector, flags=("SensitivityUnit",)))  # a valid request that was refused


def known(category: str, failure: Verdict = FAILED, breaks: bool = False) -> Verdict:
    """A failure that a list knows."""
    return replace(failure, status="known", known="it does so", repro="r.py", category=category, breaks=breaks)


BADGES = [
    ([ABSENT], "not judged", "lightgrey"),
    ([run_of(PASSED), ABSENT], "1/2 conform", "brightgreen"),
    ([run_of(PASSED, SKIPPED)], "conforms 1/1", "brightgreen"),
    ([run_of(PASSED, known("documented"))], "1/2, differences documented", "green"),
    ([run_of(PASSED, known("convention")), run_of(PASSED)], "2/2 conform", "green"),
    ([run_of(PASSED, known("defect"), known("adapter"))], "defects: 2 known", "yellow"),
    ([run_of(PASSED, known(""))], "defects: 1 known", "yellow"),
    ([run_of(PASSED, known("documented", breaks=True))], "leaks: 1 known", "red"),
    ([run_of(PASSED, known("documented", LEAK))], "leaks: 1 known", "red"),
    ([run_of(PASSED, known("defect", STATUS))], "leaks: 1 known", "red"),
    ([run_of(PASSED, known("documented", STATUS))], "1/2, differences documented", "green"),
    ([run_of(PASSED, known("defect", LAW))], "guarantee in doubt: 1 known", "orange"),
    ([run_of(PASSED, known("convention", LAW))], "1/2, differences documented", "green"),
    ([run_of(PASSED, known("defect", STAT))], "defects: 1 known", "yellow"),
    ([run_of(PASSED, known("adapter", ONE_SIDED))], "guarantee in doubt: 1 known", "orange"),
    ([run_of(PASSED, known("defect", CLIPPED))], "guarantee in doubt: 1 known", "orange"),
    ([run_of(PASSED, known("documented", CLIPPED))], "1/2, differences documented", "green"),
    ([run_of(PASSED, known("defect", OFF_LATTICE))], "guarantee in doubt: 1 known", "orange"),
    ([run_of(PASSED, known("defect", REFUSED))], "defects: 1 known", "yellow"),
    ([run_of(PASSED), run_of(PASSED, known("control", LEAK))], "1/2 conform, 1 leaking", "red"),
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
    assert badge(machine.report_json(runs)) == {"schemaVersion": 1, "label": "dpmean", "message": message,
        "color": colour}


def test_no_report_is_calm_about_a_known_leak(recorded: dict[str, Any]) -> None:
    """Kills a table, page, summary or sentence that says "nothing new" or "conforms" of a library that is known to
    leak.
    """
    leaking = next(run for run in recorded["runs"] if run["exit_code"] == 0)
    assert any(v.get("evidence", {}).get("type") == "leak" for v in leaking["verdicts"])
    report = machine.report_json([leaking])
    row = table([leaking]).splitlines()[-1]
    for shown in (row, headline(leaking).sentence, text(leaking), markdown(report), read_html(page(report)).text,
            json.dumps(badge(report))):
        assert "leaks: 1 known" in shown.lower()
        assert "nothing new" not in shown and "conforms" not in shown
    assert 'class="card leaks"' in page(report)


def test_a_new_leak_is_named_in_the_verdict(recorded: dict[str, Any]) -> None:
    """Kills a table in which a leak looks like any other failure."""
    failing = next(run for run in recorded["runs"] if run["exit_code"] == 1)
    assert headline(failing).claim == "does not conform, 1 leak:"
    assert "does not conform, 1 leak" in table([failing]).splitlines()[-1]


def test_what_a_failure_can_mean_is_labelled_as_a_guess_and_a_known_finding_has_none() -> None:
    """Kills a flag of the vector that is printed as what happened."""
    fresh = replace(FAILED, vector=VECTORS["discrete_laplace-reject-sensitivity3_2"])
    (failed,) = run_of(fresh, exit_code=1)["verdicts"]
    assert failed["matters"].startswith("such failures can mean: lattice steps")
    (listed,) = run_of(known("documented", fresh))["verdicts"]
    assert listed["matters"].startswith("documented: ") and "infinite loss" not in listed["matters"]
    assert (listed["class"], listed["breaks"]) == ("documented", False)
