"""Sharper conversions: never above the printed ones, never below an exact curve, monotone, inverse
to each other.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest

from dpmean.distributions.gaussian import Gaussian
from dpmean.distributions.laplace import Laplace
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.exact.reals import Number
from dpmean.privacy import best_composition, conversions
from tests.helpers.accounts_for_tests import asked, below, near

F = Fraction
RHOS = (F(1, 10**8), F(1, 50), F(1, 2), F(3), F(40))
DELTAS = (F(1, 10**12), F(1, 10**5), F(1, 20), F(1, 2), F(9, 10))
LEVELS = (F(-1), F(0), F(1, 10), F(1), F(4), F(30))


@pytest.mark.parametrize("rho", RHOS)
def test_the_epsilon_is_below_the_printed_one_and_falls_with_delta(rho: F) -> None:
    """Kills an order that is not the best, and a search that ends elsewhere."""
    found = []
    for delta in DELTAS:
        sharp, printed = (
            asked("zcdp.epsilon", rho=rho, delta=delta, constants=c) for c in ("exact", "paper")
        )
        assert compare(sharp, printed) < 0
        assert compare(sharp, F(0)) >= 0
        found.append(sharp)
    assert all(compare(a, b) > 0 or b == 0 for a, b in pairwise(found))


@pytest.mark.parametrize("delta", DELTAS)
def test_it_grows_with_rho(delta: F) -> None:
    found = [asked("zcdp.epsilon", rho=rho, delta=delta, constants="exact") for rho in RHOS]
    assert all(compare(a, b) < 0 or a == b == 0 for a, b in pairwise(found))
    assert asked("zcdp.epsilon", rho=F(0), delta=delta, constants="exact") == 0


@pytest.mark.parametrize(
    ("rho", "level"),
    [(rho, level) for rho, level in product(RHOS, LEVELS) if level**2 < 10**5 * rho],
)
def test_the_delta_is_not_below_that_of_gaussian_noise(rho: F, level: F) -> None:
    """Kills a conversion that promises too much: Gaussian noise has exactly this rho, and its exact
    delta is known.
    """
    delta = conversions.least_delta(rho, reals.exp(level))
    assert compare(Gaussian(1 / (2 * rho)).hockey_stick(F(1), reals.exp(level)), delta) < 0
    assert compare(delta, F(1)) < 0


@pytest.mark.parametrize(
    ("epsilon", "share"), [*product((F(1, 10), F(1), F(5)), (F(0), F(1, 3), F(9, 10)))]
)
def test_nor_below_that_of_laplace_noise_by_way_of_its_least_rho(epsilon: F, share: F) -> None:
    """Kills half a rho: Laplace noise is epsilon-DP, so it has the rho of that."""
    law, ratio = Laplace(Decay.from_epsilon(epsilon)), reals.exp(share * epsilon)
    rho = asked("zcdp.rho", epsilon=epsilon, constants="exact")
    above = interval(rho, 200).upper
    assert compare(law.hockey_stick(F(1), ratio), conversions.least_delta(above, ratio)) < 0


@pytest.mark.parametrize(("rho", "level"), [*product(RHOS, (F(1, 10), F(1), F(4)))])
def test_no_other_order_shows_a_smaller_delta(rho: F, level: F) -> None:
    """Kills a root of another equation: the best order is compared with orders on either side, and
    far from it.
    """
    best = reals.log(conversions.least_delta(rho, reals.exp(level)))
    for y in (F(1, 100), F(1, 2), F(1), F(10), F(1000), level / rho):
        at = conversions.log_delta(rho, level, y, reals.log(y), reals.log(1 + y))
        assert compare(best, at) <= 0


@pytest.mark.parametrize(
    ("rho", "level"), [*product((F(1, 50), F(1, 2), F(3)), (F(1, 10), F(1), F(4)))]
)
def test_the_two_are_inverse(rho: F, level: F) -> None:
    delta = interval(conversions.least_delta(rho, reals.exp(level)), 300)
    assert below(conversions.least_epsilon(rho, delta.upper), level)
    assert below(level, conversions.least_epsilon(rho, delta.lower))


def test_where_both_laws_are_equal_the_delta_is_exact() -> None:
    """Kills the search at rho 0, where there is no best order from epsilon 0 on."""
    assert asked("zcdp.delta", rho=F(0), at_ratio=F(1, 3)) == F(2, 3)
    assert (
        asked("zcdp.delta", rho=F(0), at_ratio=F(1))
        == asked("zcdp.delta", rho=F(0), at_epsilon=F(7))
        == 0
    )


def test_far_out_the_delta_is_the_printed_one_over_e_times_the_order() -> None:
    """Kills a factor of 1/a or (1 - 1/a)^a that is left out: the best order is nearly a = (epsilon
    + rho)/(2 rho), and delta nearly e^(-(epsilon - rho)^2/(4 rho))/(e a).
    """
    rho, level = F(1, 2), F(200)
    printed = reals.exp(-((level - rho) ** 2) / (4 * rho))
    share = conversions.least_delta(rho, reals.exp(level)) / printed
    assert near(share * 200 * reals.exp(1), F(1), F(1, 100))


@pytest.mark.parametrize("epsilon", [F(1, 10**6), F(1, 3), F(1), F(4), F(50)])
def test_the_least_rho_of_pure_dp(epsilon: F) -> None:
    """Kills a rho that a coin exceeds: the divergence of every order, over the order, is below rho,
    and nearly rho.
    """
    decay = Decay.from_epsilon(epsilon)
    rho: Number = asked("zcdp.rho", epsilon=epsilon, constants="exact")
    assert compare(rho, asked("zcdp.rho", epsilon=epsilon)) < 0
    assert compare(rho, epsilon) < 0
    for order in (F(1001, 1000), F(3, 2), F(2), F(30)):
        assert compare(best_composition.best_renyi(decay, 1, order), rho * order) < 0
    order = 1 + F(1, 10**12)
    assert near(best_composition.best_renyi(decay, 1, order) / order / rho, F(1), F(1, 10**9))


@pytest.mark.parametrize("delta", [F(0), F(1)])
@pytest.mark.parametrize("constants", ["paper", "exact"])
def test_a_delta_of_0_or_1_is_refused(delta: F, constants: str) -> None:
    with pytest.raises(InvalidInput, match="delta: must lie strictly between 0 and 1"):
        asked("zcdp.epsilon", rho=F(1), delta=delta, constants=constants)
