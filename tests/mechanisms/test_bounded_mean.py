"""The bounded mean of Google's libraries: examples by hand, its exact law, and releases in
columns.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.rounded_laplace import RoundedLaplace
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.programs.columns import releases
from dpmean.programs.law_of import Where, law_of
from dpmean.programs.run import replay

UNIT = {"epsilon": "1", "lower": "0", "upper": "1"}


def released(data: list[Any], noise_sum: str, noise_count: str, **params: str) -> Any:
    program = build("bounded_mean", {**UNIT, **params}).program(data)
    return replay(program, {"noise_sum": F(noise_sum), "noise_count": F(noise_count)}).output


@pytest.mark.parametrize(
    ("count", "wanted"),
    [("-9", 1), ("-3", 1), ("-2", 1), ("-1", 1), ("0", "13/16"), ("1", "17/24")],
)
def test_a_noisy_count_below_one_becomes_one(count: str, wanted: Any) -> None:
    """Two records, 3/4 and 1, and a noisy sum of 5/8: over 1 it is above the bounds, over 2 and 3
    it is not.
    """
    assert released(["3/4", "1"], "-1/8", count) == F(wanted)


def test_no_record_leaves_the_noise_around_the_midpoint() -> None:
    assert released([], "1/4", "-5", lower="1", upper="3") == F(9, 4)
    assert released(["nan"], "1/4", "0", lower="1", upper="3") == F(9, 4)
    assert released([], "1/4", "2", lower="1", upper="3") == F(17, 8)


@pytest.mark.parametrize("data", [[], ["3/4"], ["3/4", "1", "1/8"]])
def test_the_law_is_a_sum_over_the_count(data: list[str]) -> None:
    """The distribution function by hand: for every K the sum's noise is below v max(n + K, 1) - s.

    Kills a count that is not raised (at n = 0 by 0.2), a forgotten clip, and noises that are
    exchanged.
    """
    law, decay = law_of(build("bounded_mean", UNIT), data), Decay.from_epsilon(1)
    count, noise, n = RoundedLaplace(decay, F(2)), Laplace(decay), len(data)
    s = sum((F(x) - F(1, 2) for x in data), F(0))
    for at in (F(0), F(1, 4), F(1, 2), F(7, 8)):
        wanted = sum(
            (
                interval(count.pmf(k), 96).lower
                * interval(noise.cdf((at - F(1, 2)) * max(n + k, 1) - s), 96).lower
                for k in range(-80, 80)
            ),
            F(0),
        )
        assert abs(interval(law.cdf(at), 96).lower - wanted) < F(1, 10**15)
    assert abs(interval(law.cdf(F(1)), 96).lower - 1) < F(1, 1 << 50)
    assert interval(law.cdf(F(-1, 100)), 96).upper < F(1, 1 << 50)


def test_few_records_show_what_becomes_of_the_count() -> None:
    """With two records 54.4 % of the releases are at most 7/8, where Algorithm 2 has 63.4 %."""
    at = Where("x", "le", F(7, 8))
    for name, low, high in (
        ("bounded_mean", F(543, 1000), F(544, 1000)),
        ("shifted_mean", F(634, 1000), F(635, 1000)),
    ):
        found = law_of(build(name, UNIT), ["3/4", "1"]).probability(at)
        assert compare(found, low) > 0 > compare(found, high)


def test_no_event_of_an_output_is_more_than_e_to_the_epsilon_times_as_likely_with_a_record_more() -> (
    None
):
    """Half lines and both bounds, for up to three records that are as far from the new one as can
    be.
    """
    mechanism, growth = build("bounded_mean", UNIT), F(2718281829, 10**9)
    for data in ([], ["0"], ["1"], ["0", "0"], ["1", "0"]):
        one, other = law_of(mechanism, data), law_of(mechanism, [*data, "1"])
        for event in (
            Where("x", r, F(x, 4))
            for x in range(5)
            for r in ("le", "ge", "eq")
            if r != "eq" or x % 4 == 0
        ):
            p, q = interval(one.probability(event), 96), interval(other.probability(event), 96)
            assert p.lower <= growth * q.upper
            assert q.lower <= growth * p.upper


def test_releases_in_columns_are_decided_for_every_row() -> None:
    found = list(releases(mechanism=build("bounded_mean", UNIT), data=["3/4", "1"], count=1 << 12))
    assert sum(batch.count for batch in found) == 1 << 12
    assert all(batch.answered.all() for batch in found)


def test_what_it_says_beside_the_estimate() -> None:
    mechanism = build("bounded_mean", UNIT)
    assert "the noisy count is a whole number, and one below 1 becomes 1" in mechanism.policies
    assert not any("exactly 0" in line for line in mechanism.policies)
