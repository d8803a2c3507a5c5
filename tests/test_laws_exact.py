"""Every quantity of every law against sums and integrals of its density, with exact equality of Fractions.

The decay and epsilon are independent rationals (`Decay.formal`), so what lies in Q(epsilon, b, gamma) is a Fraction.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import (
    boundaries,
    decays,
    diagonal_total,
    discrete_hourglasses,
    discrete_laplaces,
    discrete_staircases,
    epsilons,
    fractions,
    geometric_sum,
    hourglass_shares,
    hourglasses,
    integral,
    l1_shares,
    line_total,
    pieces,
    planar_staircases,
    probabilities,
    shares,
    staircases,
)

from dpmean import reals
from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.parameters import Decay
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.enclosure import compare, interval, sign
from dpmean.reals import Number

F = Fraction
LATTICE = st.one_of(discrete_staircases, discrete_laplaces())
LINE = st.one_of(staircases, LATTICE)
DIAGONAL = st.one_of(hourglasses, discrete_hourglasses)
RATIOS = st.builds(F, st.integers(1, 40), st.integers(1, 12))
DECAYS = [Decay.from_decay(b) for b in ("1/9", "1/2", "9/10")] + [Decay.from_epsilon(e) for e in ("1/20", "1", "7")]


def at(law: Any) -> Callable[..., Any]:
    """The density, or the mass."""
    return getattr(law, "density", None) or law.pmf  # type: ignore[no-any-return]


def on(law: Any, x: Fraction) -> Fraction:
    """x moved to where the law has points."""
    return x if law.lattice is None else round(x / law.lattice) * law.lattice


# ---------------------------------------------------------------- on the line


@given(LINE)
def test_total_mass_and_moments(law: Any) -> None:
    assert line_total(law, at(law)) == 1
    for order in (1, 2, 3, 4):
        assert law.moment(order) == line_total(law, at(law), order)
    assert law.variance() == law.moment(2)
    assert law.normalizer() == at(law)(F(0))


@given(staircases, fractions, fractions)
def test_staircase_cdf_is_the_integral_of_the_density(law: Staircase, x: Fraction, y: Fraction) -> None:
    d, (x, y) = law.sensitivity, sorted((x, y))
    assert law.cdf(y) - law.cdf(x) == integral(law.density, x, y, boundaries(law.gamma, d, 200))
    assert law.cdf(x) == 1 - law.cdf(-x)
    assert law.tail(abs(x)) == 2 * law.cdf(-abs(x))
    end = (4 + law.gamma) * d  # beyond a boundary lies b times what lies beyond the boundary before it: so it tends to 0
    assert law.tail(end) == law.decay.b * law.tail(end - d) == 2 * (1 - law.level_cdf(4))
    assert law.level_cdf(-5) == 1 - law.level_cdf(4)


@given(LATTICE, st.integers(-40, 40))
def test_lattice_cdf_is_the_sum_of_the_masses(law: Any, i: int) -> None:
    x, step, d = i * law.lattice, law.lattice, law.sensitivity
    assert law.cdf(x) - law.cdf(x - step) == law.pmf(x)
    assert law.cdf(x) == 1 - law.cdf(-x - step)
    assert law.tail(abs(x)) == (2 * law.cdf(-abs(x)) if x else 1)
    assert law.cdf(-5 * d - step) == law.cdf(-4 * d - step) * law.decay.b
    if isinstance(law, DiscreteStaircase):
        assert law.cdf(x + step / 3) == law.cdf(x) == law.index_cdf(i)
        assert law.tail(abs(x) + step / 3) == law.tail(abs(x) + step)


@given(LINE, fractions, probabilities)
def test_quantile_inverts_cdf(law: Any, x: Fraction, q: Fraction) -> None:
    x = on(law, x)
    p = law.cdf(x)
    assert law.quantile(p) == x
    if law.lattice is None:
        assert law.cdf(law.quantile(q)) == q
    else:
        hair = law.pmf(x) / 10**9
        assert (law.quantile(p - hair), law.quantile(p + hair)) == (x, x + law.lattice)
        assert law.cdf(law.quantile(q) - law.lattice) < q <= law.cdf(law.quantile(q))


@given(LINE, shares(), RATIOS)
def test_hockey_stick_on_the_line(law: Any, share: Fraction, ratio: Fraction) -> None:
    shift, f = on(law, share * law.sensitivity), at(law)
    assert law.hockey_stick(shift, ratio) == line_total(law, lambda x: max(f(x) - ratio * f(x - shift), F(0)), 0, shift)
    if not isinstance(law, DiscreteLaplace):
        assert law.total_variation(shift) == line_total(law, lambda x: abs(f(x) - f(x - shift)), 0, shift) / 2


@given(st.one_of(LINE, DIAGONAL, planar_staircases), fractions, st.sampled_from([None, F(0), F(1, 3), F(1, 2), F(1), F(3, 2)]), st.integers(-4, 4))
def test_symmetry_and_log_density(law: Any, x: Fraction, edge: Fraction | None, k: int) -> None:
    d = law.sensitivity
    gamma = getattr(law, "gamma", F(1))
    x = on(law, x) if edge is None else on(law, (gamma + 2 * edge) * d)  # edge: a step boundary, or between two
    point: tuple[Fraction, ...] = (x,) if hasattr(law, "cdf") else (x, k * d - x)
    f, log_f = at(law), getattr(law, "log_density", None) or law.log_pmf
    assert f(*point) == f(*(-z for z in point)) == f(*reversed(point))
    origin = tuple(F(0) for _ in point)
    root = d.numerator if isinstance(law, DiscreteLaplace) else 1  # its masses are powers of b^(1/D)
    exponent = next(n for n in range(500) if (f(*point) / f(*origin)) ** root == law.decay.b**n)
    assert sign(log_f(*point) - log_f(*origin) + law.decay.epsilon * F(exponent, root)) == 0
    assert sign(log_f(*origin) - reals.log(law.normalizer())) == 0


# ---------------------------------------------------------------- Laplace: two-sided bounds instead of sums over steps


@given(st.sampled_from(DECAYS), fractions, probabilities)
def test_laplace(decay: Decay, x: Fraction, p: Fraction) -> None:
    law, h = Laplace(decay, F(5, 2)), F(1, 10**6)
    near, far = sorted((abs(x), abs(x + h)))
    assume(x >= 0 or x + h <= 0)
    rise = law.cdf(x + h) - law.cdf(x)  # within h rate < 3e-6 of h density, from both sides
    assert compare(h * law.density(near), rise) > 0 > compare(h * law.density(far), rise)
    assert sign(law.cdf(x) + law.cdf(-x) - 1) == 0
    assert sign(law.tail(abs(x)) - 2 * law.cdf(-abs(x))) == 0
    assert compare(law.tail(F(1000)), F(1, 10**8)) < 0
    q = interval(law.quantile(p), 200)
    assert compare(law.cdf(q.lower), p) <= 0 <= compare(law.cdf(q.upper), p)
    assert sign(law.log_density(x) - reals.log(law.rate / 2) + law.rate * abs(x)) == 0
    assert sign(law.density(F(0)) * 2 * law.scale() - 1) == 0


@pytest.mark.parametrize("order", [1, 2, 3, 5, 8])
def test_laplace_moments_by_quadrature(order: int) -> None:
    law = Laplace(Decay.from_epsilon("3/2"), F(5, 2))
    with mpmath.workdps(30):
        rate = mpmath.mpf(3) / 5
        route = mpmath.quad(lambda x: x**order * mpmath.exp(-rate * x) * rate, [0, 10, 50, mpmath.inf])
        found = F(law.moment(order))  # type: ignore[arg-type]
        assert abs(route - mpmath.mpf(found.numerator) / found.denominator) < 1e-18 * route
    assert law.variance() == law.moment(2)


@given(decays, st.integers(-12, 12), st.integers(-15, 15))
def test_laplace_hockey_stick(t: Fraction, i: int, e: int) -> None:
    """P - ratio Q is positive left of the point where b^(2x - s) = ratio; all powers of t, so that everything is rational."""
    law, shift, ratio = Laplace(Decay.formal(1, t**24)), F(i, 12), t ** (2 * e)
    s = abs(shift)
    crossing = (F(2 * e, 24) + s) / 2
    inside = [law.cdf(crossing) - ratio * law.cdf(crossing - s)] if 0 <= crossing <= s else []
    assert law.hockey_stick(shift, ratio) == max([F(0), 1 - ratio, *inside])  # type: ignore[type-var]


# ---------------------------------------------------------------- the two-dimensional staircase


@given(planar_staircases, fractions, fractions)
def test_planar_staircase(law: Staircase2D, x: Fraction, y: Fraction) -> None:
    b, g, d = law.decay.b, law.gamma, law.sensitivity

    def layers(ball: Callable[[Fraction], Fraction], degree: int) -> Fraction:
        def layer(j: int) -> Fraction:
            inner, outer = (j - 1 + g) * d if j else F(0), (j + g) * d
            return law.density((inner + outer) / 2, F(0)) * (ball(outer) - ball(inner))  # type: ignore[return-value]

        return geometric_sum(layer, b, degree)  # type: ignore[arg-type]

    assert layers(lambda r: 2 * r**2, 1) == 1 == law.norm_tail(F(0)) == law.tail(F(0))
    for p in (1, 2, 3):  # the integral of |x|^p over the ball |x| + |y| < r
        assert law.moment(p) == layers(lambda r, p=p: 4 * r ** (p + 2) / ((p + 1) * (p + 2)), p + 1)  # type: ignore[misc]
    assert (law.variance(), law.sum_variance(), law.covariance()) == (law.moment(2), 2 * law.moment(2), 0)

    u, v = sorted((abs(x), abs(y)))
    parts = list(pieces(u, v, boundaries(g, d, 200)))
    assert law.norm_tail(u) - law.norm_tail(v) == sum(law.density(F(0), (p + q) / 2) * 2 * (q**2 - p**2) for p, q in parts)
    assert law.tail(u) - law.tail(v) == sum(2 * law.marginal_density((p + q) / 2) * (q - p) for p, q in parts)  # linear in between

    cuts = [e - abs(x) for e in boundaries(g, d, 300)]
    along_y = geometric_sum(lambda j: 2 * integral(lambda z: law.density(x, z), j * d, (j + 1) * d, cuts), b, 0)  # type: ignore[arg-type, return-value]
    assert law.marginal_density(x) == along_y
    assert law.conditional_density(x, y) * along_y == law.density(x, y)


@settings(max_examples=25)
@given(planar_staircases, l1_shares(), RATIOS)
def test_planar_hockey_stick(law: Staircase2D, share: tuple[Fraction, Fraction], ratio: Fraction) -> None:
    """In the coordinates u = x + y, v = x - y every step is a square ring; cells of one and of its shift are rectangles."""
    d, (sx, sy) = law.sensitivity, (share[0] * law.sensitivity, share[1] * law.sensitivity)
    rings = {"hockey": [F(0)] * 7, "tv": [F(0)] * 7}
    lines = [[*boundaries(law.gamma, d, 9, (F(0), s)), *(j * d for j in range(-7, 8))] for s in (sx + sy, sx - sy)]
    level = {}
    for (u0, u1), (v0, v1) in ((a, c) for a in pieces(-7 * d, 7 * d, lines[0]) for c in pieces(-7 * d, 7 * d, lines[1])):
        u, v = (u0 + u1) / 2, (v0 + v1) / 2
        radii = max(abs(u), abs(v)), max(abs(u - sx - sy), abs(v - sx + sy))  # |x| + |y| = max(|u|, |v|)
        p, q = (level.setdefault(r, law.density(r, F(0))) for r in radii)
        area, ring = (u1 - u0) * (v1 - v0) / 2, int(radii[0] / d)
        rings["hockey"][ring] += max(p - ratio * q, F(0)) * area  # type: ignore[operator, type-var]
        rings["tv"][ring] += abs(p - q) * area / 2  # type: ignore[arg-type, operator]
    assert law.hockey_stick(sx, sy, ratio) == geometric_sum(rings["hockey"].__getitem__, law.decay.b, 1)  # type: ignore[arg-type]
    assert law.total_variation(sx, sy) == geometric_sum(rings["tv"].__getitem__, law.decay.b, 1)  # type: ignore[arg-type]
