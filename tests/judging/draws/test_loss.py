"""What the counts of one input say of the loss of privacy: nothing of draws that keep their claim,
and never more than is so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.bulk import bulk
from dpmean.distributions.bulk.drawn import plain
from dpmean.distributions.bulk.laws import GRID
from dpmean.exact.enclosure import interval
from dpmean.exits import Exit
from dpmean.judging.draws.asking import center
from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.hypotheses import told
from dpmean.judging.draws.loss import claimed, least_epsilon, loss_of_one, pure
from dpmean.judging.draws.second import compared
from dpmean.judging.draws.statistics import test as run_tests
from dpmean.judging.draws.support_inputs import law_of
from dpmean.judging.samples import judge_samples
from dpmean.randomness.stream import ShakeStreamForTesting
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector

N = 1 << 16
FAR = 2**50  # a scale beyond which quick draws are no integers of 64 bits, or betray their centre


def ordinary(vector: Vector) -> bool:
    """Whether quick draws have the law."""
    size = Fraction(vector.params.get("sensitivity", "1"))
    return size <= FAR * Fraction(vector.params.get("epsilon", "1"))


LINE = {v.id: v for v in load() if v.kind == "stat" and claimed(v) is not None and ordinary(v)}
# beyond, so many draws cannot show even that one side is missing
MOST = Fraction(4)


def noise(vector: Vector, seed: int) -> tuple[Any, Fraction | None]:
    """Draws of the law of a vector around 0, as whole numbers of a unit, or as doubles."""
    p = {k: float(Fraction(x)) for k, x in vector.params.items() if x != "optimal"}
    rng, law = np.random.default_rng(seed), law_of(vector)
    made: dict[str, Callable[[], Any]] = {
        "laplace": lambda: rng.laplace(0, float(interval(law.width).upper), N),
        "gaussian": lambda: rng.normal(0, sqrt(p["sigma_squared"]), N),
        "student_t": lambda: rng.standard_t(p["degrees"], N) * p["scale"],
    }
    if vector.object in made:
        # the last bits of doubles betray the centre: what is private lies on a public grid
        return np.round(made[vector.object]() / float(GRID)) * float(GRID), None
    drawn = bulk(vector.object, vector.params).draw(ShakeStreamForTesting(bytes([seed])), N)
    steps = plain(drawn[0])
    return (steps, law.lattice) if law.lattice is not None else (steps * float(GRID), None)


def batch(vector: Vector, steps: Any, unit: Fraction | None, away: Fraction | int = 0) -> Batch:
    """The draws as an implementation gives them: the centre added, exactly on a lattice."""
    middle = center(vector) + away
    if unit is None:
        return Batch(N, (steps + float(middle),))
    rows = rows_of(vector, steps, unit)
    return Batch(N, rows=tuple(((x + away,), often) for (x,), often in rows))


@pytest.mark.share(4)
@pytest.mark.parametrize("id_", LINE)
def test_draws_of_the_law_show_no_loss_and_those_of_one_side_do(id_: str) -> None:
    """Kills another lattice than that of the law, whose odd places nobody reaches; delta counted
    once for an event of two sides; a side that nobody compares; a law without a claim.
    """
    vector = LINE[id_]
    steps, unit = noise(vector, 1)
    assert loss_of_one(vector, batch(vector, steps, unit)) is None
    claim = claimed(vector)
    assert claim is not None
    found = [loss_of_one(vector, batch(vector, s * abs(steps), unit)) for s in (1, -1)]
    if claim.levels[0].epsilon <= MOST:
        assert None not in found
    for loss in filter(None, found):
        assert (loss.epsilon is None) is (pure(claim) is None)


@pytest.mark.share(4)
@pytest.mark.parametrize("id_", LINE)
def test_two_inputs_of_the_law_show_no_loss_and_the_same_noise(id_: str) -> None:
    """Kills a second input that is not a neighbour, or that is compared around the wrong centre."""
    vector = LINE[id_]
    unit = law_of(vector).lattice
    away = Fraction(vector.params.get("sensitivity", "1"))
    one, other = (batch(vector, noise(vector, seed)[0], unit, a) for seed, a in ((4, 0), (5, away)))
    found = compared(vector, one, other, away)
    assert found.loss is None
    assert found.added


@pytest.mark.parametrize("factor", [Fraction(1, 3), Fraction(1, 2), Fraction(4, 5)])
@pytest.mark.parametrize(
    "id_", [i for i, v in LINE.items() if v.object == "laplace" and "epsilon" in v.params]
)
def test_the_bound_is_never_above_the_loss_of_the_draws(id_: str, factor: Fraction) -> None:
    """Kills tails that are compared with one step too few: wrong with probability 1e-9."""
    vector = LINE[id_]
    steps, unit = noise(vector, 2)
    least = least_epsilon(vector, batch(vector, steps * float(factor), unit))
    assert least < Fraction(vector.params["epsilon"]) / factor


def test_a_gaussian_with_a_little_less_noise_is_not_yet_a_loss() -> None:
    """Kills a claim of rho that is compared with an estimate in place of what it allows."""
    for id_, vector in LINE.items():
        if vector.object == "gaussian":
            steps, unit = noise(vector, 3)
            assert loss_of_one(vector, batch(vector, steps * 0.97, unit)) is None, id_


@pytest.mark.share(4)
@pytest.mark.parametrize("id_", LINE)
def test_samples_of_every_law_are_judged_and_no_guess_is_an_error(id_: str) -> None:
    """Kills a law of whose samples no file can be judged, and a bug's law that cannot be made."""
    vector = LINE[id_]
    steps, unit = noise(vector, 6)
    params = {**vector.params, "center": vector.input["center"]}
    claim = claimed(vector)
    assert claim is not None
    # steps of a lattice stay on it; where nearly all are 0 so few draws do not show another scale
    for factor in (1, 3) if claim.levels[0].epsilon < 2 * MOST else (1,):
        rows = [
            row for row, often in rows_of(vector, steps[:4096] * factor, unit) for _ in range(often)
        ]
        found = judge_samples("f", vector.object, params, rows, Fraction(1, 10**9))
        assert (found.code == Exit.OK) is (factor == 1), found.run.verdicts[0].detail
    wide = batch(vector, steps * 3, unit)
    assert isinstance(told(vector, run_tests(vector.expect, wide, center(vector)).evidence), list)


def rows_of(vector: Vector, steps: Any, unit: Fraction | None) -> list[tuple[Any, int]]:
    """The same draws as exact outcomes, with how often they came."""
    middle, one = center(vector), unit if unit is not None else GRID
    places = np.rint(steps if unit is not None else steps / float(GRID)).astype(np.int64)
    return [((middle + int(k) * one,), often) for k, often in Counter(places.tolist()).items()]
