"""The grid of classes for records: which mechanism's runs have a record at which class, and what
fills an empty cell: a run that is asked already, with one of its records at the class.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpmean.errors import DpmeanError
from dpmean.suite.classes import RECORD_CLASSES, NumberClass
from dpmean.suite.kinds.transcript import make
from dpmean.suite.vectors import Vector

from .cells import NUMBER
from .search import TooSlow, limited

SECONDS, BASES = 5.0, 8
REFUSED = Path(__file__).with_name("refused_records.txt")
Cell = tuple[str, str]  # an object and a class
HEAD = """# Runs with a record at a class of numbers that no other plan has: written by `python -m tests.lab.grid`.

at = [
"""


def cells_of(data: Any) -> Iterator[Fraction]:
    """Yield all finite numbers of records."""
    for cell in data:
        if isinstance(cell, list | tuple):
            yield from cells_of(cell)
        elif NUMBER.fullmatch(str(cell)):
            yield Fraction(cell)


def filled(vectors: Iterable[Vector]) -> set[Cell]:
    """Return the cells that the records of runs fill."""
    return {
        (v.object, number.name)
        for v in vectors
        for q in cells_of(v.input["data"])
        for number in RECORD_CLASSES
        if number.has(q)
    }


def empty(vectors: list[Vector]) -> list[Cell]:
    """Return the cells that no run fills, of mechanisms that have records."""
    full = filled(vectors)
    objects = dict.fromkeys(v.object for v in vectors if v.input["data"])
    return [(o, n.name) for o in objects for n in RECORD_CLASSES if (o, n.name) not in full]


def with_record(data: list[Any], text: str) -> list[Any]:
    """Return records of which the middle one, or its first coordinate, is another."""
    place = len(data) // 2
    old = data[place]
    return [*data[:place], [text, *old[1:]] if isinstance(old, list) else text, *data[place + 1 :]]


def fill(object_: str, number: NumberClass, vectors: Iterable[Vector]) -> str:
    """Return a line of the table that fills a cell; nothing if every example is refused."""
    bases = [v for v in vectors if v.object == object_ and len(v.input["data"]) > 1]
    bases = bases or [v for v in vectors if v.object == object_ and v.input["data"]]
    for base in bases[:: max(1, len(bases) // BASES)][:BASES]:
        for text in number.examples:
            data = with_record(base.input["data"], text)
            if runs(base, data):
                return line(base, number, data)
    return ""


def runs(base: Vector, data: list[Any]) -> bool:
    """Tell whether the mechanism runs on the records, with the draws of the base."""
    try:
        with limited(SECONDS):
            make(base.object, base.params, data, base.input["outcomes"], "x", "x", ())
    except (DpmeanError, TooSlow):
        return False
    return True


def line(base: Vector, number: NumberClass, data: list[Any]) -> str:
    """Return a line of the table."""
    return (
        f"    {{ object = {json.dumps(base.object)}, number = {json.dumps(number.name)}, "
        f"params = {table(base.params)}, data = {json.dumps(data)}, "
        f"draws = {table(base.input['outcomes'])} }},\n"
    )


def table(found: Any) -> str:
    """Return a mapping as TOML has it in a line."""
    return f"{{ {', '.join(f'{json.dumps(k)} = {json.dumps(v)}' for k, v in found.items())} }}"


def search(vectors: list[Vector]) -> tuple[list[str], list[str]]:
    """Return the lines that fill the empty cells, and the cells that nothing fills."""
    lines, left = [], []
    by_name = {n.name: n for n in RECORD_CLASSES}
    for object_, name in empty(vectors):
        found = fill(object_, by_name[name], vectors)
        if found:
            lines.append(found)
        else:
            left.append(f"{object_} {name}")
    return lines, sorted(left)
