"""One-bug implementations: our own adapter with exactly one realistic bug each, and the matrix of
the vectors that see it.

`mutant.py` says what a mutant is; every module of `tables/` has some, as `MUTANTS`; `matrix.py`
runs them (`python -m tests.lab.mutants`), `criteria.py` says what must hold.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from . import tables
from .mutant import Mutant

MUTANTS: tuple[Mutant, ...] = tuple(
    mutant
    for name in sorted(m.name for m in iter_modules(tables.__path__))
    for mutant in import_module(f"{tables.__name__}.{name}").MUTANTS
)

__all__ = ["MUTANTS", "Mutant"]
