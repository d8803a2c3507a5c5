"""An audit in one file, so that it can be resumed, or bet on again by anybody: every output as it
came.

A file of NumPy's format without objects, with a header of JSON; nothing in it is evaluated. Files of
format 1 (dpmean 1.0.0) and 2 are read too: the places of their numbers have no names, and of kinds
of format 1 only words are known, so what was no number there counts as not looked at.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np

from .. import written
from ..errors import InvalidInput
from ..privacy.neighbors import Neighbors
from ..suite.schemas import breaches
from .claims import claimed
from .described import Leaf, Missed, Role, Sort, unnamed
from .freshness import Dependence, Way
from .moved import Moved, Own, Pair
from .named import NamedLaw
from .outputs import MOST_KINDS, Outputs, Reader
from .rows import Row
from .run import Audit, Step
from .status import Without

FORMAT = 3
MOST = 1 << 31  # bytes of a record when it is unpacked
TEXT: dict[str, Any] = {"type": "string", "maxLength": 1 << 20}
TEXTS = {"type": "array", "items": TEXT}
TRUTHS = {"type": "array", "items": {"type": "boolean"}}
COUNT = {"type": "integer", "minimum": 0, "maximum": 1 << 60}
VALUE = {"type": ["number", "string", "boolean", "null"], "maxLength": 1 << 20}
ROW = {"type": "object", "minProperties": 1, "additionalProperties": VALUE}
RECORDS = {"type": "array", "items": {"anyOf": [VALUE, {"type": "array", "items": VALUE}, ROW]}}
MOVED = {
    "type": "object",
    "required": ["moved", "column"],
    "properties": {
        "moved": {
            "type": "array",
            "prefixItems": [COUNT | {"type": ["integer", "null"]}, COUNT, TEXT, TEXT, TEXT, TEXT],
            "minItems": 6,
            "maxItems": 6,
        },
        "column": TEXT | {"type": ["string", "null"]},
    },
}
HEADER = {  # of all formats; what only some of them have may be left out
    "type": "object",
    "required": [
        "format",
        "source",
        "claims",
        "relation",
        "alpha",
        "words",
        "width",
        "seconds",
        "notes",
        "pairs",
    ],
    "properties": {
        "format": {"enum": [1, 2, FORMAT]},
        "source": TEXT,
        "key": {"type": ["string", "null"]},
        "claims": TEXTS | {"minItems": 1},
        "relation": {"enum": [*(relation.value for relation in Neighbors), Own.value]},
        "alpha": {"type": "string", "pattern": "^[0-9]{1,4000}/[0-9]{1,4000}$"},
        "words": TEXTS,
        "sorts": {"type": "array", "items": {"enum": [sort.value for sort in Sort]}},
        "whole": TRUTHS,
        "worked": {"type": "boolean"},
        "numbered": {"type": "boolean"},
        "width": {"type": ["integer", "null"], "minimum": 0, "maximum": 1 << 16},
        "leaves": {
            "type": "array",
            "items": {
                "prefixItems": [TEXT, {"enum": [role.value for role in Role]}],
                "minItems": 2,
                "maxItems": 2,
            },
        },
        "lengths": {"type": "object", "additionalProperties": {"type": "number"}},
        "widest": COUNT,
        "missed": {"type": ["array", "null"], "items": TEXT, "minItems": 2, "maxItems": 2},
        "seconds": {"type": "number", "minimum": 0},
        "notes": TEXTS,
        "without": {"type": "array", "items": {"enum": [word.value for word in Without]}},
        "ordered": {"type": "array", "items": COUNT},
        "stale": {
            "type": ["object", "null"],
            "required": ["way", "counts", "event"],
            "properties": {
                "way": {"enum": [way.value for way in Way]},
                "counts": {"type": "array", "items": COUNT},
                "event": TEXT,
            },
        },
        "law": {
            "type": ["array", "null"],
            "prefixItems": [TEXT, {"type": "number"}, {"type": "number"}],
            "minItems": 3,
            "maxItems": 3,
        },
        "pairs": {
            "type": "array",
            "items": {
                "prefixItems": [RECORDS, RECORDS, COUNT | {"type": ["integer", "null"]}, MOVED],
                "minItems": 3,
                "maxItems": 4,
            },
        },
    },
}
PLAIN = {"number", "NaN", "truth value", "no answer"}  # words of format 1 that say all


def save(audit: Audit, path: Path) -> None:
    """Writes an audit, whole or not at all."""
    reader = audit.reader
    header = {
        "format": FORMAT,
        "source": audit.source,
        "key": audit.key,
        "claims": [c.words for c in audit.claims],
        "relation": audit.relation,
        "alpha": str(audit.alpha),
        "words": reader.words,
        "sorts": [sort.value for sort in reader.sorts],
        "whole": reader.whole,
        "worked": reader.worked,
        "numbered": reader.numbered,
        "width": reader.width,
        "leaves": [[leaf.name, leaf.role.value] for leaf in reader.leaves],
        "lengths": reader.lengths,
        "missed": reader.missed,
        "widest": reader.widest,
        "seconds": audit.seconds,
        "notes": audit.notes,
        "without": sorted(audit.without),
        "ordered": sorted(audit.ordered),
        "stale": None if audit.stale is None else audit.stale.data,
        "law": None if audit.law is None else [audit.law.name, *audit.law.centers],
        "pairs": [
            [
                _records(p.one),
                _records(p.other),
                p.user,
                {"moved": p.moved.data, "column": p.column},
            ]
            for p in audit.pairs
        ],
    }
    parts = [o for step in audit.steps for o in (step.one, step.other)]
    arrays: dict[str, Any] = {
        "header": np.frombuffer(json.dumps(header).encode(), dtype=np.uint8),
        "steps": np.array(
            [[s.pair, len(s.one), len(s.other)] for s in audit.steps], dtype=np.int64
        ).reshape(-1, 3),
        "kinds": np.concatenate([p.kinds for p in parts]) if parts else np.empty(0, np.int64),
    }
    for j in range(reader.width):
        arrays[f"column{j}"] = (
            np.concatenate(
                [p.columns[j] if len(p.columns) > j else np.full(len(p), np.nan) for p in parts]
            )
            if parts
            else np.empty(0)
        )
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    written.whole(path, packed.getvalue())


def load(path: Path) -> Audit:
    """Returns the audit of a file, with all its bets made again; InvalidInput where it is no such
    file, or no whole one.
    """
    try:
        return _loaded(path)
    except Exception as error:  # whatever damaged bytes make of zip, zlib, NumPy and JSON
        raise InvalidInput(
            "file_format",
            f"{path.name} is no record of an audit, or a damaged one: start anew with --record",
            argument="resume",
        ) from error


def _loaded(path: Path) -> Audit:
    with ZipFile(path) as packed:
        if sum(member.file_size for member in packed.infolist()) > MOST:
            raise ValueError("too large")
    with np.load(path, allow_pickle=False) as file:
        text = file["header"].tobytes()
        header = json.loads(text)
        # to the schema a record that is NaN is a word
        if breaches(HEADER, json.loads(text, parse_constant=str)):
            raise ValueError("a header that is none")
        steps, kinds = file["steps"], file["kinds"]
        columns = [file[f"column{j}"] for j in range(header["width"] or 0)]
    pairs = [_pair(*each) for each in header["pairs"]]
    stale = header.get("stale")
    audit = Audit(
        header["source"],
        [claimed(c) for c in header["claims"]],
        header["relation"],
        pairs,
        Fraction(header["alpha"]),
        _reader(header),
        law=NamedLaw(header["law"][0], tuple(header["law"][1:])) if header.get("law") else None,
        seconds=float(header["seconds"]),
        notes=list(map(str, header["notes"])),
        without=frozenset(map(Without, header.get("without", ()))),
        ordered=set(header.get("ordered", ())),
        key=header.get("key"),
        stale=None
        if stale is None
        else Dependence(Way(stale["way"]), tuple(map(int, stale["counts"])), str(stale["event"])),
    )
    _check(audit, steps, kinds, columns)
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


def _reader(header: dict[str, Any]) -> Reader:
    words, width = list(map(str, header["words"])), header["width"]
    if header["format"] == 1:
        whole = [word in PLAIN or word == f"list of {width} numbers" for word in words]
        sorts = [Sort.VALUE] * len(words)
        return Reader(words, unnamed(width or 0), sorts, whole, True, width is not None)
    missed = header.get("missed")
    return Reader(
        words,
        [Leaf(name, Role(role)) for name, role in header["leaves"]]
        if header["format"] == FORMAT
        else unnamed(width or 0),
        [Sort(sort) for sort in header["sorts"]],
        list(map(bool, header["whole"])),
        bool(header["worked"]),
        bool(header["numbered"]),
        int(header.get("widest", width or 0)),
        None if missed is None else Missed(*missed),
        {name: float(length) for name, length in header.get("lengths", {}).items()},
    )


def _check(audit: Audit, steps: Any, kinds: Any, columns: list[Any]) -> None:
    """Raises ValueError where the arrays do not fit each other."""
    known = (kinds >= 0) & ((kinds < len(audit.reader.words)) | (kinds >= MOST_KINDS))
    fits = (
        steps.shape == (len(steps), 3)
        and {steps.dtype, kinds.dtype} <= {np.dtype(np.int64)}
        and bool((steps >= 0).all())
        and bool((steps[:, 0] < len(audit.pairs)).all())
        and kinds.shape == (int(steps[:, 1:].sum()),)
        and bool(known.all())
        and len(audit.reader.sorts) == len(audit.reader.words)
        and len(audit.reader.leaves) == len(set(audit.reader.leaves)) == len(columns)
        and all(c.shape == kinds.shape and c.dtype == np.float64 for c in columns)
        and isinstance(audit.source, str)
        and len(audit.claims) > 0
        and 0 < audit.alpha < 1
    )
    if not fits:
        raise ValueError("arrays that do not fit")


def _pair(one: Any, other: Any, user: int | None, more: Any = None) -> Pair:
    """Returns a pair; of an earlier version's, what can be said of its data sets."""
    if more is None:
        return Pair(_read(one), _read(other), user)
    return Pair(_read(one), _read(other), user, Moved.of(more["moved"]), more["column"])


def of_pairs(pairs: Sequence[Pair]) -> str:
    """Returns the data sets of pairs as a record keeps them; two lists of pairs are the same where
    these texts are.
    """
    return json.dumps([[_records(p.one), _records(p.other), p.user] for p in pairs])


def _records(records: tuple[Any, ...]) -> list[Any]:
    return [
        list(r) if isinstance(r, tuple) else r.data if isinstance(r, Row) else _value(r)
        for r in records
    ]


def _value(x: Any) -> Any:
    return x if x is None or isinstance(x, str | int) else float(x)


def _read(records: list[Any]) -> tuple[Any, ...]:
    return tuple(
        tuple(r)
        if isinstance(r, list)
        else Row(tuple(r), (*r.values(),))
        if isinstance(r, dict)
        else r
        for r in records
    )
