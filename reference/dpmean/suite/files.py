"""The vector files: where they are, how they are written, read and checked.

One file per object and kind, one vector a line inside it, so that a change is a readable diff.
MANIFEST.json holds the SHA-256 of every file and the content hash of every vector; IDS what was
ever published.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import IntegrityError
from ..strict_json import parse
from .flags import notes
from .history import LEDGER, VERSION, Line, extended, render
from .history import parse as parse_ledger
from .kinds import KINDS
from .names import filled
from .plans import planned
from .vectors import FORMAT, SUITE, Vector, canonical

_NAME = re.compile(r"v1/[a-z0-9_]+/[a-z_]+\.json")  # of a file of vectors, below a folder


def root() -> Path:
    """Return the folder of the vectors that this installation carries: inside the wheel, or in the
    checkout.
    """
    inside = Path(__file__).parent.parent / "_vectors"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "vectors"


def generate(
    progress: Callable[[str], None] = lambda _: None, where: Path | None = None
) -> dict[str, bytes]:
    """Return all files as {path below vectors/: bytes}.

    They are a function of the code, and of the ledger of what was published.
    """
    groups: dict[tuple[str, str], list[Vector]] = {}
    for name in KINDS:
        progress(name)
        for vector in planned(name):
            groups.setdefault((vector.object, name), []).append(vector)
    files = {
        f"v1/{object_}/{name}.json": _render(object_, name, vectors)
        for (object_, name), vectors in sorted(groups.items())
    }
    index = {v.id: v.content_hash[:16] for _, vectors in sorted(groups.items()) for v in vectors}
    listing = {
        name: {"sha256": hashlib.sha256(body).hexdigest(), "count": body.count(b"\n") - 2}
        for name, body in files.items()
    }
    manifest = {
        "format": FORMAT,
        "suite": SUITE,
        "license": "CC0-1.0",
        "files": listing,
        "vectors": index,
    }
    files["v1/MANIFEST.json"] = (json.dumps(manifest, indent=0, sort_keys=True) + "\n").encode()
    # a new folder has no past of its own
    past = where if where is not None and (where / LEDGER).is_file() else root()
    files[LEDGER] = render(extended(ledger(past), index, SUITE))
    for schema in sorted((root() / "schema").glob("*.json")):
        files[f"schema/{schema.name}"] = filled(schema.read_text(encoding="utf-8")).encode()
    return files


def _render(object_: str, kind: str, vectors: list[Vector]) -> bytes:
    used = {flag for v in vectors for flag in v.flags}
    header = {
        "format": FORMAT,
        "suite": SUITE,
        "license": "CC0-1.0",
        "object": object_,
        "kind": kind,
        "count": str(len(vectors)),
        "flags": notes(used),
    }
    lines = ",\n".join(canonical(v.to_json()) for v in vectors)
    return (canonical(header)[:-1] + ',"vectors":[\n' + lines + "\n]}\n").encode()


def ledger(where: Path | None = None) -> list[Line]:
    """Read the ledger of published ids of a vectors folder; by default, of this installation's
    own.
    """
    return parse_ledger(_read(where or root(), LEDGER).decode(errors="replace"))


def load(where: Path | None = None) -> list[Vector]:
    """Return all vectors, in the order of the files, after checking the hashes of the manifest.

    Those of this installation are read once in a process, and shared: nobody may change what is in
    a vector.
    """
    return list(_kept(root()) if where is None else _read_all(where))


@cache
def _kept(where: Path) -> tuple[Vector, ...]:
    return tuple(_read_all(where))


def _read_all(where: Path) -> Iterator[Vector]:
    manifest = manifest_of(where)
    for name, facts in manifest["files"].items():
        body = _read(where, name)
        if hashlib.sha256(body).hexdigest() != facts["sha256"]:
            raise IntegrityError(
                "integrity",
                f"{name}: not the file of the manifest; run `dpmean fill` in a checkout, or "
                "reinstall",
            )
        content = json.loads(body)
        for item in content["vectors"]:
            yield from_json(content["object"], content["kind"], item)


def plain(path: Path) -> bytes:
    """Return what is in a file; OSError for a device or a pipe, which may never end."""
    if path.exists() and not path.is_file():
        raise OSError(f"{path.name}: no plain file")
    return path.read_bytes()


def _read(where: Path, name: str) -> bytes:
    try:
        return plain(where / name)
    except OSError as error:
        raise IntegrityError(
            "integrity",
            f"{name}: missing from {where}; reinstall, copy the folder anew (`dpmean copy`), or run "
            "`dpmean fill` in a checkout",
        ) from error


def manifest_of(where: Path) -> dict[str, Any]:
    """Return the manifest of a vectors folder: `suite`, and the content hash of every id under
    `vectors`.
    """
    try:
        manifest: dict[str, Any] = parse(_read(where, "v1/MANIFEST.json"))
    except ValueError as error:
        raise IntegrityError("integrity", "v1/MANIFEST.json: not JSON") from error
    if not (
        isinstance(manifest, dict)
        and all(isinstance(manifest.get(part), dict) for part in ("files", "vectors"))
        and isinstance(manifest.get("suite"), str)
        and VERSION.fullmatch(manifest["suite"])
        and all(_NAME.fullmatch(name) for name in manifest["files"])
        and all(
            isinstance(f, dict)
            and isinstance(f.get("sha256"), str)
            and isinstance(f.get("count"), int)
            for f in manifest["files"].values()
        )
        and all(isinstance(content, str) for content in manifest["vectors"].values())
    ):
        raise IntegrityError(
            "integrity",
            "v1/MANIFEST.json: not a manifest; reinstall, or run `dpmean fill` in a checkout",
        )
    return manifest


def from_json(object_: str, kind: str, item: dict[str, Any]) -> Vector:
    """Return the vector that one line of a file describes."""
    rest: dict[str, Any] = {
        k: tuple(v) if k in ("flags", "requires") else v for k, v in item.items()
    }
    return Vector(kind=kind, object=object_, **rest)
