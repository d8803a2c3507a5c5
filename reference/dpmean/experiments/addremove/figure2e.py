"""Figure 2(e) of addremove: normalised error of Algorithm 3 with noise of the plane against
epsilon; n = 10,000.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ..hetero.settings import spaced
from ..points import Curve, Job, Panel, Row, Verdict, span, statement
from .curves import Axis, Setting, by_records, checks, ratios, setting
from .settings import BOUND, PLANE

NAME, ITEM, TEXT = "figure2e", "Figure 2(e)", "Section 6"
N = 10_000
MEANS = (Fraction(1, 100), Fraction(1, 2))
EPSILONS = spaced(Fraction(1), Fraction(16), 12, Fraction(1, 1000))


def part(mean: Fraction) -> str:
    """Return the title of the plot for this mean."""
    return f"mean = {float(mean):g}"


def _matches(curves: tuple[Curve, ...], mean: Fraction) -> Row:
    found = ratios(curves, "hourglass", BOUND, part(mean))
    wide = max(r.upper for r in found) - min(r.lower for r in found)
    return Row(
        ITEM,
        "'the hourglass mechanism continues to match the lower-bound indefinitely', with "
        f"{part(mean)}",
        "within a twentieth, as a drawing shows it",
        f"{span(found)} times sigma^2(epsilon)/n^2",
        Verdict.POSSIBLE
        if all(r.within(Fraction(19, 20), Fraction(21, 20)) for r in found)
        else Verdict.REFUTED,
        "enclosed",
        cause="with the best gamma the covariance is 0 and the error is ((1 - mean)^2 + mean^2) "
        "sigma^2(epsilon)/n^2: the same multiple of the bound at every epsilon"
        if wide < Fraction(1, 100)
        else "the multiple of the bound depends on epsilon",
    )


def rows(curves: tuple[Curve, ...]) -> tuple[Row, ...]:
    """Return the rows on what the paper says of the figure."""
    over = {m: ratios(curves, "2D staircase", "hourglass", part(m)) for m in MEANS}
    rising = all(a.upper < b.lower for values in over.values() for a, b in pairwise(values))
    return (
        setting(
            ITEM, "the mean", f"{' and '.join(f'{float(m):g}' for m in MEANS)}, a plot for each"
        ),
        setting(
            ITEM,
            "the values of epsilon",
            f"{float(EPSILONS[0]):g} to {float(EPSILONS[-1]):g}",
            "'the low-privacy regime where epsilon is large'",
        ),
        setting(
            ITEM,
            "gamma of the two-dimensional staircase",
            "the one of least variance, as in Lemma 5",
            "'optimized for MSE'",
        ),
        *(_matches(curves, m) for m in MEANS),
        statement(
            TEXT,
            "as epsilon grows, the hourglass 'increasingly outperforms the two-dimensional "
            "staircase mechanism'",
            f"the staircase's error is {over[MEANS[0]][0]} to {over[MEANS[0]][-1]} times the "
            "hourglass's, rising at every step at both means",
            rising and over[MEANS[0]][0].lower > 1,
            basis="enclosed",
            claim="Section 6, hourglass and 2-D staircase",
        ),
        statement(
            TEXT,
            "the hourglass outperforms the staircase",
            f"{span([r for v in over.values() for r in v])}",
            all(r.lower > 1 for v in over.values() for r in v),
            basis="enclosed",
            claim="Section 6, hourglass and 2-D staircase",
        ),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    curves: list[Curve] = []
    for mean in MEANS:
        axis = Axis(NAME, part(mean), EPSILONS, lambda e, m=mean: Setting(e, N, m), by_records)  # type: ignore[misc]
        curves += [*(axis.curve(label, job) for label in PLANE), axis.bound()]
    made = tuple(curves)
    return Panel(
        NAME,
        "Figure 2(e): hourglass and 2D staircase, n = 10,000",
        "epsilon",
        "MSE n^2 epsilon^2 / 2",
        ("log", "log"),
        made,
        rows=rows(made),
        checks=checks(PLANE, [Setting(Fraction(e), N, MEANS[0]) for e in (1, 8)], job),
    )
