"""The report as a badge: the JSON object that shields.io's endpoint badge reads.

The message counts vectors that the implementation answered: `conforms 123/123` passed all, `fails 2/123` failed two
that no list knows. With known findings the gravest of them decides: `leaks: 1 known` where the guarantee is seen to be
broken, `guarantee in doubt: 1 known`, `defects: 2 known`; only documented behaviour and choices leave it green
(`121/123, differences documented`). Several adapters in one report are counted as adapters, `3/4 conform`, and one that
leaks is none of them.
"""

from __future__ import annotations

from typing import Any

from ..judging.verdict import FAIL, KNOWN, PASS, UNSUPPORTED
from .wording import ABSENT, DEFECTS, DOUBTFUL, INCOMPLETE, LEAKS, STALE, headline

COLOURS = {
    ABSENT: "lightgrey",
    PASS: "brightgreen",
    KNOWN: "green",
    UNSUPPORTED: "lightgrey",
    DEFECTS: "yellow",
    INCOMPLETE: "orange",
    DOUBTFUL: "orange",
    STALE: "red",
    LEAKS: "red",
    FAIL: "red",
}
GRAVITY = tuple(COLOURS)  # the gravest of several decides the colour
OTHERWISE = {
    ABSENT: "not judged",
    UNSUPPORTED: "nothing judged",
    INCOMPLETE: "not judged to the end",
    STALE: "stale list of findings",
}


def badge(report: dict[str, Any]) -> dict[str, Any]:
    """Return the object that the badge's endpoint serves."""
    heads = [headline(run) for run in report["runs"]]
    gravest = max((h.state for h in heads), key=GRAVITY.index, default=UNSUPPORTED)
    if len(heads) == 1:
        (h,) = heads
        said = {
            FAIL: f"fails {h.counts[FAIL]}/{h.answered}",
            PASS: f"conforms {h.counts[PASS]}/{h.answered}",
            KNOWN: f"{h.counts[PASS]}/{h.answered}, differences documented",
        }
        message = OTHERWISE.get(h.state) or said.get(h.state) or h.claim.rstrip(";")
    else:
        message = f"{sum(h.state in (PASS, KNOWN) for h in heads)}/{len(heads)} conform"
        leaking = sum(h.state == LEAKS for h in heads)
        message += f", {leaking} leaking" if leaking else ""
    return {"schemaVersion": 1, "label": "dpmean", "message": message, "color": COLOURS[gravest]}
