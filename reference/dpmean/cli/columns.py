"""Reading columns of a CSV file (the standard library) or a Parquet file (PyArrow).

A cell is taken exactly: a decimal of a CSV file as it stands, a double of a Parquet file bit for
bit. The first row of a CSV file is its header; no cell of a file is ever printed, as that row may be
a person's where the header was forgotten, and no name of a column that was not typed, whatever the
file: a column may be called after a person. What is read for a release is `Read`, which says how it
was read and shows no record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..errors import InvalidInput
from ..exact.numbers import datum, rational
from ..mechanisms.instance.clipping import OfIntegers
from ..mechanisms.instance.of_vectors import VectorMean
from ..programs.mechanism import Mechanism
from ..programs.records import clip_record

EXAMPLE, SHIPPED = "example", Path(__file__).parents[1] / "judging" / "data" / "example.csv"
# what a row with another number of cells than the header is
DROPPED, MISSING, REFUSED = "dropped", "missing", "refused"
RAGGED = {DROPPED: "not a record", MISSING: "a missing record"}


@dataclass(frozen=True, repr=False)
class Read:
    """The records of a file, one per person, and what may be said of them: who a person is, and by
    which rules cells became records.
    """

    records: Any
    person: str
    policies: tuple[str, ...]


def read(
    source: str, user_column: str | None, strict: bool, mechanism: Mechanism, rows: bool
) -> Read:
    """Return the records of FILE:COLUMN, or of FILE:COLUMN,COLUMN,... for a mean of vectors, as
    `read_records` and `read_vectors` read them.
    """
    if isinstance(mechanism, VectorMean):
        records: Any = read_vectors(source, strict, mechanism, rows)
    else:
        records = read_records(source, user_column, strict, mechanism)
    policies = []
    if user_column is not None:
        policies.append(
            "a person's record is the mean of her clipped rows; rows without a number do not "
            "count; rows without a user are one person"
        )
    if not strict:
        policies.append(
            "the first row of a CSV file is its header; a row is a line, or several where a cell "
            "in quotes has line breaks; one with another number of fields than the header is "
            f"{RAGGED[_ragged(mechanism, user_column)]}"
        )
    return Read(records, person_of(user_column), tuple(policies))


def person_of(user_column: str | None) -> str:
    """Return what one person is in a file."""
    return "row" if user_column is None else f"value of column {user_column}"


def _ragged(mechanism: Mechanism, user_column: str | None) -> str:
    """Return what a row with another number of cells than the header is.

    Where n is public every row is somebody's record, readable or not; else such a row is none, and
    whose it is nobody knows where a column says it.
    """
    return MISSING if user_column is None and public_size(mechanism) else DROPPED


def read_records(
    source: str, user_column: str | None, strict: bool, mechanism: Mechanism
) -> list[object]:
    """Return the records of FILE:COLUMN; they are one per person when a user column is given."""
    path, column = _split(source)
    cells, users = _read(path, column, user_column, _ragged(mechanism, user_column))
    if strict:
        _all_numeric([column], [cells])
    if users is None:
        return cells
    bounds = mechanism.public_bounds
    rows: dict[object, list[Fraction]] = {}
    for user, cell in zip(users, cells, strict=True):
        mine = rows.setdefault(None if user == "" else user, [])
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
    """Return what the columns of FILE:COLUMN,COLUMN,..., or of FILE:*, are called when something is
    said of them.

    Those that were not named are numbers: the first row of a CSV file may be a person's.
    """
    path, wanted = _split(source)
    if wanted != "*":
        return [name.strip() for name in wanted.split(",")]
    return [str(i) for i in range(1, len(column_names(path)) + 1)]


def read_vectors(source: str, strict: bool, mechanism: VectorMean, rows: bool = False) -> Any:
    """Return the records of FILE:COLUMN,COLUMN,..., or of FILE:* for all columns; one row is one
    record.

    They are rows of cells, or arrays where a Parquet file has integers only, unless `rows` are
    asked for.
    """
    (path, wanted), names = _split(source), vector_names(source)
    if len(names) != mechanism.d:
        raise InvalidInput(
            "size_mismatch",
            f"'{path.name}': columns named: {len(names)}, for d = {mechanism.d}",
            argument="d",
        )
    integers = not rows and isinstance(mechanism, OfIntegers) and is_parquet(path)
    typed = None if wanted == "*" else names
    arrays = integer_arrays(path, typed) if integers else None
    if arrays is not None and isinstance(mechanism, OfIntegers):
        return mechanism.from_arrays(arrays)
    columns = _columns(path, typed, MISSING)
    if strict:
        _all_numeric(names, columns)
    return list(zip(*columns, strict=True))


def _unreadable(path: Path, error: OSError) -> InvalidInput:
    return InvalidInput(
        "file_not_found",
        f"'{path.name[:200]}' cannot be read: {error.strerror or 'an error of the system'}",
        argument="file",
    )


def is_parquet(path: Path) -> bool:
    """Tell by its first bytes whether a file is a Parquet file."""
    try:
        with path.open("rb") as handle:
            return handle.read(4) == b"PAR1"
    except OSError as error:
        raise _unreadable(path, error) from error


def column_names(path: Path) -> list[str]:
    """Return the names of all columns, in their order."""
    if is_parquet(path):
        names: list[str] = _parquet(path, lambda parquet: list(parquet.read_schema(path).names))
        return names
    return next(csv_rows(_text(path)), [])


def integer_arrays(path: Path, wanted: list[str] | None) -> list[Any] | None:
    """Return the columns (None: all) as NumPy arrays where all are integers without a gap, else
    None.
    """
    import pyarrow as pa

    columns = _parquet_columns(path, wanted)
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
    try:
        cells = _read(path, column, None, REFUSED)[0]
    except InvalidInput as error:
        if error.code == "file_format" and not is_parquet(path):  # the row may be a person's too
            told = f"{name}: a row of '{path.name}' has another number of cells than the header"
            raise InvalidInput("file_format", told, argument=name) from None
        raise
    for row, cell in enumerate(cells, start=1):
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
    path: Path, numbers: Sequence[str] | None, ragged: str, labels: tuple[str, ...] = ()
) -> list[list[object]]:
    """Return the columns of numbers (None: all there are), then those of labels."""
    if is_parquet(path):
        return _read_parquet(path, numbers, labels)
    return _read_csv(path, None if numbers is None else [*numbers, *labels], ragged)


def _check(names: Sequence[str], wanted: Sequence[str], where: str) -> None:
    """Check that the wanted columns exist.

    An error makes no suggestion: without a header the first line of a CSV file is a person's
    record.
    """
    for name in wanted:
        if name not in names:
            raise InvalidInput(
                "column_missing", f"the {where} has no column '{name[:80]}'", argument="file"
            )
        if names.count(name) > 1:
            raise InvalidInput(
                "column_missing",
                f"the {where} has more than one column '{name[:80]}'",
                argument="file",
            )


# a cell whose quotes are closed where it ends, or anything up to a comma: of a line; and of a text, in
# which a quoted cell may go on in further lines
_QUOTED = r'"((?:[^"]++|"")*+)"[ \t]*+'
_LINE_END = re.compile("\r\n|\n|\r")
_OF_LINE = re.compile(rf"(?:^|,)(?:{_QUOTED}(?=,|$)|([^,]*+))")
_OF_TEXT = re.compile(rf"(?:{_QUOTED}(?=[,\n]|\Z)|([^,\n]*+))(,|\n|\Z)")


def _text(path: Path) -> str:
    """Return the text of a file with line feeds where its rows end.

    The end of its first line says what ends a row: a carriage return does only where it ends that,
    for writers leave one in a person's cell as it is.
    """
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as handle:
            text = handle.read()
    except OSError as error:
        raise _unreadable(path, error) from error
    first = _LINE_END.search(text)
    if first is not None and first[0] == "\r":
        return text.translate({10: "\r", 13: "\n"})
    return text.replace("\r\n", "\n")


def csv_rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of every row of a CSV text (RFC 4180) whose lines end in a line feed.

    A row is a line, and goes on in the next ones where a cell in quotes has line breaks, so that
    no person's text is more rows than one. A quote that is not closed, or not where its cell ends,
    counts as any other character: it swallows no row of others.
    """
    place = 0
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        quotes = text.count('"', place, end)
        if quotes % 2:
            row, place = _spanning(text, place)
            yield row
            continue
        line, place = text[place:end], end + 1
        if quotes:
            yield [_unquoted(*cell) for cell in _OF_LINE.findall(line)]
        else:
            yield line.split(",") if line else []


def _spanning(text: str, place: int) -> tuple[list[str], int]:
    """Return the row that begins at a place, and the place where the next one begins."""
    row: list[str] = []
    while (cell := _OF_TEXT.match(text, place)) is not None:  # some cell always does
        row.append(_unquoted(cell[1], cell[2]))
        place = cell.end()
        if cell[3] != ",":
            break
    return row, place


def _unquoted(quoted: str | None, plain: str | None) -> str:
    return quoted.replace('""', '"') if quoted else plain or ""


def _read_csv(path: Path, wanted: Sequence[str] | None, ragged: str) -> list[list[object]]:
    """Return the wanted columns of a CSV file (None: all) as text: the decimal in the file is the
    record, no double is made of it.

    A row with another number of cells than the header is no record, a missing one, or an error
    (samples and epsilons, which are public).
    """
    rows = csv_rows(_text(path))
    names = next(rows, [])
    if wanted is not None:
        _check(names, wanted, "header (the first line)")
    places = [*range(len(names))] if wanted is None else [names.index(name) for name in wanted]
    kept: list[list[object]] = []
    count = 0
    for row in rows:
        if not row and ragged == REFUSED:  # an empty line is no sample
            continue
        count += 1
        if len(row) == len(names):
            kept.append([row[i] for i in places])
        elif ragged == MISSING:
            kept.append([None] * len(places))
        elif ragged == REFUSED:
            raise InvalidInput(
                "file_format",
                f"row {count} of '{path.name}' has another number of cells than the header",
                argument="file",
            )
    return [[row[i] for row in kept] for i in range(len(places))]


def _parquet_columns(path: Path, wanted: Sequence[str] | None) -> list[Any]:
    """Return the wanted columns (None: all) of a Parquet file, in their order."""
    names = column_names(path)
    if wanted is None:
        if len(set(names)) < len(names):
            raise InvalidInput(
                "column_missing", "the schema has two columns of one name", argument="file"
            )
        wanted = names
    else:
        _check(names, wanted, "schema")
    # one thread and no read-ahead: a command that ends with an error must not meet a thread that
    # still runs
    table = _parquet(
        path,
        lambda parquet: parquet.read_table(
            path, columns=list(dict.fromkeys(wanted)), use_threads=False, pre_buffer=False
        ),
    )
    return [table.column(name) for name in wanted]


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


def _read_parquet(
    path: Path, numbers: Sequence[str] | None, labels: Sequence[str]
) -> list[list[object]]:
    import pyarrow as pa

    columns = _parquet_columns(path, None if numbers is None else [*numbers, *labels])
    of_numbers = columns[: len(columns) - len(labels)]
    numeric = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_null)
    for place, column in enumerate(of_numbers):
        if not any(test(column.type) for test in numeric):
            name = str(place + 1) if numbers is None else numbers[place]
            raise InvalidInput(
                "column_not_numeric",
                f"column '{name}' has type {_kind(column.type)}, which is not numeric",
                argument="file",
            )
    return [
        *(column.to_pylist() for column in of_numbers),
        *(
            _label_numbers(column, name)
            for column, name in zip(columns[len(of_numbers) :], labels, strict=True)
        ),
    ]


def _kind(kind: Any) -> str:
    """Return what a type is called, without its fields, which have names too."""
    return re.split(r"\W", str(kind), maxsplit=1)[0]


def _label_numbers(column: Any, name: str) -> list[object]:
    """Return for every row the number of its label, the same for equal ones; None where there is
    none.

    No label becomes a value of Python, which not all can (times of nanoseconds, text that is not
    UTF-8): only the type of the column decides whether it can say who is who.
    """
    import pyarrow as pa

    kind = column.type
    try:
        if isinstance(kind, pa.BaseExtensionType):
            column = column.cast(kind.storage_type)
        if pa.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        whole = column.combine_chunks()
        if isinstance(whole, pa.ChunkedArray):
            whole = pa.concat_arrays(whole.chunks)
        found: list[object] = whole.dictionary_encode().indices.to_pylist()
    except pa.ArrowException as error:
        raise InvalidInput(
            "file_format",
            f"column '{name}' has type {_kind(kind)}, which cannot say whose a row is",
            argument="user-column",
        ) from error
    return found
