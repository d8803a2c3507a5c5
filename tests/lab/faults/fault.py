"""Planted faults: changes of shipped formulas and of statements, each with the one step that it
must turn red.

A fault replaces one name of one module while all theorems run. The named step must go red, and
every other theorem must stay green: a proof that breaks for the wrong reason, or not at all, proves
nothing about the shipped code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """Replace `name` in `where` by change(original); then `step` of `theorem` is red."""

    what: str
    where: Any
    name: str
    change: Callable[[Any], Any]
    theorem: str
    step: str
    also: tuple[
        str, ...
    ] = ()  # theorems that put this formula together with another, and fall with it


def scaled(factor: Any) -> Callable[[Any], Any]:
    """The formula times a constant."""
    return lambda original: lambda *args: original(*args) * factor


def plus(extra: Callable[..., Any]) -> Callable[[Any], Any]:
    """The formula plus something."""
    return lambda original: lambda *args: original(*args) + extra(*args)
