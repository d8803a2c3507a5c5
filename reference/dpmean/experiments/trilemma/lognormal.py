"""Table 1 and Figure 2 of trilemma under the log-normal law with the printed mean and median
(exchanged).

This is a supposition about salaries, tested on all 24 numbers. What can be said without a
supposition is in `table1.py`. Here the numbers come from nothing but 24,989 and 40,865. A number is
possible under it where ours lies in the 99.99 % interval of the printed one; a threshold, where
5,000 repetitions cannot tell its RMSE from the least one on the paper's grid.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact.enclosure import compare
from ...exact.reals import Number
from ..points import Curve, Enclosed, Job, Panel, Point, Row, Verdict, about, grouped, reading
from .clipping import EPSILONS, bracket, errors
from .figure1 import BEYOND, curves
from .laws import LogNormal
from .table1 import COLUMNS, DEVIATIONS, LARGER, RUNS, SMALLER, START, STEP, Column, on_grid, root

NAME, ITEM = "lognormal", "Table 1"
LAW = LogNormal.of_mean(SMALLER, LARGER)
GRID = [START + k * STEP for k in range(50)]
# relative, of an RMSE from 5,000 repetitions: kurtosis at most 6
DOUBT = DEVIATIONS * root(Fraction(5, 4 * RUNS))


def indistinct(epsilon: Fraction) -> list[int]:
    """Return where on the grid an estimated RMSE may be the least, all estimates in their 99.99 %
    intervals.
    """
    found = [Enclosed.of(errors(LAW, t, epsilon).rmse) for t in GRID]
    least = min(x.upper for x in found) * (1 + DOUBT)
    return [k for k, x in enumerate(found) if x.lower * (1 - DOUBT) <= least]


def _row(item: str, what: str, printed: int, ours: Number, doubt: Fraction) -> Row:
    inside = compare(ours, printed - doubt) >= 0 and compare(ours, printed + doubt) <= 0
    return Row(
        item,
        f"{what}, supposing a log-normal law",
        f"{printed:,} (+-{grouped(doubt)})",
        grouped(ours),
        Verdict.POSSIBLE if inside else Verdict.REFUTED,
        "enclosed",
        f"{about(Enclosed.of(ours)) / printed:.3f}",
    )


def column(c: Column) -> list[Row]:
    """Return the rows of the four numbers at one epsilon, the last three at the printed
    threshold.
    """
    item, k = f"{ITEM}, epsilon = {float(c.epsilon):g}", on_grid(c)
    assert k is not None
    best, points, x = (
        bracket(LAW, c.epsilon, BEYOND)[0],
        indistinct(c.epsilon),
        errors(LAW, GRID[k], c.epsilon),
    )
    near = min(range(50), key=lambda i: about(Enclosed.of(errors(LAW, GRID[i], c.epsilon).rmse)))
    return [
        Row(
            item,
            "clipping threshold, supposing a log-normal law",
            f"{c.threshold:,}",
            f"best {grouped(best)}, on the grid {grouped(GRID[near])}; 5,000 repetitions cannot "
            f"tell {grouped(GRID[points[0]])} to {grouped(GRID[points[-1]])}",
            Verdict.POSSIBLE if k in points else Verdict.REFUTED,
            "enclosed",
            f"{float(best / c.threshold):.3f}",
        ),
        _row(item, "bias", c.bias, x.bias, c.bias_doubt),
        _row(item, "standard error", c.error, x.standard_error, c.error_doubt),
        _row(item, "RMSE", c.rmse, x.rmse, c.rmse * DOUBT),
    ]


def flat(epsilon: Fraction) -> tuple[int, str]:
    """Return how many grid points cannot be told from the best."""
    points = indistinct(epsilon)
    return len(points), f"{len(points)} of 50 at {float(epsilon):g}"


def make(job: Job) -> Panel:
    """Return the panel: the law's curves, and the printed RMSEs and biases as points."""
    rows: list[Row] = []
    for c in COLUMNS:
        rows += column(c)
        job.say(f"{NAME}: epsilon = {c.epsilon}")
    spread = Enclosed.of(LAW.s**2)
    near = sum(row.verdict is Verdict.POSSIBLE for row in rows)
    ratios = [float(row.ratio) for row in rows if "threshold" not in row.what]
    rows += [
        Row(
            "Section 2",
            "mean 40,865 and median 24,989, supposing a log-normal law",
            "'again, we observe the same tradeoff as in the simulated dataset' (log-variance 1)",
            f"log-variance 2 log(40,865/24,989) = {spread}",
            Verdict.POSSIBLE
            if spread.within(Fraction(9, 10), Fraction(11, 10))
            else Verdict.REFUTED,
            "enclosed",
        ),
        reading(
            "Section 2",
            "the printed mean and median, exchanged, are those of the data behind Table 1",
            "24 numbers of Table 1",
            f"the log-normal law made of them alone gives {near} of the 24 numbers within their "
            f"intervals, and biases, errors and RMSEs within factors of {min(ratios):g} to "
            f"{max(ratios):g}",
            near >= 12 and all(Fraction(4, 5) < Fraction(r) < Fraction(3, 2) for r in ratios),
            basis="enclosed",
        ),
        reading(
            ITEM,
            "the printed thresholds are the best points of the grid, and not only nearly so",
            "'Clipping Thresholds that minimize RMSE'",
            "with 5,000 repetitions on such a grid the least RMSE may be at any of "
            f"{', '.join(flat(e)[1] for e in EPSILONS)} points, as the law's RMSE is flat there: "
            "the printed ones are among them where the rows above say possible, and which is best "
            "cannot be told",
            flat(EPSILONS[-1])[0] == 1,
            "enclosed, supposing a log-normal law",
            "the minimum of noisy estimates: the threshold is known to some grid steps only",
            "the best thresholds of the law are in the rows above, certified to a dollar; "
            "their order is that of epsilon, with no noise",
        ),
    ]
    drawn = curves(LAW, GRID[::2], NAME, job)

    def printed(label: str, values: list[int]) -> Curve:
        at = [
            (Enclosed.of(c.threshold), Enclosed.of(y)) for c, y in zip(COLUMNS, values, strict=True)
        ]
        return Curve(label, tuple(Point(x, y, y) for x, y in at), "", " ")

    marks = (
        printed("printed RMSE", [c.rmse for c in COLUMNS]),
        printed("printed bias", [c.bias for c in COLUMNS]),
    )
    return Panel(
        NAME,
        "Table 1 and a log-normal law with mean 40,865 and median 24,989",
        "clipping threshold T",
        "bias, SE (dashed), RMSE",
        ("log", "log"),
        (*drawn, *marks),
        rows=tuple(rows),
    )
