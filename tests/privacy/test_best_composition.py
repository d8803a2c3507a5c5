"""The exact composition: the divergence of all outcomes, never above another theorem, never below
an exact curve.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.distributions.laplace import Laplace
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.privacy import best_composition, composition
from dpmean.privacy.guarantees import ApproximateDP
from tests.helpers.accounts_for_tests import asked, below, near

F = Fraction
DECAYS = st.sampled_from([F(1, 2), F(1, 3), F(9, 10), F(1, 50)])
SHARES = st.integers(0, 12).map(lambda i: F(i, 12))
RATIOS = st.builds(F, st.integers(1, 40), st.integers(1, 40))
TINY = F(1, 10**40)


def divergence(decay: F, delta: F, releases: int, ratio: F) -> F:
    """By the number of truths, lies and failures of either kind, each a sum of its own."""
    g, total = 1 / decay, F(0)
    for truths in range(releases + 1):
        for lies in range(releases + 1 - truths):
            for ours in range(releases + 1 - truths - lies):
                theirs = releases - truths - lies - ours
                ways = (
                    comb(releases, truths)
                    * comb(releases - truths, lies)
                    * comb(ours + theirs, ours)
                )
                sure = (
                    (1 - delta) ** (truths + lies)
                    / (1 + g) ** (truths + lies)
                    * delta ** (ours + theirs)
                )
                p = 0 if theirs else ways * sure * g**truths
                q = 0 if ours else ways * sure * g**lies
                total += max(F(0), p - ratio * q)
    return total


@given(DECAYS, SHARES, st.integers(1, 6), RATIOS)
def test_the_delta_is_the_divergence_of_all_outcomes(
    decay: F, delta: F, releases: int, ratio: F
) -> None:
    """Kills a lie that counts as a truth, a piece too many or too few, and failures that are
    added.
    """
    found = best_composition.best_delta(Decay.from_decay(decay), delta, releases, ratio)
    assert found == divergence(decay, delta, releases, ratio)


@given(DECAYS, SHARES, st.integers(1, 6), st.integers(1, 40).map(lambda i: F(i, 41)))
def test_the_epsilon_is_the_least_and_never_above_basic_composition(
    decay: F, delta: F, releases: int, most: F
) -> None:
    """Kills an epsilon at the wrong end of a piece, and one that is below 0 or above k epsilon."""
    failed = 1 - (1 - delta) ** releases
    pair = Decay.from_decay(decay)
    if most < failed:
        with pytest.raises(InvalidInput, match="the chance that some release fails"):
            best_composition.best_epsilon(pair, delta, releases, most)
        return
    found = best_composition.best_epsilon(pair, delta, releases, most)
    assert below(F(0), found)
    assert below(found, pair.epsilon * releases)
    growth = reals.exponential(found)
    at = best_composition.with_failures(
        1 - failed, best_composition.pure_delta(pair, releases, growth)
    )
    assert near(at, most, TINY) if found != 0 else below(at, most)


@pytest.mark.parametrize(
    ("epsilon", "releases", "slack"),
    [*product((F(1, 100), F(1, 10), F(1)), (1, 5, 64, 65, 1000), (F(1, 10**6), F(1, 10), F(1)))],
)
def test_never_above_basic_or_advanced_composition(epsilon: F, releases: int, slack: F) -> None:
    """Kills more releases than are asked for, and (at 65) an incomplete beta function with
    exchanged arguments.
    """
    decay, delta = Decay.from_epsilon(epsilon), F(1, 10**9)
    for constants in ("paper", "exact"):
        whole = composition.advanced(decay, delta, releases, slack, constants)
        assert isinstance(whole.delta, F)
        if whole.delta <= 1:
            assert below(
                best_composition.best_epsilon(decay, delta, releases, whole.delta), whole.epsilon
            )
    basic = composition.sequential([ApproximateDP(epsilon, delta)] * min(releases, 5))
    assert isinstance(basic, ApproximateDP)
    assert below(
        asked(
            "composition.delta",
            epsilon=epsilon,
            delta=delta,
            releases=min(releases, 5),
            at_epsilon=basic.epsilon,
        ),
        basic.delta,
    )  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [F(-2), F(0), F(1, 3), F(1), F(3)])
def test_it_grows_with_the_releases_and_falls_with_epsilon(level: F) -> None:
    """Kills a delta of more than 64 releases that does not go on where that of 64 ends."""
    asked_at = [
        asked(
            "composition.delta", epsilon=F(1, 10), delta=F(1, 10**6), releases=k, at_epsilon=level
        )
        for k in (1, 2, 10, 63, 64, 65, 66, 200)
    ]
    assert all(compare(a, b) < 0 for a, b in pairwise(asked_at))
    levels = [
        asked(
            "composition.delta",
            epsilon=F(1, 10),
            delta=F(0),
            releases=64,
            at_epsilon=level + i * F(1, 7),
        )
        for i in range(5)
    ]
    assert all(compare(a, b) > 0 for a, b in pairwise(levels))


@given(st.integers(1, 40), st.integers(0, 12), st.sampled_from([F(1, 10), F(1), F(7)]))
@settings(max_examples=30)
def test_one_release_is_not_below_laplace_noise(share: int, level: int, epsilon: F) -> None:
    """Kills a promise that a law of that very epsilon breaks: its exact divergence is known."""
    law, ratio = Laplace(Decay.from_epsilon(epsilon)), reals.exp(epsilon * F(level, 12))
    bound = best_composition.best_delta(Decay.from_epsilon(epsilon), F(0), 1, ratio)
    assert below(law.hockey_stick(F(min(share, 40), 40), ratio), bound)


def test_a_million_releases_are_those_of_gaussian_noise_nearly() -> None:
    """Kills a number that is only right for few: epsilon 1/1000 a million times is 1/2-zCDP, and
    nearly Gaussian.
    """
    from dpmean.distributions.gaussian import Gaussian

    for level in (F(0), F(1), F(3)):
        found = asked(
            "composition.delta", epsilon=F(1, 1000), delta=F(0), releases=10**6, at_epsilon=level
        )
        limit = Gaussian(F(1)).hockey_stick(F(1), reals.exp(level))
        assert near(found / limit, F(1), F(1, 1000))


@pytest.mark.parametrize(
    ("order", "releases"), [*product((F(11, 10), F(2), F(7, 2), F(60)), (1, 3, 50))]
)
@pytest.mark.parametrize("epsilon", [F(1, 100), F(1), F(6)])
def test_the_renyi_divergence_is_between_that_of_laplace_noise_and_the_printed_bounds(
    order: F, releases: int, epsilon: F
) -> None:
    """Kills one release for k, and an order for the order less 1."""
    found = asked("composition.renyi", epsilon=epsilon, releases=releases, renyi_order=order)
    single = asked("laplace.renyi", epsilon=epsilon, shift=F(1), renyi_order=order)
    assert compare(single * releases, found) < 0
    assert compare(found, releases * order * epsilon**2 / 2) < 0
    assert compare(found, releases * epsilon) < 0
