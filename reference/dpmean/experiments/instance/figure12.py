"""Figure 12 of instance: error against R in the local model.

The setting is 100,000 users of N(mu 1, I), d = 8, epsilon = 1, delta = 10^-9.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ..points import Job, Panel
from . import collected
from .collected import LABELS, MUS, D, caption, mu_part, rows, run
from .compare import Part, curves
from .estimators.trials import Local

NAME, ITEM = "figure12", "Figure 12"
PER_ROOT_D = [10, 20, 50, 100]  # R over sqrt(d): the least still holds mu = 10


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    parts: dict[str, Part] = {
        mu_part(mu): {
            Fraction(r): run(Local(D, mu, r * sqrt(D), 1.0, n=collected.USERS), NAME, job)
            for r in PER_ROOT_D
        }
        for mu in MUS
    }
    first = caption(
        ITEM,
        "N(mu, I), n = 10^5, epsilon = 1, d = 8, mu = 0, 5, 10 times 1",
        job,
        f"R = {', '.join(map(str, PER_ROOT_D))} times sqrt(d)",
    )
    return Panel(
        NAME,
        "Figure 12: local model, N(mu, I), n = 10^5, epsilon = 1, d = 8",
        "R / sqrt(d)",
        "error",
        ("log", "log"),
        curves(parts, LABELS),
        rows=(first, *rows(ITEM, parts, job)),
    )
