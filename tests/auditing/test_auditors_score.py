"""The published score of auditors is what was measured, on all rows of the catalogue."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.lab.auditors import score
from tests.lab.auditors.__main__ import KEPT, SCORE
from tests.lab.auditors.bounds import GOAL, SETS, share
from tests.lab.auditors.catalogue import GUILTY, INNOCENT
from tests.lab.auditors.others.wire import bits, flagged
from tests.lab.auditors.page import faster, page
from tests.lab.auditors.peers import Peer, peers
from tests.lab.auditors.score import ALPHA

DATA = json.loads(KEPT.read_text())


def test_the_page_is_what_was_measured() -> None:
    assert SCORE.read_text() == page(DATA), "run `python -m tests.lab.auditors --publish`"


def test_every_guilty_mechanism_is_refuted_and_no_other_auditor_needs_half_as_many_draws() -> None:
    """A row that was left out, or on which the evidence was not enough, would be no score."""
    assert set(DATA["ours"]) == set(GUILTY)
    assert all("mean" in row[str(ALPHA)] for row in DATA["ours"].values())
    assert faster(DATA) == []


def test_innocents_are_accused_as_seldom_as_is_claimed() -> None:
    """At most four standard deviations above what the error probability allows; a right auditor is
    there once in 10^4.
    """
    seen = DATA["innocents"]
    assert set(seen) == set(INNOCENT)
    runs = sum(row["runs"] for row in seen.values())
    assert runs >= 200
    assert sum(row["accused"] for row in seen.values()) <= ALPHA * runs + 4 * (runs * ALPHA) ** 0.5


def test_another_auditor_that_is_not_installed_shows_its_record_with_its_date(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What this machine measured of others is kept, and what it could not measure is not taken for
    a row.
    """
    known = json.loads(score.RECORD.read_text())
    assert set(known) == {peer.name for peer in peers()} - {"Clopper-Pearson histogram"}
    monkeypatch.setattr(
        score,
        "peers",
        lambda: [Peer("no_file", n, "", Path("nowhere")) for n in (*known, "unheard")],
    )
    said: list[Any] = []
    kept = {"kept": {"setup": "", "installed": True, "date": "today", "rows": {}}}
    rows = score.peers_part(True, 1, {}, said.append, said.append, kept, [])
    accusals = score.peers_innocents(1, 10, said.append, said.append, {})
    assert set(rows) == {*known, "unheard", "kept"} and not said
    for name, seen in known.items():
        assert seen["date"] >= "2026-11-25" and set(seen["rows"]) <= set(GUILTY)
        assert rows[name]["rows"] == seen["rows"] and accusals.get(name) == seen.get("innocents")
    assert rows["unheard"] == {
        "setup": "not measured",
        "installed": False,
        "date": "never",
        "rows": {},
    }
    assert score.record({"peers": rows, "peers innocents": accusals}) == known
    shown = page({**DATA, "peers": rows, "peers innocents": accusals})
    assert all(
        f"{name}: {seen['setup']} ({seen['date']})." in shown for name, seen in known.items()
    )


def test_an_auditor_is_installed_when_its_environment_and_its_repository_are_there(
    tmp_path: Path,
) -> None:
    here = Path(sys.executable)
    assert Peer("a", "A", "", here).installed and Peer("a", "A", "", here, tmp_path).installed
    assert not Peer("a", "A", "", here, tmp_path / "none").installed
    assert not Peer("a", "A", "", tmp_path / "none").installed


def test_others_are_handed_names_as_columns_and_doubles_as_bits() -> None:
    draws = np.array([[0.5, -1000.0], [-1.0, 2.0]])
    one, other = flagged(draws, np.array([[3.0, 4.0]]))
    assert one.tolist() == [[0.5, 0, 0, 1, 0, 0, 0, 0], [0, 2, 0, 0, 1, 0, 0, 0]]
    assert other.tolist() == [[3, 4, 0, 0, 0, 0, 0, 0]]
    assert flagged(np.array([[-1.0]]))[0].tolist() == [[-1.0]]
    sign, *rest = bits(np.array([[-1.0]]))[0]
    assert sign == 1 and sum(rest) == 10  # the exponent of 1 is 1023


def test_our_bound_is_near_the_one_that_was_told_how_many_draws_there_are() -> None:
    """Kills a score without a row of bounds, and a bound that is far below what the same draws give
    to whoever looks once. Where the other has none, ours is none to it.
    """
    assert set(DATA["bounds"]) == set(GUILTY)
    above = 0
    for name, seen in DATA["bounds"].items():
        assert len(seen["ours"]) == len(seen["theirs"]) == SETS
        # events are named for the claim; here the loss that so many draws show is far below it
        goal = 0.75 if name == "noise scaled by the data" else GOAL
        assert (part := share(seen)) is None or part >= goal, name
        above += sum(bound > DATA["limits"][name]["epsilon"] for bound in seen["ours"])
    assert above <= 0.05 * SETS * len(GUILTY)
