"""The plans: which vectors there are and why, one file an idea, in the folder of its paper or of
the laws.

A module contributes to a kind by a function of the name `KIND_vectors` (`exact_vectors`,
`tape_vectors`, ...) that yields its vectors; nobody lists the modules. What the vectors expect is
computed by the files one folder up; tables of cases stand beside the plans as data (`tables.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from .. import kinds
from ..vectors import Vector


def modules() -> Iterator[ModuleType]:
    """Yield all modules below this folder: those of the laws first, then by name, which is the
    order in their files.
    """
    names = [m.name for m in walk_packages(__path__, f"{__name__}.") if not m.ispkg]
    for name in sorted(names, key=lambda n: (not n.startswith(f"{__name__}.laws."), n)):
        yield import_module(name)


def planned(kind: str) -> list[Vector]:
    """Return all vectors of a kind; a question that two plans ask keeps its first reason."""
    found: dict[str, Vector] = {}
    for module in (*modules(), import_module(f"{kinds.__name__}.{kind}")):
        for vector in getattr(module, f"{kind}_vectors", tuple)():
            first = found.setdefault(vector.id, vector)
            if first.content_hash != vector.content_hash:
                raise AssertionError(f"{vector.id}: two plans mean different vectors by it")
    return list(found.values())
