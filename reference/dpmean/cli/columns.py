"""Reading columns of a CSV file (the standard library) or a Parquet file (PyArrow).

A cell is taken exactly: a decimal of a CSV file as it stands, a double of a Parquet file bit for
bit.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..errors import InvalidInput, near_name
from ..exact.numbers import datum, rational
from ..mechanisms.instance.clipping import OfIntegers
from ..mechanisms.instance.of_vectors import VectorMean
from ..programs.mechanism import Mechanism
from ..programs.records import clip_record

EXAMPLE, SHIPPED = "example", Path(__file__).parents[1] / "judging" / "data" / "example.csv"
MOST_CELL = (1 << 31) - 1
# what a row with another number of cells than the header is
DROPPED, MISSING, REFUSED = "dropped", "missing", "refused"


def read_records(
    source: str, user_column: str | None, strict: bool, mechanism: Mechanism
) -> list[object]:
    """Return the records of FILE:COLUMN; they are one per person when a user column is given."""
    path, column = _split(source)
    # where n is public every line is somebody's record, readable or not; else a line of another
    # length is no record
    public = user_column is None and public_size(mechanism)
    cells, users = _read(path, column, user_column, MISSING if public else DROPPED)
    if strict:
        _all_numeric([column], [cells])
    if users is None:
        return cells
    bounds = mechanism.public_bounds
    rows: dict[object, list[Fraction]] = {}
    for user, cell in zip(users, cells, strict=True):
        mine = rows.setdefault(str(user), [])
        exact = datum(cell)
        if exact is not None and bounds:
            mine.append(clip_record(exact, *bounds))
        elif isinstance(exact, Fraction):
            mine.append(exact)
    return [sum(mine, Fraction(0)) / len(mine) if mine else None for mine in rows.values()]


def _all_numeric(names: list[str], columns: list[list[object]]) -> None:
    """Refuse text that is no number; an empty cell is a missing one."""
    for name, cells in zip(names, columns, strict=True):
        if any(isinstance(c, str) and c.strip() and datum(c) is None for c in cells):
            raise InvalidInput(
                "cell_not_numeric", f"column '{name}': a cell is not a number", argument="file"
            )


def vector_names(source: str) -> list[str]:
    """Return the columns of FILE:COLUMN,COLUMN,..., or of FILE:*."""
    path, wanted = _split(source)
    return column_names(path) if wanted == "*" else [name.strip() for name in wanted.split(",")]


def read_vectors(source: str, strict: bool, mechanism: VectorMean, rows: bool = False) -> Any:
    """Return the records of FILE:COLUMN,COLUMN,..., or of FILE:* for all columns; one row is one
    record.

    They are rows of cells, or arrays where a Parquet file has integers only, unless `rows` are
    asked for.
    """
    path, names = _split(source)[0], vector_names(source)
    if len(names) != mechanism.d:
        raise InvalidInput(
            "size_mismatch",
            f"'{path.name}': columns named: {len(names)}, for d = {mechanism.d}",
            argument="d",
        )
    integers = not rows and isinstance(mechanism, OfIntegers) and is_parquet(path)
    arrays = integer_arrays(path, names) if integers else None
    if arrays is not None and isinstance(mechanism, OfIntegers):
        return mechanism.from_arrays(arrays)
    columns = _columns(path, names, MISSING)
    if strict:
        _all_numeric(names, columns)
    return list(zip(*columns, strict=True))


def is_parquet(path: Path) -> bool:
    """Tell by its first bytes whether a file is a Parquet file."""
    with path.open("rb") as handle:
        return handle.read(4) == b"PAR1"


def column_names(path: Path) -> list[str]:
    """Return the names of all columns, in their order."""
    if is_parquet(path):
        names: list[str] = _parquet(path, lambda parquet: list(parquet.read_schema(path).names))
        return names
    with path.open(encoding="utf-8-sig", errors="replace") as handle:
        return next(csv.reader([handle.readline()]), [])


def integer_arrays(path: Path, names: list[str]) -> list[Any] | None:
    """Return the columns as NumPy arrays where all are integers without a gap, else None."""
    import pyarrow as pa

    table = _parquet_table(path, names)
    columns = [table.column(name) for name in names]
    if not all(pa.types.is_integer(c.type) and c.null_count == 0 for c in columns):
        return None
    return [c.to_numpy() for c in columns]


def public_size(mechanism: Mechanism) -> bool:
    """Tell whether the number of records is public, so that a record can be replaced only."""
    return mechanism.relation.public_size


def expand(given: dict[str, str]) -> dict[str, object]:
    """Return the parameters as they were given, but `epsilons=@FILE:COLUMN` as the cells of that
    column.

    Epsilons are public input, so an error may name the row.
    """
    return {
        name: read_list(text[1:], name) if name == "epsilons" and text.startswith("@") else text
        for name, text in given.items()
    }


def read_list(source: str, name: str) -> list[object]:
    """Return the cells of FILE:COLUMN, each a number or inf; doubles of a Parquet file are taken
    bit-exactly.

    No row is left out: each is one user.
    """
    path, column = _split(source)
    found: list[object] = []
    for row, cell in enumerate(_read(path, column, None, REFUSED)[0], start=1):
        try:
            public = (
                cell.strip().lower() == "inf" if isinstance(cell, str) else datum(cell) == "inf"
            )
            found.append(
                None if public else rational(cell if isinstance(cell, str) else datum(cell), name)
            )
        except InvalidInput as error:
            raise InvalidInput(
                "not_a_number",
                f"{name}: row {row} of '{path.name}' is neither a number nor inf",
                argument=name,
            ) from error
    return found


def read_samples(source: str) -> list[tuple[Fraction, ...]]:
    """Return the samples of FILE:COLUMN[,COLUMN].

    FILE may be the word `example`: draws that come with the package. Its column `noise`, taken if
    none is named, has the law laplace epsilon=1, `too_little` has half as much noise.

    Every cell must be a finite number, and an error names the row, not the cell.
    """
    if source.partition(":")[0] == EXAMPLE and not Path(EXAMPLE).exists():
        source = f"{SHIPPED}:{source.partition(':')[2] or 'noise'}"
    path, wanted = _split(source)
    columns = _columns(path, [name.strip() for name in wanted.split(",")], REFUSED)
    rows = []
    for i, cells in enumerate(zip(*columns, strict=True), start=1):
        exact = [datum(c) for c in cells]
        if any(not isinstance(x, Fraction) for x in exact):
            raise InvalidInput(
                "cell_not_numeric",
                f"sample {i} of '{path.name}' is not a finite number",
                argument="from-csv",
            )
        rows.append(tuple(x for x in exact if isinstance(x, Fraction)))
    return rows


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
        raise InvalidInput(
            "file_empty",
            f"'{name[:200]}' is empty: a CSV file needs at least a header",
            argument="file",
        )
    return path, column


def _read(
    path: Path, column: str, user_column: str | None, ragged: str
) -> tuple[list[object], list[object] | None]:
    columns = _columns(path, [column], ragged, () if user_column is None else (user_column,))
    return columns[0], None if user_column is None else columns[1]


def _columns(
    path: Path, numbers: list[str], ragged: str, labels: tuple[str, ...] = ()
) -> list[list[object]]:
    """Return the columns of numbers, then those of labels."""
    return (
        _read_parquet(path, numbers, labels)
        if is_parquet(path)
        else _read_csv(path, [*numbers, *labels], ragged)
    )


def _check(names: list[str], wanted: list[str], where: str) -> None:
    """Check that the wanted columns exist.

    An error makes no suggestion from a CSV's first line: without a header that line is a person's
    record.
    """
    for name in wanted:
        if name not in names:
            near = near_name(name, names, 50) if where == "schema" else None
            hint = f"; did you mean '{near}'?" if near else ""
            raise InvalidInput(
                "column_missing", f"the {where} has no column '{name[:80]}'{hint}", argument="file"
            )
        if names.count(name) > 1:
            raise InvalidInput(
                "column_missing",
                f"the {where} has more than one column '{name[:80]}'",
                argument="file",
            )


def _read_csv(path: Path, wanted: list[str], ragged: str) -> list[list[object]]:
    """Return the wanted columns of a CSV file as text: the decimal in the file is the record, no
    double is made of it.

    A row is a line: each is parsed by itself, so that a quote left open in one person's cell cannot
    swallow the others'. A row with another number of cells than the header is no record, a missing
    one, or an error (samples and epsilons, which are public).
    """
    csv.field_size_limit(MOST_CELL)
    with path.open(encoding="utf-8-sig", errors="replace") as handle:
        rows = (next(csv.reader([line]), []) for line in handle)
        try:
            names = next(rows, [])
            _check(names, wanted, "header (the first line)")
            places = [names.index(name) for name in wanted]
            read = [row for row in rows if row or ragged != REFUSED]  # an empty line is no sample
            kept: list[list[object]] = [
                [row[i] for i in places] if len(row) == len(names) else [None] * len(places)
                for row in read
                if len(row) == len(names) or ragged == MISSING
            ]
        except csv.Error as error:
            raise InvalidInput(
                "file_format", f"'{path.name}': not readable as CSV", argument="file"
            ) from error
    if ragged == REFUSED and len(kept) < len(read):
        first = next(i for i, row in enumerate(read, start=1) if len(row) != len(names))
        raise InvalidInput(
            "file_format",
            f"row {first} of '{path.name}' has another number of cells than the header",
            argument="file",
        )
    return [[row[i] for row in kept] for i in range(len(wanted))]


def _parquet_table(path: Path, wanted: list[str]) -> Any:
    """Return a table with the wanted columns of a Parquet file, each once."""
    _check(column_names(path), wanted, "schema")
    # one thread and no read-ahead: a command that ends with an error must not meet a thread that
    # still runs
    return _parquet(
        path,
        lambda parquet: parquet.read_table(
            path, columns=list(dict.fromkeys(wanted)), use_threads=False, pre_buffer=False
        ),
    )


def _parquet(path: Path, read: Callable[[Any], Any]) -> Any:
    """Return what `read` reads with PyArrow; a file that cannot be read is one error."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return read(parquet)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise InvalidInput(
            "file_format", f"'{path.name}': not a readable Parquet file", argument="file"
        ) from error


def _read_parquet(path: Path, numbers: list[str], labels: tuple[str, ...]) -> list[list[object]]:
    import pyarrow as pa

    table = _parquet_table(path, [*numbers, *labels])
    numeric = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_null)
    for name in numbers:
        if not any(test(table.column(name).type) for test in numeric):
            raise InvalidInput(
                "column_not_numeric",
                f"column '{name}' has type {table.column(name).type}, which is not numeric",
                argument="file",
            )
    return [table.column(name).to_pylist() for name in (*numbers, *labels)]
