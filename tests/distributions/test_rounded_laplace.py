"""Laplace noise rounded to an integer: against the Laplace law between half integers, and against
its own samplers.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from dpmean.distributions.bulk.columns import sampler
from dpmean.distributions.bulk.lattices import MOST_ROUNDED, RowByRow
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.rounded_laplace import RoundedLaplace
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.randomness.stream import ShakeStreamForTesting

HALF = F(1, 2)
# (1/2)^24: all powers in these tests are rational
LAWS = [RoundedLaplace(Decay.from_decay(F(1, 1 << 24)), F(d)) for d in (1, 2, 3, F(3, 2))]


@pytest.mark.parametrize("law", LAWS)
def test_it_is_the_laplace_law_between_half_integers(law: RoundedLaplace) -> None:
    before = Laplace(law.decay, law.sensitivity)
    for k in range(-6, 7):
        assert law.cdf(k) == before.cdf(k + HALF)
        assert (
            law.pmf(k) == before.cdf(k + HALF) - before.cdf(k - HALF) == law.cdf(k) - law.cdf(k - 1)
        )


def test_it_is_not_the_discrete_laplace_law() -> None:
    """Kills the discrete law in its place: less mass at 0, and the same ratio of masses
    elsewhere.
    """
    one, other = LAWS[1], DiscreteLaplace(LAWS[1].decay, F(2))
    assert compare(one.pmf(0), other.pmf(0)) < 0
    assert one.pmf(3) / one.pmf(2) == other.pmf(3) / other.pmf(2) == one.t


@pytest.mark.parametrize("law", LAWS)
def test_the_variance_is_that_of_the_masses(law: RoundedLaplace) -> None:
    terms = sum((2 * k * k * F(law.pmf(k)) for k in range(1, 200)), F(0))  # type: ignore[arg-type]
    assert 0 < F(law.variance()) - terms < F(1, 1 << 100)  # type: ignore[arg-type]


def test_draws_have_the_law() -> None:
    """Inversion of 2^-12 steps of a uniform number: every outcome as often as its probability says,
    but for one.
    """
    law = RoundedLaplace(Decay.from_epsilon(1), F(2))
    bits = Shake128ForTesting(b"rounded")
    n = 4000
    drawn = [int(law.sample(bits)) for _ in range(n)]
    for k in (-3, -1, 0, 2):
        p = float(interval(law.cdf(k)).lower)
        # at 6 standard deviations, a false alarm has a probability below 1e-8 for all four
        assert abs(sum(d <= k for d in drawn) - n * p) < 6 * (n * p * (1 - p)) ** 0.5


def test_very_wide_noise_is_drawn_row_by_row_and_the_rest_from_a_table() -> None:
    wide = RoundedLaplace(Decay.from_epsilon(F(1, 2 * MOST_ROUNDED)), F(2))
    assert isinstance(sampler(wide), RowByRow)
    assert not isinstance(sampler(LAWS[1]), RowByRow)
    outcome = sampler(wide).draw(ShakeStreamForTesting(b"wide"), 64)
    assert outcome.count == 64
