"""What a rule of the kernel makes: a step, sealed to its name, its rule, its check and what it trusts.

Part of the trusted base.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from . import trusted
from .refusals import NotProved

_MADE: WeakKeyDictionary[Callable[[], str], tuple[object, ...]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Step:
    """One checked step: its claim in words, the rule, the check (which returns an account), the lemmas it uses.

    Steps are made by the rules of the kernel and by nothing else: only it may import `make`.
    """

    name: str
    rule: str
    check: Callable[[], str]
    trusts: tuple[str, ...] = ()
    # the texts of the statement and of its rival, kept beside the proof
    smt: Callable[[], tuple[str, str]] | None = None

    def __post_init__(self) -> None:
        if _MADE.get(self.check) != (self.name, self.rule, self.trusts, self.smt):
            raise TypeError("a step is made by a rule of the kernel")


def make(name: str, rule: str, check: Callable[[], str], trusts: tuple[str, ...], *builders: Callable[..., Any],
        smt: Callable[[], tuple[str, str]] | None = None) -> Step:
    """Return a step whose builders must still close over the values that they had when it was made."""
    for lemma in trusts:
        if lemma not in trusted.LEMMAS and lemma not in trusted.CITED:
            raise KeyError(f"{lemma} is not in the list of what is trusted")
    closed = [(cell, cell.cell_contents) for build in builders for cell in _cells(build)]

    def whole() -> str:
        if any(cell.cell_contents is not value for cell, value in closed):
            raise NotProved("a variable of a loop has moved on since the step was made; bind it as a default")
        return check()

    _MADE[whole] = (name, rule, trusts, smt)
    return Step(name, rule, whole, trusts, smt)


def _cells(build: Any, depth: int = 4) -> Iterator[Any]:
    """Yield the closure cells of a builder and of the functions that it closes over or has as defaults."""
    build = getattr(build, "func", build)  # a functools.partial
    own = getattr(build, "__closure__", None) or ()
    yield from own
    inner = [cell.cell_contents for cell in own] + list(getattr(build, "__defaults__", None) or ())
    for function in inner if depth else ():
        if callable(function):
            yield from _cells(function, depth - 1)
