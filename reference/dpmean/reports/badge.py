"""The report as a badge: the JSON object that shields.io's endpoint badge reads.

It is green only if nothing failed that breaks a guarantee or a result, known or new, and says what
that rests on: `conforms: 4 objects, 212 checks`. Failures are told by the gravest, `breaks the
guarantee: 2 of 212 checks`; known findings by the gravest of them, counted as entries of a list:
`leaks: 1 known`. Draws that the adapter itself does not call cryptographically secure leave
`guarantee in doubt: 1 known`. Several adapters in one report are counted as adapters, `3/4
conform`, and one that leaks is none of them.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from ..judging.evidence import Outcome, Severity, worst
from .headline import (
    ABSENT,
    DEFECTS,
    DOUBTFUL,
    INCOMPLETE,
    LEAKS,
    MINOR,
    STALE,
    THIN,
    TOLERANT,
    WRONG,
    Headline,
    headline,
)
from .wording import assumption

PASS, FAIL, KNOWN, UNSUPPORTED = (
    Outcome.PASS,
    Outcome.FAIL,
    Outcome.KNOWN,
    Outcome.UNSUPPORTED,
)
COLOURS: dict[str, str] = {
    ABSENT: "lightgrey",
    PASS: "brightgreen",
    KNOWN: "green",
    UNSUPPORTED: "lightgrey",
    THIN: "lightgrey",
    DEFECTS: "yellow",
    MINOR: "yellow",
    INCOMPLETE: "orange",
    DOUBTFUL: "orange",
    TOLERANT: "orange",
    WRONG: "orange",
    STALE: "red",
    LEAKS: "red",
    FAIL: "red",
}
GRAVITY = tuple(COLOURS)  # the gravest of several decides the colour
OTHERWISE: dict[str, str] = {
    ABSENT: "not judged",
    UNSUPPORTED: "nothing judged",
    INCOMPLETE: "not judged to the end",
    STALE: "stale list of findings",
}


def badge(report: dict[str, Any]) -> dict[str, Any]:
    """Return the object that the badge's endpoint serves."""
    heads = [headline(run) for run in report["runs"]]
    gravest = max((h.state for h in heads), key=GRAVITY.index, default=UNSUPPORTED)
    colour = COLOURS[gravest]
    if len(heads) == 1:
        message, gravity = _message(report["runs"][0], heads[0])
        if gravest in (FAIL, MINOR):
            colour = "yellow" if gravity is Severity.CONTRACT else "red"
    else:
        message = f"{sum(h.state in (PASS, KNOWN) for h in heads)}/{len(heads)} conform"
        leaking = sum(h.state == LEAKS for h in heads)
        message += f", {leaking} leaking" if leaking else ""
    return {"schemaVersion": 1, "label": "dpmean", "message": message, "color": colour}


def _message(run: dict[str, Any], h: Headline) -> tuple[str, Severity | None]:
    """Return the message for one adapter, and the gravest severity among its failures."""
    failed = Counter(Severity(v["severity"]) for v in run["verdicts"] if v["status"] == FAIL)
    gravity = worst(failed)
    within = "".join(
        f", as (epsilon, delta + (1 + e^epsilon) {t if len(t) < 12 else f'{float(Fraction(t)):.0e}'})"
        for t in [max(run["declared"]["tolerance"].values(), key=Fraction, default="")]
        if t
    )
    said: dict[str, str] = {
        PASS: f"conforms: {h.coverage}{within}",
        KNOWN: f"conforms: {h.coverage}, differences documented{within}",
        THIN: f"too little judged: {h.coverage}",
    }
    if gravity is not None:
        grave = [v for v in run["verdicts"] if v["status"] == FAIL and v["severity"] == gravity]
        assumed = {assumption(v) for v in grave}
        under = f", {assumed.pop()}" if len(assumed) == 1 and assumed != {""} else ""
        told = f"{gravity.words}{under}: {failed[gravity]:,} of {h.answered:,} checks"
        said |= {FAIL: told, MINOR: told}
    message = OTHERWISE.get(h.state) or said.get(h.state)
    return message or f"{h.claim.rstrip(';')}, {h.coverage}", gravity
