"""An audit in one file, so that it can be resumed, or bet on again by anybody: every output as it
came.

A file of NumPy's format without objects, with a header of JSON; nothing in it is evaluated.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ..errors import InvalidInput
from .claims import claimed
from .named import NamedLaw
from .outputs import Outputs, Reader
from .pairs import Pair
from .run import Audit, Step

FORMAT = 1


def save(audit: Audit, path: Path) -> None:
    """Writes an audit, whole or not at all."""
    header = {
        "format": FORMAT,
        "source": audit.source,
        "claims": [c.words for c in audit.claims],
        "relation": audit.relation,
        "alpha": str(audit.alpha),
        "words": audit.reader.words,
        "width": audit.reader.width,
        "seconds": audit.seconds,
        "notes": audit.notes,
        "law": None if audit.law is None else [audit.law.name, *audit.law.centers],
        "pairs": [[_records(p.one), _records(p.other), p.user] for p in audit.pairs],
    }
    width = audit.reader.width or 0
    parts = [o for step in audit.steps for o in (step.one, step.other)]
    arrays: dict[str, Any] = {
        "header": np.frombuffer(json.dumps(header).encode(), dtype=np.uint8),
        "steps": np.array(
            [[s.pair, len(s.one), len(s.other)] for s in audit.steps], dtype=np.int64
        ).reshape(-1, 3),
        "kinds": np.concatenate([p.kinds for p in parts]) if parts else np.empty(0, np.int64),
    }
    for j in range(width):
        arrays[f"column{j}"] = (
            np.concatenate(
                [p.columns[j] if len(p.columns) > j else np.full(len(p), np.nan) for p in parts]
            )
            if parts
            else np.empty(0)
        )
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        np.savez_compressed(file, **arrays)
    part.replace(path)


def load(path: Path) -> Audit:
    """Returns the audit of a file, with all its bets made again; InvalidInput where it is no such
    file.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            header = json.loads(file["header"].tobytes())
            steps, kinds = file["steps"], file["kinds"]
            columns = [file[f"column{j}"] for j in range(header["width"] or 0)]
        pairs = [Pair(_read(a), _read(b), user) for a, b, user in header["pairs"]]
        audit = Audit(
            header["source"],
            [claimed(c) for c in header["claims"]],
            header["relation"],
            pairs,
            Fraction(header["alpha"]),
            Reader(list(header["words"]), header["width"]),
            law=NamedLaw(header["law"][0], tuple(header["law"][1:])) if header.get("law") else None,
            seconds=header["seconds"],
            notes=list(header["notes"]),
        )
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise InvalidInput(
            "file_not_found", f"{path.name} is no record of an audit", argument="resume"
        ) from error
    whole, done = Outputs(kinds, tuple(columns)), 0
    for place, first, second in steps.tolist():
        audit.add(
            Step(
                place,
                whole.part(done, done + first),
                whole.part(done + first, done + first + second),
            )
        )
        done += first + second
    if audit.steps:
        audit.look()
    return audit


def _records(records: tuple[Any, ...]) -> list[Any]:
    return [
        list(r) if isinstance(r, tuple) else r if isinstance(r, str) else float(r) for r in records
    ]


def _read(records: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(r) if isinstance(r, list) else r for r in records)
