"""What the doors of an audit call their arguments, so that one sentence serves both."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Door:
    """The names of time, outputs, and of a new record; the way to make many outputs at once; and how
    to go on from a record that was made with something else.
    """

    seconds: str
    draws: str
    record: str
    quicker: str
    again: str


COMMAND = Door(
    "--budget",
    "--draws",
    "--record",
    "a command with {count} among its words is quicker",
    "leave it out to go on",
)
PYTHON = Door(
    "seconds",
    "draws =",
    "record=",
    "a function that makes many outputs a call (many) is quicker",
    "give what it was made with to go on",
)
