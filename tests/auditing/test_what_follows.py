"""What an audit concludes stands in the table that all reports speak through."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import dpmean
from dpmean.judging.evidence import TABLE

ROWS = {(str(rule.seen), str(rule.follows), str(rule.severity)) for rule in TABLE}


def told(records: list[float]) -> float:
    """A release without noise."""
    return float(sum(records))


def noisy(records: list[float]) -> float:
    """A count with far more noise than is claimed."""
    return len(records) + random.gauss(0, 1000)


def frozen(records: list[float], state: list[int] = []) -> float:  # noqa: B006
    """A release whose noise comes again after 64 calls."""
    state.append(0)
    return random.Random(len(state) % 64).gauss(0, 1000) + len(records)


@pytest.mark.parametrize(
    ("program", "what"),
    [(told, ["loss"]), (noisy, []), (frozen, ["reused"])],
)
def test_what_follows_is_a_row_of_the_table(program: Any, what: list[str]) -> None:
    """Kills a refutation that no statement makes, a statement without its error, and one about a
    claim that stands.
    """
    random.seed(5)
    report = dpmean.audit(program, "epsilon=1", draws=6_000)
    assert [s["what"] for s in report.data["follows"]] == what
    for s in report.data["follows"]:
        assert (s["seen"], s["what"], s["severity"]) in ROWS
        assert what == ["reused"] or s["error"] == float(report.audit.alpha)
        assert what == ["reused"] or s["claim"] == "epsilon=1"


def test_what_follows_from_exact_laws_has_no_error() -> None:
    """Kills an exact refutation that is told as an estimate."""

    def flipped(records: list[Fraction], random: Any) -> bool:
        return bool(random.bernoulli(Fraction(3, 4)) == (len(records) == 2))

    report = dpmean.audit(flipped, "epsilon=1/2", size=2)
    assert report.refuted
    assert [(s["what"], "error" in s) for s in report.data["follows"]] == [("leak", False)]
