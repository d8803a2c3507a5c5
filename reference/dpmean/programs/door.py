"""What `release` takes as data: one column of records, or rows of them for vectors, and nothing else
that iterates.

Refused is by what a thing *is*, never by what is in it. The container decides first: a text, a
mapping, a set, a data frame or an array with other axes is not a column. Then the types of the
records do: a record is a number, a missing one (None, NaN, NA, NaT, a masked one), a text or a
truth value. The last two are what a cell of a text file, a spreadsheet or JSON may be; a text that
spells a number is that number, any other and a truth value count as missing, so that no one
person's cell decides whether there is a release. A record of any other type (complex, a date,
bytes, a list, an object) says that the caller passed something that is no column of numbers: it is
refused, naming the type and never the value. A caller whose source gives each cell a type of its
own (dates of a spreadsheet, lists of JSON) converts the column first, for a refusal would tell that
somebody's cell had such a type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import chain
from typing import Any

from ..errors import InvalidInput
from ..exact.numbers import may_be_record
from .records import Repeated
from .table import Table

COLUMN = "pass one column of numbers, such as frame['age'] or a list"
ROWS = "pass rows of numbers, such as frame[['x', 'y']].to_numpy() or a list of lists"
# what the elements of an array are, by the kind of its type in NumPy and pandas, or by the name
_KINDS = {
    "b": "truth values",
    "c": "complex numbers",
    "m": "durations",
    "M": "dates",
    "S": "bytes",
    "V": "structures",
}
_NAMES = {
    "bool": "truth values",
    "date": "dates",
    "time": "times",
    "duration": "durations",
    "binary": "bytes",
    "struct": "structures",
}


def column(data: object) -> Iterable[object]:
    """Returns data as one column of records; raises InvalidInput [not_records] for anything else."""
    if isinstance(data, Repeated):
        _records((x for x, _ in data.runs), COLUMN)
        return data
    found = _contained(data, 1, COLUMN)
    _records(found, COLUMN)
    return found


def rows(data: object, d: int) -> Any:
    """Returns data as rows of d coordinates, or the table that it is; raises InvalidInput
    [not_records] for anything else.

    A row that is one missing record is missing in every coordinate; where d is 1 a row may be its
    number.
    """
    if isinstance(data, Table):
        return data
    numeric = getattr(getattr(data, "dtype", None), "kind", "O") in "iuf"
    axes = _axes(data)
    if numeric and axes == 1 and d > 1:
        raise _refused(f"one column ({type(data).__name__[:40]})", ROWS)
    found = _contained(data, (1, 2), ROWS)
    if numeric and axes == 2 and found and _axes(found[0]) == 1:
        return data  # an array of many records is not taken apart here
    cells = [[row] if may_be_record(type(row)) else _contained(row, 1, ROWS) for row in found]
    _records(chain.from_iterable(cells), ROWS)
    return [row if may_be_record(type(row)) else own for row, own in zip(found, cells, strict=True)]


def _axes(data: object) -> int | None:
    """Returns the number of axes of an array or a series; None for what has no shape."""
    shape = getattr(data, "shape", None)
    return len(shape) if isinstance(shape, tuple) else None


def _contained(data: object, axes: int | tuple[int, ...], wanted: str) -> list[object]:
    """Returns what a container holds, in order; a container that is no column or row is refused."""
    name = type(data).__name__[:40]
    if isinstance(data, str | bytes | bytearray | memoryview):
        raise _refused("a text" if isinstance(data, str) else "bytes", wanted)
    if isinstance(data, Mapping):
        raise _refused(f"a mapping ({name})", wanted)
    if isinstance(data, Set):
        raise _refused(f"a set ({name}), in which equal records are one", wanted)
    if hasattr(type(data), "columns"):
        raise _refused(f"a data frame ({name})", wanted)
    have = _axes(data)
    if have is not None and have not in (axes if isinstance(axes, tuple) else (axes,)):
        raise _refused(f"an array of {have} axes ({name})", wanted)
    if (kind := getattr(data, "dtype", None)) is not None and (what := _no_numbers(kind)):
        raise _refused(f"{what} ({name})", wanted)
    if isinstance(data, list):
        return data
    try:
        each = iter(data)  # type: ignore[call-overload]
    except TypeError as error:
        raise _refused(f"one object ({name})", wanted) from error
    try:
        return list(each)
    except Exception as error:  # of whoever passed them: its words may be a record
        raise _refused(
            f"an iterator that ended with {type(error).__name__[:40]} ({name})", wanted
        ) from error


def _no_numbers(kind: object) -> str:
    """Returns what the elements of a typed array are, where they are no numbers; else an empty
    text.
    """
    letter = getattr(kind, "kind", None)
    if isinstance(letter, str) and letter in _KINDS:
        return _KINDS[letter]
    name = str(kind).lower()
    return next((what for start, what in _NAMES.items() if name.startswith(start)), "")


def _records(cells: Iterable[object], wanted: str) -> None:
    """Raises InvalidInput where a record has a type that no record has."""
    foreign = sorted(t.__name__[:40] for t in {*map(type, cells)} if not may_be_record(t))
    if foreign:
        raise InvalidInput(
            "not_records",
            f"data: a record has the type {foreign[0]}, which is no number; {wanted}",
            argument="data",
        )


def _refused(what: str, wanted: str) -> InvalidInput:
    return InvalidInput("not_records", f"data: got {what}; {wanted}", argument="data")
