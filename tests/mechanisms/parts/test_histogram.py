"""A histogram: sensitivities by all neighbouring data sets, the delta of a threshold by all ways to spread
a user's records, what is shown, and what is refused.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import log, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmean
from dpmean.catalogue.mechanisms import mechanism
from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import compare, interval
from dpmean.privacy.guarantees import ApproximateDP, PureDP, ZeroConcentratedDP
from dpmean.programs import interpret
from dpmean.programs.events import Where
from dpmean.programs.law_of import law_of
from dpmean.programs.run import run
from dpmean.randomness.bits import SystemBits

ROOTS = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)
PLAIN = {"categories": 3, "noise": "laplace", "epsilon": 1}
WHOLE = {"categories": 3, "noise": "discrete_laplace", "epsilon": 1}


def counts(data: tuple[object, ...], k: int = 3) -> list[Fraction]:
    """The counts of the shipped program."""
    made = mechanism("histogram", **{**PLAIN, "categories": k})
    return list(dict(run(made.program(data), lambda _: Fraction(0)).steps)["counts"])


@pytest.mark.parametrize("neighbors", ["add-or-remove-one", "replace-one"])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_sensitivities_are_those_of_all_neighbours(neighbors: str, most: int) -> None:
    """Users of up to `most` records, some of them missing."""
    given_ = {"contribution": most, "neighbors": neighbors}
    of_size = {s: [*combinations_with_replacement((None, 0, 1, 2), s)] for s in range(most + 1)}
    pairs = [
        (one, other)
        for s, users in of_size.items()
        for one in users
        for other in (users if neighbors == "replace-one" else [()])
        if s
    ]
    others = (0, 2)
    moves = [
        [a - b for a, b in zip(counts(others + x), counts(others + y), strict=True)]
        for x, y in pairs
    ]
    assert max(sum(map(abs, m)) for m in moves) == exact("sensitivity", **given_)
    assert max(sum(v * v for v in m) for m in moves) == exact("squared_sensitivity", **given_)


def exact(name: str, **given_: object) -> Fraction:
    """A value that is rational."""
    found = dpmean.value(f"histogram.{name}", {k: str(v) for k, v in given_.items()}).exact
    assert isinstance(found, Fraction)
    return found


def at_least(t: Fraction, k: int) -> Fraction:
    """P(noise >= k) of whole noise with weights t^|z|, as a sum over outcomes."""
    whole = 1 + 2 * t / (1 - t)
    return t**k / (1 - t) / whole if k > 0 else 1 - at_least(t, 1 - k)


@given(ROOTS, st.integers(1, 4), st.integers(1, 6), st.integers(2, 4))
def test_delta_is_the_worst_of_all_ways_to_spread(
    t: Fraction, most: int, threshold: int, k: int
) -> None:
    """A user of `most` records, over k categories that nobody else has."""
    worst = max(
        1 - prod(1 - at_least(t, threshold - r) for r in spread)
        for many in range(1, k + 1)
        for spread in combinations_with_replacement(range(1, most + 1), many)
        if sum(spread) <= most
    )
    assert worst == exact(
        "delta",
        noise="discrete_laplace",
        decay=t**most,
        count_threshold=threshold,
        categories=k,
        contribution=most,
    )


@given(ROOTS, st.integers(1, 4), st.fractions(Fraction(1, 10**6), Fraction(1, 2)))
def test_the_least_threshold_is_the_least(t: Fraction, most: int, delta: Fraction) -> None:
    given_ = {"noise": "discrete_laplace", "decay": t**most, "contribution": most}
    least = int(exact("least_threshold", delta=delta, **given_))
    assert exact("delta", count_threshold=least, categories=most + 2, **given_) <= delta
    if least > 1:
        below = exact("delta", count_threshold=least - 1, categories=most + 2, **given_)
        assert below > delta


def test_two_thresholds_that_are_the_same_are_told() -> None:
    """Where 1 - delta = (1 - delta b^(1/2))^2 both ways to spread two records ask for one threshold."""
    given_ = {"noise": "laplace", "decay": "16/49", "contribution": 2, "delta": "7/16"}
    (found,) = dpmean.value("histogram.least_threshold", given_).values
    epsilon = -log(16 / 49)
    assert abs(float(interval(found).lower) - 2 - 2 / epsilon * log(8 / 7)) < 1e-12


@given(st.fractions(Fraction(1, 20), Fraction(5)), st.integers(1, 5))
def test_the_threshold_of_laplace_noise_costs_its_delta(epsilon: Fraction, most: int) -> None:
    """At the least threshold for 1/1000, rounded up and down by 10^-9, delta is on either side."""
    given_ = {"noise": "laplace", "epsilon": str(epsilon), "contribution": str(most)}
    least = dpmean.value("histogram.least_threshold", {**given_, "delta": "1/1000"}).values[0]
    end, step = interval(least).upper, Fraction(1, 10**9)
    for at, side in ((end + step, -1), (end - step, 1)):
        found = dpmean.value(
            "histogram.delta",
            {**given_, "count_threshold": str(at.limit_denominator(10**12)), "categories": "50"},
        ).values[0]
        assert compare(found, Fraction(1, 1000)) == side


def test_what_is_shown() -> None:
    """Whole noise: a noisy count of just the threshold is shown, an empty category never is."""
    law = law_of(mechanism("histogram", **WHOLE, count_threshold=2), [0, 0, 1, None])
    zero = Fraction(0)
    assert compare(law.probability(Where("x", "eq", Fraction(2))), zero) > 0
    assert compare(law.probability(Where("x", "eq", Fraction(1))), zero) == 0
    assert compare(law.probability(Where("y", "eq", Fraction(2))), zero) > 0
    rational = {"categories": 3, "noise": "discrete_laplace", "decay": "1/2"}
    third = law_of(mechanism("histogram", **rational, count_threshold=2), [2, 2])
    assert third.probability(Where("x", "eq", zero)) == 1
    assert third.probability(Where("y", "eq", zero)) == 1


@pytest.mark.parametrize("data", [[], [0, 0, 0]])
def test_continuous_noise_needs_a_grid_whatever_is_shown(data: list[int]) -> None:
    made = mechanism("histogram", **PLAIN, count_threshold=100)
    with pytest.raises(InvalidInput, match="grid"):
        interpret.release(made.program(data), SystemBits(), None)


def test_records_are_categories() -> None:
    assert counts(("1/2", "3/2", "5/2", -4, "inf", "nan", "x")) == [2, 0, 3]
    assert counts(("501/1000", "1499/1000")) == [0, 2, 0]


def test_guarantees() -> None:
    assert mechanism("histogram", **PLAIN).guarantee.measure == PureDP(Fraction(1))
    found = mechanism("histogram", **WHOLE, count_threshold=5).guarantee.measure
    assert isinstance(found, ApproximateDP)
    delta = dpmean.value(
        "histogram.delta", noise="discrete_laplace", epsilon=1, count_threshold=5, categories=3
    ).values[0]
    assert compare(found.delta, delta) == 0
    gaussian = mechanism("histogram", categories=2, noise="gaussian", rho="1/2")
    assert gaussian.guarantee.measure == ZeroConcentratedDP(Fraction(1, 2))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"count_threshold": "1/2"}, "out_of_range"),
        ({"count_threshold": "5", "neighbors": "replace-one"}, "unsupported_combination"),
        ({"count_threshold": "5", "clamp": "zero"}, "unsupported_combination"),
        ({"noise": "discrete_laplace", "count_threshold": "5/2"}, "off_lattice"),
        ({"categories": 1}, "out_of_range"),
        ({"categories": 5000}, "out_of_range"),
        ({"noise": "analytic_gaussian", "delta": "1/10"}, "unknown_parameter"),
    ],
)
def test_refusals(wrong: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        mechanism("histogram", **{**PLAIN, **wrong})
    assert caught.value.code == code


def test_a_release_has_a_number_for_each_category() -> None:
    found = dpmean.release(mechanism("histogram", **PLAIN), [0, 1, 1, 2])
    assert isinstance(found.estimate, tuple)
    assert len(found.estimate) == 3
