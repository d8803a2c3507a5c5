"""What every row of every experiment has: words that are whole, and a row of the ledger that says the
same.
"""

from __future__ import annotations

import re

from dpmean.experiments.points import Panel, Row, Verdict
from proofs import ledger
from proofs.theorem import Claim, Status
from tests.helpers.theorems import FOUND

ROWS: dict[tuple[str, str], Claim] = {(c.paper, c.item): c for _, c in ledger.rows(FOUND)}
# a number glued to a word, a list without its first or last part, two marks or blanks in a row
GARBLED = re.compile(
    r"\d[a-z]{3,}|[:;,] *[;:,]|[:;,] *$|\( |\( *\)| \)|  | [,;:)]|^[;:,]|\bNone\b|Fraction\(|<[a-z_]+ "
)
DENIED = (Status.WRONG, Status.AMBIGUOUS)


def whole(row: Row) -> None:
    """Every text of a row reads as words: nothing is glued, cut off or the code of a value."""
    for text in (row.item, row.what, row.printed, row.ours, row.basis, row.cause, row.tested):
        assert not (found := GARBLED.search(text)), (found, text)
        assert text.count("(") == text.count(")"), text


def tied(paper: str, panel: Panel) -> None:
    """What a row of an experiment says of a sentence, its row of the ledger says too, and every row of
    the ledger that names the experiment has one.
    """
    for row in panel.rows:
        whole(row)
        if row.claim:
            assert (paper, row.claim) in ROWS, (panel.name, row.claim)
            claim = ROWS[paper, row.claim]
            if row.verdict is Verdict.DIFFERS:
                assert claim.status in DENIED, (panel.name, row.printed, claim.item, claim.status)
                assert panel.name in claim.experiment or claim.by, claim.item
            if row.verdict in (Verdict.UNREFUTED, Verdict.UNTOLD):
                assert panel.name in claim.experiment, (panel.name, claim.item)
    named = {row.claim for row in panel.rows}
    for (of, item), claim in ROWS.items():
        if of == paper and panel.name in claim.experiment:
            assert item in named, (panel.name, item)
            if claim.status is Status.RECOMPUTED:
                own = [row for row in panel.rows if row.claim == item]
                assert all(row.verdict is not Verdict.DIFFERS for row in own), item


def denied_by(paper: str, panels: list[Panel]) -> None:
    """Every row of the ledger that is wrong as printed by experiments alone is refuted by one."""
    for (of, item), claim in ROWS.items():
        if of == paper and claim.experiment and claim.status in DENIED and not claim.textual:
            rows = [r for p in panels if p.name in claim.experiment for r in p.rows]
            assert any(r.claim == item and r.verdict is Verdict.DIFFERS for r in rows), item
