"""Columns of double-doubles for tests, and what must hold of them, against exact fractions."""

from __future__ import annotations

import itertools
import math
import random
import warnings
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import numpy as np

from dpmean.exact.doubles import Balls

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
}


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
    """What is promised of the arrays of every column: normalised, no NaN, and the bounds that it
    carries.
    """
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
    """a op b contains op of the corners of its operands' rows; if `narrow`, it is known and hardly
    wider than they.
    """
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
            # the radius of a product has the term ra rb
            both = (x[1] - x[0]) * (y[1] - y[0]) if name == "*" else 0
            span = max(corners) - min(corners) + both
            assert z[1] - z[0] <= span * (1 + F(1, 1 << 18)) + sizes * F(64, 1 << 106) + F(
                1, 1 << 700
            ), (name, i)


def decides(b: Balls) -> None:
    """Signs and floors are right where they are certain, and certain where nothing is near an
    end.
    """
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
        plain = (
            rad <= (middle - low) * slack
            and rad < (low + 1 - middle) * slack
            and abs(low) < (1 << 62) - 1
        )
        assert sure[i] or not plain, (i, x, "a floor that is plain")


# ---------------------------------------------------------------- columns to try


def wide(rng: random.Random, count: int, most: int) -> np.ndarray[Any, Any]:
    """Doubles of any sign with exponents up to `most`, many of few bits or just beside a power of
    two.
    """
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
    lo = (
        np.array(
            [x * math.ldexp(rng.uniform(-1, 1), -rng.choice((53, 53, 53, 60, 80))) for x in hi]
        )
        if low
        else None
    )
    if rad == "each":
        rad = np.abs(hi) * np.array(
            [rng.choice((0.0, 0.5, 2.0**-50, 2.0**-90, 2.0**-104)) * rng.random() for _ in hi]
        )
    return Balls(hi, lo, rad)


def worst(seed: int, count: int) -> Balls:
    """High parts just beside powers of two, low parts near half an ulp: there, roundings cost the
    most.
    """
    rng = random.Random(seed)
    hi = np.array(
        [
            rng.choice((-1.0, 1.0))
            * (
                rng.choice(
                    (
                        1 + rng.randint(0, 63) * 2.0**-52,
                        1 + rng.random(),
                        2 - rng.randint(1, 63) * 2.0**-52,
                    )
                )
                * 2.0 ** rng.randint(-2, 2)
            )
            for _ in range(count)
        ]
    )
    low = [
        rng.choice((1 - 2.0**-52, -1 + 2.0**-52, 0.999, 0.5, -0.7)) * rng.choice((1, rng.random()))
        for _ in hi
    ]
    return Balls(hi, np.spacing(np.abs(hi)) / 2 * np.array(low))


def extreme(seed: int, count: int) -> Balls:
    """Doubles of all sizes, with zeros, infinities and what is no number."""
    rng = random.Random(seed)
    odd = [
        0.0,
        -0.0,
        math.inf,
        -math.inf,
        math.nan,
        5e-324,
        -(2.0**-1022),
        2.0**1023,
        2.0**990,
        -(2.0**989),
        1.0,
        3e-310,
    ]
    hi = np.array(
        [
            rng.choice(odd)
            if rng.random() < 0.3
            else math.ldexp(rng.uniform(-1, 1), rng.randint(-1074, 1020))
            for _ in range(count)
        ]
    )
    with np.errstate(all="ignore"):
        lo = hi * 2.0**-54 * np.array([rng.uniform(-1, 1) for _ in hi])
        rad = np.abs(hi) * np.array([rng.choice((0.0, 0.0, 2.0**-60, 0.5, 1.5)) for _ in hi])
    rad[::17] = math.inf
    return Balls(hi, lo, rad)


def words(seed: int, count: int) -> np.ndarray[Any, Any]:
    rng = random.Random(seed)
    edges = [
        0,
        1,
        2,
        2047,
        2048,
        2049,
        (1 << 64) - 1,
        (1 << 63) - 1,
        1 << 63,
        (1 << 64) - 2048,
        (1 << 53) - 1,
    ]
    return np.array(
        (edges + [rng.getrandbits(64) >> rng.choice((0, 0, 40)) for _ in range(count)])[:count],
        np.uint64,
    )


def integers(seed: int, count: int, bits: int) -> np.ndarray[Any, Any]:
    rng = random.Random(seed)
    found = [
        rng.choice((-1, 1)) * (rng.getrandbits(bits) >> rng.choice((0, 0, bits // 2)))
        for _ in range(count)
    ]
    return np.array(found, np.int64)


def near_halves(count: int) -> Balls:
    """Numbers on and just beside integers, with radii just below, at and just above the
    distance.
    """
    rng, found = random.Random(5), []
    for _ in range(count):
        n = rng.choice((0, 1, -1, 5, -7, 1 << 30, -(1 << 52), 1 << 53, (1 << 60) + 2**12))
        off = rng.choice((0.0, 1.0, -1.0)) * 2.0 ** -rng.choice((1, 2, 30, 54, 60, 70, 200))
        found.append(
            (
                float(n),
                off,
                rng.choice((0.0, abs(off), math.nextafter(abs(off), 9), abs(off) * 0.99)),
            )
        )
    return Balls(*(np.array(c) for c in zip(*found, strict=True)))
