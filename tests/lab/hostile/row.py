"""What hostile adapters do: when, in which words of Python, and what may be said of it.

`right`: the answers are right and what it does beside them harms nobody, so that it may conform.
`wrong`: it never conforms and never ends with 0; `told` is in what is said. `fatal`: it ends the
runner by a signal, which nobody can prevent; there is no verdict then.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One adapter; `slow`: it takes a limit of time to judge it."""

    when: str
    source: str
    may: str
    told: str = ""


RIGHT, WRONG, FATAL = "right", "wrong", "fatal"


def each(when: str, may: str, rows: dict[str, str], told: str = "") -> dict[str, Row]:
    return {name: Row(when, source, may, told) for name, source in rows.items()}
