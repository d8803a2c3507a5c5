"""What a theorem file may say: it is read before it is run, and refused if it could reach behind
the checker.

It imports the shipped package, the doors of the kernel, other theorem files, `domains` and a few
modules of Python; it changes no attribute of anything that it did not make, and names nothing
private. So no solver, package or symbol is altered, no step made or renamed by hand, and no process
ended from within a proof.
"""

from __future__ import annotations

import ast
from pathlib import Path

PYTHON = frozenset(
    (
        "__future__",
        "collections",
        "collections.abc",
        "contextlib",
        "fractions",
        "functools",
        "itertools",
        "json",
        "math",
        "pathlib",
        "types",
        "typing",
    )
)
NUMPY = frozenset(("domains/multiples.py",))  # shipped code on columns is handed arrays of symbols
DOORS = {
    "rules": frozenset(
        (
            "cited",
            "counterexample",
            "decomposition",
            "exhaustive",
            "identity",
            "positive",
            "positive_in_balls",
            "root_count",
            "smt",
            "telescopes",
        )
    ),
    "formulas": frozenset(
        ("ANY", "FULL", "NONNEGATIVE", "POSITIVE", "UNIT", "UNIT_CLOSED", "Ring")
    ),
    "tracing": frozenset(("INT", "REAL", "Steps", "Term")),
    "balls": frozenset(("Ball",)),
    "refusals": frozenset(("NotProved",)),
}
FORBIDDEN = frozenset(
    (
        "__import__",
        "breakpoint",
        "compile",
        "delattr",
        "eval",
        "exec",
        "exit",
        "globals",
        "id",
        "input",
        "locals",
        "open",
        "quit",
        "setattr",
        "super",
        "vars",
        "BaseException",
        "KeyboardInterrupt",
        "Misuse",
        "SystemExit",
        "GeneratorExit",
        "memoryview",
    )
)
ATTRIBUTES = frozenset(
    (
        "sys",
        "os",
        "gc",
        "inspect",
        "importlib",
        "ctypes",
        "builtins",
        "modules",
        "environ",
        "system",
        "popen",
    )
)
DUNDERS = frozenset(("__floor__", "__ceil__"))


class Refused(ValueError):
    """A theorem file says what it may not."""


def require(path: Path, name: str) -> None:
    """Raise Refused unless the file, called `name` below proofs/, says only what a theorem file
    may.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported |= _imported(node, name)
    for node in ast.walk(tree):
        wrong = _wrong(node, imported)
        if wrong:
            raise Refused(f"{name}:{getattr(node, 'lineno', 0)}: a theorem file may not {wrong}")


def _imported(node: ast.Import | ast.ImportFrom, name: str) -> set[str]:
    """Return the names that an import binds; a module behind no door is refused."""
    where = f"{name}:{node.lineno}"
    if isinstance(node, ast.Import):
        modules = [a.name for a in node.names]
        allowed = all(m in PYTHON or (m == "numpy" and name in NUMPY) for m in modules)
    else:
        module = node.module or ""
        names = {a.name for a in node.names}
        if "*" in names or any(n.startswith("_") and module != "__future__" for n in names):
            raise Refused(f"{where}: a theorem file may not import {', '.join(names)}")
        if node.level == 0:
            allowed = (
                module in PYTHON
                or module.split(".")[0] == "dpmean"
                or (module.split(".")[0] == "numpy" and name in NUMPY)
            )
        elif name.startswith("domains/"):
            allowed = node.level == 1 or (node.level == 2 and _door(module, names))
        else:
            allowed = node.level in (1, 2) or (
                node.level == 3
                and (
                    _door(module, names)
                    or module.startswith("domains.")
                    or (
                        module == "theorem"
                        and all(n.isupper() or n in ("Claim", "Theorem", "rows") for n in names)
                    )
                )
            )
    if not allowed:
        raise Refused(f"{where}: a theorem file may not import that")
    return {a.asname or a.name.split(".")[0] for a in node.names}


def _door(module: str, names: set[str]) -> bool:
    """Tell whether these names of a module of the kernel are for theorem files."""
    room, _, file = module.partition(".")
    return room == "kernel" and names <= DOORS.get(file, frozenset())


def _wrong(node: ast.AST, imported: set[str]) -> str:
    """Return what is wrong with a piece of syntax, or ""."""
    if isinstance(node, ast.Name) and node.id in FORBIDDEN:
        return f"use {node.id}"
    if isinstance(node, ast.Attribute):
        own = isinstance(node.value, ast.Name) and node.value.id == "self"
        if (
            (node.attr.startswith("_") and not own and node.attr not in DUNDERS)
            or node.attr in ATTRIBUTES
            or (own and node.attr.startswith("__"))
        ):
            return f"reach for .{node.attr}"
        if isinstance(node.ctx, ast.Store | ast.Del) and (
            not isinstance(node.value, ast.Name) or node.value.id in imported
        ):
            return f"change .{node.attr} of something that it did not make"
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        root = node.value
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if isinstance(root, ast.Name) and root.id in imported:
            return f"change what it imported ({root.id})"
    if isinstance(node, ast.Global | ast.Nonlocal):
        return "rebind names from within a function"
    if isinstance(node, ast.ExceptHandler) and node.type is None:
        return "catch every error"
    if (
        isinstance(node, ast.Compare)
        and any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
        and any(
            isinstance(c, ast.Constant) and isinstance(c.value, bool)
            for c in (node.left, *node.comparators)
        )
    ):
        return "ask whether something is True or False: a symbol is neither, and a number may be"
    return ""
