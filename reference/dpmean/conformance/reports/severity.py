"""Whether a failure, known or new, breaks the guarantee of what was judged: the one rule, which all reports use.

It reads the JSON object of a verdict. Seen means that the failure itself shows it: outputs from two neighbouring inputs
that contradict the claimed epsilon, one person's record that decides whether there is an answer, or a list of findings
that says so (`breaks`). In doubt means that the failed check bears on the guarantee and the list does not say that the
behaviour is documented, or a choice: draws of another law, a stated loss below the real one, a step of a release that
bounds one person's influence. No list can explain away what was seen in draws.
"""

from __future__ import annotations

from typing import Any

from ..judging import judge_of
from ..judging.verdict import FAIL, KNOWN

SEEN, DOUBT = "seen", "in doubt"
EXPLAINED = ("documented", "convention")


def severity(v: dict[str, Any]) -> str:
    """Return SEEN, DOUBT or nothing for the JSON object of one verdict."""
    if v["status"] not in (FAIL, KNOWN):
        return ""
    shown = v.get("evidence", {}).get("type", "")
    if shown == "leak" or v.get("breaks"):
        return SEEN
    if v["status"] == KNOWN and v.get("class") in EXPLAINED:
        return ""
    flags = set(v["flags"])
    if "StatusLeak" in flags and v["kind"] in ("reject", "support"):
        return SEEN
    return DOUBT if judge_of(v["kind"]).bears_on_the_guarantee(v) else ""


def is_defect(v: dict[str, Any]) -> bool:
    """Tell whether a known finding is more than a documented behaviour or a choice; one that does not say is."""
    return v["status"] == KNOWN and v.get("class") not in EXPLAINED
