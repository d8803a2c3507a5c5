"""Reading one column of a CSV or Parquet file with PyArrow: a CSV cell is an exact decimal, a double is bit-exact."""

from __future__ import annotations

from csv import Error as CsvError
from csv import reader
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..errors import InvalidInput
from ..mechanisms.records import clip_record
from ..numbers import datum

MAX_HEADER = 1 << 20


def read_records(source: str, user_column: str | None, strict: bool, mechanism: Any) -> list[object]:
    """The records of FILE:COLUMN; one per person when a user column is given."""
    path, column = _split(source)
    cells, users = _read(path, column, user_column, strict)
    if strict and any(isinstance(c, str) and c.strip() and datum(c) is None for c in cells):
        raise InvalidInput("cell_not_numeric", f"column '{column}': a cell is not a number", argument="file")
    if users is None:
        return cells
    rows: dict[object, list[Fraction]] = {}
    for user, cell in zip(users, cells, strict=True):
        mine = rows.setdefault(str(user), [])
        exact = datum(cell)
        if exact is not None:
            mine.append(clip_record(exact, mechanism.lower, mechanism.upper))
    return [sum(mine, Fraction(0)) / len(mine) if mine else None for mine in rows.values()]


def _split(source: str) -> tuple[Path, str]:
    name, colon, column = source.rpartition(":")
    if not colon or not column:
        raise InvalidInput("column_missing", "name the column: FILE:COLUMN", argument="file")
    path = Path(name)
    if path.is_dir():
        raise InvalidInput("file_not_found", f"'{name[:200]}' is a folder", argument="file")
    if not path.is_file():
        raise InvalidInput("file_not_found", f"no file '{name[:200]}'", argument="file")
    if path.stat().st_size == 0:
        raise InvalidInput("file_empty", f"'{name[:200]}' is empty: a CSV file needs at least a header", argument="file")
    return path, column


def _read(path: Path, column: str, user_column: str | None, strict: bool) -> tuple[list[object], list[object] | None]:
    import pyarrow as pa

    wanted = [column] if user_column is None else [column, user_column]
    with path.open("rb") as handle:
        parquet = handle.read(4) == b"PAR1"
    try:
        table = _read_parquet(path, wanted) if parquet else _read_csv(path, wanted, strict)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise InvalidInput("file_format", f"'{path.name}': not a readable CSV or Parquet file", argument="file") from error
    values = table.column(column)
    kind = values.type
    if parquet and not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind)):
        raise InvalidInput("column_not_numeric", f"column '{column}' has type {kind}, which is not numeric", argument="file")
    users = None if user_column is None else table.column(user_column).to_pylist()
    return [c.decode("utf-8", "replace") if isinstance(c, bytes) else c for c in values.to_pylist()], users


def _check(names: list[str], wanted: list[str], where: str) -> None:
    """No suggestion from a CSV's first line: without a header that line is a person's record."""
    for name in wanted:
        if name not in names:
            near = get_close_matches(name, names, 1, 0.5) if where == "schema" else []
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise InvalidInput("column_missing", f"the {where} has no column '{name[:80]}'{hint}", argument="file")
        if names.count(name) > 1:
            raise InvalidInput("column_missing", f"the {where} has more than one column '{name[:80]}'", argument="file")


def _read_csv(path: Path, wanted: list[str], strict: bool) -> Any:
    from pyarrow import binary, csv

    # bytes only: the decimal in the file is the record, no double is ever made of it, and no cell can raise an error
    parse = csv.ParseOptions(newlines_in_values=False, invalid_row_handler=None if strict else lambda _: "skip")
    with path.open("rb") as handle:
        try:
            names = next(reader([handle.readline(MAX_HEADER).decode("utf-8-sig", "replace")]), [])
        except CsvError as error:
            raise InvalidInput("file_format", f"'{path.name}': the header is not readable as CSV", argument="file") from error
    _check(names, wanted, "header (the first line)")
    convert = csv.ConvertOptions(
        column_types=dict.fromkeys(names, binary()), include_columns=list(dict.fromkeys(wanted)), strings_can_be_null=False, check_utf8=False
    )
    # one block as large as the file: no cell, however long, can straddle two blocks and fail
    read = csv.ReadOptions(block_size=min(max(path.stat().st_size + 1, 1 << 20), (1 << 31) - 1))
    return csv.read_csv(path, read_options=read, parse_options=parse, convert_options=convert)


def _read_parquet(path: Path, wanted: list[str]) -> Any:
    from pyarrow import parquet

    _check(parquet.read_schema(path).names, wanted, "schema")
    return parquet.read_table(path, columns=list(dict.fromkeys(wanted)))
