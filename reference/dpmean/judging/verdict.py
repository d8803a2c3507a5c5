"""Verdicts: what became of one vector, what was seen, and what follows; and what is wrong with one reply.

`detail` and `words` are for people. Nothing decides by them: what decides is typed (`evidence.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..suite.vectors import Vector
from .evidence import Outcome, Seen, Severity, Statement, in_order

PASS, FAIL, UNSUPPORTED, KNOWN = Outcome.PASS, Outcome.FAIL, Outcome.UNSUPPORTED, Outcome.KNOWN
NOT_ASKED, INCONCLUSIVE = Outcome.NOT_ASKED, Outcome.INCONCLUSIVE
ADAPTER = "Adapter"  # marks failures of the adapter, not of what it adapts
DECLARED = "declared"  # the class of a failure that is exactly a policy which the adapter declares


@dataclass(frozen=True)
class Problem:
    """What is wrong with a reply: what was seen of it, and the words that tell it to people."""

    words: str
    seen: Seen = Seen.NUMBER

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Verdict:
    """What became of one vector: the outcome, what follows from what was seen, and a sentence.

    `follows` are the statements, the one that is told first. `known` is the reason of a known
    finding and `repro` how to see it with the library alone; `evidence` has the figures behind a
    statistical finding, for pictures (its shapes are in vectors/schema/report.schema.json).
    `category` is the class of a known finding (known.py), `breaks` says that its list knows it to
    break a guarantee, and `severity` is what its list says of it, where it does.
    """

    vector: Vector
    status: Outcome
    detail: str = ""
    flags: tuple[str, ...] = ()
    known: str = ""
    repro: str = ""
    evidence: dict[str, Any] | None = None
    category: str = ""
    breaks: bool = False
    follows: tuple[Statement, ...] = ()
    severity: Severity | None = None
    facts: dict[str, str] = field(
        default_factory=dict
    )  # what else its list says of a known finding
    guesses: tuple[str, ...] = ()  # known bugs that the counts do not refute, in words
    doubt: bool = False  # inconclusive, and it leaves the guarantee in doubt
    look: str = ""  # the name of the look at single draws that came last (draws/plan.py)
    excess: Fraction | None = None  # how far above the truth a declared upper bound was

    def __post_init__(self) -> None:
        """Refuse a failure without evidence."""
        if self.status in (FAIL, KNOWN) and not self.follows:
            raise ValueError(f"{self.vector.id}: a failure from which nothing follows")

    @property
    def statement(self) -> Statement | None:
        """Return the statement that is told: the gravest, or None where nothing follows."""
        return in_order(self.follows)[0] if self.follows else None
