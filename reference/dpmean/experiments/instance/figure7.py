"""Figure 7 of instance: error of the mean of images against rho; ours and MVMRec. d = 784, R = 50
sqrt(d).

The unit of the pixels decides for MVMRec, which believes Sigma to be I, and is not printed. Drawn:
pixels in [0, 1], for which R = 50 sqrt(d) is an upper bound of the norm of the mean. Tested: the
integers of [2^10], and pixels of [0, 255].
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ..points import Job, Panel, Row, Verdict
from .central import STEPS
from .compare import curves, of_trials, ordering, setting, value
from .estimators.images import TOP
from .estimators.trials import CM, OURS, Pictures, mean_norm, pictures
from .photographs import RHOS, few, outperforms, runs

NAME, ITEM = "figure7", "Figure 7"
LABELS = (OURS, CM, *STEPS)
MIDDLE = Fraction(1, 2)


def units(job: Job) -> tuple[Row, ...]:
    """Return rows on MVMRec on the same images in other units."""
    made = []
    for name, unit in (("[0, 255]", 255.0), ("the integers of [2^10]", float(TOP))):
        of = Pictures(0, True, unit=unit)
        _, d, found = pictures(
            of, (float(MIDDLE),), (OURS, *STEPS), f"{NAME}, units", few(job), job
        )
        one = {"": {MIDDLE: found[float(MIDDLE)]}}
        result, errors = (
            ordering(one, OURS, STEPS),
            ", ".join(f"{label}: {value(f)}" for label, f in found[float(MIDDLE)].items()),
        )
        made.append(
            Row(
                ITEM,
                f"pixels in {name}, R = 50 sqrt(d) in this unit",
                "ours ahead of every t",
                f"rho = {float(MIDDLE):g}, d = {d}, errors as if pixels were in [0, 1]: {errors}",
                Verdict.POSSIBLE if result.less == result.points else Verdict.REFUTED,
                of_trials(few(job)),
                cause=f"the mean has norm {mean_norm(of, job):,.0f}, R = {50 * sqrt(d):,.0f}: the "
                "ball does not hold it, and the records lie far outside of the radius that "
                "Sigma = I asks for",
            )
        )
    return tuple(made)


def make(job: Job) -> Panel:
    """Return the panel of the figure."""
    origin, d, parts = runs(False, LABELS, NAME, job)
    rows = (
        setting(
            ITEM,
            "MNIST, digits 0, 1, 2; d = 784, R = 50 sqrt(d), u = 2^10",
            f"{origin}; d = {d}, R = 50 sqrt(d), u = 2^10, {few(job)} trials",
            f"rho = {', '.join(f'{float(r):g}' for r in RHOS)}; pixels in [0, 1] for COINPRESS",
        ),
        outperforms(ITEM, parts, STEPS, job),
        *units(job),
    )
    return Panel(
        NAME,
        f"Figure 7: {origin}",
        "rho",
        "error (pixels in [0, 1])",
        ("log", "log"),
        curves(parts, LABELS),
        rows=rows,
    )
