"""What `dpmean.release` takes as data: every kind of thing that iterates and is no column, refused
by its type alone; and every column, as the same records.
"""

from __future__ import annotations

import array
import datetime
import io
from collections import Counter, UserString, deque
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction as F
from http import HTTPStatus
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmean
from dpmean.catalogue.coverage import EXAMPLES
from dpmean.errors import InvalidInput
from dpmean.exact.numbers import datum, may_be_record
from dpmean.programs.records import Repeated
from dpmean.randomness.bits import Shake128ForTesting

MEAN = dpmean.mechanism(
    "transformed_mean", epsilon=1, lower=0, upper=10, noise="hourglass", gamma="1/2"
)
PLANE = dpmean.mechanism("norm_clipped_mean", rho=1, u=100, d=2, n=3, threshold=5)
SECRET = 73917.25  # a value that no message may show


class Frame:
    """What pandas, polars and Arrow call a data frame: it has columns, and yields their names or
    itself.
    """

    shape = (2, 1)

    def __init__(self, names: list[str]) -> None:
        self.names = names

    @property
    def columns(self) -> list[str]:
        return self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __getattr__(self, name: str) -> object:
        """pandas gives the column of that name."""
        if name in ("dtype", "kind"):
            return "a column"
        raise AttributeError(name)


class Matrix(np.ndarray):
    """A row of a NumPy matrix is a matrix, and an element of it again."""

    def __getitem__(self, place: Any) -> Any:
        return np.atleast_2d(super().__getitem__(place)).view(Matrix)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


class Lazy:
    """A frame that has no shape and does not iterate."""

    columns = ("age",)


class Series:
    """A series of pandas or polars: one axis, a type of its elements."""

    def __init__(self, cells: list[Any], dtype: object) -> None:
        self.cells, self.dtype, self.shape = cells, dtype, (len(cells),)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)


class Arrow:
    """A record of an Arrow array, which is an object around a number."""

    value = SECRET


NO_DATA: dict[str, Any] = {
    "a text": "1234",
    "a NumPy text": np.str_("1234"),
    "an object that yields characters": UserString("1234"),
    "bytes": b"1234",
    "a bytearray": bytearray(b"1234"),
    "a view of bytes": memoryview(b"1234"),
    "a dict": {1: 2, 3: 4, 5: 6},
    "a counter": Counter([1, 1, 2]),
    "the items of a dict": {1: 2}.items(),
    "the keys of a dict": {1: 2}.keys(),
    "a set": {1, 2, 3},
    "a frozen set": frozenset((1, 2, 3)),
    "a data frame": Frame(["1", "2", "3"]),
    "a lazy frame": Lazy(),
    "an array of 3 axes": np.ones((3, 2, 2)),
    "an array without axes": np.array(1.0),
    "a matrix": np.ones((3, 2)).view(Matrix),
    "an array of complex numbers": np.ones(3) * 1j,
    "an array of dates": np.array(["2020-01-01"] * 3, dtype="M8[D]"),
    "an array of durations": np.array([1, 2, 3], dtype="m8[s]"),
    "an array of bytes": np.array([b"1", b"2", b"3"]),
    "an array of structures": np.array([(1, 2)] * 3, dtype=[("a", "i4"), ("b", "i4")]),
    "an array of truth values": np.array([True, False, True]),
    "a series of truth values": Series([True, None, True], "Boolean"),
    "an empty series of dates": Series([], "Datetime(time_unit='us')"),
    "one number": 5,
    "None": None,
    "an object": object(),
    "a mechanism": MEAN,
}
FOREIGN: dict[str, Any] = {
    "complex": complex(SECRET),
    "a complex number of NumPy": np.complex128(SECRET),
    "a date": datetime.date(2020, 1, 1),
    "a datetime": datetime.datetime(2020, 1, 1),
    "a duration": datetime.timedelta(SECRET),
    "a duration of NumPy, which it calls an integer": np.timedelta64(73917, "s"),
    "a date of NumPy": np.datetime64("2020-01-01"),
    "bytes": b"73917.25",
    "an object": object(),
    "a record of an Arrow array": Arrow(),
    "a dict": {"age": SECRET},
    "a set": {SECRET},
    "an array": np.array([SECRET]),
    "a certified number": dpmean.number("73917.25"),
    "a class": float,
    "a function": abs,
}
RECORDS: tuple[Any, ...] = (
    *(3, -7, 2.5, 0.1, F(1, 3), Decimal("0.1"), "2/7", "x", "", " 4 ", True, None),
    *(float("nan"), float("inf"), Decimal("NaN"), HTTPStatus.OK, np.float32(0.1), np.int8(3)),
    *(np.float16(2.5), np.longdouble(1) / 3, np.uint64(2**63), np.str_("3"), np.bool_(True)),
    np.ma.masked,
)


def outcome(mechanism: Any, data: object) -> Any:
    """The estimate of a release with the same bits, or the error."""
    try:
        return dpmean.release(mechanism, data, bits=Shake128ForTesting(b"door")).estimate  # type: ignore[arg-type]
    except InvalidInput as error:
        return error


def refused(found: Any) -> bool:
    """It was refused in one line that says what to pass, without any value."""
    return (
        isinstance(found, InvalidInput)
        and (found.code, found.argument) == ("not_records", "data")
        and "pass " in str(found)
        and "\n" not in str(found)
        and "739" not in str(found)
        and "2020" not in str(found)
    )


@pytest.mark.parametrize("what", NO_DATA)
def test_what_is_no_column_is_refused(what: str) -> None:
    """Kills a door that takes whatever iterates: the names of a data frame, the keys of a dict, the
    characters of a text.
    """
    assert refused(outcome(MEAN, NO_DATA[what])) and refused(outcome(PLANE, NO_DATA[what]))


def test_axes_are_those_that_the_mechanism_needs() -> None:
    """Kills a table that is taken for a column, and a column for rows."""
    for table in (np.ones((3, 2)), np.ones((3, 1)), [[1, 2]] * 3, [(1, 2)] * 3, np.ones((0, 2))):
        assert refused(outcome(MEAN, table))
    for column in (np.ones(3), np.arange(3), Series([1, 2, 3], np.dtype(float))):
        assert not refused(outcome(MEAN, column)) and refused(outcome(PLANE, column))
    assert outcome(PLANE, [1, 2, 3]).code == "size_mismatch"


@pytest.mark.parametrize(("name", "given_", "records"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_mechanism_has_the_same_door(
    name: str, given_: dict[str, str], records: list[Any]
) -> None:
    """Kills a mechanism that reads its records past the door, and a door that closes on the records
    of its own example.
    """
    made = dpmean.mechanism(name, given_)
    for wrong in (
        *(NO_DATA[what] for what in ("a text", "a dict", "a data frame", "bytes")),
        *([1j] * len(records), [datetime.date(2020, 1, 1)] * len(records)),
        *([[1j]] * len(records), [{"a": 1}] * len(records)),
    ):
        assert refused(outcome(made, wrong)), wrong
    assert not isinstance(outcome(made, records), InvalidInput)


@given(st.lists(st.sampled_from(RECORDS), max_size=6), st.sampled_from([*FOREIGN]), st.data())
def test_the_types_of_the_records_decide_and_nothing_else(
    records: list[Any], foreign: str, data: st.DataObject
) -> None:
    """Kills a foreign record that counts as missing, one that is refused by its value, and a record
    of a file that is refused.
    """
    assert not isinstance(outcome(MEAN, records), InvalidInput)
    assert not isinstance(outcome(MEAN, iter(records)), InvalidInput)
    place = data.draw(st.integers(0, len(records)))
    mixed = [*records[:place], FOREIGN[foreign], *records[place:]]
    assert refused(outcome(MEAN, mixed)) and refused(outcome(MEAN, iter(mixed)))
    assert refused(outcome(MEAN, Repeated([(x, 2) for x in mixed])))
    rows = [[1, 2], [3, 4], None]
    rows[data.draw(st.integers(0, 1))] = [1, FOREIGN[foreign]]
    assert refused(outcome(PLANE, rows)) and refused(outcome(PLANE, map(iter_of, rows)))


def iter_of(row: Any) -> Any:
    return row if row is None else iter(row)


def test_what_a_type_may_be_is_what_a_record_can_be() -> None:
    """Kills a type that is refused though its values are numbers, or taken though none is one."""
    assert all(may_be_record(type(x)) for x in RECORDS)
    assert not any(may_be_record(type(x)) for x in FOREIGN.values())
    assert all(datum(x) is None for what, x in FOREIGN.items() if "calls an integer" not in what)


SPELLINGS: dict[str, Any] = {
    "a tuple": (1.5, 2, 0.1),
    "an iterator": lambda: iter([1.5, 2, 0.1]),
    "a generator": lambda: (x for x in [1.5, 2, 0.1]),
    "a deque": deque([1.5, 2, 0.1]),
    "an array of NumPy": np.array([1.5, 2, 0.1]),
    "an array of Python": array.array("d", [1.5, 2, 0.1]),
    "the values of a dict": {"a": 1.5, "b": 2, "c": 0.1}.values(),
    "a series": Series([1.5, 2, 0.1], np.dtype(float)),
    "a series of texts": Series(["1.5", " 2\n", str(Decimal(0.1))], "String"),
    "a masked array": np.ma.array([1.5, 7, 2, 0.1], mask=[0, 1, 0, 0]),
    "Fractions": [F(3, 2), F(2), F(0.1)],
    "Decimals": [Decimal("1.5"), Decimal(2), Decimal(0.1)],
    "an array of texts": np.array(["1.5", "2", str(Decimal(0.1)), "x"]),
    "lines of a file": lambda: io.StringIO(f"1.5\n2\n{Decimal(0.1)}\n"),
    "with missing ones": [None, 1.5, float("nan"), "", 2, np.ma.masked, 0.1, True],
}


@pytest.mark.parametrize("what", SPELLINGS)
def test_every_column_is_the_same_records_bit_for_bit(what: str) -> None:
    """Kills a double that is rounded on the way, and an iterator that the door has used up."""
    made = SPELLINGS[what]
    assert outcome(MEAN, made() if callable(made) else made) == outcome(MEAN, [F(3, 2), 2, F(0.1)])


def test_every_table_is_the_same_rows() -> None:
    rows = [[1, 2], [3, 4], [5, 6]]
    expected = outcome(PLANE, rows)
    assert not isinstance(expected, InvalidInput)
    for table in (
        np.array(rows),
        np.array(rows, float),
        np.ma.array(rows),
        [np.array(row) for row in rows],
        (iter(row) for row in rows),
        [Series(row, np.dtype(int)) for row in rows],
        [["1", "2"], ["3", "4.0"], [5.0, F(6)]],
    ):
        assert outcome(PLANE, table) == expected
    assert outcome(PLANE, [[1, 2], None, [5, 6]]) == outcome(PLANE, [[1, 2], [0, "x"], [5, 6]])
    line = dpmean.mechanism("norm_clipped_mean", rho=1, u=100, d=1, n=2, threshold=5)
    assert outcome(line, [1, 2]) == outcome(line, np.array([1, 2])) == outcome(line, [[1], [2]])


def test_the_other_arguments_go_through_the_one_parser() -> None:
    """Kills a grid of a text or a double that ends in a TypeError or an OverflowError, and a name
    in place of a mechanism.
    """
    for spelt in ("1/10", F(1, 10), Decimal("0.1")):
        assert dpmean.release(MEAN, [1, 2], grid=spelt).grid == F(1, 10)
    for wrong, code in (
        ({"grid": 0.1}, "not_exact"),
        ({"grid": "x"}, "not_a_number"),
        ({"grid": 0}, "grid_not_positive"),
        ({"grid": True}, "not_a_number"),
        ({"rounding": "up"}, "unknown_name"),
        ({"rounding": ["nearest"]}, "unknown_name"),
    ):
        with pytest.raises(InvalidInput) as error:
            dpmean.release(MEAN, [1, 2], **wrong)  # type: ignore[arg-type]
        assert (error.value.code, [error.value.argument]) == (code, [*wrong])
    for mechanism in ("sized_mean", dpmean.mechanisms.SizedMean, None):
        with pytest.raises(InvalidInput, match="mechanism: pass one that is made"):
            dpmean.release(mechanism, [1, 2])  # type: ignore[arg-type]
