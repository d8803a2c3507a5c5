"""What the builders of a step close over, have as defaults or find in their modules, and what it is
told by. Part of the trusted base.

A loop variable that moves on, or a list that is changed, is found out by comparing it with what it
was.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dis import get_instructions
from itertools import pairwise
from types import CodeType, ModuleType
from typing import Any

from .refusals import NotProved


def codes(build: Any) -> Iterator[CodeType]:
    """Yield the code of a builder, and of the functions written inside it."""
    pending = [getattr(getattr(build, "func", build), "__code__", None)]
    while pending:
        if isinstance(code := pending.pop(), CodeType):
            yield code
            pending += [c for c in code.co_consts if isinstance(c, CodeType)]


def refuse_identity(code: CodeType) -> None:
    """Refuse `is True` and the like, which no symbol can answer."""
    seen = list(get_instructions(code))
    for one, two in pairwise(seen):
        if two.opname == "IS_OP" and one.opname == "LOAD_CONST" and isinstance(one.argval, bool):
            raise NotProved(
                "a builder asks whether something is True or False; ask for its truth instead"
            )


def found(builders: tuple[Any, ...]) -> Iterator[tuple[tuple[str, int, str], Any, Any]]:
    """Yield what builders, and the functions of their modules that they use, close over, have as
    defaults, or find.
    """
    pending, seen = list(builders), set[int]()
    while pending:
        build = pending.pop()
        build = getattr(build, "func", build)  # a functools.partial
        if not inspect.isfunction(build):
            if isinstance(build, list | dict | set | tuple) and id(build) not in seen:
                seen.add(id(build))
                yield ("data", id(build), "an argument"), build, build
            continue
        if id(build) in seen:
            continue
        seen.add(id(build))
        for name, cell in zip(build.__code__.co_freevars, build.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:
                continue
            yield ("cell", id(cell), name), cell, value
            pending += [value] if callable(value) else []
        for value in (*(build.__defaults__ or ()), *(build.__kwdefaults__ or {}).values()):
            if isinstance(value, list | dict | set):
                yield ("data", id(value), "a default"), value, value
            pending += [value] if callable(value) else []
        for name in {n for code in codes(build) for n in code.co_names}:
            if name in build.__globals__ and not isinstance(
                value := build.__globals__[name], ModuleType
            ):
                yield ("global", id(build.__globals__), name), value, value
                if getattr(value, "__globals__", None) is build.__globals__:
                    pending.append(value)


def told_by(value: Any, depth: int = 4) -> Any:
    """Return what a value is told by: the contents of containers, and else which object it is (and
    the object).
    """
    if depth and type(value) in (list, tuple, set, dict):
        items = list(value.items()) if type(value) is dict else list(value)
        return type(value), [(told_by(v, depth - 1)) for v in items]
    return id(value), value if isinstance(value, int | str) else None
