"""Figure 8 of instance: error of the mean of images against rho; ours and MVCRec-MVMRec.

Images have half the width and height, d = 196, because the covariance costs n d^2 in every step.
The mean of images is not 0, so that MVCRec runs on halved differences of pairs, as COINPRESS would
have it; the paper does not say so.
"""

from __future__ import annotations

from ..points import Job, Panel
from .central import COVARIANCES
from .compare import curves, setting
from .estimators.trials import OURS, t_label
from .photographs import RHOS, few, outperforms, runs

NAME, ITEM = "figure8", "Figure 8"
LABELS = (OURS, *COVARIANCES, t_label(10))


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    origin, d, parts = runs(True, LABELS, NAME, job)
    rows = (
        setting(
            ITEM,
            "MNIST, digits 0, 1, 2",
            f"{origin}; d = {d}, R = 50 sqrt(d), u = 2^10, {few(job)} trials; t = "
            "10 for MVMRec, half of rho for MVCRec",
            f"rho = {', '.join(f'{float(r):g}' for r in RHOS)}; sigma_max = 50, differences of "
            "pairs for MVCRec",
        ),
        outperforms(ITEM, parts, COVARIANCES, job),
    )
    return Panel(
        NAME,
        f"Figure 8: {origin}",
        "rho",
        "error (pixels in [0, 1])",
        ("log", "log"),
        curves(parts, LABELS),
        rows=rows,
    )
