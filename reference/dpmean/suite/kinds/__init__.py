"""The kinds of vectors, one a file: a file of this folder is a kind. `suite/kind.py` says what a
kind is.

A new kind is a file here with its `KIND`. Its vectors come from plans (`suite/plans/`), or from the
file itself, by a function `KIND_vectors`. Its replies are judged by the file of its name in
`judging/`, or, where there is none, as equal numbers. Files are loaded when a kind is
asked for: the names cost nothing.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..kind import Kind

KINDS = tuple(sorted(m.name for m in iter_modules(__path__)))


@cache
def kind_of(name: str) -> Kind:
    """Return the kind of that name; KeyError where there is none."""
    if name not in KINDS:
        raise KeyError(name)
    found: Kind = import_module(f".{name}", __name__).KIND
    return found
