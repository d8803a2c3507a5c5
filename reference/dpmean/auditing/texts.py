"""Numbers that stand in a text: what each is, and how it is written.

A text is read like a structure: its *pattern* is the text with its numbers left out, and each number
is a double and so many digits after the point. Pattern, doubles and digits tell two texts apart, or
it is said of a number that they do not. In a pattern `#` is a number as programs write it, `#e` one
with an exponent, and `#(ddd.d)` one in another style (a plus, zeros in front, nothing before the
point), whose digits stand there as `d`.

Letters between digits make a *token*, such as `3f2a` or a UUID: it is no number, and stays in the
pattern. In JSON (an object or an array, no member twice, nothing behind it) numbers have the names
of their places; what stands in a string of it is a text, and keys stay as they are.
"""

from __future__ import annotations

import json
import math
import re
import sys
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, NamedTuple

DEEPEST = 16  # levels of JSON, and of other structures
FEW = 15  # digits of decimals that different doubles stand for, where they differ
_NUMBER = r"[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|(?:nan|inf|infinity)\b)"
_UUID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b"
_MIXED = r"\d+[^\W\d]+\d\w*"  # or a number with an exponent; what letters begin is none anyway
NUMBER = re.compile(_NUMBER, re.IGNORECASE)
_FOUND = re.compile(
    rf"(?<![\w.])(?=[-+.\da-fin])(?:(?P<token>{_UUID}|{_MIXED})|{_NUMBER})|(?P<mark>[#\\])",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.([0-9]+))?")
_POWER = re.compile(r"-?(?:[1-9](?:\.([0-9]+))?e[+-](?:0[0-9]|[1-9][0-9]+)|0(?:\.(0+))?e\+00)")
_WORDS = {"inf": "#", "-inf": "#", "nan": "NaN"}
_JSON = re.compile(r'"(?:[^"\\]|\\.)*"|[-+.\w]+|[][{},:]')
_WORD = re.compile(
    r'("(?:[^"\\]|\\.)*")|(?<![-+.\w])(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?'
    r"|NaN|-?Infinity)(?![-+.\w])"
)
_NAME = re.compile(r"\w[\w -]*")


class Number(NamedTuple):
    """A number that stands in a text: its name, its double, the digits after its point, and whether
    the double says all of it.
    """

    name: str
    value: float
    decimals: int
    exact: bool


def inside(path: str, key: str | int) -> str:
    """Returns the name of a part: `a.b`, `a[2]`, or with a key that is no plain word `a['b.c']`."""
    if isinstance(key, str) and _NAME.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{key!r}]"


def exactly_written(word: str, value: float) -> bool:
    """Tells whether a decimal is known by its double: it has few digits, or those that the double
    has when it is written with so many.
    """
    if len(word) <= FEW and sys.float_info.min <= abs(value) < math.inf:
        return True
    mantissa = word.lower().partition("e")[0].replace(".", "").strip("+-")
    if value == 0 or not math.isfinite(value):
        return not any(c.isdigit() for c in mantissa.strip("0"))
    if len(mantissa.lstrip("0")) <= FEW and abs(value) >= sys.float_info.min:
        return True
    if word == repr(value):
        return True
    given = Decimal(word)
    exponent = given.as_tuple().exponent
    assert isinstance(exponent, int)
    return abs(Fraction(given) - Fraction(value)) * 2 <= Fraction(10) ** exponent


def style(word: str, value: float) -> tuple[str, int]:
    """Returns what stands for a number in a pattern, and its digits after the point."""
    if (plain := _PLAIN.fullmatch(word)) is not None:
        return "#", len(plain[1] or "")
    if (power := _POWER.fullmatch(word)) is not None:
        return "#e", len(power[1] or power[2] or "")
    if word in _WORDS:
        return _WORDS[word], 0
    if math.isnan(value):
        return f"NaN({word})", 0
    if not value or not any(c.isdigit() for c in word):
        return f"#({word})", 0
    zeros = re.match(r"[+-]?0*", word)
    assert zeros is not None
    return f"#({zeros[0]}{re.sub('[0-9]', 'd', word[zeros.end() :])})", 0


def number(word: str, name: str) -> tuple[str, Number]:
    """Returns what stands for a word that is a number, and the number."""
    value = float(word)
    told, decimals = style(word, value)
    return told, Number(name, value, decimals, exactly_written(word, value))


def read(text: str, path: str, name: str) -> tuple[str, list[Number]]:
    """Returns the pattern of a text and its numbers: those of JSON are named by their places below
    `path`, those of other texts `name` with how many there were.
    """
    if text[:1] in ("{", "[") or text[:1].isspace():
        found = _json(text, path)
        if found is not None:
            return found
    return _plain(text, name)


def _plain(text: str, name: str) -> tuple[str, list[Number]]:
    numbers: list[Number] = []

    def told(found: re.Match[str]) -> str:
        if found["mark"]:
            return f"\\{found['mark']}"
        word = found[0]
        if found["token"] and NUMBER.fullmatch(word) is None:
            return word
        mark, one = number(word, name.format(len(numbers) + 1))
        numbers.append(one)
        return mark

    return _FOUND.sub(told, text), numbers


class _Layout(NamedTuple):
    """JSON whose numbers are left out: pieces of its pattern, between which they stand, and their
    names; with the numbers that stand in its strings, each after so many others.
    """

    pieces: list[str]
    names: list[str]
    inner: list[tuple[int, Number]]


def _json(text: str, path: str) -> tuple[str, list[Number]] | None:
    """Returns the pattern and the numbers of JSON; nothing where it is none."""
    words: list[str] = []

    def told(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        words.append(found[2])
        return "0"

    layout = _layout(_WORD.sub(told, text), path)
    if layout is None:
        return None
    marks, numbers = [layout.pieces[0]], []
    for word, name, piece in zip(words, layout.names, layout.pieces[1:], strict=True):
        mark, one = number(word, name)
        numbers.append(one)
        marks += [mark, piece]
    for place, one in layout.inner:
        numbers.insert(place, one)
    return "".join(marks), numbers


@lru_cache(maxsize=128)
def _layout(text: str, path: str) -> _Layout | None:
    """Returns the layout of JSON whose numbers are 0; nothing where it is none."""
    try:
        whole = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict | list):
        return None
    pieces, names, inner = [""], list[str](), list[tuple[int, Number]]()
    places: list[str | int] = []  # of what is open: the key, or how many came before
    key, done = False, 0  # whether a string is a key
    for found in _JSON.finditer(text):
        pieces[-1] += text[done : found.start()]
        word, done = found[0], found.end()
        here = reduce(inside, places, path)
        if word in ("{", "["):
            if len(places) == DEEPEST:
                return None
            places.append("" if word == "{" else 0)
            key = word == "{"
        elif word in ("}", "]"):
            places.pop()
        elif word == ",":
            last = places[-1]
            key = isinstance(last, str)
            places[-1] = "" if isinstance(last, str) else last + 1
        elif word == ":":
            key = False
        elif word[0] == '"' and key:
            places[-1] = json.loads(word)
        elif word[0] == '"':
            word, more = _plain(word, f"{braced(here)}, number {{}}")
            inner += [(len(names) + len(inner) + i, one) for i, one in enumerate(more)]
        elif word == "0":
            names.append(here)
            pieces.append("")
            continue
        pieces[-1] += word
    pieces[-1] += text[done:]
    return _Layout(pieces, names, inner)


def braced(name: str) -> str:
    """Returns a name as a format of itself."""
    return name.replace("{", "{{").replace("}", "}}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a member stands there twice")
    return found
