"""Exact errors of hetero's algorithms: against a second way, against runs, on vectors that a seed
repeats; what an enclosure claims.
"""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpmean.exact.enclosure import interval
from dpmean.experiments import simulation
from dpmean.experiments.hetero import errors, table2
from dpmean.experiments.hetero.settings import BETA, COIN, LOWER, UPPER, TwoGroups, sampled, spaced
from dpmean.experiments.points import Enclosed, Job
from dpmean.mechanisms.hetero.adpm import Adpm
from dpmean.mechanisms.hetero.fme import Fme
from dpmean.mechanisms.hetero.ldpe import Ldpe
from dpmean.mechanisms.hetero.propdpm import PropDpm
from dpmean.mechanisms.hetero.sm import Sm
from dpmean.mechanisms.hetero.uni import Uni
from dpmean.programs import interpret
from dpmean.randomness.bits import Shake128ForTesting

VECTORS = st.lists(st.fractions(F(1, 100), 3, max_denominator=100), min_size=1, max_size=10).map(
    tuple
)


def contains(found: Enclosed, exact: Any) -> bool:
    other = interval(exact, 256)
    return (
        found.lower <= other.upper
        and other.lower <= found.upper
        and found.upper - found.lower <= found.lower / 2**36
    )


@settings(max_examples=40)
@given(VECTORS)
def test_the_errors_in_balls_are_those_of_the_mechanisms(epsilons: tuple[F, ...]) -> None:
    """The number of the sampled by a product of polynomials here, by one user after the other
    there; and LDPE in balls.
    """
    for edition, function in (("printed", errors.sm_printed), ("corrected", errors.sm_corrected)):
        assert contains(
            function(epsilons, BETA),
            Sm(epsilons, LOWER, UPPER, edition).mse(BETA.mean, BETA.variance),
        ), edition
    assert contains(
        errors.ldpe(errors.levels(epsilons), BETA),
        Ldpe(epsilons, LOWER, UPPER).mse(BETA.mean, BETA.variance),
    )


def test_the_number_of_the_sampled_by_hand() -> None:
    """One user certain, two with chance p: 1, 2, 3 with (1-p)^2, 2p(1-p), p^2."""
    users = TwoGroups(3, F(2, 3), F(1), F(2))
    p = (math.e - 1) / (math.e**2 - 1)
    law = {1: (1 - p) ** 2, 2: 2 * p * (1 - p), 3: p**2}
    expected = sum(q * (0.25 / m + 2 / (2 * m) ** 2) for m, q in law.items())
    assert float(errors.error("SM", users, COIN).lower) == pytest.approx(expected, rel=1e-14)


def test_two_groups_of_equal_epsilons_stay_two_in_ldpe() -> None:
    one, two = (
        Ldpe((F(1),) * 10, LOWER, UPPER).mse(F(0), F(1, 4)),
        errors.error("LDPE", TwoGroups(10, F(1, 2), F(1), F(1)), COIN),
    )
    assert two.lower > one
    assert two.near(Enclosed.of((F(1, 20) + F(2, 25)) / 2))


MECHANISMS = {
    "adpm": Adpm,
    "propdpm": PropDpm,
    "ldpe": Ldpe,
    "fme": Fme,
    "uni": Uni,
    "sm": Sm,
    "sm printed": lambda *a: Sm(*a, "printed"),
}
FIVE = (F(1, 2), F(1, 2), F(1), F(2), F(3))


def test_exact_errors_lie_in_the_intervals_of_runs_and_others_do_not() -> None:
    built = {name: kind(FIVE, LOWER, UPPER) for name, kind in MECHANISMS.items()}
    exact = {name: Enclosed.of(m.mse(BETA.mean, BETA.variance)) for name, m in built.items()}
    job = Job(40_000, 1)
    assert all(
        c.inside
        for c in simulation.check(
            {n: (m, exact[n]) for n, m in built.items()}, BETA.name, BETA.mean, "five", job
        )
    )
    assert not any(
        c.inside
        for c in simulation.check(
            {n: (m, exact[n] * F(6, 5)) for n, m in built.items()},
            BETA.name,
            BETA.mean,
            "five",
            job,
        )
    )


@pytest.mark.parametrize("name", MECHANISMS)
def test_runs_are_those_of_the_mechanisms_own_programs(name: str) -> None:
    """The same interval from the programs, drawing exactly; records -1/2 or 1/2 by coin."""
    mechanism, bits, squares = (
        MECHANISMS[name](FIVE, LOWER, UPPER),
        Shake128ForTesting(name.encode()),
        [],
    )
    for _ in range(400):
        word = bits.peek(5)
        bits.skip(5)
        records = [F(-1, 2) + (word >> i & 1) for i in range(5)]
        (estimate,) = interpret.release(mechanism.program(records), bits, F(1, 1 << 20))
        squares.append(float(estimate) ** 2)
    mean = sum(squares) / len(squares)
    error = (sum((s - mean) ** 2 for s in squares)) ** 0.5 / len(squares)
    exact = Enclosed.of(mechanism.mse(F(0), F(1, 4)))
    assert abs(float(exact.lower) - mean) < 4 * error
    assert error < mean / 5


def test_a_seed_gives_the_same_vectors_and_runs() -> None:
    first, second = (list(islice(sampled("s", -4, 2, 3), 2)) for _ in range(2))
    assert first == second and first[0] != first[1]
    assert all(
        F(1, 55) < e < F(37, 5) and (e * 2**40).denominator == 1 for vector in first for e in vector
    )
    assert first != list(islice(sampled("t", -4, 2, 3), 2))
    assert (
        simulation.Source("s").uniforms(2).tolist()
        == simulation.Source("s").uniforms(2).tolist()
        != simulation.Source("t").uniforms(2).tolist()
    )


def test_grids_have_both_ends_and_lie_on_their_unit() -> None:
    grid = spaced(F(1, 10), F(1), 32, F(1, 1000))
    assert (grid[0], grid[-1], len(grid)) == (F(1, 10), F(1), 33)
    assert all((e * 1000).denominator == 1 for e in grid)
    assert all(abs(b / a - grid[1] / grid[0]) < F(3, 100) for a, b in zip(grid, grid[1:]))


def test_an_enclosure_claims_only_what_is_certain() -> None:
    third, around = Enclosed.of(F(1, 3)), Enclosed(F(3, 10), F(4, 10))
    assert (
        not third.below(around)
        and not around.below(third)
        and third.within(F(0), F(1))
        and not around.within(F(7, 20), F(1))
    )
    assert third.over(around) == Enclosed(F(5, 6), F(10, 9)) and (around - third) == Enclosed(
        F(3, 10) - F(1, 3), F(4, 10) - F(1, 3)
    )
    assert (
        third.at_most(third)
        and not third.below(third)
        and not third.near(around)
        and third.near(third)
    )
    log = Enclosed.of(F(2)).log()
    assert log.within(
        F(693147180559945309417232121458, 10**30), F(693147180559945309417232121459, 10**30)
    )
    assert third.ends(3) == ("0.333", "0.334") and third.exact == "1/3" and around.exact is None


def test_logarithms_of_cut_digits_still_enclose() -> None:
    x = Enclosed.of(F(1, 3**400))
    wide = table2.natural(Enclosed.of(F(2, 7)))
    assert wide.lower < wide.upper and wide.upper - wide.lower < F(1, 10**40)
    assert x.log().within(F(-43945, 100), F(-43944, 100))
