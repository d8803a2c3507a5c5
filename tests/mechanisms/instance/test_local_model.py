"""Messages of the local model: the privacy of every one and the unbiasedness of every count, by
enumeration.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance.local_clipped_mean import (
    LocalClippedMean,
    LocalUser,
    local_rank,
    noisy_sum,
)
from dpmean.mechanisms.instance.local_response import LATTICE, Response, cost, keep_for, odds
from dpmean.mechanisms.instance.local_tree import Answer, Counts, Tree, dyadic
from dpmean.privacy.guarantees import Scope, ZeroConcentratedDP
from dpmean.privacy.neighbors import Neighbors
from tests.helpers.exploring import finite, paths

RESPONSE = Response(F(3, 4))
RANGES = [(0, 1), (0, 2), (-2, 2), (5, 12)]


def answers(tree: Tree, value: int) -> dict[Any, F]:
    """The law of one user's answer."""
    return finite(lambda: tree.message(value, "user_1"))


def renyi(first: dict[Any, F], second: dict[Any, F], order: int) -> Any:
    """The Renyi divergence of that integer order."""
    return reals.log(sum((p**order / second[o] ** (order - 1) for o, p in first.items()), F(0))) / (
        order - 1
    )


@pytest.mark.parametrize(("low", "high"), RANGES)
def test_every_answer_is_private(low: int, high: int) -> None:
    """All pairs of values, all answers: the ratio is 3 = p/(1 - p) at most, and reached; the same
    answers are possible.

    Kills a level or an index that depends on the value, and a response drawn twice.
    """
    tree = Tree(low, high, RESPONSE)
    laws = [answers(tree, v) for v in range(low, high + 1)]
    ratios = [p / b[o] for a, b in product(laws, laws) for o, p in a.items()]
    assert max(ratios) == 3 == odds(F(3, 4))
    for a, b in product(laws, laws):
        assert a.keys() == b.keys()
        for order in (2, 3, 7):
            assert compare(renyi(a, b, order), order * cost(F(3, 4), "exact")) <= 0


def test_the_exact_cost_is_enough_for_every_order_and_no_less_is() -> None:
    """Of the response itself: D_a/a falls towards orders beyond 1, where it is (2 p - 1) log(p/(1 -
    p)).

    Kills epsilon^2/4, and (2 p - 1)/2.
    """
    for keep in (F(51, 100), F(3, 4), F(999, 1000)):
        rho = cost(keep, "exact")
        assert compare(rho, cost(keep)) < 0, "less than epsilon^2/2"
        for order in (F(1001, 1000), F(3, 2), F(2), F(10), F(200)):
            moment = keep * reals.power(odds(keep), order - 1) + (1 - keep) * reals.power(
                odds(keep), 1 - order
            )
            divergence = reals.log(moment) / (order - 1)
            assert compare(divergence, rho * order) <= 0
            if order == F(1001, 1000):
                assert compare(divergence, F(99, 100) * rho * order) > 0


@pytest.mark.parametrize("constants", ["paper", "exact"])
@pytest.mark.parametrize("rho", [F(1, 10**6), F(1, 64), F(1), F(20)])
def test_the_greatest_probability_for_a_budget(constants: str, rho: F) -> None:
    """Kills a probability that is rounded up, and one that gives some of the budget away."""
    keep = keep_for(rho, constants)
    assert (keep * LATTICE).denominator == 1
    assert compare(cost(keep, constants), rho) <= 0
    after = keep + F(1, LATTICE)
    assert after == 1 or compare(cost(after, constants), rho) > 0


@pytest.mark.parametrize(("low", "high"), RANGES)
def test_every_count_is_unbiased(low: int, high: int) -> None:
    """All single users, all ends of ranges, exactly; the estimate is a sum over users, so that this
    is all data sets.

    Kills a forgotten h, 1/(2 p - 1) upside down, a decomposition off by one.
    """
    tree = Tree(low, high, RESPONSE)
    for value in range(low, high + 1):
        law = answers(tree, value)
        for end in range(low - 1, high + 1):
            assert sum(
                (p * Counts(tree, 1, [a]).at_most(end) for a, p in law.items()), F(0)
            ) == int(value <= end)


def test_counts_of_two_users_are_unbiased_together() -> None:
    """That the aggregator adds users up: all pairs of values of a range of three."""
    tree = Tree(0, 2, RESPONSE)
    laws = [answers(tree, v) for v in range(3)]
    for x, y in product(range(3), range(3)):
        mean = sum(
            (
                p * q * Counts(tree, 2, [a, b]).at_most(1)
                for a, p in laws[x].items()
                for b, q in laws[y].items()
            ),
            F(0),
        )
        assert mean == (x <= 1) + (y <= 1)


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_the_decomposition_covers_what_it_should_once(height: int) -> None:
    for end in range(1 << height):
        leaves = [
            leaf
            for level in range(1, height + 1)
            for there, node in [dyadic(end, height, level)]
            if there
            for leaf in range(node << (height - level), (node + 1) << (height - level))
        ]
        assert sorted(leaves) == list(range(end))
        assert all(dyadic(end, height, level)[0] in (0, 1) for level in range(1, height + 1))


def test_a_message_that_is_missing_counts_as_nothing() -> None:
    """The scale is public: it does not grow when users stay silent."""
    tree = Tree(0, 3, RESPONSE)
    given: list[Answer | None] = [(1, 0, 1), (2, 1, -1), (1, 1, 1)]
    whole, part = Counts(tree, 3, given), Counts(tree, 3, [given[0], None, given[2]])
    # the node 0 of level 1 are the values up to 1, that of level 2 is the value 0
    assert [whole.at_most(1), part.at_most(1)] == [8, 8]
    assert [whole.at_most(0), part.at_most(0)] == [-4, 0]
    assert noisy_sum([[1, 2], None, [3, 4]], 2) == [4, 6]
    assert noisy_sum([None], 2) == [0, 0]


def test_the_search_finds_ranks_of_exact_counts() -> None:
    """With true counts: the least value that has `rank` records at or below it.

    Kills <= in the search, and a shifted range.
    """
    values = [-3, -1, -1, 0, 4]

    class True_(Counts):
        def at_most(self, value: int) -> F:
            return F(sum(v <= value for v in values))

    found = True_(Tree(-4, 4, RESPONSE), 5, [])
    assert [found.select(rank) for rank in (1, 2, 3, 4, 5)] == values


def test_one_value_is_not_asked_for() -> None:
    tree = Tree(4, 4, RESPONSE)
    assert list(paths(lambda: tree.message(4, "user_1"), 1)) == [(None, F(1))]
    assert Counts(tree, 2, [None, None]).select(1) == 4


def test_the_rank_of_the_threshold() -> None:
    """n - floor(sqrt(2 d n/rho)), from ceil(n/2) up.

    Kills ceil, sqrt(2 d/rho) as in the central model, and an unbounded rank.
    """
    assert local_rank(1, 100, F(2)) == 90
    assert local_rank(2, 100, F(3, 2)) == 84  # sqrt(800/3) = 16.3...
    assert local_rank(8, 101, F(1, 100)) == 51
    assert local_rank(8, 100, F(1, 100)) == 50


def test_all_rounds_together_cost_the_budget() -> None:
    """d' medians, a norm and a vector: at most rho, and nearly all of it.

    Kills rho/(4 d) with d in place of d' = 4, noise for a sensitivity of C, or in the wrong units.
    """
    for constants, steps in product(("paper", "exact"), (1, 3)):
        m = LocalClippedMean(F(2), 3, 3, 5, steps, constants)
        squared = F(7)
        assert m.padded == 4
        vector = F(4) * squared * steps**2 / (2 * m.vector_noise(squared).sigma_squared)
        total = (
            4 * cost(m.median_tree.response.keep, constants)
            + cost(m.norm_tree.response.keep, constants)
            + vector
        )
        assert vector == m.vector_rho == F(9, 8)
        assert compare(total, F(2)) <= 0 < compare(total, F(2) - F(1, 10**6))
        assert m.guarantee.measure == ZeroConcentratedDP(F(2))
        assert (m.guarantee.scope, m.guarantee.neighbors) == (Scope.LOCAL, Neighbors.REPLACE_ONE)


def test_first_messages_are_private_together() -> None:
    """All records of two bits, all pairs, all messages of round 1: the ratio is (p/(1 - p))^2 and
    no more.
    """
    tree = Tree(-2, 2, RESPONSE)

    def law(record: Sequence[int]) -> dict[Any, F]:
        user = LocalUser(1, record)
        user.rotate([1, -1])

        def program() -> Any:
            return tuple((yield from user.medians(tree)))

        return finite(program)

    laws = [law(r) for r in product((0, 1), repeat=2)]
    assert max(p / b[o] for a, b in product(laws, laws) for o, p in a.items()) == 9


def test_clipped_vectors_are_within_the_sensitivity_of_the_noise() -> None:
    """All pairs of a small grid: squared distance at most 4 C^2 steps^2, and reached."""
    squared, steps = F(5), 3
    found = []
    for x in product(range(-3, 4), repeat=2):
        user = LocalUser(1, x)
        user.clip(squared, steps)
        found.append(user.vector)
    distances = [
        sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) for x, y in product(found, found)
    ]
    assert max(distances) == 4 * squared * steps**2
