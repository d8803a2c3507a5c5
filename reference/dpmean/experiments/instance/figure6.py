"""Figure 6 of instance: error against R on 4,000 records of N(mu 1, Sigma(10)), d = 128, mu = 0, 5,
10; rho = 0.5.

It compares ours and MVMRec.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ..points import Job, Panel
from .central import MUS, RHO, STEPS, mu_part, observation2, observation6
from .compare import Part, basis, curves, said, setting
from .estimators.trials import OURS, PLAIN, Central, central

NAME, ITEM = "figure6", "Figure 6"
LABELS = (PLAIN, OURS, *STEPS)
D = 128
PER_ROOT_D = [10, 20, 50, 100, 200, 500]  # R over sqrt(d): the least still holds mu = 10


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    parts: dict[str, Part] = {
        mu_part(mu): {
            Fraction(r): central(Central(D, mu, r * sqrt(D), 10.0), (RHO,), LABELS, NAME, job)[RHO]
            for r in PER_ROOT_D
        }
        for mu in MUS
    }
    grows = {
        label: max(
            float(
                list(part.values())[-1][label].error[1] / next(iter(part.values()))[label].error[1]
            )
            for part in parts.values()
        )
        for label in (OURS, *STEPS)
    }
    rows = (
        setting(
            ITEM,
            "N(mu, Sigma(10)), n = 4000, rho = 0.5, d = 128, mu = 0, 5, 10 times 1",
            f"so, {job.trials} trials, Sigma drawn anew in each",
            f"R = {', '.join(map(str, PER_ROOT_D))} times sqrt(d)",
        ),
        observation2(ITEM, parts, STEPS, job),
        observation6(ITEM, parts, (OURS, *STEPS), job),
        said(
            "Section 1.2",
            "'Our mechanism requires only crude a priori bounds on mu and Sigma (i.e., the error "
            "depends on these bounds logarithmically)'",
            "from R = 10 sqrt(d) to 500 sqrt(d) the errors grow "
            f"{', '.join(f'{g:.3g} times ({label})' for label, g in grows.items())}",
            grows[OURS] < 1.2,
            basis(job),
            cause="the ratios",
            tested="all of them",
            claim="Section 1.2, crude bounds",
        ),
    )
    return Panel(
        NAME,
        "Figure 6: N(mu, Sigma(10)), n = 4000, rho = 0.5, d = 128",
        "R / sqrt(d)",
        "error",
        ("log", "log"),
        curves(parts, LABELS),
        rows=rows,
    )
