"""The law of a step: of a message, a noisy count, a threshold. What a release hides shows there,
and what comes before a step and does not matter for it changes nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number
from dpmean.programs.events import Where
from dpmean.programs.law_of import ReleaseLaw, law_of
from dpmean.programs.observed import numbers
from dpmean.suite.bugs import altered

SHUFFLE = {
    "beta": "9/10",
    "constants": "exact",
    "d": "1",
    "delta": "9/10",
    "epsilon": "6",
    "messages": "5",
    "modulus": "2",
    "n": "16",
    "u": "1",
}
BITS = [["0"], ["1"], ["1"], ["0"]] * 4
LOCAL = {"d": "1", "n": "1", "rho": "1/4", "u": "1"}


def law(
    name: str,
    params: dict[str, str],
    data: list[Any],
    step: str,
    bug: dict[str, Any] | None = None,
    least: Fraction = Fraction(0),
) -> ReleaseLaw:
    return law_of(build(name, params), data, observe=step, altered=altered(bug or {}), least=least)


def every(at: tuple[int, ...]) -> Where:
    return Where("all", "eq", tuple(map(Fraction, at)))


def equal(x: Number, y: Number) -> bool:
    """To 15 digits; probabilities that differ at all differ by more here."""
    near = Fraction(1, 10**15)
    return compare(x, y + near) < 0 < compare(x, y - near)


def test_lists_of_lists_are_written_number_after_number() -> None:
    assert list(numbers([[1, 2], [], [[3]], 4])) == [1, 2, 3, 4]
    assert list(numbers(5)) == [5]


def test_a_message_of_the_local_model_is_as_the_page_says() -> None:
    found = law("local_clipped_mean", LOCAL, [["0"]], "user_1_round_1")
    kept = build("local_clipped_mean", LOCAL).median_tree.response.keep
    assert found.probability(every((1, 1, 1))) == kept / 4
    assert found.probability(every((1, 1, -1))) == (1 - kept) / 4
    assert found.probability(every((1, 1))) == 0  # a list of another length
    assert found.probability(Where("x", "le", Fraction(1))) == Fraction(1, 2)
    assert sum(x.weight for x in found.leaves) == 1  # type: ignore[misc]


def test_all_parts_but_one_say_nothing_and_all_of_them_say_all() -> None:
    """Kills a law in which the parts cancel, as they do in the law of a release."""
    found = law("shuffled_clipped_mean", SHUFFLE, BITS, "user_1_median_1_1")
    assert len(found.leaves) == 2**5
    assert equal(found.probability(Where("x", "eq", Fraction(0))), Fraction(1, 2))
    one = found.probability(every((0, 0, 0, 0, 1)))
    assert all(
        equal(found.probability(every(at)), one)
        for at in ((1, 0, 0, 0, 0), (1, 1, 1, 0, 0), (1, 0, 0, 1, 1))
    )
    zero = found.probability(Where("sum", "multiple", Fraction(2)))
    assert equal(zero + 16 * one, Fraction(1))
    assert compare(zero, Fraction(1, 10)) < 0 < compare(zero, Fraction(1, 100))


ALL_FROM_ONE = {"draws": {"user_*_noise": {"outcome": "0"}, "user_16_*_noise": {"users_is": "1"}}}
PLAIN = {"draws": {"*_parts": {"outcomes": ["0", "0", "0", "0"]}}}


@pytest.mark.parametrize("bug", [ALL_FROM_ONE, PLAIN], ids=["noise", "parts"])
def test_what_a_sum_hides_a_message_shows(bug: dict[str, Any]) -> None:
    """One user adds all of the noise, or parts that are no secret: the sum has the same law, the
    message another.
    """
    asked = Where("x", "le", Fraction(3))
    least = Fraction(1, 1 << 40)
    wide = SHUFFLE | {"modulus": "256", "messages": "8"}
    sums = [law("shuffled_clipped_mean", wide, BITS, "median_1_1_sum", b, least) for b in ({}, bug)]
    assert equal(*(s.probability(asked) for s in sums))
    parts = [law("shuffled_clipped_mean", SHUFFLE, BITS, "user_1_median_1_1", b) for b in ({}, bug)]
    seen = [p.probability(every((0, 0, 0, 0, 1))) for p in parts]
    assert not equal(*seen)


def test_a_step_does_not_depend_on_the_draws_that_its_row_leaves_out() -> None:
    """`apart` of a row: the products of records that are all alike are 0 in every pass, whatever
    the earlier noise.
    """
    params = {"rho": "8", "d": "1", "n": "2", "radius": "4", "sigma_min": "1", "sigma_max": "2"}
    laws = [
        law(
            "coinpress_scaled_mean",
            params,
            [["3"], ["3"]],
            "noisy_products_3",
            {"draws": {"product_1_1_1": {"outcome": first}, "product_2_1_1": {"outcome": second}}},
        )
        for first, second in (("0", "0"), (str(10**13), str(-(10**13))), ("-5", str(10**14)))
    ]
    for at in (0, 10**13, -(10**13)):
        asked = [one.cdf(Fraction(at)) for one in laws]
        assert equal(asked[0], asked[1]) and equal(asked[0], asked[2])


def test_bugs_of_comparisons_and_outputs_reach_a_step_once() -> None:
    params = {"rho": "2", "low": "0", "high": "1", "rank": "1", "n": "1"}
    right = law("privquant", params, ["0"], "noisy_counts")
    doubled = law("privquant", params, ["0"], "noisy_counts", {"output": "2"})
    assert equal(doubled.cdf(Fraction(2)), right.cdf(Fraction(1)))
    whole = {"d": "1", "n": "3", "rho": "3", "u": "1", "beta": "9/10"}
    rows = [["0"], ["1"], ["1"]]
    turned = [
        law("shifted_clipped_mean", whole, rows, "center", b) for b in ({}, {"ties": "turned"})
    ]
    # more often to the right
    assert compare(turned[1].cdf(Fraction(-1)), turned[0].cdf(Fraction(-1))) < 0


def test_a_step_that_a_release_lacks_is_no_answer() -> None:
    params = {"epsilon": "1", "lower": "0", "upper": "1", "n": "1", "noise": "laplace"}
    found = law("sized_mean", params, ["0"], "coarse")
    assert found.no_answer == 1
