"""Privacy of every law on its sensitivity space: all shifts of a lattice, all cells and their
boundaries, no tolerance.

Densities are Fractions (b is a power of a rational wherever a law needs roots of it). Below, the
whole privacy profile: hockey-stick divergences against the integral of (P - ratio Q)+ over the
cells of P and Q.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from tests.helpers.strategies import (
    DIAGONAL,
    LINE,
    RATIOS,
    ROOTED,
    THIRD,
    T,
    at,
    between,
    boundaries,
    decays,
    diagonal_total,
    geometric_sum,
    hourglass_shares,
    l1_shares,
    line_total,
    on,
    pieces,
    planar_staircases,
    ratios,
    shares,
)

F = Fraction

# ---------------------------------------------------------------- laws: every shift of a lattice, every cell and
# boundary

_LINE = [Staircase(THIRD, g, F(2)) for g in (F(1, 6), F(1, 2), F(2, 3), F(1))]
_LINE += [DiscreteStaircase(THIRD, F(g, 4), 4, F(2)) for g in (1, 2, 3, 4)]  # type: ignore[list-item]
_PLANE: list[Any] = [Staircase2D(THIRD, g) for g in (F(1, 4), F(1, 2), F(1))]
_HOURGLASSES: list[Any] = [
    law(THIRD, F(g, 4), *more)
    for law, *more in ((Hourglass,), (DiscreteHourglass, 4))
    for g in (1, 2, 3, 4)
]


@pytest.mark.parametrize("law", _LINE, ids=repr)
def test_staircases_on_the_line(law: Any) -> None:
    b, step, f = law.decay.b, law.lattice or F(1, 12), cache(at(law))
    # boundaries are multiples of 1/6 D = 1/3
    points = [(x,) for x in between(F(-8), F(8), law.lattice or F(1, 24))]
    for shift in between(F(-3), F(3), step):
        found = ratios(f, points, (shift,))
        if abs(shift) <= law.sensitivity:
            assert found <= {b, F(1), 1 / b}
            assert max(found) == (1 / b) ** law.privacy_loss(shift).epsilons == 1 / min(found)
        else:
            assert max(found) > 1 / b
            with pytest.raises(InvalidInput):
                law.privacy_loss(shift)


@pytest.mark.parametrize("law", [Laplace(ROOTED, F(2)), DiscreteLaplace(ROOTED, F(4))], ids=repr)
def test_laplaces(law: Any) -> None:
    f, step = cache(at(law)), law.lattice or F(1, 12)
    points = [(x,) for x in between(F(-9), F(9), step)]
    for shift in between(F(-6), F(6), step):
        found = ratios(f, points, (shift,))
        allowed = (1 / T) ** (72 * abs(shift) / law.sensitivity).numerator
        assert max(found) == allowed == 1 / min(found)
        assert law.privacy_loss(shift).epsilons == abs(shift) / law.sensitivity


@pytest.mark.share(3)
@pytest.mark.parametrize("law", _PLANE, ids=repr)
def test_planar_staircase(law: Staircase2D) -> None:
    b, by_radius = law.decay.b, cache(lambda r: law.density(r, F(0)))
    axis = between(F(-5, 2), F(5, 2), F(1, 8))
    assert all(law.density(x, y) == by_radius(abs(x) + abs(y)) for x, y in product(axis[::5], axis))
    for shift in product(between(F(-5, 4), F(5, 4), F(1, 4)), repeat=2):
        found = ratios(lambda x, y: by_radius(abs(x) + abs(y)), product(axis, axis), shift)
        if sum(map(abs, shift)) <= 1:
            assert found <= {b, F(1), 1 / b}
            assert max(found) == (1 / b) ** law.privacy_loss(*shift).epsilons
        else:
            assert max(found) > 1 / b


@pytest.mark.share(2)
@pytest.mark.parametrize("law", _HOURGLASSES, ids=repr)
def test_hourglasses_have_exactly_two_ratios(law: Any) -> None:
    b, f = law.decay.b, cache(at(law))
    points = [
        (x, k - x) for x in between(F(-3), F(3), law.lattice or F(1, 8)) for k in range(-4, 5)
    ]
    for shift in product(between(F(-3, 2), F(3, 2), F(1, 4)), repeat=2):
        found = ratios(f, points, shift)
        if abs(sum(shift)) == 1 == sum(map(abs, shift)):
            assert found == {b, 1 / b}
            assert law.privacy_loss(*shift).epsilons == 1
        else:
            assert shift == (0, 0) or max(found) > 1 / b
            with pytest.raises(InvalidInput):
                law.privacy_loss(*shift)


# ---------------------------------------------------------------- the whole profile: divergences by integration


@given(LINE, shares(), RATIOS)
def test_hockey_stick_on_the_line(law: Any, share: Fraction, ratio: Fraction) -> None:
    shift, f = on(law, share * law.sensitivity), at(law)
    assert law.hockey_stick(shift, ratio) == line_total(
        law, lambda x: max(f(x) - ratio * f(x - shift), F(0)), 0, shift
    )
    if not isinstance(law, DiscreteLaplace):
        assert (
            law.total_variation(shift)
            == line_total(law, lambda x: abs(f(x) - f(x - shift)), 0, shift) / 2
        )


@given(decays, st.integers(-12, 12), st.integers(-15, 15))
def test_laplace_hockey_stick(t: Fraction, i: int, e: int) -> None:
    """P - ratio Q is positive left of the point where b^(2x - s) = ratio; all powers of t, so that
    everything is rational.
    """
    law, shift, ratio = Laplace(Decay(F(1), t**24)), F(i, 12), t ** (2 * e)
    s = abs(shift)
    crossing = (F(2 * e, 24) + s) / 2
    inside = [law.cdf(crossing) - ratio * law.cdf(crossing - s)] if 0 <= crossing <= s else []
    assert law.hockey_stick(shift, ratio) == max([F(0), 1 - ratio, *inside])  # type: ignore[type-var]


@settings(max_examples=25)
@given(planar_staircases, l1_shares(), RATIOS)
def test_planar_hockey_stick(
    law: Staircase2D, share: tuple[Fraction, Fraction], ratio: Fraction
) -> None:
    """In the coordinates u = x + y, v = x - y every step is a square ring; cells of one and of its
    shift are rectangles.
    """
    d, (sx, sy) = law.sensitivity, (share[0] * law.sensitivity, share[1] * law.sensitivity)
    rings = {"hockey": [F(0)] * 7, "tv": [F(0)] * 7}
    lines = [
        [*boundaries(law.gamma, d, 9, (F(0), s)), *(j * d for j in range(-7, 8))]
        for s in (sx + sy, sx - sy)
    ]
    level = {}
    for (u0, u1), (v0, v1) in (
        (a, c) for a in pieces(-7 * d, 7 * d, lines[0]) for c in pieces(-7 * d, 7 * d, lines[1])
    ):
        u, v = (u0 + u1) / 2, (v0 + v1) / 2
        # |x| + |y| = max(|u|, |v|)
        radii = (max(abs(u), abs(v)), max(abs(u - sx - sy), abs(v - sx + sy)))
        p, q = (level.setdefault(r, law.density(r, F(0))) for r in radii)
        area, ring = (u1 - u0) * (v1 - v0) / 2, int(radii[0] / d)
        rings["hockey"][ring] += max(p - ratio * q, F(0)) * area  # type: ignore[operator, type-var]
        rings["tv"][ring] += abs(p - q) * area / 2  # type: ignore[arg-type, operator]
    assert law.hockey_stick(sx, sy, ratio) == geometric_sum(
        rings["hockey"].__getitem__, law.decay.b, 1
    )  # type: ignore[arg-type]
    assert law.total_variation(sx, sy) == geometric_sum(rings["tv"].__getitem__, law.decay.b, 1)  # type: ignore[arg-type]


@settings(max_examples=40)
@given(st.data())
def test_hourglass_hockey_stick(data: st.DataObject) -> None:
    law, ratio = data.draw(DIAGONAL), data.draw(RATIOS)
    d, b, f = law.sensitivity, law.decay.b, at(law)
    sx, sy = (s * d for s in data.draw(hourglass_shares(getattr(law, "m", 5))))
    turn = (sx + sy) / d

    def over_k(z: Fraction) -> Fraction:
        return diagonal_total(
            lambda i: max(f(z, k=i) - ratio * f(z - sx, k=i - turn), F(0)),
            b,
            0,
            int(abs(z) / d) + 4,
        )

    assert law.hockey_stick(sx, sy, ratio) == line_total(law.marginal, over_k, 0, sx)
