"""What a judge is: everything that the runner and the reports may ask about the replies to one kind
of vectors; what became of a reply that is no answer (unsupported, broken, or not in the record) is said
here once for all kinds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..suite.vectors import Vector
from ..wire.session import NotRecorded, Session
from .evidence import Seen, only
from .results import Run
from .verdict import FAIL, NOT_ASKED, PASS, UNSUPPORTED, Problem, Verdict


@dataclass
class Trial:
    """The implementation that is judged, the run so far, and what was already judged in it."""

    session: Session
    run: Run
    alpha: Fraction  # the false-alarm probability of one statistical check
    # the samplers whose single draws were judged (see `stat.py`)
    drawn: set[str] = field(default_factory=set)
    others: Sequence[Vector] = ()  # all vectors of the run
    reply: dict[str, Any] | None = None  # the last one, where a vector is one request


class Judge(ABC):
    """How replies to one kind of vectors are judged, and the words in which reports tell it."""

    words: str  # what is checked, in a few words
    asks: str = ""  # the kind of the requests that it makes; empty: its own
    # whether it rests on draws: then it spends from the false-alarm budget, and a pass may be luck
    draws: bool = False
    by_quantity: bool = False  # whether reports have a row for each quantity

    @abstractmethod
    def problem(self, vector: Vector, reply: dict[str, Any]) -> Problem | None:
        """Return what is wrong with one reply of status ok or rejected; None when nothing is."""

    def check(self, vector: Vector, trial: Trial) -> Verdict:
        """The verdict on one vector: here, on the reply to one request."""
        trial.reply = trial.session.ask(vector.prompt())
        return self.verdict(vector, trial.reply)

    def verdict(self, vector: Vector, reply: dict[str, Any]) -> Verdict:
        """The verdict on one reply of any status."""
        status = reply["status"]
        if status == "unsupported":
            became = NOT_ASKED if isinstance(reply, NotRecorded) else UNSUPPORTED
            return Verdict(vector, became, str(reply.get("reason", "no reason given"))[:200])
        if status == "error":
            trace = str(reply.get("traceback", "")).strip()
            said = "error: " + (trace.splitlines()[-1][:200] if trace else "no traceback")
            return failure(vector, Problem(said, Seen.RAISED))
        problem = self.problem(vector, reply)
        return Verdict(vector, PASS) if problem is None else failure(vector, problem)

    def wanted(self, vector: Vector) -> str:
        """Return what the vector expects, in words."""
        expect = vector.expect
        if expect.get("status") == "rejected":
            return f"a refusal ({expect['code']})"
        at_least = "at least " if vector.accept.get("rule") == "at_least" else ""
        named = [
            f"{key} {shown(expect[key])}"
            for key in ("values", "shake128_of_lines", "bits")
            if key in expect
        ]
        return (
            at_least
            + (", ".join(named) if named else shown(expect["value"]))
            + (", and at most a tenth more" if at_least else "")
        )


def failure(vector: Vector, problem: Problem, flags: tuple[str, ...] = ()) -> Verdict:
    """Return the failure of a vector by what is wrong with a reply."""
    return Verdict(vector, FAIL, problem.words, flags, follows=(only(problem.seen),))


def wrong_status(vector: Vector, reply: dict[str, Any]) -> Problem | None:
    """Return what is wrong with the status alone; None when it is the one that the vector
    expects.
    """
    wanted, status = vector.expect.get("status", "ok"), reply["status"]
    if status == wanted:
        return None
    refused = status == "rejected"
    told = f" ({reply.get('code', '')} {str(reply.get('message', ''))[:100]})" if refused else ""
    return Problem(f"got {status}{told}, want {wanted}", Seen.REFUSED if refused else Seen.ACCEPTED)


def shown(value: object) -> str:
    """A value that a vector expects, for people."""
    if isinstance(value, list):
        return "(" + ", ".join(shown(item) for item in value) + ")"
    if isinstance(value, dict):
        return str(value["exact"]) if "exact" in value else f"[{value['lo']}, {value['hi']}]"
    return str(value)
