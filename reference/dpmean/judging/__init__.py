"""What comes of replies: verdicts, statistics, runs. `judge.py` says what a judge is; a kind may
have one in a file.

A check is a kind of vectors, or one that the runner makes of vectors by itself. A kind without a
file here is judged by `plain.py`. Judges are loaded when they are asked for, so that the names cost
nothing.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ..suite.kinds import KINDS
from ..suite.vectors import Vector

if TYPE_CHECKING:
    from .judge import Judge
    from .verdict import Verdict

CHECKS = (*KINDS, "support")


@cache
def judge_of(check: str) -> Judge:
    """The judge of that name; KeyError where there is none."""
    if check not in CHECKS:
        raise KeyError(check)
    if find_spec(f".{check}", __name__) is None:
        from .plain import Plain

        return Plain(check)
    found: Judge = import_module(f".{check}", __name__).JUDGE
    return found


def verdict_on(vector: Vector, reply: dict[str, Any]) -> Verdict:
    """The verdict on one reply, as the judge of the vector's kind has it; a batch of draws is
    judged by `stat.py`.
    """
    return judge_of(vector.kind).verdict(vector, reply)
