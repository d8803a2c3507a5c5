"""A mechanism is a deterministic program over draws: it yields what it needs and is sent the exact
outcome.

`Draw` asks for a random outcome of a law; `Step` names an intermediate value, so that a transcript
can be compared line by line; `Compare` asks on which side of a number a continuous outcome lies.
The same program is released, replayed from injected outcomes, fed from a tape, enumerated, or
turned into its exact law (`interpret.py`, `run.py`, `law_of.py`). Nothing random happens anywhere
else.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..distributions.law import Law

Program = Generator["Draw | Step | Compare", Any, Any]


@dataclass(frozen=True)
class Draw:
    """A request for one outcome of `law` (a number, or a pair).

    `released` says whether the outcome itself is output.
    """

    label: str
    law: Law
    released: bool = False


@dataclass(frozen=True)
class Step:
    """A named intermediate value; never part of a release.

    `state`, where it is given, is all of the past that the rest of the program depends on, beside
    its parameters.
    """

    name: str
    value: Any
    state: Hashable = None


def whole(outcome: Any) -> Any:
    """Returns an integer outcome of a draw as an int; an outcome that an interpreter leaves unknown
    stays what it is.
    """
    return int(outcome) if isinstance(outcome, Fraction | int) else outcome


@dataclass(frozen=True)
class Compare:
    """A request for the sign of form - against, for a form in outcomes of draws and a number.

    The sign can be 0 only for outcomes on a lattice and for injected ones. A program for which 0
    counts as one of the two sides says so by `tie`, the sign of that side.
    """

    form: Any
    against: Any
    tie: int = 0
