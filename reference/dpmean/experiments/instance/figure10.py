"""Figure 10 of instance: error against d in the local model.

The setting is 100,000 users of N(mu 1, I), epsilon = 1, delta = 10^-9, R = 20 sqrt(d).
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ..points import Job, Panel
from . import collected
from .collected import LABELS, MUS, R, accounts, caption, causes, mu_part, rows, run, settled
from .compare import Part, curves
from .estimators.trials import Local

NAME, ITEM = "figure10", "Figure 10"
DIMENSIONS = [1, 2, 4, 8, 16]


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    parts: dict[str, Part] = {
        mu_part(mu): {
            Fraction(d): run(Local(d, mu, R * sqrt(d), 1.0, n=collected.USERS), NAME, job)
            for d in DIMENSIONS
        }
        for mu in MUS
    }
    first = caption(
        ITEM,
        "N(mu, I), n = 10^5, epsilon = 1, R = 20 sqrt(d), mu = 0, 5, 10 times 1",
        job,
        f"d = {', '.join(map(str, DIMENSIONS))}",
    )
    return Panel(
        NAME,
        "Figure 10: local model, N(mu, I), n = 10^5, epsilon = 1, R = 20 sqrt(d)",
        "d",
        "error",
        ("log", "log"),
        curves(parts, LABELS),
        rows=(first, *rows(ITEM, parts, job), settled(job), *accounts(), *causes(job)),
    )
