"""AUDITS.md: every mechanism has a row or a reason, the page is what was kept, and rows come out
again as kept.
"""

from __future__ import annotations

import pytest

from dpmean.catalogue.mechanisms import MECHANISMS
from tests.lab.audits import pages
from tests.lab.audits.judge import own
from tests.lab.audits.rows import ELSEWHERE, OWN, Own

ROWS = {row.name: row for rows in OWN.values() for row in rows}
QUICK = [name for name, found in pages.read().items() if name in ROWS and found["seconds"] < 1]


def test_every_mechanism_has_a_row_or_a_reason() -> None:
    told = {row.words.split()[0] for row in ROWS.values()}
    assert told | ELSEWHERE == set(MECHANISMS)
    assert not told & ELSEWHERE


def test_the_page_is_what_was_kept() -> None:
    kept = pages.read()
    assert list(kept) == pages.names()
    assert pages.PAGE.read_text() == pages.page(kept)


def test_only_printed_editions_are_refuted() -> None:
    """Kills an edition whose guarantee is inverted."""
    refuted = {
        name for name in ROWS for c in pages.read()[name]["claims"] if c["status"] == "refuted"
    }
    assert refuted
    assert all("edition=printed" in name for name in refuted)


@pytest.mark.share(2)
@pytest.mark.parametrize("name", QUICK)
def test_a_quick_row_comes_out_as_kept(name: str) -> None:
    found, kept = own(ROWS[name]), pages.read()[name]
    assert found["claims"] == kept["claims"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", [row for row in ROWS.values() if row.name not in QUICK], ids=lambda row: row.name
)
def test_a_slow_row_comes_out_as_kept(row: Own) -> None:
    assert own(row)["claims"] == pages.read()[row.name]["claims"]
