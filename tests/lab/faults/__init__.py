"""All planted faults: a module of this folder adds those of its `FAULTS`. `fault.py` says what a
fault is.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from proofs import theorems  # noqa: F401

from .fault import Fault

FAULTS: tuple[Fault, ...] = tuple(
    fault
    for name in sorted(m.name for m in iter_modules(__path__) if m.name != "fault")
    for fault in import_module(f"{__name__}.{name}").FAULTS
)
