"""The report as one self-contained page: verdicts, the matrix of implementations by check, and
every finding in full.

This file holds what the templates (in templates/) are given, and is the only one that imports
Jinja. The page needs no network, no script and no other file; everything that came from a report is
escaped by the templates.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from ..judging import CHECKS, judge_of
from ..judging.evidence import JUDGED, Outcome, Severity
from ..judging.verdict import FAIL, KNOWN, PASS, UNSUPPORTED
from .headline import ABSENT, STALE, headline
from .remedies import grouped, leaks, remedy
from .wording import (
    SYMBOLS,
    WORDS,
    asked,
    given,
    got,
    gravity,
    probability,
    repeat,
    sources,
    tidy,
    title,
)

TEMPLATES = Path(__file__).parent / "templates"
SHOWN_OPEN = 3  # so few failures are open when the page is
STATES = {
    STALE: "The list of findings is stale",
    UNSUPPORTED: "Nothing was judged",
    ABSENT: "Not judged",
}
NOT_JUDGED = tuple(o for o in Outcome if o not in JUDGED)
IN_A_CELL = (FAIL, KNOWN, PASS, Outcome.INCONCLUSIVE, Outcome.NOT_ASKED, UNSUPPORTED)


def rendered(template: str, **words: Any) -> str:
    """Return one of the templates with these words, everything escaped, and `style` as the page's
    style.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = Markup((TEMPLATES / "style.css").read_text(encoding="utf-8"))  # noqa: S704
    return environment.get_template(template).render(style=style, **words)


def page(report: dict[str, Any]) -> str:
    """Return the whole report as one HTML document."""
    report = tidy(report)
    runs = [_run(i, run) for i, run in enumerate(report["runs"])]
    rows, unanswered = matrix(report["runs"])
    words = {
        "symbols": SYMBOLS,
        "words": WORDS,
        "statuses": IN_A_CELL,
        "kinds_in_words": {name: judge_of(name).words for name in CHECKS},
        "probability": probability,
    }
    return rendered(
        "page.html",
        suite=report["suite"],
        runs=runs,
        groups=rows,
        unanswered=unanswered,
        drawn=any(run["draws"] for run in report["runs"]),
        leaks=leaks(report["runs"], _anchor),
        **words,
    )


def framed(report: dict[str, Any]) -> str:
    """Return the page in a frame of its own, for a notebook: neither's style touches the other."""
    return Markup(
        '<iframe sandbox title="dpmean conformance report" '
        'style="width:100%;height:40rem;border:0" srcdoc="{}"></iframe>'
    ).format(page(report))


def _run(i: int, run: dict[str, Any]) -> dict[str, Any]:
    """Return what the page says of one implementation."""
    head = headline(run)
    order = list(Severity)
    entries = {
        status: sorted(
            (_entry(i, j, run, v) for j, v in enumerate(run["verdicts"]) if v["status"] == status),
            key=lambda e: order.index(e["severity"]),
        )
        for status in (FAIL, KNOWN)
    }
    total = max(1, head.counts.total())
    return run | {
        "anchor": f"run-{i}",
        "title": title(run),
        "head": head,
        "state": STATES.get(head.state) or head.claim[:1].upper() + head.claim[1:].rstrip(";:"),
        "sources": sources(run),
        "finished": run["finished"].replace("T", " ").replace("Z", " UTC"),
        "false_alarm": f"{float(Fraction(run['false_alarm_bound'])):.1e}",
        "bar": [
            (status, head.counts[status], 100 * head.counts[status] / total)
            for status in (PASS, KNOWN, FAIL, *NOT_JUDGED)
            if head.counts[status]
        ],
        "kinds": [(kind, Counter(run["counts"][kind])) for kind in CHECKS if kind in run["counts"]],
        "failures": entries[FAIL],
        "groups": grouped(entries[FAIL]),
        "known": entries[KNOWN],
        "open": len(entries[FAIL]) <= SHOWN_OPEN,
    }


def _anchor(i: int, j: int) -> str:
    """Return the place on the page of the verdict j of the run i."""
    return f"verdict-{i}-{j}"


def _drawn(evidence: dict[str, Any], prefix: str) -> list[Any]:
    """Return the pictures of a verdict; none where the library that draws them is not installed."""
    try:
        from .pictures import pictures
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        return []
    return list(pictures(evidence, prefix))


def _entry(i: int, j: int, run: dict[str, Any], v: dict[str, Any]) -> dict[str, Any]:
    """Return what the page says of one failure or finding, with its pictures."""
    evidence = v.get("evidence")
    drawn = _drawn(evidence, f"p{i}-{j}-") if evidence else []
    return v | {
        "anchor": _anchor(i, j),
        "asked": asked(v),
        "gravity": gravity(v),
        "given": given(v),
        "got": got(v),
        "fix": remedy(v),
        "repeat": repeat(run, v),
        "pictures": [(Markup(p.svg), p.caption) for p in drawn],  # noqa: S704
        "events": evidence["events"] if evidence and evidence["type"] == "law" else [],
    }


def _check(v: dict[str, Any]) -> tuple[str, int, str]:
    """Return the row of a verdict: its object, a key that puts quantities first, then the kinds,
    and the row's name.
    """
    if judge_of(v["kind"]).by_quantity:
        return v["object"], 0, f"{v['object']}.{v['quantity']}"
    return v["object"], CHECKS.index(v["kind"]), f"{v['object']}/{v['kind']}"


def matrix(runs: list[dict[str, Any]]) -> tuple[list[tuple[str, list[Any]]], list[str]]:
    """Return the rows (name, one cell an implementation) grouped by object, and the names of rows
    that nobody answered.

    A cell is a list of (status, count, link): to the first failure or finding that it counts, or
    None.
    """
    table: dict[tuple[str, int, str], list[dict[str, list[int]]]] = {}
    for i, run in enumerate(runs):
        for j, v in enumerate(run["verdicts"]):
            table.setdefault(_check(v), [{} for _ in runs])[i].setdefault(v["status"], []).append(j)
    groups: dict[str, list[Any]] = {key[0]: [] for key in table}
    unanswered = []
    for key in sorted(table):
        if not any(set(cell) & set(JUDGED) for cell in table[key]):
            unanswered.append(key[2])
            continue
        cells = [
            [
                (s, len(cell[s]), f"#{_anchor(i, cell[s][0])}" if s in (FAIL, KNOWN) else None)
                for s in IN_A_CELL
                if s in cell
            ]
            for i, cell in enumerate(table[key])
        ]
        groups[key[0]].append((key[2], cells))
    return [(name, rows) for name, rows in groups.items() if rows], unanswered
