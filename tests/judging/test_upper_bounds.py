"""What an accountant documents as an upper bound is judged as one: above by what it declares, never
below.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Any

import pytest

from dpmean.judging import judge_of
from dpmean.judging.answers import Asked, judge_value
from dpmean.judging.evidence import Follows, Severity
from dpmean.judging.judge import Trial
from dpmean.judging.results import Run
from dpmean.judging.severity import severity_of
from dpmean.suite.files import load
from dpmean.wire.protocol import Hello


@pytest.mark.parametrize(
    ("answer", "good"),
    [
        ("1/1000", True),
        ("19/10000", True),
        ("21/10000", True),
        ("211/100000", False),
        ("9999/10000000", False),
    ],
)
def test_a_declared_bound_may_be_above_by_what_it_declares_and_not_below(
    answer: str, good: bool
) -> None:
    """Kills an accountant that cuts tails off towards too little delta, and one that answers 1 to
    everything.

    The truth is 1/1000, a tenth above it is free, and 1/1000 is declared.
    """
    assert (judge_value(answer, "1/1000", Asked("at_least", "0", "1/1000")) is None) == good


class Program:
    """A session whose program answers 5 % above the truth, and declares some quantities as
    bounds.
    """

    def __init__(self, bounds: dict[str, Fraction], answer: float) -> None:
        self.hello, self.answer = Hello("a", "1", upper_bounds=bounds), answer

    def ask(self, _: object) -> dict[str, Any]:
        return {"status": "ok", "output": {"value": {"f64": struct.pack(">d", self.answer).hex()}}}


@pytest.mark.parametrize(
    ("bounds", "factor", "status"),
    [
        ({}, 1.05, "fail"),
        ({"hockey_stick": Fraction(0)}, 1.05, "pass"),
        ({"hockey_stick": Fraction(0)}, 1 + 1e-15, "pass"),
        ({"hockey_stick": Fraction(0)}, 0.999, "fail"),
        ({"hockey_stick": Fraction(0)}, 1.2, "fail"),
        ({"hockey_stick": Fraction(1, 2)}, 1.2, "pass"),
        ({"delta": Fraction(0)}, 1.05, "fail"),
    ],
)
def test_only_what_is_declared_is_judged_as_a_bound(
    bounds: dict[str, Fraction], factor: float, status: str
) -> None:
    """Kills a slack for everybody: without the declaration a divergence has to be right."""
    vector = next(v for v in load() if v.object == "laplace" and v.quantity == "hockey_stick")
    asked: Any = Program(bounds, factor * float(Fraction(vector.expect["value"]["hi"])))
    verdict = judge_of("exact").check(vector, Trial(asked, Run(asked.hello), Fraction(1, 10**9)))
    assert verdict.status == status


def test_a_bound_below_the_truth_by_more_than_rounding_promises_too_much() -> None:
    """Kills a declaration that takes away what a vector allows to rounding, and one that excuses a
    bound below the truth.
    """
    vector = next(v for v in load() if v.object == "laplace" and v.quantity == "hockey_stick")
    truth = float(Fraction(vector.expect["value"]["lo"]))
    for answer, declared, follows in (
        (math.nextafter(truth, 0), True, []),
        (truth * (1 - 1e-12), True, [Follows.PROMISES_TOO_MUCH]),
        (math.nextafter(truth, 0), False, []),
        (0.9 * truth, True, [Follows.PROMISES_TOO_MUCH]),
        (0.9 * truth, False, [Follows.PROMISES_TOO_MUCH]),
        (1.2 * truth, False, [Follows.ANOTHER_NUMBER]),
    ):
        asked: Any = Program({"hockey_stick": Fraction(0)} if declared else {}, answer)
        trial = Trial(asked, Run(asked.hello), Fraction(1, 10**9))
        verdict = judge_of("exact").check(vector, trial)
        assert [s.follows for s in verdict.follows] == follows
        if follows:
            grave = follows == [Follows.PROMISES_TOO_MUCH]
            assert (severity_of(verdict) is Severity.GUARANTEE) is grave
