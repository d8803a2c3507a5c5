"""The report as JUnit XML: one test suite per adapter, one test case per vector, as common CI
systems read it.

The shape satisfies both the schema of Ant's JUnit reports and that of Jenkins. Unsupported vectors
are skipped with their reason. A known finding is skipped too, with its reason: it is no news, and a
CI system shows skipped cases apart from passed ones, so it is never counted as conforming. What
fails a run without being a vector (a run that ended early, a stale list of findings, nothing
judged) is a test case of its own that has an error, so that a CI system cannot show green where
`dpmean conform` does not exit 0.
"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

from ..exits import Exit
from ..judging.verdict import FAIL, KNOWN, PASS
from .headline import decides, headline
from .wording import WORDS, asked, given, got, gravity, repeat, sources, tidy, title


def junit(report: dict[str, Any]) -> str:
    """Return the XML document; adapters' text is tidied first, because XML has no way to spell
    control characters.
    """
    suites = ET.Element("testsuites")
    for i, run in enumerate(tidy(report)["runs"]):
        _suite(suites, i, run)
    ET.indent(suites)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"
    )


def _suite(suites: ET.Element, i: int, run: dict[str, Any]) -> None:
    suite = ET.SubElement(
        suites, "testsuite", name=title(run), package="dpmean", id=str(i), hostname="localhost"
    )
    suite.set("timestamp", run["finished"].removesuffix("Z"))
    suite.set("time", f"{run['seconds']:.2f}")
    facts = {
        "command": run["adapter"]["command"],
        "suite": run["suite"],
        "exit_code": str(run["exit_code"]),
        "draws": str(run["draws"]),
    }
    properties = ET.SubElement(suite, "properties")
    for name, value in (facts | {"false_alarm_bound": run["false_alarm_bound"]}).items():
        ET.SubElement(properties, "property", name=name, value=value)
    tally = {"failure": 0, "error": 0, "skipped": 0}
    for v in run["verdicts"]:
        case = _case(suite, f"{v['object']}.{v['kind']}", v["id"])
        if decides(run, v):
            tally["failure"] += 1
            ET.SubElement(
                case, "failure", type=v["severity"], message=f"{gravity(v)}: {v['detail']}"
            ).text = _body(run, v)
        # below the chosen severity: no failure of the run, and no pass either
        elif v["status"] == FAIL:
            tally["skipped"] += 1
            ET.SubElement(
                case, "skipped", message=f"lesser failure: {gravity(v)}: {v['detail']}"
            ).text = _body(run, v)
        elif v["status"] != PASS:
            tally["skipped"] += 1
            known = v["status"] == KNOWN
            skipped = ET.SubElement(
                case,
                "skipped",
                message=f"known finding: {gravity(v)}: {v['known']}"
                if known
                else f"{WORDS[v['status']]}: {v['detail']}",
            )
            skipped.text = _body(run, v) if known else None
    for name, message in _of_the_run(run):
        if run["exit_code"]:
            tally["error"] += 1
            ET.SubElement(
                _case(suite, "run", name), "error", type="run", message=message
            ).text = message
        else:  # a library whose toolchain is absent: reported, not failed
            tally["skipped"] += 1
            ET.SubElement(_case(suite, "run", name), "skipped", message=message)
    suite.set("tests", str(len(suite.findall("testcase"))))
    for attribute, n in (
        ("failures", tally["failure"]),
        ("errors", tally["error"]),
        ("skipped", tally["skipped"]),
    ):
        suite.set(attribute, str(n))
    ET.SubElement(suite, "system-out").text = "\n".join(
        [headline(run).sentence, *run["in_doubt"], *sources(run)]
    )
    ET.SubElement(suite, "system-err")


def _case(suite: ET.Element, classname: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=f"dpmean.{classname}", name=name, time="0")


def _of_the_run(run: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what is wrong with the run as a whole."""
    found = [
        (f"list of known findings {i + 1}", complaint)
        for i, complaint in enumerate(run["list_complaints"])
    ]
    if run["stopped"]:
        found.append(("judged to the end", run["stopped"]))
    if run["exit_code"] == Exit.INCONCLUSIVE and not run["stopped"]:
        found.append(("something judged", headline(run).sentence))
    return found


def _body(run: dict[str, Any], v: dict[str, Any]) -> str:
    rows = {
        "asked": asked(v),
        "given": given(v),
        "seen": got(v),
        "wanted": v["wanted"],
        "means": v["matters"],
        "guess": "; or ".join(v["guesses"]),
        "case": v["why"],
        "repeat": repeat(run, v),
    }
    return "\n".join(f"{label}: {words}" for label, words in rows.items() if words)
