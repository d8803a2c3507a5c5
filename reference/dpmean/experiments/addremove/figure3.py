"""Figure 3 of addremove (Appendix H): Algorithm 3 with noise of the plane against the mean; n =
10,000.
"""

from __future__ import annotations

from fractions import Fraction

from ..points import Curve, Job, Panel, Row, span, statement
from .curves import Axis, Setting, by_records, checks, named, ratios, setting
from .figure2d import m_shaped, means, part, peak
from .settings import PLANE

NAME, ITEM = "figure3", "Figure 3"
N = 10_000
EPSILONS = (Fraction(4), Fraction(8))


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure."""
    shapes = {(label, e): named(curves, label, part(e)) for e in EPSILONS for label in PLANE}
    over = [r for e in EPSILONS for r in ratios(curves, "2D staircase", "hourglass", part(e))]
    shares = [
        c.points[i].y.over(peak(c)[1]) for c in shapes.values() for i in (0, len(c.points) // 2)
    ]
    mirrored = [
        abs(p.y.lower - q.y.lower) / p.y.lower
        for c in shapes.values()
        for p, q in zip(c.points, reversed(c.points), strict=True)
    ]
    return (
        setting(
            ITEM,
            "epsilon",
            f"{' and '.join(f'{float(e):g}' for e in EPSILONS)}, a plot for each",
            "'low privacy regime'; the other plots of Appendix H have 4",
        ),
        setting(ITEM, "the number of records", f"{N:,}, as in Section 6"),
        statement(
            "Section 6",
            "'both mechanisms also have a similar M-shaped error curve over mu'",
            f"lower at the ends and in the middle than at peaks beside the ends: {span(shares)} "
            "times the peak; the two halves are the same but for a relative "
            f"{float(max(mirrored)):.1g}",
            all(map(m_shaped, shapes.values())),
            basis="enclosed",
            claim="Figure 3, M-shape",
        ),
        statement(
            ITEM,
            "the curves of the two",
            f"the staircase's error is {span(over)} times the hourglass's",
            all(r.lower > 1 for r in over),
            basis="enclosed",
            claim="Section 6, hourglass and 2-D staircase",
        ),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    curves: list[Curve] = []
    for e in EPSILONS:
        values = means(Fraction(1), N)
        axis = Axis(NAME, part(e), values, lambda m, e=e: Setting(e, N, m), by_records)  # type: ignore[misc]
        curves += [axis.curve(label, job) for label in PLANE]
    made = tuple(curves)
    return Panel(
        NAME,
        "Figure 3: hourglass and 2D staircase, n = 10,000",
        "mean",
        "MSE n^2 epsilon^2 / 2",
        ("linear", "linear"),
        made,
        rows=rows(made),
        checks=checks(
            PLANE, [Setting(Fraction(4), N, m) for m in (Fraction(0), Fraction(1, 2 * N))], job
        ),
    )
