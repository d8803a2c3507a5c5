"""Figure 2(c) of addremove.v1: the error of Algorithm 2 over that of Algorithm 3, Laplace noise;
1,000 records.
"""

from __future__ import annotations

from fractions import Fraction

from ...points import Curve, Job, Panel, Row, reading, statement
from ..curves import Axis, Setting, by_records, checks, greatest, least, setting
from .figure2a import EPSILONS, MEANS, N, hue

NAME, ITEM, TEXT = "figure2c", "Figure 2(c)", "Section 6"


def curve(epsilon: Fraction, job: Job) -> Curve:
    """Return the curve of an epsilon."""
    of = Axis(NAME, "", MEANS, lambda m: Setting(epsilon, N, m), by_records)
    return Curve(hue(epsilon), of.ratio("Algorithm 2", "Algorithm 3", job).points, hue(epsilon))


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure."""
    found = [p.y for c in curves for p in c.points]
    low, high = least(found), greatest(found)
    where = next((c.label, p.x) for c in curves for p in c.points if p.y is low)
    return (
        setting(
            TEXT,
            "records, runs",
            "the same records; exact in place of runs",
            "1,000 points, 10,000 runs",
        ),
        setting(ITEM, "the values of epsilon and of the mean", "those of Figure 2(a)"),
        statement(
            TEXT,
            "'Observe that the factor is roughly around two'",
            f"{low} to {high}; least at mean {float(where[1].lower):.4g}, {where[0]}",
            all(r.within(Fraction(9, 5), Fraction(11, 5)) for r in found),
            basis="enclosed",
            claim="Abstract and Section 6, factor of two",
        ),
        reading(
            "Abstract",
            "at least two, and not roughly",
            "'a factor of two improvement in mean squared error'",
            f"{low} to {high}",
            low.lower >= 2,
            basis="enclosed",
            cause="clipping takes more from Algorithm 2's error near the bounds",
            tested=f"the mean changed: at 1/2 it is {least(c.points[-1].y for c in curves)} to "
            f"{greatest(c.points[-1].y for c in curves)}",
        ),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    made = tuple(curve(e, job) for e in EPSILONS)
    return Panel(
        NAME,
        "Figure 2(c) of version 1: Algorithm 2 over Algorithm 3, n = 1,000",
        "mean",
        "MSE of Algorithm 2 / MSE of Algorithm 3",
        ("linear", "linear"),
        made,
        rows=rows(made),
        checks=checks(["Algorithm 2"], [Setting(e, N, Fraction(1, 10)) for e in EPSILONS[:3]], job),
    )
