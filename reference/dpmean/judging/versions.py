"""Which versions a list of known findings speaks of: "0.6.6", "0.6.*" or a range such as
">=0.6,<0.7".

Versions are compared as dotted numbers, part by part, so that 0.10 is later than 0.9, and 1.2 is
1.2.0. What follows the numbers ("rc1", "+cpu", "-SNAPSHOT") is kept: such a version is that of its
text only, and lies in no range, because a build between two releases is neither. A name without
numbers ("unknown") likewise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

NUMBERS = re.compile(r"v?(\d{1,9}(?:\.\d{1,9}){0,9})")
BOUND = re.compile(r"\s*(>=|<=|==|>|<)\s*v?(\d{1,9}(?:\.\d{1,9}){0,9})\s*")
PREFIX = re.compile(r"v?(\d{1,9}(?:\.\d{1,9}){0,9})\.\*")


def wrong(text: str) -> str:
    """Return what is wrong with one text that stands for versions; empty if nothing is.

    A text with a comparison is a range, and every part of it must be one; any other text names one
    version.
    """
    if not text.strip():
        return "a version is empty"
    if re.search("[<>=]", text) and not all(BOUND.fullmatch(part) for part in text.split(",")):
        return "a range of versions is written '>=0.6,<0.7'"
    if "*" in text and not PREFIX.fullmatch(text):
        return "a family of versions is written '0.6.*'"
    return ""


def covers(texts: Sequence[str], version: str) -> bool:
    """Tell whether one of the texts covers the version; no texts cover every version."""
    return not texts or any(_covers(text, version) for text in texts)


def _covers(text: str, version: str) -> bool:
    if not re.search("[<>=*]", text):
        return text == version or (_compare(text, version) == 0)
    family = PREFIX.fullmatch(text)
    if family:
        given = NUMBERS.fullmatch(version)
        wanted = _parts(family[1])
        return given is not None and _parts(given[1] + ".0" * len(wanted))[: len(wanted)] == wanted
    return all(_holds(part, version) for part in text.split(","))


def _holds(part: str, version: str) -> bool:
    bound = BOUND.fullmatch(part)
    order = None if bound is None else _compare(version, bound[2])
    if bound is None or order is None:
        return False
    return {">=": order >= 0, "<=": order <= 0, "==": order == 0, ">": order > 0, "<": order < 0}[
        bound[1]
    ]


def _compare(one: str, other: str) -> int | None:
    """Return -1, 0 or 1 as `one` is before, the same as or after `other`; None if either is more
    than numbers.
    """
    first, second = NUMBERS.fullmatch(one), NUMBERS.fullmatch(other)
    if first is None or second is None:
        return None
    for a, b in zip_longest(_parts(first[1]), _parts(second[1]), fillvalue=0):
        if a != b:
            return -1 if a < b else 1
    return 0


def _parts(numbers: str) -> list[int]:
    return [int(part) for part in numbers.split(".")]
