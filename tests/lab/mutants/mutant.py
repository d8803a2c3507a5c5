"""What a mutant is, and how its bug is planted in a process that ends with it.

A bug is one change of one function, method or constant of the package, where a real implementation
would have it; never a perturbed reply. `edit` changes a line of a shipped function, wherever that
function is used; any other change replaces one name of one module, class or table. Nothing is
undone: a mutant lives in a process of its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dpmean.suite.kinds import exact, tape

from ...helpers.rewriting import rewritten
from . import doubles

Change = Callable[[Any], Any]


@dataclass(frozen=True)
class Mutant:
    """Replace `name` in `where` by change(original); `flags` are the classes of bugs
    (suite/flags.py) to which it belongs.
    """

    id: str
    wrong: str
    flags: tuple[str, ...]
    where: Any
    name: str
    change: Change
    # repository#number of a public report of this bug, or of one of its kind, in a real library
    seen: str = ""
    # what is changed: our exact adapter, the same answering in doubles, or the samplers of
    # floats.py
    base: str = "exact"

    @property
    def adapter(self) -> str:
        """The module whose `answer` the runner asks."""
        return "tests.lab.mutants.floats" if self.base == "floats" else "dpmean.wire.own"


def plant(mutant: Mutant) -> None:
    """Plant the bug in this process, for good."""
    tape._kept.cache_clear()  # mechanisms that were built before the bug would hide it
    if mutant.base == "doubles":
        exact.answer = doubles.exact
    if isinstance(mutant.where, MutableMapping):
        mutant.where[mutant.name] = mutant.change(mutant.where[mutant.name])
        return
    original = inspect.getattr_static(mutant.where, mutant.name)
    setattr(mutant.where, mutant.name, mutant.change(original))


def edit(*changes: tuple[str, str]) -> Change:
    """Change a function: each text, which its tree has exactly once (helpers/rewriting.py), becomes
    the other.
    """

    def change(original: Any) -> Any:
        function = function_of(original)
        function.__code__ = rewritten(
            function, *changes
        ).__code__  # in place, so that every reference sees it
        if hasattr(original, "cache_clear"):
            original.cache_clear()  # what was right before would hide the bug
        return original

    return change


def always(value: Any) -> Change:
    """Whatever it was, it becomes `value`."""
    return lambda _: value


def function_of(found: Any) -> Any:
    """The plain function of a method, property, class method or cached function (what is none comes
    back as it is).
    """
    if isinstance(found, property):
        return found.fget
    if isinstance(found, cached_property):
        return found.func
    return getattr(found, "__wrapped__", getattr(found, "__func__", found))
