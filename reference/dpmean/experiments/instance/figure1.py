"""Figure 1 of instance: error against d on 4,000 records of N(mu 1, I), mu = 0, 5, 10; rho = 0.5, R
= 50 sqrt(d).

It compares ours with and without the shift, and MVMRec.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ..points import Job, Panel, Row, reading
from .central import (
    DIMENSIONS,
    MUS,
    RHO,
    STEPS,
    mu_part,
    observation2,
    observation6,
    over_d,
    shift_matters,
)
from .compare import basis, curves, pooled, setting
from .estimators.trials import CM, OURS, PLAIN, SHIPPED, Central, central

NAME, ITEM = "figure1", "Figure 1"
LABELS = (PLAIN, OURS, CM, *STEPS)
# dimensions in which 64 bits hold the shipped mechanism's integers, and the noise counts
BOTH = [4, 16]


def same(job: Job) -> Row:
    """Return a row that compares ours in doubles with the shipped mechanism.

    It does so at a rho where the noise is more than the error of sampling.
    """
    rho = RHO / 50
    parts = {
        "": {
            Fraction(d): central(
                Central(d, 5.0, 50 * sqrt(d), n=1000),
                (rho,),
                (OURS, SHIPPED),
                f"{NAME}, shipped",
                job,
            )[rho]
            for d in BOTH
        }
    }
    low, high = pooled(parts, OURS, SHIPPED)
    return reading(
        "ours",
        f"in doubles, over the shipped mechanism in its own integers (n = 1000, rho = {rho:g}, d = "
        f"{', '.join(map(str, BOTH))})",
        "the same law",
        f"geometric mean of the ratios of the errors within {low:.3g} to {high:.3g}",
        low <= 1 <= high,
        basis(job),
    )


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    parts = {mu_part(mu): over_d(DIMENSIONS, mu, None, 50.0, LABELS, NAME, job) for mu in MUS}
    rows = (
        setting(
            ITEM,
            "N(mu, I), n = 4000, rho = 0.5, R = 50 sqrt(d), mu = 0, 5, 10 times 1",
            f"so, {job.trials} trials",
            f"d = {', '.join(map(str, DIMENSIONS))}; logarithmic axes",
        ),
        observation2(ITEM, parts, STEPS, job),
        observation6(ITEM, parts, (OURS, *STEPS), job),
        shift_matters(ITEM, parts, job),
        same(job),
    )
    return Panel(
        NAME,
        "Figure 1: N(mu, I), n = 4000, rho = 0.5, R = 50 sqrt(d)",
        "d",
        "error",
        ("log", "log"),
        curves(parts, LABELS),
        rows=rows,
    )
