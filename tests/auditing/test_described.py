"""What is read of an output, whatever it is, and what is said not to be read."""

from __future__ import annotations

import array
import json
import pickle
import uuid
from collections import OrderedDict, deque, namedtuple
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import copysign, inf, isfinite, isnan, nan
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.auditing.described import (
    BEYOND,
    MOST_MARKS,
    MOST_NUMBERS,
    Described,
    Failed,
    Leaf,
    Role,
    Sort,
    described,
    failed,
)
from dpmean.auditing.outputs import FEW, MOST_KINDS, Reader, joined
from dpmean.auditing.sources.command import read_line


@dataclass
class Release:
    mean: float
    n: int


class Colour(Enum):
    RED = 1


Point = namedtuple("Point", "x y")


class Slots:
    __slots__ = ("__hidden", "n")

    def __init__(self) -> None:
        self.n, self.__hidden = 3, 2.5


class Plain:
    def __init__(self, **held: Any) -> None:
        self.__dict__ |= held


class Counted:
    def __init__(self) -> None:
        self.n = 3

    def __float__(self) -> float:
        return 2.5


class Weighed(float):
    weight: float


def weighed(x: float, weight: float) -> Weighed:
    found = Weighed(x)
    found.weight = weight
    return found


RECORDS = np.array([(3, 2.5)], dtype=[("n", int), ("mean", float)])
UUID4 = uuid.UUID("3f2a1b00-1234-4abc-8def-001122334455")
# an output, its kind, and its numbers with their names
WHOLE: list[tuple[Any, str, dict[str, float]]] = [
    (2.5, "number", {"x": 2.5}),
    (np.float32(2.5), "number", {"x": 2.5}),
    (np.array(2.5), "number", {"x": 2.5}),
    (np.array([2.5]), "number", {"x": 2.5}),
    ([2.5], "list of 1 number", {"[0]": 2.5}),
    (7, "number", {"x": 7}),
    (np.int64(7), "number", {"x": 7}),
    (Fraction(1, 3), "number", {"x": 1 / 3}),
    (Decimal("0.1"), "number", {"x": 0.1}),
    (Decimal("NaN"), "NaN", {"x": nan}),
    (Decimal("-Infinity"), "number", {"x": -inf}),
    (-inf, "number", {"x": -inf}),
    (nan, "NaN", {"x": nan}),
    (True, "truth value", {"x": 1}),
    (np.bool_(False), "truth value", {"x": 0}),
    (1 + 2j, "complex (number, number)", {"real": 1, "imag": 2}),
    ([1j], "[complex (number, number)]", {"[0].real": 0, "[0].imag": 1}),
    (None, "no answer", {}),
    ([1.0, 2.0], "list of 2 numbers", {"[0]": 1, "[1]": 2}),
    ([1, nan], "list of 2 numbers with NaN", {"[0]": 1, "[1]": nan}),
    ([nan], "list of 1 number with NaN", {"[0]": nan}),
    (deque([1, 2]), "list of 2 numbers", {"[0]": 1, "[1]": 2}),
    (array.array("d", [1, 2]), "list of 2 numbers", {"[0]": 1, "[1]": 2}),
    ({1: 2.0}.values(), "list of 1 number", {"[0]": 2}),
    (Point(1, 2), "Point(x=number, y=number)", {"x": 1, "y": 2}),
    (
        np.array([[1, 2], [3, 4]]),
        "list of 2x2 numbers",
        {"[0, 0]": 1, "[0, 1]": 2, "[1, 0]": 3, "[1, 1]": 4},
    ),
    (np.array([[1.0, 2.0]]), "list of 1x2 numbers", {"[0, 0]": 1, "[0, 1]": 2}),
    ([[1.0, 2.0]], "[list of 2 numbers]", {"[0][0]": 1, "[0][1]": 2}),
    ([True, False], "list of 2 truth values", {"[0]": 1, "[1]": 0}),
    ([1, "a", None], "[number, text 'a', no answer]", {"[0]": 1}),
    ([], "[]", {}),
    (np.array([]), "list of 0 numbers", {}),
    ({"n": 3}, "{'n': number}", {"n": 3}),
    (OrderedDict(n=3, m=nan), "{'n': number, 'm': NaN}", {"n": 3, "m": nan}),
    ({"a": {"b": [1, 2]}}, "{'a': {'b': list of 2 numbers}}", {"a.b[0]": 1, "a.b[1]": 2}),
    ({"a.b": 1, "a": {"b": 2}}, "{'a.b': number, 'a': {'b': number}}", {"['a.b']": 1, "a.b": 2}),
    ({(1, "k"): 2, 3: 4}, "{(1, 'k'): number, 3: number}", {"[(1, 'k')]": 2, "[3]": 4}),
    ({"a": "n = 3"}, "{'a': text 'n = #'}", {"a, number 1": 3}),
    (set(), "set()", {}),
    ({}, "{}", {}),
    ({3, 1}, "{number, number}", {"member 1": 1, "member 2": 3}),
    ({"s": {(3, 4)}}, "{'s': {list of 2 numbers}}", {"s, member 1, [0]": 3, "s, member 1, [1]": 4}),
    (Release(2.5, 3), "Release(mean=number, n=number)", {"mean": 2.5, "n": 3}),
    (Slots(), "Slots(_Slots__hidden=number, n=number)", {"_Slots__hidden": 2.5, "n": 3}),
    (Plain(a=1, b=[2]), "Plain(a=number, b=list of 1 number)", {"a": 1, "b[0]": 2}),
    (Plain(), "Plain", {}),
    (SimpleNamespace(n=3), "SimpleNamespace(n=number)", {"n": 3}),
    (weighed(2.5, 3), "number and Weighed(weight=number)", {"x": 2.5, "weight": 3}),
    (ValueError("n", 3), "ValueError(args=[text 'n', number])", {"args[1]": 3}),
    (RECORDS, "[record(n=number, mean=number)]", {"[0].n": 3, "[0].mean": 2.5}),
    (RECORDS[0], "record(n=number, mean=number)", {"n": 3, "mean": 2.5}),
    (np.rec.array(RECORDS)[0], "record(n=number, mean=number)", {"n": 3, "mean": 2.5}),
    (np.ma.masked_array([1.0, 2.0], [True, False]), "[no answer, number]", {"[1]": 2}),
    (np.ma.masked_array([1.0, 2.0]), "list of 2 numbers", {"[0]": 1, "[1]": 2}),
    (np.array([1, "a"], object), "[number, text 'a']", {"[0]": 1}),
    (np.array([2.5], np.longdouble), "list of 1 number", {"[0]": 2.5}),
    (Colour.RED, "Colour.RED", {}),
    (UUID4, f"UUID {UUID4}", {}),
    (date(1, 1, 2), "date(number)", {"x": 2}),
    (datetime(1970, 1, 1, 0, 0, 1), "datetime(number)", {"x": 10**6}),
    (datetime(1970, 1, 1, tzinfo=UTC), "datetime in UTC(number)", {"x": 0}),
    (time(0, 0, 1), "time(number)", {"x": 10**6}),
    ({"a": timedelta(seconds=1)}, "{'a': timedelta(number)}", {"a": 10**6}),
    (np.timedelta64(3, "s"), "timedelta64 in 1 s(number)", {"x": 3}),
    (np.array([np.datetime64("1970-01-02")]), "[datetime64 in 1 D(number)]", {"[0]": 1}),
    ("mean = 2.5", "text 'mean = #'", {"number 1 of the text": 2.5}),
    (
        "2.5 years, 7 people",
        "text '# years, # people'",
        {"number 1 of the text": 2.5, "number 2 of the text": 7},
    ),
    ("-1.5e-03", "text '#e'", {"number 1 of the text": -0.0015}),
    ("1e5", "text '#(ded)'", {"number 1 of the text": 100_000}),
    ("+2.5", "text '#(+d.d)'", {"number 1 of the text": 2.5}),
    ("007", "text '#(00d)'", {"number 1 of the text": 7}),
    ("mean: nan", "text 'mean: NaN'", {"number 1 of the text": nan}),
    ("mean: NAN", "text 'mean: NaN(NAN)'", {"number 1 of the text": nan}),
    ("inf", "text '#'", {"number 1 of the text": inf}),
    ('{"n": 3}', "text '{\"n\": #}'", {"n": 3}),
    ('{"a": [1, "b 2"], "7": {"c": -1.5}}', None, {"a[0]": 1, "a[1], number 1": 2, "7.c": -1.5}),
    ('{"a": NaN}', "text '{\"a\": NaN(NaN)}'", {"a": nan}),
    ('{"n": 1, "n": 2}', None, {"number 1 of the text": 1, "number 2 of the text": 2}),
    ('{"n": 1} 2', None, {"number 1 of the text": 1, "number 2 of the text": 2}),
    ("[1, 2", "text '[#, #'", {"number 1 of the text": 1, "number 2 of the text": 2}),
    (b"n=3", "bytes 'n=#'", {"number 1 of the text": 3}),
    ("yes", "text 'yes'", {}),
    ("x1 finance", "text 'x1 finance'", {}),
    ("3f2a9 12ab34", "text '3f2a9 12ab34'", {}),
    (str(UUID4), f"text '{UUID4}'", {}),
    ("# \\", "text '\\\\# \\\\\\\\'", {}),
    (
        Failed("ValueError", said="mean was 3.7"),
        "ValueError: mean was #",
        {"message of ValueError, number 1": 3.7},
    ),
]


def generator() -> Any:
    yield 1


DEEP: Any = 1.0
for _ in range(20):
    DEEP = [DEEP]
HANDLE = object()
NOT_WHOLE: list[tuple[Any, str, tuple[float, ...]]] = [
    (object(), "`x`, an object of type object", ()),
    (lambda: 0, "`x`, an object of type function", ()),
    (float, "`x`, an object of type type", ()),
    (json, "`x`, an object of type module", ()),
    (generator(), "`x`, an object of type generator", ()),
    ({"meta": {"handle": HANDLE}, "n": 1}, "`meta.handle`, an object of type object", (1,)),
    ({object(): 1.0}, "`[object]`, a key, an object of type object", (1.0,)),
    ([1.0, object()], "`[1]`, an object of type object", (1.0,)),
    (Plain(a=1, handle=HANDLE), "`handle`, an object of type object", (1,)),
    (Plain(**{f"a{i}": i for i in range(65)}), "`x`, the fields after 64 others", tuple(range(64))),
    (Random(1), "`x`, an object of type Random", ()),
    (Counted(), "`x`, an object of type Counted", (3, 2.5)),
    ({"a": {nan: 1, float("nan"): 2}}, "`a[nan]`, one of two keys with the same name", (1,)),
    (2**53 + 1, "`x`, a number with more digits than a double", (2.0**53,)),
    (np.int64(2**53 + 1), "`x`, a number with more digits than a double", (2.0**53,)),
    ({"n": 10**400}, "`n`, a number with more digits than a double", (inf,)),
    (Fraction(2**60 + 1, 2**61), "`x`, a number with more", (0.5,)),
    (Decimal("0.1234567890123456789"), "`x`, a number with more", (0.12345678901234568,)),
    ("mean = 0.1234567890123456789", "`number 1 of the text`, a number", (0.12345678901234568,)),
    ("1e-999", "`number 1 of the text`, a number with more", (0.0,)),
    ('{"n": 1e999}', "`n`, a number with more", (inf,)),
    ("a" * (1 << 17), "`x`, a text of more than 65,536 characters", ()),
    (DEEP, f"`{'[0]' * 17}`, a part below 16 levels", ()),
    ([0.0] * 5000, "`[4096]`, a number after 4096 others", (0.0,) * 4096),
]


@pytest.mark.parametrize(("output", "word", "numbers"), WHOLE)
def test_what_an_output_says_is_read(
    output: Any, word: str | None, numbers: dict[str, float]
) -> None:
    """Kills an output that is told by the name of its type, a structure whose numbers are dropped or
    lose their places, and a text whose numbers are words.
    """
    seen = described(output)
    assert seen.missed is None
    assert word is None or seen.word == word
    assert [(n, repr(x)) for n, x in zip(seen.names, seen.numbers, strict=True)] == [
        (n, repr(float(x))) for n, x in numbers.items()
    ]


@pytest.mark.parametrize(("output", "missed", "numbers"), NOT_WHOLE)
def test_what_is_not_read_of_an_output_is_named(
    output: Any, missed: str, numbers: tuple[float, ...] | None
) -> None:
    """Kills digits, objects, generators and long texts that are dropped in silence, and a report
    that does not say where they are.
    """
    seen, reader = described(output), Reader()
    assert not seen.whole and str(seen.missed).startswith(missed)
    assert numbers is None or seen.numbers == numbers
    assert reader.partial(reader.read([output, 1.5]).kinds) == 1
    assert reader.example == str(seen.missed)


def test_what_reads_an_output_is_not_broken_by_it() -> None:
    """Kills a traceback, or no end, at an object of the program's own."""

    class Hostile(dict[str, Any]):
        def items(self) -> Any:
            raise RuntimeError

    class Uncountable:
        def __float__(self) -> float:
            raise RuntimeError

    class Unsayable(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    loop: list[Any] = []
    loop += [loop] * 30
    for output in (Hostile(), Uncountable(), loop, [0.0] * 100_000, "1" * 100_000, "9" * 40_000):
        assert not described(output).whole
    assert described(failed(Unsayable())).word == "Unsayable"
    # a generator is not consumed by it, and neither is JSON without an end
    one = generator()
    described({"a": one})
    assert next(one) == 1
    for text in ("[" * 60_000, '{"a":' * 2000 + "1" + "}" * 2000, "[" * 17 + "1" + "]" * 17):
        assert described(text).names in ((), ("number 1 of the text",))


class Table:
    """What pandas and polars have, each in its own way."""

    def __init__(self, columns: dict[str, list[Any]], labels: list[Any]) -> None:
        self._held, self._labels = columns, labels

    @property
    def columns(self) -> list[str]:
        return list(self._held)


class Panda(Table):
    iloc = None

    def to_dict(self, orient: str) -> dict[str, Any]:
        assert orient == "split"
        rows = list(map(list, zip(*self._held.values(), strict=True)))
        return {"index": self._labels, "columns": self.columns, "data": rows}


class Polar(Table):
    select = None

    def to_dict(self, as_series: bool) -> dict[str, Any]:
        assert not as_series
        return self._held


class Series:
    iloc, name = None, "age"

    def __init__(self, values: list[Any], index: list[Any]) -> None:
        self._values, self.index_ = values, index

    @property
    def index(self) -> list[Any]:
        return self.index_

    def tolist(self) -> list[Any]:
        return self._values


def test_tables_of_other_libraries_are_read_by_column() -> None:
    """Kills a table that is an unknown object, or has lost the labels of its rows."""
    held = {"mean": [2.5, 3.5], "n": [3, 4]}
    numbers = {"mean[0]": 2.5, "mean[1]": 3.5, "n[0]": 3.0, "n[1]": 4.0}
    labels = {"row labels[0]": 7.0, "row labels[1]": 8.0}
    for table, expected in (
        (Panda(held, [0, 1]), numbers),
        (Panda(held, [7, 8]), numbers | labels),
        (Polar(held, []), numbers),
        (Series([2.5, 3.5], [0, 1]), {"[0]": 2.5, "[1]": 3.5}),
        (Series([2.5, 3.5], [7, 8]), {"[0]": 2.5, "[1]": 3.5} | labels),
        (Panda({"n": []}, []), {}),
    ):
        seen = described(table)
        assert seen.whole
        assert dict(zip(seen.names, seen.numbers, strict=True)) == expected
    assert described(Panda({"n": []}, [])).word != described(Panda({"m": []}, [])).word
    assert not described(Panda(held | {"n": [object()] * 2}, [0, 1])).whole


def marks(output: Any, role: Role) -> dict[str, float]:
    return {leaf.name: n for leaf, n in described(output).marks if leaf.role is role}


def test_how_a_number_is_written_and_how_long_a_text_or_a_list_is_are_leaves() -> None:
    """Kills digits that are dropped: of printed numbers one by one, of many of them together."""
    assert marks("2.50 and 7", Role.WRITTEN) == {
        "number 1 of the text": 2,
        "number 2 of the text": 0,
    }
    assert marks('{"a": {"b": 1.250e-05}}', Role.WRITTEN) == {"a.b": 3}
    assert marks(Failed("E", said="at 0.10"), Role.WRITTEN) == {"message of E, number 1": 2}
    assert marks(["1.5"], Role.WRITTEN) == {"[0], number 1": 1}
    for output in (2.5, [2.5], {"a": Decimal("2.50")}, np.array([2.5, 1.0])):
        assert marks(output, Role.WRITTEN) == {}
    many = [" ".join(f"{i / 7:.{3 + (i == at)}f}" for i in range(99)) for at in (40, 41, 98, 99)]
    seen = [marks(text, Role.WRITTEN) for text in many]
    assert [len(one) for one in seen] == [MOST_MARKS] * 4
    assert len({one["the other numbers"] for one in seen}) == 4
    assert marks({"a": "text", "b": [1, 2]}, Role.LENGTH) == {"x": 2, "a": 4, "b": 2}
    assert marks(2.5, Role.LENGTH) == marks(np.array([2.5]), Role.LENGTH) == {}


@given(st.floats(), st.sampled_from(["mean = {}", "{}", "[{}, 1]", '{{"a": {}}}', "{} kg"]))
def test_a_double_that_is_written_in_a_text_is_read_whole(x: float, text: str) -> None:
    """Kills digits of a double that are called more than those of one."""
    seen = described(text.format(repr(x)))
    assert seen.whole
    assert repr(seen.numbers[0]) == repr(x) or (isnan(x) and isnan(seen.numbers[0]))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 40))
def test_digits_of_a_double_that_is_written_out_are_no_others(x: float, digits: int) -> None:
    """Kills "not looked at" for what C's printf makes of a double, with ever so many digits."""
    assert described(f"{x:.{digits}e}").whole or float(f"{x:.{digits}e}") in (inf, -inf)


WORDS = st.sampled_from(
    ["", "a", "#", "NaN", "nan", "e", "x 1", "-", "\\", "(", "0", " ", "\u0663"]
)
WRITTEN = st.builds(
    lambda x, how: how.format(x),
    st.floats(allow_nan=False) | st.sampled_from([0.0, -0.0, 7.0, 0.1, 1e22, 5e-324]),
    st.sampled_from(
        "{!r} {:.0f} {:.2f} {:.3f} {:+.2f} {:e} {:.3e} {:E} {:g} {:08.3f} {:.25f}".split()
    ),
)
TEXTS = st.lists(WORDS | WRITTEN | st.text(max_size=3), max_size=5).map("".join)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3) | st.integers(),
    st.floats(width=16) | st.floats(),
    TEXTS,
    st.binary(max_size=3),
    st.fractions(),
    st.decimals(),
    st.complex_numbers(),
    st.dates(),
    st.datetimes(),
    st.timedeltas(),
    st.uuids(),
    st.sampled_from(list(Colour)),
)
OUTPUTS = st.recursive(
    LEAVES,
    lambda part: st.one_of(
        st.lists(part, max_size=3),
        st.dictionaries(st.text(max_size=2) | st.integers(0, 3), part, max_size=3),
        st.lists(part, max_size=2).map(tuple),
        st.builds(Release, part, part),
        st.builds(Point, part, part),
        st.lists(st.floats(width=16), max_size=3).map(np.array),
        st.frozensets(st.integers(0, 5) | TEXTS, max_size=3),
        st.builds(json.dumps, st.dictionaries(TEXTS, st.integers() | st.floats() | TEXTS)),
    ),
    max_leaves=6,
)


def plain(output: Any) -> Any:
    """An output as something that is equal where both are the same: what one reads of it, by other
    code; an array of one number is that number, NaN is NaN, 0.0 is not -0.0, and numbers of all
    types are equal if they are.
    """
    if isinstance(output, bool | str | bytes | None | date | timedelta | uuid.UUID | Enum):
        return type(output).__name__, repr(output)
    if isinstance(output, complex):
        return "complex", plain(output.real), plain(output.imag)
    if isinstance(output, Fraction | int):
        return "number", Fraction(output), 1
    if isinstance(output, Decimal) and not output.is_finite():
        output = nan if output.is_nan() else float(output)
    if isinstance(output, float | Decimal):
        whole = isfinite(output)
        sign = 1 if not whole or output else copysign(1, output if isinstance(output, float) else 1)
        return "number", Fraction(output) if whole else str(output), sign
    if isinstance(output, np.ndarray):
        return plain(output.item() if output.size == 1 else output.tolist())
    if isinstance(output, Release | Point):
        held = vars(output) if isinstance(output, Release) else output._asdict()
        return type(output).__name__, plain(held)
    if isinstance(output, frozenset):
        return "set", sorted(map(repr, map(plain, output)))
    if isinstance(output, dict):
        return "dict", [(plain(k), plain(v)) for k, v in output.items()]
    return "list", [plain(x) for x in output]


@given(OUTPUTS, OUTPUTS)
def test_outputs_that_differ_differ_in_their_kind_or_in_a_column(one: Any, other: Any) -> None:
    """Kills whatever of an output is neither in its kind nor in a column, and not said to be
    missed.
    """
    reader = Reader()
    read = reader.read([one, other])
    kinds = read.kinds
    same = kinds[0] == kinds[1] and all(
        np.array_equal(c[:1].view(np.int64), c[1:].view(np.int64)) for c in read.columns
    )
    if plain(one) == plain(other):
        return
    whole = described(one).whole and described(other).whole
    assert not (whole and same), (one, other)


@given(st.lists(TEXTS, min_size=2, max_size=2, unique=True))
def test_texts_that_differ_differ(texts: list[str]) -> None:
    """Kills a pattern that two ways of writing a number share, or a text and a number."""
    one, other = map(described, texts)
    if one.whole and other.whole:
        assert (one.word, one.marks, *map(repr, one.numbers)) != (
            other.word,
            other.marks,
            *map(repr, other.numbers),
        )


@given(OUTPUTS)
def test_the_same_output_is_read_the_same(output: Any) -> None:
    """Kills a name that two places of one output share, and a kind with the address of an object."""
    seen, again = described(output), described(pickle.loads(pickle.dumps(output)))  # noqa: S301
    assert repr(seen) == repr(again)
    assert len(set(seen.names)) == len(seen.names) == len(seen.numbers)


def test_long_texts_are_told_apart_by_all_of_them() -> None:
    """Kills a comparison of the first characters."""
    one, other = "a" * 5000 + "b", "a" * 5000 + "c"
    assert described(one).word != described(other).word
    assert len(described(one).word) < 300


def test_an_exception_is_known_by_what_it_says() -> None:
    seen = described(Failed("ValueError", said="no records"))
    assert (seen.word, seen.sort, seen.whole) == ("ValueError: no records", Sort.BROKE, True)


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("", None),
        ("  ", None),
        ("2.50", ("number", 2.5, 2, True)),
        ("7", ("number", 7.0, 0, True)),
        ("nan", ("NaN", nan, 0, True)),
        ("1.5e-07", ("number #e", 1.5e-7, 1, True)),
        ("+2.5", ("number #(+d.d)", 2.5, 0, True)),
        ("[1, 2.5]", "[1, 2.5]"),
        ("mean = 2.5", "mean = 2.5"),
        ("0.1234567890123456789", (BEYOND, 0.12345678901234568, 19, False)),
        ("0.10000000000000001", ("number", 0.1, 17, True)),
        ("0.10000000000000000", (BEYOND, 0.1, 17, False)),
        ("1e-999", (BEYOND, 0.0, 0, False)),
    ],
)
def test_a_line_of_a_program_is_a_number_with_its_decimals_or_a_text(
    line: str, output: Any
) -> None:
    """Kills decimals of a printed number that are not looked at."""
    seen = read_line(line)
    if isinstance(seen, Described):
        ((leaf, decimals),) = seen.marks
        assert (leaf, seen.names) == (Leaf("x", Role.WRITTEN), ("x",))
        seen = (seen.word, *seen.numbers, int(decimals), seen.whole)  # type: ignore[assignment]
    assert repr(seen) == repr(output)


def test_a_part_that_is_not_looked_at_is_counted() -> None:
    """Kills numbers of other lists, dicts or shapes that are not looked at; texts that never come
    again and objects, as though they had been looked at.
    """
    for outputs, count in (
        ([1.0, 2.0, 3.0], 0),
        ([1.0, (2.0, 3.0), (4.0, 5.0)], 0),
        ([(2.0, 3.0), 1.0, "a 1 b 2", "a 3 b 4"], 0),
        ([{"a": i} if i % 2 else {"b": i, "c": 0} for i in range(9)], 0),
        ([[float(i)] * (1 + i % 5) for i in range(99)], 0),
        ([{f"key {i}": 1.0, "n": 2} for i in range(70)], 70),
        ([f"id {chr(97 + i)}" for i in range(20)], 20),
        (["yes", "no", "yes", "no"], 0),
        (["yes", "yes", "seldom"], 1),
        ([object(), 1.0], 1),
        ([f"word {'x' * i}" for i in range(MOST_KINDS + 50)], MOST_KINDS + 50),
        ([f"word {'x' * i}" for i in range(MOST_KINDS + 50)] * 2, 0),
    ):
        reader = Reader()
        assert reader.partial(reader.read(outputs).kinds) == count


def test_an_array_is_read_as_its_rows_are() -> None:
    """Kills a quick way with other kinds, and one that takes integers for doubles."""
    for table in (
        np.array([1.0, nan, 2.0]),
        np.array([[1.0, 2.0], [nan, 1.0], [3.0, inf]]),
        np.array([1, 2**53 + 1]),
        np.array([True, False]),
        np.array([[[1.0, 2.0], [3.0, nan]]] * 2),
        np.array([[1.0], [nan]]),
        np.empty((3, 0)),
        np.array([1 + 2j]),
        np.array(["a", "b"]),
    ):
        quick, slow = Reader(), Reader()
        one, other = quick.read(table), slow.read(list(table))
        assert [quick.words[k] for k in one.kinds] == [slow.words[k] for k in other.kinds]
        assert np.array_equal(one.columns, other.columns, equal_nan=True)
        assert one.kinds.dtype == other.kinds.dtype and quick.leaves == slow.leaves


def columns(outputs: list[Any]) -> dict[str, list[float]]:
    reader = Reader()
    read = reader.read(outputs)
    return {n: c.tolist() for n, c in zip(reader.names, read.columns, strict=True)}


def test_columns_are_those_of_leaves() -> None:
    """Kills numbers of one place in the column of another, and a second shape that is dropped."""
    found = columns([{"a": 1, "b": 2}, {"b": 3}, [4.0], 5.0, {"b": 6, "a": 7}, "b 8"])
    assert repr(found) == repr(
        {
            "a": [1.0, nan, nan, nan, 7.0, nan],
            "b": [2.0, 3.0, nan, nan, 6.0, nan],
            "the length of the output": [2.0, 1.0, 1.0, nan, 2.0, 2.0],
            "[0]": [nan, nan, 4.0, nan, nan, nan],
            "x": [nan, nan, nan, 5.0, nan, nan],
            "number 1 of the text": [nan, nan, nan, nan, nan, 8.0],
            "the decimals of number 1 of the text": [nan, nan, nan, nan, nan, 0.0],
        }
    ).replace("2.0, 2.0]", "2.0, 3.0]")


def test_a_leaf_that_comes_later_is_a_column_from_then_on() -> None:
    """Kills columns that move, and a list or an array whose length is another than before without a
    leaf for that.
    """
    reader = Reader()
    first = reader.read([1.0, 2.0])
    assert (len(first.columns), reader.names) == (1, ["x"])
    second = reader.read(np.array([[3.0, 4.0]]))
    third = reader.read([[5.0], 6.0])
    assert reader.names == ["x", "[0]", "[1]", "the length of the output"]
    whole = joined([first, second, third], reader.width)
    assert repr([c.tolist() for c in whole.columns]) == repr(
        [
            [1.0, 2.0, nan, nan, 6.0],
            [nan, nan, 3.0, 5.0, nan],
            [nan, nan, 4.0, nan, nan],
            [nan, nan, nan, 1.0, nan],
        ]
    )
    fourth = reader.read(np.array([[3.0, 4.0]]))
    assert fourth.columns[3].tolist() == [2.0]


def test_columns_are_so_many_at_most() -> None:
    """Kills memory that grows with every key that is new, and a wide output for which there is no
    room.
    """
    reader = Reader()
    reader.read([{f"k{i}": float(i)} for i in range(1000)])
    assert len(reader.leaves) == FEW + 2
    assert not all(reader.whole)
    assert reader.example.endswith("a number after too many others")
    assert Reader().read([[1.0] * n for n in range(1, 60)]).columns[0][0] == 1.0
    for width in (100, MOST_NUMBERS):
        wide = Reader()
        found = wide.read([[0.0] * width, [0.0] * (width - 1), 2.5, {"a": 3.5}])
        assert len(found.columns) == width + 3 and all(wide.whole)
    texts = Reader()
    texts.read(["; ".join(["v 1.5"] * 20), {f"k{i}": "v 1.5" for i in range(20)}])
    assert sum(leaf.role is Role.WRITTEN for leaf in texts.leaves) == MOST_MARKS
    assert texts.whole == [True, False]
