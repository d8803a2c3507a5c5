"""A folder of vectors as somebody has it: what is in its files, and what is wrong with it, whatever
was done to them.

The manifest says what the files were, the ledger what was ever published, and this installation
which lines of the ledger a released suite has: a folder that was changed, and its manifest with it,
is still told apart. `problems` reports; only a folder without a readable manifest or ledger raises.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..errors import IntegrityError
from ..strict_json import parse
from . import files
from .files import from_json, ledger, manifest_of
from .flags import FLAGS
from .history import problems as history_problems
from .kinds import KINDS, kind_of
from .schemas import Breach, checker
from .vectors import SUITE, canonical

MANIFEST = "v1/MANIFEST.json"
SCHEMAS = ("manifest", "vectors")
MOST = 20  # lines of one complaint
Item = dict[str, Any]  # a vector as it lies in a file, with its kind and object
Check = Callable[[Any], list[Breach]]
# what the content hash of a vector is made of, and what else decides a verdict
CONTENT = ("kind", "object", "quantity", "params", "input", "expect")
_OF_FILE = ("kind", "object")
JUDGED = ("accept", "level", "requires", "flags")


def problems(where: Path | None = None) -> list[str]:
    """Return everything that is wrong with a folder (by default this installation's), a line each;
    the list is empty when it is sound.

    IntegrityError is raised where there is no readable manifest or ledger.
    """
    where = where or files.root()
    manifest, past = manifest_of(where), ledger(where)
    own = manifest["suite"] == SUITE
    found, breaches = _schemas(where) if own else ([], None)
    if breaches and (wrong := _breaches(MANIFEST, breaches["manifest"](manifest))):
        return found + wrong
    items: list[Item] = []
    whole = True
    for name, facts in manifest["files"].items():
        said, mine = _file(where, name, facts, breaches["vectors"] if breaches else None)
        found += said
        items += mine
        whole = whole and len(mine) == facts["count"]
    found += [
        f"{name}: not in the manifest"
        for name in sorted({*_on_disk(where)} - {MANIFEST} - set(manifest["files"]))
    ]
    return (
        found
        + _ids(items, manifest["vectors"], whole)
        + (_lint(items) if own else [])
        + history_problems(past, manifest["vectors"], manifest["suite"])
    )


def _schemas(where: Path) -> tuple[list[str], dict[str, Check]]:
    """Return what is wrong with the schemas of a folder, and the checks by this installation's; a
    schema from elsewhere is never followed.
    """
    found: list[str] = []
    checks: dict[str, Check] = {}
    for name in SCHEMAS:
        path = f"schema/{name}.schema.json"
        ours = (files.root() / path).read_bytes()
        try:
            if parse(files.plain(where / path)) != parse(ours):
                found.append(f"{path}: not that of suite {SUITE}")
        except OSError:
            found.append(f"{path}: missing")
        except ValueError:
            found.append(f"{path}: not JSON")
        checks[name] = checker(parse(ours))
    return found, checks


def _file(
    where: Path, name: str, facts: Mapping[str, Any], breaches: Check | None
) -> tuple[list[str], list[Item]]:
    """Return what is wrong with a file, and its vectors, as far as they can be read."""
    try:
        body = files.plain(where / name)
    except OSError:
        return [f"{name}: missing"], []
    found = []
    if hashlib.sha256(body).hexdigest() != facts["sha256"]:
        found.append(f"{name}: not the file of the manifest")
    try:
        content = parse(body)
        items = _items(content)
    except (ValueError, KeyError, TypeError):
        return [*found, f"{name}: not a file of vectors"], []
    if breaches and (wrong := _breaches(name, breaches(content))):
        return found + wrong, []
    if f"v1/{content['object']}/{content['kind']}.json" != name:
        found.append(f"{name}: has vectors of {content['object']}, {content['kind']}")
    if len(items) != facts["count"]:
        found.append(f"{name}: {len(items)} vectors, not {facts['count']}")
    return found, items


def _items(content: Mapping[str, Any]) -> list[Item]:
    """Return the vectors of a file; what has not the shape of one raises KeyError or TypeError."""
    shared = {"kind": content["kind"], "object": content["object"]}
    items = [{**v, **shared} for v in content["vectors"]]
    if not all(isinstance(v["id"], str) for v in items):
        raise TypeError
    return items


def hash_of(item: Mapping[str, Any]) -> str:
    """Return the content hash of a vector as the manifest has it, of any suite."""
    content = [item.get(part, {} if part == "input" else None) for part in CONTENT]
    return hashlib.sha256(canonical(content).encode()).hexdigest()[:16]


def _breaches(name: str, found: Iterable[tuple[str, str, str]]) -> list[str]:
    return [f"{name}: {place}: {said[:120]}" for place, _, said in [*found][:3]]


def _on_disk(where: Path) -> list[str]:
    return [p.relative_to(where).as_posix() for p in sorted((where / "v1").rglob("*.json"))]


def _first(lines: list[str]) -> list[str]:
    """Return the first of many lines, and how many more there are."""
    more = len(lines) - MOST
    return lines if more <= 0 else [*lines[:MOST], f"... and {more} more like these"]


def _ids(vectors: list[Item], listed: Mapping[str, str], whole: bool) -> list[str]:
    """Compare the vectors that were read with the manifest; where a file could not be read, only
    those that were.
    """
    ids = {v["id"] for v in vectors}
    found = ["ids are not unique"] if len(ids) < len(vectors) else []
    found += _first(
        [
            f"{v['id']}: content hash differs from the manifest"
            for v in vectors
            if hash_of(v) != listed.get(v["id"])
        ]
    )
    return found + (
        _first([f"{i}: in the manifest, but in no file" for i in sorted({*listed} - ids)])
        if whole
        else []
    )


def _lint(items: list[Item]) -> list[str]:
    """Return what only the suite that this installation makes can be held to: flags, twins, false
    alarms.
    """
    vectors = [
        from_json(v["object"], v["kind"], {k: x for k, x in v.items() if k not in _OF_FILE})
        for v in items
    ]
    found = [
        f"{v.id}: unknown flag {flag}" for v in vectors for flag in v.flags if flag not in FLAGS
    ]
    known = {v.id for v in vectors}
    for name in KINDS:
        found += kind_of(name).problems([v for v in vectors if v.kind == name], known)
    return _first(found)


def contents(where: Path) -> dict[str, Item]:
    """Return every vector in the files of a folder by its id, with its kind and object, whatever
    the manifest says.

    IntegrityError names a file that is none of vectors.
    """
    found: dict[str, Item] = {}
    for name in _on_disk(where):
        if name == MANIFEST:
            continue
        try:
            content = parse(files.plain(where / name))
            found |= {v["id"]: v for v in _items(content)}
        except (ValueError, KeyError, TypeError) as error:
            raise IntegrityError("integrity", f"{name}: not a file of vectors") from error
    return found


def missing(where: Path, manifest: Mapping[str, Any]) -> list[str]:
    """Return the files of a manifest that the folder lacks."""
    return sorted(name for name in manifest["files"] if not (where / name).is_file())


def changed(old: Mapping[str, Any], new: Mapping[str, Any], parts: Iterable[str]) -> list[str]:
    """Return which parts of a vector are not what they were; one that is empty may be left out."""
    return [part for part in parts if (old.get(part) or None) != (new.get(part) or None)]


def compare(
    old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, list[str]]]:
    """Return what became of the vectors of two folders, with the parts that changed: ids that were
    added, retired, fixed (another content, which the ledger lists), and judged otherwise (another
    rule, level or flag).
    """
    both = sorted({*old} & {*new})
    fixed = {i: changed(old[i], new[i], CONTENT) for i in both}
    judged = {i: changed(old[i], new[i], JUDGED) for i in both if not fixed[i]}
    return {
        "added": {i: [] for i in sorted({*new} - {*old})},
        "retired": {i: [] for i in sorted({*old} - {*new})},
        "fixed": {i: parts for i, parts in fixed.items() if parts},
        "judged": {i: parts for i, parts in judged.items() if parts},
    }
