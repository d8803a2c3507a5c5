"""The formats made from the JSON object: JUnit, Markdown, badge, page and pictures say what
happened, and nothing breaks them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from dpmean.judging.verdict import KNOWN
from dpmean.reports import machine
from dpmean.reports.badge import badge
from dpmean.reports.headline import headline
from dpmean.reports.html import matrix, page
from dpmean.reports.junit import junit
from dpmean.reports.markdown import code, markdown
from dpmean.reports.pictures import pictures
from dpmean.reports.text import text
from tests.helpers.reports_for_tests import (
    ABSENT,
    FAILED,
    HOSTILE,
    PASSED,
    RECORDED,
    SKIPPED,
    hostile,
    junit_rules,
    read_html,
    run_of,
)


@pytest.fixture
def recorded() -> dict[str, Any]:
    return machine.read(RECORDED)


@pytest.fixture(scope="module")
def plain() -> set[str]:
    """The elements of the recorded run's page."""
    return set(read_html(page(machine.read(RECORDED))).tags)


@pytest.mark.parametrize("word", HOSTILE, ids=lambda w: repr(w)[:24])
def test_nothing_that_an_adapter_says_breaks_a_report(
    word: str, recorded: dict[str, Any], plain: set[str]
) -> None:
    """Kills a missing escape in any format: markup, control characters, the end of a CDATA, a code
    span or a cell, a megabyte.
    """
    report = hostile(recorded, word)
    document = page(report)
    reader = read_html(document)
    assert set(reader.tags) <= plain | {"h3", "ul", "li"}
    assert not [name for name, _ in reader.attributes if name.startswith("on")]
    assert not [
        value
        for name, value in reader.attributes
        if name in ("href", "src") and not value.startswith("#")
    ]
    assert "7 * 7" in reader.text or "7 * 7" not in word
    tree = ET.fromstring(junit(report))
    junit_rules(tree)
    assert {e.tag for e in tree.iter()} <= {
        "testsuites",
        "testsuite",
        "properties",
        "property",
        "testcase",
        "failure",
        "error",
        "skipped",
        "system-out",
        "system-err",
    }
    shown = markdown(report)
    rendered = read_html(MarkdownIt("commonmark").enable("table").render(shown))
    assert not set(rendered.tags) - {
        "h2",
        "h3",
        "h4",
        "p",
        "ul",
        "li",
        "code",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
    }
    assert rendered.tags["table"] == len(report["runs"])
    everything = (
        document
        + shown
        + junit(report)
        + "".join(text(run, verbose=True) for run in report["runs"])
        + json.dumps(badge(report))
    )
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


def test_junit_has_a_suite_an_adapter_and_a_case_a_vector(recorded: dict[str, Any]) -> None:
    """Kills a vector that is lost, a failure that is skipped, and a known finding that counts as
    passed.
    """
    tree = ET.fromstring(junit(recorded))
    junit_rules(tree)
    for suite, run in zip(tree, recorded["runs"], strict=True):
        cases = {c.get("name", ""): c for c in suite.findall("testcase")}
        for v in run["verdicts"]:
            (outcome, message) = next(
                ((e.tag, e.get("message", "")) for e in cases[v["id"]]), ("", "")
            )
            assert (
                outcome
                == {"pass": "", "fail": "failure", "known": "skipped", "unsupported": "skipped"}[
                    v["status"]
                ]
            )
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
    """Kills a report in which a run that did not exit 0 has only passed and skipped cases, or a
    green badge.
    """
    report = machine.report_json([run])
    suite = ET.fromstring(junit(report))[0]
    assert int(suite.get("errors", "0")) + int(suite.get("failures", "0")) >= 1
    assert badge(report)["color"] in ("red", "orange", "lightgrey")
    assert "conforms" not in headline(run).sentence
    assert "conforms" not in markdown(report).lower()


# ---- Markdown and badge ----


def test_markdown_counts_lists_and_cuts() -> None:
    """Kills a table with another column order, a list without an end, and findings or reasons that
    are left out.
    """
    known = replace(FAILED, status=KNOWN, detail="got 1", known="documented", repro="r.py")
    run = run_of(PASSED, PASSED, *[FAILED] * 25, known, SKIPPED, exit_code=1)
    shown = markdown(machine.report_json([run]))
    assert "| kind | passed | failed | known | unsupported |" in shown
    assert "| exact | 2 | 25 | 1 | 1 |" in shown
    assert shown.count("- asked: ") == 20 and "... and 5 more" in shown
    assert "`documented`" in shown and "1 x `no decay`" in shown
    assert "`dpmean conform -a 'acme --x' --run laplace-variance-epsilon50 -v`" in shown


# ---- the page ----


def test_the_page_is_whole_and_alone(recorded: dict[str, Any]) -> None:
    """Kills an id that is given twice, a link to nowhere, a file or address outside of the page, an
    image without words.
    """
    document = page(recorded)
    reader = read_html(document)
    ids = [value for name, value in reader.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    links = {value.removeprefix("#") for name, value in reader.attributes if name == "href"}
    referred = (
        links
        | set(re.findall(r"url\(#([^)]+)\)", document))
        | {value for name, value in reader.attributes if name == "aria-labelledby"}
    )
    assert referred <= set(ids)
    assert "http" not in re.sub(r"http-equiv", "", document)
    assert not set(reader.tags) & {"script", "link", "img", "iframe", "metadata"}
    assert reader.tags["style"] == 1
    evidence = [
        v["evidence"] for run in recorded["runs"] for v in run["verdicts"] if "evidence" in v
    ]
    assert {e["type"] for e in evidence} == {"law", "leak"}
    assert (
        reader.tags["svg"]
        == reader.tags["figure"]
        == reader.tags["figcaption"]
        == sum(2 if e["type"] == "law" else 1 for e in evidence)
    )
    findings = sum(
        v["status"] in ("fail", "known") for run in recorded["runs"] for v in run["verdicts"]
    )
    assert len([i for i in ids if i.startswith("verdict-")]) == findings > 10
    for run in recorded["runs"]:
        for v in run["verdicts"]:
            if v["status"] in ("fail", "known"):
                assert (
                    v["id"] in reader.text
                    and v["matters"] in reader.text
                    and v["wanted"] in reader.text
                )


def test_the_matrix_counts_every_check_that_somebody_answers(recorded: dict[str, Any]) -> None:
    """Kills a row that is left out because one implementation has nothing for it, and a count in
    the wrong column.
    """
    for v in recorded["runs"][1]["verdicts"]:
        if v["quantity"] == "variance":  # answered by the first only
            v["status"] = "unsupported"
    wanted: dict[str, list[Counter[str]]] = {}
    for i, run in enumerate(recorded["runs"]):
        for v in run["verdicts"]:
            name = (
                f"{v['object']}.{v['quantity']}"
                if v["kind"] == "exact"
                else f"{v['object']}/{v['kind']}"
            )
            wanted.setdefault(name, [Counter() for _ in recorded["runs"]])[i][v["status"]] += 1
    groups, unanswered = matrix(recorded["runs"])
    found = {
        name: [Counter({status: count for status, count, _ in cell}) for cell in cells]
        for _, rows in groups
        for name, cells in rows
    }
    assert found | {name: wanted[name] for name in unanswered} == wanted
    assert (
        all(set(cell) <= {"unsupported"} for name in unanswered for cell in wanted[name])
        and "laplace.scale" in unanswered
    )


def test_pictures_say_in_words_what_they_show(recorded: dict[str, Any]) -> None:
    """Kills a picture that marks the wrong point, event or bits."""
    law: dict[str, Any] = {
        "type": "law",
        "n": 1000,
        "center": "0",
        "band": 0.05,
        "points": [
            {"x": x, "seen": s, "expected": 0.5}
            for x, s in (("-1/2", 0.48), ("1/2", 0.44), ("3", 0.61))
        ],
        "events": [
            {
                "name": "the mass at the centre",
                "count": 300,
                "n": 1000,
                "expected": 0.3,
                "p": 1,
                "flag": "DoubleZero",
            },
            {
                "name": "far $\\out$",
                "count": 0,
                "n": 1000,
                "expected": 0.2,
                "p": 0.0,
                "flag": "TailCut",
            },
        ],
    }
    distribution, events = pictures(law, "t")
    assert (
        "At 2 of 3 registered points" in distribution.caption
        and "by +0.1100, at x = 3" in distribution.caption
    )
    assert "(crosses): far $\\out$." in events.caption
    assert (
        "far $\\out$" in events.svg and "the mass" in events.svg and "p &lt; 1e-300" in events.svg
    )
    assert len(re.findall(r"<use[^>]*var\(--bad\)", distribution.svg)) == 2  # of three
    assert len(re.findall(r"<use[^>]*var\(--bad\)", events.svg)) == 1  # of two
    tiny = {
        "name": "on the lattice",
        "count": 0,
        "n": 1000,
        "expected": 5e-11,
        "p": 1,
        "flag": "RoundedContinuous",
    }
    assert "1e-11" not in pictures(law | {"events": [tiny]}, "t")[1].svg
    assert len(pictures(law | {"points": []}, "t")) == len(pictures(law | {"events": []}, "t")) == 1
    (leak,) = (
        v["evidence"]
        for run in recorded["runs"]
        for v in run["verdicts"]
        if v.get("evidence", {}).get("type") == "leak" and run["exit_code"] == 1
    )
    (drawn,) = pictures(leak, "t")
    assert "the event" in drawn.svg and leak["event"] in drawn.caption
    assert "the event" not in pictures(leak | {"event": "something else"}, "t")[0].svg
    assert pictures(leak | {"lowest_bits": []}, "t") == []
    for stand_in in ("#010101", "#030303", "#000000", "#ffffff"):
        assert all(stand_in not in p.svg for p in (distribution, events, drawn)), stand_in
