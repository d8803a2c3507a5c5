"""Lower bounds for means of a given diameter: against laws drawn at random, in the order that the
theorems say, and what is refused.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.catalogue.quantities import value
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance import lower_bounds as lower

DECAY = st.fractions(F(1, 50), F(49, 50), max_denominator=60)
DELTA = st.fractions(0, 1, max_denominator=24)
RHO = st.builds(F, st.integers(1, 60), st.sampled_from([1, 7, 100, 5000]))
WEIGHTS = st.lists(st.integers(1, 30), min_size=4, max_size=4)


def law(weights: list[int]) -> list[F]:
    return [F(w, sum(weights)) for w in weights]


def delta_of(p: list[F], q: list[F], growth: F) -> F:
    """The least delta for which two laws are indistinguishable."""
    return max(
        sum((max(x - growth * y, F(0)) for x, y in zip(a, b, strict=True)), F(0))
        for a, b in ((p, q), (q, p))
    )


def refused(name: str, code: str, argument: str, **given_parameters: object) -> None:
    with pytest.raises(InvalidInput) as error:
        value(f"instance.{name}", given_parameters)
    assert (error.value.code, error.value.argument) == (code, argument)


@given(WEIGHTS, WEIGHTS, DECAY)
def test_no_pair_of_laws_is_right_more_often(first: list[int], second: list[int], b: F) -> None:
    p, q = law(first), law(second)
    delta = delta_of(p, q, 1 / b)
    assert min(p[0], q[1]) <= lower.two_point_probability(Decay.from_decay(b), delta)


@given(WEIGHTS, WEIGHTS, WEIGHTS, DECAY)
def test_no_three_laws_either_and_small_growths_allow_no_two(
    first: list[int], middle: list[int], last: list[int], b: F
) -> None:
    p, q, r = law(first), law(middle), law(last)
    delta = max(delta_of(p, q, 1 / b), delta_of(r, q, 1 / b))
    assert min(p[0], q[1], r[2]) <= lower.shared_probability(1 / b, delta, 2)
    if min(p[0], r[2]) >= F(2, 3):
        assert all(1 / b >= most for most in lower.full_growths(delta))


@given(DECAY, DELTA)
def test_the_printed_probability_is_larger_unless_delta_is_0(b: F, delta: F) -> None:
    decay = Decay.from_decay(b)
    corrected, printed = (
        lower.two_point_probability(decay, delta),
        lower.two_point_probability(decay, delta, "printed"),
    )
    assert F(1, 2) < corrected <= 1 and (corrected < printed if delta else corrected == printed)


@given(st.fractions(0, 9, max_denominator=9), st.integers(2, 50), DECAY, DELTA)
def test_the_bounds_of_neighbours_are_in_order(diameter: F, n: int, b: F, delta: F) -> None:
    found = {}
    for constants in ("paper", "exact"):
        try:
            found[constants] = lower.neighbour_lower_bound(
                diameter, n, Decay.from_decay(b), delta, constants
            )
        except InvalidInput as error:
            assert (error.code, error.argument) == ("out_of_range", "epsilon")
    upper = lower.neighbour_upper_bound(diameter, n)
    assert ("paper" in found) == (1 / b < 2 - 3 * delta) and ("exact" in found) == (
        1 / b < 4 - 6 * delta
    )
    assert all(upper / 2 <= v <= upper for v in found.values())
    assert set(found) != {"paper", "exact"} or found["paper"] <= found["exact"]


@pytest.mark.parametrize(
    ("b", "delta", "constants"),
    [
        ("1/2", "0", "paper"),
        ("1/4", "0", "exact"),
        ("2/3", "1/6", "paper"),
        ("1/3", "1/6", "exact"),
        ("9/10", "2/3", "exact"),
    ],
)
def test_the_ends_of_the_ranges_are_refused(b: str, delta: str, constants: str) -> None:
    refused(
        "neighbour_lower_bound",
        "out_of_range",
        "epsilon",
        diameter="3",
        n="5",
        decay=b,
        delta=delta,
        constants=constants,
    )


def test_below_the_tenth_the_error_is_the_whole_step() -> None:
    for epsilon, delta in product(("1/10", "1/100"), ("0", "1/20", "1/10")):
        assert value(
            "instance.neighbour_lower_bound",
            {"diameter": "3", "n": "6", "epsilon": epsilon, "delta": delta, "constants": "exact"},
        ).values == (F(1, 2),)


@given(st.integers(2, 50), RHO)
def test_zcdp_bounds_of_neighbours(n: int, rho: F) -> None:
    for constants, most in (("paper", F(2)), ("exact", F(32, 5))):
        if compare(reals.exp(3 * rho), most) < 0:
            whole = constants == "exact" and compare(reals.exp(2 * rho), F(9, 8)) < 0
            assert lower.neighbour_lower_bound_zcdp(F(7), n, rho, constants) == F(7, n) / (
                1 if whole else 2
            )
        else:
            refused(
                "neighbour_lower_bound_zcdp",
                "out_of_range",
                "rho",
                diameter="7",
                n=n,
                rho=rho,
                constants=constants,
            )


def test_one_record_has_no_diameter() -> None:
    refused("neighbour_upper_bound", "out_of_range", "n", diameter="0", n="1")
    refused(
        "neighbour_lower_bound", "out_of_range", "n", diameter="0", n="1", epsilon="1/10", delta="0"
    )
    refused("neighbour_lower_bound_zcdp", "out_of_range", "n", diameter="0", n="1", rho="0")


@given(st.integers(1, 10**6), st.integers(1, 10**30), st.integers(1, 10**9))
def test_the_local_sensitivity_is_half_the_global_one_at_least(d: int, u: int, n: int) -> None:
    least = lower.local_sensitivity_least(d, u, n)
    square = least * least * n**2 / d
    assert compare(4 * square, F(u**2)) >= 0 and compare(square, F(u**2)) <= 0
    assert compare(square, F((u // 2 + u % 2) ** 2)) == 0


@settings(deadline=None)
@given(st.integers(1, 40), st.integers(1, 1000), RHO)
def test_sizes_grow_with_the_universe_and_with_privacy(d: int, u: int, rho: F) -> None:
    size = lower.interior_point_size(d, u, rho)
    assert size >= 1
    assert (
        compare(lower.interior_point_size(d + 1, u, rho), size) >= 0
        and compare(lower.interior_point_size(d, u + 1, rho), size) >= 0
    )
    assert compare(lower.interior_point_size(d, u, rho / 4), 2 * size - 1) >= 0
    m = u * (u + 1) ** (d - 1)
    power = F(2) if m == 1 else F(4 * m**2, 3)
    assert (
        compare(3 * rho * size**2, reals.log(power))
        > 0
        > compare(3 * rho * (size - 1) ** 2, reals.log(power))
    )


@settings(deadline=None)
@given(st.integers(1, 10**9), RHO, st.integers(1, 40), st.integers(1, 40))
def test_rank_errors_follow_from_sizes(u: int, rho: F, n: int, rank: int) -> None:
    tau = lower.rank_error_lower_bound(u, rho)
    size = lower.interior_point_size(1, u, rho)
    assert compare(2 * tau + 1, size) >= 0 and (tau == 0 or compare(2 * tau - 1, size) < 0)
    if rank <= n:
        assert lower.rank_error_lower_bound(u, rho, n, rank) == (
            tau if compare(tau, F(min(rank, n + 1 - rank))) < 0 else min(rank, n + 1 - rank)
        )
        assert lower.rank_error_lower_bound(u, rho, n, rank) == lower.rank_error_lower_bound(
            u, rho, n, n + 1 - rank
        )
    else:
        refused("rank_error_lower_bound", "out_of_range", "rank", u=u, rho=rho, n=n, rank=rank)


def test_what_is_refused_of_sizes_and_ranks() -> None:
    refused("interior_point_size", "not_finite", "rho", d="1", u="1", rho="0")
    refused("rank_error_lower_bound", "not_finite", "rho", u="1", rho="0")
    refused("rank_error_lower_bound", "unsupported_combination", "rank", u="1", rho="1", n="3")
    refused("rank_error_lower_bound", "unsupported_combination", "n", u="1", rho="1", rank="3")
    assert value(
        "instance.rank_error_lower_bound", {"u": "1", "rho": "0", "n": "9", "rank": "3"}
    ).values == (F(3),)


@settings(deadline=None)
@given(st.integers(1, 3000), st.integers(1, 10**6), RHO, st.integers(1, 200))
def test_ratios(d: int, n: int, rho: F, u: int) -> None:
    if compare(F(n), lower.interior_point_size(d, u, rho)) < 0:
        refused("optimality_ratio", "not_finite", "n", d=d, n=n, rho=rho, u=u)
        return
    ratio = lower.optimality_ratio(d, n, rho, u)
    assert compare(ratio, F(n)) < 0
    assert compare(ratio, lower.optimality_ratio(d, n, rho)) >= 0
    assert compare(lower.optimality_ratio(d, 10**9, rho / 4, u), 2 * ratio) >= 0
    if rho <= F(d, 64):
        assert compare(1024 * rho * ratio**2, F(d)) >= 0
    assert compare(rho * ratio**2, F(d)) <= 0


@settings(deadline=None)
@given(st.integers(1, 3000), st.integers(1, 10**6), RHO | st.just(F(0)), st.integers(1, 200))
def test_the_worst_case(d: int, n: int, rho: F, u: int) -> None:
    worst = lower.worst_case_lower_bound(d, u, n, rho)
    assert compare(worst * worst, F(d * u**2, 4)) <= 0  # the middle of the universe errs by no more
    # nor does the Gaussian mechanism by more than its root mean square
    assert compare(2 * rho * n**2 * worst * worst, F(d**2 * u**2)) <= 0 or rho == 0
    assert rho > 0 or compare(worst * worst, F(d * u**2, 4)) == 0


@given(st.integers(1, 5), st.integers(1, 4))
def test_randomised_response_over_the_universe_says_more_than_is_needed(d: int, u: int) -> None:
    """It is right with probability 2/3, and the divergence of two of its laws is above the bounds;
    equal for two points.
    """
    m = (u + 1) ** d - 1
    growth, p, q = F(2 * m), F(2, 3), F(1, 3 * m)
    assert lower.shared_probability(growth, F(0), m) == p
    divergence = (p - q) * reals.log(p / q)
    if m > 1:
        assert compare(divergence, lower.least_divergence(m)) > 0
        assert compare(lower.least_divergence(m), lower.information_of_universe(d, u)) > 0
    else:
        assert compare(divergence, lower.information_of_universe(d, u)) == 0


def test_the_names_compute() -> None:
    given_parameters = {
        "d": "128",
        "u": "3",
        "n": "4000",
        "rho": "1/8",
        "epsilon": "1/10",
        "delta": "1/1000",
        "diameter": "5/2",
    }
    for entry in lower.ENTRIES:
        assert (
            len(
                value(
                    entry.name, {k: v for k, v in given_parameters.items() if k in entry.required}
                ).values
            )
            == 1
        )
