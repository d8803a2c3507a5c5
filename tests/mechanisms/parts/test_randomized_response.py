"""Randomized response: its exact law against a table of probabilities that is made here, what its
answers are worth against sums over that table, and what is refused.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmean
from dpmean.catalogue.mechanisms import mechanism
from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import interval
from dpmean.privacy.guarantees import PureDP, Scope
from dpmean.programs.events import Where
from dpmean.programs.law_of import law_of

DECAYS = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50)
CATEGORIES = st.integers(2, 6)
QUANTITY = "randomized_response."


def table(k: int, b: Fraction, own: int) -> list[Fraction]:
    """The probability of each answer: weights 1 and b, divided by their sum."""
    weights = [Fraction(1) if j == own else b for j in range(k)]
    return [w / sum(weights) for w in weights]


def exact(name: str, **given_: object) -> Fraction:
    """A value that is rational."""
    found = dpmean.value(QUANTITY + name, {k: str(v) for k, v in given_.items()}).exact
    assert isinstance(found, Fraction)
    return found


@given(CATEGORIES, DECAYS, st.data())
def test_the_law_of_an_answer_is_the_table(k: int, b: Fraction, data: st.DataObject) -> None:
    own = data.draw(st.integers(0, k - 1))
    law = law_of(mechanism("randomized_response", categories=k, decay=b), [str(own)])
    assert [law.probability(Where("x", "eq", Fraction(j))) for j in range(k)] == table(k, b, own)


@given(CATEGORIES, DECAYS)
def test_truth_and_epsilon_are_each_others_inverse(k: int, b: Fraction) -> None:
    p = exact("truth", categories=k, decay=b)
    assert p == table(k, b, 0)[0]
    found = interval(dpmean.value(QUANTITY + "epsilon", categories=k, p=p).values[0])
    assert abs(float(found.lower) + log(b)) < 1e-12


@given(CATEGORIES, DECAYS, st.fractions(Fraction(1, 60), Fraction(60), max_denominator=60))
def test_the_delta_at_a_ratio_is_a_sum_over_answers(k: int, b: Fraction, ratio: Fraction) -> None:
    one, other = table(k, b, 0), table(k, b, 1)
    wanted = sum(max(Fraction(0), p - ratio * q) for p, q in zip(one, other, strict=True))
    assert exact("hockey_stick", categories=k, decay=b, at_ratio=ratio) == wanted


@pytest.mark.parametrize("order", [2, 3, 7])
@pytest.mark.parametrize("k", [2, 3, 5])
def test_the_renyi_divergence_is_a_sum_over_answers(k: int, order: int) -> None:
    b = Fraction(2, 7)
    one, other = table(k, b, 0), table(k, b, 1)
    total = sum(p**order * q ** (1 - order) for p, q in zip(one, other, strict=True))
    given_ = {"categories": str(k), "decay": str(b), "renyi_order": str(order)}
    found = interval(dpmean.value(QUANTITY + "renyi", given_).values[0])
    assert abs(float(found.lower) - log(total) / (order - 1)) < 1e-12


@pytest.mark.parametrize(
    ("k", "b", "n", "count"), [(2, "1/3", 3, 1), (3, "1/2", 3, 3), (4, "9/10", 2, 0)]
)
def test_the_error_of_the_estimate_is_that_of_all_answers(
    k: int, b: str, n: int, count: int
) -> None:
    decay = Fraction(b)
    p, q = table(k, decay, 0)[:2]
    mean = second = Fraction(0)
    for said in product((0, 1), repeat=n):  # who answers the category; the first `count` have it
        chance = Fraction(1)
        for i, yes in enumerate(said):
            own = p if i < count else q
            chance *= own if yes else 1 - own
        estimate = (sum(said) - n * q) / (p - q)
        mean += chance * estimate
        second += chance * (estimate - count) ** 2
    assert mean == count
    assert exact("mse", categories=k, decay=decay, n=n, count=count) == second


@pytest.mark.parametrize(
    ("record", "own"),
    [
        ("1/2", 0),
        ("3/2", 2),
        ("5/2", 2),
        ("7/4", 2),
        ("9", 3),
        ("-2", 0),
        ("nan", 0),
        ("inf", 3),
        ("x", 0),
    ],
)
def test_a_record_that_is_no_category_is_made_one(record: str, own: int) -> None:
    made = mechanism("randomized_response", categories=4, epsilon=1)
    assert made.records([float(record) if record in ("nan", "inf") else record]) == [own]


def test_what_is_promised_is_epsilon_in_the_local_model() -> None:
    made = mechanism("randomized_response", categories=4, epsilon="3/2").guarantee
    assert made.measure == PureDP(Fraction(3, 2))
    assert made.scope is Scope.LOCAL
    assert made.neighbors.value == "replace-one"


@pytest.mark.parametrize("data", [[], ["1", "2"]])
def test_one_person_answers(data: list[str]) -> None:
    made = mechanism("randomized_response", categories=4, epsilon=1)
    with pytest.raises(InvalidInput, match="one record"):
        made.records(data)


def test_the_categories_of_a_release_are_bounded_and_those_of_a_quantity_are_not() -> None:
    with pytest.raises(InvalidInput, match="at most 4096"):
        mechanism("randomized_response", categories=4097, epsilon=1)
    assert dpmean.value(QUANTITY + "truth", categories=4097, epsilon=1)


@pytest.mark.parametrize(("k", "p"), [(2, "1/2"), (4, "1/4"), (4, "1/5")])
def test_answers_no_better_than_guesses_have_no_epsilon(k: int, p: str) -> None:
    with pytest.raises(InvalidInput, match="guess"):
        dpmean.value(QUANTITY + "epsilon", categories=k, p=p)
