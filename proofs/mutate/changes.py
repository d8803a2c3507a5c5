"""The small changes of a function: operators, constants, arguments, comparisons, words, a dropped
term or guard.

A change is made in the syntax tree of the function's file, so that what is compiled is the file
with that change.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

OTHER: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
SWAPPED = {"min": "max", "max": "min", "floor": "ceil", "ceil": "floor", "any": "all", "all": "any"}
NUMBERS = ("Number", "Scalar", "Fraction", "int")  # what a function returns that may be doubled
Function = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True)
class Change:
    """One change of a function: in words with its line, and the function's code with it."""

    where: str
    what: str
    code: CodeType


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _node(function: FunctionType) -> Function | None:
    """Return the syntax of a function."""
    code = function.__code__
    found = [
        n
        for n in ast.walk(_tree(code.co_filename))
        if (
            isinstance(n, ast.FunctionDef)
            and n.name == code.co_name
            and min([n.lineno, *(d.lineno for d in n.decorator_list)]) == code.co_firstlineno
        )
        or (
            isinstance(n, ast.Lambda)
            and code.co_name == "<lambda>"
            and n.lineno == code.co_firstlineno
        )
    ]
    return found[0] if len(found) == 1 else None


def _code(enclosing: ast.stmt, like: CodeType) -> CodeType | None:
    """Return the code of the same function in a compilation of the class or function of its file
    that it stands in.
    """
    module = ast.Module([ast.parse("from __future__ import annotations").body[0], enclosing], [])
    pending: list[CodeType] = [compile(module, like.co_filename, "exec", dont_inherit=True)]
    while pending:
        code = pending.pop()
        if code.co_qualname == like.co_qualname and code.co_firstlineno == like.co_firstlineno:
            return code if code.co_freevars == like.co_freevars else None
        pending += [c for c in code.co_consts if isinstance(c, CodeType)]
    return None


def changes(function: FunctionType, at_most: int = 0) -> Iterator[Change]:
    """Yield the changes of a function, or so many of them, spread over it; texts and annotations
    are left alone.
    """
    node = _node(function)
    if node is None:
        return
    place = Path(function.__code__.co_filename).name
    enclosing = next(
        n for n in _tree(function.__code__.co_filename).body if any(m is node for m in ast.walk(n))
    )
    body = node.body if isinstance(node, ast.FunctionDef) else [node.body]
    number = (
        isinstance(node, ast.FunctionDef)
        and isinstance(node.returns, ast.Name)
        and node.returns.id in NUMBERS
    )
    edits = _doubled(node) if number else []
    edits += [edit for statement in body for edit in _edits(statement, node)]
    if at_most and len(edits) > at_most:
        edits = [edits[i * len(edits) // at_most] for i in range(at_most)]
    for parent, field, index, old, new in edits:
        _put(parent, field, index, ast.fix_missing_locations(new))
        code = _code(enclosing, function.__code__)
        _put(parent, field, index, old)
        if (
            code is not None
            and code.co_code + repr(code.co_consts).encode() != function.__code__.co_code
        ):
            yield Change(
                f"{place}:{getattr(old, 'lineno', function.__code__.co_firstlineno)}",
                _said(old, new),
                code,
            )


def _doubled(function: ast.AST) -> list[tuple[ast.AST, str, int | None, ast.AST, ast.AST]]:
    """Return the changes of a function of numbers to one that returns twice as much."""
    return [
        (
            n,
            "value",
            None,
            n.value,
            ast.copy_location(
                ast.BinOp(n.value, ast.Mult(), ast.copy_location(ast.Constant(2), n.value)), n.value
            ),
        )
        for n in ast.walk(function)
        if isinstance(n, ast.Return)
        and n.value is not None
        and not isinstance(n.value, ast.Constant)
    ]


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    """Set a child of a piece of syntax."""
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _edits(
    statement: ast.AST, function: ast.AST
) -> list[tuple[ast.AST, str, int | None, ast.AST, ast.AST]]:
    """Return the place of each piece of syntax that is changed, the piece, and what stands for
    it.
    """
    found: list[tuple[ast.AST, str, int | None, ast.AST, ast.AST]] = []
    place = next((f, i) for f, i, c in _children(function) if c is statement)
    pending: list[tuple[ast.AST, str, int | None, ast.AST]] = [(function, *place, statement)]
    while pending:
        parent, field, index, node = pending.pop()
        if isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            continue
        for new in _others(node):
            found.append(
                (
                    parent,
                    field,
                    index,
                    node,
                    ast.copy_location(new, node)
                    if hasattr(node, "lineno") and not hasattr(new, "lineno")
                    else new,
                )
            )
        pending += [(node, f, i, c) for f, i, c in _children(node) if not _annotation(node, c)]
    return found


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            yield from ((field, i, v) for i, v in enumerate(value) if isinstance(v, ast.AST))


def _annotation(node: ast.AST, child: ast.AST) -> bool:
    return (isinstance(node, ast.AnnAssign) and child is node.annotation) or (
        isinstance(node, ast.FunctionDef)
        and (child is node.returns or child is node.args or child in node.decorator_list)
    )


def _said(old: ast.AST, new: ast.AST) -> str:
    return f"{_text(old)} -> {_text(new)}"


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}: ..."
    return " ".join(ast.unparse(node).split())[:80]


def _with(node: ast.AST, **fields: object) -> ast.AST:
    made = copy.copy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a piece of syntax is changed to."""
    if isinstance(node, ast.BinOp) and not isinstance(node.left, ast.JoinedStr):
        for op in OTHER.get(type(node.op), ()):
            yield _with(node, op=op())
        if isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div | ast.Pow):
            yield node.left
        if isinstance(node.op, ast.Add | ast.Mult):
            yield node.right
    elif isinstance(node, ast.Compare) and len(node.ops) >= 1:
        for i, old in enumerate(node.ops):
            for op in OTHER.get(type(old), ()):
                yield _with(node, ops=[*node.ops[:i], op(), *node.ops[i + 1 :]])
        for i, right in enumerate(node.comparators):
            if isinstance(right, ast.Constant) and isinstance(right.value, str):
                yield _with(
                    node,
                    comparators=[
                        *node.comparators[:i],
                        ast.copy_location(ast.Constant("?"), right),
                    ],
                )
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=OTHER[type(node.op)][0]())
        for i in range(len(node.values)):
            rest = [*node.values[:i], *node.values[i + 1 :]]
            yield rest[0] if len(rest) == 1 else _with(node, values=rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
        if node.value:
            yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.IfExp):
        yield _with(node, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.If):
        yield _with(node, test=ast.copy_location(ast.Constant(False), node.test))
        if node.orelse or not isinstance(node.body[-1], ast.Raise):
            yield _with(node, test=ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test))
    elif isinstance(node, ast.AugAssign):
        for op in OTHER.get(type(node.op), ()):
            yield _with(node, op=op())
    elif isinstance(node, ast.Call):
        for i in range(len(node.args) - 1):
            if not any(isinstance(a, ast.Starred) for a in node.args[i : i + 2]) and ast.dump(
                node.args[i]
            ) != ast.dump(node.args[i + 1]):
                yield _with(
                    node, args=[*node.args[:i], node.args[i + 1], node.args[i], *node.args[i + 2 :]]
                )
        if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            yield _with(
                node, func=ast.copy_location(ast.Name(SWAPPED[node.func.id], ast.Load()), node.func)
            )
