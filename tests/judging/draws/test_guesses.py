"""Guesses about counts: what is told beside a failure is refuted by nothing that was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import erfc, exp, sqrt
from typing import Any

import numpy as np
import pytest

from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.hypotheses import NOTHING, told
from dpmean.judging.draws.statistics import test as run_tests
from dpmean.suite.files import load
from dpmean.suite.plans.laws.sampler_bugs import NAMES
from dpmean.suite.plans.laws.stat import line
from dpmean.suite.pvalues import binomial_p
from tests.lab.simulators.answers import BUGS

VECTORS = {v.id: v for v in load()}
LIMIT = Fraction(1, 10**6)
Cdf = Callable[[float], float]


def laplace(scale: float) -> Cdf:
    return lambda x: exp(x / scale) / 2 if x < 0 else 1 - exp(-x / scale) / 2


def gaussian(deviation: float) -> Cdf:
    return lambda x: erfc(-x / deviation / sqrt(2)) / 2


LAWS: dict[str, tuple[Any, float, Callable[[float], Cdf]]] = {
    "laplace": (line("laplace", {"epsilon": "1", "sensitivity": "4"}), 4.0, laplace),
    "gaussian": (line("gaussian", {"sigma_squared": "4"}), 2.0, gaussian),
}
# bugs that are the law at another scale: how much of it is left
SHARES = {
    "half the noise": 0.5,
    "5 % too little noise": 0.95,
    "the sensitivity is left out": 0.25,
}
DRAWS: dict[str, Callable[[Any, float, int], Any]] = {
    "one side": lambda rng, s, n: rng.exponential(s, n),
    "even": lambda rng, s, n: rng.uniform(-2 * s, 2 * s, n),
    "heavy": lambda rng, s, n: rng.standard_cauchy(n) * s / 3,
    "bell": lambda rng, s, n: rng.normal(0, s / 2, n),
    "peak": lambda rng, s, n: rng.laplace(0, s / 2, n) * (rng.random(n) < 0.8),
    "moved": lambda rng, s, n: rng.laplace(s / 8, s * 0.95, n),
    "two humps": lambda rng, s, n: rng.choice((-s, s), n) / 2 + rng.normal(0, s / 4, n),
    "half": lambda rng, s, n: rng.laplace(0, s / 2, n),
}


@pytest.mark.parametrize("name", DRAWS)
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("n", [256, 4096, 1 << 16])
@pytest.mark.parametrize("grid", [Fraction(0), Fraction(1, 1 << 20)], ids=["doubles", "grid"])
def test_no_guess_is_refuted_by_a_point_of_the_distribution(
    law: str, name: str, n: int, grid: Fraction
) -> None:
    """Kills a guess that is compared with the events that it names and with no point beside, and one
    that a declared grid spares.
    """
    vector, scale, cdf = LAWS[law]
    for seed in range(2):
        x = DRAWS[name](np.random.default_rng(seed), scale, n)
        x = np.round(x / float(grid)) * float(grid) if grid else x
        batch = Batch(n, (x,), grid=grid)
        evidence = run_tests(vector.expect, batch, Fraction(0)).evidence
        for guess in told(vector, evidence):
            assert "lattice" not in guess
            share = SHARES.get(guess.removeprefix("looks like a known bug: "))
            if share is None:
                continue
            under = cdf(share * scale)
            for point in evidence["points"]:
                p = Fraction(under(float(Fraction(point["x"]))))
                least, most = (round(point.get(k, point["seen"]) * n) for k in ("fewest", "seen"))
                around = max(Fraction(0), p - LIMIT / 100), min(Fraction(1), p + LIMIT / 100)
                assert len(evidence["points"]) * binomial_p(n, least, most, *around) > LIMIT / 10


def test_a_bug_that_is_silent_about_what_is_off_is_neither_told_nor_refuted() -> None:
    """Kills "looks like" of a bug that explains nothing of what failed, and "none explains" of one
    that was not compared.
    """
    vector = next(
        v
        for v in VECTORS.values()
        if v.kind == "stat"
        and v.object == "sized_mean"
        and v.expect.get("cdf")
        and any(b["bug"] == "half the noise" for b in v.expect["power"])
    )
    bug = next(b for b in vector.expect["power"] if b["bug"] == "half the noise")
    vector = replace(vector, expect={**vector.expect, "power": [bug]})
    n = 1 << 16
    shares = [Fraction(p) for p in bug["p"]]
    events = [
        {"name": e["name"], "count": round(n * p), "n": n}
        for e, p in zip(vector.expect["events"], shares, strict=True)
    ]
    points = [
        {"x": c["x"], "seen": float(Fraction(c["p"]["lo"]) / 2)} for c in vector.expect["cdf"]
    ]
    seen = {"type": "law", "n": n, "events": events, "points": points}
    # the events speak for the bug, whatever the points are
    assert told(vector, seen) == ["looks like a known bug: half the noise"]
    right = [
        {**e, "count": round(n * Fraction(r["p"]["lo"]))}
        for e, r in zip(events, vector.expect["events"], strict=True)
    ]
    assert told(vector, {**seen, "events": right}) == [NOTHING]
    silent = {**bug, "p": [r["p"]["lo"] for r in vector.expect["events"]]}
    vector = replace(vector, expect={**vector.expect, "power": [silent]})
    assert told(vector, {**seen, "events": right}) == []


BUG = "looks like a known bug: "
FOLDED = [
    "laplace-stat-epsilon1-0",
    "staircase-stat-epsilon1-gamma1_2-0",
    "gaussian-stat-sigma_squared1-0",
    "student_t-stat-degrees3-scale3602879701896397_36028797018963968-0",
    "discrete_laplace-stat-epsilon1_2-sensitivity4--3",
    "discrete_staircase-stat-epsilon1-gamma1_2-m4-0",
    "discrete_gaussian-stat-sigma_squared100--31415926535897932384626433832795",
]


def guesses(vector_id: str, bug: str, n: int = 1 << 14) -> list[str]:
    """What is told of draws with a bug of the simulators."""
    vector, rng = VECTORS[vector_id], np.random.default_rng(2)
    given = {**vector.input, "draws": str(n)}
    columns = BUGS[bug](vector.object, vector.params, given, {}, rng, n)
    if columns[0].dtype == object:
        outcomes = Counter((Fraction(x),) for x in columns[0])
        batch = Batch(n, rows=tuple(sorted(outcomes.items())))
    else:
        batch = Batch(n, tuple(columns))
    center = Fraction(vector.input["center"])
    return told(vector, run_tests(vector.expect, batch, center).evidence)


@pytest.mark.parametrize("vector_id", FOLDED)
def test_noise_on_one_side_is_guessed_and_is_no_scale(vector_id: str) -> None:
    """Kills a guess of another scale, whose tails are the same; also where a vector is older than
    the bug.
    """
    assert guesses(vector_id, "noise on one side only") == [f"{BUG}noise on one side only"]


@pytest.mark.parametrize("vector_id", FOLDED)
def test_half_the_noise_is_never_guessed_to_be_on_one_side(vector_id: str) -> None:
    found = guesses(vector_id, "half the noise")
    assert found
    assert not any("one side" in words for words in found)


@pytest.mark.parametrize(
    ("vector_id", "bug"),
    [
        (vector.id, bug["bug"])
        for vector in VECTORS.values()
        if vector.kind == "stat" and vector.object == "discrete_laplace"
        for bug in vector.expect["power"]
        if bug["bug"] in NAMES[1:] and Fraction(bug["at_least"]["16384"]) >= Fraction(99, 100)
    ],
)
def test_bugs_of_long_numbers_are_guessed(vector_id: str, bug: str) -> None:
    """Kills a guess of a wide law that is told by its scale, where its lower digits are the
    matter.
    """
    assert guesses(vector_id, bug)[0] == f"{BUG}{bug}"
