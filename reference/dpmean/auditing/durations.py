"""Times, read from a text such as 10m, and said in words."""

from __future__ import annotations

import re

UNITS = {"s": 1, "m": 60, "h": 3600}
EXAMPLES = "a time of at least a second, such as 90s, 10m or 2h"


def seconds_of(text: str) -> float | None:
    """Returns the seconds of a text such as 90s, 10m or 2h; None where it is no time, or less than a
    second.
    """
    found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([smh])", text)
    seconds = 0.0 if found is None else float(found[1]) * UNITS[found[2]]
    return seconds if seconds >= 1 else None


def duration_in_words(seconds: float) -> str:
    """Returns a time in the unit in which it is a small number."""
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{max(1.0, seconds):.0f} s"
