"""Remark 2 of hetero: with one public data set LDPE attains R/(4 n [f + (1 - f) R]), the error of
ADPM.
"""

from __future__ import annotations

from fractions import Fraction

from ..points import Enclosed, Job, Panel, Row, agrees
from .errors import error
from .figure1b import theorem1
from .settings import COIN, TwoGroups

NAME, ITEM = "remark2", "Remark 2"
SETTINGS = (
    (1000, Fraction(7, 10), Fraction(1, 10)),
    (100, Fraction(1, 2), Fraction(1, 100)),
    (50, Fraction(1, 50), Fraction(3)),
    (2000, Fraction(1999, 2000), Fraction(1, 5)),
)


def make(job: Job) -> Panel:
    """Return the panel with the rows of Remark 2."""
    rows = []
    for n, f, first in SETTINGS:
        users = TwoGroups(n, f, first, None)
        ones, others = users.ones, n - users.ones
        e1, e2 = Fraction(1, 4 * ones) + 2 / (ones * first) ** 2, Fraction(1, 4 * others)
        printed, found = (
            theorem1(users),
            {label: error(label, users, COIN) for label in ("LDPE", "ADPM")},
        )
        same = (
            all(x == Enclosed.of(printed) for x in found.values())
            and e1 * e2 / (e1 + e2) == printed
        )
        rows.append(
            Row(
                ITEM,
                f"worst error at n = {n}, f = {f}, epsilon1 = {first}, the others public",
                f"R/(4n[f + (1-f)R]) = {Enclosed.of(printed).spelled}",
                f"LDPE {found['LDPE'].spelled}, ADPM {found['ADPM'].spelled}",
                agrees(same),
                ratio=str(found["LDPE"].over(Enclosed.of(printed))),
                claim="Remark 2",
            )
        )
        job.say(f"{NAME}: n = {n}")
    return Panel(NAME, "Remark 2: LDPE and a public data set", rows=tuple(rows))
