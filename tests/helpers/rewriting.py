"""A shipped function with a small change in it, for planted bugs: the change is found in the syntax
tree's own text.

The function is parsed and written out anew by `ast.unparse`, so that what is looked for is compared
with the tree and not with the way a formatter laid it out: spaces, line breaks, quotes, trailing
commas, superfluous parentheses and comments decide nothing. `old` is a piece of that text (it need
not be a whole expression), and stands in it exactly once.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)|(?P<string>[rbfRBF]{0,2}("{3}.*?"{3}|'{3}.*?'{3}|"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*'))
    |(?P<number>\d[\w.]*|\.\d\w*)|(?P<name>\w+)|(?P<sign>\*\*=|//=|>>=|<<=|\.\.\.|[-+*/%&|^@<>=!:]=|->|\*\*|//|<<|>>|\S)""",
    re.VERBOSE | re.DOTALL,
)


def tokens(text: str) -> list[tuple[str, int, int]]:
    """Return the words of Python text with where each begins and ends: strings by their value, no
    white space.
    """
    found = []
    for match in TOKEN.finditer(text):
        if match["comment"]:
            continue
        word = match[0]
        if match["string"]:
            word = (
                word.replace('"', "'") if "f" in word[:2].lower() else repr(ast.literal_eval(word))
            )
        found.append((word, match.start(), match.end()))
    return found


def replaced(text: str, old: str, new: str, name: str) -> str:
    """Return the text of a function, written out by its tree, with `new` where `old` was;
    AssertionError if it is not there exactly once.
    """
    return in_place(ast.unparse(ast.parse(text)), old, new, name)


def in_place(text: str, old: str, new: str, name: str) -> str:
    """Return the text as it is laid out, with `new` where the words of `old` stood, exactly
    once.
    """
    have, want = tokens(text), [word for word, *_ in tokens(old)]
    words = [word for word, *_ in have]
    places = [i for i in range(len(words) - len(want) + 1) if words[i : i + len(want)] == want]
    if len(places) != 1 or not want:
        raise AssertionError(f"{name} has {len(places)} times: {old}\n{text}")
    first, last = have[places[0]], have[places[0] + len(want) - 1]
    # white space around both is layout
    before, after = len(old) - len(old.lstrip()), len(old.rstrip())
    new = new.removeprefix(old[:before]).removesuffix(old[after:])
    return text[: first[1]] + new + text[last[2] :]


def text_of(function: Callable[..., Any]) -> str:
    """Return the text of a function without its decorators."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    assert isinstance(tree.body[0], ast.FunctionDef)
    tree.body[0].decorator_list = []
    return ast.unparse(tree)


def rewritten(function: Callable[..., Any], *changes: tuple[str, str]) -> Callable[..., Any]:
    """Return another function, in whose text each first part of a change became the second."""
    text = text_of(function)
    for old, new in changes:
        text = replaced(text, old, new, function.__qualname__)
    code = compile(
        text, inspect.getfile(function), "exec", flags=__future__.annotations.compiler_flag
    )
    made: dict[str, Any] = {}
    exec(code, function.__globals__, made)
    return made[function.__name__]
