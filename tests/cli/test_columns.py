"""Files as columns: whose a row is, how many rows a person has, and what is called how, whatever
one person's cell holds.
"""

from __future__ import annotations

import csv
import datetime
import decimal
import re
import time
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dpmean
from dpmean.cli.columns import (
    _text,
    csv_rows,
    read_records,
    read_samples,
    read_vectors,
    vector_names,
)
from dpmean.cli.main import cli
from dpmean.errors import InvalidInput

MEAN = dpmean.mechanism("shifted_mean", epsilon=1, lower=0, upper=10)
PLANE: Any = dpmean.mechanism("norm_clipped_mean", rho=1, u=100, d=2, n=2, threshold=5)
VECTORS = ("norm_clipped_mean", "rho=1", "u=100", "d=2", "n=2", "threshold=5")
CELLS = st.text(
    st.one_of(st.sampled_from('",\n\r \t"\\\'0123456789.-'), st.characters(codec="utf-8")),
    max_size=12,
)


def asked(*words: object) -> tuple[str, str, str]:
    """How `dpmean release` ends, what it prints, and its error."""
    done = CliRunner().invoke(cli, ["release", *map(str, words)])
    error = done.exception
    return getattr(error, "code", "ok") if done.exit_code else "ok", done.output, str(error or "")


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("first", ["12.5,secret77", "5,5", "secret77,secret77", '"se\ncret77",1'])
def test_columns_that_were_not_named_have_numbers(tmp_path: Path, first: str) -> None:
    """Kills names that are the cells of the first person where a CSV file has no header, in what
    is printed and in errors.
    """
    path = tmp_path / "n.csv"
    path.write_text(f"{first}\n3,4\n5,6\n")
    status, out, _ = asked(*VECTORS, f"{path}:*", "--row-is-person")
    assert status == "ok" and "secret" not in out and "12.5" not in out and "cret77" not in out
    lines = [line.split()[:2] for line in out.splitlines() if line.startswith("estimate")]
    assert lines == [["estimate", "1"], ["estimate", "2"]]
    assert read_vectors(f"{path}:*", False, PLANE) == [("3", "4"), ("5", "6")]
    path.write_text(f"{first}\n3,x\n5,6\n")
    for more in ((), ("--strict-cells",)):
        status, out, error = asked(*VECTORS, f"{path}:*", "--row-is-person", *more)
        assert "secret" not in out + error and "cret77" not in out + error
    assert (status, error) == ("cell_not_numeric", "column '2': a cell is not a number")
    wide = ("norm_clipped_mean", "rho=1", "u=100", "d=3", "n=2", "threshold=5")
    status, _, error = asked(*wide, f"{path}:*", "--row-is-person")
    assert status == "size_mismatch" and "secret" not in error and "cret77" not in error


def test_columns_that_were_named_have_their_names(tmp_path: Path) -> None:
    path = tmp_path / "n.csv"
    path.write_text("a,b,c\n3,4,9\n5,6,9\n")
    status, out, _ = asked(*VECTORS, f"{path}:b, a", "--row-is-person")
    lines = [line.split()[:2] for line in out.splitlines() if line.startswith("estimate")]
    assert status == "ok" and lines == [["estimate", "b"], ["estimate", "a"]]
    pq.write_table(pa.table({"a": [3, 5], "b": [4, 6]}), tmp_path / "n.parquet")
    # a schema may be called after persons: what was not typed is not printed
    assert vector_names(f"{tmp_path / 'n.parquet'}:*") == ["1", "2"]
    assert vector_names(f"{tmp_path / 'n.parquet'}:b,a") == ["b", "a"]


# ---------------------------------------------------------------- rows of CSV


def broken(cell: str) -> str:
    """A cell with its line breaks as one sign each; those at its ends say nothing."""
    return re.sub(r"[\r\n]+", "|", cell.strip("\r\n"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@given(rows=st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=6))
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_a_csv_writer_writes_is_read_as_it_was(
    tmp_path: Path, end: str, rows: list[list[str]]
) -> None:
    """Kills one person's cell with line breaks that is many rows, and quotes that are not undone:
    whatever a person's cell is, her row is one row. Python's writer leaves a carriage return
    without quotes where rows end in line feeds.
    """
    path = tmp_path / "w.csv"
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL)[end == "\r" :]:
        with path.open("w", newline="", encoding="utf-8") as handle:
            writer = csv.writer(handle, quoting=quoting, lineterminator=end)
            writer.writerow(["x", "y"])
            writer.writerows(rows)
        header, *found = csv_rows(_text(path))
        assert header == ["x", "y"] and len(found) == len(rows)
        assert [[*map(broken, row)] for row in found] == [[*map(broken, row)] for row in rows]


@given(st.text(st.sampled_from('",\n a5'), max_size=40))
@settings(max_examples=400)
def test_every_text_is_rows_and_a_quote_that_is_not_closed_keeps_to_its_line(text: str) -> None:
    """Kills characters that are lost or invented, and a line without quotes that is not a row of
    its own unless a cell in closed quotes holds it.
    """
    rows = [*csv_rows(text)]
    assert sum(len("".join(row)) for row in rows) <= len(text)
    assert sum(map(len, rows)) <= text.count(",") + text.count("\n") + 1
    lone = "5,6\n" + text.replace('"', "") + '\n"7,8\n9,10\n'
    assert [*csv_rows(lone)][-2:] == [['"7', "8"], ["9", "10"]]


def test_odd_quotes() -> None:
    for text, rows in (
        ('a,"b,c"\n', [["a", "b,c"]]),
        ('a,"b""c"', [["a", 'b"c']]),
        ('"a\n\n",1\n2,3\n', [["a\n\n", "1"], ["2", "3"]]),
        ('"a" ,1\n', [["a", "1"]]),
        ('"a"b,1\n', [['"a"b', "1"]]),
        ('a"b,1"\nc,2\n', [['a"b', '1"'], ["c", "2"]]),
        ('"a,1\n"b,2\n3,4\n', [['"a', "1"], ['"b', "2"], ["3", "4"]]),
        ('"",""\n\n,\n', [["", ""], [], ["", ""]]),
        ('1,"2\n3"', [["1", "2\n3"]]),
    ):
        assert [*csv_rows(text)] == rows, text


def test_a_persons_text_is_one_person(tmp_path: Path) -> None:
    """Kills three records of mean 2 that are released as 502 of mean 4."""
    path = tmp_path / "m.csv"
    for end in ("\n", "\r\n", "\r"):
        text = end.join(["x,comment", "1,a", '2,"hi', *["4,4"] * 500, 'bye"', "3,b", ""])
        text = text if end == "\r" else text.replace("3,b", "3,b\r4")
        path.write_bytes(text.encode())
        assert read_records(f"{path}:x", None, False, MEAN) == ["1", "2", "3"]
        assert read_samples(f"{path}:x") == [(F(1),), (F(2),), (F(3),)]
        sized = ("sized_mean", "epsilon=1", "lower=0", "upper=4", "n=3", "noise=laplace")
        status, out, _ = asked(*sized, f"{path}:x", "--row-is-person")
        assert status == "ok" and "a row is a line, or several" in out


def test_quotes_cost_what_their_length_costs() -> None:
    """Kills a search for the closing quote that starts again at every cell: a second would be a
    thousand.
    """
    started = time.process_time()
    for text in ('"a\n' * 100_000, '"a""' * 100_000, ',"" "' * 100_000, '"\n' * 100_001):
        assert [*csv_rows(text)]
    assert time.process_time() - started < 3


# ---------------------------------------------------------------- labels of Parquet


def invalid_text() -> Any:
    offsets = np.array([0, 3, 6, 7], dtype=np.int32).tobytes()
    parts = [None, pa.py_buffer(offsets), pa.py_buffer(b"S\xff3S\xff3c")]
    return pa.Array.from_buffers(pa.string(), 3, parts)


# columns of labels, of which the first two are one person and the third another
LABELS: dict[str, Callable[[], Any]] = {
    "nanoseconds": lambda: pa.array([1700000000123456789] * 2 + [1], pa.timestamp("ns")),
    "a far time": lambda: pa.array([2**62, 2**62, 1], pa.timestamp("us")),
    "an unknown time zone": lambda: pa.array([5, 5, 1], pa.timestamp("us", tz="Mars/Olympus")),
    "a far date": lambda: pa.array([2**31 - 1, 2**31 - 1, 1], pa.date32()),
    "a duration": lambda: pa.array([2**62, 2**62, 1], pa.duration("us")),
    "a duration of nanoseconds": lambda: pa.array([1234567, 1234567, 1], pa.duration("ns")),
    "a time of nanoseconds": lambda: pa.array([1234567, 1234567, 1], pa.time64("ns")),
    "a date": lambda: pa.array([datetime.date(2020, 1, 1)] * 2 + [datetime.date(2020, 1, 2)]),
    "text that is not UTF-8": invalid_text,
    "text": lambda: pa.array(["a", "a", "None"]),
    "text and none": lambda: pa.array([None, None, "None"]),
    "bytes": lambda: pa.array([b"\xff", b"\xff", b""]),
    "numbers": lambda: pa.array([7, 7, 0]),
    "decimals": lambda: pa.array([decimal.Decimal("1.5")] * 2 + [decimal.Decimal(1)]),
    "doubles": lambda: pa.array([float("nan"), float("nan"), 0.0]),
    "truth values": lambda: pa.array([True, True, False]),
    "a dictionary": lambda: pa.array(["a", "a", "b"]).dictionary_encode(),
    "identifiers": lambda: pa.ExtensionArray.from_storage(
        pa.uuid(), pa.array([b"a" * 16, b"a" * 16, b"b" * 16], pa.binary(16))
    ),
}


@pytest.mark.parametrize("what", LABELS)
def test_labels_say_who_is_who_and_nothing_else(tmp_path: Path, what: str) -> None:
    """Kills a label that becomes a value of Python: one cell then decides the exit code, and stands
    in the traceback.
    """
    path = tmp_path / "l.parquet"
    pq.write_table(pa.table({"x": [1.0, 3.0, 5.0], "u": LABELS[what]()}), path)
    assert read_records(f"{path}:x", "u", False, MEAN) == [F(2), F(5)]
    status, out, _ = asked(
        "shifted_mean", "epsilon=1", "lower=0", "upper=9", f"{path}:x", "--user-column", "u"
    )
    assert status == "ok" and "unit: person" in out


def test_a_type_that_is_no_label_is_refused_by_its_type(tmp_path: Path) -> None:
    path = tmp_path / "l.parquet"
    for labels in ([[1], [1]], [{"a": 73917}, None], pa.array([], pa.list_(pa.int64()))):
        pq.write_table(pa.table({"x": [1.0, 2.0][: len(labels)], "u": labels}), path)
        with pytest.raises(InvalidInput, match="which cannot say whose a row is") as error:
            read_records(f"{path}:x", "u", False, MEAN)
        assert error.value.code == "file_format" and "73917" not in str(error.value)


def test_dictionaries_of_parts_of_a_file_are_one(tmp_path: Path) -> None:
    """Kills numbers of one part's dictionary that are taken for those of another's."""
    parts = [
        pa.table({"x": x, "u": pa.array(u).dictionary_encode()})
        for x, u in (([1.0, 2.0], ["a", "b"]), ([3.0, 4.0], ["b", "a"]))
    ]
    pq.write_table(pa.concat_tables(parts), tmp_path / "l.parquet")
    assert read_records(f"{tmp_path / 'l.parquet'}:x", "u", False, MEAN) == [F(5, 2), F(5, 2)]


def test_rows_without_a_label_are_one_person(tmp_path: Path) -> None:
    """Kills a person who is called None, or 0, and is taken for nobody."""
    path = tmp_path / "l.csv"
    path.write_text("x,u\n1,\n3,\n5,None\n7,0\n")
    assert read_records(f"{path}:x", "u", False, MEAN) == [F(2), F(5), F(7)]


# ---------------------------------------------------------------- huge numbers


def test_an_estimate_beyond_doubles_is_exact_and_its_double_is_none(tmp_path: Path) -> None:
    """Kills an OverflowError, which told that the huge record was what was released."""
    path = tmp_path / "h.csv"
    path.write_text("x\n" + "1e400\n" * 3)
    words = ("name_and_shame", "delta=1/3", "n=3", "variant=single", f"{path}:x", "--row-is-person")
    status, out, _ = asked(*words, "--json=-")
    assert status == "ok" and '"about": null' in out and f'"{10**400}"' in out
