"""Neighbouring data of a mechanism that has failed: right releases are never told apart beyond the
guarantee, wrong ones are where the two inputs show it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from dpmean.catalogue.mechanisms import MECHANISMS
from dpmean.judging.draws.asking import ask
from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.neighbours import TRIED, neighbours, told_apart
from dpmean.judging.evidence import Follows, Seen, Statement
from dpmean.judging.results import Run
from dpmean.judging.verdict import FAIL, Verdict
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from tests.judging.draws.test_statistics import Simulated
from tests.lab.simulators.answers import right

VECTORS = {v.id: v for v in load() if v.kind == "stat" and v.object in MECHANISMS}
N = 1 << 14


def looked_at(vector: Vector, draw: Any, verdicts: tuple[Verdict, ...] = (), n: int = N) -> Any:
    """What neighbouring data show of a program that draws so."""
    session: Any = Simulated(draw, n)
    result = Run(hello=None, verdicts=list(verdicts))  # type: ignore[arg-type]
    first = ask(session, session.sized(vector), result, again=False)
    assert isinstance(first, Batch)
    return told_apart(session, session.sized(vector), first, result)


def rightly(vector: Vector, seed: int, **bug: str) -> Any:
    rng = np.random.default_rng(seed)
    return lambda given, n: right(vector.object, {**vector.params, **bug}, given, rng, n)


@pytest.mark.share(4)
@pytest.mark.parametrize(
    "id_", [i for i, v in VECTORS.items() if isinstance(v.input.get("data"), list)]
)
def test_right_releases_are_not_told_apart(id_: str) -> None:
    """Fails with probability at most 1e-9 each. Kills a neighbour that is none, and a claim that is
    another's.
    """
    vector = VECTORS[id_]
    assert looked_at(vector, rightly(vector, 5)) is None


def test_where_nobody_is_protected_no_neighbour_is_asked_for() -> None:
    """Kills a mistake of ours at users who are all public, or not used."""
    vector = next(v for v in VECTORS.values() if v.params.get("epsilons") == "inf,0,inf")
    assert looked_at(vector, rightly(vector, 5)) is None


@pytest.mark.parametrize(
    ("id_", "wrong"),
    [
        ("count-stat-epsilon1_2-laplace-clampzero-nodata", {"noise factor": "1/4"}),
        ("count-stat-rho1_8-contribution4-gaussian", {"contribution": "1"}),
        ("bounded_sum-stat-epsilon1-lowern3-upper2-laplace", {"no clip": "yes"}),
        ("count-stat-epsilon1-delta1_131072-analytic_gaussian", {"noise factor": "1/8"}),
        ("randomized_response-stat-categories4-epsilon1-nan", {"epsilon": "3"}),
        # neither number shows it, but their difference
        ("histogram-stat-categories3-laplace-epsilon1", {"one noise": "yes"}),
        (
            "histogram-stat-categories3-gaussian-rho1_2-contribution2-replaceone",
            {"one noise": "yes"},
        ),
        ("histogram-stat-categories2-laplace-epsilon1-threshold3", {"of counts": "yes"}),
        ("histogram-stat-categories4-laplace-epsilon1_2-clampzero-nodata", {"silent": "yes"}),
    ],
)
def test_a_loss_beyond_the_claim_is_seen(id_: str, wrong: dict[str, str]) -> None:
    vector = VECTORS[id_]
    found = looked_at(vector, rightly(vector, 6, **wrong))
    if wrong == {"no clip": "yes"}:  # probes lie within the bounds, where nothing is unclipped
        assert found is None
    else:
        assert found is not None


def test_noise_that_is_drawn_again_below_zero_is_told_apart() -> None:
    """A count of 0 and one of 1 are normalised by different numbers."""
    vector = VECTORS["count-stat-epsilon1_2-laplace-clampzero-nodata"]
    rng = np.random.default_rng(8)

    def draw(given: Any, n: int) -> Any:
        count = float(sum(x != "nan" for x in given["data"]))
        drawn = count + rng.laplace(scale=2, size=40 * n)
        return (drawn[drawn >= 0][:n],)

    found = looked_at(vector, draw, n=1 << 18)
    assert found is not None
    assert found.epsilon > 0.5


def test_neighbours_are_those_of_the_relation() -> None:
    """Kills one record that is added where a user has several, and another size where it is public."""
    added = VECTORS["count-stat-rho1_8-contribution4-gaussian"]
    data = added.input["data"]
    assert data[:1] in neighbours(added)
    assert {len(other) for other in neighbours(added)} <= {len(data) - 4, len(data) + 4}
    replaced = next(v for v in VECTORS.values() if v.object == "sized_mean" and "data" in v.input)
    for other in neighbours(replaced):
        assert len(other) == len(replaced.input["data"])
        assert sum(a != b for a, b in zip(other, replaced.input["data"], strict=True)) == 1
    assert all(len(neighbours(v)) <= TRIED for v in (added, replaced))


def test_once_told_apart_is_enough() -> None:
    """Kills batches of neighbours for each of a hundred failures."""
    vector = VECTORS["count-stat-epsilon1_2-laplace-clampzero-nodata"]
    before = Verdict(vector, FAIL, "", follows=(Statement(Seen.TOLD_APART, Follows.LOSS),))
    assert looked_at(vector, rightly(vector, 6, **{"noise factor": "1/4"}), (before,)) is None


class Counting(Simulated):
    """Replies with counts of outcomes in place of samples."""

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        (column,) = self._draw(request["input"], int(request["input"]["draws"]))
        counts = Counter(str(int(x)) for x in column)
        return {"status": "ok", "output": {"counts": [[x, str(n)] for x, n in counts.items()]}}


@pytest.mark.parametrize(("factor", "seen"), [("1", False), ("1/4", True)])
def test_counts_of_outcomes_are_compared_as_samples_are(factor: str, seen: bool) -> None:
    """Kills a share of the errors by the columns of a batch that has rows instead."""
    vector = VECTORS["count-stat-epsilon1_2-discrete_laplace"]
    session: Any = Counting(rightly(vector, 9, **{"noise factor": factor}), N)
    result = Run(hello=None)  # type: ignore[arg-type]
    first = ask(session, session.sized(vector), result, again=False)
    assert isinstance(first, Batch)
    assert (told_apart(session, session.sized(vector), first, result) is not None) == seen
