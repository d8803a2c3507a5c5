"""Divergences enclosed by cells of the line: against closed forms, and where the answer is known
otherwise.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.laplace import Laplace
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import interval
from dpmean.programs.cells import enclosed
from dpmean.programs.law_of import law_of


def laws(
    name: str, given: dict[str, object], one: list[int], other: list[int]
) -> tuple[object, object]:
    mechanism = build(name, given)
    return law_of(mechanism, one), law_of(mechanism, other)


@pytest.mark.parametrize("epsilon", [F(0), F(1, 4), F(1, 2), F(3, 4)])
def test_the_closed_form_of_one_shifted_noise_lies_between(epsilon: F) -> None:
    """Kills cells whose bounds are on the wrong side, and any that leave much open."""
    found = enclosed(
        *laws(
            "sized_mean",
            {"epsilon": "1", "lower": "0", "upper": "1", "n": "1", "noise": "laplace"},
            [0],
            [1],
        ),
        epsilon,
    )
    truth = interval(Laplace(Decay.from_epsilon(1)).hockey_stick(F(1), reals.exp(epsilon)), 100)
    assert found is not None
    assert found[0] <= truth.upper
    assert truth.lower <= found[1]
    assert found[0] >= truth.lower - F(1, 1000)
    assert found[1] <= truth.upper + F(1, 400)


def test_a_claim_that_holds_with_equality_leaves_little_open() -> None:
    """At the noise's own epsilon the divergence is 0: below nothing is found, above no more than
    the cells' width.
    """
    found = enclosed(
        *laws(
            "sized_mean",
            {"epsilon": "1", "lower": "0", "upper": "1", "n": "1", "noise": "laplace"},
            [0],
            [1],
        ),
        F(1),
    )
    assert found is not None
    assert found[0] == 0 < found[1] < F(1, 20)


def test_constants_and_answers_that_are_missing_are_counted() -> None:
    """A single output of dpumean has nearly all of the divergence: kills cells that forget what is
    no density.
    """
    given = {"epsilon": "1", "delta": "1/10", "n1": "1", "n2": "1", "clip": "2"}
    one, other = laws("dpumean", given, [0, 1], [0, 0])
    found = enclosed(one, other, F(1))
    assert found is not None
    least = max(
        interval(one.probability(e) - reals.exp(F(1)) * other.probability(e), 100).lower  # type: ignore[attr-defined]
        for e in events()
    )
    assert F(9, 100) < least <= found[0] <= found[1] < F(1, 10)


def events() -> list[object]:
    from dpmean.programs.events import Where

    return [Where("none"), *(Where("x", "eq", F(i, 2)) for i in range(-20, 21))]


def test_the_sampling_mechanism_as_printed_breaks_the_epsilon_of_a_user() -> None:
    """Both records of a user who asked for 1/2: as printed she gets the other's 1, as corrected her
    own.
    """
    given: dict[str, object] = {"epsilons": "1/2,1", "lower": "0", "upper": "1"}
    printed = law_of(build("sm", {**given, "edition": "printed"}), [0, 1]).hockey_stick(
        law_of(build("sm", {**given, "edition": "printed"}), [1, 1]), F(1, 2)
    )
    corrected = law_of(build("sm", given), [0, 1]).hockey_stick(
        law_of(build("sm", given), [1, 1]), F(1, 2)
    )
    assert printed.lower > F(1, 500)
    assert corrected.lower == 0
    assert corrected.upper < F(1, 100)


def test_any_one_noise_of_a_sum_takes_the_difference() -> None:
    """ldpe adds the noises of two groups; the record of a group's user is hidden by that group's
    noise alone.
    """
    one, other = laws("ldpe", {"epsilons": "1,2", "lower": "0", "upper": "1"}, [0, 0], [1, 0])
    assert one.hockey_stick(other, F(1)).upper == 0  # type: ignore[attr-defined]
    assert one.hockey_stick(other, F(1, 8)).lower > 0  # type: ignore[attr-defined]


def test_a_uniform_offset_alone_is_cut_where_it_jumps() -> None:
    given = {"epsilon": "1", "delta": "1/10"}
    found = law_of(build("dpucoarse", given), [0]).hockey_stick(
        law_of(build("dpucoarse", given), [1]), F(1)
    )
    assert found.upper - found.lower < F(1, 10**9)
    assert F(3, 100) < found.lower < F(31, 1000)


def test_outputs_whose_density_may_change_fast_are_not_cut() -> None:
    one, other = laws(
        "transformed_mean",
        {"epsilon": "1", "lower": "0", "upper": "1", "noise": "laplace"},
        [0],
        [1],
    )
    assert enclosed(one, other, F(1)) is None
