"""The kinds of vectors, one a file; this list is the only one. `kind.py` says what a kind is.

A new kind is a file here with its `KIND`, its name in the list below, and a file with the judge of its replies in
`conformance/judging/`. Files are loaded when a kind is asked for, so that the names cost nothing.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .kind import Kind

KINDS = ("exact", "transcript", "tape", "stat", "reject")


@cache
def kind_of(name: str) -> Kind:
    """The kind of that name; KeyError where there is none."""
    if name not in KINDS:
        raise KeyError(name)
    found: Kind = import_module(f".{name}", __name__).KIND
    return found
