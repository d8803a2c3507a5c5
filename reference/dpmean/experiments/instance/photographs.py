"""What Figures 7 and 8 of instance share: runs on images.

The error is that of the empirical mean, and nothing is said of where the images come from but what
is known. This file holds settings of the images, and rows that both figures have. R = 50 sqrt(d)
holds for pixels in [0, 1]; the integers of [2^10] have means far outside of that ball.
"""

from __future__ import annotations

from fractions import Fraction

from ..points import Job, Row
from .compare import Part, never_worse, of_trials
from .estimators.images import CLASSES
from .estimators.trials import OURS, Pictures, pictures

RHOS = [Fraction(1, 20), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
FOURTH = 4
LEAST = 5  # the least number of trials


def few(job: Job) -> int:
    """Return a quarter of the trials: images are large, and errors in many dimensions vary
    little.
    """
    return max(LEAST, job.trials // FOURTH)


def runs(
    half: bool, labels: tuple[str, ...], where: str, job: Job
) -> tuple[str, int, dict[str, Part]]:
    """Return where the images are from, their dimension, and the errors against rho for each
    class.
    """
    parts: dict[str, Part] = {}
    origin, d = "", 0
    for which, name in enumerate(CLASSES):
        origin, d, found = pictures(
            Pictures(which, half), tuple(map(float, RHOS)), labels, where, few(job), job
        )
        parts[f"({'abc'[which]}) {name}"] = {rho: found[float(rho)] for rho in RHOS}
    return origin, d, parts


def outperforms(item: str, parts: dict[str, Part], others: tuple[str, ...], job: Job) -> Row:
    """Return the row on the sentence that both figures share, that ours outperforms COINPRESS."""
    return never_worse(
        item,
        "'our method outperforms COINPRESS for various privacy levels'",
        parts,
        OURS,
        others,
        of_trials(few(job)),
        "the mean gets 9/16 of rho in ours and 3/4 in COINPRESS's last step",
        lambda: "other units of the pixels, in the rows below",
        claim="Section 6.1, images",
    )
