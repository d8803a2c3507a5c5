"""The report as a badge: the JSON object that shields.io's endpoint badge reads. Its colour follows the exit code.

The message counts vectors that the implementation answered: `conforms 121/123` passed 121 of the 123 (the other two are
known findings), `fails 2/123` failed two. Several adapters in one report are counted as adapters: `3/4 conform`.
"""

from __future__ import annotations

from typing import Any

from ..judging.verdict import FAIL, KNOWN, PASS, UNSUPPORTED
from .wording import ABSENT, INCOMPLETE, STALE, headline

COLOURS = {ABSENT: "lightgrey", PASS: "brightgreen", KNOWN: "green", UNSUPPORTED: "lightgrey", INCOMPLETE: "orange",
    STALE: "red", FAIL: "red"}
GRAVITY = tuple(COLOURS)  # the gravest of several decides the colour
OTHERWISE = {ABSENT: "not judged", UNSUPPORTED: "nothing judged", INCOMPLETE: "not judged to the end",
    STALE: "stale list of findings"}


def badge(report: dict[str, Any]) -> dict[str, Any]:
    """The endpoint object."""
    heads = [headline(run) for run in report["runs"]]
    gravest = max((h.state for h in heads), key=GRAVITY.index, default=UNSUPPORTED)
    if len(heads) == 1:
        (h,) = heads
        message = OTHERWISE.get(h.state) or (f"fails {h.counts[FAIL]}/{h.answered}" if h.state == FAIL
            else f"conforms {h.counts[PASS]}/{h.answered}")
    else:
        message = f"{sum(h.state in (PASS, KNOWN) for h in heads)}/{len(heads)} conform"
    return {"schemaVersion": 1, "label": "dpmean", "message": message, "color": COLOURS[gravest]}
