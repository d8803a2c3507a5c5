"""The report as GitHub Markdown, for the summary page of a CI job: counts by kind, failures,
findings, unsupported.

What an adapter said is shown in code spans only, in which Markdown and HTML mean nothing, and never
inside a table, where a bar would end the cell even in a code span.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..judging import CHECKS
from ..judging.verdict import FAIL, KNOWN, PASS, UNSUPPORTED
from .headline import headline
from .wording import SYMBOLS, WORDS, asked, got, gravity, of_status, repeat, sources, tidy, title

SHOWN = 20
LONGEST = 300  # characters of one text: a job page takes a megabyte in all
# columns of a table of outcomes that are always there
ALWAYS = (PASS, FAIL, KNOWN, UNSUPPORTED)


def markdown(report: dict[str, Any]) -> str:
    """Return the document: one section per adapter."""
    report = tidy(report, LONGEST)
    lines = ["## dpmean conformance", ""]
    for run in report["runs"]:
        lines += _run(run)
    return "\n".join(lines)


def code(text: str) -> str:
    """Return a code span that holds any text of one line: its fence is longer than every run of
    backticks in it.
    """
    runs = "".join(c if c == "`" else " " for c in text).split()
    fence = "`" * (1 + max(map(len, runs), default=0))
    return f"{fence} {text} {fence}" if runs or not text.strip() else f"`{text}`"


def _run(run: dict[str, Any]) -> list[str]:
    h = headline(run)
    symbol = SYMBOLS.get(h.state, "!")
    lines = [
        f"### {symbol} {code(title(run))}",
        "",
        h.sentence[:1].upper() + h.sentence[1:] + ".",
        "",
    ]
    if run["stopped"]:
        lines += [f"Stopped: {code(run['stopped'])}", ""]
    if run["counts"]:
        came = Counter[str]()
        for counts in run["counts"].values():
            came.update(counts)
        shown = [s for s in WORDS if s in ALWAYS or came[s]]
        lines += [
            f"| kind | {' | '.join(WORDS[s] for s in shown)} |",
            "| --- |" + " ---: |" * len(shown),
        ]
        for kind in CHECKS:
            if kind in run["counts"]:
                c = Counter(run["counts"][kind])
                lines.append(
                    f"| {kind} | " + " | ".join(f"{c[s]:,}" if c[s] else "" for s in shown) + " |"
                )
        lines.append("")
    if run["draws"]:
        lines += [
            f"{run['draws']:,} draws in {run['seconds']:.1f} s. Passing the statistical checks "
            "is no evidence of privacy: they refute named bugs.",
            "",
        ]
    lines += [f"In doubt: {code(line)}\n" for line in run["in_doubt"]]
    lines += [f"- {code(line)}" for line in sources(run)] + [""] * bool(sources(run))
    lines += _list("Failures", [_failure(run, v) for v in of_status(run, FAIL)])
    lines += _list("Known findings", [_known(v) for v in of_status(run, KNOWN)])
    lines += _list(
        "The list of known findings speaks of another version",
        [code(c) for c in run.get("list_warnings", ())],
    )
    lines += _list("The list of known findings is stale", [code(c) for c in run["list_complaints"]])
    return lines + _list(
        WORDS[UNSUPPORTED].capitalize(),
        [f"{r['count']:,} x {code(r['reason'])}" for r in run["unsupported"]],
    )


def _known(v: dict[str, Any]) -> str:
    """Return the line of one known finding: its id, its class if its list says one, its reason."""
    told = ", ".join(filter(None, [code(v["class"]) if v.get("class") else "", gravity(v)]))
    return f"{code(v['id'])}{f' ({told})' if told else ''}: {code(v['known'])}"


def _failure(run: dict[str, Any], v: dict[str, Any]) -> str:
    rows = [("asked", asked(v)), ("seen", got(v)), ("wanted", v["wanted"]), ("means", v["matters"])]
    rows += [("guess", guess) for guess in v["guesses"]] + [("repeat", repeat(run, v))]
    head = f"{code(v['kind'] + '/' + v['id'])} ({gravity(v)})"
    return f"{head}\n" + "\n".join(f"  - {label}: {code(words)}" for label, words in rows)


def _list(heading: str, items: list[str]) -> list[str]:
    """Return a headed list of at most SHOWN items, or nothing."""
    if not items:
        return []
    more = [f"- ... and {len(items) - SHOWN:,} more"] if len(items) > SHOWN else []
    return [
        f"#### {heading} ({len(items):,})",
        "",
        *(f"- {item}" for item in items[:SHOWN]),
        *more,
        "",
    ]
