"""The NumPy tables answer as the tables of Python's integers do, bit for bit, and a whole release
is the same from one tape.

Kills: a butterfly of another order, a clip that trusts doubles next to an integer, int32 that
wraps, a count at the wrong end of a type, padding that is kept.
"""

from __future__ import annotations

import random
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.errors import InvalidInput
from dpmean.mechanisms.instance.norm_clipped_mean import NormClippedMean
from dpmean.mechanisms.instance.quantile_clipped_mean import QuantileClippedMean
from dpmean.mechanisms.instance.shifted_clipped_mean import ShiftedClippedMean
from dpmean.programs.interpret import release
from dpmean.programs.numpy_table import Columns, from_columns, from_rows
from dpmean.programs.run import run
from dpmean.programs.table import Rows, truncated
from dpmean.randomness.bits import Shake128ForTesting

SHAPES = 200


def whole(seed: int) -> tuple[object, list[list[int]]]:
    """A random mechanism and random data of a random shape."""
    random_ = random.Random(seed)
    d, n, u = (
        random_.choice((1, 2, 3, 4, 5, 7, 8, 9)),
        random_.randint(1, 40),
        random_.choice((1, 2, 7, 255, 1023, 10**6)),
    )
    kind = random_.choice(
        (NormClippedMean, QuantileClippedMean, ShiftedClippedMean, ShiftedClippedMean)
    )
    rho, steps = (
        F(random_.randint(1, 400), random_.randint(1, 3)),
        random_.choice((1, 1, 2, 10, 997)),
    )
    rows = [[random_.choice((0, u, random_.randint(0, u))) for _ in range(d)] for _ in range(n)]
    if kind is NormClippedMean:
        return NormClippedMean(
            rho,
            u,
            d,
            n,
            F(random_.randint(0, 2 * u), random_.randint(1, 3)),
            steps,
            random_.choice(("paper", "exact")),
        ), rows
    return kind(
        rho, u, d, n, F(1, random_.choice((2, 10, 1000))), steps, random_.choice(("paper", "exact"))
    ), rows


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", range(SHAPES))
def test_a_release_is_the_same_on_both_tables(seed: int) -> None:
    mechanism, rows = whole(seed)
    slow, fast = Rows(rows, mechanism.d), from_rows(rows, mechanism.d, mechanism.u)  # type: ignore[attr-defined]
    tapes = [Shake128ForTesting(b"table %d" % seed) for _ in range(2)]
    first, second = (
        release(mechanism.program(t), tape, None)
        for t, tape in zip((slow, fast), tapes, strict=True)
    )  # type: ignore[attr-defined]
    assert first == second
    assert tapes[0].used == tapes[1].used


INTEGERS = st.integers(-(10**6), 10**6)


@given(
    st.lists(st.lists(INTEGERS, min_size=3, max_size=3), min_size=1, max_size=6),
    st.fractions(0, 10**13),
    st.integers(1, 1000),
    st.integers(-(10**10), 10**10),
)
def test_each_operation(rows: list[list[int]], squared: F, steps: int, top: int) -> None:
    slow, fast = Rows(rows, 3), from_rows(rows, 3, 10**6)
    assert slow.clipped_sum(squared, steps) == fast.clipped_sum(squared, steps)
    signs = [1, -1, -1, 1]
    for a, b in (
        (slow, fast),
        (slow.rotated(signs), fast.rotated(signs)),
        (slow.minus([5, -7, 10**6]), fast.minus([5, -7, 10**6])),
    ):
        assert [a.column(j).at_most(top) for j in range(a.d)] == [
            b.column(j).at_most(top) for j in range(b.d)
        ]
        assert a.squared_norms().at_most(abs(top)) == b.squared_norms().at_most(abs(top))


def test_truncation_next_to_an_integer_is_exact() -> None:
    # C/||x|| x is exactly an integer, or a hair below one, where a double cannot tell
    for k in (3, 10**3, 10**6):
        rows = [[3 * k, 4 * k], [-3 * k, 4 * k]]
        for squared in (
            F((5 * (k - 1)) ** 2),
            F((5 * (k - 1)) ** 2 - 1),
            F((5 * (k - 1)) ** 2 + 1),
            (5 * (k - 1)) ** 2 - F(1, 10**30),
        ):
            assert Rows(rows, 2).clipped_sum(squared, 1) == from_rows(rows, 2, 4 * k).clipped_sum(
                squared, 1
            )


def test_what_64_bits_cannot_hold_is_refused() -> None:
    big = 1 << 40
    table = from_rows([[big, big]], 2, big)
    with pytest.raises(InvalidInput, match="64 bits"):
        table.squared_norms()
    with pytest.raises(InvalidInput, match="64 bits"):
        table.clipped_sum(F(1), 1 << 30)
    with pytest.raises(InvalidInput, match="64 bits"):
        from_rows([[1]], 1, 1 << 62)
    assert not Columns.fits(10, 4, 1 << 30)
    assert Columns.fits(70_000, 784, 1023)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint32, np.int64])
def test_integers_of_any_width_are_moved_into_the_range(kind: type) -> None:
    values = np.array([np.iinfo(kind).min, 0, 1, 100, np.iinfo(kind).max], kind)
    table = from_columns([values], 0, 50)
    assert table.values.tolist() == [[max(0, min(50, int(v))) for v in values]]
    assert from_columns([values], 0, 10**6).values.tolist() == [
        [max(0, min(10**6, int(v))) for v in values]
    ]
    # beyond what narrow columns hold
    for low, high in ((10**6, 10**6 + 5), (-(10**6), -(10**6) + 5)):
        assert from_columns([values], low, high).values.tolist() == [
            [max(low, min(high, int(v))) for v in values]
        ]


@pytest.mark.parametrize(
    "made",
    [lambda rows: Rows(rows, 2), lambda rows: from_rows(rows, 2, 9)],
    ids=["Rows", "Columns"],
)
def test_a_ready_made_table_is_held_to_what_is_public(made: Any) -> None:
    """Its coordinates are moved into the range, and another n or d is refused.

    Kills a table that is trusted: constants = exact rests on coordinates from 0 to u.
    """
    mechanism = NormClippedMean(F(1), 2, 2, 2, F(2), constants="exact")
    here, there = (
        dict(run(mechanism.program(made([[a, 9], [0, 1]])), lambda _: 0).steps)["sum"]
        for a in (2, -2)
    )
    assert sum((a - b) ** 2 for a, b in zip(here, there, strict=True)) <= 2 * 2**2
    assert here == [v + w for v, w in zip(truncated([2, 2], F(4), 1), [0, 1], strict=True)]
    for rows in ([[1, 1]], [[1, 1]] * 3):
        with pytest.raises(InvalidInput):
            run(mechanism.program(made(rows)), lambda _: 0)
    with pytest.raises(InvalidInput):
        run(NormClippedMean(F(1), 2, 3, 2, F(2)).program(made([[1, 1], [1, 1]])), lambda _: 0)
