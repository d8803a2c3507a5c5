"""Data sets of which every cell, header, label, folder and count is a random marker, and everything
that a release lets out, searched for them.

Two things are asked of whatever leaves: no marker is in it, nor a simple function of one (`forms`);
and it is the same, to the byte, for two data sets that have no marker in common (`differs`), which
finds functions that are not simple. The estimate, and only the estimate, is taken out before.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import logging
import os
import random
import re
import resource
import signal
import string
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq

import dpmean
from dpmean.cli import main

PACKAGE = str(Path(dpmean.__file__).parent)
LEAST = 6  # characters of a marker that are a marker


class Marked:
    """A data set of markers in a folder of a marker's name: `d.csv` and `d.parquet`, with two
    columns of numbers, one of labels and one of text.
    """

    def __init__(self, folder: Path, seed: int, count: int | None = None) -> None:
        """`count` is public; where it is not given it is a marker."""
        self.dice = random.Random(seed)
        self.made: list[str] = []
        self.where = folder / self.text()
        self.where.mkdir()
        self.temporary = self.where / "temporary"
        self.temporary.mkdir()
        self.count = count or self.dice.randrange(101, 199)
        self.numbers = {} if count else {str(self.count)}
        self.rows = [
            (self.number(), self.number(), self.text(), self.text()) for _ in range(self.count)
        ]
        # three records a person, and one label that is nobody's
        self.labels = [self.rows[i - i % 3][2] for i in range(self.count)]
        self.hidden = self.text()

    @cached_property
    def beginnings(self) -> dict[str, list[tuple[str, str]]]:
        """The forms of all markers with what they are of, by their first characters."""
        found: dict[str, list[tuple[str, str]]] = {}
        for marker in self.made:
            for form in forms(marker):
                found.setdefault(form[:LEAST], []).append((form, marker))
        return found

    def text(self) -> str:
        """A text marker."""
        found = "".join(self.dice.choices(string.ascii_letters, k=12))
        self.made.append(found)
        return found

    def number(self) -> str:
        """A number marker from 1 to 10."""
        found = f"{self.dice.randrange(1, 10)}.{self.dice.randrange(10**11, 10**12)}"
        self.made.append(found)
        return found

    def csv(self, name: str, names: tuple[str, ...] = ("x", "y", "u", "t")) -> None:
        """Write a CSV file: numbers x and y, labels u, texts t, and a column that nobody names."""
        lines = [",".join((*names, self.hidden))]
        lines += [
            f"{x},{y},{u},{t},{self.hidden}"
            for (x, y, _, t), u in zip(self.rows, self.labels, strict=True)
        ]
        (self.where / name).write_text("\n".join(lines) + "\n")

    def plane(self, name: str) -> None:
        """Write a CSV file of two columns that have no header but the first person's cells."""
        head = f"{self.rows[0][0]},{self.text()}"
        body = "".join(f"{x},{y}\n" for x, y, _, _ in self.rows)
        (self.where / name).write_text(f"{head}\n{body}")

    def parquet(self, name: str, plane: bool = False) -> None:
        """Write a Parquet file of the same, or of two columns whose names are markers."""
        x, y, _, t = zip(*self.rows, strict=True)
        numbers = {"x": [*map(float, x)], "y": [*map(float, y)]}
        table = pa.table(
            {self.text(): numbers["x"], self.text(): numbers["y"]}
            if plane
            else {**numbers, "u": self.labels, "t": [*t], self.hidden: [*t]}
        )
        pq.write_table(table, self.where / name)


def forms(marker: str) -> set[str]:
    """What a marker may have become: other cases and orders, codes, digests, its beginning; and of
    a number other spellings.
    """
    raw = marker.encode()
    found = {
        marker,
        marker.swapcase(),
        marker.upper(),
        marker.lower(),
        marker[::-1],
        repr(marker),
        marker[:LEAST],
        raw.hex(),
        str(abs(hash(marker))),
        *(base64.b64encode(bytes(i) + raw).decode()[4 if i else 0 : -4] for i in range(3)),
        *(hashlib.new(name, raw).hexdigest()[:12] for name in ("md5", "sha1", "sha256", "sha512")),
    }
    if marker[0].isdigit():
        exact = Fraction(marker)
        double = float(marker)
        found |= {
            double.hex(),
            repr(double),
            f"{double:e}"[:LEAST],
            *(f"{double:.{places}f}" for places in range(4, 12)),
            str(exact.numerator),
            marker.replace(".", ""),
            str(abs(hash(double))),
        }
    return {form for form in found if len(form) >= LEAST}


@dataclass
class Left:
    """Everything that one run let out, by the way that it took; `estimates` were taken out."""

    ways: dict[str, str] = field(default_factory=dict)
    status: str = ""

    def leaks(self, marked: Marked) -> list[str]:
        """The ways on which a marker left, and the markers."""
        found = ["core"] if self.ways.get("core", "0") != "0" else []
        for way, text in self.ways.items():
            for place in range(len(text) - LEAST + 1):
                for form, marker in marked.beginnings.get(text[place : place + LEAST], ()):
                    if text.startswith(form, place):
                        found.append(f"{way}: {marker} as {form}")
            found += [
                f"{way}: the count" for n in marked.numbers if re.search(rf"(?<!\d){n}(?!\d)", text)
            ]
        return found

    def differs(self, other: Left) -> list[str]:
        """The ways on which other data left something else."""
        ways = {*self.ways, *other.ways}
        found = [way for way in sorted(ways) if self.ways.get(way) != other.ways.get(way)]
        return [*found, *(["status"] if self.status != other.status else [])]


def _without_estimates(text: str, shown: bool = False) -> str:
    """A report in text, JSON or HTML without its estimates; `shown` is what Python shows."""
    if text.startswith("{"):
        told = json.loads(text)
        return json.dumps(told | {"estimate": None, "about": None})
    text = re.sub(r"(<th [^>]*>estimate</th><td [^>]*>)[^<]*(</td>)", lambda m: m[1] + m[2], text)
    # in a command's report a coordinate has a name before it
    named = len(re.findall(r"(?m)^estimate ", text)) > 1 and not shown
    line = r"(?m)^(estimate +\S+ +).*$" if named else r"(?m)^(estimate +).*$"
    return re.sub(line, r"\1", text)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        seen.append(error)
        yield error
        error = error.__cause__ or error.__context__


def told(error: BaseException) -> dict[str, str]:
    """What an error carries: words, arguments, notes and attributes, those of its causes, and the
    variables of our frames.
    """
    found = {}
    for place, link in enumerate(_chain(error)):
        found[f"error {place}"] = f"{type(link).__name__} {link} {link.args!r} {vars(link)!r}"
        trace: TracebackType | None = link.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename.startswith(PACKAGE):
                name = f"frame {place} {trace.tb_frame.f_code.co_name}"
                found[name] = re.sub(r"0x[0-9a-f]+", "", repr(trace.tb_frame.f_locals))
            trace = trace.tb_next
    return found


@contextlib.contextmanager
def watched(marked: Marked) -> Iterator[Left]:
    """Run what is inside in the folder of the data, and take down whatever leaves."""
    left, out, err, log = Left(), io.StringIO(), io.StringIO(), io.StringIO()
    before = {p: p.read_bytes() for p in marked.where.rglob("*") if p.is_file()}
    handler, root = logging.StreamHandler(log), logging.getLogger()
    level, signals = root.level, {s: signal.getsignal(s) for s in (signal.SIGTERM, signal.SIGINT)}
    root.addHandler(handler)
    root.setLevel(0)
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    try:
        with (
            contextlib.chdir(marked.where),
            mock.patch.dict(os.environ, {"TMPDIR": str(marked.temporary)}),
            mock.patch.object(tempfile, "tempdir", None),
            warnings.catch_warnings(record=True) as warned,
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            warnings.simplefilter("always")
            yield left
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        for number, known in signals.items():
            signal.signal(number, known)
        left.ways["core"] = str(resource.getrlimit(resource.RLIMIT_CORE)[0])
        resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))
    left.ways |= {
        "stdout": _without_estimates(out.getvalue()),
        "stderr": err.getvalue(),
        "warnings": "\n".join(str(w.message) for w in warned),
        "logging": log.getvalue(),
    }
    after = {p: p.read_bytes() for p in marked.where.rglob("*") if p.is_file()}
    for path, content in after.items():
        if before.get(path) != content:
            name = path.relative_to(marked.where)
            shown = content.decode(errors="replace")
            # the report that was asked for, and the time in a ledger
            shown = _without_estimates(shown) if path.suffix == ".json" else shown
            left.ways[f"file {name}"] = re.sub(r'"when": "[^"]*"', "", shown)


def command(marked: Marked, *words: str) -> Left:
    """`dpmean release ...` in the folder of the data."""
    with watched(marked) as left:
        code: Any = 0
        with mock.patch.object(sys, "argv", ["dpmean", "release", *words]):
            try:
                main.main()
            except SystemExit as end:
                code = end.code
        left.status = str(code)
    return left


def python(marked: Marked, mechanism: Any, data: Any) -> Left:
    """`dpmean.release(mechanism, data)`, and what a notebook shows of it."""
    with watched(marked) as left:
        try:
            made = dpmean.release(mechanism, data)
        except BaseException as error:
            left.status = type(error).__name__
            left.ways |= told(error)
        else:
            left.status = "ok"
            left.ways["repr"] = _without_estimates(repr(made), True)
            left.ways["html"] = _without_estimates(made._repr_html_())
            left.ways["variables"] = str({k: v for k, v in vars(made).items() if k != "estimate"})
    left.ways.pop("core")  # the process is the caller's
    return left
