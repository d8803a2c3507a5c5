"""What was published: an append-only ledger of ids, `v1/IDS`, and the rules that `fill` and
`verify` hold it to.

A line is `VERSION added|fixed|retired ID HASH`, HASH being the first 16 digits of the content hash
(`-` when retired). An id is added once, may then be fixed, is retired at most once and never comes
back. Lines of a released version are never touched again; those of the version in the making are
rewritten by `fill`, which refuses a change or a disappearance that is not declared below with its
reason.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ..errors import IntegrityError

LEDGER = "v1/IDS"
VERSION = re.compile(r"[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}")
# version: {id or glob: why}; what a new version changes or drops is declared here, and told in
# CHANGELOG.md
FIXED: dict[str, dict[str, str]] = {
    "0.2.0": {
        "*-stat-*": "one false-alarm budget for a whole run: another alpha, and the published power of "
        "each vector"
    },
    "1.0.0": {
        "*_mean-stat-*-200*": "protocol 2 (`input.draws`); the exact law of the quotient: noisy counts below 0, "
        "at most 10^-22, had been left out",
        "*-stat-*": "protocol 2: the number of draws is `input.draws`, no longer `input.n`; and each "
        "known bug says the probability of the events under it",
        "*-reject-*neighbours-tiny*": "the tiny record is 2^-1000, whose denominator is a double, no longer 2^-1074",
        "*-transcript-*": "protocol 2, and nothing else: injected outcomes are `input.outcomes`, no longer "
        "`input.draws`",
    },
    "1.1.0": {
        f"{law}-stat-*": "the farthest event is one that a dozen of 2^20 draws are in, no longer 32"
        for law in (
            "discrete_gaussian",
            "discrete_laplace",
            "discrete_staircase",
            "gaussian",
            "laplace",
            "staircase",
            "student_t",
        )
    },
}
RETIRED: dict[str, dict[str, str]] = {}
# the SHA-256 of the lines of every released version; the version in the making is not among them
RELEASED: dict[str, str] = {
    "0.1.0": "7529fdf2f46f7c7c7e065abbb3d7c07bc12b4f82ffe2c0caea87b48e35af3384",
    "0.2.0": "0bc72d904b09d07e1a9f69475b97d75a42f81b3282cba5e9021993b2432fa392",
    "1.0.0": "8bf9a0b9ff9070be4613deb7e82bea22fc94fb1d8930409cba68e3fc867d2d16",
}


@dataclass(frozen=True)
class Line:
    """One line of the ledger: version, event (added, fixed or retired), id and hash."""

    version: str
    what: str
    id: str
    content: str

    def __str__(self) -> str:
        return f"{self.version} {self.what} {self.id} {self.content}"


def parse(text: str) -> list[Line]:
    """Parse the text of a ledger into its lines."""
    rows = [line.split(" ") for line in text.splitlines()]
    if not all(
        len(row) == 4 and VERSION.fullmatch(row[0]) and row[1] in ("added", "fixed", "retired")
        for row in rows
    ):
        raise IntegrityError(
            "integrity",
            f"{LEDGER}: a line is not VERSION added|fixed|retired ID HASH; restore it from "
            "version control",
        )
    return [Line(*row) for row in rows]


def render(lines: Iterable[Line]) -> bytes:
    """Return the bytes of a ledger with these lines."""
    return "".join(f"{e}\n" for e in lines).encode()


def digest(lines: Iterable[Line], version: str) -> str:
    """Return the SHA-256 of the ledger's lines of one version."""
    return hashlib.sha256(render(e for e in lines if e.version == version)).hexdigest()


def state(lines: Iterable[Line]) -> tuple[dict[str, str], set[str]]:
    """Return the living ids with their content hashes, and the retired ids.

    IntegrityError is raised when the ledger contradicts itself.
    """
    living: dict[str, str] = {}
    retired: set[str] = set()
    for e in lines:
        if (e.what == "added") == (e.id in living) or e.id in retired:
            raise IntegrityError(
                "integrity",
                f"{LEDGER}: {e.version} has {e.what} {e.id}, which is "
                f"{'retired' if e.id in retired else 'there already' if e.id in living else 'not there'}; "
                "ids are never reused",
            )
        if e.what == "retired":
            retired.add(e.id)
            del living[e.id]
        else:
            living[e.id] = e.content
    return living, retired


def extended(lines: list[Line], vectors: Mapping[str, str], suite: str) -> list[Line]:
    """Return the ledger with the lines of the suite in the making.

    IntegrityError names the changes that are not declared.
    """
    if suite in RELEASED:
        past, declared = list(lines), False
    else:
        past, declared = [e for e in lines if e.version != suite], True
    before, retired = state(past)
    found: list[Line] = []
    for id_ in sorted(set(before) | set(vectors)):
        old, new = before.get(id_), vectors.get(id_)
        if old == new:
            continue
        what, table = (
            ("added", None)
            if old is None
            else ("retired", RETIRED)
            if new is None
            else ("fixed", FIXED)
        )
        if id_ in retired:
            raise IntegrityError(
                "integrity",
                f"{id_}: this id was retired; ids are never reused, give the vector another",
            )
        if not declared:
            raise IntegrityError(
                "integrity",
                f"{id_}: would be {what}, but suite {suite} is released; raise SUITE in "
                "suite/vectors.py",
            )
        if table is not None and not any(
            fnmatchcase(id_, pattern) for pattern in table.get(suite, {})
        ):
            raise IntegrityError(
                "integrity",
                f"{id_}: would be {what} by suite {suite} without being declared; "
                "restore it, or say why in suite/history.py",
            )
        found.append(Line(suite, what, id_, new or "-"))
    return past + found


def problems(lines: list[Line], vectors: Mapping[str, str], suite: str) -> list[str]:
    """Return what is wrong with a ledger beside the manifest's ids; the list is empty when it is
    sound.
    """
    try:
        living, _ = state(lines)
    except IntegrityError as error:
        return [str(error)]
    found = [
        f"{LEDGER}: {id_} is not what the manifest has"
        for id_ in sorted(set(living) | set(vectors))
        if living.get(id_) != vectors.get(id_)
    ]
    versions = list(dict.fromkeys(e.version for e in lines))
    if versions != sorted(versions, key=_numbers) or (
        versions and _numbers(versions[-1]) > _numbers(suite)
    ):
        found.append(f"{LEDGER}: the versions are not in order, or go beyond suite {suite}")
    for version in versions:
        if version not in RELEASED and version != suite:
            found.append(
                f"{LEDGER}: {version} is neither a released version nor the suite in the making"
            )
        if version in RELEASED and digest(lines, version) != RELEASED[version]:
            found.append(
                f"{LEDGER}: the lines of the released version {version} were changed; restore "
                "them from version control"
            )
        found += _semver(version, {e.what for e in lines if e.version == version})
    return found[:20]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _semver(version: str, changes: set[str]) -> list[str]:
    """Check the version against the changes.

    Vectors come and go with a new minor (or major) version; a patch only corrects.
    """
    if _numbers(version)[2] != 0 and changes - {"fixed"}:
        return [
            f"{LEDGER}: {version} is a patch, but adds or retires vectors; that takes a new "
            "minor version"
        ]
    return []
