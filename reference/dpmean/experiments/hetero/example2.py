"""Example 2 of hetero: the error of the stretching mechanism, 0.05 + 200/n^2.

All records are 1/2, epsilon1 = 0.01, epsilon2 = 0.1, and f = 0.5.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from ..points import Enclosed, Job, Panel, Row, agrees, statement
from .errors import METHODS
from .settings import ATOM, TwoGroups

NAME, ITEM = "example2", "Example 2"
SIZES = (10, 100, 1000, 10**4)


def found(n: int) -> Enclosed:
    """Return the exact error of the stretching mechanism for n users."""
    return METHODS["Stretching"](
        TwoGroups(n, Fraction(1, 2), Fraction(1, 100), Fraction(1, 10)).epsilons, ATOM
    )


def make(job: Job) -> Panel:
    """Return the panel with the rows of Example 2."""
    ours = {n: found(n) for n in SIZES}
    bias = Enclosed.of((Fraction(11, 20) - 1) ** 2 / 4)
    parts = all(ours[n] == bias + Enclosed.of(Fraction(200, n * n)) for n in SIZES)
    rounded = (Decimal(bias.lower.numerator) / Decimal(bias.lower.denominator)).quantize(
        Decimal("0.01"), rounding=ROUND_HALF_EVEN
    )
    rows = [
        Row(
            ITEM,
            "the part that does not depend on n",
            "0.05",
            str(float(bias.lower)),
            agrees(rounded == Decimal("0.05")),
            ratio=f"{float(bias.lower / Fraction(1, 20)):g}",
            cause="rounded to two digits: the bias is (0.55 - 1)/2, its square 81/1600",
            tested=f"81/1600 rounded to two digits: {rounded}",
            claim="Example 2",
        ),
        Row(
            ITEM,
            "the part that falls as 1/n^2",
            "200",
            "200" if parts else "not 200",
            agrees(parts),
            ratio="1" if parts else "",
            cause="2/(n epsilon2)^2",
            claim="Example 2",
        ),
    ]
    for n in SIZES:
        printed = Fraction(1, 20) + Fraction(200, n * n)
        rows.append(
            Row(
                ITEM,
                f"the error at n = {n}",
                f"{float(printed):g}",
                f"{float(ours[n].lower):.8g}",
                agrees(ours[n].lower - printed == Fraction(1, 1600)),
                ratio=f"{float(ours[n].lower / printed):.6g}",
                cause="0.05 for 0.050625",
                tested="with 81/1600 in its place the ratio is 1" if parts else "",
                claim="Example 2",
            )
        )
        job.say(f"{NAME}: n = {n}")
    rows.append(
        statement(
            ITEM,
            "'can not be made arbitrarily small for large n'",
            "more than 81/1600 at every n",
            parts,
            claim="Example 2",
        )
    )
    return Panel(NAME, "Example 2: the stretching mechanism, all records 1/2", rows=tuple(rows))
