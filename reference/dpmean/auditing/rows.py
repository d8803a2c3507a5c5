"""Rows of a table as records, and tables as what a program is given: dicts, tuples, a data frame, or
the text of a CSV file.

A data frame is whatever has columns and a `to_dict` (pandas, polars); no library is imported, and an
audited function gets a new table at every call, so that it may change what it was given.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InvalidInput

Records = tuple[Any, ...]
Form = Callable[[Records], Any]  # from the records of a data set to what a function is given


@dataclass(frozen=True)
class Row:
    """One row of a table: its values, in the order of the columns."""

    columns: tuple[str, ...]
    values: tuple[Any, ...]

    def __getitem__(self, column: str) -> Any:
        return self.values[self.columns.index(column)]

    def __str__(self) -> str:
        named = zip(self.columns, self.values, strict=True)
        return "{" + ", ".join(f"{name}: {shown(value)}" for name, value in named) + "}"

    @property
    def data(self) -> dict[str, Any]:
        """Returns the row as a new dict."""
        return dict(zip(self.columns, self.values, strict=True))


def shown(value: Any) -> str:
    """Returns a value or a record of ours in words."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def lost(value: Any) -> bool:
    """Tells whether a value is missing, or a value of a record is: none, or not a number."""
    if isinstance(value, float):
        return value != value
    if isinstance(value, Row):
        return any(map(lost, value.values))
    return value is None or (isinstance(value, tuple) and any(map(lost, value)))


def same(x: Any, y: Any) -> bool:
    """Tells whether two records are equal; NaN is equal to itself."""
    if isinstance(x, Row) and isinstance(y, Row):
        return x.columns == y.columns and same(x.values, y.values)
    if isinstance(x, tuple) and isinstance(y, tuple):
        return len(x) == len(y) and all(map(same, x, y))
    return x is y or bool(x == y) or (lost(x) and lost(y) and x is not None and y is not None)


def is_frame(table: Any) -> bool:
    """Tells whether something is a data frame."""
    return hasattr(table, "columns") and hasattr(table, "to_dict") and hasattr(table, "__len__")


def records_of(table: Any) -> Records:
    """Returns the records of a data set: of a frame and of dicts they are rows, of an array of more
    dimensions tuples.
    """
    if is_frame(table):
        names = tuple(map(str, table.columns))
        dicts = table.to_dicts() if hasattr(table, "to_dicts") else table.to_dict("records")
        return tuple(Row(names, tuple(map(_plain, each.values()))) for each in dicts)
    records = tuple(table)
    if not any(isinstance(record, Mapping) for record in records):
        return tuple(as_record(record) for record in records)
    names = tuple(records[0]) if isinstance(records[0], Mapping) else ()
    for record in records:
        if not isinstance(record, Mapping) or {*record} != {*names}:
            raise InvalidInput(
                "out_of_range", "data: every row is a dict with the same columns", argument="data"
            )
    if not all(isinstance(name, str) for name in names):
        raise InvalidInput("out_of_range", "data: columns have texts as names", argument="data")
    return tuple(Row(names, tuple(_plain(record[name]) for name in names)) for record in records)


def _plain(value: Any) -> Any:
    """Returns a value of a frame as one of Python's own."""
    return value.item() if hasattr(value, "item") and hasattr(value, "dtype") else value


def as_record(record: Any) -> Any:
    """Returns a record that can be compared: a list, or an array, as a tuple."""
    if getattr(record, "ndim", 0):
        record = record.tolist()
    return tuple(map(as_record, record)) if isinstance(record, list) else record


def as_given(records: Records) -> list[Any]:
    """Returns a list of records; rows are dicts."""
    return [record.data if isinstance(record, Row) else record for record in records]


def as_tuples(records: Records) -> list[Any]:
    """Returns a list of records; rows are tuples."""
    return [record.values if isinstance(record, Row) else record for record in records]


def like(example: Any) -> Form:
    """Returns the form of an example: a frame of its kind, tuples where its rows are tuples, else
    dicts.
    """
    if not is_frame(example):
        rows = list(example)
        tuples = bool(rows) and all(isinstance(row, tuple) for row in rows)
        return as_tuples if tuples else as_given

    made: dict[int, tuple[Records, Any]] = {}  # to copy a frame is quicker than to make it

    def as_frame(records: Records) -> Any:
        if id(records) not in made:
            made[id(records)] = records, _frame(example, records)
        frame = made[id(records)][1]
        copy = getattr(frame, "copy", None) or getattr(frame, "clone", None)
        return _frame(example, records) if copy is None else copy()

    return as_frame


def _frame(example: Any, records: Records) -> Any:
    """Returns a data frame of the example's kind, with its columns."""
    if not records:
        return example[:0]
    columns = zip(*(row.values for row in records), strict=True)
    return type(example)(dict(zip(records[0].columns, map(_of_one_kind, columns), strict=True)))


def _of_one_kind(column: Sequence[Any]) -> list[Any]:
    """Returns the values of a column: all floats where one of them is."""
    if any(isinstance(value, float) for value in column):
        return [float(v) if isinstance(v, int) else v for v in column]
    return list(column)


def as_csv(records: Iterable[Row], columns: Sequence[str]) -> str:
    """Returns the text of a CSV file: a line of names, and a line for each row, in which what is
    missing is empty.
    """
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(columns)
    lines.writerows(
        ["" if lost(value) else shown_exactly(value) for value in row.values] for row in records
    )
    return text.getvalue()


def shown_exactly(value: Any) -> str:
    """Returns a value as a program reads it back: whole numbers without a point."""
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53
    return str(int(value)) if whole else str(value)
