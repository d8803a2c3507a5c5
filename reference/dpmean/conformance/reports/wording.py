"""Words that the reports share: what was asked, how to repeat it, the verdict in one sentence; harmless text.

This file holds functions from the JSON object of a run, or of a verdict, to plain text. Everything that an adapter said
goes through `tidy` before a report shows it.
"""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..judging.verdict import FAIL, KNOWN, PASS, UNSUPPORTED
from .severity import DOUBT, SEEN, is_defect, severity

WORDS = {PASS: "passed", FAIL: "failed", KNOWN: "known", UNSUPPORTED: "unsupported"}
# what known findings amount to, where they are no documented behaviour
LEAKS, DOUBTFUL, DEFECTS = "leaks", "doubtful", "defects"
SYMBOLS = {PASS: "✓", FAIL: "✗", KNOWN: "◆", UNSUPPORTED: "–"}  # colour is never the only carrier
STALE, INCOMPLETE = "stale", "incomplete"  # what can be wrong with a run in which no vector failed
ABSENT = "absent"  # asked for as one of many, and its toolchain is not on the machine: no failure
LONGEST = 2000  # characters of one text that a report shows


def printable(text: str) -> str:
    """Return text without control characters: a report must not drive a terminal, hide a word, or be no XML."""
    return "".join(c if c.isprintable() else " " for c in text)


def tidy(value: Any, longest: int = LONGEST) -> Any:
    """Return the same JSON value with every string in it made printable and cut; what was cut is counted."""
    if isinstance(value, str):
        cut = len(value) - longest
        return printable(value) if cut <= 0 else f"{printable(value[:longest])} ... ({cut} more characters)"
    if isinstance(value, list):
        return [tidy(item, longest) for item in value]
    if isinstance(value, dict):
        return {tidy(key, longest): tidy(item, longest) for key, item in value.items()}
    return value


def title(run: dict[str, Any]) -> str:
    """Return the name and the version of the implementation that was judged."""
    return f"{run['adapter']['name']} {run['adapter']['version']}".strip() or "(no name)"


def asked(v: dict[str, Any]) -> str:
    """Return what was asked: object, quantity and parameters."""
    what = f"{v['object']}.{v['quantity']}" if v["quantity"] else v["object"]
    return " ".join([what, *(f"{key}={value}" for key, value in v["params"].items())])


def given(v: dict[str, Any]) -> str:
    """Return the input beside the parameters: records, draws, bits; empty when there is none."""
    return "; ".join(f"{key}: {_plain(value)}" for key, value in v.get("input", {}).items())


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(f"({_plain(item)})" if isinstance(item, list) else _plain(item) for item in value) or "(none)"
    if isinstance(value, dict):
        return ", ".join(f"{key} = {_plain(item)}" for key, item in value.items())
    return str(value)


def repeat(run: dict[str, Any], v: dict[str, Any]) -> str:
    """Return the command that judges this vector again."""
    command = run["adapter"]["command"]
    if command.startswith("--from-csv "):  # samples from a file, which have no adapter
        return f"dpmean conform {command} -v"
    return f"dpmean conform -a {shlex.quote(command)} --run {shlex.quote(v['id'])} -v"


def of_status(run: dict[str, Any], status: str) -> list[dict[str, Any]]:
    """Return the verdicts of one status."""
    return [v for v in run["verdicts"] if v["status"] == status]


def got(v: dict[str, Any]) -> str:
    """Return what came back, without the word that the label beside it says."""
    return str(v["detail"]).removeprefix("got ")


@dataclass(frozen=True)
class Headline:
    """The verdict on an implementation: its state, what is claimed and on what that rests.

    The state is a status of WORDS, or LEAKS, DOUBTFUL, DEFECTS, STALE, INCOMPLETE or ABSENT.
    """

    state: str
    claim: str
    basis: str
    counts: Counter[str]

    @property
    def sentence(self) -> str:
        """Return claim and basis in one sentence."""
        return f"{self.claim} {self.basis}".strip()

    @property
    def answered(self) -> int:
        """Return how many vectors the implementation answered."""
        return self.counts.total() - self.counts[UNSUPPORTED]


def _amounts_to(known: list[dict[str, Any]]) -> tuple[str, str]:
    """Return the state and the claim of an implementation that fails in known findings only: by the gravest of them."""
    found = Counter(severity(v) for v in known)
    if found[SEEN]:
        return LEAKS, f"leaks: {found[SEEN]:,} known;"
    if found[DOUBT]:
        return DOUBTFUL, f"guarantee in doubt: {found[DOUBT]:,} known;"
    defects = sum(map(is_defect, known))
    if defects:
        return DEFECTS, f"defects: {defects:,} known;"
    return KNOWN, "documented differences only:"


def headline(run: dict[str, Any]) -> Headline:
    """Return the verdict in words, as a function of the exit code and the counts."""
    counts = Counter(v["status"] for v in run["verdicts"])
    of_all = f" (of {counts.total():,})" if counts[UNSUPPORTED] else ""
    judged = counts.total() - counts[UNSUPPORTED]
    answered = f"{judged:,} vector{'s' if judged != 1 else ''} that it answered{of_all}"
    if counts[FAIL]:
        leaks = sum(severity(v) == SEEN for v in run["verdicts"])
        claim = "does not conform" + (f", {leaks:,} leak{'s' if leaks != 1 else ''}" if leaks else "") + ":"
        return Headline(FAIL, claim, f"it failed {counts[FAIL]:,} of the {answered}", counts)
    if run["exit_code"] == 0 and counts[KNOWN]:
        basis = f"of the {answered}, it does not conform in {counts[KNOWN]:,}, all known findings"
        return Headline(*_amounts_to(of_status(run, KNOWN)), basis, counts)
    if run["exit_code"] == 0 and not counts:
        return Headline(ABSENT, "was not judged", "", counts)
    if run["exit_code"] == 0:
        return Headline(PASS, "conforms", f"in the {answered}", counts)
    if run["exit_code"] == 4:
        return Headline(UNSUPPORTED, "nothing failed, but nothing was judged", "", counts)
    if run["list_complaints"] and not run["stopped"]:
        return Headline(STALE, "nothing failed,", "but its list of known findings is stale", counts)
    return Headline(INCOMPLETE, "not judged to the end" if counts else "was not judged", "", counts)
