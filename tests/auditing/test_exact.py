"""Exact audits: enumerated functions, generator functions, and shipped mechanisms."""

from __future__ import annotations

from fractions import Fraction
from math import inf, log
from typing import Any

import pytest

import dpmean
from dpmean.auditing.api import shipped
from dpmean.auditing.claims import claimed
from dpmean.auditing.enumeration import law
from dpmean.auditing.report import ExactReport
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from dpmean.programs.program import Draw

HALVES = (Fraction(0), Fraction(1, 2), Fraction(1))


def randomized_response(records: list[int], random: Any) -> int:
    """The bit with probability 3/4."""
    return records[0] if random.bernoulli(Fraction(3, 4)) else 1 - records[0]


def exactly(function: Any, claim: Any, **more: Any) -> ExactReport:
    found = dpmean.audit(function, claim, **more)
    assert isinstance(found, ExactReport)
    return found


def test_randomized_response_has_epsilon_log_3() -> None:
    found = exactly(
        randomized_response,
        ["epsilon=1", "epsilon=11/10"],
        neighbors="replace-one",
        domain=(0, 1),
        data=([0], [1]),
    )
    assert [j.status for j in found.judged] == ["refuted", "holds on this domain"]
    assert found.epsilon == pytest.approx(log(3), abs=1e-15)
    worst = found.judged[0].worst
    # P(1) - e Q(1)
    assert float(worst.lower) == pytest.approx(3 / 4 - 2.718281828459045 / 4, abs=1e-9)


def test_an_impossible_output_makes_epsilon_infinite() -> None:
    def release(records: list[int], random: Any) -> int:
        return len(records) + random.integer(2)

    found = exactly(release, "epsilon=1", domain=(0,), size=1)
    assert found.epsilon == inf
    assert "infinite" in str(found)


def test_delta_is_exact() -> None:
    def release(records: list[int], random: Any) -> int:
        return sum(records) if random.bernoulli(Fraction(1, 100)) else 7

    for delta, refuted in (("1/100", False), ("99/10000", True)):
        found = exactly(
            release, f"epsilon=1,delta={delta}", neighbors="replace-one", domain=(0, 1), size=1
        )
        assert found.refuted is refuted


def test_loops_that_need_not_end_are_cut_and_what_is_lost_is_counted() -> None:
    def release(records: list[int], random: Any) -> int:
        k = 0
        while random.bernoulli(Fraction(1, 2)):
            k += 1
        return k

    found = law(release, ())
    assert 0 < found.lost <= Fraction(1, 1 << 39)
    assert sum(found.chances.values()) + found.lost == 1
    assert found.chances[3] == Fraction(1, 16)


def test_a_function_that_is_random_in_another_way_is_refused() -> None:
    import random as other

    def release(records: list[int], random: Any) -> int:
        return random.integer(2 if other.random() < 0.5 else 3)

    with pytest.raises(InvalidInput, match="random in another way"):
        for _ in range(50):
            law(release, ())


def test_a_generator_function_is_judged_by_its_exact_law() -> None:
    def release(records: list[Fraction]) -> Any:
        k = yield Draw("noise", DiscreteLaplace(Decay.from_epsilon(1)))
        return (sum(records) + k,)

    found = exactly(release, ["epsilon=1", "epsilon=9/10"], domain=(0, 1), size=2)
    assert [j.status for j in found.judged] == ["holds on this domain", "refuted"]


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("sized_mean", {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"}),
        ("transformed_mean", {"epsilon": "1", "lower": "0", "upper": "1", "noise": "laplace"}),
        ("shifted_mean", {"epsilon": "1", "lower": "0", "upper": "1"}),
    ],
)
def test_a_shipped_mechanism_keeps_its_guarantee_and_no_less(
    name: str, given: dict[str, str]
) -> None:
    found = shipped(name, dict(given), None, HALVES[::2], 1, None)
    assert [j.status for j in found.judged] == ["holds on this domain"]


def test_half_of_the_guarantee_of_a_shipped_mechanism_is_refuted() -> None:
    found = shipped(
        "sized_mean",
        {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"},
        [claimed("epsilon=1/2")],
        HALVES,
        2,
        None,
    )
    assert found.refuted
