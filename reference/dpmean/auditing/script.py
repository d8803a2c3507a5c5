"""A short script that repeats what speaks most against a claim, with the command under audit and
Python alone.
"""

from __future__ import annotations

from ..errors import InvalidInput
from .report import Report
from .sources.command import COUNT

LINES = """\
import subprocess
from math import inf, nan
COMMAND, RUNS = {command!r}, {runs}
ONE, OTHER = {one!r}, {other!r}
def release(records):
    text = "".join(str(r) + "\\n" for r in records)
    return float(subprocess.run(COMMAND, input=text, capture_output=True, text=True).stdout)
for records in (ONE, OTHER):
    print(records, sum({event} for x in (release(records) for _ in range(RUNS))), "of", RUNS)
print("claimed: {claim}; by the audit epsilon is at least {epsilon:.3f}")
"""
RUNS = 2000


def check(words: list[str]) -> None:
    """Refuses, before an audit, a command whose outputs no script can repeat."""
    if not words or any(COUNT in w for w in words):
        raise InvalidInput(
            "unsupported_combination",
            f"--script is for a command that prints one output a start: without {COUNT}, -a, "
            "--outputs and a shipped mechanism",
        )


def script_of(found: Report, words: list[str]) -> str | None:
    """Returns the script, of the half line that speaks most; None where none does."""
    check(words)
    half_line = found.half_line
    if half_line is None:
        return None
    one, other = found.evidence["pair"]
    return LINES.format(
        command=words,
        runs=RUNS,
        one=one,
        other=other,
        event=f"x {half_line[0]} {half_line[1]!r}",
        claim=found.audit.claims[0].words,
        epsilon=found.epsilon,
    )
