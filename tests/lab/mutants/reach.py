"""Which vectors a change of one function can reach: those whose answer runs that function in the
unchanged package.

A vector whose answer never runs the changed function is answered as before, so it need not be
judged again. Where the change is not of a function (a constant, a table, a class), every vector is
judged.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, MutableMapping
from types import CodeType, FrameType
from typing import Any

from dpmean.suite.kinds import tape
from dpmean.suite.vectors import Vector
from dpmean.wire import own

from .mutant import Mutant, function_of
from .seeds import seed_by

Place = tuple[str, int, str]  # file, first line, name: the same in every process
Places = dict[str, frozenset[Place]]  # vector id -> the functions that its answer runs


def runs(vectors: Iterable[Vector]) -> Places:
    """What each of these vectors runs."""
    return {v.id: _places(v) for v in vectors}


def _places(vector: Vector) -> frozenset[Place]:
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    request = {**vector.prompt(), "seq": "0"}
    seed_by(request)
    # a mechanism that was built for another vector would not show what builds it
    tape._kept.cache_clear()
    sys.setprofile(note)
    try:
        own.answer(request)
    finally:
        sys.setprofile(None)
    return frozenset(_place(code) for code in seen if "dpmean" in code.co_filename)


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_firstlineno, code.co_qualname


def changed(mutant: Mutant) -> Place | None:
    """The function that a mutant changes, which has to be asked before its bug is planted; None
    where that is no function, or where another library than ours is changed.
    """
    if mutant.base != "exact" or isinstance(mutant.where, MutableMapping):
        return None
    code = getattr(function_of(inspect.getattr_static(mutant.where, mutant.name)), "__code__", None)
    return None if code is None else _place(code)


def reached(place: Place | None, vectors: list[Vector], places: Places) -> list[Vector]:
    """The vectors that can tell the mutant of this function from the unchanged package."""
    return vectors if place is None else [v for v in vectors if place in places[v.id]]
