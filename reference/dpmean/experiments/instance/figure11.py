"""Figure 11 of instance: error against epsilon in the local model.

The setting is 100,000 users of N(mu 1, I), d = 8, delta = 10^-9, R = 20 sqrt(d).
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ..points import Job, Panel
from . import collected
from .collected import LABELS, MUS, D, R, caption, mu_part, rows, run
from .compare import Part, curves
from .estimators.trials import Local

NAME, ITEM = "figure11", "Figure 11"
EPSILONS = [Fraction(1, 4), Fraction(1), Fraction(4), Fraction(16)]


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    parts: dict[str, Part] = {
        mu_part(mu): {
            e: run(Local(D, mu, R * sqrt(D), float(e), n=collected.USERS), NAME, job)
            for e in EPSILONS
        }
        for mu in MUS
    }
    first = caption(
        ITEM,
        "N(mu, I), n = 10^5, d = 8, R = 20 sqrt(d), mu = 0, 5, 10 times 1",
        job,
        f"epsilon = {', '.join(f'{float(e):g}' for e in EPSILONS)}",
    )
    return Panel(
        NAME,
        "Figure 11: local model, N(mu, I), n = 10^5, d = 8, R = 20 sqrt(d)",
        "epsilon",
        "error",
        ("log", "log"),
        curves(parts, LABELS),
        rows=(first, *rows(ITEM, parts, job)),
    )
