"""Bugs planted in the samplers in columns are seen: by counts, by forced words, by rows or by
boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.bulk import (
    boxes,
    choices,
    continuous,
    formulas,
    geometric,
    outcomes,
    rejection,
    wide_lattice,
)
from dpmean.distributions.bulk.columns import sampler
from dpmean.exact import reals
from tests.distributions.bulk import test_columns_boundaries as boundaries
from tests.distributions.bulk import test_columns_boxes as held
from tests.distributions.bulk import test_columns_laws as laws
from tests.distributions.bulk import test_columns_rows as rows
from tests.lab.mutants.mutant import edit


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Samplers are made anew with the bug, and again without it."""
    sampler.cache_clear()
    yield
    sampler.cache_clear()


def plant(monkeypatch: pytest.MonkeyPatch, function: Any, old: str, new: str) -> None:
    """Changes a line of a function until the end of the test."""
    monkeypatch.setattr(function, "__code__", function.__code__)
    edit((old, new))(function)


COUNTED: dict[str, tuple[Any, str, str, str]] = {
    "a coin falls on the wrong side": (
        choices.happens,
        "drawn < np.uint64(scaled)",
        "drawn >= np.uint64(scaled)",
        "bernoulli",
    ),
    "signs are given as bits": (choices.signs, "* 2 - 1", "", "sign"),
    "words beyond the last multiple are kept": (
        choices.below,
        "drawn > last",
        "drawn > span - 1",
        "uniform integer, a ninth of the words refused",
    ),
    "places are exchanged with any place": (
        choices.Samples.draw,
        "below(stream, self.size - i, rows) + i",
        "below(stream, self.size, rows)",
        "permutation",
    ),
    "a place is exchanged with a later one only": (
        choices.Samples.draw,
        "below(stream, self.size - i, rows) + i",
        "np.minimum(below(stream, self.size - i, rows) + i + 1, self.size - 1)",
        "sample in random order",
    ),
    "a sample keeps its order": (
        choices.Samples.draw,
        "np.sort(chosen, axis=0) if self.ascending else chosen",
        "chosen",
        "sample in rising order",
    ),
    "columns share their words": (
        choices.UniformIntegers.draw,
        "below(stream, self.n, count * self.width)",
        "np.tile(below(stream, self.n, count), self.width)",
        "uniforms",
    ),
    "outcomes are listed from the second": (
        choices.Listed.draw,
        "column[at]",
        "column[at - 1]",
        "listed",
    ),
    "digits are uniform": (
        formulas.digit_upper,
        "(q**j - beyond) / (1 - beyond)",
        "0 * q + 1 - (0 * q + j) / 1024",
        "discrete laplace, digits",
    ),
    "a digit is forgotten": (
        geometric.Geometric.draw,
        "reversed(self.digits)",
        "self.digits[1:]",
        "discrete laplace, digits",
    ),
    "a negative zero is a zero": (
        geometric.TwoSided._kept,
        "(size == 0) & (sign < 0)",
        "(size < 0) & (sign < 0)",
        "discrete laplace, rational decay",
    ),
    "a share is the sum of two": (
        geometric.Shares.draw,
        "found - self",
        "found + self",
        "noise share",
    ),
    "the proposal is kept by another variance": (
        rejection.WideGaussian.keeps,
        "float(1 / (2 * self.variance))",
        "float(1 / (3 * self.variance))",
        "discrete gaussian, rejection",
    ),
    "the middle of the proposal is forgotten": (
        rejection.keeps,
        " - middle",
        "",
        "discrete gaussian, very wide",
    ),
    "the diagonal is the offset": (
        continuous.Hourglasses.draw,
        "x.steps + self",
        "0 * x.steps + self",
        "hourglass",
    ),
    "y is not mirrored": (continuous.Hourglasses.draw, "(-_ONE, x)", "(_ONE, x)", "hourglass"),
    "one variable serves both diagonals": (
        continuous.Staircases2D.draw,
        "(_HALF, q)",
        "(_HALF, p)",
        "staircase2d",
    ),
    "the first step is half as wide": (
        continuous.Staircases._boxes,
        "np.where(j == 0, 2, 0)",
        "np.where(j == 0, 1, 0)",
        "staircase",
    ),
    "steps are never 0": (
        geometric.SignedSteps.draw,
        "found *= happens(stream, self._beyond, self._scaled, count)",
        "",
        "discrete staircase, many points",
    ),
    "a size begins with 0": (
        geometric.SignedSteps.draw,
        "(self.size.draw(stream, count) + 1)",
        "self.size.draw(stream, count)",
        "discrete staircase, many points",
    ),
    "the central step has m points": (
        wide_lattice.WideStaircase.indices,
        "below(stream, 2 * self.g - 1, len(central))",
        "below(stream, self.m, len(central))",
        "discrete staircase, many points",
    ),
    "points of a negative step are mirrored at the wrong point": (
        wide_lattice.WideStaircase.indices,
        "j * self.m - self.g + 1",
        "j * self.m",
        "discrete staircase, many points",
    ),
    "the wide diagonal is the offset": (
        wide_lattice.WideHourglass.draw,
        "j + self.offset",
        "0 * j + self.offset",
        "discrete hourglass, digits",
    ),
    "the ball is one too small": (
        continuous.Staircases2D._boxes.func,
        "(-k, -one)",
        "(1 - k, -one)",
        "staircase2d",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("bug", COUNTED)
def test_counts_see(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, old, new, name = COUNTED[bug]
    plant(monkeypatch, function, old, new)
    assert fails(laws.test_events_come_as_often_as_their_chances_say, name)


def fails(check: Callable[..., None], *given: Any) -> bool:
    """Whether a check fails, or stumbles over an outcome off the law's support."""
    try:
        check(*given)
    except Exception:
        return True
    return False


FORCED: dict[str, tuple[Any, str, str, Callable[[], bool]]] = {
    "an event is taken for certain where it is open": (
        choices.happens,
        "less(stream, p, scaled)",
        "True",
        lambda: fails(
            boundaries.test_an_event_is_that_a_uniform_number_is_below_its_chance, Fraction(1, 3), 1
        ),
    ),
    "more bits are read from the wrong side": (
        choices.less,
        "u << WIDTH |",
        "u |",
        lambda: fails(
            boundaries.test_an_event_is_that_a_uniform_number_is_below_its_chance,
            reals.exp(Fraction(-2)),
            0,
        ),
    ),
    "one word too many is kept": (
        choices.below,
        "span - span % n - 1",
        "span - span % n",
        lambda: fails(boundaries.test_a_uniform_integer_is_the_remainder_of_a_kept_word, 10),
    ),
    "one word too few is kept": (
        choices.below,
        "span - span % n - 1",
        "span - span % n - 2",
        lambda: fails(boundaries.test_a_uniform_integer_is_the_remainder_of_a_kept_word, 10),
    ),
    "doubles decide what they cannot": (
        rejection.keeps,
        "w <= d * (1 + MARGIN) + 2",
        "w <= d * (1 - MARGIN)",
        lambda: fails(boundaries.test_a_proposal_is_kept_as_the_exact_number_says, "wide"),
    ),
    "the polynomial has a term less": (
        rejection.scaled_exponential,
        " * (1 - r * (1 / 4))",
        "",
        lambda: fails(boundaries.test_the_exponential_is_as_near_as_it_is_said_to_be),
    ),
    "digits stand in the wrong places": (
        geometric.Geometric.draw,
        "reversed(self.digits)",
        "self.digits",
        lambda: fails(boundaries.test_each_digit_has_its_own_power),
    ),
    "digits have each other's powers": (
        geometric.Geometric.__init__,
        "(power(1 << DIGIT * i), power",
        "(power(1 << i), power",
        lambda: fails(boundaries.test_each_digit_has_its_own_power),
    ),
    "coefficients are lost": (
        outcomes.Coordinate.row,
        "coefficient * int(column.values[i]) * column.unit",
        "int(column.values[i]) * column.unit",
        lambda: fails(rows.test_a_column_that_occurs_twice_in_a_coordinate_is_one_variable),
    ),
    "taken rows have the steps of others": (
        outcomes.Reals.take,
        "self.steps[rows]",
        "self.steps[: len(self.words[rows])]",
        lambda: fails(rows.test_taken_rows_are_those_rows, "staircase", np.array([5, 0, 63, 5])),
    ),
    "taken coordinates have nothing in common": (
        outcomes.Outcome.take,
        "column not in taken",
        "True",
        lambda: fails(rows.test_taken_rows_are_those_rows, "hourglass", np.array([5, 0, 63, 5])),
    ),
    "a row has the map of the next step": (
        outcomes.Reals.variable,
        "int(self.steps[i])",
        "int(self.steps[i]) + 1",
        lambda: fails(held.test_positions_lie_in_their_boxes, "hourglass"),
    ),
    "the low half of a word is left out": (
        boxes._middle,
        "(words & _LOW)",
        "(words & _LOW) * np.uint64(0)",
        lambda: fails(held.test_positions_lie_in_their_boxes, "staircase"),
    ),
    "the rest of the left end is left out": (
        boxes.Boxes._box,
        'self.left_rest.take(at, mode="clip") + ',
        "",
        lambda: fails(held.test_positions_lie_in_their_boxes, "staircase"),
    ),
    "the error of a sum is left out": (
        boxes.Boxes._box,
        "lo + (self",
        "0 * lo + (self",
        lambda: fails(held.test_positions_lie_in_their_boxes, "staircase"),
    ),
    "the cell is half as wide": (
        boxes.Boxes.of.__func__,
        "np.abs(width_hi) * CELL",  # type: ignore[attr-defined]
        "np.abs(width_hi) * CELL / 2",
        lambda: fails(held.test_positions_lie_in_their_boxes, "staircase"),
    ),
    "the middle of a cell is its beginning": (
        boxes._middle,
        "+ 0.5",
        "",
        lambda: fails(held.test_positions_lie_in_their_boxes, "staircase"),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("bug", FORCED)
def test_forced_words_rows_and_boxes_see(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, old, new, seen = FORCED[bug]
    assert not seen()
    sampler.cache_clear()
    plant(monkeypatch, function, old, new)
    assert seen()
