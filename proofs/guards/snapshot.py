"""What the package, the checker and the solvers are made of, before theorem files run and after: it
must be the same.

A theorem file, or a lambda in it, that replaces a function of any of them is found out.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import Any

ROOMS = (
    "dpmean",
    "proofs.kernel",
    "proofs.guards",
    "proofs.theorem",
    "z3",
    "cvc5",
    "flint",
    "fractions",
)


def preload(files: Iterable[Path]) -> None:
    """Import the modules of the package that these files import, so that they are seen before the
    files run.
    """
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.ImportFrom)
                and node.level == 0
                and (node.module or "").startswith("dpmean")
            ):
                importlib.import_module(str(node.module))
                for alias in node.names:
                    if not hasattr(sys.modules[str(node.module)], alias.name):
                        importlib.import_module(f"{node.module}.{alias.name}")
    importlib.import_module("z3")
    importlib.import_module("cvc5")


def taken() -> dict[str, Any]:
    """Return every function and class of these modules, by its place, and what it does."""
    found: dict[str, Any] = {}
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ROOMS or name.startswith(ROOMS[1:4]):
            _of(name, vars(module), found)
    return found


def _of(place: str, names: Any, found: dict[str, Any]) -> None:
    for name, value in list(names.items()):
        plain: Any = (
            value.fget
            if isinstance(value, property)
            else value.func
            if isinstance(value, cached_property)
            else value.__func__
            if isinstance(value, staticmethod | classmethod)
            else value
        )
        if isinstance(plain, FunctionType):
            found[f"{place}.{name}"] = (plain, plain.__code__, plain.__defaults__)
        elif isinstance(value, type):
            found[f"{place}.{name}"] = value
            if value.__module__ == place:
                _of(f"{place}.{name}", vars(value), found)
        elif isinstance(value, BuiltinFunctionType) or hasattr(type(value), "cache_clear"):
            found[f"{place}.{name}"] = id(value)


def changed(before: dict[str, Any]) -> list[str]:
    """Return the places where something else stands than before."""
    now = taken()
    return sorted(
        place
        for place, value in before.items()
        if (place in now and now[place] != value)
        or (place not in now and place.split(".")[0] != "z3")
    )
