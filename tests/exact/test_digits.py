"""Reported digits are functions of the number alone: consecutive decimals around it, and the
nearest double.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.errors import Undecided
from dpmean.exact import reals
from dpmean.exact.digits import binary64, bits_of, decimals, from_bits, report
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number
from tests.helpers.strategies import trees

F = Fraction
INF = float("inf")


@given(st.one_of(trees, st.fractions()), st.integers(1, 40))
def test_decimals_are_consecutive_and_enclose(x: Number, digits: int) -> None:
    try:
        low, high = (F(t) for t in decimals(x, digits))
    except Undecided:
        return
    assert compare(low, x) <= 0 <= compare(high, x)
    if low == high:
        assert compare(x, low) == 0
        return
    # both have `digits` digits, and no number with as many lies between
    size = max(abs(low), abs(high))
    power = (
        next(
            e for e in range(-400, 400) if F(10) ** e <= min(abs(low), abs(high)) < F(10) ** (e + 1)
        )
        if low * high > 0
        else None
    )
    assert power is not None
    unit = F(10) ** (power - digits + 1)
    assert high - low == unit
    assert (low / unit).denominator == (high / unit).denominator == 1
    assert size <= F(10) ** (power + 1)


HARD = [
    (F(2**53 + 1), 2.0**53),
    (F(2**53 + 3), 2.0**53 + 4),
    (F(2**54 + 2) + F(1, 10**30), 2.0**54 + 4),
    (F(1, 2**1075), 0.0),
    (F(1, 2**1075) + F(1, 2**1200), 5e-324),
    (F(3, 2**1075), 1e-323),
    (F(2**1024 - 2**970), INF),
    (F(2**1024 - 2**970) - F(1, 9), 1.7976931348623157e308),
    (-(F(10) ** 400), -INF),
    (F(1, 10), 0.1),
    (F(2**52 + 1, 2**52) + F(1, 2**53), 1.0000000000000004),
    (F(1, 2**1022) - F(1, 2**1075), 2.2250738585072014e-308),
]


@pytest.mark.parametrize(("q", "expected"), HARD, ids=range(len(HARD)))
def test_binary64_of_hard_cases(q: Fraction, expected: float) -> None:
    assert binary64(q) == expected
    nearly = q + reals.exp(F(-2000))  # e^-2000 < 2^-2800: breaks every tie upwards
    up = {F(1, 2**1075): 5e-324, F(2**53 + 1): 2.0**53 + 2}.get(q)
    assert up is None or binary64(nearly) == up
    assert bits_of(expected) == struct.pack(">d", expected).hex()
    assert from_bits(bits_of(expected)) == expected


@given(st.one_of(trees, st.fractions()))
def test_binary64_is_the_nearest(x: Number) -> None:
    try:
        found, shown = binary64(x), report(x)
    except Undecided:
        return
    for neighbour in (math.nextafter(found, -INF), math.nextafter(found, INF)):
        if math.isfinite(neighbour):
            middle = (F(found) + F(neighbour)) / 2
            assert compare(x, middle) * (1 if neighbour < found else -1) >= 0
    assert shown["f64"] == bits_of(found)
