"""A Python function as a source: called with a list of records, it returns one output."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from inspect import unwrap
from types import CodeType
from typing import Any

from ...errors import InvalidInput
from ..described import described, failed
from ..rows import Form
from . import Alone, Raw


class Function(Alone):
    """A function of the records; with `many`, of the records and a number of outputs, of which it
    returns a list.
    """

    def __init__(self, function: Callable[..., Any], many: bool = False, form: Form = list) -> None:
        """Takes the function as it is; `form` makes of records what it is given, a new one for each
        call.
        """
        self.name = getattr(function, "__name__", "function")
        self.key = key_of(function)
        self._function, self._many, self._form = function, many, form

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns what the function returns; an exception is an output of its own kind."""
        if self._many:
            return [] if self.over else self._at_once(records, count)
        found = []
        for _ in range(count):
            if self.over:
                break
            try:
                found.append(self._function(self._form(records)))
            except Exception as error:
                found.append(failed(error))
        return found

    def _at_once(self, records: tuple[Any, ...], count: int) -> Raw:
        try:
            found: Raw = self._function(self._form(records), count)
        except Exception as error:
            return [failed(error)]
        length = len(found) if hasattr(found, "__len__") and _has_length(found) else None
        if length != count or isinstance(found, str | bytes | dict):
            raise InvalidInput(
                "size_mismatch",
                f"many: {self.name}(records, {count}) must return a list or an array of {count} "
                f"outputs, and returned {type(found).__name__}"
                + (f" of {length}" if length is not None else ""),
                argument="many",
            )
        return found

    def forked(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns the outputs of two forks of this process, where there are forks."""
        if "fork" not in multiprocessing.get_all_start_methods():
            return []
        context = multiprocessing.get_context("fork")
        found: list[Raw] = []
        for _ in range(2):
            here, there = context.Pipe(duplex=False)
            child = context.Process(target=self._child, args=(there, records, count), daemon=True)
            child.start()
            there.close()
            with suppress(EOFError):
                if here.poll(max(0.0, min(60.0, self.until - time.monotonic()))):
                    found.append(here.recv())
            child.kill()
            child.join()
        return found if len(found) == 2 else []

    def _child(self, pipe: Any, records: tuple[Any, ...], count: int) -> None:
        with suppress(Exception):  # what is wrong with the function is said by this process
            pipe.send(list(map(described, self.draw(records, count))))


def key_of(function: Callable[..., Any]) -> str:
    """Returns the name of a function, and a digest of what it does: its instructions, and the
    constants and names in them. What it reads from elsewhere is not in it.
    """
    name = getattr(function, "__qualname__", type(function).__qualname__)
    made: Any = unwrap(function)
    while isinstance(made, partial):
        made = unwrap(made.func)
    code = getattr(made, "__code__", None)
    module = getattr(function, "__module__", None) or type(function).__module__
    digest = "" if code is None else f" {sha256(repr(_parts(code)).encode()).hexdigest()[:16]}"
    return f"{module}.{name}{digest}"


def _parts(code: CodeType) -> tuple[Any, ...]:
    """Returns what a code object is made of, without where it stands."""
    constants = [
        _parts(c)
        if isinstance(c, CodeType)
        else sorted(map(repr, c))
        if isinstance(c, frozenset)
        else c
        for c in code.co_consts
    ]
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars


def _has_length(found: Any) -> bool:
    try:
        len(found)
    except TypeError:  # an array without dimensions
        return False
    return True
