"""What to do about a failure, in plain words, by what was seen; and what leaks, gathered from all
verdicts.

A remedy is advice and no diagnosis: where to look first. It never goes beyond what was seen.
"""

from __future__ import annotations

from typing import Any

from ..judging.evidence import Follows, Outcome, Severity
from ..judging.sentences import MEANS
from .wording import assumption, follows

REMEDIES = {
    Follows.LEAKS: "Let every input be able to give the same outputs. Noise that is added as a double "
    "betrays the input by its last bits: draw the noise as an integer (a discrete law), or "
    "round value plus noise, computed exactly, to a coarse grid that is public.",
    Follows.STATUS_LEAKS: "Give every record, also a missing, NaN or infinite one, a bounded value before "
    "anything is computed, and add the noise whatever came out. Neither an error nor a NaN "
    "may depend on one record.",
    Follows.NOT_FRESH: "Draw fresh noise for every release, from a generator that is never reset, seeded with "
    "a constant, or copied into another process.",
    Follows.LOSS: "Check the scale of the noise: sensitivity over epsilon, in the right norm and for the "
    "right neighbours. Then look whether anything shrinks the draw afterwards.",
    Follows.LESS_NOISE: "Check the scale of the noise: sensitivity over epsilon, in the right norm and for the "
    "right neighbours. Then look whether anything shrinks the draw afterwards.",
    Follows.NO_NOISE: "Look where the draw is added: every answer was the same, as where a scale is an integer "
    "division that gives 0.",
    Follows.UNBOUNDED: "Clip every record to the public bounds that the noise was made for, before it is used.",
    Follows.PROMISES_TOO_MUCH: "Compare the formula with the one that `dpmean value` prints for this name: the stated "
    "number is on the side that promises more privacy than there is.",
    Follows.ROUNDED_WRONG_WAY: "Round the stated number towards the safe side, or compute it with bounds on every "
    "rounding.",
    Follows.SAYS_LITTLE: "Compute with more digits, until both ends agree to nine digits, or give one number.",
    Follows.UNCLIPPED: "Clip every record to the public bounds before it is used.",
    Follows.MORE_NOISE: "The scale is too large: look for a factor that is counted twice, or a sensitivity for "
    "other neighbours.",
    Follows.BIASED: "Look for rounding in one direction, for outputs that are cut off, for draws of one "
    "side only, and, where records lie outside the bounds, whether each is clipped first.",
    Follows.ANOTHER_LAW: "Compare how the noise is drawn with the definition of this law in vectors/README.md, "
    "piece by piece.",
    Follows.ANOTHER_NUMBER: "Compare the formula and its units with those that `dpmean value` prints for this "
    "name; where only extreme parameters fail, look for overflow and for differences of "
    "nearly equal numbers.",
    Follows.NOT_A_NUMBER: "Compute in an order in which nothing overflows or becomes 0/0. A parameter may be "
    "refused, a record never: give a missing or infinite one a bounded value.",
    Follows.UNDECLARED_GRID: 'If the grid is public, let the reply declare it, such as "grid": "1/1024" beside the '
    "samples; draws are "
    "then judged as rounded to it. If outputs are not rounded on purpose, look for noise "
    "that has few values.",
    Follows.ACCEPTS_NONSENSE: "Check parameters before anything else, NaN and infinity too, and refuse what makes no "
    "sense.",
    Follows.REFUSES_SENSE: "This request makes sense: widen the check that refuses it.",
    Follows.GAVE_UP: "The same request has to be answered every time: look for state that is left from "
    "earlier ones.",
    Follows.CRASHED: 'Run the command under "Repeat", look at what the program says last, and let it answer '
    "or refuse.",
    Follows.SLOW: "Make this request quicker, or give it more time with `--timeout`.",
    Follows.ADAPTER_FAILED: 'The adapter failed, not the library: run the command under "Repeat" and look at its '
    "traceback.",
    Follows.UNREADABLE: "The adapter's reply is not of the shape that vectors/README.md describes: correct the "
    "adapter.",
}
GROUPS = {  # by severity: a title, and what that means for somebody who has never heard of it
    Severity.GUARANTEE: (
        "Leaks",
        "These break the privacy promise: who sees the outputs can learn more about one person "
        "than was promised. Repair them first.",
    ),
    Severity.RESULT: (
        "Wrong numbers",
        "Estimates, noise or stated numbers are off. That privacy is broken was not seen here.",
    ),
    Severity.CONTRACT: (
        "Requests that were handled wrongly",
        "Nonsense was answered, sense was refused, or no answer could be read.",
    ),
    Severity.POLICY: (
        "Documented differences",
        "The implementation chooses otherwise, and says so.",
    ),
}


def remedy(v: dict[str, Any]) -> str:
    """Return what to do about a failure or a known finding."""
    return REMEDIES[follows(v)]


def grouped(entries: list[dict[str, Any]]) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """Return failures by severity, the gravest first: title, what it means, and the failures."""
    return [
        (*GROUPS[s], those)
        for s in Severity
        if (those := [e for e in entries if e["severity"] == s])
    ]


def leaks(runs: list[dict[str, Any]], anchor: Any) -> list[dict[str, Any]]:
    """Return what breaks the guarantee, a row for each implementation, object and remedy, known or
    new.

    `anchor(i, j)` is the place on the page of the verdict j of the run i.
    """
    found: dict[tuple[int, str, str], dict[str, Any]] = {}
    for i, run in enumerate(runs):
        for j, v in enumerate(run["verdicts"]):
            if v["status"] in (Outcome.FAIL, Outcome.KNOWN) and v["severity"] == Severity.GUARANTEE:
                row = found.setdefault(
                    (i, v["object"], remedy(v)),
                    {
                        "run": i,
                        "object": v["object"],
                        "count": 0,
                        "seen": [],
                        "fix": remedy(v),
                        "link": f"#{anchor(i, j)}",
                        "known": True,
                    },
                )
                row["count"] += 1
                assumed = assumption(v)
                told = (f"{assumed}: " if assumed else "") + MEANS[follows(v)]
                row["seen"] += [told] if told not in row["seen"] else []
                row["known"] &= v["status"] == Outcome.KNOWN
    return list(found.values())
