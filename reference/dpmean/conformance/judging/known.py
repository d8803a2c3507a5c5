"""Findings that are known: a TOML list beside each bundled adapter, or one of the user's own (`--known-failing`).

A strict entry is decided with certainty, not by draws: it must fail, and a pass fails the run, because the list is then
stale. A reported entry (`strict = false`, for findings that rest on draws) never decides the exit code. Every entry
names its ids (a glob), what is wrong, and how to see it with the library alone, and says in one word of `CLASSES` what
the finding is. An entry that does not say these things (a placeholder) excuses nothing. Whether a known finding breaks
a guarantee is decided in reports/severity.py.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from ...errors import InvalidInput
from ..connection.session import Run
from . import CHECKS, judge_of
from .verdict import FAIL, KNOWN, PASS, UNSUPPORTED, Verdict

CERTAIN = tuple(check for check in CHECKS if not judge_of(check).draws)
CLASSES = {
    "defect": "the implementation does not do what it documents, or answers with what nobody can use",
    "documented": "the implementation documents this behaviour; the vectors ask for another one",
    "convention": "a choice that the documentation leaves open and the vectors make otherwise; neither is wrong",
    "adapter": "the mistake lies in this project's adapter, or in the naive code that it holds up as a control",
    "control": "the library promises no privacy and is judged here as if it did",
}
DEFECT = "defect"  # what an entry is that does not say: the strictest reading
PLACEHOLDERS = re.compile(
    r"\W*(to be (written|done|decided|determined|added|filled in)|to ?do|t\.?b\.?d|fix ?me|xxx+|later|reason|why|repro|"
    r"placeholder|because|none|nothing|unknown|known|n/?a|\?+)?\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Known:
    """One entry of a list of known findings."""

    ids: tuple[str, ...]
    reason: str
    repro: str
    strict: bool
    versions: tuple[str, ...]
    category: str = DEFECT
    breaks: bool = False

    @property
    def missing(self) -> str:
        """Return the key whose text only holds a place, such as "to be written".

        It is empty when the entry says what it must.
        """
        said = {"reason": self.reason, "repro": self.repro}
        return next((key for key, text in said.items() if PLACEHOLDERS.fullmatch(text.strip())), "")

    def covers(self, vector_id: str) -> bool:
        """Tell whether the entry speaks of this vector."""
        return any(fnmatchcase(vector_id, pattern) for pattern in self.ids)


def read(path: Path) -> list[Known]:
    """Return the entries of a file; a missing key is an error that names it."""
    try:
        content = tomllib.loads(path.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidInput("file_format", f"{path.name}: not a readable TOML file ({error})",
            argument="known-failing") from error
    versions = tuple(content.get("versions", ()))
    entries = []
    findings = content.get("finding", [])
    if not isinstance(findings, list) or not all(isinstance(item, dict) for item in findings):
        raise InvalidInput("file_format", f"{path.name}: findings are tables [[finding]]", argument="known-failing")
    for item in findings:
        missing = [k for k in ("ids", "reason", "repro") if k not in item]
        if missing:
            raise InvalidInput("file_format", f"{path.name}: a finding lacks {', '.join(missing)}",
                argument="known-failing")
        if not isinstance(item["ids"], list) or not all(isinstance(i, str) for i in item["ids"]):
            raise InvalidInput("file_format", f"{path.name}: ids must be a list of strings", argument="known-failing")
        if not isinstance(item.get("strict", True), bool):
            raise InvalidInput("file_format", f"{path.name}: strict must be true or false", argument="known-failing")
        if not isinstance(item["reason"], str) or not isinstance(item["repro"], str):
            raise InvalidInput("file_format", f"{path.name}: reason and repro must be strings",
                argument="known-failing")
        if not isinstance(item.get("breaks", False), bool):
            raise InvalidInput("file_format", f"{path.name}: breaks must be true or false", argument="known-failing")
        category = item.get("class", DEFECT)
        if not isinstance(category, str) or category not in CLASSES:
            told = f"{path.name}: the class of a finding is one of {', '.join(CLASSES)}"
            raise InvalidInput("file_format", told, argument="known-failing")
        strict, breaks = bool(item.get("strict", True)), bool(item.get("breaks", False))
        entries.append(Known(tuple(item["ids"]), item["reason"], item["repro"], strict, versions, category, breaks))
    return entries


def apply(result: Run, known: list[Known], *, complete: bool) -> list[str]:
    """Mark known failures, and return what is wrong with the list of known findings.

    Wrong are stale entries, and ids that are unknown (if the run was complete).
    """
    complaints = [
        f"{', '.join(k.ids)}: `{k.missing}` is a placeholder, so the entry excuses nothing; write what is so"
        for k in known
        if k.missing
    ]
    known = [k for k in known if not k.missing]
    judged: list[Verdict] = []
    for verdict in result.verdicts:
        entry = next((k for k in known if k.covers(verdict.vector.id)), None)
        if entry is not None and verdict.status == FAIL and (not entry.versions
                or result.hello.version in entry.versions):
            found = replace(verdict, status=KNOWN, known=entry.reason, repro=entry.repro)
            judged.append(replace(found, category=entry.category, breaks=entry.breaks))
            continue
        if entry is not None and verdict.status == PASS and entry.strict and (verdict.vector.kind in CERTAIN
                and verdict.vector.id in entry.ids):
            complaints.append(f"{verdict.vector.id}: listed as failing, but it passes; remove it from the list")
        judged.append(verdict)
    for entry in known:
        covered = [v for v in judged if entry.covers(v.vector.id) and v.vector.kind in CERTAIN
            and v.status in (PASS, FAIL, KNOWN)]
        if entry.strict and covered and not any(i in {v.vector.id for v in covered}
                for i in entry.ids) and all(v.status == PASS for v in covered):
            complaints.append(
                f"{', '.join(entry.ids)}: listed as failing, but all it covers passes; remove it from the list")
    if complete:
        seen = [v.vector.id for v in judged if v.status != UNSUPPORTED]
        for entry in known:
            complaints += [f"'{p}': no vector that ran matches it; remove it from the list"
                for p in entry.ids if not any(fnmatchcase(i, p) for i in seen)]
    result.verdicts = judged
    return complaints
