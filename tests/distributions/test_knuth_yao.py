"""The economical sampler: the tree is that of the masses' binary digits, and its cost is certified
and at most the entropy plus 2.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction as F
from typing import Any

import pytest

from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.samplers.economical import economical, entropy
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.errors import TapeExhausted
from dpmean.exact.enclosure import compare, floor, interval
from dpmean.exact.reals import Number
from dpmean.parameters.declared import parse
from dpmean.programs import interpret
from dpmean.randomness.bits import Shake128ForTesting, TapeForTesting

DEPTH = 12
LAWS: dict[str, Any] = {
    "Laplace": DiscreteLaplace(**parse({"epsilon": "1"})),
    "Laplace, wide": DiscreteLaplace(**parse({"epsilon": "1/4", "sensitivity": "3"})),
    "Laplace, rational masses": DiscreteLaplace(**parse({"decay": "1/3"})),
    "Laplace, nearly all mass at 0": DiscreteLaplace(**parse({"epsilon": "10"})),
    "Gaussian": DiscreteGaussian(F(2)),
    "staircase": DiscreteStaircase(**parse({"epsilon": "1", "gamma": "1/2", "m": "4"})),
    "staircase, narrow centre": DiscreteStaircase(
        **parse({"epsilon": "2", "gamma": "1/3", "m": "3"})
    ),
    "hourglass": DiscreteHourglass(**parse({"epsilon": "1", "gamma": "1/2", "m": "2"})),
}


def mass(law: Any, outcome: Any) -> Number:
    if isinstance(law, DiscreteHourglass):
        i, k = outcome
        return law.pmf(i * law.lattice, k=k)
    return law.pmf(outcome * law.lattice if isinstance(law, DiscreteStaircase) else outcome)


@pytest.mark.parametrize("name", LAWS)
def test_among_all_tapes_each_outcome_has_the_share_of_its_mass(name: str) -> None:
    """All 4,096 tapes of 12 bits: an outcome comes floor(mass 2^12) times, and the others are
    undecided.
    """
    law = LAWS[name]
    sampler, seen = economical(law), Counter[Any]()
    for tape in range(1 << DEPTH):
        bits = TapeForTesting((tape << (16 - DEPTH)).to_bytes(2, "big"))
        try:
            outcome = sampler.draw(bits)
        except TapeExhausted:
            continue
        if bits.used <= DEPTH:
            seen[outcome] += 1
    assert sum(seen.values()) > 0.9 * (1 << DEPTH)
    for outcome, count in seen.items():
        assert count == floor(mass(law, outcome) * (1 << DEPTH))


@pytest.mark.parametrize("name", LAWS)
def test_groups_are_the_law_in_falling_order(name: str) -> None:
    law = LAWS[name]
    sampler = economical(law)
    for n in range(6):
        p, outcomes = sampler.group(n)
        assert len(set(outcomes)) == len(outcomes)
        assert all(compare(mass(law, o), p) == 0 for o in outcomes)
        assert n == 0 or compare(p, sampler.group(n - 1)[0]) < 0


@pytest.mark.parametrize("name", LAWS)
def test_the_expected_number_of_bits_is_certified_and_at_most_the_entropy_plus_2(name: str) -> None:
    law = LAWS[name]
    cost, bits = economical(law).cost(entropy(law)), interval(entropy(law), 256)
    assert cost.upper - cost.lower < F(1, 10**40)
    assert bits.upper <= cost.lower  # no sampler needs fewer than the entropy
    assert cost.upper <= bits.lower + 2


@pytest.mark.parametrize("name", LAWS)
def test_the_entropy_is_that_of_the_masses(name: str) -> None:
    """Added group by group until less than 10^-12 can be left, in doubles."""
    from math import log2

    law, total, left = LAWS[name], 0.0, 1.0
    sampler = economical(law)
    for n in range(400):
        p, outcomes = sampler.group(n)
        q = float(interval(p).lower)
        if q < 1e-17:
            break
        total -= len(outcomes) * q * log2(q)
        left -= len(outcomes) * q
    assert abs(left) < 1e-12
    assert abs(total - float(interval(entropy(law)).lower)) < 1e-9


def test_threads_that_share_a_sampler_do_not_spoil_it() -> None:
    """Kills groups that are appended in the order in which threads come."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(10):
            sampler = economical(DiscreteLaplace(**parse({"decay": "99/100"})))
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(sampler.reach, [8] * 4))
            assert all(
                sampler.group(n)[1] == ((n, -n) if n else (0,)) for n in range(sampler.reach(8))
            )
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize("epsilon", ["8500", "9000", "10000"])
def test_a_mass_as_near_to_1_as_it_can_be_is_drawn(epsilon: str) -> None:
    """At the largest epsilon 1 - P(0) is 2^-14427: no precision shows it, and every sampler answers
    all the same.
    """
    bits = Shake128ForTesting(b"large epsilon")
    shapes: tuple[tuple[Any, dict[str, str]], ...] = (
        (DiscreteLaplace, {}),
        (DiscreteStaircase, {"gamma": "1/2", "m": "4"}),
        (DiscreteStaircase, {"gamma": "1", "m": "1"}),
        (DiscreteHourglass, {"gamma": "1/2", "m": "4"}),
    )
    for kind, shape in shapes:
        law = kind(**parse({"epsilon": epsilon, **shape}))
        reach = 2 * int(shape.get("m", "1"))
        for _ in range(20):
            found = economical(law).draw(bits)
            assert max(map(abs, found if isinstance(found, tuple) else (found,))) < reach
            assert max(map(abs, interpret.sample(law, bits, None))) < 1
    for law in (
        Laplace(**parse({"epsilon": epsilon})),
        Staircase(**parse({"epsilon": epsilon, "gamma": "1/2"})),
        Staircase2D(**parse({"epsilon": epsilon, "gamma": "1/2"})),
    ):
        assert max(map(abs, interpret.sample(law, bits, F(1, 1024)))) < 1


def test_a_law_without_groups_is_refused() -> None:
    with pytest.raises(TypeError, match="no groups"):
        economical(object())
    with pytest.raises(TypeError, match="no entropy"):
        entropy(object())
