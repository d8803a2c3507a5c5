"""The page of libraries: words that follow from the verdicts, controls apart, nothing that a report
can smuggle in.

Kills: a leak that is averaged away, a control that is accused, a new failure that looks like a
known one, a script or figures of a finding that its maintainers do not know, a link that leads
nowhere, and a page that moves by itself.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from dpmean.cli.matrix import matrix_command
from dpmean.libraries import page_html as libraries_html
from dpmean.libraries import page_markdown as libraries_markdown
from dpmean.libraries.bundled import bundled
from dpmean.libraries.page import rows
from dpmean.reports import machine
from dpmean.reports.questions import QUESTIONS, cells, gravity
from tests.helpers.reports_for_tests import (
    FAILED,
    HOSTILE,
    PASSED,
    RECORDED,
    SKIPPED,
    hostile,
    read_html,
    run_of,
)

ROOT = Path(__file__).parents[2]
LEAK = {
    "type": "leak",
    "event": "x is odd",
    "epsilon": "1",
    "factor": 2.7,
    "share": 0.3,
    "neighbor_share": 0.0,
    "lowest_bits": [],
}


def verdict(kind: str, status: str, object_: str = "laplace", **more: Any) -> dict[str, Any]:
    """One verdict as a report has it; a failure and a finding have what the schema asks of them."""
    made = {
        "id": f"{object_}-{kind}-{status}",
        "kind": kind,
        "object": object_,
        "quantity": None,
        "params": {"epsilon": "1"},
        "level": "must",
        "status": status,
        "detail": "got 1",
        "why": "",
        "flags": [],
    }
    if status in ("fail", "known"):
        told = {"what": "value", "seen": "number", "severity": "result", "assuming": ""}
        if kind == "reject":
            told |= {"what": "accepted", "seen": "accepted", "severity": "contract"}
        if more.get("evidence", {}).get("type") == "leak":
            told |= {"what": "leak", "seen": "told apart", "severity": "guarantee"}
        made |= {"input": {}, "wanted": "2", "matters": "", "follows": [told]}
    if status == "known":
        made |= {"known": "it is so", "repro": "repros/none.py", "class": "defect", "breaks": False}
    return made | more


def report(command: str, *verdicts: dict[str, Any]) -> dict[str, Any]:
    run = run_of(PASSED, FAILED, SKIPPED)
    run["adapter"] |= {"command": command, "name": command.split()[0]}
    run |= {"verdicts": list(verdicts), "finished": "2026-01-02T03:04:05Z"}
    return machine.report_json([run])


@pytest.mark.parametrize(
    ("given", "question", "text"),
    [
        ([verdict("stat", "pass")], "noise", "right (1)"),
        ([verdict("stat", "pass", "sized_mean")], "mean", "right under replace-one (1)"),
        (
            [verdict("transcript", "fail", "shifted_mean")],
            "mean",
            "wrong in 1 of 1, under add-or-remove-one",
        ),
        ([verdict("exact", "pass"), verdict("exact", "fail")], "numbers", "wrong in 1 of 2"),
        ([verdict("reject", "fail")], "refuses", "amiss in 1 of 1"),
        (
            [verdict("reject", "known", finding={"severity": "policy"})],
            "refuses",
            "own choice in 1 of 1",
        ),
        (
            [verdict("reject", "known", **{"class": "documented"})],
            "refuses",
            "own choice in 1 of 1",
        ),
        ([verdict("support", "pass")], "leak", "no leak seen (1)"),
        (
            [verdict("support", "fail", evidence=LEAK), verdict("support", "pass", "sized_mean")],
            "leak",
            "leaks in 1 of 2: laplace",
        ),
        (
            [verdict("stat", "known", breaks=True), *[verdict("stat", "pass")] * 9],
            "leak",
            "leaks in 1 of 1: laplace",
        ),
        (
            [verdict("support", "known", finding={"severity": "contract"})],
            "noise",
            "unusable in 1 of 1",
        ),
        ([verdict("stat", "unsupported")], "noise", "has none"),
        ([verdict("support", "not asked"), verdict("support", "unsupported")], "leak", "not asked"),
        ([verdict("support", "not asked"), verdict("support", "pass")], "leak", "no leak seen (1)"),
        ([verdict("reject", "inconclusive")], "refuses", "inconclusive"),
    ],
)
def test_a_word_follows_from_the_gravest_verdict(
    given: list[dict[str, Any]], question: str, text: str
) -> None:
    assert cells(given, control=False)[question].text == text


def test_what_breaks_a_guarantee_is_in_no_other_cell() -> None:
    """Kills a broken guarantee that is counted as a refused parameter."""
    answered = cells(
        [verdict("reject", "known", breaks=True), verdict("reject", "pass")], control=False
    )
    assert (answered["leak"].text, answered["refuses"].text) == (
        "leaks in 1 of 1: laplace",
        "all of it (1)",
    )


def test_a_control_breaks_no_guarantee_and_stands_apart() -> None:
    leaking = verdict(
        "support", "known", evidence=LEAK, **{"class": "control"}, finding={"severity": "policy"}
    )
    assert gravity(leaking) == "policy"
    (row,) = rows([report("numpy", leaking, verdict("stat", "pass"))])
    assert (row.group, row.cells["leak"].text) == ("controls", "would leak in 1 of 1")
    page = libraries_markdown.page(
        [report("numpy", leaking), report("opendp", verdict("stat", "pass"))]
    )
    first, second = page.index("## Libraries that promise"), page.index("## Controls")
    assert first < page.index("| opendp") < second < page.index("| numpy")
    assert not libraries_markdown.short([report("numpy", leaking)])[2:-2]


def test_a_new_failure_is_called_new_and_a_known_one_says_what_its_list_says() -> None:
    facts = {
        "severity": "result",
        "since": "0.9",
        "reported": "https://example.org/issues/7",
        "quote": "So it is.",
        "source": "a/b c.py (1)",
    }
    known = verdict("stat", "known", finding=facts)
    page = libraries_markdown.page([report("opendp", verdict("exact", "fail"), known)])
    assert "- **new**, *result*: got 1" in page
    assert "- *result* defect: it is so" in page
    assert "since 0.9; reported: <https://example.org/issues/7>" in page
    assert 'the library says: "So it is." (a/b c.py (1))' in page


def test_a_finding_that_its_maintainers_do_not_know_shows_no_script_and_no_figures() -> None:
    """Kills an exploit on a page that anybody reads before those who can mend it."""
    repro = "repros/ml_geometric.py"
    grave = verdict(
        "stat",
        "known",
        "discrete_laplace",
        breaks=True,
        detail="SEEN 0.7 where 0.2",
        repro=repro,
        finding={"severity": "guarantee", "reported": "unreported"},
    )
    for made in (
        libraries_markdown.page([report("pydp", grave)]),
        libraries_html.page([report("pydp", grave)]),
    ):
        assert "SEEN" not in made and repro not in made and "set_probability(" not in made
        assert "unreported" in made and "libraries/pydp/reports/ml" in made.replace("\\", "")
    told = verdict(
        "stat",
        "known",
        "discrete_laplace",
        breaks=True,
        detail="SEEN 0.7 where 0.2",
        repro=repro,
        finding={"severity": "guarantee", "reported": "https://example.org/1"},
    )
    assert repro in libraries_markdown.page([report("pydp", told)])
    assert "set_probability(" in libraries_html.page([report("pydp", told)])


@pytest.mark.parametrize(
    "repro", ["../../../../README.md", "adapter.py", "/etc/passwd", "repros/none.py"]
)
def test_a_report_cannot_name_a_file_to_be_shown(repro: str) -> None:
    made = [report("opendp", verdict("stat", "known", repro=repro))]
    assert rows(made)[0].findings[0].script == ""
    assert "See it with" not in libraries_html.page(made)


@pytest.mark.parametrize("word", HOSTILE[:-1], ids=range(len(HOSTILE) - 1))
def test_what_a_report_says_is_text(word: str) -> None:
    """Kills markup, links and cells that come from a report: nothing of it is more than text."""
    told = {"severity": "result", "quote": word, "source": word, "since": word, "reported": word}
    given = report(
        "opendp",
        verdict("exact", "fail"),
        verdict("stat", "known", finding=told),
        verdict("support", "fail", evidence=dict(LEAK)),
    )
    plain, spoiled = deepcopy(given), hostile(given, word.replace("\ud800", ""))
    pages = [libraries_html.page([made]) for made in (plain, spoiled)]
    tags = [read_html(page).tags for page in pages]
    assert {tag for tag, n in tags[1].items() if n} <= {tag for tag, n in tags[0].items() if n} | {
        "br"
    }
    assert not any(name.startswith("on") for name, _ in read_html(pages[1]).attributes)
    tokens = MarkdownIt("commonmark").enable("table").parse(libraries_markdown.page([spoiled]))
    inline = [child for token in tokens for child in token.children or ()]
    links = {str(child.attrGet("href")) for child in inline if child.type == "link_open"}
    assert all(re.match(r"#[a-z0-9-]+$|\.\./\.\./vectors/v1/[a-z]", link) for link in links), links
    html = {child.content for child in [*inline, *tokens] if child.type.startswith("html")}
    assert all(re.fullmatch(r'<a id="[a-z0-9-]*">|</a>', text) for text in html), html


def test_the_same_reports_give_the_same_page_and_the_command_writes_both(tmp_path: Path) -> None:
    made = [report("opendp", verdict("stat", "pass")), report("numpy", verdict("stat", "pass"))]
    for i, one in enumerate(made):
        (tmp_path / f"{i}.json").write_text(json.dumps(one))
    files = [str(tmp_path / f"{i}.json") for i in range(2)]
    done = CliRunner().invoke(
        matrix_command,
        [*files, "--markdown", str(tmp_path / "L.md"), "--html", str(tmp_path / "L.html")],
    )
    assert (done.exit_code, done.output) == (0, "")
    assert (
        (tmp_path / "L.md").read_text()
        == libraries_markdown.page(made)
        == CliRunner().invoke(matrix_command, files).output
    )
    assert "judged 2026-01-02 with vectors " in (tmp_path / "L.md").read_text()
    assert read_html((tmp_path / "L.html").read_text()).tags["script"] == 0
    short = CliRunner().invoke(matrix_command, [*files, "--short"]).output.splitlines()
    assert len(short) == 5 and short[2].startswith("| opendp 1 | has none | ✓ right (1) |")
    front = tmp_path / "README.md"
    front.write_text(f"before\n{libraries_markdown.START}\nold\n{libraries_markdown.END}\nafter\n")
    assert CliRunner().invoke(matrix_command, [*files, "--front", str(front)]).output == ""
    assert front.read_text().splitlines() == [
        "before",
        libraries_markdown.START,
        *short,
        libraries_markdown.END,
        "after",
    ]


def test_a_recorded_report_gives_a_page() -> None:
    page = libraries_markdown.page([machine.read(RECORDED)])
    assert page.count("\n## ") >= 4
    assert all(question in page for question in QUESTIONS.values())


def brief(line: str) -> str:
    """A row of the page's table as the README has it: without links, relations and objects."""
    plain = re.sub(r"\[([^\]]*)\]\(#[^)]*\)", r"\1", line)
    cells = [
        re.sub(r" in ([0-9,]+) of ([0-9,]*[0-9]).*", r" \1/\2", cell) for cell in plain.split(" | ")
    ]
    return (
        " | ".join([re.sub(r" under .* \(", " (", cell) for cell in cells]).removesuffix(" |")
        + " |"
    )


def test_the_committed_page_leads_where_it_says_and_the_readme_opens_with_its_table() -> None:
    docs = ROOT / "reference" / "docs"
    page, readme = (docs / "LIBRARIES.md").read_text(), (ROOT / "README.md").read_text()
    places = set(re.findall(r'<a id="([^"]+)"></a>', page))
    for target in re.findall(r"(?<!\\)\]\(([^)]+)\)", page):
        assert target[1:] in places if target.startswith("#") else (docs / target).is_file(), target
    table = page[page.index("## Libraries that promise") :].split("\n\n")[1].splitlines()
    shown = (
        readme.split(libraries_markdown.START + "\n")[1]
        .split("\n" + libraries_markdown.END)[0]
        .splitlines()
    )
    assert shown[2:-2] == [brief(line) for line in table[2:]]
    assert shown[-1].lower().rstrip(".") in page.split("\n")[2]  # the date
    versions = {name: library.version for name, library in bundled().items()}
    shown = [
        row
        for row in re.findall(r"^\| ([a-z-]+) ([0-9.]+) \|", page, re.MULTILINE)
        if row[0] != "dpmean"
    ]
    assert len(shown) >= 8
    assert all(versions[name] == version for name, version in shown), (
        "judged again since a library was pinned anew"
    )
