"""What Figures 10 to 12 of instance share: runs in the local model, and rows on them.

This file holds runs of the local protocols, and the readings that could make the paper's sentence
true.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import log, log2, sqrt

from ..points import Job, Row, Verdict
from .compare import Part, advantages, of_trials, ordering, pooled, said, setting, told, value
from .estimators import gaboardi, local, ours
from .estimators.records import Side, side
from .estimators.trials import KNOWN, OURS, PLAIN, TOLD, UNKNOWN, Found, Local, users

MUS = (0.0, 5.0, 10.0)
LABELS = (PLAIN, OURS, TOLD, KNOWN, UNKNOWN)
D, R, USERS = 8, 20.0, 100_000
HALF = 2
SETTLED = 200  # trials that tell what ten do not


def few(job: Job) -> int:
    """Return half of the trials, because each has 100,000 users."""
    return max(10, job.trials // HALF)


def run(of: Local, where: str, job: Job, labels: tuple[str, ...] = LABELS) -> dict[str, Found]:
    """Run the local protocols at one point of a figure."""
    return users(of, labels, where, few(job), job)


def mu_part(mu: float) -> str:
    """Return the title of the plot for this mu."""
    return f"({'abc'[MUS.index(mu)]}) mu = {mu:g}"


def caption(item: str, printed: str, job: Job, varied: str) -> Row:
    """Return the row on the settings of one figure."""
    return setting(
        item,
        printed,
        "so, delta = 10^-9, sigma_min = 0.1, sigma_max = R/sqrt(d), sigma = 1 for KnownVar; "
        f"{few(job)} trials",
        varied,
    )


def rows(item: str, parts: Mapping[str, Part], job: Job) -> tuple[Row, ...]:
    """Return the rows on the statements of Section 6.2."""
    basis = of_trials(few(job))
    found, given = ordering(parts, OURS, (KNOWN,)), ordering(parts, TOLD, (KNOWN,))
    whole = advantages(parts, OURS, KNOWN)
    (low, high), others = pooled(parts, OURS, KNOWN), pooled(parts, OURS, UNKNOWN)
    gap = [
        float(f[OURS].error[1] / f[PLAIN].error[1])
        for part in parts.values()
        for f in part.values()
    ]
    return (
        said(
            item,
            "'Our method even outperforms KnownVar, which is actually not a fair comparison'",
            f"ours against KnownVar: {found}; the geometric mean of all points is within "
            f"{low:.3g} to {high:.3g}, against UnkVar within {others[0]:.3g} to {others[1]:.3g}",
            told(
                found,
                found.greater > 0 or side(whole) is Side.ABOVE,
                found.less == found.points,
            ),
            basis=basis,
            cause="the medians: with rho/(4 d) each, spread over all levels of the tree, the "
            "counts of 100,000 users are off by more than there are users, and the range "
            "is what is left of the data",
            tested=f"quantiles told for nothing, against KnownVar: {given}; see the rows of "
            "figure10 for what else was changed",
            claim="Section 6.2, KnownVar",
        ),
        said(
            item,
            "'there is still a large gap from our LDP algorithm to the non-private mean'",
            f"{min(gap):.3g} to {max(gap):.3g} times its error",
            min(gap) > 2,
            basis=basis,
            claim="Section 6.2, a large gap",
        ),
    )


def settled(job: Job) -> Row:
    """Return the row on KnownVar at d = 8, mu = 5, epsilon = 1, with as many trials as tell."""
    base = Local(D, 5.0, R * sqrt(D), 1.0, n=USERS)
    both, full = (
        users(of, (OURS, KNOWN), "settled", max(trials, few(job)), job)
        for of, trials in ((base, SETTLED), (replace(base, full=True), SETTLED // 10))
    )
    found = ordering({"": {Fraction(D): both}}, OURS, (KNOWN,))
    return said(
        "Section 6.2",
        "'Our method even outperforms KnownVar', at one setting of Figures 10 to 12 and with more "
        "trials",
        f"d = {D}, mu = 5, epsilon = 1, R = 20 sqrt(d): {beside(both)}",
        told(found, found.greater > 0, found.less > 0),
        of_trials(found.trials),
        "what delta = 10^-9 leaves of epsilon in zCDP, which the text takes",
        f"rho = epsilon^2/2, as if delta cost nothing: {beside(full)}",
        claim="Section 6.2, KnownVar",
    )


def beside(both: Mapping[str, Found]) -> str:
    """Return ours and KnownVar in words, with the number of runs in which ours errs less."""
    less = [a < b for a, b in zip(both[OURS].errors, both[KNOWN].errors, strict=True)]
    return (
        f"ours {value(both[OURS])}, KnownVar {value(both[KNOWN])}; less in {sum(less)} of "
        f"{len(less)} trials"
    )


@lru_cache(maxsize=2)
def causes(job: Job) -> tuple[Row, ...]:
    """Return the rows on what was changed to make the sentence true, at d = 8, mu = 5, epsilon =
    1.
    """
    base = Local(D, 5.0, R * sqrt(D), 1.0, n=USERS)
    basis, made = of_trials(few(job)), []
    for name, of in (
        ("nothing", base),
        ("R = 5 sqrt(d), the least that holds mu = 5", replace(base, radius=5 * sqrt(D))),
        ("buckets 100 times as wide", replace(base, bucket=100.0)),
        ("rho = epsilon^2/2, as if delta cost nothing", replace(base, full=True)),
        ("the same, and buckets 100 times as wide", replace(base, full=True, bucket=100.0)),
        ("simple composition for KnownVar (epsilon/d each)", replace(base, simple=True)),
        ("ten times as many users", replace(base, n=10 * USERS)),
    ):
        both = run(of, "local, causes", job, (OURS, KNOWN))
        less = sum(a < b for a, b in zip(both[OURS].errors, both[KNOWN].errors, strict=True))
        made.append(
            Row(
                "Figures 10 to 12",
                f"changed: {name}",
                "ours below KnownVar",
                beside(both),
                Verdict.POSSIBLE if 4 * less >= 3 * len(both[OURS].errors) else Verdict.REFUTED,
                basis,
            )
        )
    return tuple(made)


def accounts() -> tuple[Row, ...]:
    """Return the rows on what the theorems ask for at d = 8, epsilon = 1, for which no random
    number is needed.
    """
    n, radius = USERS, R * sqrt(D)
    rho, share = local.rho_for(1.0, 1e-9), gaboardi.advanced(1.0, 1e-9, D)
    u = 2 * ours.Bounds(radius, 0.1, R).reach(n, D) * sqrt(n) / 0.1
    tau = sqrt(n / rho) * log(D * u) ** 2 * log(D * u / 0.1)
    asked, one = (
        gaboardi.needed(share, radius, 1.0),
        gaboardi.needed(gaboardi.Share(1.0, 1e-9), R, 1.0),
    )
    level = 2 / sqrt(2 * rho / (4 * D)) * sqrt(n * log2(D * u))
    return (
        Row(
            "Theorem 5.1",
            "assumption n = Omega(tau sqrt(d)) at n = 10^5, d = 8, epsilon = 1, R = 20 sqrt(d)",
            "is it met in Figures 10 to 12?",
            f"rho = {rho:.4g}, u = {u:.3g}, tau = {tau:.3g} (natural logarithms, beta = 1/10): "
            f"tau sqrt(d) is {tau * sqrt(D) / n:.0f} times n",
            Verdict.REFUTED,
            "as printed",
            f"{tau * sqrt(D) / n:.0f}",
            "the theorem says nothing of the experiment, and the paper does not say that it does",
            "constants of 1/400 would be needed; the rank error of one level of the tree alone "
            "has a deviation of " + f"{level:,.0f} users",
        ),
        Row(
            "Section 6.2",
            "KnownVar (its Theorem): users of the first group",
            "are there as many as it asks for?",
            f"{asked:.3g} at d = 8, epsilon = 1; {one:.3g} even at d = 1; run at n = 10^5",
            Verdict.REFUTED,
            "as printed",
            f"{asked / n:.0f}",
            "the protocol with its own constants is not defined here; n/2 are taken",
            "UnkVar asks for more",
        ),
        Row(
            "Section 6.2",
            "'we compose across all dimensions by the advanced composition theorem'",
            "advanced composition",
            f"epsilon = {share.epsilon:.4f} for each of 8 coordinates, simple composition "
            f"gives {1 / D}: it is better up to d = {crossing()}",
            Verdict.POSSIBLE,
            "as printed",
            cause="sqrt(2 d log(2/delta)) > d while d < 2 log(2/delta)",
        ),
    )


def crossing() -> int:
    """Return the greatest d at which epsilon/d is more than advanced composition gives."""
    return max(d for d in range(2, 200) if 1 / d > gaboardi.advanced(1.0, 1e-9, d).epsilon)
