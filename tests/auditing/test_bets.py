"""Bets gain nothing on average while the claim holds, exactly; and what an audit says is what its
counts say.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpmean.auditing.betting import COMMON, STAKE_WEIGHTS, STAKES, Positions
from dpmean.auditing.bounds import at_least, level_of
from dpmean.auditing.run import mixed

SHARES = st.fractions(0, 1, max_denominator=40)


def position(
    hits: int,
    misses: int,
    draws: int,
    sides: int = 1,
    weight: float = 1.0,
    own: int = 0,
    share: Fraction = Fraction(0),
) -> Positions:
    def one(x: int) -> np.ndarray:
        return np.array([x], dtype=np.int64)

    return Positions(
        one(hits),
        one(misses),
        one(own),
        one(draws),
        one(sides),
        np.array([float(share)]),
        one(COMMON),
        np.array([weight]),
    )


def factor(
    which: str,
    stake: Fraction,
    sides: int,
    growth: Fraction,
    delta: Fraction,
    share: Fraction = Fraction(0),
) -> Fraction:
    """What one draw multiplies the wealth by, from the formula of the docstring. `own` and `rest`
    are draws that are no hit: of the input that is bet on, and of the other.
    """
    hedge = share * 2 * growth / (1 + growth)
    part, paid = stake / growth, 1 + sides * stake * delta / (2 * growth)
    return {
        "hit": 1 + part * (1 - hedge),
        "miss": 1 - stake + part * hedge,
        "own": 1 - part * hedge,
        "rest": 1 + part * hedge,
    }[which] / paid


@given(
    SHARES,
    SHARES,
    st.fractions(0, 3, max_denominator=20),
    st.fractions(0, 1, max_denominator=20),
    st.sampled_from(STAKES),
    st.fractions(0, Fraction(1, 2), max_denominator=40),
)
def test_a_bet_on_one_event_gains_nothing_on_average_if_the_claim_holds(
    q: Fraction, slack: Fraction, over: Fraction, delta: Fraction, stake: Fraction, share: Fraction
) -> None:
    growth = 1 + over
    p = min(Fraction(1), growth * q + delta) * slack  # any P(E) that the claim allows
    chances = {"hit": p / 2, "miss": q / 2, "own": (1 - p) / 2, "rest": (1 - q) / 2}
    assert sum(c * factor(w, stake, 1, growth, delta, share) for w, c in chances.items()) <= 1
    assert all(factor(w, stake, 1, growth, delta, share) > 0 for w in chances)


@given(
    SHARES,
    SHARES,
    SHARES,
    st.fractions(0, 3, max_denominator=20),
    st.fractions(0, 1, max_denominator=20),
    st.sampled_from(STAKES),
)
def test_a_bet_on_two_disjoint_events_gains_nothing_on_average(
    q: Fraction, other: Fraction, slack: Fraction, over: Fraction, delta: Fraction, stake: Fraction
) -> None:
    growth = 1 + over
    left_q, right_p = q / 2, other / 2  # less likely sides of a left and of a right event
    left_p = min(Fraction(1) - right_p, growth * left_q + delta) * slack
    right_q = min(Fraction(1) - left_q, growth * right_p + delta) * slack
    hit, miss = (left_p + right_q) / 2, (left_q + right_p) / 2
    chances = {"hit": hit, "miss": miss, "rest": 1 - hit - miss}
    assert sum(c * factor(w, stake, 2, growth, delta) for w, c in chances.items()) <= 1


@given(
    st.integers(0, 300),
    st.integers(0, 300),
    st.integers(0, 300),
    st.integers(0, 300),
    st.sampled_from([1, 2]),
    st.sampled_from(["0", "1/100"]),
    st.sampled_from(["0", "1/4"]),
)
def test_the_wealth_is_the_product_of_these_factors(
    hits: int, misses: int, own: int, rest: int, sides: int, delta: str, share: str
) -> None:
    level, total = level_of(Fraction(1), Fraction(delta)), hits + misses + own + rest
    found = position(hits, misses, total, sides, 1.0, hits + own, Fraction(share)).log_wealth(
        level
    )[0]
    for stake, logarithm in zip(STAKES, found, strict=True):
        counts = {"hit": hits, "miss": misses, "own": own, "rest": rest}
        expected = sum(
            n * np.log(float(factor(w, stake, sides, level.factor, level.delta, Fraction(share))))
            for w, n in counts.items()
        )
        assert logarithm == pytest.approx(expected, abs=1e-9 * (1 + total))


@given(st.integers(0, 2000), st.integers(0, 300), st.sampled_from(["0", "1/50"]))
def test_the_certified_wealth_is_below_that_in_doubles_and_near_it(
    hits: int, misses: int, delta: str
) -> None:
    made = position(hits, misses, 3000, 1, 0.25)
    level = level_of(Fraction(1), Fraction(delta))
    assert 0 <= made.log_mixture(level) - float(made.certified(level)) < 1e-6


def test_shares_of_the_capital_add_up_to_one() -> None:
    assert STAKE_WEIGHTS.sum(axis=1) == pytest.approx(1)
    assert all(0 < s < 1 for s in STAKES)


@pytest.mark.parametrize(("hits", "misses"), [(900, 100), (600, 0), (550, 450)])
def test_a_bound_of_epsilon_is_refuted_and_what_is_above_it_is_not(hits: int, misses: int) -> None:
    made, alpha = position(hits, misses, 2000), Fraction(1, 1000)
    found = Fraction(at_least([made], Fraction(0), alpha).epsilon)
    limit = -np.log(float(alpha))
    if found:
        assert made.log_mixture(level_of(found, Fraction(0))) >= limit
    assert made.log_mixture(level_of(found + Fraction(1, 1000), Fraction(0))) < limit
    assert found < np.log((hits + 0.5) / (misses + 0.5)) + 0.001


def test_pairs_that_were_not_looked_at_keep_their_share() -> None:
    level, made = level_of(Fraction(1), Fraction(0)), position(400, 40, 1000)
    one, two = (
        at_least([made, *([None] * k)], Fraction(0), Fraction(1, 1000)).epsilon for k in (0, 9)
    )
    assert two < one
    won = made.log_mixture(level)
    assert mixed([won, 0.0], [1 / 2, 1 / 2]) < won
