"""The private quantile, the threshold it selects and their accounting: Hypothesis on any sizes, and
what the proofs do on small domains on larger ones.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean import value
from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number, log
from dpmean.mechanisms.instance import clipping, quantile
from dpmean.mechanisms.instance.quantile_clipped_mean import QuantileClippedMean
from dpmean.privacy import composition
from dpmean.privacy.guarantees import ZeroConcentratedDP
from dpmean.programs import table
from proofs.theorems.instance import (
    instance_clipped_mean,
    instance_quantile_mean,
    instance_rank_error,
    instance_search,
)

RHOS = st.builds(Fraction, st.integers(1, 60), st.sampled_from([1, 7, 40]))
BETAS = st.builds(Fraction, st.integers(1, 99), st.just(100))


def number(name: str, **given: object) -> Number:
    (found,) = value(name, given).values
    return found


@given(
    st.integers(-50, 50),
    st.integers(0, 40),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=7),
    st.integers(0, 2),
    st.data(),
)
def test_the_corrected_search_has_rank_error_tau_against_every_noise(
    low: int, width: int, raw: list[int], tau: int, data: st.DataObject
) -> None:
    records = tuple(low + r % (width + 1) for r in raw)
    rank = data.draw(st.integers(1, len(records)))
    assert instance_search.ends_within(((low, low + width), rank, records, tau))
    assert instance_search.printed_ends_within(((low, low + width), rank, records, tau))


@given(st.integers(-(10**40), 10**40), st.integers(1, 10**40), st.integers(0, 1))
def test_a_search_never_takes_more_counts_than_promised(
    low: int, width: int, direction: int
) -> None:
    """Always to the left, which is never the smaller half, takes all of them; always to the right
    never more.
    """
    left, right, made = low, low + width, 0
    while left < right:
        at = quantile.middle(left, right)
        assert left <= at < right
        left, right, made = (at + 1, right, made + 1) if direction else (left, at, made + 1)
    most = quantile.iterations(width + 1)
    assert made <= most and (direction or made == most) and 2 ** (most - 1) < width + 1 <= 2**most


@given(
    st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=6),
    st.builds(Fraction, st.integers(0, 10**24), st.integers(1, 97)),
    st.integers(1, 1000),
)
def test_truncation_lengthens_no_record_and_moves_none_by_more_than_its_norm(
    x: list[int], squared: Fraction, steps: int
) -> None:
    case = (tuple(x), squared, steps)
    assert instance_clipped_mean.truncates(case)
    assert instance_clipped_mean.larger_than_its_own(case)


@given(
    st.lists(st.integers(0, 10**6), min_size=2, max_size=2),
    st.lists(st.integers(0, 10**6), min_size=2, max_size=2),
    st.builds(Fraction, st.integers(0, 10**12), st.integers(1, 9)),
    st.integers(1, 9),
    st.sampled_from(["paper", "exact"]),
)
def test_two_clipped_records_are_no_farther_apart_than_the_factor_says(
    x: list[int], y: list[int], squared: Fraction, steps: int, constants: str
) -> None:
    a, b = (table.truncated(v, squared, steps) for v in (x, y))
    assert (
        sum((p - q) ** 2 for p, q in zip(a, b, strict=True))
        <= clipping.squared_sensitivity(clipping.factor(constants, 2), squared) * steps**2
    )
    one, other = (table.truncated(v[:1], squared, steps)[0] for v in (x, y))
    assert (one - other) ** 2 <= clipping.factor(constants, 1) * squared * steps**2


@given(
    st.lists(
        st.builds(Fraction, st.integers(0, 60), st.sampled_from([1, 2, 7])), min_size=1, max_size=8
    ),
    st.integers(1, 9),
    RHOS,
    st.sampled_from(["paper", "exact"]),
)
def test_no_threshold_is_better_than_the_optimal_one(
    norms: list[Fraction], d: int, rho: Fraction, constants: str
) -> None:
    best = clipping.optimal_threshold(norms, d, rho, constants)
    least = clipping.bound_at(norms, d, rho, best, constants)
    for c in (*norms, Fraction(0), best + Fraction(1, 9), max(best - Fraction(1, 9), Fraction(0))):
        assert compare(clipping.bound_at(norms, d, rho, c, constants), least) >= (
            1 if c < best else 0
        )


@given(st.integers(1, 10**30), RHOS, BETAS)
def test_names_of_the_quantile(u: int, rho: Fraction, beta: Fraction) -> None:
    count = number("privquant.iterations", u=u)
    assert count == u.bit_length()
    assert number("privquant.noise_variance", u=u, rho=rho) == Fraction(count) / 2 / rho
    tau = number("privquant.rank_error", u=u, rho=rho, beta=beta)
    sharp = number("privquant.rank_error", u=u, rho=rho, beta=beta, constants="exact")
    assert compare((tau**2 * rho / count - log(2 * count / beta)) ** 2, Fraction(1, 10**40)) < 0
    assert compare((sharp**2 * rho / count - log(count / beta)) ** 2, Fraction(1, 10**40)) < 0
    assert compare(sharp, tau) < 0
    if u > 1:
        assert compare(number("privquant.rho", u=u, rho=rho, edition="printed"), rho) > 0
    assert number("privquant.rho", u=u, rho=rho) == rho


def test_the_printed_edition_at_one_has_no_noise_and_no_guarantee() -> None:
    assert number("privquant.noise_variance", u=1, rho=1, edition="printed") == 0
    assert number("privquant.rank_error", u=1, rho=1, beta="1/10", edition="printed") == 0
    with pytest.raises(InvalidInput):
        number("privquant.rho", u=1, rho=1, edition="printed")


@given(
    st.integers(1, 400),
    st.integers(1, 40),
    st.integers(1, 10**6),
    RHOS,
    BETAS,
    st.sampled_from(["paper", "exact"]),
)
def test_ranks_leave_room_for_both_errors(
    n: int, d: int, u: int, rho: Fraction, beta: Fraction, constants: str
) -> None:
    given = {"n": n, "d": d, "u": u, "rho": rho, "beta": beta}
    rank, tau = (
        number("quantile_clipped_mean.rank", **given, constants=constants),
        number("quantile_clipped_mean.rank_error", **given, constants=constants),
    )
    assert isinstance(rank, Fraction) and compare(rank + tau, Fraction(n)) <= 0
    assert number("quantile_clipped_mean.rho", **given, constants=constants) == (
        rho if rank >= 1 else 0
    )
    printed = number("quantile_clipped_mean.rank", **given, edition="printed")
    assert isinstance(printed, Fraction) and 1 <= printed <= n
    shifted = number("shifted_clipped_mean.rank", **given, constants=constants)
    assert isinstance(shifted, Fraction) and shifted <= n
    assert number("shifted_clipped_mean.rho", **given, constants=constants) == (
        rho if shifted >= 1 else rho / 4
    )


@given(st.integers(1, 2000), st.integers(1, 9), st.integers(1, 99), RHOS, BETAS)
def test_the_bound_is_the_radius_without_a_rank_and_falls_with_beta(
    n: int, d: int, u: int, rho: Fraction, beta: Fraction
) -> None:
    given = {"radius": 5, "n": n, "d": d, "u": u, "rho": rho}
    found = number("quantile_clipped_mean.error_bound", **given, beta=beta)
    plan = QuantileClippedMean(rho, u, d, n, beta / 2).plan
    if plan.rank < 1:
        assert found == 5
    elif QuantileClippedMean(rho, u, d, n, beta / 4).plan.rank >= 1:
        assert (
            compare(number("quantile_clipped_mean.error_bound", **given, beta=beta / 2), found) > 0
        )


@pytest.mark.parametrize("delta1", ["0", "2", "-1/2"])
def test_advanced_composition_needs_a_delta(delta1: str) -> None:
    with pytest.raises(InvalidInput):
        number("composition.advanced_epsilon", epsilon=1, releases=2, delta1=delta1)


@given(st.builds(Fraction, st.integers(1, 200), st.just(100)), st.integers(1, 10**6), BETAS)
def test_advanced_composition(epsilon: Fraction, releases: int, delta1: Fraction) -> None:
    paper, sharp = (
        number(
            "composition.advanced_epsilon",
            epsilon=epsilon,
            releases=releases,
            delta1=delta1,
            constants=k,
        )
        for k in ("paper", "exact")
    )
    assert compare(sharp, paper) < 0
    root = sharp - releases * epsilon**2 / 2
    assert (
        compare((root**2 + 2 * releases * epsilon**2 * log(delta1)) ** 2, Fraction(1, 10**30)) < 0
    )
    assert (
        number("composition.advanced_delta", delta="1/1000", releases=releases, delta1=delta1)
        == Fraction(releases, 1000) + delta1
    )
    assert composition.sequential_concentrated(
        [ZeroConcentratedDP(epsilon)] * 3
    ) == ZeroConcentratedDP(3 * epsilon)


def test_norm_clipped_mean_names_in_numbers() -> None:
    assert (
        number("norm_clipped_mean.noise_variance", threshold_squared=9, d=2, rho="1/2", steps=10)
        == 3600
    )
    assert (
        number(
            "norm_clipped_mean.noise_variance",
            threshold_squared=9,
            d=2,
            rho="1/2",
            steps=10,
            constants="exact",
        )
        == 1800
    )
    assert (
        number(
            "norm_clipped_mean.noise_variance",
            threshold_squared=9,
            d=1,
            rho="1/2",
            steps=10,
            constants="exact",
        )
        == 900
    )
    assert number("norm_clipped_mean.error_bound", norms="1, 2, 6", d=1, rho=2, threshold=2) == 2
    assert number("norm_clipped_mean.optimal_threshold", norms="6, 1, 2", d=1, rho=2) == 2
    assert number("norm_clipped_mean.optimal_threshold", norms="6, 1, 2", d=1, rho="1/50") == 0


@pytest.mark.slow
def test_the_search_against_every_adversary_up_to_four_records_of_nine_values() -> None:
    ranges = ((0, 8), (-4, 4), (-9, -2), (0, 5))
    assert all(instance_search.ends_within(c) for c in instance_search.cases(ranges, 3)())
    assert all(
        instance_search.ends_within(c)
        for c in instance_search.cases(((0, 6), (-3, 2)), 4, (0, 1, 2, 3))()
    )


@pytest.mark.slow
@pytest.mark.parametrize(("u", "n"), [(4, 3), (4, 1), (3, 3)])
def test_the_whole_private_quantile_is_private(u: int, n: int) -> None:
    """The selected integer at orders 3/2, 2, 4, 16 and all noisy counts at orders 2 and 4, discrete
    Gaussian noise.
    """
    for rho in (Fraction(1, 8), Fraction(1), Fraction(5)):
        assert instance_rank_error.index_is_private((u, n, rho))
    if n < 3:
        assert instance_rank_error.transcript_is_private((u, n, Fraction(1)))


@pytest.mark.slow
def test_the_error_bound_is_exceeded_with_probability_at_most_beta() -> None:
    for n, rho, beta, constants in product(
        (8, 10, 30, 200),
        (Fraction(1, 10), Fraction(1), Fraction(9)),
        (Fraction(9, 10), Fraction(1, 10), Fraction(1, 1000)),
        ("paper", "exact"),
    ):
        assert all(
            instance_quantile_mean.attains((n, ones, rho, beta, constants))
            for ones in range(0, n + 1, max(n // 6, 1))
        )
