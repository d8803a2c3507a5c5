"""Clones of a shuffle: the divergence of the pair by its outcomes, never below what shuffling does,
never above the closed form.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, interval
from dpmean.privacy import clone_sums, clones
from tests.helpers.accounts_for_tests import asked, below, near

F = Fraction
GROWTHS = (F(21, 20), F(3, 2), F(3), F(30))
RATIOS = (F(1), F(41, 40), F(6, 5), F(2), F(29, 10), F(29))


def pair(growth: F, blocks: int, ratio: F) -> F:
    """Outcome by outcome: how many of the others say the one, the other, or neither, and what the
    block that changes says.
    """
    b, total = 1 / growth, F(0)
    masses: dict[tuple[int, int], list[F]] = {}
    for one, other in product(range(blocks), repeat=2):
        if (rest := blocks - 1 - one - other) < 0:
            continue
        mass = (
            comb(blocks - 1, one)
            * comb(blocks - 1 - one, other)
            * (b / 2) ** (one + other)
            * (1 - b) ** rest
        )
        for extra, p, q in ((1, growth, 1), (0, 1, growth)):
            both = masses.setdefault((one + extra, other + 1 - extra), [F(0), F(0)])
            both[0] += mass * p / (1 + growth)
            both[1] += mass * q / (1 + growth)
    for p, q in masses.values():
        total += max(F(0), p - ratio * q)
    return total


@pytest.mark.parametrize(("growth", "blocks"), [*product(GROWTHS, (1, 2, 3, 7, 16))])
def test_both_ways_give_the_divergence_of_the_pair(growth: F, blocks: int) -> None:
    """Kills a coin too many, a clone with probability b/2, an outcome at which P = e^h Q that
    counts wrongly, and a window that is too narrow for what is left out.
    """
    for ratio in RATIOS:
        wanted = pair(growth, blocks, ratio)
        assert clones.divergence(growth, ratio, blocks) == wanted
        ball = interval(
            reals.computed(partial(clone_sums.divergence, blocks - 1), growth, ratio), 160
        )
        assert ball.lower <= wanted <= ball.upper
        assert ball.upper - ball.lower <= F(1, 2**120) * (wanted + F(1, 2**40))


def randomised_response(growth: F, ones: int, blocks: int) -> list[F]:
    """The law of the number of ones among the answers of blocks of which so many have a one."""
    law = [F(1)]
    for i in range(blocks):
        p = (growth if i < ones else 1) / (1 + growth)
        law = [(1 - p) * a + p * b for a, b in zip([*law, F(0)], [F(0), *law], strict=True)]
    return law


@given(st.sampled_from(GROWTHS), st.integers(1, 30), st.integers(0, 30), st.sampled_from(RATIOS))
@settings(max_examples=60)
def test_not_below_shuffled_randomised_response(
    growth: F, blocks: int, ones: int, ratio: F
) -> None:
    """Kills a promise that shuffling does not keep: of a randomised response only the number of
    ones is seen.
    """
    ones = ones % blocks
    laws = [randomised_response(growth, n, blocks) for n in (ones, ones + 1)]
    bound = clones.divergence(growth, ratio, blocks)
    for p, q in (laws, laws[::-1]):
        assert below(
            sum((max(F(0), x - ratio * y) for x, y in zip(p, q, strict=True)), F(0)), bound
        )


@pytest.mark.parametrize(
    ("growth", "ratio"), [(F(3), F(1)), (F(3), F(2)), (F(3, 2), F(6, 5)), (F(30), F(20))]
)
def test_it_falls_with_blocks_and_with_the_ratio(growth: F, ratio: F) -> None:
    """Kills a change of method at 48 blocks that changes the number."""
    found = [clones.divergence(growth, ratio, m) for m in (1, 2, 5, 47, 48, 49, 50, 400)]
    assert all(compare(a, b) > 0 for a, b in pairwise(found))
    assert (
        compare(
            clones.divergence(growth, ratio, 60), clones.divergence(growth, ratio + F(1, 9), 60)
        )
        > 0
    )
    assert compare(clones.divergence(growth, growth, 60), F(0)) == 0


@pytest.mark.parametrize(
    ("epsilon", "blocks", "delta1"),
    [
        (F(1, 100), 400, F(1, 10**9)),
        (F(1, 2), 1000, F(1, 1000)),
        (F(1), 10**5, F(1, 10**6)),
        (F(3), 10**4, F(1, 10**4)),
        (F(1), 350, F(1, 1000)),
    ],
)
def test_never_above_the_closed_form(epsilon: F, blocks: int, delta1: F) -> None:
    """Kills a search for the ratio that ends too far out, and a delta that counts the changed block
    like the others.
    """
    given = {"epsilon": epsilon, "blocks": blocks, "delta1": delta1}
    sharp, closed = (asked("shuffling.epsilon", **given, constants=c) for c in ("exact", "paper"))
    assert compare(sharp * 2, closed) < 0
    delta = F(1, 10**12)
    assert (
        compare(
            *(
                asked("shuffling.delta", **given, delta=delta, constants=c)
                for c in ("exact", "paper")
            )
        )
        < 0
    )
    assert asked("shuffling.delta", **given, delta=F(0), constants="exact") == delta1


@pytest.mark.parametrize(
    ("epsilon", "blocks", "delta1"),
    [*product((F(1, 10), F(2), F(12)), (1, 2, 30, 3000), (F(1, 10**40), F(1, 10**5), F(1, 3)))],
)
def test_the_epsilon_is_the_least(epsilon: F, blocks: int, delta1: F) -> None:
    """Kills a Newton's step that is taken for the end: a little less is too little, a little more
    enough.
    """
    decay = Decay.from_epsilon(epsilon)
    growth = clones.clone_growth(decay, delta1, blocks)
    assert below(growth, decay.power(-1))
    at = interval(growth, 256)
    assert at.lower <= at.upper
    above, less = at.upper + F(1, 2**60), at.lower - F(1, 2**60)
    assert compare(clones.divergence(decay.power(-1), above, blocks), delta1) < 0
    if growth != 1 and less > 1:
        assert compare(clones.divergence(decay.power(-1), less, blocks), delta1) > 0


def test_blocks_without_a_closed_form_have_an_epsilon() -> None:
    """Kills the condition of the closed form where there is none: one block has nearly its own
    epsilon.
    """
    found = asked(
        "shuffling.epsilon", epsilon=F(1), blocks=1, delta1=F(1, 10**6), constants="exact"
    )
    assert near(found, F(1), F(1, 10**5))
    assert compare(found, F(1)) < 0
    assert (
        asked("shuffling.epsilon", epsilon=F(1), blocks=4, delta1=F(1, 2), constants="exact") == 0
    )
