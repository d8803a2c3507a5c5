"""A noise that a program refuses each time is one that it does not have; one that it answered once, it
has.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpmean.judging.evidence import Seen, only
from dpmean.judging.lacking import may_lack, noises_lacking
from dpmean.judging.verdict import FAIL, PASS, UNSUPPORTED, Verdict
from dpmean.suite.files import load

COUNTS = [v for v in load() if v.object == "count" and v.kind in ("transcript", "stat", "reject")]
OF = {
    noise: [v for v in COUNTS if v.params.get("noise") == noise]
    for noise in ("laplace", "gaussian", "analytic_gaussian")
}


def refused(noise: str) -> list[Verdict]:
    """A program that refuses a noise: all of its requests, valid ones too."""
    return [
        Verdict(v, PASS)
        if v.expect.get("status") == "rejected"
        else Verdict(v, FAIL, "got rejected", follows=(only(Seen.REFUSED),))
        for v in OF[noise]
    ]


def statuses(verdicts: list[Verdict], noise: str) -> set[str]:
    found = noises_lacking(verdicts)
    return {
        v.status
        for v in found
        if v.vector.params.get("noise") == noise and v.vector.expect.get("status") != "rejected"
    }


def test_a_noise_that_is_always_refused_is_unsupported() -> None:
    laplace = [Verdict(v, PASS) for v in OF["laplace"]]
    found = [*laplace, *refused("analytic_gaussian")]
    assert statuses(found, "analytic_gaussian") == {UNSUPPORTED}
    assert statuses(found, "laplace") == {PASS}
    told = noises_lacking(found)[-1]
    assert all(v.status != FAIL for v in noises_lacking(found)), told


@pytest.mark.parametrize("status", [PASS, FAIL])
def test_a_noise_that_was_answered_once_is_had(status: str) -> None:
    """Kills an excuse for a refusal of a valid request beside an answer, right or wrong."""
    laplace = [Verdict(v, PASS) for v in OF["laplace"]]
    more = refused("gaussian")
    place = next(i for i, v in enumerate(more) if v.status == FAIL)
    wrong = () if status == PASS else (only(Seen.RAISED),)
    more[place] = replace(more[place], status=status, follows=wrong)  # type: ignore[arg-type]
    assert FAIL in statuses([*laplace, *more], "gaussian")


def test_an_object_that_refuses_everything_breaks_the_contract() -> None:
    """Kills an excuse for a program that declares an object and answers nothing about it."""
    sensitivity = next(v for v in load() if v.object == "count" and v.quantity == "sensitivity")
    found = [*refused("laplace"), *refused("gaussian"), Verdict(sensitivity, PASS)]
    assert statuses(found, "laplace") == statuses(found, "gaussian") == {FAIL}


def test_a_run_that_stops_at_the_first_failure_does_not_stop_at_a_noise_that_may_be_lacking() -> (
    None
):
    """Kills a run that ends at such a refusal, and conforms in what came before it."""
    laplace = [Verdict(v, PASS) for v in OF["laplace"]]
    for failed in (v for v in refused("gaussian") if v.status == FAIL):
        assert may_lack(failed, laplace)
        assert may_lack(failed, [*laplace, failed])
        answered = next(v for v in OF["gaussian"] if v.expect.get("status") != "rejected")
        assert not may_lack(failed, [*laplace, Verdict(answered, PASS)])
        assert not may_lack(replace(failed, follows=(only(Seen.RAISED),)), laplace)
    sensitivity = next(v for v in load() if v.object == "count" and v.quantity == "sensitivity")
    assert not may_lack(Verdict(sensitivity, FAIL, follows=(only(Seen.REFUSED),)), laplace)
