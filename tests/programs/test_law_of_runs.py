"""How the exact law of a release is found: runs that meet go on as one, comparisons split laws, and
coins branch.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.laplace import Laplace
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.programs.alterations import Altered, ties_turned
from dpmean.programs.law_of import Where, law_of
from dpmean.programs.program import Compare, Draw, Program, Step
from tests.helpers import exploring

UNIT = {"epsilon": "1", "lower": "0", "upper": "2"}
TINY = F(1, 1 << 40)


def stripped(program: Callable[[], Program]) -> Callable[[], Program]:
    """The program without its declared states."""

    def run() -> Program:
        running, reply = program(), None
        while True:
            try:
                request = running.send(reply)
            except StopIteration as end:
                return end.value
            reply = (
                yield Step(request.name, request.value) if isinstance(request, Step) else request
            )

    return run


@pytest.mark.parametrize(
    ("name", "params", "data"),
    [
        ("local_clipped_mean", {"rho": "3", "u": "1", "d": "1", "n": "1"}, [["1"]]),
        (
            "local_coordinate_mean",
            {"rho": "8", "radius": "1", "sigma_max": "1", "d": "1", "n": "3", "beta": "9/10"},
            [["1"], ["0"], ["5"]],
        ),
        (
            "coinpress_mean",
            {
                "rho": "200",
                "radius": "50",
                "sigma_max": "1",
                "iterations": "2",
                "d": "1",
                "n": "4",
                "beta": "9/10",
            },
            [["40"], ["-1"], ["2"], ["1"]],
        ),
    ],
)
def test_runs_that_come_to_the_same_state_go_on_as_one(
    name: str, params: dict[str, str], data: list[list[str]]
) -> None:
    mechanism = build(name, params)
    merged, plain = law_of(mechanism, data), law_of(stripped(lambda: mechanism.program(data)))
    assert merged.runs <= 2 * plain.runs
    for x in (F(-3), F(0), F(1, 2), F(2), F(13, 2)):
        assert exploring.near(merged.cdf(x), plain.cdf(x), merged.lost + plain.lost + F(1, 1 << 90))


def test_many_records_make_no_more_runs_than_few() -> None:
    few, many = ["0", "1/2", "1"] * 3, ["0", "1/2", "1"] * 33334
    for name in ("independent_mean", "shifted_mean"):
        laws = [law_of(build(name, UNIT), data) for data in (few, many)]
        assert laws[0].runs == laws[1].runs == 1
        assert compare(laws[1].probability(Where("x", "gt", F(49, 100))), F(9999, 10000)) > 0
    lines = [[["0"], ["1"], ["3"]] * k for k in (3, 3000)]
    runs = [
        law_of(
            build(
                "privquant",
                {"rho": "1/100", "low": "0", "high": "7", "rank": "5", "n": str(len(rows))},
            ),
            [r[0] for r in rows],
        ).runs
        for rows in lines
    ]
    assert runs[1] <= runs[0] == 8


def test_counts_far_from_a_rank_cost_nothing() -> None:
    """Thirty thousand records: chances such as e^-10^7 are told to be negligible without being
    written down.
    """
    runs = []
    for n in (3000, 30000):
        mechanism = build(
            "shifted_clipped_mean", {"rho": "8", "u": "3", "d": "1", "n": str(n), "beta": "9/10"}
        )
        law = law_of(mechanism, [[str(i % 4)] for i in range(n)], least=F(1, 1 << 40))
        assert law.lost < F(1, 1 << 30)
        runs.append(law.runs)
    assert runs[0] == runs[1]


def coin(p: Any) -> Any:
    from dpmean.distributions.finite import Bernoulli

    return Bernoulli(p)


@settings(max_examples=20, deadline=None)  # an eighth of a second each
@given(
    st.integers(-3, 3),
    st.integers(-3, 3),
    st.fractions(F(-4), F(4), max_denominator=4),
    st.sampled_from([F(1, 2), F(1, 3)]),
)
def test_a_comparison_splits_a_law_without_loss(a: int, b: int, x: F, decay: F) -> None:
    """max(K, a) if K' <= b else K + K': any two lattice noises, compared and used."""
    law = DiscreteLaplace(Decay.from_decay(decay))

    def program() -> Program:
        first = yield Draw("first", law)
        second = yield Draw("second", law)
        if (yield Compare(second, F(b), -1)) <= 0:
            return max(first, F(a))
        return first + second

    known, left = exploring.law_of(program, 40)
    found = law_of(program)
    below = sum((p for o, p in known.items() if o <= x), F(0))
    assert exploring.near(found.cdf(x), below, left + found.lost)
    assert exploring.near(found.cdf(F(100)), F(1), left + found.lost)


def test_three_noises_compared_in_turn() -> None:
    """Which of three Laplace noises is the largest: a third each, whatever the order of the
    questions.
    """
    law = Laplace(Decay.from_epsilon(1))

    def program() -> Program:
        noises = []
        for i in range(3):
            noises.append((yield Draw(f"noise_{i}", law)))
        best = 0
        for i in (1, 2):
            if (yield Compare(noises[i] - noises[best], F(0))) > 0:
                best = i
        return F(best)

    found = law_of(program)
    for i in range(3):
        assert exploring.near(found.probability(Where("x", "eq", F(i))), F(1, 3), TINY**2)


def test_alterations_change_what_they_say() -> None:
    law = DiscreteLaplace(Decay.from_decay("1/2"))

    def program() -> Program:
        first = yield Draw("first", law)
        second = yield Draw("second", law)
        return (first + second) if (yield Compare(first, F(0), 1)) < 0 else F(7, 2)

    same = law_of(program, altered=Altered(draws={"second": "first"}))
    assert (
        same.probability(Where("x", "eq", F(-2))) == law.pmf(1)
        and same.probability(Where("x", "eq", F(-1))) == 0
    )
    assert law_of(program).probability(Where("x", "eq", F(7, 2))) == law.cdf(0)
    assert law_of(program, altered=Altered(compare=ties_turned)).probability(
        Where("x", "eq", F(7, 2))
    ) == law.cdf(-1)
    fixed = law_of(program, altered=Altered(draws={"*": F(-1)}))
    assert fixed.probability(Where("x", "eq", F(-2))) == 1
    turned = law_of(program, altered=Altered(output=lambda o: o * F(2)))
    assert turned.probability(Where("x", "eq", F(7))) == law.cdf(0)
    half = Laplace(Decay.from_epsilon(1)).times(F(1, 2))
    assert half.scale() == F(1, 2)


def test_a_coin_that_is_used_as_an_index_branches() -> None:
    def program() -> Program:
        at = int((yield Draw("at", coin(F(1, 4)))))
        return [F(3), F(5)][at]

    law = law_of(program)
    assert [law.probability(Where("x", "eq", F(k))) for k in (3, 5, 4)] == [F(3, 4), F(1, 4), F(0)]


def test_what_is_too_unlikely_is_counted_as_lost() -> None:
    def program() -> Program:
        return F((yield Draw("rare", coin(F(1, 1000)))))

    law = law_of(program, least=F(1, 100))
    assert law.lost >= F(1, 1000) and law.lost < F(1, 999)
    assert law.probability(Where("x", "eq", F(1))) == 0
    assert law_of(program, least=F(0)).lost == 0


def test_a_continuous_noise_is_no_integer() -> None:
    def program() -> Program:
        return F(round((yield Draw("noise", Laplace(Decay.from_epsilon(1))))))

    with pytest.raises(InvalidInput, match="integer"):
        law_of(program)
