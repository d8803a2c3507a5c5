"""The published score of auditors is what was measured, on all rows of the catalogue."""

from __future__ import annotations

import json

from tests.auditors.__main__ import KEPT, SCORE
from tests.auditors.catalogue import GUILTY, INNOCENT
from tests.auditors.page import faster, page
from tests.auditors.score import ALPHA

DATA = json.loads(KEPT.read_text())


def test_the_page_is_what_was_measured() -> None:
    assert SCORE.read_text() == page(DATA), "run `python -m tests.auditors --publish`"


def test_every_mechanism_that_is_guilty_is_refuted_and_no_other_auditor_needs_half_as_many_draws() -> None:
    """A row that was left out, or on which the evidence was not enough, would be no score."""
    assert set(DATA["ours"]) == set(GUILTY)
    assert all("mean" in row[str(ALPHA)] for row in DATA["ours"].values())
    assert faster(DATA) == []


def test_innocents_are_accused_as_seldom_as_is_claimed() -> None:
    """At most four standard deviations above what the error probability allows; a right auditor is there once in 10^4.
    """
    seen = DATA["innocents"]
    assert set(seen) == set(INNOCENT)
    runs = sum(row["runs"] for row in seen.values())
    assert runs >= 200
    assert sum(row["accused"] for row in seen.values()) <= ALPHA * runs + 4 * (runs * ALPHA) ** 0.5
