"""The exit codes of all commands, in one table: what each says, and what `--help` prints of it.

A command ends with a member of `Exit` and with nothing else. What decides is typed; a sentence about
it never does.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Exit(IntEnum):
    """How a command ended."""

    OK = 0
    FAILED = 1
    USAGE = 2
    BROKE = 3
    INCONCLUSIVE = 4
    DAMAGED = 5
    STALE = 6
    MISTAKE = 70
    INTERRUPTED = 130


MEANINGS = {
    Exit.OK: "nothing was seen that speaks against what you asked about",
    Exit.FAILED: "something was: a failure of the chosen severity, a refuted claim, a false step",
    Exit.USAGE: "the request makes no sense, or a file that it names cannot be used",
    Exit.BROKE: "the program that was to be judged did not start, or broke",
    Exit.INCONCLUSIVE: "too little was judged to say anything, or time ran out before the end",
    Exit.DAMAGED: "the vector files are not those of their manifest",
    Exit.STALE: "nothing failed, but a list of known findings is out of date",
    Exit.MISTAKE: "a mistake in dpmean itself; please report it",
    Exit.INTERRUPTED: "you interrupted it; what had come so far was reported",
}


def told(*codes: Exit) -> str:
    """Return the rows of the table for these codes, in one line for a command's help."""
    return "Exit: " + "; ".join(f"{int(code)} {MEANINGS[code]}" for code in codes) + "."


def worst(codes: Iterable[int]) -> Exit:
    """Return the code that says most of several runs: a failure, then what hid one."""
    order = (
        Exit.INTERRUPTED,
        Exit.FAILED,
        Exit.MISTAKE,
        Exit.DAMAGED,
        Exit.BROKE,
        Exit.INCONCLUSIVE,
        Exit.STALE,
        Exit.USAGE,
    )
    found = set(codes)
    return next((code for code in order if code in found), Exit.OK)
