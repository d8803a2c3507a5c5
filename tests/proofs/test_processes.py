"""Theorems checked side by side: what is told is what one process tells, in order, and no death
passes for a proof.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from proofs import ledger, processes
from proofs.ledger import Checked
from tests.helpers.theorems import FOUND

QUICK = ("hourglass_law", "lemma1", "staircase_steps")


def told(checked: Iterator[list[Checked]]) -> list[tuple[str, str, str, str, Any]]:
    """But for the points at which a rival fails: a solver that has answered other questions may
    find others.
    """
    return [
        (o.theorem.id, o.step.name, o.error, o.account.partition(" fails at ")[0], o.ran)
        for own in checked
        for o in own
    ]


def test_processes_side_by_side_tell_what_one_tells() -> None:
    """Kills an answer that comes under another theorem's or step's name, and one that is lost."""
    chosen = [t for t in FOUND if t.id in QUICK]
    assert told(processes.checked(chosen, 2)) == told(processes.checked(chosen, 1))


def numbered(
    count: int, of: Callable[[int], tuple[str, str, None]]
) -> tuple[list[Any], Callable[[Any], list[Any]]]:
    """So many theorems of two steps that nobody proves, and what stands in for their check."""
    chosen = [
        SimpleNamespace(place=place, steps=(f"{place} a", f"{place} b")) for place in range(count)
    ]
    return chosen, lambda theorem: [
        Checked(theorem, step, *of(theorem.place)) for step in theorem.steps
    ]


def test_a_process_that_ends_leaves_its_theorem_red_and_the_others_are_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kills a run that waits for ever, one that stops, and a theorem that is green or gone since
    nobody answered.
    """
    chosen, check = numbered(
        7, lambda place: os._exit(0) if place in (0, 1, 2, 5) else ("", f"account {place}", None)
    )
    monkeypatch.setattr(ledger, "check", check)
    found = [*processes.checked(chosen, 2)]
    assert [[o.step for o in own] for own in found] == [
        [f"{place} a", f"{place} b"] for place in range(7)
    ]
    assert [{(o.error, o.account) for o in own} for own in found] == [
        {(processes.DIED, "")} if place in (0, 1, 2, 5) else {("", f"account {place}")}
        for place in range(7)
    ]


def test_a_run_that_is_left_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, check = numbered(3, lambda place: ("", str(os.getpid()), None))
    monkeypatch.setattr(ledger, "check", check)
    run = processes.checked(chosen, 2)
    pid = int(next(run)[0].account)
    assert pid != os.getpid()
    run.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
