"""Every quantity of every law against sums and integrals of its density, with exact equality of
Fractions.

The decay and epsilon are independent rationals (`Decay.formal`), so what lies in Q(epsilon, b,
gamma) is a Fraction.
"""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase, moment, optimal
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.staircase import Staircase
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval, sign
from tests.helpers.strategies import (
    DIAGONAL,
    LATTICE,
    LINE,
    at,
    boundaries,
    epsilons,
    fractions,
    integral,
    line_total,
    on,
    planar_staircases,
    probabilities,
    staircases,
)

F = Fraction
DECAYS = [Decay.from_decay(b) for b in ("1/9", "1/2", "9/10")] + [
    Decay.from_epsilon(e) for e in ("1/20", "1", "7")
]


# ---------------------------------------------------------------- on the line


@given(LINE)
def test_total_mass_and_moments(law: Any) -> None:
    assert line_total(law, at(law)) == 1
    for order in (1, 2, 3, 4):
        assert law.moment(order) == line_total(law, at(law), order)
    assert law.variance() == law.moment(2)
    assert law.normalizer() == at(law)(F(0))


@given(staircases, fractions, fractions)
def test_staircase_cdf_is_the_integral_of_the_density(
    law: Staircase, x: Fraction, y: Fraction
) -> None:
    d, (x, y) = law.sensitivity, sorted((x, y))
    assert law.cdf(y) - law.cdf(x) == integral(law.density, x, y, boundaries(law.gamma, d, 200))
    assert law.cdf(x) == 1 - law.cdf(-x)
    assert law.tail(abs(x)) == 2 * law.cdf(-abs(x))
    # beyond a boundary lies b times what lies beyond the boundary before it: so it tends to 0
    end = (4 + law.gamma) * d
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


EDGES = st.sampled_from([None, F(0), F(1, 3), F(1, 2), F(1), F(3, 2)])


@given(st.one_of(LINE, DIAGONAL, planar_staircases), fractions, EDGES, st.integers(-4, 4))
def test_symmetry_and_log_density(law: Any, x: Fraction, edge: Fraction | None, k: int) -> None:
    d = law.sensitivity
    gamma = getattr(law, "gamma", F(1))
    # edge: a step boundary, or between two
    x = on(law, x) if edge is None else on(law, (gamma + 2 * edge) * d)
    point: tuple[Fraction, ...] = (x,) if not law.plane else (x, k * d - x)
    f, log_f = at(law), getattr(law, "log_density", None) or law.log_pmf
    assert f(*point) == f(*(-z for z in point)) == f(*reversed(point))
    origin = tuple(F(0) for _ in point)
    # its masses are powers of b^(1/D)
    root = d.numerator if isinstance(law, DiscreteLaplace) else 1
    exponent = next(n for n in range(500) if (f(*point) / f(*origin)) ** root == law.decay.b**n)
    assert sign(log_f(*point) - log_f(*origin) + law.decay.epsilon * F(exponent, root)) == 0
    assert sign(log_f(*origin) - reals.log(law.normalizer())) == 0


# ---------------------------------------------------------------- Laplace: two-sided bounds instead of sums over steps


@given(epsilons, fractions, probabilities)
def test_laplace(epsilon: Fraction, x: Fraction, p: Fraction) -> None:
    law, h = Laplace(Decay.from_epsilon(epsilon), F(5, 2)), F(1, 10**6)
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


def test_laplace_of_a_rational_decay_takes_long_decimals() -> None:
    """b^x = 2^-0.1234567890123; in a process of its own, because 2^1234567890123 does not fit into
    one.
    """
    code = """
import resource
from fractions import Fraction
from dpmean import value
from dpmean.exact.digits import decimals
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
print(*decimals(value("laplace.cdf", {"decay": "1/2", "x": "0.1234567890123"}).values[0], 12))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=False
    )
    assert done.stdout.split() == ["0.541007269062", "0.541007269063"], done.stderr[-300:]


@pytest.mark.parametrize("order", [1, 2, 3, 5, 8])
def test_laplace_moments_by_quadrature(order: int) -> None:
    law = Laplace(Decay.from_epsilon("3/2"), F(5, 2))
    with mpmath.workdps(30):
        rate = mpmath.mpf(3) / 5
        route = mpmath.quad(
            lambda x: x**order * mpmath.exp(-rate * x) * rate, [0, 10, 50, mpmath.inf]
        )
        found = F(law.moment(order))  # type: ignore[arg-type]
        assert abs(route - mpmath.mpf(found.numerator) / found.denominator) < 1e-18 * route
    assert law.variance() == law.moment(2)


@pytest.mark.parametrize(
    "decay",
    [*(Decay.from_decay(b) for b in ("1/1000", "1/2", "999/1000")), Decay.from_epsilon("1/3")],
)
def test_the_optimum_on_the_lattice_is_that_of_all_candidates(decay: Decay) -> None:
    """Kills a search that stops at the first rise of a moment with more than one, or takes the
    larger of two equal.
    """
    for m in (*range(1, 14), 40):
        for order, objective in ((2, "mse"), (1, "absolute")):
            best, least = 1, moment(order, decay.b, Fraction(1), Fraction(m))
            for g in range(2, m + 1):
                found = moment(order, decay.b, Fraction(g), Fraction(m))
                if compare(found, least) < 0:
                    best, least = g, found
            assert optimal(decay, m, objective) == Fraction(best, m)
