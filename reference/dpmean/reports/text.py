"""The report for people on a terminal: a failure says what was asked, got and wanted, why, and how
to repeat it.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from ..errors import printable
from ..judging import CHECKS
from ..judging.evidence import JUDGED, Outcome
from ..judging.verdict import FAIL, KNOWN, PASS
from .headline import decides, headline
from .wording import asked, given, gravity, of_status, repeat, sources, tidy, title

SHOWN = 12  # failures printed in full; the rest by id
REASONS = 6
NOT_JUDGED = tuple(o for o in Outcome if o not in JUDGED)


def text(run: dict[str, Any], verbose: bool = False) -> str:
    """Return the report of one run as text for a terminal."""
    run = tidy(run)
    language = run["adapter"]["language"]
    lines = [
        title(run) + (f" ({language})" if language else "") + f"  |  dpmean vectors {run['suite']}"
    ]
    lines += [f"  {line}" for line in sources(run)]
    lines += [_row(kind, Counter(run["counts"][kind])) for kind in CHECKS if kind in run["counts"]]
    stat = (
        f"{run['draws']:,} draws, false-alarm bound "
        f"{float(Fraction(run['false_alarm_bound'])):.1e}, "
        if run["draws"]
        else ""
    )
    lines.append(f"  {stat}{run['seconds']:.1f} s")
    lines += _lost_power(run["weak"])
    lines += [f"  {v['detail']}" for v in of_status(run, PASS) if v["detail"]]
    for word in ("unsupported", "not_asked", "inconclusive"):
        lines += _reasons(word.replace("_", " "), run[word])
    lines += [f"IN DOUBT: {line}" for line in run["in_doubt"]]
    failed = of_status(run, FAIL)
    for heading, chosen in (
        ("FAILED", [v for v in failed if decides(run, v)]),
        ("LESSER", [v for v in failed if not decides(run, v)]),
        ("KNOWN", of_status(run, KNOWN)),
    ):
        shown = chosen if verbose else _spread(chosen)
        for v in shown:
            lines += ["", *_failure(heading, run, v)]
        rest = [v["id"] for v in chosen if v not in shown]
        if rest:
            named = ", ".join(rest[:8]) + (" ..." if len(rest) > 8 else "")
            lines += ["", f"... and {len(rest)} more {heading.lower()}: {named}  (-v shows all)"]
    lines += [f"LIST: {c}" for c in [*run.get("list_warnings", ()), *run["list_complaints"]]]
    if run["stopped"]:
        lines.append(f"STOPPED: {run['stopped']}")
    if run["draws"]:
        lines.append(
            "Passing the statistical checks is no evidence of privacy: they refute named bugs, "
            "and exact and tape checks carry the rest."
        )
    lines.append(f"RESULT: {headline(run).sentence}")
    return "\n".join(printable(line) for line in lines)


def table(runs: list[dict[str, Any]]) -> str:
    """Return a line for each implementation that was judged."""
    rows = [("implementation", "answered", "failed", "known", "verdict")]
    for run in map(tidy, runs):
        found = headline(run)
        rows.append(
            (
                title(run),
                f"{found.answered:,}",
                f"{found.counts[FAIL]:,}",
                f"{found.counts[KNOWN]:,}",
                found.claim.rstrip(",:;"),
            )
        )
    wide = [max(len(row[i]) for row in rows) for i in range(4)]
    return "\n".join(
        printable(f"{a:{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}  {d:>{wide[3]}}  {e}")
        for a, b, c, d, e in rows
    )


def _spread(chosen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the few verdicts that are printed in full, in their order.

    One of each check comes first, so that no kind hides behind another.
    """
    firsts = {
        (v["severity"], v["kind"], v["object"], v["quantity"]): i
        for i, v in reversed(list(enumerate(chosen)))
    }
    order = sorted(range(len(chosen)), key=lambda i: (i not in firsts.values(), i))
    return [chosen[i] for i in sorted(order[:SHOWN])]


def _row(kind: str, c: Counter[str]) -> str:
    parts = [f"{c[PASS]:5} passed"] + [
        f"{c[s]:4} {word}"
        for s, word in (
            (FAIL, "FAILED"),
            (KNOWN, "known findings"),
            *((o, str(o)) for o in NOT_JUDGED),
        )
        if c[s]
    ]
    return f"  {kind:11}" + "  ".join(parts)


def _lost_power(weak: list[dict[str, Any]]) -> list[str]:
    lines = [
        f"  at {w['draws']} draws {w['id']} may miss '{w['bug']}' (seen with probability "
        f"{w['power']:.4f} or more)"
        for w in weak[:REASONS]
    ]
    return lines + (
        [f"  ... and {len(weak) - REASONS} more known bugs that batches of this size may miss"]
        if len(weak) > REASONS
        else []
    )


def _reasons(word: str, reasons: list[dict[str, Any]]) -> list[str]:
    """Return why checks were not judged, the commonest reasons first."""
    lines = [f"  {word}: {r['count']} x {r['reason']}" for r in reasons[:REASONS]]
    more = len(reasons) - REASONS
    return lines + ([f"  {word}: {more} more reasons"] if more > 0 else [])


def _failure(heading: str, run: dict[str, Any], v: dict[str, Any]) -> list[str]:
    rows = {
        "asked": asked(v),
        "given": given(v),
        "seen": v["detail"],
        "means": v["matters"] if v["matters"] != v["why"] else "",
        "guess": "; or ".join(v["guesses"]),
        "case": v["why"],
        "known": v.get("known", ""),
        "class": v.get("class", ""),
        "repro": v.get("repro", ""),
        "repeat": repeat(run, v),
    }
    head = f"{heading} {v['kind']}/{v['id']}: {gravity(v)}"
    return [head] + [f"  {label:8}{words}" for label, words in rows.items() if words]
