"""Boxes hold: every value of a variable over the cell of its word is within rad of hi + lo, and rad
is small.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.distributions.bulk.boxes import two_doubles
from dpmean.distributions.bulk.columns import draw, sampler
from dpmean.distributions.bulk.geometric import SignedSteps
from dpmean.distributions.bulk.outcomes import Reals
from dpmean.exact import reals
from dpmean.exact.enclosure import interval
from dpmean.exact.reals import Number
from dpmean.randomness.stream import ShakeStreamForTesting
from tests.helpers.laws_in_columns import LAWS

LAST = (1 << 64) - 1
STEPPED = [name for name in LAWS if name.startswith(("staircase", "hourglass"))]
QUANTILES = [name for name in LAWS if name.startswith(("laplace", "gaussian", "student"))]


def image(name: str) -> tuple[Any, Number]:
    """The image of the law's variables, and their scale."""
    column = draw(LAWS[name], ShakeStreamForTesting(b"image"), 1).reals[0]
    return column.image, column.scale


def steps_of(name: str) -> list[int]:
    found: Any = sampler(LAWS[name])
    marginal = getattr(found, "marginal", found)
    table = getattr(marginal, "steps", None) or marginal.table
    if isinstance(table, SignedSteps):
        return [-(1 << 30), -1, 0, 1, 77777]
    return [
        s
        for s in (-1000, table.first, -7, -2, -1, 0, 1, 2, 7, table.last)
        if table.first <= s <= table.last
    ]


def held(column: Reals, i: int) -> tuple[bool, Fraction]:
    """Whether both ends of row i's cell are within rad of hi + lo, and rad times 2^64, as the exact
    numbers say.

    Maps are nondecreasing, so that the ends speak for what is between.
    """
    hi, lo, rad = (Fraction(float(part[i])) for part in column.box())
    variable, word = column.variable(i), int(column.words[i])
    inside = True
    for end in (word, word + 1):
        found = interval(variable.endpoint(Fraction(end, 1 << 64)) / column.scale, 256)  # type: ignore[operator]
        inside = inside and hi + lo - rad <= found.lower and found.upper <= hi + lo + rad
    return inside, rad * (1 << 64)


@pytest.mark.parametrize("name", STEPPED)
@given(
    words=st.lists(
        st.sampled_from(
            [0, 1, LAST, LAST - 1, 1 << 63, (1 << 63) - 1, (1 << 32) - 1, LAST - (1 << 32)]
        )
        | st.integers(0, LAST),
        min_size=1,
        max_size=3,
    )
)
def test_positions_lie_in_their_boxes(name: str, words: list[int]) -> None:
    seen, scale = image(name)
    for step in steps_of(name):
        column = Reals(np.array(words, np.uint64), seen, scale, np.full(len(words), step))
        for i in range(len(words)):
            inside, wide = held(column, i)
            assert inside, (step, words[i])
            # of the widest step so far out
            half = abs(step) + 1 if name.startswith("staircase2d") else 1
            # little more than half of the cell
            assert wide <= half + Fraction(3 * abs(step) + 6, 64)
            hi, lo, _ = column.box()
            assert hi[i] == hi[i] + lo[i]


def test_a_uniform_number_lies_in_its_box() -> None:
    seen, scale = image("uniform")
    words = [0, 1, LAST, 1 << 63, (1 << 63) - 1, 0x123456789ABCDEF0]
    column = Reals(np.array(words, np.uint64), seen, scale)
    assert all(held(column, i) == (True, Fraction(1, 2)) for i in range(len(words)))


@pytest.mark.parametrize("name", STEPPED)
def test_nothing_is_said_of_steps_beyond_the_table(name: str) -> None:
    seen, scale = image(name)
    far = 1 << 52 if name.endswith("digits") else 0
    beyond = [steps_of(name)[0] - 1 - far, steps_of(name)[-1] + 1 + far]
    column = Reals(np.array([5, 5, 5], np.uint64), seen, scale, np.array([*beyond, 0]))
    assert np.isinf(column.box()[2]).tolist() == [True, True, False]


def test_boxes_of_many_rows_are_those_of_each() -> None:
    """Rows are looked at some thousands at a time."""
    column = draw(LAWS["staircase"], ShakeStreamForTesting(b"many"), 70_000).reals[0]
    together = column.box()
    for i in (0, 32_767, 32_768, 65_536, 69_999):
        alone = column.take(np.array([i])).box()
        assert [part[i] for part in together] == [part[0] for part in alone]


@pytest.mark.parametrize(
    "x",
    [
        Fraction(1, 3),
        Fraction(5),
        Fraction(1, 1 << 80) + 1,
        reals.exp(Fraction(1)),
        reals.root(Fraction(2), 2),
    ],
    ids=str,
)
def test_two_doubles_are_near(x: Number) -> None:
    hi, lo, rad = two_doubles(x)
    found = interval(x, 256)
    for end in found[:2]:
        assert (
            abs(end - Fraction(hi) - Fraction(lo))
            <= Fraction(rad)
            <= abs(Fraction(hi)) / (1 << 100)
        )
    assert hi == hi + lo


@pytest.mark.parametrize("name", QUANTILES)
def test_quantiles_lie_in_their_boxes(name: str) -> None:
    column = draw(LAWS[name], ShakeStreamForTesting(b"quantiles"), 64).reals[0]
    rad = column.box()[2]
    assert np.isfinite(rad).sum() > 32
    assert all(held(column, int(i))[0] for i in np.flatnonzero(np.isfinite(rad)))
