"""Findings that are known: a TOML list beside each bundled adapter, or one of the user's own
(`--known-failing`).

A strict entry is decided with certainty, not by draws: it must fail, and a pass fails the run,
because the list is then stale. A reported entry (`strict = false`, for findings that rest on draws)
never decides the exit code. Every entry names its ids (a glob), what is wrong, and how to see it
with the library alone; it says in one word of `CLASSES` what the finding is, and in one of
`Severity` what it does to a user. What the library itself says of it stands in `quote`, word for
word, with the `source` of the words; an entry that calls a behaviour documented has to quote the
document. A placeholder excuses nothing, and neither does a list for other versions than the one
that is judged, which is said.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ..errors import InvalidInput
from . import CHECKS, judge_of, versions
from .evidence import JUDGED, Outcome, Severity
from .results import End, Run
from .verdict import FAIL, KNOWN, PASS, Verdict

CERTAIN = tuple(check for check in CHECKS if not judge_of(check).draws)
CLASSES = {
    "defect": "the implementation does not do what it documents, or answers with what nobody can use",
    "documented": "the implementation documents this behaviour; the vectors ask for another one",
    "convention": "a choice that the documentation leaves open and the vectors make otherwise; neither "
    "is wrong",
    "adapter": "the mistake lies in this project's adapter, or in the naive code that it holds up as "
    "a control",
    "control": "the library promises no privacy and is judged here as if it did",
}
# an entry that does not say is a defect: the strictest reading
DEFECT, DOCUMENTED = ("defect", "documented")
# classes in which there is no guarantee that could be broken
PROMISE_NOTHING = ("adapter", "control")
UNREPORTED = "unreported"  # the word of an entry that no thread of the maintainers was found for
THREAD = re.compile(r"https://\S{1,300}|unreported")
TEXTS = ("quote", "source", "since", "reported")
LONGEST = 600  # characters of a quotation
PLACEHOLDERS = re.compile(
    r"\W*(to be (written|done|decided|determined|added|filled in)|to ?do|t\.?b\.?d|fix ?me|xxx+|later|reason|why|repro|"
    r"placeholder|because|none|nothing|unknown|known|n/?a|\?+)?\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Known:
    """One entry of a list of known findings.

    `since` is the first version in which the behaviour is known to be, `reported` the thread in
    which the maintainers were told, or the word "unreported"; both may be empty, as may quote and
    source.
    """

    ids: tuple[str, ...]
    reason: str
    repro: str
    strict: bool
    versions: tuple[str, ...]
    category: str = DEFECT
    breaks: bool = False
    severity: Severity | None = None
    # the texts that it has, by the keys of TEXTS
    told: dict[str, str] = field(default_factory=dict)

    @property
    def missing(self) -> str:
        """Return the key whose text only holds a place, such as "to be written".

        It is empty when the entry says what it must.
        """
        said = {"reason": self.reason, "repro": self.repro, **self.told}
        return next((key for key, text in said.items() if PLACEHOLDERS.fullmatch(text.strip())), "")

    @property
    def facts(self) -> dict[str, str]:
        """Return severity and texts by name, for reports: what is not said is left out."""
        return ({"severity": self.severity.value} if self.severity else {}) | self.told

    def covers(self, vector_id: str) -> bool:
        """Tell whether the entry speaks of this vector."""
        return any(fnmatchcase(vector_id, pattern) for pattern in self.ids)

    def speaks_of(self, version: str) -> bool:
        """Tell whether the entry speaks of this version of the implementation."""
        return versions.covers(self.versions, version)


def read(path: Path) -> list[Known]:
    """Return the entries of a file; a missing key or one of the wrong kind is an error that names
    it.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(
            "file_format",
            f"{path.name}: not a readable TOML file ({error})",
            argument="known-failing",
        ) from error
    findings, spoken_of = content.get("finding", []), content.get("versions", [])
    if not isinstance(findings, list) or not all(isinstance(item, dict) for item in findings):
        raise _wrong(path, "findings are tables [[finding]]")
    if not isinstance(spoken_of, list) or not all(isinstance(v, str) for v in spoken_of):
        raise _wrong(path, "versions must be a list of strings")
    faulty = next(filter(None, map(versions.wrong, spoken_of)), "")
    if faulty:
        raise _wrong(path, faulty)
    return [_entry(path, item, tuple(spoken_of)) for item in findings]


def _wrong(path: Path, told: str) -> InvalidInput:
    return InvalidInput("file_format", f"{path.name}: {told}", argument="known-failing")


def _entry(path: Path, item: dict[str, Any], spoken_of: tuple[str, ...]) -> Known:
    missing = [k for k in ("ids", "reason", "repro") if k not in item]
    if missing:
        raise _wrong(path, f"a finding lacks {', '.join(missing)}")
    if not isinstance(item["ids"], list) or not all(isinstance(i, str) for i in item["ids"]):
        raise _wrong(path, "ids must be a list of strings")
    if not isinstance(item["reason"], str) or not isinstance(item["repro"], str):
        raise _wrong(path, "reason and repro must be strings")
    for key in ("strict", "breaks"):
        if not isinstance(item.get(key, True), bool):
            raise _wrong(path, f"{key} must be true or false")
    category, named = item.get("class", DEFECT), item.get("severity", "")
    if not isinstance(category, str) or category not in CLASSES:
        raise _wrong(path, f"the class of a finding is one of {', '.join(CLASSES)}")
    if "severity" in item and named not in [*Severity]:
        raise _wrong(path, f"the severity of a finding is one of {', '.join(Severity)}")
    severity = Severity(named) if named else None
    if any(not isinstance(item.get(key, ""), str) for key in TEXTS):
        raise _wrong(path, f"{', '.join(TEXTS)} must be strings")
    told = {key: item[key] for key in TEXTS if key in item}
    breaks = item.get("breaks", severity is Severity.GUARANTEE)
    faulty = _disagreement(category, severity, breaks, told)
    if faulty:
        raise _wrong(path, f"{faulty} ({', '.join(item['ids'])[:80]})")
    return Known(
        tuple(item["ids"]),
        item["reason"],
        item["repro"],
        item.get("strict", True),
        spoken_of,
        category,
        breaks,
        severity or (Severity.GUARANTEE if breaks else None),
        told,
    )


def _disagreement(
    category: str, severity: Severity | None, breaks: bool, told: dict[str, str]
) -> str:
    """Return in which way an entry contradicts itself or claims what it does not show; empty if it
    does not.
    """
    if severity and breaks != (severity is Severity.GUARANTEE):
        return f"breaks = {str(breaks).lower()} contradicts severity = '{severity}'"
    if breaks and category in PROMISE_NOTHING:
        return f"class '{category}' promises no privacy, so nothing of it breaks a guarantee"
    if category == DOCUMENTED and not told.get("quote", "").strip():
        return "class 'documented' needs a quote of what is documented"
    if ("quote" in told) != ("source" in told):
        return "quote and source belong together"
    if len(told.get("quote", "")) > LONGEST or "\n" in told.get("quote", ""):
        return f"a quote is one line of at most {LONGEST} characters"
    if "reported" in told and not THREAD.fullmatch(told["reported"]):
        return "reported is the https address of a thread, or the word unreported"
    return ""


def unapplied(known: list[Known], version: str) -> list[str]:
    """Return a warning if entries speak of other versions than the one that was judged, and so
    excuse nothing.
    """
    idle = [k for k in known if not k.speaks_of(version)]
    if not idle:
        return []
    spoken_of = dict.fromkeys(v for k in idle for v in k.versions)
    return [
        f"not applied: {len(idle)} of {len(known)} entries speak of version "
        f"{' or '.join(spoken_of)}, and {version or 'an unnamed one'} was judged, so that they "
        "excuse nothing; read them again for this version"
    ]


def apply(result: Run, known: list[Known], *, complete: bool) -> list[str]:
    """Mark known failures, and return what is wrong with the list of known findings.

    Wrong are stale entries, placeholders, and ids that nothing of a complete run matches. Entries
    that speak of another version are left aside: `unapplied` says so.
    """
    known = [k for k in known if k.speaks_of(result.hello.version)]
    complaints = [
        f"{', '.join(k.ids)}: `{k.missing}` is a placeholder, so the entry excuses nothing; "
        "write what is so"
        for k in known
        if k.missing
    ]
    known = [k for k in known if not k.missing]
    judged: list[Verdict] = []
    for verdict in result.verdicts:
        entry = next((k for k in known if k.covers(verdict.vector.id)), None)
        if entry is not None and verdict.status == FAIL:
            judged.append(
                replace(
                    verdict,
                    status=KNOWN,
                    known=entry.reason,
                    repro=entry.repro,
                    category=entry.category,
                    breaks=entry.breaks,
                    severity=entry.severity,
                    facts=entry.facts,
                )
            )
            continue
        if (
            entry is not None
            and verdict.status == PASS
            and entry.strict
            and (verdict.vector.kind in CERTAIN and verdict.vector.id in entry.ids)
        ):
            complaints.append(
                f"{verdict.vector.id}: listed as failing, but it passes; remove it from the list"
            )
        judged.append(verdict)
    for entry in known:
        covered = [
            v
            for v in judged
            if entry.covers(v.vector.id) and v.vector.kind in CERTAIN and v.status in JUDGED
        ]
        if (
            entry.strict
            and covered
            and not any(i in {v.vector.id for v in covered} for i in entry.ids)
            and all(v.status == PASS for v in covered)
        ):
            complaints.append(
                f"{', '.join(entry.ids)}: listed as failing, but all it covers passes; remove "
                "it from the list"
            )
    if complete and result.end is End.DONE:  # what was not asked for want of time is no complaint
        seen = [v.vector.id for v in judged if v.status is not Outcome.UNSUPPORTED]
        for entry in known:
            complaints += [
                f"'{p}': no vector that ran matches it; remove it from the list"
                for p in entry.ids
                if not any(fnmatchcase(i, p) for i in seen)
            ]
    result.verdicts = judged
    return complaints
