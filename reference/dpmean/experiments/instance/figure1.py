"""Figure 1: error against d on 4,000 records of N(mu 1, I), mu = 0, 5, 10; ours with and without the shift, and MVMRec. rho = 0.5, R = 50 sqrt(d)."""

from __future__ import annotations

from ..points import Job, Panel
from .central import DIMENSIONS, MUS, STEPS, mu_part, observation2, observation6, over_d, shift_matters
from .compare import curves, setting
from .estimators.trials import CM, OURS, PLAIN

NAME, ITEM = "figure1", "Figure 1"
LABELS = (PLAIN, OURS, CM, *STEPS)


def make(job: Job) -> Panel:
    """The panel."""
    parts = {mu_part(mu): over_d(DIMENSIONS, mu, None, 50.0, LABELS, NAME, job) for mu in MUS}
    rows = (
        setting(ITEM, "N(mu, I), n = 4000, rho = 0.5, R = 50 sqrt(d), mu = 0, 5, 10 times 1", f"so, {job.trials} trials", f"d = {', '.join(map(str, DIMENSIONS))}; logarithmic axes"),
        observation2(ITEM, parts, STEPS, job), observation6(ITEM, parts, (OURS, *STEPS), job), shift_matters(ITEM, parts, job),
    )  # fmt: skip
    return Panel(NAME, "Figure 1: N(mu, I), n = 4000, rho = 0.5, R = 50 sqrt(d)", "d", "error", ("log", "log"), curves(parts, LABELS), rows=rows)
