"""What several releases spend together: exact sums, side by side where they are of two kinds."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmean
from dpmean.catalogue.mechanisms import MECHANISMS
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from dpmean.privacy.guarantees import (
    ApproximateDP,
    Guarantee,
    PerUserDP,
    PureDP,
    ZeroConcentratedDP,
)
from dpmean.privacy.neighbors import Neighbors
from dpmean.privacy.spending import NAMES, Spent, budget, of_measure, spent

PARTS = st.fractions(0, 5)
AMOUNTS = st.builds(Spent, PARTS, PARTS, PARTS)
ONE = Neighbors.REPLACE_ONE


@given(st.lists(AMOUNTS, max_size=6), AMOUNTS)
def test_sums_are_exact_and_a_budget_holds_for_every_part(
    amounts: list[Spent], most: Spent
) -> None:
    """Kills a sum that forgets a part, and a budget that is kept by one part alone, or not at its
    very end.
    """
    total = sum(amounts, Spent())
    for name in NAMES:
        assert getattr(total, name) == sum((getattr(a, name) for a in amounts), F(0))
    assert total.within(total) and total.within(total + most)
    assert total.within(most) == all(getattr(total, n) <= getattr(most, n) for n in NAMES)
    assert {n: F(word) for n, word in total.words().items()} == {
        n: part for n in NAMES if (part := getattr(total, n))
    }


@pytest.mark.parametrize(
    ("measure", "amount"),
    [
        (PureDP(F(1, 3)), Spent(F(1, 3))),
        (ApproximateDP(F(0), F(1, 9)), Spent(delta=F(1, 9))),
        (ApproximateDP(F(2), F(1, 9)), Spent(F(2), F(1, 9))),
        (ZeroConcentratedDP(F(1, 2)), Spent(rho=F(1, 2))),
        (PerUserDP((F(1), F(3), F(2))), Spent(F(3))),
        (PerUserDP((F(1), F(3)), (F(1), F(2))), Spent(F(2))),
        (PerUserDP((None, F(3)), (F(1), F(2))), Spent(F(2))),
    ],
)
def test_what_one_release_spends(measure: object, amount: Spent) -> None:
    """Kills an epsilon that is taken for a rho, and of users' epsilons any but the largest that one
    of them gets.
    """
    assert of_measure(measure) == amount  # type: ignore[arg-type]


def test_what_is_no_rational_counts_as_more() -> None:
    """Kills an epsilon that is rounded down: log 2 is above 0.693."""
    found = of_measure(PureDP(Decay.from_decay("1/2").epsilon)).epsilon
    assert F("0.693147180559945309417232121458") <= found < F("0.69314718055994530941723212146")
    assert str(Spent(found)).startswith("epsilon = ")


def test_public_users_have_no_sum() -> None:
    with pytest.raises(InvalidInput, match="public record") as error:
        of_measure(PerUserDP((None, F(3))))
    assert error.value.code == "unsupported_combination"


def test_apples_and_pears_do_not_add() -> None:
    """Kills a sum over releases of other neighbours or of other units."""
    mine = Guarantee(PureDP(F(1)), ONE)
    assert spent([mine, Guarantee(ZeroConcentratedDP(F(2)), ONE)]) == Spent(F(1), rho=F(2))
    for other in (
        Guarantee(PureDP(F(1)), Neighbors.ADD_OR_REMOVE_ONE),
        Guarantee(PureDP(F(1)), ONE, unit="person"),
    ):
        with pytest.raises(InvalidInput, match="do not add"):
            spent([mine, other])
    assert spent([]) == Spent() and str(spent([])) == "nothing"


def test_releases_of_python_add_up() -> None:
    """Kills a sum that Python cannot say."""
    mean = dpmean.mechanism("sized_mean", epsilon="1/2", lower=0, upper=9, n=2, noise="laplace")
    made = [dpmean.release(mean, [1, 2]) for _ in range(3)]
    assert str(spent(r.guarantee for r in made)) == "epsilon = 3/2"


def test_every_mechanism_spends_something() -> None:
    """Kills a measure that counts as nothing."""
    from tests.helpers.small_releases import RELEASES, words_of

    seen = set()
    for key in RELEASES:
        name, *words = words_of(key)
        made = dpmean.mechanism(name, **dict(word.split("=") for word in words))  # type: ignore
        assert not of_measure(made.guarantee.measure).within(Spent())
        seen.add(name)
    assert seen == {*MECHANISMS}


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("epsilon=3", Spent(F(3))),
        (" epsilon=0.5, delta=1e-6 ", Spent(F(1, 2), F(1, 10**6))),
        ("rho=1/2 epsilon=1", Spent(F(1), rho=F(1, 2))),
    ],
)
def test_budgets_in_words(text: str, amount: Spent) -> None:
    assert budget(text) == amount
    assert budget(str(amount).replace(" = ", "=")) == amount


@pytest.mark.parametrize(
    "text",
    ["", "3", "epsilon", "epsilon=", "epsilon=0", "epsilon=-1", "epsilon=inf", "delta=1", "mu=1"]
    + ["epsilon=1,epsilon=2", "epsilon=nan", "Epsilon=1", "epsilon=1;delta=0.1"],
)
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        budget(text)
