"""Columns of double-doubles against exact fractions: every result contains what it must, and is known and narrow where
nothing is extreme. Bugs are planted in the shipped code, one by one, and each must be seen.
"""

from __future__ import annotations

import itertools
import math
import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.errors import Undecided
from dpmean.exact import doubles, enclosure, errorfree, pairs, radii, reals
from dpmean.exact.doubles import Balls
from tests.mutants.mutant import edit, function_of

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "/": lambda x, y: x / y}


def ends(b: Balls, i: int) -> tuple[F, F] | None:
    """The ends of row i, from the arrays themselves; None where it is unknown."""
    j = 0 if len(b.hi) == 1 else i
    rad = b.rad if isinstance(b.rad, float) else float(b.rad[j])
    assert rad >= 0
    if rad == math.inf:
        return None
    middle = F(float(b.hi[j])) + (F(float(b.lo[j])) if b.lo is not None else 0)
    return middle - F(rad), middle + F(rad)


def stored(b: Balls) -> None:
    """What is promised of the arrays of every column: normalised, no NaN, and the bounds that it carries."""
    lo = np.zeros_like(b.hi) if b.lo is None else b.lo
    rad = np.broadcast_to(b.rad, b.hi.shape)
    assert np.isfinite(b.hi).all()
    assert (np.abs(lo) <= np.spacing(np.abs(b.hi)) / 2).all() or (np.spacing(b.hi) == 5e-324).any()
    assert (b.hi + lo == b.hi).all() or (np.abs(lo) == np.spacing(np.abs(b.hi)) / 2).any()
    assert not np.isnan(rad).any()
    assert (np.abs(b.hi) <= b._top).all()
    assert (rad <= b._reach).all()
    for x in (*b.hi[:200], *lo[:200]):
        assert F(float(x)) / F(2) ** b._grid % 1 == 0


def holds(name: str, a: Balls, b: Balls, narrow: bool = False) -> None:
    """a op b contains op of the corners of its operands' rows; if `narrow`, it is known and hardly wider than they."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = OPERATIONS[name](a, b)
    stored(found)
    assert len(found) == len(a)
    for i in range(len(a)):
        x, y, z = ends(a, i), ends(b, i), ends(found, i)
        if x is None or y is None or (name == "/" and y[0] <= 0 <= y[1]):
            assert z is None, "known, from what is unknown"
            continue
        if z is None:
            assert not narrow, "unknown"
            continue
        corners = [OPERATIONS[name](p, q) for p, q in itertools.product(x, y)]
        assert z[0] <= min(corners), (name, i)
        assert max(corners) <= z[1], (name, i)
        if narrow:
            sizes = (abs(sum(x)) + abs(sum(y))) / 2 if name in "+-" else abs(sum(z)) / 2
            both = (x[1] - x[0]) * (y[1] - y[0]) if name == "*" else 0  # the radius of a product has the term ra rb
            span = max(corners) - min(corners) + both
            assert z[1] - z[0] <= span * (1 + F(1, 1 << 18)) + sizes * F(64, 1 << 106) + F(1, 1 << 700), (name, i)


# ---------------------------------------------------------------- columns to try


def wide(rng: random.Random, count: int, most: int) -> np.ndarray[Any, Any]:
    """Doubles of any sign with exponents up to `most`, many of few bits or just beside a power of two."""
    found = []
    for _ in range(count):
        bits = rng.choice((1, 2, 26, 27, 28, 53, 53, 53))
        x = rng.choice((rng.getrandbits(bits) | 1, (1 << bits) - 1, (1 << bits - 1) + 1))
        found.append(rng.choice((-1.0, 1.0)) * math.ldexp(x, rng.randint(-most, most) - bits))
    return np.array(found)


def column(seed: int, count: int, most: int, rad: Any, low: bool = True) -> Balls:
    """A column of double-doubles; rad is a radius, or the word `each`."""
    rng = random.Random(seed)
    hi = wide(rng, count, most)
    lo = np.array([x * math.ldexp(rng.uniform(-1, 1), -rng.choice((53, 53, 53, 60, 80))) for x in hi]) if low else None
    if rad == "each":
        rad = np.abs(hi) * np.array([rng.choice((0.0, 0.5, 2.0**-50, 2.0**-90, 2.0**-104)) * rng.random() for _ in hi])
    return Balls(hi, lo, rad)


def extreme(seed: int, count: int) -> Balls:
    """Doubles of all sizes, with zeros, infinities and what is no number."""
    rng = random.Random(seed)
    odd = [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, -2.0**-1022, 2.0**1023, 2.0**990, -(2.0**989), 1.0, 3e-310]
    hi = np.array([rng.choice(odd) if rng.random() < 0.3 else math.ldexp(rng.uniform(-1, 1), rng.randint(-1074, 1020))
        for _ in range(count)])
    with np.errstate(all="ignore"):
        lo = hi * 2.0**-54 * np.array([rng.uniform(-1, 1) for _ in hi])
        rad = np.abs(hi) * np.array([rng.choice((0.0, 0.0, 2.0**-60, 0.5, 1.5)) for _ in hi])
    rad[::17] = math.inf
    return Balls(hi, lo, rad)


def words(seed: int, count: int) -> np.ndarray[Any, Any]:
    rng = random.Random(seed)
    edges = [0, 1, 2, 2047, 2048, 2049, (1 << 64) - 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 2048, (1 << 53) - 1]
    return np.array((edges + [rng.getrandbits(64) >> rng.choice((0, 0, 40)) for _ in range(count)])[:count], np.uint64)


def integers(seed: int, count: int, bits: int) -> np.ndarray[Any, Any]:
    rng = random.Random(seed)
    return np.array([rng.choice((-1, 1)) * (rng.getrandbits(bits) >> rng.choice((0, 0, bits // 2))) for _ in range(count)],
        np.int64)


def near_halves(count: int) -> Balls:
    """Numbers on and just beside integers, with radii just below, at and just above the distance."""
    rng, found = random.Random(5), []
    for _ in range(count):
        n = rng.choice((0, 1, -1, 5, -7, 1 << 30, -(1 << 52), 1 << 53, (1 << 60) + 2**12))
        off = rng.choice((0.0, 1.0, -1.0)) * 2.0 ** -rng.choice((1, 2, 30, 54, 60, 70, 200))
        found.append((float(n), off, rng.choice((0.0, abs(off), math.nextafter(abs(off), 9), abs(off) * 0.99))))
    return Balls(*(np.array(c) for c in zip(*found, strict=True)))


# ---------------------------------------------------------------- what must hold


def check_operations() -> None:
    n = 120
    usual = [column(1, n, 30, 0.0), column(2, n, 30, "each"), column(3, n, 30, 0.0, low=False), column(4, n, 2, 2.0**-65),
        column(5, n, 2, 2.0**-101), Balls.of_words(words(1, n)), Balls.of_integers(integers(1, n, 20)),
        Balls.of_integers(integers(2, n, 62)), Balls.constant(F(-7, 3), n), Balls.constant(reals.exp(F(1)), n),
        Balls.constant(3, n)]
    for a, b in itertools.product(usual, repeat=2):
        for name in "+-*":
            holds(name, a, b, narrow=True)
        if b is not usual[6]:  # zeros
            holds("/", a, b, narrow=b not in (usual[1], usual[3], usual[5]))


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
    columns = [extreme(1, 150), extreme(2, 150), column(9, 150, 500, "each"), column(10, 150, 3, 0.0),
        column(11, 150, 960, 0.0), Balls.constant(F(1, 3) ** 300, 150), Balls.constant(F(3) ** 1000, 150)]
    for a, b in itertools.product(columns, repeat=2):
        for name in OPERATIONS:
            holds(name, a, b)


def check_exactness() -> None:
    """Integers and dyadic numbers stay exact; a column of cells keeps one radius."""
    n = 200
    for bits in (20, 50, 52):
        a, b = integers(3, n, bits), integers(4, n, bits)
        assert (Balls.of_integers(a) + Balls.of_integers(b)).rad == 0.0
        found = Balls.of_integers(a) * Balls.of_integers(b)
        assert found.rad == 0.0
        assert all(ends(found, i) == (int(a[i]) * int(b[i]),) * 2 for i in range(n))
    a, b = integers(5, n, 61), integers(6, n, 61)
    total = Balls.of_integers(a) - Balls.of_integers(b)
    assert all(ends(total, i) == (int(a[i]) - int(b[i]),) * 2 for i in range(n))
    cells = Balls.of_words(words(2, n))
    assert cells.rad == 2.0**-65
    for moved in (cells * F(7, 3) + 1, cells * 12 - F(1, 7), Balls.constant(5, n) - cells):
        assert isinstance(moved.rad, float)
        assert moved.rad < 2.0**-61


def check_powers_of_two() -> None:
    for a in (column(12, 100, 30, "each"), extreme(3, 100), Balls.of_words(words(3, 100)), column(13, 100, 900, 0.0)):
        for k in (-2200, -1074, -1022, -1000, -60, -1, 0, 1, 52, 960, 1500):
            found = a.times_power_of_two(k)
            stored(found)
            for i in range(100):
                x, z = ends(a, i), ends(found, i)
                assert x is not None or z is None
                if x is not None and z is not None:
                    assert z[0] <= x[0] * F(2) ** k <= x[1] * F(2) ** k <= z[1]
        assert all(ends(a.times_power_of_two(3), i) == (None if (x := ends(a, i)) is None else (x[0] * 8, x[1] * 8))
            for i in range(100)) or a._top > 2.0**900


def check_signs_and_floors() -> None:
    columns = [extreme(4, 300), column(14, 300, 20, "each"), column(15, 300, 62, 0.0), column(16, 300, 10, 0.25),
        column(26, 300, 10, 0.0, low=False), column(17, 300, 55, 0.0, low=False), near_halves(600), near_halves(600) - 2,
        Balls.of_words(words(4, 300)), Balls.of_integers(integers(7, 300, 62)), Balls.of_integers(integers(7, 300, 63)),
        Balls.constant(F(-7, 2), 3), column(18, 300, 3, 0.1) - column(18, 300, 3, 0.1), column(27, 300, 4, 2.0**-70)]
    for b in columns:
        signs, (floors, sure) = b.sign(), b.floor()
        assert signs.dtype == np.int8
        assert floors.dtype == np.int64
        assert len(signs) == len(floors) == len(sure) == len(b)
        for i in range(len(b)):
            x = ends(b, i)
            if x is None:
                assert signs[i] == 0
                assert not sure[i]
                continue
            slack = 1 - F(1, 1 << 49)
            right = 1 if x[0] > 0 else -1 if x[1] < 0 else 0
            assert signs[i] in (0, right), (i, x)
            middle, rad = (x[0] + x[1]) / 2, (x[1] - x[0]) / 2
            assert signs[i] or rad >= abs(middle) * slack, "a sign that is plain"
            low = math.floor(x[0])
            fits = x[1] < low + 1 and abs(low) < 1 << 62
            assert fits or not sure[i], (i, x)
            assert floors[i] == low or not sure[i], (i, x)
            plain = rad <= (middle - low) * slack and rad < (low + 1 - middle) * slack and abs(low) < (1 << 62) - 1
            assert sure[i] or not plain, (i, x, "a floor that is plain")


def check_sources() -> None:
    w = words(5, 400)
    cells = Balls.of_words(w)
    stored(cells)
    assert all(ends(cells, i) == (F(int(x), 1 << 64), F(int(x) + 1, 1 << 64)) for i, x in enumerate(w))
    edges = np.array([0, 1, -1, (1 << 53) + 1, -(1 << 53) - 1, (1 << 63) - 1, -(1 << 63), (1 << 62) + 1, -(1 << 32) - 1, 511],
        np.int64)
    for v in (edges, integers(8, 200, 40), integers(9, 200, 63), edges[:0]):
        stored(Balls.of_integers(v))
        assert all(ends(Balls.of_integers(v), i) == (int(x), int(x)) for i, x in enumerate(v))
    for x in (F(0), F(1, 3), F(-22, 7), F(3) ** 300, F(1, 3) ** 700, F(1, 2), F(2) ** -1074, F((1 << 200) + 1), F(1, 10)):
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


CHECKS = (check_sources, check_operations, check_cancellation, check_extremes, check_exactness, check_powers_of_two,
    check_signs_and_floors)


@pytest.mark.parametrize("check", CHECKS, ids=lambda f: f.__name__)
def test_what_must_hold(check: Callable[[], None]) -> None:
    check()
