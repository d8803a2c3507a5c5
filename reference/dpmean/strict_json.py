"""JSON as RFC 8259 and RFC 7493 have it, and nothing else: the reader of every file of JSON that a
user names.

UTF-8 without a mark, no member twice, no NaN, no number beyond doubles and 64 bits, no half of a
surrogate pair, no nesting that only an attack has. Whatever else a text is, it is a ValueError.
"""

from __future__ import annotations

import json
import math
from typing import Any

DIGITS = 19  # of an integer


def parse(text: bytes | str) -> Any:
    """Return the value of a text; ValueError where it is no JSON, or means different things to
    different readers.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    try:
        found = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_short,
        )
    except RecursionError:
        raise ValueError("nested too deep") from None
    if "\\ud" in text or "\\uD" in text:
        json.dumps(found, ensure_ascii=False).encode()  # half a pair is a UnicodeEncodeError
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a member stands there twice")
    return found


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError("a number beyond the doubles")
    return number


def _short(text: str) -> int:
    if len(text.lstrip("-")) > DIGITS:
        raise ValueError("an integer beyond 64 bits")
    return int(text)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")
