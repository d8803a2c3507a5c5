"""Row i of an outcome is what the law's own `sample` gives: the same types, the same forms, the
same maps.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.bulk.columns import draw, sampler, samplers, supported
from dpmean.distributions.bulk.lattices import RowByRow
from dpmean.distributions.bulk.outcomes import Coordinate, Integers, Outcome, Reals
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.finite import Bernoulli, OrderedSample, PowerOfTwo, Uniforms
from dpmean.distributions.polya import NoiseShare, Polya
from dpmean.distributions.samplers.refine import Affine
from dpmean.distributions.staircase import Staircase
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.randomness.stream import ShakeStreamForTesting
from tests.helpers.laws_in_columns import CONTINUOUS, LAWS, Three, epsilon

SOME = [Fraction(1, 3), Fraction(1, 1 << 60), Fraction(7, 8)]


def some(name: str, count: int = 64) -> Outcome:
    return draw(LAWS[name], ShakeStreamForTesting(b"rows"), count)


def parts(outcome: Any) -> tuple[Any, ...]:
    return outcome if isinstance(outcome, tuple) else (outcome,)


def test_every_law_that_has_a_sampler_is_looked_at() -> None:
    assert {type(law) for law in LAWS.values()} - {Three} == set(samplers())


@pytest.mark.parametrize(
    "name", [name for name in LAWS if name not in CONTINUOUS and name != "listed"]
)
def test_a_row_of_numbers_has_the_types_of_a_sample_and_the_numbers_of_the_columns(
    name: str,
) -> None:
    outcome, sampled = some(name), LAWS[name].sample(Shake128ForTesting(b"one"))
    assert outcome.reals == ()
    for i in range(outcome.count):
        found, known = outcome.row(i)
        assert known == []
        assert type(found) is type(sampled)
        assert [type(x) for x in parts(found)] == [type(x) for x in parts(sampled)]
        for x, coordinate in zip(parts(found), outcome.coordinates, strict=True):
            assert x == coordinate.constant + sum(
                c * int(column.values[i]) * column.unit  # type: ignore[union-attr]
                for c, column in coordinate.terms
            )


@pytest.mark.parametrize("name", [name for name in CONTINUOUS if not name.endswith("digits")])
def test_a_row_of_forms_is_that_of_a_sample_with_the_same_steps(name: str) -> None:
    """Constants, coefficients and maps: the bits of the sample are those that give it the steps of
    the row.
    """
    law: Any = LAWS[name]
    outcome = some(name, 512)
    seen = {steps(outcome, i): i for i in reversed(range(outcome.count))}
    compared = 0
    for seed in range(400):
        sampled = law.sample(Shake128ForTesting(b"%d" % seed))
        for i in seen.values():
            found, known = outcome.row(i)
            if not same(found, sampled, [v for v, _ in known]):
                continue
            assert [w for _, w in known] == [int(r.words[i]) for r in outcome.reals]
            compared += 1
        if compared > 8:
            return
    raise AssertionError(f"{compared} rows were those of samples")


@pytest.mark.parametrize(
    "name", ["staircase", "staircase, digits", "hourglass", "hourglass, digits"]
)
def test_a_variable_has_the_map_of_its_step(name: str) -> None:
    law: Any = LAWS[name]
    (column,) = some(name).reals
    assert column.steps is not None
    for i in range(16):
        (theirs,) = getattr(law, "marginal", law).position(int(column.steps[i])).terms
        assert all(compare(column.variable(i).endpoint(u), theirs.endpoint(u)) == 0 for u in SOME)


def steps(outcome: Outcome, i: int) -> tuple[int, ...]:
    found = tuple(int(r.steps[i]) for r in outcome.reals if r.steps is not None)
    constant = [
        int(column.values[i])
        for c in outcome.coordinates
        for _, column in c.terms
        if isinstance(column, Integers)
    ]
    return (*found, *constant)


def same(found: Any, sampled: Any, variables: list[Any]) -> bool:
    """Whether both are the same forms of variables with the same maps."""
    assert type(found) is type(sampled)
    theirs = list(dict.fromkeys(v for x in parts(sampled) for v in x.terms))
    assert len(theirs) == len(variables)
    if any(
        compare(v.endpoint(u), w.endpoint(u))
        for v, w in zip(variables, theirs, strict=True)
        for u in SOME
    ):
        return False
    for mine, other in zip(parts(found), parts(sampled), strict=True):
        assert isinstance(mine, Affine)
        assert [mine.terms.get(v, 0) for v in variables] == [other.terms.get(v, 0) for v in theirs]
        if mine.constant != other.constant:
            return False
    return True


@pytest.mark.share(3)
@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize(
    "rows",
    [np.array([5, 0, 63, 5]), np.arange(64) % 3 == 1, slice(3, 60, 7)],
    ids=["places", "mask", "slice"],
)
def test_taken_rows_are_those_rows(name: str, rows: Any) -> None:
    outcome = some(name)
    taken = outcome.take(rows)
    places = np.arange(64)[rows]
    assert taken.count == len(places)
    # what the coordinates have in common they still have
    assert len(taken.reals) == len(outcome.reals)
    for at, i in enumerate(places):
        (mine, known), (other, before) = taken.row(at), outcome.row(int(i))
        assert [w for _, w in known] == [w for _, w in before]
        assert same(mine, other, [v for v, _ in known]) if known else mine == other


@pytest.mark.parametrize("name", LAWS)
def test_no_rows_are_an_outcome_too(name: str) -> None:
    none = some(name, 0)
    assert none.count == 0
    assert len(none.coordinates) == len(some(name).coordinates)
    assert none.single == some(name).single


def test_a_column_that_occurs_twice_in_a_coordinate_is_one_variable() -> None:
    reals = some("laplace").reals[0]
    whole = Integers(np.arange(64), Fraction(1, 3))
    coordinate = Coordinate(
        Fraction(1, 2), ((Fraction(2), reals), (Fraction(5), whole), (Fraction(-1), reals))
    )
    found, ((variable, word),) = Outcome((coordinate,), True, 64).row(3)
    assert found.constant == Fraction(1, 2) + 5
    assert found.terms == {variable: Fraction(1)}
    assert word == int(reals.words[3])
    assert isinstance(reals, Reals)


def test_draws_of_a_seeded_stream_do_not_depend_on_what_was_drawn_before() -> None:
    for name, law in LAWS.items():
        draw(law, ShakeStreamForTesting(b"other"), 1000)
        first = some(name)
        sampler.cache_clear()
        again = some(name)
        for i in (0, 17, 63):
            (mine, known), (other, before) = first.row(i), again.row(i)
            assert [w for _, w in known] == [w for _, w in before]
            assert same(mine, other, [v for v, _ in known]) if known else mine == other


@pytest.mark.parametrize(
    "law", [Polya(epsilon("1/100000"), 3), NoiseShare(Polya(epsilon("1/100000"), 3))]
)
def test_a_wide_share_is_drawn_as_its_own_sample_draws(law: Any) -> None:
    """The bits of the stream are the bits of the sample, one draw after the other."""
    assert isinstance(sampler(law), RowByRow)
    outcome, bits = draw(law, ShakeStreamForTesting(b"bits"), 3), Shake128ForTesting(b"bits")
    assert [outcome.row(i)[0] for i in range(3)] == [law.sample(bits) for _ in range(3)]
    assert draw(law, ShakeStreamForTesting(b"bits"), 0).count == 0


class Narrower(Bernoulli):
    """Inherits from a law and draws otherwise."""

    def sample(self, bits: Any) -> int:
        return 0


class Unlisted(DiscreteLaplace):
    """Inherits from a law that is not listed."""


def test_what_is_supported() -> None:
    assert all(supported(law) for law in LAWS.values())
    assert not supported(Unlisted(epsilon("1")))  # a class of its own may draw otherwise
    assert not supported(Narrower(Fraction(1, 2)))
    assert not supported(PowerOfTwo(63))
    assert not supported(Uniforms((1 << 62) + 1, 2))
    assert not supported(OrderedSample(1 << 23, 2))
    assert not supported(Staircase(Decay.from_decay(1 - Fraction(1, 10**15)), Fraction(1, 2)))
    assert supported(Staircase(epsilon("1/1000000000000"), Fraction(1, 2)))
    assert not supported(DiscreteStaircase(epsilon("1"), Fraction(1, 2), 1 << 55))
    assert not supported(DiscreteLaplace(epsilon("1/1000000000"), Fraction(10**9)))
    assert supported(DiscreteLaplace(epsilon("1/1000000"), Fraction(10**9)))
