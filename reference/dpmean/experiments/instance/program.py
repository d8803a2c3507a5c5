"""What `coinpress_mean` adds in noise beside the published program of COINPRESS, and why.

Both clip at public radii and add noise in proportion to them, so the radii decide the error.
COINPRESS's paper clips at r + l, and none of n records exceeds l but for beta (a union bound); so
does `coinpress_mean`. The program clips at sqrt(r^2 + 6 r + l^2), and one record in a hundred
exceeds its l: that is right for one record and a centre that is independent of it, not for all
records and later centres. It costs no privacy, and `tails = each` does the same. Where hardly any
record is clipped the squared error is d (1/n + V/n^2), so no trial is run.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ...mechanisms.instance.coinpress_mean import CoinpressMean
from ..points import Row, Verdict
from .estimators import coinpress

# the first experiment of the program; the radius over sqrt(d)
N, D, RHO, RADIUS = (1000, 50, Fraction(1, 2), 10)
STEPS = coinpress.STEPS
KIND = "radii and variances in doubles, no trial"


def squared_error(deviation: float, n: int = N, d: int = D) -> float:
    """Return d (1/n + the variance of the noise), the squared error where no record is clipped."""
    return d * (1 / n + deviation**2)


def published(t: int) -> tuple[float, float]:
    """Return where the program's last of t steps clips, and its squared error."""
    radius, clip, deviation = RADIUS * sqrt(D), 0.0, 0.0
    for part in coinpress.budgets(float(RHO), t):
        clip, deviation, radius = coinpress.reach(N, D, radius, part)
    return clip, squared_error(deviation)


def shipped(t: int, tails: str) -> tuple[float, float]:
    """Return the same of `coinpress_mean`, with beta = 1/10, or 1/100 for each tail by itself."""
    beta = Fraction(1, 10) if tails == "together" else Fraction(1, 100)
    radius = Fraction(RADIUS * sqrt(D)).limit_denominator(1000)
    mechanism = CoinpressMean(RHO, D, N, radius, Fraction(1), t, beta, tails)
    clip, variance, _ = mechanism.plan.stages[-1]
    width = float(mechanism.bucket_width)
    return clip * width, squared_error(width * sqrt(variance) / N)


def causes(t: int) -> tuple[float, float, float]:
    """Return the squared error over the program's with one cause after the other: r + l in place of
    the root; then l for all records and steps together; then the roundings, which is
    `coinpress_mean`.
    """
    base, found = published(t)[1], []
    for together in (False, True):
        radius, deviation = RADIUS * sqrt(D), 0.0
        of_record, of_noise = (
            (0.1 / (2 * N * t), 0.1 / (2 * t)) if together else (coinpress.MEAN_TAIL,) * 2
        )
        for part in coinpress.budgets(float(RHO), t):
            deviation = 2 * (radius + coinpress.tail(D, of_record)) / N / sqrt(2 * part)
            radius = coinpress.tail(D, of_noise) * sqrt(1 / N + deviation**2)
        found.append(squared_error(deviation) / base)
    return found[0], found[1], shipped(t, "together")[1] / base


def rows() -> tuple[Row, ...]:
    """Return the rows: how much more noise there is, what it comes from, and how much is left with
    tails = each.
    """
    known = {t: published(t) for t in STEPS}
    ours, near = ({t: shipped(t, tails) for t in STEPS} for tails in ("together", "each"))
    split = {t: causes(t) for t in STEPS}
    more = [ours[t][1] / known[t][1] - 1 for t in STEPS]
    left = [near[t][1] / known[t][1] - 1 for t in STEPS]
    each = "; ".join(
        f"t = {t}: C = {ours[t][0]:.2f} for {known[t][0]:.2f}, {100 * m:.0f} %"
        for t, m in zip(STEPS, more, strict=True)
    )
    part = "; ".join(
        f"t = {t}: {100 * (a - 1):.1f}, {100 * (b - 1):.1f}, {100 * (c - 1):.1f} %"
        for t, (a, b, c) in split.items()
    )
    what = f"n = {N}, d = {D}, rho = {RHO}, radius = {RADIUS} sqrt(d), N(0, I)"
    return (
        Row(
            "Section 6.1",
            f"squared error of `coinpress_mean` over that of COINPRESS's published program: {what}",
            "neither is printed",
            f"last radius of clipping, and how much more: {each}",
            Verdict.POSSIBLE,
            KIND,
            cause="its radii are those of COINPRESS's paper, which hold for all records and "
            "steps together, whatever the centre depends on; the program's hold for one "
            "record and an independent centre",
            tested=f"r + l for the root; then l for all; then the roundings: {part}",
        ),
        Row(
            "Section 6.1",
            "the same with tails = each, beta = 1/100",
            "neither is printed",
            f"{100 * min(left):.1f} to {100 * max(left):.1f} % more, for the roundings to buckets",
            Verdict.POSSIBLE,
            KIND,
        ),
    )
