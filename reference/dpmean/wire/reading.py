"""A reply as it came, read within bounds: a line of 32 MB can be a small text or millions of objects.

What a line would become in memory is bounded before it is parsed, by what is in it: each value of a
JSON text has a comma, a colon or a bracket beside it, and a text that is not ASCII may take four
bytes a character.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..errors import AdapterError

# bytes of one reply: the largest batch in the plane alone has 8 << 20 digits, as counts it is
# longer
MAX_LINE = 32 << 20
# a batch of 2^18 outcomes in the plane, as counts, has five of these marks for each
MARKS, MOST_MARKS = b",:[{", 3 << 19
MOST_OTHER = 1 << 20  # bytes of a reply that is not ASCII; what is large is digits


def reply_of(line: bytes | bytearray) -> dict[str, Any]:
    """Return the reply that a line is; AdapterError where it is none, or would take too much
    memory.
    """
    if len(line) > MAX_LINE:
        raise AdapterError("protocol", f"a reply is longer than {MAX_LINE} bytes")
    if len(line) > MOST_OTHER and not line.isascii():
        raise AdapterError("protocol", f"a reply of more than {MOST_OTHER:,} bytes must be ASCII")
    if len(line) > MOST_MARKS and sum(line.count(mark) for mark in MARKS) > MOST_MARKS:
        raise AdapterError(
            "protocol", f"a reply has more than {MOST_MARKS:,} commas, colons and brackets"
        )
    try:
        reply = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise AdapterError("protocol", f"a reply is not JSON: {bytes(line[:80])!r}") from None
    if not isinstance(reply, dict):
        raise AdapterError("protocol", "a reply must be a JSON object")
    return reply


def _no_constant(word: str) -> NoReturn:
    """Refuse NaN, Infinity and -Infinity, which Python reads and which are no JSON."""
    raise ValueError(word)
