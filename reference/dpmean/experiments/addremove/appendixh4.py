"""Appendix H of addremove, fourth plot: the error with two-dimensional staircase noise over that
with the hourglass.
"""

from __future__ import annotations

from ..points import Curve, Job, Panel, Row, span, statement
from .appendixh3 import EPSILON
from .curves import Setting, checks, least, named
from .settings import PLANE, least_variance
from .small import ALL, COIN, ITEM, MEAN, axis, shared

NAME, PLOT = "appendixh4", "Appendix H, fourth plot"


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the plot."""
    over = {p: [q.y for q in named(curves, "2D staircase", p).points] for p in (ALL, COIN)}
    lowest = least(r for v in over.values() for r in v)
    return (
        *shared(PLOT, EPSILON),
        statement(
            ITEM,
            "'The ratio of the former over latter is found to be always bigger than one'",
            f"{span(over[ALL])} (all records 0.01), {span(over[COIN])} (records 0 or 1); least "
            f"{lowest}; sigma^2(4) is {least_variance(EPSILON)}",
            all(r.lower > 1 for v in over.values() for r in v),
            basis="enclosed",
            claim="Appendix H, ratio above one",
        ),
    )


def make(job: Job) -> Panel:
    """Return the panel of the plot."""
    made = tuple(
        axis(NAME, EPSILON, reading).ratio("2D staircase", "hourglass", job)
        for reading in (ALL, COIN)
    )
    return Panel(
        NAME,
        "Appendix H: error of the 2D staircase over the hourglass's, epsilon = 4, mean 0.01",
        "|D|",
        "MSE / MSE of the hourglass",
        ("log", "linear"),
        made,
        rows=rows(made),
        checks=checks(PLANE, [Setting(EPSILON, n, MEAN) for n in (4, 64)], job),
    )
