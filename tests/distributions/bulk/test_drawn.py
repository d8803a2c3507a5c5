"""Bulk draws warn before they are added to doubles, and are ordinary arrays otherwise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.bulk import CellsInDoubles, ShakeStreamForTesting, bulk
from dpmean.distributions.bulk.columns import draw
from dpmean.distributions.bulk.counts import counts
from dpmean.distributions.bulk.drawn import Cells
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.exact.decay import Decay

LAWS = {
    "discrete_laplace": {"epsilon": "1/10"},
    "discrete_gaussian": {"sigma_squared": "9"},
    "discrete_staircase": {"epsilon": "1", "gamma": "1/2", "m": "2"},
    "discrete_hourglass": {"epsilon": "1", "gamma": "1/2", "m": "2"},
    "staircase": {"epsilon": "1", "gamma": "1/2"},
    "hourglass": {"epsilon": "1", "gamma": "1/2"},
}
VALUES = np.linspace(0.0, 1.0, 50)
Sum = Callable[[Any], Any]


def drawn(name: str = "staircase") -> tuple[Any, ...]:
    return bulk(name, LAWS[name]).draw(ShakeStreamForTesting(b"drawn"), 50)


@pytest.mark.parametrize("name", LAWS)
def test_every_column_of_every_law_warns(name: str) -> None:
    """Kills a sampler, or a second coordinate, whose draws are plain arrays."""
    for column in drawn(name):
        with pytest.warns(CellsInDoubles, match="Round the values to the same unit first"):
            VALUES + column


@pytest.mark.parametrize(
    "added",
    [
        lambda x: VALUES + x,
        lambda x: x + VALUES,
        lambda x: VALUES - x,
        lambda x: x + 0.5,
        lambda x: np.float32(2) + x,
        lambda x: x[:2] + [0.5, 0.25],
        lambda x: VALUES + x * 2.0**-20,
        lambda x: VALUES + x.astype(float),
        lambda x: VALUES + x[::2].repeat(2).reshape(50),
        lambda x: np.add(VALUES, np.multiply(x, 2.0**-20)),
        lambda x: VALUES.copy().__iadd__(x),
        lambda x: np.add(VALUES, x, out=np.zeros(50)),
        lambda x: VALUES + (x * 3 - 1) / 7,
    ],
)
def test_no_way_to_add_doubles_is_silent(added: Sum) -> None:
    """Kills a warning that scaling, slicing, conversion or an `out` takes away, or that one
    operand's place decides.
    """
    with pytest.warns(CellsInDoubles):
        added(drawn()[0])


@pytest.mark.parametrize(
    "right",
    [
        lambda x: x + 1,
        lambda x: x + np.arange(50),
        lambda x: np.rint(VALUES * 2**20).astype(int) + x,
        lambda x: x - x,
        lambda x: x * 2.0**-20 - x * 0.5,
        lambda x: (
            x.mean(),
            x.std(),
            x.astype(float).var(),
            np.median(x),
            np.quantile(x, 0.3),
            np.histogram(x),
        ),
        lambda x: (
            abs(x).max(),
            x.tolist(),
            np.unique(x, return_counts=True),
            np.sort(x),
            np.bincount(x - x.min()),
        ),
        lambda x: np.asarray(x) + VALUES,
        lambda x: np.divmod(x, 3),
        lambda x: np.add.reduce(x * 0.5),
    ],
)
def test_integers_and_statistics_are_silent(right: Sum) -> None:
    """Kills a warning about what is exact, or about numbers that are not released. (Any warning is
    an error here.)
    """
    right(drawn()[0])


def test_the_numbers_are_those_of_plain_arrays() -> None:
    x = drawn("discrete_laplace")[0]
    plain = np.asarray(x)
    assert isinstance(x, Cells)
    assert not isinstance(plain, Cells)
    assert x.dtype == plain.dtype
    with pytest.warns(CellsInDoubles):
        assert np.array_equal(VALUES + x, VALUES + plain)
    quotient, rest = np.divmod(x, 3)
    assert np.array_equal(quotient * 3 + rest, plain)
    into = np.zeros(50)
    with pytest.warns(CellsInDoubles):
        assert np.add(VALUES, x, out=into) is into
    assert np.array_equal(into, VALUES + plain)
    assert type(x > 0) is np.ndarray
    assert type(x.sum()) is not Cells


def test_columns_of_programs_and_counts_are_plain() -> None:
    """Kills draws that slow every sum of a release down, or warn inside it."""
    law = DiscreteLaplace(Decay.from_epsilon(Fraction(1)))
    column = draw(law, ShakeStreamForTesting(b"columns"), 5).coordinates[0].terms[0][1]
    assert type(column.values) is np.ndarray  # type: ignore[union-attr]
    done, total = list(counts("staircase", LAWS["staircase"], 100, seed_for_testing=b"counts"))[-1]
    assert done == sum(total.values()) == 100
