"""Findings that are known: a TOML list beside each bundled adapter, or one of the user's own (`--known-failing`).

A strict entry is decided with certainty, not by draws: it must fail, and a pass fails the run,
because the list is then stale. A reported entry (`strict = false`, for findings that rest on draws) never decides the
exit code. Every entry names its ids (a glob), what is wrong, and how to see it with the library alone.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from ...errors import InvalidInput
from ..connection.session import Run
from . import CHECKS, judge_of
from .verdict import FAIL, KNOWN, PASS, UNSUPPORTED, Verdict

CERTAIN = tuple(check for check in CHECKS if not judge_of(check).draws)


@dataclass(frozen=True)
class Known:
    """One entry."""

    ids: tuple[str, ...]
    reason: str
    repro: str
    strict: bool
    versions: tuple[str, ...]

    def covers(self, vector_id: str) -> bool:
        """Whether the entry speaks of this vector."""
        return any(fnmatchcase(vector_id, pattern) for pattern in self.ids)


def read(path: Path) -> list[Known]:
    """The entries of a file; a missing key is an error that names it."""
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
        entries.append(Known(tuple(item["ids"]), item["reason"], item["repro"], bool(item.get("strict", True)),
            versions))
    return entries


def apply(result: Run, known: list[Known], *, complete: bool) -> list[str]:
    """Mark known failures, and return what is wrong with the list: stale entries, unknown ids (if the run was
    complete).
    """
    complaints = []
    judged: list[Verdict] = []
    for verdict in result.verdicts:
        entry = next((k for k in known if k.covers(verdict.vector.id)), None)
        if entry is not None and verdict.status == FAIL and (not entry.versions
                or result.hello.version in entry.versions):
            judged.append(replace(verdict, status=KNOWN, known=entry.reason, repro=entry.repro))
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
