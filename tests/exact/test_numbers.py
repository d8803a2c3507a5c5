"""The door: what numbers are accepted, as parameters and as data, and how they are spelt."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpmean.errors import InvalidInput
from dpmean.exact.digits import decimals, report
from dpmean.exact.numbers import PLAIN, datum, exact_root, integer, rational, spell
from dpmean.suite.vectors import needs

F = Fraction
NAN, INF = float("nan"), float("inf")
LONG = "1" * 4500  # beyond the 4300 digits that Python converts by default, within our 5000

ACCEPTED = [
    (3, F(3)),
    (F(1, 3), F(1, 3)),
    (Decimal("0.10"), F(1, 10)),
    (Decimal("1E-3"), F(1, 1000)),
    ("1/10", F(1, 10)),
    ("-6/4", F(-3, 2)),
    (" 0.25 ", F(1, 4)),
    ("+.5", F(1, 2)),
    ("5.", F(5)),
    ("1e3", F(1000)),
    ("-2.5E-1", F(-1, 4)),
    ("007", F(7)),
    ("0/5", F(0)),
    ("1e5000", F(10) ** 5000),
    (10**5000, F(10) ** 5000),
]
REFUSED = [
    (0.1, "not_exact"),
    (0.5, "not_exact"),
    (-0.0, "not_exact"),
    (np.float64(0.1), "not_exact"),
    (np.float32(0.1), "not_a_number"),
    (np.int64(1), "not_a_number"),
    (NAN, "not_a_number"),
    (INF, "not_finite"),
    (-INF, "not_finite"),
    (True, "not_a_number"),
    (None, "not_a_number"),
    ([1], "not_a_number"),
    (1j, "not_a_number"),
    (b"1", "not_a_number"),
    ("", "not_a_number"),
    ("1/0", "not_a_number"),
    ("1/-2", "not_a_number"),
    ("1/2/3", "not_a_number"),
    ("0.5/2", "not_a_number"),
    ("1_000", "not_a_number"),
    ("1,5", "not_a_number"),
    ("0x10", "not_a_number"),
    ("١", "not_a_number"),
    ("½", "not_a_number"),
    ("1e", "not_a_number"),
    ("--1", "not_a_number"),
    ("inf", "not_finite"),
    ("-Infinity", "not_finite"),
    (Decimal("Infinity"), "not_finite"),
    (Decimal("NaN"), "not_a_number"),
    ("nan", "not_a_number"),
    ("1e5001", "out_of_range"),
    ("1e-5001", "out_of_range"),
    ("1" * 5001, "not_a_number"),
]
DATA = [
    (None, None),
    (NAN, None),
    ("", None),
    ("n/a", None),
    (True, None),
    ("1/0", None),
    (Decimal("NaN"), None),
    (object(), None),
    (INF, "inf"),
    (-INF, "-inf"),
    (" +INF ", "inf"),
    (Decimal("-Infinity"), "-inf"),
    (0.1, F(3602879701896397, 36028797018963968)),
    (5e-324, F(1, 2**1074)),
    ("0e99999999", F(0)),
    ("-0.00e99999999", F(0)),
    ("3e-99999999", F(0)),
    ("3e99999999", "inf"),
    ("-3e99999999", "-inf"),
    ("1e5000", F(10) ** 5000),
    ("1e0000001", F(10)),
    ("1e-0000001", F(1, 10)),
    ("1e+00000000000", F(1)),
    ("1" * 2001 + "." + "1" * 2000 + "e-2000", F(int("1" * 4000), 10**3999)),
    ("-0." + "0" * 4500 + "1e4500", F(-1, 10)),
    ("0." + "0" * 5000, F(0)),
    ("9" * 5002, "inf"),
    ("0." + "0" * 9000 + "1", F(0)),
    (-0.0, F(0)),
    ("0.1", F(1, 10)),
    (Decimal("0.1"), F(1, 10)),
    (7, F(7)),
    ("1/3", F(1, 3)),
]


@pytest.mark.parametrize(("given_", "expected"), ACCEPTED, ids=range(len(ACCEPTED)))
def test_rational_accepts(given_: Any, expected: Fraction) -> None:
    assert rational(given_, "x") == expected
    assert type(rational(given_, "x")) is Fraction


@pytest.mark.parametrize(("given_", "code"), REFUSED, ids=range(len(REFUSED)))
def test_rational_refuses(given_: Any, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        rational(given_, "epsilon")
    assert (refused.value.code, refused.value.argument) == (code, "epsilon")
    if code == "not_exact":
        assert f"'{F(repr(float(given_)))}'" in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [LONG, "-" + LONG, "1/" + LONG, "1e" + LONG, "0." + LONG],
    ids=["p", "-p", "1/q", "1e", "0."],
)
def test_long_numbers_are_parsed_or_refused_but_never_crash(text: str) -> None:
    try:
        assert rational(text, "x") != 0
    except InvalidInput as refused:
        assert refused.code in ("not_a_number", "out_of_range")
    datum(text)


@pytest.mark.parametrize(("cell", "expected"), DATA, ids=range(len(DATA)))
def test_datum(cell: Any, expected: Any) -> None:
    found = datum(cell)
    assert found == expected
    assert not isinstance(found, bool | int | float)


def test_integer_and_spell() -> None:
    assert integer("6/3", "n") == integer(Decimal("2.0"), "n") == integer(2, "n") == 2
    with pytest.raises(InvalidInput, match="integer") as refused:
        integer("1/2", "n")
    assert refused.value.code == "not_an_integer"


@given(st.fractions())
def test_spelling_round_trips(q: Fraction) -> None:
    assert rational(spell(q), "x") == q
    assert ("/" in spell(q)) == (q.denominator != 1)


def test_what_binary64_holds_needs_no_rationals() -> None:
    for text, held in (
        ("1/4", True),
        ("0.1", False),
        ("1e22", True),
        ("1e23", False),
        ("1e400", False),
        ("1e-400", False),
        ("optimal", True),
        (str(2**53 + 1), False),
    ):
        assert needs({"x": text}) == (() if held else ("numbers:rational",)), text
        assert needs({}, [text]) == needs({"x": text})


@given(st.fractions(min_value=0), st.integers(1, 7), st.integers(-1, 1))
def test_exact_root(q: Fraction, degree: int, off: int) -> None:
    power = F(q.numerator**degree + off, q.denominator**degree)
    assume(power >= 0)
    found = exact_root(power, degree)
    assert found is None or found**degree == power
    assert off or found == q
    assert found is not None or not (power.denominator == 1 and power.numerator in (0, 1))


def test_rationals_of_other_libraries_are_taken_as_they_are() -> None:
    """Kills a way through doubles, which rounds 1/3 and cannot hold 10^400."""

    class Ratio:
        def __init__(self, p: int, q: int) -> None:
            self.numerator, self.denominator = p, q

    Rational.register(Ratio)
    assert datum(Ratio(1, 3)) == F(1, 3)
    assert datum(Ratio(-(10**400), 7)) == F(-(10**400), 7)

    class Wide:
        def __float__(self) -> float:
            raise OverflowError

        def __le__(self, other: object) -> bool:
            return self.negative

        def __init__(self, negative: bool) -> None:
            self.negative = negative

    Real.register(Wide)
    assert [datum(Wide(False)), datum(Wide(True))] == ["inf", "-inf"]


LENGTHS = (600, 640, 641, 1000, 3000, 3999)


@pytest.fixture
def least_digits() -> Iterator[None]:
    """What PYTHONINTMAXSTRDIGITS=640 does."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(PLAIN)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("least_digits")
@pytest.mark.parametrize("count", LENGTHS)
def test_no_setting_of_python_decides_which_numbers_are_read_and_shown(count: int) -> None:
    """Kills a cell of a thousand digits that is a ValueError where PYTHONINTMAXSTRDIGITS is low,
    and digits that are asked for and cannot be printed.
    """
    ones = (10**count - 1) // 9
    for text, expected in (
        ("1" * count, F(ones)),
        ("-" + "1" * count, F(-ones)),
        ("0." + "1" * (count - 2), F((10 ** (count - 2) - 1) // 9, 10 ** (count - 2))),
        ("1" * (count - 9) + "e-40", F((10 ** (count - 9) - 1) // 9, 10**40)),
        ("1/" + "1" * (count - 2), F(1, (10 ** (count - 2) - 1) // 9)),
        ("1e" + "0" * (count - 6) + "4900", F(10**4900)),
        ("3" * 7000, "inf"),
        (Decimal("1" * count), F(ones)),
    ):
        assert datum(text) == expected
        if isinstance(expected, F):
            assert rational(text, "x") == expected
            shown = spell(expected)
            assert len(shown) > 4000 or rational(shown, "x") == expected
    if count <= 1000:
        low, high = decimals(F(1, 3), count)
        assert (low, high) == ("0." + "3" * count, "0." + "3" * (count - 1) + "4")
        assert report(F(1, 3), count)["lo"] == low and "lo" in report(F(10**count), count)
