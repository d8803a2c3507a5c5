"""What a run has found so far: the verdicts, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from ..wire.protocol import Hello
from .verdict import Verdict


class End(StrEnum):
    """How a run ended."""

    DONE = "done"  # everything that was to be asked was asked
    FIRST = "first"  # at the first failure, as was asked
    CLOCK = "clock"  # the time of the run was over
    BROKE = "broke"  # the program broke too often, or left something behind
    INTERRUPTED = "interrupted"
    MISTAKE = "mistake"  # we could not judge a reply: our mistake, whatever the reply was


@dataclass
class Run:
    """The results so far, which are kept when the run is interrupted; `tiers` are the batch sizes,
    by vector id.
    """

    hello: Hello
    verdicts: list[Verdict] = field(default_factory=list)
    draws: int = 0
    false_alarm: Fraction = Fraction(0)
    tiers: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    stopped: str = ""  # why it ended before its end, for people
    end: End = End.DONE
