"""The report for people on a terminal: a failure says what was asked, got and wanted, why, and how to repeat it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from ..verdict import FAIL, KNOWN, PASS, UNSUPPORTED
from .wording import ORDER, asked, given, headline, of_status, printable, repeat, tidy, title

SHOWN = 12  # failures printed in full; the rest by id
REASONS = 6


def text(run: dict[str, Any], verbose: bool = False) -> str:
    """The report of one run."""
    run = tidy(run)
    language = run["adapter"]["language"]
    lines = [title(run) + (f" ({language})" if language else "") + f"  |  dpmean vectors {run['suite']}"]
    lines += [_row(kind, Counter(run["counts"][kind])) for kind in ORDER if kind in run["counts"]]
    stat = f"{run['draws']:,} draws, false-alarm bound {float(Fraction(run['false_alarm_bound'])):.1e}, " if run["draws"] else ""
    lines.append(f"  {stat}{run['seconds']:.1f} s")
    lines += _lost_power(run["weak"])
    lines += _unsupported(run["unsupported"])
    for heading, status in (("FAILED", FAIL), ("KNOWN", KNOWN)):
        chosen = of_status(run, status)
        shown = len(chosen) if verbose else SHOWN
        for v in chosen[:shown]:
            lines += ["", *_failure(heading, run, v)]
        if len(chosen) > shown:
            named = ", ".join(v["id"] for v in chosen[shown : shown + 8]) + (" ..." if len(chosen) > shown + 8 else "")
            lines += ["", f"... and {len(chosen) - shown} more {heading.lower()}: {named}  (-v shows all)"]
    lines += [f"LIST: {c}" for c in run["list_complaints"]]
    if run["stopped"]:
        lines.append(f"STOPPED: {run['stopped']}")
    if run["draws"]:
        lines.append("Passing the statistical checks is no evidence of privacy: they refute named bugs, and exact and tape checks carry the rest.")
    lines.append(f"RESULT: {headline(run).sentence}")
    return "\n".join(printable(line) for line in lines)


def _row(kind: str, c: Counter[str]) -> str:
    parts = [f"{c[PASS]:5} passed"] + [f"{c[s]:4} {word}" for s, word in ((FAIL, "FAILED"), (KNOWN, "known findings"), (UNSUPPORTED, "unsupported")) if c[s]]
    return f"  {kind:11}" + "  ".join(parts)


def _lost_power(weak: list[dict[str, Any]]) -> list[str]:
    lines = [f"  at {w['draws']} draws {w['id']} finds '{w['bug']}' with probability {w['power']:.4f} or more only" for w in weak[:REASONS]]
    return lines + ([f"  ... and {len(weak) - REASONS} more known bugs that batches of this size may miss"] if len(weak) > REASONS else [])


def _unsupported(reasons: list[dict[str, Any]]) -> list[str]:
    lines = [f"  unsupported: {r['count']} x {r['reason']}" for r in reasons[:REASONS]]
    return lines + ([f"  unsupported: {len(reasons) - REASONS} more reasons"] if len(reasons) > REASONS else [])


def _failure(heading: str, run: dict[str, Any], v: dict[str, Any]) -> list[str]:
    rows = {
        "asked": asked(v),
        "given": given(v),
        "result": v["detail"],
        "case": v["why"],
        "matters": v["matters"],
        "known": v.get("known", ""),
        "repro": v.get("repro", ""),
        "repeat": repeat(run, v),
    }
    return [f"{heading} {v['kind']}/{v['id']}"] + [f"  {label:8}{words}" for label, words in rows.items() if words]
