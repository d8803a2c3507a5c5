"""Evidence is typed: what was seen, what follows from it, under which assumption, and how grave it is.

A judge sets what was *seen* where it sees it. What *follows* from it is looked up in one table, TABLE,
which `dpmean explain` prints; severity, exit codes, headlines and badges come from these types alone.
Sentences are for people: they are made from evidence, last, and nothing here ever reads one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

UNBOUNDED = 1e300  # JSON has no infinity


class Outcome(StrEnum):
    """What became of one check."""

    PASS = "pass"  # noqa: S105
    FAIL = "fail"
    KNOWN = "known"  # a failure that a list of known findings, or a declared policy, explains
    UNSUPPORTED = "unsupported"  # the implementation says that it has nothing for it
    # for want of time, or not when the record was made: what it would have shown is not known
    NOT_ASKED = "not asked"
    INCONCLUSIVE = "inconclusive"  # asked and answered, and what came says neither yes nor no


BECAME = {
    Outcome.PASS: "it was asked, and nothing wrong was seen",
    Outcome.FAIL: "something wrong was seen",
    Outcome.KNOWN: "something wrong was seen, as a list of findings or a declared policy says",
    Outcome.UNSUPPORTED: "the implementation says that it has nothing for it",
    Outcome.NOT_ASKED: "it was not asked, for want of time or when the record was made; what it would "
    "have shown is not known",
    Outcome.INCONCLUSIVE: "it was asked, and what came says neither yes nor no",
}
JUDGED = (Outcome.PASS, Outcome.FAIL, Outcome.KNOWN)


class Severity(StrEnum):
    """How grave a failure is; the gravest first."""

    GUARANTEE = "guarantee"
    RESULT = "result"
    CONTRACT = "contract"
    POLICY = "policy"

    @property
    def words(self) -> str:
        """Return it in words, as what an implementation does."""
        return WORDS[self]

    def at_least(self, other: Severity) -> bool:
        """Tell whether this one is as grave as the other, or graver."""
        order = list(Severity)
        return order.index(self) <= order.index(other)


EFFECTS = {  # what each does to a user
    Severity.GUARANTEE: "a release says more about one record than it may",
    Severity.RESULT: "a number, a law or a mean is not what it is said to be, without a loss of privacy",
    Severity.CONTRACT: "nonsense is accepted, or sense is refused",
    Severity.POLICY: "another choice than that of the vectors",
}
WORDS = {
    Severity.GUARANTEE: "breaks the guarantee",
    Severity.RESULT: "wrong result",
    Severity.CONTRACT: "breaks the contract",
    Severity.POLICY: "differs by a documented policy",
}


class Seen(StrEnum):
    """What was observed, before anything is concluded."""

    COUNTS = "counts"  # how often events happened among draws, which the law does not give
    CONSTANT = "constant"  # every draw was the same, where the law is spread
    TIES = "ties"  # draws of a continuous law are equal, or mirror images, too often
    RECURRED = "recurred"  # draws came again at equal places of two starts, or at one lag
    ORDERED = "ordered"  # draws agree with their neighbours more or less than in any other order
    BALANCED = "balanced"  # counts that independent draws do not have: paired, multiplied, spread
    GRID = "grid"  # all draws lie on a grid that the reply does not declare
    TOLD_APART = "told apart"  # an event much likelier for one input than for its neighbour
    MOVED = "moved"  # a record beyond the bounds moves the draws farther than any within them
    STATUS = "status"  # of two neighbours one has a finite answer, and the other has none
    CLIPPED = "clipped"  # the step that clips gives a number beyond the bounds
    NUMBER = "number"  # a number that is not the right one
    DANGEROUS = "dangerous"  # a promise of privacy on the side of the truth that promises too much
    NEAR = "near"  # the same, by no more than rounding explains
    WIDE = "wide"  # an enclosure that holds the right number, and many others
    NOT_FINITE = "not finite"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    GAVE_UP = "gave up"
    ENDED = "crash"
    LATE = "slow"
    RAISED = "error"
    UNREADABLE = "protocol"


class Follows(StrEnum):
    """What follows from evidence: the statement that a report makes; its value is the word in JSON."""

    LEAKS = "leak"
    STATUS_LEAKS = "status"
    LOSS = "loss"
    NO_NOISE = "no noise"
    NOT_FRESH = "reused"
    UNBOUNDED = "contribution"
    UNCLIPPED = "unclipped"
    LESS_NOISE = "less noise"
    PROMISES_TOO_MUCH = "below"
    MORE_NOISE = "more noise"
    BIASED = "bias"
    ANOTHER_LAW = "law"
    ANOTHER_NUMBER = "value"
    NOT_A_NUMBER = "not finite"
    ROUNDED_WRONG_WAY = "rounded"
    SAYS_LITTLE = "wide"
    UNDECLARED_GRID = "grid"
    ACCEPTS_NONSENSE = "accepted"
    REFUSES_SENSE = "refused"
    GAVE_UP = "gave up"
    CRASHED = "crash"
    SLOW = "slow"
    ADAPTER_FAILED = "error"
    UNREADABLE = "protocol"


class Assuming(StrEnum):
    """What has to hold, beside the evidence, for a statement to follow."""

    NOTHING = ""
    ADDED = "added"  # a release is the value plus this noise
    NORMAL = "normal"  # and that noise is normal: of another law less may be enough
    FRESH = "fresh"  # every output is a release of its own, independent of the others
    CLIPPED_MEAN = (
        "mean"  # a release is the right mean plus this noise, whatever is done afterwards
    )


ASSUMED = {
    Assuming.FRESH: "if every output is a fresh, independent release",
    Assuming.ADDED: "if a release is the value plus this noise",
    Assuming.NORMAL: "if a release is the value plus normal noise",
    Assuming.CLIPPED_MEAN: "if a release is the right mean plus this noise",
}


@dataclass(frozen=True)
class Rule:
    """A row of the table: evidence of this kind, where `when` holds, entails a statement."""

    seen: Seen
    when: str
    follows: Follows
    severity: Severity
    assuming: tuple[Assuming, ...] = (Assuming.NOTHING,)


_G, _R, _C = Severity.GUARANTEE, Severity.RESULT, Severity.CONTRACT
# of a run that has looked whether draws are fresh, and of an audit, which may have had no way to
_OUTPUTS = (Assuming.NOTHING, Assuming.FRESH)
_ONE_INPUT = (Assuming.ADDED, Assuming.CLIPPED_MEAN)
TABLE = (
    Rule(Seen.TOLD_APART, "the claim does not allow it", Follows.LEAKS, _G, _OUTPUTS),
    Rule(Seen.TOLD_APART, "counts bound epsilon above the claim", Follows.LOSS, _G, _OUTPUTS),
    Rule(Seen.STATUS, "always", Follows.STATUS_LEAKS, _G),
    Rule(
        Seen.COUNTS,
        "tails or atoms of one input bound epsilon above the claim",
        Follows.LOSS,
        _G,
        (Assuming.ADDED,),
    ),
    Rule(Seen.CONSTANT, "the input moves it to another constant", Follows.NO_NOISE, _G),
    Rule(Seen.CONSTANT, "no second input was looked at", Follows.NO_NOISE, _G, _ONE_INPUT),
    Rule(
        Seen.CONSTANT,
        "the input does not move it, or to draws that differ",
        Follows.ANOTHER_LAW,
        _R,
    ),
    Rule(
        Seen.CONSTANT,
        "single draws are the same number, not that without noise, where those of a batch differ",
        Follows.NOT_FRESH,
        _G,
    ),
    Rule(
        Seen.COUNTS,
        "tails are thin and none is thick, and the law is not private for every shape of its scale",
        Follows.LESS_NOISE,
        _G,
        (*_ONE_INPUT, Assuming.NORMAL),
    ),
    Rule(Seen.COUNTS, "tails are thick and none is thin", Follows.MORE_NOISE, _R),
    Rule(Seen.COUNTS, "one side is thin and the other thick, or a sign is off", Follows.BIASED, _R),
    Rule(Seen.COUNTS, "otherwise", Follows.ANOTHER_LAW, _R),
    Rule(
        Seen.TIES,
        "at other places than one lag, and no grid explains them",
        Follows.ANOTHER_LAW,
        _R,
    ),
    Rule(Seen.RECURRED, "beyond those at permuted places", Follows.NOT_FRESH, _G),
    Rule(Seen.ORDERED, "beyond every order of the same draws", Follows.NOT_FRESH, _G),
    Rule(Seen.BALANCED, "beyond independent draws", Follows.NOT_FRESH, _G),
    Rule(Seen.MOVED, "the move ends at some distance", Follows.UNBOUNDED, _G),
    Rule(Seen.MOVED, "the move grows near and very far out", Follows.UNCLIPPED, _G),
    Rule(Seen.CLIPPED, "by more than rounding explains", Follows.UNCLIPPED, _G),
    Rule(Seen.DANGEROUS, "by more than the vector's ulps", Follows.PROMISES_TOO_MUCH, _G),
    Rule(Seen.NEAR, "where only the other side is right", Follows.ROUNDED_WRONG_WAY, _C),
    Rule(Seen.NUMBER, "always", Follows.ANOTHER_NUMBER, _R),
    Rule(Seen.WIDE, "always", Follows.SAYS_LITTLE, _C),
    Rule(Seen.NOT_FINITE, "always", Follows.NOT_A_NUMBER, _R),
    Rule(Seen.GRID, "it explains how often draws are equal", Follows.UNDECLARED_GRID, _C),
    Rule(Seen.ACCEPTED, "always", Follows.ACCEPTS_NONSENSE, _C),
    Rule(Seen.REFUSED, "always", Follows.REFUSES_SENSE, _C),
    Rule(Seen.GAVE_UP, "always", Follows.GAVE_UP, _C),
    Rule(Seen.ENDED, "always", Follows.CRASHED, _C),
    Rule(Seen.LATE, "always", Follows.SLOW, _C),
    Rule(Seen.RAISED, "always", Follows.ADAPTER_FAILED, _C),
    Rule(Seen.UNREADABLE, "always", Follows.UNREADABLE, _C),
)
SEVERITIES = {rule.follows: rule.severity for rule in TABLE}
_ALLOWED = {(rule.seen, rule.follows, a) for rule in TABLE for a in rule.assuming}
# what tells nothing about the law or the numbers of an implementation
SILENT = frozenset(
    {
        Follows.CRASHED,
        Follows.SLOW,
        Follows.ADAPTER_FAILED,
        Follows.UNREADABLE,
        Follows.REFUSES_SENSE,
        Follows.GAVE_UP,
        Follows.NOT_A_NUMBER,
        Follows.ACCEPTS_NONSENSE,
    }
)


@dataclass(frozen=True)
class Statement:
    """What follows from evidence: what was seen, what follows, under which assumption.

    `epsilon` is a lower bound of the privacy loss that the evidence proves, `error` the probability
    that such a bound is wrong; both are None for a statement without a bound. A statement that the
    table does not have cannot be made.
    """

    seen: Seen
    follows: Follows
    assuming: Assuming = Assuming.NOTHING
    epsilon: float | None = None
    error: float | None = None

    def __post_init__(self) -> None:
        """Refuse what no row of the table entails."""
        if (self.seen, self.follows, self.assuming) not in _ALLOWED:
            raise ValueError(f"no row: {self.seen!r}, {self.follows!r}, {self.assuming!r}")

    @property
    def severity(self) -> Severity:
        """Return how grave it is."""
        return SEVERITIES[self.follows]

    @property
    def data(self) -> dict[str, Any]:
        """Return it as an object of JSON: what follows from what was seen, assuming what."""
        body: dict[str, Any] = {
            "what": self.follows.value,
            "seen": self.seen.value,
            "severity": self.severity.value,
            "assuming": self.assuming.value,
        }
        if self.epsilon is not None:
            body["epsilon"] = min(self.epsilon, UNBOUNDED)
        return body if self.error is None else body | {"error": self.error}


def only(seen: Seen) -> Statement:
    """Return the statement of evidence from which one thing follows, whatever else is known."""
    (rule,) = (rule for rule in TABLE if rule.seen is seen)
    return Statement(seen, rule.follows)


def in_order(statements: Iterable[Statement]) -> list[Statement]:
    """Return the statements, the gravest first, and as they came where they are alike."""
    order = list(Severity)
    return sorted(statements, key=lambda s: order.index(s.severity))


def worst(severities: Iterable[Severity]) -> Severity | None:
    """Return the gravest severity, or None of none."""
    found = set(severities)
    return next((s for s in Severity if s in found), None)
