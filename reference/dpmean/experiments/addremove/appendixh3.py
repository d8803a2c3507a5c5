"""Appendix H of addremove, third plot: Algorithm 3 with noise of the plane against the number of
records.
"""

from __future__ import annotations

from fractions import Fraction

from ..points import Curve, Job, Panel, Row, span, statement
from .curves import Setting, checks, ratios, setting
from .settings import PLANE
from .small import ALL, COIN, ITEM, MEAN, axis, shared

NAME, PLOT = "appendixh3", "Appendix H, third plot"
EPSILON = Fraction(4)


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the plot."""
    over = {p: ratios(curves, "2D staircase", "hourglass", p) for p in (ALL, COIN)}
    return (
        *shared(PLOT, EPSILON),
        setting(
            PLOT,
            "what is drawn",
            "the errors themselves: the ratio is the fourth plot",
            "the caption says 'Ratio of MSEs', the text that it compares the MSEs",
            "Appendix H, caption of the third plot",
        ),
        statement(
            ITEM,
            "hourglass is 'better'",
            f"the staircase's error is {span(over[ALL])} times (all records 0.01), "
            f"{span(over[COIN])} times (records 0 or 1) the hourglass's",
            all(r.lower > 1 for v in over.values() for r in v),
            basis="enclosed",
            claim="Appendix H, ratio above one",
        ),
    )


def make(job: Job) -> Panel:
    """Return the panel of the plot."""
    made = tuple(
        axis(NAME, EPSILON, reading).curve(label, job) for reading in (ALL, COIN) for label in PLANE
    )
    return Panel(
        NAME,
        "Appendix H: hourglass and 2D staircase, epsilon = 4, mean 0.01",
        "|D|",
        "MSE epsilon^2 / 2",
        ("log", "log"),
        made,
        rows=rows(made),
        checks=checks(PLANE, [Setting(EPSILON, n, MEAN) for n in (1, 16)], job),
    )
