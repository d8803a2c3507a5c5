"""How a release ends, and what it looks like, is the same for every value of a cell: of neighbouring
pairs of files, one has an ordinary cell and the other a hostile one in its place.

By day a few hundred pairs are asked, by night 50,000. A cell of a CSV file is written as a writer
would write it, in quotes where that is needed, or as it is where it has no comma and no line break:
these are the structure of the file, of which the policies speak.
"""

from __future__ import annotations

import math
import random
import struct
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpmean
from dpmean.catalogue.mechanisms import build
from tests.helpers.small_releases import (
    FREE,
    RELEASES,
    N,
    by_user,
    mechanism_of,
    size_of,
    vectors,
    words_of,
)
from tests.helpers.tainted import Left, Marked, command, python

PARTS, PAIRS = 100, 500

FIXED = (
    *(
        "",
        " ",
        "5",
        " 5 ",
        "\t5",
        "5.",
        ".5",
        "+5",
        "-5",
        "-0",
        "0",
        "00005",
        "5e0",
        "5E+1",
        "1_000",
    ),
    *("nan", "NaN", "-nan", "inf", "-inf", "Infinity", "+infinity", "NULL", "None", "NA", "NaT"),
    *("true", "False", "0x10", "0b1", "1e", "e5", ".", "+", "-", "--5", "5-", "1/3", "-1/3", "1/0"),
    *("0/0", "1/00", "1/-3", "1//3", "1/3/5", "1/3e5", "5%", "$5", "5,6", "1,234.5", "5;6", "(5)"),
    *("1e400", "-1e400", "1e5000", "-1e5000", "1e5001", "1e-5000", "1e-5001", "1e99999999"),
    *("-1e99999999", "1e-99999999", "1e+00000000001", "1e-0000000000000", "0e99999999"),
    *("9" * 5000, "-" + "9" * 5000, "0." + "3" * 20000, "0." + "0" * 9000 + "1", "7" * 300_000),
    *("1" * 3999 + "e4999", "1/" + "3" * 3990, "9" * 3000 + "/" + "7" * 900, "0" * 99_999 + "5"),
    *('"', '""', '"5', '5"', '"5"', "'5'", '"a""', '5"6', '""5""', "\\", "\\5", "5\\n", "\\x00"),
    *("5\n", "\n5", "5\n6", "\n\n\n", "5\r6", "\r", "5\r\n6", '"\n"', "\n" + "4,4\n" * 50, '5\n"6'),
    *(
        "\x00",
        "5\x00",
        "\x005",
        "5\x0b",
        "5\x0c6",
        "5\x1a",
        "\x1b[31m5",
        "\x7f",
        "5\x85",
        "\u20286",
    ),
    *(
        "\ufeff5",
        "5\u200b",
        "\u200f5",
        "\u202e5",
        "\u2066" + "5",
        "\u0665",
        "\u06f5",
        "\u096b",
        "\uff15",
    ),
    *(
        "\u2155",
        "\u00b2",
        "\u2085",
        "\u4e94",
        "\U0001d7d3",
        "\u22125",
        "5\u00a0",
        "\u00e9",
        "\U0001f600",
    ),
    *(
        "=1+1",
        "@5",
        "'; DROP TABLE",
        "<b>5</b>",
        "&#53;",
        "%s%n",
        "{0}",
        "${5}",
        "../5",
        "x" * 70_000,
    ),
    *("sNaN", "1j", "(1+2j)", "5L", "5f", "1d5", "1.5.6", "1..5", "1e5e5", "1e5.5", "1e+", "1e--5"),
)
RAW = (b"\xff", b"\xed\xa0\x80", b"\xc3", b"\xe9", b"\xf4\x90\x80\x80", b"5\xfe", b"\x80" * 999)


def cell(dice: random.Random) -> bytes:
    """A hostile cell: one of a list, raw bytes, or one that nobody thought of."""
    kind = dice.randrange(8)
    if kind < 4:
        return dice.choice(FIXED).encode()
    if kind == 4:
        return dice.choice(RAW)
    if kind == 5:  # a number of any size
        sign, digits = dice.choice("-+ "), dice.randrange(1, 10 ** dice.randrange(1, 40))
        return f"{sign}{digits}e{dice.randrange(-6000, 6000)}".strip().encode()
    if kind == 6:  # letters that numbers are made of
        return "".join(dice.choices("0123456789.eE+-/_ naif\"'", k=dice.randrange(1, 9))).encode()
    letters = [chr(dice.choice((dice.randrange(128), dice.randrange(0xD800)))) for _ in range(5)]
    return "".join(letters).encode()


def written(found: bytes, dice: random.Random) -> bytes:
    """A cell as a writer of CSV writes it."""
    structure = any(c in found for c in b",\n\r")
    if structure or found.startswith(b'"') or dice.randrange(3) == 0:
        return b'"' + found.replace(b'"', b'""') + b'"'
    return found


def of_type(dice: random.Random) -> tuple[pa.DataType, list[Any]]:
    """A numeric type of Parquet, and hostile values of it."""
    bits = struct.unpack("<d", dice.randbytes(8))[0]
    doubles = [math.nan, math.inf, -math.inf, -0.0, 5e-324, 1.7e308, -1.7e308, None, 5.0, bits]
    high = 10**75 + dice.randrange(10**70)
    return dice.choice(
        [
            (pa.float64(), doubles),
            (pa.float32(), [math.nan, math.inf, -0.0, 3e38, None, 1e-45]),
            (pa.float16(), [np.float16(x) for x in (math.nan, math.inf, -0.0, 6e4)] + [None]),
            (pa.int64(), [-(2**63), 2**63 - 1, 0, None, dice.randrange(2**40)]),
            (pa.uint64(), [2**64 - 1, 0, None]),
            (pa.int8(), [-128, 127, None]),
            (pa.decimal128(38, 10), [Decimal(10) ** 27, Decimal("1e-10"), None]),
            (pa.decimal256(76, 0), [Decimal(high), Decimal(-high), None]),
        ]
    )


def hostile_label(dice: random.Random, kind: str) -> Any:
    """Whose a row is, in a column of texts, bytes, times or numbers."""
    values: dict[str, list[Any]] = {
        "text": ["", "None", "\x00", "a" * 9999, "\u202e", '"', "5", "nan", None],
        "bytes": [b"", b"\xff", b"\x00", b"a" * 9999, None],
        "times": [2**62, -(2**62), 1700000000123456789, 0, None],
        "doubles": [math.nan, math.inf, -0.0, 0.0, None],
    }
    return dice.choice(values[kind])


LABELS = {
    "text": pa.string(),
    "bytes": pa.binary(),
    "times": pa.timestamp("ns"),
    "doubles": pa.float64(),
}


def objects(dice: random.Random) -> list[Any]:
    """What a record may be in Python, beyond texts."""
    return [
        *(None, True, math.nan, math.inf, -math.inf, -0.0, 5e-324, 1.7e308, 10**5000, -(10**9999)),
        *(Fraction(10**5000, 3), Fraction(1, 10**5000), Decimal("sNaN"), Decimal("-Infinity")),
        *(Decimal("1e999999"), Decimal("1e-999999"), np.float32("nan"), np.float64(1e308)),
        *(np.int64(-(2**63)), np.uint64(2**64 - 1), np.bool_(True), np.ma.masked),
        *(np.longdouble("1e4000"), np.float16("inf"), cell(dice).decode(errors="replace")),
        "\ud800",
    ]


class Pairs:
    """Neighbouring pairs in a folder, each a release of an ordinary and of a hostile data set."""

    def __init__(self, folder: Path, part: int) -> None:
        self.dice = random.Random(part)
        self.data = Marked(folder, part, N)
        self.ordinary: dict[Any, Left] = {}

    def ask(self, number: int) -> None:
        """One pair: its ends and its shapes agree, and the ordinary one succeeds."""
        keys = [*RELEASES]
        key = keys[number % len(keys)]
        ways = ["csv", "csv", "csv", "parquet", "python", "array"]
        ways += ["user", "label"] * (key in USERS)
        way = self.dice.choice(ways)
        name, ordinary, hostile = getattr(self, f"_{way}")(key)
        if name not in self.ordinary:
            self.ordinary[name] = ordinary()
            assert self.ordinary[name].status in ("0", "ok"), (name, self.ordinary[name])
        found, what = hostile()
        assert not found.differs(self.ordinary[name]), (name, what, found)

    def _rows(self, key: str, first: bytes) -> list[list[bytes]]:
        more = [b"%d" % i for i in range(2, N + 1)]
        found = [[x, b"7", b"u%d" % i] for i, x in enumerate([first, *more])]
        return found[: size_of(key)]

    def _told(self, key: str, *more: str) -> Any:
        file, *rest = more
        return lambda: command(
            self.data, *words_of(key), f"{file}:{'x,y' if vectors(key) else 'x'}", *rest
        )

    def _write(self, name: str, rows: list[list[bytes]]) -> None:
        text = b"x,y,u\n" + b"".join(b",".join(row) + b"\n" for row in rows)
        (self.data.where / name).write_bytes(text)

    def _csv(self, key: str) -> Any:
        json = self.dice.choice([(), ("--json",)])
        run = self._told(key, "d.csv", "--row-is-person", *json)

        def with_cell(found: bytes) -> tuple[Left, bytes]:
            rows = self._rows(key, found)
            self.dice.shuffle(rows)
            self._write("d.csv", rows)
            return run(), found[:99]

        return (
            (key, "csv", json),
            lambda: with_cell(b"5")[0],
            lambda: with_cell(written(cell(self.dice), self.dice)),
        )

    def _user(self, key: str) -> Any:
        run = self._told(key, "d.csv", "--user-column", "u")

        def with_cell(found: bytes) -> tuple[Left, bytes]:
            rows = self._rows(key, found)
            self._write("d.csv", [*rows, *rows[:1]])
            return run(), found[:99]

        return (
            (key, "user"),
            lambda: with_cell(b"5")[0],
            lambda: with_cell(written(cell(self.dice), self.dice)),
        )

    def _label(self, key: str) -> Any:
        kind = self.dice.choice([*LABELS])
        run = self._told(key, "d.parquet", "--user-column", "u")
        plain = {"text": "a", "bytes": b"a", "times": 1, "doubles": 1.0}[kind]

        def with_label(label: Any) -> tuple[Left, Any]:
            labels = pa.array([plain] * (N - 1) + [label], LABELS[kind])
            numbers = [float(i) for i in range(N)]
            pq.write_table(pa.table({"x": numbers, "u": labels}), self.data.where / "d.parquet")
            return run(), label

        return (
            (key, "label", kind),
            lambda: with_label(plain)[0],
            lambda: with_label(hostile_label(self.dice, kind)),
        )

    def _parquet(self, key: str) -> Any:
        kind, values = of_type(self.dice)
        run = self._told(key, "d.parquet", "--row-is-person")

        def with_value(value: Any) -> tuple[Left, Any]:
            column = pa.array([value, *(np.float16(5) if kind == pa.float16() else 5,) * 5], kind)
            table = pa.table({"x": column, "y": [float(i) for i in range(N)]})
            table = table.slice(0, size_of(key))
            pq.write_table(table, self.data.where / "d.parquet")
            return run(), value

        five: Any = np.float16(5) if kind == pa.float16() else 5
        return (
            (key, str(kind)),
            lambda: with_value(five)[0],
            lambda: with_value(self.dice.choice(values)),
        )

    def _python(self, key: str) -> Any:
        name, *words = words_of(key)
        built = build(name, dict(word.split("=") for word in words))

        def with_record(record: Any) -> tuple[Left, Any]:
            records = [record, 1, 2.5, "3", Fraction(7, 2), 4][: size_of(key)]
            self.dice.shuffle(records)
            data = [[x, 7] for x in records] if vectors(key) else records
            return python(self.data, built, data), type(record).__name__

        return (
            (key, "python"),
            lambda: with_record(5)[0],
            lambda: with_record(self.dice.choice(objects(self.dice))),
        )

    def _array(self, key: str) -> Any:
        name, *words = words_of(key)
        built = build(name, dict(word.split("=") for word in words))
        kind = self.dice.choice([*ARRAYS])

        def with_number(number: Any) -> tuple[Left, Any]:
            column = [number, *range(2, N + 1)][: size_of(key)]
            self.dice.shuffle(column)
            array = np.array(column, kind)
            data = np.stack([array, array], axis=1) if vectors(key) else array
            return python(self.data, built, data), f"{number} {kind}"

        return (
            (key, "array", kind),
            lambda: with_number(5)[0],
            lambda: with_number(self.dice.choice(ARRAYS[kind])),
        )


# types of arrays, and hostile numbers of them
ARRAYS: dict[str, list[Any]] = {
    "float64": [math.nan, math.inf, -math.inf, -0.0, 5e-324, 1.7e308, -1.7e308, 1e19, 0.1],
    "float32": [math.nan, math.inf, -math.inf, -0.0, 1e-45, 3e38],
    "float16": [math.nan, math.inf, -math.inf, -0.0, 6e-8, 6e4],
    "longdouble": [math.nan, math.inf, np.longdouble("1e4000"), np.longdouble("1e-4000")],
    "int64": [-(2**63), 2**63 - 1, 0],
    "uint64": [2**64 - 1, 2**63, 0],
    "int8": [-128, 127],
}
USERS = {key for key in RELEASES if by_user(key) and mechanism_of(key) in FREE}


@pytest.mark.share(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_cell_decides_how_a_release_ends_or_what_it_looks_like(
    tmp_path: Path, part: int
) -> None:
    """Kills a cell that is an error, a warning, another policy, another number of lines, or a row
    more or less where their number is public.
    """
    pairs = Pairs(tmp_path, part)
    for number in range(PAIRS):
        pairs.ask(number)


def test_a_cell_that_decides_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills pairs that do not see a hostile cell: each of these makes some of them fail."""
    from dpmean.exact import numbers
    from dpmean.programs import records

    def broken(text: str) -> Any:
        if text.startswith("1/"):
            raise dpmean.InvalidInput("not_a_number", "a record is a fraction")
        return plain(text)

    plain = numbers._record
    monkeypatch.setattr(numbers, "_record", broken)
    with pytest.raises(AssertionError, match="not_a_number"):
        pairs = Pairs(tmp_path, 1)
        for number in range(PAIRS):
            pairs.ask(number)
    assert records.datum is numbers.datum
