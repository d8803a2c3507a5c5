"""A short script that repeats what speaks most against a claim, with the command under audit and
Python alone.
"""

from __future__ import annotations

import re

from ..errors import InvalidInput
from .report import ExactReport, Report

LINES = """\
import subprocess
COMMAND, RUNS = {command!r}, {runs}
ONE, OTHER = {one!r}, {other!r}
def release(records):
    text = "".join(str(r) + "\\n" for r in records)
    return float(subprocess.run(COMMAND, input=text, capture_output=True, text=True).stdout)
for records in (ONE, OTHER):
    print(records, sum({event} for x in (release(records) for _ in range(RUNS))), "of", RUNS)
print("claimed: {claim}; above by the audit: epsilon {epsilon:.3f}")
"""
RUNS = 2000


def script_of(found: Report | ExactReport, words: list[str]) -> str:
    """Returns the script; InvalidInput where what speaks most is no half line, or there is no
    command.
    """
    if (
        isinstance(found, ExactReport)
        or not words
        or any("{count}" in w for w in words)
        or not found.evidence
    ):
        raise InvalidInput(
            "unsupported_combination",
            "--script is for what a command's outputs refute, one a start",
        )
    match = re.match(r"x (<=|>=) (\S+?),? under", found.evidence["event"])
    if match is None:
        raise InvalidInput(
            "unsupported_combination",
            "--script: what speaks most is no half line but "
            f"'{found.evidence['event'][:60]}'; --record keeps the outputs",
        )
    one, other = found.evidence["pair"]
    return LINES.format(
        command=words,
        runs=RUNS,
        one=one,
        other=other,
        event=f"x {match[1]} {match[2]}",
        claim=found.audit.claims[0].words,
        epsilon=found.epsilon,
    )
