"""Figure 2 of instance: error against rho on 4,000 records of N(mu 1, I), d = 128, mu = 0, 5, 10; R
= 50 sqrt(d).

It compares ours with and without the shift, and MVMRec.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ..points import Job, Panel
from .central import MUS, STEPS, mu_part, observation2, observation6, settled2, shift_matters
from .compare import curves, setting
from .estimators.trials import CM, OURS, PLAIN, Central, central

NAME, ITEM = "figure2", "Figure 2"
LABELS = (PLAIN, OURS, CM, *STEPS)
D = 128
RHOS = [Fraction(1, 20), Fraction(1, 10), Fraction(1, 5), Fraction(1, 2), Fraction(1), Fraction(2)]


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    parts = {}
    for mu in MUS:
        found = central(Central(D, mu, 50 * sqrt(D)), tuple(map(float, RHOS)), LABELS, NAME, job)
        parts[mu_part(mu)] = {rho: found[float(rho)] for rho in RHOS}
    rows = (
        setting(
            ITEM,
            "N(mu, I), n = 4000, d = 128, R = 50 sqrt(d), mu = 0, 5, 10 times 1",
            f"so, {job.trials} trials",
            f"rho = {', '.join(f'{float(r):g}' for r in RHOS)}",
        ),
        observation2(ITEM, parts, STEPS, job),
        settled2(ITEM, job),
        observation6(ITEM, parts, (OURS, *STEPS), job),
        shift_matters(ITEM, parts, job),
    )
    return Panel(
        NAME,
        "Figure 2: N(mu, I), n = 4000, d = 128, R = 50 sqrt(d)",
        "rho",
        "error",
        ("log", "log"),
        curves(parts, LABELS),
        rows=rows,
    )
