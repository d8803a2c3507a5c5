"""Outputs that are no fresh draws: an audit says so, and gives no epsilon."""

from __future__ import annotations

import itertools
import time
from math import exp
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing.freshness import cycle, ordered, same_starts
from dpmean.auditing.outputs import Outputs, Reader
from dpmean.auditing.report import Report
from dpmean.judging.draws.recurrence import alike


def read(raw: Any) -> Outputs:
    return Reader().read(np.asarray(raw, dtype=np.float64))


def test_the_chance_of_equal_halves_is_exact() -> None:
    # of the 4!/(2! 2!) = 6 orders of a a b b, those with equal halves are ab|ab and ba|ba
    orders = set(itertools.permutations("aabb"))
    equal = [o for o in orders if o[:2] == o[2:]]
    assert exp(alike(["a", "b"], ["a", "b"])) == pytest.approx(len(equal) / len(orders))
    assert alike(["a", "a"], ["a", "a"]) == 0.0
    assert alike(["a", "b"], ["b", "a"]) == 0.0


def test_two_equal_starts_are_told_and_those_of_a_constant_are_not() -> None:
    x = np.random.default_rng().random(64)
    assert same_starts([read(x), read(x)])
    assert not same_starts([read(x), read(np.random.default_rng().random(64))])
    assert not same_starts([read(np.ones(64)), read(np.ones(64))])


def test_a_cycle_is_told() -> None:
    x = np.random.default_rng().random(150)
    assert "repeat" in str(cycle(read(np.concatenate([x, x]))))
    assert not cycle(read(np.random.default_rng().random(300)))


@pytest.mark.parametrize("lag", [1, 2])
def test_outputs_that_depend_on_those_before_are_told(lag: int) -> None:
    x = np.random.default_rng().random(2000)
    walk = x + np.roll(x, lag)
    assert "depend on one another" in str(ordered(read(walk), Reader()))
    assert not ordered(read(x), Reader())


def test_an_audit_of_outputs_that_recur_gives_no_epsilon() -> None:
    turns = itertools.cycle(np.random.default_rng().random(300))

    def release(records: list[float]) -> float:
        return next(turns)

    found = dpmean.audit(release, "epsilon=1", data=([0.0], []), draws=5000)
    assert isinstance(found, Report)
    assert found.audit.stale
    assert found.epsilon == 0
    assert not found.refuted
    assert "no epsilon is given" in str(found)


def test_a_slow_program_is_not_asked_for_a_thousand_outputs_before_anything_is_said() -> None:
    """Kills minutes of silence where every output is a start of a program."""
    asked = []

    def slow(records: list[float]) -> float:
        asked.append(len(records))
        time.sleep(0.011)
        return float(np.random.default_rng().random() + sum(records))

    report = dpmean.audit(slow, data=([0.0, 1.0], [0.0]), draws=20_000, seconds=60)
    assert isinstance(report, Report)
    assert report.audit.draws > 0
    assert len(asked) < 300
