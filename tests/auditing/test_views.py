"""Which numbers of an output tell two data sets apart, alone or together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpmean.auditing.described import Leaf, Role
from dpmean.auditing.outputs import Outputs, Reader
from dpmean.auditing.views import Seen, telling

COUNT, WIDTH = 200, 50
Rows = Callable[[np.random.Generator, int], Any]


def numbers(random: np.random.Generator, shift: int) -> Any:
    """Right noise on all numbers, of which the record moves one by its whole sensitivity."""
    found = random.laplace(size=(COUNT, WIDTH))
    found[:, 3] += shift
    return found


def without_noise(random: np.random.Generator, shift: int) -> Any:
    found = numbers(random, shift)
    found[:, 17] = 1000 + shift
    return found


def less_noise(random: np.random.Generator, shift: int) -> Any:
    found = numbers(random, shift)
    found[:, 17] = shift + random.laplace(0, 0.2, COUNT)
    return found


def noise_of_another_scale(random: np.random.Generator, shift: int) -> Any:
    found = numbers(random, shift)
    found[:, 17] *= 1 + 6 * shift
    return found


def same_noise(random: np.random.Generator, shift: int) -> Any:
    found = np.tile(random.laplace(size=(COUNT, 1)), WIDTH) + np.arange(WIDTH)
    found[:, 17] += shift
    return found


def same_noise_on_two(random: np.random.Generator, shift: int) -> Any:
    found = numbers(random, shift)
    found[:, 30] = found[:, 17] + shift
    return found


def exact_sum(random: np.random.Generator, shift: int) -> Any:
    found = numbers(random, shift)
    found[:, 40] = found[:, 5] + found[:, 6] + shift
    return found


def exact_total(random: np.random.Generator, shift: int) -> Any:
    found = numbers(random, 0)
    found[:, 49] = found[:, :49].sum(axis=1) + shift
    return found


def noise_in_common(random: np.random.Generator, shift: int) -> Any:
    found = numbers(random, 0)
    common = random.laplace(0, 9, COUNT)
    for j, more in ((17, shift), (30, 0)):
        found[:, j] = common + more + random.laplace(0, 0.2, COUNT)
    return found


CASES: dict[str, tuple[Rows, str, bool]] = {
    "one without noise": (without_noise, "[17]", True),
    "one with less noise": (less_noise, "[17]", False),
    "noise of another scale": (noise_of_another_scale, "[17]", False),
    "the same noise on all": (same_noise, "[17] - [49]", True),
    "the same noise on two": (same_noise_on_two, "[17] - [30]", True),
    "an exact sum": (exact_sum, "[5] + [6] - [40]", True),
    "an exact total": (exact_total, "the sum of [0] to [48] (49 numbers) - [49]", True),
    "two whose noise is nearly the same": (noise_in_common, "[17] - [30]", False),
}


def read(rows: Rows, seed: int) -> tuple[Outputs, Outputs, Reader]:
    random, reader = np.random.default_rng(seed), Reader()
    one, other = (reader.read(rows(random, shift)) for shift in (1, 0))
    return one, other, reader


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", CASES)
def test_what_tells_two_data_sets_apart_comes_first(name: str, seed: int) -> None:
    """Kills a search among single numbers alone, one that finds a difference by chance among a
    thousand, and one that misses what is constant.
    """
    rows, told, exact = CASES[name]
    one, other, reader = read(rows, seed)
    found = telling(one, other, 4, reader.leaves)
    assert (found[0].told(reader.leaves), found[0].exact) == (told, exact)
    columns = [found[0](outputs) for outputs in (one, other)]
    if exact:
        assert all(np.ptp(column) < 1e-9 for column in columns)
        assert abs(columns[0][0] - columns[1][0]) > 0.5
    assert len(found) == 4 and len({seen.terms for seen in found}) == 4


def test_equal_noise_is_told_once_for_each_number_that_it_gives_away() -> None:
    """Kills a list of all differences, of which a few say all."""
    one, other, reader = read(same_noise, 1)
    exact = [seen for seen in telling(one, other, 50, reader.leaves) if seen.exact]
    assert [seen.told(reader.leaves) for seen in exact] == ["[17] - [49]"]


def test_only_numbers_are_compared_and_what_is_missing_is_no_number() -> None:
    """Kills decimals and lengths that count as numbers of an output, and a second shape that hides
    the first.
    """
    random, reader = np.random.default_rng(3), Reader()

    def release(shift: int) -> Any:
        if random.random() < 0.5:
            return f"{random.laplace():.{3 + shift}f}"
        return {"n": 7 + shift, "mean": random.laplace()}

    one, other = (reader.read([release(shift) for _ in range(COUNT)]) for shift in (1, 0))
    found = telling(one, other, 3, reader.leaves)
    assert found[0].told(reader.leaves) == "n"
    assert all(reader.leaves[j].role is Role.VALUE for seen in found for j, _ in seen.terms)


@pytest.mark.parametrize("count", [0, 1, 7])
def test_of_few_outputs_nothing_is_told(count: int) -> None:
    outputs = Reader().read(np.zeros((count, 3)))
    assert telling(outputs, outputs, 5) == []


def test_a_view_of_columns_that_have_not_come_is_no_number() -> None:
    early = Outputs(np.zeros(2, np.int64), (np.array([1.0, 2.0]),))
    assert np.isnan(Seen(((0, 1), (1, -1)))(early)).all()
    assert Seen(((0, 1), (1, 1), (2, -1))).told([Leaf("a"), Leaf("b"), Leaf("c")]) == "a + b - c"
