"""What matters to somebody who has to choose a library: five questions, and the verdicts that
answer each.

Every verdict of a run speaks to one question. One that breaks the guarantee speaks to the first,
whatever it was asked for; of the others, draws and recorded noise speak of the noise or, for a
mechanism, of the mean, single numbers of the numbers, and refusals of the refusals. A cell is
answered by the gravest verdict in it, in one word, with how many of how many are as grave; what
nobody asked, or what the implementation has nothing for, is said to be so. A control promises no
privacy: what would break a guarantee breaks none there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..catalogue.mechanisms import MECHANISMS
from ..judging.evidence import JUDGED, Follows, Outcome, Severity
from ..judging.known import PROMISE_NOTHING
from .wording import follows

QUESTIONS = {
    "leak": "Does it leak?",
    "noise": "Is the noise right?",
    "mean": "Is the mean right?",
    "numbers": "Are its numbers right?",
    "refuses": "Does it refuse nonsense?",
}
EXPLAINED = {
    "leak": "a release that says more about one record than the guarantee allows, by the bits of "
    "its doubles, by a crash or a NaN, or by too little noise",
    "noise": "draws of the library's noise, compared with the exact law",
    "mean": "draws of its mean, or its mean on noise that is given, under the neighbouring "
    "relation that it documents",
    "numbers": "variances, quantiles, densities, accuracies and what else it computes, compared with "
    "certified values",
    "refuses": "parameters and records that make no sense, each beside one that does, which has to be "
    "answered",
}
GOOD = "good"
NOTHING = "has none"  # the implementation says so, check by check
GRAVITY = tuple(reversed(Severity))  # rising
GUARANTEE = Severity.GUARANTEE
WORDS = {
    "leak": {GOOD: "no leak seen", GUARANTEE: "leaks"},
    "noise": {GOOD: "right", "policy": "own choice", "contract": "unusable", "result": "wrong"},
    "mean": {GOOD: "right", "policy": "own choice", "contract": "own contract", "result": "wrong"},
    "numbers": {GOOD: "right", "policy": "own choice", "contract": "no answer", "result": "wrong"},
    "refuses": {GOOD: "all of it", "policy": "own choice", "contract": "amiss", "result": "wrong"},
}
PASS, FAIL, KNOWN, UNSUPPORTED = (
    Outcome.PASS,
    Outcome.FAIL,
    Outcome.KNOWN,
    Outcome.UNSUPPORTED,
)
CONTROL_LEAKS = (
    "would leak"  # the word for a control, which promises no privacy that it could break
)


@dataclass
class Cell:
    """What the verdicts say to one question: the word, and how many of how many say it."""

    question: str
    word: str = NOTHING
    state: str = UNSUPPORTED  # a status, for colour and symbol
    off: int = 0
    judged: int = 0
    relations: tuple[str, ...] = ()  # of the mechanisms that answered, for the question of the mean
    objects: tuple[str, ...] = ()  # what leaks, for the question of leaks
    failing: list[dict[str, Any]] = field(default_factory=list)  # new and known, the gravest first
    passing: dict[str, int] = field(default_factory=dict)  # how many passed, by object and kind

    @property
    def text(self) -> str:
        """Return the word and what it rests on, in few words."""
        if not self.judged:
            return self.word
        under = f" under {' and '.join(self.relations)}" if self.relations else ""
        if not self.off:
            return f"{self.word}{under} ({self.judged:,})"
        within = f": {', '.join(self.objects)}" if self.objects else ""
        return (
            f"{self.word} in {self.off:,} of {self.judged:,}{',' if under else ''}{under}{within}"
        )

    @property
    def brief(self) -> str:
        """Return the word and the counts alone."""
        return (
            f"{self.word} {self.off:,}/{self.judged:,}"
            if self.off
            else f"{self.word} ({self.judged:,})"
        )


def gravity(v: dict[str, Any]) -> Severity:
    """Return how grave a failure or known finding is.

    What follows from two neighbouring inputs counts above a list's word, and that above all else;
    of a control only its list's word counts.
    """
    listed = v.get("finding", {}).get("severity", "")
    if v.get("class") not in PROMISE_NOTHING:
        told = v["status"] == Outcome.FAIL and follows(v) is Follows.STATUS_LEAKS
        if v.get("breaks") or told or follows(v) is Follows.LEAKS:
            return Severity.GUARANTEE
        listed = listed or v.get("severity", "")
    if listed:
        return Severity(listed)
    if v["status"] == Outcome.KNOWN and v.get("class") in ("documented", "convention"):
        return Severity.POLICY
    return Severity.CONTRACT if v["kind"] == "reject" else Severity.RESULT


def question_of(v: dict[str, Any]) -> str:
    """Return the question that a verdict speaks to."""
    failed = v["status"] in (FAIL, KNOWN)
    if failed and gravity(v) == GUARANTEE:
        return "leak"
    if v["kind"] == "support" and (not failed or follows(v) is Follows.LEAKS):
        return (
            "leak"  # one that failed without a leak was not answered, which is no matter of privacy
        )
    if v["kind"] in ("exact", "reject"):
        return "numbers" if v["kind"] == "exact" else "refuses"
    return "mean" if v["object"] in MECHANISMS else "noise"


def cells(verdicts: Iterable[dict[str, Any]], *, control: bool) -> dict[str, Cell]:
    """Return the answer to each question, from all verdicts of one run."""
    made = {name: Cell(name) for name in QUESTIONS}
    relations: dict[str, None] = {}
    for v in verdicts:
        if v["status"] not in JUDGED:
            if v["status"] != UNSUPPORTED:  # it was not asked, or said neither yes nor no
                made[question_of(v)].word = str(v["status"])
            continue
        name = question_of(v)
        made[name].judged += 1
        if name == "mean":
            relations[MECHANISMS[v["object"]].relation.value] = None
        if v["status"] == PASS:
            key = f"{v['object']}/{v['kind']}"
            made[name].passing[key] = made[name].passing.get(key, 0) + 1
        else:
            made[name].failing.append(v)
    made["mean"].relations = tuple(relations)
    for cell in made.values():
        _answer(cell, control)
    return made


def _answer(cell: Cell, control: bool) -> None:
    if not cell.judged:
        return
    cell.failing.sort(key=lambda v: (-GRAVITY.index(gravity(v)), v["status"] != FAIL, v["id"]))
    if not cell.failing:
        cell.word, cell.state = WORDS[cell.question][GOOD], PASS
    elif control and cell.question == "leak":
        cell.word, cell.state, cell.off = CONTROL_LEAKS, KNOWN, len(cell.failing)
    else:
        worst = gravity(cell.failing[0])
        cell.off = sum(gravity(v) == worst for v in cell.failing)
        if cell.question == "leak":
            cell.objects = tuple(sorted({v["object"] for v in cell.failing}))
        cell.word = WORDS[cell.question][worst]
        cell.state = KNOWN if worst in ("policy", "contract") and not _new(cell) else FAIL


def _new(cell: Cell) -> bool:
    return any(v["status"] == FAIL for v in cell.failing)
