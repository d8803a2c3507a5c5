"""How grave a failure is: by what follows from what was seen, and what its list of findings says.

A list may say that a behaviour is documented, or a choice, or how severe it is; that two neighbouring
inputs were told apart is beyond such words.
"""

from __future__ import annotations

from .evidence import Seen, Severity
from .verdict import DECLARED, KNOWN, Verdict

EXPLAINED = ("documented", "convention", DECLARED)


def severity_of(v: Verdict) -> Severity:
    """Return the severity of a failure or a known finding."""
    if v.breaks or any(s.seen is Seen.TOLD_APART for s in v.follows):
        return Severity.GUARANTEE
    if v.severity is not None:
        return v.severity
    if v.status == KNOWN and v.category in EXPLAINED:
        return Severity.POLICY
    assert v.statement is not None, v.vector.id
    return v.statement.severity
