"""What is read of an output, whatever it is, and what is said not to be read."""

from __future__ import annotations

import datetime
import json
from collections import OrderedDict, namedtuple
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.auditing.described import Failed, Sort, described
from dpmean.auditing.outputs import MOST_KINDS, Reader
from dpmean.auditing.sources.command import read_line


@dataclass
class Release:
    mean: float
    n: int


class Colour(Enum):
    RED = 1


Point = namedtuple("Point", "x y")

WHOLE: list[tuple[Any, str, tuple[float, ...]]] = [
    (2.5, "number", (2.5,)),
    (np.float32(2.5), "number", (2.5,)),
    (np.array(2.5), "number", (2.5,)),
    (np.array([2.5]), "number", (2.5,)),
    (7, "number", (7.0,)),
    (np.int64(7), "number", (7.0,)),
    (Fraction(1, 3), "number", (1 / 3,)),
    (Decimal("0.1"), "number", (0.1,)),
    (Decimal("NaN"), "NaN", (nan,)),
    (Decimal("-Infinity"), "number", (-inf,)),
    (-inf, "number", (-inf,)),
    (nan, "NaN", (nan,)),
    (True, "truth value", (1.0,)),
    (np.bool_(False), "truth value", (0.0,)),
    (1 + 2j, "complex (number, number)", (1.0, 2.0)),
    (None, "no answer", ()),
    ([1.0, 2.0], "list of 2 numbers", (1.0, 2.0)),
    (Point(1, 2), "list of 2 numbers", (1.0, 2.0)),
    (np.array([[1, 2], [3, 4]]), "[list of 2 numbers, list of 2 numbers]", (1.0, 2.0, 3.0, 4.0)),
    (np.array([[1.0, 2.0]]), "list of 1x2 numbers", (1.0, 2.0)),
    ([True, False], "list of 2 truth values", (1.0, 0.0)),
    ([1, "a", None], "[number, text 'a', no answer]", (1.0,)),
    ([], "[]", ()),
    ({"n": 3}, "{'n': number}", (3.0,)),
    (OrderedDict(n=3, m=nan), "{'n': number, 'm': NaN}", (3.0, nan)),
    ({"a": {"b": [1, 2]}}, "{'a': {'b': list of 2 numbers}}", (1.0, 2.0)),
    ({3, 1}, "{number, number}", (1.0, 3.0)),
    (Release(2.5, 3), "Release(mean=number, n=number)", (2.5, 3.0)),
    (Colour.RED, "Colour.RED", ()),
    ("mean = 2.5", "text 'mean = #'", (2.5,)),
    ("2.5 years, 7 people", "text '# years, # people'", (2.5, 7.0)),
    ("-1.5e-3", "text '#'", (-0.0015,)),
    ("mean: nan", "text 'mean: NaN'", (nan,)),
    ("inf", "text '#'", (inf,)),
    (json.dumps({"n": 3}), "text '{\"n\": #}'", (3.0,)),
    (b"n=3", "bytes 'n=#'", (3.0,)),
    ("yes", "text 'yes'", ()),
    ("x1 finance", "text 'x1 finance'", ()),
]
NOT_WHOLE: list[tuple[Any, tuple[float, ...]]] = [
    (object(), ()),
    (datetime.date(2026, 1, 1), ()),
    (lambda: 0, ()),
    ({object(): 1.0}, (1.0,)),
    ([1.0, object()], (1.0,)),
    (2**53 + 1, (2.0**53,)),
    (np.int64(2**53 + 1), (2.0**53,)),
    (10**400, (inf,)),
    (Fraction(2**60 + 1, 2**61), (0.5,)),
    (Decimal("0.1234567890123456789"), (0.12345678901234568,)),
    ("mean = 0.1234567890123456789", (0.12345678901234568,)),
    ("1e-999", (0.0,)),
    ("1e999", (inf,)),
    (np.ma.masked_array([1.0, 2.0], [True, False]), (1.0, 2.0)),
    ("a" * (1 << 17), ()),
]


@pytest.mark.parametrize(("output", "word", "numbers"), WHOLE)
def test_what_an_output_says_is_read(output: Any, word: str, numbers: tuple[float, ...]) -> None:
    """Kills an output that is told by the name of its type, a structure whose numbers are dropped,
    and a text whose numbers are words.
    """
    seen = described(output)
    assert (seen.word, seen.whole) == (word, True)
    assert [repr(x) for x in seen.numbers] == [repr(float(x)) for x in numbers]


@pytest.mark.parametrize(("output", "numbers"), NOT_WHOLE)
def test_what_is_not_read_of_an_output_is_said(output: Any, numbers: tuple[float, ...]) -> None:
    """Kills digits, objects, masks and long texts that are dropped in silence."""
    seen = described(output)
    assert not seen.whole
    assert seen.numbers == numbers


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
    from dpmean.auditing.described import failed

    assert described(failed(Unsayable())).word == "Unsayable"


@given(st.floats(), st.sampled_from(["mean = {}", "{}", "[{}, 1]", '{{"a": {}}}', "{} kg"]))
def test_a_double_that_is_written_in_a_text_is_read_whole(x: float, text: str) -> None:
    seen = described(text.format(repr(x)))
    assert seen.whole
    assert repr(seen.numbers[0]) == repr(x) or (isnan(x) and isnan(seen.numbers[0]))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 40))
def test_digits_of_a_double_that_is_written_out_are_no_others(x: float, digits: int) -> None:
    """Kills "not looked at" for what C's printf makes of a double, with ever so many digits."""
    assert described(f"{x:.{digits}e}").whole or float(f"{x:.{digits}e}") in (inf, -inf)


@given(st.lists(st.one_of(st.integers(), st.floats(), st.text(), st.none()), max_size=6))
def test_the_same_output_is_read_the_same_and_another_is_another(parts: list[Any]) -> None:
    """Kills two outputs of which one is taken for the other, but where that is said."""
    seen = described(parts)
    assert repr(described(list(parts))) == repr(seen)
    for other in (parts[1:], [*parts, "x"], [*parts, 0.5]):
        if len(parts) > 1 and repr(other) != repr(parts):
            again = described(other)
            assert (again.word, repr(again.numbers)) != (seen.word, repr(seen.numbers))


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
        ("2.5", 2.5),
        ("[1, 2.5]", [1.0, 2.5]),
        ("mean = 2.5", "mean = 2.5"),
        ("0.1234567890123456789", Decimal("0.1234567890123456789")),
        ("0.10000000000000001", 0.1),
        ("1e-999", Decimal("1e-999")),
    ],
)
def test_a_line_of_a_program_is_a_number_a_list_or_a_text(line: str, output: Any) -> None:
    assert repr(read_line(line)) == repr(output)


def test_a_part_that_is_not_looked_at_is_counted() -> None:
    """Kills numbers that fall out of the columns, texts that never come again, and objects, as
    though they had been looked at.
    """
    for outputs, count in (
        ([1.0, 2.0, 3.0], 0),
        ([1.0, (2.0, 3.0), (4.0, 5.0)], 2),
        ([(2.0, 3.0), 1.0, "a 1 b 2", "a 3 b 4"], 1),
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
    for array in (
        np.array([1.0, nan, 2.0]),
        np.array([[1.0, 2.0], [nan, 1.0], [3.0, inf]]),
        np.array([1, 2**53 + 1]),
        np.array([True, False]),
        np.array([1 + 2j]),
        np.array(["a", "b"]),
    ):
        quick, slow = Reader(), Reader()
        one, other = quick.read(array), slow.read(list(array))
        assert [quick.words[k] for k in one.kinds] == [slow.words[k] for k in other.kinds]
        assert np.array_equal(one.columns, other.columns, equal_nan=True)
