"""Which functions of the package run while a step is checked.

Every function of the package is replaced by one that, the first time it is called, notes that and
puts the original back; so a step is not slowed down. A mechanism's `program` alone notes every call,
for several mechanisms share one, and which of them runs is to be known. What functions of the package
keep from earlier calls is emptied before each step.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import dpmean

FOLDER = str(Path(dpmean.__file__).parent)


def functions() -> list[FunctionType]:
    """Return the functions of the package, also those that it made itself."""
    return [
        f
        for f in gc.get_objects()
        if type(f) is FunctionType and f.__code__.co_filename.startswith(FOLDER)
    ]


def label(function: FunctionType) -> str:
    """Return a function's module below the package, and its name there."""
    return f"{function.__module__.removeprefix('dpmean.')}.{function.__qualname__}"


def is_program(function: FunctionType) -> bool:
    """Tell whether a function is a mechanism's program."""
    return function.__name__ == "program" and function.__module__.startswith("dpmean.mechanisms.")


@cache
def _template(names: tuple[str, ...]) -> CodeType:
    """Return the code of a function that closes over these names and passes everything on to a
    constant.
    """
    inside = (
        f"  def stub(*args, **kwargs):\n    ({', '.join(names)}{',' if names else ''})\n"
        "    hook = 'HOOK'\n    return hook(*args, **kwargs)\n"
    )
    made = compile(f"def outer({', '.join(names)}):\n{inside}", "<shipped>", "exec")
    outer = next(c for c in made.co_consts if isinstance(c, CodeType))
    return next(c for c in outer.co_consts if isinstance(c, CodeType))


class Recorder:
    """Notes which functions run."""

    def __init__(self) -> None:
        """Make a stub for every function of the package."""
        self.ran: dict[str, FunctionType] = {}
        self.programs: set[str] = set()  # the names of the mechanisms whose program ran
        self._codes = [(f, f.__code__, self._stub(f)) for f in functions()]
        self._by_function = {f: (code, stub) for f, code, stub in self._codes}

    def _stub(self, function: FunctionType) -> CodeType:
        original = function.__code__

        def first(*args: Any, **kwargs: Any) -> Any:
            function.__code__ = original
            self.ran[label(function)] = function
            return function(*args, **kwargs)

        def every(mechanism: Any, *args: Any, **kwargs: Any) -> Any:
            self.programs.add(getattr(mechanism, "name", ""))
            stub = function.__code__
            try:
                return first(mechanism, *args, **kwargs)
            finally:
                function.__code__ = stub

        hook = every if is_program(function) else first
        code = _template(original.co_freevars)
        return code.replace(
            co_freevars=original.co_freevars,
            co_filename=original.co_filename,
            co_name=original.co_name,
            co_consts=tuple(hook if c == "HOOK" else c for c in code.co_consts),
        )

    def __enter__(self) -> Recorder:
        for function, _, stub in self._codes:
            function.__code__ = stub
        return self

    def __exit__(self, *given: object) -> None:
        for function, original, _ in self._codes:
            function.__code__ = original

    def take(self) -> dict[str, FunctionType]:
        """Return what ran since the last time, and begin anew."""
        ran, self.ran = self.ran, {}
        self.programs.clear()
        for function in ran.values():
            function.__code__ = self._by_function[function][1]
        return ran


def empty_caches() -> None:
    """Forget what functions of the package keep, so that what a step asks is computed in it."""
    for clear in _clears():
        clear()


@cache
def _clears() -> tuple[Callable[[], None], ...]:
    return tuple(
        o.cache_clear
        for o in gc.get_objects()
        if hasattr(type(o), "cache_clear")
        and getattr(getattr(o, "__wrapped__", None), "__module__", "").startswith("dpmean")
    )
