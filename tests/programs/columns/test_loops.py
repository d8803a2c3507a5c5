"""Loops that rows leave one after the other, and laws that differ from row to row."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.bulk import columns as bulk
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.finite import PowerOfTwo
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from dpmean.programs.columns.arithmetic import Unfit
from dpmean.programs.columns.row_laws import FEW_LAWS, RowLaws
from dpmean.programs.postprocess import law_by_value, some
from dpmean.programs.program import Draw
from tests.helpers.columns_recorded import checked
from tests.helpers.columns_rows import array, rows

F = Fraction
ONE = F(1)
POINTS = [["0", "1"], ["3", "-2"], ["1", "1"]] * 3
PLANE = {"rho": "4", "u": "3", "d": "2", "n": "9", "beta": "9/10"}


@pytest.mark.parametrize(
    ("name", "noise"),
    [
        ("quantile_clipped_mean", "discrete_gaussian"),
        ("shifted_clipped_mean", "discrete_gaussian"),
        ("shifted_clipped_mean", "gaussian"),
    ],
)
def test_rows_that_leave_early_are_those_of_the_slow_way(name: str, noise: str) -> None:
    """28 and 13 values: a search asks 4 or 5, and 3 or 4 times. Most rows stay together to the
    end.
    """
    (record,) = checked(build(name, {**PLANE, "noise": noise}), POINTS, 240, name.encode())
    draws = {len(record.given[row]) for row in range(240)}
    assert len(draws) > 1
    assert len(record.exact) < 80


def test_a_single_truth_goes_on_or_not() -> None:
    assert some(True)
    assert not some(False)


def test_a_group_stays_together_until_the_last_row_has_left() -> None:
    """Row i is in the loop for i turns; the draws of later turns are not its own."""
    group = rows(6, *(bulk.draw(DiscreteGaussian(F(4)), rows(1).lot.stream, 6) for _ in range(5)))
    left: Any = group.whole(array([0, 1, 2, 3, 4, 5]), ONE)
    turns = 0
    while some(left > 0):
        group.answer(Draw(f"turn_{turns}", DiscreteGaussian(F(4))))
        left, turns = left - 1, turns + 1
    assert turns == 5
    assert [sum(o.row(i) is not None for o in group.outcomes) for i in range(6)] == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]
    taken = [o.take(np.array([5, 2])) for o in group.outcomes]
    assert [sum(o.row(i) is not None for o in taken) for i in range(2)] == [5, 2]
    assert taken[1].row(1) == group.outcomes[1].row(2)
    assert group.going.rows is None


def laws(kinds: int) -> tuple[Any, Any, list[bool]]:
    """A group whose rows have noise so small that it is 0, or so large that it is not, but for 4
    rows in 10^7.
    """
    values = [k if i % 3 else -k for i, k in enumerate(range(1, kinds + 1))] * 4
    group: Any = rows(len(values))
    group.lot.drawn = lambda law, count: bulk.draw(law, group.lot.stream, count)
    found = law_by_value(
        lambda k: DiscreteGaussian(F(10) ** 12 + k if k > 0 else F(1, 1000)),
        group.whole(array(values), ONE),
    )
    assert isinstance(found, RowLaws)
    return group, found, [k > 0 for k in values]


@pytest.mark.parametrize("kinds", [2, FEW_LAWS, FEW_LAWS + 30])
def test_every_row_has_noise_of_its_own_law(kinds: int) -> None:
    group, found, wide = laws(kinds)
    noise = group.integers(group.answer(Draw("noise", found)))
    assert [k != 0 for k in noise] == wide
    kept = np.array([i for i in range(len(wide)) if i % 5])
    group.narrow(kept)
    noise = group.integers(group.answer(Draw("noise", found)))
    assert [k != 0 for k in noise] == [wide[i] for i in kept]
    assert len({*noise[noise != 0].tolist()}) > sum(wide) / 3  # and each row its own


def test_every_row_has_words_of_its_own_width() -> None:
    """Rows of width w: the highest and the lowest digit come, those above do not, and two words are
    not one.
    """
    widths = [i % 63 for i in range(63 * 40)]
    group: Any = rows(len(widths))
    found = law_by_value(PowerOfTwo, group.whole(array(widths), ONE))
    words = group.integers(group.answer(Draw("index", found)))
    for w in range(63):
        own = [int(k) for k in words[w::63]]
        assert all(0 <= k < 1 << w for k in own)
        assert w == 0 or {k >> (w - 1) for k in own} == {k & 1 for k in own} == {0, 1}
    assert len({int(k) for k in words if k >= 1 << 40}) == sum(int(k) >= 1 << 40 for k in words)
    assert group.outcomes[0].whole
    group = rows(8)
    with pytest.raises(InvalidInput):
        group.answer(Draw("index", law_by_value(PowerOfTwo, group.whole(array([1, 63] * 4), ONE))))


@pytest.mark.parametrize("kinds", [2, FEW_LAWS + 30])
def test_a_bug_changes_the_law_of_every_row(kinds: int) -> None:
    group, found, wide = laws(kinds)

    def change(law: DiscreteGaussian) -> DiscreteGaussian:
        return DiscreteGaussian(F(1, 1000) if law.sigma_squared > 1 else F(10) ** 12)

    noise = group.integers(group.answer(Draw("noise", found.changed(change))))
    assert [k == 0 for k in noise] == wide
    assert found.changed(change) is found.changed(change)


def test_other_laws_split_the_group_or_are_left_to_the_exact_way() -> None:
    group: Any = rows(12)
    law = law_by_value(
        lambda k: DiscreteLaplace(Decay.from_epsilon(F(k))),
        group.whole(array([1, 2, 2, 2] * 3), ONE),
    )
    assert law.decay.epsilon == 2
    assert group.size == 9
    group, found, _ = laws(2)
    with pytest.raises(Unfit):
        group.answer(
            Draw("noise", found.changed(lambda law: DiscreteLaplace(Decay.from_epsilon(ONE))))
        )


def test_a_number_has_one_law() -> None:
    assert law_by_value(lambda k: DiscreteGaussian(k), F(3, 2)) == DiscreteGaussian(F(3, 2))
