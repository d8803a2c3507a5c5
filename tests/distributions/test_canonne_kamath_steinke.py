"""The published exact samplers: exact shares of short tapes, and their laws at a stated level."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from typing import Any

import pytest

from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.samplers import canonne_kamath_steinke as cks
from dpmean.exact.enclosure import interval
from dpmean.parameters.declared import parse
from dpmean.randomness.bits import Shake128ForTesting, TapeForTesting
from dpmean.suite.pvalues import binomial_p

DRAWS, LEVEL = 20_000, F(1, 10**9)  # of one false alarm in all cases of a test together


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 12])
def test_uniform_integers_are_uniform_and_take_the_fewest_whole_bits(n: int) -> None:
    """All tapes of one number: each value once, the others are rejected."""
    width, seen = (n - 1).bit_length(), Counter[int]()
    for k in range(1 << width):
        bits = TapeForTesting((k << (8 - width)).to_bytes(1, "big") + bytes(8))
        value = cks.below(bits)(n)
        if k < n:
            seen[value] += 1
            assert bits.used == width
    assert seen == Counter(range(n))


@pytest.mark.parametrize("gamma", [F(0), F(1, 3), F(1), F(5, 2)])
def test_a_coin_of_probability_exp_minus_gamma(gamma: F) -> None:
    from dpmean.exact import reals

    draw = cks.below(Shake128ForTesting(b"coin"))
    heads, chance = (
        sum(cks.bernoulli_exp(draw, gamma) for _ in range(DRAWS)),
        interval(reals.exp(-gamma)),
    )
    assert binomial_p(DRAWS, heads, heads, chance.lower, chance.upper) > LEVEL


CASES: list[tuple[Any, Any, tuple[F, ...]]] = [
    (DiscreteLaplace(**parse({"epsilon": "1"})), cks.discrete_laplace, (F(1),)),
    (
        DiscreteLaplace(**parse({"epsilon": "2", "sensitivity": "3"})),
        cks.discrete_laplace,
        (F(3, 2),),
    ),
    (DiscreteLaplace(**parse({"epsilon": "5/2"})), cks.discrete_laplace, (F(2, 5),)),
    (DiscreteGaussian(F(4)), cks.discrete_gaussian, (F(4),)),
    (DiscreteGaussian(F(1, 3)), cks.discrete_gaussian, (F(1, 3),)),
]


@pytest.mark.share(2)
@pytest.mark.parametrize(("law", "sample", "arguments"), CASES)
def test_the_draws_have_the_law(law: Any, sample: Any, arguments: tuple[F, ...]) -> None:
    """Kills a doubled zero, a lost sign, a wrong scale: each of seven masses at a seventh of the
    level.
    """
    draw = cks.below(Shake128ForTesting(b"cks"))
    seen = Counter(sample(draw, *arguments) for _ in range(DRAWS))
    for k in range(-3, 4):
        chance = interval(law.pmf(k))
        assert binomial_p(DRAWS, seen[k], seen[k], chance.lower, chance.upper) > LEVEL / 7


@pytest.mark.parametrize(
    ("wrong", "draws"),
    [
        (lambda draw: cks.discrete_laplace(draw, F(21, 20)), 4 * DRAWS),
        (lambda draw: abs(cks.discrete_laplace(draw, F(1))), DRAWS),
    ],
)
def test_wrong_draws_do_not(wrong: Any, draws: int) -> None:
    law, draw = DiscreteLaplace(**parse({"epsilon": "1"})), cks.below(Shake128ForTesting(b"wrong"))
    seen = Counter(wrong(draw) for _ in range(draws))
    chances = {k: interval(law.pmf(k)) for k in range(-3, 4)}
    assert any(
        binomial_p(draws, seen[k], seen[k], c.lower, c.upper) <= LEVEL / 7
        for k, c in chances.items()
    )
