"""A mechanism is a deterministic program over draws: it yields what it needs and is sent the exact outcome.

`Draw` asks for a random outcome of a law; `Step` names an intermediate value, so that a transcript can be compared
line by line; `Compare` asks on which side of a number a continuous outcome lies. The same program is released, replayed
from injected outcomes, fed from a tape, or enumerated
(`interpret.py`). Nothing random happens anywhere else.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from ..distributions.law import Law

Program = Generator["Draw | Step | Compare", Any, Any]


@dataclass(frozen=True)
class Draw:
    """A request for one outcome of `law` (a number, or a pair); `released` says whether the outcome itself is output.
    """

    label: str
    law: Law
    released: bool = False


@dataclass(frozen=True)
class Step:
    """A named intermediate value; never part of a release."""

    name: str
    value: Any


@dataclass(frozen=True)
class Compare:
    """The sign of form - against, for outcomes of draws `form` and a number `against`; 0 for injected outcomes only."""

    form: Any
    against: Any
