"""The rows of the page of libraries: each implementation of some reports, what it answers to each
question, and why.

This file knows where a bundled library's scripts and drafts lie. A script is shown only if it is
one of that library's own, whatever a report says; and of a finding that breaks a guarantee and that
its maintainers do not know neither the script nor the evidence is shown, but the draft of the
report to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..judging.evidence import JUDGED, Severity
from ..judging.known import UNREPORTED
from ..judging.verdict import FAIL
from ..reports.questions import Cell, cells, gravity
from ..reports.wording import asked, got, tidy, title
from . import findings as lists
from .bundled import OWN, Library, bundled

IN_THE_REPOSITORY = "reference/dpmean/libraries"
MOST = 6  # checks of one finding that are named; the rest are counted


@dataclass(frozen=True)
class Finding:
    """One thing that is not as the vectors have it, with all checks that show it.

    `facts` is what its list says (severity, quote, source, since, reported), `script` and `draft`
    are paths in the repository, and `seen` is what was observed and wanted, of the first check; all
    may be empty.
    """

    question: str
    gravity: str
    new: bool
    text: str
    category: str
    checks: tuple[str, ...]
    files: tuple[str, ...]
    seen: tuple[tuple[str, str], ...]
    facts: Mapping[str, str]
    script: str = ""
    draft: str = ""

    @property
    def withheld(self) -> bool:
        """Tell whether its maintainers have to be told first."""
        return self.gravity is Severity.GUARANTEE and self.facts.get("reported") == UNREPORTED


@dataclass(frozen=True)
class Row:
    """One implementation: its name and version, whether it is a control, the answers, and the
    findings behind them.
    """

    name: str
    title: str
    finished: str
    group: str
    cells: Mapping[str, Cell]
    findings: tuple[Finding, ...]
    stopped: str
    version: str
    language: str


GROUPS = {
    "libraries": "Libraries that promise differential privacy",
    "own": "This project's own implementation",
    "controls": "Controls: statistics libraries, which promise no privacy",
}


def rows(reports: list[dict[str, Any]]) -> list[Row]:
    """Return a row for each implementation that answered something, by group and name; the last of
    two runs counts.
    """
    known, made = bundled(), {}
    for report in reports:
        for run in tidy(report)["runs"]:
            if any(v["status"] in JUDGED for v in run["verdicts"]):
                made[run["adapter"]["command"]] = _row(run, known.get(run["adapter"]["command"]))
    return sorted(made.values(), key=lambda row: (tuple(GROUPS).index(row.group), row.name))


def not_judged(found: list[Row]) -> list[tuple[str, str]]:
    """Return the bundled libraries without a row, and what they need, so that nobody takes silence
    for praise.
    """
    judged = {row.name for row in found}
    return [
        (library.title, ", ".join(library.needs) or "Python")
        for name, library in bundled().items()
        if name not in judged
    ]


def _row(run: dict[str, Any], library: Library | None) -> Row:
    control = library is not None and library.control
    name = (
        run["adapter"]["command"]
        if library or run["adapter"]["command"] in OWN
        else run["adapter"]["name"]
    )
    group = "controls" if control else "own" if name in OWN else "libraries"
    answered = cells(run["verdicts"], control=control)
    found = [finding for cell in answered.values() for finding in _findings(cell, library)]
    return Row(
        name,
        title(run),
        run["finished"],
        group,
        answered,
        tuple(found),
        run["stopped"],
        run["adapter"]["version"],
        run["adapter"]["language"],
    )


def _findings(cell: Cell, library: Library | None) -> list[Finding]:
    """Return the findings of a cell: those of one entry of a list are one, and each new failure is
    one.
    """
    grouped: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for v in cell.failing:
        key = (
            ("new", v["id"])
            if v["status"] == FAIL
            else ("known", v["known"], v["repro"], gravity(v))
        )
        grouped.setdefault(key, []).append(v)
    return [_finding(cell.question, verdicts, library) for verdicts in grouped.values()]


def _finding(question: str, verdicts: list[dict[str, Any]], library: Library | None) -> Finding:
    first = verdicts[0]
    new, worst = first["status"] == FAIL, gravity(first)
    facts = {k: v for k, v in first.get("finding", {}).items() if isinstance(v, str)}
    script = "" if new else _script(first["repro"], library)
    seen = (("asked", asked(first)), ("seen", got(first)), ("allowed", first["wanted"]))
    made = Finding(
        question,
        worst,
        new,
        first["detail"] if new else first["known"],
        first.get("class", ""),
        tuple(v["id"] for v in verdicts),
        tuple(dict.fromkeys(_file(v) for v in verdicts)),
        seen,
        facts,
        script,
    )
    if not made.withheld:
        return made
    draft = _draft(first["repro"], library)
    return Finding(
        question,
        worst,
        new,
        made.text,
        made.category,
        made.checks,
        made.files,
        (),
        facts,
        "",
        draft,
    )


def _file(v: dict[str, Any]) -> str:
    """Return the file that a check lies in; support checks are made by the runner and lie in
    none.
    """
    return "" if v["kind"] == "support" else f"vectors/v1/{v['object']}/{v['kind']}.json"


def _script(repro: str, library: Library | None) -> str:
    own = library is not None and repro in {f.repro for f in lists.of(library)}
    return f"{IN_THE_REPOSITORY}/{library.name}/{repro}" if own and library else ""


def _draft(repro: str, library: Library | None) -> str:
    draft = Path("reports") / f"{Path(repro).stem}.md"
    own = _script(repro, library) and library is not None and (library.folder / draft).is_file()
    return f"{IN_THE_REPOSITORY}/{library.name}/{draft}" if own and library else ""
