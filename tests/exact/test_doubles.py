"""Columns of double-doubles against exact fractions: every result contains what it must, and is
known and narrow where nothing is extreme. Bugs are planted in the shipped code, one by one, and
each must be seen.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.errors import Undecided
from dpmean.exact import enclosure, pairs, reals
from dpmean.exact.doubles import Balls
from tests.exact.bugs_of_doubles import BUGS, Bug, planted
from tests.helpers.balls_for_tests import (
    OPERATIONS,
    column,
    decides,
    ends,
    extreme,
    holds,
    integers,
    near_halves,
    stored,
    words,
    worst,
)


def check_operations() -> None:
    n = 60
    usual = [
        column(1, n, 30, 0.0),
        column(2, n, 30, "each"),
        column(3, n, 30, 0.0, low=False),
        column(4, n, 2, 2.0**-65),
        column(5, n, 2, 2.0**-101),
        Balls.of_words(words(1, n)),
        Balls.of_integers(integers(1, n, 20)),
        Balls.of_integers(integers(2, n, 62)),
        Balls.constant(F(-7, 3), n),
        Balls.constant(reals.exp(F(1)), n),
        Balls.constant(3, n),
    ]
    for a, b in itertools.product((usual[1], usual[3], usual[0]), repeat=2):
        for i in range(10):
            for name in "+-*":
                holds(name, a[i], b[i], narrow=True)
    for a, b in itertools.product(usual, repeat=2):
        for name in "+-*":
            holds(name, a, b, narrow=True)
        if b is not usual[6]:  # zeros
            holds("/", a, b, narrow=b not in (usual[1], usual[3], usual[5]))


def check_small_cases() -> None:
    """Pairs of quarters from -2 to 2, as they are and with a low part, with radii of 0, 1/4 and
    1/2.
    """
    cells = [
        (k / 4, lo, r / 4)
        for k in range(-8, 9)
        for lo in (0.0, 2.0**-56, -(2.0**-56))
        for r in range(3)
    ]
    both = list(itertools.product(cells, repeat=2))[::5]
    a, b = (
        Balls(*(np.array(x) for x in zip(*(p[j] for p in both), strict=True))) for j in range(2)
    )
    for name in OPERATIONS:
        holds(name, a, b)
    decides(Balls(*(np.array(x) for x in zip(*cells, strict=True))))
    for r in range(3):
        decides(Balls(np.arange(-8, 9) / 4, None, r / 4))


def check_worst_cases() -> None:
    """The errors of centres come to within a factor of 2 of what is proved of them."""
    a, b = worst(1, 4000), worst(2, 4000)
    for name in OPERATIONS:
        holds(name, a, b, narrow=True)


def check_cancellation() -> None:
    a = column(7, 400, 20, 0.0)
    assert a.lo is not None
    rng = random.Random(8)
    for most in (0, 1, 2, 3, 50):
        step = np.array([rng.randint(-most, most) for _ in range(400)]) * np.spacing(a.hi)
        other = Balls(a.hi + step, a.lo * np.array([rng.uniform(-2, 2) for _ in range(400)]))
        holds("-", a, other, narrow=True)
        holds("+", a, -other, narrow=True)


def check_extremes() -> None:
    columns = [
        extreme(1, 150),
        extreme(2, 150),
        column(9, 150, 500, "each"),
        column(10, 150, 3, 0.0),
        column(11, 150, 960, 0.0),
        column(19, 150, 3, 0.0).times_power_of_two(-490),
        Balls.constant(F(1, 3) ** 300, 150),
        Balls.constant(F(3) ** 1000, 150),
    ]
    for a, b in itertools.product(columns, repeat=2):
        for name in OPERATIONS:
            holds(name, a, b)


def check_exactness() -> None:
    """Integers and dyadic numbers stay exact; a column of cells keeps one radius."""
    n = 200
    for bits in (20, 27, 28, 50, 52, 53):
        a, b = integers(3, n, bits), integers(4, n, bits)
        total = Balls.of_integers(a) + Balls.of_integers(b)
        assert all(ends(total, i) == (int(a[i]) + int(b[i]),) * 2 for i in range(n))
        found = Balls.of_integers(a) * Balls.of_integers(b)
        assert found.rad == 0.0
        assert all(ends(found, i) == (int(a[i]) * int(b[i]),) * 2 for i in range(n))
    a, b = integers(5, n, 61), integers(6, n, 61)
    total = Balls.of_integers(a) - Balls.of_integers(b)
    assert all(ends(total, i) == (int(a[i]) - int(b[i]),) * 2 for i in range(n))
    rng = random.Random(20)
    for _ in range(1500):
        x, y = (rng.getrandbits(rng.randint(40, 110)) | 1 for _ in range(2))
        z = rng.getrandbits(53)
        for name, p, q in (("+", x, y << 1), ("-", x, y << 1), ("*", x, z), ("*", x, y)):
            holds(name, Balls.constant(p, 1), Balls.constant(q, 1), narrow=True)
    cells = Balls.of_words(words(2, n))
    assert cells.rad == 2.0**-65
    for moved in (cells * F(7, 3) + 1, cells * 12 - F(1, 7), Balls.constant(5, n) - cells):
        assert isinstance(moved.rad, float)
        assert moved.rad < 2.0**-61


def check_powers_of_two() -> None:
    for a in (
        column(12, 100, 30, "each"),
        extreme(3, 100),
        Balls.of_words(words(3, 100)),
        column(13, 100, 900, 0.0),
    ):
        for k in (-2200, -1074, -1022, -1000, -60, -1, 0, 1, 52, 960, 1500):
            found = a.times_power_of_two(k)
            stored(found)
            for i in range(100):
                x, z = ends(a, i), ends(found, i)
                assert x is not None or z is None
                if x is not None and z is not None:
                    assert z[0] <= x[0] * F(2) ** k <= x[1] * F(2) ** k <= z[1]
        assert (
            all(
                ends(a.times_power_of_two(3), i)
                == (None if (x := ends(a, i)) is None else (x[0] * 8, x[1] * 8))
                for i in range(100)
            )
            or a._top > 2.0**900
        )


def check_signs_and_floors() -> None:
    columns = [
        extreme(4, 300),
        column(14, 300, 20, "each"),
        column(15, 300, 62, 0.0),
        column(16, 300, 10, 0.25),
        column(26, 300, 10, 0.0, low=False),
        column(17, 300, 55, 0.0, low=False),
        near_halves(600),
        near_halves(600) - 2,
        Balls.of_words(words(4, 300)),
        Balls.of_integers(integers(7, 300, 62)),
        Balls.of_integers(integers(7, 300, 63)),
        Balls.constant(F(-7, 2), 3),
        column(18, 300, 3, 0.1) - column(18, 300, 3, 0.1),
        column(27, 300, 4, 2.0**-70),
    ]
    for b in columns:
        decides(b)


def check_sources() -> None:
    w = words(5, 400)
    cells = Balls.of_words(w)
    stored(cells)
    assert all(
        ends(cells, i) == (F(int(x), 1 << 64), F(int(x) + 1, 1 << 64)) for i, x in enumerate(w)
    )
    edges = np.array(
        [
            0,
            1,
            -1,
            (1 << 53) + 1,
            -(1 << 53) - 1,
            (1 << 63) - 1,
            -(1 << 63),
            (1 << 62) + 1,
            -(1 << 32) - 1,
            511,
        ],
        np.int64,
    )
    for v in (
        edges,
        np.array([(1 << 53) + 1, -3], np.int64),
        integers(8, 200, 40),
        integers(9, 200, 63),
        edges[:0],
    ):
        stored(Balls.of_integers(v))
        assert all(ends(Balls.of_integers(v), i) == (int(x), int(x)) for i, x in enumerate(v))
    for x in (
        F(0),
        F(1, 3),
        F(-22, 7),
        F(3) ** 300,
        F(1, 3) ** 700,
        F(1, 2),
        F(2) ** -1074,
        F((1 << 200) + 1),
        F(1, 10),
    ):
        found = Balls.constant(x, 5)
        low, high = ends(found, 4)  # type: ignore[misc]
        assert low <= x <= high
        assert high - low <= max(abs(x) / (1 << 105), F(1, 1 << 1070))
    assert ends(Balls.constant(F(2) ** 991, 1), 0) is None
    for real in (reals.exp(F(1)), -reals.pi(), reals.log(F(10)), reals.exp(F(-500))):
        found, exact = Balls.constant(real, 2), enclosure.interval(real, 400)
        low, high = ends(found, 1)  # type: ignore[misc]
        assert low <= exact.lower <= exact.upper <= high
        assert high - low <= abs(exact.upper) / (1 << 104)
    with mock.patch.object(pairs, "_enclosed", return_value=(F(1), F(3))):
        low, high = ends(Balls.constant(reals.pi(), 2), 1)  # type: ignore[misc]
        assert low <= 1 < 3 <= high
    odd = [math.nan, math.inf, -math.inf, 2.0**991]
    ones, zeros, radii_ = [1.0] * 4, [0.0] * 4, np.array([math.nan, math.inf, -1, 2.0**991])
    for hi, lo, rad in (
        (odd, zeros, 0.0),
        (ones, odd, 0.0),
        (ones, zeros, radii_),
        (ones, zeros, -1.0),
        (ones, zeros, math.nan),
    ):
        found = Balls(np.array(hi), np.array(lo), rad)
        stored(found)
        assert all(ends(found, i) is None for i in range(4))


CHECKS: dict[str, Callable[[], None]] = {
    f.__name__.removeprefix("check_"): f
    for f in (
        check_sources,
        check_operations,
        check_cancellation,
        check_extremes,
        check_exactness,
        check_powers_of_two,
        check_signs_and_floors,
        check_small_cases,
        check_worst_cases,
    )
}
doubles = st.one_of(
    st.floats(),
    st.sampled_from([0.0, 1.0, -1.0, 0.5, 2.0**-500, 2.0**52, 2.0**600, 5e-324]),
    st.builds(math.ldexp, st.integers(-(1 << 53), 1 << 53), st.integers(-1126, 940)),
)
radii = st.one_of(st.just(0.0), st.floats(0, 1), st.floats(min_value=0))
table = st.lists(
    st.tuples(doubles, st.one_of(st.just(0.0), st.floats(-1, 1)), radii, doubles, radii),
    min_size=1,
    max_size=9,
)


@given(table, st.booleans(), st.booleans(), st.sampled_from("+-*/"))
def test_any_doubles(found: list[Any], low: bool, alike: bool, name: str) -> None:
    """lo is a fraction of an ulp of hi; the second column may have one radius, and no low parts."""
    hi, off, rad, other, others = (np.array(x) for x in zip(*found, strict=True))
    with np.errstate(all="ignore"):
        a = Balls(hi, off * np.abs(hi) * 2.0**-53 if low else None, rad)
    holds(name, a, Balls(other, None, float(others[0]) if alike else others))
    decides(a)


@given(table, st.fractions(), st.integers(-2100, 2100))
def test_any_doubles_with_scalars(found: list[Any], q: F, k: int) -> None:
    hi, off, rad, *_ = (np.array(x) for x in zip(*found, strict=True))
    a = Balls(hi, off, rad)
    for scalar in (q, F(2) ** k, int(q)):
        constant = Balls.constant(scalar, len(a))
        for name, op in OPERATIONS.items():
            if name == "/" and not scalar:
                continue
            for x, y in ((op(a, scalar), op(a, constant)), (op(scalar, a), op(constant, a))):
                for i in range(len(a)):
                    z, w = ends(x, i), ends(y, i)
                    assert z is None or w is None or max(z[0], w[0]) <= min(z[1], w[1]), (
                        "two balls of one number"
                    )


def test_rows_of_columns() -> None:
    cells = Balls.of_words(words(9, 50))
    for b in (
        cells,
        cells * cells,
        Balls.constant(F(1, 3), 50),
        Balls.of_integers(integers(1, 50, 10)),
    ):
        for rows in (
            slice(3, 40, 2),
            np.array([4, 0, 49, 4]),
            np.arange(50) % 3 == 0,
            slice(0, 0),
            slice(1, 2),
        ):
            part, numbers = b[rows], np.arange(50)[rows]
            assert len(part) == len(numbers)
            assert [ends(part, i) for i in range(len(part))] == [ends(b, int(i)) for i in numbers]
            for found in (
                part + part,
                part * part,
                part / 3,
                1 / part,
                part.sign(),
                part.floor()[0],
                abs(part),
                -part,
            ):
                assert len(found) == len(part)
        assert b.exact_ends(7) == ends(b, 7)
        assert b[-1].exact_ends(0) == b.exact_ends(49)
    with pytest.raises(Undecided):
        (cells / Balls.constant(0, 50)).exact_ends(3)
    with pytest.raises(ValueError, match="lengths"):
        cells + Balls.constant(1, 49)
    for op in OPERATIONS.values():
        with pytest.raises(TypeError):
            op(cells, 0.5)  # 0.1 is not 1/10
        with pytest.raises(TypeError):
            op(0.5, cells)
    sizes = abs(Balls.of_integers(integers(2, 50, 62)))
    assert all(ends(sizes, i) == (abs(int(v)),) * 2 for i, v in enumerate(integers(2, 50, 62)))


@pytest.mark.share(3)
@pytest.mark.parametrize("name", CHECKS)
def test_what_must_hold(name: str) -> None:
    CHECKS[name]()


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.what)
def test_a_planted_bug_is_seen(bug: Bug) -> None:
    with planted(bug), pytest.raises((AssertionError, RuntimeWarning)):
        CHECKS[bug.check]()
