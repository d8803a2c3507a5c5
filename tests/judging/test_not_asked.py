"""What was not asked for want of time is not asked: it fails nothing, passes nothing, and makes no
list stale; and what a run says by its exit code.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpmean.exits import MEANINGS, Exit, told, worst
from dpmean.judging.evidence import Outcome, Seen, Severity, only
from dpmean.judging.known import Known, apply
from dpmean.judging.outcome import exit_code
from dpmean.judging.results import End, Run
from dpmean.judging.support import support_vectors
from dpmean.judging.verdict import Verdict
from dpmean.reports.html import page
from dpmean.reports.text import text
from dpmean.suite.files import load
from dpmean.wire.protocol import Hello
from tests.helpers.reports_for_tests import PASSED, run_of

LOADED = load()
SUPPORT = next(v for v in support_vectors(LOADED) if v.id == "laplace-support")
SLOW = Verdict(SUPPORT, Outcome.NOT_ASKED, "too slow for the support check")
FAILED = Verdict(SUPPORT, Outcome.FAIL, "told apart", follows=(only(Seen.STATUS),))


def entry(*ids: str) -> Known:
    return Known(ids, "it is so", "repros/x.py", strict=False, versions=())


def of(*verdicts: Verdict, end: End = End.DONE) -> Run:
    return Run(Hello("a", "1"), list(verdicts), end=end)


@pytest.mark.parametrize(
    ("verdict", "end", "complaints"),
    [
        (SLOW, End.DONE, 0),
        (FAILED, End.DONE, 0),
        (PASSED, End.DONE, 1),  # nothing of the run matches the list
        (PASSED, End.CLOCK, 0),  # what would match may not have been asked
        (PASSED, End.INTERRUPTED, 0),
        (replace(SLOW, status=Outcome.UNSUPPORTED), End.DONE, 1),
        (replace(SLOW, status=Outcome.INCONCLUSIVE), End.DONE, 0),
    ],
)
def test_a_list_is_stale_only_by_what_was_judged(
    verdict: Verdict, end: End, complaints: int
) -> None:
    """Kills a complaint about a right list on a slow machine, after Ctrl-C, and after --longest."""
    assert (
        len(apply(of(verdict, end=end), [entry("laplace-support*")], complete=True)) == complaints
    )


CODES: list[tuple[list[Verdict], End, bool, Exit]] = [
    ([PASSED], End.DONE, False, Exit.OK),
    ([PASSED, SLOW], End.DONE, False, Exit.OK),
    ([SLOW], End.DONE, False, Exit.INCONCLUSIVE),
    ([], End.DONE, False, Exit.INCONCLUSIVE),
    ([PASSED], End.CLOCK, False, Exit.INCONCLUSIVE),
    ([PASSED], End.BROKE, False, Exit.BROKE),
    ([PASSED], End.INTERRUPTED, False, Exit.INTERRUPTED),
    ([PASSED], End.DONE, True, Exit.STALE),
    ([PASSED, FAILED], End.DONE, True, Exit.FAILED),
    ([PASSED, FAILED], End.CLOCK, False, Exit.FAILED),
]


@pytest.mark.parametrize(("verdicts", "end", "stale", "code"), CODES)
def test_the_exit_code_follows_from_what_was_judged_and_how_the_run_ended(
    verdicts: list[Verdict], end: End, stale: bool, code: Exit
) -> None:
    """Kills a run that the clock stopped and that ends with 0, and a stale list that fails it."""
    assert exit_code(of(*verdicts, end=end), Severity.CONTRACT, stale=stale) is code


def test_draws_that_may_be_off_as_declared_are_inconclusive() -> None:
    run = of(PASSED)
    object_ = PASSED.vector.object
    for tolerance, code in ((Fraction(1, 1 << 20), Exit.OK), (Fraction(1, 1 << 19), 4)):
        run.hello = replace(run.hello, tolerance={object_: tolerance})
        assert exit_code(run, Severity.CONTRACT, stale=False) == code


def test_every_code_has_a_meaning_and_of_several_runs_the_one_that_says_most_counts() -> None:
    assert set(MEANINGS) == set(Exit)
    assert worst([Exit.OK, Exit.STALE, Exit.INCONCLUSIVE]) is Exit.INCONCLUSIVE
    assert worst([Exit.FAILED, Exit.BROKE]) is Exit.FAILED
    assert worst([Exit.FAILED, Exit.INTERRUPTED]) is Exit.INTERRUPTED
    assert worst([]) is Exit.OK
    assert told(Exit.STALE).startswith("Exit: 6 nothing failed")


def test_reports_say_not_asked_and_not_passed() -> None:
    """Kills "None was seen" of leaks for which no draw was asked, and a skip that looks like a
    pass.
    """
    run: dict[str, Any] = run_of(PASSED, SLOW)
    assert run["not_asked"] == [{"reason": SLOW.detail, "count": 1}]
    assert "not asked: 1 x too slow" in text(run)
    report = {"suite": "1", "runs": [run]}
    assert "Not asked: no draw was asked for" in page(report)
    assert "None was seen" not in page(report)
    assert "None was seen" in page({"suite": "1", "runs": [run | {"draws": 5}]})
