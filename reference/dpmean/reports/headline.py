"""What a run amounts to: the one verdict that text, Markdown, HTML, JUnit and the badge all say.

Only failures at or above the chosen severity decide (`run["severity"]`); the gravest of them gives
the words. With known findings alone the gravest of those does, counted as entries of a list, not as
vectors. It conforms if nothing of all that is there, and if enough was judged: a handful of answers
is no conformance, nor are refusals alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..exits import Exit
from ..judging.evidence import JUDGED, Outcome, Severity, worst
from ..judging.outcome import MOST_OFF
from ..judging.results import End
from .wording import assumption

PASS, FAIL, KNOWN, UNSUPPORTED = (
    Outcome.PASS,
    Outcome.FAIL,
    Outcome.KNOWN,
    Outcome.UNSUPPORTED,
)
# what a run can amount to, beside the statuses of verdicts
LEAKS, WRONG, DOUBTFUL, DEFECTS = "leaks", "wrong", "doubtful", "defects"
MINOR, THIN, STALE, INCOMPLETE = "minor", "thin", "stale", "incomplete"
TOLERANT = "tolerant"  # it declares that its draws may be off by more than MOST_OFF
ABSENT = "absent"  # asked for as one of many, and its toolchain is not on the machine: no failure
ENOUGH = 10  # checks that have to be passed before anything is said to conform
VISIBLE = Fraction(1, 4)  # of the bugs that checks name, which batches have to show before that
FAILS = {
    Severity.GUARANTEE: "does not conform: it breaks the guarantee;",
    Severity.RESULT: "does not conform: wrong results;",
    Severity.CONTRACT: "does not conform: it breaks the contract;",
    Severity.POLICY: "does not conform: it differs;",
}


@dataclass(frozen=True)
class Headline:
    """The verdict on an implementation: its state, what is claimed and on what that rests.

    The state is a status, or one of the words above. `objects` are those of the checks that were
    answered.
    """

    state: str
    claim: str
    basis: str
    counts: Counter[str]
    objects: int

    @property
    def sentence(self) -> str:
        """Return claim and basis in one sentence."""
        return f"{self.claim} {self.basis}".strip()

    @property
    def answered(self) -> int:
        """Return how many checks the implementation answered."""
        return sum(self.counts[outcome] for outcome in JUDGED)

    @property
    def coverage(self) -> str:
        """Return how many checks of how many objects were answered."""
        return f"{many(self.objects, 'object')}, {many(self.answered, 'check')}"


def many(n: int, word: str) -> str:
    """Return a number of things."""
    return f"{n:,} {word}{'' if n == 1 else 's'}"


def told(failed: Counter[Severity]) -> str:
    """Return how many failures there are of each severity, the gravest first."""
    more = {
        Severity.GUARANTEE: "break the guarantee",
        Severity.RESULT: "wrong results",
        Severity.CONTRACT: "break the contract",
        Severity.POLICY: "differ",
    }
    return ", ".join(
        f"{failed[s]:,} {s.words if failed[s] == 1 else more[s]}" for s in Severity if failed[s]
    )


def power(run: dict[str, Any]) -> str:
    """Return what the batches of the statistical checks could have shown; nothing where none was
    passed.
    """
    p = run.get("power")
    if not p or not p["bugs"]:  # samples from a file name no bugs of their own
        return ""
    sizes = f"{p['least']:,}" + (f" to {p['most']:,}" if p["most"] > p["least"] else "")
    seen = (
        f"{p['shown']:,} of {many(p['bugs'], 'bug')} that these checks name, counted check by check"
    )
    return (
        f"; batches of {sizes} draws are enough to see {seen}, with probability "
        f"{p['probability']} or more where a check may err with {p['error']}"
    )


def decides(run: dict[str, Any], v: dict[str, Any]) -> bool:
    """Tell whether this verdict fails the run: a failure at or above the chosen severity."""
    return v["status"] == FAIL and Severity(v["severity"]).at_least(Severity(run["severity"]))


def findings(run: dict[str, Any]) -> Counter[Severity]:
    """Return how many known findings there are of each severity.

    They are entries of a list, not vectors: each is counted once, by the gravest vector that it
    covers.
    """
    gravest: dict[tuple[str, str], Severity] = {}
    order = list(Severity)
    for v in run["verdicts"]:
        if v["status"] == KNOWN:
            entry = v["known"], v["repro"]
            other = gravest.get(entry, Severity.POLICY)
            gravest[entry] = min(Severity(v["severity"]), other, key=order.index)
    return Counter(gravest.values())


def headline(run: dict[str, Any]) -> Headline:
    """Return the verdict in words, as a function of the exit code and the verdicts."""
    verdicts = run["verdicts"]
    counts = Counter(v["status"] for v in verdicts)
    objects = len({v["object"] for v in verdicts if v["status"] in JUDGED})
    judged = sum(counts[outcome] for outcome in JUDGED)
    of_all = f" (of {counts.total():,})" if counts.total() > judged else ""
    answered = f"{many(judged, 'check')} of {many(objects, 'object')} that it answered{of_all}"

    def said(state: str, claim: str, basis: str = "") -> Headline:
        return Headline(state, claim, basis, counts, objects)

    deciding = [v for v in verdicts if decides(run, v)]
    failed = Counter(Severity(v["severity"]) for v in deciding)
    gravest = worst(failed)
    if gravest is not None:
        assumed = {assumption(v) for v in deciding if v["severity"] == gravest}
        under = f", {assumed.pop()}" if len(assumed) == 1 and assumed != {""} else ""
        claim = FAILS[gravest].replace(";", f"{under};")
        basis = f"it failed {failed.total():,} of the {answered}: {told(failed)}"
        return said(FAIL, claim, basis + _declared(run))
    if run["exit_code"] == Exit.OK and not counts:
        return said(ABSENT, "was not judged")
    if run["end"] in (End.CLOCK, End.BROKE, End.INTERRUPTED, End.MISTAKE):
        return said(INCOMPLETE, "not judged to the end" if counts else "was not judged")
    if run["exit_code"] and run["list_complaints"] and judged:
        return said(STALE, "nothing failed,", "but its list of known findings is stale")
    if run["exit_code"] and not judged:
        return said(UNSUPPORTED, "nothing failed, but nothing was judged")
    state, claim, basis = _without_failure(run, counts, answered)
    return said(state, claim, basis + _declared(run) + power(run))


def _declared(run: dict[str, Any]) -> str:
    """Return what the adapter declares that the verdict has to say: what its draws may be off by,
    and how far above the truth its bounds were.
    """
    told = ""
    for object_, text in run["declared"]["tolerance"].items():
        off = text if len(text) < 12 else f"about {float(Fraction(text)):.1e}"
        told += (
            f"; the draws of {object_} may be off by {off} in total variation, as it declares: "
            f"epsilon becomes (epsilon, delta + (1 + e^epsilon) {off})"
        )
    for quantity, bound in run["declared"]["upper_bounds"].items():
        told += (
            f"; its {quantity} is an upper bound, as it declares, and was above the truth by at "
            f"most {bound['worst']}"
        )
    return told


def _without_failure(
    run: dict[str, Any], counts: Counter[str], answered: str
) -> tuple[str, str, str]:
    """Return state, claim and basis of a run that was judged to the end and in which nothing
    decided.
    """
    lesser = Counter(Severity(v["severity"]) for v in run["verdicts"] if v["status"] == FAIL)
    if lesser:
        return (
            MINOR,
            f"no failure of the chosen severity ({run['severity']}), but lesser ones:",
            f"of the {answered}, it failed {lesser.total():,}: {told(lesser)}",
        )
    known = findings(run)
    differs = f"of the {answered}, it does not conform in {counts[KNOWN]:,}, all known findings"
    if known[Severity.GUARANTEE]:
        return LEAKS, f"leaks: {known[Severity.GUARANTEE]:,} known;", differs
    if known[Severity.RESULT]:
        return WRONG, f"wrong results: {known[Severity.RESULT]:,} known;", differs
    if off := [o for o, t in run["declared"]["tolerance"].items() if Fraction(t) > MOST_OFF]:
        return (
            TOLERANT,
            f"no conformance: draws of {many(len(off), 'object')} may be off by more than 2^-20;",
            f"nothing failed in the {answered}",
        )
    if run["in_doubt"]:
        return (
            DOUBTFUL,
            f"guarantee in doubt: {len(run['in_doubt']):,} known;",
            f"nothing failed in the {answered}, but whether its draws are private is in doubt",
        )
    if known[Severity.CONTRACT]:
        return DEFECTS, f"contract: {known[Severity.CONTRACT]:,} known;", differs
    if not enough(run):
        return (
            THIN,
            "nothing failed, but too little was judged to say that it conforms:",
            f"only the {answered}",
        )
    if counts[KNOWN]:
        basis = f"of the {answered}, {counts[KNOWN]:,} differ as the implementation documents"
        return KNOWN, "documented differences only:", basis
    words = {"tolerance": "a declared tolerance", "upper_bounds": "declared upper bounds"}
    declared = [told for name, told in words.items() if run["declared"][name]]
    under = f", with {' and '.join(declared)}," if declared else ""
    return PASS, f"conforms{under}", f"in the {answered}"


def enough(run: dict[str, Any]) -> bool:
    """Tell whether enough was passed to speak of conformance: ENOUGH checks, not refusals alone, and
    batches that show a share VISIBLE of the bugs that their checks name. A program that is slow, or
    pretends to be, has smaller ones.
    """
    kinds = [v["kind"] for v in run["verdicts"] if v["status"] == PASS]
    power = run["power"] or {"shown": 0, "bugs": 0}
    seeing = power["shown"] >= VISIBLE * power["bugs"]
    return len(kinds) >= ENOUGH and not {*kinds} <= {"reject"} and seeing
