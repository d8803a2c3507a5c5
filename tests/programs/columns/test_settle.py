"""Rounding and clipping in columns against fractions: ties, bounds between grid points,
denominators that are 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dpmean.distributions.samplers.refine import Affine, Variable
from dpmean.programs.columns.settle import exact_output, indices
from dpmean.programs.interpret import _index
from dpmean.programs.postprocess import Uncertain
from tests.helpers.columns_rows import array, rows, uniform, uniforms

F = Fraction
ZERO, ONE = F(0), F(1)
GRIDS = st.sampled_from([F(1), F(1, 2), F(1, 3), F(2), F(1, 10**9), F(5, 7)])
QUARTERS = st.integers(-12, 12).map(lambda k: F(k, 4))
WORDS = st.one_of(
    st.integers(0, 2**64 - 1),
    st.sampled_from([0, 1, 2**63 - 1, 2**63, 2**64 - 1, 2**62, 3 * 2**62]),
    st.integers(-2, 2).flatmap(
        lambda k: st.sampled_from([2**61, 2**60 * 5, 2**63]).map(lambda w: w + k)
    ),
)
NUMBERS = st.one_of(st.integers(-8, 8), st.integers(-(2**40), 2**40), st.integers(-(2**66), 2**66))


@st.composite
def ends(draw: Any, grid: Fraction) -> tuple[Fraction, Fraction] | None:
    """Clip bounds: none, or two on quarters of a grid step."""
    if draw(st.booleans()):
        return None
    low = draw(QUARTERS) * grid
    return low, low + draw(st.integers(0, 9)) * grid / 4


@given(
    st.lists(NUMBERS, min_size=1, max_size=6),
    GRIDS,
    st.sampled_from([F(1), F(1, 2), F(1, 4), F(3, 5)]),
    QUARTERS,
)
def test_exact_outputs_are_rounded_to_even(
    numbers: list[int], grid: Fraction, unit: Fraction, shift: Fraction
) -> None:
    unit = unit * grid
    group = rows(len(numbers))
    form = group.whole(array(numbers), unit) + shift * grid
    found, sure = indices(group, form, grid)
    assert sure.all()
    assert [int(k) for k in found] == [round(k * unit / grid + shift) for k in numbers]
    whole = exact_output(group, form)
    assert [int(k) * whole.unit for k in whole.numbers] == [
        k * unit + shift * grid for k in numbers
    ]
    constant, sure = indices(group, numbers[0] * unit, grid)
    assert sure.all()
    assert {int(k) for k in constant} == {round(numbers[0] * unit / grid)}


@given(st.data())
def test_quotients_of_exact_numbers(data: st.DataObject) -> None:
    """Clip first, then round, for any factor and offset; where the denominator is 0 the value is a
    given one.
    """
    grid = data.draw(GRIDS)
    bounds = data.draw(ends(grid))
    factor, undefined = data.draw(st.sampled_from([F(1), F(1, 2), F(3)])), data.draw(QUARTERS)
    offset = data.draw(QUARTERS) * grid
    above = data.draw(st.lists(NUMBERS, min_size=1, max_size=6))
    below = data.draw(
        st.lists(st.one_of(st.integers(-4, 4), NUMBERS), min_size=len(above), max_size=len(above))
    )
    group = rows(len(above))
    top = group.whole(array(above), grid / 4)
    one = below[0] or 1
    for bottom, divisors in (
        (group.whole(array(below), ONE), below),
        (Affine(F(one)), [one] * len(above)),
    ):
        found, sure = indices(
            group, Uncertain(top, bottom, bounds, factor, offset, undefined), grid
        )
        assert sure.all()
        for k, a, b in zip(found, above, divisors, strict=True):
            value = a * grid / 4 / b if b else undefined
            value = max(bounds[0], min(value, bounds[1])) if bounds else value
            assert int(k) == round((value * factor + offset) / grid)


@given(st.data())
def test_quotients_of_continuous_numbers(data: st.DataObject) -> None:
    """What is certain is what every number of the cell rounds to; what is not certain lies next to
    a boundary.
    """
    grid = data.draw(GRIDS)
    bounds = data.draw(ends(grid))
    factor, offset = data.draw(st.sampled_from([F(1), F(1, 2), F(3)])), data.draw(QUARTERS) * grid
    words = data.draw(st.lists(WORDS, min_size=1, max_size=6))
    whole = data.draw(st.lists(st.integers(-3, 3), min_size=len(words), max_size=len(words)))
    slope, shift = (
        data.draw(st.sampled_from([F(1), F(-2), F(8)])) * grid,
        data.draw(QUARTERS) * grid,
    )
    below = data.draw(st.sampled_from(["constant", "exact", "continuous", "plain"]))
    group = rows(len(words), uniform(words))
    u, k = uniforms(group), group.whole(array(whole), ONE)
    above = u * slope + shift
    form: Any = above + k * grid
    if below != "plain":
        bottom = {"constant": Affine(F(-2)), "exact": k, "continuous": u + k}[below]
        form = Uncertain(above, bottom, bounds, factor, offset, F(1, 3))
    found, sure = indices(group, form, grid)
    for i, (word, j) in enumerate(zip(words, whole, strict=True)):
        v = Variable()
        top = Affine(shift, {v: slope})
        under = {
            "constant": Affine(F(-2)),
            "exact": Affine(F(j)),
            "continuous": Affine(F(j), {v: ONE}),
        }.get(below)
        if under is None:
            slow: Any = Uncertain(top + j * grid, Affine(ONE), None, ONE, ZERO)
        elif not under.terms and not j and below == "exact":
            value = F(1, 3) if bounds is None else max(bounds[0], min(F(1, 3), bounds[1]))
            slow = value * factor + offset
        else:
            slow = Uncertain(top, under, bounds, factor, offset)
        wanted = _index(slow, {v: v.box(word, 64)}, None, grid)
        assert not sure[i] or int(found[i]) == wanted
        near = any(
            min(x, 1 - x) * 2**20 < 1
            for x in [F(word, 2**64) * scale % 1 for scale in range(1, 33)]
        )
        assert sure[i] or wanted is None or near or below == "continuous"
        assert sure[i] or j or below != "exact"


def test_bounds_between_grid_points() -> None:
    """8 U with all bounds on quarters: the number is clipped, then rounded, and a bound on a tie
    goes to even.
    """
    words = [(k << 57) + 12345 for k in range(1, 128, 5)]
    form = uniforms(group := rows(len(words), uniform(words))) * 8
    for low in range(24):
        for high in (low, low + 1, low + 6):
            bounds = F(low, 4), F(high, 4)
            found, sure = indices(group, Uncertain(form, Affine(ONE), bounds, ONE, ZERO), ONE)
            assert sure.all()
            assert found.tolist() == [
                round(max(bounds[0], min(F(w, 1 << 61), bounds[1]))) for w in words
            ]


def test_a_cell_on_a_boundary_is_open_unless_a_bound_decides() -> None:
    """8 U next to 5/2, with bounds on both sides of it, above it, below it."""
    for word in (5 << 60, (5 << 60) - 1):
        group = rows(4, uniform([word] * 4))
        form = uniforms(group) * 8
        for bounds, wanted in (((0, 4), None), ((-1, 1), 1), ((4, 6), 4), (None, None)):
            given_ = None if bounds is None else (F(bounds[0]), F(bounds[1]))
            found, sure = indices(group, Uncertain(form, Affine(ONE), given_, ONE, ZERO), ONE)
            assert sure.tolist() == [wanted is not None] * 4
            assert wanted is None or found.tolist() == [wanted] * 4
