"""The digests of the ledger of ids: a line of a released suite that changes is seen, and named by
its version.
"""

from __future__ import annotations

from dpmean.suite import history
from tests.lab.releases import ledger

TEXT = "0.1.0 added a 1111\n0.1.0 added b 2222\n0.10.0 fixed a 3333\n0.9.0 added c 4444\n"


def test_a_version_is_pinned_not_pinned_or_pinned_otherwise() -> None:
    pinned = {"0.1.0": history.digest(history.parse(TEXT), "0.1.0")}
    assert [(row.split()[0], row.split("  ")[-1]) for row in ledger.rows(TEXT, pinned)] == [
        ("0.1.0", "pinned"),
        ("0.9.0", "not pinned"),
        ("0.10.0", "not pinned"),
    ]
    changed = ledger.rows(TEXT.replace("2222", "2223"), pinned)
    assert changed[0].endswith("PINNED OTHERWISE")
    assert not any(
        row.endswith("PINNED OTHERWISE")
        for row in ledger.rows(TEXT + "0.9.0 added d 5555\n", pinned)
    )


def test_the_committed_ledger_is_as_pinned() -> None:
    assert ledger.main() == 0
