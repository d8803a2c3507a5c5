"""What a picture and a run say in words: axes with their units, what agrees with the paper and what
does not, a count.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable

from .points import Panel, Verdict

# the labels of papers, which are letters, in words; a quantity without a unit is said to be what it
# is divided by
AXES = {
    "n": "n, the number of records",
    "|D|": "|D|, the number of records",
    "d": "d, the number of coordinates",
    "epsilon": "epsilon, the privacy parameter (less is more private)",
    "epsilon2": "epsilon2, of the users who ask for less privacy",
    "rho": "rho, the budget of zero-concentrated privacy (less is more private)",
    "mean": "mean of the records (bounds 0 and 1)",
    "mu": "mu, the mean of the records' law (standard deviations)",
    "clipping threshold T": "T, at which records are clipped (units of a record)",
    "R / sqrt(d)": "R / sqrt(d): known radius of the mean (standard deviations)",
    "estimate, inches": "estimate of the mean (inches)",
    "(E - 1/(12 n)) n": "n (E - 1/(12 n)): mean squared error E\nbeyond that of the sample, times n",
    "(E - 1/(12 n)) n^2": "n^2 (E - 1/(12 n)): mean squared error E\nbeyond that of the sample, times n^2",
    "10^4 E": "10^4 E: mean squared error\n(width of the bounds 1)",
    "w2 / w1": "w2 / w1: weights of the two groups",
    "log E - printed log E": "natural log of the mean squared error,\nours less the printed one",
    "MSE / (2 / (n epsilon)^2)": "mean squared error,\nover 2 / (n epsilon)^2",
    "MSE / MSE of Algorithm 3": "mean squared error,\nover that of Algorithm 3",
    "MSE / MSE of the hourglass": "mean squared error,\nover that of the hourglass",
    "MSE of Algorithm 2 / MSE of Algorithm 3": "mean squared error of Algorithm 2,\nover that of Algorithm 3",
    "MSE epsilon^2 / 2": "mean squared error (bounds 0 and 1),\ntimes epsilon^2 / 2",
    "MSE n^2 epsilon^2 / 2": "mean squared error (bounds 0 and 1),\ntimes n^2 epsilon^2 / 2",
    "MSE n^2": "mean squared error (bounds 0 and 1), times n^2",
    "bias": "bias (standard deviations)",
    "Mahalanobis error": "Mahalanobis error (standard deviations)",
    "error": "error, l2 norm (units of a record)",
    "error (pixels in [0, 1])": "error, l2 norm (pixels in [0, 1])",
    "bias, SE (dashed), RMSE": "bias (dotted), standard error (dashed),\n"
    "root mean squared error (solid),\nunits of a record",
    "root of the mean squared error over the least": "root of the mean squared error,\nover the least one",
}
MOST_NAMED = 3  # statements of a caption that differ
WIDE = 60  # characters of one of them


def axis(label: str) -> str:
    """Return the label of an axis in words; one that has none is in words already."""
    return AXES.get(label, label)


def caption(panel: Panel, width: int) -> str:
    """Return what agrees with the paper and what does not, in lines of about `width` characters; ""
    without rows.
    """
    counts = Counter(row.verdict for row in panel.rows)
    if not counts:
        return ""
    decided = (Verdict.AGREES, Verdict.DIFFERS, Verdict.UNREFUTED, Verdict.UNTOLD)
    compared = sum(counts[verdict] for verdict in decided)
    text = f"Beside the paper: {counts[Verdict.AGREES]} of {compared} statements and numbers agree."
    if counts[Verdict.UNREFUTED]:
        text += f" Not refuted: {counts[Verdict.UNREFUTED]}."
    if counts[Verdict.UNTOLD]:
        text += f" Too few trials to say: {counts[Verdict.UNTOLD]}."
    differing = [row for row in panel.rows if row.verdict is Verdict.DIFFERS]
    if differing:
        said = [
            f"{row.item}{'' if row.what == 'statement' else ', ' + row.what}: {row.printed}"
            for row in differing
        ]
        named = [textwrap.shorten(text, WIDE, placeholder=" ...") for text in said[:MOST_NAMED]]
        more = f"; and {len(differing) - MOST_NAMED} more" if len(differing) > MOST_NAMED else ""
        text += f" Not so: {'; '.join(named)}{more}" + "." * (
            not (more or named[-1].endswith("..."))
        )
    open_ = counts[Verdict.POSSIBLE] + counts[Verdict.REFUTED]
    if open_:
        text += (
            f" Readings of what it leaves open: {counts[Verdict.POSSIBLE]} possible, "
            f"{counts[Verdict.REFUTED]} refuted."
        )
    return textwrap.fill(text, width)


def tally(panels: Iterable[Panel]) -> str:
    """Return the count at the end of a run: how many experiments, rows by verdict, and checks by
    simulation.
    """
    done = list(panels)
    counts = Counter(row.verdict for panel in done for row in panel.rows)
    checks = [check.inside for panel in done for check in panel.checks]
    parts = [
        f"{counts[verdict]} {word}"
        for verdict, word in (
            (Verdict.AGREES, "agree with the paper"),
            (Verdict.DIFFERS, "differ"),
            (Verdict.UNREFUTED, "not refuted"),
            (Verdict.UNTOLD, "cannot be said from so few trials"),
            (Verdict.POSSIBLE, "possible readings"),
            (Verdict.REFUTED, "refuted readings"),
        )
        if counts[verdict]
    ]
    text = (
        f"{len(done)} experiment{'' if len(done) == 1 else 's'}: "
        f"{', '.join(parts) or 'nothing printed to compare'}"
    )
    return text + (
        f"; {sum(checks)} of {len(checks)} exact errors inside the intervals of their simulations"
        if checks
        else ""
    )
