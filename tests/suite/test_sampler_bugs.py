"""The laws that known bugs make of a sampler: by their definitions, summed up one by one where
numbers are short.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import exp
from typing import Any

import pytest

from dpmean.catalogue.laws import LAWS
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.exact.digits import decimals
from dpmean.parameters.declared import parse
from dpmean.suite.files import load
from dpmean.suite.plans.laws import sampler_bugs
from dpmean.suite.plans.laws.sampler_bugs import (
    NAMES,
    Doubles,
    Folded,
    ShortUniform,
    above,
    even,
    low_bits,
    rounds_to,
)
from dpmean.suite.power import TIERS


def number(x: Any) -> float:
    return float(Fraction(decimals(x, 17)[0]))


def law(name: str, **params: str) -> Any:
    return LAWS[name](**parse(params))


LONG = {"epsilon": "900731951382536/9007319513825285"}
MADE = [
    Folded(law("discrete_laplace", epsilon="1/3")),
    Folded(law("discrete_gaussian", sigma_squared="5/2")),
    ShortUniform(law("discrete_laplace", **LONG)),
    Doubles(law("discrete_laplace", epsilon="1/3")),
]


@pytest.mark.parametrize("made", MADE, ids=lambda m: f"{type(m).__name__}-{m.law.name}")
def test_masses_tails_and_distribution_function_are_of_one_law(made: Any) -> None:
    masses = {k: number(made.pmf(k)) for k in range(-300, 301)}
    assert sum(masses.values()) == pytest.approx(1, abs=1e-12)
    for k in (-7, -1, 0, 1, 9, 20):
        under = sum(p for i, p in masses.items() if i <= k)
        assert number(made.cdf(k)) == pytest.approx(under, abs=1e-12)
        out = sum(p for i, p in masses.items() if abs(i) >= abs(k))
        assert number(made.tail(abs(k))) == pytest.approx(out, abs=1e-12)
    assert number(above(made)) == pytest.approx(sum(p for i, p in masses.items() if i > 0))


def test_noise_on_one_side_of_continuous_laws() -> None:
    made = Folded(law("laplace", epsilon="1/2"))
    assert made.cdf(Fraction(0)) == made.cdf(Fraction(-1)) == 0
    assert above(made) == 1
    assert number(made.cdf(Fraction(3))) == pytest.approx(1 - exp(-1.5))
    assert number(made.tail(Fraction(3))) == pytest.approx(exp(-1.5))


def test_a_lattice_of_fractions_on_one_side() -> None:
    made = Folded(law("discrete_staircase", epsilon="1", gamma="1/2", m="4"))
    masses = {i: number(made.pmf(Fraction(i, 4))) for i in range(-160, 161)}
    assert sum(masses.values()) == pytest.approx(1)
    assert number(made.cdf(Fraction(3, 4))) == pytest.approx(sum(masses[i] for i in range(4)))


@pytest.mark.parametrize(("t", "s"), [(24, 5), (32, 1), (9, 2)])
def test_a_short_uniform_number_by_its_definition(
    t: int, s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words of three bits, and all pairs of u and v."""
    monkeypatch.setattr(sampler_bugs, "WORD", 8)
    made = ShortUniform(law("discrete_laplace", epsilon=str(Fraction(s, t))))
    masses: Counter[int] = Counter()
    for u in range(8):
        for v in range(60):
            x, p = (u + t * v) // s, exp(-u / t - v)
            masses[x] += p
            masses[-x] += p if x else 0
    total = sum(masses.values())
    for k in (-13, -1, 0, 1, 4, 5, 12):
        assert number(made.pmf(k)) == pytest.approx(masses[k] / total, abs=1e-12)
    if (t, s) == (32, 1):
        share = sum(p for x, p in masses.items() if x % 2 == 0) / total
        assert number(made.even()) == pytest.approx(share)


def test_even_numbers_by_their_definitions(monkeypatch: pytest.MonkeyPatch) -> None:
    right = law("discrete_laplace", epsilon="1/5")
    masses = {k: number(right.pmf(k)) for k in range(-400, 401)}
    share = sum(p for k, p in masses.items() if k % 2 == 0)
    assert number(even(right)) == number(even(Folded(right))) == pytest.approx(share)
    monkeypatch.setattr(sampler_bugs, "WHOLE", 8)
    share = sum(p for k, p in masses.items() if k % 2 == 0 or abs(k) >= 8)
    assert number(even(Doubles(right))) == pytest.approx(share)


def test_the_least_integer_that_rounds_so_far() -> None:
    rng = random.Random(3)
    numbers = [rng.getrandbits(rng.randrange(54, 70)) | 1 << 53 for _ in range(300)]
    numbers += [(1 << i) + j for i in (53, 54, 60) for j in (-3, -1, 0, 1, 2, 3)]
    for k in numbers:
        least = rounds_to(k)
        assert float(least) >= k
        assert float(least - 1) < k
    assert rounds_to(12345) == 12345


def test_what_is_kept_of_parameters_in_32_bits() -> None:
    assert low_bits({"epsilon": "1"}) is None
    assert low_bits({"epsilon": f"1/{1 << 33}"}) is None  # a division by 0 gives no draws
    assert low_bits({"epsilon": f"{(1 << 32) + 6}/{(1 << 33) + 3}", "gamma": "1/2"}) == {
        "epsilon": "2",
        "gamma": "1/2",
    }


def test_every_one_of_them_is_a_bug_of_some_vector_that_shows_it() -> None:
    """Kills a bug that no law has, or whose published power is small in every batch."""
    shown = Counter(
        bug["bug"]
        for v in load()
        if v.kind == "stat"
        for bug in v.expect["power"]
        if Fraction(bug["at_least"][str(TIERS[2])]) >= Fraction(99, 100)
    )
    assert all(shown[name] for name in NAMES)


def test_noise_wider_than_doubles_asks_for_rational_numbers_and_for_odd_ones() -> None:
    wide = [
        v
        for v in load()
        if v.kind == "stat" and "an even number of steps" in {e["name"] for e in v.expect["events"]}
    ]
    # one is for those who read no fractions: doubles hold its odd numbers, singles do not
    assert sorted(v.requires for v in wide) == [(), ("numbers:rational",), ("numbers:rational",)]
    for v in wide:
        made = DiscreteLaplace(**parse(v.params))
        assert number(even(made)) == pytest.approx(0.5)
        size = made.sensitivity / made.decay.epsilon
        assert (v.requires == ()) is (size <= 2**32)
