"""The museum: bugs of real implementations of differential privacy, as they were reported, each as
a small program with its repair, and which of this project's instruments finds it.

Every family has a file of programs. `bug.py` says what an exhibit is, `adapter.py` shows one to the
runner, `judge.py` has it judged, `pages.py` writes the page (`python -m tests.lab.museum --page`).
"""

from __future__ import annotations

from . import (
    accounting,
    bounds,
    budgets,
    counts,
    floats,
    laws,
    missing,
    randomness,
    refusals,
    sensitivity,
)
from . import bug as collection
from .bug import Bug

FAMILIES = (
    sensitivity,
    bounds,
    missing,
    counts,
    budgets,
    laws,
    randomness,
    floats,
    refusals,
    accounting,
)
BUGS: dict[str, Bug] = {
    b.name: b
    for module in FAMILIES
    for b in collection.BUGS.values()
    if b.family == module.__name__.rpartition(".")[2]
}

__all__ = ["BUGS", "FAMILIES", "Bug"]
