"""Numbers that stand in a Python function: values and sizes at which it may do something else.

They are read from its code object and never run: constants of it, of functions inside it and of those
of its own module that it names; defaults, closures, and numbers of its module that it names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from inspect import getattr_static
from types import CodeType, FunctionType, MethodType
from typing import Any

MOST = 64  # numbers
DEEPEST = 6


def hints_of(function: Callable[..., Any]) -> tuple[float, ...]:
    """Returns the finite numbers in a function, each once, in the order in which they stand; none
    of what is no Python function.
    """
    found: dict[float, None] = {}
    for number in _numbers(function, set(), DEEPEST):
        found.setdefault(number)
        if len(found) == MOST:
            break
    return tuple(found)


def _numbers(thing: Any, seen: set[int], depth: int) -> Iterator[float]:
    if depth < 0 or id(thing) in seen:
        return
    if type(thing) in (int, float):
        if abs(thing) < 1 << 53 and math.isfinite(thing):
            yield float(thing)
        return
    if isinstance(thing, tuple | frozenset | list):
        parts: list[Any] = sorted(thing, key=repr) if isinstance(thing, frozenset) else list(thing)
    elif isinstance(thing, dict):
        parts = list(thing.values())
    elif isinstance(thing, partial):
        parts = [thing.func, thing.args, thing.keywords]
    elif isinstance(thing, MethodType):
        parts = [thing.__func__]
    elif isinstance(thing, CodeType):
        parts = list(thing.co_consts)
    elif isinstance(thing, FunctionType):
        parts = _parts(thing)
    elif depth == DEEPEST:  # an object that is called
        parts = [getattr_static(type(thing), "__call__", None)]
    else:
        return
    seen.add(id(thing))
    for part in parts[: 4 * MOST]:
        yield from _numbers(part, seen, depth - 1)


def _parts(function: FunctionType) -> list[Any]:
    """Returns all of a function in which numbers can stand."""
    cells = []
    for cell in function.__closure__ or ():
        try:
            cells.append(cell.cell_contents)
        except ValueError:  # not filled yet
            continue
    named = [
        value
        for name in _names(function.__code__, DEEPEST)
        if (value := function.__globals__.get(name)) is not None
        and (
            type(value) in (int, float)
            or (isinstance(value, FunctionType) and value.__module__ == function.__module__)
        )
    ]
    defaults = [function.__defaults__ or (), function.__kwdefaults__ or {}]
    return [function.__code__, *defaults, *cells, *named]


def _names(code: CodeType, depth: int) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts if depth else ():
        if isinstance(constant, CodeType):
            yield from _names(constant, depth - 1)
