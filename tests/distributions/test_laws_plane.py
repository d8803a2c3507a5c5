"""The two-dimensional laws against sums and integrals of their densities; optimal gammas, and
limits.

Exact, as on the line.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.distributions import discrete_staircase, staircase, staircase2d
from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval, sign
from tests.helpers.strategies import (
    DIAGONAL,
    at,
    boundaries,
    decays,
    diagonal_total,
    fractions,
    geometric_sum,
    integral,
    line_total,
    on,
    pieces,
    planar_staircases,
    shares,
)

F = Fraction
DECAYS = [Decay.from_decay(b) for b in ("1/9", "1/2", "9/10")] + [
    Decay.from_epsilon(e) for e in ("1/20", "1", "7")
]


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
    assert (law.variance(), law.sum_variance(), law.covariance()) == (
        law.moment(2),
        2 * law.moment(2),
        0,
    )

    u, v = sorted((abs(x), abs(y)))
    parts = list(pieces(u, v, boundaries(g, d, 200)))
    assert law.norm_tail(u) - law.norm_tail(v) == sum(
        law.density(F(0), (p + q) / 2) * 2 * (q**2 - p**2) for p, q in parts
    )
    # linear in between
    assert law.tail(u) - law.tail(v) == sum(
        2 * law.marginal_density((p + q) / 2) * (q - p) for p, q in parts
    )

    cuts = [e - abs(x) for e in boundaries(g, d, 300)]
    slice_ = lambda y: law.density(x, y)  # noqa: E731
    along_y = geometric_sum(lambda j: 2 * integral(slice_, j * d, (j + 1) * d, cuts), b, 0)  # type: ignore[arg-type]
    assert law.marginal_density(x) == along_y
    assert law.conditional_density(x, y) * along_y == law.density(x, y)


# ---------------------------------------------------------------- hourglasses: sums over the diagonals and over x


@settings(max_examples=40)
@given(DIAGONAL, fractions, st.integers(-3, 3))
def test_hourglass_marginals_and_moments(law: Any, x: Fraction, k: int) -> None:
    x, d, b, line, f = on(law, x), law.sensitivity, law.decay.b, law.marginal, at(law)

    def over_k(z: Fraction, degree: int = 0) -> Fraction:
        return diagonal_total(lambda i: f(z, k=i) * i**degree, b, degree, int(abs(z) / d) + 3)

    marginal = getattr(law, "marginal_density", None) or law.marginal_pmf
    assert marginal(x) == over_k(x) == at(line)(x)
    assert law.conditional_pmf(x, k) * over_k(x) == f(x, k=k) == f(x, k * d - x)
    assert f(x, k * d - x + d / 7) == 0
    assert law.sum_pmf(k) == line_total(line, lambda z: f(z, k=k), b=b**2, start=5)
    assert law.moment(2) == line_total(line, over_k, 2) == law.variance()
    assert law.moment(3) == line.moment(3)
    assert law.tail(abs(x)) == line.tail(abs(x))
    # E X (X + Y)
    across = line_total(line, lambda z: (1 if z > 0 else -1) * over_k(z, 1), 1, degree=2) * d
    assert law.covariance() == across - law.variance()
    squares = line_total(line, lambda z: over_k(z, 2), degree=2) * d**2
    assert law.sum_variance() == squares == 2 * law.variance() + 2 * law.covariance()


@given(decays, st.integers(1, 6), st.data())
def test_lattice_laws_restrict_the_continuous_ones(
    b: Fraction, m: int, data: st.DataObject
) -> None:
    """For gamma off the lattice too: the lattice then sees the next multiple of 1/m, which is why
    it is refused.
    """
    g, i, k = (
        data.draw(st.integers(1, m)),
        data.draw(st.integers(-30, 30)),
        data.draw(st.integers(-5, 5)),
    )
    decay, d, x = Decay.from_decay(b), F(7, 4), F(7, 4) * F(i, m)
    lattice, gamma = (
        DiscreteHourglass(decay, F(g, m), m, d),
        F(3 * g - data.draw(st.integers(0, 2)), 3 * m),
    )
    real = Hourglass(decay, gamma, d)
    assert lattice.pmf(x, k=k) / lattice.pmf(F(0), k=0) == real.density(x, k=k) / real.density(
        F(0), k=0
    )  # type: ignore[operator]
    one, other = lattice.marginal, real.marginal
    assert one.pmf(x) / one.pmf(F(0)) == other.density(x) / other.density(F(0))  # type: ignore[operator]
    if gamma != F(g, m):
        with pytest.raises(InvalidInput, match="multiple"):
            DiscreteHourglass(decay, gamma, m, d)


# ---------------------------------------------------------------- the optimal gamma, and limits


@pytest.mark.parametrize("decay", DECAYS, ids=str)
@pytest.mark.parametrize(
    ("law", "order", "optimal"),
    [
        (Staircase, 2, staircase.optimal),
        (Staircase, 1, staircase.optimal),
        (Staircase2D, 2, staircase2d.optimal),
    ],
)
def test_optimal_gamma_is_a_minimum(decay: Decay, law: Any, order: int, optimal: Any) -> None:
    gamma = optimal(decay, "mse" if order == 2 else "absolute")
    least = law(decay, gamma).moment(order)
    near = [gamma + s * delta for delta in (F(1, 10**6), F(1, 300)) for s in (1, -1)]
    for other in [*near, *(F(i, 23) for i in range(1, 24))]:
        assert compare(law(decay, other).moment(order), least) > 0
    if order == 2:
        assert compare(law(decay, "optimal").variance(), least) == 0


@pytest.mark.parametrize("decay", DECAYS, ids=str)
def test_hourglass_is_uncorrelated_exactly_at_the_optimum(decay: Decay) -> None:
    law = Hourglass(decay, "optimal", F(5, 2))
    assert sign(law.covariance()) == 0 == sign(law.sum_variance() - 2 * law.variance())
    low, high = interval(law.marginal.gamma)[:2]
    assert [
        sign(Hourglass(decay, g).covariance()) for g in (low - F(1, 10**6), high + F(1, 10**6))
    ] == [1, -1]


@given(decays, st.integers(1, 12), st.sampled_from(["mse", "absolute"]))
def test_discrete_optimal_gamma_is_least_of_all(b: Fraction, m: int, objective: str) -> None:
    decay = Decay.from_decay(b)
    laws = [DiscreteStaircase(decay, F(g, m), m) for g in range(1, m + 1)]
    errors = [line_total(law, law.pmf, 2 if objective == "mse" else 1) for law in laws]
    assert discrete_staircase.optimal(decay, m, objective) == F(1 + errors.index(min(errors)), m)
    if objective == "mse":
        assert DiscreteHourglass(decay, "optimal", m).variance() == min(errors)


@given(decays, st.integers(1, 3), st.integers(-2, 2), shares(3))
def test_fine_lattices_tend_to_the_continuous_laws(
    b: Fraction, third: int, k: int, x: Fraction
) -> None:
    decay, gamma = Decay.from_decay(b), F(third, 3)
    real = Hourglass(decay, gamma)

    def errors(m: int) -> list[Any]:
        law = DiscreteHourglass(decay, gamma, m)
        pairs = [
            (law.variance(), real.variance()),
            (law.covariance(), real.covariance()),
            (law.sum_variance(), real.sum_variance()),
        ]
        pairs += [(law.sum_pmf(k), real.sum_pmf(k)), (law.marginal.cdf(x), real.marginal.cdf(x))]
        pairs += [
            (law.marginal.total_variation(x), real.marginal.total_variation(x)),
            (law.marginal.moment(3), real.moment(3)),
        ]
        return [abs(a - c) for a, c in pairs]  # type: ignore[arg-type]

    assert all(
        fine <= coarse / 90 or fine < F(1, 10**9)
        for coarse, fine in zip(errors(3000), errors(300_000), strict=True)
    )


def test_limits_in_epsilon() -> None:
    small, large = Decay.from_epsilon("1/1000"), Decay.from_epsilon(60)
    near = lambda value, limit: compare(abs_(value - limit), F(limit) / 500) < 0  # noqa: E731
    abs_ = lambda value: value * sign(value)  # noqa: E731
    eps = small.epsilon
    assert near(staircase.optimal(small), F(1, 2))
    for law in (
        Staircase(small, "optimal"),
        Laplace(small),
        DiscreteLaplace(small),
        Hourglass(small, "optimal"),
    ):
        assert near(law.variance() * eps * eps, F(2))
    assert near(Hourglass(small, F(1, 4)).sum_variance() * eps * eps, F(4))
    assert near(
        reals.root(Staircase(large, "optimal").variance(), 3) ** 3
        / (reals.root(large.b / 2, 3) ** 2),
        F(1),
    )
    assert near(DiscreteLaplace(Decay.from_epsilon(1), F(1000)).variance() / 10**6, F(2))
