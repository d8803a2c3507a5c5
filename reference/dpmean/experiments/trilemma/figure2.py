"""Figure 2 and Table 1 of trilemma on a population that is at hand: 20,190 yearly counts of visits
to a physician.

`data/README.md` says why. Everything is a rational. The sample is 500 records without replacement.
The best thresholds are exact; the mechanism is also run 5,000 times, as the paper does.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ..points import Enclosed, Job, Panel, Row, Verdict, about, grouped, reading, span, statement
from ..simulation import subsampled
from .clipping import EPSILONS, N, errors
from .figure1 import curves, tradeoff
from .laws import population
from .table1 import COLUMNS, LARGER, RUNS

NAME, ITEM = "figure2", "Figure 2"
VISITS = population("visits")
THRESHOLDS = [Fraction(t) for t in (*range(1, 31), *range(32, 78, 3))]


def table() -> list[Row]:
    """Return the rows of Table 1 for this population."""
    rows = []
    for c in COLUMNS:
        t = VISITS.best(c.epsilon)
        x = errors(VISITS, t, c.epsilon)
        ours = Enclosed.of(t).over(Enclosed.of(VISITS.mean))
        theirs = c.threshold / LARGER
        rows.append(
            Row(
                f"Table 1, epsilon = {float(c.epsilon):g}",
                "threshold in means of the records, on visits in place of salaries, within a "
                "factor of 2",
                f"{c.threshold:,}/40,865 = {float(theirs):.3g}",
                f"{about(ours):.3g} (T = {float(t):.6g}, bias {grouped(x.bias, 4)}, standard "
                f"error {grouped(x.standard_error, 4)}, RMSE {grouped(x.rmse, 4)})",
                Verdict.POSSIBLE if ours.within(theirs / 2, theirs * 2) else Verdict.REFUTED,
                "exact, of another population",
                f"{about(ours) / float(theirs):.3f}",
                cause="" if ours.within(theirs / 2, theirs * 2) else "another population",
                tested=""
                if ours.within(theirs / 2, theirs * 2)
                else "with the log-normal law of the printed mean and median the factor is near "
                "1 (see lognormal)",
            )
        )
    return rows


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    made = curves(VISITS, THRESHOLDS, NAME, job)
    best = [VISITS.best(e) for e in EPSILONS]
    biases = [errors(VISITS, t, e).bias for t, e in zip(best, EPSILONS, strict=True)]
    skew = float(VISITS.central(3)) / float(VISITS.central(2)) ** 1.5
    rows = (
        statement(
            "Section 2",
            "'Again, we observe the same tradeoff as in the simulated dataset'",
            f"the bias falls and every standard error rises at all {len(THRESHOLDS) - 1} steps",
            tradeoff(made),
            basis="exact, of another population",
            claim="Section 2, tradeoff",
        ),
        statement(
            "Section 2",
            "'As privacy is relaxed, a larger clipping threshold may be safely chosen to "
            "reduce bias'",
            f"the best thresholds rise ({', '.join(f'{float(t):.4g}' for t in best)}) and their "
            f"biases fall ({span(map(Enclosed.of, biases))})",
            all(a < b for a, b in pairwise(best))
            and all(Enclosed.of(b).below(Enclosed.of(a)) for a, b in pairwise(biases)),
            basis="exact, of another population",
            claim="Section 2, a larger threshold",
        ),
        reading(
            "Section 2",
            "visits stand for salaries",
            "a 'skewed population', of which 500 are subsampled",
            f"N = {VISITS.size:,}, mean {float(VISITS.mean):.3f}, median {VISITS.median()}, "
            f"largest {VISITS.values[-1]}, skewness {skew:.2f}",
            skew > 1 and VISITS.mean > VISITS.median() and VISITS.size > 10 * N,
            "exact, of another population",
        ),
        *table(),
    )
    settings = {
        f"epsilon = {float(e):g}": (t, e, Enclosed.of(errors(VISITS, t, e).squared))
        for t, e in zip(best, EPSILONS, strict=True)
    }
    checks = subsampled(VISITS.counts, N, settings, min(job.runs, RUNS), job)
    return Panel(
        NAME,
        "Figure 2 on 20,190 yearly counts of visits to a physician",
        "clipping threshold T",
        "bias, SE (dashed), RMSE",
        ("log", "log"),
        made,
        rows=rows,
        checks=checks,
    )
